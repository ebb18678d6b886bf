"""Ranks of items that share a rank where they are tied, under many sets of item weights."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.resampling import Evaluate


def mid_ranker(values: FloatArray) -> Evaluate:
    """Weights of rows to the mid-ranks of rows, shape (n_resamples, n_rows), measured from the middle rank.

    Parameters
    ----------
    values : float array, shape (n_rows,)
        Infinity where there is no value; give such rows the weight 0.
    """
    order = np.argsort(values, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(_finite(values[order])) > 0)) if len(order) else order
    group = np.empty(len(order), dtype=np.intp)
    group[order] = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(order))))

    def ranks(weights: FloatArray) -> FloatArray:
        tied = np.add.reduceat(weights[:, order], starts, axis=1)
        below = np.cumsum(tied, axis=1) - tied
        return np.asarray((below + tied / 2)[:, group] - weights.sum(axis=1, keepdims=True) / 2)

    return ranks


def _finite(values: FloatArray) -> FloatArray:
    """Infinite values replaced by one above all others, so that two of them differ by 0."""
    finite = values[np.isfinite(values)]
    return np.where(np.isfinite(values), values, finite.max(initial=0.0) + 1.0)
