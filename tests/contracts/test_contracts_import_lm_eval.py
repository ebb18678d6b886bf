"""Samples of lm-evaluation-harness."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from import_rows import check_refused, columns, mutated, read_or_refused, rows_of, written, written_lines

from judgeaudit.importers.foreign import Reading, start_of
from judgeaudit.importers.formats import lm_eval

NAME = "samples_task_2026-01-02T03-04-05.678901.jsonl"


def line(document: str, value: Any, *, way: str = "none", metric: str = "acc", **more: Any) -> dict[str, Any]:
    shared = {"doc_id": 0, "doc": {"q": "?"}, "target": "56", "arguments": {"gen_args_0": {"arg_0": "Q: 7*8?"}}, "resps": [["56"]], "filtered_resps": ["56"]}
    return {**shared, "filter": way, "metrics": [metric], "doc_hash": document, metric: value, **more}


def only(tmp_path: Path, *lines: Any) -> tuple[list[dict[str, Any]], Reading]:
    return rows_of(lm_eval, written_lines(tmp_path / NAME, list(lines)))


def test_real_samples(shared: Path) -> None:
    path = next((shared / "data" / "eval_formats" / "lm_eval" / "generated_dummy").glob("samples_*.jsonl"))
    assert lm_eval.recognise(start_of(path))
    assert not lm_eval.recognise(start_of(next(path.parent.glob("results_*.json"))))
    rows, reading = rows_of(lm_eval, path)
    hashes = ("04e6051f9dcfcf1cbb5b8ecbd3f3341c", "a59dce4fe6069a5a2f301c5a613ecba5", "0c7b58b83c1c71deec0238a2f1608910")
    assert [row["item_id"][:32] for row in rows] == list(hashes)
    # three answers were sampled, and the filter took the first: one verdict each
    assert set(columns(rows, "judge", "criterion", "replicate", "score", "system", "status")) == {("exact_match", "exact_match", 0, 0.0, "qdpv68r5", "ok")}
    assert list(reading.items.values())[1] == {"id": rows[1]["item_id"], "input": "Q: What is 7*8?\nA:", "response": "lol", "reference": "56"}


def test_filters_repeats_and_values(tmp_path: Path) -> None:
    rows, reading = only(
        tmp_path,
        line("a", 1.0, way="strict"),
        line("a", 0, way="flexible"),
        line("b", [1, 0, math.nan], way="strict", resps=[["x", "x", "z"]]),
        line("c", True, way="strict"),
        line("a", "NA", way="strict"),
        line("d", [-3.5, 7], way="strict", metric="perplexity"),
        line("e", None, way="strict"),
        line("f", 1, way="strict", metrics=[]),
    )
    assert columns(rows, "item_id", "criterion", "replicate", "label", "score", "status", "variant") == [
        ("a", "acc", 0, None, 1.0, "ok", None),
        ("a", "acc,flexible", 0, None, 0.0, "ok", None),
        ("b", "acc", 0, None, 1.0, "ok", None),
        ("b", "acc", 1, None, 0.0, "ok", None),
        ("b", "acc", 2, None, None, "unparsable", "answer 2"),
        ("c", "acc", 0, "true", None, "ok", None),
        ("a", "acc", 1, "NA", None, "ok", None),
        ("e", "acc", 0, None, None, "unparsable", None),
    ]
    assert reading.skipped == {"not_judged": 1, "unscored": 1}


def test_files_of_two_models_keep_their_items_apart(tmp_path: Path) -> None:
    reading = Reading()
    found = []
    for model in ("one", "two"):
        (tmp_path / model).mkdir()
        written(tmp_path / model / "results_2026-01-02T03-04-05.678901.json", {"model_name": model, "results": {}})
        found += rows_of(lm_eval, written_lines(tmp_path / model / NAME, [line("007", 1)]), reading)[0]
    assert columns(found, "item_id", "system", "replicate") == [("007", "one", 0), ("007 [two]", "two", 0)]


def test_torn_line_windows_line_ends_and_long_lines(tmp_path: Path) -> None:
    path = written_lines(tmp_path / NAME, [line("a", 1, doc={"q": "x" * 10_000_000}), line("b", 0)], end="\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes() + '{"doc_id": 2, "doc": {"q": "é'.encode()[:-1])
    assert lm_eval.recognise(start_of(path))
    rows, reading = rows_of(lm_eval, path)
    assert columns(rows, "item_id", "score", "where") == [("a", 1.0, f"{NAME}:1"), ("b", 0.0, f"{NAME}:2")]
    assert reading.skipped == {"torn": 1}


def test_every_value_may_be_anything(tmp_path: Path) -> None:
    path = tmp_path / NAME
    outcomes = [read_or_refused(lm_eval, written_lines(path, [other])) for other in mutated(line("a", [1, 0], resps=[["x", "y"]]))]
    assert 0 < sum(outcomes) < len(outcomes)


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b'{"doc_id": 0, "doc": {', "no JSON"),
        (json.dumps(line("a", 1)).encode() + b"\n{broken\n" + json.dumps(line("b", 1)).encode(), "no JSON"),
        (json.dumps(line("a", 1)).encode() + b"\n[1]\n", "the line is a list"),
        (b'{"doc_id": 0, "doc": "\xe9"}\n', "not UTF-8"),
        (json.dumps(line("a", 1)).encode("utf-16"), "not UTF-8"),
        (b'{"doc_id": 0, "doc_id": 1}\n', "twice"),
        (b'{"doc_id": 0, "doc": ' + b"[" * 100_000 + b"\n", "nested too deeply"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, match: str) -> None:
    check_refused(lm_eval, tmp_path / NAME, data, match)
