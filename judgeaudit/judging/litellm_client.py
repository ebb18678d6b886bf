"""Any model that litellm can reach, own OpenAI-compatible servers included: one HTTP request for one call.

litellm's retries are off: `execute` decides about those. Nothing of a request but its messages and parameters, and
nothing of a reply but its text, counts and names is kept; headers and keys are not.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote, urlsplit

from judgeaudit.domain.calls import Attempt, CallSpec, EffectiveParameters
from judgeaudit.domain.rubric import Judge, Price
from judgeaudit.judging.client import Asked
from judgeaudit.judging.endpoint import NO_KEY, address, basic_credentials, find_key, open_sdk, provider_of, usual_keys
from judgeaudit.judging.failures import Failure, no_completion, read_failure
from judgeaudit.judging.load_litellm import load_litellm
from judgeaudit.judging.parameters import sendable
from judgeaudit.judging.prices import cost_of, own_price, price_of
from judgeaudit.judging.raw_reply import from_body, from_response, tokens_of
from judgeaudit.judging.redact import header_secrets, query_secrets, redact, short_error, spellings, without_surrogates, without_values

TIMEOUT_MARGIN_S = 5.0
"""litellm's timeout is per read; a server that drips bytes is ended by ours, which stands a little above."""

_LIMITS = ("max_tokens", "max_completion_tokens")
_open_clients = 0


def check_access(judge: Judge) -> None:
    """Raise `JudgeError` where the judge's provider is unknown or its key or address is missing; nothing is sent."""
    find_key(judge)


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
        in_use = (key, basic, basic and basic.partition(" ")[2], parts.password and unquote(parts.password), *usual_keys())
        in_use += (*header_secrets(judge.params), *query_secrets(judge.api_base))
        self._secrets = spellings(secret for secret in in_use if secret and secret != NO_KEY)
        self._price = own_price(judge, prices)
        self._known_price = price_of(judge, prices)
        self.priced = self._known_price is not None
        self._fixed = {"model": judge.model, "timeout": judge.timeout_s, "max_retries": 0, "num_retries": 0, **sendable(parameters)}
        # The parameters hide the values of headers; the judge has them.
        self._fixed |= {name: judge.params[name] for name in sendable(parameters) if name in judge.params}
        provider = provider_of(judge)
        self._sdk = open_sdk(provider, judge, key)
        self._fixed |= {name: value for name, value in (*address(provider, judge).items(), ("api_key", key), ("client", self._sdk)) if value is not None}
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
        bodies: list[Any] = []
        request["logger_fn"] = lambda event: bodies.append(event.get("original_response"))
        started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        start = time.perf_counter()
        try:
            async with asyncio.timeout(self.judge.timeout_s + TIMEOUT_MARGIN_S):
                response = await self._litellm.acompletion(**request)
        except (openai.OpenAIError, TimeoutError) as error:
            latency_s = time.perf_counter() - start
            failure, reply = _rescued(read_failure(error), bodies)
            if reply is None:
                return self._failed(failure, started_at, latency_s, limit)
            return self._answered(reply, reply["model"], started_at, latency_s, limit)
        hidden = response._hidden_params
        served = hidden.get("provider_response_model") or response.model
        return self._answered(from_response(response), served, started_at, time.perf_counter() - start, limit, cost=hidden.get("response_cost"))

    async def close(self) -> None:
        """Close litellm's connections once the last client of this process is closed."""
        global _open_clients
        if self._closed:
            return
        self._closed = True
        if self._sdk is not None:
            await self._sdk.close()
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
            reply=without_surrogates(json.dumps(reply, ensure_ascii=False)) if reply is not None else None,
            http_status=failure.status,
            error=None if failure.refused else short_error(message, secrets=self._secrets),
            retry_after_s=failure.retry_after_s,
            max_tokens=limit,
            cost_usd=None if failure.billed and not self._free else 0.0,
        )
        return Asked(attempt, failure.outcome)

    def _answered(self, reply: dict[str, Any], served: object, started_at: str, latency_s: float, limit: int | None, *, cost: float | None = None) -> Asked:
        prompt_tokens, completion_tokens = tokens_of(reply)
        attempt = Attempt(
            started_at=started_at,
            latency_s=round(latency_s, 4),
            reply=self._stored(reply),
            http_status=200,
            max_tokens=limit,
            model_served=None if served is None else self._clean(str(served)),
            fingerprint=None if reply["system_fingerprint"] is None else self._clean(reply["system_fingerprint"]),
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            cost_usd=self._cost(cost, prompt_tokens, completion_tokens),
        )
        cut = bool(reply["choices"]) and reply["choices"][0]["finish_reason"] == "length"
        return Asked(attempt, "reply", cut=cut)

    @property
    def _free(self) -> bool:
        return self._price is not None and self._price.input == 0 and self._price.output == 0

    def _stored(self, reply: dict[str, Any]) -> str:
        text = json.dumps(reply, ensure_ascii=False)
        cleaned = self._clean(text)
        if cleaned == text:
            return text
        # A secret that a reply repeats stands in the list of its tokens too, in pieces.
        bare = [{name: value for name, value in choice.items() if name != "logprobs"} for choice in reply["choices"]]
        return self._clean(json.dumps({**reply, "choices": bare}, ensure_ascii=False))

    def _clean(self, text: str) -> str:
        return without_surrogates(without_values(text, self._secrets))

    def _cost(self, stated: float | None, prompt_tokens: int | None, completion_tokens: int | None) -> float | None:
        if self._free:
            return 0.0
        if self._price is not None or stated is None:
            return cost_of(self._known_price, prompt_tokens, completion_tokens)
        return None if prompt_tokens is None or completion_tokens is None else float(stated)


def _rescued(failure: Failure, bodies: list[Any]) -> tuple[Failure, dict[str, Any] | None]:
    """A status-200 body that litellm could not read was paid for: the reply in it, else the failure with the body as it came.

    `bodies` is what litellm let its logger see: the body last, and before it coroutines and nothing.
    """
    body = next((body for body in reversed(bodies) if isinstance(body, (str, list, dict))), None)
    if failure.status not in (None, 200) or failure.refused or body is None:
        return failure, None
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
    reply = from_body(text)
    if reply is not None:
        return failure, reply
    if failure.body is not None:
        return replace(failure, body=text), None
    try:
        sent = json.loads(text)
    except (ValueError, RecursionError):
        return failure, None
    # An error that comes with status 200 is an error, and litellm has read it.
    return (failure if isinstance(sent, dict) and sent.get("error") else no_completion(text)), None


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
