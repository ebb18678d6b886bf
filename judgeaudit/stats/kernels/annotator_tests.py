"""One-sided tests that a mean difference is below a margin, one for each annotator, and which of them hold together."""

from __future__ import annotations

from statistics import NormalDist
from typing import Literal

import numpy as np

from judgeaudit.stats.kernels.rates import NOTHING
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray

Test = Literal["t", "wilcoxon", "constant", ""]

MOST_EXACT = 60
"""Units up to which the signed ranks are counted out (ours); from there on their sum is as good as normal."""


def p_below(values: FloatArray, counts: IntArray, clusters: IntArray | None, *, margin: float, q: float, min_items: int) -> tuple[Test, float | None]:
    """Which test an annotator's items allow, and its p value.

    Parameters
    ----------
    values : float array, shape (n_rows,)
        Without NaN. The hypothesis that is tested is that their mean is `margin` or more.
    counts : int array, shape (n_rows,)
    clusters : int array, shape (n_rows,), or None
        Items of one cluster are one unit, their mean.
    q : float
        Level below which p must be able to fall: of n units of which all speak against the hypothesis it is 2^-n.
    min_items : int
        Items below which the means are not taken as normal.

    Returns
    -------
    tuple of str and float
        "t", "wilcoxon", "constant", or "" and None where units are too few to ever reject.
    """
    units, times = (values, counts) if clusters is None else _cluster_means(values, clusters)
    n_items, n_units = int(counts.sum()), int(times.sum())
    if n_units == 0 or 0.5**n_units > q:
        return "", None
    alike = float(np.ptp(units)) <= NOTHING
    if n_items < min_items or (alike and n_units < min_items):
        return "wilcoxon", wilcoxon_below(np.repeat(units, times) - margin)
    if alike:  # t is 0 / 0 at the margin, and infinite beside it
        return "constant", 0.0 if float(units[0]) < margin - NOTHING else 1.0
    return "t", _t_below(units, times, margin)


def _cluster_means(values: FloatArray, clusters: IntArray) -> tuple[FloatArray, IntArray]:
    _, groups = np.unique(clusters, return_inverse=True)
    sizes = np.bincount(groups.ravel())
    return np.bincount(groups.ravel(), weights=values) / sizes, np.ones(len(sizes), dtype=np.int64)


def _t_below(values: FloatArray, times: IntArray, margin: float) -> float:
    from scipy.special import stdtr

    n = float(times.sum())
    mean = float(values @ times) / n
    variance = float(((values - mean) ** 2) @ times) / (n - 1)
    return float(stdtr(n - 1, (mean - margin) / np.sqrt(variance / n)))


def wilcoxon_below(differences: FloatArray) -> float:
    """Wilcoxon's signed-rank test that differences lie below 0, one-sided.

    Differences of 0 are left out (1 where nothing else is left), and equal ones share their mean rank. Up to `MOST_EXACT` differences
    the p value is exact given those ranks: of all ways to put signs to them, the share with a sum of positive ranks as small or smaller.
    """
    kept = differences[np.abs(differences) > NOTHING]
    if len(kept) == 0:
        return 1.0
    _, group, sizes = np.unique(np.round(np.abs(kept), 12), return_inverse=True, return_counts=True)  # equal but for rounding is equal
    ranks = (np.cumsum(sizes) - (sizes - 1) / 2)[group.ravel()]
    positive = float(ranks[kept > 0].sum())
    if len(kept) > MOST_EXACT:
        return NormalDist(float(ranks.sum()) / 2, float(np.sqrt((ranks**2).sum())) / 2).cdf(positive)
    ways = np.ones(1)
    for rank in np.round(2 * ranks).astype(int):  # mean ranks are halves
        longer = np.zeros(len(ways) + rank)
        longer[: len(ways)] += ways / 2
        longer[rank:] += ways / 2
        ways = longer
    return min(1.0, float(ways[: round(2 * positive) + 1].sum()))


def hold_together(p_values: FloatArray, q: float) -> BoolArray:
    """Which tests hold at a share q of false ones among those found, however they depend on each other (Benjamini and Yekutieli 2001)."""
    m = len(p_values)
    order = np.argsort(p_values, kind="stable")
    ranks = np.arange(1, m + 1)
    below = np.flatnonzero(p_values[order] <= ranks / m * q / (1 / ranks).sum() * (1 + 1e-12))
    held = np.zeros(m, dtype=np.bool_)
    held[order[: below[-1] + 1 if len(below) else 0]] = True
    return held
