"""Krippendorff's alpha as a function of how often each row counts: the kernel that resampling runs on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from judgeaudit.stats.kernels.draws import CELLS_AT_ONCE
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Level
from judgeaudit.stats.kernels.resampling import Evaluate, divide

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Distance = Level | FloatArray
"""A level of measurement, or squared distances between `values`, shape (n_values, n_values)."""


@dataclass(frozen=True, slots=True)
class Coincidences:
    """What each row adds to the coincidence matrix.

    Attributes
    ----------
    values : float array, shape (n_values,)
        Distinct ratings of rows with two ratings or more, ascending.
    marginals : sparse array, shape (n_rows, n_values)
        Ratings of each value; rows with a single rating are empty.
    pairs : sparse array, shape (n_rows, n_pairs)
        Coincidences of two different values, both orders together, for the pairs that occur.
    first, second : int arrays, shape (n_pairs,)
        Indices of each pair's lower and higher value.
    """

    values: FloatArray
    marginals: csr_array
    pairs: csr_array
    first: IntArray
    second: IntArray


def count_coincidences(ratings: FloatArray) -> Coincidences:
    """Coincidences of one run.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)
        NaN where there is no rating.
    """
    from scipy.sparse import csr_array

    given = ~np.isnan(ratings)
    pairable = given & (given.sum(axis=1) >= 2)[:, np.newaxis]
    values, code = np.unique(ratings[pairable], return_inverse=True)
    cell, n = np.unique(np.nonzero(pairable)[0] * max(len(values), 1) + code.ravel(), return_counts=True)
    row, value = np.divmod(cell, max(len(values), 1))
    others = np.maximum(given.sum(axis=1) - 1, 1)
    pair_row, first, second, weight = _different_pairs(row, value, n.astype(np.float64), others)
    name, pair = np.unique(first * max(len(values), 1) + second, return_inverse=True)
    shape = len(ratings), len(values)
    return Coincidences(
        values=values,
        marginals=csr_array((n.astype(np.float64), (row, value)), shape=shape),
        pairs=csr_array((weight, (pair_row, pair.ravel())), shape=(len(ratings), len(name))),
        first=name // max(len(values), 1), second=name % max(len(values), 1),
    )  # fmt: skip


def _different_pairs(row: IntArray, value: IntArray, n: FloatArray, others: IntArray) -> tuple[IntArray, IntArray, IntArray, FloatArray]:
    """Row, lower value, higher value and coincidences of every two different values in one row.

    Entries come ordered by row and value, so that a row's pairs are found by shifting the entries against themselves.
    """
    found = []
    for shift in range(1, int(np.bincount(row).max(initial=0))):
        same = np.flatnonzero(row[shift:] == row[:-shift])
        rows = row[same]
        found.append((rows, value[same], value[same + shift], 2 * n[same] * n[same + shift] / others[rows]))
    if not found:
        none = np.zeros(0, dtype=np.int64)
        return none, none, none, np.zeros(0)
    rows, low, high, weight = (np.concatenate(part) for part in zip(*found, strict=True))
    return rows, low, high, weight


def alpha_kernel(ratings: FloatArray, distance: Distance) -> Evaluate:
    """Krippendorff's alpha of one run under many sets of row weights at once.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)
        NaN where there is no rating.
    distance : str or float array
        "nominal", "ordinal", "interval", "ratio", or squared distances between the distinct values of rows with two
        ratings or more.

    Returns
    -------
    function
        Weights, shape (n_resamples, n_rows), to alphas, shape (n_resamples,); NaN where only one value occurs.

    Notes
    -----
    alpha = 1 - (n - 1) sum(o * d) / sum(n_c n_k d), with o the coincidences, n_c the marginals and d squared distances.
    A unit's coincidences do not depend on the other units, so both sums are linear in the weights for a fixed d. Ordinal
    d does depend on the marginals, and is computed anew for each resample: it is the squared difference of mid-ranks,
    (sum of n_g for g in c..k - (n_c + n_k) / 2)^2 = (m_k - m_c)^2 with m_c = sum of n_g for g < c + n_c / 2.
    Cost: O(n_resamples x (rows x values that occur in a row)).
    """
    units = count_coincidences(ratings)
    if isinstance(distance, str) and distance == "ordinal":
        return lambda weights: np.concatenate([_ordinal(units, part) for part in np.array_split(weights, _parts(units, weights))])
    observed_of_row = np.asarray(units.pairs @ squared_distances(units.values, distance, units.first, units.second)).ravel()

    def evaluate(weights: FloatArray) -> FloatArray:
        marginals = _marginals(units, weights)
        return _alpha(weights @ observed_of_row, _expected(units.values, marginals, distance), marginals)

    return evaluate


def _marginals(units: Coincidences, weights: FloatArray) -> FloatArray:
    return np.asarray((units.marginals.T @ weights.T).T)


def _alpha(observed: FloatArray, expected: FloatArray, marginals: FloatArray) -> FloatArray:
    varied = (marginals > 0).sum(axis=1) >= 2
    return 1 - divide((marginals.sum(axis=1) - 1) * observed, np.where(varied, expected, 0.0))


def _parts(units: Coincidences, weights: FloatArray) -> int:
    """Parts that keep one part's resamples x pairs small; one where few different pairs occur."""
    return min(max(len(weights), 1), 1 + len(weights) * max(len(units.first), len(units.values)) // CELLS_AT_ONCE)


def _ordinal(units: Coincidences, weights: FloatArray) -> FloatArray:
    marginals = _marginals(units, weights)
    ranks = np.cumsum(marginals, axis=1) - marginals / 2
    coincidences = np.asarray((units.pairs.T @ weights.T).T)
    observed = (coincidences * (ranks[:, units.second] - ranks[:, units.first]) ** 2).sum(axis=1)
    return _alpha(observed, _squared_differences(ranks, marginals), marginals)


def _squared_differences(scores: FloatArray, marginals: FloatArray) -> FloatArray:
    """sum over c, k of n_c n_k (s_c - s_k)^2, from deviations, so that nothing cancels."""
    totals = np.maximum(marginals.sum(axis=1, keepdims=True), 1e-300)
    off = scores - (marginals * scores).sum(axis=1, keepdims=True) / totals
    return np.asarray(2 * totals[:, 0] * (marginals * off**2).sum(axis=1))


def _expected(values: FloatArray, marginals: FloatArray, distance: Distance) -> FloatArray:
    """sum over c, k of n_c n_k d_ck."""
    if isinstance(distance, str) and distance == "nominal":
        return np.asarray((marginals * (marginals.sum(axis=1, keepdims=True) - marginals)).sum(axis=1))
    if isinstance(distance, str) and distance == "interval":
        return _squared_differences(values, marginals)
    index = np.arange(len(values))
    matrix = squared_distances(values, distance, index[:, np.newaxis], index)
    return np.asarray(((marginals @ matrix) * marginals).sum(axis=1))


def squared_distances(values: FloatArray, distance: Distance, first: IntArray, second: IntArray) -> FloatArray:
    """Squared distances between pairs of values, given by index, where they do not depend on the marginals."""
    if not isinstance(distance, str):
        return np.asarray(distance[first, second])
    low, high = values[first], values[second]
    if distance == "nominal":
        return np.asarray(low != high, dtype=np.float64)
    if distance == "interval":
        return np.asarray((high - low) ** 2)
    apart, total = np.broadcast_arrays(high - low, high + low)
    return np.asarray(np.divide(apart, total, out=np.zeros(apart.shape), where=total != 0) ** 2)
