"""How a table is written: by its content, whatever its name; by its suffix where the content could be several things."""

from __future__ import annotations

import codecs
import csv
import io
from itertools import islice
from pathlib import Path

from judgeaudit.errors import JudgeAuditError, VerdictsError
from judgeaudit.importers.foreign import HEAD, Start, start_of
from judgeaudit.importers.packed import other_packing

SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet", ".json": "json", ".xlsx": "excel"}
VERDICTS = "verdict file"
_SHOWN_BY_CONTENT = ("parquet", "excel")
"""Kinds that begin with bytes of their own: a name alone makes none."""
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SEPARATORS = ",\t;"
_IDS = frozenset({"item_id", "id"})


def kind_of_file(path: Path, *, error: type[JudgeAuditError], what: str) -> str:
    """`table_kind` of a file."""
    return table_kind(start_of(path), error=error, what=what)


def table_kind(start: Start, *, error: type[JudgeAuditError] = VerdictsError, what: str = VERDICTS) -> str:
    """Which kind of table a file is.

    Parameters
    ----------
    start : Start
    error : type of JudgeAuditError
    what : str
        What the file is, for the messages.

    Returns
    -------
    {"jsonl", "json", "csv", "parquet", "excel"}
        Also for a file that is none of them, where its name says that it should be: reading it says what is wrong.

    Raises
    ------
    JudgeAuditError
        For an archive that is no workbook, and whatever else no table is written as.
    """
    if start.head.startswith(b"PAR1"):
        return "parquet"
    if is_workbook(start):
        return "excel"
    if (packing := other_packing(start.head)) is not None:
        fix = "unpack it, and name the files in it or their folder; copy it again if it should be a log or a workbook: it may be cut off"
        raise error(f"the file is {packing}, and no log or workbook that is known", where=str(start.path), fix=fix)
    by_suffix = SUFFIXES.get(start.path.suffix.casefold())
    if by_suffix is not None and by_suffix not in _SHOWN_BY_CONTENT:
        return by_suffix
    if start.text.startswith("["):
        return "json"
    if start.text.startswith("{"):
        return "jsonl"
    if _is_csv(start):
        return "csv"
    if by_suffix is not None:
        return by_suffix
    raise _unknown(start.path, error, what, empty=not start.text)


def is_workbook(start: Start) -> bool:
    """Whether a file is a workbook of Excel (.xlsx), whatever its name."""
    return any(name.startswith("xl/") for name in start.members)


def column_names(start: Start) -> tuple[str, ...]:
    """The columns of a table in text or of a workbook, as far as its start shows them.

    Raises
    ------
    VerdictsError
        For a workbook that cannot be read.
    """
    if is_workbook(start):
        from judgeaudit.importers.excel import sheet_names

        return tuple(sheet_names(start.path))
    return (*start.header, *start.keys)


def _unknown(path: Path, error: type[JudgeAuditError], what: str, *, empty: bool) -> JudgeAuditError:
    if empty:
        return error(f"the {what} is empty", where=str(path), fix="name a file with content")
    said = f"has the suffix {path.suffix!r}" if path.suffix else "has no suffix"
    fix = f"use one of {', '.join(SUFFIXES)}"
    if what == VERDICTS:
        fix += "; or name the format: --format csv for audit, and for everything else first `judgeaudit import csv FILE --out verdicts.jsonl`"
    return error(f"the {what} {said}, and its content shows no table, so its format is not known", where=str(path), fix=fix)


def _is_csv(start: Start) -> bool:
    """Whether a text begins as a table: names in its first line, and as many cells in the next one.

    Columns with tabs or semicolons between them, and UTF-16, too: the reader of CSV says what is wrong with them.
    """
    if start.head.startswith(_MARKS):
        return True
    if b"\0" in start.head:
        return False
    whole = start.text.rpartition("\n")[0] if len(start.head) == HEAD and "\n" in start.text else start.text
    return any(_begins_as_table(whole, separator) for separator in _SEPARATORS)


def _begins_as_table(text: str, separator: str) -> bool:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        first = list(islice((row for row in rows if any(row)), 2))
    except csv.Error:
        return False
    names = [name.strip() for name in first[0]] if first else []
    known = list(filter(None, names))
    if len(known) < 2 or len(set(known)) < len(known):
        return False
    return bool(_IDS & set(known)) or (len(first) == 2 and len(first[1]) == len(names))
