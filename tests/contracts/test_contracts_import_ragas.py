"""Results of Ragas, in the shapes in which data frames are written."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from import_rows import check_refused, columns, mutated, read_or_refused, rows_of, written, written_lines

from judgeaudit.importers.foreign import start_of
from judgeaudit.importers.formats import ragas

ROWS = [
    {"user_input": "who?", "retrieved_contexts": ["c1", "c2"], "response": "he", "reference": "him", "faithfulness": 1.0, "answer_relevancy": 0.25},
    {"user_input": "when?", "retrieved_contexts": ["c3"], "response": "now", "reference": "then", "faithfulness": math.nan, "answer_relevancy": 0.5},
]
TABLE = [
    ("ragas", "faithfulness", 1.0, "ok"),
    ("ragas", "answer_relevancy", 0.25, "ok"),
    ("ragas", "answer_relevancy", 0.5, "ok"),
]


@pytest.mark.parametrize("shape", ["records", "columns", "lines", "csv", "csv_index"])
def test_one_table_in_every_shape(tmp_path: Path, shape: str) -> None:
    frame = pd.DataFrame(ROWS)
    path = tmp_path / f"result.{shape[:3]}"
    if shape.startswith("csv"):
        frame.to_csv(path, index=shape == "csv_index", lineterminator="\r\n")
    else:
        frame.to_json(path, orient="columns" if shape == "columns" else "records", lines=shape == "lines")
    assert ragas.recognise(start_of(path))
    rows, reading = rows_of(ragas, path)
    assert columns(rows, "judge", "criterion", "score", "status") == TABLE
    assert rows[0]["item_id"] == rows[1]["item_id"] != rows[2]["item_id"]
    texts = reading.items[rows[0]["item_id"]]
    assert (texts["input"], texts["response"], texts["reference"]) == ("who?", "he", "him")
    if not shape.startswith("csv"):
        assert texts["context"] == "c1\n\nc2"
    assert reading.skipped == {"unscored": 1}


def test_metrics_alone_and_older_columns(tmp_path: Path) -> None:
    scores = written(tmp_path / "scores.json", [{"faithfulness": 1.0, "factual_correctness(mode=f1)": math.nan}, {"faithfulness": 0}])
    assert ragas.recognise(start_of(scores))
    rows, reading = rows_of(ragas, scores)
    assert columns(rows, "item_id", "criterion", "score") == [("0", "faithfulness", 1.0), ("1", "faithfulness", 0.0)]
    assert reading.skipped == {"unscored": 2}
    old = written_lines(tmp_path / "old.jsonl", [{"question": "q", "answer": "a", "contexts": ["c"], "ground_truth": "g", "context_recall": 1}])
    assert ragas.recognise(start_of(old))
    rows, reading = rows_of(ragas, old)
    assert columns(rows, "criterion", "score") == [("context_recall", 1.0)]
    assert reading.items[rows[0]["item_id"]] == {"id": rows[0]["item_id"], "input": "q", "response": "a", "reference": "g", "context": "c"}


def test_ids_programs_and_other_columns(tmp_path: Path) -> None:
    row = {"id": "007", "user_input": "q", "response": "a", "language": "en", "my_metric": 3, "bleu_score": 0.1, "semantic_similarity": 0.9}
    rows, reading = rows_of(ragas, written(tmp_path / "r.json", [row, {**row, "id": "1e5", "my_metric": None}]))
    assert columns(rows, "item_id", "criterion", "score") == [("007", "my_metric", 3.0)]
    assert reading.skipped == {"not_judged": 4, "unscored": 1}
    assert "columns that hold more than numbers are no metrics, and are not read" in reading.notes


def test_rows_that_are_alike_are_repeats_of_one_item(tmp_path: Path) -> None:
    rows, _ = rows_of(ragas, written(tmp_path / "r.json", [ROWS[0], {**ROWS[0], "faithfulness": 0.0}]))
    assert len({row["item_id"] for row in rows}) == 1


def test_long_line(tmp_path: Path) -> None:
    path = written_lines(tmp_path / "r.jsonl", [{**ROWS[0], "response": "x" * 10_000_000}])
    assert ragas.recognise(start_of(path))
    assert len(rows_of(ragas, path)[0]) == 2


def test_every_value_may_be_anything(tmp_path: Path) -> None:
    document: list[Any] = [{**ROWS[0], "id": "a"}, ROWS[1]]
    outcomes = [read_or_refused(ragas, written(tmp_path / "r.json", other)) for other in mutated(document)]
    assert 0 < sum(outcomes) < len(outcomes)


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "empty"),
        (b"[]", "no column holds numbers"),
        (json.dumps([{"user_input": "q", "response": "a"}]).encode(), "no column holds numbers"),
        (b'[{"user_input": "q"', "no JSON"),
        (b"user_input,response,faithfulness\nq,\xe9,1\n", "not UTF-8"),
        (b"user_input,response,faithfulness\nq,1\n", "the row has 2 cells"),
        (b'user_input,response,faithfulness\nq,"a,1\n', "a quote is opened"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, match: str) -> None:
    check_refused(ragas, tmp_path / "r.json", data, match)
