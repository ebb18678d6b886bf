"""The Stuart-Maxwell test of equal label shares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.square_table import chi_squared, marginal_statistic, moved_share, say_lost_df, square_table
from judgeaudit.stats.shapes import PValue


def stuart_maxwell(
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
    """Do two versions use every label equally often, on the same items?

    Use it to see whether a judge has become harsher or more lenient on a scale of more than two labels; on two labels it is
    McNemar's test without correction. Known weakness: movements that cancel cannot be seen (see `bowker`), the p value says
    nothing about the size of the change, and with few discordant items the approximation is rough.

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
        to be equal. 1 where no item is discordant. Undefined when no item has both labels, or more than 1,000 labels are used.

    Raises
    ------
    OptionError
        Ratings or options that make no sense, several runs, or clusters.

    Notes
    -----
    d' S^-1 d with d_i = n_i. - n_.i, S_ii = n_i. + n_.i - 2 n_ii and S_ij = -(n_ij + n_ji), one label left out of each group of
    labels between which items moved: chi-squared with as many degrees of freedom as labels are kept.

    References
    ----------
    Stuart 1955, doi:10.1093/biomet/42.3-4.412. Maxwell 1970, doi:10.1192/bjp.116.535.651.

    Examples
    --------
    Stuart 1953, unaided vision of 7,477 women, right and left eye in four grades, printed as 11.96:

    >>> table = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
    >>> pairs = [[i, j] for i in range(4) for j in range(4)]
    >>> found = stuart_maxwell(pairs, labels=[0, 1, 2, 3], counts=[table[i][j] for i, j in pairs])
    >>> round(found.statistic, 2), found.df
    (11.96, 3.0)
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    table = square_table(sample, "the Stuart-Maxwell test")
    if isinstance(table, str):
        return PValue(undefined=table)
    statistic, df = marginal_statistic(table)
    return chi_squared(table, statistic, df, effect=moved_share(table), method="Stuart-Maxwell test" + say_lost_df(table, df))
