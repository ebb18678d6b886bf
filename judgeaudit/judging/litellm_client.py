"""Any model that litellm can reach, own OpenAI-compatible servers included: one HTTP request for one call.

litellm's retries are off: `execute` decides about those. Nothing of a request but its messages and parameters, and
nothing of a reply but its text, counts and names is kept; headers and keys are not.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote, urlsplit

from judgeaudit.domain.calls import Attempt, CallSpec, EffectiveParameters
from judgeaudit.domain.rubric import Judge, Price
from judgeaudit.errors import JudgeError
from judgeaudit.judging.client import Asked
from judgeaudit.judging.failures import Failure, read_failure
from judgeaudit.judging.load_litellm import load_litellm
from judgeaudit.judging.parameters import sendable
from judgeaudit.judging.prices import cost_of, own_price, price_of
from judgeaudit.judging.redact import redact, safe_url, short_error, without_values

NO_KEY = "none"
"""Sent to an own server where no key is set; most take any."""

TIMEOUT_MARGIN_S = 5.0
"""litellm's timeout is per read; a server that drips bytes is ended by ours, which stands a little above."""

_LIMITS = ("max_tokens", "max_completion_tokens")
_open_clients = 0


def check_access(judge: Judge) -> None:
    """Raise `JudgeError` where the judge's provider is unknown or its key or address is missing; nothing is sent."""
    find_key(judge)


def find_key(judge: Judge) -> str | None:
    """The key to send for a judge.

    Returns
    -------
    str or None
        The value of `api_key_env`; `NO_KEY` for an own server without one; None where litellm finds the provider's usual
        variable by itself.

    Raises
    ------
    JudgeError
        Names the variable that is not set.
    """
    where = f"judge {judge.name}"
    if judge.api_key_env is not None and basic_credentials(judge.api_base) is not None:
        fix = "leave user and password out of api_base, or leave api_key_env out"
        raise JudgeError("a request carries one credential, and api_base and api_key_env give two", where=where, fix=fix)
    if judge.api_key_env is not None:
        key = os.environ.get(judge.api_key_env, "").strip()
        if not key:
            raise JudgeError(f"the environment variable {judge.api_key_env} is not set", where=where, fix=f"export {judge.api_key_env}=...")
        return key
    litellm = load_litellm()
    _check_provider(litellm, judge)
    missing = [name for name in litellm.validate_environment(judge.model)["missing_keys"] if name.endswith(("_API_KEY", "_API_TOKEN"))]
    if not missing:
        return None
    if judge.api_base is not None:
        return NO_KEY
    raise JudgeError(
        f"the environment variable {' or '.join(missing)} is not set", where=where, fix=f"export {missing[0]}=..., or name another with api_key_env"
    )


def basic_credentials(api_base: str | None) -> str | None:
    """User and password of an address, as the value of an Authorization header; None where it carries none."""
    parts = urlsplit(api_base or "")
    if parts.username is None:
        return None
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return f"Basic {b64encode(pair.encode()).decode()}"


def _check_provider(litellm: Any, judge: Judge) -> None:
    import openai

    where = f"judge {judge.name}"
    try:
        provider = litellm.get_llm_provider(judge.model, api_base=judge.api_base)[1]
    except openai.OpenAIError as unknown:
        fix = "write provider/model, for example openai/gpt-5-mini; an own server: openai/NAME with api_base"
        raise JudgeError(f"no provider is known for the model {judge.model!r}", where=where, fix=fix) from unknown
    if provider != "openai" and basic_credentials(judge.api_base) is not None:
        fix = "write the model as openai/NAME (any OpenAI-compatible server), or name a key with api_key_env and leave user and password out"
        raise JudgeError(f"litellm sends no user and password for {provider}", where=where, fix=fix)
    if provider == "hosted_vllm" and judge.api_base is None and not os.environ.get("HOSTED_VLLM_API_BASE"):
        raise JudgeError("nobody says where this server is", where=where, fix="api_base: http://HOST:PORT/v1")


class LiteLLMClient:
    """One judge behind HTTP."""

    most_at_once: int | None = None

    def __init__(self, judge: Judge, parameters: EffectiveParameters, *, prices: Mapping[str, Price]) -> None:
        global _open_clients
        self.judge = judge
        self.parameters = parameters
        self._litellm = load_litellm()
        key = find_key(judge)
        self._no_key = key == NO_KEY
        basic = basic_credentials(judge.api_base)
        parts = urlsplit(judge.api_base or "")
        in_use = (key, basic, basic and basic.partition(" ")[2], parts.password and unquote(parts.password), *_usual_keys())
        self._secrets = tuple(secret for secret in in_use if secret and secret != NO_KEY)
        self._price = own_price(judge, prices)
        self.priced = price_of(judge, prices) is not None
        self._fixed = {"model": judge.model, "timeout": judge.timeout_s, "max_retries": 0, "num_retries": 0, **sendable(parameters)}
        self._fixed |= {name: value for name, value in (("api_base", safe_url(judge.api_base)), ("api_key", key)) if value is not None}
        if basic is not None:
            # HTTP libraries refuse an address with credentials beside the header that litellm always sends.
            self._fixed["extra_headers"] = {**self._fixed.get("extra_headers", {}), "Authorization": basic}
        self._limit_name = next((name for name in _LIMITS if name in self._fixed), None)
        self._schemas: dict[str, tuple[dict[str, Any], str]] = {}
        self._closed = False
        _open_clients += 1

    async def ask(self, spec: CallSpec, *, max_tokens: int | None = None) -> Asked:
        """Make one request; `max_tokens` takes the place of the judge's own limit."""
        import openai

        request = self._request(spec, max_tokens)
        limit = request[self._limit_name] if self._limit_name else None
        started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        start = time.perf_counter()
        try:
            async with asyncio.timeout(self.judge.timeout_s + TIMEOUT_MARGIN_S):
                response = await self._litellm.acompletion(**request)
        except (openai.OpenAIError, TimeoutError) as error:
            return self._failed(read_failure(error), started_at, time.perf_counter() - start, limit)
        return self._answered(response, started_at, time.perf_counter() - start, limit)

    async def close(self) -> None:
        """Close litellm's connections once the last client of this process is closed."""
        global _open_clients
        if self._closed:
            return
        self._closed = True
        _open_clients -= 1
        if _open_clients == 0:
            await self._litellm.close_litellm_async_clients()
            self._litellm.in_memory_llm_clients_cache.flush_cache()

    def _request(self, spec: CallSpec, max_tokens: int | None) -> dict[str, Any]:
        # Fresh objects: litellm changes messages and schemas in place for some providers.
        request: dict[str, Any] = {**self._fixed, "messages": [dict(message) for message in spec.prompt.messages]}
        if self.parameters.takes_seed and spec.seed_sent is not None:
            request["seed"] = spec.seed_sent
        if spec.prompt.schema is not None and self.parameters.schema_mode == "json_schema":
            request["response_format"] = self._response_format(spec.criterion, spec.prompt.schema)
        if max_tokens is not None and self._limit_name is not None:
            request[self._limit_name] = max_tokens
        return request

    def _response_format(self, criterion: str, schema: dict[str, Any]) -> Any:
        """A fresh copy each time; it is put together once for all calls on one criterion."""
        known, text = self._schemas.get(criterion, (None, ""))
        if known != schema:
            text = json.dumps(response_format(schema))
            self._schemas[criterion] = (schema, text)
        return json.loads(text)

    def _failed(self, failure: Failure, started_at: str, latency_s: float, limit: int | None) -> Asked:
        message = failure.message
        if self._no_key and failure.status in (401, 403):
            message += " (no key was sent: name its variable with api_key_env)"
        reply: dict[str, Any] | None = None
        if failure.refused:
            refusal = short_error(message, secrets=self._secrets)
            reply = {"choices": [{"finish_reason": "content_filter", "message": {"content": None, "refusal": refusal}}]}
        elif failure.body is not None:
            reply = {"object": "raw", "text": redact(failure.body, secrets=self._secrets)}
        attempt = Attempt(
            started_at=started_at,
            latency_s=round(latency_s, 4),
            reply=json.dumps(reply, ensure_ascii=False) if reply is not None else None,
            http_status=failure.status,
            error=None if failure.refused else short_error(message, secrets=self._secrets),
            retry_after_s=failure.retry_after_s,
            max_tokens=limit,
            cost_usd=None if failure.billed and not self._free else 0.0,
        )
        return Asked(attempt, failure.outcome)

    def _answered(self, response: Any, started_at: str, latency_s: float, limit: int | None) -> Asked:
        reply = _raw_reply(response)
        prompt_tokens, completion_tokens = _tokens(reply)
        hidden = response._hidden_params
        served = hidden.get("provider_response_model") or response.model
        attempt = Attempt(
            started_at=started_at,
            latency_s=round(latency_s, 4),
            reply=without_values(json.dumps(reply, ensure_ascii=False), self._secrets),
            http_status=200,
            max_tokens=limit,
            model_served=str(served) if served is not None else None,
            fingerprint=reply["system_fingerprint"],
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            cost_usd=self._cost(hidden, prompt_tokens, completion_tokens),
        )
        cut = bool(reply["choices"]) and reply["choices"][0]["finish_reason"] == "length"
        return Asked(attempt, "reply", cut=cut)

    @property
    def _free(self) -> bool:
        return self._price is not None and self._price.input == 0 and self._price.output == 0

    def _cost(self, hidden: Mapping[str, Any], prompt_tokens: int | None, completion_tokens: int | None) -> float | None:
        if self._price is not None:
            return 0.0 if self._free else cost_of(self._price, prompt_tokens, completion_tokens)
        cost = hidden.get("response_cost")
        return None if cost is None or prompt_tokens is None or completion_tokens is None else float(cost)


def response_format(schema: dict[str, Any]) -> dict[str, Any]:
    """The request's `response_format` for a reply schema; strict where the schema allows it."""
    return {"type": "json_schema", "json_schema": {"name": "verdict", "schema": schema, "strict": _is_closed(schema)}}


def _is_closed(schema: object) -> bool:
    """Whether every object names all its properties as required and takes no others, as strict mode asks."""
    if isinstance(schema, list):
        return all(_is_closed(part) for part in schema)
    if not isinstance(schema, dict):
        return True
    properties = schema.get("properties")
    if isinstance(properties, dict) and (schema.get("additionalProperties") is not False or set(schema.get("required", ())) != set(properties)):
        return False
    return all(_is_closed(part) for part in schema.values())


def _usual_keys() -> list[str]:
    return [value.strip() for name, value in os.environ.items() if name.endswith("_API_KEY")]


def _raw_reply(response: Any) -> dict[str, Any]:
    """The reply as a chat completion, in the shape that the provider sent, without headers."""
    usage = getattr(response, "usage", None)
    reply: dict[str, Any] = {
        "id": response.id,
        "model": response.model,
        "system_fingerprint": _text(response.system_fingerprint),
        "choices": [{"finish_reason": choice.finish_reason, "message": _message(choice.message)} for choice in response.choices],
    }
    # litellm writes zeros where a server sent no usage, and no prompt has no tokens.
    if usage is not None and usage.prompt_tokens:
        reply["usage"] = {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens, "total_tokens": usage.total_tokens}
    return reply


def _message(message: Any) -> dict[str, Any]:
    content = message.content
    calls = message.tool_calls
    if content is None and calls:
        # A schema that litellm sends as a forced tool comes back as the tool's arguments.
        content = calls[0].function.arguments
    kept = {"content": content, "reasoning_content": getattr(message, "reasoning_content", None), "refusal": getattr(message, "refusal", None)}
    return {name: value for name, value in kept.items() if name == "content" or value is not None}


def _tokens(reply: Mapping[str, Any]) -> tuple[int | None, int | None]:
    usage = reply.get("usage")
    if usage is None:
        return None, None
    wrote = any(choice["message"]["content"] for choice in reply["choices"])
    completion = usage["completion_tokens"]
    return usage["prompt_tokens"], None if wrote and not completion else completion


def _text(value: object) -> str | None:
    return None if value is None else str(value)
