"""The rationales of a flagged item side by side: which reasons of several replicates are about the same thing, and what differs in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationales.reading import Reading, StatedReason
from judgeaudit.text.polarity import polarity
from judgeaudit.text.quantities import Quantity
from judgeaudit.text.quantity_match import compare_quantities
from judgeaudit.text.quotes import find_quotes

NEAR = 0.55
"""Similarity of two reasons (cosine, or shared content words) from which they stand in one row of the display (ours); no number rests on it."""

_MOST_ROWS, _MOST_ABOUT = 40, 90


@dataclass(frozen=True)
class Column:
    """One rationale of an aligned case."""

    judge: str
    replicate: int
    reading: Reading


@dataclass
class _Row:
    """Reasons about one thing, at most one of each column."""

    members: dict[int, tuple[StatedReason, NDArray[np.float32] | None]] = field(default_factory=dict)


def align(data: AnalysisInput, flagged: Sequence[tuple[str, str, str, Sequence[Column]]]) -> list[dict[str, Any]]:
    """Rows of reasons for flagged items.

    Parameters
    ----------
    data : AnalysisInput
        Its `embed` finds reasons that share no words; without it words must do.
    flagged : sequence of (judge or "a|b", criterion, item, columns)
        The first `thresholds.MAX_ALIGNED_CASES` are aligned.

    Returns
    -------
    list of dict
        As the page reads them: `columns` names the rationales, each row has a cell or None for each of them. Offsets are those of the
        rationale as it is embedded; a reason that stands nowhere in it carries its words in `text`. Empty where no texts are embedded:
        offsets would point into nothing, and what is left are words of rationales.
    """
    if not data.texts:
        return []
    chosen = flagged[: thresholds.MAX_ALIGNED_CASES]
    vectors = _vectors(data, chosen)
    return [
        {
            "judge": judge, "criterion": criterion, "item_id": item, "columns": [{"judge": c.judge, "replicate": c.replicate} for c in columns],
            "rows": [_as_dict(row, columns) for row in _rows(columns, vectors)],
        }
        for judge, criterion, item, columns in chosen
    ]  # fmt: skip


def _vectors(data: AnalysisInput, flagged: Sequence[tuple[str, str, str, Sequence[Column]]]) -> dict[str, NDArray[np.float32]]:
    if data.embed is None:
        return {}
    texts = {reason.core for *_, columns in flagged for column in columns for reason in column.reading.reasons if reason.core.strip()}
    names = sorted(texts)
    return dict(zip(names, data.embed(names), strict=True)) if names else {}


def _rows(columns: Sequence[Column], vectors: dict[str, NDArray[np.float32]]) -> list[_Row]:
    """Greedy: each reason joins the row that it is nearest to and that has nothing of its column yet, else it opens one."""
    rows: list[_Row] = []
    for number, column in enumerate(columns):
        for reason in column.reading.reasons:
            vector = vectors.get(reason.core)
            free = [(row, near) for row in rows if number not in row.members and (near := _nearness(row, reason, vector)) >= NEAR]
            if free:
                best = max(free, key=lambda one: one[1])[0]
                best.members[number] = (reason, vector)
            elif len(rows) < _MOST_ROWS:
                rows.append(_Row({number: (reason, vector)}))
    return sorted(rows, key=lambda row: -len(row.members))


def _nearness(row: _Row, reason: StatedReason, vector: NDArray[np.float32] | None) -> float:
    best = 0.0
    for other, its in row.members.values():
        if reason.aspect and other.aspect:
            best = max(best, 2.0 if reason.aspect.casefold() == other.aspect.casefold() else 0.0)
            continue
        both = reason.words & other.words
        # Reasons of small words only ('It is so.') have none that count.
        alike = bool(both) and (len(both) > 1 or reason.words == other.words)
        shared = 2 * len(both) / (len(reason.words) + len(other.words)) if alike else float(reason.core == other.core)
        cosine = float(vector @ its) if vector is not None and its is not None else 0.0
        best = max(best, shared, cosine)
    return best


def _as_dict(row: _Row, columns: Sequence[Column]) -> dict[str, Any]:
    reasons = {number: reason for number, (reason, _) in row.members.items()}
    cells = [_cell(number, column, reasons) if number in reasons else None for number, column in enumerate(columns)]
    first = min(reasons.values(), key=lambda reason: (not reason.aspect, len(reason.core)))
    about = " ".join((first.aspect or first.core).split())
    return {"about": about if len(about) <= _MOST_ABOUT else about[:_MOST_ABOUT].rstrip() + " ...", "cells": cells}


def _cell(number: int, column: Column, reasons: dict[int, StatedReason]) -> dict[str, Any]:
    reason = reasons[number]
    cell: dict[str, Any] = {"judge": column.judge, "replicate": column.replicate, "start": 0, "end": 0, "marks": []}
    if not 0 <= reason.start < thresholds.MAX_TEXT:
        return {**cell, "text": reason.core}
    end = min(reason.end, thresholds.MAX_TEXT)
    others = [other for place, other in reasons.items() if place != number]
    found = {(start, stop, kind) for start, stop, kind in _marks(reason, others, column.reading.text, len(reasons)) if 0 <= start < stop <= thresholds.MAX_TEXT}
    marks = [{"start": start, "end": stop, "kind": kind} for start, stop, kind in sorted(found)]
    return {**cell, "start": reason.start, "end": end, "marks": marks}


def _marks(reason: StatedReason, others: Sequence[StatedReason], text: str, n: int) -> Iterator[tuple[int, int, str]]:
    """What of a reason differs from the others of its row."""
    at = reason.start
    for quantity in _disagreeing(reason.quantities, others):
        yield at + quantity.start, at + quantity.end, "number"
    if reason.sign and any(other.sign == -reason.sign for other in others):
        said = polarity(reason.text)
        for cue in said.cues:
            if cue.sign == said.sign:
                yield at + cue.start, at + cue.end, "polarity"
        finding = _before(text, at, "(met)", "(unmet)")
        if finding is not None:
            yield finding[0] + 1, finding[1] - 1, "polarity"
    line_end = text.find("\n", reason.end)
    stop = reason.end if not reason.aspect else line_end if line_end >= 0 else len(text)  # the quote of a structured reason follows its words
    for quote in find_quotes(text[at:stop]):
        if others and not all(quote.text.casefold() in other.text.casefold() for other in others):
            yield at + quote.start, at + quote.end, "quote"
    if reason.aspect and n < 2:
        named = _before(text, at, reason.aspect)
        if named is not None:
            yield *named, "criteria"


def _disagreeing(quantities: Sequence[Quantity], others: Sequence[StatedReason]) -> Iterator[Quantity]:
    for other in others:
        if quantities and other.quantities:
            for mine, _ in compare_quantities(quantities, other.quantities).disagreeing:
                yield mine


def _before(text: str, at: int, *words: str) -> tuple[int, int] | None:
    """Where one of some words stands in the line before a place, the last occurrence."""
    line = text.rfind("\n", 0, at) + 1
    places = [(place, place + len(word)) for word in words if (place := text.rfind(word, max(line, at - 400), at)) >= 0]
    return max(places, default=None)
