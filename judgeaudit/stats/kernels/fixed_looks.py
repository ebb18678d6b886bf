"""Tests at moments that are fixed before the data: what a change did since an alarm, without the price of looking at every moment.

An e-value pays for each moment at which one might look, and for not knowing when the change began. After an alarm both are known: what comes next is
new data, and it is tested at a handful of moments (group-sequential, Bonferroni over the looks). Half as many observations are enough then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import erfc, log, sqrt

import numpy as np

from judgeaudit.stats.kernels.change_betting import UNSEEN, GapGroup
from judgeaudit.stats.kernels.ratings_check import FloatArray

WEIGHTS = (0.03, 0.07, 0.2, 0.35, 0.15, 0.08, 0.05)
"""Parts of alpha of the looks at 1/8, 1/4, 1/2, 1, 2, 4, 8 times as many verdicts as there are anchors (ours); all later ones share the other 0.07,
each half as much as the one before."""

SMALLEST_LEFT = 0.3
"""Least share of the baseline's error that is taken to be left (ours)."""


def looks_due(n: float, n_anchors: float) -> int:
    """How many looks are due after n verdicts."""
    return max(0, int(np.floor(np.log2(8 * n / n_anchors) + 1e-9)) + 1) if n > 0 and n_anchors > 0 else 0


def look_weight(taken: int, due: int) -> float:
    """Part of alpha of a look that stands for all those between the ones taken and the ones due: when is not up to what was seen."""
    rest, n = 1 - sum(WEIGHTS), len(WEIGHTS)
    return float(sum(WEIGHTS[look] if look < n else rest / 2 ** (look - n + 1) for look in range(taken, due)))


def log_inverse_p(z: float) -> float:
    """Log of 1 / p of a normal score, both sides; p values below 1e-300 are that."""
    return -log(max(erfc(abs(z) / sqrt(2)), 1e-300))


@dataclass(frozen=True)
class GapSince:
    """Sums since an alarm. An anchor may come again and again: its gaps are added up, and anchors are what varies.

    Attributes
    ----------
    start : float
        Batch with which they begin.
    centre, open_ : float
        The gap before the change, and the variance of that.
    batches : int
    rows : float array, shape (2,)
        Anchors times the rows' shift, and its variance.
    sums : float array, shape (2, 7)
        Of anchors below and not below the middle of the baseline: anchors, visits, gaps, gaps without weights, and over anchors the squared sums of
        their gaps, these sums times their visits, squared visits.
    """

    start: float
    centre: float
    open_: float
    batches: int = 0
    rows: FloatArray = field(default_factory=lambda: np.zeros(2))
    sums: FloatArray = field(default_factory=lambda: np.zeros((2, 7)))


def add_gaps(state: GapSince, groups: Sequence[GapGroup]) -> GapSince:
    """The state after one more batch."""
    rows, sums = state.rows.copy(), state.sums.copy()
    for group in groups:
        n = len(group.gaps)
        rows += [n * group.shift, n**2 * group.variance]
        seen = group.last >= state.start
        visits, total = np.where(seen, group.visits, 0.0), np.where(seen, group.totals, 0.0)
        values = np.column_stack([
            visits == 0, np.ones(n), group.gaps, group.gaps / group.weights,
            2 * total * group.gaps + group.gaps**2, total + (visits + 1) * group.gaps, 2 * visits + 1,
        ])  # fmt: skip
        sums += np.stack([values[~group.high].sum(axis=0), values[group.high].sum(axis=0)])
    return replace(state, batches=state.batches + 1, rows=rows, sums=sums)


def gap_score(state: GapSince, n_anchors: float) -> float:
    """Normal score of "what the anchors shifted explains what the rows shifted"; 0 before the first anchor.

    Notes
    -----
    Anchors and rows differ by kind of item, and a judge that changes turns some kinds only. Once all anchors were seen the shares of the two kinds are
    as they are weighed, and what varies is anchors within a kind; before, the difference of the kinds too, in part. The baseline's error counts only as
    far as the judge still tells the kinds apart: where it turns a third of what failed, a third of "more failed than we thought" is turned as well.
    """
    n = state.sums[:, 1].sum()
    if not n:
        return 0.0
    anchors, visits = state.sums[:, 0], np.maximum(state.sums[:, 1], 1.0)
    seen, means = float(anchors.sum()), state.sums[:, 2] / visits
    within = float((state.sums[:, 4] - 2 * means * state.sums[:, 5] + means**2 * state.sums[:, 6]).sum())
    overall = state.sums[:, 2].sum() / n
    everything = float(state.sums[:, 4].sum() - 2 * overall * state.sums[:, 5].sum() + overall**2 * state.sums[:, 6].sum())
    spread = within + max(everything - within, 0.0) * max(0.0, 1 - seen / n_anchors)
    variance = (spread * (seen / n) ** 2 + UNSEEN) / (seen * (seen + UNSEEN)) + state.rows[1] / n**2
    raw = state.sums[:, 3] / visits
    left = max(1 + float(raw[1] - raw[0]), SMALLEST_LEFT) if (anchors > 0).all() else 1.0
    gap = (state.rows[0] - state.sums[:, 2].sum()) / n - left * state.centre
    return float(gap / np.sqrt(variance + left**2 * state.open_))
