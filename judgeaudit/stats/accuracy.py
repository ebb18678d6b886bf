"""Accuracy against gold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.paired import has_both, paired_ratings, why_no_partner
from judgeaudit.stats.kernels.rates import rate
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings


def accuracy(
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
    """How often the judge gives the gold label.

    Use it as the plain number everybody understands. Known weakness: a judge that always gives the most frequent label
    scores that label's share; read it beside `cohen_kappa` and `balanced_accuracy`.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Codes of the judge and of gold; NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        Not used: labels are the same or they are not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The interval is Wilson's on items, whatever `n_resamples` is.

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
    Share of items whose two labels are equal.

    References
    ----------
    Cohen 1960, doi:10.1177/001316446002000104 (observed agreement p_o).

    Examples
    --------
    The base-rate judge: gold has nine passes and one fail, the judge passes all ten.

    >>> accuracy([[1, 1]] * 9 + [[1, 0]]).value
    0.9
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    same = np.where(has_both(sample.ratings), sample.ratings[..., 0] == sample.ratings[..., 1], np.nan)
    reason = next(filter(None, (why_no_partner(run) for run in sample.ratings)), "no ratings")
    return rate(sample, same, n_ratings=paired_ratings(sample), reason=reason, what="share of items with the same label")
