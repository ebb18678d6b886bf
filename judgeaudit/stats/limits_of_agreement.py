"""Limits of agreement of scores and gold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.options import flag, number
from judgeaudit.stats.kernels.paired import has_both, paired_ratings, refuse_unordered, why_no_partner
from judgeaudit.stats.kernels.rates import rate
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample, check_ratings, say_code
from judgeaudit.stats.kernels.resampling import ClosedForm, Coefficient, Evaluate, divide, estimate, runs_of_mean
from judgeaudit.stats.shapes import Breakdown

MULTIPLIER = 1.96
"""Standard deviations from the mean to a limit, between which 95 % of normal differences lie (Bland & Altman 1999; 2 in 1986)."""

MOST = 20.0
"""Standard deviations within which any difference lies that can be of use."""

FIX = f"use 1.96 for limits that hold 95 % of normal differences (above 0, at most {MOST:g})"

MOST_NONCENTRAL = 1e4
"""Noncentrality above which the noncentral t distribution is normal to 4 digits, and its computation fails before 1e6."""

MANY_COARSE = 1000
"""Items below which resampled intervals of limits, on scores of few points, were measured to be short (86 to 93 % at 20 to 200 items)."""

COARSE = 0.5
"""Distinct differences among items below which scores are points of a scale: intervals for normal differences do not hold there."""


def limits_of_agreement(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    multiplier: float = MULTIPLIER,
    exact: bool = True,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Breakdown:
    """How far a single score may be from gold: the mean difference and the limits that hold most differences.

    `value` is the mean difference (judge - gold), `low` and `high` are the limits for the difference of a single item, not
    a confidence interval: they do not narrow with more items. Use it to see whether the judge's score may stand in for a
    human's. Known weakness: one width for the whole scale, and limits that fit bell-shaped differences; a scale of few
    points is not.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Scores of the judge and of gold; NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    multiplier : float
        Standard deviations from the mean difference to a limit.
    exact : bool
        Whether the limits' own intervals are exact for normal differences (Carkeet), or Bland & Altman's, which are too
        narrow outside and too wide inside where there are few items.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. Of one run without clusters the intervals of the parts are by formula where scores are fine-grained.

    Returns
    -------
    Breakdown
        In points of the scale; 0 is best. Parts: `mean_shift`, `lower_limit`, `upper_limit`, each with its confidence
        interval, and `share_inside`, the share of these items within the limits. No limits, said in `method`, from one item or where all
        differences are the same. Undefined when no item has both scores.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Limits: mean +- multiplier s. Interval of the mean: t. Of a limit: exact, mean +- k s with k from the noncentral t
    distribution (n - 1 degrees of freedom, noncentrality multiplier sqrt(n)) over sqrt(n); or limit +- t s sqrt(3 / n).
    Scores of few points (fewer distinct differences than half the items) are not normal: the limits' intervals are then
    resampled. With several runs each number is its mean over runs; runs that cover less than 80 % of the items of the fullest run
    are left out, as everywhere with coefficients, and said (`paired_permutation` and `tost` take an item's mean over all its runs).

    References
    ----------
    Bland & Altman 1986, doi:10.1016/S0140-6736(86)90837-8. Bland & Altman 1999, doi:10.1177/096228029900800204.
    Carkeet 2015, doi:10.1097/OPX.0000000000000513.

    Examples
    --------
    Bland & Altman 1986, large and mini peak flow meter of 17 subjects, printed as -79.7 and 75.5 l/min
    (with the mean and s rounded before):

    >>> large = [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427]
    >>> mini = [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451]
    >>> found = limits_of_agreement(list(zip(large, mini)), multiplier=2)
    >>> round(found.value, 1), round(found.low, 1), round(found.high, 1)
    (-2.1, -79.6, 75.4)
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    multiplier = number(multiplier, "multiplier", fix=FIX, above=0, at_most=MOST)
    exact = flag(exact, "exact")
    mean = estimate(sample, _coefficient(sample, 0.0, "mean of judge minus gold", exact)).about(name="mean_shift")
    if mean.value is None:
        return Breakdown(**mean.about(name="").model_dump())
    ends = [_coefficient(sample, sign * multiplier, f"mean {said} {say_code(multiplier)} s", exact) for sign, said in ((-1, "-"), (1, "+"))]
    lower, upper = (estimate(sample, end).about(name=name) for end, name in zip(ends, ("lower_limit", "upper_limit"), strict=True))
    runs = [runs_of_mean(sample, one) for one in (_coefficient(sample, 0.0, "", exact), ends[0])]
    head = "; ".join(filter(None, ("mean of judge minus gold", runs[0][1])))
    if lower.value is None or upper.value is None:
        method = f"{head}; no limits: {lower.undefined}"
        return Breakdown(value=mean.value, method=method, n_items=mean.n_items, n_ratings=mean.n_ratings, parts=(mean, lower, upper))
    limits = f"low and high are limits for the difference of a single item, mean +- {say_code(multiplier)} s, not a confidence interval"
    of_limits = f"; limits: {runs[1][1]}" if runs[1][1] != runs[0][1] else ""
    inside = _share_inside(replace(sample, ratings=sample.ratings[runs[1][0]]), lower.value, upper.value)
    return Breakdown(
        value=mean.value, low=lower.value, high=upper.value, method=f"{head}; {limits}{of_limits}", n_items=mean.n_items, n_ratings=mean.n_ratings,
        parts=(mean, lower, upper, inside),
    )  # fmt: skip


def _share_inside(sample: Sample, low: float, high: float) -> Estimate:
    gaps = sample.ratings[..., 0] - sample.ratings[..., 1]
    slack = 1e-9 * (high - low)  # a difference that lies on a limit is inside, whatever the unit of the scale
    inside = np.where(np.isnan(gaps), np.nan, (gaps >= low - slack) & (gaps <= high + slack))
    found = rate(sample, inside, n_ratings=paired_ratings(sample), reason="no ratings", what="share of differences inside the limits")
    plain = {"low": None, "high": None, "ci_level": None, "method": "share of these items' differences inside the limits, which were drawn from them"}
    return found.model_copy(update={"name": "share_inside", **plain})


def _coefficient(sample: Sample, multiplier: float, what: str, exact: bool) -> Coefficient:
    def why(run: FloatArray) -> str | None:
        reason = refuse_unordered(sample) or why_no_partner(run)
        few = reason is None and multiplier != 0 and int(sample.counts[has_both(run)].sum()) < 2
        return "one item: nothing says how far differences scatter" if few else reason

    return Coefficient(
        what=what, build=lambda run: _kernel(run, multiplier), used=has_both, why_undefined=why, lowest=-np.inf,
        no_variation="no variation: every difference is the same", closed_form=_formula(multiplier, exact),
        least_units=0 if multiplier == 0 else MANY_COARSE,
    )  # fmt: skip


def _kernel(ratings: FloatArray, multiplier: float) -> Evaluate:
    """Mean plus so many standard deviations; undefined where all differences are the same, unless it is the mean itself."""
    gaps, both, shift = _differences(ratings)
    columns = np.column_stack([both, gaps, gaps**2])
    scale = float(np.nanmax(np.abs(ratings), initial=0.0))

    def evaluate(weights: FloatArray) -> FloatArray:
        n, total, squares = (weights @ columns).T
        if multiplier == 0:
            return shift + divide(total, n)
        variance = divide(squares - divide(total**2, n), n - 1)
        varied = variance > np.maximum(1e-12 * divide(squares, n), (1e-14 * scale) ** 2)
        return np.where(varied, shift + divide(total, n) + multiplier * np.sqrt(np.where(varied, variance, 0.0)), np.nan)

    return evaluate


def _differences(ratings: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """Differences less their middle (0 where missing), 1 where there is one, and that middle: large codes lose no digits."""
    both = has_both(ratings)
    raw = np.where(both, ratings[:, 0] - ratings[:, 1], 0.0)
    shift = float(np.median(raw[both])) if both.any() else 0.0
    return np.where(both, raw - shift, 0.0), both.astype(np.float64), shift


def _formula(multiplier: float, exact: bool) -> ClosedForm:
    def interval(ratings: FloatArray, counts: IntArray, ci_level: float) -> tuple[float, float, str] | None:
        weights = (counts * has_both(ratings))[np.newaxis].astype(np.float64)
        n, mean = float(weights.sum()), float(_kernel(ratings, 0.0)(weights)[0])
        if multiplier != 0 and _coarse(ratings, n):
            return None
        s = float(_kernel(ratings, 1.0)(weights)[0]) - mean if n > 1 else np.nan
        if not s > 0:
            return None
        factors = cast(Callable[..., tuple[float, float]], _exact_factors if exact else _approximate_factors)(multiplier, n, ci_level)
        name = "t interval" if multiplier == 0 else "exact interval (noncentral t)" if exact else "t interval with s sqrt(3 / n)"
        return mean + factors[0] * s, mean + factors[1] * s, f"{name} on {n:,.0f} items, for normal differences"

    return interval


def _coarse(ratings: FloatArray, n: float) -> bool:
    """Whether differences are so few that they cannot be normal."""
    gaps = _differences(ratings)[0][has_both(ratings)]
    return len(np.unique(np.round(gaps / max(float(np.abs(gaps).max(initial=0.0)), 1e-300), 9))) < COARSE * n


def _exact_factors(multiplier: float, n: float, ci_level: float) -> tuple[float, float]:
    """Standard deviations from the mean to the ends of the interval of a limit."""
    from scipy.special import nctdtrit, stdtrit

    tail = (1 - ci_level) / 2
    if multiplier == 0:
        half = float(stdtrit(n - 1, 1 - tail)) / np.sqrt(n)
        return -half, half
    if abs(multiplier) * np.sqrt(n) > MOST_NONCENTRAL:
        half = NormalDist().inv_cdf(1 - tail) * np.sqrt((1 + multiplier**2 / 2) / n)
        return multiplier - half, multiplier + half
    ends = sorted(float(nctdtrit(n - 1, abs(multiplier) * np.sqrt(n), p)) / np.sqrt(n) for p in (tail, 1 - tail))
    return (ends[0], ends[1]) if multiplier > 0 else (-ends[1], -ends[0])


def _approximate_factors(multiplier: float, n: float, ci_level: float) -> tuple[float, float]:
    from scipy.special import stdtrit

    half = float(stdtrit(n - 1, 0.5 + ci_level / 2)) * np.sqrt((3 if multiplier else 1) / n)
    return multiplier - half, multiplier + half
