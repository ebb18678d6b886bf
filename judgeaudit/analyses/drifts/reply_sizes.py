"""How long, slow or dear the replies on each item were, before and now."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.parts import Part
from judgeaudit.stats.kernels.rates import say_number
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray

MOST_UNITS = 20_000
"""Items (clusters) whose ratios are compared; of more, as many at random (ours)."""

WHERE = {BASELINE: "in the baseline", CURRENT: "now"}


@dataclass(frozen=True)
class Sizes:
    """One quantity of both versions.

    Attributes
    ----------
    changes : float array, shape (n_units,)
        Natural logarithm of now over before, of each item (cluster) that was compared.
    before, now : float
        Medians over items of geometric means over calls.
    n_items, n_calls : int
        Items with calls of both versions, and the calls that were compared.
    words : str
        What was left out.
    """

    changes: FloatArray
    before: float
    now: float
    n_items: int
    n_calls: int
    units: str
    words: str

    @property
    def n_units(self) -> int:
        return len(self.changes)


MOST = 1e12
"""From here on a number is no length, latency or price (ours): a damaged file may hold anything."""


def read_sizes(part: Part, drift: DriftInput, column: str) -> Sizes | str:
    """A quantity item by item, or why there is nothing to compare.

    Parameters
    ----------
    column : str
        Of the ratings table; "rationale": its characters, of verdicts only.

    Notes
    -----
    The first m calls of each item, m the fewer of both versions', so that items of two versions that do not differ are exchangeable.
    """
    inside = _inside(part)
    old, new = (_calls(part, drift, name, column, inside) for name in (BASELINE, CURRENT))
    for name, (items, _, zero) in ((BASELINE, old), (CURRENT, new)):
        if not len(items):
            return f"every {column} {WHERE[name]} is 0" if zero else f"no {column} {WHERE[name]}"
    counts = [np.bincount(items, minlength=len(inside)) for items, _, _ in (old, new)]
    compared = np.minimum(*counts)
    if not compared.any():
        return f"no item has a {column} of both versions"
    logs = [_log_means(items, values, compared) for items, values, _ in (old, new)]
    there = np.flatnonzero(compared)
    changes, units = (logs[1] - logs[0])[there], "items"
    left_out = int(((counts[0] > 0) | (counts[1] > 0)).sum()) - len(there)
    words = [f"{say_number(left_out, 'item')} with a {column} of one version only left out" if left_out else ""]
    if any(part.patterns.clusters):
        names = [part.patterns.clusters[n] or f"\0{part.patterns.item_ids[n]}" for n in there.tolist()]
        _, cluster_of = np.unique(names, return_inverse=True)
        changes, units = np.bincount(cluster_of.ravel(), weights=changes) / np.bincount(cluster_of.ravel()), "clusters"
        words.append(f"means of {len(changes):,} clusters")
    if len(changes) > MOST_UNITS:
        words.append(f"{MOST_UNITS:,} of {len(changes):,} {units} at random")
        rng = drift.data.rng("drift", "replies", column, part.criterion, part.stratum)
        changes = np.sort(changes)[rng.choice(len(changes), MOST_UNITS, replace=False)]
    before, now = (float(np.median(np.exp(of_one[there]).round(9))) for of_one in logs)
    return Sizes(changes, before, now, len(there), 2 * int(compared.sum()), units, "; ".join(filter(None, words)))


def _inside(part: Part) -> BoolArray:
    """Items of the criterion that are of the part."""
    patterns = part.patterns
    wanted = np.array([part.stratum in (None, name) for name in patterns.strata], dtype=bool)
    return np.asarray(wanted[patterns.pattern_of_item], dtype=bool)


def _calls(part: Part, drift: DriftInput, name: str, column: str, inside: BoolArray) -> tuple[NDArray[np.int64], FloatArray, bool]:
    """Item and value of each call of a version, by item and replicate; and whether there are values of 0 or less, which have no ratio."""
    calls = drift.calls[part.criterion, name]
    values = calls.values[column]
    kept = np.flatnonzero((np.abs(values) < MOST) & inside[calls.items])
    above = kept[values[kept] > 0]
    return calls.items[above], values[above], len(above) < len(kept)


def _log_means(items: NDArray[np.int64], values: FloatArray, compared: NDArray[np.int64]) -> FloatArray:
    """Mean logarithm of the first calls of each item, shape (n_items,); NaN without any."""
    starts = np.searchsorted(items, np.arange(len(compared)))
    used = np.arange(len(items)) - starts[items] < compared[items]
    sums = np.bincount(items[used], weights=np.log(values[used]), minlength=len(compared))
    return np.where(compared > 0, sums / np.maximum(compared, 1), np.nan)
