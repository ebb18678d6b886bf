"""An OpenAI-compatible server that misbehaves on request; on loopback only.

In a test, in its own thread:

    with StubServer([status(429, retry_after="2"), ok("Verdict: pass")]) as server:
        ...  # server.api_base, server.requests, server.hits

As a process of its own, for benchmarks (prints `port N` and serves until it is killed):

    python tests/stub_server.py --port 0 --latency-ms 0

The script is a list of replies used up in order of arrival (the last `default` answers what follows), or a function of
(number of the request from 0, request body) that gives a reply.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from aiohttp import web

VERDICT = json.dumps({"reasons": [], "label": "pass"})


@dataclass(frozen=True)
class Reply:
    """What one request gets. `mode`: json, raw (text as it is), hang (never answers), cut (half a body), drop (no answer at all)."""

    mode: str = "json"
    status: int = 200
    body: Any = None
    text: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    content_type: str = "application/json"


@dataclass(frozen=True)
class Seen:
    """One request as it arrived; `at` is monotonic seconds."""

    body: dict[str, Any]
    headers: dict[str, str]
    at: float


Script = Sequence[Reply] | Callable[[int, dict[str, Any]], Reply]


def ok(content: str | None = VERDICT, **changes: Any) -> Reply:
    """A good reply. `model`, `fingerprint`, `finish_reason`, `usage` (None: left out), `reasoning`, `refusal`, `delay_s` change it."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if changes.get("reasoning") is not None:
        message["reasoning_content"] = changes["reasoning"]
    if changes.get("refusal") is not None:
        message["refusal"] = changes["refusal"]
    choice = {"index": 0, "message": message, "finish_reason": changes.get("finish_reason", "stop")}
    body: dict[str, Any] = {"id": "chatcmpl-stub", "object": "chat.completion", "created": 1, "choices": [choice]}
    body["model"] = changes.get("model")
    body["system_fingerprint"] = changes.get("fingerprint", "fp_stub")
    usage = changes.get("usage", (100, 20))
    if usage is not None:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return Reply(body=body, delay_s=changes.get("delay_s", 0.0))


def status(code: int, message: str | None = None, *, retry_after: str | None = None, error_code: str | None = None) -> Reply:
    """An error with its usual JSON body. `{api_key}` in the message is replaced by the key that the caller sent."""
    headers = {"Retry-After": retry_after} if retry_after is not None else {}
    body = {"error": {"message": message or f"the stub says {code}", "type": "stub_error", "code": error_code}}
    return Reply(status=code, body=body, headers=headers)


def hang() -> Reply:
    """Never answers."""
    return Reply(mode="hang")


def drop() -> Reply:
    """Closes the connection without an answer."""
    return Reply(mode="drop")


def cut() -> Reply:
    """Sends half of a good reply and closes the connection."""
    return Reply(mode="cut", body=ok().body)


def html(code: int = 200) -> Reply:
    """A page of a proxy, where JSON was asked for."""
    return Reply(mode="raw", status=code, text="<html><body><h1>Please sign in</h1></body></html>", content_type="text/html")


def broken_json() -> Reply:
    """Status 200 with JSON that ends in the middle."""
    return Reply(mode="raw", text='{"id": "chatcmpl-stub", "choices": [{"mess')


def empty_choices() -> Reply:
    """Status 200 and no choice."""
    reply = ok()
    return replace(reply, body={**reply.body, "choices": []})


def error_body() -> Reply:
    """Status 200 whose body is an error."""
    return Reply(body={"error": {"message": "the stub is overloaded", "type": "overloaded", "code": None}})


def null_content() -> Reply:
    """Status 200 and content null."""
    return ok(None)


def length(content: str = '{"reasons": [{"asp') -> Reply:
    """A reply that was cut by the token limit."""
    return ok(content, finish_reason="length")


def echo_key(code: int = 401) -> Reply:
    """An error whose message repeats the caller's key, as providers do."""
    return status(code, "Incorrect API key provided: {api_key}. See https://user:hunter2@example.org/?token=t0psecret")


def no_seed(n: int, body: dict[str, Any]) -> Reply:
    """A script: 400 for every request that carries a seed."""
    return status(400, "Unknown parameter: seed") if "seed" in body else ok()


class StubServer:
    """The server, in a thread of its own; a context manager. Everything that arrives is counted and kept."""

    def __init__(self, script: Script = (), *, default: Reply | None = None, latency_s: float = 0.0, port: int = 0, keep: bool = True) -> None:
        self.script = script
        self.default = default or ok()
        self.latency_s = latency_s
        self.port = port
        self.keep = keep
        self.requests: list[Seen] = []
        self.hits = 0
        self.in_flight = 0
        self.most_in_flight = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="stub-server", daemon=True)

    @property
    def api_base(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> StubServer:
        self._thread.start()
        self._started.wait(10)
        return self

    def __exit__(self, *exc: object) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _serve(self) -> None:
        # Made here and closed whatever happens: a loop that is left to the garbage collector fails some later test, which says nothing of this one.
        loop = self._loop = asyncio.new_event_loop()
        try:
            asyncio.set_event_loop(loop)
            runner = loop.run_until_complete(self._start())
            self._started.set()
            loop.run_forever()
            loop.run_until_complete(runner.cleanup())
            loop.run_until_complete(_cancel_rest())
        finally:
            asyncio.set_event_loop(None)
            loop.close()

    async def _start(self) -> web.AppRunner:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/{anything:.*}", self._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self.port, backlog=1024)
        await site.start()
        assert site._server is not None
        self.port = site._server.sockets[0].getsockname()[1]
        return runner

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        number, self.hits = self.hits, self.hits + 1
        body = json.loads(await request.read() or b"{}")
        if self.keep:
            self.requests.append(Seen(body, dict(request.headers), time.monotonic()))
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            return await self._send(request, body, self._choose(number, body))
        finally:
            self.in_flight -= 1

    def _choose(self, number: int, body: dict[str, Any]) -> Reply:
        if callable(self.script):
            return self.script(number, body)
        return self.script[number] if number < len(self.script) else self.default

    async def _send(self, request: web.Request, body: dict[str, Any], reply: Reply) -> web.StreamResponse:
        if self.latency_s or reply.delay_s:
            await asyncio.sleep(self.latency_s + reply.delay_s)
        if reply.mode == "hang":
            await asyncio.sleep(3600)
        if reply.mode == "drop":
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        if reply.mode == "cut":
            return await self._cut(request, reply)
        return web.Response(status=reply.status, text=_text(request, body, reply), content_type=reply.content_type, headers=reply.headers)

    async def _cut(self, request: web.Request, reply: Reply) -> web.StreamResponse:
        whole = json.dumps(reply.body).encode()
        response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": str(len(whole))})
        await response.prepare(request)
        await response.write(whole[: len(whole) // 2])
        assert request.transport is not None
        request.transport.close()
        return response


async def _cancel_rest() -> None:
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


def _text(request: web.Request, body: dict[str, Any], reply: Reply) -> str:
    if reply.mode == "raw":
        return reply.text
    content = dict(reply.body)
    if content.get("model", "") is None:
        content["model"] = body.get("model")
    text = json.dumps(content)
    return text.replace("{api_key}", request.headers.get("Authorization", "").removeprefix("Bearer "))


def main() -> None:
    """Serve good replies until killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency-ms", type=float, default=0.0)
    parser.add_argument("--content", default=VERDICT)
    options = parser.parse_args()
    with StubServer(default=ok(options.content), latency_s=options.latency_ms / 1000, port=options.port, keep=False) as server:
        print(f"port {server.port}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
