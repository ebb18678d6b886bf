"""Ids of several kinds in one export: two items never become one because a number of the one is a name of the other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import judgeaudit
from judgeaudit.errors import GoldError, VerdictsError
from judgeaudit.importers.imported import read_files


def task(label: str, **ids: Any) -> dict[str, Any]:
    """A task of Label Studio with one prediction; `item_id` and `data_id` stand in its data."""
    data = {"text": f"text of {ids}"} | ({"item_id": ids["item_id"]} if "item_id" in ids else {}) | ({"id": ids["data_id"]} if "data_id" in ids else {})
    result = [{"from_name": "quality", "to_name": "text", "type": "choices", "value": {"choices": [label]}}]
    return {"data": data, "annotations": [], "predictions": [{"model_version": "m", "result": result}]} | ({"id": ids["id"]} if "id" in ids else {})


def written(path: Path, document: Any) -> Path:
    path.write_text(json.dumps(document) if path.suffix == ".json" else "".join(json.dumps(one) + "\n" for one in document), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "ids",
    [
        ({"id": 1, "item_id": "2"}, {"id": 2}),
        ({"id": 2}, {"id": 1, "item_id": "2"}),
        ({"id": 2}, {"data_id": 2}),
    ],
)  # fmt: skip
def test_a_task_whose_number_is_the_name_of_another_is_said(tmp_path: Path, ids: tuple[dict[str, Any], ...]) -> None:
    path = written(tmp_path / "tasks.json", [task(label, **one) for label, one in zip(("good", "bad"), ids, strict=True)])
    with pytest.raises(VerdictsError, match=r"'2' is the .* of one item and the .* of another") as trouble:
        read_files([path], format="label_studio")
    assert "tasks.json: entry 2" in str(trouble.value.where)
    assert trouble.value.fix


def test_ids_of_several_kinds_that_never_meet_are_read(tmp_path: Path) -> None:
    path = written(tmp_path / "tasks.json", [task("good", id=1, item_id="2"), task("bad", id=3), task("good", id=2, item_id="1")])
    assert read_files([path]).table["item_id"].to_pylist() == ["2", "3", "1"]


def test_kinds_are_held_apart_from_file_to_file_too(tmp_path: Path) -> None:
    files = [written(tmp_path / f"{n}.json", [task("good", **ids)]) for n, ids in enumerate(({"id": 1, "item_id": "2"}, {"id": 2}))]
    with pytest.raises(VerdictsError, match="'2' is the"):
        read_files(files)


def test_rows_of_annotations_are_held_apart_too(tmp_path: Path) -> None:
    rows = [{"id": n, "text": "t", "quality": "good", "annotator": 1, "annotation_id": n, "lead_time": 1.0, "created_at": "2026-01-01"} for n in (1, 2)]
    path = written(tmp_path / "min.json", [{**rows[0], "item_id": "2"}, rows[1]])
    with pytest.raises(VerdictsError, match="'2' is the"):
        read_files([path], format="label_studio")


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("argilla", [{"id": "a", "fields": {"text": "x"}, "suggestions": {"q": {"value": "good", "agent": "m"}}, "responses": {}},
                     {"external_id": "a", "fields": {"text": "y"}, "suggestions": {"q": {"value": "bad", "agent": "m"}}, "responses": {}}]),
        ("langfuse", [{"id": "1", "traceId": "a", "name": "q", "value": 1, "dataType": "NUMERIC", "source": "EVAL"},
                      {"id": "2", "sessionId": "a", "name": "q", "value": 0, "dataType": "NUMERIC", "source": "EVAL"}]),
        ("phoenix", [{"span_id": "a", "annotation_name": "q", "annotator_kind": "LLM", "label": "good"},
                     {"trace_id": "a", "annotation_name": "q", "annotator_kind": "LLM", "label": "bad"}]),
        ("ragas", [{"id": "1", "faithfulness": 1.0}, {"faithfulness": 0.5}]),
    ],
)  # fmt: skip
def test_other_formats_with_ids_of_several_kinds(tmp_path: Path, name: str, document: list[dict[str, Any]]) -> None:
    path = written(tmp_path / "log.json", document)
    with pytest.raises(VerdictsError, match=r"'(a|1)' is the .* of one item and the .* of another"):
        read_files([path], format=name)


@pytest.mark.parametrize("role", ["verdicts", "gold"])
def test_a_column_of_a_type_that_is_not_read_is_named(role: str) -> None:
    frame = pl.DataFrame({"item_id": [1, 2], "judge": "j", "label": ["a", "b"], "annotator": "p"})
    odd = frame.with_columns(pl.col("item_id").cast(pl.Int128))
    with pytest.raises(VerdictsError if role == "verdicts" else GoldError, match="the column 'item_id' is Int128"):
        judgeaudit.audit(odd if role == "verdicts" else frame, gold=odd if role == "gold" else None, embedder="none")
