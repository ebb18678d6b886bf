"""EWMA and CUSUM of the product's batch means: pictures, never the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from judgeaudit.domain.monitor import ChartSeries, MonitorCheck
from judgeaudit.monitoring.setup import Setup
from judgeaudit.stats.kernels.ratings_check import FloatArray

WEIGHT, EWMA_LIMIT = 0.2, 2.967
ALLOWANCE, CUSUM_LIMIT = 0.5, 5.072
"""Limits in sds for about 500 checks to a false alarm, both sides together: what `stats.ewma` and `stats.cusum` find for the normal law and
`average_run_length=500`. Constants, since the search takes longer than all the rest of a check."""

LIMITS = "about 500 checks to a false alarm, were batches independent and normal; the error of the baseline's mean is added to each batch's"


def charts_of(setup: Setup, checks: Sequence[MonitorCheck]) -> tuple[ChartSeries, ...]:
    """Both charts over the checks that have a product mean.

    Notes
    -----
    A batch mean is standardised by its own size and the baseline's error. Back on the scale the chart is drawn with the sd of the median batch.
    """
    shown = [check for check in checks if check.product_mean is not None and check.n_product_rows]
    baseline = setup.baseline()
    rows = baseline.production.sum(axis=0)
    n = max(1, int(rows.sum()))
    mean = float(rows @ baseline.points / n)
    spread = float(rows @ (baseline.points - mean) ** 2 / n)
    why = "no batch with production yet" if not shown else "no production in the baseline" if not rows.sum() else None
    if why is None and spread == 0:
        why = "all production items of the baseline are the same"
    if why is not None:
        return ChartSeries(name="ewma", undefined=why), ChartSeries(name="cusum", undefined=why)
    sds = np.array([np.sqrt(spread / check.n_product_rows + spread / n) for check in shown])
    scores = (np.array([check.product_mean for check in shown], dtype=float) - mean) / sds
    numbers, unit = tuple(check.n for check in shown), float(np.median(sds))
    path, width = ewma_path(scores)
    high = np.full(len(scores), CUSUM_LIMIT)
    return _series("ewma", numbers, path, width, mean, unit), _series("cusum", numbers, cusum_path(scores), high, 0.0, unit)


def _series(name: Literal["ewma", "cusum"], numbers: tuple[int, ...], path: FloatArray, width: FloatArray, centre: float, unit: float) -> ChartSeries:
    values, lower, upper = (tuple(float(one) for one in centre + unit * line) for line in (path, -width, width))
    return ChartSeries(name=name, checks=numbers, values=values, lower=lower, upper=upper, limits=LIMITS)


def ewma_path(scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Moving average of standardised values, and how far from 0 its limits are."""
    path, now = np.empty(len(scores)), 0.0
    for index, score in enumerate(scores):
        now = WEIGHT * score + (1 - WEIGHT) * now
        path[index] = now
    age = np.arange(1, len(scores) + 1)
    return path, np.asarray(EWMA_LIMIT * np.sqrt(WEIGHT / (2 - WEIGHT) * (1 - (1 - WEIGHT) ** (2 * age))))


def cusum_path(scores: FloatArray) -> FloatArray:
    """The upper sum, or minus the lower one where that is larger."""
    path, up, down = np.empty(len(scores)), 0.0, 0.0
    for index, score in enumerate(scores):
        up, down = max(0.0, up + score - ALLOWANCE), max(0.0, down - score - ALLOWANCE)
        path[index] = up if up >= down else -down
    return path
