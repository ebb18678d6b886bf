"""Files of verdicts as Arrow tables with the file's own columns: text from CSV and JSONL, the file's types from Parquet."""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.columns import FREE_TEXT
from judgeaudit.importers.frames import python_values, text_column
from judgeaudit.importers.problems import Problem, check_width, first_twice, raise_problems
from judgeaudit.importers.records import csv_rows, csv_start, json_lines, ragged, read_records, row_name
from judgeaudit.importers.text_file import decode, read_bytes, read_text
from judgeaudit.importers.uncollected import uncollected
from judgeaudit.tables import RATINGS_SCHEMA
from judgeaudit.text.surrogates import escaped

WHAT = "verdict file"
_BLOCK = 1 << 24
HEADER = 1 << 20
"""Bytes within which a CSV's header ends: 20,000 columns with names of 50 characters (ours)."""
_KNOWN = frozenset(RATINGS_SCHEMA.names)
FLAT = _KNOWN - FREE_TEXT


@dataclass(frozen=True)
class Raw:
    """Verdicts as they stand in one file. `where` names the row of an index (from 0) as a person finds it.

    `others` gives the columns that no verdict has, where `table` holds only their names, and is None where it holds them.
    """

    table: pa.Table
    source: str
    where: Callable[[int], str]
    others: Callable[[], pa.Table] | None = None


def read_jsonl(path: Path) -> Raw:
    """One object per line; keys that differ from line to line are columns with gaps."""
    source = str(path)
    numbers: list[int] = []
    rows: list[dict[str, Any]] = []
    problems: list[Problem] = []
    with uncollected():
        for number, value, problem in json_lines(read_text(path, error=VerdictsError, what=WHAT), source):
            if problem is None:
                numbers.append(number)
                rows.append(value)
            else:
                problems.append(problem)
        raise_problems(VerdictsError, problems, where=source)
        return raw_of_rows(rows, source, lambda index: row_name(source, "jsonl", numbers[index]))


def read_json(path: Path) -> Raw:
    """A JSON list of objects."""
    records = read_records(path, error=VerdictsError, what=WHAT, kind="json")
    return raw_of_rows([row for _, row in records.rows], records.source, lambda index: records.where(index + 1))


def read_excel(path: Path) -> Raw:
    """The sheet of a workbook that `excel.sheet_rows` reads."""
    from judgeaudit.importers.excel import sheet_rows

    cells = sheet_rows(path)
    return raw_of_rows([row for _, row in cells], str(path), lambda index: row_name(str(path), "excel", cells[index][0]))


def raw_of_rows(rows: list[dict[str, Any]], source: str, where: Callable[[int], str]) -> Raw:
    """Known columns as text, others as nulls: only their names are used."""
    names = dict.fromkeys(name for row in rows for name in row)
    check_width(names, where=source, error=VerdictsError)
    read = {name: [row.get(name) for row in rows] for name in names if name in _KNOWN}
    for name in FLAT.intersection(names):
        kinds = set(map(type, read[name]))  # asked first, since it is quick
        nested = [n for n, value in enumerate(read[name]) if isinstance(value, (list, dict))] if any(issubclass(kind, (list, dict)) for kind in kinds) else []
        raise_problems(
            VerdictsError, [Problem(where(n), f"{name} is a list or an object, not one value", f"write {name} as text") for n in nested], where=source
        )
    columns = {escaped(name): text_column(read[name], name, where, source=source) if name in _KNOWN else pa.nulls(len(rows)) for name in names}
    return Raw(pa.table(columns), source, where, lambda: text_columns((name, [row.get(name) for row in rows]) for name in names if name not in _KNOWN))


def read_csv(path: Path) -> Raw:
    """Everything as text, read by Arrow; a file with quotes is checked by the csv module too, which is strict about them."""
    data = read_bytes(path, error=VerdictsError, what=WHAT).removeprefix(codecs.BOM_UTF8)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data:
        decode(data, path, error=VerdictsError, what=WHAT)
    # a last line without its end is a block that never ends, to Arrow
    data = data if data.endswith((b"\n", b"\r")) else data + b"\n"
    names, start = _csv_start(data, path)
    if b'"' in data:
        _check_csv(data, path, names)
    try:
        table = _parse_csv(data[start:], names, _BLOCK)
    except pa.ArrowInvalid as trouble:
        _check_csv(data, path, names)
        if "block" not in str(trouble):
            raise VerdictsError(f"the CSV cannot be read: {str(trouble).splitlines()[0]}", where=str(path), fix="save it again as CSV") from None
        table = _parse_csv(data[start:], names, len(data) + 1)
    kept = [n for n, name in enumerate(names) if name]
    return Raw(table.select(kept).rename_columns([names[n] for n in kept]), str(path), lambda index: _csv_where(data, path, index))


def _csv_start(data: bytes, path: Path) -> tuple[list[str], int]:
    """The names in the header, and where what comes after it begins."""
    names, start = csv_start(data[:HEADER], str(path), VerdictsError)
    try:
        data[:start].decode("utf-8")
    except UnicodeDecodeError:
        decode(data, path, error=VerdictsError, what=WHAT)
    return names, start


def _csv_rows(data: bytes, path: Path) -> Iterator[list[str]]:
    """Rows of the csv module; text that is not UTF-8 is said with its line."""
    try:
        yield from csv_rows(io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline=""), str(path), VerdictsError, len(data))
    except UnicodeDecodeError:
        decode(data, path, error=VerdictsError, what=WHAT)
        raise


def _check_csv(data: bytes, path: Path, names: list[str]) -> None:
    width = len(names)
    wrong = [(n, row) for n, row in enumerate(_csv_rows(data, path), 1) if len(row) != width and row]
    problems = [problem for n, row in wrong if (problem := ragged(row, names, row_name(str(path), "csv", n)))]
    raise_problems(VerdictsError, problems, where=str(path))


def _csv_where(data: bytes, path: Path, index: int) -> str:
    """The row of a spreadsheet that row `index` of the table stands in."""
    return csv_place(_csv_rows(data, path), str(path), index)


def csv_place(rows: Iterable[list[str]], source: str, index: int) -> str:
    """The row that row `index` below the header is called by, of all rows of a file; Arrow skips blank lines, a spreadsheet shows them."""
    numbered = enumerate(rows, 1)
    next((n for n, row in numbered if any(row)), None)
    # a lone carriage return may end a line to the one reader and not to the other
    return row_name(source, "csv", next((n for i, n in enumerate(n for n, row in numbered if row) if i == index), index + 2))


def _parse_csv(data: bytes, names: list[str], block: int) -> pa.Table:
    columns = [str(n) for n in range(len(names))]
    if not data:
        return pa.table({name: pa.array([], pa.string()) for name in columns})
    return pa_csv.read_csv(
        pa.BufferReader(data),
        read_options=pa_csv.ReadOptions(column_names=columns, block_size=min(block, 2**31 - 1)),
        parse_options=pa_csv.ParseOptions(newlines_in_values=b'"' in data),
        convert_options=pa_csv.ConvertOptions(column_types=dict.fromkeys(columns, pa.string()), strings_can_be_null=False),
    )


def read_parquet(path: Path, *, also: Collection[str] = ()) -> Raw:
    """One Parquet file; only its known columns are loaded, and those of `also`."""
    source = str(path)
    if os.path.getsize(path) == 0:
        raise VerdictsError(f"the {WHAT} is empty", where=source, fix="name a file with content")
    try:
        # ParquetFile, not read_table: that one makes columns out of folder names such as a=1
        file = pq.ParquetFile(path)
        names = list(file.schema_arrow.names)
        check_width(names, where=source, error=VerdictsError)
        table = file.read(columns=[name for name in names if name in _KNOWN or name in also])
        table.validate(full=True)  # text that is none breaks what comes later
    except (pa.ArrowException, OSError, ValueError) as trouble:
        what = f"the file is not Parquet or is damaged: {str(trouble).splitlines()[0]}"
        raise VerdictsError(what, where=source, fix="write it again as Parquet") from None
    twice = first_twice(names)
    if twice is not None:
        raise VerdictsError(f"the column {twice!r} is there twice", where=source, fix="rename or drop one of them")
    for name in names:
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(table.num_rows))
    table = table.select(names)
    others = [name for name in names if name not in _KNOWN]
    return Raw(table, source, lambda index: row_name(source, "parquet", index + 1), lambda: _parquet_columns(path, others))


def parquet_names(path: Path) -> list[str]:
    """Names of the columns of a Parquet file; none where it is damaged, which reading it says."""
    try:
        return list(pq.ParquetFile(path).schema_arrow.names)
    except (pa.ArrowException, OSError, ValueError):
        return []


def _parquet_columns(path: Path, names: list[str]) -> pa.Table:
    read = parquet_columns(path, names)
    return text_columns((name, python_values(read[name], str(path), name)) for name in names)


def parquet_columns(path: Path, names: list[str]) -> pa.Table:
    """These columns of a Parquet file whose known ones are read already."""
    try:
        table = pq.ParquetFile(path).read(columns=names)
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError) as trouble:
        what = f"the file is damaged: {str(trouble).splitlines()[0]}"
        raise VerdictsError(what, where=str(path), fix="write it again as Parquet") from None
    return table


def read_folder(folder: Path, *, also: Collection[str] = ()) -> list[Raw]:
    """Parquet parts as one table, in the natural order of their names; `judge=x` in a folder's name is a column."""
    parts = parts_in(folder)
    if not parts:
        raise VerdictsError(
            "the folder holds no Parquet files", where=str(folder), fix="name a folder with *.parquet parts or logs, a run directory, or a file"
        )
    return [_with_folder_columns(read_parquet(part, also=also), part.relative_to(folder)) for part in sorted(parts, key=_natural)]


def parts_in(folder: Path) -> list[Path]:
    """The Parquet files of a folder and those below it, without hidden ones."""
    return [part for part in folder.rglob("*.parquet") if part.is_file() and not any(p.startswith((".", "_")) for p in part.relative_to(folder).parts)]


def _natural(path: Path) -> list[tuple[int, str]]:
    """part-2 before part-10."""
    return [(int(piece), "") if piece.isdigit() else (-1, piece) for piece in re.split(r"(\d+)", str(path))]


def _with_folder_columns(raw: Raw, relative: Path) -> Raw:
    table = raw.table
    for piece in relative.parts[:-1]:
        name, equals, value = piece.partition("=")
        if equals and name in _KNOWN and name not in table.column_names:
            table = table.append_column(name, pa.array([unquote(value)] * table.num_rows, type=pa.string()))
    return Raw(table, raw.source, raw.where, raw.others)


def text_columns(columns: Iterable[tuple[str, Iterable[object]]]) -> pa.Table:
    """Columns of any values as text, for comparison alone."""
    return pa.table(
        {escaped(name): pa.array([None if value is None else escaped(str(value)) for value in values], type=pa.string()) for name, values in columns}
    )  # fmt: skip


READERS: dict[str, Callable[[Path], Raw]] = {"jsonl": read_jsonl, "csv": read_csv, "parquet": read_parquet, "json": read_json, "excel": read_excel}
"""Readers by the kind of a table (`table_kinds`)."""
