"""Cohen's kappa, plain and weighted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.paired import has_both, indicators, why_no_partner
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate
from judgeaudit.stats.kernels.weights import Weights, agreement_weights, no_variation


def cohen_kappa(
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
    """Agreement between two raters, or a judge and gold, corrected for the agreement that their own label shares give by chance.

    1 is perfect agreement, 0 what two independent raters with these label shares would reach. Identity weights on
    nominal scales, quadratic ones on ordinal and interval scales. Known weakness: it is low where one label dominates,
    however often the two agree (the kappa paradox), and 0 for a judge that always gives the same label.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Codes of the judge (or rater 1) and of gold (or rater 2); NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        Decides the weights.
    labels : sequence of float, optional
        Every point of the scale, ascending. On an ordinal scale weights count its steps, unused ones too.
    weights : {"identity", "linear", "quadratic", "ordinal"} or float array, shape (n_labels, n_labels), optional
        In place of those of the level. A table need not be symmetric: rows are the first column's labels.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1. Undefined when no item has both labels, or both raters gave every item the same label.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    kappa = 1 - sum v_kl p_kl / sum v_kl p_k q_l, with v = 1 - weights.

    References
    ----------
    Cohen 1960, doi:10.1177/001316446002000104. Cohen 1968, doi:10.1037/h0026256.
    Feinstein & Cicchetti 1990, doi:10.1016/0895-4356(90)90158-L (the paradox).

    Examples
    --------
    Cohen 1968, table 1 (200 persons, three diagnoses), printed as .492:

    >>> table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
    >>> pairs = [[i, j] for i in range(3) for j in range(3)]
    >>> round(cohen_kappa(pairs, labels=[0, 1, 2], counts=[table[i][j] for i, j in pairs]).value, 3)
    0.492
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    declared = sample.labels is not None
    if weights == "quadratic" if isinstance(weights, str) else weights is None and sample.level != "nominal":
        name = "quadratic"
        flat = "no variation: every rating is the same"
        scores = np.arange(len(sample.points), dtype=np.float64) if sample.level == "ordinal" and declared else sample.points

        def build(run: FloatArray) -> Evaluate:
            return _quadratic_kernel(_scored(run, sample.points, scores))
    else:
        table, name = agreement_weights(weights, level=sample.level, points=sample.points, declared=declared)
        flat = no_variation(sample, table)

        def build(run: FloatArray) -> Evaluate:
            return _kernel(run, sample.points, 1 - table)

    return estimate(
        sample,
        Coefficient(
            what="Cohen's kappa" + ("" if name == "identity" else f", {name} weights"), build=build, used=has_both, why_undefined=why_no_partner, no_variation=flat,
            chance_difference=lambda run, times: _chance_difference(run, times, sample.points),
        ),
    )  # fmt: skip


def _kernel(ratings: FloatArray, points: FloatArray, distance: FloatArray) -> Evaluate:
    both = has_both(ratings)
    first, second = (indicators(np.where(both, column, np.nan), points) for column in ratings.T)
    observed = ((first @ distance) * second).sum(axis=1)

    def evaluate(weights: FloatArray) -> FloatArray:
        expected = ((weights @ first) @ distance * (weights @ second)).sum(axis=1)
        return 1 - divide((weights @ both.astype(np.float64)) * (weights @ observed), expected)

    return evaluate


def _scored(ratings: FloatArray, points: FloatArray, scores: FloatArray) -> FloatArray:
    """Scores of the rows, centred; NaN where missing."""
    padded = np.append(scores - scores.mean() if len(scores) else scores, np.nan)
    return np.asarray(padded[np.where(np.isnan(ratings), len(points), np.searchsorted(points, np.nan_to_num(ratings)))])


def _quadratic_kernel(scores: FloatArray) -> Evaluate:
    """Quadratic weights need sums only: a continuous scale costs no more than one with two points."""
    both = has_both(scores)
    a, b = np.where(both[:, np.newaxis], scores, 0.0).T
    summands = np.column_stack([both, (a - b) ** 2, a, b, a * a + b * b])

    def evaluate(weights: FloatArray) -> FloatArray:
        n, observed, sum_a, sum_b, squares = (weights @ summands).T
        expected = n * squares - 2 * sum_a * sum_b
        return 1 - divide(n * observed, np.where(expected > 1e-12 * np.maximum(n * squares, 1e-300), expected, 0.0))

    return evaluate


def _chance_difference(ratings: FloatArray, counts: IntArray, points: FloatArray) -> float:
    """Share of pairs of one label of each rater, drawn independently, that differ."""
    rows = has_both(ratings)
    first, second = (np.bincount(np.searchsorted(points, column[rows]), weights=counts[rows], minlength=len(points)) for column in ratings.T)
    return float(1 - (first * second).sum() / float(counts[rows].sum()) ** 2)
