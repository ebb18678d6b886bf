"""Who says what the other annotators say more often, the judge or the annotator whose place it takes: signs, and shares with their interval."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from judgeaudit.stats.kernels.rates import NOTHING, wilson
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample

TIE = 1e-9
"""Share of the range of scores within which two squared errors are the same: what is left is rounding."""


def lost_and_held(sample: Sample) -> tuple[FloatArray, FloatArray]:
    """For each item and annotator, whether the annotator or the judge is closer to the other annotators.

    Parameters
    ----------
    sample : Sample
        Column 0 is the judge, the others are annotators.

    Returns
    -------
    tuple of float array, shape (n_rows, n_annotators)
        d: 1 where the annotator is closer, -1 where the judge is, 0 where they tie; and 1 where the judge is at least as close as
        the annotator, else 0. The mean over the runs that have it; NaN where the judge's label, the annotator's, or that of
        another annotator is missing.
    """
    ties = _signs_of_scores if sample.level == "interval" else _signs_of_labels
    signs = np.array([ties(run) for run in sample.ratings])
    known = ~np.isnan(signs)
    times = known.sum(axis=0)
    none = np.full(signs.shape[1:], np.nan)
    lost = np.divide(np.where(known, signs, 0.0).sum(axis=0), times, out=none.copy(), where=times > 0)
    held = np.divide((known & (signs <= 0)).sum(axis=0), times, out=none, where=times > 0)
    return lost, held


def _usable(run: FloatArray) -> FloatArray:
    """0 where an item says something about an annotator, NaN where it does not, so that it can be added."""
    given = ~np.isnan(run)
    others = given[:, 1:].sum(axis=1, keepdims=True) - given[:, 1:]
    return np.where(given[:, :1] & given[:, 1:] & (others > 0), 0.0, np.nan)


def _signs_of_labels(run: FloatArray) -> FloatArray:
    """Of the others, fewer or more say what the judge says than say what the annotator says."""
    judge, annotators = run[:, :1], run[:, 1:]
    with_judge = (annotators == judge).sum(axis=1, keepdims=True) - (annotators == judge)
    with_annotator = np.zeros(annotators.shape)
    for label in np.unique(annotators[~np.isnan(annotators)]):  # not each annotator with each: there may be hundreds of them
        says = annotators == label
        with_annotator += says * (says.sum(axis=1, keepdims=True) - 1)
    return np.asarray(np.sign(with_annotator - with_judge) + _usable(run))


def _signs_of_scores(run: FloatArray) -> FloatArray:
    """The sign of the judge's squared errors less the annotator's: which root mean square error is larger.

    The squares are never added up: sum (f - y)^2 - sum (h - y)^2 = (f - h) ((f + h) n - 2 sum y), which is 0 where it should be.
    """
    given = ~np.isnan(run)
    if not given.any():
        return np.full((len(run), max(run.shape[1] - 1, 0)), np.nan)
    lowest, highest = float(run[given].min()), float(run[given].max())
    scores = np.where(given, run - lowest, 0.0) / (highest - lowest if highest > lowest else 1.0)
    judge, annotators = scores[:, :1], scores[:, 1:]
    n_others = given[:, 1:].sum(axis=1, keepdims=True) - given[:, 1:]
    of_others = annotators.sum(axis=1, keepdims=True) - annotators
    excess = (judge - annotators) * ((judge + annotators) * n_others - 2 * of_others)
    return np.sign(np.where(np.abs(excess) <= TIE, 0.0, excess)) + _usable(run)


def mean_of_shares(held: FloatArray, counts: IntArray, clusters: IntArray | None, ci_level: float) -> tuple[float, float, float]:
    """The mean over annotators of each one's share of items, with an interval over items (clusters).

    Parameters
    ----------
    held : float array, shape (n_rows, n_annotators)
        0 to 1; NaN where a row does not count for an annotator. Every annotator has a row.
    counts : int array, shape (n_rows,)
    clusters : int array, shape (n_rows,), or None

    Returns
    -------
    tuple of float
        Mean, low and high.

    Notes
    -----
    Wilson's interval on as many items as have the variance of the mean, which is that of the sums of what each item (cluster) moves
    it by (linearised: an item that several annotators have is still one item). Two items that are 0 or 1 are added to the variance,
    as in `rates.informative_items`; with clusters it is stretched by (t / z)^2.
    """
    known = ~np.isnan(held)
    rated = (known * counts[:, np.newaxis]).sum(axis=0)
    shares = np.where(known, held * counts[:, np.newaxis], 0.0).sum(axis=0) / rated
    mean = float(shares.mean())
    moves = (np.where(known, held - shares, 0.0) / rated).sum(axis=1) / held.shape[1]
    used = known.any(axis=1)
    if clusters is None:
        n, squares = float(counts[used].sum()), float((counts * moves**2).sum())
    else:
        n, squares = float(len(np.unique(clusters[used]))), float((np.bincount(clusters, weights=moves) ** 2).sum())
    most = mean * (1 - mean)
    if most <= NOTHING:
        worth = n
    else:
        worth = min(n * most * (n + 2) / (n * n * squares + 2 * most), float(rated.sum()))
    if clusters is not None and n > 1:
        worth *= _loss(n, ci_level)
    low, high = wilson(mean, worth, ci_level)
    return mean, low, high


def _loss(n_clusters: float, ci_level: float) -> float:
    from scipy.special import stdtrit

    return float((NormalDist().inv_cdf(0.5 + ci_level / 2) / stdtrit(n_clusters - 1, 0.5 + ci_level / 2)) ** 2)
