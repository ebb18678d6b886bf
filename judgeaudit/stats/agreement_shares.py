"""Per-item agreement of exact labels: the shares that the simple rates are means of."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.rates import rate
from judgeaudit.stats.ratings_check import FloatArray, Sample, why_no_pairs
from judgeaudit.stats.resampling import two_or_more


def label_counts(ratings: FloatArray) -> FloatArray:
    """How often each distinct label occurs in each row, shape (n_rows, n_labels)."""
    labels = np.unique(ratings[~np.isnan(ratings)])
    return np.stack([(ratings == label).sum(axis=1) for label in labels], axis=1).astype(np.float64) if len(labels) else np.zeros((len(ratings), 1))


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
