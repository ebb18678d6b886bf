"""What a comparison of two runs is handed: one judge, before and now, on the items that both runs have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import pyarrow as pa

from judgeaudit import thresholds
from judgeaudit.analyses.drifts.calls import Calls, read_calls
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.results import JudgeFacts

BASELINE, CURRENT = "baseline", "current"
"""Names of the two versions of a judge in `DriftInput.data.patterns`."""


@dataclass(frozen=True)
class Side:
    """One version of the judge.

    Attributes
    ----------
    name : str
        Of the judge in its own run.
    anchors, production : Arrow table
        Its rows on items of both runs, and on items of its own run only; probe rows are in neither.
    facts : JudgeFacts or None
        How it was asked and what served it; None for verdict files.
    prompts : mapping of criterion to str
        Digest of what it was asked, where it is known.
    """

    name: str
    anchors: pa.Table
    production: pa.Table
    facts: JudgeFacts | None = None
    prompts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class DriftInput:
    """One judge before (`before`) and now (`now`).

    `data` is what analyses read, with two judges, `BASELINE` and `CURRENT`, whose patterns, table, gold and items are those of anchors only.
    `margins` are shares, by criterion; `noise_floor` is declared by the user (None: measured from replicates where there are some).
    `n_judges` are compared in all; they share the time that reading rationales may take. `frozen`: the baseline is a folder of anchors.
    """

    data: AnalysisInput
    before: Side
    now: Side
    margins: Mapping[str, float]
    noise_floor: float | None = None
    alpha: float = thresholds.DRIFT_ALPHA
    n_judges: int = 1
    frozen: bool = False

    @property
    def judge(self) -> str:
        """The name that estimates carry."""
        return self.now.name

    def at_most(self, limit: int) -> int:
        """How many rationales of this judge and a criterion are read: half of the limit where there are more judges or criteria."""
        return limit if self.n_judges * len(self.data.patterns) == 1 else limit // 2

    @cached_property
    def calls(self) -> Mapping[tuple[str, str], Calls]:
        """Calls on anchors by criterion and version, read once for all parts."""
        return {(criterion, version): read_calls(self.data, criterion, version) for criterion in self.data.patterns for version in (BASELINE, CURRENT)}
