"""Tables of verdicts with columns of any names: long or wide, CSV, JSONL, JSON, Parquet or Excel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.errors import VerdictsError
from judgeaudit.importers import verdict_files
from judgeaudit.importers.columns import NAMES, Columns
from judgeaudit.importers.foreign import EXAMPLES
from judgeaudit.importers.frames import SOURCE, arrow_of_any, arrow_of_frame, column_values, python_values, row_of_frame, text_column
from judgeaudit.importers.problems import check_width, nearest, raise_problems, shorten
from judgeaudit.importers.records import json_lines, read_records
from judgeaudit.importers.text_file import check_file, read_text
from judgeaudit.importers.verdict_files import WHAT, Raw
from judgeaudit.tables import RATINGS_SCHEMA
from judgeaudit.text.surrogates import escaped

KINDS = ("csv", "jsonl", "json", "parquet", "excel")


@dataclass(frozen=True)
class Empty:
    """Cells of a wide table without a verdict: how many, and where the first of them stand, row by row (looked up when it is asked for)."""

    n: int = 0
    places: Callable[[], tuple[str, ...]] = tuple


def read(path: Path, columns: Columns, *, kind: str) -> tuple[Raw, Empty]:
    """A table whose columns have our names, and which cells of a wide one were empty.

    Parameters
    ----------
    path : Path
    columns : Columns
    kind : {"csv", "jsonl", "json", "parquet", "excel"}

    Raises
    ------
    VerdictsError
        With the columns that are there, where a named one is not.
    """
    check_file(path, error=VerdictsError, what=WHAT)
    wanted = wanted_of(columns)
    return named(_READERS[kind](path, wanted), columns)


def wanted_of(columns: Columns) -> set[str]:
    """The columns that are read of a table: those with our names, and those that the user names."""
    return {*NAMES, *columns.renamed.values(), *columns.judges}


def named(raw: Raw, columns: Columns) -> tuple[Raw, Empty]:
    """A table under our names, long; and which cells of the judges' columns were empty."""
    table = raw.table
    check_columns(table.column_names, columns, raw.source)
    _check_fixed(raw, columns)
    given = {ours: table[theirs] for ours, theirs in columns.renamed.items()}
    given.update({name: pa.array([value] * table.num_rows, type=pa.string()) for name, value in columns.fixed.items()})
    table = table.drop_columns([name for name in given if name in table.column_names])
    for name, values in given.items():
        table = table.append_column(name, values)
    raw = Raw(table, raw.source, raw.where, partial(_unread, raw, {*columns.renamed.values(), *columns.judges, *columns.fixed}))
    return _long(raw, columns) if columns.judges else (raw, Empty())


def _check_fixed(raw: Raw, columns: Columns) -> None:
    """VerdictsError where a value for every row would take the place of others that the file has."""
    for name, value in columns.fixed.items():
        if name not in raw.table.column_names or name in columns.renamed.values():
            continue
        cells = pc.drop_null(pc.utf8_trim_whitespace(verdict_text(raw.table[name], raw.where, raw.source, name)))
        others = [one for one in pc.unique(cells).to_pylist() if one not in ("", value)]
        if others:
            said = ", ".join(map(shorten, others[:3])) + (" ..." if len(others) > 3 else "")
            what = f"the file has a column {name!r} of its own, which says {said}, and {name}={value} was set for every row"
            fix = f"leave out --set {name} (in Python: fixed), and the column is read; or take the column out of the file if it is wrong"
            raise VerdictsError(what, where=raw.source, fix=fix)


def _unread(raw: Raw, read: Collection[str]) -> pa.Table:
    """The columns of a table that no verdict has, as text, without those that the user gave a meaning."""
    names = [name for name in raw.table.column_names if name not in RATINGS_SCHEMA.names and name not in read]
    if raw.others is None:
        return verdict_files.text_columns((name, python_values(raw.table[name], raw.source, name)) for name in names)
    found = raw.others()
    return found.select([name for name in found.column_names if name in names])


def verdict_rows(frame: Any, columns: Columns) -> Raw:
    """A data frame of any library as columns under its own names; those that are not read may hold anything."""
    frame, wanted = arrow_of_any(frame), wanted_of(columns)
    table = frame if isinstance(frame, pa.Table) else arrow_of_frame(frame, error=VerdictsError, wanted=wanted, flat=())

    def others() -> pa.Table:
        names = [name for name in table.column_names if name not in RATINGS_SCHEMA.names]
        return verdict_files.text_columns((name, column_values(frame, name)) for name in names)

    return Raw(_with_inside(table, wanted, partial(column_values, frame), row_of_frame, SOURCE), SOURCE, row_of_frame, others)


def _with_inside(table: pa.Table, wanted: Collection[str], values: Callable[[str], list[Any]], where: Callable[[int], str], source: str) -> pa.Table:
    """The table with the wanted columns whose names have dots, of what stands inside its structs and objects: `result.grade`."""
    for name in _dotted(wanted, table.column_names):
        root = name.partition(".")[0]
        found = [_inside({root: one}, name) for one in values(root)]
        if any(one is not None for one in found):
            table = table.append_column(name, text_column(found, name, where, source=source))
    return table


def _dotted(wanted: Collection[str], names: Collection[str]) -> list[str]:
    """Wanted names that are no column, and whose first piece is one."""
    return [name for name in sorted(wanted) if name not in names and "." in name and name.partition(".")[0] in names]


def check_columns(names: Sequence[str], columns: Columns, source: str) -> None:
    """VerdictsError where a named column is not among those that are there."""
    for name in (*columns.renamed.values(), *columns.judges):
        if name not in names:
            near = nearest(name, names)
            there = ", ".join(map(repr, names[:20]))
            raise VerdictsError(f"there is no column {name!r}; there are {there}", where=source, fix=f"did you mean {near!r}?" if near else "name one of them")


def _long(raw: Raw, columns: Columns) -> tuple[Raw, Empty]:
    """One row for each filled cell of the judges' columns."""
    kept = [name for name in raw.table.column_names if name not in columns.judges and name not in ("judge", "label", "score")]
    parts: list[pa.Table] = []
    places: list[tuple[int, str]] = []
    taken: list[pa.Array] = []
    empty: list[tuple[int, int]] = []
    n_empty = 0
    for order, judge in enumerate(columns.judges):
        cells = verdict_text(raw.table[judge], raw.where, raw.source, judge)
        filled = pc.fill_null(pc.not_equal(pc.utf8_trim_whitespace(cells), ""), False)
        rows = pc.indices_nonzero(filled)
        n_empty += raw.table.num_rows - len(rows)
        empty += [(row, order) for row in pc.indices_nonzero(pc.invert(filled))[:EXAMPLES].to_pylist()]
        taken.append(rows)
        part = raw.table.select(kept).take(rows).append_column("judge", pa.array([judge] * len(rows), type=pa.string()))
        parts.append(part.append_column("label", cells.take(rows)))
        places += [(row, judge) for row in rows.to_pylist()]
    others = None if raw.others is None else partial(_taken, raw.others, taken)

    def first() -> tuple[str, ...]:
        return tuple(f"{raw.where(row)}, column {columns.judges[order]}" for row, order in sorted(empty)[:EXAMPLES])

    found = Raw(pa.concat_tables(parts), raw.source, lambda index: f"{raw.where(places[index][0])}, column {places[index][1]}", others)
    return found, Empty(n_empty, first)


def _taken(others: Callable[[], pa.Table], rows: Sequence[pa.Array]) -> pa.Table:
    """The rows of a wide table once for each judge with a verdict in them."""
    table = others()
    return pa.concat_tables([table.take(one) for one in rows])


def verdict_text(column: Any, where: Callable[[int], str], source: str, name: str) -> pa.Array:
    """Cells as exact text: 4.0 of a data frame's gap is 4."""
    if pa.types.is_nested(column.type) or pa.types.is_interval(column.type):
        raise VerdictsError(f"the column {name!r} holds {column.type}, not labels", where=source, fix="name a column with one value per row")
    return text_column(python_values(column, source, name), name, where, source=source)


def _read_csv(path: Path, wanted: set[str]) -> Raw:
    return verdict_files.read_csv(path)


def _read_parquet(path: Path, wanted: set[str]) -> Raw:
    raw = verdict_files.read_parquet(path)
    names = raw.table.column_names
    inside = _dotted(wanted, names)
    roots = {name.partition(".")[0] for name in inside}
    more = [name for name in names if name in wanted or name in roots]
    read = verdict_files.parquet_columns(path, more)
    table = pa.table({name: read[name] if name in wanted else raw.table[name] for name in names})
    table = _with_inside(table, wanted, lambda root: python_values(read[root], raw.source, root), raw.where, raw.source)
    return Raw(table, raw.source, raw.where, raw.others)


def _read_jsonl(path: Path, wanted: set[str]) -> Raw:
    source = str(path)
    found = list(json_lines(read_text(path, error=VerdictsError, what=WHAT), source))
    raise_problems(VerdictsError, [problem for _, _, problem in found if problem is not None], where=source)
    return _raw_of([(number, value) for number, value, _ in found], wanted, lambda number: f"{source}:{number}", source)


def _read_json(path: Path, wanted: set[str]) -> Raw:
    records = read_records(path, error=VerdictsError, what=WHAT, kind="json")
    return _raw_of(records.rows, wanted, records.where, str(path))


def _raw_of(rows: Sequence[tuple[int, Mapping[str, Any]]], wanted: Collection[str], where: Callable[[int], str], source: str) -> Raw:
    """Rows of objects; columns that are not wanted are read where they are asked for."""
    table, place = table_of_rows(rows, wanted, where, source)

    def others() -> pa.Table:
        names = dict.fromkeys(name for _, row in rows for name in row if name not in RATINGS_SCHEMA.names)
        return verdict_files.text_columns((name, [row.get(name) for _, row in rows]) for name in names)

    return Raw(table, source, place, others)


def table_of_rows(
    rows: Sequence[tuple[int, Mapping[str, Any]]], wanted: Collection[str], where: Callable[[int], str], source: str
) -> tuple[pa.Table, Callable[[int], str]]:  # fmt: skip
    """Rows of objects as columns. A wanted name with dots also finds what stands inside: `result.grade`."""
    names = dict.fromkeys(name for _, row in rows for name in row)
    check_width(names, where=where(rows[0][0]) if rows else "", error=VerdictsError)
    names.update(dict.fromkeys(name for name in sorted(wanted) if name not in names and "." in name and any(_inside(row, name) is not None for _, row in rows)))

    def place(index: int) -> str:
        return where(rows[index][0])

    columns = {
        name: text_column([_inside(row, name) for _, row in rows], name, place, source=source) if name in wanted else pa.nulls(len(rows)) for name in names
    }  # fmt: skip
    return pa.table({escaped(name): values for name, values in columns.items()}), place


def _inside(row: Mapping[str, Any], name: str) -> Any:
    if name in row:
        return row[name]
    value: Any = row
    for piece in name.split("."):
        value = value.get(piece) if isinstance(value, Mapping) else None
    return value


def _read_excel(path: Path, wanted: set[str]) -> Raw:
    """The first sheet that is not empty; its first filled row names the columns."""
    from judgeaudit.importers.excel import sheet_rows

    source = str(path)
    rows = sheet_rows(path)
    return _raw_of(rows, wanted, lambda number: f"{source}: row {number}", source)


_READERS: dict[str, Callable[[Path, set[str]], Raw]] = {
    "csv": _read_csv,
    "jsonl": _read_jsonl,
    "json": _read_json,
    "parquet": _read_parquet,
    "excel": _read_excel,
}
