"""Repeats of a table that are about another text are no repeats of the judge: two verdicts on two answers are no flip."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import judgeaudit
from judgeaudit.importers.columns import columns_of
from judgeaudit.importers.imported import read_files

N = 12


def rows(other: str = "another answer", **more: Any) -> list[dict[str, Any]]:
    """Two rows for each item: the same answer on even items, another one and another verdict on odd ones."""
    return [
        {"item_id": f"i{n}", "judge": "j", "label": "no" if r and n % 2 else "yes", "replicate": r, "input": f"question {n}",
         "response": other if r and n % 2 else f"answer {n}", **more}
        for n in range(N) for r in (0, 1)
    ]  # fmt: skip


def table(path: Path, given: list[dict[str, Any]]) -> Path:
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    elif path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(given), path)
    elif path.suffix == ".xlsx":
        pd.DataFrame(given).to_excel(path, index=False)
    else:
        pd.DataFrame(given).to_csv(path, index=False)
    return path


def check(found: judgeaudit.Audit) -> None:
    flips = next(one for one in found.data.estimates if one.name == "flip_rate")
    assert (flips.value, flips.n_items, flips.n_ratings) == (0, N // 2, N)
    texts = [one.text for analysis in found.data.analyses for one in analysis.findings]
    assert any("another answer than its first one are no repeats of the judge" in text for text in texts)


@pytest.mark.parametrize("name", ["v.csv", "v.jsonl", "v.parquet", "v.xlsx", "parts/a.parquet"])
def test_another_answer_is_no_repeat_in_any_table(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    table(path, rows())
    check(judgeaudit.audit(path.parent if name.startswith("parts") else path, embedder="none", format="excel" if path.suffix == ".xlsx" else "auto"))


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.Table.from_pylist])
@pytest.mark.parametrize("columns", [{}, {"label": "grade"}])
def test_another_answer_is_no_repeat_in_a_frame(library: Any, columns: dict[str, str]) -> None:
    given = [{"grade": row["label"], **row} for row in rows()]
    check(judgeaudit.audit(library(given), columns=columns, embedder="none"))


def test_another_question_counts_as_another_answer_and_so_does_one_in_a_second_file(tmp_path: Path) -> None:
    files = [table(tmp_path / f"{n}.jsonl", [{"item_id": "1", "judge": "j", "label": "yes", "input": f"q{n}", "response": "a"}]) for n in range(3)]
    found = read_files(files)
    assert found.table.select(["probe", "variant", "replicate"]).to_pylist() == [
        {"probe": None, "variant": None, "replicate": 0},
        {"probe": "other_answer", "variant": "answer 2", "replicate": 0},
        {"probe": "other_answer", "variant": "answer 3", "replicate": 0},
    ]
    assert found.items == ({"id": "1", "input": "q0", "response": "a"},)
    assert any("no repeats of the judge" in note for note in found.notes)


def test_answers_are_told_apart_under_columns_of_any_name(tmp_path: Path) -> None:
    given = [{"qid": row["item_id"], "output": row["response"], "grade": row["label"]} for row in rows()]
    found = read_files([table(tmp_path / "v.csv", given)], columns=columns_of(["item_id=qid", "response=output", "label=grade"], ["judge=j"]))
    assert found.table["probe"].to_pylist() == [None if r == 0 or n % 2 == 0 else "other_answer" for n in range(N) for r in (0, 1)]


def test_texts_that_stand_at_the_first_row_alone_are_those_of_all(tmp_path: Path) -> None:
    """Spreadsheets write a text once; the next row may hold the one that the first lacks."""
    given = [
        {"item_id": "1", "judge": "j", "label": "yes", "input": "q", "response": ""},
        {"item_id": "1", "judge": "k", "label": "yes", "input": "", "response": "a"},
        {"item_id": "1", "judge": "l", "label": "no", "input": "", "response": ""},
    ]
    found = read_files([table(tmp_path / "v.csv", given)])
    assert found.table["probe"].null_count == 3
    assert found.items == ({"id": "1", "input": "q", "response": "a"},)


def test_an_empty_answer_is_one_where_the_format_can_say_so(tmp_path: Path) -> None:
    given = [{"item_id": "1", "judge": "j", "label": label, "replicate": r, "response": text} for r, (label, text) in enumerate([("yes", "a"), ("no", "")])]
    assert read_files([table(tmp_path / "v.jsonl", given)]).table["probe"].to_pylist() == [None, "other_answer"]


def test_rows_of_probes_keep_their_probe_and_give_no_texts(tmp_path: Path) -> None:
    given = [{**row, "probe": "verbosity", "variant": "long", "response": "so long"} for row in rows()[:1]] + rows()[:1]
    found = read_files([table(tmp_path / "v.jsonl", given)])
    assert found.table["probe"].to_pylist() == ["verbosity", None]
    assert found.items == ({"id": "i0", "input": "question 0", "response": "answer 0"},)


@pytest.mark.parametrize("replicate", [True, False])
def test_texts_may_be_messages(tmp_path: Path, replicate: bool) -> None:
    given = [{**row, "input": [{"role": "user", "content": row["input"]}]} for row in rows()]
    given = given if replicate else [{name: value for name, value in row.items() if name != "replicate"} for row in given]
    for suffix in (".jsonl", ".parquet"):
        check(judgeaudit.audit(table(tmp_path / f"v{suffix}", given), repeats=True, embedder="none"))
