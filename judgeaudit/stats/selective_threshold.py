"""From which confidence on may a judge's verdict be accepted, so that few are wrong?"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log, log1p

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.forecast_bins import check_forecast
from judgeaudit.stats.kernels.options import share, whole
from judgeaudit.stats.kernels.paired import has_both, paired_ratings, why_no_partner
from judgeaudit.stats.kernels.ranked_verdicts import Accepted, accepted, taken_at
from judgeaudit.stats.kernels.rates import clopper_pearson_upper, effective_items, rate, say_number, say_units
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample
from judgeaudit.stats.shapes import Selective

ABSTAIN = "abstain on everything: "

HALF_ROUNDING = 1e-6
"""What sums of shares may lose to rounding, before errors are rounded up to whole items."""


def selective_threshold(
    ratings: ArrayLike,
    *,
    max_risk: float = thresholds.MAX_RISK,
    delta: float = thresholds.RISK_DELTA,
    min_items: int = thresholds.MIN_ITEMS_FOR_RISK,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Selective:
    """The lowest confidence from which on a judge may be trusted: at most `max_risk` of the verdicts accepted are wrong.

    Use it to split work: verdicts with at least this confidence are accepted, the rest goes to a person. That the risk is kept
    is certain at 1 - `delta`, over the draw of the labelled items. Known weakness: the promise is for items like the labelled ones,
    drawn at random, and for this judge, prompt and way to get a confidence; another stream of items needs labels of its own.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Column 0 the confidence, 0 to 1; column 1 whether the verdict was right (1) or wrong (0); NaN where missing. Only items
        with both count.
    max_risk, delta : float
        Largest share of accepted verdicts that may be wrong, and how often, over many calibrations, it may be exceeded.
    min_items : int
        Items at or above a threshold below which it is not considered.
    level : {"nominal", "ordinal", "interval"}
        Not used: confidences have an order, outcomes are two.
    labels : sequence of two floats, optional
        Codes of the outcomes where they are not 0 and 1; the higher one is "right".
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The bound is exact and `coverage` has Wilson's interval, whatever `n_resamples` is; with clusters the bound
        uses the independent items that they are worth (Korn & Graubard), and is approximate.

    Returns
    -------
    Selective
        0 to 1, lower sends fewer items to people: accept where confidence >= value. Parts `coverage` (share of items accepted),
        `risk` (share of these that are wrong here) and `risk_bound` (what the risk is at most). `curve` has all thresholds. Undefined
        when even the strictest threshold fails or too few items are at or above any: "abstain on everything", with the reason.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; a confidence outside 0..1.

    Notes
    -----
    Fixed-sequence testing: thresholds are the confidences that occur, from the strictest down; the first that has `min_items` items
    (and as many as the bound needs to pass without an error) is tested first, and the last before one fails is the answer. Exact: Clopper and
    Pearson's bound, the risk at which so few errors have probability `delta`. The published code, when even the strictest
    fails, returns that one without guarantee; this says so instead. With several runs an item counts once, with the share of its accepted
    verdicts that are wrong, and the errors of all are rounded up.

    References
    ----------
    Jung, Brahman & Choi 2025, ICLR, arXiv:2407.18370. Bauer 1991, doi:10.1002/sim.4780100609 (fixed sequence). Clopper & Pearson
    1934, doi:10.1093/biomet/26.4.404. Korn & Graubard 1998, Survey Methodology 24, 193-201.

    Examples
    --------
    Newcombe 1998, table I, method 5: 15 of 148 have the two-sided 95 % limit 0.1617, here one-sided at 97.5 %; 1 - 0.1^(1/30) is 0.0739:

    >>> found = selective_threshold([[0.9, 1]] * 133 + [[0.9, 0]] * 15, delta=0.025, max_risk=0.2)
    >>> round(found.part("risk_bound").value, 4)
    0.1617
    >>> round(selective_threshold([[0.9, 1]] * 30).part("risk_bound").value, 4)
    0.0739
    """
    max_risk = share(max_risk, "max_risk", fix="use 0.15: at most 15 % of the verdicts accepted are wrong")
    delta = share(delta, "delta", fix="use 0.1: the promise holds with 90 % certainty")
    min_items = whole(min_items, "min_items", fix="use 30", at_least=1)
    sample = check_forecast(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    both = has_both(sample.ratings)
    if not both.any():
        reason = next(filter(None, (why_no_partner(run) for run in sample.ratings)), "no ratings")
        return Selective(undefined=ABSTAIN + reason, max_risk=max_risk, delta=delta)
    found = accepted(sample)
    units, bounds = _bounds(sample, found, delta)
    wanted = _fewest(max_risk, delta)
    testable = np.flatnonzero((found.items >= min_items) & (units >= wanted))
    passed = _passed(bounds, testable, max_risk)
    points = zip(found.threshold, found.covered, found.errors / found.items, bounds, strict=True)
    about = {
        "n_items": int(found.items[-1]), "n_ratings": paired_ratings(sample), "max_risk": max_risk, "delta": delta,
        "curve": tuple(tuple(float(number) for number in point) for point in points),
    }  # fmt: skip
    if passed is None:
        return Selective(undefined=ABSTAIN + _why(found, units, bounds, testable, min_items, wanted, max_risk, delta), **about)
    return Selective(
        value=float(found.threshold[passed]), method=_say(found, passed, testable, max_risk, delta),
        parts=_parts(sample, found, passed, float(bounds[passed]), delta), **about,
    )  # fmt: skip


def _fewest(max_risk: float, delta: float) -> int:
    """Items that the bound needs so as to pass without an error: those with which (1 - max_risk)^n is at most delta."""
    return ceil(log(delta) / log1p(-max_risk) - HALF_ROUNDING)


def _bounds(sample: Sample, found: Accepted, delta: float) -> tuple[FloatArray, FloatArray]:
    """At each threshold: items (clusters) that are independent of each other, and the bound on the risk."""
    if sample.clusters is None:
        errors = np.ceil(found.errors - HALF_ROUNDING)
        bounds = [clopper_pearson_upper(float(wrong), float(n), 1 - delta) for wrong, n in zip(errors, found.items, strict=True)]
        return found.items.astype(np.float64), np.array(bounds)
    units, bounds = [], []
    for threshold, items, errors in zip(found.threshold, found.items, found.errors, strict=True):
        taken = taken_at(sample, float(threshold))
        times = taken.sum(axis=0)
        wrong = np.where(taken, 1 - np.nan_to_num(sample.ratings[..., 1]), 0.0).sum(axis=0)
        worth, n_clusters = effective_items(np.where(times > 0, wrong / np.maximum(times, 1), np.nan), sample)
        units.append(float(n_clusters or items))
        bounds.append(clopper_pearson_upper(float(errors) / float(items) * worth, worth, 1 - delta))
    return np.array(units), np.array(bounds)


def _passed(bounds: FloatArray, testable: IntArray, max_risk: float) -> int | None:
    """The last threshold before the first that fails, from the strictest testable one down; None where that one fails, or there is none."""
    failed = np.flatnonzero(bounds[testable] > max_risk)
    last = int(failed[0]) if len(failed) else len(testable)
    return int(testable[last - 1]) if last > 0 else None


def _why(found: Accepted, units: FloatArray, bounds: FloatArray, testable: IntArray, min_items: int, wanted: int, max_risk: float, delta: float) -> str:
    n, certain = int(found.items[-1]), f"with {_percent(1 - delta)} certainty"
    if n < min_items:
        return f"{say_number(n, 'item')} with a confidence and an outcome, fewer than {min_items}"
    if not len(testable):
        return f"{units[-1]:.0f} independent items could not show a risk of at most {_percent(max_risk)} {certain} without a single error: that takes {wanted}"
    first = int(testable[0])
    return (
        f"of the {say_number(int(found.items[first]), 'item')} with a confidence of at least {found.threshold[first]:.4g}, {found.errors[first]:.4g} are wrong, "
        f"so that the risk may be {bounds[first]:.1%} {certain}, more than {_percent(max_risk)}"
    )


def _say(found: Accepted, passed: int, testable: IntArray, max_risk: float, delta: float) -> str:
    tested = int(np.searchsorted(testable, passed)) + 1
    n_thresholds = f"{tested} of {len(testable):,} with enough items passed"
    return f"accept where confidence >= value: risk at most {_percent(max_risk)} with {_percent(1 - delta)} certainty; fixed-sequence testing from the strictest down, {n_thresholds}"


def _parts(sample: Sample, found: Accepted, passed: int, bound: float, delta: float) -> tuple[Estimate, ...]:
    both = has_both(sample.ratings)
    threshold, n, n_ratings = float(found.threshold[passed]), int(found.items[passed]), paired_ratings(sample)
    taken = taken_at(sample, threshold)
    what = f"share of items with a confidence of at least {threshold:.4g}"
    coverage = rate(sample, np.where(both, taken, np.nan), n_ratings=n_ratings, reason="no ratings", what=what).about(name="coverage")
    wrong = f"{found.errors[passed]:.4g} of {say_number(n, 'item')} accepted are wrong"
    of_accepted = {"n_items": n, "n_ratings": int(2 * (taken * sample.counts).sum())}
    clusters = None if sample.clusters is None else len(np.unique(sample.clusters[taken.any(axis=0)]))
    approximate = "" if clusters is None else ", approximate where items share clusters"
    how = f"one-sided {_percent(1 - delta)} Clopper-Pearson bound on {say_units(n, clusters)}{approximate}; {wrong}"
    return (
        coverage,
        Estimate(
            name="risk",
            value=float(found.errors[passed] / n),
            method=f"{wrong}; the threshold was chosen on these items: risk_bound allows for that",
            **of_accepted,
        ),
        Estimate(name="risk_bound", value=bound, low=0.0, high=bound, ci_level=1 - delta, method=how, **of_accepted),
    )


def _percent(share_: float) -> str:
    return f"{100 * share_:.4g}%"
