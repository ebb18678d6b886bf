"""Entries of an export, however they are wrapped: a JSON list, a list under a name, one object, JSONL or CSV.

JSONL and CSV are read line by line; a JSON document is held whole. Values are as in `records`: JSON keeps the text of its numbers.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.fields import AGAIN, LINE, kind, lines, parsed
from judgeaudit.importers.foreign import Reading, Start, json_document
from judgeaudit.importers.records import csv_header, csv_rows, ragged, row_name
from judgeaudit.importers.text_file import check_file, read_text

Entry = tuple[str, dict[str, Any]]
"""Where a person finds an entry, and the entry."""


def entries(path: Path, reading: Reading, *, what: str, wraps: Sequence[str] = ()) -> Iterator[Entry]:
    """Each entry of an export.

    Parameters
    ----------
    path : Path
    reading : Reading
        A last line of JSONL that was cut off is counted there as torn.
    what : str
        What the file is, for messages: "Langfuse export".
    wraps : sequence of str
        Names under which a list of entries may stand in an object, as pages of an API have it.

    Raises
    ------
    VerdictsError
        For a file that is none of these, with the line or entry that is wrong.
    """
    check_file(path, error=VerdictsError, what=what)
    first, second = _first_lines(path)
    if first[:1] not in (b"[", b"{"):
        yield from _csv_entries(path, what)
    elif first[:1] == b"{" and second and _is_whole(first, path):
        for where, value in lines(path, reading):
            yield from _unwrapped(value, wraps, where)
    else:
        yield from _unwrapped(json_document(path, what=what), wraps, path.name)


def inner_start(start: Start, name: str) -> Start:
    """The start of the first entry of the list that stands under a name in an object: `{"data": [{...`."""
    before, found, rest = start.text.partition(f'"{name}"')
    rest = rest.lstrip(" \t\r\n:")
    if not found or not before.startswith("{") or "[" in before or not rest.startswith("["):
        return Start(start.path, b"")
    return Start(start.path, rest.encode())


def _first_lines(path: Path) -> tuple[bytes, bool]:
    """The first line that is not blank, without byte-order mark, and whether another one follows it."""
    first = b""
    with path.open("rb") as stream:
        while line := stream.readline(LINE):
            line = line.removeprefix(codecs.BOM_UTF8).strip()
            if line and first:
                return first, True
            first = first or line
    return first, False


def _is_whole(first: bytes, path: Path) -> bool:
    """Whether a line is an object by itself, or looks like one that is damaged: the file is JSONL then, and no indented document."""
    try:
        return isinstance(parsed(first, path.name), dict)
    except VerdictsError:
        return len(first) > 2 and first.endswith(b"}") and first.count(b"{") == first.count(b"}")


def _unwrapped(value: Any, wraps: Sequence[str], where: str) -> Iterator[Entry]:
    """The entries of a document, or of one line."""
    if isinstance(value, dict):
        name = next((name for name in wraps if isinstance(value.get(name), list)), None)
        if name is None:
            yield where, value
            return
        value = value[name]
    if not isinstance(value, list):
        raise VerdictsError(f"the file holds {kind(value)}, neither a list nor an object", where=where, fix=AGAIN)
    for number, entry in enumerate(value, 1):
        place = f"{where}: entry {number}"
        if not isinstance(entry, dict):
            raise VerdictsError(f"the entry is {kind(entry)}, not an object", where=place, fix=AGAIN)
        yield place, entry


def _csv_entries(path: Path, what: str) -> Iterator[Entry]:
    names: list[str] = []
    try:
        with path.open("r", encoding="utf-8-sig", newline="") as stream:
            rows = csv_rows(stream, path.name, VerdictsError, path.stat().st_size)
            numbered = ((n, row) for n, row in enumerate(rows, 1) if any(row))
            names = csv_header(next(numbered, (1, []))[1], path.name, VerdictsError)
            for number, row in numbered:
                where = row_name(path.name, "csv", number)
                problem = ragged(row, names, where)
                if problem is not None:
                    raise VerdictsError(problem.what, where=problem.where, fix=problem.fix)
                yield where, {name: cell or None for name, cell in zip(names, row, strict=True) if name}
    except UnicodeDecodeError:
        read_text(path, error=VerdictsError, what=what)  # says the line and the byte
        raise
    if not names:
        raise VerdictsError(f"the {what} is empty", where=str(path), fix="name a file with content")
