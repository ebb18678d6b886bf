"""How many anchors it takes to see a shift of a judge, before they are chosen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import ceil, comb, lcm, log2, sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit import thresholds
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.options import number, share, whole
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

MOST_ANCHORS = 10_000_000
MOST_DRAWN = 5000
"""Anchors up to which runs are drawn; with more the formula is as good."""
SAMPLES = 6000
"""Runs drawn at each number of anchors: their power is known within one percentage point."""
ROUNDS = 3
"""Times that the number is corrected by the power that was found at it."""
SLACK = 0.01
"""Power that may be lacking: what the runs drawn cannot tell."""
NEAR = 1.01
"""Shifts between which no further one is tried."""

_NORMAL = NormalDist()


def anchors_for_shift(
    shift: float,
    *,
    noise: float,
    power: float = thresholds.DRIFT_POWER,
    churn: float | None = None,
    level: float = thresholds.DRIFT_ALPHA,
    before: int = 3,
    after: int = 1,
) -> int:
    """Anchors with which a paired test finds a shift of a label's share with a given power.

    Parameters
    ----------
    shift : float
        Change of the share, above 0, up to 1.
    noise : float
        How often two verdicts of an unchanged judge on one item differ, 0 to 0.5: its noise floor.
    power : float
    churn : float, optional
        Share of items whose verdict changes for good, in either direction; at least `shift`, which is the default (all change the same way).
    level : float
        Two-sided level of the test.
    before, after : int
        Verdicts of each item in the baseline and in the later run.

    Returns
    -------
    int
        At least `thresholds.FEWEST_ANCHORS`, below which no answer is given.

    Raises
    ------
    OptionError
        Shares outside 0..1, churn below the shift, or so small a shift that ten million anchors are not enough.

    Notes
    -----
    With v = noise / 2 (1 / before + 1 / after) the mean of an item's verdicts differs between the runs with the mean square v + churn, and the
    variance v + churn - shift^2: n = ((z(1 - level / 2) sqrt(v + churn) + z(power) sqrt(v + churn - shift^2)) / shift)^2. With one verdict each v is
    the share of items that noise turns over, and this is the formula for McNemar's test. It says where to look: where few items move it asks for up to
    a tenth too many or too few, so that up to `MOST_DRAWN` anchors runs are drawn, and each held against the exact test of the sum under random signs, which is
    McNemar's where there is one verdict each.

    References
    ----------
    Connor 1987, doi:10.2307/2531961; Miettinen 1968, doi:10.2307/2528540.

    Examples
    --------
    Three verdicts of each anchor before, one after; the formula gives 260:

    >>> 250 <= anchors_for_shift(0.05, noise=0.05) <= 260
    True
    """
    shift = number(shift, "shift", above=0.0, at_most=1.0, fix="use 0.05 for 5 points")
    noise = number(noise, "noise floor", at_least=0.0, at_most=0.5, fix="use 0.05; two verdicts of a coin differ half of the time")
    power, level = share(power, "power", fix="use 0.8"), share(level, "alpha", fix="use 0.05")
    before, after = whole(before, "replicates", at_least=1, fix="use 3"), whole(after, "replicates", at_least=1, fix="use 1")
    moved = shift if churn is None else number(churn, "churn", at_most=1.0, at_least=0.0, fix="use the shift, or more")
    if moved < shift:
        raise OptionError(f"a churn of {moved:g} cannot shift a share by {shift:g}", where="churn", fix="at least as many items change as the shift says")
    close = _by_formula(shift, noise / 2 * (1 / before + 1 / after) + moved, power, level)
    if close > MOST_ANCHORS:
        raise OptionError(f"it would take more than {MOST_ANCHORS:,} anchors", where="shift", fix="plan for a larger shift")
    if close <= MOST_DRAWN:
        close = _solved(close, lambda n: power_of_anchors(n, shift, noise, moved, level, before, after), power, level)
    return max(thresholds.FEWEST_ANCHORS, close)


def _by_formula(shift: float, square: float, power: float, level: float) -> int:
    reach = _NORMAL.inv_cdf(1 - level / 2) * sqrt(square) + _NORMAL.inv_cdf(power) * sqrt(max(0.0, square - shift * shift))
    return ceil((reach / shift) ** 2 - 1e-9)


def _solved(n: int, power_at: Callable[[int], float], power: float, level: float) -> int:
    """Number of items with that power, from a first guess. What a test sees grows with the root of n; where few items count in whole steps, upwards."""
    reach = _NORMAL.inv_cdf(1 - level / 2)
    for _ in range(ROUNDS):
        found = _NORMAL.inv_cdf(min(0.999, max(0.02, power_at(n))))
        ratio = (reach + _NORMAL.inv_cdf(power)) / max(0.1, reach + found)
        n = max(2, round(n * min(2.0, max(0.5, ratio)) ** 2))
    while power_at(n) < power - SLACK:
        n = ceil(1.01 * n + 0.5)
    return n


def power_of_anchors(n: int, shift: float, noise: float, churn: float, level: float, before: int, after: int) -> float:
    """How often a test by signs of item means finds the shift on n anchors: `SAMPLES` runs from a fixed seed, the test of each exact.

    A share churn of items moves for good, so that the shift is left; a share 2 noise are coins, two of whose verdicts differ half of the time; the
    others never waver.
    """
    steps = lcm(before, after)
    chances = np.zeros(2 * steps + 1)  # of a difference of -1 .. 1, in steps of 1 / steps
    coins = min(2 * noise, 1 - churn)
    later, earlier = (np.array([comb(k, i) / 2**k for i in range(k + 1)]) for k in (after, before))
    for i, j in product(range(after + 1), range(before + 1)):
        chances[steps + i * (steps // after) - j * (steps // before)] += coins * later[i] * earlier[j]
    chances[-1] += (churn + shift) / 2
    chances[0] += (churn - shift) / 2
    chances[steps] += max(0.0, 1 - chances.sum())
    counts = np.random.default_rng(21).multinomial(n, chances / chances.sum(), SAMPLES)
    sums = counts @ np.arange(-steps, steps + 1)
    sizes = counts[:, steps + 1 :] + counts[:, :steps][:, ::-1]
    return float(np.mean(_tails(sizes, np.abs(sums)) <= level / 2 * (1 + 1e-9)))


def _tails(sizes: IntArray, sums: IntArray) -> FloatArray:
    """Chance that a sum of +-1, +-2 ... with random signs reaches each sum; `sizes` says how many terms of each size there are, shape (n_runs, n_sizes).

    By the discrete Fourier transform: the sum's characteristic function is the product of cos(t size). It lives on a circle so long that what goes
    round is beyond eight standard deviations.
    """
    spread = np.sqrt(sizes @ np.arange(1, sizes.shape[1] + 1) ** 2)
    length = 2 ** ceil(log2(16 * max(1.0, float(spread.max())) + 2 * sizes.shape[1]))
    angles = 2 * np.pi / length * np.arange(length // 2 + 1)
    transform = np.ones((len(sizes), len(angles)))
    for size in range(1, sizes.shape[1] + 1):
        transform *= np.cos(size * angles)[None, :] ** sizes[:, size - 1, None]
    chances = np.fft.irfft(transform, length, axis=1)
    at_least = np.cumsum(chances[:, : length // 2][:, ::-1], axis=1)[:, ::-1]
    return np.where(sums < length // 2, at_least[np.arange(len(sums)), np.minimum(sums, length // 2 - 1)], 0.0)


def shift_that_anchors_show(
    n: int, *, noise: float, power: float = thresholds.DRIFT_POWER, level: float = thresholds.DRIFT_ALPHA, before: int = 3, after: int = 1
) -> float | None:
    """The reverse: the least shift that n anchors show where all that moves goes one way; None where not even one of half the scale is shown."""
    low, high = 0.0, 0.5
    if power_of_anchors(n, high, noise, high, level, before, after) < power:
        return None
    while high > NEAR * low:
        middle = (low + high) / 2
        enough = power_of_anchors(n, middle, noise, middle, level, before, after) >= power
        low, high = (low, middle) if enough else (middle, high)
    return high


def items_without_anchors(shift: float, *, rate: float, power: float = thresholds.DRIFT_POWER, level: float = thresholds.DRIFT_ALPHA) -> int | None:
    """Items of each run that show the same shift where the runs share no items; None where the rate leaves no room for it.

    Notes
    -----
    ((z(1 - level / 2) sqrt(2 m (1 - m)) + z(power) sqrt(p (1 - p) + q (1 - q))) / shift)^2 with p the rate, q the rate after the shift (in the direction
    in which there is room) and m their mean. Fleiss, Levin & Paik 2003, Statistical Methods for Rates and Proportions, section 4.2.
    """
    rate = number(rate, "rate", at_least=0.0, at_most=1.0, fix="use 0.5")
    later = rate + shift if rate <= 0.5 else rate - shift
    if not -1e-12 <= later <= 1 + 1e-12:
        return None
    later = min(1.0, max(0.0, later))
    middle = (rate + later) / 2
    spread = sqrt(rate * (1 - rate) + later * (1 - later))
    reach = _NORMAL.inv_cdf(1 - level / 2) * sqrt(2 * middle * (1 - middle)) + _NORMAL.inv_cdf(power) * spread
    return ceil((reach / shift) ** 2 - 1e-9)
