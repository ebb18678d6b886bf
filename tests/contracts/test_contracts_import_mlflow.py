from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judgeaudit.errors import VerdictsError
from tests.contracts.reading_exports import MLFLOW, lines, put, read

ROW = {
    "item_id": "tr-1", "judge": "gpt-5", "criterion": "correctness", "rationale": "It is right.", "created_at": "2026-01-02T03:04:05Z", "cost_usd": 0.01,
    "status": "ok", "label": "yes",
}  # fmt: skip
HUMAN = {"source": {"source_type": "HUMAN", "source_id": "ann@example.org"}}


def assessed(tmp_path: Path, *changes: dict[str, Any]) -> tuple[list[dict[str, Any]], Any]:
    return read("mlflow", put(tmp_path, "a.json", [MLFLOW | {"assessment_id": f"a-{n}"} | change for n, change in enumerate(changes)]))


def test_an_assessment_in_every_wrapping(tmp_path: Path) -> None:
    loose = {key: value for key, value in MLFLOW.items() if key != "trace_id"}
    trace = {"info": {"trace_id": "tr-1", "assessments": [loose]}, "data": {"request": "Why?", "response": "So.", "spans": []}}
    for name, content, where in (
        ("list.json", [MLFLOW], "list.json: entry 1"),
        ("wrapped.json", {"assessments": [MLFLOW]}, "wrapped.json: assessment 1"),
        ("trace.json", trace, "trace.json: assessment 1"),
        ("traces.json", {"traces": [trace]}, "traces.json: entry 1: assessment 1"),
        ("search.jsonl", lines({"trace_id": "tr-1", "request": "Why?", "response": "So.", "assessments": [loose]}, {"trace_id": "t", "assessments": None}), "search.jsonl:1: assessment 1"),
    ):  # fmt: skip
        rows, reading = read("mlflow", put(tmp_path, name, content))
        assert rows == [ROW | {"where": where}]
        if "trace" in name or "search" in name:
            assert reading.items["tr-1"] == {"id": "tr-1", "input": "Why?", "response": "So."}


@pytest.mark.parametrize(
    ("feedback", "expected"),
    [
        ({"value": True}, {"status": "ok", "label": "true"}),
        ({"value": 5.0}, {"status": "ok", "score": 5.0}),
        ({"value": "5"}, {"status": "ok", "label": "5"}),
        ({"value": None}, {"status": "unparsable"}),
        ({"value": float("nan")}, {"status": "unparsable"}),
        ({"value": ["a", "b"]}, {"status": "unparsable"}),
        ({"error": {"error_code": "RATE_LIMIT", "error_message": "too many"}}, {"status": "error"}),
        ({"value": "yes", "error": {"error_code": "X"}}, {"status": "error"}),
    ],
)
def test_values(tmp_path: Path, feedback: dict[str, Any], expected: dict[str, Any]) -> None:
    rows, _ = assessed(tmp_path, {"feedback": feedback})
    assert [{key: row[key] for key in ("status", "label", "score") if key in row} for row in rows] == [expected]


def test_a_judges_error_says_why(tmp_path: Path) -> None:
    rows, _ = assessed(tmp_path, {"feedback": {}, "error": {"error_code": "X", "error_message": "too many"}, "rationale": None})
    assert [(row["status"], row["rationale"]) for row in rows] == [("error", "too many")]


def test_an_object_is_one_row_for_each_key(tmp_path: Path) -> None:
    scores = {"feedback": {"value": {"tone": "calm", "length": 3}}}
    rows, _ = assessed(tmp_path, scores)
    assert [(row["criterion"], row.get("label"), row.get("score")) for row in rows] == [("tone", "calm", None), ("length", None, 3.0)]
    rows, _ = assessed(tmp_path, scores, {"assessment_name": "other"})
    assert [row["criterion"] for row in rows] == ["correctness.tone", "correctness.length", "other"]


def test_people_are_gold_and_code_is_no_judge(tmp_path: Path) -> None:
    code = {"source": {"source_type": "CODE", "source_id": "len"}}
    rows, reading = assessed(tmp_path, HUMAN, HUMAN | {"feedback": {"value": False}}, code)
    assert rows == []
    assert reading.gold == [
        {"item_id": "tr-1", "annotator": "ann@example.org", "label": "yes", "criterion": "correctness"},
        {"item_id": "tr-1", "annotator": "ann@example.org", "label": "false", "criterion": "correctness"},
    ]
    assert reading.skipped == {"not_judged": 1}


def test_old_and_missing_sources(tmp_path: Path) -> None:
    rows, reading = assessed(tmp_path, {"source": {"source_type": "AI_JUDGE"}}, {"source": None}, {"source": {"source_type": "llm_judge", "source_id": "007"}})
    assert [row["judge"] for row in rows] == ["LLM_JUDGE", "SOURCE_TYPE_UNSPECIFIED", "007"]
    assert reading.notes == {"assessments whose source is not given are taken as a judge's": 1}


def test_overridden_assessments_are_left_out(tmp_path: Path) -> None:
    rows, reading = assessed(tmp_path, {"valid": False}, {"feedback": {"value": "old"}}, {"feedback": {"value": "new"}, "overrides": "a-1"})
    assert [row["label"] for row in rows] == ["new"]
    assert reading.skipped == {"overridden": 2}


def test_expectations(tmp_path: Path) -> None:
    def expected(name: str, value: dict[str, Any]) -> dict[str, Any]:
        return {"assessment_name": name, "feedback": None, "expectation": value} | HUMAN

    serialized = {"serialized_value": {"serialization_format": "JSON_FORMAT", "value": '["a"]'}}
    _, reading = assessed(
        tmp_path, {}, expected("correctness", {"value": "no"}), expected("expected_response", {"value": "Paris"}), expected("facts", serialized)
    )
    assert [person["label"] for person in reading.gold] == ["no"]
    assert reading.items["tr-1"]["reference"] == "Paris"
    assert reading.skipped == {"not_judged": 1}


def test_spans_are_items_only_where_several_of_a_trace_were_judged(tmp_path: Path) -> None:
    rows, reading = assessed(tmp_path, {"span_id": "s1"}, {"span_id": "s2"}, {"trace_id": "tr-2", "span_id": "s3"}, {"trace_id": "tr-2"} | HUMAN)
    assert [row["item_id"] for row in rows] == ["tr-1/s1", "tr-1/s2", "tr-2"]
    assert [person["item_id"] for person in reading.gold] == ["tr-2"]


def test_times_in_milliseconds(tmp_path: Path) -> None:
    rows, _ = assessed(tmp_path, {"create_time": None, "create_time_ms": 1718408533500})
    assert rows[0]["created_at"] == "2024-06-14T23:42:13.500000+00:00"


def test_an_assessment_of_no_trace_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="trace_id is empty"):
        assessed(tmp_path, {"trace_id": ""})


def test_expectations_of_models_and_code_are_no_labels_by_people(tmp_path: Path) -> None:
    def expected(**source: str) -> dict[str, Any]:
        return {"feedback": None, "expectation": {"value": "no"}, "source": source or None}

    teacher, code, nobody = expected(source_type="LLM_JUDGE", source_id="gpt-4-teacher"), expected(source_type="CODE", source_id="parse"), expected()
    rows, reading = assessed(tmp_path, {}, teacher, expected(source_type="AI_JUDGE"), code, nobody, expected(source_type="HUMAN", source_id="ann"))
    assert [row["judge"] for row in rows] == ["gpt-5"]
    # who is not named is a person, to MLflow: log_expectation takes HUMAN where no source is given
    assert [(person["annotator"], person["label"]) for person in reading.gold] == [("HUMAN", "no"), ("ann", "no")]
    assert reading.skipped == {"not_judged": 3}
    assert reading.notes == {
        "expectations that a model or code gave are no labels by people: they are left out": 3, "expectations whose source is not given are taken as a person's": 1,
    }  # fmt: skip


def test_a_reference_answer_may_be_a_models(tmp_path: Path) -> None:
    given = {"assessment_name": "expected_response", "feedback": None, "expectation": {"value": "Paris"}}
    _, reading = assessed(tmp_path, {}, given)
    assert (reading.items["tr-1"]["reference"], reading.gold) == ("Paris", [])
