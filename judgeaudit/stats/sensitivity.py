"""Sensitivity (recall of the positive class)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.paired import has_both, positive_code, why_no_partner
from judgeaudit.stats.kernels.rates import rate
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings, say_code


def sensitivity(
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
    """How often the judge sees the positive class where gold has it.

    Use it for each class of the scale in turn, beside `specificity`: it does not depend on how frequent the class is. Known
    weakness: a judge that always gives the positive class reaches 1.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Codes of the judge and of gold; NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        Not used: labels are the same or they are not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    positive : float, optional
        Code of the class that is looked for; without it the higher code of a two-label scale (its first label).
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The interval is Wilson's on items, whatever `n_resamples` is.

    Returns
    -------
    Estimate
        0 to 1, higher is better. `n_items` counts items whose gold label is positive. Undefined when there are none.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Share of verdicts that are positive among items whose gold label is positive.

    References
    ----------
    Altman & Bland 1994, doi:10.1136/bmj.308.6943.1552.

    Examples
    --------
    Fecal occult blood against bowel cancer, 20 of 30 cases found:

    >>> round(sensitivity([[1, 1], [0, 1], [1, 0], [0, 0]], labels=[0, 1], counts=[20, 10, 180, 1820]).value, 4)
    0.6667
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    code = positive_code(positive, sample.labels)
    judge, gold = sample.ratings[..., 0], sample.ratings[..., 1]
    used = has_both(sample.ratings) & (gold == code)
    reason = next(filter(None, (why_no_partner(run) for run in sample.ratings)), f"no item whose gold label is {say_code(code)}")
    what = f"share of verdicts {say_code(code)} where gold is {say_code(code)}"
    return rate(sample, np.where(used, judge == code, np.nan), n_ratings=int(2 * (used * sample.counts).sum()), reason=reason, what=what)
