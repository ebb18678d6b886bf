"""What the watch over a stream is told: the baseline, and a batch of production rows and anchors, as counts on a scale of 0..1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit.stats.kernels.ratings_check import FloatArray

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Baseline:
    """What was approved, on a scale of 0..1 with `points` values.

    Attributes
    ----------
    points : float array, shape (p,)
        Values of the scale.
    strata : tuple of str
    production : int array, shape (s + 1, p)
        Production items by stratum and value; the last row is for strata that the baseline does not have.
    replies : tuple of int
        Rows without and with a verdict.
    n_anchors : int
    anchor_strata : float array, shape (s,)
        Anchors by stratum.
    anchor_variance : float
        Of the mean of the anchors' baseline verdicts, from disagreement between replicates.
    """

    points: FloatArray
    strata: tuple[str, ...]
    production: Counts
    replies: tuple[int, int]
    n_anchors: int
    anchor_strata: FloatArray
    anchor_variance: float = 0.0


@dataclass(frozen=True)
class Visits:
    """Anchors in one batch, shape (a, ...).

    Attributes
    ----------
    before : int array, shape (a, p)
        Verdicts of each that were seen before, the baseline's too.
    now : int array, shape (a, p)
        Those of this batch.
    means : float array, shape (a,)
        Of the baseline.
    strata : int array, shape (a,)
        Index into `Baseline.strata`.
    weights : float array, shape (a,)
        How often items like it are in production, for each time that they are among the anchors: gold sets are balanced, streams are not.
    last : float array, shape (a,)
        Batch in which it was last used; 0 for never.
    since : float array, shape (a, 2)
        Since an alarm: batches in which it was used before this one, and the sum of its weighted shifts there. Meaningless while `last` is older.
    """

    before: Counts
    now: Counts
    means: FloatArray
    strata: Counts
    weights: FloatArray
    last: FloatArray
    since: FloatArray


@dataclass(frozen=True)
class Batch:
    """Production rows by stratum and value as in `Baseline.production`, anchors, and rows without and with a verdict.

    `ranked` are the anchors whose ranks are taken now, those that waited too; None while they are too few: of a handful of anchors that are all as
    they were the rank is nothing but chance. `silent` are rows on anchors without a verdict.
    """

    production: Counts
    visits: Visits
    replies: tuple[int, int]
    ranked: Visits | None = None
    silent: int = 0


def spread_of(counts: Counts, points: FloatArray) -> float:
    """Variance of values with these counts, and of one imagined at each end, so that none is 0."""
    n = counts.sum() + 2
    mean = (counts @ points + 1) / n
    return float((counts @ (points - mean) ** 2 + mean**2 + (1 - mean) ** 2) / n)


def mean_variances(baseline: Baseline) -> FloatArray:
    """Variance of each of `stratum_means`, shape (s + 1,); of a stratum without production, whose mean nobody knows, that of a coin."""
    return np.array([spread_of(counts, baseline.points) / max(1, int(counts.sum())) if counts.sum() else 0.25 for counts in baseline.production])


def stratum_means(baseline: Baseline) -> FloatArray:
    """Baseline mean of each stratum; of all production where a stratum has none."""
    n = baseline.production.sum(axis=1)
    overall = baseline.production.sum(axis=0) @ baseline.points / max(1, n.sum())
    return np.asarray(np.where(n > 0, baseline.production @ baseline.points / np.maximum(n, 1), overall))
