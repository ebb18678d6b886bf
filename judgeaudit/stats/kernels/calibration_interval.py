"""Interval of the expected calibration error, whose resamples all lie too high where a judge is nearly calibrated."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.calibration_noise import chance_of_gaps
from judgeaudit.stats.kernels.draws import Rows, distinct_rows, draw_blocks
from judgeaudit.stats.kernels.forecast_bins import bin_columns, sums_by_bin
from judgeaudit.stats.kernels.paired import has_both
from judgeaudit.stats.kernels.rates import say_number, wilson
from judgeaudit.stats.kernels.ratings_check import FloatArray, Sample
from judgeaudit.stats.kernels.resampling import FULL_RUN, divide

CLEAR = 2.0
"""Standard errors from 0 beyond which the sign of a bin's gap is taken as known."""

SIMULATED_UP_TO = 20_000
"""Items up to which outcomes of a calibrated judge are drawn; with more, the resamples alone say well enough what noise adds."""

DRAWN_AT_ONCE = 500_000
"""Outcomes that are held in memory at once; the fewer, the sooner it shows that enough draws reach the error."""

NEVER = 1e-9
"""Chance that any draw reaches the error below which none is drawn."""

POINT = 1e-9
"""Width below which an interval is a point."""


def with_interval(found: Estimate, sample: Sample, n_bins: int) -> Estimate:
    """The estimate with its interval, or with the reason in `method` why it has none.

    Notes
    -----
    High end: the upper quantile of the resampled errors, which lean upward. Low end: the error less the upper quantile of what
    noise adds to it. In a bin whose gap is clearly on one side of 0 that is the resampled gap less the gap itself; in the other
    bins it is its absolute value, the most that noise can add (the selection of clear bins is that of tests of inequalities).
    The low end is 0 where a calibrated judge, simulated on these items, reaches the error (one run, no clusters). Conservative.

    References
    ----------
    Andrews & Soares 2010, doi:10.3982/ECTA7502 (which terms are clear). Bröcker & Smith 2007, doi:10.1175/WAF993.1.
    """
    if sample.n_resamples == 0 or found.value is None:
        return found
    rows = _rows(sample)
    units = say_number(rows.n_units, "item" if rows.clusters is None else "cluster")
    if rows.n_units < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        return _without(found, f"no interval: {units}, fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING}")
    errors, noise = _resample(sample, rows, n_bins)
    undefined = 1 - len(errors) / sample.n_resamples
    if undefined > thresholds.MAX_UNDEFINED_RESAMPLES:
        return _without(found, f"no interval: {undefined:.0%} of {sample.n_resamples:,} resamples of {units} are undefined")
    tail = (1 - sample.ci_level) / 2
    low, high = max(0.0, found.value - float(np.quantile(noise, 1 - tail))), max(found.value, float(np.quantile(errors, 1 - tail)))
    if low > 0 and _reached_by_chance(rows, n_bins, found.value, tail, sample):
        low = 0.0
    how = f"interval from {sample.n_resamples:,} resamples of {units}, its low end less what noise adds (conservative)"
    if high - low <= POINT:
        unseen = wilson(0.0, rows.n_units, sample.ci_level)[1]
        low, high = max(0.0, found.value - unseen), min(1.0, found.value + unseen)
        how = f"resamples give one value: bound for up to {unseen:.1%} of items (Wilson, {rows.n_units}) unlike those seen"
    return found.model_copy(update={"low": low, "high": high, "ci_level": sample.ci_level, "method": f"{found.method}; {how}"})


def _without(found: Estimate, reason: str) -> Estimate:
    return found.model_copy(update={"method": f"{found.method}; {reason}"})


def _rows(sample: Sample) -> Rows:
    """Rows of the runs that the estimate is the mean of."""
    both = has_both(sample.ratings)
    items = (both * sample.counts).sum(axis=1)
    ratings, used = sample.ratings[items >= FULL_RUN * items.max()], both[items >= FULL_RUN * items.max()].any(axis=0)
    if sample.clusters is None:
        patterns, counts = distinct_rows(ratings[:, used], sample.counts[used], any_order=False)
        return Rows(patterns, counts, None, int(counts.sum()))
    names, clusters = np.unique(sample.clusters[used], return_inverse=True)
    return Rows(ratings[:, used], sample.counts[used], clusters.ravel().astype(np.int64), len(names))


def _resample(sample: Sample, rows: Rows, n_bins: int) -> tuple[FloatArray, FloatArray]:
    """Errors of the resamples and what noise adds to each, means over runs; resamples that are undefined in a run left out."""
    assert sample.rng is not None
    kernels = [_gaps(run, n_bins) for run in rows.ratings]
    drawn: list[list[FloatArray]] = [[] for _ in kernels]
    for block in draw_blocks(rows, sample.n_resamples, sample.rng):
        weights = block.rows()
        for found, gaps in zip(drawn, kernels, strict=True):
            found.append(gaps(weights))
    resampled = np.array([np.concatenate(found) for found in drawn])
    resampled = resampled[:, ~np.isnan(resampled).any(axis=(0, 2))]
    seen = np.array([gaps(rows.counts[np.newaxis].astype(np.float64)) for gaps in kernels])
    off = resampled - seen
    clear = np.abs(seen) > CLEAR * off.std(axis=1, keepdims=True) if off.shape[1] else np.zeros_like(seen, dtype=bool)
    noise = np.where(clear, np.sign(seen) * off, np.abs(off))
    errors = np.abs(resampled)
    return np.asarray(errors.sum(axis=2).mean(axis=0)), np.asarray(noise.sum(axis=2).mean(axis=0))


def _reached_by_chance(rows: Rows, n_bins: int, error: float, tail: float, sample: Sample) -> bool:
    """Whether a perfectly calibrated judge's error is at least this large in more than a share `tail` of the draws of outcomes."""
    n = int(rows.counts.sum())
    if rows.clusters is not None or len(rows.ratings) > 1 or n > SIMULATED_UP_TO:
        return False
    assert sample.rng is not None
    probability, _, _, bins, _ = bin_columns(rows.ratings[0], n_bins)
    distinct, first, place = np.unique(probability, return_index=True, return_inverse=True)
    times = np.bincount(place.ravel(), weights=rows.counts).astype(np.int64)
    if sample.n_resamples * chance_of_gaps(distinct, times, bins[first], n * (error - POINT)) < NEVER:
        return False
    off = sums_by_bin(np.ones(len(distinct)), bins[first], n_bins)
    larger, enough = 0, tail * sample.n_resamples
    step = max(1, DRAWN_AT_ONCE // len(distinct))
    for start in range(0, sample.n_resamples, step):
        outcomes = sample.rng.binomial(times, distinct, size=(min(step, sample.n_resamples - start), len(distinct)))
        larger += int((np.abs(off(outcomes - times * distinct)).sum(axis=1) / n >= error - POINT).sum())
        if larger > enough:
            return True
    return False


def _gaps(ratings: FloatArray, n_bins: int) -> Callable[[FloatArray], FloatArray]:
    """Weights of rows to the mean gap, probability less outcome, that each bin adds to the whole; shape (n, n_bins)."""
    probability, outcome, both, bins, _ = bin_columns(ratings, n_bins)
    sums = sums_by_bin(probability - outcome, bins, n_bins)
    return lambda weights: divide(sums(weights), (weights @ both)[:, np.newaxis])
