"""Reliability curve: stated confidence against how often it came true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.forecast_bins import N_BINS, bin_names, bin_of, check_bins, check_forecast
from judgeaudit.stats.kernels.paired import has_both, why_no_partner
from judgeaudit.stats.kernels.rare_labels import off_commonest
from judgeaudit.stats.kernels.rates import rate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, Sample
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate, runs_of_mean
from judgeaudit.stats.shapes import Breakdown


def reliability_curve(
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
    """Where stated confidences are too high or too low: for each bin, the mean confidence and how often it came true.

    The headline is overconfidence: mean confidence minus share that came true, over all items; above 0 the judge is surer
    than it should be. Use it to see what `ece` adds up. Known weakness: bins with few items scatter; read each with its
    interval. Too high in one bin and too low in another cancel in the headline.

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
        See `judgeaudit.stats`. The bins' intervals are Wilson's on items, whatever `n_resamples` is.

    Returns
    -------
    Breakdown
        -1 to 1, 0 is best. For each bin, empty ones too, the parts `mean_confidence` and `observed_share`, `group` the bin:
        "0.2-0.3" is above 0.2 up to 0.3; `n_items` of a part is the bin's size. Undefined when no item has both a
        probability and an outcome.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; a probability outside 0..1.

    Notes
    -----
    With several runs an item counts in each bin once, with its mean over the runs that put it there; of the runs that the
    headline is the mean of.

    References
    ----------
    Murphy & Winkler 1977, doi:10.2307/2346866. Bröcker & Smith 2007, doi:10.1175/WAF993.1.

    Examples
    --------
    The example of scikit-learn's `calibration_curve`, printed as shares 0, 0.5, 1 at 0.2, 0.525, 0.85:

    >>> outcomes = [0, 0, 0, 0, 1, 1, 1, 1, 1]
    >>> found = reliability_curve(list(zip([0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1.0], outcomes)), n_bins=3)
    >>> [round(part.value, 3) for part in found.parts if part.name == "mean_confidence"]
    [0.2, 0.525, 0.85]
    >>> [part.value for part in found.parts if part.name == "observed_share"]
    [0.0, 0.5, 1.0]
    """
    n_bins = check_bins(n_bins)
    sample = check_forecast(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    what = f"mean confidence minus share that came true; {n_bins} bins of equal width"
    coefficient = Coefficient(
        what=what, build=_kernel, used=has_both, why_undefined=why_no_partner, least_units=50, rare=lambda run, times: off_commonest(run[:, 1:], times)
    )  # fmt: skip
    found = estimate(sample, coefficient)
    if found.value is None:
        return Breakdown(**found.model_dump())
    sample = replace(sample, ratings=sample.ratings[runs_of_mean(sample, coefficient)[0]])
    bins = np.where(has_both(sample.ratings), bin_of(sample.ratings[..., 0], n_bins), -1)
    return Breakdown(
        **found.model_dump(), parts=tuple(part.about(group=name) for b, name in enumerate(bin_names(n_bins)) for part in _of_bin(sample, bins == b)),
    )  # fmt: skip


def _kernel(ratings: FloatArray) -> Evaluate:
    both = has_both(ratings)
    gaps = np.where(both, ratings[:, 0] - ratings[:, 1], 0.0)
    return lambda weights: divide(weights @ gaps, weights @ both.astype(np.float64))


def _of_bin(sample: Sample, used: BoolArray) -> tuple[Estimate, Estimate]:
    """Mean confidence (no interval: it is what was stated) and share that came true, of the rows of a bin, shape (n_runs, n_rows)."""
    n_ratings = int(2 * (used * sample.counts).sum())
    confidence, observed = (
        rate(sample, np.where(used, sample.ratings[..., column], np.nan), n_ratings=n_ratings, reason="no item in this bin", what=what)
        for column, what in enumerate(("mean confidence", "share that came true"))
    )
    stated = {"low": None, "high": None, "ci_level": None, "method": "mean confidence" if used.any() else ""}
    return confidence.model_copy(update={"name": "mean_confidence", **stated}), observed.about(name="observed_share")
