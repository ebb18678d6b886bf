"""What multi-rater kappas share: weighted agreement within items, against what the use of the categories gives by chance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, Sample, count_given
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate, two_or_more
from judgeaudit.stats.kernels.weights import no_variation

Chance = Callable[[FloatArray, FloatArray], FloatArray]
"""Shares of categories, shape (n_resamples, n_points), and weights, shape (n_points, n_points), to chance agreement."""


def estimate_from_shares(sample: Sample, weights: FloatArray, *, what: str, chance: Chance, single_ratings: bool = True) -> Estimate:
    """(p_a - p_e) / (1 - p_e), with p_a from items with two ratings or more.

    Parameters
    ----------
    sample : Sample
    weights : float array, shape (n_points, n_points)
        Agreement weights between the points of the scale.
    what : str
        Name and variant, for `method`.
    chance : function of shares and weights
    single_ratings : bool
        Whether the categories' shares come from all items, those with a single rating too.

    Notes
    -----
    p_a = mean over items of sum_q r_q (r*_q - 1) / (r (r - 1)), r*_q = sum_l w_ql r_l; the share of category q is the
    mean over items of r_q / r.
    """
    identity = np.eye(len(weights))

    def difference_by_chance(run: FloatArray, counts: IntArray) -> float:
        sums = counts[np.newaxis] @ agreement_sums(run, sample.points, identity)
        return 1 - float(chance(sums[:, 3:] / sums[:, 2:3], identity)[0])

    single = count_single(sample) if single_ratings else 0
    return estimate(
        sample,
        Coefficient(
            what=what + (f", categories' shares also from {single} items with one rating" if single else ""),
            build=lambda run: _kernel(agreement_sums(run, sample.points, weights), weights, chance),
            used=rated if single_ratings else two_or_more, informative=two_or_more, chance_difference=difference_by_chance, any_order=True,
            no_variation=no_variation(sample, weights),
        ),
    )  # fmt: skip


def rated(ratings: FloatArray) -> BoolArray:
    """Rows with a rating."""
    return count_given(ratings) >= 1


def count_single(sample: Sample) -> int:
    """Items with a single rating, in any of the runs."""
    return int(sample.counts[np.any([count_given(run) == 1 for run in sample.ratings], axis=0)].sum())


def _kernel(summands: FloatArray, weights: FloatArray, chance: Chance) -> Evaluate:
    def evaluate(row_weights: FloatArray) -> FloatArray:
        sums = row_weights @ summands
        return beyond_chance(sums, chance(divide(sums[:, 3:], sums[:, 2:3]), weights))

    return evaluate


def beyond_chance(sums: FloatArray, expected: FloatArray) -> FloatArray:
    """(p_a - p_e) / (1 - p_e) of weighted `agreement_sums`; NaN where chance agreement leaves no room."""
    room = np.where(1 - expected > 1e-12, 1 - expected, 0.0)
    return divide(divide(sums[:, 1], sums[:, 0]) - expected, room)


def agreement_sums(ratings: FloatArray, points: FloatArray, weights: FloatArray) -> FloatArray:
    """Per row: has two ratings or more, its agreement, has a rating, and its share of each category."""
    n = _count_points(ratings, points)
    total = n.sum(axis=1)
    pairs = np.where(total >= 2, total * (total - 1), 1.0)
    agreement = np.where(total >= 2, (n * (n @ weights.T - 1)).sum(axis=1) / pairs, 0.0)
    return np.column_stack([total >= 2, agreement, total >= 1, n / np.maximum(total, 1)[:, np.newaxis]])


def _count_points(ratings: FloatArray, points: FloatArray) -> FloatArray:
    """How often each row has each point, shape (n_rows, n_points)."""
    row, rater = np.nonzero(~np.isnan(ratings))
    cell = row * len(points) + np.searchsorted(points, ratings[row, rater])
    return np.bincount(cell, minlength=len(ratings) * len(points)).reshape(len(ratings), len(points)).astype(np.float64)
