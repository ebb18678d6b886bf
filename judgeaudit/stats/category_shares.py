"""What Gwet's AC and Fleiss' kappa share: weighted agreement within items, against what the use of the categories gives by chance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.ratings_check import BoolArray, FloatArray, IntArray, Sample
from judgeaudit.stats.resampling import Coefficient, Evaluate, divide, estimate, two_or_more

Chance = Callable[[FloatArray, FloatArray], FloatArray]
"""Shares of categories, shape (n_resamples, n_points), and weights, shape (n_points, n_points), to chance agreement."""


def estimate_from_shares(sample: Sample, weights: FloatArray, *, what: str, chance: Chance) -> Estimate:
    """(p_a - p_e) / (1 - p_e), with p_a from items with two ratings or more and the categories' shares from all items.

    Parameters
    ----------
    sample : Sample
    weights : float array, shape (n_points, n_points)
        Agreement weights between the points of the scale.
    what : str
        Name and variant, for `method`.
    chance : function of shares and weights

    Notes
    -----
    p_a = mean over items of sum_q r_q (r*_q - 1) / (r (r - 1)), r*_q = sum_l w_ql r_l; the share of category q is the
    mean over items of r_q / r.
    """
    identity = np.eye(len(weights))

    def difference_by_chance(run: FloatArray, counts: IntArray) -> float:
        sums = counts[np.newaxis] @ _summands(run, sample.points, identity)
        return 1 - float(chance(sums[:, 3:] / sums[:, 2:3], identity)[0])

    single = int(sample.counts[(_rated(sample.ratings) & ~_paired(sample.ratings)).any(axis=0)].sum())
    return estimate(
        sample,
        Coefficient(
            what=what + (f", categories' shares also from {single} items with one rating" if single else ""),
            build=lambda run: _kernel(_summands(run, sample.points, weights), weights, chance),
            used=_rated, informative=two_or_more, chance_difference=difference_by_chance, any_order=True,
        ),
    )  # fmt: skip


def _rated(ratings: FloatArray) -> BoolArray:
    return np.asarray((~np.isnan(ratings)).any(axis=-1))


def _paired(ratings: FloatArray) -> BoolArray:
    return np.asarray((~np.isnan(ratings)).sum(axis=-1) >= 2)


def _kernel(summands: FloatArray, weights: FloatArray, chance: Chance) -> Evaluate:
    def evaluate(row_weights: FloatArray) -> FloatArray:
        sums = row_weights @ summands
        expected = chance(divide(sums[:, 3:], sums[:, 2:3]), weights)
        room = np.where(1 - expected > 1e-12, 1 - expected, 0.0)
        return divide(divide(sums[:, 1], sums[:, 0]) - expected, room)

    return evaluate


def _summands(ratings: FloatArray, points: FloatArray, weights: FloatArray) -> FloatArray:
    """Per row: has two ratings or more, its agreement, has a rating, and its share of each category."""
    n = np.stack([(ratings == point).sum(axis=1) for point in points], axis=1).astype(np.float64)
    total = n.sum(axis=1)
    pairs = np.where(total >= 2, total * (total - 1), 1.0)
    agreement = np.where(total >= 2, (n * (n @ weights.T - 1)).sum(axis=1) / pairs, 0.0)
    return np.column_stack([total >= 2, agreement, total >= 1, n / np.maximum(total, 1)[:, np.newaxis]])
