"""One daemon thread that runs blocking calls one after the other, for functions of the user's.

A call that never returns holds nothing but its own thread: the caller gives up waiting and the interpreter can end.
Whatever a call raises is kept in its future and read from there.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable
from typing import Any


class Background:
    """A thread with an event loop of its own; calls are run in the order in which they come."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, call: Callable[[], Any]) -> concurrent.futures.Future[Any]:
        """Run `call()` in the thread; its result or exception is in the future."""
        return asyncio.run_coroutine_threadsafe(_run_one(call), self._loop)

    async def wait(self, call: Callable[[], Any], *, seconds: float) -> concurrent.futures.Future[Any] | None:
        """Run `call()` in the thread and wait for it at most so long: its future, done, or None when the time was up.

        A call that is not waited for any longer runs on; one that has not begun is not begun.
        """
        future = self.submit(call)
        waiting = asyncio.wrap_future(future)
        try:
            await asyncio.wait({waiting}, timeout=seconds)
            return future if waiting.done() else None
        finally:
            # Without this the call would report to an event loop that may be closed by then.
            waiting.cancel()

    def close(self) -> None:
        """Let the thread end once the call that it is in returns."""
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _run(self) -> None:
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(_cancel_rest())
        finally:
            self._loop.close()


async def _cancel_rest() -> None:
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


async def _run_one(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (SystemExit, KeyboardInterrupt, asyncio.CancelledError) as ended:
        # The first two would stop the loop and leave the caller waiting; the last would read as if we had cancelled the call.
        raise RuntimeError(f"it ended the program ({type(ended).__name__})") from ended
