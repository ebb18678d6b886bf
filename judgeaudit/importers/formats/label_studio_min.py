"""Label Studio's JSON_MIN and CSV: one row for each annotation, with the task's data and the controls side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.entries import entries
from judgeaudit.importers.entry_values import label_text, mark, optional_identity, structure
from judgeaudit.importers.fields import any_text
from judgeaudit.importers.foreign import Reading
from judgeaudit.importers.item_texts import item_texts

_NO_ID = "tasks without an id are called by a digest of their data"
_OWN = ("annotator", "annotation_id")
_RESERVED = frozenset({*_OWN, "id", "item_id", "created_at", "updated_at", "lead_time", "agreement", "history"})
_DATA = frozenset(
    {"text", "image", "audio", "video", "html", "url", "title", "body", "input", "prompt", "question", "instruction", "query", "response", "answer",
     "output", "completion", "reference", "context", "document", "dialogue", "conversation", "source", "response_a", "response_b", "meta", "file"}
)  # fmt: skip
"""Usual names of a task's data, where a sorted header does not tell them from controls."""
_LONGEST = 100
"""Characters of a label; a longer text is data (ours)."""

Row = dict[str, Any]


def is_flat(names: Collection[str]) -> bool:
    """Whether a row has the columns that JSON_MIN and CSV write for every annotation."""
    return all(name in names for name in _OWN) and any(name in names for name in ("lead_time", "created_at", "updated_at"))


def task_name(ids: Mapping[str, Any], data: Row, where: str, reading: Reading) -> str:
    """The item that a task is: the first of its ids by kind that it has, else a digest of its data."""
    for kind in ids:
        if (found := optional_identity(ids, kind, where)) is not None:
            return reading.named("label_studio", kind, found, where)
    reading.note(_NO_ID)
    return reading.named("label_studio", "digest", mark(data, where), where)


def flat_rows(path: Path, reading: Reading, *, what: str) -> None:
    """Every annotation as gold; cancelled ones are not in these files.

    Raises
    ------
    VerdictsError
        Where no column can be told to be an annotator's.
    """
    controls = _controls(path, what)
    if not controls:
        raise VerdictsError("no column can be told to be what annotators filled in", where=str(path), fix="export as JSON, which says so")
    reading.note(f"what annotators filled in: {', '.join(controls)}; the file does not say which columns are, and the others are taken as the task's data")
    for where, row in entries(path, Reading(), what=what):
        data = {name: value for name, value in row.items() if name not in _RESERVED and name not in controls}
        item = task_name({"data.item_id": row.get("item_id"), "task id": row.get("id")}, data, where, reading)
        reading.item(item, **item_texts(data))
        labels = {name: label for name in controls if (label := _label(row.get(name), where, name)) is not None}
        for criterion, label in labels.items():
            reading.person(item, optional_identity(row, "annotator", where) or "annotator", label, criterion)
        if not labels:
            reading.skip("unscored", where)


def _controls(path: Path, what: str) -> list[str]:
    """Columns between `id` and `annotator`, where they stand in the order that Label Studio writes; else short texts and numbers."""
    placed: dict[str, None] = {}
    rest: dict[str, bool] = {}
    ordered = True
    for where, row in entries(path, Reading(), what=what):
        names = list(row)
        ordered = ordered and names != sorted(names)
        # Label Studio writes the data, the id, the controls; an id that comes first is the data's own
        if "annotator" in row and "id" in names[1:]:
            placed.update(dict.fromkeys(name for name in names[names.index("id") + 1 : names.index("annotator")] if name not in _RESERVED))
        for name in names:
            if name not in _RESERVED and name.casefold() not in _DATA and row[name] is not None:
                rest[name] = rest.get(name, True) and _is_label(row[name], where, name)
    return list(placed) if placed and ordered else [name for name, good in rest.items() if good]


def _is_label(value: Any, where: str, name: str) -> bool:
    label = _label(value, where, name)
    return label is not None and len(label) <= _LONGEST and "://" not in label and not label.startswith("/data/")


def _label(value: Any, where: str, name: str) -> str | None:
    """A cell as a label: a text or number, or the choices of `{"choices": [...]}`; None for marked regions and for nothing."""
    value = structure(value, where)
    chosen = value.get("choices") if isinstance(value, dict) else value
    if isinstance(chosen, list):
        if len(chosen) != 1:
            return any_text(chosen) if chosen and all(isinstance(one, str) for one in chosen) else None
        chosen = chosen[0]
    return None if isinstance(chosen, (list, dict)) else label_text(chosen, where, name)
