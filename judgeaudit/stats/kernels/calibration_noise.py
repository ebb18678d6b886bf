"""How far outcomes fall from their probabilities by chance alone."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

EXACT_UP_TO = 1000
"""Items up to which the distribution of their sum is computed; beyond, the normal one is off by less than 1 part in 1,000."""

LARGEST_TILT = 20.0
"""Largest exponent of Chernoff's bound that is tried (ours; any is valid)."""


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


def chance_of_gaps(probabilities: FloatArray, counts: IntArray, bins: IntArray, total: float) -> float:
    """Bound on the chance that the gaps of all bins, |sum of outcomes - sum of probabilities| each, add up to `total` or more.

    Parameters
    ----------
    probabilities : float array, shape (n_rows,)
    counts, bins : int arrays, shape (n_rows,)
        Items of each row, and its bin.
    total : float
        In items.

    Returns
    -------
    float
        At least the chance, at most 1.

    Notes
    -----
    Chernoff's bound: exp(-t total) times the product over bins of E exp(t S) + E exp(-t S), with S the bin's signed gap, as
    exp(t |S|) is at most the sum of the two. It holds for every t > 0; the least over some t around the best one for normal
    gaps is taken.

    References
    ----------
    Chernoff 1952, doi:10.1214/aoms/1177729330.
    """
    spread = float((counts * probabilities * (1 - probabilities)).sum())
    if total <= 0 or spread <= 0:
        return 1.0
    _, place = np.unique(bins, return_inverse=True)
    best = 0.0
    for factor in (0.5, 0.7, 0.85, 1.0, 1.2, 1.5):
        t = min(factor * total / spread, LARGEST_TILT)
        up, down = (np.bincount(place.ravel(), weights=counts * (np.log1p(probabilities * np.expm1(s)) - s * probabilities)) for s in (t, -t))
        best = min(best, float(np.logaddexp(up, down).sum()) - t * total)
    return float(np.exp(best))
