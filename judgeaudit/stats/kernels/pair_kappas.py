"""Cohen's kappa of many pairs of raters at once, their mean, and that mean without each item (or cluster)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray
from judgeaudit.stats.kernels.resampling import divide


@dataclass(frozen=True, slots=True)
class PairKappas:
    """Kappas of the pairs that have common items.

    Attributes
    ----------
    first, second : int arrays, shape (n_pairs,)
        Columns of the two raters.
    n_items : int array, shape (n_pairs,)
        Items that both rated.
    agreement : float array, shape (n_pairs,)
        Share of these with the same rating.
    kappa : float array, shape (n_pairs,)
        NaN where both raters gave one and the same rating throughout.
    mean : float
        Over the pairs that have a kappa (Light 1971); NaN where none has.
    without : float array, shape (n_units,)
        The mean without one item of each row, or without each cluster; NaN where no pair has a kappa then.
    times : int array, shape (n_units,)
        Items (clusters) that leave just that.
    """

    first: IntArray
    second: IntArray
    n_items: IntArray
    agreement: FloatArray
    kappa: FloatArray
    mean: float
    without: FloatArray
    times: IntArray


def pair_kappas(ratings: FloatArray, *, level: str, counts: IntArray | None = None, clusters: IntArray | None = None, of_first: bool = False) -> PairKappas:
    """Kappa of every pair of columns, each on the items that both rated.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)
        Codes; NaN where there is no rating.
    level : {"nominal", "ordinal", "interval"}
        Identity weights at "nominal"; quadratic ones of the codes otherwise, which for ordinal labels are their ranks.
    counts : int array, shape (n_rows,), optional
        Identical items that each row stands for.
    clusters : int array, shape (n_rows,), optional
        Numbered from 0 without gaps; not with `counts`.
    of_first : bool
        Only the pairs of column 0 with each other one.

    Notes
    -----
    All of it is sums over items, so that what is left without an item is a subtraction: the cost is pairs times items.

    References
    ----------
    Cohen 1960, doi:10.1177/001316446002000104. Cohen 1968, doi:10.1037/h0026256 (weights).
    Light 1971, doi:10.1037/h0031643 (the mean over pairs of raters).
    """
    times = np.ones(len(ratings), dtype=np.int64) if counts is None else counts
    units = np.arange(len(ratings)) if clusters is None else clusters
    n_units = len(ratings) if clusters is None else int(clusters.max(initial=-1)) + 1
    values = np.unique(ratings[~np.isnan(ratings)])
    middle = float(values.mean()) if len(values) else 0.0
    total, n_defined = np.zeros(n_units), np.zeros(n_units)
    found: list[tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray]] = []
    for column in range(1 if of_first else ratings.shape[1] - 1):
        rows = np.flatnonzero(~np.isnan(ratings[:, column]))
        beside = ratings[rows, column + 1 :]
        others = np.flatnonzero((~np.isnan(beside)).any(axis=0))
        if not len(others):
            continue
        mine, theirs = ratings[rows, column, np.newaxis], beside[:, others]
        moments = _of_labels(mine, theirs, values) if level == "nominal" else _of_scores(mine - middle, theirs - middle)
        sums = np.tensordot(times[rows].astype(np.float64), moments, axes=1)
        kappa = _kappa(sums, level)
        found.append(
            (np.full(len(others), column, dtype=np.float64), (others + column + 1).astype(np.float64), sums[:, 0], divide(sums[:, 1], sums[:, 0]), kappa)
        )
        _leave_out(kappa, sums, moments, units[rows], level, total, n_defined, clusters is not None)
    first, second, n_items, agreement, kappa = (np.concatenate(column) for column in zip(*found, strict=True)) if found else (np.zeros(0),) * 5
    defined = ~np.isnan(kappa)
    whole, n_whole = float(kappa[defined].sum()), int(defined.sum())
    return PairKappas(
        first.astype(np.int64), second.astype(np.int64), n_items.astype(np.int64), agreement, kappa, whole / n_whole if n_whole else float("nan"),
        divide(whole + total, n_whole + n_defined), times if clusters is None else np.ones(n_units, dtype=np.int64),
    )  # fmt: skip


def pooled_kappa(
    ratings: FloatArray, *, level: str, counts: IntArray | None = None, clusters: IntArray | None = None, judge: FloatArray | None = None
) -> tuple[float, FloatArray]:  # fmt: skip
    """Kappa of one rater with another, whoever they are: for crowds, in which hardly any two have common items.

    Parameters
    ----------
    ratings, level, counts, clusters
        As in `pair_kappas`.
    judge : float array, shape (n_rows,), optional
        Kappa of these codes with a rater drawn from each item's; otherwise that of two raters drawn from them.

    Returns
    -------
    tuple of float and float array, shape (n_units,)
        The kappa, and what it is without one item of each row (without each cluster); NaN where undefined.

    Notes
    -----
    Every item counts once, whatever the number of its raters. Of complete tables it is Fleiss' kappa.

    References
    ----------
    Fleiss 1971, doi:10.1037/h0031619.
    """
    given = ~np.isnan(ratings)
    n_given = given.sum(axis=1)
    used = n_given >= 2 if judge is None else (n_given >= 1) & ~np.isnan(judge)
    times = np.ones(len(ratings), dtype=np.int64) if counts is None else counts
    values = np.unique(np.concatenate([ratings[given], np.zeros(0) if judge is None else judge[~np.isnan(judge)]]))
    others = np.maximum(n_given - (judge is None), 1)[:, np.newaxis]
    if level == "nominal":
        shares = np.stack([(ratings == value).sum(axis=1) for value in values], axis=1) if len(values) else np.zeros((len(ratings), 0))
        own = shares / np.maximum(n_given, 1)[:, np.newaxis] if judge is None else (judge[:, np.newaxis] == values).astype(np.float64)
        same = (own * (shares - (judge is None)) / others).sum(axis=1)
        moments = np.column_stack([np.ones(len(ratings)), same, own, shares / np.maximum(n_given, 1)[:, np.newaxis]])
    else:
        middle = float(values.mean()) if len(values) else 0.0
        scores = np.where(given, ratings - middle, 0.0)
        mean, square = (power.sum(axis=1) / np.maximum(n_given, 1) for power in (scores, scores**2))
        own_mean, own_square = (mean, square) if judge is None else (np.nan_to_num(judge - middle), np.nan_to_num(judge - middle) ** 2)
        apart = own_square + square - 2 * own_mean * mean
        apart = apart * n_given / others[:, 0] if judge is None else apart  # pairs of two different raters only
        moments = np.column_stack([np.ones(len(ratings)), np.zeros(len(ratings)), apart, own_mean, mean, own_square + square])
    moments = np.where(used[:, np.newaxis], moments, 0.0)
    sums = times.astype(np.float64) @ moments
    if clusters is not None:
        of_unit = np.zeros((int(clusters.max(initial=-1)) + 1, moments.shape[1]))
        np.add.at(of_unit, clusters, moments)
        moments = of_unit
    return float(_kappa(sums, level)), _kappa(sums - moments, level)


def _of_labels(mine: FloatArray, theirs: FloatArray, values: FloatArray) -> FloatArray:
    """What each item adds, shape (n_rows, n_others, 2 + 2 n_labels): both rated it, the same label, each label of either rater."""
    both = ~np.isnan(theirs)
    own = [both & (mine == value) for value in values]
    return np.stack([both, theirs == mine, *own, *(theirs == value for value in values)], axis=2).astype(np.float64)


def _of_scores(mine: FloatArray, theirs: FloatArray) -> FloatArray:
    """The same for scores: both, equal, squared difference, sum of either rater, and of squares."""
    both = ~np.isnan(theirs)
    a, b = np.where(both, mine, 0.0), np.where(both, theirs, 0.0)
    return np.stack([both, both & (mine == theirs), (a - b) ** 2, a, b, a * a + b * b], axis=2).astype(np.float64)


def _kappa(sums: FloatArray, level: str) -> FloatArray:
    n = sums[..., 0]
    if level == "nominal":
        n_labels = (sums.shape[-1] - 2) // 2
        apart = n * n - (sums[..., 2 : 2 + n_labels] * sums[..., 2 + n_labels :]).sum(axis=-1)
        return np.asarray(1 - divide(n * (n - sums[..., 1]), np.where(apart > 1e-9, apart, 0.0)))
    apart = n * sums[..., 5] - 2 * sums[..., 3] * sums[..., 4]
    return np.asarray(1 - divide(n * sums[..., 2], np.where(apart > 1e-12 * np.maximum(n * sums[..., 5], 1e-300), apart, 0.0)))


def _leave_out(
    kappa: FloatArray, sums: FloatArray, moments: FloatArray, units: IntArray, level: str, total: FloatArray, n_defined: FloatArray, clustered: bool
) -> None:  # fmt: skip
    """Add to `total` and `n_defined` what the sum and number of kappas lose without each unit that holds a row of this rater."""
    places = np.unique(units)
    if clustered:
        of_unit = np.zeros((len(places), *moments.shape[1:]))
        np.add.at(of_unit, np.searchsorted(places, units), moments)
        moments = of_unit
    left = np.where(np.isnan(kappa), np.nan, _kappa(sums - moments, level))
    defined = ~np.isnan(left)
    total[places] += np.where(defined, left, 0.0).sum(axis=1) - np.nansum(kappa)
    n_defined[places] += defined.sum(axis=1) - int((~np.isnan(kappa)).sum())
