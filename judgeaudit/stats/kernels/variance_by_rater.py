"""Variance between items, between raters and within, under many sets of item weights; ratings may be missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.draws import group_rows
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.kernels.resampling import divide, two_or_more

NO_ROOM = 1e-12
"""Share of the mean square of the ratings below which a variance is rounding."""

NOT_LINKED = 1e-9
"""Share of a rater's ratings below which an eigenvalue of the raters' comparisons is 0: those raters share no chain of items."""


@dataclass(frozen=True, slots=True)
class Variances:
    """Estimates for each set of weights, shape (n,); NaN where the ratings leave no degree of freedom.

    Attributes
    ----------
    items, raters, error : float arrays
        Variance between items, between raters, and of what is left. Not cut off at 0.
    n_ratings : float array
        Ratings of an item: the number of all raters, or in the one-way model k0.
    scale : float array
        Mean square of the ratings about their mean: what rounding is held against.
    """

    items: FloatArray
    raters: FloatArray
    error: FloatArray
    n_ratings: FloatArray
    scale: FloatArray


Components = Callable[[FloatArray], Variances]
"""Weights of rows, shape (n, n_rows), to variances."""


def one_way(ratings: FloatArray) -> Components:
    """Analysis of variance of items whose raters are not told apart; rows with a single rating do not count.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)

    Notes
    -----
    Items have (MSB - MSW) / k0 with k0 = (N - sum k^2 / N) / (n - 1), which is k where all items have k ratings.

    References
    ----------
    Ebel 1951, doi:10.1007/BF02288803. Donner 1986, doi:10.2307/1403259.
    """
    used = two_or_more(ratings)
    given = ~np.isnan(ratings) & used[:, np.newaxis]
    _, k, mean, inside = _about_items(ratings, given)
    summands = np.column_stack([used, k, k**2, k * mean, k * mean**2, inside])

    def components(weights: FloatArray) -> Variances:
        n, total, squared_sizes, score_sum, between_raw, within = (weights @ summands).T
        between = between_raw - divide(score_sum**2, total)
        scale = divide(between_raw + within, total)
        between = np.where(between > NO_ROOM * between_raw, between, 0.0)
        msb, msw = divide(between, n - 1), divide(within, total - n)
        k0 = divide(total - divide(squared_sizes, total), n - 1)
        return Variances(divide(msb - msw, k0), np.zeros_like(msw), msw, k0, scale)

    return components


def two_way(ratings: FloatArray) -> Components:
    """Variances of items, raters and error by fitting constants (Henderson's method 3).

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)

    Notes
    -----
    Error: what a fit of items and raters leaves, over its degrees of freedom. Items: their sum of squares after raters,
    R(items | raters), less its degrees of freedom times the error, over N - J (N ratings, J raters). Raters: R(raters | items)
    likewise, over N - n. Complete ratings give exactly the two-way analysis of variance; raters who differ by constants only give
    an error of 0 whatever is missing, and raters who always agree no variance of raters either (Henderson's method 1 gives
    neither).

    Rater effects after items solve C b = q, C = diag(N_j) - sum_i w_i g_i g_i' / k_i, q = sum_i w_i g_i (y_i - mean of i): one
    symmetric J x J system for each set of weights, so the cost of each is n_rows x J, J^2 for each pattern of gaps, and J^3.

    References
    ----------
    Henderson 1953, doi:10.2307/3001853. Searle, Casella & McCulloch 1992, Variance Components, chapter 5. Gwet 2014, Handbook of
    Inter-Rater Reliability, 4th edition, chapter 10 (the same estimators for fixed raters).
    """
    kept = ratings[:, (~np.isnan(ratings)).any(axis=0)]
    given = ~np.isnan(kept)
    n_raters = kept.shape[1]
    scores, k, mean, inside = _about_items(kept, given)
    off = np.where(given, scores - mean[:, np.newaxis], 0.0)
    complete = bool(given[given.any(axis=1)].all())
    first, gaps_of = group_rows(np.where(given, 0.0, np.nan)[np.newaxis])
    links = _links(given[first], k[first])
    summands = np.column_stack([k > 0, k, k * mean**2, inside, scores, given, off])

    def components(weights: FloatArray) -> Variances:
        sums = weights @ summands
        n, total, between, within = sums[:, :4].T
        rater_sums, rater_counts, rater_off = np.split(sums[:, 4:], 3, axis=1)
        if complete:
            raters, rank = divide((rater_off**2).sum(axis=1), n), np.full(len(n), n_raters - 1.0)
        else:
            by_gaps = np.stack([np.bincount(gaps_of, weights=row, minlength=len(first)) for row in weights])
            raters, rank = _after_items((by_gaps @ links).reshape(-1, n_raters, n_raters), rater_counts, rater_off)
        seen = (rater_counts > 0).sum(axis=1)
        by_rater = (rater_sums**2 / np.where(rater_counts > 0, rater_counts, 1.0)).sum(axis=1)
        left = np.where(total - n - rank > NOT_LINKED * total, total - n - rank, 0.0)
        error = divide(np.maximum(within - raters, 0.0), left)
        items = divide(between + raters - by_rater - (n + rank - seen) * error, total - seen)
        return Variances(items, divide(raters - rank * error, total - n), error, np.full(len(n), float(n_raters)), divide(between + within, total))

    return components


def _about_items(ratings: FloatArray, given: BoolArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Ratings about their common mean (0 where missing), and for each row their number, mean, and sum of squares about it."""
    scores = np.where(given, ratings - (ratings[given].mean() if given.any() else 0.0), 0.0)
    k = given.sum(axis=1).astype(np.float64)
    mean = scores.sum(axis=1) / np.maximum(k, 1)
    inside = (np.where(given, scores - mean[:, np.newaxis], 0.0) ** 2).sum(axis=1)
    return scores, k, mean, inside


def _links(given: BoolArray, k: FloatArray) -> FloatArray:
    """The share of each pattern of gaps in the table of comparisons between raters, shape (n_patterns, n_raters^2)."""
    marks = given.astype(np.float64)
    shared = marks[:, :, np.newaxis] * marks[:, np.newaxis, :] / np.maximum(k, 1)[:, np.newaxis, np.newaxis]
    return np.asarray(marks[:, :, np.newaxis] * np.eye(given.shape[1]) - shared).reshape(len(given), -1)


def _after_items(tables: FloatArray, rater_counts: FloatArray, rater_off: FloatArray) -> tuple[FloatArray, FloatArray]:
    """R(raters | items) = q' C^- q, and its degrees of freedom, the rank of C."""
    values, vectors = np.linalg.eigh(tables)
    linked = values > NOT_LINKED * np.maximum(rater_counts.max(axis=1, initial=0.0), 1e-300)[:, np.newaxis]
    along = np.einsum("bij,bi->bj", vectors, rater_off)
    explained = np.where(linked, along**2 / np.where(linked, values, 1.0), 0.0).sum(axis=1)
    return explained, linked.sum(axis=1).astype(np.float64)
