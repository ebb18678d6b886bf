"""Mean shift."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.paired import has_both, refuse_unordered, why_no_partner
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate


def mean_shift(
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
    """How much higher, on average, the judge scores than gold: above 0 lenient, below 0 harsh.

    In points of the scale. Use it to see a constant bias that correlations cannot see. Known weakness: errors in both
    directions cancel; see `mae`.

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
        In points of the scale; 0 is best. Undefined when no item has both scores.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Mean of judge - gold (Bland and Altman's bias).

    References
    ----------
    Bland & Altman 1986, doi:10.1016/S0140-6736(86)90837-8.

    Examples
    --------
    Bland & Altman 1986, first readings of the first five subjects (large and mini peak flow meter):

    >>> mean_shift([[494, 512], [395, 430], [516, 520], [434, 428], [476, 500]]).value
    -15.0
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    return estimate(
        sample,
        Coefficient(
            what="mean of judge minus gold", build=_kernel, used=has_both,
            why_undefined=lambda run: refuse_unordered(sample) or why_no_partner(run), lowest=-np.inf, pseudo_items=True,
        ),
    )  # fmt: skip


def _kernel(ratings: FloatArray) -> Evaluate:
    both = has_both(ratings)
    differences = np.where(both, ratings[:, 0] - ratings[:, 1], 0.0)
    return lambda weights: divide(weights @ differences, weights @ both.astype(np.float64))
