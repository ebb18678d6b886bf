"""Intervals of intraclass correlations from F distributions, for complete ratings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

SURE = 1e-12
"""Share of the total mean square below which a mean square is rounding, and no F ratio can be formed."""


@dataclass(frozen=True, slots=True)
class MeanSquares:
    """Two-way analysis of variance of n items and k raters; `within` is that of the one-way analysis."""

    n: float
    k: float
    items: float
    raters: float
    error: float
    within: float


def f_interval(ratings: FloatArray, counts: IntArray, ci_level: float, *, one_way: bool, agreement: bool) -> tuple[float, float, str] | None:
    """Low and high end, and the name of the interval; None where ratings are missing or an F ratio cannot be formed.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)
    counts : int array, shape (n_rows,)
    one_way : bool
        Whether raters are not told apart: then items need equal numbers of ratings, of whichever raters.
    agreement : bool
        Whether the variance of raters counts as error.

    Notes
    -----
    Of the reliability of a single rating. Exact under normality for the one-way and the consistency model; Satterthwaite's
    approximation for agreement.

    References
    ----------
    Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420, p. 424 to 426. McGraw & Wong 1996, doi:10.1037/1082-989X.1.1.30, table 7.
    """
    found = _mean_squares(ratings, counts, one_way=one_way)
    if found is None:
        return None
    largest = max(found.items, found.raters, found.within)
    noise = found.within if one_way else found.error
    if min(noise, found.items) <= SURE * largest:
        return None
    ends = _agreement_ends(found, ci_level) if agreement else _consistency_ends(found, noise, one_way, ci_level)
    value = _value(found, noise, agreement)
    name = "F interval with Satterthwaite's degrees of freedom" if agreement else "F interval"
    return min(*ends, value), max(*ends, value), f"{name} of {found.n:,.0f} items (Shrout & Fleiss 1979)"


def _mean_squares(ratings: FloatArray, counts: IntArray, *, one_way: bool) -> MeanSquares | None:
    given = ~np.isnan(ratings)
    rows = given.sum(axis=1) >= 2 if one_way else given.any(axis=1)
    table, w = ratings[rows], counts[rows].astype(np.float64)
    given = given[rows]
    n = float(w.sum())
    sizes = given.sum(axis=1)
    if n < 2 or np.ptp(sizes) > 0 or sizes[0] < 2:
        return None
    k = float(sizes[0])
    if not one_way:
        table = table[:, given.any(axis=0)]
        if table.shape[1] != k:
            return None
    given = ~np.isnan(table)
    scores = np.where(given, table - table[given].mean(), 0.0)
    mean = scores.sum(axis=1) / k
    grand = float((w * mean).sum() / n)
    items = k * float((w * (mean - grand) ** 2).sum()) / (n - 1)
    inside = float((w * np.where(given, (scores - mean[:, np.newaxis]) ** 2, 0.0).sum(axis=1)).sum())
    within = inside / (n * (k - 1))
    if one_way:
        return MeanSquares(n, k, items, 0.0, within, within)
    of_raters = n * float(((w @ scores / n - grand) ** 2).sum())
    return MeanSquares(n, k, items, of_raters / (k - 1), max(inside - of_raters, 0.0) / ((n - 1) * (k - 1)), within)


def _value(found: MeanSquares, noise: float, agreement: bool) -> float:
    raters = found.k * (found.raters - found.error) / found.n if agreement else 0.0
    return (found.items - noise) / (found.items + (found.k - 1) * noise + raters)


def _consistency_ends(found: MeanSquares, noise: float, one_way: bool, ci_level: float) -> tuple[float, float]:
    ratio, n, k = found.items / noise, found.n, found.k
    df = n * (k - 1) if one_way else (n - 1) * (k - 1)
    low, high = ratio / _quantile(n - 1, df, ci_level), ratio * _quantile(df, n - 1, ci_level)
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _agreement_ends(found: MeanSquares, ci_level: float) -> tuple[float, float]:
    n, k, msb, msj, mse = found.n, found.k, found.items, found.raters, found.error
    r = _value(found, mse, agreement=True)
    a, b = k * r * msj / mse, n * (1 + (k - 1) * r) - k * r
    df = (k - 1) * (n - 1) * (a + b) ** 2 / ((n - 1) * a**2 + b**2)
    lower, upper = _quantile(n - 1, df, ci_level), _quantile(df, n - 1, ci_level)
    others = k * msj + (k * n - k - n) * mse
    return n * (msb - lower * mse) / (lower * others + n * msb), n * (upper * msb - mse) / (others + n * upper * msb)


def _quantile(df_above: float, df_below: float, ci_level: float) -> float:
    from scipy.special import fdtri

    return float(fdtri(df_above, df_below, 0.5 + ci_level / 2))
