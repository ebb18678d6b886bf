"""How small a p value is at most, where random draws can only say that it is smaller than all of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray

Terms = Sequence[tuple[FloatArray, FloatArray, int]]
"""Values, their chances, and how many independent terms of the sum are like that."""

STEEPEST = 200.0
"""Times the greatest value: steeper tilts change nothing that can be told from 0."""

STEPS = 80


def tail_bound(terms: Terms, total: float, *, two_sided: bool = False) -> float:
    """Chernoff's bound of the chance that a sum of independent terms is at least `total` (two-sided: as far from 0).

    Never smaller than that chance; where every term must take its greatest value it is that chance. So, unlike (b + 1) / (m + 1) of m draws, it goes
    below 1 / (m + 1) where the truth does, and among hundreds of tests what is certain can be found.

    References
    ----------
    Chernoff 1952, doi:10.1214/aoms/1177729330.

    Examples
    --------
    Thirty items that moved, each by a split that one shuffle in three gives, at most 1: 3^-30 is 4.9e-15.

    >>> float(f"{tail_bound([(np.array([-0.5, 1.0]), np.array([2 / 3, 1 / 3]), 30)], 30.0):.2g}")
    4.9e-15
    """
    if not two_sided:
        return _above(terms, total)
    return min(1.0, _above(terms, abs(total)) + _above([(-values, chances, n) for values, chances, n in terms], abs(total)))


def _above(terms: Terms, total: float) -> float:
    greatest = max((float(np.abs(values).max()) for values, _, _ in terms), default=0.0)
    if greatest <= 0 or total <= 0:
        return 1.0
    width = max(len(values) for values, _, _ in terms)
    values = np.array([np.pad(one, (0, width - len(one))) for one, _, _ in terms]) / greatest
    chances = np.array([np.pad(one, (0, width - len(one))) for _, one, _ in terms])
    counts = np.array([n for _, _, n in terms], dtype=np.float64)
    highest = np.where(chances > 0, values, -np.inf).max(axis=1)

    def log_bound(tilt: float) -> float:
        """Of a term's expected exp(tilt value), with the greatest value taken out, so that nothing overflows."""
        inside = (chances * np.exp(np.minimum(tilt * (values - highest[:, None]), 0.0))).sum(axis=1)
        return float(counts @ (np.log(inside) + tilt * highest)) - tilt * total / greatest

    low, high = 0.0, STEEPEST
    for _ in range(STEPS):  # the bound's logarithm is convex in the tilt
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, second) if log_bound(first) <= log_bound(second) else (first, high)
    return exp(min(0.0, log_bound((low + high) / 2)))
