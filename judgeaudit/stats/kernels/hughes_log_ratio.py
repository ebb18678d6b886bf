"""The ratio of variance between items to variance within, of which Krippendorff's alpha is a function."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit.stats.kernels.coincidences import Distance, squared_distances
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray
from judgeaudit.stats.kernels.resampling import Evaluate, divide


def log_ratio_of_alpha(ratings: FloatArray, counts: IntArray, distance: Distance) -> tuple[Evaluate, Callable[[float], float]]:
    """Log of the mean square between items over that within, under many sets of row weights, and the way back to alpha.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)
        NaN where there is no rating; items with one rating count for what lies between items.
    counts : int array, shape (n_rows,)
    distance : str or float array
        A level of measurement, or squared distances between the distinct ratings. Ordinal distances are those of all rows,
        whichever is left out.

    Notes
    -----
    MSE, within, is half of alpha's observed disagreement D_o; MST, of all pairs, half of D_e. With N ratings m_i of a items,
    MSA = ((N - 1) MST - (N - a) MSE) / (a - 1), theta = MSA / MSE, n0 = (N - sum m_i^2 / N) / (a - 1), and
    alpha = (theta - 1) / (theta + n0 - 1).

    References
    ----------
    Hughes 2022, arXiv:2210.13265, and the R package krippendorffsalpha, whose values for Krippendorff's data this gives.
    """
    values, table = _table(ratings)
    apart = _distances(values, distance, counts @ table)
    sizes = table.sum(axis=1)
    inside = ((table @ apart) * table).sum(axis=1) / 2 / np.maximum(sizes - 1, 1)
    columns = np.column_stack([sizes > 0, sizes, np.where(sizes >= 2, sizes, 0.0), inside, table])

    def log_ratio(weights: FloatArray) -> FloatArray:
        sums = weights @ columns
        a, n, paired, within = sums[:, :4].T
        of_value = sums[:, 4:]
        error = divide(within, paired)
        between = divide(divide(((of_value @ apart) * of_value).sum(axis=1) / 2, n) - (n - a) * error, a - 1)
        ratio = divide(between, np.where(error > 1e-12 * np.abs(between), error, 0.0))
        return np.log(ratio, out=np.full(ratio.shape, np.nan), where=ratio > 0)

    n_items, n = float(counts[sizes > 0].sum()), float(counts @ sizes)
    size = (n - float(counts @ sizes**2) / n) / (n_items - 1)

    def to_alpha(log: float) -> float:
        theta = float(np.exp(min(log, 700.0)))
        return (theta - 1) / (theta + size - 1)

    return log_ratio, to_alpha


def _table(ratings: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Distinct ratings, ascending, and how often each row has each of them."""
    given = ~np.isnan(ratings)
    values, code = np.unique(ratings[given], return_inverse=True)
    cells = np.nonzero(given)[0] * len(values) + code.ravel()
    return values, np.bincount(cells, minlength=len(ratings) * len(values)).reshape(len(ratings), len(values)).astype(np.float64)


def _distances(values: FloatArray, distance: Distance, marginals: FloatArray) -> FloatArray:
    index = np.arange(len(values))
    if isinstance(distance, str) and distance == "ordinal":
        ranks = np.cumsum(marginals) - marginals / 2
        return np.asarray(np.subtract.outer(ranks, ranks) ** 2)
    return squared_distances(values, distance, index[:, np.newaxis], index)
