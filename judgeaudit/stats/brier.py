"""Brier score and what it is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.forecast_bins import HALF, N_BINS, bin_columns, check_bins, check_forecast, sums_by_bin
from judgeaudit.stats.kernels.paired import has_both, why_no_partner
from judgeaudit.stats.kernels.rates import wilson
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample
from judgeaudit.stats.kernels.resampling import ClosedForm, Coefficient, Evaluate, divide, estimate
from judgeaudit.stats.shapes import Breakdown

FEW_WRONG = 5
"""Items on the wrong (or the right) side of 0.5 below which their squared errors do not tell their variance: large ones are yet unseen."""


def brier(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    n_bins: int | None = N_BINS,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Breakdown:
    """Mean squared distance between stated probabilities and what came true.

    Use it to compare the confidences of two judges on the same items: unlike `ece` it cannot be made good by always stating
    the base rate. Known weakness: its size depends on how frequent the outcome is; compare it with the part `uncertainty`,
    what the base rate alone would score, or read the part `skill`.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Column 0 the probability, 0 to 1; column 1 what came true, 0 or 1; NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        Not used: probabilities are numbers, outcomes are two.
    labels : sequence of two floats, optional
        Codes of the outcomes where they are not 0 and 1; the probability is that of the higher one.
    n_bins : int or None
        Bins of equal width of the decomposition (the score itself has none); None: each distinct probability is its own.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Breakdown
        0 to 1, lower is better. Parts: `reliability` (distance from calibration, lower is better), `resolution` (how far
        bins differ from the base rate, higher is better), `uncertainty` (of the base rate), `within_bin_variance` and
        `within_bin_covariance` (0 where a bin holds one probability only), `skill` (1 - score / uncertainty). Undefined
        when no item has both a probability and an outcome.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; a probability outside 0..1.

    Notes
    -----
    Mean of (p - y)^2 = reliability - resolution + uncertainty + within_bin_variance - within_bin_covariance, exactly. The
    interval without clusters is Wilson's, with as many items as a share of this size and variance would have (of several runs the
    mean of their ends). The parts have no interval; reliability and resolution of few items are too large (each bin's noise is squared).

    References
    ----------
    Brier 1950, doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2. Murphy 1973,
    doi:10.1175/1520-0450(1973)012<0595:ANVPOT>2.0.CO;2. Stephenson, Coelho & Jolliffe 2008, doi:10.1175/2007WAF2006116.1.

    Examples
    --------
    The example of scikit-learn's `brier_score_loss`, printed as 0.0375:

    >>> round(brier([[0.1, 0], [0.9, 1], [0.8, 1], [0.3, 0]]).value, 4)
    0.0375
    """
    n_bins = None if n_bins is None else check_bins(n_bins)
    sample = check_forecast(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    found = _estimate(sample, "mean squared error of the probabilities", _score, _interval)
    if found.value is None:
        return Breakdown(**found.model_dump())
    bins = "bins of one probability each" if n_bins is None else f"{n_bins} bins of equal width"
    plain = replace(sample, n_resamples=0)
    return Breakdown(
        **found.model_dump(), parts=tuple(_estimate(plain, bins, _of_bins(n_bins, part)).about(name=name) for name, part in PARTS.items()),
    )  # fmt: skip


def _estimate(sample: Sample, what: str, build: Callable[[FloatArray], Evaluate], closed_form: ClosedForm | None = None) -> Estimate:
    return estimate(
        sample,
        Coefficient(
            what=what,
            build=build,
            used=has_both,
            why_undefined=why_no_partner,
            no_variation="no variation: every outcome is the same",
            lowest=0.0,
            closed_form=closed_form,
            formula_first=True,
        ),
    )


def _interval(ratings: FloatArray, counts: IntArray, ci_level: float) -> tuple[float, float, str] | None:
    """Wilson's interval with as many items as a share of the same size and variance would have; of plain items where few went wrong."""
    from scipy.special import stdtrit

    probability, outcome, both, _, _ = bin_columns(ratings, 1)
    weights, errors = counts * both, (probability - outcome) ** 2
    n = float(weights.sum())
    score = float(weights @ errors) / n
    variance = float(weights @ (errors - score) ** 2) / max(n - 1, 1)
    wrong = float(weights @ (errors > HALF**2))
    if min(wrong, n - wrong) < FEW_WRONG or variance <= 0:
        return *wilson(score, n, ci_level), f"Wilson interval on {n:,.0f} items (conservative: few on one side of 0.5)"
    loss = (NormalDist().inv_cdf(0.5 + ci_level / 2) / float(stdtrit(n - 1, 0.5 + ci_level / 2))) ** 2
    worth = max(n, n * score * (1 - score) / variance) * loss
    return *wilson(score, worth, ci_level), f"Wilson interval on {n:,.0f} items, with the variance of their squared errors"


def _score(ratings: FloatArray) -> Evaluate:
    probability, outcome, both, _, _ = bin_columns(ratings, 1)
    return lambda weights: divide(weights @ (probability - outcome) ** 2, weights @ both)


Sums = tuple[FloatArray, ...]
"""Five arrays. Of each bin, shape (n_resamples, n_bins): items, their probabilities, outcomes, squared probabilities, probabilities that came true."""


def _of_bins(n_bins: int | None, part: Callable[[Sums], FloatArray]) -> Callable[[FloatArray], Evaluate]:
    def build(ratings: FloatArray) -> Evaluate:
        p, y, both, bins, n = bin_columns(ratings, n_bins)
        columns = [sums_by_bin(values, bins, n) for values in (both, p, y, p * p, p * y)]
        return lambda weights: part(tuple(column(weights) for column in columns))

    return build


def _means(sums: Sums) -> Sums:
    """Items, mean probability, share that came true, mean squared probability and mean product of each bin; 0 in empty bins."""
    n = sums[0]
    return n, *(np.where(n > 0, total / np.where(n > 0, n, 1.0), 0.0) for total in sums[1:])


def _over_items(n: FloatArray, values: FloatArray) -> FloatArray:
    return divide((n * values).sum(axis=1), n.sum(axis=1))


def _reliability(sums: Sums) -> FloatArray:
    n, p, y, _, _ = _means(sums)
    return _over_items(n, (p - y) ** 2)


def _resolution(sums: Sums) -> FloatArray:
    n, _, y, _, _ = _means(sums)
    return _over_items(n, (y - _over_items(n, y)[:, np.newaxis]) ** 2)


def _uncertainty(sums: Sums) -> FloatArray:
    base = divide(sums[2].sum(axis=1), sums[0].sum(axis=1))
    return base * (1 - base)


def _within_variance(sums: Sums) -> FloatArray:
    n, p, _, pp, _ = _means(sums)
    return _over_items(n, pp - p * p)


def _within_covariance(sums: Sums) -> FloatArray:
    n, p, y, _, py = _means(sums)
    return 2 * _over_items(n, py - p * y)


def _skill(sums: Sums) -> FloatArray:
    score = divide((sums[3] - 2 * sums[4] + sums[2]).sum(axis=1), sums[0].sum(axis=1))
    return 1 - divide(score, _uncertainty(sums))


PARTS: dict[str, Callable[[Sums], FloatArray]] = {
    "reliability": _reliability,
    "resolution": _resolution,
    "uncertainty": _uncertainty,
    "within_bin_variance": _within_variance,
    "within_bin_covariance": _within_covariance,
    "skill": _skill,
}
