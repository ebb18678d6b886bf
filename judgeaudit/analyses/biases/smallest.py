"""The smallest effect of a probe that a run could have seen."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.drifts.measured import worth
from judgeaudit.stats.kernels.detectable_shift import least
from judgeaudit.stats.kernels.mean_change import MeanChange

_NORMAL = NormalDist()


def smallest_seen(change: MeanChange, level: float, *, power: float = thresholds.DRIFT_POWER) -> float | None:
    """Least share of items that the cue would have to move wholly, for the test to find it with a given power.

    Parameters
    ----------
    change : MeanChange
        Differences of the items of the run; what of them is beyond chance is taken for the effect, the rest for noise.
    level : float
        Two-sided level of the test.

    Returns
    -------
    float or None
        0..1; None where even all items moving would hardly be found.

    Notes
    -----
    A share d of items moves by `reach` on top of the noise that is seen. Where items move wholly or not at all the test is McNemar's (without
    clusters), and its power is summed over how many move (Duffy 1984, doi:10.2307/2531160). Else the mean is normal about d with variance (noise +
    d (1 - d)) / n, and the test is that of `mean_change`, Student's t with two items' worth of differences added.
    """
    n, shares = worth(change), change.values / change.reach
    squares = float(change.counts @ shares**2) / change.n_items
    noise = max(0.0, squares - max(0.0, abs(change.mean) / change.reach - sqrt(squares / n)))
    if change.clusters is None and bool(np.isin(np.abs(shares), (0.0, 1.0)).all()):
        return least(lambda share: _mcnemar_power(n, share, noise, level), power, most=1 - noise)
    return least(lambda share: _t_power(change, n, share, noise, level), power)


def _mcnemar_power(n: int, share: float, noise: float, level: float) -> float:
    from scipy.stats import binom

    rate = min(1.0, noise + share)
    moved = np.arange(1, n + 1)
    # (one way less the other)^2 over both is at least z^2 from here on.
    needed = np.ceil((moved + _NORMAL.inv_cdf(1 - level / 2) * np.sqrt(moved)) / 2 - 1e-9)
    one_way = (noise / 2 + share) / rate if rate > 0 else 0.5
    return float(binom.pmf(moved, n, rate) @ binom.sf(needed - 1, moved, one_way))


def _t_power(change: MeanChange, n: int, share: float, noise: float, level: float) -> float:
    from scipy.special import stdtrit

    needed = float(stdtrit(max(change.n_units - 1, 1), 1 - level / 2))
    spread = sqrt((noise + share * (1 - share)) / n)
    beside = sqrt(spread**2 + (change.rare / change.reach / n) ** 2)
    above = share * n / (n + 2) - needed * beside
    return _NORMAL.cdf(above / spread) if spread > 0 else float(above >= 0)
