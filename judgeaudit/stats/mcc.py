"""Matthews' correlation coefficient."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.correlation import NO_SPREAD, correlation_kernel
from judgeaudit.stats.kernels.paired import has_both, indicators, why_no_partner
from judgeaudit.stats.kernels.rare_labels import rarest_class
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, estimate


def mcc(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """The correlation of the judge's labels with the gold labels, for any number of classes.

    1 is perfect, 0 no better than chance, -1 (two classes) always wrong. Use it where classes are unequally frequent.
    Known weakness: undefined for a judge that always gives the same label.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Codes of the judge and of gold; NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        Not used: labels are the same or they are not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        -1 to 1, higher is better. Undefined when no item has both labels, or one column has one label only.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Gorodkin's R_K: the correlation of the two tables of indicator columns; for two classes Pearson's phi.

    References
    ----------
    Matthews 1975, doi:10.1016/0005-2795(75)90109-9. Gorodkin 2004, doi:10.1016/j.compbiolchem.2004.09.006.

    Examples
    --------
    Chicco & Jurman 2020 (doi:10.1186/s12864-019-6413-7), use case A1: 90 true and 4 false positives, 1 true and 5 false negatives.

    >>> round(mcc([[1, 1], [1, 0], [0, 0], [0, 1]], labels=[0, 1], counts=[90, 4, 1, 5]).value, 2)
    0.14
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    return estimate(
        sample,
        Coefficient(
            what="Matthews' correlation", build=lambda run: _kernel(run, sample.points), used=has_both, why_undefined=why_no_partner, no_variation=NO_SPREAD,
            rare=lambda run, times: rarest_class(run, times, sample.points),
        ),
    )  # fmt: skip


def _kernel(ratings: FloatArray, points: FloatArray) -> Evaluate:
    both = has_both(ratings)
    judge, gold = (indicators(np.where(both, column, np.nan), points) for column in ratings.T)
    return correlation_kernel(judge, gold, both)
