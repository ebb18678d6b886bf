"""Pearson's correlation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.correlation import NO_SPREAD, correlation_kernel
from judgeaudit.stats.kernels.paired import has_both, refuse_unordered, why_no_partner
from judgeaudit.stats.kernels.rare_labels import off_commonest
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, estimate


def pearson(
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
    """How closely the judge's scores follow the gold scores along a straight line.

    1 is a perfect rising line. Use it on interval scales. Known weakness: blind to a judge that is too harsh or too
    lenient by a constant, or that uses half of the scale; see `mean_shift`, `mae` and `icc_2_1`.

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
    Covariance over the product of standard deviations.

    References
    ----------
    Pearson 1895, doi:10.1098/rspl.1895.0041.

    Examples
    --------
    Hollander & Wolfe 1973, p. 185 (lightness of tuna by instrument and by panel), r = 0.5712 in R's cor.test:

    >>> x = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1]
    >>> y = [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8]
    >>> round(pearson(list(zip(x, y))).value, 4)
    0.5712
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    return estimate(
        sample,
        Coefficient(
            what="Pearson's correlation", build=_kernel, used=has_both, no_variation=NO_SPREAD, rare=off_commonest,
            why_undefined=lambda run: refuse_unordered(sample) or why_no_partner(run),
        ),
    )  # fmt: skip


def _kernel(ratings: FloatArray) -> Evaluate:
    both = has_both(ratings)
    centre = ratings[both].mean(axis=0)
    judge, gold = (column[:, np.newaxis] for column in np.where(both[:, np.newaxis], ratings - centre, 0.0).T)
    return correlation_kernel(judge, gold, both)
