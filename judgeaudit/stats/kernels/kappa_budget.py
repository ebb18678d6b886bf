"""How many labels decide a gate on Cohen's kappa: samples drawn, and each held against the interval that would be printed."""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit import thresholds
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.label_budget import POWER
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

SAMPLES = 1600
"""Samples of labelled items drawn at each number of labels: the chance of a decision is known to about one percentage point."""
DRAWS = 500
"""Weights of items drawn for each sample: as many as tell a tail of 2.5 %."""
NEAR = 1.02
"""Numbers of labels between which no further one is tried: closer ones cannot be told apart by so many samples."""
MOST_LABELS = 1_000_000


def labels_for_kappa_gate(rate: float, q0: float, q1: float, limit: float, *, power: float = POWER, ci_level: float = thresholds.CI_LEVEL) -> int | None:
    """Labels with which kappa's printed interval lies on the expected side of a gate's limit, with a given chance.

    Parameters
    ----------
    rate : float
        Share of items that truly have the label, 0..1.
    q0, q1 : float
        The judge's specificity and sensitivity.
    limit : float
        Of the gate; either side of the expected kappa.
    power, ci_level : float

    Returns
    -------
    int or None
        At least `thresholds.MIN_ITEMS_FOR_RESAMPLING`; None where a million labels do not do.

    Raises
    ------
    OptionError
        Every label is the same, so that there is no kappa; or it is expected at the limit.

    Notes
    -----
    Two labels, one verdict an item, the smoothed bootstrap that `cohen_kappa` has: weights of items as in Rubin's Bayesian bootstrap, two
    pseudo-items, percentiles expanded by Student's t (see `pseudo_items`). kappa's large-sample variance (Fleiss, Cohen & Everitt 1969)
    only says where to look: near 1 and where a label is rare that interval is skewed, and the formula gave 67 or 63 % instead of 80 %.
    Samples are drawn from a fixed seed; the chance at the number returned was 77 to 84 % in simulations of `cohen_kappa` itself.
    """
    cells = np.array([rate * q1, rate * (1 - q1), (1 - rate) * (1 - q0), (1 - rate) * q0])
    value = _kappas(cells)
    if np.isnan(value):
        raise OptionError("kappa does not exist where every label is the same", where="rate", fix="give a rate between 0 and 1")
    limit = number(limit, "limit", at_least=-1.0, at_most=1.0, fix="use 0.6")
    if abs(value - limit) < 1e-6:
        raise OptionError("the expected kappa is the gate's limit, so that no number of labels decides it", where="limit", fix="expect another value")
    least = thresholds.MIN_ITEMS_FOR_RESAMPLING

    def enough(n: int) -> bool:
        return _decided(cells, n, limit, above=bool(value > limit), ci_level=ci_level) >= power

    high = max(least, min(MOST_LABELS, _by_formula(cells, float(value), limit, power, ci_level)))
    low = least - 1
    while not enough(high):
        if high >= MOST_LABELS:
            return None
        low, high = high, min(MOST_LABELS, ceil(1.5 * high))
    while high - low > 1 and high > NEAR * low:
        middle = max(low + 1, min(high - 1, round(sqrt(max(low, 1) * high))))
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _kappas(cells: FloatArray) -> FloatArray:
    """kappa of tables (both, only gold, only judge, neither), shape (..., 4); NaN where all labels are the same."""
    both, gold, judge, neither = np.moveaxis(cells / cells.sum(axis=-1, keepdims=True), -1, 0)
    chance = (both + gold) * (both + judge) + (neither + gold) * (neither + judge)
    room = 1 - chance
    return np.asarray(np.divide(both + neither - chance, room, out=np.full(np.shape(room), np.nan), where=room > 1e-12))


def _decided(cells: FloatArray, n: int, limit: float, *, above: bool, ci_level: float) -> float:
    """Share of samples of n labels whose interval lies on that side of the limit."""
    from scipy.special import stdtrit

    rng = np.random.default_rng(20)
    samples, times = np.unique(rng.multinomial(n, cells, SAMPLES), axis=0, return_counts=True)
    tail = NormalDist().cdf(-float(stdtrit(n - 1, 0.5 + ci_level / 2)))
    beyond = np.concatenate([_share_beyond(some, limit, above, rng) for some in np.array_split(samples, max(1, len(samples) // 200))])
    return float(times @ (beyond <= tail)) / SAMPLES


def _share_beyond(samples: IntArray, limit: float, above: bool, rng: np.random.Generator) -> FloatArray:
    """For each sample the share of its weighings that lie on the other side of the limit; 1 where it has no kappa."""
    agreeing, apart = 0.75, 0.25  # of the two pseudo-items: one agrees on either label, one is a chance pair
    shapes = samples + np.array([agreeing, apart, apart, agreeing])
    drawn = _kappas(rng.standard_gamma(shapes[:, np.newaxis, :], (len(samples), DRAWS, 4)))
    wrong = drawn < limit if above else drawn >= limit
    same = np.isnan(_kappas(samples.astype(np.float64)))
    return np.where(same, 1.0, wrong.mean(axis=1))


def _by_formula(cells: FloatArray, value: float, limit: float, power: float, ci_level: float) -> int:
    """Where to begin: kappa's large-sample variance (Fleiss, Cohen & Everitt 1969, doi:10.1037/h0028106)."""
    table = cells.reshape(2, 2)
    gold, judge = table.sum(axis=1), table.sum(axis=0)
    agree, chance = float(np.trace(table)), float(gold @ judge)
    same = sum(table[i, i] * ((1 - chance) - (judge[i] + gold[i]) * (1 - agree)) ** 2 for i in (0, 1))
    differ = (1 - agree) ** 2 * sum(table[i, 1 - i] * (judge[i] + gold[1 - i]) ** 2 for i in (0, 1))
    variance = float(same + differ - (agree * chance - 2 * chance + agree) ** 2) / (1 - chance) ** 4
    reach = NormalDist().inv_cdf(0.5 + ci_level / 2) + NormalDist().inv_cdf(power)
    return ceil(max(variance, 0.0) * (reach / (value - limit)) ** 2)
