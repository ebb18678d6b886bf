from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judgeaudit.errors import VerdictsError
from tests.contracts.reading_exports import ARGILLA, ARGILLA_FLAT, lines, put, read

GOOD = {"item_id": "r1", "annotator": "u1", "label": "good", "criterion": "quality"}


def test_a_nested_record(tmp_path: Path) -> None:
    rows, reading = read("argilla", put(tmp_path, "r.json", [ARGILLA]))
    assert rows == [{"item_id": "r1", "judge": "gpt-5", "criterion": "quality", "confidence": 0.9, "status": "ok", "label": "good", "where": "r.json: entry 1"}]
    assert reading.gold == [GOOD]
    assert reading.items == {"r1": {"id": "r1", "input": "Why?", "response": "Because."}}
    assert reading.notes == {"the file does not say whether responses were submitted: those of records that are not pending are taken": 1}


def test_a_flat_record(tmp_path: Path) -> None:
    rows, reading = read("argilla", put(tmp_path, "r.jsonl", lines(ARGILLA_FLAT, ARGILLA_FLAT | {"id": "r2"})))
    assert [(row["item_id"], row["judge"], row["label"], row["confidence"], row["where"]) for row in rows] == [
        ("r1", "gpt-5", "bad", 0.5, "r.jsonl:1"),
        ("r2", "gpt-5", "bad", 0.5, "r.jsonl:2"),
    ]
    assert reading.gold == [GOOD, GOOD | {"item_id": "r2"}]
    assert reading.skipped == {"draft": 2, "discarded": 2}
    assert reading.items["r1"] == {"id": "r1", "input": "Why?", "response": "Because."}


def test_people_only_give_no_verdicts(tmp_path: Path) -> None:
    rows, reading = read("argilla", put(tmp_path, "r.json", [ARGILLA | {"suggestions": {}}]))
    assert rows == []
    assert reading.gold == [GOOD]


def responded(tmp_path: Path, responses: object, status: str | None = "completed") -> Any:
    return read("argilla", put(tmp_path, "r.json", [ARGILLA | {"suggestions": {}, "responses": responses, "status": status}]))[1]


def test_the_status_of_a_response_counts_before_that_of_its_record(tmp_path: Path) -> None:
    given = [{"value": "good", "user_id": "u1", "status": status} for status in ("submitted", "ResponseStatus.submitted", "draft", "discarded")]
    reading = responded(tmp_path, {"quality": given}, "pending")
    assert reading.gold == [GOOD, GOOD]
    assert reading.skipped == {"draft": 1, "discarded": 1}
    reading = responded(tmp_path, {"quality": [{"value": "good", "user_id": "u1"}]}, "pending")
    assert (reading.gold, reading.skipped) == ([], {"draft": 1})
    with pytest.raises(VerdictsError, match="status 'odd' is not known"):
        responded(tmp_path, {"quality": [{"value": "good", "user_id": "u1", "status": "odd"}]})


def test_the_shape_of_the_servers_api(tmp_path: Path) -> None:
    one = {"user_id": "u1", "status": "submitted", "values": {"quality": {"value": "good"}, "stars": {"value": 4}}}
    reading = responded(tmp_path, [one, one | {"status": "draft"}])
    assert reading.gold == [GOOD, GOOD | {"label": "4", "criterion": "stars"}]
    assert reading.skipped == {"draft": 2}


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("007", "007"),
        (4, "4"),
        (True, "true"),
        (["a"], "a"),
        (["a", "b"], '["a", "b"]'),
        ([], None),
        (None, None),
        ("", None),
        ([{"start": 0, "end": 3, "label": "x"}], None),
    ],
)
def test_answers_as_labels(tmp_path: Path, value: object, label: str | None) -> None:
    reading = responded(tmp_path, {"quality": [{"value": value, "user_id": "u1"}]})
    assert [person["label"] for person in reading.gold] == ([] if label is None else [label])
    assert reading.skipped == ({"unscored": 1} if label is None else {})


def test_suggestions(tmp_path: Path) -> None:
    suggestions = {
        "stars": {"value": 4, "score": None, "agent": None},
        "tags": {"value": ["a", "b"], "score": [0.5, 0.4], "agent": "m"},
        "none": {"value": None},
    }
    rows, reading = read("argilla", put(tmp_path, "r.json", [ARGILLA | {"suggestions": suggestions, "responses": {}}]))
    assert [(row["judge"], row["criterion"], row.get("label"), row.get("score"), row.get("confidence")) for row in rows] == [
        ("suggestion", "stars", None, 4.0, None),
        ("m", "tags", '["a", "b"]', None, None),
    ]
    assert "suggestions that do not name an agent are taken as verdicts of the judge 'suggestion'" in reading.notes


def test_version_1(tmp_path: Path) -> None:
    record = {
        "external_id": "r1", "prompt": "Why?", "quality": [{"user_id": "u1", "value": "good", "status": "submitted"}, {"user_id": "u2", "value": "bad", "status": "discarded"}],
        "quality-suggestion": "bad", "quality-suggestion-metadata": {"type": "model", "score": 0.7, "agent": "gpt-5"},
    }  # fmt: skip
    rows, reading = read("argilla", put(tmp_path, "r.jsonl", lines(record, record | {"external_id": "r2"})))
    assert [(row["item_id"], row["judge"], row["label"], row["confidence"]) for row in rows] == [("r1", "gpt-5", "bad", 0.7), ("r2", "gpt-5", "bad", 0.7)]
    assert reading.gold == [GOOD, GOOD | {"item_id": "r2"}]
    assert reading.skipped == {"discarded": 2}


def test_a_record_without_id_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="id is empty"):
        read("argilla", put(tmp_path, "r.json", [ARGILLA | {"id": None, "_server_id": None}]))
