"""Capital of a bettor against a claimed mean of bounded observations: the ground of the e-process and of the confidence sequence.

All observations are in 0..1 here, time is the last axis, and capital is kept as its natural logarithm: it neither overflows nor
reaches 0, because no bet risks more than half of the capital.
"""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray

AT_RISK = 0.5
"""Largest share of the capital that one observation can lose (Waudby-Smith & Ramdas 2024, c = 1/2)."""

FREE = 1e6
"""Bet against a claimed mean at the end of the scale: a claim that any single observation refutes costs nothing to bet against."""

GRID = 1001
"""Candidate means, denser near 0 and 1; what lies between two is interpolated, mostly to 1e-6 of the range, and to 6e-5 where few bets are capped."""

MARGIN = 1e-4
"""By how much an interpolated end is moved outwards: an end is never too narrow."""

AT_ONCE = 500


def log_capital_above(x: FloatArray, mean: float, bet: float | None = None) -> FloatArray:
    """Log capital after each observation of a bettor on "the mean is above this one".

    Parameters
    ----------
    x : float array, shape (..., n)
        Observations in 0..1.
    mean : float
        Claimed mean, 0..1.
    bet : float, optional
        Constant bet. None: aGRAPA, from the observations before.
    """
    bets = agrapa(x, mean) if bet is None else np.full(x.shape, bet)
    return np.asarray(np.cumsum(np.log1p(bets * (x - mean)), axis=-1))


def log_capital(x: FloatArray, low: float, high: float, alternative: str, bet: float | None = None) -> FloatArray:
    """Log e-process of "the mean is within low..high": above it, below it, or the average of the two.

    Parameters
    ----------
    x : float array, shape (..., n)
    low, high : float
        Ends of the claimed range; the same number for one mean.
    alternative : {"two-sided", "greater", "less"}
    bet : float, optional
    """
    if alternative == "greater":
        return log_capital_above(x, high, bet)
    below = log_capital_above(1 - x, 1 - low, bet)
    if alternative == "less":
        return below
    return np.asarray(np.logaddexp(log_capital_above(x, high, bet), below) - np.log(2))


def agrapa(x: FloatArray, mean: float) -> FloatArray:
    """Bets of approximate growth-rate adaptive wagers, each from the observations before it; at least 0."""
    if mean <= 0:
        return np.full(x.shape, FREE)
    expected, variance = _before(x)
    edge = expected - mean
    return np.asarray(np.clip(edge / (variance + edge**2), 0, _cap(mean)))


def hedged_bets(x: FloatArray, alpha: float) -> FloatArray:
    """Bets of the hedged confidence sequence, which do not depend on the mean that is tried; not yet capped."""
    t = np.arange(1, x.shape[-1] + 1)
    return np.asarray(np.sqrt(2 * np.log(2 / alpha) / (_before(x)[1] * t * np.log1p(t))))


def hedged_log_capital(x: FloatArray, mean: float, alpha: float) -> FloatArray:
    """Log of the hedged capital at one mean: that mean is outside the sequence where this exceeds log(1 / alpha)."""
    bets = hedged_bets(x, alpha)
    above = np.cumsum(np.log1p(np.minimum(bets, _cap(mean)) * (x - mean)), axis=-1)
    below = np.cumsum(np.log1p(np.minimum(bets, _cap(1 - mean)) * (mean - x)), axis=-1)
    return np.asarray(np.maximum(above, below) - np.log(2))


def lower_ends(x: FloatArray, alpha: float) -> FloatArray:
    """Lower end of the hedged confidence sequence after each observation of one stream.

    Capital on "above" falls as the claimed mean rises, so the means that it excludes lie below one end.
    """
    means = np.sin(np.linspace(0, np.pi / 2, GRID)) ** 2
    caps = np.concatenate([[np.inf], AT_RISK / means[1:]])
    bets, wanted = hedged_bets(x, alpha), np.log(2 / alpha)
    capital, ends = np.zeros((GRID, 1)), np.zeros(len(x))
    for start in range(0, len(x), AT_ONCE):
        now = slice(start, start + AT_ONCE)
        gains = np.log1p(np.minimum(bets[now], caps[:, np.newaxis]) * (x[now] - means[:, np.newaxis]))
        path = capital + np.cumsum(gains, axis=1)
        capital = path[:, -1:]
        ends[now] = _crossing(means, path, float(wanted))
    return np.asarray(np.maximum(ends - MARGIN, 0.0))


def _crossing(means: FloatArray, path: FloatArray, wanted: float) -> FloatArray:
    """Mean at which each column falls to what is wanted; 0 where it is below from the start."""
    n_excluded = (path > wanted).sum(axis=0)
    right = np.clip(n_excluded, 1, len(means) - 1)
    columns = np.arange(path.shape[1])
    above, below = path[right - 1, columns], path[right, columns]
    drop = np.where(n_excluded > 0, above - below, 1.0)
    part = (above - wanted) / np.where(drop > 0, drop, 1.0)
    return np.where(n_excluded > 0, means[right - 1] + np.clip(part, 0, 1) * (means[right] - means[right - 1]), 0.0)


def _before(x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean and variance of what came before each observation, with one imagined observation of mean 1/2 and variance 1/4."""
    t = np.arange(1, x.shape[-1] + 1)
    mean = (0.5 + np.cumsum(x, axis=-1)) / (t + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2, axis=-1)) / (t + 1)
    first = np.full((*x.shape[:-1], 1), 0.5)
    return np.concatenate([first, mean[..., :-1]], axis=-1), np.concatenate([first / 2, variance[..., :-1]], axis=-1)


def _cap(mean: float) -> float:
    return AT_RISK / mean if mean > 0 else float("inf")
