"""One run of ratings as its distinct rows, where there are far fewer of them than rows: what follows is computed of each once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.draws import group_rows
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, by_column

MANY_ROWS = 10_000
"""Rows from which on finding the distinct ones costs less than computing with all (ours)."""


@dataclass(frozen=True, slots=True)
class Run:
    """The rows of one run.

    Attributes
    ----------
    ratings : float array, shape (n_distinct, n_raters)
    counts : int array, shape (n_distinct,)
        Items that each row stands for.
    row_of : int array, shape (n_rows,), or None
        The distinct row that each row is; None where every row stands for itself.
    """

    ratings: FloatArray
    counts: IntArray
    row_of: IntArray | None

    def everywhere(self, found: BoolArray) -> BoolArray:
        """What was found of the distinct rows, for each row."""
        return found if self.row_of is None else found[self.row_of]


def run_rows(ratings: FloatArray, counts: IntArray) -> Run:
    """The distinct rows of a run with many rows, ascending; else its rows as they are.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)
    counts : int array, shape (n_rows,)
    """
    if len(ratings) < MANY_ROWS:
        return Run(ratings, counts, None)
    first, row_of = group_rows(ratings[np.newaxis])
    if 2 * len(first) > len(ratings):
        return Run(ratings, counts, None)
    return Run(by_column(ratings[np.newaxis, first])[0], np.bincount(row_of, weights=counts, minlength=len(first)).astype(np.int64), row_of)
