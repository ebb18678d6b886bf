"""Logs of OpenAI's open-source evals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from import_rows import check_refused, columns, mutated, read_or_refused, rows_of, written_lines

from judgeaudit.importers.foreign import Reading, start_of
from judgeaudit.importers.formats import openai_evals

END = {"final_report": {"score": 1.0}, "run_id": "r"}


def spec(*models: str, **args: Any) -> dict[str, Any]:
    run = {"eval_spec": {"cls": "evals.elsuite.modelgraded.classify:ModelBasedClassify", "args": args}}
    return {"spec": {"completion_fns": list(models), "eval_name": "demo.dev.v0", "base_eval": "demo", "split": "dev", "run_config": run, "run_id": "r"}}


def event(sort: str, sample: Any = "demo.dev.0", **data: Any) -> dict[str, Any]:
    return {"run_id": "r", "event_id": 0, "sample_id": sample, "type": sort, "data": data, "created_by": "", "created_at": "2026-01-02 03:04:05.678901+00:00"}


def only(tmp_path: Path, *lines: Any) -> tuple[list[dict[str, Any]], Reading]:
    return rows_of(openai_evals, written_lines(tmp_path / "log.jsonl", list(lines)))


def test_choices_of_a_grading_model(tmp_path: Path) -> None:
    path = written_lines(
        tmp_path / "log.jsonl",
        [
            spec("gpt-answer", "gpt-grade", modelgraded_spec="fact"),
            event("sampling", prompt=[{"role": "user", "content": "Who?"}], sampled=["He."]),
            event("sampling", "demo.dev.1", prompt="When?", sampled="Now."),
            event("sampling", prompt="Grade", sampled=["It agrees.\nA"]),
            event("metrics", choice="A", score=1.0),
            event("sampling", "demo.dev.1", prompt="Grade", sampled=["?"]),
            event("metrics", "demo.dev.1", choice="__invalid__", score=None),
            event("error", "demo.dev.2", type="Timeout", message="late"),
            event("raw_sample", "demo.dev.3"),
            END,
        ],
        end="\r\n",
    )
    assert openai_evals.recognise(start_of(path))
    rows, reading = rows_of(openai_evals, path)
    shared = {"judge": "gpt-grade", "criterion": "fact", "system": "gpt-answer", "created_at": "2026-01-02T03:04:05.678901+00:00"}
    assert rows == [
        {**shared, "item_id": "demo.dev.0", "label": "A", "score": 1.0, "status": "ok", "rationale": "It agrees.\nA", "where": "log.jsonl:5"},
        {**shared, "item_id": "demo.dev.1", "label": None, "score": None, "status": "unparsable", "rationale": "?", "where": "log.jsonl:7"},
    ]
    assert reading.skipped == {"error": 1}
    assert reading.items["demo.dev.0"] == {"id": "demo.dev.0", "input": [{"role": "user", "content": "Who?"}], "response": "He."}
    assert not reading.notes


def test_matches_and_metrics_are_of_the_program(tmp_path: Path) -> None:
    rows, reading = only(
        tmp_path,
        spec("gpt-answer"),
        event("sampling", prompt="2+2", sampled=["4"]),
        event("match", correct=True, expected="4", picked="4"),
        event("metrics", "demo.dev.1", f1=0.5, verdict="good", parts=[1]),
    )
    assert columns(rows, "item_id", "judge", "criterion", "label", "score", "system") == [
        ("demo.dev.0", "demo.dev.v0", "match", "true", None, "gpt-answer"),
        ("demo.dev.1", "demo.dev.v0", "f1", None, 0.5, "gpt-answer"),
        ("demo.dev.1", "demo.dev.v0", "verdict", "good", None, "gpt-answer"),
    ]
    assert reading.skipped == {"not_judged": 1}
    assert any("did not end" in note for note in reading.notes)
    assert reading.items["demo.dev.0"] == {"id": "demo.dev.0", "input": "2+2", "response": "4"}


def test_a_model_that_grades_itself_and_a_torn_log(tmp_path: Path) -> None:
    path = written_lines(
        tmp_path / "log.jsonl", [spec("gpt"), event("sampling", "007", prompt="Grade", sampled="Yes"), event("metrics", "007", choice="Yes", score=1)]
    )
    path.write_bytes(path.read_bytes() + b'{"run_id": "r", "event_id": 2, "sa')
    rows, reading = rows_of(openai_evals, path)
    assert columns(rows, "item_id", "judge", "system", "criterion", "label", "rationale") == [("007", "gpt", "gpt", "choice", "Yes", "Yes")]
    assert reading.items == {}, "the one sampling is the grader's"
    assert reading.skipped == {"torn": 1}


def test_logs_of_two_models_keep_their_items_apart(tmp_path: Path) -> None:
    reading = Reading()
    found = []
    for n, model in enumerate(("one", "two")):
        path = written_lines(tmp_path / f"{n}.jsonl", [spec(model, "judge"), event("metrics", choice="A"), END])
        found += rows_of(openai_evals, path, reading)[0]
    assert columns(found, "item_id", "system", "judge") == [("demo.dev.0", "one", "judge"), ("demo.dev.0 [two]", "two", "judge")]


def test_events_without_a_specification_and_a_long_line(tmp_path: Path) -> None:
    path = written_lines(tmp_path / "log.jsonl", [event("metrics", choice="A", note="x" * 10_000_000)])
    assert openai_evals.recognise(start_of(path))
    assert columns(rows_of(openai_evals, path)[0], "judge", "label") == [("openai evals", "A")]
    assert openai_evals.recognise(start_of(written_lines(tmp_path / "spec.jsonl", [spec("x" * 100_000)])))
    assert only(tmp_path, spec("m"), END)[0] == []


def test_every_value_may_be_anything(tmp_path: Path) -> None:
    sampling = event("sampling", prompt=[{"role": "user", "content": "q"}], sampled=["a"])
    document = [spec("m", "g", modelgraded_spec="fact"), sampling, sampling, event("metrics", choice="A", score=1), event("match", correct=True), END]
    path = tmp_path / "log.jsonl"
    outcomes = [read_or_refused(openai_evals, written_lines(path, other)) for other in mutated(document)]
    assert 0 < sum(outcomes) < len(outcomes)


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "empty"),
        (b'{"spec": {"eval_name": "x"}', "no JSON"),
        (b'{"spec": 7}\n', "spec is the number 7, not an object"),
        (json.dumps(END).encode() + b'\n{"a": 1}\n', "no spec, event or final report"),
        (b'{"type": "match", "data": {}}\n', "no sample_id"),
        (b'{"type": "match", "sample_id": "\xff"}\n', "not UTF-8"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, match: str) -> None:
    check_refused(openai_evals, tmp_path / "log.jsonl", data, match)
