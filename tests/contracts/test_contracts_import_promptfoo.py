"""Results of promptfoo: a real export, and files made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from import_rows import check_refused, columns, mutated, read_or_refused, rows_of, written, written_lines

from judgeaudit.importers.foreign import Reading, start_of
from judgeaudit.importers.formats import promptfoo

RUBRIC = {"type": "llm-rubric", "value": "Is polite"}


def component(*, passed: bool = True, score: float = 1, reason: str = "because", **assertion: Any) -> dict[str, Any]:
    return {"pass": passed, "score": score, "reason": reason, "assertion": {**RUBRIC, **assertion}}


def result(*components: Any, test: int = 0, provider: Any = "vendor:m", **more: Any) -> dict[str, Any]:
    variables = {"q": f"question {test}"}
    case = {"vars": variables, "assert": [RUBRIC], "options": more.pop("options", {})}
    grading = {"pass": True, "score": 1, "reason": "all", "componentResults": list(components), "assertion": None}
    prompt = {"raw": f"Answer: question {test}", "label": "Answer: {{q}}"}
    shared = {"testIdx": test, "promptIdx": 0, "testCase": case, "vars": variables, "prompt": prompt, "provider": {"id": provider, "label": ""}}
    return {**shared, "response": {"output": "an answer"}, "gradingResult": grading, "failureReason": 0, "success": True, **more}


def export(*results: Any, **config: Any) -> dict[str, Any]:
    return {"evalId": "eval-1", "results": {"version": 3, "results": list(results), "stats": {}}, "config": config, "shareableUrl": None}


def only(tmp_path: Path, *results: Any, **config: Any) -> tuple[list[dict[str, Any]], Reading]:
    return rows_of(promptfoo, written(tmp_path / "out.json", export(*results, **config)))


def test_real_export(shared: Path) -> None:
    path = shared / "data" / "eval_formats" / "promptfoo" / "sample-export.json"
    assert promptfoo.recognise(start_of(path))
    rows, reading = rows_of(promptfoo, path)
    # two riddles, two providers, one model-graded assertion each; cost, latency (4 each) and contains (2) are no judges
    assert columns(rows, "system", "judge", "criterion", "label", "score", "prompt_tokens", "where") == [
        ("openai:gpt-5", "promptfoo", "llm-rubric", "pass", 1.0, 186, "sample-export.json: results[1]"),
        ("openai:gpt-5-mini", "promptfoo", "llm-rubric", "pass", 1.0, 227, "sample-export.json: results[0]"),
        ("openai:gpt-5", "promptfoo", "llm-rubric", "pass", 1.0, 222, "sample-export.json: results[3]"),
        ("openai:gpt-5-mini", "promptfoo", "llm-rubric", "pass", 1.0, 213, "sample-export.json: results[2]"),
    ]
    assert reading.skipped == {"not_judged": 10}
    assert len({row["item_id"] for row in rows}) == 4
    assert [rows[0]["cluster"] == row["cluster"] for row in rows] == [True, True, False, False]
    assert rows[0]["rationale"] == "The output contains only the phrase 'An echo.' and does not include any apologies."
    assert reading.items[rows[0]["item_id"]]["response"] == "An echo."


def test_repeats_are_one_item_and_other_rubrics_other_criteria(tmp_path: Path) -> None:
    twice = [component(), component(passed=False, score=0.2, value="Is short"), component(metric="tone"), component(type="not-llm-rubric")]
    rows, reading = only(tmp_path, result(*twice, testIdx=0), result(*twice[1::-1], testIdx=1), result(component(), test=2))
    first = rows[0]["item_id"]
    assert columns(rows, "criterion", "label", "score") == [
        ("llm-rubric", "pass", 1.0),
        ("llm-rubric 2", "fail", 0.2),
        ("tone", "pass", 1.0),
        ("not-llm-rubric", "pass", 1.0),
        ("llm-rubric 2", "fail", 0.2),
        ("llm-rubric", "pass", 1.0),
        ("llm-rubric", "pass", 1.0),
    ]
    assert [row["item_id"] == first for row in rows] == [True] * 6 + [False]
    assert not any("replicate" in row for row in rows), "the file numbers no repeats"
    assert reading.items[first] == {"id": first, "input": "Answer: question 0", "response": "an answer"}


def test_a_repeat_with_another_answer_is_no_repeat_of_the_judge(tmp_path: Path) -> None:
    other = {"response": {"output": "another answer"}}
    person = {"pass": False, "score": 0, "reason": "Manual result", "assertion": {"type": "human"}}
    rows, reading = only(tmp_path, result(component()), result(component(), person, **other), result(component()), result(component(), **other))
    assert len({row["item_id"] for row in rows}) == 1
    assert columns(rows, "probe", "variant") == [(None, None), ("other_answer", "answer 2"), (None, None), ("other_answer", "answer 2")]
    assert reading.items[rows[0]["item_id"]]["response"] == "an answer"
    assert reading.gold == []
    assert reading.skipped == {"discarded": 1}


@pytest.mark.parametrize(
    ("of_assertion", "of_test", "of_config", "judge"),
    [
        ("vendor:a", "vendor:t", "vendor:c", "vendor:a"),
        ({"id": "vendor:a"}, None, None, "vendor:a"),
        ({"text": {"id": "vendor:a"}}, None, None, "vendor:a"),
        (None, "vendor:t", "vendor:c", "vendor:t"),
        (None, None, "vendor:c", "vendor:c"),
        (None, None, None, "promptfoo"),
    ],
)
def test_the_judge_is_the_nearest_grading_provider(tmp_path: Path, of_assertion: Any, of_test: Any, of_config: Any, judge: str) -> None:
    one = result(component(provider=of_assertion), options={"provider": of_test})
    rows, reading = only(tmp_path, one, defaultTest={"options": {"provider": of_config}})
    assert columns(rows, "judge") == [(judge,)]
    assert bool(reading.notes) == (judge == "promptfoo")


@pytest.mark.parametrize(
    ("reason", "metadata", "status"),
    [
        ("Could not extract JSON from llm-rubric response", None, "unparsable"),
        ("No output", None, "unparsable"),
        ("API error: 429 Too Many Requests", None, "error"),
        ("whatever", {"graderError": True}, "error"),
        ("It is rude.", None, "ok"),
    ],
)
def test_a_grader_that_failed_is_no_failed_item(tmp_path: Path, reason: str, metadata: Any, status: str) -> None:
    one = {**component(passed=False, score=0, reason=reason), "metadata": metadata}
    rows, _ = only(tmp_path, result(one))
    expected = ("fail", 0.0) if status == "ok" else (None, None)
    assert columns(rows, "status", "label", "score") == [(status, *expected)]


def test_what_is_no_verdict_is_counted(tmp_path: Path) -> None:
    person = {"pass": False, "score": 0, "reason": "Manual result", "assertion": {"type": "human"}}
    inner = {"pass": True, "score": 1, "componentResults": [component(), component(type="contains")], "assertion": None}
    rows, reading = only(
        tmp_path,
        result(person, inner),
        result(test=1, gradingResult=None, failureReason=2, error="timeout"),
        result(test=2, gradingResult=None),
    )
    assert columns(rows, "criterion", "label") == [("llm-rubric", "pass")]
    assert reading.skipped == {"not_judged": 1, "error": 1, "unscored": 1}
    assert reading.gold == [{"item_id": rows[0]["item_id"], "annotator": "human", "label": "fail", "criterion": None}]


def test_what_promptfoo_adds_to_the_variables_makes_no_other_item(tmp_path: Path) -> None:
    rows, _ = only(tmp_path, *(result(component(), vars={"q": "question", "sessionId": n}) for n in "ab"))
    assert len({row["item_id"] for row in rows}) == 1


def test_lines_and_older_exports(tmp_path: Path) -> None:
    lines = written_lines(tmp_path / "out.jsonl", [result(component()), result(component(), test=1)], end="\r\n")
    lines.write_bytes(lines.read_bytes() + b'{"promptIdx": 0, "testC')
    assert promptfoo.recognise(start_of(lines))
    rows, reading = rows_of(promptfoo, lines)
    assert columns(rows, "where", "label") == [("out.jsonl:1", "pass"), ("out.jsonl:2", "pass")]
    assert reading.skipped == {"torn": 1}
    old = written(tmp_path / "old.json", {"results": {"version": 2, "results": [result(component())], "table": {}}, "config": {}})
    assert promptfoo.recognise(start_of(old))
    assert rows_of(promptfoo, old)[0][0]["item_id"] == rows[0]["item_id"]


def test_empty_run_and_long_text(tmp_path: Path) -> None:
    assert only(tmp_path)[0] == []
    text = "é" * 5_000_000
    assert only(tmp_path, result(component(reason=text)))[0][0]["rationale"] == text


def test_every_value_may_be_anything(tmp_path: Path) -> None:
    one = result({**component(provider={"id": "g"}, metric="m"), "tokensUsed": {"prompt": 3, "cached": 1}, "metadata": {"graderError": False}})
    document = export(one, defaultTest={"options": {"provider": "g"}})
    outcomes = [read_or_refused(promptfoo, written(tmp_path / "out.json", other)) for other in mutated(document)]
    assert 0 < sum(outcomes) < len(outcomes)


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "empty"),
        (b'{"evalId": "x", "results": {"version": 3, "results": [', "no JSON"),
        (b'{"evalId": "x", "results": {"results": 7}}', "results is the number 7, not a list"),
        (b'{"evalId": "x", "results": null}', "no `results`"),
        (b"[]", "a list, not promptfoo"),
        (json.dumps(export("x")).encode(), "the result is the text 'x', not an object"),
        (json.dumps(export()).encode("utf-16"), "not UTF-8"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, match: str) -> None:
    check_refused(promptfoo, tmp_path / "out.json", data, match)
