"""How many items a probe would have to be asked about, for a run to see a movement as large as the margin."""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.biases.smallest import smallest_seen
from judgeaudit.analyses.drifts.measured import worth
from judgeaudit.stats.kernels.mean_change import MeanChange

ADDED = 2
"""Items without any difference that the test adds."""

FEW_NOISY = 30
"""Items that would move by themselves up to which the number is searched for with the power of the test itself: the normal one is then too large (ours)."""

NO_GAP = 1e-3
"""Difference between a rate and its limit that no number of items is worth (ours)."""

_NORMAL = NormalDist()


def items_needed(change: MeanChange, level: float, share: float, *, power: float = thresholds.DRIFT_POWER) -> int:
    """About how many items show that a share of them moves wholly, with a given power, if the judge's own noise stays as it is in this run.

    Parameters
    ----------
    change : MeanChange
        Differences of the items of the run; what of them is beyond chance is no noise, as `smallest_seen` has it.
    level : float
        Two-sided level of the test.
    share : float
        Of items, above 0.

    Returns
    -------
    int

    Notes
    -----
    (z + z')^2 (noise + share (1 - share)) / share^2, the normal sample size of a mean of differences, and two items that the test adds; items that share
    inputs count for as much as they are worth here. Where items move wholly or not at all, and few by themselves, the least number of items with which
    `smallest_seen` is no more than the share.
    """
    n, shares = worth(change), change.values / change.reach
    squares = float(change.counts @ shares**2) / change.n_items
    noise = max(0.0, squares - max(0.0, abs(change.mean) / change.reach - sqrt(squares / n)))
    reach = _NORMAL.inv_cdf(1 - level / 2) + _NORMAL.inv_cdf(power)
    needed = ceil(reach**2 * (noise + share * (1 - share)) / share**2) + ADDED
    whole = change.clusters is None and bool(np.isin(np.abs(shares), (0.0, 1.0)).all())
    return _searched(needed, noise, level, share, power) if whole and noise * needed < FEW_NOISY else ceil(needed * change.n_items / n)


def items_for_rate(value: float, limit: float, *, ci_level: float = thresholds.CI_LEVEL) -> int | None:
    """About how many items tell a rate from a limit, if the rate stays as it is: Wilson's interval leaves the limit out. None where it is at the limit.

    Notes
    -----
    n = z^2 limit (1 - limit) / (value - limit)^2.

    Example
    -------
    >>> items_for_rate(0.0, 0.05)
    73
    """
    gap = abs(value - limit)
    z = _NORMAL.inv_cdf((1 + ci_level) / 2)
    return None if gap < NO_GAP else ceil(z**2 * limit * (1 - limit) / gap**2)


def _searched(most: int, noise: float, level: float, share: float, power: float) -> int:
    """The least number of items that is enough, by halving; `most` where less is not."""
    low, high = 1, most
    while high - low > 1:
        middle = (low + high) // 2
        either = round(noise * middle / 2)
        like_it = MeanChange(np.array([-1.0, 0.0, 1.0]), np.array([either, middle - 2 * either, either]), None, 1.0, 1.0)
        seen = smallest_seen(like_it, level, power=power)
        low, high = (low, middle) if seen is not None and seen <= share else (middle, high)
    return high
