"""Files of any format as one import: recognised, put together, with everything that was left out counted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import judgeaudit
from judgeaudit.errors import OptionError, VerdictsError
from judgeaudit.importers import IMPORTERS
from judgeaudit.importers.columns import columns_of
from judgeaudit.importers.imported import read_files

GRADES = "qid,grade,notes,gpt,claude\n007,pass,because,pass,fail\n1e5,fail,why,fail,\nNA,pass,x,pass,pass\n"


def _csv(folder: Path, text: str = GRADES, name: str = "grades.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _rows(table: Any, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in table.select(list(names)).to_pylist()]


def test_every_format_has_a_module_that_recognises_and_reads() -> None:
    for name, dotted in IMPORTERS.items():
        module = import_module(dotted.partition(":")[0])
        assert callable(module.read), name
        if ".formats." in dotted:
            assert callable(module.recognise), name
            assert isinstance(module.TITLE, str), name


def test_columns_are_named_and_values_are_set(tmp_path: Path) -> None:
    found = read_files([_csv(tmp_path)], columns=columns_of(["item_id=qid", "label=grade", "rationale=notes"], ["judge=g"]))
    assert _rows(found.table, "item_id", "judge", "label", "rationale") == [
        ("007", "g", "pass", "because"),
        ("1e5", "g", "fail", "why"),
        ("NA", "g", "pass", "x"),
    ]


def test_names_may_be_swapped(tmp_path: Path) -> None:
    path = _csv(tmp_path, "item_id,judge,label,other\na,m,wrong,right\n")
    found = read_files([path], columns=columns_of(["label=other", "variant=label"]))
    assert _rows(found.table, "label", "variant") == [("right", "wrong")]


def test_a_wide_table_has_a_judge_for_each_column_and_says_its_gaps(tmp_path: Path) -> None:
    found = read_files([_csv(tmp_path)], format="wide", columns=columns_of(["item_id=qid", "judge=gpt,claude"], wide=True))
    assert _rows(found.table, "item_id", "judge", "label") == [
        ("007", "gpt", "pass"), ("1e5", "gpt", "fail"), ("NA", "gpt", "pass"), ("007", "claude", "fail"), ("NA", "claude", "pass"),
    ]  # fmt: skip
    assert found.skipped == {"unscored": 1}


def test_values_inside_objects_are_named_with_dots(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text('{"id": 7, "result": {"grade": "pass"}}\n{"id": "07", "result": {"grade": "fail"}}\n', encoding="utf-8")
    found = read_files([path], columns=columns_of(["item_id=id", "label=result.grade"], ["judge=g"]))
    assert _rows(found.table, "item_id", "label") == [("7", "pass"), ("07", "fail")]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".xlsx"])
def test_ids_survive_every_format(tmp_path: Path, suffix: str) -> None:
    ids = ["007", "1e5", "NA", "true", "null", "2024-01-02", "=1+1", "ünï😀", "a\u2028b", "1.0"]
    first = _csv(tmp_path, "item_id,judge,label\n" + "".join(f'"{one}",j,yes\n' for one in ids))
    written = judgeaudit.import_verdicts(first, out=tmp_path / f"v{suffix}").verdicts
    assert written is not None
    found = [one for (one,) in _rows(read_files([written]).table, "item_id")]
    # a workbook is for people: what a spreadsheet would run has an apostrophe in front
    assert found == [f"'{one}" if suffix == ".xlsx" and one == "=1+1" else one for one in ids]


def test_the_same_file_twice_is_read_once(tmp_path: Path) -> None:
    text = "item_id,judge,label\na,m,x\nb,m,y\n"
    found = read_files([_csv(tmp_path, text), _csv(tmp_path, text, "copy.csv")])
    assert found.table.num_rows == 2
    assert found.skipped == {"duplicate": 1}
    assert "copy.csv: byte for byte the same as" in found.examples["duplicate"][0]


def test_repeats_from_several_files_follow_each_other(tmp_path: Path) -> None:
    files = [_csv(tmp_path, f"item_id,judge,label,replicate\na,m,{label},0\n", f"{n}.csv") for n, label in enumerate("xyx")]
    found = read_files([*files[:2], _csv(tmp_path, "item_id,judge,label,replicate\na,m,x,0\nb,m,x,0\n", "more.csv")])
    assert _rows(found.table, "item_id", "replicate", "label") == [("a", 0, "x"), ("a", 1, "y"), ("a", 2, "x"), ("b", 0, "x")]


def test_a_call_that_was_exported_twice_is_one_call_whatever_its_number(tmp_path: Path) -> None:
    times = [f"2026-01-01T00:00:0{n}+00:00" for n in range(4)]
    rows = [
        {"item_id": f"i{n}", "judge": "m", "label": "x", "replicate": r, "rationale": f"because {n}", "created_at": times[n]} for n in range(4) for r in (0, 1)
    ]
    path = tmp_path / "v.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    audit = judgeaudit.audit(path, embedder="none")
    flips = next(one for one in audit.data.estimates if one.name == "flip_rate")
    assert flips.value is None
    assert any("4 of 8 rows are copies" in finding.text for analysis in audit.data.analyses for finding in analysis.findings)
    apart = [{**row, "created_at": f"2026-01-01T00:01:{n:02d}+00:00"} for n, row in enumerate(rows)]
    path.write_text("".join(json.dumps(row) + "\n" for row in apart), encoding="utf-8")
    flips = next(one for one in judgeaudit.audit(path, embedder="none").data.estimates if one.name == "flip_rate")
    assert flips.value == 0


def test_data_frames_of_other_libraries_and_arrow(tmp_path: Path) -> None:
    frame = pd.read_csv(_csv(tmp_path), dtype=str, keep_default_na=False)
    audits = [
        judgeaudit.audit(given, columns={"item_id": "qid", "label": "grade"}, fixed={"judge": "g"}, embedder="none")
        for given in (frame, pl.from_pandas(frame), pl.from_pandas(frame).to_arrow())
    ]
    assert audits[0].data.estimates == audits[1].data.estimates == audits[2].data.estimates
    assert next(one for one in audits[0].data.estimates if one.name == "answered_rate").n_items == 3


@pytest.mark.parametrize(
    ("mapped", "fixed", "what"),
    [
        (["label"], [], "no NAME=VALUE"),
        (["lable=x"], [], "did you mean 'label'"),
        (["label=x", "label=y"], [], "given twice"),
        (["judge=a,a"], [], "stands there twice"),
        (["judge=a,b", "label=c"], [], "label is given twice"),
        (["label=x"], ["label=y"], "label is given twice"),
    ],
)
def test_mistaken_names_are_said(mapped: Sequence[str], fixed: Sequence[str], what: str) -> None:
    with pytest.raises(OptionError, match=what):
        columns_of(mapped, fixed)


def test_a_column_that_is_not_there_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="did you mean 'grade'"):
        read_files([_csv(tmp_path)], columns=columns_of(["label=grades"], ["judge=g"]))


def test_unknown_formats_are_said(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="did you mean 'inspect'"):
        read_files([_csv(tmp_path)], format="inspekt")


def test_a_workbook_that_is_none_is_said(tmp_path: Path) -> None:
    path = tmp_path / "v.xlsx"
    path.write_bytes(b"PK\x03\x04" + b"\0" * 100)
    with pytest.raises(VerdictsError, match="no Excel workbook"):
        read_files([path], format="excel")


@pytest.mark.parametrize("name", ["v.jsonl.gold.csv", "v.jsonl.items.jsonl", "v.jsonl"])
def test_no_source_is_written_over(tmp_path: Path, name: str) -> None:
    source = _csv(tmp_path, "item_id,judge,label\na,m,x\n", name) if name.endswith(".csv") else tmp_path / name
    source.write_text(source.read_text(encoding="utf-8") if source.exists() else '{"item_id": "a", "judge": "m", "label": "x"}\n', encoding="utf-8")
    before = source.read_bytes()
    with pytest.raises(OptionError, match="is one that is read"):
        judgeaudit.import_verdicts(source, out=tmp_path / "v.jsonl")
    assert source.read_bytes() == before


def test_nothing_is_written_into_a_folder_that_is_read(tmp_path: Path) -> None:
    """The next import would read it, and its copies would be repeats."""
    folder = tmp_path / "logs"
    folder.mkdir()
    _csv(folder, "item_id,judge,label\na,m,x\n")
    with pytest.raises(OptionError, match="lies in the folder that is read"):
        judgeaudit.import_verdicts(folder, out=folder / "v.jsonl")
    assert [one.name for one in folder.iterdir()] == ["grades.csv"]


def test_a_column_is_no_table() -> None:
    with pytest.raises(VerdictsError, match="expected a data frame, got a Series"):
        judgeaudit.audit(pd.Series(["a", "b"]))


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(["x", "y"]), pl.String])
def test_categories_of_polars_are_their_texts(kind: pl.DataType) -> None:
    frame = pl.DataFrame({"item_id": ["a", "b"] * 6, "judge": "j", "replicate": [n // 2 for n in range(12)], "label": ["x", "y"] * 6})
    found = judgeaudit.audit(frame.with_columns(pl.col("label").cast(kind)), embedder="none")
    assert next(one for one in found.data.estimates if one.name == "flip_rate").value == 0


def test_gold_may_be_a_frame_of_another_library(tmp_path: Path) -> None:
    verdicts = pl.DataFrame({"item_id": [f"i{n}" for n in range(12)], "judge": "j", "label": ["x", "y"] * 6})
    gold = pl.DataFrame({"item_id": [f"i{n}" for n in range(12)], "annotator": "p", "label": ["x", "y"] * 5 + ["y", "x"]})
    found = [judgeaudit.audit(verdicts, gold=one, embedder="none").data.estimates for one in (gold, gold.to_arrow(), gold.to_pandas())]
    assert found[0] == found[1] == found[2]
    assert next(one for one in found[0] if one.name == "accuracy").value == pytest.approx(10 / 12)
