"""The embedded judges: a small model, run inside this process by xllamacpp, started once and stopped when nobody needs it.

Its settings make it deterministic: one slot and no prompt cache, so that the same request gets the same bytes whatever was
asked before it. xllamacpp opens an OpenAI-compatible port on the loopback interface; it is asked there, by a few lines of
HTTP of our own and not through litellm: the reply is the same chat completion, an audit that only uses embedded judges does
not pay for importing litellm, and closing the connection ends a generation that nobody waits for any longer (a call into
the library could not be ended, and would crash the interpreter when it leaves).
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from judgeaudit.domain.calls import Attempt, CallSpec, EffectiveParameters
from judgeaudit.domain.rubric import Judge
from judgeaudit.errors import JudgeError
from judgeaudit.judging.client import Asked
from judgeaudit.judging.parameters import sendable
from judgeaudit.judging.prices import token_count
from judgeaudit.judging.raw_reply import kept_logprobs
from judgeaudit.judging.redact import short_error
from judgeaudit.judging.weights import SMOLLM2, check_weights, find_weights

CONTEXT_TOKENS = 4096
TIMEOUT_S = 600.0
"""Where the rubric sets none: a busy machine needs minutes for what an idle one does in a second."""

_running: dict[str, LocalModel] = {}


class LocalModel:
    """One running model, shared by all judges of this process that use it."""

    def __init__(self, model: str) -> None:
        self.model = model
        self.users = 0
        self._server = _start(model)
        self.address = urlsplit(self._server.listening_address)

    async def ask(self, body: dict[str, Any]) -> dict[str, Any]:
        """One chat completion, or the server's error object."""
        content = json.dumps(body).encode()
        head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        reader, writer = await asyncio.open_connection(self.address.hostname, self.address.port)
        try:
            writer.write(head.encode() + b"Connection: close\r\n\r\n" + content)
            await writer.drain()
            answer = await reader.read(-1)
        finally:
            writer.close()
        reply: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
        return reply

    def stop(self) -> None:
        """Give the model's memory back."""
        del self._server


async def open_local(judge: Judge, parameters: EffectiveParameters) -> LocalClient:
    """A client of an embedded model, which is started where it is not running yet."""
    check_weights(judge.model)
    running = _running.get(judge.model)
    if running is None:
        running = await asyncio.to_thread(LocalModel, judge.model)
        _running[judge.model] = running
    running.users += 1
    return LocalClient(judge, parameters, running)


class LocalClient:
    """One judge that is an embedded model."""

    most_at_once: int | None = 1
    priced = True

    def __init__(self, judge: Judge, parameters: EffectiveParameters, running: LocalModel) -> None:
        self.judge = judge
        self.parameters = parameters
        self._running: LocalModel | None = running
        self._fixed = {"model": judge.model, **sendable(parameters)}
        self._limit_name = "max_completion_tokens" if "max_completion_tokens" in self._fixed else "max_tokens"
        self._timeout_s = judge.timeout_s if "timeout_s" in judge.model_fields_set else TIMEOUT_S

    async def ask(self, spec: CallSpec, *, max_tokens: int | None = None) -> Asked:
        """Ask once; `max_tokens` takes the place of the judge's own limit."""
        running = self._running
        assert running is not None, "the client is closed"
        body = self._body(spec, max_tokens)
        limit = body[self._limit_name]
        started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        start = time.perf_counter()
        reply: dict[str, Any]
        try:
            async with asyncio.timeout(self._timeout_s):
                reply = await running.ask(body)
        except TimeoutError:
            reply = {"error": {"message": f"timed out after {self._timeout_s:g} s"}}
        except (OSError, ValueError) as broken:
            reply = {"error": {"message": f"the embedded model gave no answer ({broken})"}}
        return _asked(reply, started_at, round(time.perf_counter() - start, 4), limit)

    async def close(self) -> None:
        """Stop the model when no other judge uses it."""
        running, self._running = self._running, None
        if running is None:
            return
        running.users -= 1
        if running.users == 0:
            del _running[running.model]
            await asyncio.to_thread(running.stop)

    def _body(self, spec: CallSpec, max_tokens: int | None) -> dict[str, Any]:
        body: dict[str, Any] = {**self._fixed, "messages": list(spec.prompt.messages)}
        if spec.seed_sent is not None:
            body["seed"] = spec.seed_sent
        if spec.prompt.schema is not None and self.parameters.schema_mode == "json_schema":
            body |= _constraint(json.dumps(spec.prompt.schema))
        if max_tokens is not None:
            body[self._limit_name] = max_tokens
        return body


@lru_cache(maxsize=64)
def _constraint(schema: str) -> dict[str, Any]:
    """What holds a reply to the schema, and to JSON without blanks: a small model writes those token by token, a quarter of its time."""
    import xllamacpp

    compact = json.dumps({**json.loads(schema), "x-guidance": {"whitespace_flexible": False}})
    grammar = str(xllamacpp.json_schema_to_grammar(compact))
    if grammar.startswith("%llguidance"):
        return {"grammar": grammar}
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "verdict", "schema": json.loads(schema)}}}


def threads_for(model: str) -> int:
    """Threads that a model computes with.

    Notes
    -----
    Threads wait for each other by spinning, after every layer: as soon as anything else runs on their cores they stand
    still. Measured on 2 cores: SmolLM2 writes 107-114 tokens a second with one thread and 98-115 with two, and 1 or 2 with two
    threads on a busy machine. The larger model takes half the time with a second thread, and ten times as long when busy.
    So half of the cores are left free. The text does not depend on the number of threads.
    """
    return 1 if model == SMOLLM2 else max(1, min(4, (os.cpu_count() or 1) // 2))


def _start(model: str) -> Any:
    path = find_weights(model)
    try:
        return _serve(model, str(path))
    except (RuntimeError, ImportError) as failed:
        raise JudgeError(f"the embedded model cannot be started: {short_error(str(failed))}", where=model, fix="pip install --upgrade xllamacpp") from failed


def _serve(model: str, path: str) -> Any:
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = path
    settings.model_alias = {model}
    settings.n_ctx = CONTEXT_TOKENS
    settings.n_parallel = 1
    settings.cache_prompt = False
    settings.cache_ram_mib = 0
    settings.cpuparams.n_threads = threads_for(model)
    settings.cpuparams_batch.n_threads = threads_for(model)
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.ui = False
    settings.verbosity = -1
    return xllamacpp.Server(settings)


def _asked(reply: dict[str, Any], started_at: str, latency_s: float, limit: int) -> Asked:
    """Nothing that failed is asked again: the model is deterministic and in this process."""
    error = reply.get("error")
    if error is not None:
        too_long = "context window: " if error.get("type") == "exceed_context_size_error" else ""
        text = short_error(f"{too_long}{error.get('message')}")
        attempt = Attempt(started_at=started_at, latency_s=latency_s, http_status=error.get("code"), error=text, max_tokens=limit, cost_usd=0.0)
        return Asked(attempt, "give_up")
    choices, usage = reply["choices"], reply.get("usage") or {}
    kept = {
        "id": reply.get("id"),
        "model": reply.get("model"),
        "system_fingerprint": reply.get("system_fingerprint"),
        "choices": [
            {"finish_reason": choice["finish_reason"], "message": _message(choice["message"]), **kept_logprobs(choice.get("logprobs"))} for choice in choices
        ],
        "usage": {name: usage.get(name) for name in ("prompt_tokens", "completion_tokens", "total_tokens")},
    }
    attempt = Attempt(
        started_at=started_at,
        latency_s=latency_s,
        reply=json.dumps(kept, ensure_ascii=False),
        http_status=200,
        max_tokens=limit,
        model_served=reply.get("model"),
        fingerprint=reply.get("system_fingerprint"),
        prompt_tokens=token_count(usage.get("prompt_tokens")),
        completion_tokens=token_count(usage.get("completion_tokens")),
        cost_usd=0.0,
    )
    return Asked(attempt, "reply", cut=bool(choices) and choices[0]["finish_reason"] == "length")


def _message(message: dict[str, Any]) -> dict[str, Any]:
    return {name: message.get(name) for name in ("content", "reasoning_content") if name == "content" or message.get(name) is not None}
