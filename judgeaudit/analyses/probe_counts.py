"""Verdicts of probes beside the plain verdicts of the same judge on the same item."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.analyses.biases.margins import margins_of
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part
from judgeaudit.analyses.probe_orders import POSITION, Sides, arranged, sides_of, turned_rows
from judgeaudit.domain.rubric import Scale
from judgeaudit.tables import PatternCounter, PatternCounts
from judgeaudit.tables.counter import READ
from judgeaudit.thresholds import PROBE_MARGIN

Floats = NDArray[np.float64]

_BETWEEN = "\x1f"
"""Stands between judge, probe, variant and order in the name of a column; no file has it in a name."""
_TURNED = "turned"
"""Order of columns with verdicts that `turned_rows` says it of; others have none."""


@dataclass(frozen=True)
class Verdicts:
    """What one judge said of every pattern of a criterion, plainly and under a probe; shared by all parts of the criterion.

    Attributes
    ----------
    plain, probe : float array, shape (n_patterns, n_verdicts)
    values : float array, shape (n_values,)
        Codes that occur.
    plain_numbers, probe_numbers : tuple of int
        Replicate of each column. Replicates of one number share their seed (`judging.plan_probes`): a verdict that hangs on it says the same twice, and
        such a pair would be taken for a verdict that stayed.
    apart : float
        How far two verdicts must lie apart to differ: more than this. 0 for labels; of scores the margin of the probe, since any two of a fine scale differ.
    """

    plain: Floats
    probe: Floats
    values: Floats
    plain_numbers: tuple[int, ...]
    probe_numbers: tuple[int, ...]
    apart: float = 0.0

    @cached_property
    def n_plain(self) -> NDArray[np.int64]:
        return np.asarray((~np.isnan(self.plain)).sum(axis=1), dtype=np.int64)

    @cached_property
    def n_probe(self) -> NDArray[np.int64]:
        return np.asarray((~np.isnan(self.probe)).sum(axis=1), dtype=np.int64)

    @cached_property
    def plain_flip(self) -> Floats:
        return _differing(*self._pairs(self.plain, self.plain_numbers))

    @cached_property
    def probe_flip(self) -> Floats:
        pairs, same = self._pairs(self.probe, self.probe_numbers)
        all_pairs = self.n_plain * self.n_probe
        alone = (pairs == 0) & (all_pairs > 0)
        every = _together(self.plain[alone], self.probe[alone], self.values, self.apart)
        pairs[alone], same[alone] = all_pairs[alone], every
        return _differing(pairs, same)

    def _pairs(self, other: Floats, numbers: tuple[int, ...]) -> tuple[Floats, Floats]:
        """How many pairs of a plain verdict and another one, of replicates of different numbers, each row has, and in how many they are equal."""
        pairs = np.asarray(self.n_plain * (~np.isnan(other)).sum(axis=1), dtype=float)
        same = _together(self.plain, other, self.values, self.apart)
        for number in set(self.plain_numbers) & set(numbers):
            first, second = (
                codes[:, [place for place, one in enumerate(of) if one == number]] for codes, of in ((self.plain, self.plain_numbers), (other, numbers))
            )
            pairs -= (~np.isnan(first)).sum(axis=1) * (~np.isnan(second)).sum(axis=1)
            same -= _together(first, second, self.values, self.apart)
        return pairs, same


@dataclass(frozen=True)
class Shown:
    """What one judge said under one probe (`variant` None: under all its variants), in a part of the table.

    Attributes
    ----------
    verdicts : Verdicts
    replicates : tuple of int
        Of the plain verdicts' columns.
    variants : tuple of str
        Variant of each column of the probe's verdicts; "" where rows name none.
    turned, plain_turned : tuple of bool
        Columns of the probe's and of the plain verdicts on pairs in the other order than is usual (`turned_rows`); none where there are `sides`.
    sides : Sides or None
        Of `position`, where the column `order` says of any row that it was not in the usual order: then `plain` are the verdicts in the order in which
        an item was judged plainly, and `probe` those in the other order.
    """

    part: Part
    judge: str
    name: str
    variant: str | None
    verdicts: Verdicts
    replicates: tuple[int, ...]
    variants: tuple[str, ...]
    turned: tuple[bool, ...] = ()
    plain_turned: tuple[bool, ...] = ()
    sides: Sides | None = None

    @property
    def plain(self) -> Floats:
        """Codes of plain verdicts, shape (n_patterns, n_replicates); NaN where there is none. One row for each pattern of the criterion."""
        return self.verdicts.plain

    @property
    def probe(self) -> Floats:
        """The same of the probe's verdicts, shape (n_patterns, n_verdicts)."""
        return self.verdicts.probe

    @property
    def n_plain(self) -> NDArray[np.int64]:
        """Plain verdicts of each pattern."""
        return self.verdicts.n_plain

    @property
    def n_probe(self) -> NDArray[np.int64]:
        """Verdicts of the probe of each pattern."""
        return self.verdicts.n_probe

    @property
    def plain_flip(self) -> Floats:
        """Share of pairs of plain verdicts that differ; NaN with fewer than two."""
        return self.verdicts.plain_flip

    @property
    def probe_flip(self) -> Floats:
        """The same of pairs of a plain verdict and one of the probe, of replicates of different numbers; of an item without such a pair of all. NaN without any."""
        return self.verdicts.probe_flip

    def items(self, rows: NDArray[np.bool_]) -> int:
        """Items of the part among some patterns."""
        return int(self.part.weights[rows].sum())

    def only(self, variants: Collection[str]) -> Shown:
        """The same under some of its variants."""
        columns = [n for n, variant in enumerate(self.variants) if variant in variants]
        given = self.verdicts
        numbers = tuple(given.probe_numbers[n] for n in columns)
        verdicts = Verdicts(self.plain, self.probe[:, columns], given.values, given.plain_numbers, numbers, given.apart)
        turned = tuple(self.turned[n] for n in columns) if self.turned else ()
        return dataclasses.replace(self, verdicts=verdicts, variants=tuple(self.variants[n] for n in columns), turned=turned, sides=None)


def mean_code(codes: Floats) -> Floats:
    """Mean of each row; NaN where it has no verdict."""
    n = (~np.isnan(codes)).sum(axis=1)
    return np.where(n > 0, np.nansum(codes, axis=1) / np.maximum(n, 1), np.nan)


def _differing(pairs: Floats, same: Floats) -> Floats:
    """Share of pairs that differ; NaN where there is no pair."""
    return np.where(pairs > 0, 1 - same / np.maximum(pairs, 1), np.nan)


def _together(first: Floats, second: Floats, values: Floats, apart: float) -> Floats:
    """Pairs of verdicts in each row that lie no further apart, a verdict with itself counted."""
    same = np.zeros(len(first))
    if apart:
        for column in second.T:
            same += (np.abs(first - column[:, None]).round(12) <= apart).sum(axis=1)
        return same
    if second.shape[1] < len(values):
        for column in second.T:
            same += (first == column[:, None]).sum(axis=1)
        return same
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
        by_judge = _apart(_said(patterns), data, criterion.scale)
        for stratum in (None, *patterns.stratum_names):
            part = Part(joined, "bias", patterns, stratum, patterns.rows(stratum))
            for judge, probes in by_judge.items():
                yield [Shown(part, judge, *one) for one in probes]


_Said = tuple[str, str | None, Verdicts, tuple[int, ...], tuple[str, ...], tuple[bool, ...], tuple[bool, ...], Sides | None]
"""Fields of a `Shown` after the judge."""
_BySaid = dict[str, list[_Said]]
"""By judge."""
_Columns = list[tuple[str, ...]]
"""Judge, probe, variant and order of each column."""


def _apart(by_judge: _BySaid, data: AnalysisInput, scale: Scale) -> _BySaid:
    """The same with how far apart two scores are different ones: the margin of each probe, in points of the scale."""
    if scale.labels is not None:
        return by_judge
    margins = margins_of(data, {said[0] for probes in by_judge.values() for said in probes})
    reach = (scale.high or 0.0) - (scale.low or 0.0)
    return {
        judge: [(*said[:2], dataclasses.replace(said[2], apart=margins.get(said[0], PROBE_MARGIN) * reach), *said[3:]) for said in probes]
        for judge, probes in by_judge.items()
    }


def _said(patterns: PatternCounts) -> _BySaid:
    """By judge: what it said under each probe and variant, of all patterns."""
    columns = [tuple(name.split(_BETWEEN)) for name, _ in patterns.columns]
    codes = _codes(patterns)
    found: _BySaid = {}
    for judge in dict.fromkeys(judge for judge, probe, *_ in columns if probe):
        plain = [n for n, (who, probe, *_) in enumerate(columns) if who == judge and not probe]
        for probe in sorted({what for who, what, *_ in columns if who == judge and what}):
            of_probe = [n for n, (who, what, *_) in enumerate(columns) if who == judge and what == probe]
            variants = sorted({columns[n][2] for n in of_probe})
            for variant in (None, *(variants if len(variants) > 1 else ())):
                places = [n for n in of_probe if variant in (None, columns[n][2])]
                found.setdefault(judge, []).append((probe, variant, *_verdicts(patterns, codes, columns, plain, places)))
    return found


def _verdicts(
    patterns: PatternCounts, codes: Floats, columns: _Columns, plain: list[int], probe: list[int]
) -> tuple[Verdicts, tuple[int, ...], tuple[str, ...], tuple[bool, ...], tuple[bool, ...], Sides | None]:  # fmt: skip
    """Verdicts in some columns as a `Shown` has them; those of `position` by the order in which each was shown."""
    replicates, variants = tuple(patterns.columns[n][1] for n in plain), tuple(columns[n][2] for n in probe)
    turned, plain_turned = (tuple(columns[n][3] == _TURNED for n in places) for places in (probe, plain))
    sides = None
    of_probe = tuple(patterns.columns[n][1] for n in probe)
    given = Verdicts(codes[:, plain], codes[:, probe], patterns.values, replicates, of_probe)
    if columns[probe[0]][1] == POSITION and any(turned + plain_turned):
        sides = sides_of(given.plain, plain_turned, given.probe, turned, numbers=(replicates, of_probe))
        plain_numbers, probe_numbers = (arranged(replicates, plain_turned, of_probe, turned, other=other) for other in (False, True))
        given, replicates = Verdicts(*sides.own_and_other(), patterns.values, plain_numbers, probe_numbers), plain_numbers
        variants = arranged(variants[:1] * len(plain), plain_turned, variants, turned, other=True)
        turned, plain_turned = (), ()
    return given, replicates, variants, turned, plain_turned, sides


def _codes(patterns: PatternCounts) -> Floats:
    lookup = np.append(patterns.values, np.nan)
    return np.asarray(lookup[np.where(patterns.patterns >= 0, patterns.patterns, len(patterns.values))])


def _counts(data: AnalysisInput) -> dict[str, PatternCounts]:
    """Pattern counts in which each variant of each probe stands as a judge of its own beside the plain one."""
    order = [judge for patterns in data.patterns.values() for judge in patterns.judges]
    scales = {criterion.name: criterion.scale for criterion in data.rubric.criteria}
    counter = PatternCounter(scales, judges=[f"{judge}{_BETWEEN}{_BETWEEN}{_BETWEEN}" for judge in dict.fromkeys(order)])
    for batch in data.table.to_batches(max_chunksize=250_000):
        counter.add(_renamed(batch))
    strata: dict[str, str] = {}
    clusters: dict[str, str] = {}
    for patterns in data.patterns.values():
        strata |= {item: patterns.strata[n] for item, n in zip(patterns.item_ids, patterns.pattern_of_item, strict=True) if patterns.strata[n]}
        clusters |= {item: name for item, name in zip(patterns.item_ids, patterns.clusters, strict=True) if name}
    return counter.counts(strata=strata, clusters=clusters)


def _renamed(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The columns that are counted, the judge's name with probe, variant and order; names are joined once for each that there is, and not row by row."""
    probe = pc.fill_null(batch["probe"], "")
    variant = pc.if_else(pc.equal(probe, ""), "", pc.fill_null(batch["variant"], ""))
    number = np.zeros(batch.num_rows, dtype=np.int64)
    lists: list[list[str]] = []
    order = pc.if_else(pa.array(turned_rows(batch)), _TURNED, "")
    for column in (batch["judge"], probe, variant, order):
        encoded = column.dictionary_encode()
        lists.append(encoded.dictionary.to_pylist())
        number = number * len(lists[-1]) + np.asarray(encoded.indices, dtype=np.int64)
    distinct, place = np.unique(number, return_inverse=True)
    parts = np.unravel_index(distinct, [len(names) for names in lists])
    joined = [_BETWEEN.join(names[n] for names, n in zip(lists, one, strict=True)) for one in zip(*(part.tolist() for part in parts), strict=True)]
    judge = pa.array(joined, type=pa.string()).take(pa.array(place.ravel(), type=pa.int64()))
    kept = {name: batch[name] for name in (*READ, "stratum", "cluster")}
    return pa.RecordBatch.from_pydict({**kept, "judge": judge, "probe": pa.nulls(batch.num_rows, pa.string())})
