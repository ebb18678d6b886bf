"""How often a verdict flips."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.agreement_shares import estimate_share, pair_share
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings


def flip_rate(
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
    """How often two replicates of a judge, picked at random, give an item different labels.

    Use it for the consistency of a judge over replicates (columns); it is 1 - `pairwise_agreement`. Known weakness: with
    few replicates a low rate on few items proves little; see `flip_rate_upper`.

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
        0 to 1, lower is better. Undefined when there are no ratings, one rater, or no item with two ratings.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Mean over items of 1 - sum_c n_c (n_c - 1) / (k (k - 1)), with k the replicates present.

    References
    ----------
    Fleiss 1971, doi:10.1037/h0031619, equation 2.

    Examples
    --------
    Fleiss 1971, table 1, items 1 to 3: six psychiatrists, flips 0, 9/15 and 9/15:

    >>> ratings = [[4, 4, 4, 4, 4, 4], [2, 2, 2, 5, 5, 5], [2, 3, 3, 3, 3, 5]]
    >>> round(flip_rate(ratings).value, 4)
    0.4
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    return estimate_share(sample, lambda counts: 1 - pair_share(counts), what="mean over items of the share of pairs of replicates with different labels")
