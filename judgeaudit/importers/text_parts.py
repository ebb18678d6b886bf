"""Tables in CSV or JSONL that are too large to hold, written as Parquet on the way, so that they are counted batch by batch like any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.columns import Columns
from judgeaudit.importers.foreign import EXAMPLES
from judgeaudit.importers.interchange import typed
from judgeaudit.importers.table_texts import texts_in
from judgeaudit.importers.tabular import check_columns, named, wanted_of
from judgeaudit.importers.text_batches import csv_batches, csv_names, jsonl_batches
from judgeaudit.importers.text_scan import scan
from judgeaudit.importers.verdict_columns import check_names
from judgeaudit.importers.verdict_files import Raw
from judgeaudit.tables import RATINGS_SCHEMA
from judgeaudit.tables.noticed import Noticed, noticed_of
from judgeaudit.tables.ratings import statuses_of

KINDS = ("csv", "jsonl")
GATHERED = 1 << 24
"""Bytes of rows that are written together."""


@dataclass
class Converted:
    """What was written: its rows, those with a verdict, empty cells of a wide table, what was noticed, and columns with texts of items, which were not read."""

    rows: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    noticed: Noticed = field(default_factory=Noticed)
    empty: int = 0
    empty_places: tuple[str, ...] = ()
    names: dict[str, None] = field(default_factory=dict)
    named: bool = False
    nameless: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """Columns with texts of items."""
        return tuple(texts_in(list(self.names)))


def parquet_of_text(path: Path, target: Path, *, kind: str, columns: Columns, as_table: bool) -> Converted:
    """Write the verdicts of a text file to one Parquet file, in the ratings schema and the order of the rows.

    Parameters
    ----------
    path, target : Path
    kind : {"csv", "jsonl"}
    columns : Columns
        Names of columns; see `tabular.named`.
    as_table : bool
        Read as `tabular` does rather than as our own format: a list in a cell is its JSON text.

    Raises
    ------
    VerdictsError
        As reading the file whole does, with the file's own rows and lines.
    """
    done = Converted()
    looked = scan(path)
    raws = csv_batches(path, looked) if kind == "csv" else jsonl_batches(path, wanted_of(columns) if as_table else None)
    asked = "rationale" in {*columns.renamed, *columns.fixed} or ("rationale" in csv_names(path)[0] if kind == "csv" else looked.rationales)
    schema = RATINGS_SCHEMA if asked else RATINGS_SCHEMA.remove(RATINGS_SCHEMA.get_field_index("rationale"))  # nobody was asked for one
    with pq.ParquetWriter(target, schema) as out:
        for table in _gathered(_tables(raws, columns, done, str(path))):
            out.write_table(table.select(schema.names))
            done.rows += table.num_rows
            done.statuses.update(statuses_of(table))
    empty = Raw(pa.table({name: pa.nulls(0) for name in done.names}), str(path), lambda _: str(path))
    check_names(named(empty, columns)[0])
    if not done.rows:
        raise VerdictsError("there are no verdicts in it", where=str(path), fix="add rows with item_id, judge and label or score")
    return done


def _gathered(tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """Tables put together until they are large enough to be written: what a Parquet file says of each piece grows with their number."""
    waiting: list[pa.Table] = []
    for table in tables:
        waiting.append(table)
        if sum(one.nbytes for one in waiting) > GATHERED:
            yield pa.concat_tables(waiting)
            waiting = []
    if waiting:
        yield pa.concat_tables(waiting)


def _tables(raws: Iterator[Raw], columns: Columns, done: Converted, source: str) -> Iterator[pa.Table]:
    for raw in raws:
        done.names.update(dict.fromkeys(raw.table.column_names))
        raw, empty = named(_with_columns(raw, columns, done), columns)
        done.empty += empty.n
        if empty.n and len(done.empty_places) < EXAMPLES:
            done.empty_places = (*done.empty_places, *empty.places())[:EXAMPLES]
        raw = _with_required(raw)
        table = typed(raw, None, whole=False)
        done.noticed.add(noticed_of(table.schema.metadata))
        if not table.num_rows:
            continue
        nameless = table["criterion"].null_count == table.num_rows
        done.nameless, done.named = done.nameless or nameless, done.named or not nameless
        if done.nameless and done.named:
            raise VerdictsError("criterion is empty in some rows, and others have one", where=source, fix="name the criterion, in every row or in none")
        yield table


def _with_columns(raw: Raw, columns: Columns, done: Converted) -> Raw:
    """The batch with columns that the user names and other batches have; one that no batch so far has is an error where items are named by it."""
    table = raw.table
    vital = {name for ours, name in columns.renamed.items() if ours in ("item_id", "judge")}
    if vital - set(done.names):
        check_columns(list(done.names), columns, raw.source)
    for name in (*columns.renamed.values(), *columns.judges):
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(table.num_rows, pa.string()))
    return Raw(table, raw.source, raw.where)


def _with_required(raw: Raw) -> Raw:
    """The batch with a column of labels where it has none and no scores: a line without a verdict has neither. Items and judges every line has."""
    names = raw.table.column_names
    if not {"item_id", "judge"} <= set(names) or {"label", "score"} & set(names):
        return raw
    return Raw(raw.table.append_column("label", pa.nulls(raw.table.num_rows, pa.string())), raw.source, raw.where)
