"""How many requests a run may make and what it may spend; asked before every attempt.

A cost is only known once the reply is there, so each attempt reserves what the dearest one of its judge has cost so far.
Until a judge's first cost is known, one request of it is under way at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use.

    `max_calls` counts requests: every attempt of every judge, a call of a Python function or an embedded model too.
    `concurrency` is the number of requests under way at once, over all judges.
    """

    max_cost_usd: float | None = None
    max_calls: int | None = None
    concurrency: int = 16


class Budget:
    """Requests made and money spent. `spent` counts an attempt of unknown cost as the dearest of its judge.

    `dearest` is what the dearest attempt of each judge has cost so far, where that is known beforehand.
    """

    def __init__(self, limits: Limits, *, dearest: Mapping[str, float] | None = None) -> None:
        self.limits = limits
        self.requests = 0
        self.spent = 0.0
        self.dearest: dict[str, float] = dict(dearest or {})
        self._reserved: dict[str, list[float]] = {}
        self._changed = asyncio.Event()

    @property
    def calls_left(self) -> bool:
        return self.limits.max_calls is None or self.requests < self.limits.max_calls

    async def take(self, judge: str, halt: asyncio.Event) -> bool:
        """Whether one more attempt may start; then it is counted, and `settle` must follow.

        Waits where the requests under way must be known first. False as well when `halt` is set meanwhile.
        """
        while self.calls_left and not halt.is_set():
            reserve = self._reserve(judge)
            if reserve is not None:
                self.requests += 1
                self._reserved.setdefault(judge, []).append(reserve)
                return True
            if not self._under_way():
                return False
            self._changed.clear()
            await self._changed.wait()
        return False

    def settle(self, judge: str, cost_usd: float | None, *, replied: bool) -> None:
        """Book one attempt. None: it may have been billed, nobody can say how much. Only a reply shows what replies cost."""
        self._reserved[judge].pop()
        if cost_usd is not None and replied:
            self.dearest[judge] = max(cost_usd, self.dearest.get(judge, 0.0))
        self.spent += cost_usd if cost_usd is not None else self.dearest.get(judge, 0.0)
        self._changed.set()

    def is_blind(self, judge: str) -> bool:
        """Whether nothing is known yet about what an attempt of this judge costs."""
        return judge not in self.dearest

    def _under_way(self) -> int:
        return sum(len(reserved) for reserved in self._reserved.values())

    def _reserve(self, judge: str) -> float | None:
        """USD to set aside for the next attempt; None where it would not fit, or must wait for a first cost."""
        limit = self.limits.max_cost_usd
        if limit is None:
            return 0.0
        reserved = self._reserved.get(judge, [])
        room = limit - self.spent - sum(map(sum, self._reserved.values()))
        dearest = self.dearest.get(judge)
        if dearest is None:
            return 0.0 if room > _ROUNDING and not reserved else None
        return dearest if dearest <= room + _ROUNDING else None
