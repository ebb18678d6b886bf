"""What a session on several workers has used, what came of its calls, and what may still be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from judgeaudit.api.dealing import dealt
from judgeaudit.api.on_worker import Assignment, Judged
from judgeaudit.domain.calls import CallSpec

if TYPE_CHECKING:
    from judgeaudit.judging.execute import Limits

MOST_DEATHS = 3
"""So often a call may be lost with a worker; then it is not dealt again: it may be what kills them."""
ROUNDING = 1e-12


class Ledger:
    """The account of one session. All that was granted to a worker that died counts as used: nobody knows how much of it was.

    Attributes
    ----------
    requests, granted : int
        Requests that are known of, and those that count against `max_calls`.
    known_usd, spent : float
        USD that are known of, and those that count against `max_cost_usd`.
    dearest : dict
        What the dearest attempt of a judge has cost.
    failed, half : set of keys
        Calls that had their chance and brought no reply, and those that the limits ended half way.
    deaths : Counter of keys
        How often a call was lost with a worker.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = self.granted = self.unknown_cost_calls = 0
        self.known_usd = self.spent = 0.0
        self.dearest: dict[str, float] = {}
        self.stopped: dict[str, str] = {}
        self.notes: dict[str, None] = {}
        self.incomplete: dict[str, None] = {}
        self.failed: set[str] = set()
        self.half: set[str] = set()
        self.deaths: Counter[str] = Counter()

    def book(self, given: Assignment, judged: Judged) -> None:
        """What a worker did."""
        _, _, _, known_usd, unknown = judged.progress
        self.requests += judged.requests
        self.granted += judged.requests
        self.spent += judged.spent
        self.known_usd += known_usd
        self.unknown_cost_calls += unknown
        for name, usd in judged.dearest.items():
            self.dearest[name] = max(usd, self.dearest.get(name, 0.0))
        for name, reason in judged.stopped.items():
            self.stopped.setdefault(name, reason)
        self.notes.update(dict.fromkeys(judged.notes))
        (self.half if judged.ran_out else self.failed).update(judged.failed)

    def book_loss(self, given: Assignment, told: Sequence[float]) -> None:
        """A worker died with this; `told` is how far it had said it was (done, failed, requests, USD, calls of unknown cost)."""
        _, _, requests, known_usd, unknown = told
        self.requests += int(requests)
        self.granted += given.limits.max_calls or 0
        self.spent += given.limits.max_cost_usd or 0.0
        self.known_usd += known_usd
        self.unknown_cost_calls += int(unknown)
        self.deaths.update(spec.key for spec in given.specs)

    def todo(self, missing: Iterable[CallSpec], without: Iterable[str]) -> list[CallSpec]:
        """Of the missing calls those that may be asked; the ones that were left half way come last. What may not is said in `incomplete`."""
        left_out = {*without, *self.stopped}
        may = [spec for spec in missing if spec.judge not in left_out and spec.key not in self.failed]
        lost = [spec for spec in may if self.deaths[spec.key] >= MOST_DEATHS]
        if lost:
            what = f"{len(lost)} calls were lost with {MOST_DEATHS} workers that died and were not dealt again, of item {lost[0].item_id} among others"
            self.incomplete[what] = None
        may = [spec for spec in may if self.deaths[spec.key] < MOST_DEATHS]
        return sorted(self._affordable(may), key=lambda spec: spec.key in self.half)

    def left(self) -> tuple[int | None, float | None]:
        """Requests and USD that are left; None without a limit."""
        calls, usd = self.limits.max_calls, self.limits.max_cost_usd
        return None if calls is None else max(0, calls - self.granted), None if usd is None else usd - self.spent

    def _affordable(self, todo: list[CallSpec]) -> list[CallSpec]:
        calls, usd = self.left()
        if todo and calls == 0:
            said = f"stopped after {self.requests} requests in this session (--max-calls)"
            self.incomplete[said + _unsure(self.granted - self.requests, "requests")] = None
            return []
        if usd is None:
            return todo
        fits = [spec for spec in todo if usd > ROUNDING and self.dearest.get(spec.judge, 0.0) <= usd + ROUNDING]
        if len(fits) < len(todo):
            spent = f"{self.known_usd:.6g} USD in this session"
            said = f"stopped at {spent}: one more request could pass the limit of {self.limits.max_cost_usd:g} USD (--max-cost)"
            self.incomplete[said + (_unsure(self.spent - self.known_usd, "USD") if self.deaths else "")] = None
        return fits

    def lots(self, todo: Sequence[CallSpec], n_workers: int, *, first: bool, salt: str) -> list[list[CallSpec]]:
        """The calls of a round, by worker.

        Where money is limited, a judge whose price nobody has seen yet is asked by one worker alone; the `first` round is one call of each judge.
        """
        calls, usd = self.left()
        n = min(n_workers, self.limits.concurrency, n_workers if calls is None else calls)
        if usd is None:
            return dealt(todo, n, salt=salt)
        blind = [spec for spec in todo if spec.judge not in self.dearest]
        if blind and first:
            one_each: dict[str, CallSpec] = {}
            for spec in blind:
                one_each.setdefault(spec.judge, spec)
            return [list(one_each.values())]
        priced = [spec for spec in todo if spec.judge in self.dearest]
        dearest = max((self.dearest[spec.judge] for spec in priced), default=0.0)
        if dearest > 0:
            n = max(1, min(n, int((usd + ROUNDING) / dearest)))
        lots = dealt(priced, n, salt=salt) or [[]]
        return [lots[0] + blind, *lots[1:]]


def _unsure(amount: float, unit: str) -> str:
    return f"; {amount:.6g} {unit} more were left to workers that died, and count as used" if amount > ROUNDING else ""


def told_of(running: Mapping[int, Sequence[float]], number: int) -> Sequence[float]:
    """How far a worker said it was; zeros where it said nothing."""
    return running.get(number, (0, 0, 0, 0.0, 0))
