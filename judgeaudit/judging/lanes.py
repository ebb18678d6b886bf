"""The state of a run while its calls are made: calls on their way, a lane for each judge, and what all lanes share."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from judgeaudit.domain.calls import Attempt, CallRecord, CallSpec
from judgeaudit.judging.budget import Budget, Limits
from judgeaudit.judging.client import Client
from judgeaudit.judging.limiter import WHOLE, Pacer, Share, Slots

CHARACTERS_PER_TOKEN = 4
REPLY_TOKENS = 200
"""For the tokens-per-minute limit, until the reply says what it used."""


@dataclass(slots=True)
class Progress:
    """Where a run stands. `done` counts finished calls, `failed` those of them without a reply; `started` is monotonic seconds."""

    planned: int
    done: int = 0
    failed: int = 0
    requests: int = 0
    known_usd: float = 0.0
    unknown_cost_calls: int = 0
    started: float = field(default_factory=time.monotonic)


@dataclass(slots=True)
class Call:
    """One call on its way. `ended` is false when it was left half way, to be made again on resume."""

    spec: CallSpec
    attempts: list[Attempt] = field(default_factory=list)
    failures: int = 0
    limit: int | None = None
    ended: bool = False


class Lane:
    """One judge: its queue, its pace, and whether it is to stop. `silent_calls` ended one after another without any answer."""

    def __init__(self, client: Client, specs: Iterable[CallSpec], share: Share = WHOLE) -> None:
        self.client = client
        self.name = client.judge.name
        self.queue = deque(specs)
        self.halt = asyncio.Event()
        self.silent_calls = 0
        self.pacer = Pacer(requests_per_minute=client.judge.requests_per_minute, tokens_per_minute=client.judge.tokens_per_minute, share=share)

    async def sleep(self, seconds: float) -> bool:
        """Sleep; False when the lane was halted before the time was up."""
        try:
            async with asyncio.timeout(seconds):
                await self.halt.wait()
        except TimeoutError:
            return True
        return False

    def tokens(self, spec: CallSpec) -> int:
        """About what a call will use; 0 where nobody limits tokens."""
        if self.client.judge.tokens_per_minute is None:
            return 0
        return sum(len(message["content"]) for message in spec.prompt.messages) // CHARACTERS_PER_TOKEN + REPLY_TOKENS


def record_of(call: Call) -> CallRecord:
    """A call with the attempts that it has so far."""
    spec = call.spec
    return CallRecord(
        key=spec.key,
        judge=spec.judge,
        item_id=spec.item_id,
        criterion=spec.criterion,
        replicate=spec.replicate,
        seed_sent=spec.seed_sent,
        prompt_hash=spec.prompt.prompt_hash,
        attempts=tuple(call.attempts),
        order=spec.order,
        probe=spec.probe,
        variant=spec.variant,
    )


class Session:
    """What all calls that are made under the same limits have used together, and where they stand.

    One of several processes has its `share` of each judge's pace, and begins with what they all know of the `dearest` attempt of a judge, in USD.
    """

    def __init__(self, limits: Limits, *, share: Share = WHOLE, dearest: Mapping[str, float] | None = None) -> None:
        self.budget = Budget(limits, dearest=dearest)
        self.share = share
        self.progress = Progress(planned=0)


class RunState:
    """What the workers of all lanes share."""

    def __init__(
        self, *, write: Callable[[CallRecord], None], limits: Limits, on_progress: Callable[[Progress], None] | None, rng: random.Random,
        session: Session | None = None,
    ) -> None:  # fmt: skip
        self.write = write
        self.limits = limits
        self.on_progress = on_progress
        self.rng = rng
        session = session or Session(limits)
        self.budget = session.budget
        self.share = session.share
        self.slots = Slots(limits.concurrency)
        self.progress = session.progress
        self.lanes: dict[str, Lane] = {}
        self.stopped: dict[str, str] = {}
        self.incomplete: dict[str, None] = {}
        self.notes: list[str] = []
        self.cut = 0

    def halt_all(self) -> None:
        """Start nothing more."""
        for lane in self.lanes.values():
            lane.halt.set()

    def stop(self, lane: Lane, reason: str) -> None:
        """Start nothing more of this judge, and say why."""
        self.stopped.setdefault(lane.name, reason)
        lane.halt.set()

    def record(self, call: Call) -> None:
        """Store first, count after."""
        record = record_of(call)
        self.write(record)
        progress = self.progress
        progress.requests = self.budget.requests
        progress.known_usd += record.known_usd
        progress.unknown_cost_calls += record.cost_usd is None
        # A reply that is followed by no end was cut, and the attempt with a larger limit was never made.
        self.cut += not call.ended and record.last.reply is not None
        if call.ended:
            progress.done += 1
            progress.failed += record.last.reply is None
        if self.on_progress is not None:
            self.on_progress(progress)
