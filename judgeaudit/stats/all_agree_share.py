"""Share of items on which all ratings agree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.agreement_shares import estimate_share, unanimous
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings


def all_agree_share(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """How often all ratings of an item carry one label (TARa@N, where N is the number of replicates).

    Use it for "how many items never flip". Known weakness: it falls with the number of ratings; compare it at one number
    of ratings only.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Items with a single rating do not count.
    level : {"nominal", "ordinal", "interval"}
        Not used: labels are the same or they are not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The interval is Wilson's on items, whatever `n_resamples` is.

    Returns
    -------
    Estimate
        0 to 1, higher is better. Undefined when there are no ratings, one rater, or no item with two ratings.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Share of items with one distinct label, among items with two ratings or more.

    References
    ----------
    Atil et al. 2024, arXiv:2408.04667 (TARa@N).

    Examples
    --------
    Fleiss 1971, table 1, items 1 to 3: six psychiatrists, one of three unanimous:

    >>> ratings = [[4, 4, 4, 4, 4, 4], [2, 2, 2, 5, 5, 5], [2, 3, 3, 3, 3, 5]]
    >>> round(all_agree_share(ratings).value, 4)
    0.3333
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    return estimate_share(sample, unanimous, what="share of items whose ratings are all the same")
