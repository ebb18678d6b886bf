"""Intervals where distinct rows are too many to draw again and again: items in random groups, and one group at a time left out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit.stats.kernels.draws import CELLS_AT_ONCE, Block, Rows
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

GROUPS = 1_000
"""Groups: the interval then has 999 degrees of freedom, and a standard error is known to 2 % (ours)."""


def in_groups(patterns: FloatArray, counts: IntArray, n_units: int) -> Rows:
    """Every item as a row of its own, in one of `GROUPS` random groups of equal size.

    Parameters
    ----------
    patterns : float array, shape (n_runs, n_patterns, n_raters)
    counts : int array, shape (n_patterns,)
    n_units : int
        Items that say something.

    Notes
    -----
    The groups follow from the number of items alone, so that the same table has the same interval on any machine.
    """
    owner = np.repeat(np.arange(len(counts)), counts)
    groups = np.random.default_rng(len(owner)).permutation(np.arange(len(owner), dtype=np.int64) % GROUPS)
    return Rows(patterns[:, owner], np.ones(len(owner), dtype=np.int64), groups, n_units, grouped=True)


def leave_groups_out(rows: Rows, mean: Callable[[Block], FloatArray], *, row_by_row: bool) -> tuple[FloatArray, IntArray]:
    """The value without each group, shape (GROUPS,), and ones: what `jackknife_interval` takes.

    Parameters
    ----------
    row_by_row : bool
        Whether `mean` needs a weight for every row, of which only so many fit into memory at once.

    References
    ----------
    Kott 2001, "The delete-a-group jackknife", Journal of Official Statistics 17(4), 521-526; Wolter 2007, Introduction to Variance Estimation, section 4.2.
    """
    step = max(1, CELLS_AT_ONCE // len(rows.counts)) if row_by_row else GROUPS
    without = 1.0 - np.eye(GROUPS)
    found = [mean(Block(without[start : start + step], rows.clusters)) for start in range(0, GROUPS, step)]
    return np.concatenate(found), np.ones(GROUPS, dtype=np.int64)
