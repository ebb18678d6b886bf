"""The best map from scores to gold that never falls: fitted on weighted rows, and once without each fold."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray


def fit_map(scores: FloatArray, gold: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Distinct scores, ascending, and the least-squares values that never fall (pool adjacent violators).

    Parameters
    ----------
    scores, gold, weights : float array, shape (n_rows,)
        Rows of weight 0 are left out; at least one is not.

    References
    ----------
    Barlow, Bartholomew, Bremner & Brunk 1972, Statistical Inference under Order Restrictions.
    """
    from scipy.optimize import isotonic_regression

    used = weights > 0
    points, place = np.unique(scores[used], return_inverse=True)
    heavy = np.bincount(place.ravel(), weights=weights[used])
    means = np.bincount(place.ravel(), weights=weights[used] * gold[used]) / heavy
    return points, np.asarray(isotonic_regression(means, weights=heavy).x, dtype=np.float64)


def map_scores(scores: FloatArray, points: FloatArray, values: FloatArray) -> FloatArray:
    """Values at scores: straight lines between points, flat beyond them."""
    return np.asarray(np.interp(scores, points, values), dtype=np.float64)


def fold_counts(scores: FloatArray, gold: FloatArray, counts: IntArray, clusters: IntArray | None, n_folds: int) -> IntArray:
    """How many items of each row are in each fold, shape (n_folds, n_rows), whatever the order of rows.

    Items are sorted by score and gold and dealt out in turn, so that folds are alike; clusters stay together and are dealt out in
    the order of what they hold.
    """
    if clusters is None:
        order = np.lexsort((gold, scores))
        ends = np.cumsum(counts[order])
        folds = np.arange(n_folds)[:, np.newaxis]
        dealt = _multiples(ends, folds, n_folds) - _multiples(ends - counts[order], folds, n_folds)
        found = np.zeros((n_folds, len(counts)), dtype=np.int64)
        found[:, order] = dealt
        return found
    fold_of = _deal_clusters(scores, gold, clusters, n_folds)
    return np.where(fold_of == np.arange(n_folds)[:, np.newaxis], counts, 0)


def _multiples(ends: IntArray, folds: IntArray, n_folds: int) -> IntArray:
    """How many of the places 0 to end - 1 belong to a fold: those that leave its number when divided by the number of folds."""
    return np.asarray((ends - folds + n_folds - 1) // n_folds, dtype=np.int64)


def _deal_clusters(scores: FloatArray, gold: FloatArray, clusters: IntArray, n_folds: int) -> IntArray:
    """Fold of each row."""
    names = np.unique(clusters)
    held = [sorted(zip(scores[clusters == name].tolist(), gold[clusters == name].tolist(), strict=True)) for name in names]
    rank = np.empty(len(names), dtype=np.int64)
    rank[sorted(range(len(names)), key=lambda place: held[place])] = np.arange(len(names))
    return np.asarray(rank[np.searchsorted(names, clusters)] % n_folds)
