"""Right or wrong on each item, or how far off where no answer is exact: what judges are compared by."""

from __future__ import annotations

import numpy as np

from judgeaudit.analyses.against_gold import Reading
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.stats.kernels.ratings_check import FloatArray


def metric_of(part: Part) -> str:
    """ "accuracy" where labels are the same or are not, "mae" on interval scales."""
    return "mae" if part.scale.level == "interval" else "accuracy"


def rightness(part: Part, reading: Reading) -> FloatArray:
    """1 right and 0 wrong (on interval scales: distance from gold) by run and pattern, shape (n_runs, n_patterns); NaN without a verdict or gold."""
    pairs = reading.pairs
    missing = np.isnan(pairs).any(axis=2)
    away = np.abs(pairs[..., 0] - pairs[..., 1])
    return np.where(missing, np.nan, away if metric_of(part) == "mae" else away == 0)


def of_items(values: FloatArray) -> FloatArray:
    """Each pattern's mean over the runs that have a verdict, shape (n_patterns,); NaN where none has."""
    n = (~np.isnan(values)).sum(axis=0)
    return np.where(n > 0, np.nansum(values, axis=0) / np.maximum(n, 1), np.nan)


def say_metric(part: Part, value: float) -> str:
    """An accuracy or a mean error as it is said in a sentence."""
    return f"{percent(value)} of items" if metric_of(part) == "accuracy" else f"{value:.2g} points"
