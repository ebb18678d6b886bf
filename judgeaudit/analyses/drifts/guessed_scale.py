"""Scores whose scale nobody declared: what their range is taken to be is said, and where it cannot be told no margin is made of it."""

from __future__ import annotations

import numpy as np

from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.piece import Tested
from judgeaudit.analyses.drifts.versions import baseline_scores, range_untold
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Finding
from judgeaudit.stats.kernels.score_range import score_range

UNTOLD = "no scale was declared, and the baseline's scores do not tell how wide it is, of which the margin is a share: declare it (--rubric)"


def without_margin(part: Part, drift: DriftInput, tested: Tested) -> Tested:
    """A change in points, which cannot be answered where nobody knows what the margin is; else as it is."""
    if not range_untold(part, drift):
        return tested
    return Tested(
        tested.measure, tested.criterion, tested.stratum, tested.margin, tested.n_items, group=tested.group, undefined=tested.undefined or UNTOLD,
    )  # fmt: skip


def guessed_scale(part: Part, drift: DriftInput) -> tuple[Finding, ...]:
    """A warning that the scale is guessed from the scores, with the range that margins are shares of and what was left out of it."""
    if part.scale.level != "interval" or drift.data.prompt_known:
        return ()
    scores = baseline_scores(drift, part.criterion)
    seen = score_range(scores)
    head = f"No scale was declared for {part.criterion}: its verdicts are taken as scores"
    if seen is None:
        text = f"{head}, and those of the baseline do not tell its range, of which margins are shares. Declare it (--rubric)."
    else:
        out = np.unique(scores[(scores < seen[0]) | (scores > seen[1])])
        n_out = int(np.isin(scores, out).sum())
        named = ", ".join(f"{value:g}" for value in out[:3]) + (" ..." if len(out) > 3 else "")
        left = f" (without {n_out:,} far outside of it: {named})" if n_out else ""
        text = f"{head}, and margins are shares of the range of the baseline's, {seen[0]:g} to {seen[1]:g}{left}. Declare it (--rubric)."
    return (Finding(severity="warning", text=text, judge=drift.judge, criterion=part.criterion),)
