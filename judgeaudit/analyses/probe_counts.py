"""Verdicts of probes beside the plain verdicts of the same judge on the same item."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part
from judgeaudit.tables import PatternCounter, PatternCounts

Floats = NDArray[np.float64]

_BETWEEN = "\x1f"
"""Stands between judge, probe and variant in the name of a column; no file has it in a name."""


@dataclass(frozen=True)
class Shown:
    """What one judge said under one probe (`variant` None: under all its variants), in a part of the table.

    Attributes
    ----------
    plain, probe : float array, shape (n_patterns, n_verdicts)
        Codes; NaN where there is no verdict. One row for each pattern of the criterion.
    replicates : tuple of int
        Of the plain verdicts' columns.
    """

    part: Part
    judge: str
    name: str
    variant: str | None
    plain: Floats
    probe: Floats
    replicates: tuple[int, ...]

    @property
    def n_plain(self) -> NDArray[np.int64]:
        """Plain verdicts of each pattern."""
        return np.asarray((~np.isnan(self.plain)).sum(axis=1), dtype=np.int64)

    @property
    def n_probe(self) -> NDArray[np.int64]:
        """Verdicts of the probe of each pattern."""
        return np.asarray((~np.isnan(self.probe)).sum(axis=1), dtype=np.int64)

    @property
    def plain_flip(self) -> Floats:
        """Share of pairs of plain verdicts that differ; NaN with fewer than two."""
        n = self.n_plain
        pairs = n * (n - 1)
        same = _together(self.plain, self.plain, self.part.patterns.values) - n
        return np.where(pairs > 0, 1 - same / np.maximum(pairs, 1), np.nan)

    @property
    def probe_flip(self) -> Floats:
        """Share of pairs of a plain verdict and one of the probe that differ; NaN without any pair."""
        pairs = self.n_plain * self.n_probe
        return np.where(pairs > 0, 1 - _together(self.plain, self.probe, self.part.patterns.values) / np.maximum(pairs, 1), np.nan)

    def items(self, rows: NDArray[np.bool_]) -> int:
        """Items of the part among some patterns."""
        return int(self.part.weights[rows].sum())


def mean_code(codes: Floats) -> Floats:
    """Mean of each row; NaN where it has no verdict."""
    n = (~np.isnan(codes)).sum(axis=1)
    return np.where(n > 0, np.nansum(codes, axis=1) / np.maximum(n, 1), np.nan)


def _together(first: Floats, second: Floats, values: Floats) -> Floats:
    """Pairs of equal verdicts in each row, a verdict with itself counted."""
    same = np.zeros(len(first))
    for value in values:
        same += (first == value).sum(axis=1) * (second == value).sum(axis=1)
    return same


def shown(data: AnalysisInput) -> Iterator[list[Shown]]:
    """For each part and judge: what it said under each probe that it has verdicts of, the variants of a probe together and, where there are several, each.

    Parts are the criteria in the rubric's order, each as a whole and then its strata; judges in the order of the table; probes by name.
    """
    counts = _counts(data)
    joined = dataclasses.replace(data, patterns=counts)
    for criterion in data.rubric.criteria:
        patterns = counts.get(criterion.name)
        if patterns is None:
            continue
        columns = [tuple(name.split(_BETWEEN)) for name, _ in patterns.columns]
        codes = _codes(patterns)
        for stratum in (None, *patterns.stratum_names):
            part = Part(joined, "bias", patterns, stratum, patterns.rows(stratum))
            for judge in dict.fromkeys(judge for judge, probe, _ in columns if probe):
                yield _of_judge(part, judge, columns, codes)


def _of_judge(part: Part, judge: str, columns: list[tuple[str, ...]], codes: Floats) -> list[Shown]:
    def pick(probe: str, variant: str | None) -> list[int]:
        return [n for n, (who, what, how) in enumerate(columns) if who == judge and what == probe and variant in (None, how)]

    plain = pick("", None)
    replicates = tuple(part.patterns.columns[n][1] for n in plain)
    found = []
    for probe in sorted({what for who, what, _ in columns if who == judge and what}):
        variants = sorted({how for who, what, how in columns if who == judge and what == probe})
        for variant in (None, *(variants if len(variants) > 1 else ())):
            found.append(Shown(part, judge, probe, variant, codes[:, plain], codes[:, pick(probe, variant)], replicates))
    return found


def _codes(patterns: PatternCounts) -> Floats:
    lookup = np.append(patterns.values, np.nan)
    return np.asarray(lookup[np.where(patterns.patterns >= 0, patterns.patterns, len(patterns.values))])


def _counts(data: AnalysisInput) -> dict[str, PatternCounts]:
    """Pattern counts in which each variant of each probe stands as a judge of its own beside the plain one."""
    order = [judge for patterns in data.patterns.values() for judge in patterns.judges]
    scales = {criterion.name: criterion.scale for criterion in data.rubric.criteria}
    counter = PatternCounter(scales, judges=[f"{judge}{_BETWEEN}{_BETWEEN}" for judge in dict.fromkeys(order)])
    for batch in data.table.to_batches(max_chunksize=250_000):
        counter.add(_renamed(batch))
    strata: dict[str, str] = {}
    clusters: dict[str, str] = {}
    for patterns in data.patterns.values():
        strata |= {item: patterns.strata[n] for item, n in zip(patterns.item_ids, patterns.pattern_of_item, strict=True) if patterns.strata[n]}
        clusters |= {item: name for item, name in zip(patterns.item_ids, patterns.clusters, strict=True) if name}
    return counter.counts(strata=strata, clusters=clusters)


def _renamed(batch: pa.RecordBatch) -> pa.RecordBatch:
    probe = pc.fill_null(batch["probe"], "")
    variant = pc.if_else(pc.equal(probe, ""), "", pc.fill_null(batch["variant"], ""))
    judge = pc.binary_join_element_wise(batch["judge"], probe, variant, _BETWEEN)
    columns = {name: batch[name] for name in batch.schema.names}
    return pa.RecordBatch.from_pydict({**columns, "judge": judge, "probe": pa.nulls(batch.num_rows, pa.string())}, schema=batch.schema)
