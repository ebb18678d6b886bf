"""Values that are no text: refused with column and row, or read as what they say. None becomes another one's without a word."""

from __future__ import annotations

import datetime
import enum
import json
import uuid
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import judgeaudit
from judgeaudit.errors import GoldError, VerdictsError
from judgeaudit.importers.extension_types import without_extension
from judgeaudit.importers.gold import frame_texts, gold_texts
from judgeaudit.importers.imported import any_verdicts, read_files
from judgeaudit.importers.interchange import table_from_frame
from judgeaudit.importers.items import read_items
from judgeaudit.importers.own_columns import own_columns
from judgeaudit.text.surrogates import encodable, escaped

HOUR = datetime.timedelta(hours=1)
BAD = [b"\xff", b"\xfe"]


Word = enum.Enum("Word", {"YES": "pass", "NO": "fail"}, type=str)
"""Texts, and no StrEnum: str() of a member is its name."""


def columns(**more: Any) -> dict[str, Any]:
    return {"item_id": ["a", "b"], "judge": ["m", "m"], "label": ["x", "y"], **more}


def objects(values: list[Any]) -> pd.Series:
    return pd.Series(values, dtype=object)


LENGTHS = {
    "pandas": pd.DataFrame(columns(label=pd.to_timedelta(["NaT", "1h"]))),
    "objects": pd.DataFrame(columns(label=objects([None, HOUR]))),
    "NumPy's objects": pd.DataFrame(columns(label=objects([None, np.timedelta64(3_600_000_000_000, "ns")]))),
    "Arrow": pa.table(columns(label=pa.array([None, HOUR]))),
    "polars": pl.DataFrame(columns(label=[None, HOUR])),
}


@pytest.mark.parametrize("frame", LENGTHS.values(), ids=LENGTHS)
def test_a_length_of_time_is_no_label(frame: Any) -> None:
    """Once 3600000000000 in one kind of column, and an error without a place in another."""
    for asked in ({}, {"columns": {"rationale": "label"}}, {"columns": {"judge": "label,item_id"}}):
        with pytest.raises(VerdictsError, match=r"data frame: row 2: \w+ is a length of time \(1:00:00\), which is neither text nor number") as told:
            judgeaudit.audit(frame, embedder="none", **asked)
        assert told.value.fix


@pytest.mark.parametrize("frame", LENGTHS.values(), ids=LENGTHS)
def test_nor_is_it_gold(frame: Any) -> None:
    labels = (
        frame.rename({"judge": "annotator"}, axis=1) if isinstance(frame, pd.DataFrame) else pa.table(frame).rename_columns(["item_id", "annotator", "label"])
    )
    with pytest.raises(GoldError, match=r"data frame: row 2: label is a length of time \((0 days )?0?1:00:00\)"):
        frame_texts(labels)
    with pytest.raises(GoldError, match="row 2: label is a length of time"):
        judgeaudit.audit(pd.DataFrame(columns()), gold=labels, embedder="none")


def test_orders_of_gold_that_are_no_text_are_told_too() -> None:
    gold = pd.DataFrame({"item_id": ["a"], "annotator": ["p"], "label": ["tie"], "order": pd.to_timedelta(["1h"])})
    rubric = judgeaudit.Rubric.model_validate(
        {"name": "r", "mode": "pairwise", "criteria": [{"name": "verdict", "question": "which?", "scale": {"labels": ["A", "B"]}}]}
    )
    with pytest.raises(GoldError, match="row 1: order is a length of time"):
        judgeaudit.audit(pd.DataFrame(columns(label=["A", "B"])), rubric, gold=gold, embedder="none")


def test_intervals_of_arrow_are_told() -> None:
    table = pa.table(columns(label=pa.array([(1, 2, 3), None], pa.month_day_nano_interval())))
    with pytest.raises(VerdictsError, match="row 1: label is a length of time"):
        judgeaudit.audit(table, embedder="none")
    with pytest.raises(VerdictsError, match="'label' holds month_day_nano_interval, not labels"):
        judgeaudit.audit(table, columns={"judge": "label,item_id"}, embedder="none")


@pytest.mark.parametrize("name", ["item_id", "label", "judge"])
def test_bytes_that_are_no_text_are_not_all_one(tmp_path: Path, name: str) -> None:
    """All of them were once U+FFFD: forty items were one."""
    pq.write_table(pa.table(columns(**{name: BAD})), tmp_path / "v.parquet")
    for frame in (
        pd.DataFrame(columns(**{name: objects(BAD)})),
        pa.table(columns(**{name: BAD})),
        pl.DataFrame(columns(**{name: BAD})),
        tmp_path / "v.parquet",
    ):
        with pytest.raises(VerdictsError, match=rf"(?s)2 problems.*row 1: .*{name}.*bytes that are no UTF-8"):
            judgeaudit.audit(frame, embedder="none")
    for kind in ("csv", "jsonl"):
        judgeaudit.export(pa_file(tmp_path, pa.table(columns(**{name: [b"1", "é".encode()]}))), kind, out=tmp_path / f"v.{kind}")
        assert sorted(set(any_verdicts(tmp_path / f"v.{kind}")[name].to_pylist())) == ["1", "é"]


def pa_file(folder: Path, table: pa.Table) -> Path:
    pq.write_table(table, folder / "t.parquet")
    return folder / "t.parquet"


def test_times_that_python_has_no_word_for_are_told(tmp_path: Path) -> None:
    lengths = pa.table(columns(label=pa.array([2**62, None], pa.duration("s"))))
    late = pa.table(columns(worked=pa.array([2**62, 0], pa.timestamp("us"))))
    with pytest.raises(VerdictsError, match="the column 'label' holds a value that cannot be read"):
        judgeaudit.audit(lengths, embedder="none")
    for source in (pa_file(tmp_path, late), late):
        with pytest.raises(VerdictsError, match="the column 'worked' holds a value that cannot be read"):
            own_columns(source, ["worked"])
    gold = pa.table({"item_id": ["a"], "annotator": ["p"], "label": pa.array([2**62], pa.timestamp("us"))})
    with pytest.raises(GoldError, match=r"label.* cannot be read"):
        frame_texts(gold)
    with pytest.raises(GoldError, match=r"cannot be read|damaged"):
        gold_texts(pa_file(tmp_path, gold))


def test_what_json_has_no_word_for_is_kept_of_items_as_it_is_shown(tmp_path: Path) -> None:
    """Once a traceback, though nobody reads the column."""
    more = {"worked": pa.array([HOUR]), "raw": pa.array([BAD[0]]), "many": pa.array([[HOUR]]), "n": pa.array([1])}
    pq.write_table(pa.table({"id": ["a"], "input": ["q"], "response": ["r"], **more}), tmp_path / "i.parquet")
    kept = read_items(tmp_path / "i.parquet", "pointwise")[0].metadata
    assert kept == {"worked": "1:00:00", "raw": r"b'\xff'", "many": "[datetime.timedelta(seconds=3600)]", "n": 1}


def test_members_of_an_enumeration_are_their_values() -> None:
    """Once Word.YES, which is off every scale."""
    frame = pd.DataFrame(columns(label=objects([Word.YES, Word.NO]), reasons=objects([{Word.YES: [Word.NO]}, None])))
    found = table_from_frame(frame)
    assert found["label"].to_pylist() == ["pass", "fail"]
    assert json.loads(found["reasons"][0].as_py()) == [{"pass": ["fail"]}]
    assert table_from_frame(frame.astype({"label": "category"}))["label"].to_pylist() == ["pass", "fail"]
    assert frame_texts(pd.DataFrame({"item_id": ["a"], "annotator": ["p"], "label": objects([Word.YES])})) == ("pass",)


@pytest.mark.parametrize("name", ["item_id", "label", "judge"])
def test_halves_of_characters_tell_names_apart(tmp_path: Path, name: str) -> None:
    """Two ids that end in different halves were once one item with repeats that contradict each other."""
    rows = [{**{key: values[n] for key, values in columns().items()}, name: f"0{half}", "rationale": f"r{half}"} for n, half in enumerate(("\ud800", "\ud801"))]
    (tmp_path / "v.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for found in (
        any_verdicts(tmp_path / "v.jsonl"),
        read_files([tmp_path / "v.jsonl"], format="jsonl").table,
        table_from_frame(pd.DataFrame(rows, dtype=object)),
    ):
        assert found[name].to_pylist() == ["0\\ud800", "0\\ud801"]
        assert found["rationale"].to_pylist() == ["r\ufffd", "r\ufffd"]


def test_halves_in_labels_of_logs_and_in_columns_that_are_not_read(tmp_path: Path) -> None:
    scores = [
        {"id": f"s{n}", "traceId": f"t{n}", "name": "c", "value": f"v{half}", "stringValue": f"v{half}", "source": "EVAL", "dataType": "CATEGORICAL",
         "timestamp": "2026-01-01T00:00:00Z"}
        for n, half in enumerate(("\ud800", "\ud801"))
    ]  # fmt: skip
    (tmp_path / "scores.json").write_text(json.dumps(scores))
    assert sorted(read_files([tmp_path / "scores.json"]).table["label"].to_pylist()) == ["v\\ud800", "v\\ud801"]
    rows = [{"item_id": "a", "judge": "m", "label": "x", **dict(zip(("\ud800", "\ud801"), (half, 1), strict=True))} for half in ("\ud802", "\ud803")]
    (tmp_path / "v.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = any_verdicts(tmp_path / "v.jsonl")
    assert json.loads(found.schema.metadata[b"ignored_columns"]) == ["\\ud800", "\\ud801"]
    # what is not read alone tells the two rows apart, and they are no copies
    assert read_files([tmp_path / "v.jsonl"], drop_copies=True).table.num_rows == 2


@given(st.text(st.characters(), max_size=8))
def test_escaping_changes_only_what_no_file_can_hold(text: str) -> None:
    found = escaped(text)
    found.encode()
    halves = [one for one in text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass") if "\ud800" <= one <= "\udfff"]
    assert len(found) == len(encodable(text)) + 5 * len(halves)
    if not halves:
        assert found == encodable(text)


def test_ids_of_a_warehouse_are_read_as_they_are_shown(tmp_path: Path) -> None:
    """What DuckDB shows of them is the outside word."""
    select = "SELECT md5((n % 40)::VARCHAR)::UUID AS ticket, 'm' AS judge, if(n % 3 = 0, 'pass', 'fail') AS label, n // 40 AS replicate FROM range(80) t(n)"
    duckdb.sql(f"COPY ({select}) TO '{tmp_path / 'mapped.parquet'}'")
    duckdb.sql(f"COPY (SELECT ticket AS item_id, * EXCLUDE ticket FROM ({select})) TO '{tmp_path / 'v.parquet'}'")
    shown = [row[0] for row in duckdb.sql(f"SELECT ticket::VARCHAR FROM ({select})").fetchall()]
    mapped = judgeaudit.import_verdicts(tmp_path / "mapped.parquet", out=tmp_path / "v.jsonl", columns={"item_id": "ticket"}).read.table
    assert any_verdicts(tmp_path / "v.parquet")["item_id"].to_pylist() == mapped["item_id"].to_pylist() == shown
    for engine in ({}, {"engine": "local"}):
        found = judgeaudit.audit(tmp_path / "v.parquet", embedder="none", **engine)
        assert {one.n_items for one in found.data.estimates if one.name == "flip_rate"} == {40}
    gold = pa.table({"item_id": pq.read_table(tmp_path / "v.parquet")["item_id"], "annotator": ["p"] * 80, "label": ["pass"] * 80}).slice(0, 40)
    accuracy = [one.n_items for one in judgeaudit.audit(tmp_path / "v.parquet", gold=gold, embedder="none").data.estimates if one.name == "accuracy"]
    assert max(accuracy) == 40


def test_repeats_under_such_ids_are_looked_through_for_copies() -> None:
    """Rows without a number are held against each other with all their columns, and the ids of these are no text."""
    ids = pa.array([uuid.UUID(int=2**127 + n % 20).bytes for n in range(40)], pa.uuid())
    with_runs = pa.table({"item_id": ids, "judge": ["m"] * 40, "label": ["x"] * 40, "run": [n // 20 for n in range(40)]})
    assert table_from_frame(with_runs, drop_copies=True)["replicate"].to_pylist() == [0] * 20 + [1] * 20


@given(st.lists(st.none() | st.uuids(), max_size=20), st.integers(0, 5), st.integers(0, 5))
def test_uuids_are_what_python_writes_of_them(values: list[uuid.UUID | None], first: int, cut: int) -> None:
    whole = pa.array([None if one is None else one.bytes for one in values], pa.uuid())
    column = pa.chunked_array([whole.slice(first, cut), whole.slice(first + cut)], type=whole.type)
    assert without_extension(whole.slice(first)).to_pylist() == [None if one is None else str(one) for one in values[first:]]
    assert without_extension(column).to_pylist() == [None if one is None else str(one) for one in values[first:]]


def test_other_types_beyond_those_of_arrow_are_what_they_hold() -> None:
    truths = pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1, 0], pa.int8()))
    assert table_from_frame(pa.table(columns(label=truths)))["label"].to_pylist() == ["true", "false"]
    texts = pa.ExtensionArray.from_storage(pa.json_(), pa.array(["7", '"x"']))
    assert table_from_frame(pa.table(columns(label=texts)))["label"].to_pylist() == ["7", '"x"']
