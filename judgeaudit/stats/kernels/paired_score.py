"""Tango's score statistic of a difference of paired proportions, and the interval that it gives."""

from __future__ import annotations

import numpy as np


def score_statistic(b: int, c: int, n: int, difference: float) -> float:
    """(b - c - n d) over its standard deviation if d were the true difference.

    Parameters
    ----------
    b, c : int
        Items in the class in column 0 only, and in column 1 only.
    n : int
        Items.
    difference : float
        d, inside -1..1.

    Notes
    -----
    The share of column 1 only is its maximum likelihood estimate given d: the root q of 2 n q^2 + (d (2 n - b + c) - b - c) q
    - c d (1 - d); the variance is n (2 q + d (1 - d)).

    References
    ----------
    Tango 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B, equations 24 to 26.

    Examples
    --------
    Tango 1998, section 6.1, soft contact lenses, 43 both effective, 1 the standard only, margin 0.1, printed as 1.709:

    >>> round(score_statistic(0, 1, 44, -0.1), 3)
    1.709
    """
    linear = difference * (2 * n - b + c) - b - c
    root = np.sqrt(max(0.0, linear * linear + 8 * n * c * difference * (1 - difference)))
    lowest, highest = max(0.0, -difference), (1 - difference) / 2
    share = min(max(float(root - linear) / (4 * n), lowest), highest)  # rounding may leave the range of a share
    variance = n * (2 * share + difference * (1 - difference))
    above = b - c - n * difference
    return float(above / np.sqrt(variance)) if variance > 1e-12 * n else float(np.sign(above)) * np.inf if abs(above) > 1e-9 * n else 0.0


def score_interval(b: int, c: int, n: int, z: float) -> tuple[float, float]:
    """All differences whose score statistic is within -z..z: low and high end.

    Examples
    --------
    Tango 1998, section 6.1, lower end of the 90 % interval, printed as -0.096:

    >>> round(score_interval(0, 1, 44, 1.6448536)[0], 3)
    -0.096
    """
    from scipy.optimize import brentq

    middle, edge = (b - c) / n, 1 - 1e-12
    low = -1.0 if middle <= -edge else float(brentq(lambda d: _at(b, c, n, d) - z, -edge, middle, xtol=1e-14))
    high = 1.0 if middle >= edge else float(brentq(lambda d: _at(b, c, n, d) + z, middle, edge, xtol=1e-14))
    return low, high


def _at(b: int, c: int, n: int, difference: float) -> float:
    """The statistic, kept finite for the search for a root."""
    return min(max(score_statistic(b, c, n, difference), -1e9), 1e9)
