"""Intraclass correlation ICC(1,1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.intraclass import ONE_WAY, estimate_icc
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings


def icc_1_1(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
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
    ci_level, n_resamples, interval, rng, counts, clusters
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
    (MSB - MSW) / (MSB + (k - 1) MSW), of the mean squares between and within items.
    With ratings missing, k0 = (N - sum k^2 / N) / (n - 1), the usual one for unequal groups, which is k where all items have k
    ratings. The F interval, exact under normality, is for equal numbers of ratings in one run (`intervals.choose_interval` says when).

    References
    ----------
    Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420. Ebel 1951, doi:10.1007/BF02288803, and Donner 1986,
    doi:10.2307/1403259 (unequal groups).

    Examples
    --------
    Shrout & Fleiss 1979, table 2, six targets and four judges, printed as 0.17 [C.I. -0.13 to 0.72]:

    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> found = icc_1_1(ratings)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (0.17, -0.13, 0.72)
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    return estimate_icc(sample, "ICC(1,1)", ONE_WAY, "single")
