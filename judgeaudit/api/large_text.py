"""Tables in CSV or JSONL that are too large to hold: written as Parquet in a temporary folder, and counted from there."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit import thresholds
from judgeaudit.api.large import Engine, Large
from judgeaudit.api.source import Reading
from judgeaudit.api.table_findings import noticed_findings, unread_texts
from judgeaudit.domain.results import Finding
from judgeaudit.errors import JudgeAuditError

if TYPE_CHECKING:
    from judgeaudit.importers.text_parts import Converted


@contextmanager
def large_text(table: Any, reading: Reading, engine: Engine | None) -> Iterator[Large | None]:
    """A text table that is to be counted rather than held, as Parquet for as long as it is needed; None for anything else, and without an engine.

    Raises
    ------
    VerdictsError
        As reading it whole would.
    """
    from judgeaudit.importers.packed import unpacked

    if engine is None or engine.name is not None or not isinstance(table, (str, Path)) or not Path(table).is_file():
        yield None
        return
    with unpacked(Path(table)) as path:
        kind = _kind_of(path, reading)
        if kind is None or not _is_large(path):
            yield None
            return
        with tempfile.TemporaryDirectory(prefix="judgeaudit-") as folder:
            yield _converted(path, Path(folder, "verdicts.parquet"), kind, reading, engine, str(table))


def _converted(path: Path, target: Path, kind: str, reading: Reading, engine: Engine, source: str) -> Large:
    from judgeaudit.importers.columns import columns_of
    from judgeaudit.importers.parquet_parts import parts_of
    from judgeaudit.importers.text_parts import parquet_of_text

    columns = columns_of(reading.columns, reading.fixed, wide=reading.format == "wide")
    done = parquet_of_text(path, target, kind=kind, columns=columns, as_table=bool(reading))
    parts = tuple(replace(one, name=source) for one in parts_of(str(target)))
    return Large(parts, engine, source, _findings(done, source))


def _findings(done: Converted, source: str) -> tuple[Finding, ...]:
    from judgeaudit.tables.ratings import rows_said

    text = f"{source} was read a piece at a time and counted: {rows_said(done.statuses)}. What is left out of smaller tables as copies is refused in one of this size."
    found = [Finding(severity="note", text=text)]
    if done.empty:
        places = ", ".join(done.empty_places) + (", ..." if done.empty > len(done.empty_places) else "")
        found.append(Finding(severity="warning", text=f"left out while reading: {done.empty:,} unscored ({places})"))
    found += [*noticed_findings(done.noticed), *unread_texts(done.texts)]
    return tuple(found)


def _kind_of(path: Path, reading: Reading) -> str | None:
    """How a text table is written; None for what is none: a log of another framework, a workbook, Parquet, a JSON document."""
    from judgeaudit.importers.foreign import start_of
    from judgeaudit.importers.recognition import format_of
    from judgeaudit.importers.table_kinds import table_kind
    from judgeaudit.importers.text_parts import KINDS

    try:
        name = format_of(path, reading.format, mapped=bool(reading.columns or reading.fixed))
        kind = table_kind(start_of(path)) if name == "wide" else name
    except JudgeAuditError:  # said where it is read
        return None
    return kind if kind in KINDS else None


def _is_large(path: Path) -> bool:
    from judgeaudit.importers.text_scan import more_lines_than

    size = path.stat().st_size
    return size > thresholds.MOST_HELD_BYTES or (size > 2 * thresholds.MOST_HELD_ROWS and more_lines_than(path, thresholds.MOST_HELD_ROWS))
