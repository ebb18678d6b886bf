"""Intraclass correlation ICC(1,1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.paired import refuse_unordered
from judgeaudit.stats.ratings_check import FloatArray, IntArray, check_ratings, why_no_pairs
from judgeaudit.stats.resampling import Coefficient, Evaluate, divide, estimate, two_or_more


def icc_1_1(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Which part of the variance of single ratings lies between items: one-way, raters interchangeable.

    1 when each item always gets the same score. Use it for replicates of one judge, which have no identity of their own.
    Known weakness: needs scores that differ between items; on a narrow range of items it is low however steady the judge.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Scores; NaN where there is no rating. Items with a single rating do not count.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1, higher is better, may be below 0. Undefined when there are no ratings, one rater, no or one item with two ratings, or one value only.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    (MSB - MSW) / (MSB + (k0 - 1) MSW). With ratings missing, k0 = (N - sum k^2 / N) / (n - 1), the usual one for unequal
    groups, which is k where all items have k ratings.

    References
    ----------
    Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420. Donner 1986, doi:10.2307/1403259 (unequal groups).

    Examples
    --------
    Shrout & Fleiss 1979, table 2, six targets and four judges, printed as 0.17:

    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(icc_1_1(ratings).value, 2)
    0.17
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    return estimate(
        sample,
        Coefficient(
            what="ICC(1,1), one-way random effects, single ratings", build=_kernel, used=two_or_more, any_order=True,
            why_undefined=lambda run: refuse_unordered(sample) or why_no_pairs(run) or _why_too_few(run, sample.counts),
        ),
    )  # fmt: skip


def _why_too_few(ratings: FloatArray, counts: IntArray) -> str | None:
    return "one item: nothing varies between items" if int(counts[two_or_more(ratings)].sum()) < 2 else None


def _kernel(ratings: FloatArray) -> Evaluate:
    used = two_or_more(ratings)
    given = ~np.isnan(ratings) & used[:, np.newaxis]
    scores = np.where(given, ratings - ratings[given].mean(), 0.0)
    k = given.sum(axis=1).astype(np.float64)
    mean = scores.sum(axis=1) / np.maximum(k, 1)
    inside = (np.where(given, scores - mean[:, np.newaxis], 0.0) ** 2).sum(axis=1)
    summands = np.column_stack([used, k, k**2, k * mean, k * mean**2, inside])

    def evaluate(weights: FloatArray) -> FloatArray:
        n, total, squared_sizes, score_sum, between_raw, within = (weights @ summands).T
        between = between_raw - divide(score_sum**2, total)
        between = np.where(between > 1e-12 * between_raw, between, 0.0)
        msb, msw = divide(between, n - 1), divide(within, total - n)
        k0 = divide(total - divide(squared_sizes, total), n - 1)
        return divide(msb - msw, msb + (k0 - 1) * msw)

    return evaluate
