"""Items that were frozen with all that can change a judge's verdict on them. `anchors.json` is `AnchorsFile` as JSON."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from judgeaudit.domain.results import Result

ANCHORS_FORMAT = 1

FEWEST_REPLICATES = 3
"""Verdicts of each item from which a baseline has a majority and a noise floor: two that differ have no majority."""


class PinnedJudge(Result):
    """What a judge was asked with. `prompts` are digests by criterion, `served` the models that answered, with how many calls."""

    model: str
    api_base: str | None = None
    parameters: dict[str, Any] = {}
    prompts: dict[str, str]
    served: dict[str, int] = {}


class NoiseFloor(Result):
    """How often two verdicts of one judge on one item differ, with a 95 % interval; or why that is not known."""

    judge: str
    criterion: str
    value: float | None = Field(default=None, ge=0, le=1)
    low: float | None = None
    high: float | None = None
    n_items: int = 0
    undefined: str | None = None


class AnchorsFile(Result):
    """What `anchors.json` holds.

    Attributes
    ----------
    items, gold, criteria, verdicts : dict
        SHA-256 by item (its id and every text), by item (every label of it), by criterion, and by item (every stored reply). `gold` is None
        where there is none.
    judges : dict
        By name.
    noise : tuple of NoiseFloor
        One for each judge and criterion.
    warnings : tuple of str
        What was said when they were frozen.
    digest : str
        SHA-256 of everything else in it.
    """

    format_version: int
    created_at: str
    expires: str
    judgeaudit_version: str
    rubric: str
    mode: str
    replicates: int = Field(ge=FEWEST_REPLICATES)
    items: dict[str, str]
    gold: dict[str, str] | None = None
    criteria: dict[str, str]
    verdicts: dict[str, str]
    judges: dict[str, PinnedJudge]
    noise: tuple[NoiseFloor, ...] = ()
    warnings: tuple[str, ...] = ()
    digest: str = ""


class PlanLine(Result):
    """Anchors for one way to judge them: `before` and `after` verdicts of each, and the calls that freezing them takes for one judge and criterion.

    `alone` is for one measure that is tested by itself, `corrected` for one beside the others that `drift` holds (Holm's first step).
    """

    before: int
    after: int
    alone: int
    corrected: int
    calls: int


class AnchorPlan(Result):
    """How many anchors show a shift. Shares are of items; `without_anchors` are items of each run where the runs share none, None where there is no room.

    `needed` is what to freeze: the first line's `corrected`.
    """

    shift: float
    noise_floor: float
    power: float
    churn: float
    rate: float
    alpha: float
    measures: int
    lines: tuple[PlanLine, ...]
    without_anchors: int | None = None
    sentences: tuple[str, ...] = ()

    @property
    def needed(self) -> int:
        return self.lines[0].corrected
