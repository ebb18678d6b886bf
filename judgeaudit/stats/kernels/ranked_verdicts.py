"""Verdicts in the order of their confidence: which confidences are the same, how items split at each, and how many are wrong above it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.paired import has_both
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, Sample

SAME_CONFIDENCE = 1e-9
"""Difference up to which neighbouring confidences are one (0.1 + 0.2 is 0.3, but not as a computer adds)."""


def levels_of(confidence: FloatArray) -> tuple[FloatArray, IntArray]:
    """Distinct confidences, ascending, and the number of the one that each value is: one dimension, none missing.

    Of confidences that are the same but for rounding the least is the level, so that `confidence >= level` holds for all of them.
    """
    values, place = np.unique(confidence, return_inverse=True)
    new = np.append(True, np.diff(values) > SAME_CONFIDENCE) if len(values) else np.zeros(0, dtype=np.bool_)
    return values[new], np.asarray((np.cumsum(new) - 1)[place.ravel()], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Accepted:
    """What is accepted at each distinct confidence, from the highest down; arrays of shape (n_levels,).

    Attributes
    ----------
    threshold : float array
        Verdicts with at least this confidence are accepted.
    items : int array
        Items of which at least one verdict is.
    errors : float array
        Items that are wrong; of an item with several verdicts the share of those accepted.
    covered : float array
        Share of all items that is accepted; of an item with several verdicts the share of these.
    """

    threshold: FloatArray
    items: IntArray
    errors: FloatArray
    covered: FloatArray


def accepted(sample: Sample) -> Accepted:
    """Count items and errors at each distinct confidence of a sample of confidences (column 0) and of 0 or 1 for wrong or right (column 1)."""
    run, row = np.nonzero(has_both(sample.ratings))
    confidence, wrong = sample.ratings[run, row, 0], 1 - sample.ratings[run, row, 1]
    thresholds, level = levels_of(confidence)
    order = np.lexsort((-level, row))
    row, level, wrong = row[order], level[order], wrong[order]
    nth = _nth_of_its_row(row)
    bad = np.cumsum(wrong)
    bad -= (bad - wrong)[np.flatnonzero(nth == 1)][np.cumsum(nth == 1) - 1]
    share = bad / nth
    more_wrong = share - np.where(nth == 1, 0.0, np.append(0.0, share[:-1]))
    counts, verdicts = sample.counts[row], np.bincount(row, minlength=len(sample.counts))[row]

    def downwards(values: FloatArray) -> FloatArray:
        return np.asarray(np.cumsum(np.bincount(level, weights=values, minlength=len(thresholds))[::-1]))

    n = downwards(counts / verdicts)[-1:]
    return Accepted(
        threshold=thresholds[::-1],
        items=np.rint(downwards(np.where(nth == 1, counts, 0.0))).astype(np.int64),
        errors=np.maximum(np.round(downwards(counts * more_wrong), 9), 0.0),
        covered=np.minimum(downwards(counts / verdicts) / n, 1.0),
    )


def _nth_of_its_row(row: IntArray) -> IntArray:
    """1 for the first verdict of a row, 2 for the next; rows in order."""
    first = np.append(True, np.diff(row) > 0) if len(row) else np.zeros(0, dtype=np.bool_)
    start = np.flatnonzero(first)
    return np.asarray(np.arange(len(row)) - start[np.cumsum(first) - 1] + 1, dtype=np.int64)


def taken_at(sample: Sample, threshold: float) -> BoolArray:
    """Which verdicts are accepted at a threshold, shape (n_runs, n_rows)."""
    return np.asarray(has_both(sample.ratings) & (np.nan_to_num(sample.ratings[..., 0], nan=-1.0) >= threshold))
