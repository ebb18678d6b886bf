"""Gold labels: what people said about the items."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.rubric import Criterion, Rubric
from judgeaudit.errors import GoldError
from judgeaudit.importers.cells import id_cell, optional_cell
from judgeaudit.importers.problems import Problem, RowProblem, nearest, raise_problems, shorten
from judgeaudit.importers.records import Records, read_records, require_columns

if TYPE_CHECKING:
    import pandas as pd

REQUIRED = ("item_id", "annotator", "label")
_ALSO_CALLED: dict[str, tuple[str, ...]] = {
    "item_id": ("id", "item", "sample_id", "uid"),
    "annotator": ("rater", "user", "worker", "labeler", "labeller", "coder", "annotator_id"),
    "label": ("gold", "gold_label", "verdict", "rating", "score", "value", "answer"),
    "criterion": ("criteria", "question", "dimension", "metric"),
}


def read_gold(path: Path, rubric: Rubric) -> tuple[GoldLabel, ...]:
    """The gold labels of a JSONL, CSV, Parquet or JSON file, matched to the rubric's scales.

    Parameters
    ----------
    path : Path
        Columns `item_id`, `annotator`, `label`, and `criterion` where the rubric has several.
    rubric : Rubric

    Returns
    -------
    tuple of GoldLabel
        In the order of the file; labels as the scale declares them, whatever their case and the blanks around them. An empty
        label is an abstention. Several labels of one annotator, and items that nobody judged, are kept: analyses say them.

    Raises
    ------
    GoldError
        With file, row, label and the labels that are allowed; up to five rows are listed. Also for pairs with a column `order` that
        says that some were shown turned around: labels name responses, never slots.
    """
    return _labels(read_records(path, error=GoldError, what="gold file"), rubric)


def gold_from_frame(frame: pd.DataFrame, rubric: Rubric) -> tuple[GoldLabel, ...]:
    """The same of a data frame; rows are counted from 1."""
    from judgeaudit.importers.frames import records_of_frame

    return _labels(records_of_frame(frame, error=GoldError, wanted=(*REQUIRED, "criterion", "order")), rubric)


def gold_texts(path: Path) -> tuple[str, ...]:
    """The labels of a gold file as they are written, before there is a scale to match them to; without abstentions."""
    return _texts(read_records(path, error=GoldError, what="gold file"))


def frame_texts(frame: pd.DataFrame) -> tuple[str, ...]:
    """The same of a data frame."""
    from judgeaudit.importers.frames import records_of_frame

    return _texts(records_of_frame(frame, error=GoldError, wanted=(*REQUIRED, "criterion")))


def _texts(records: Records) -> tuple[str, ...]:
    return tuple(text for text in _column(records, "label") if text)


def _column(records: Records, name: str) -> list[str]:
    """The texts of a column, in rows that have it; "" where there is none."""
    texts: list[str] = []
    problems: list[Problem] = []
    for number, row in records.rows:
        try:
            texts += [(optional_cell(row, name) or "").strip()] if name in row else []
        except RowProblem as problem:
            problems.append(Problem(records.where(number), problem.what, problem.fix))
    raise_problems(GoldError, problems, where=records.source)
    return texts


def _labels(records: Records, rubric: Rubric) -> tuple[GoldLabel, ...]:
    where = records.where(1) if records.kind == "csv" else records.source
    if not records.rows:
        raise GoldError("the file holds no gold labels", where=records.source, fix=f"add rows with {', '.join(REQUIRED)}")
    several = len(rubric.criteria) > 1
    required = (*REQUIRED, "criterion") if several else REQUIRED
    hint = f"add the column 'criterion'; the rubric asks {', '.join(c.name for c in rubric.criteria)}" if several and "criterion" not in records.columns else ""
    hint = hint if all(name in records.columns for name in REQUIRED) else ""
    require_columns(records.columns, required, where=where, error=GoldError, also_called=_ALSO_CALLED, hint=hint)
    labels: list[GoldLabel] = []
    declared: dict[tuple[str, str], str] = {}
    problems: list[Problem] = []
    if rubric.mode == "pairwise" and "order" in records.columns:
        _check_order(records)
    for number, row in records.rows:
        try:
            labels.append(_label(row, rubric, declared))
        except RowProblem as problem:
            problems.append(Problem(records.where(number), problem.what, problem.fix))
    raise_problems(GoldError, problems, where=records.source)
    return tuple(labels)


def _check_order(records: Records) -> None:
    """Gold of pairs shown in more than one order: whether its labels name responses or slots cannot be seen, and half of them would be turned around."""
    orders = sorted(set(filter(None, _column(records, "order"))))
    if len(orders) > 1 or orders == ["ba"]:
        raise GoldError(
            f"gold has a column 'order' with {', '.join(shorten(order) for order in orders[:5])}, and it is not read",
            where=records.source,
            fix="write labels that name the responses of the items file, whichever was shown first, and drop or rename the column",
        )


def _label(row: Mapping[str, Any], rubric: Rubric, declared: dict[tuple[str, str], str]) -> GoldLabel:
    """The label of one row; `declared` keeps what was found for each text, of which there are few."""
    item_id = id_cell(row, "item_id")
    annotator = (optional_cell(row, "annotator") or "").strip()
    if not annotator:
        raise RowProblem("annotator is empty", "name who gave the label; any word will do where it was one person")
    criterion = _criterion(row, rubric)
    if "label" not in row:
        raise RowProblem("label is missing", 'add label; "" where the annotator abstained')
    text = (optional_cell(row, "label") or "").strip()
    if not text:
        return GoldLabel(item_id=item_id, annotator=annotator, label="", criterion=criterion.name, status="abstained")
    key = criterion.name, text
    if key not in declared:
        declared[key] = _on_scale(text, criterion)
    return GoldLabel(item_id=item_id, annotator=annotator, label=declared[key], criterion=criterion.name)


def _criterion(row: Mapping[str, Any], rubric: Rubric) -> Criterion:
    name = (optional_cell(row, "criterion") or "").strip()
    if not name and len(rubric.criteria) == 1:
        return rubric.criteria[0]
    names = [criterion.name for criterion in rubric.criteria]
    if not name:
        raise RowProblem("criterion is empty", f"one of {', '.join(names)}")
    found = next((c for c in rubric.criteria if c.name.strip() == name), None)
    if found is not None:
        return found
    near = nearest(name, names)
    raise RowProblem(f"the rubric has no criterion {shorten(name)}", f"write {near}" if near else f"one of {', '.join(names)}")


def _on_scale(text: str, criterion: Criterion) -> str:
    scale = criterion.scale
    if scale.level == "interval":
        if scale.code(text) is not None:
            return text
    elif (declared := scale.find(text)) is not None:
        return declared
    raise RowProblem(
        f"the label {shorten(text)} is not on the scale of {criterion.name!r}", f"use {scale.describe()}; leave the cell empty where the annotator abstained"
    )
