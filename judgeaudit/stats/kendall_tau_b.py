"""Kendall's tau-b."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.correlation import NO_SPREAD
from judgeaudit.stats.kernels.paired import has_both, refuse_unordered, why_no_partner
from judgeaudit.stats.kernels.rare_labels import off_commonest
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate


def kendall_tau_b(
    ratings: ArrayLike,
    *,
    level: str = "ordinal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
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
    ci_level, n_resamples, interval, rng, counts, clusters
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
    (C - D) / sqrt((n0 - n1) (n0 - n2)). Cost: pairs of distinct rows, so that n continuous scores cost n^2 for each
    resample; above 5,000 distinct rows there is no interval.

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
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    return estimate(
        sample,
        Coefficient(
            what="Kendall's tau-b", build=_kernel, used=has_both, no_variation=NO_SPREAD, rare=off_commonest, point=_point, max_patterns=MAX_PATTERNS,
            why_undefined=lambda run: refuse_unordered(sample) or why_no_partner(run),
        ),
    )  # fmt: skip


BLOCK = 4_000_000
"""Pairs of rows that are compared at once."""

MAX_PATTERNS = 5000
"""Distinct rows up to which all pairs are compared; above it the point comes from SciPy's n log n algorithm."""


def _point(ratings: FloatArray, counts: IntArray) -> float:
    if len(np.unique(ratings, axis=0)) <= MAX_PATTERNS:
        return float(_kernel(ratings)(counts[np.newaxis].astype(np.float64))[0])
    from scipy.stats import kendalltau

    judge, gold = np.repeat(ratings, counts, axis=0).T
    return float(kendalltau(judge, gold).statistic) if np.ptp(judge) > 0 and np.ptp(gold) > 0 else float("nan")


def _kernel(ratings: FloatArray) -> Evaluate:
    both = np.flatnonzero(has_both(ratings))
    patterns, first_of, order = _sorted_patterns(ratings[both])
    judge, gold = patterns.T

    def evaluate(weights: FloatArray) -> FloatArray:
        counted = np.add.reduceat(weights[:, both[order]], first_of, axis=1)
        agree, split_judge, split_gold = np.zeros((3, len(weights)))
        step = max(1, BLOCK // len(judge))
        for start in range(0, len(judge), step):
            rows = slice(start, start + step)
            by_judge = np.sign(judge[rows, np.newaxis] - judge)
            by_gold = np.sign(gold[rows, np.newaxis] - gold)
            agree += _paired_sum(by_judge * by_gold, counted, rows)
            split_judge += _paired_sum(np.abs(by_judge), counted, rows)
            split_gold += _paired_sum(np.abs(by_gold), counted, rows)
        return np.asarray(np.clip(divide(agree, np.sqrt(split_judge * split_gold)), -1, 1))

    return evaluate


def _sorted_patterns(ratings: FloatArray) -> tuple[FloatArray, NDArray[np.intp], NDArray[np.intp]]:
    """Distinct rows, where each starts among the sorted rows, and the sorting order."""
    patterns, pattern_of = np.unique(ratings, axis=0, return_inverse=True)
    order = np.argsort(pattern_of.ravel(), kind="stable")
    return patterns, np.searchsorted(pattern_of.ravel()[order], np.arange(len(patterns))), order


def _paired_sum(signs: FloatArray, counted: FloatArray, rows: slice) -> FloatArray:
    """sum over i in rows and j of w_i w_j s_ij, for each set of weights."""
    return np.asarray(((counted[:, rows] @ signs) * counted).sum(axis=1))
