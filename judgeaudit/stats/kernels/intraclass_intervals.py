"""Intervals of intraclass correlations by formula, for complete ratings and normal scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

FEW_ITEMS = 20
"""Items up to which the agreement model keeps Shrout and Fleiss' interval: with more it is too short where raters differ (ours, measured:
.66 to .94 at 50 to 1,000 items and 2 to 5 raters, where the generalised one held .94 to .98)."""

NODES = 4096
"""Points at which the generalised interval's distribution is evaluated."""

SURE = 1e-12
"""Share of the total mean square below which a mean square is rounding, and no F ratio can be formed."""

SOURCE = " (Shrout & Fleiss 1979)"
GENERALISED = "generalised interval"
DIFFER = 4.0
"""Mean square of raters over that of error above which the F interval says that it is short (ours, measured: 90 to 91 % at 20 items and two raters)."""

RATERS_DIFFER = " (coverage may be lower than nominal: raters differ, and few of them tell little of how much)"


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
    Of the reliability of a single rating. Exact under normality for the one-way and the consistency model. For agreement
    Satterthwaite's approximation with at most `FEW_ITEMS` items, else, or where it cannot be formed, the generalised interval: quantiles of
    the coefficient when each mean square is its own over a chi-square variable of its degrees of freedom. It knows that k raters
    tell their own spread with k - 1 degrees of freedom, however many items there are.

    References
    ----------
    Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420, p. 424 to 426. McGraw & Wong 1996, doi:10.1037/1082-989X.1.1.30, table 7.
    Tian & Cappelleri 2004, doi:10.1002/sim.1782 (generalised). Ionan et al. 2014, doi:10.1186/1471-2288-14-121 (comparison).
    """
    found = _mean_squares(ratings, counts, one_way=one_way)
    if found is None:
        return None
    largest = max(found.items, found.raters, found.within)
    noise = found.within if one_way else found.error
    if min(noise, found.items) <= SURE * largest:
        return None
    value = _value(found, noise, agreement)
    ends, name = _agreement(found, ci_level) if agreement else (_consistency_ends(found, noise, one_way, ci_level), "F interval")
    return min(*ends, value), max(*ends, value), f"{name} of {found.n:,.0f} items" + (SOURCE if name != GENERALISED else "")


def _agreement(found: MeanSquares, ci_level: float) -> tuple[tuple[float, float], str]:
    if found.n <= FEW_ITEMS:
        ends = _satterthwaite_ends(found, ci_level)
        if ends is not None:
            return ends, "F interval with Satterthwaite's degrees of freedom" + (RATERS_DIFFER if found.raters > DIFFER * found.error else "")
    return _generalised_ends(found, ci_level), GENERALISED


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


def _satterthwaite_ends(found: MeanSquares, ci_level: float) -> tuple[float, float] | None:
    """None where the value is below 0: the degrees of freedom are then those of no chi-square variable."""
    n, k, msb, msj, mse = found.n, found.k, found.items, found.raters, found.error
    r = _value(found, mse, agreement=True)
    a, b = k * r * msj / mse, n * (1 + (k - 1) * r) - k * r
    if r < 0 or (n - 1) * a**2 + b**2 <= 0:
        return None
    df = (k - 1) * (n - 1) * (a + b) ** 2 / ((n - 1) * a**2 + b**2)
    lower, upper = _quantile(n - 1, df, ci_level), _quantile(df, n - 1, ci_level)
    others = k * msj + (k * n - k - n) * mse
    low, high = n * (msb - lower * mse) / (lower * others + n * msb), n * (upper * msb - mse) / (others + n * upper * msb)
    return (low, high) if np.isfinite([low, high]).all() else None


def _generalised_ends(found: MeanSquares, ci_level: float) -> tuple[float, float]:
    n, k = found.n, found.k
    items, raters, error = (np.array([found.items, found.raters, found.error]) * _drawn(n, k)).T
    values = (items - error) / (items + (k - 1) * error + k * (raters - error) / n)
    low, high = np.quantile(values, [(1 - ci_level) / 2, (1 + ci_level) / 2])
    return float(low), float(high)


@lru_cache(maxsize=8)
def _drawn(n: float, k: float) -> FloatArray:
    """Degrees of freedom over chi-square variables for items, raters and error, at `NODES` points, shape (NODES, 3)."""
    from scipy.special import chdtri

    root = 1.2207440846057596  # of x^4 = x + 1: its powers spread points evenly over a cube (Roberts' sequence)
    places = (0.5 + np.arange(1, NODES + 1)[:, np.newaxis] * root ** -np.arange(1.0, 4.0)) % 1
    freedom = np.array([n - 1, k - 1, (n - 1) * (k - 1)])
    return np.asarray(freedom / chdtri(freedom, places))


def _quantile(df_above: float, df_below: float, ci_level: float) -> float:
    from scipy.special import fdtri

    return float(fdtri(df_above, df_below, 0.5 + ci_level / 2))
