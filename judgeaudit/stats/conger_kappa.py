"""Conger's kappa: Cohen's for any number of raters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.category_shares import agreement_sums, beyond_chance, count_single, rated
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate, two_or_more
from judgeaudit.stats.kernels.weights import Weights, agreement_weights, no_variation


def conger_kappa(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    weights: Weights = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Agreement between any number of raters, corrected for the agreement that each rater's own label shares give by chance.

    1 is perfect agreement, 0 what independent raters with these label shares would reach. With two raters it is Cohen's kappa;
    unlike Fleiss' kappa it does not count it as disagreement by chance that one rater uses a label more often than another.
    Known weakness: like Cohen's kappa it is low where one label dominates, however often raters agree (the kappa paradox).

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Items with one rating count for their rater's label shares only; a rater without
        any rating is left out.
    level : {"nominal", "ordinal", "interval"}
        Decides the weights.
    labels : sequence of float, optional
        Every point of the scale, ascending. On an ordinal scale weights count its steps, unused ones too.
    weights : {"identity", "linear", "quadratic", "ordinal"} or float array, shape (n_labels, n_labels), optional
        In place of those of the level.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1. Undefined when there are no ratings, one rater, no item with two ratings, or only one value.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    p_e = mean over pairs of raters g, h of sum_kl w_kl p_gk p_hl, with p_gk the share of label k among rater g's ratings.
    p_a is that of `fleiss_kappa`. With missing ratings this is Gwet's generalisation, in which a pair's shares come from all
    items of each of the two; for two raters with missing ratings it therefore differs from `cohen_kappa`, which uses only items
    with both.

    References
    ----------
    Conger 1980, doi:10.1037/0033-2909.88.2.322. Gwet 2014, Handbook of Inter-Rater Reliability, 4th edition, chapter 2.

    Examples
    --------
    Krippendorff's data with missing ratings, as printed in the documentation of the R package irrCAC:

    >>> nan = float("nan")
    >>> ratings = [[1, 1, nan, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    ...            [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [nan, 5, 5, 5], [nan, nan, 1, 1], [nan, nan, 3, nan]]
    >>> round(conger_kappa(ratings).value, 5)
    0.76282
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    table, name = agreement_weights(weights, level=sample.level, points=sample.points, declared=sample.labels is not None)
    single = count_single(sample)
    return estimate(
        sample,
        Coefficient(
            what="Conger's kappa" + ("" if name == "identity" else f", {name} weights") + (f", label shares also from {single} items with one rating" if single else ""),
            build=lambda run: _kernel(run, sample.points, table), used=rated, informative=two_or_more, no_variation=no_variation(sample, table),
            chance_difference=lambda run, times: _chance_difference(run, times, sample.points),
        ),
    )  # fmt: skip


def _kernel(ratings: FloatArray, points: FloatArray, weights: FloatArray) -> Evaluate:
    agreement = agreement_sums(ratings, points, weights)[:, :2]
    labels = _labels_of_raters(ratings, points)

    def evaluate(row_weights: FloatArray) -> FloatArray:
        given = (row_weights @ labels).reshape(-1, ratings.shape[1], len(points))
        return beyond_chance(row_weights @ agreement, _chance(given, weights))

    return evaluate


def _labels_of_raters(ratings: FloatArray, points: FloatArray) -> FloatArray:
    """Each rater's label of each row as columns of 0 and 1, shape (n_rows, n_raters * n_points)."""
    return np.asarray(ratings[:, :, np.newaxis] == points, dtype=np.float64).reshape(len(ratings), -1)


def _chance(given: FloatArray, weights: FloatArray) -> FloatArray:
    """Mean over pairs of raters of their weighted agreement by chance; how often each gave each label, shape (n, n_raters, n_points)."""
    total = given.sum(axis=2)
    shares = given / np.where(total > 0, total, 1.0)[:, :, np.newaxis]
    together = shares.sum(axis=1)
    same_rater = ((shares @ weights) * shares).sum(axis=(1, 2))
    n_raters = (total > 0).sum(axis=1)
    return divide(((together @ weights) * together).sum(axis=1) - same_rater, (n_raters * (n_raters - 1)).astype(np.float64))


def _chance_difference(ratings: FloatArray, counts: IntArray, points: FloatArray) -> float:
    """Share of pairs of labels of two raters, drawn independently, that differ."""
    given = (counts @ _labels_of_raters(ratings, points)).reshape(1, ratings.shape[1], len(points))
    return 1 - float(_chance(given, np.eye(len(points)))[0])
