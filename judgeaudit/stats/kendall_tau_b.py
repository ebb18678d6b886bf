"""Kendall's tau-b."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.correlation import NO_SPREAD
from judgeaudit.stats.paired import has_both, refuse_unordered, why_no_partner
from judgeaudit.stats.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.resampling import Coefficient, Evaluate, divide, estimate


def kendall_tau_b(
    ratings: ArrayLike,
    *,
    level: str = "ordinal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Of two items, how much more often the judge orders them as gold does than the other way round, with ties allowed for.

    1 is the same order and the same ties. Use it on ordinal scales; it means more to the reader than `spearman`. Known
    weakness: blind to harshness; cannot reach 1 when judge and gold use different numbers of points.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Scores of the judge and of gold; NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        -1 to 1, higher is better. Undefined when no item has both scores, or one column has one value only.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    (C - D) / sqrt((n0 - n1) (n0 - n2)). Cost: pairs of distinct rows, so that n continuous scores cost n^2 for each resample.

    References
    ----------
    Kendall 1945, doi:10.1093/biomet/33.3.239.

    Examples
    --------
    Hollander & Wolfe 1973, p. 185 (lightness of tuna by instrument and by panel), tau = 0.4444 in R's cor.test:

    >>> x = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1]
    >>> y = [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8]
    >>> round(kendall_tau_b(list(zip(x, y))).value, 4)
    0.4444
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    return estimate(
        sample,
        Coefficient(
            what="Kendall's tau-b", build=_kernel, used=has_both, no_variation=NO_SPREAD,
            why_undefined=lambda run: refuse_unordered(sample) or why_no_partner(run),
        ),
    )  # fmt: skip


BLOCK = 4_000_000
"""Pairs of rows that are compared at once."""


def _kernel(ratings: FloatArray) -> Evaluate:
    both = has_both(ratings)
    judge, gold = np.where(both[:, np.newaxis], ratings, 0.0).T

    def evaluate(weights: FloatArray) -> FloatArray:
        counted = weights * both
        agree, split_judge, split_gold = np.zeros((3, len(weights)))
        step = max(1, BLOCK // max(len(judge), 1))
        for start in range(0, len(judge), step):
            rows = slice(start, start + step)
            by_judge = np.sign(judge[rows, np.newaxis] - judge)
            by_gold = np.sign(gold[rows, np.newaxis] - gold)
            agree += _paired_sum(by_judge * by_gold, counted, rows)
            split_judge += _paired_sum(np.abs(by_judge), counted, rows)
            split_gold += _paired_sum(np.abs(by_gold), counted, rows)
        return divide(agree, np.sqrt(split_judge * split_gold))

    return evaluate


def _paired_sum(signs: FloatArray, counted: FloatArray, rows: slice) -> FloatArray:
    """sum over i in rows and j of w_i w_j s_ij, for each set of weights."""
    return np.asarray(((counted[:, rows] @ signs) * counted).sum(axis=1))
