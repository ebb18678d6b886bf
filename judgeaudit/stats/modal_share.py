"""Share of the most frequent label."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.agreement_shares import estimate_share, largest_share
from judgeaudit.stats.ratings_check import FloatArray, check_ratings


def modal_share(
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
    """How large a part of an item's ratings carries its most frequent label, on average.

    Use it to compare with papers that report it. Known weakness: it falls with the number of ratings although nothing
    changes (with 8 equally likely labels .451 for 3 ratings, .224 for 30); compare it at one number of ratings only.

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
        Above 0 to 1, higher is better. Undefined when there are no ratings, one rater, or no item with two ratings.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Mean over items of max_c n_c / k. One minus it is Freeman's variation ratio.

    References
    ----------
    Freeman 1965, Elementary Applied Statistics, p. 40.

    Examples
    --------
    Fleiss 1971, table 1, items 1 to 3: six psychiatrists, shares 1, 3/6 and 4/6:

    >>> ratings = [[4, 4, 4, 4, 4, 4], [2, 2, 2, 5, 5, 5], [2, 3, 3, 3, 3, 5]]
    >>> round(modal_share(ratings).value, 4)
    0.7222
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    return estimate_share(sample, largest_share, what="mean over items of the share of the most frequent label")
