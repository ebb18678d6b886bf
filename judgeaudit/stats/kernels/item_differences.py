"""What tests of a mean difference share: one difference for each item, column 0 less column 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.paired import has_both, paired_ratings, refuse_unordered, why_no_partner
from judgeaudit.stats.kernels.rates import NOTHING
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample


@dataclass(frozen=True, slots=True)
class Differences:
    """Differences of the items that have both ratings.

    Attributes
    ----------
    values : float array, shape (n_rows,)
        Column 0 less column 1; the mean over the runs that have both.
    counts : int array, shape (n_rows,)
        Identical items that each row stands for.
    clusters : int array, shape (n_rows,), or None
    n_runs, n_empty : int
        Runs that hold an item with both ratings, and runs that hold none.
    """

    values: FloatArray
    counts: IntArray
    clusters: IntArray | None
    n_runs: int
    n_empty: int
    n_ratings: int

    @property
    def n_items(self) -> int:
        """Items with a difference."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Mean difference of items."""
        mean = float(self.values @ self.counts) / self.n_items
        return 0.0 if abs(mean) <= NOTHING * max(1.0, float(np.abs(self.values).max())) else mean

    def say_runs(self) -> str:
        """That a difference is a mean over runs; empty for a single run."""
        empty = f"{self.n_empty} of {self.n_runs + self.n_empty} runs without an item that has both ratings" if self.n_empty else ""
        if self.n_runs == 1:
            return f", {empty}" if empty else ""
        return f", each item's difference the mean over its runs ({self.n_runs} in all{'; ' * bool(empty)}{empty})"


def item_differences(sample: Sample) -> Differences | str:
    """The differences, or why there are none."""
    pooled = sample.ratings.reshape(-1, 2)
    reason = refuse_unordered(sample) or why_no_partner(pooled)
    if reason is not None:
        return reason
    both = has_both(sample.ratings)
    used = both.any(axis=0)
    differences = np.where(both, sample.ratings[:, :, 0] - sample.ratings[:, :, 1], 0.0).sum(axis=0)[used] / both.sum(axis=0)[used]
    clusters = None if sample.clusters is None else sample.clusters[used]
    n_runs = int(both.any(axis=1).sum())
    return Differences(differences, sample.counts[used], clusters, n_runs, len(both) - n_runs, paired_ratings(sample))
