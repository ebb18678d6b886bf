"""Balanced accuracy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.paired import has_both, indicators, why_no_partner
from judgeaudit.stats.kernels.rare_labels import rarest_outcome
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate


def balanced_accuracy(
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
    """The mean, over the gold classes, of how often the judge gets that class right.

    Use it where classes are unequally frequent: always giving the most frequent label gets 1 / number of classes. Known
    weakness: a class with a handful of items counts as much as the others, so the interval is wide.

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
        0 to 1, higher is better. Undefined when no item has both labels.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Mean of the recalls of the classes that occur in gold (in any run); classes that do not occur are left out. A run or a plain resample
    that loses one of these classes is undefined: the mean over the rest would be another number. The smoothed bootstrap loses
    none; what it says of a class with an item or two is, rightly, next to nothing.

    References
    ----------
    Brodersen et al. 2010, doi:10.1109/ICPR.2010.764.

    Examples
    --------
    Example of scikit-learn's balanced_accuracy_score:

    >>> gold, judge = [0, 1, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1]
    >>> balanced_accuracy(list(zip(judge, gold))).value
    0.625
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    classes = np.unique(sample.ratings[has_both(sample.ratings), 1])
    return estimate(
        sample,
        Coefficient(
            what="mean recall of the gold classes", build=lambda run: _kernel(run, classes), used=has_both, why_undefined=why_no_partner,
            lowest=0.0, highest=1.0, pseudo_items=True,
            no_variation="a gold class has no item with a verdict", rare=lambda run, times: rarest_outcome(run, times, sample.points),
        ),
    )  # fmt: skip


def _kernel(ratings: FloatArray, classes: FloatArray) -> Evaluate:
    both = has_both(ratings)
    gold = indicators(np.where(both, ratings[:, 1], np.nan), classes)
    right = gold * (ratings[:, 0] == ratings[:, 1])[:, np.newaxis]
    return lambda weights: np.asarray(divide(weights @ right, weights @ gold).mean(axis=1))
