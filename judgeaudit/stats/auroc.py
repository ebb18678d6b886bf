"""Area under the ROC curve of confidences."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.forecast_bins import bin_columns, check_forecast
from judgeaudit.stats.kernels.options import one_of
from judgeaudit.stats.kernels.paired import has_both, why_no_partner
from judgeaudit.stats.kernels.rank_area import area, delong_variance, newcombe_interval
from judgeaudit.stats.kernels.ranked_verdicts import levels_of
from judgeaudit.stats.kernels.rare_labels import rarest_class
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate

OUTCOMES = np.array([0.0, 1.0])
"""Wrong and right."""


def auroc(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    interval: str = "auto",
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """How often the judge is surer of an item that it has right than of one that it has wrong.

    Use it to ask whether a confidence can tell the verdicts to trust from those to send to a person: 0.5 is no better than a
    coin. Only the order of confidences counts, so no calibration changes it. Known weakness: it says nothing of how many
    errors are left among the surest verdicts, which is what routing needs; see `selective_threshold`.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Column 0 the confidence, 0 to 1; column 1 whether the verdict was right (1) or wrong (0); NaN where missing. Only items
        with both count.
    level : {"nominal", "ordinal", "interval"}
        Not used: confidences have an order, outcomes are two.
    labels : sequence of two floats, optional
        Codes of the outcomes where they are not 0 and 1; the higher one is "right".
    interval : {"auto", "delong"}
        "delong": the published normal interval, which is short near 1 and where few verdicts are wrong.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. Without clusters there is an interval without resamples.

    Returns
    -------
    Estimate
        0 to 1, higher is better; equal confidences count half. Undefined when no item has both a confidence and an outcome, or all
        verdicts are right, or all are wrong.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; a confidence outside 0..1.

    Notes
    -----
    Mann and Whitney's U over the pairs of a right and a wrong item. Interval: Newcombe's score method 5, its variance no less than
    DeLong's. Measured at 20 to 200 items with 10 to 50 % of verdicts wrong: DeLong's 95 % interval held the true value in
    43 to 96 of 100 cases, this one in 95 or more; in 77 where fewer than five items are wrong and half of these were stated with
    certainty (`method` warns of so few). Several runs have the mean of their intervals' ends: the mean of runs scatters no more than one
    run does, and repeats of the same verdicts add nothing. Clusters have the jackknife's, and never one that is narrower than without them.

    References
    ----------
    Hanley & McNeil 1982, Radiology 143, 29-36, doi:10.1148/radiology.143.1.7063747. DeLong, DeLong & Clarke-Pearson 1988,
    doi:10.2307/2531595. Newcombe 2006, doi:10.1002/sim.2324, method 5.

    Examples
    --------
    The ratings of 109 CT images by Hanley & McNeil 1982, printed as 0.893, here divided by 5 (first the 51 abnormal ones):

    >>> shown = [[rating / 5, abnormal] for abnormal in (1, 0) for rating in (1, 2, 3, 4, 5)]
    >>> round(auroc(shown, counts=[3, 2, 2, 11, 33, 33, 6, 6, 11, 2]).value, 3)
    0.893
    """
    interval = one_of(interval, "interval", ("auto", "delong"))
    sample = check_forecast(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    return estimate(
        sample,
        Coefficient(
            what="share of right-wrong pairs in which the right verdict is the surer one",
            build=_kernel,
            used=has_both,
            why_undefined=_why_undefined,
            no_variation="no variation: every verdict is right, or every one is wrong",
            lowest=0.0,
            highest=1.0,
            closed_form=_delong if interval == "delong" else _newcombe,
            formula_first=True,
            rare=lambda run, times: rarest_class(run, times, OUTCOMES),
        ),
    )


def _why_undefined(ratings: FloatArray) -> str | None:
    reason = why_no_partner(ratings)
    if reason is not None:
        return reason
    outcomes = np.unique(ratings[has_both(ratings), 1])
    if len(outcomes) > 1:
        return None
    return "no variation: every verdict is right" if outcomes[0] else "no variation: every verdict is wrong"


def _kernel(ratings: FloatArray) -> Evaluate:
    """Weights of rows to areas. Rows are sorted by confidence once; those of the same confidence are added up."""
    confidence, right, both, _, _ = bin_columns(ratings, 1)
    _, level_of = levels_of(confidence)
    order = np.argsort(level_of, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(level_of[order]) > 0)) if len(order) else order
    hits, misses = (both * right)[order], (both * (1 - right))[order]

    def areas(weights: FloatArray) -> FloatArray:
        sorted_weights = weights[:, order]
        above, below = (np.add.reduceat(sorted_weights * column, starts, axis=1) for column in (hits, misses))
        pairs = (above * (np.cumsum(below, axis=1) - below / 2)).sum(axis=1)
        return divide(pairs, above.sum(axis=1) * below.sum(axis=1))

    return areas


def _by_level(ratings: FloatArray, counts: IntArray) -> tuple[FloatArray, FloatArray]:
    """Right and wrong items at each distinct confidence, ascending."""
    used = has_both(ratings)
    values, level_of = levels_of(ratings[used, 0])
    right = ratings[used, 1]
    hits, misses = (np.bincount(level_of, weights=counts[used] * column, minlength=len(values)) for column in (right, 1 - right))
    return hits.astype(np.float64), misses.astype(np.float64)


def _newcombe(ratings: FloatArray, counts: IntArray, ci_level: float) -> tuple[float, float, str]:
    right, wrong = _by_level(ratings, counts)
    low, high = newcombe_interval(right, wrong, NormalDist().inv_cdf(0.5 + ci_level / 2))
    return low, high, f"score interval (Newcombe's method 5, DeLong's variance at least) on {_say(right, wrong)}"


def _delong(ratings: FloatArray, counts: IntArray, ci_level: float) -> tuple[float, float, str] | None:
    right, wrong = _by_level(ratings, counts)
    half = NormalDist().inv_cdf(0.5 + ci_level / 2) * float(np.sqrt(delong_variance(right, wrong)))
    if half <= 0:
        return None
    value = area(right, wrong)
    return max(0.0, value - half), min(1.0, value + half), f"DeLong interval on {_say(right, wrong)}"


def _say(right: FloatArray, wrong: FloatArray) -> str:
    """How many items are right and wrong, and a warning where one of the two is rare."""
    few = int(min(right.sum(), wrong.sum()))
    warning = f"; coverage may be lower than nominal: it hangs on {few} items, fewer than {thresholds.FEW_OF_A_LABEL}"
    return f"{right.sum():,.0f} right and {wrong.sum():,.0f} wrong verdicts" + (warning if few < thresholds.FEW_OF_A_LABEL else "")
