"""Data frames and Arrow tables as verdicts: ids of any dtype are exact text, NaN is missing."""

import datetime
import decimal
import json
import uuid
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.interchange import table_from_frame
from judgeaudit.tables import RATINGS_SCHEMA


def frame(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame({"judge": "m", **columns})


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([7, 8], ["7", "8"]),
        ([7.0, 8.5], ["7", "8.5"]),
        (pd.array([7, 8], dtype="Int64"), ["7", "8"]),
        (pd.Categorical(["b", "a"]), ["b", "a"]),
        (pd.Categorical([2, 1]), ["2", "1"]),
        ([True, False], ["true", "false"]),
        (np.array(["007", 7], dtype=object), ["007", "7"]),
        (np.array([np.int64(3), np.float64(4.0)], dtype=object), ["3", "4"]),
        (np.array([decimal.Decimal("1.50"), uuid.UUID(int=3)], dtype=object), ["1.50", "00000000-0000-0000-0000-000000000003"]),
        (["NA", "nan"], ["NA", "nan"]),
        (pd.array(["NA", "x"], dtype="string"), ["NA", "x"]),
        (pd.to_datetime(["2026-01-02", "2026-01-03"]), ["2026-01-02T00:00:00", "2026-01-03T00:00:00"]),
        (pd.period_range("2026-01", periods=2, freq="M"), ["2026-01", "2026-02"]),
        (np.array([datetime.date(2026, 1, 2), "x"], dtype=object), ["2026-01-02", "x"]),
        ([1e20, 1e-7], ["1e+20", "1e-07"]),
    ],
)
def test_ids_and_labels_of_any_dtype_are_exact_text(values: Any, wanted: list[str]) -> None:
    table = table_from_frame(frame(item_id=values, label=values))
    assert table.schema.equals(RATINGS_SCHEMA)
    assert table["item_id"].to_pylist() == wanted
    assert table["label"].to_pylist() == wanted


@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA, pd.NaT, ""])
def test_nothing_is_missing(nothing: Any) -> None:
    table = table_from_frame(frame(item_id=["a", "b"], label=pd.Series(["x", nothing], dtype=object)))
    assert table["label"].to_pylist() == ["x", None]
    assert table["status"].to_pylist() == ["ok", "unparsable"]


def test_labels_next_to_a_missing_one_are_no_floats() -> None:
    assert table_from_frame(frame(item_id=["a", "b"], label=[1, None]))["label"].to_pylist() == ["1", None]


def test_scores_replicates_and_reasons() -> None:
    reasons = pd.Series([[{"aspect": "q", "n": np.int64(1)}], None, np.nan], dtype=object)
    table = table_from_frame(frame(item_id=["a", "b", "c"], score=[1, np.inf, np.nan], replicate=[0.0, 1.0, 2.0], reasons=reasons))
    assert table["score"].to_pylist() == [1.0, None, None]
    assert table["status"].to_pylist() == ["ok", "unparsable", "unparsable"]
    assert table["replicate"].to_pylist() == [0, 1, 2]
    assert [json.loads(one) if one else None for one in table["reasons"].to_pylist()] == [[{"aspect": "q", "n": 1}], None, None]


def test_a_named_index_is_a_column() -> None:
    data = frame(item_id=["a", "b"], label="x").set_index(["item_id", "judge"])
    assert table_from_frame(data)["item_id"].to_pylist() == ["a", "b"]


def test_times_of_a_frame_number_its_rows() -> None:
    data = frame(item_id="a", label=["x", "y"], created_at=pd.to_datetime(["2026-01-02", "2026-01-01"], utc=True))
    assert table_from_frame(data, criterion="c").select(["criterion", "replicate"]).to_pylist() == [
        {"criterion": "c", "replicate": 1},
        {"criterion": "c", "replicate": 0},
    ]


def test_columns_that_are_not_read_may_hold_anything() -> None:
    table = table_from_frame(frame(item_id=["a"], label=["x"], z=[1j], **{"0": [object()]}))
    assert json.loads(table.schema.metadata[b"ignored_columns"]) == ["z", "0"]


def test_an_arrow_table_is_taken_as_it_is() -> None:
    data = pa.table({"item_id": pa.array([1], pa.int8()), "judge": ["m"], "label": pa.array(["x"], pa.string_view()), "replicate": pa.array([3], pa.uint8())})
    assert table_from_frame(data).select(["item_id", "label", "replicate"]).to_pylist() == [{"item_id": "1", "label": "x", "replicate": 3}]


def test_the_frame_is_left_alone() -> None:
    data = frame(item_id=[1, 2], label=[1.0, None])
    before = data.copy(deep=True)
    table_from_frame(data)
    pd.testing.assert_frame_equal(data, before)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([1], ["expected a data frame, got a list"]),
        (pd.DataFrame(), ["no verdicts"]),
        (pd.DataFrame({"item_id": [], "judge": [], "label": []}), ["no verdicts"]),
        (pd.DataFrame({"id": ["a"], "judge": ["m"], "label": ["x"]}), ["'item_id' is missing", "rename 'id' to 'item_id'"]),
        (pd.DataFrame([["a", "m", "x", "y"]], columns=["item_id", "judge", "label", "label"]), ["'label' is there twice"]),
        (frame(item_id=["a", None], label="x"), ["row 2: item_id is empty"]),
        (frame(item_id=["a", "b"], label=["x", ["y"]]), ["row 2: label is a list"]),
        (frame(item_id=["a", "b"], score=[1, "good"]), ["row 2: score 'good' is not a number"]),
        (frame(item_id=["a"], score=[True]), ["'score' holds truth values", "call it label"]),
        (frame(item_id=["a", "b"], label="x", replicate=[0, None]), ["row 2: replicate is empty here"]),
        (frame(item_id=["a"], label=["x"], latency_s=pd.to_timedelta(["1s"])), ["'latency_s' holds duration"]),
        (frame(item_id=["a"], label=pd.Series([object()], dtype=object)), ["neither text nor number"]),
    ],
)
def test_a_mistake_names_the_row(data: Any, words: list[str]) -> None:
    with pytest.raises(VerdictsError) as caught:
        table_from_frame(data)
    assert str(caught.value).startswith("data frame: ")
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert caught.value.fix
