"""What is known of every row of a table that is not kept: calls, replies and prices of each judge, exact and mergeable."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.tables.noticed import Noticed, noticed_of

NAMED = ("model_served", "fingerprint")
"""Columns of which every judge's values are counted."""
TOKENS = ("prompt_tokens", "completion_tokens")
LATENCY_STEP = math.log(1.001)
"""Latencies are counted in steps of 0.1 %: a quantile is known to half of that (ours)."""
MOST_REPLICATES = 256
"""Different replicate numbers from which a table that is not kept is refused: the column is then a counter over items (ours)."""


@dataclass
class JudgeTally:
    """The rows of one judge, those of probes among them; `orders` are the shown orders of rows without a probe, `probes` those that rows are of."""

    rows: int = 0
    replicates: set[int] = field(default_factory=set)
    named: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in NAMED})
    tokens: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(TOKENS))
    priced: int = 0
    costs: list[float] = field(default_factory=list)
    latencies: Counter[int] = field(default_factory=Counter)
    orders: set[str] = field(default_factory=set)
    probes: set[str] = field(default_factory=set)

    def add(self, other: JudgeTally) -> None:
        self.rows += other.rows
        self.replicates |= other.replicates
        for name, counts in other.named.items():
            self.named[name].update(counts)
        for name, total in other.tokens.items():
            if total is not None:
                self.tokens[name] = (self.tokens[name] or 0) + total
        self.priced += other.priced
        self.costs += other.costs
        self.latencies.update(other.latencies)
        self.orders |= other.orders
        self.probes |= other.probes

    def latency(self, share: float) -> float | None:
        """A quantile of the latency in seconds; None without any."""
        if not self.latencies:
            return None
        steps = sorted(self.latencies)
        reached = np.cumsum([self.latencies[step] for step in steps])
        return float(math.exp(steps[int(np.searchsorted(reached, share * reached[-1]))] * LATENCY_STEP))


@dataclass
class Tallies:
    """The rows of all judges, and what decides how rows may be counted.

    `unnumbered` rows have no replicate; `criteria` counts rows by criterion, those that the rubric does not know among them; `copies` of rows were left out before;
    `noticed` is what was noticed while the batches were typed.
    """

    judges: dict[str, JudgeTally] = field(default_factory=dict)
    criteria: Counter[str] = field(default_factory=Counter)
    replicates: set[int] = field(default_factory=set)
    unnumbered: int = 0
    rows: int = 0
    copies: int = 0
    noticed: Noticed = field(default_factory=Noticed)

    def add(self, batch: pa.Table) -> None:
        """Count the rows of one batch in the ratings schema."""
        self.rows += batch.num_rows
        self.noticed.add(noticed_of(batch.schema.metadata))
        self.unnumbered += batch["replicate"].null_count
        self.copies += (pc.sum(batch["copies_left_out"]).as_py() or 0) if "copies_left_out" in batch.column_names else 0
        self.replicates |= {number for number in _distinct(batch["replicate"]) if number is not None}
        names = _distinct(batch["judge"])
        for judge in names:
            rows = batch if len(names) == 1 else batch.filter(pc.equal(batch["judge"], judge))
            self.judges.setdefault(judge, JudgeTally()).add(_tally(rows))

    def merge(self, other: Tallies) -> None:
        """Add the rows of another part."""
        for judge, tally in other.judges.items():
            self.judges.setdefault(judge, JudgeTally()).add(tally)
        self.criteria.update(other.criteria)
        self.replicates |= other.replicates
        self.unnumbered += other.unnumbered
        self.rows += other.rows
        self.copies += other.copies
        self.noticed.add(other.noticed)

    @property
    def probes(self) -> set[str]:
        """The probes that rows are of."""
        return set().union(*(tally.probes for tally in self.judges.values()))

    def values(self, column: str) -> dict[str, dict[str, int]]:
        """Calls of each judge by value of a column of `NAMED`; judges without any are left out."""
        return {judge: dict(tally.named[column]) for judge, tally in self.judges.items() if tally.named[column]}


def _tally(rows: pa.Table) -> JudgeTally:
    probes = {name for name in _distinct(rows["probe"]) if name}
    plain = rows["order"].filter(pc.equal(pc.fill_null(rows["probe"], ""), "")) if probes else rows["order"]
    found = JudgeTally(
        rows=rows.num_rows, replicates={number for number in _distinct(rows["replicate"]) if number is not None},
        orders={name for name in _distinct(plain) if name}, probes=probes,
    )  # fmt: skip
    for name in NAMED:
        if _any(rows[name]):
            found.named[name].update({one["values"]: one["counts"] for one in rows[name].value_counts().to_pylist() if one["values"]})
    for name in TOKENS:
        found.tokens[name] = pc.sum(rows[name]).as_py() if _any(rows[name]) else None
    if _any(rows["cost_usd"]):
        costs = rows["cost_usd"].drop_null().to_numpy()
        found.priced, found.costs = len(costs), [math.fsum(costs)]
    if _any(rows["latency_s"]):
        seconds = np.maximum(rows["latency_s"].drop_null().to_numpy(), 1e-6)
        steps, counts = np.unique(np.rint(np.log(seconds) / LATENCY_STEP).astype(np.int64), return_counts=True)
        found.latencies.update(dict(zip(steps.tolist(), counts.tolist(), strict=True)))
    return found


def _any(column: pa.ChunkedArray) -> bool:
    return bool(column.null_count < len(column))


def _distinct(column: pa.ChunkedArray) -> list[Any]:
    return list(column.unique().to_pylist()) if _any(column) else []
