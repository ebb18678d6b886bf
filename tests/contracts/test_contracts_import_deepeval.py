"""Test runs of DeepEval."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from import_rows import check_refused, columns, mutated, read_or_refused, rows_of, written

from judgeaudit.importers.foreign import Reading, start_of
from judgeaudit.importers.formats import deepeval


def metric(name: str = "Tone", score: Any = 0.5, **more: Any) -> dict[str, Any]:
    return {"name": name, "threshold": 0.5, "success": True, "score": score, "reason": "why", "evaluationModel": "vendor/judge", **more}


def case(name: Any, *metrics: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "input": "a question", "actualOutput": "an answer", "success": True, "metricsData": list(metrics), **more}


def run(*cases: Any, **more: Any) -> dict[str, Any]:
    return {"testCases": list(cases), "conversationalTestCases": [], "metricsScores": [], **more}


def only(tmp_path: Path, *cases: Any, **more: Any) -> tuple[list[dict[str, Any]], Reading]:
    return rows_of(deepeval, written(tmp_path / "run.json", run(*cases, **more)))


def test_real_run(shared: Path) -> None:
    path = shared / "data" / "eval_formats" / "deepeval" / "test_run_sample.json"
    assert deepeval.recognise(start_of(path))
    rows, reading = rows_of(deepeval, path)
    assert columns(rows, "item_id", "judge", "criterion", "label", "score", "cost_usd", "status") == [
        ("sample_test_case", "gpt-5.4", "Answer Relevancy", "pass", 0.92, 0.0042, "ok"),
        ("sample_test_case", "gpt-5.4", "Faithfulness", "fail", 0.45, 0.0061, "ok"),
    ]
    assert rows[0]["rationale"] == "The output addresses the user's question directly and stays on topic."
    assert reading.items["sample_test_case"]["response"] == "{...}"
    assert not reading.skipped


def test_statuses_and_judges(tmp_path: Path) -> None:
    rows, reading = only(
        tmp_path,
        case(
            "007",
            metric(inputTokenCount=12, outputTokenCount=3),
            metric("Broken", None, error="rate limit", success=False),
            metric("Silent", None, success=False),
            metric("Own", 1, evaluationModel=None),
            metric("Exact", 1, evaluationModel=None, reason=None),
        ),
        case("none"),
        hyperparameters={"model": "vendor/answerer"},
    )
    assert columns(rows, "item_id", "judge", "criterion", "label", "score", "status", "prompt_tokens") == [
        ("007", "vendor/judge", "Tone", "pass", 0.5, "ok", 12),
        ("007", "vendor/judge", "Broken", None, None, "error", None),
        ("007", "vendor/judge", "Silent", None, None, "unparsable", None),
        ("007", "Own", "Own", "pass", 1.0, "ok", None),
    ]
    assert {row["system"] for row in rows} == {"vendor/answerer"}
    assert reading.skipped == {"not_judged": 1, "unscored": 1}


def test_one_name_for_several_inputs_is_several_items(tmp_path: Path) -> None:
    cases = [case("test_it", metric(), input=text) for text in ("one", "two", "one")] + [case("other", metric())]
    rows, reading = only(tmp_path, *cases)
    names = [row["item_id"] for row in rows]
    assert names[0] == names[2] != names[1]
    assert [name.partition("#")[0] for name in names] == ["test_it", "test_it", "test_it", "other"]
    assert names[3] == "other"
    assert reading.items[names[1]]["input"] == "two"


def test_conversations_and_wrapped_runs(tmp_path: Path) -> None:
    document = {"testRunData": {"conversationalTestCases": [{"name": "chat", "turns": [{"role": "user", "content": "hi"}], "metricsData": [metric()]}]}}
    path = written(tmp_path / "run.json", document)
    assert deepeval.recognise(start_of(path))
    rows, reading = rows_of(deepeval, path)
    assert columns(rows, "item_id", "label") == [("chat", "pass")]
    assert reading.items["chat"]["input"] == '[{"role": "user", "content": "hi"}]'


def test_empty_run_and_windows_line_ends(tmp_path: Path) -> None:
    assert only(tmp_path)[0] == []
    path = tmp_path / "crlf.json"
    path.write_bytes(json.dumps(run(case("a", metric(reason="x" * 10_000_000))), indent=1).replace("\n", "\r\n").encode())
    assert len(rows_of(deepeval, path)[0][0]["rationale"]) == 10_000_000


def test_every_value_may_be_anything(tmp_path: Path) -> None:
    document = run(case("a", metric(error=None, evaluationCost=0.1, outputTokenCount=3), expectedOutput="e", context=["c"]), hyperparameters={"model": "m"})
    outcomes = [read_or_refused(deepeval, written(tmp_path / "run.json", other)) for other in mutated(document)]
    assert 0 < sum(outcomes) < len(outcomes)


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "empty"),
        (b'{"testCases": [', "no JSON"),
        (b'{"other": 1}', "without `testCases`"),
        (b'{"testCases": [7]}', "the test case is the number 7, not an object"),
        (b'{"testCases": [{"metricsData": [{}]}]}', "the metric has no name"),
        (b'{"testCases": "\xe9"}', "not UTF-8"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, match: str) -> None:
    check_refused(deepeval, tmp_path / "run.json", data, match)
