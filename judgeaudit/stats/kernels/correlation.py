"""The correlation of two (tables of) columns under many sets of row weights."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.kernels.resampling import Evaluate, divide

NO_SPREAD = "no variation: every rating in one column is the same"


def correlation_kernel(first: FloatArray, second: FloatArray, used: BoolArray) -> Evaluate:
    """Correlation summed over columns: Pearson's for one column each, Gorodkin's R_K for tables of indicators.

    Parameters
    ----------
    first, second : float arrays, shape (n_rows, n_columns)
        Finite everywhere; rows that are not used are 0. Centre them where they lie far from 0.
    used : bool array, shape (n_rows,)

    Returns
    -------
    function
        Weights to correlations; NaN where one side has no spread.

    Notes
    -----
    (n S_ab - S_a . S_b) / sqrt((n S_aa - S_a . S_a) (n S_bb - S_b . S_b)), sums over rows and columns. A spread below
    1e-12 of its own sum of squares is rounding and counts as none.
    """
    squares = [used, (first * second).sum(axis=1), (first**2).sum(axis=1), (second**2).sum(axis=1)]
    summands = np.column_stack([*squares, first, second])
    end = 4 + first.shape[1]

    def evaluate(weights: FloatArray) -> FloatArray:
        sums = weights @ summands
        n, sum_ab, sum_aa, sum_bb = sums[:, :4].T
        return correlation_of_sums(n, sum_ab, sum_aa, sum_bb, sums[:, 4:end], sums[:, end:])

    return evaluate


def correlation_of_sums(n: FloatArray, sum_ab: FloatArray, sum_aa: FloatArray, sum_bb: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """The correlation from the weighted sums of ones, products and squares, shape (n,) each, and of the columns, shape (n, n_columns)."""
    spread_a, spread_b = _spread(n * sum_aa, (a * a).sum(axis=1)), _spread(n * sum_bb, (b * b).sum(axis=1))
    return np.asarray(np.clip(divide(n * sum_ab - (a * b).sum(axis=1), np.sqrt(spread_a * spread_b)), -1, 1))


def _spread(squares: FloatArray, square_of_sum: FloatArray) -> FloatArray:
    spread = squares - square_of_sum
    return np.where(spread > 1e-12 * squares, spread, 0.0)
