"""Does the judge contradict itself more often than it did? Where both versions judged items twice or more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.measured import shift
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.versions import margin_of, versions
from judgeaudit.analyses.parts import Part
from judgeaudit.stats.kernels.version_shuffles import within

WHAT = "share of pairs of verdicts within the version now that differ less that before, mean over items judged twice or more by both"


def repeatability(part: Part, drift: DriftInput) -> DriftPiece:
    """Estimate `noise_shift`: how often two verdicts of one version on one item differ, now less before.

    It can show drift and is not asked for equivalence: flips beyond noise take the noise of both versions as the floor, so that a judge that became
    unreliable would raise its own floor; but to show that noise did not move takes more items than to show that verdicts did not. So it decides only
    where it moved by more than chance and by more than is shown to be within the margin.
    """
    both = versions(part, drift)
    sides = [within(codes, both.near)[:, None] for codes in (both.old, both.new)]
    twice = ~np.isnan(sides[0][:, 0]) & ~np.isnan(sides[1][:, 0])
    if not twice[part.rows.index].any():
        return DriftPiece()
    estimate, tested = shift(part, drift, "noise_shift", *sides, margin=margin_of(part, drift), whole=False, what=WHAT)
    tested = replace(tested, detect=None, detectable=None)
    return DriftPiece(estimates=(estimate,), tested=(tested,) if tested.n_items >= thresholds.FEWEST_ANCHORS else ())
