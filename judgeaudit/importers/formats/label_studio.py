"""Label Studio exports: annotations of people are gold, predictions are a model's verdicts. JSON, and JSON_MIN or CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from judgeaudit.importers.entries import entries
from judgeaudit.importers.entry_values import as_number, identity, inner_mapping, is_number, moment, objects, optional_identity
from judgeaudit.importers.fields import any_text, listing, text
from judgeaudit.importers.foreign import Reading, Start
from judgeaudit.importers.formats.label_studio_min import flat_rows, is_flat, task_name
from judgeaudit.importers.item_texts import item_texts

TITLE = "Label Studio export (JSON, JSON_MIN, CSV)"
WHAT = "Label Studio export"

_SIDES = {"left": "response_a", "right": "response_b"}
_NO_MODEL = "predictions without a model_version are verdicts of the judge 'prediction'"
_SEVERAL = "several choices in one answer are one label: the list of them"

Row = dict[str, Any]


def recognise(start: Start) -> bool:
    """Whether entries are tasks with annotations or predictions, or one row for each annotation."""
    keys = start.keys
    annotated = not keys.isdisjoint(("annotations", "completions", "predictions"))
    return (annotated and ("data" in keys or '"from_name"' in start.text)) or is_flat(keys) or is_flat(start.header)


def read(path: Path, reading: Reading) -> Iterator[Row]:
    """Each prediction; what people chose is gold, and what they cancelled or only drafted is left out.

    Notes
    -----
    The item is the task: `data.item_id` where there is one, else the task's id. The criterion is the control's name (`from_name`). Text that was
    written beside choices is a comment: a prediction's rationale; where it stands alone it is the label.
    """
    flat: bool | None = None
    for where, task in entries(path, reading, what=WHAT, wraps=("tasks",)):
        flat = is_flat(task) if flat is None else flat
        if flat:
            break
        yield from _task(task, where, reading)
    if flat:
        flat_rows(path, reading, what=WHAT)


def _task(task: Row, where: str, reading: Reading) -> Iterator[Row]:
    data = inner_mapping(task, "data", where)
    item = task_name({"data.item_id": data.get("item_id"), "task id": task.get("id"), "data.id": data.get("id")}, data, where, reading)
    reading.item(item, **item_texts(data))
    for name in ("annotations", "completions"):
        for n, annotation in enumerate(objects(task, name, where), 1):
            _annotation(annotation, item, f"{where}: {name} {n}", reading)
    for n in range(1, len(listing(task.get("drafts"), where, "drafts")) + 1):
        reading.skip("draft", f"{where}: drafts {n}")
    for n, prediction in enumerate(objects(task, "predictions", where), 1):
        yield from _prediction(prediction, item, f"{where}: predictions {n}", reading)


def _annotation(annotation: Row, item: str, where: str, reading: Reading) -> None:
    if any(text(annotation.get(name), where, name) in ("true", "True", "1") for name in ("was_cancelled", "skipped")):
        reading.skip("cancelled", where)
        return
    answers, comments = _answers(annotation, where, reading)
    labels = {name: _label(values, where, reading) for name, values in answers.items()} or comments
    annotator = _annotator(annotation, where)
    for criterion, label in labels.items():
        reading.person(item, annotator, label, criterion)
    if not labels:
        reading.skip("unscored", where)


def _annotator(annotation: Row, where: str) -> str:
    """Who annotated: an e-mail address, else an id. Exports have a number, a text, or an object here."""
    who = annotation.get("completed_by")
    if isinstance(who, dict):
        return next((found for name in ("email", "id", "username") if (found := optional_identity(who, name, where))), "annotator")
    return optional_identity(annotation, "completed_by", where) or "annotator"


def _prediction(prediction: Row, item: str, where: str, reading: Reading) -> Iterator[Row]:
    answers, comments = _answers(prediction, where, reading)
    judge = optional_identity(prediction, "model_version", where)
    if judge is None:
        reading.note(_NO_MODEL)
    row: Row = {"item_id": item, "judge": judge or "prediction", "status": "ok", "created_at": moment(prediction, "created_at", where), "where": where}
    sure = as_number(prediction.get("score"))
    if sure is not None and 0 <= sure <= 1:
        row["confidence"] = sure
    if not answers:
        for criterion, label in comments.items():
            yield row | {"criterion": criterion, "label": label}
        if not comments:
            reading.skip("unscored", where)
        return
    row["rationale"] = "\n".join(comments.values()) or None
    for criterion, values in answers.items():
        score = as_number(values[0]) if len(values) == 1 and is_number(values[0]) else None
        yield row | {"criterion": criterion} | ({"label": _label(values, where, reading)} if score is None else {"score": score})


def _answers(given: Row, where: str, reading: Reading) -> tuple[dict[str, list[Any]], dict[str, str]]:
    """Values by control, and texts by control. Marked regions are neither: they are counted as not judged."""
    answers: dict[str, list[Any]] = {}
    comments: dict[str, list[str]] = {}
    for one in objects(given, "result", where):
        kind = (text(one.get("type"), where, "type") or "").casefold()
        name = optional_identity(one, "from_name", where) or identity({"type": kind}, "type", where)
        value = inner_mapping(one, "value", where)
        if kind == "textarea":
            comments.setdefault(name, []).extend(any_text(part) or "" for part in _list(value.get("text")))
        elif (found := _values(kind, value)) is None:
            reading.skip("not_judged", f"{where} ({name})")
        elif found:
            answers.setdefault(name, []).extend(found)
    return answers, {name: joined for name, parts in comments.items() if (joined := "\n".join(parts).strip())}


def _values(kind: str, value: Mapping[str, Any]) -> list[Any] | None:
    """What a control holds; None for one that holds no label of the whole item."""
    if kind in ("choices", "rating", "number", "datetime"):
        return [one for one in _list(value.get(kind)) if one is not None and not isinstance(one, (list, dict)) and str(one).strip()]
    if kind == "taxonomy":
        paths = (" / ".join(any_text(part) or "" for part in _list(path)) for path in _list(value.get(kind)))
        return [path for path in paths if path.strip()]
    if kind == "pairwise":
        side = any_text(value.get("selected"))
        return [_SIDES.get(side, side)] if side and side.strip() else []
    return None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _label(values: list[Any], where: str, reading: Reading) -> str:
    if len(values) == 1:
        return text(values[0], where, "value") or ""
    reading.note(_SEVERAL)
    return any_text(values) or ""
