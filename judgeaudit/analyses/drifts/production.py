"""Items of one run only, one score each, with the strata that standardise them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.measured import item_means
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.tables import PatternCounter, PatternCounts

Names = NDArray[Any]


@dataclass(frozen=True)
class Scored:
    """One value for each item that has one, shape (n_items,), with its stratum ("": none) and its cluster (its own name: none)."""

    values: FloatArray
    strata: Names
    clusters: Names


def scored(drift: DriftInput, table: pa.Table, criterion: str, value: Callable[[FloatArray], FloatArray]) -> Scored:
    """Mean over replicates of each production item.

    Parameters
    ----------
    table : Arrow table
        Rows of one judge; those on other criteria are not read.
    value : function of codes
        What is averaged.
    """
    counter = PatternCounter({criterion: drift.data.rubric.criterion(criterion).scale})
    for batch in table.to_batches(max_chunksize=250_000):
        counter.add(batch)
    patterns = counter.counts().get(criterion)
    if patterns is None or not patterns.columns:
        empty = np.array([], dtype=object)
        return Scored(np.array([]), empty, empty)
    of_item = item_means(value(patterns.codes(patterns.judges[0])))[patterns.pattern_of_item]
    known = ~np.isnan(of_item)
    clusters = [cluster or f"\0{item}" for cluster, item in zip(patterns.clusters, patterns.item_ids, strict=True)]
    return Scored(of_item[known], np.array(strata_of(drift, patterns), dtype=object)[known], np.array(clusters, dtype=object)[known])


def strata_of(drift: DriftInput, patterns: PatternCounts) -> list[str]:
    """Stratum of each item: of the items file, else of the table."""
    own = [patterns.strata[n] for n in patterns.pattern_of_item.tolist()]
    items = drift.data.items
    return [(items[item].stratum if item in items else None) or name for item, name in zip(patterns.item_ids, own, strict=True)]
