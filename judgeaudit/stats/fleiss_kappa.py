"""Fleiss' kappa."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.category_shares import estimate_from_shares
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.weights import Weights, agreement_weights


def fleiss_kappa(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    weights: Weights = "identity",
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Exact agreement between any number of raters, corrected for chance: the older sibling of Krippendorff's alpha.

    1 is perfect agreement, 0 chance. Use it to compare with papers that report it. Known weakness: like alpha it falls to
    about 0 where nearly every label is the same; it ignores the order of labels unless weights are given.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating (Gwet's generalisation to missing ratings). Raters may differ between items.
    level : {"nominal", "ordinal", "interval"}
        Used only by weights that need a distance; agreement is exact by default at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending. Unused points do not change the value.
    weights : {"identity", "linear", "quadratic", "ordinal"} or float array, shape (n_labels, n_labels)
        Agreement weights.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        -1 to 1. Undefined when there are no ratings, one rater, no item with two ratings, or only one value.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    p_e = sum_kl w_kl pi_k pi_l, with pi the mean over items of each category's share.

    References
    ----------
    Fleiss 1971, doi:10.1037/h0031619. Gwet 2014, Handbook of Inter-Rater Reliability, 4th edition, chapter 2.

    Examples
    --------
    Krippendorff's data with missing ratings, as published in the irrCAC package:

    >>> nan = float("nan")
    >>> ratings = [[1, 1, nan, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    ...            [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [nan, 5, 5, 5], [nan, nan, 1, 1], [nan, nan, 3, nan]]
    >>> round(fleiss_kappa(ratings).value, 5)
    0.76117
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )
    table, name = agreement_weights(weights, level=sample.level, points=sample.points, declared=sample.labels is not None)
    return estimate_from_shares(sample, table, what="Fleiss' kappa" + ("" if name == "identity" else f", {name} weights"), chance=_chance)


def _chance(shares: FloatArray, weights: FloatArray) -> FloatArray:
    return np.asarray(((shares @ weights) * shares).sum(axis=1))
