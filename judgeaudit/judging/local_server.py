"""The embedded judges: a small model, run inside this process by xllamacpp, started once and stopped when nobody needs it.

Its settings make it deterministic: one slot and no prompt cache, so that the same request gets the same bytes whatever was
asked before it. It is asked directly and not through litellm and HTTP: the reply is the same chat completion, and an
audit that only uses embedded judges does not pay for importing litellm. (xllamacpp opens an HTTP port all the same; it is
bound to the loopback interface.)
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from datetime import UTC, datetime
from typing import Any

from judgeaudit.domain.calls import Attempt, CallSpec, EffectiveParameters
from judgeaudit.domain.rubric import Judge
from judgeaudit.errors import JudgeError
from judgeaudit.judging.background import Background
from judgeaudit.judging.client import Asked
from judgeaudit.judging.parameters import sendable
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
        self.thread = Background(f"judgeaudit-{model}")
        self.server = _start(model, self.thread)

    def ask(self, body: dict[str, Any]) -> Any:
        return self.server.handle_chat_completions(body)

    def stop(self) -> None:
        """Give the model back; a call that is under way ends first."""
        del self.server
        self.thread.close()


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
        started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        start = time.perf_counter()
        future = await running.thread.wait(lambda: running.ask(body), seconds=self._timeout_s)
        latency_s = round(time.perf_counter() - start, 4)
        limit = body[self._limit_name]
        if future is None:
            return _failed(f"timed out after {self._timeout_s:g} s", None, started_at, latency_s, limit)
        raised = future.exception()
        if raised is not None:
            return _failed(f"{type(raised).__name__}: {raised}", None, started_at, latency_s, limit)
        return _answered(future.result(), started_at, latency_s, limit)

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
        body: dict[str, Any] = {**self._fixed, "messages": [dict(message) for message in spec.prompt.messages]}
        if spec.seed_sent is not None:
            body["seed"] = spec.seed_sent
        if spec.prompt.schema is not None and self.parameters.schema_mode == "json_schema":
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": "verdict", "schema": spec.prompt.schema}}
        if max_tokens is not None:
            body[self._limit_name] = max_tokens
        return body


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


def _start(model: str, thread: Background) -> Any:
    path = find_weights(model)
    starting = thread.submit(lambda: _serve(model, str(path)))
    raised = starting.exception()
    if raised is not None:
        thread.close()
        raise JudgeError(f"the embedded model cannot be started: {short_error(str(raised))}", where=model, fix="pip install --upgrade xllamacpp") from raised
    return starting.result()


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


def _failed(message: str, status: int | None, started_at: str, latency_s: float, limit: int) -> Asked:
    """Nothing would be other the second time: the model is deterministic and in this process."""
    attempt = Attempt(started_at=started_at, latency_s=latency_s, http_status=status, error=short_error(message), max_tokens=limit, cost_usd=0.0)
    return Asked(attempt, "give_up")


def _answered(reply: dict[str, Any], started_at: str, latency_s: float, limit: int) -> Asked:
    error = reply.get("error")
    if error is not None:
        too_long = error.get("type") == "exceed_context_size_error"
        return _failed(f"{'context window: ' if too_long else ''}{error.get('message')}", error.get("code"), started_at, latency_s, limit)
    choices, usage = reply["choices"], reply.get("usage") or {}
    kept = {
        "id": reply.get("id"),
        "model": reply.get("model"),
        "system_fingerprint": reply.get("system_fingerprint"),
        "choices": [{"finish_reason": choice["finish_reason"], "message": _message(choice["message"])} for choice in choices],
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
        prompt_tokens=usage.get("prompt_tokens"),
        completion_tokens=usage.get("completion_tokens"),
        cost_usd=0.0,
    )
    return Asked(attempt, "reply", cut=bool(choices) and choices[0]["finish_reason"] == "length")


def _message(message: dict[str, Any]) -> dict[str, Any]:
    return {name: message.get(name) for name in ("content", "reasoning_content") if name == "content" or message.get(name) is not None}
