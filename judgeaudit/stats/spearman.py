"""Spearman's rank correlation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.correlation import NO_SPREAD
from judgeaudit.stats.kernels.mid_ranks import mid_ranker
from judgeaudit.stats.kernels.paired import has_both, refuse_unordered, why_no_partner
from judgeaudit.stats.kernels.rare_labels import off_commonest
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate


def spearman(
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
    """How well the judge puts the items into the order that gold puts them in.

    1 is the same order. Use it on ordinal and interval scales. Known weakness: blind to harshness; with few scale points
    most items are tied and the value says little about the order within a point.

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
    Pearson's correlation of mid-ranks; in resamples the ranks are computed anew.

    References
    ----------
    Spearman 1904, doi:10.2307/1412159.

    Examples
    --------
    IQ and hours of television of ten people, -29/165 (Wikipedia, Spearman's rank correlation coefficient):

    >>> iq, hours = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110], [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    >>> round(spearman(list(zip(iq, hours))).value, 6)
    -0.175758
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    return estimate(
        sample,
        Coefficient(
            what="Spearman's correlation", build=_kernel, used=has_both, no_variation=NO_SPREAD, rare=off_commonest,
            why_undefined=lambda run: refuse_unordered(sample) or why_no_partner(run),
        ),
    )  # fmt: skip


def _kernel(ratings: FloatArray) -> Evaluate:
    both = has_both(ratings)
    rank_judge, rank_gold = (mid_ranker(np.where(both, column, np.inf)) for column in ratings.T)

    def evaluate(weights: FloatArray) -> FloatArray:
        counted = weights * both
        judge, gold = rank_judge(counted), rank_gold(counted)
        spread = (counted * judge**2).sum(axis=1) * (counted * gold**2).sum(axis=1)
        return np.asarray(np.clip(divide((counted * judge * gold).sum(axis=1), np.sqrt(spread)), -1, 1))

    return evaluate
