from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judgeaudit.errors import VerdictsError
from tests.contracts.reading_exports import LABEL_STUDIO, LABEL_STUDIO_MIN, put, read
from tests.research import research

PERSON = {"item_id": "7", "annotator": "3", "label": "good", "criterion": "verdict"}
RESULT = LABEL_STUDIO["annotations"][0]["result"][0]


def annotated(tmp_path: Path, **changes: Any) -> Any:
    annotation = LABEL_STUDIO["annotations"][0] | changes
    rows, reading = read("label_studio", put(tmp_path, "t.json", [LABEL_STUDIO | {"annotations": [annotation], "predictions": []}]))
    assert rows == []
    return reading


def result(kind: str, value: object, name: str = "verdict") -> dict[str, Any]:
    return RESULT | {"type": kind, "value": value, "from_name": name}


def test_a_task(tmp_path: Path) -> None:
    rows, reading = read("label_studio", put(tmp_path, "t.json", [LABEL_STUDIO]))
    assert rows == [
        {"item_id": "7", "judge": "gpt-5", "criterion": "verdict", "confidence": 0.8, "status": "ok", "label": "bad", "where": "t.json: entry 1: predictions 1"}
    ]
    assert reading.gold == [PERSON]
    assert reading.items == {"7": {"id": "7", "input": "Why?", "response": "Because."}}
    assert (reading.skipped, reading.notes) == ({}, {})


def test_the_old_name_of_annotations_and_one_task_alone(tmp_path: Path) -> None:
    old = {"id": 7, "data": {"text": "x"}, "completions": LABEL_STUDIO["annotations"]}
    assert read("label_studio", put(tmp_path, "t.json", old))[1].gold == [PERSON]


@pytest.mark.parametrize(
    ("who", "annotator"),
    [
        (3, "3"),
        ("007", "007"),
        ({"id": 42, "email": "a@b.c"}, "a@b.c"),
        ({"id": 42}, "42"),
        ({"email": None, "username": "bo"}, "bo"),
        ({}, "annotator"),
        (None, "annotator"),
    ],
)
def test_who_annotated(tmp_path: Path, who: object, annotator: str) -> None:
    assert annotated(tmp_path, completed_by=who).gold == [PERSON | {"annotator": annotator}]


@pytest.mark.parametrize("changes", [{"was_cancelled": True}, {"skipped": True}])
def test_what_was_cancelled_is_left_out(tmp_path: Path, changes: dict[str, bool]) -> None:
    reading = annotated(tmp_path, **changes)
    assert (reading.gold, reading.skipped) == ([], {"cancelled": 1})


def test_drafts_are_left_out(tmp_path: Path) -> None:
    _, reading = read("label_studio", put(tmp_path, "t.json", [LABEL_STUDIO | {"drafts": [{"result": []}, {"result": []}]}]))
    assert (reading.gold, reading.skipped) == ([PERSON], {"draft": 2})


@pytest.mark.parametrize(
    ("kind", "value", "label"),
    [
        ("choices", {"choices": ["good"]}, "good"),
        ("choices", {"choices": ["a", "b"]}, '["a", "b"]'),
        ("rating", {"rating": 4}, "4"),
        ("number", {"number": 1.50}, "1.5"),
        ("taxonomy", {"taxonomy": [["Animal", "Cat"]]}, "Animal / Cat"),
        ("textarea", {"text": ["so", "so"]}, "so\nso"),
        ("textarea", {"text": "so"}, "so"),
        ("pairwise", {"selected": "left"}, "response_a"),
        ("choices", {"choices": []}, None),
        ("labels", {"start": 0, "end": 3, "labels": ["x"]}, None),
    ],
)
def test_controls(tmp_path: Path, kind: str, value: object, label: str | None) -> None:
    reading = annotated(tmp_path, result=[result(kind, value)])
    assert reading.gold == ([] if label is None else [PERSON | {"label": label}])
    assert reading.skipped == ({} if label else {"unscored": 1, "not_judged": 1} if kind == "labels" else {"unscored": 1})


def test_text_beside_choices_is_a_comment(tmp_path: Path) -> None:
    both = [RESULT, result("textarea", {"text": ["unsure"]}, "why"), result("rating", {"rating": 2}, "stars")]
    assert annotated(tmp_path, result=both).gold == [PERSON, PERSON | {"label": "2", "criterion": "stars"}]
    prediction = {"result": both, "score": 3, "created_at": "2026-01-02T03:04:05Z"}
    rows, reading = read("label_studio", put(tmp_path, "p.json", [LABEL_STUDIO | {"annotations": [], "predictions": [prediction]}]))
    row = {
        "item_id": "7", "judge": "prediction", "status": "ok", "created_at": "2026-01-02T03:04:05Z", "rationale": "unsure", "where": "p.json: entry 1: predictions 1"
    }  # fmt: skip
    assert rows == [row | {"criterion": "verdict", "label": "good"}, row | {"criterion": "stars", "score": 2.0}]
    assert reading.notes == {"predictions without a model_version are verdicts of the judge 'prediction'": 1}


def test_ids_of_items(tmp_path: Path) -> None:
    tasks = [LABEL_STUDIO | {"id": n, "data": data} for n, data in ((1, {"item_id": "007"}), (2, {"id": "x"}), (None, {"id": "x"}), (None, {"text": "y"}))]
    _, reading = read("label_studio", put(tmp_path, "t.json", tasks))
    ids = [person["item_id"] for person in reading.gold]
    assert ids[:3] == ["007", "2", "x"]
    assert len(ids[3]) == 16


def test_json_min_and_csv(tmp_path: Path) -> None:
    rows, reading = read("label_studio", put(tmp_path, "min.json", [LABEL_STUDIO_MIN, LABEL_STUDIO_MIN | {"annotator": 4, "verdict": {"choices": ["a", "b"]}}]))
    assert rows == []
    assert reading.gold == [PERSON, PERSON | {"annotator": "4", "label": '["a", "b"]'}]
    assert reading.items == {"7": {"id": "7", "input": "Why?"}}
    assert len(reading.notes) == 1
    csv = "annotation_id,annotator,created_at,id,lead_time,stars,text,updated_at,verdict\n1,a@b.c,2026,007,1.5,4,Some text,2026,good\n2,a@b.c,2026,008,1.5,,Other,2026,\n"
    rows, reading = read("label_studio", put(tmp_path, "r.csv", csv))
    assert rows == []
    assert reading.gold == [
        {"item_id": "007", "annotator": "a@b.c", "label": "4", "criterion": "stars"},
        {"item_id": "007", "annotator": "a@b.c", "label": "good", "criterion": "verdict"},
    ]
    assert reading.skipped == {"unscored": 1}
    assert reading.items["008"] == {"id": "008", "response": "Other"}


def test_a_flat_file_without_a_column_of_labels_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="no column can be told"):
        read("label_studio", put(tmp_path, "r.csv", "annotation_id,annotator,created_at,id,text\n1,a,2026,1,Some text\n"))


def test_the_real_files() -> None:
    # Counted apart from our reader: jq '[.[].annotations[]] | length' gives 2, and jq '.annotations | length' 1; no predictions in either
    folder = research("eval_formats", "label_studio")
    rows, reading = read("label_studio", folder / "humor_dataset_2_annotations.json")
    assert rows == []
    assert [(person["annotator"], person["label"], person["criterion"]) for person in reading.gold] == [
        ("test_suites_user@heartex.com", "Not Humor", "sentiment")
    ] * 2
    assert len({person["item_id"] for person in reading.gold}) == 2
    rows, reading = read("label_studio", folder / "previous_export.json")
    assert rows == []
    assert reading.gold == [{"item_id": "1234", "annotator": "annotator_from_past@project.com", "label": "Cat", "criterion": "label"}]
