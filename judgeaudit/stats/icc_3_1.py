"""Intraclass correlation ICC(3,1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.intraclass import CONSISTENCY, estimate_icc
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings


def icc_3_1(
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
    """Which part of the variance of single ratings lies between items, when constant differences between raters do not count.

    1 when raters differ by constants only: consistency, not agreement. Use it where each judge's mean is taken off anyway, or only
    the ranking of items matters. Known weakness: it says nothing of judges that are harsher than others; read it beside `icc_2_1`.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Scores; NaN where there is no rating. All ratings count; a rater without any is left out.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1, higher is better, may be below 0. Undefined when there are no ratings, one rater, no item with two ratings, one
        item, no item that differs from another, or so few items that share raters that nothing is left to tell error from.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    (MSB - MSE) / (MSB + (k - 1) MSE), of the mean squares of items and error of the two-way analysis.
    With ratings missing the variances are estimated by fitting constants (Henderson's method 3; see
    `variance_by_rater.two_way`), which for complete ratings gives exactly the mean squares above. The F interval, exact under
    normality, is for complete ratings of one run (`intervals.choose_interval` says when).

    References
    ----------
    Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420. McGraw & Wong 1996, doi:10.1037/1082-989X.1.1.30, ICC(C,1).
    Henderson 1953, doi:10.2307/3001853 (missing ratings).

    Examples
    --------
    Shrout & Fleiss 1979, table 2, six targets and four judges, printed as 0.71 [C.I. 0.34 to 0.95]:

    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> found = icc_3_1(ratings)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (0.71, 0.34, 0.95)
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    return estimate_icc(sample, "ICC(3,1)", CONSISTENCY, "single")
