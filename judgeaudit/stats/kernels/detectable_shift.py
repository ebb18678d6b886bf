"""The smallest shift that a comparison of two versions would have seen."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit import thresholds
from judgeaudit.stats.kernels.ratings_check import FloatArray

MOST_MOVED = 40
"""Moved items up to which their shuffles are gone through one by one; a sum of more is taken as normal."""

MOST_SUMS = 20_000
"""Distinct sums up to which the same holds."""

HOPELESS = 5.0
"""Standard deviations below what a test needs at which its power is taken as 0."""

STEPS = 25

_NORMAL = NormalDist()


def moved_share(n: int, noise: float, level: float, *, power: float = thresholds.DRIFT_POWER) -> float | None:
    """Least share of items moved one way that McNemar's exact test (two-sided) finds with a given power.

    Parameters
    ----------
    n : int
        Items, with one verdict of each version.
    noise : float
        Share of items that differ anyhow, half of them each way.
    level : float
        Two-sided level of the test.

    Returns
    -------
    float or None
        None where even all items moving the same way would not be enough.

    Notes
    -----
    With a share d moved and noise r the discordant items are binomial (n, r + d), and of these (r / 2 + d) / (r + d) go one way; the power
    of the exact test is summed over how many are discordant (Duffy 1984, doi:10.2307/2531160).
    """
    return least(lambda share: _mcnemar_power(n, share, noise, level), power, most=1 - noise)


def _mcnemar_power(n: int, share: float, noise: float, level: float) -> float:
    from scipy.stats import binom

    rate = min(1.0, noise + share)
    spread = 7 * sqrt(n * rate * (1 - rate)) + 7
    discordant = np.arange(max(0, int(n * rate - spread)), min(n, int(n * rate + spread)) + 1)
    # Least number one way whose two-sided p is at most the level.
    needed = binom.isf(level / 2, discordant, 0.5) + 1
    one_way = (noise / 2 + share) / rate if rate > 0 else 0.5
    return float(binom.pmf(discordant, n, rate) @ binom.sf(needed - 1, discordant, one_way))


def shuffled_share(n: int, noise: float, outcomes: FloatArray, chances: FloatArray, level: float, *, power: float = thresholds.DRIFT_POWER) -> float | None:
    """Least share of items moved wholly that a test by shuffles within items finds (one-sided).

    Parameters
    ----------
    n : int
        Items.
    noise : float
        Variance of an item's term of the sum under shuffles, of the items that did not move.
    outcomes, chances : float arrays, shape (n_outcomes,)
        What shuffles make of an item that moved wholly, whose own term is 1.
    level : float
        One-sided level.

    Notes
    -----
    N of n items moved (binomial): under shuffles the sum is normal (0, n noise) plus N draws of `outcomes`; the sum that is seen is normal
    (N, n noise). The power is summed over N.
    """
    from scipy.stats import binom

    sd = sqrt(n * noise)
    powers = _powers(n, sd, outcomes, chances, level)
    moved = np.arange(len(powers))

    def of_share(share: float) -> float:
        return float(binom.pmf(moved, n, share) @ powers + binom.sf(len(powers) - 1, n, share))

    return least(of_share, power)


def _powers(n: int, sd: float, outcomes: FloatArray, chances: FloatArray, level: float) -> FloatArray:
    """Power where exactly 0, 1, 2 ... items moved, up to where it is certain."""
    variance = float(chances @ outcomes**2)
    sums, weights, found = np.zeros(1), np.ones(1), []
    exact = True
    for moved in range(n + 1):
        if moved and exact:
            sums, weights = _plus(sums, weights, outcomes, chances)
            exact = moved <= MOST_MOVED and len(sums) <= MOST_SUMS
        spread = sqrt(sd**2 + moved * variance)
        hopeless = sd > 0 and moved < _NORMAL.inv_cdf(1 - level) * spread - HOPELESS * sd
        found.append(0.0 if hopeless else _power(moved, sd, (sums, weights) if exact else None, spread, level))
        if found[-1] > 0.9999:
            break
    return np.array(found)


def _plus(sums: FloatArray, weights: FloatArray, outcomes: FloatArray, chances: FloatArray) -> tuple[FloatArray, FloatArray]:
    every = (sums[:, None] + outcomes[None, :]).ravel().round(9)
    values, place = np.unique(every, return_inverse=True)
    return values, np.bincount(place.ravel(), weights=(weights[:, None] * chances[None, :]).ravel()).astype(np.float64)


def _power(moved: int, sd: float, exact: tuple[FloatArray, FloatArray] | None, spread: float, level: float) -> float:
    if exact is None:
        needed = _NORMAL.inv_cdf(1 - level) * spread
    elif sd == 0:
        sums, weights = exact
        return float(weights[sums >= moved - 1e-9].sum() <= level)
    else:
        needed = _threshold(*exact, sd, level)
    return _NORMAL.cdf((moved - needed) / sd) if sd > 0 else float(moved >= needed)


def _threshold(sums: FloatArray, weights: FloatArray, sd: float, level: float) -> float:
    from scipy.special import ndtr

    low, high = float(sums.min()) - 9 * sd, float(sums.max()) + 9 * sd
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if float(weights @ ndtr((sums - middle) / sd)) > level else (low, middle)
    return high


def mean_shift_seen(n: int, variance: float, level: float, *, power: float = thresholds.DRIFT_POWER) -> float:
    """Least shift of every item that a permutation of signs finds (two-sided): differences of variance `variance` about it.

    Notes
    -----
    d sqrt(n) = z(1 - level / 2) sqrt(variance + d^2) + z(power) sqrt(variance): under flipped signs a difference's square is its variance
    and the shift's square.
    """
    of_level, of_power = _NORMAL.inv_cdf(1 - level / 2), _NORMAL.inv_cdf(power)
    if n <= of_level**2:
        return float("inf")
    shift = (of_level + of_power) * sqrt(variance / n)
    for _ in range(STEPS):
        shift = (of_level * sqrt(variance + shift**2) + of_power * sqrt(variance)) / sqrt(n)
    return shift


def least(power_of: Callable[[float], float], power: float, *, most: float = 1.0) -> float | None:
    """The least share whose power is enough, by halving; None where that of `most` is not."""
    if most <= 0 or power_of(most) < power:
        return None
    low, high = 0.0, most
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if power_of(middle) >= power else (middle, high)
    return high
