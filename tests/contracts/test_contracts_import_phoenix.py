from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judgeaudit.errors import VerdictsError
from tests.contracts.reading_exports import PHOENIX, PHOENIX_RUN, lines, put, read

SPAN = "67f6740bbe1ddc3f"
ROW = {
    "item_id": SPAN, "judge": "gpt-5", "criterion": "correctness", "rationale": "It is right.", "created_at": "2026-01-02T03:04:05Z", "status": "ok",
    "label": "correct", "score": 1.0,
}  # fmt: skip


def annotated(tmp_path: Path, *changes: dict[str, Any]) -> tuple[list[dict[str, Any]], Any]:
    return read("phoenix", put(tmp_path, "a.json", {"data": [PHOENIX | {"id": f"x{n}"} | change for n, change in enumerate(changes)]}))


def test_an_annotation_of_the_api_and_of_data_frames(tmp_path: Path) -> None:
    frame = "span_id,annotation_name,annotator_kind,{0}label,{0}score,{0}explanation,metadata,created_at\n"
    row = SPAN + ',correctness,LLM,correct,1.0,It is right.,"{{""model"": ""gpt-5""}}",2026-01-02T03:04:05Z\n'
    for name, content, where in (
        ("api.json", {"data": [PHOENIX], "next_cursor": None}, "api.json: entry 1"),
        ("plain.csv", (frame + row).format(""), "plain.csv: row 2"),
        ("dotted.csv", (frame + row).format("result."), "dotted.csv: row 2"),
    ):
        rows, reading = read("phoenix", put(tmp_path, name, content))
        assert rows == [ROW | {"where": where}]
        assert (reading.gold, reading.skipped, reading.notes) == ([], {}, {})


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"label": "correct"}, {"status": "ok", "label": "correct"}),
        ({"score": 0}, {"status": "ok", "score": 0.0}),
        ({"label": "007", "score": float("nan")}, {"status": "ok", "label": "007"}),
        ({"explanation": "no verdict"}, {"status": "unparsable"}),
        (None, {"status": "unparsable"}),
    ],
)
def test_results(tmp_path: Path, result: object, expected: dict[str, Any]) -> None:
    rows, _ = annotated(tmp_path, {"result": result})
    assert [{key: row[key] for key in ("status", "label", "score") if key in row} for row in rows] == [expected]


def test_people_are_gold_and_code_is_no_judge(tmp_path: Path) -> None:
    human = {"annotator_kind": "HUMAN", "user_id": "u1"}
    changes = (
        human,
        human | {"user_id": None, "identifier": "bo", "result": {"score": 0.50}},
        human | {"result": {"explanation": "hm"}},
        {"annotator_kind": "CODE"},
    )
    rows, reading = annotated(tmp_path, *changes)
    assert rows == []
    assert reading.gold == [
        {"item_id": SPAN, "annotator": "u1", "label": "correct", "criterion": "correctness"},
        {"item_id": SPAN, "annotator": "bo", "label": "0.5", "criterion": "correctness"},
    ]
    assert reading.skipped == {"unscored": 1, "not_judged": 1}


def test_who_judged(tmp_path: Path) -> None:
    nobody = {"metadata": None}
    changes = [nobody | {"identifier": "claude"}, nobody | {"identifier": "claude", "span_id": "b"}, nobody | {"identifier": "run-1"}, nobody]
    rows, reading = annotated(tmp_path, *changes)
    assert [row["judge"] for row in rows] == ["claude", "claude", "LLM", "LLM"]
    assert reading.notes == {"annotations do not say which model judged: the judge is called LLM": 2}


def test_traces_sessions_and_documents_are_items(tmp_path: Path) -> None:
    changes = [{"span_id": None, "trace_id": "t"}, {"span_id": None, "session_id": "s"}, {"document_position": 0}, {"document_position": 1}]
    rows, _ = annotated(tmp_path, *changes)
    assert [row["item_id"] for row in rows] == ["t", "s", f"{SPAN}/0", f"{SPAN}/1"]


def test_pages_that_overlap_give_an_annotation_once(tmp_path: Path) -> None:
    rows, reading = read("phoenix", put(tmp_path, "pages.jsonl", lines({"data": [PHOENIX]}, {"data": [PHOENIX, PHOENIX | {"id": "x2"}]})))
    assert [row["where"] for row in rows] == ["pages.jsonl:1: entry 1", "pages.jsonl:2: entry 2"]
    assert reading.skipped == {"duplicate": 1}


def test_evaluations_without_a_kind_are_a_judges(tmp_path: Path) -> None:
    rows, reading = read("phoenix", put(tmp_path, "evals.csv", "context.span_id,label,score,explanation\na,good,1,Fine.\nb,,,\n"))
    assert [(row["item_id"], row["status"], row.get("label"), row.get("criterion")) for row in rows] == [
        ("a", "ok", "good", None),
        ("b", "unparsable", None, None),
    ]
    assert "annotations that do not say who gave them are taken as a judge's, since they have an explanation column" in reading.notes


def test_repetitions_of_an_experiment_are_replicates(tmp_path: Path) -> None:
    judgment = PHOENIX_RUN["annotations"][0]
    failed = PHOENIX_RUN | {"repetition_number": 3, "error": "the task failed"}
    wrong = PHOENIX_RUN | {
        "repetition_number": 2,
        "annotations": [judgment | {"label": None, "score": None, "error": "timeout"}, judgment | {"annotator_kind": "CODE"}],
    }
    rows, reading = read("phoenix", put(tmp_path, "e.json", [PHOENIX_RUN, wrong, failed]))
    assert [(row["item_id"], row["replicate"], row["status"], row.get("label"), row["where"]) for row in rows] == [
        ("e1", 0, "ok", "correct", "e.json: entry 1: annotation 1"),
        ("e1", 1, "error", None, "e.json: entry 2: annotation 1"),
    ]
    assert reading.skipped == {"not_judged": 1, "error": 1}
    assert reading.items == {"e1": {"id": "e1", "input": '{"q": "Why?"}', "response": "Because.", "reference": '{"a": "So."}'}}


def test_the_csv_of_an_experiment(tmp_path: Path) -> None:
    csv = (
        "example_id,repetition_number,input,output,error,annotation_is_ok_label,annotation_is_ok_score,annotation_is_ok_explanation,annotation_is_ok_annotator_kind\n"
        'e1,1,"{""q"": 1}",So.,,good,0.5,Fine.,LLM\ne2,1,"{""q"": 2}",No.,,,,,\n'
    )
    rows, _ = read("phoenix", put(tmp_path, "e.csv", csv))
    assert rows == [
        {"item_id": "e1", "judge": "LLM", "criterion": "is_ok", "rationale": "Fine.", "status": "ok", "label": "good", "score": 0.5, "replicate": 0, "where": "e.csv: row 2: annotation 1"}
    ]  # fmt: skip


def test_an_annotation_of_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="span_id is empty"):
        annotated(tmp_path, {"span_id": None})
