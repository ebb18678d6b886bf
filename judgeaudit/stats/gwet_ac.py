"""Gwet's AC1 and AC2."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.category_shares import estimate_from_shares
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.weights import Weights, agreement_weights


def gwet_ac(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    weights: Weights = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Agreement between any number of raters, corrected for chance in a way that rare labels do not upset.

    1 is perfect agreement, 0 what guessing would reach. AC1 (identity weights) on nominal scales, AC2 (quadratic
    weights) on ordinal and interval ones. Use it beside Krippendorff's alpha where most labels are the same. Known
    weakness: it is optimistic where the rare label is the one that matters and no rater can see it.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Items with one rating count for the use of the categories only.
    level : {"nominal", "ordinal", "interval"}
        Decides the weights.
    labels : sequence of float
        Every point of the scale, ascending. Must be declared: unused points change AC.
    weights : {"identity", "linear", "quadratic", "ordinal"} or float array, shape (n_labels, n_labels), optional
        In place of those of the level.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        -1 to 1. Undefined when there are no ratings, one rater, no item with two ratings, or an interval scale without
        declared points. Defined, and 1, where every rating is the same.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; a nominal or ordinal scale whose labels are not declared.

    Notes
    -----
    p_e = T_w / (Q (Q - 1)) sum_q pi_q (1 - pi_q), T_w the sum of all weights, Q the number of labels.

    References
    ----------
    Gwet 2008, doi:10.1348/000711006X126600. Gwet 2014, Handbook of Inter-Rater Reliability, 4th edition, chapters 4 and 5.

    Examples
    --------
    The four raters of Gwet 2014 (Krippendorff's data), AC1 as published in the irrCAC package:

    >>> nan = float("nan")
    >>> ratings = [[1, 1, nan, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    ...            [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [nan, 5, 5, 5], [nan, nan, 1, 1], [nan, nan, 3, nan]]
    >>> round(gwet_ac(ratings, labels=[1, 2, 3, 4, 5]).value, 5)
    0.77544
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )
    if sample.labels is None and sample.level != "interval":
        raise OptionError(
            "AC depends on every label that could have been given", where="labels", fix="give the codes of all points of the scale, unused ones too"
        )
    if sample.labels is None:
        return Estimate.missing("the scale is continuous: AC needs a list of points", n_ratings=int((~np.isnan(sample.ratings)).sum()))
    table, name = agreement_weights(weights, level=sample.level, points=sample.labels, declared=True)
    variant = "AC1" if name == "identity" else f"AC2, {name} weights"
    return estimate_from_shares(sample, table, what=f"Gwet's {variant}, {len(table)} labels", chance=_chance)


def _chance(shares: FloatArray, weights: FloatArray) -> FloatArray:
    n = len(weights)
    return np.asarray(weights.sum() / (n * (n - 1)) * (shares * (1 - shares)).sum(axis=1))
