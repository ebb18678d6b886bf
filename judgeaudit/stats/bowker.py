"""Bowker's test of symmetry."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.square_table import chi_squared, square_table
from judgeaudit.stats.shapes import PValue


def bowker(
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
    """Do as many items move from one label to another as move back, for every two labels?

    Use it beside `stuart_maxwell`: label shares may stay the same although items move round in a circle. On two labels it is
    McNemar's test without correction. Known weakness: many pairs of labels cost power, and pairs with few items make the
    approximation rough.

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
        p value, 0 to 1; `statistic` with `df`; `effect` is the net movement between labels as a share of items. 1 where no item is
        discordant. Undefined when no item has both labels, or more than 1,000 labels are used.

    Raises
    ------
    OptionError
        Ratings or options that make no sense, several runs, or clusters.

    Notes
    -----
    Sum over pairs of labels of (n_ij - n_ji)^2 / (n_ij + n_ji); chi-squared with as many degrees of freedom as there are pairs
    of labels between which an item moved (pairs without one are left out, and said).

    References
    ----------
    Bowker 1948, doi:10.1080/01621459.1948.10483284. Stuart 1953, doi:10.1093/biomet/40.1-2.105 (the data).

    Examples
    --------
    Stuart 1953, unaided vision of 7,477 women, right and left eye in four grades, printed as 19.11:

    >>> table = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
    >>> pairs = [[i, j] for i in range(4) for j in range(4)]
    >>> found = bowker(pairs, labels=[0, 1, 2, 3], counts=[table[i][j] for i, j in pairs])
    >>> round(found.statistic, 2), found.df
    (19.11, 6.0)
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    table = square_table(sample, "Bowker's test")
    if isinstance(table, str):
        return PValue(undefined=table)
    rows, columns = np.triu_indices(len(table.cells), 1)
    net, moved = table.cells[rows, columns] - table.cells[columns, rows], table.cells[rows, columns] + table.cells[columns, rows]
    used = moved > 0
    statistic, effect = float((net[used] ** 2 / moved[used]).sum()), float(np.abs(net).sum() / table.n_items)
    empty = int((~used).sum())
    method = "Bowker's test of symmetry" + (f", {empty} of {len(used)} pairs of labels without an item left out" if empty else "")
    sparse = int((moved[used] < 10).sum())
    method += f", {sparse} pairs of labels expect fewer than 5 items each way" if sparse else ""
    return chi_squared(table, statistic, int(used.sum()), effect=effect, method=method)
