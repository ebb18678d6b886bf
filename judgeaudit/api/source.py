"""Where verdicts come from: a file in our format or another framework's log, a folder of parts, a data frame of any library."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.results import Finding
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import GoldError

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.importers.imported import Imported


@dataclass(frozen=True)
class Reading:
    """How a table is read: its format by name, which of its columns are ours (`label`: "grade"), and values that every row has. `repeats`: rows that
    nothing tells from copies are repeats."""

    format: str = "auto"
    columns: Mapping[str, str] | Sequence[str] = ()
    fixed: Mapping[str, str] | Sequence[str] = ()
    repeats: bool = False

    def __bool__(self) -> bool:
        return self.format != "auto" or bool(self.columns) or bool(self.fixed)


BY_CONTENT = Reading()


@dataclass(frozen=True)
class Source:
    """Verdicts, with what else the same files hold: labels by people, and texts of items (both as rows of such files)."""

    table: pa.Table
    gold: tuple[Mapping[str, Any], ...] = ()
    items: tuple[Mapping[str, Any], ...] = ()
    findings: tuple[Finding, ...] = ()

    def gold_frame(self) -> Any:
        """The labels by people as a data frame; None where there are none."""
        if not self.gold:
            return None
        import pandas as pd

        frame = pd.DataFrame(list(self.gold), dtype=object)
        return frame if frame["criterion"].notna().any() else frame.drop(columns="criterion")

    def labels(self, rubric: Rubric) -> Sequence[GoldLabel] | None:
        """The labels by people on the scales of a rubric; None where there are none.

        Raises
        ------
        GoldError
            For a label off the scale, with its item and who gave it: it has no row in a log.
        """
        from judgeaudit.importers.gold import gold_from_frame

        if not self.gold:
            return None
        try:
            return gold_from_frame(self.gold_frame(), rubric)
        except GoldError as trouble:
            what, where = (re.sub(r"data frame: row (\d+)", lambda row: self._place(int(row[1])), text or "") for text in (trouble.what, trouble.where))
            fix = "name a rubric with a scale that holds what judge and people say (--rubric), or labels on the judge's scale in a file of their own (--gold)"
            raise GoldError(what, where=where.replace("data frame", "labels by people"), fix=fix) from None

    def _place(self, row: int) -> str:
        one = self.gold[row - 1]
        return f"the label of {one['annotator']!r} for item {one['item_id']!r}"

    def items_of(self, rubric: Rubric) -> tuple[Item, ...]:
        """The items whose input and response are both known: where one is missing, a quote could be from there."""
        from judgeaudit.importers.assume import known_mode
        from judgeaudit.importers.items import items_of_rows

        return items_of_rows(self.items, known_mode(rubric))


def source_of(table: Any, criterion: str | None, reading: Reading = Reading()) -> Source:
    """The verdicts of whatever was given to `audit` that is no run directory.

    Raises
    ------
    JudgeAuditError
        For what cannot be read.
    """
    if isinstance(table, (str, Path)):
        return _of_path(Path(table), criterion, reading)
    return _of_frame(table, criterion, reading)


def _of_frame(table: Any, criterion: str | None, reading: Reading) -> Source:
    from judgeaudit.importers import foreign, interchange
    from judgeaudit.importers.columns import columns_of
    from judgeaudit.importers.frames import arrow_of_any
    from judgeaudit.importers.table_texts import texts_in, with_answers
    from judgeaudit.importers.tabular import named, verdict_rows

    columns = columns_of(reading.columns, reading.fixed, wide=reading.format == "wide")
    frame = arrow_of_any(table)
    if not columns and not texts_in(getattr(frame, "column_names", getattr(frame, "columns", ()))):
        return Source(interchange.table_from_frame(frame, criterion=criterion, drop_copies=True, repeats=reading.repeats))
    found = foreign.Reading()
    raw = with_answers(named(verdict_rows(frame, columns), columns)[0], found)
    verdicts = interchange.table_of([raw], criterion, raw.source, drop_copies=True, repeats=reading.repeats)
    return Source(verdicts, items=tuple(found.items.values()), findings=_notes(found.notes))


def _of_path(path: Path, criterion: str | None, reading: Reading) -> Source:
    from judgeaudit.importers.columns import columns_of
    from judgeaudit.importers.imported import judged, read_files
    from judgeaudit.importers.interchange import read_verdicts
    from judgeaudit.importers.recognition import is_foreign
    from judgeaudit.importers.table_texts import has_texts

    if not reading and not is_foreign(path) and not has_texts(path):
        return Source(read_verdicts(path, criterion=criterion, drop_copies=True, repeats=reading.repeats))
    columns = columns_of(reading.columns, reading.fixed, wide=reading.format == "wide")
    found = judged(read_files([path], format=reading.format, columns=columns, criterion=criterion, drop_copies=True, repeats=reading.repeats))
    return Source(found.table, found.gold, found.items, read_findings(found))


def read_findings(found: Imported) -> tuple[Finding, ...]:
    """What a reader must know of how foreign files were read."""
    said = [Finding(severity="note", text=f"{one.path} was read as {one.title}: {one.said}") for one in found.files]
    if found.skipped:
        text = f"left out while reading: {'; '.join(skipped_lines(found))}"
        said.append(Finding(severity="warning" if set(found.skipped) - {"not_judged", "overridden"} else "note", text=text))
    return (*said, *_notes(found.notes))


def _notes(notes: Mapping[str, int]) -> tuple[Finding, ...]:
    return tuple(Finding(severity="note", text=f"{sentence} ({times:,} times)" if times > 1 else sentence) for sentence, times in notes.items())


def skipped_lines(found: Imported) -> list[str]:
    """Each word with its number and the first places: "2 unscored (log.eval: samples/q3_epoch_2.json, ...)"."""
    lines = []
    for word, times in found.skipped.items():
        named = found.examples.get(word, ())
        more = ", ..." if times > len(named) else ""
        lines.append(f"{times:,} {word.replace('_', ' ')} ({', '.join(named)}{more})")
    return lines
