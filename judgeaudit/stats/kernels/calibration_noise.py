"""How far outcomes fall from their probabilities by chance alone."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

EXACT_UP_TO = 1000
"""Items up to which the distribution of their sum is computed; beyond, the normal one is off by less than 1 part in 1,000."""


def expected_gap(probabilities: FloatArray, counts: IntArray) -> float:
    """Expected |sum of outcomes - sum of probabilities|, where each outcome is 1 with its probability, independently.

    Parameters
    ----------
    probabilities : float array, shape (n_rows,)
    counts : int array, shape (n_rows,)
        Items of each row.

    References
    ----------
    Diaconis & Zabell 1991, doi:10.1214/ss/1177011699 (de Moivre's formula, where all probabilities are equal).

    Examples
    --------
    Two fair coins: 0, 1 or 2 heads where 1 is expected, so 1 off half the time.

    >>> expected_gap(np.array([0.5]), np.array([2]))
    0.5
    """
    if int(counts.sum()) > EXACT_UP_TO:
        return float(np.sqrt(2 / np.pi * float((counts * probabilities * (1 - probabilities)).sum())))
    each = np.repeat(probabilities, counts)
    distribution = np.zeros(len(each) + 1)
    distribution[0] = 1.0
    for n, p in enumerate(each, start=1):
        distribution[1 : n + 1] = distribution[1 : n + 1] * (1 - p) + distribution[:n] * p
        distribution[0] *= 1 - p
    return float((distribution * np.abs(np.arange(len(distribution)) - each.sum())).sum())
