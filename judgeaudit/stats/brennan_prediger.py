"""The coefficient of Brennan and Prediger."""

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


def brennan_prediger(
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
    """Agreement between any number of raters, corrected for what raters who throw a die with one face per label would reach.

    1 is perfect agreement, 0 blind guessing. With two labels it is 2 p - 1 of observed agreement p, known as PABAK, the G index
    or Bennett's S. Use it where label shares must not matter. Known weakness: it does not correct for a label that everybody
    nearly always gives, and it rises when the scale gets labels that nobody uses.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Items with a single rating do not count.
    level : {"nominal", "ordinal", "interval"}
        Decides the weights.
    labels : sequence of float
        Every point of the scale, ascending. Must be declared: unused points change the value.
    weights : {"identity", "linear", "quadratic", "ordinal"} or float array, shape (n_labels, n_labels), optional
        In place of those of the level.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1. Undefined when there are no ratings, one rater, no item with two ratings, or an interval scale without declared
        points. Defined, and 1, where every rating is the same.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; a nominal or ordinal scale whose labels are not declared.

    Notes
    -----
    p_e = T_w / Q^2, T_w the sum of all weights, Q the number of labels; p_a is that of `fleiss_kappa`.

    References
    ----------
    Brennan & Prediger 1981, doi:10.1177/001316448104100307. Gwet 2014, Handbook of Inter-Rater Reliability, 4th edition,
    chapters 2 and 3 (weights, missing ratings). Byrt, Bishop & Carlin 1993, doi:10.1016/0895-4356(93)90018-V (PABAK).

    Examples
    --------
    Krippendorff's data with missing ratings, as published in the irrCAC package:

    >>> nan = float("nan")
    >>> ratings = [[1, 1, nan, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    ...            [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [nan, 5, 5, 5], [nan, nan, 1, 1], [nan, nan, 3, nan]]
    >>> round(brennan_prediger(ratings, labels=[1, 2, 3, 4, 5]).value, 5)
    0.77273
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    if sample.labels is None and sample.level != "interval":
        raise OptionError(
            "the coefficient depends on every label that could have been given", where="labels",
            fix="give the codes of all points of the scale, unused ones too",
        )  # fmt: skip
    if sample.labels is None:
        return Estimate.missing("the scale is continuous: guessing needs a list of points", n_ratings=int((~np.isnan(sample.ratings)).sum()))
    table, name = agreement_weights(weights, level=sample.level, points=sample.labels, declared=True)
    what = "Brennan-Prediger coefficient" + ("" if name == "identity" else f", {name} weights") + f", {len(table)} labels"
    return estimate_from_shares(sample, table, what=what, chance=_chance, single_ratings=False)


def _chance(shares: FloatArray, weights: FloatArray) -> FloatArray:
    return np.full(len(shares), weights.mean())
