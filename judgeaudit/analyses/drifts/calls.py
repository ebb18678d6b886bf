"""Calls of one version on one criterion, with how long, slow or dear each was: read once for the criterion and all of its strata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.stats.kernels.ratings_check import FloatArray

COLUMNS = ("rationale", "completion_tokens", "prompt_tokens", "latency_s", "cost_usd")
"""What is read of a call; "rationale" is its characters, of verdicts only."""


@dataclass(frozen=True)
class Calls:
    """Calls by item and replicate; where a replicate has two rows the first counts. Rows of probes are left out.

    Attributes
    ----------
    items : int array, shape (n,)
        Place of the item in `PatternCounts.item_ids`.
    values : mapping of column to float array, shape (n,)
        NaN where there is none.
    """

    items: NDArray[np.int64]
    values: Mapping[str, FloatArray]


def read_calls(data: AnalysisInput, criterion: str, version: str) -> Calls:
    """The calls of one version on a criterion that has patterns."""
    table = data.table.select(["item_id", "judge", "criterion", "replicate", "status", "probe", "reasons", *COLUMNS])
    table = table.filter(pc.and_(pc.equal(table["judge"], version), pc.equal(table["criterion"], criterion)))
    table = table.filter(pc.equal(pc.fill_null(table["probe"], ""), ""))
    items = pc.index_in(table["item_id"], value_set=pa.array(data.patterns[criterion].item_ids, pa.string()))
    where = np.asarray(pc.fill_null(items, -1).to_numpy(), dtype=np.int64)
    replicates = np.asarray(pc.fill_null(table["replicate"], 0).to_numpy(), dtype=np.int64)
    order = np.lexsort((replicates, where))
    first = np.ones(len(order), dtype=bool)
    first[1:] = (np.diff(where[order]) != 0) | (np.diff(replicates[order]) != 0)
    kept = order[first]
    kept = kept[where[kept] >= 0]
    return Calls(where[kept], {name: np.asarray(pc.cast(_sizes(table, name), pa.float64()).to_numpy(), dtype=np.float64)[kept] for name in COLUMNS})


def _sizes(table: pa.Table, column: str) -> Any:
    if column != "rationale":
        return table[column]
    said = pc.utf8_trim_whitespace(pc.fill_null(table["rationale"], ""))
    reasons = pc.utf8_trim_whitespace(pc.fill_null(table["reasons"], ""))
    length = pc.utf8_length(pc.if_else(pc.equal(said, ""), reasons, said))
    return pc.if_else(pc.and_(pc.equal(table["status"], "ok"), pc.greater(length, 0)), length, None)
