"""Mean absolute error."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.paired import has_both, refuse_unordered, why_no_partner
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate


def mae(
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
    """How far, on average, the judge's score lies from the gold score.

    In points of the scale. Use it beside `mean_shift`, which says in which direction. Known weakness: says nothing about
    the order of the items.

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
        0 upward, in points of the scale, lower is better. Undefined when no item has both scores.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Mean of |judge - gold|.

    References
    ----------
    Willmott & Matsuura 2005, doi:10.3354/cr030079.

    Examples
    --------
    Example of scikit-learn's mean_absolute_error:

    >>> mae([[2.5, 3], [0.0, -0.5], [2, 2], [8, 7]]).value
    0.5
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    return estimate(
        sample,
        Coefficient(
            what="mean absolute difference", build=_kernel, used=has_both,
            why_undefined=lambda run: refuse_unordered(sample) or why_no_partner(run), lowest=0.0, pseudo_items=True,
        ),
    )  # fmt: skip


def _kernel(ratings: FloatArray) -> Evaluate:
    both = has_both(ratings)
    differences = np.where(both, np.abs(ratings[:, 0] - ratings[:, 1]), 0.0)
    return lambda weights: divide(weights @ differences, weights @ both.astype(np.float64))
