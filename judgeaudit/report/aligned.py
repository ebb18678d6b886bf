"""The rationales of one item side by side, one row for each reason: whose words say it, in which words, and what differs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from judgeaudit.report import fields, formats
from judgeaudit.report.marks import DIFFERENCES, cut_out, left_of, rest_of
from judgeaudit.report.pieces import Shown

MAX_COLUMNS = 20
"""Columns of one table; the style sheet has as many places. What is beyond stands below, as it was given."""
MAX_ROWS = 40


@dataclass(frozen=True, slots=True)
class Column:
    """One rationale, and the replicates that gave it word by word; `relabelled` where the names of the outputs were exchanged back."""

    judge: str
    label: str
    shown: Shown
    relabelled: bool
    replicates: tuple[int, ...]

    @property
    def text(self) -> str:
        return self.shown.text


@dataclass(frozen=True, slots=True)
class Said:
    """Where one rationale says a reason: `text[start:end]`; `end` 0 where it does so in words that cannot be found."""

    start: int
    end: int
    notes: tuple[tuple[int, int, str], ...] = ()


def aligned(alignment: dict[str, Any] | None, replies: list[dict[str, Any]]) -> dict[str, Any] | None:
    """One case's rationales as a table of reasons.

    Parameters
    ----------
    alignment : dict or None
        A row of the block `alignment`. Its offsets may be wrong: what does not stand in a reply's own rationale is not shown.
    replies : list of dict
        The replies of this case: judge, replicate, label, rationale (as given), whether it is relabelled.

    Returns
    -------
    dict or None
        None where nothing can be aligned; the replies are then shown as they are.
    """
    if alignment is None:
        return None
    columns, others = _columns(replies)
    found = [_row(row, columns, str(alignment.get("judge", ""))) for row in fields.rows(alignment, "rows")[:MAX_ROWS]]
    rows = [(about, _differing(cells, columns)) for about, cells in found if any(cells)]
    if not columns or not rows:
        return None
    kinds = {kind for _, cells in rows for cell in cells if cell for _, _, kind in cell.notes}
    judges = list(dict.fromkeys(column.judge for column in columns))
    every = [_covered([cells[place] for _, cells in rows]) for place in range(len(columns))]
    return {
        "columns": [_head(column) for column in columns],
        "judges": [(formats.judge_name(judge), sum(column.judge == judge for column in columns)) for judge in judges] if len(judges) > 1 else [],
        "rows": [_cells(number, about, cells, columns) for number, (about, cells) in enumerate(rows, start=1)],
        "rest": [rest_of(column.text, covered) for column, covered in zip(columns, every, strict=True)] if _has_rest(columns, every) else [],
        "n": sum(len(column.replicates) for column in columns),
        "kinds": [(kind, DIFFERENCES[kind]) for kind in DIFFERENCES if kind in kinds],
        "others": others,
    }


def _columns(replies: list[dict[str, Any]]) -> tuple[list[Column], list[dict[str, Any]]]:
    """Columns, equal rationales in one, and the replies that are in none."""
    grouped: dict[tuple[str, str, Shown, bool], list[int]] = {}
    seen: set[tuple[str, int]] = set()
    others = []
    for reply in replies:
        key = (reply["judge"], reply["label"], reply["said"], reply["relabelled"])
        replicate = fields.place(reply, "replicate")
        full = key not in grouped and len(grouped) >= MAX_COLUMNS
        if not reply["said"] or replicate is None or (reply["judge"], replicate) in seen or full:
            others.append(reply)
            continue
        seen.add((reply["judge"], replicate))
        grouped.setdefault(key, []).append(replicate)
    return [Column(*key, tuple(replicates)) for key, replicates in grouped.items()], others


def _row(row: dict[str, Any], columns: list[Column], judge: str) -> tuple[str, list[Said | None]]:
    """What a reason is about, and where each column says it."""
    given = {(fields.word(cell, "judge") or judge, fields.place(cell, "replicate")): cell for cell in fields.rows(row, "cells")}
    cells: list[Said | None] = []
    for column in columns:
        own = [given[column.judge, replicate] for replicate in column.replicates if (column.judge, replicate) in given]
        cells.append(_said(own[0], column.shown, fields.word(row, "about")) if own else None)
    return fields.word(row, "about"), cells


def _said(cell: dict[str, Any], shown: Shown, about: str) -> Said:
    """Where a reason stands in what is shown of its rationale: its first stretch there, where something within it is left out."""
    start, end = fields.place(cell, "start"), fields.place(cell, "end")
    parts = shown.parts(start, end) if start is not None and end is not None else []
    if not parts:
        return Said(0, 0)
    start, end = _own_line(shown.text, parts[0].first, parts[0].last, about)
    notes = [(fields.place(note, "start"), fields.place(note, "end"), fields.word(note, "kind")) for note in fields.rows(cell, "marks")]
    kept = [(first, last, kind) for first, last, kind in notes if first is not None and last is not None and kind in DIFFERENCES]
    placed = [(part.first, part.last, kind) for first, last, kind in kept for part in shown.parts(first, last)]
    within = [(max(first, start), min(last, end), kind) for first, last, kind in placed]
    return Said(start, end, tuple(sorted(note for note in within if note[0] < note[1])))


def _own_line(text: str, start: int, end: int, about: str) -> tuple[int, int]:
    """The whole line of a structured reason (`aspect (met): words "quote"`): its finding and its quote may be what differs."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    if not about or not text.startswith((f"{about} (", f"{about}:"), first):
        return start, end
    return first, last if last >= 0 else len(text)


def _differing(cells: list[Said | None], columns: list[Column]) -> list[Said | None]:
    """The cells without marks on words that every one of them has marked: nothing differs there."""
    said = [(cell, column.text) for cell, column in zip(cells, columns, strict=True) if cell and cell.end]
    marked = [{(text[first:last].casefold(), kind) for first, last, kind in cell.notes} for cell, text in said]
    if len(marked) < 2 or not (shared := set.intersection(*marked)):
        return cells
    kept = []
    for cell, column in zip(cells, columns, strict=True):
        notes = tuple(note for note in cell.notes if (column.text[note[0] : note[1]].casefold(), note[2]) not in shared) if cell else ()
        kept.append(replace(cell, notes=notes) if cell else None)
    return kept


def _head(column: Column) -> dict[str, Any]:
    many = len(column.replicates) > 1
    return {
        "judge": formats.judge_name(column.judge), "label": column.label, "relabelled": column.relabelled,
        "title": f"Replicate{'s' if many else ''} {', '.join(str(replicate) for replicate in column.replicates)}",
    }  # fmt: skip


def _cells(number: int, about: str, cells: list[Said | None], columns: list[Column]) -> dict[str, Any]:
    total = sum(len(column.replicates) for column in columns)
    said = sum(len(column.replicates) for column, cell in zip(columns, cells, strict=True) if cell)
    shown = [_words(cell, column.text) for cell, column in zip(cells, columns, strict=True)]
    return {"number": number, "about": formats.shorten(about, 160), "said": f"in {said} of {total}", "cells": shown}


def _words(cell: Said | None, text: str) -> Markup | None:
    """The words of a reason; empty where they cannot be found, None where it is not said."""
    return None if cell is None else cut_out(text, cell.start, cell.end, cell.notes)


def _covered(cells: list[Said | None]) -> list[tuple[int, int, int]]:
    """Where the rows stand in one rationale, each with its number."""
    return [(cell.start, cell.end, number) for number, cell in enumerate(cells, start=1) if cell and cell.end]


def _has_rest(columns: list[Column], every: list[list[tuple[int, int, int]]]) -> bool:
    """Whether any rationale has words that no row shows."""
    return any(any(character.isalnum() for character in left_of(column.text, covered)) for column, covered in zip(columns, every, strict=True))
