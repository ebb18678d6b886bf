"""Mean of scores calibrated by an isotonic map."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.stats.kernels.isotonic_map import fit_map, fold_counts, map_scores
from judgeaudit.stats.kernels.options import whole
from judgeaudit.stats.kernels.partly_labelled import PartlyLabelled, check_partly_labelled, why_no_labelled
from judgeaudit.stats.kernels.rates import say_number
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray
from judgeaudit.stats.kernels.slice_result import Scaled, corrected_mean, why_not_a_mean
from judgeaudit.stats.kernels.two_slices import CORNERS, Slices, corner_weight
from judgeaudit.stats.shapes import Corrected

N_FOLDS = 5
"""Folds of the cross-fitting (cje, and Zrnic & Candès 2024)."""

STEADY = 2.0
"""How many times the corners' weight in the interval (`two_slices`) they have in the maps: a verdict that four labelled items have is often left without
one in a fold. Chosen by simulation: at 50 labels, a rate of .95 and a good judge the interval holds 92 % without corners, 93 with them once, 93.5 twice."""


def isotonic_mean(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    n_folds: int = N_FOLDS,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Corrected:
    """The true mean over all judged items: the judge's scores turned into gold's by a map that never falls, learnt on labelled items.

    Use it for graded scores that say the right order and the wrong numbers (everything is a 7 or an 8). Known weakness: the map says nothing
    about scores that no labelled item has; `method` counts them. Labelled items must be a random sample of the judged ones. For two-label verdicts
    it is hardly better than `ppi_mean`.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Scores of the judge and of gold; gold is NaN where the item is not labelled. Several runs are averaged.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Points of the scale, ascending, of judge and gold alike; see `ppi_mean`.
    n_folds : int
        Parts of the labelled items that are left out in turn, 2 or more; as many as items (clusters) where these are fewer.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The interval is by a formula, whatever `n_resamples` is, and nothing is drawn: folds are dealt out in the order of scores.

    Returns
    -------
    Corrected
        In points of gold's scale; `curve` is the map. Parts: `labels_only`, `judged_mean`. Undefined when fewer than two items (clusters) have both.

    Raises
    ------
    OptionError
        A score outside the scale, fewer than two folds, other ratings or options that make no sense.

    Notes
    -----
    Mean of the calibrated scores of all judged items plus mean of gold less calibrated score on the labelled ones, whose
    calibrated scores come from maps that were fitted without them; the others' are the mean of these maps. On a bounded scale these maps see a part of an
    item at each corner of the scale too, which steadies them where a verdict is rare; `curve` does not. The interval is that of `ppi_mean`, with
    calibrated scores in the judge's place; refitting in each bootstrap sample, and the jackknife over folds, were tried and hold less well
    (docs/calibration.md).

    References
    ----------
    Barlow, Bartholomew, Bremner & Brunk 1972 (the map). Zrnic & Candès 2024, doi:10.1073/pnas.2322083121 (cross-fitting). Landesberg 2025,
    arXiv:2512.11150 (isotonic maps of judges).

    Examples
    --------
    The map is scikit-learn's example of `isotonic_regression`, printed as four times 2.75 and six times 7.33:

    >>> found = isotonic_mean(list(enumerate([5, 3, 1, 2, 8, 10, 7, 9, 6, 4])))
    >>> [round(gold, 2) for score, gold in found.curve]
    [2.75, 2.75, 2.75, 2.75, 7.33, 7.33, 7.33, 7.33, 7.33, 7.33]
    """
    n_folds = whole(n_folds, "n_folds", at_least=2, at_most=1000, fix="use 5, or another whole number from 2 to 1000")
    table = check_partly_labelled(ratings, level=level, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    scaled = Scaled.of(table, labels)
    units = _units(table)
    alone = "one labelled item (cluster): a map that is checked on others needs at least two" if units < 2 else None
    reason = why_no_labelled(table) or alone or why_not_a_mean(table, level, labels)
    if reason is not None:
        return corrected_mean(scaled, reason)
    n_folds = min(n_folds, units)
    slices, curve = _cross_fitted(scaled, n_folds)
    what = f"isotonic map of {say_number(table.count(table.labelled), 'labelled item')}, {n_folds} folds; {table.count(table.unlabelled):,} items without gold"
    return corrected_mean(scaled, None, slices, what="; ".join(filter(None, (what, _say_outside(table)))), curve=curve)


def _units(table: PartlyLabelled) -> int:
    """Labelled items, or clusters."""
    clusters = table.sample.clusters
    return table.count(table.labelled) if clusters is None else len(np.unique(clusters[table.labelled]))


def _cross_fitted(scaled: Scaled, n_folds: int) -> tuple[Slices, tuple[tuple[float, float], ...]]:
    """What is averaged, and the map of all labelled items on the table's own scale."""
    table = scaled.table
    rows, counts, clusters = table.labelled, table.sample.counts, table.sample.clusters
    judge, gold, times = scaled.judge[rows], scaled.gold[rows], counts[rows]
    dealt = fold_counts(judge, gold, times, None if clusters is None else clusters[rows], n_folds)
    steady = np.full(len(CORNERS), STEADY * corner_weight(gold) if scaled.bounded else 0.0)
    more_judge, more_gold = np.append(judge, CORNERS[:, 0]), np.append(gold, CORNERS[:, 1])
    maps = [fit_map(more_judge, more_gold, np.append((times - left_out).astype(np.float64), steady)) for left_out in dealt]
    by_map = np.array([map_scores(judge, *one) for one in maps])
    own = _alike((by_map * dealt).sum(axis=0), times, np.stack([judge, gold]), clusters is None)
    share = table.count(rows) / (table.count(rows) + table.count(table.unlabelled))
    rest = np.mean([map_scores(scaled.judge, *one) for one in maps], axis=0)
    labelled = np.full(len(counts), np.nan)
    labelled[rows] = gold - (1 - share) * own
    ends = np.mean([map_scores(CORNERS[:, 0], *one) for one in maps], axis=0)
    points, values = fit_map(judge, gold, times.astype(np.float64))
    curve = tuple((scaled.low + scaled.span * float(score), scaled.low + scaled.span * float(value)) for score, value in zip(points, values, strict=True))
    return Slices(table, labelled, (1 - share) * rest, scaled.gold, CORNERS[:, 1] - (1 - share) * ends, scaled.bounded), curve


def _alike(sums: FloatArray, times: IntArray, pairs: FloatArray, exchangeable: bool) -> FloatArray:
    """Each row's mean; where items are exchangeable, the mean over all with the same score and gold, whichever fold they were dealt to."""
    if not exchangeable:
        return np.asarray(sums / times)
    _, kind = np.unique(pairs, axis=1, return_inverse=True)
    kind = kind.ravel()
    return np.asarray(np.bincount(kind, weights=sums)[kind] / np.bincount(kind, weights=times)[kind])


def _say_outside(table: PartlyLabelled) -> str:
    """How many unlabelled scores lie where the map is a guess."""
    seen, rest = table.judge[table.labelled], table.judge
    outside = table.count(table.unlabelled & ((rest < seen.min()) | (rest > seen.max())))
    place = f"{float(seen.min()):.6g} to {float(seen.max()):.6g}"
    return f"{outside:,} of them score outside the labelled range {place}, where the map is flat and a guess" if outside else ""
