"""Rows of an items or gold file, whatever its format, each with the number under which a person finds it.

Values are as in the file: text in CSV, JSON values with exact numbers in JSONL and JSON, Arrow's Python values in Parquet.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judgeaudit.errors import JudgeAuditError, VerdictsError
from judgeaudit.importers import exact_json
from judgeaudit.importers.packed import unpacked
from judgeaudit.importers.problems import Problem, check_width, first_twice, nearest, raise_problems
from judgeaudit.importers.table_kinds import kind_of_file
from judgeaudit.importers.text_file import check_file, read_text


@dataclass(frozen=True)
class Records:
    """Rows with their numbers. `columns` are all names met, in order; `source` is the file as the user named it."""

    source: str
    kind: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, dict[str, Any]], ...]

    def where(self, number: int) -> str:
        """A row, as it is named in an error: the line of a JSONL file, the row of any other (a CSV's header is row 1)."""
        return row_name(self.source, self.kind, number)


def row_name(source: str, kind: str, number: int) -> str:
    """`file:line` for JSONL, where a row is a line; `file: row N` for anything else."""
    return f"{source}:{number}" if kind == "jsonl" else f"{source}: row {number}"


def read_records(path: Path, *, error: type[JudgeAuditError], what: str, kind: str | None = None) -> Records:
    """Every row of a JSONL, CSV, Parquet, JSON or Excel file, also of one that gzip packed.

    Parameters
    ----------
    path : Path
    error : type of JudgeAuditError
    what : str
        What the file is, for the messages: "items file".
    kind : str, optional
        How it is written; by default as `table_kinds` has it.

    Raises
    ------
    JudgeAuditError
        For a file that cannot be read as what it is, with the rows that are wrong.
    """
    check_file(path, error=error, what=what)
    try:
        with unpacked(path) as plain:
            return _records(plain, str(path), kind or kind_of_file(plain, error=error, what=what), error, what)
    except VerdictsError as trouble:  # of readers that know files of verdicts only
        raise error(trouble.what, where=trouble.where, fix=trouble.fix) from None


def _records(path: Path, source: str, kind: str, error: type[JudgeAuditError], what: str) -> Records:
    if kind == "parquet":
        return _read_parquet(path, source, error)
    if kind == "excel":
        from judgeaudit.importers.excel import sheet_rows

        cells = sheet_rows(path)
        return Records(source, kind, _names(cells), tuple(cells))
    text = read_text(path, error=error, what=what)
    if kind == "csv":
        return _read_csv(text, source, error)
    return _read_jsonl(text, source, error) if kind == "jsonl" else _read_json(text, source, error)


def json_lines(text: str, source: str) -> Iterator[tuple[int, Any, Problem | None]]:
    """Each line that is not blank: its number, its value, or what is wrong with it.

    Only a line feed ends a line: U+2028 and its like may stand inside JSON text.
    """
    lines = text.split("\n")
    yield from json_objects(((line, number == len(lines)) for number, line in enumerate(lines, 1)), source)


def json_objects(lines: Iterable[tuple[str, bool]], source: str, *, before: int = 0) -> Iterator[tuple[int, Any, Problem | None]]:
    """The same of lines, each with whether it is the last one and has no end; `before` lines came earlier."""
    for number, (line, last) in enumerate(lines, before + 1):
        if not line.strip():
            continue
        try:
            value = exact_json.loads(line.strip())
        except (json.JSONDecodeError, exact_json.DuplicateKey, RecursionError) as trouble:
            yield number, None, _json_problem(trouble, line, f"{source}:{number}", last=last)
            continue
        if isinstance(value, dict):
            yield number, value, None
        else:
            yield number, None, Problem(f"{source}:{number}", f"the line holds {_json_kind(value)}, not an object", 'write one {"name": value, ...} per line')


def _json_problem(trouble: Exception, line: str, where: str, *, last: bool) -> Problem:
    if isinstance(trouble, exact_json.DuplicateKey):
        return Problem(where, f"the key {trouble.args[0]!r} stands twice", "keep one of them")
    if isinstance(trouble, json.JSONDecodeError):
        if (last and trouble.pos >= len(line.strip()) - 1) or trouble.msg.startswith("Unterminated string"):
            return Problem(where, "the line is cut off, so it is no JSON object", "write the line again, or delete it")
        what = f"no JSON: {trouble.msg[:1].lower()}{trouble.msg[1:]} at character {trouble.colno}"
        return Problem(where, what, _json_fix(line.strip()))
    return Problem(where, "the JSON is nested too deeply", "write it flat")


def _json_fix(line: str) -> str:
    if line in ("{", "["):
        return "write one whole JSON object per line (an indented JSON list goes into a .json file)"
    if (zero := re.search(r"[:\[,]\s*-?(0[0-9]+)", line)) is not None:
        return f'JSON has no number {zero[1]}: put it in quotes: "{zero[1]}"'
    return "put names and texts in double quotes" if "'" in line else "mend the line"


def _json_kind(value: object) -> str:
    if isinstance(value, exact_json.NumberText):
        return "a number"
    return {list: "a list", str: "a text", bool: "a truth value", type(None): "null"}.get(type(value), "a value")


def _read_jsonl(text: str, source: str, error: type[JudgeAuditError]) -> Records:
    rows: list[tuple[int, dict[str, Any]]] = []
    problems: list[Problem] = []
    for number, value, problem in json_lines(text, source):
        if problem is None:
            rows.append((number, value))
        else:
            problems.append(problem)
    raise_problems(error, problems, where=source)
    return Records(source, "jsonl", _names(rows), tuple(rows))


def _read_json(text: str, source: str, error: type[JudgeAuditError]) -> Records:
    try:
        values = exact_json.loads(text.strip())
    except exact_json.DuplicateKey as trouble:
        raise error(f"an object has the key {trouble.args[0]!r} twice", where=source, fix="keep one of them") from None
    except json.JSONDecodeError as trouble:
        line = text[: len(text) - len(text.lstrip())].count("\n") + trouble.lineno
        fix = "write one JSON list of objects (one object per line goes into a .jsonl file)"
        raise error(f"no JSON: {trouble.msg}", where=f"{source}:{line}", fix=fix) from None
    except RecursionError:
        raise error("the JSON is nested too deeply", where=source, fix="write it flat") from None
    fix = 'write a list of objects: [{"name": value, ...}, ...]'
    if not isinstance(values, list):
        raise error("the file holds no JSON list", where=source, fix=fix)
    wrong = [
        Problem(row_name(source, "json", n), f"the entry is {_json_kind(value)}, not an object", fix)
        for n, value in enumerate(values, 1)
        if not isinstance(value, dict)
    ]
    raise_problems(error, wrong, where=source)
    rows = list(enumerate(values, 1))
    return Records(source, "json", _names(rows), tuple(rows))


def _names(rows: Iterable[tuple[int, dict[str, Any]]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, row in rows for name in row))


def csv_rows(text: Iterable[str], source: str, error: type[JudgeAuditError], longest: int) -> Iterator[list[str]]:
    """The rows of a CSV file, strictly: a quote that is never closed swallows no rows.

    Parameters
    ----------
    longest : int
        Characters that a cell may have; judged texts are longer than the csv module allows by itself.
    """
    before = csv.field_size_limit(max(longest, csv.field_size_limit()))
    reader = csv.reader(text, strict=True)
    number, line = 1, 1
    try:
        for row in reader:
            yield row
            number, line = number + 1, reader.line_num + 1
    except csv.Error as trouble:
        what = "a quote is opened and never closed" if "unexpected end" in str(trouble) else f"the quotes are wrong ({trouble})"
        where = f"{row_name(source, 'csv', number)} (line {line})"
        raise error(what, where=where, fix='close the quote; a quote inside quoted text is written twice: ""') from None
    finally:
        csv.field_size_limit(before)


def csv_start(head: bytes, source: str, error: type[JudgeAuditError]) -> tuple[list[str], int]:
    """The column names of a CSV file, and the bytes up to where its header ends: lines without any cell may stand before it.

    Parameters
    ----------
    head : bytes
        The file, or its start with the whole header in it.
    """
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        for line in io.StringIO(head.decode("utf-8", "surrogateescape"), newline=""):
            taken += len(line.encode("utf-8", "surrogateescape"))
            yield line

    for row in csv_rows(lines(), source, error, len(head)):
        if any(row):
            return csv_header(row, source, error), taken
    return [], taken


def csv_header(row: Sequence[str], source: str, error: type[JudgeAuditError]) -> list[str]:
    """Column names without blanks around them; "" for a column without a name (an index that a data frame wrote)."""
    check_width(row, where=row_name(source, "csv", 1), error=error)
    names = [name.strip() for name in row]
    if len(names) == 1 and any(mark in names[0] for mark in ";\t"):
        mark = "semicolons" if ";" in names[0] else "tabs"
        raise error(f"the columns are separated by {mark}, not by commas", where=row_name(source, "csv", 1), fix="save it with commas as separators")
    twice = first_twice(filter(None, names))
    if twice is not None:
        raise error(f"the column {twice!r} stands twice in the header", where=row_name(source, "csv", 1), fix="rename or remove one of them")
    return names


def ragged(row: Sequence[str], names: Sequence[str], where: str) -> Problem | None:
    """What is wrong with a row that has more or fewer cells than the header."""
    if len(row) == len(names):
        return None
    cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
    return Problem(where, f"the row has {cells}, the header {len(names)}", 'put text with commas or line breaks in quotes: "a, b"')


def _read_csv(text: str, source: str, error: type[JudgeAuditError]) -> Records:
    numbered = ((n, row) for n, row in enumerate(csv_rows(io.StringIO(text, newline=""), source, error, len(text)), 1) if any(row))
    names = csv_header(next(numbered, (1, []))[1], source, error)
    rows: list[tuple[int, dict[str, Any]]] = []
    problems: list[Problem] = []
    for number, row in numbered:
        if len(row) == len(names):
            rows.append((number, {name: cell for name, cell in zip(names, row, strict=True) if name}))
        elif (problem := ragged(row, names, row_name(source, "csv", number))) is not None:
            problems.append(problem)
    raise_problems(error, problems, where=source)
    return Records(source, "csv", tuple(name for name in names if name), tuple(rows))


def _read_parquet(path: Path, source: str, error: type[JudgeAuditError]) -> Records:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if os.path.getsize(path) == 0:
        raise error("the file is empty", where=source, fix="name a file with content")
    try:
        # ParquetFile, not read_table: that one makes columns out of folder names such as a=1
        table = pq.ParquetFile(path).read()
        names = list(table.column_names)
        columns = [column.to_pylist() for column in table.columns]
    except (pa.ArrowException, OSError, ValueError, OverflowError) as trouble:
        raise error(f"the file is not Parquet or is damaged: {str(trouble).splitlines()[0]}", where=source, fix="write it again as Parquet") from None
    twice = first_twice(names)
    if twice is not None:
        raise error(f"the column {twice!r} is there twice", where=source, fix="rename or remove one of them")
    rows = tuple((n, dict(zip(names, values, strict=True))) for n, values in enumerate(zip(*columns, strict=True), 1))
    return Records(source, "parquet", tuple(names), rows)


def require_columns(
    columns: Sequence[str], required: Sequence[str], *, where: str, error: type[JudgeAuditError], also_called: dict[str, tuple[str, ...]], hint: str = ""
) -> None:
    """Raise when a required column is missing, with the nearest one that is there."""
    missing = [name for name in required if name not in columns]
    if not missing:
        return
    free = [name for name in columns if name not in required]
    fixes = [fix for name in missing if (fix := _rename(name, free, also_called.get(name, ())))]
    there = ", ".join(map(repr, columns[:20])) or "none"
    listed = ", ".join(map(repr, missing))
    what = f"the column{'s' if len(missing) > 1 else ''} {listed} {'are' if len(missing) > 1 else 'is'} missing; there are {there}"
    raise error(what, where=where, fix=hint or "; ".join(fixes) or f"add {listed}")


def _rename(name: str, free: Sequence[str], also_called: Sequence[str]) -> str:
    """Advice to rename the column that is probably meant."""
    folded = {one.casefold(): one for one in free}
    found = next((folded[other] for other in (name, *also_called) if other in folded), None) or nearest(name, free)
    return f"rename {found!r} to {name!r}" if found else ""
