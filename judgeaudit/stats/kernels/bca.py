"""Ends of an interval read off resampled values: plain percentiles, expanded ones, and BCa's."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray

TIE = 1e-12
"""Resampled values this close to the value itself count as tied with it."""


def percentiles(drawn: FloatArray, ci_level: float) -> tuple[float, float]:
    """The middle `ci_level` of the resampled values."""
    tail = (1 - ci_level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)


def expanded_percentiles(drawn: FloatArray, ci_level: float, n_units: int) -> tuple[float, float]:
    """Percentiles at the normal tails of the t quantile with one degree of freedom less than there are units.

    References
    ----------
    Hesterberg 2015, doi:10.1080/00031305.2015.1089789, section 5.3 (expanded percentile interval).
    """
    from scipy.special import stdtrit

    tail = NormalDist().cdf(-float(stdtrit(n_units - 1, 0.5 + ci_level / 2)))
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)


def bca(drawn: FloatArray, value: float, acceleration: float, ci_level: float) -> tuple[float, float] | None:
    """Bias-corrected and accelerated percentiles; None where all resampled values lie on one side of the value.

    Parameters
    ----------
    drawn : float array, shape (n_resamples,)
    value : float
        The statistic itself; a resampled value that equals it counts half on either side.
    acceleration : float
        See `jackknife.acceleration`.

    References
    ----------
    Efron 1987, doi:10.1080/01621459.1987.10478410. Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapter 14.3.
    """
    normal = NormalDist()
    tied = np.abs(drawn - value) <= TIE * max(1.0, abs(value))
    below = float(((drawn < value) & ~tied).mean() + tied.mean() / 2)
    if not 0 < below < 1:
        return None
    bias, reach = normal.inv_cdf(below), normal.inv_cdf(0.5 + ci_level / 2)
    ends = []
    for z in (bias - reach, bias + reach):
        room = 1 - acceleration * z
        if room <= 0:
            return None
        ends.append(normal.cdf(bias + z / room))
    low, high = np.quantile(drawn, ends)
    return float(low), float(high)
