"""Bhapkar's test of equal label shares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.square_table import chi_squared, marginal_statistic, moved_share, say_lost_df, square_table
from judgeaudit.stats.shapes import PValue

LEAST_LEFT = 0.5
"""1 - W / n below which p is no measure of evidence any more: W / (1 - W / n) is then more than twice the statistic of Stuart and Maxwell (ours)."""

_FAR_OFF = "W is more than half the number of items: the approximation is far off, and p is far too small (believe stuart_maxwell, or mcnemar for two labels)"


def bhapkar(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> PValue:
    """Do two versions use every label equally often, with the variance as it is and not as it would be if they did?

    Use it in place of `stuart_maxwell` with many items, where it has a little more power. Known weakness: its p values are
    the smaller ones, and too small where items are few; movements that cancel cannot be seen (see `bowker`). Where nearly all
    items moved alike its p value is absurdly small (W near n); `method` then says so.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2)
        Labels of two versions (or raters, or judge and gold) of the same items; NaN where missing. Only items with both
        count. Several runs are refused.
    level : {"nominal", "ordinal", "interval"}
        Not used: labels are the same or they are not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending. Points that neither column used are left out, and `method` says how many.
    counts : int array, shape (n_items,), optional
        How many identical items each row stands for: a contingency table is its cells with their counts.
    ci_level, n_resamples, rng
        Not used: the p value comes from a formula and has no interval.
    clusters
        Refused; use `paired_permutation`.

    Returns
    -------
    PValue
        p value, 0 to 1; `statistic` with `df`; `effect` is the share of items that would have to change their label for the shares
        to be equal. 1 where no item is discordant. Undefined when no item has both labels, more than 1,000 labels are used, or
        every item moved alike, so that the difference has no variance.

    Raises
    ------
    OptionError
        Ratings or options that make no sense, several runs, or clusters.

    Notes
    -----
    W / (1 - W / n), with W the statistic of Stuart and Maxwell (Keefe 1982); chi-squared with the same degrees of freedom.

    References
    ----------
    Bhapkar 1966, doi:10.1080/01621459.1966.10502021. Ireland, Ku & Kullback 1969, doi:10.1080/01621459.1969.10501071 (the example).

    Examples
    --------
    Stuart 1953, unaided vision of 7,477 women, right and left eye in four grades, printed as 11.98:

    >>> table = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
    >>> pairs = [[i, j] for i in range(4) for j in range(4)]
    >>> found = bhapkar(pairs, labels=[0, 1, 2, 3], counts=[table[i][j] for i, j in pairs])
    >>> round(found.statistic, 2), found.df
    (11.98, 3.0)
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    table = square_table(sample, "Bhapkar's test")
    if isinstance(table, str):
        return PValue(undefined=table)
    score, df = marginal_statistic(table)
    left = 1 - score / table.n_items
    if left < 1e-12:
        return PValue(
            undefined="every item moved alike: the difference between the columns has no variance", n_items=table.n_items, n_ratings=2 * table.n_items
        )
    method = "Bhapkar's test" + say_lost_df(table, df) + ("" if left >= LEAST_LEFT else f"; {_FAR_OFF}")
    return chi_squared(table, score / left, df, effect=moved_share(table), method=method)
