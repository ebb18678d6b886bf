"""Bounds where all that was seen is the same: how far patterns that were not seen could still move a coefficient."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from judgeaudit.stats.kernels.draws import Rows
from judgeaudit.stats.kernels.pseudo_items import some_points, two_camps
from judgeaudit.stats.kernels.rates import wilson
from judgeaudit.stats.kernels.ratings_check import Sample

if TYPE_CHECKING:
    from judgeaudit.stats.kernels.resampling import Coefficient

SAME = 1e-9
"""Values closer than this are the same value."""


def perfect_bound(coefficient: Coefficient, rows: Rows, ci_level: float) -> tuple[float, float, str]:
    """Interval at perfect agreement: low = 1 - u / E.

    u is the Wilson upper bound of disagreement that n items without any still allow, E the share of chance pairs that
    differ. A disagreement that was missed is taken to be as large as one by chance, whatever the level.
    """
    assert coefficient.chance_difference is not None
    upper = wilson(0.0, rows.n_units, ci_level)[1]
    expected = [coefficient.chance_difference(run, rows.counts) for run in rows.ratings]
    low = float(np.mean([1 - upper / share if share > 0 else coefficient.lowest for share in expected]))
    how = f"all agree: low end 1 - u/E, u = {upper:.4f} the Wilson upper bound of disagreement on {rows.n_units} items, E that by chance"
    return max(coefficient.lowest, low), 1.0, how


def unseen_bound(sample: Sample, coefficient: Coefficient, rows: Rows, value: float) -> tuple[float | None, float | None, str]:
    """Least and greatest value when a share u of the items shows any one pattern that was not seen.

    u is the Wilson upper bound of a share of which n items have shown nothing. Patterns are made from pairs of points of the
    scale: half the raters (or the first alone) say one, the rest the other.
    """
    upper = wilson(0.0, rows.n_units, sample.ci_level)[1]
    points, n_raters = some_points(sample.points), rows.ratings.shape[2]
    splits = dict.fromkeys((1, (n_raters + 1) // 2) if coefficient.one_apart else ((n_raters + 1) // 2,))
    unseen = np.vstack([two_camps(points, n_raters, split) for split in splits])
    total = float(rows.counts.sum())
    seen = np.tile((1 - upper) * rows.counts, (len(unseen), 1))
    weights = np.hstack([seen, upper * total * np.eye(len(unseen))])
    values = np.mean([coefficient.build(np.vstack([run, unseen]))(weights) for run in rows.ratings], axis=0)
    good = values[~np.isnan(values)]
    low, high = min(float(good.min(initial=np.inf)), value), max(float(good.max(initial=-np.inf)), value)
    if high - low <= SAME:
        return None, None, "no interval: every resample gives the same value, and so does every pattern that was not seen"
    return low, high, f"resamples give one value: bound for up to {upper:.1%} of items (Wilson, {rows.n_units}) with a pattern that was not seen"
