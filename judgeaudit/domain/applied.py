"""What became of verdicts to which a calibration was applied, and what a label budget buys: plain facts that are printed or stored."""

from __future__ import annotations

from typing import Literal

from judgeaudit.domain.results import Result

CarryWord = Literal["PASS", "FAIL", "INCONCLUSIVE"]


class Routed(Result):
    """How many verdicts of one judge on one criterion are accepted, how many go to a person, and why. An item goes to a person when none of its
    verdicts is accepted."""

    judge: str
    criterion: str
    n_verdicts: int
    n_accepted: int
    n_review: int
    n_items: int
    n_items_review: int
    why: dict[str, int] = {}


class AppliedRate(Result):
    """The rate of one label in the new verdicts: as judged, and corrected by the stored counts. `undefined` says why there is no correction.

    `n_unanswered` items got no verdict: the rate is of the others. `label` None: the mean score on a numeric scale, in points of it.
    """

    judge: str
    criterion: str
    label: str | None
    system: str | None = None
    n_items: int
    n_unanswered: int = 0
    judged: float
    value: float | None = None
    low: float | None = None
    high: float | None = None
    raw: float | None = None
    note: str = ""
    undefined: str | None = None


class CarryCheck(Result):
    """Whether the corrected rate is right on labelled probes: mean residual (gold minus corrected) against plus and minus a margin."""

    judge: str
    criterion: str
    label: str | None = None
    system: str | None = None
    verdict: CarryWord
    residual: float | None = None
    low: float | None = None
    high: float | None = None
    margin: float
    n_items: int
    n_clusters: int
    reason: str


class Applied(Result):
    """All that is said of one application. `broken_rules`: judges on criteria whose routing rule breaks its promise on the probes."""

    rubric: str
    created_at: str
    expires: str
    routed: tuple[Routed, ...]
    rates: tuple[AppliedRate, ...] = ()
    checks: tuple[CarryCheck, ...] = ()
    warnings: tuple[str, ...] = ()
    broken_rules: int = 0


class BudgetLine(Result):
    """One way to get the number that is wanted: how many labels it takes, or what half-width given labels buy. None: it cannot be had so, see `note`."""

    way: str
    labels: int | None = None
    half_width: float | None = None
    outside: int | None = None
    inside: int | None = None
    note: str = ""


class Budget(Result):
    """What labels are needed for."""

    question: str
    lines: tuple[BudgetLine, ...]
    sentences: tuple[str, ...]
