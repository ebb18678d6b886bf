"""The distribution of a sum whose terms have random signs: exact where that is possible, else drawn."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

MOST_PATTERNS = 2**20
"""Sign patterns (up to the order of equal terms) that are gone through one by one."""

MOST_STEPS = 300_000_000
"""Additions for which sums on a grid are still worked out exactly: about a second."""

MOST_POINTS = 2_000_000
"""Points of that grid."""

SAME = 1e-11
"""Sums that differ by less than this share of the largest possible one are equal: what is left is rounding."""

CELLS_AT_ONCE = 4_000_000
"""Signs that are held in memory at once."""

Distribution = tuple[FloatArray, FloatArray]
"""Possible sums and their probabilities."""


def exact_sums(sizes: FloatArray, counts: IntArray) -> Distribution | None:
    """All sums of +-size and their probabilities; None where there are too many.

    Parameters
    ----------
    sizes : float array, shape (n_sizes,)
        Distinct sizes, above 0, ascending.
    counts : int array, shape (n_sizes,)
        Terms of each size.

    Notes
    -----
    Few patterns are gone through one by one. On a scale of whole steps there are few sums, however many items: their
    distribution is built up size by size on a grid.
    """
    if float(np.log2(counts + 1.0).sum()) <= np.log2(MOST_PATTERNS):
        return _all_patterns(sizes, counts)
    unit = _common_step(sizes)
    if unit is None:
        return None
    steps = np.rint(sizes / unit).astype(np.int64)
    reach = int(steps @ counts)
    if 2 * reach + 1 > MOST_POINTS or (2 * reach + 1) * int(counts.sum()) > MOST_STEPS:
        return None
    shares, far = np.ones(1), 0
    for step, n in zip(steps.tolist(), counts.tolist(), strict=True):
        wider = np.zeros(len(shares) + 2 * step * n)
        for heads, chance in enumerate(_coin_flips(n).tolist()):
            wider[2 * step * heads : 2 * step * heads + len(shares)] += chance * shares
        shares, far = wider, far + step * n
    return unit * np.arange(-far, far + 1.0), shares


def _all_patterns(sizes: FloatArray, counts: IntArray) -> Distribution:
    sums, shares = np.zeros(1), np.ones(1)
    for size, n in zip(sizes.tolist(), counts.tolist(), strict=True):
        sums = (sums[:, np.newaxis] + size * (2.0 * np.arange(n + 1) - n)).ravel()
        shares = (shares[:, np.newaxis] * _coin_flips(n)).ravel()
    return sums, shares


def _common_step(sizes: FloatArray) -> float | None:
    """The largest number of which all sizes are multiples (Euclid's algorithm); None where it is far below them."""
    smallest, rounding = 1e-4 * float(sizes.max()), 1e-9 * float(sizes.max())
    unit = float(sizes[0])
    for size in sizes[1:].tolist():
        larger, rest = size, unit
        while rest > rounding:
            larger, rest = rest, abs(larger - round(larger / rest) * rest)
        unit = larger
        if unit < smallest:
            return None
    return unit


def _coin_flips(n: int) -> FloatArray:
    """Probability of 0 to n heads."""
    from scipy.special import gammaln

    heads = np.arange(n + 1.0)
    return np.asarray(np.exp(gammaln(n + 1.0) - gammaln(heads + 1) - gammaln(n - heads + 1) - n * np.log(2.0)))


def drawn_sums(sizes: FloatArray, counts: IntArray, n: int, rng: np.random.Generator) -> FloatArray:
    """`n` sums with random signs; as many draws as there are distinct sizes, however many items share one."""
    result = np.zeros(n)
    block = max(1, CELLS_AT_ONCE // n)
    for start in range(0, len(sizes), block):
        size, times = sizes[start : start + block], counts[start : start + block]
        if int(times.max()) == 1:
            result += (2.0 * rng.integers(0, 2, (n, len(size)), dtype=np.int8) - 1) @ size
        else:
            result += (2.0 * rng.binomial(times, 0.5, (n, len(size))) - times) @ size
    return result
