"""Run a coroutine so that Ctrl-C stops it cleanly, inside a notebook's running event loop too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run_stoppable(work: Callable[[asyncio.Event], Awaitable[T]]) -> T:
    """Run `work(stop)` on an event loop of its own, in a thread of its own.

    The first Ctrl-C sets `stop`; a second one cancels the work and raises KeyboardInterrupt.
    """
    started: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event, asyncio.Future[T]]] = Future()

    async def main() -> T:
        stop = asyncio.Event()
        task = asyncio.ensure_future(work(stop))
        started.set_result((asyncio.get_running_loop(), stop, task))
        return await task

    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="judgeaudit-calls") as pool:
        finished = pool.submit(lambda: asyncio.run(main()))
        loop, stop, task = started.result()
        try:
            return _wait(finished)
        except KeyboardInterrupt:
            loop.call_soon_threadsafe(stop.set)
        try:
            return _wait(finished)
        except KeyboardInterrupt:
            loop.call_soon_threadsafe(task.cancel)
            raise


def _wait(finished: Future[T]) -> T:
    """The result; waits in short steps, since some platforms do not interrupt a long wait with Ctrl-C."""
    while True:
        try:
            return finished.result(timeout=0.5)
        except TimeoutError:
            if finished.done():
                raise
