"""How many requests may be under way, and how soon the next one of a judge may start. Delays, never refuses.

`Slots` share the concurrency of a run among its judges. A `Pacer` keeps one judge below its requests and tokens per
minute, and holds it still while the server asks for that (429 with Retry-After). Both live in one event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

WINDOW_S = 60.0

Sleep = Callable[[float], Awaitable[bool]]
"""Sleeps so many seconds; False when it was woken early because nothing more is to be started."""


@dataclass(frozen=True, slots=True)
class Share:
    """One of `of` processes that ask a judge at once: each goes at that part of its pace. It lets `turns` requests at the whole pace go before its first."""

    of: int = 1
    turns: int = 0


WHOLE = Share()


class Slots:
    """At most `size` requests at once, over all judges. A freed slot goes to the waiting judge that holds the fewest."""

    def __init__(self, size: int) -> None:
        self.free = size
        self.held: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, judge: str) -> None:
        """Wait for a slot."""
        if self.free > 0:
            self.free -= 1
            self.held[judge] = self.held.get(judge, 0) + 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(judge, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(judge)
            raise

    def give(self, judge: str) -> None:
        """Give a slot back."""
        self.held[judge] -= 1
        self.free += 1
        self._pass_on()

    def _pass_on(self) -> None:
        while self.free > 0:
            waiting = [judge for judge, turns in self._waiting.items() if turns]
            if not waiting:
                return
            judge = min(waiting, key=lambda name: self.held.get(name, 0))
            turn = self._waiting[judge].popleft()
            if not turn.done():
                self.free -= 1
                self.held[judge] = self.held.get(judge, 0) + 1
                turn.set_result(None)


class Pacer:
    """One judge's pace.

    Requests are spread evenly (one every 60 / `requests_per_minute` seconds, no burst), and so are tokens: a request of
    n tokens keeps the next one waiting for n * 60 / `tokens_per_minute` seconds, at most a minute. Tokens are estimated before the request
    and set right after it. With a `share` all of that takes `share.of` times as long.
    """

    def __init__(
        self,
        *,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        share: Share = WHOLE,
    ) -> None:
        self._longest_s = WINDOW_S * share.of
        self.request_s = self._longest_s / requests_per_minute if requests_per_minute else 0.0
        self.token_s = self._longest_s / tokens_per_minute if tokens_per_minute else 0.0
        self.paused_until = 0.0
        self._clock = clock
        self._late = share.turns / share.of
        self._started = clock() if self._late else 0.0
        self._next_request = self._started + self._late * self.request_s
        self._next_token = 0.0
        self._line = asyncio.Lock()

    async def admit(self, tokens: int, sleep: Sleep) -> None:
        """Wait until a request of about `tokens` tokens may start. First come, first served.

        Parameters
        ----------
        tokens : int
            Estimated tokens of prompt and reply.
        sleep : async function of seconds
            Says False when it was woken early (the judge was stopped); then this returns at once and the caller looks why.
        """
        if not self.request_s and not self.token_s:
            await self._wait(sleep)
            return
        async with self._line:
            if self._late:
                self._next_token, self._late = self._started + self._late * self._worth(tokens), 0.0
            await self._wait(sleep)
            now = self._clock()
            self._next_request = now + self.request_s
            self._next_token = max(now, self._next_token) + self._worth(tokens)

    def used(self, estimated: int, tokens: int | None) -> None:
        """Set the token account right once the reply says what was really used (None: it does not say)."""
        if tokens is not None:
            self._next_token += self._worth(tokens) - self._worth(estimated)

    def _worth(self, tokens: int) -> float:
        """Seconds; a call of more tokens than a minute allows takes one minute (of a share's), else the run would practically never end."""
        return min(tokens * self.token_s, self._longest_s)

    def pause(self, seconds: float) -> None:
        """Start nothing more for so many seconds."""
        self.paused_until = max(self.paused_until, self._clock() + seconds)

    async def _wait(self, sleep: Sleep) -> None:
        """A pause may be made longer while somebody waits for its end, so look again after each sleep."""
        while (delay := max(self.paused_until, self._next_request, self._next_token) - self._clock()) > 0:
            if not await sleep(delay):
                return
