"""Columns of a verdict file that the verdict format does not have: a ticket's number, a note. They are kept for whoever reads the file on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from judgeaudit.errors import VerdictsError
from judgeaudit.importers import verdict_files
from judgeaudit.importers.exact_json import plain
from judgeaudit.importers.frames import SOURCE, arrow_of_any, python_values
from judgeaudit.importers.interchange import WHAT
from judgeaudit.importers.packed import unpacked
from judgeaudit.importers.records import json_lines, read_records
from judgeaudit.importers.table_kinds import kind_of_file
from judgeaudit.importers.text_file import read_text
from judgeaudit.text.surrogates import encodable


def own_columns(source: Any, names: Sequence[str]) -> pa.Table:
    """These columns of a file that `read_verdicts` has read, in the order of its rows.

    Parameters
    ----------
    source : Path, pyarrow.Table or data frame of a library that Arrow reads (polars)
        Of folders nothing is kept.
    names : sequence of str
        Columns that were not read.

    Returns
    -------
    pyarrow.Table
        Text, numbers and truth values as they are; everything else, and columns of mixed kinds, as text (lists and objects as JSON). Rows
        without an item are left out, as `read_verdicts` does.
    """
    if not isinstance(source, Path):
        frame = arrow_of_any(source)
        columns = {name: python_values(frame[name], SOURCE, name) for name in names if name in frame.column_names}
        return pa.table({name: _column(values) for name, values in columns.items()})
    with unpacked(source) as plain_file:
        rows = _rows(plain_file, names) if plain_file.is_file() else []
    kept = [row for row in rows if row.get("item_id") is not None and str(row["item_id"]).strip()]
    return pa.table({encodable(name): _column([row.get(name) for row in kept]) for name in names} if kept else {})


def _rows(path: Path, names: Sequence[str]) -> list[Mapping[str, Any]]:
    kind = kind_of_file(path, error=VerdictsError, what=WHAT)
    if kind == "jsonl":
        return [value for _, value, problem in json_lines(read_text(path, error=VerdictsError, what=WHAT), str(path)) if problem is None]
    if kind in ("json", "excel"):
        return [row for _, row in read_records(path, error=VerdictsError, what=WHAT).rows]
    wanted = ["item_id", *names]
    table = pq.ParquetFile(path).read(columns=wanted) if kind == "parquet" else verdict_files.read_csv(path).table.select(wanted)
    columns = [python_values(table[name], str(path), name) for name in wanted]
    return [dict(zip(wanted, values, strict=True)) for values in zip(*columns, strict=True)]


def _column(written: Sequence[object]) -> pa.Array:
    values = [_plain(value) for value in written]
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {str} or kinds <= {bool} or kinds <= {int, float}:
        try:
            return pa.array(values)
        except (pa.ArrowException, OverflowError, UnicodeError):
            pass
    return pa.array([None if value is None else encodable(_text(value)) for value in values], type=pa.string())


def _plain(value: object) -> object:
    try:
        return plain(value)
    except TypeError:  # a length of time, and whatever else JSON has no word for
        return str(value)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, (list, dict, bool)) else str(value)
