"""The pseudo-median of paired differences, with the interval that belongs to the signed-rank test."""

from __future__ import annotations

from math import floor, sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray

MOST_EXACT = 50
"""Differences up to which the distribution of the signed-rank sum is worked out exactly; beyond it the normal one is within a rank or two."""

MOST_AVERAGES = 1_000
"""Differences up to which all averages of two are sorted; beyond it they are counted."""

HALVINGS = 80


def hodges_lehmann(differences: FloatArray, ci_level: float) -> tuple[float, float | None, float | None]:
    """Median of the averages of all pairs of differences, and its low and high end.

    Parameters
    ----------
    differences : float array, shape (n,)
        One for each unit, at least one; without NaN.
    ci_level : float

    Returns
    -------
    value, low, high
        The ends are None where n differences allow no interval of that level (up to five at 95 %).

    Notes
    -----
    Ends are order statistics of the n (n + 1) / 2 averages. The level holds where differences are symmetric, as those of two versions are that
    do not differ. Ties and zeros count as they are, which makes the interval a little wide. O(n log n).

    References
    ----------
    Hollander & Wolfe 1973, Nonparametric Statistical Methods, sections 3.2 and 3.3.
    """
    values = np.sort(differences)
    n = len(values)
    n_averages = n * (n + 1) // 2
    lower = _average(values, (n_averages + 1) // 2)
    value = lower if n_averages % 2 else (lower + _average(values, n_averages // 2 + 1)) / 2
    place = _place(n, ci_level)
    if place < 1:
        return value, None, None
    low, high = _average(values, place), _average(values, n_averages + 1 - place)
    return value, min(low, value), max(high, value)


def _place(n: int, ci_level: float) -> int:
    """Which average, from below, is the low end; 0: none."""
    tail = (1 - ci_level) / 2
    if n > MOST_EXACT:
        return floor(n * (n + 1) / 4 + NormalDist().inv_cdf(tail) * sqrt(n * (n + 1) * (2 * n + 1) / 24))
    chances = np.ones(1)
    for rank in range(1, n + 1):
        chances = (np.append(chances, np.zeros(rank)) + np.append(np.zeros(rank), chances)) / 2
    return int((np.cumsum(chances) <= tail * (1 + 1e-9)).sum())


def _average(values: FloatArray, k: int) -> float:
    """The k-th smallest average of two of the sorted values (of one with itself too), counted from 1."""
    if len(values) <= MOST_AVERAGES:
        rows, columns = np.triu_indices(len(values))
        averages = (values[rows] + values[columns]) / 2
        return float(np.partition(averages, k - 1)[k - 1])
    low, high = float(values[0]), float(values[-1])
    # Rows of the triangle that have as many averages up to `low` as up to `high` have as many up to all between: they are settled.
    rows, settled = np.arange(len(values)), 0
    under, over = (np.searchsorted(values, 2 * end - values, side="right") for end in (low, high))
    for _ in range(HALVINGS):
        is_open = under != over
        settled += int(np.maximum(0, under[~is_open] - rows[~is_open]).sum())
        rows, under, over = rows[is_open], under[is_open], over[is_open]
        middle, before = (low + high) / 2, (low, high)
        up_to = np.searchsorted(values, 2 * middle - values[rows], side="right")
        if settled + int(np.maximum(0, up_to - rows).sum()) >= k:
            high, over = middle, up_to
        else:
            low, under = middle, up_to
        if (low, high) == before:  # neighbours: nothing lies between them
            break
    return high
