"""A planned call, its attempts, and the record of it that is stored.

Plain dataclasses, not pydantic: the engine makes one of each for every call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent for one item and criterion; shared by all replicates."""

    messages: tuple[dict[str, str], ...]
    schema: dict[str, Any] | None
    prompt_hash: str


@dataclass(frozen=True, slots=True)
class CallSpec:
    """One call that the plan asks for. `key` is the hash of all that can change its answer, the replicate included.

    `replicate` counts from 0. `order` is the shown order of a pairwise item ("ab" or "ba"), None pointwise. A probe's call carries the
    item as the probe shows it, and the criterion as it asks it (`asked`); None: as it is.
    """

    key: str
    judge: str
    item_id: str
    criterion: str
    replicate: int
    seed_sent: int | None
    prompt: Prompt
    order: str | None = None
    probe: str | None = None
    variant: str | None = None
    item: Item | None = field(default=None, compare=False, repr=False)
    asked: Criterion | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One HTTP request (or one call of a Python judge), billed or not.

    `reply` is the raw reply as JSON text, None when none came. `error` is redacted. `cost_usd` None means unknown,
    never zero. Times are seconds; `started_at` is ISO 8601 in UTC.
    """

    started_at: str
    latency_s: float
    reply: str | None = None
    http_status: int | None = None
    error: str | None = None
    retry_after_s: float | None = None
    max_tokens: int | None = None
    model_served: str | None = None
    fingerprint: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One finished call: a line of `calls.jsonl`."""

    key: str
    judge: str
    item_id: str
    criterion: str
    replicate: int
    seed_sent: int | None
    prompt_hash: str
    attempts: tuple[Attempt, ...]
    order: str | None = None
    probe: str | None = None
    variant: str | None = None
    format_version: int = FORMAT_VERSION

    @property
    def last(self) -> Attempt:
        return self.attempts[-1]

    @property
    def known_usd(self) -> float:
        """USD of the attempts whose price is known."""
        return sum(a.cost_usd for a in self.attempts if a.cost_usd is not None)

    @property
    def cost_usd(self) -> float | None:
        """USD of all attempts, failed ones too; None when any of them is unknown."""
        return None if any(a.cost_usd is None for a in self.attempts) else self.known_usd


@dataclass(frozen=True, slots=True)
class EffectiveParameters:
    """What a judge was asked to use and what it will really be sent.

    `dropped` maps a parameter to the reason why it is not sent. `takes_seed` decides whether replicates are an axis of
    seeds or of plain repeats. `schema_mode` is "json_schema" (sent with the request) or "instructions" (only said).
    """

    judge: str
    model: str
    requested: dict[str, Any] = field(default_factory=dict)
    effective: dict[str, Any] = field(default_factory=dict)
    dropped: dict[str, str] = field(default_factory=dict)
    takes_seed: bool = False
    schema_mode: str = "instructions"
    notes: tuple[str, ...] = ()

    @property
    def axis(self) -> str:
        return "seed" if self.takes_seed else "repeat"


@dataclass(frozen=True, slots=True)
class ProbeCalls:
    """How many calls of one probe are planned for a judge and criterion.

    `waiting` counts items whose plain verdicts are not all there yet, `not_applicable` those that the probe cannot be applied to, by reason.
    """

    probe: str
    judge: str
    criterion: str
    calls: int = 0
    waiting: int = 0
    not_applicable: dict[str, int] = field(default_factory=dict)
