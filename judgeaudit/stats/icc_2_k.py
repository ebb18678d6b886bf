"""Intraclass correlation ICC(2,k)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.intraclass import AGREEMENT, check_n_raters, estimate_icc
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings


def icc_2_k(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    n_raters: float | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """How reliable is the mean of a panel's scores, a constant harshness counted as error?

    1 when all raters give each item the same score. Use it where the panel's mean is the score, and another panel might have been
    asked. Known weakness: with few raters the variance between raters, and so the value, is hardly known.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Scores; NaN where there is no rating. All ratings count; a rater without any is left out.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    n_raters : float, optional
        Of how many raters the mean is asked about, in the data or not. None: all raters with any rating.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1, higher is better, may be below 0. Undefined when there are no ratings, one rater, no item with two ratings, one
        item, one value only, or so few items that share raters that nothing is left to tell error from.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    (MSB - MSE) / (MSB + (MSJ - MSE) / n), of the mean squares of n items, k raters, and error. In general
    items / (items + (raters + error) / k) of the variances.
    With ratings missing the variances are estimated by fitting constants (Henderson's method 3; see
    `variance_by_rater.two_way`), which for complete ratings gives exactly the mean squares above. The F interval (Satterthwaite's
    approximation) is for complete ratings of one run (`intervals.choose_interval` says when). With ratings missing the
    mean is still one of all raters: what the panel would be worth if each of them rated everything.

    References
    ----------
    Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420. McGraw & Wong 1996, doi:10.1037/1082-989X.1.1.30, ICC(A,k).
    Henderson 1953, doi:10.2307/3001853 (missing ratings).

    Examples
    --------
    Shrout & Fleiss 1979, table 2, six targets and four judges, printed as 0.62:

    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> found = icc_2_k(ratings)
    >>> round(found.value, 2)
    0.62
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    return estimate_icc(sample, "ICC(2,k)", AGREEMENT, check_n_raters(n_raters))
