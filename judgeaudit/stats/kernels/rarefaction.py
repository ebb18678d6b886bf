"""The largest share of fewer ratings than there are: what k of them would show, on average over all choices of k."""

from __future__ import annotations

import math

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray


def expected_largest_share(counts: FloatArray, k: int) -> FloatArray:
    """Expected share of the most frequent label among k ratings of a row, drawn without replacement; NaN where a row has fewer.

    Parameters
    ----------
    counts : float array, shape (n_rows, n_labels)
        How often each label of a row occurs in it, most frequent labels in any order.
    k : int

    Notes
    -----
    Exact: E max = sum over t < k of 1 - P(max <= t), and P(max <= t) is a coefficient of a product of one polynomial for each
    label (drawing each rating with probability k / m, given that k are drawn in all).

    References
    ----------
    Hurlbert 1971, doi:10.2307/1934145 (rarefaction).

    Examples
    --------
    Of a, a, b two are drawn: a, a in one of three choices, else a, b.

    >>> round(float(expected_largest_share(np.array([[2.0, 1.0]]), 2)[0]), 4)
    0.6667
    """
    patterns, pattern_of = np.unique(np.sort(counts, axis=1)[:, ::-1].astype(np.int64), axis=0, return_inverse=True)
    total = patterns.sum(axis=1)
    shares = np.full(len(patterns), np.nan)
    for m in np.unique(total[total >= k]):
        rows = total == m
        shares[rows] = _of_equal_totals(patterns[rows], int(m), k)
    return np.asarray(shares[pattern_of.ravel()])


def _of_equal_totals(patterns: np.ndarray[tuple[int, int], np.dtype[np.int64]], m: int, k: int) -> FloatArray:
    if k == m:
        return np.asarray(patterns.max(axis=1) / m)
    drawn = _chances(m, k)
    labels = patterns[:, patterns.any(axis=0)]
    expected = np.zeros(len(patterns))
    for most in range(k):
        reached = np.zeros((len(patterns), k + 1))
        reached[:, 0] = 1.0
        for n in labels.T:
            step = np.zeros_like(reached)
            for j in range(min(most, k) + 1):
                step[:, j:] += reached[:, : k + 1 - j] * drawn[n, j][:, np.newaxis]
            reached = step
        expected += 1 - np.minimum(reached[:, k] / drawn[m, k], 1.0)
    return expected / k


def _chances(m: int, k: int) -> FloatArray:
    """Probability that j of n ratings are drawn, each with probability k / m; shape (m + 1, k + 1)."""
    n, j = np.arange(m + 1)[:, np.newaxis], np.arange(k + 1)
    factorials = np.array([math.lgamma(i + 1) for i in range(m + 1)])
    possible = j <= n
    rest = np.where(possible, n - j, 0)
    logs = factorials[n] - factorials[j] - factorials[rest] + j * math.log(k / m) + rest * math.log1p(-k / m)
    return np.where(possible, np.exp(np.where(possible, logs, 0.0)), 0.0)
