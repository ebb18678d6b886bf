"""Does a judge order what belongs together as people do? Correlations within clusters, averaged over them."""

from __future__ import annotations

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.against_gold import Reading, readings
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.rates import say_number
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray
from judgeaudit.stats.kernels.within_clusters import correlations_within, mean_over_clusters

NO_CLUSTER = "no cluster has two items that differ both in verdict and in gold"


def within(part: Part) -> Piece:
    """Estimates `kendall_tau_b_within` and `pearson_within`, where there is an order and the verdicts name clusters.

    The correlation of each cluster by itself (several replies to one prompt), then the mean: a judge that only knows which prompts are
    hard gets nothing for it. A cluster counts once, however many items it has.
    """
    clusters = part.rows.clusters
    if part.scale.level == "nominal" or clusters is None or np.bincount(clusters).max() < 2:
        return Piece()
    return Piece(estimates=tuple(one for judge in part.judges for reading in readings(part, judge) for one in _of(part, reading, clusters)))


def _of(part: Part, reading: Reading, clusters: IntArray) -> list[Estimate]:
    found = correlations_within(reading.pairs[:, part.rows.index], clusters)
    named = (("kendall_tau_b_within", "Kendall's tau-b", found.kendall_tau_b), ("pearson_within", "Pearson's correlation", found.pearson))
    return [part.tag(name, _mean(part, what, values, found.n_both), judge=reading.judge) for name, what, values in named]


def _mean(part: Part, what: str, values: FloatArray, n_both: IntArray) -> Estimate:
    """The mean of one correlation over clusters; `method` says how many are left out, and why."""
    known = ~np.isnan(values)
    n_ratings = int(n_both[known].sum())
    sizes = np.where(known, n_both, 0).max(axis=0, initial=0)
    mean = mean_over_clusters(values, n_pairs=int((sizes * (sizes - 1) // 2).sum()), ci_level=part.data.ci_level)
    if mean is None:
        return Estimate.missing(NO_CLUSTER if len(values) else "no verdict: the judge gave no row", n_ratings=int(n_both.sum()))
    value, low, high, n_clusters = mean
    few = (n_both < 2).all(axis=0)
    left_out = (
        (int((~known.any(axis=0) & ~few).sum()), "in which the judge or gold gives one value only"),
        (int(few.sum()), "with fewer than two items that have both"),
    )
    runs = f", each cluster's mean over {len(values)} runs" if len(values) > 1 else ""
    how = (
        f"no interval: fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING} clusters"
        if low is None
        else f"Wilson interval on as many clusters as would be as uncertain if each were -1 or 1, of {say_number(n_clusters, 'cluster')}"
    )
    words = [f"{what} within clusters, mean over {say_number(n_clusters, 'cluster')}{runs}", *(f"{n:,} left out {why}" for n, why in left_out if n), how]
    n_items = int(sizes.sum())
    return Estimate(
        value=value, low=low, high=high, ci_level=None if low is None else part.data.ci_level, method="; ".join(words), n_items=n_items, n_ratings=n_ratings
    )
