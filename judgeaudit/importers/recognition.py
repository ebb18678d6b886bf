"""In which format a file is, and which files of a folder hold verdicts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from judgeaudit.errors import OptionError, VerdictsError
from judgeaudit.importers import IMPORTERS
from judgeaudit.importers.foreign import Reading, Start, start_of
from judgeaudit.importers.packed import is_packed, unpacked
from judgeaudit.importers.problems import nearest
from judgeaudit.importers.table_kinds import column_names, is_workbook, table_kind
from judgeaudit.importers.verdict_files import parquet_names, parts_in, read_folder

OWN = frozenset({"item_id", "judge"})
"""Columns by which a file is known to be in the interchange format, whatever else it may look like."""
AUTO = "auto"
UNKNOWN = "in no format that is known"
MOST_FILES = 100_000
"""Files of a folder that are looked at."""


def check_format(name: str) -> None:
    """OptionError for a name that is no format."""
    if name != AUTO and name not in IMPORTERS:
        near = nearest(name, IMPORTERS)
        raise OptionError(f"{name!r} is no format", where="format", fix=f"did you mean {near!r}?" if near else f"one of {AUTO}, {', '.join(IMPORTERS)}")


def title_of(name: str) -> str:
    """A format as people call it."""
    return str(getattr(module_of(name), "TITLE", name)) if is_log_format(name) else name


def is_log_format(name: str) -> bool:
    """Whether a format is another framework's, and no table."""
    return ".formats." in IMPORTERS[name]


def module_of(name: str) -> Any:
    """The module that reads a format."""
    return import_module(IMPORTERS[name].partition(":")[0])


def recognised(start: Start) -> str | None:
    """The foreign format of a file by its content; None for a table with columns of its own."""
    if _is_own(start):
        return None
    return next((name for name in IMPORTERS if is_log_format(name) and module_of(name).recognise(start)), None)


def _is_own(start: Start) -> bool:
    return start.keys >= OWN or set(start.header) >= OWN


def is_foreign(path: Path) -> bool:
    """Whether `imported.read_files` must read this: a log of another framework, a file that is packed, or a folder with such files and without Parquet parts."""
    if path.is_dir():
        return not parts_in(path) and any(_unread(one) != UNKNOWN for one in _files_in(path))
    return path.is_file() and (is_packed(path) or recognised(start_of(path)) is not None)


def format_of(path: Path, format: str, *, mapped: bool) -> str:
    """The format of a file: the one that is named, else by content. Where columns are named it is a table."""
    if format != AUTO:
        return format
    if path.is_dir():
        return "parquet"
    start = start_of(path)
    found = None if mapped else recognised(start)
    return found or table_kind(start)


def files_of(paths: Sequence[Path], reading: Reading, *, every: bool) -> list[Path]:
    """Files, and in place of each folder without Parquet parts the files in it that hold verdicts; the others are counted as unread.

    Parameters
    ----------
    every : bool
        The format or columns are named: every file of a folder is to be read so.

    Raises
    ------
    VerdictsError
        For a folder in which nothing is known, or only workbooks that cannot be read.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir() or parts_in(path):
            found.append(path)
            continue
        inside = _files_in(path)
        unread = {} if every else {one: why for one in inside if (why := _unread(one)) is not None}
        known = [one for one in inside if one not in unread]
        if not known:
            if (trouble := next((why for why in unread.values() if isinstance(why, VerdictsError)), None)) is not None:
                raise trouble
            read_folder(path)  # says what a folder may hold
        for one, why in unread.items():
            reading.skip("unread", f"{one}: {why.what if isinstance(why, VerdictsError) else why}")
        found += known
    return found


def _files_in(folder: Path) -> list[Path]:
    """Plain files of a folder and those below it, without hidden ones; links to folders are not followed."""
    found: list[Path] = []
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        found += [path for name in sorted(names) if not name.startswith((".", "_")) and (path := Path(base, name)).is_file()]
        if len(found) > MOST_FILES:
            raise VerdictsError(f"the folder holds more than {MOST_FILES:,} files", where=str(folder), fix="name the files, or a folder with fewer")
    return found


def _unread(path: Path) -> VerdictsError | str | None:
    """None for a file of a folder that is a log, or a table with columns that have our names; else why it is not read."""
    workbook = False
    try:
        with unpacked(path) as plain:
            start = start_of(plain)
            workbook = is_workbook(start)
            names = parquet_names(plain) if start.head.startswith(b"PAR1") else column_names(start) if workbook else ()
            known = set(names) >= OWN or (not names and (recognised(start) is not None or _is_own(start)))
    except (OSError, VerdictsError) as trouble:
        return trouble if workbook and isinstance(trouble, VerdictsError) else UNKNOWN
    return None if known else UNKNOWN
