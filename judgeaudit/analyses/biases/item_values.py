"""One number for each item, made into an estimate with an interval over items, and votes of items made into an exact test."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.parts import NO_SCALE, Part
from judgeaudit.analyses.probe_counts import Floats
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval
from judgeaudit.stats.kernels.rates import say_number
from judgeaudit.stats.kernels.ratings_check import BoolArray

Counts = NDArray[np.int64]

CLOSE = 1e-9
"""Less than what one verdict of many weighs in a mean over pairs of verdicts: what is below it is rounding."""


def share_of(part: Part, values: Floats, reason: str, *, judge: str, what: str = "", verdicts: Counts | None = None) -> Estimate:
    """Mean of per-item shares 0..1, one for each pattern, with Wilson's interval; undefined with `reason` where no item has one.

    Parameters
    ----------
    verdicts : int array, shape (n_patterns,), optional
        How many verdicts each share is of (see `as_verdicts`).
    """
    if not (part.weights[~np.isnan(values)] > 0).any():
        return Estimate.missing(reason)
    found = part.estimate("", stats.proportion, as_verdicts(np.clip(values, 0.0, 1.0), verdicts), judge=judge, **NO_SCALE)
    return found.model_copy(update={"method": f"{what}; {found.method}"}) if what else found


def as_verdicts(values: Floats, verdicts: Counts | None) -> Floats:
    """Shares in as many columns as there are verdicts behind each, the rest NaN: a share of several verdicts scatters less from item to item than a
    single verdict, and items count for more in a rate then, though never for more than their verdicts."""
    n = np.ones(len(values), dtype=np.int64) if verdicts is None else np.maximum(verdicts, 1)
    return np.where(np.arange(int(n.max(initial=1))) < n[:, None], values[:, None], np.nan)


def mean_of(part: Part, values: Floats, reason: str, *, what: str, reach: float = 1.0) -> Estimate:
    """Mean of per-item differences within +-reach, one for each pattern; undefined with `reason` where no item has one."""
    found = values[part.rows.index]
    counts = np.ones(len(found), dtype=np.int64) if part.rows.counts is None else part.rows.counts
    known = ~np.isnan(found) & (counts > 0)
    if not known.any():
        return Estimate.missing(reason)
    clusters = None if part.rows.clusters is None else part.rows.clusters[known]
    return mean_estimate(MeanChange(found[known].round(12), counts[known], clusters, reach, reach), what, part.data.ci_level)


def mean_estimate(change: MeanChange, what: str, ci_level: float) -> Estimate:
    """Mean of differences of items; without interval below `thresholds.MIN_ITEMS_FOR_RESAMPLING` items (clusters)."""
    known = Estimate(value=change.mean, n_items=change.n_items, n_ratings=change.n_items, method=what)
    if change.n_units < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        units = say_number(change.n_units, "item" if change.clusters is None else "cluster")
        return known.model_copy(update={"method": f"{what}; no interval: {units}, fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING}"})
    low, high, how = change_interval(change, ci_level)
    return known.model_copy(update={"low": float(low), "high": float(high), "ci_level": ci_level, "method": f"{what}; {how}"})


def votes(part: Part, net: Floats) -> tuple[int, int, float | None]:
    """How many items lean up and down, and the exact binomial p value, two-sided, that either is as likely.

    Parameters
    ----------
    net : float array, shape (n_patterns,)
        Above 0 where an item leans up; NaN where it has no vote. Items of a cluster have one vote together: the sign of their sum.

    Returns
    -------
    tuple of int, int and float or None
        None where no item has a vote; 1 where none leans.
    """
    rows = part.rows
    found = net[rows.index]
    known = ~np.isnan(found)
    found = found[known]
    times = np.ones(len(found), dtype=np.int64) if rows.counts is None else rows.counts[known]
    if rows.clusters is not None and len(found):
        _, cluster_of = np.unique(rows.clusters[known], return_inverse=True)
        found = np.bincount(cluster_of.ravel(), weights=found).astype(np.float64)
        times = np.ones(len(found), dtype=np.int64)
    if not times.sum():
        return 0, 0, None
    signs = np.stack([found > CLOSE, found < -CLOSE], axis=1).astype(np.float64)
    p = stats.mcnemar(signs, labels=(0.0, 1.0), counts=times).value
    up, down = (int(times @ side) for side in signs.T)
    return up, down, p


def first_few(codes: Floats, n: Floats) -> Floats:
    """Of each row the first n verdicts, the others NaN."""
    given = ~np.isnan(codes)
    return np.where(given & (given.cumsum(axis=1) <= n[:, None]), codes, np.nan)


def corrected(p_values: Sequence[float | None]) -> list[float | None]:
    """p values after Holm's correction, in the order given."""
    if all(p is None for p in p_values):
        return [None] * len(p_values)
    return list(stats.holm([np.nan if p is None else p for p in p_values]).adjusted)


def stricter(part: Part, n_looks: int) -> Part:
    """The same with intervals that hold together in so many looks (Bonferroni)."""
    return dataclasses.replace(part, data=dataclasses.replace(part.data, ci_level=1 - (1 - part.data.ci_level) / max(1, n_looks)))


def leaves_out(estimate: Estimate, value: float = 0.0) -> bool:
    """Whether an interval is there and does not hold the value."""
    return estimate.low is not None and estimate.high is not None and not estimate.low <= value <= estimate.high


def ends(name: str, estimate: Estimate) -> dict[str, Any]:
    """Value and interval as entries of a block's row."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def any_of(part: Part, rows: BoolArray) -> bool:
    """Whether a part has an item among some patterns."""
    return bool((part.weights[rows] > 0).any())
