"""Expected calibration error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.calibration_interval import with_interval
from judgeaudit.stats.kernels.calibration_noise import expected_gap
from judgeaudit.stats.kernels.forecast_bins import N_BINS, bin_columns, check_bins, check_forecast, sums_by_bin
from judgeaudit.stats.kernels.paired import has_both, why_no_partner
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate
from judgeaudit.stats.shapes import Breakdown


def ece(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    n_bins: int = N_BINS,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Breakdown:
    """How far stated confidences are from how often they come true, on average over items.

    Use it to ask whether "90 % sure" means right nine times of ten. Known weakness: it is above 0 even for a perfectly
    calibrated judge, the more so the fewer items there are: compare it with the part `expected_if_calibrated`, which says
    what such a judge would show on these items. Errors within a bin cancel.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Column 0 the probability, 0 to 1; column 1 what came true, 0 or 1; NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        Not used: probabilities are numbers, outcomes are two.
    labels : sequence of two floats, optional
        Codes of the outcomes where they are not 0 and 1; the probability is that of the higher one.
    n_bins : int
        Bins of equal width. A probability on an edge is in the lower bin, 0 in the first.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Breakdown
        0 to 1, lower is better. Part `expected_if_calibrated`. Undefined when no item has both a probability and an outcome.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; a probability outside 0..1.

    Notes
    -----
    Sum over bins of (n_b / n) |mean probability - share that came true|. The expected value of each term under perfect
    calibration is the mean absolute deviation of a sum of independent 0/1 outcomes with these probabilities: exact up to
    1,000 items of a bin, above by sqrt(2 / pi) times their standard deviation. Interval: resampled, its low end less what
    noise adds to the error (a percentile interval never holds 0, however well calibrated the judge is).

    References
    ----------
    Naeini, Cooper & Hauskrecht 2015, AAAI, doi:10.1609/aaai.v29i1.9602. Guo, Pleiss, Sun & Weinberger 2017,
    arXiv:1706.04599, equation 3. Bröcker & Smith 2007, doi:10.1175/WAF993.1 (what a calibrated forecast shows).

    Examples
    --------
    The example of torchmetrics' `BinaryCalibrationError`, two bins, printed as 0.2900:

    >>> round(ece([[0.25, 0], [0.25, 0], [0.55, 1], [0.75, 1], [0.75, 1]], n_bins=2).value, 4)
    0.29
    """
    n_bins = check_bins(n_bins)
    sample = check_forecast(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip

    noise = _estimate(
        sample, "expected value of a perfectly calibrated judge on these items", n_bins, point=lambda run, times: _expected(run, times, n_bins)
    ).about(name="expected_if_calibrated")
    what = f"{n_bins} bins of equal width" + ("" if noise.value is None else f"; a perfectly calibrated judge would show {noise.value:.3g} here")
    found = with_interval(_estimate(sample, what, n_bins), sample, n_bins)
    return Breakdown(**found.model_dump(), parts=() if found.value is None else (noise,))


def _estimate(sample: Sample, what: str, n_bins: int, point: Callable[[FloatArray, IntArray], float] | None = None) -> Estimate:
    return estimate(
        replace(sample, n_resamples=0),
        Coefficient(what=what, build=lambda run: _kernel(run, n_bins), used=has_both, why_undefined=why_no_partner, lowest=0.0, point=point),
    )


def _kernel(ratings: FloatArray, n_bins: int) -> Evaluate:
    probability, outcome, both, bins, n = bin_columns(ratings, n_bins)
    gaps = sums_by_bin(probability - outcome, bins, n)
    return lambda weights: divide(np.abs(gaps(weights)).sum(axis=1), weights @ both)


def _expected(ratings: FloatArray, counts: IntArray, n_bins: int) -> float:
    probability, _, both, bins, _ = bin_columns(ratings, n_bins)
    used = both > 0
    gaps = [expected_gap(probability[used & (bins == b)], counts[used & (bins == b)]) for b in np.unique(bins[used])]
    return sum(gaps) / float(counts[used].sum())
