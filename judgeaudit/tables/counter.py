"""One pass over a stream of record batches: from ratings to pattern counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from judgeaudit.domain.rubric import Scale
from judgeaudit.tables.item_sample import encoded_ids
from judgeaudit.tables.items import Items, counted, gold_of, names_of, ordered_columns
from judgeaudit.tables.patterns import PatternCounts
from judgeaudit.tables.ratings import ABSENT, STATUS_CELL

EXAMPLES = 20
NUMBERS = ("confidence", "margin")
"""Columns with a number for each verdict that analyses read cell by cell."""
READ = ("item_id", "judge", "criterion", "replicate", "label", "score", "status")


@dataclass(frozen=True)
class TableFacts:
    """What was noticed while a table was counted. Lists hold at most `EXAMPLES` examples; counts are whole.

    `mixed` lists items with two strata or two clusters; the first by name counts.
    """

    n_rows: int = 0
    n_probe_rows: int = 0
    n_duplicates: int = 0
    n_conflicts: int = 0
    duplicates: tuple[str, ...] = ()
    n_off_scale: int = 0
    off_scale: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()


class _Grid:
    """The growing cells of one criterion while a table is read."""

    def __init__(self) -> None:
        self.items: dict[str, int] = {}
        self.columns: dict[tuple[str, int], int] = {}
        self.cells = np.full((0, 0), ABSENT, dtype=np.int32)
        self.values: dict[float, int] = {}
        self.numbers: dict[str, NDArray[np.float64]] = {}
        self._last: tuple[pa.Array, NDArray[np.int64]] | None = None

    def items_of(self, ids: pa.Array) -> NDArray[np.int64]:
        """The rows of some distinct items; new ones get the next rows. Batches of a table that is sorted by judge have the same items, in the same order."""
        if self._last is None or not self._last[0].equals(ids):
            setdefault, items = self.items.setdefault, self.items
            self._last = ids, np.array([setdefault(item_id, len(items)) for item_id in ids.to_pylist()], dtype=np.int64)
        return self._last[1]

    def make_room(self) -> None:
        rows, columns = self.cells.shape
        if len(self.items) <= rows and len(self.columns) <= columns:
            return
        shape = (max(rows, _room(len(self.items), rows)), max(columns, _room(len(self.columns), columns)))
        room = np.full(shape, ABSENT, dtype=np.int32)
        room[:rows, :columns] = self.cells
        self.cells = room
        for name, had in self.numbers.items():
            self.numbers[name] = np.full(shape, np.nan)
            self.numbers[name][:rows, :columns] = had

    def note(self, name: str, place: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """Numbers that stand beside verdicts, at the places of these."""
        if name not in self.numbers:
            self.numbers[name] = np.full(self.cells.shape, np.nan)
        self.numbers[name].reshape(-1)[place] = values

    def of_columns(self, name: str, columns: Sequence[tuple[str, int]], n_items: int) -> NDArray[np.float64]:
        return self.numbers[name][:n_items, [self.columns[one] for one in columns]]


def _first_of_each(key: NDArray[np.int64], n_keys: int) -> NDArray[np.bool_]:
    """Whether each row is the first with its key."""
    there = np.zeros(n_keys, dtype=bool)
    there[key] = True
    if np.count_nonzero(there) == len(key):
        return np.ones(len(key), dtype=bool)
    fresh = np.zeros(len(key), dtype=bool)
    fresh[np.unique(key, return_index=True)[1]] = True
    return fresh


def _room(needed: int, have: int) -> int:
    return needed if needed <= have else max(needed, have * 2, 8)


def codes_of(scale: Scale, batch: pa.Table) -> NDArray[np.float64]:
    """The codes of a criterion's rows, shape (n_rows,): NaN where label and score (columns of the batch) are no point of its scale, or there is neither."""
    scores = np.asarray(batch["score"].to_numpy(zero_copy_only=False), dtype=np.float64)
    labels, label_of = _encode(batch["label"])
    by_label = np.array([np.nan if (code := scale.code(label or "")) is None else code for label in labels], dtype=np.float64)
    codes = by_label[label_of]
    distinct, distinct_of = (
        np.unique(scores, return_inverse=True) if batch["score"].null_count < batch.num_rows else (scores[:1], np.zeros(len(scores), np.intp))
    )
    by_score = np.array([np.nan if (code := scale.code(repr(float(v)))) is None else code for v in distinct])[distinct_of]
    if scale.level == "interval":
        return np.where(np.isnan(scores), codes, by_score)
    # Points of a labelled scale may be numbers: a score stands for the label that reads like it.
    unlabelled = np.array([label is None or not label.strip() for label in labels], dtype=bool)[label_of]
    return np.where(unlabelled, by_score, codes)


def off_scale_example(batch: pa.Table, row: int) -> str:
    """A row whose verdict is no point of its scale, as findings name it."""
    one = {name: batch[name][row].as_py() for name in ("item_id", "judge", "label", "score")}
    said = one["label"] or ("nothing" if one["score"] is None else one["score"])
    return f"{one['item_id']} / {one['judge']}: {said}"


class PatternCounter:
    """Counts the patterns of a stream of record batches.

    Parameters
    ----------
    scales : mapping of criterion to Scale
    item_ids : iterable of str, optional
        Planned items: they are counted even when no row names them.
    judges : sequence of str, optional
        Their order; others follow by name, so that the order of rows decides nothing.
    beside : bool
        Count confidences, margins and systems too: for tables that nobody keeps.
    """

    def __init__(self, scales: Mapping[str, Scale], item_ids: Iterable[str] = (), *, judges: Sequence[str] = (), beside: bool = False) -> None:
        self._judges = tuple(judges)
        self._beside = beside
        self._systems: dict[str, dict[str, str]] = {}
        self._scales = dict(scales)
        self._grids = {name: _Grid() for name in scales}
        self._strata: dict[str, str] = {}
        self._clusters: dict[str, str] = {}
        self._n = {"rows": 0, "probe": 0, "duplicates": 0, "conflicts": 0, "off_scale": 0}
        self._examples: dict[str, list[str]] = {"duplicates": [], "off_scale": [], "mixed": []}
        planned = tuple(item_ids)
        for grid in self._grids.values():
            for item_id in planned:
                grid.items.setdefault(item_id, len(grid.items))

    def add(self, batch: pa.RecordBatch | pa.Table, ids: pa.DictionaryArray | None = None) -> None:
        """Count the rows of one batch; rows of probes are counted apart and never as replicates. `ids` are its `encoded_ids`, where they are known."""
        import pyarrow.compute as pc

        self._n["rows"] += batch.num_rows
        plain = batch
        if batch["probe"].null_count < batch.num_rows:
            plain = batch.filter(pc.or_kleene(pc.is_null(batch["probe"]), pc.equal(batch["probe"], "")))
            ids = ids if plain.num_rows == batch.num_rows else None
        self._n["probe"] += batch.num_rows - plain.num_rows
        if plain.num_rows == 0:
            return
        self._remember("stratum", plain, self._strata)
        self._remember("cluster", plain, self._clusters)
        criteria, criterion_of = _encode(plain["criterion"])
        for number, criterion in enumerate(criteria):
            if criterion in self._grids:
                rows = plain.select([*READ, *(NUMBERS if self._beside else ())])
                if len(criteria) == 1:
                    self._add_criterion(criterion, rows, ids)
                else:
                    self._add_criterion(criterion, rows.take(pa.array(np.flatnonzero(criterion_of == number))), None)
                if self._beside and plain["system"].null_count < plain.num_rows:
                    of_criterion = plain.select(["item_id", "system"]).filter(pc.equal(plain["criterion"], criterion))
                    self._remember("system", of_criterion, self._systems.setdefault(criterion, {}), said=False)

    def _remember(self, column: str, batch: pa.Table, into: dict[str, str], *, said: bool = True) -> None:
        if batch[column].null_count == batch.num_rows:
            return
        pairs = pa.table({"item_id": batch["item_id"], column: batch[column]}).group_by(["item_id", column], use_threads=False).aggregate([])
        for item_id, value in zip(pairs["item_id"].to_pylist(), pairs[column].to_pylist(), strict=True):
            if not value:
                continue
            have = into.get(item_id, value)
            into[item_id] = min(have, value)
            if said and have != value and len(self._examples["mixed"]) < EXAMPLES:
                self._examples["mixed"].append(f"{item_id}: {column} {min(have, value)} and {max(have, value)}")

    def _add_criterion(self, criterion: str, batch: pa.Table, ids: pa.DictionaryArray | None) -> None:
        grid = self._grids[criterion]
        ids = encoded_ids(batch["item_id"]) if ids is None else ids
        id_of = ids.indices.to_numpy(zero_copy_only=False)
        item = np.take(grid.items_of(ids.dictionary), id_of)
        column = np.take(*self._columns_of(batch, grid))
        cells = self._cells(criterion, batch, grid)
        grid.make_room()
        place = item * grid.cells.shape[1] + column
        flat = grid.cells.reshape(-1)
        fresh = _first_of_each(id_of * np.int64(grid.cells.shape[1]) + column, len(ids.dictionary) * grid.cells.shape[1]) & (flat[place] == ABSENT)
        flat[place[fresh]] = cells[fresh]
        for name in NUMBERS if self._beside else ():
            if batch[name].null_count < batch.num_rows:
                grid.note(name, place[fresh], np.asarray(batch[name].to_numpy(zero_copy_only=False), dtype=np.float64)[fresh])
        if not fresh.all():
            self._note_duplicates(batch, np.flatnonzero(~fresh), flat[place] != cells)

    def _columns_of(self, batch: pa.Table, grid: _Grid) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
        """The columns of the judges and replicates of a batch, and which of them each row is in."""
        judges, judge_of = _encode(batch["judge"])
        replicates, replicate_of = _encode(batch["replicate"])
        pair_of = judge_of * len(replicates) + replicate_of
        columns = np.zeros(len(judges) * len(replicates), dtype=np.int64)
        for pair in np.flatnonzero(np.bincount(pair_of, minlength=len(columns))).tolist():
            key = judges[pair // len(replicates)], int(replicates[pair % len(replicates)])
            columns[pair] = grid.columns.setdefault(key, len(grid.columns))
        return columns, pair_of

    def _note_duplicates(self, batch: pa.Table, rows: NDArray[np.intp], differs: NDArray[np.bool_]) -> None:
        self._n["duplicates"] += len(rows)
        self._n["conflicts"] += int(differs[rows].sum())
        for row in rows[: EXAMPLES - len(self._examples["duplicates"])]:
            one = {name: batch[name][int(row)].as_py() for name in ("item_id", "judge", "criterion", "replicate")}
            self._examples["duplicates"].append("{item_id} / {judge} / {criterion} / replicate {replicate}".format(**one))

    def _cells(self, criterion: str, batch: pa.Table, grid: _Grid) -> NDArray[np.int32]:
        status, status_of = _encode(batch["status"])
        cells = np.array([STATUS_CELL.get(s or "ok", 0) for s in status], dtype=np.int32)[status_of]
        ok = cells == 0
        codes = codes_of(self._scales[criterion], batch)
        off = ok & np.isnan(codes)
        self._n["off_scale"] += int(off.sum())
        for row in np.flatnonzero(off)[: EXAMPLES - len(self._examples["off_scale"])]:
            self._examples["off_scale"].append(off_scale_example(batch, int(row)))
        cells[off] = STATUS_CELL["off_scale"]
        good = ok & ~off
        distinct, distinct_of = np.unique(codes[good], return_inverse=True)
        cells[good] = np.array([grid.values.setdefault(float(v), len(grid.values)) for v in distinct], dtype=np.int32)[distinct_of] if good.any() else 0
        return cells

    def facts(self) -> TableFacts:
        n = self._n
        return TableFacts(
            n_rows=n["rows"], n_probe_rows=n["probe"], n_duplicates=n["duplicates"], n_conflicts=n["conflicts"], n_off_scale=n["off_scale"],
            duplicates=tuple(self._examples["duplicates"]), off_scale=tuple(self._examples["off_scale"]), mixed=tuple(self._examples["mixed"]),
        )  # fmt: skip

    def counts(
        self, *, gold: Mapping[tuple[str, str], float] | None = None, strata: Mapping[str, str] | None = None, clusters: Mapping[str, str] | None = None
    ) -> dict[str, PatternCounts]:
        """Pattern counts by criterion.

        Parameters
        ----------
        gold : mapping of (criterion, item_id) to code, optional
        strata, clusters : mapping of item_id to name, optional
            From the items file. Its strata win over the table's column, which fills what they leave out; a column `cluster` wins over these
            clusters, which are guessed.
        """
        strata = {**self._strata, **(strata or {})}
        clusters = {**(clusters or {}), **self._clusters}
        return {name: self._count(name, grid, gold or {}, strata, clusters) for name, grid in self._grids.items() if grid.items}

    def part(self) -> dict[str, PatternCounts]:
        """Pattern counts of what is one part of a table, as `items.merged` takes them."""
        return {name: self._count(name, grid, {}, self._strata, self._clusters, lone=True) for name, grid in self._grids.items() if grid.items}

    def _count(
        self, criterion: str, grid: _Grid, gold: Mapping[tuple[str, str], float], strata: Mapping[str, str], clusters: Mapping[str, str], *, lone: bool = False
    ) -> PatternCounts:
        ids = tuple(grid.items)
        columns = ordered_columns(grid.columns, self._judges)
        cells = grid.cells[: len(ids), [grid.columns[c] for c in columns]]
        if cells.shape[0] < len(ids):
            cells = np.vstack([cells, np.full((len(ids) - cells.shape[0], cells.shape[1]), ABSENT, dtype=np.int32)])
        values = np.array(sorted(grid.values), dtype=np.float64)
        rank = {grid.values[float(v)]: i for i, v in enumerate(values)}
        remap = np.array([rank[i] for i in range(len(rank))] or [0], dtype=np.int32)
        items = Items(
            ids=ids, cells=np.where(cells >= 0, remap[np.maximum(cells, 0)], cells).astype(np.int32), columns=columns, values=values,
            gold=gold_of(ids, criterion, gold), strata=names_of(ids, strata), clusters=names_of(ids, clusters),
            numbers={name: grid.of_columns(name, columns, len(ids)) for name in grid.numbers} if self._beside else None,
            systems=names_of(ids, self._systems.get(criterion, {})) if self._beside else None,
        )  # fmt: skip
        return counted(criterion, self._scales[criterion], items, lone=lone)


def _encode(column: pa.ChunkedArray | pa.Array) -> tuple[list[Any], NDArray[np.intp]]:
    """Distinct values (None for null) in the order of first appearance, and the index of each row's value."""
    encoded = encoded_ids(column)
    return encoded.dictionary.to_pylist(), np.asarray(encoded.indices.to_numpy(zero_copy_only=False), dtype=np.intp)
