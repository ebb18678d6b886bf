"""What a table is by its content, whatever its name; columns inside structs; data frames of any library, and what is none."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import judgeaudit
from judgeaudit.errors import GoldError, JudgeAuditError, VerdictsError
from judgeaudit.importers.columns import columns_of
from judgeaudit.importers.foreign import start_of
from judgeaudit.importers.gold import gold_texts
from judgeaudit.importers.imported import any_verdicts, read_files
from judgeaudit.importers.interchange import read_verdicts
from judgeaudit.importers.table_kinds import table_kind

OWN = "item_id,judge,label\n007,m,yes\n1e5,m,no\n"
SUFFIXES = ".jsonl, .ndjson, .csv, .parquet, .json, .xlsx"


def put(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def parquet(table: pa.Table) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table, stream)
    return stream.getvalue()


@pytest.mark.parametrize("name", ["v", "v.log", "v.txt", "v.dat", "v.parquet", "v.xlsx", "v.csv.bak"])
@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (OWN, "csv"),
        (OWN.replace("\n", "\r\n"), "csv"),
        ("\ufeff" + OWN, "csv"),
        ("\n\n" + OWN, "csv"),
        ('"item_id","judge","label"\n"a","m","x, or\ny"\n', "csv"),
        ("ticket,grade\nT-1,pass\n", "csv"),
        (",item_id,judge\n0,a,m\n", "csv"),
        ("item_id,judge,label", "csv"),
        ("item_id,judge,label\na,b\n", "csv"),
        ('{"item_id":"a"}\n', "jsonl"),
        ('[{"item_id":"a"}]', "json"),
        (parquet(pa.table({"a": [1]})), "parquet"),
    ],
)
def test_content_says_the_kind(tmp_path: Path, name: str, content: bytes | str, kind: str) -> None:
    assert table_kind(start_of(put(tmp_path / name, content))) == kind


@pytest.mark.parametrize("content", ["one\ntwo\n", "Dear all, hello\n", "a,b\nc\n", "a,a\n1,2\n", "x", b"\0\1\2,\3\n", "ticket,grade\n"])
def test_what_is_no_table_is_named_with_the_way_out(tmp_path: Path, content: bytes | str) -> None:
    for name, said in (("v", "has no suffix"), ("v.log", "has the suffix '.log'")):
        with pytest.raises(VerdictsError, match=said) as told:
            any_verdicts(put(tmp_path / name, content))
        assert f"one of {SUFFIXES};" in str(told.value.fix)
        assert "--format csv" in str(told.value.fix)
        assert "judgeaudit import csv FILE" in str(told.value.fix)
    with pytest.raises(GoldError) as of_gold:
        gold_texts(put(tmp_path / "g", content))
    assert of_gold.value.fix == f"use one of {SUFFIXES}"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (OWN.replace(",", "\t"), "separated by tabs, not by commas"),
        (OWN.replace(",", ";"), "separated by semicolons, not by commas"),
        (OWN.encode("utf-16"), "is UTF-16, not UTF-8"),
        (OWN.encode() + b"b,m,\xe9\n", "0xe9 in line 4"),
        ("item_id,judge,label\na,b\n", "the row has 2 cells, the header 3"),
        ("ticket,grade\nT-1,pass\n", "there are 'ticket', 'grade'"),
    ],
)
@pytest.mark.parametrize("name", ["v.tsv", "v", "v.txt", "v.gz"])
def test_what_is_wrong_with_a_table_of_any_name_is_said(tmp_path: Path, name: str, content: bytes | str, said: str) -> None:
    path = put(tmp_path / name, gzip.compress(content if isinstance(content, bytes) else content.encode()) if name.endswith(".gz") else content)
    with pytest.raises(VerdictsError, match=said) as told:
        any_verdicts(path)
    assert str(path) in str(told.value)


def test_a_packed_table_of_any_name_is_read_by_all(tmp_path: Path) -> None:
    for name in ("b3.log.gz", "noext", "t.csv"):
        path = put(tmp_path / name, gzip.compress(OWN.encode()))
        assert any_verdicts(path)["item_id"].to_pylist() == ["007", "1e5"]
        assert judgeaudit.import_verdicts(path, out=tmp_path / "out.csv").read.files[0].format == "csv"
    gold = put(tmp_path / "g.gz", gzip.compress(b"item_id,annotator,label\na,p,x\na,p\n"))
    with pytest.raises(GoldError, match=r"g\.gz: row 3: the row has 2 cells"):
        gold_texts(gold)
    with pytest.raises(GoldError, match=r"g\.gz: the packed file is damaged"):
        gold_texts(put(gold, gold.read_bytes()[:-9]))


def test_a_json_list_of_any_name_is_read_as_one(tmp_path: Path) -> None:
    """It was once recognised, and then refused for its name."""
    content = '[{"item_id":"007","judge":"m","label":"x"}]'
    for name in ("v", "v.log"):
        assert read_verdicts(put(tmp_path / name, content))["item_id"].to_pylist() == ["007"]
        assert read_files([tmp_path / name], format="json").table["item_id"].to_pylist() == ["007"]


NESTED = [{"result": {"grade": "pass", "by": {"name": "gpt", "score": 0.5}}}, {"result": {"grade": "fail", "by": None}}, {"result": None}]
FRAME = pa.table({"item_id": ["a", "b", "c"], "judge": ["m", "m", "m"], "result": [one["result"] for one in NESTED]})


def test_names_with_dots_find_what_stands_in_structs(tmp_path: Path) -> None:
    pq.write_table(FRAME, tmp_path / "v.parquet")
    mapped = {"label": "result.grade", "score": "result.by.score"}
    read = [read_files([tmp_path / "v.parquet"], columns=columns_of(mapped)).table]
    for frame in (FRAME, pl.from_arrow(FRAME), FRAME.to_pandas()):
        out = judgeaudit.audit(frame, columns=mapped, embedder="none")
        assert [one.value for one in out.data.estimates if one.name == "answered_rate"] == [pytest.approx(2 / 3)]
    assert [(row["label"], row["score"]) for row in read[0].to_pylist()] == [("pass", 0.5), ("fail", None), (None, None)]


def test_maps_of_a_warehouse_and_columns_of_such_names(tmp_path: Path) -> None:
    """A column whose own name has a dot is that column, as in JSON."""
    maps = pa.array([[("grade", "pass")], None, [("grade", "fail")]], pa.map_(pa.string(), pa.string()))
    labels = [row["label"] for row in _labels(FRAME.append_column("meta", maps), "meta.grade")]
    assert labels == ["pass", None, "fail"]
    own = FRAME.append_column("result.grade", pa.array(["x", "y", "z"]))
    assert [row["label"] for row in _labels(own, "result.grade")] == ["x", "y", "z"]
    with pytest.raises(VerdictsError, match=r"there is no column 'result\.mark'; there are 'item_id', 'judge', 'result'"):
        _labels(FRAME, "result.mark")
    with pytest.raises(VerdictsError, match=r"row 1: result\.by is bytes that are no UTF-8"):
        judgeaudit.audit(FRAME.set_column(2, "result", pa.array([{"by": b"\xff"}] * 3)), columns={"label": "result.by"}, embedder="none")


def _labels(table: pa.Table, column: str) -> list[dict[str, Any]]:
    from judgeaudit.importers.tabular import named, verdict_rows

    columns = columns_of({"label": column})
    rows: list[dict[str, Any]] = named(verdict_rows(table, columns), columns)[0].table.to_pylist()
    return rows


def test_columns_that_nobody_named_may_hold_anything_in_a_mapped_frame() -> None:
    frame = pd.DataFrame({"item_id": ["a"], "judge": ["m"], "grade": ["x"], "z": pd.Series([object()], dtype=object), "b": pd.Series([b"\xff"], dtype=object)})
    assert judgeaudit.audit(frame, columns={"label": "grade"}, embedder="none").data.estimates


@pytest.mark.parametrize("given", [[1], {"item_id": ["a"]}, np.zeros((2, 2)), ("a",), 3, object()])
def test_what_is_no_data_frame_is_told_all_that_is_taken(given: Any) -> None:
    for asked in ({}, {"columns": {"label": "x"}}):
        with pytest.raises(JudgeAuditError, match=f"expected a data frame, got a {type(given).__name__}") as told:
            judgeaudit.audit(given, embedder="none", **asked)
        assert told.value.fix == "pass a data frame of pandas or polars, an Arrow table, or a path"


def test_a_lazy_frame_is_to_be_collected() -> None:
    lazy = pl.LazyFrame({"item_id": ["a"], "judge": ["m"], "label": ["x"]})
    with pytest.raises(VerdictsError, match="got a LazyFrame") as told:
        judgeaudit.audit(lazy, embedder="none")
    assert told.value.fix == "call .collect() and pass what it gives"
    assert judgeaudit.audit(lazy.collect(), embedder="none").data.estimates


def test_frames_of_any_library_are_routed_with_their_own_columns() -> None:
    rows = {
        "item_id": [f"q{n}" for n in range(60)],
        "judge": ["m"] * 60,
        "label": ["pass", "fail"] * 30,
        "confidence": [0.9, 0.8] * 30,
        "ticket": list(range(60)),
    }
    gold = pd.DataFrame({"item_id": rows["item_id"], "annotator": "p", "label": rows["label"]})
    calibration = judgeaudit.calibrate(pa.table(rows), gold=gold)
    for frame in (pd.DataFrame(rows), pl.DataFrame(rows), pa.table(rows)):
        assert calibration.apply(frame)["ticket"].tolist() == rows["ticket"]
