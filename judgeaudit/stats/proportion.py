"""A proportion, counted by item."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.paired import positive_code
from judgeaudit.stats.kernels.rates import rate
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings


def proportion(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    positive: float | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """A share, with an interval that counts items: ten repeats of one item are no ten items.

    Use it for every rate that is a mean of per-item shares: answered calls, judged positives. Known weakness: where a few
    items are wrong in every repeat among many that are nearly always right, few items show too little scatter.

    Parameters
    ----------
    ratings : float array, shape (n_items,), (n_items, n_repeats) or (n_runs, n_items, n_repeats)
        Shares 0..1, or with `positive` codes; NaN where there is none. An item's value is the mean of its repeats.
    level : {"nominal", "ordinal", "interval"}
        Not used.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    positive : float, optional
        Code that is counted. Without it the numbers are shares themselves.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The interval is Wilson's on items, whatever `n_resamples` is.

    Returns
    -------
    Estimate
        0 to 1. Undefined when there are no ratings.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; a share outside 0..1.

    Notes
    -----
    Wilson's score interval with the number of items with a value of 0 or 1 that the items are worth: those whose repeats differ
    scatter less, n p (1 - p) / s^2, and are worth more, never more than their ratings; items of clusters are worth less.

    References
    ----------
    Wilson 1927, doi:10.1080/01621459.1927.10502953. Newcombe 1998, method 3, table I.

    Examples
    --------
    Newcombe 1998, table I, 15 of 148 (.0624 to .1605):

    >>> found = proportion([1.0, 0.0], counts=[15, 133])
    >>> round(found.low, 4), round(found.high, 4)
    (0.0624, 0.1605)
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, one_axis=True
    )  # fmt: skip
    given = ~np.isnan(sample.ratings)
    hits = np.where(given, sample.ratings, 0.0) if positive is None else (sample.ratings == positive_code(positive, sample.labels)).astype(np.float64)
    if ((hits < 0) | (hits > 1)).any():
        raise OptionError("a share is outside 0..1", where="ratings", fix="give shares, or positive= the code that is counted")
    n = given.sum(axis=2)
    values = np.where(n > 0, hits.sum(axis=2) / np.maximum(n, 1), np.nan)
    return rate(sample, values, n_ratings=int((n * sample.counts).sum()), reason="no ratings", what="mean over items of each item's share")
