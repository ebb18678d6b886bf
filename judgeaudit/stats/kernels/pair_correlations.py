"""The correlations of every two judges of a panel under many sets of row weights, from sums that pairs share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit.stats.kernels.correlation import correlation_of_sums
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray


def pair_correlations(columns: FloatArray, given: BoolArray) -> Callable[[FloatArray], FloatArray]:
    """`correlation_kernel` of each two judges, each on the rows that both rated.

    Parameters
    ----------
    columns : float array, shape (n_rows, n_judges, n_columns)
        What is correlated: one column for each judge, or a table of indicators. Values where `given` is False are not used.
    given : bool array, shape (n_rows, n_judges)

    Returns
    -------
    function
        Weights, shape (n, n_rows), to correlations, shape (n_pairs, n), pairs in the order of `itertools.combinations`; NaN
        where one side has no spread.

    Notes
    -----
    A pair of its own needs six sums or more, and reads all weights for them. A judge's sum over the rows of a pair depends on
    the partner only by which rows that one rated: it is added up once for each distinct set of rows, which is once where
    nothing is missing. Only the sum of products is of the pair alone; those of one judge with all later ones are one product
    of matrices.
    """
    n_rows, n_judges, _ = columns.shape
    values = np.where(given[:, :, np.newaxis], columns, 0.0)
    masks, mask_of = _masks(given)
    n_masks = masks.shape[1]

    def over_masks(table: FloatArray, weights: FloatArray) -> FloatArray:
        """Sums of each column over the rows of each mask, shape (n_masks, n, n_columns)."""
        crossed = (masks[:, :, np.newaxis] * table[:, np.newaxis, :]).reshape(n_rows, -1) if n_masks > 1 else table
        return np.asarray((weights @ crossed).reshape(len(weights), n_masks, -1).transpose(1, 0, 2))

    def evaluate(weights: FloatArray) -> FloatArray:
        items = over_masks(masks, weights)
        of_judge = [over_masks(np.column_stack([(value**2).sum(axis=1), value]), weights) for value in values.transpose(1, 0, 2)]
        found = []
        for a in range(n_judges - 1):
            products = weights @ np.einsum("rc,rjc->rj", values[:, a], values[:, a + 1 :])
            for b in range(a + 1, n_judges):
                first, second = of_judge[a][mask_of[b]], of_judge[b][mask_of[a]]
                found.append(
                    correlation_of_sums(
                        items[mask_of[a]][:, mask_of[b]], products[:, b - a - 1], first[:, 0], second[:, 0], first[:, 1:], second[:, 1:]
                    )
                )  # fmt: skip
        return np.array(found).reshape(len(found), len(weights))

    return evaluate


def _masks(given: BoolArray) -> tuple[FloatArray, list[int]]:
    """Distinct sets of rows, shape (n_rows, n_masks), and which of them each judge's is."""
    keys = [np.ascontiguousarray(column).tobytes() for column in given.T]  # `unique` over columns would make a field of every row
    place = {key: n for n, key in enumerate(sorted(set(keys)))}
    return np.stack([np.frombuffer(key, dtype=np.bool_) for key in place], axis=1).astype(np.float64), [place[key] for key in keys]
