from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judgeaudit.errors import VerdictsError
from tests.contracts.reading_exports import LANGFUSE, lines, put, read

ROW = {
    "item_id": "t1", "judge": "gpt-5", "criterion": "correctness", "rationale": "It is right.", "created_at": "2026-01-02T03:04:05.000Z", "status": "ok",
    "label": "correct",
}  # fmt: skip
PERSON = {"source": "ANNOTATION", "authorUserId": "ann", "id": "s2"}


def one(tmp_path: Path, **changes: Any) -> dict[str, Any]:
    rows, _ = read("langfuse", put(tmp_path, "s.json", [LANGFUSE | changes]))
    assert len(rows) == 1
    return {key: rows[0][key] for key in ("status", "label", "score") if key in rows[0]}


def test_a_category_in_every_wrapping(tmp_path: Path) -> None:
    wheres = {"page.json": {"data": [LANGFUSE], "meta": {"page": 1}}, "list.json": [LANGFUSE], "one.jsonl": LANGFUSE}
    for name, content in wheres.items():
        rows, reading = read("langfuse", put(tmp_path, name, content))
        assert rows == [ROW | {"where": name if name == "one.jsonl" else f"{name}: entry 1"}]
        assert (reading.gold, reading.notes, reading.skipped) == ([], {}, {})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"dataType": "NUMERIC", "value": 0.25, "stringValue": None}, {"status": "ok", "score": 0.25}),
        ({"dataType": "NUMERIC", "value": None, "stringValue": None}, {"status": "unparsable"}),
        ({"dataType": "NUMERIC", "value": float("nan"), "stringValue": None}, {"status": "unparsable"}),
        ({"dataType": "BOOLEAN", "value": 1, "stringValue": "True"}, {"status": "ok", "label": "true"}),
        ({"dataType": "BOOLEAN", "value": 0.0, "stringValue": None}, {"status": "ok", "label": "false"}),
        ({"dataType": "BOOLEAN", "value": False, "stringValue": None}, {"status": "ok", "label": "false"}),
        ({"dataType": "CATEGORICAL", "value": 0, "stringValue": "007"}, {"status": "ok", "label": "007"}),
        ({"dataType": "CATEGORICAL", "value": "wrong", "stringValue": None}, {"status": "ok", "label": "wrong"}),
        ({"dataType": "CATEGORICAL", "value": None, "stringValue": None}, {"status": "unparsable"}),
        ({"dataType": None, "value": 3, "stringValue": None}, {"status": "ok", "score": 3.0}),
        ({"dataType": None, "value": True, "stringValue": None}, {"status": "ok", "label": "true"}),
    ],
)
def test_values_by_their_type(tmp_path: Path, changes: dict[str, Any], expected: dict[str, Any]) -> None:
    assert one(tmp_path, **changes) == expected


def test_people_are_gold(tmp_path: Path) -> None:
    scores = [
        LANGFUSE | PERSON,
        LANGFUSE | PERSON | {"id": "s3", "dataType": "NUMERIC", "value": 4.50, "stringValue": None, "authorUserId": None, "authorUserName": "Bo"},
        LANGFUSE | PERSON | {"id": "s4", "stringValue": None, "value": None},
    ]
    rows, reading = read("langfuse", put(tmp_path, "s.json", scores))
    assert rows == []
    assert reading.gold == [
        {"item_id": "t1", "annotator": "ann", "label": "correct", "criterion": "correctness"},
        {"item_id": "t1", "annotator": "Bo", "label": "4.5", "criterion": "correctness"},
    ]
    assert reading.skipped == {"unscored": 1}


def test_what_is_no_verdict_is_counted(tmp_path: Path) -> None:
    kinds = [{"dataType": "CORRECTION"}, {"dataType": "TEXT"}, {"traceId": None, "datasetRunId": "run"}]
    rows, reading = read("langfuse", put(tmp_path, "s.json", [LANGFUSE | {"id": str(n)} | kind for n, kind in enumerate(kinds)]))
    assert rows == []
    assert reading.skipped == {"correction": 1, "unscored": 1, "not_judged": 1}


def test_a_score_counts_once_in_its_newest_version(tmp_path: Path) -> None:
    older = LANGFUSE | {"updatedAt": "2026-01-01T00:00:00.000Z", "stringValue": "wrong"}
    rows, reading = read("langfuse", put(tmp_path, "s.jsonl", lines(older, LANGFUSE, LANGFUSE)))
    assert [(row["label"], row["where"]) for row in rows] == [("correct", "s.jsonl:2")]
    assert reading.skipped == {"overridden": 1, "duplicate": 1}


def test_observations_are_items_only_where_several_of_a_trace_were_scored(tmp_path: Path) -> None:
    scores = [
        LANGFUSE | {"id": "1", "observationId": "o1"},
        LANGFUSE | {"id": "2", "observationId": "o2"},
        LANGFUSE | {"id": "3", "traceId": "t2", "observationId": "o3"},
        LANGFUSE | PERSON | {"id": "4", "traceId": "t2"},
        LANGFUSE | {"id": "5", "traceId": None, "sessionId": "sess"},
    ]
    rows, reading = read("langfuse", put(tmp_path, "s.json", scores))
    assert [row["item_id"] for row in rows] == ["t1/o1", "t1/o2", "t2", "sess"]
    assert [person["item_id"] for person in reading.gold] == ["t2"]


@pytest.mark.parametrize(
    ("subject", "item"),
    [({"kind": "trace", "id": "t9"}, "t9"), ({"kind": "observation", "id": "o9", "traceId": "t9"}, "t9"), ({"kind": "session", "id": "s9"}, "s9")],
)
def test_version_3_has_a_subject(tmp_path: Path, subject: dict[str, str], item: str) -> None:
    score = {
        "id": "s",
        "projectId": "p",
        "name": "ok",
        "source": "EVAL",
        "dataType": "BOOLEAN",
        "value": True,
        "subject": subject,
        "timestamp": "2026-01-02T03:04:05Z",
    }
    rows, _ = read("langfuse", put(tmp_path, "s.json", {"data": [score], "meta": {"limit": 50}}))
    assert [(row["item_id"], row["label"], row["judge"]) for row in rows] == [(item, "true", "EVAL")]


def test_files_of_a_bucket_and_the_tables_csv(tmp_path: Path) -> None:
    bucket = {
        "id": "1",
        "timestamp": "2024-05-29 13:46:19.963000",
        "trace_id": "t1",
        "name": "tone",
        "value": 1.0,
        "source": "API",
        "data_type": "CATEGORICAL",
        "string_value": "calm",
    }
    rows, reading = read("langfuse", put(tmp_path, "b.jsonl", lines(bucket, bucket | {"id": "2", "trace_id": "t2"})))
    assert [(row["item_id"], row["judge"], row["label"], row["criterion"]) for row in rows] == [("t1", "API", "calm", "tone"), ("t2", "API", "calm", "tone")]
    assert any("API" in note for note in reading.notes)
    csv = 'id,traceId,source,name,dataType,value,stringValue,comment,metadata\n1,t1,EVAL,tone,NUMERIC,0.5,,"a, b","{""model"": ""gpt-5""}"\n'
    rows, _ = read("langfuse", put(tmp_path, "t.csv", csv))
    assert rows == [{"item_id": "t1", "judge": "gpt-5", "criterion": "tone", "rationale": "a, b", "status": "ok", "score": 0.5, "where": "t.csv: row 2"}]


def test_a_score_of_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="traceId is empty") as raised:
        read("langfuse", put(tmp_path, "s.json", [LANGFUSE, LANGFUSE | {"traceId": None}]))
    assert raised.value.where == "s.json: entry 2"


def test_an_empty_page_holds_nothing(tmp_path: Path) -> None:
    assert read("langfuse", put(tmp_path, "s.json", {"data": [], "meta": {}}))[0] == []
