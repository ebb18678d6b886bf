"""What a check for drift answers."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

DriftWord = Literal["drifted", "equivalent", "inconclusive"]
Attribution = Literal["none", "system", "judge", "both", "mix", "undecided"]


class DriftMeasure(BaseModel):
    """One measure of one criterion or stratum, with its answer. Numbers are current minus baseline, in the measure's own unit."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    measure: str
    criterion: str
    stratum: str | None = None
    group: str | None = None
    answer: DriftWord
    effect: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    margin: float
    detectable: float | None = None
    n_items: int = 0
    reason: str = ""


class DriftAnswer(BaseModel):
    """The answer for one judge.

    Attributes
    ----------
    judge, was : str
        Its name now, and in the baseline.
    answer : {"drifted", "equivalent", "inconclusive"}
    sentence : str
        For readers who know no statistics.
    measures : tuple of DriftMeasure
        What the answer rests on.
    n_anchors : int
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    judge: str
    was: str
    answer: DriftWord
    sentence: str
    measures: tuple[DriftMeasure, ...] = ()
    n_anchors: int = 0
