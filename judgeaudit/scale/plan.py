"""What is done with each part, wherever that is: read, deal its rows out by item, count what is dealt. All of it can be sent to another process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.domain.rubric import Scale
from judgeaudit.errors import VerdictsError
from judgeaudit.tables import Bucket, ItemSample, PatternCounter, Tallies
from judgeaudit.tables.item_sample import DEALT, row_hashes
from judgeaudit.tables.tallies import MOST_REPLICATES

COUNTED = (
    "item_id", "judge", "criterion", "replicate", "label", "score", "status", "confidence", "margin", "stratum", "cluster", "system", "probe",
)  # fmt: skip
"""Columns that pattern counts come from; others are never sent from one process to another, but for sampled items."""

Part = Any
"""Names one file; what it is, `read` knows."""


@dataclass(frozen=True)
class CountPlan:
    """How parts are read and counted.

    Attributes
    ----------
    read : function of a part and a criterion to its batches in the ratings schema
        Found by name in other processes: a function of a module.
    criterion : str
        What verdicts are about where a part does not say.
    scales : mapping of criterion to Scale
        Rows of other criteria are counted in `Tallies.criteria` and left out.
    sample_items, seed : int
        See `ItemSample`.
    """

    read: Callable[[Part, str], Iterator[pa.Table]]
    criterion: str
    scales: Mapping[str, Scale]
    sample_items: int
    seed: int


@dataclass(frozen=True)
class Dealt:
    """One part, read: its rows by bucket, and what is known of all of them."""

    buckets: Sequence[pa.Table]
    tallies: Tallies
    sample: ItemSample


def known_rows(batch: pa.Table, plan: CountPlan, tallies: Tallies) -> pa.Table:
    """The rows of the plan's criteria, tallied, with 0 for replicates that are not numbered (see `large_checks` of `api`).

    Raises
    ------
    VerdictsError
        `replicate` is a counter over all items.
    """
    counts = {one["values"]: one["counts"] for one in batch["criterion"].value_counts().to_pylist()}
    tallies.criteria.update(counts)
    if not counts.keys() <= plan.scales.keys():
        batch = batch.filter(pc.is_in(batch["criterion"], value_set=pa.array(list(plan.scales), pa.string())))
    tallies.add(batch)
    if len(tallies.replicates) > MOST_REPLICATES:
        fix = "number them 0, 1, 2 ... within item, judge and criterion"
        raise VerdictsError(f"replicate has more than {MOST_REPLICATES} values: it is a counter over items", where="column replicate", fix=fix)
    if batch["replicate"].null_count:
        batch = batch.set_column(batch.schema.get_field_index("replicate"), "replicate", pc.fill_null(batch["replicate"], 0))
    return batch


def deal(part: Part, plan: CountPlan, n_buckets: int) -> Dealt:
    """Read a part and deal its rows to buckets by a hash of the item's id, so that the ratings of an item meet in one."""
    tallies, sample = Tallies(), ItemSample(plan.sample_items, plan.seed)
    dealt: list[list[pa.Table]] = [[] for _ in range(n_buckets)]
    for batch in plan.read(part, plan.criterion):
        rows = known_rows(batch, plan, tallies)
        if rows.num_rows == 0:
            continue
        sample.add(rows)
        bucket_of = row_hashes(rows["item_id"], DEALT) % np.uint64(n_buckets)
        slim = rows.select(list(COUNTED))
        for n in range(n_buckets):
            dealt[n].append(slim if n_buckets == 1 else slim.take(pa.array(np.flatnonzero(bucket_of == n))))
    sample.shrink()
    empty = pa.schema([]).empty_table()
    return Dealt([pa.concat_tables(tables) if tables else empty for tables in dealt], tallies, sample)


def bucket_of(dealt: Dealt, n: int) -> pa.Table:
    """One bucket of a part."""
    return dealt.buckets[n]


def known_of(dealt: Dealt) -> tuple[Tallies, ItemSample]:
    """What is known of all rows of a part."""
    return dealt.tallies, dealt.sample


def count(tables: Iterable[pa.Table], plan: CountPlan) -> Bucket:
    """Pattern counts of the rows of one bucket, part by part in the order of parts."""
    counter = PatternCounter(plan.scales, beside=True)
    for table in tables:
        if table.num_rows:
            counter.add(table)
    return Bucket(counter.part(), counter.facts())
