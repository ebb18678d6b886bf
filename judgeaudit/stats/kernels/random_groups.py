"""Intervals where distinct rows are too many to draw again and again: items in random groups, and one group at a time left out."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from judgeaudit.stats.kernels.draws import CELLS_AT_ONCE, Block, Rows
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

GROUPS = 1_000
"""Groups: the interval then has 999 degrees of freedom, and a standard error is known to 2 % (ours)."""


def in_groups(patterns: FloatArray, counts: IntArray, n_units: int) -> Rows:
    """Every item in one of `GROUPS` random groups of equal size.

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
    return Rows(patterns, counts, _groups(len(owner)), n_units, grouped=True, owner=owner)


@functools.lru_cache(maxsize=1)
def _groups(n_items: int) -> IntArray:
    """The group of each item; kept for the next statistic of as many."""
    groups = np.random.default_rng(n_items).permutation(np.arange(n_items, dtype=np.int64) % GROUPS)
    groups.setflags(write=False)
    return groups


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
    assert rows.clusters is not None
    assert rows.owner is not None
    if row_by_row:
        from scipy.sparse import csr_array

        inside = csr_array((np.ones(len(rows.clusters)), (rows.clusters, rows.owner)), shape=(GROUPS, len(rows.counts)))
        step = max(1, CELLS_AT_ONCE // len(rows.counts))
        found = [mean(Block(rows.counts - inside[start : start + step].toarray(), None)) for start in range(0, GROUPS, step)]
    else:
        found = [mean(Block(1.0 - np.eye(GROUPS), rows.clusters, rows.owner))]
    return np.concatenate(found), np.ones(GROUPS, dtype=np.int64)
