"""Per-item agreement of exact labels: the shares that the simple rates are means of."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.rates import rate
from judgeaudit.stats.kernels.ratings_check import FloatArray, Sample, why_no_pairs
from judgeaudit.stats.kernels.resampling import two_or_more


def label_counts(ratings: FloatArray) -> FloatArray:
    """How often each label of a row occurs in it, shape (n_rows, n_raters): a row's labels ascending, then zeros.

    What counts is how many labels a row has, not how many there are: on a continuous scale nearly all are different.
    """
    rows, raters = ratings.shape
    if raters == 0:
        return np.zeros((rows, 1))
    ordered = np.sort(ratings, axis=1)
    given = ~np.isnan(ordered)
    fresh = given & (np.diff(ordered, axis=1, prepend=np.nan) != 0)
    place = np.arange(rows)[:, np.newaxis] * raters + np.cumsum(fresh, axis=1) - 1
    return np.bincount(place[given], minlength=rows * raters).reshape(rows, raters).astype(np.float64)


def pair_share(counts: FloatArray) -> FloatArray:
    """Share of a row's pairs of ratings that are the same: sum n_c (n_c - 1) / (k (k - 1))."""
    total = counts.sum(axis=1)
    return np.asarray((counts * (counts - 1)).sum(axis=1) / np.maximum(total * (total - 1), 1))


def largest_share(counts: FloatArray) -> FloatArray:
    """Share of a row's most frequent label."""
    return np.asarray(counts.max(axis=1) / np.maximum(counts.sum(axis=1), 1))


def unanimous(counts: FloatArray) -> FloatArray:
    """1 where a row has one label only, else 0."""
    return np.asarray((counts > 0).sum(axis=1) == 1, dtype=np.float64)


def values_of_runs(sample: Sample, share: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """A share of each row in each run, shape (n_runs, n_rows); NaN for rows with fewer than two ratings."""
    return np.array([np.where(two_or_more(run), share(label_counts(run)), np.nan) for run in sample.ratings])


def estimate_share(sample: Sample, share: Callable[[FloatArray], FloatArray], *, what: str) -> Estimate:
    """The mean over items of a share of each item's ratings, among items with two ratings or more."""
    used = (~np.isnan(sample.ratings)).sum(axis=2) >= 2
    n_ratings = int(((~np.isnan(sample.ratings)).sum(axis=2) * used * sample.counts).sum())
    reason = next(filter(None, (why_no_pairs(run) for run in sample.ratings)), "no ratings")
    return rate(sample, values_of_runs(sample, share), n_ratings=n_ratings, reason=reason, what=what)
