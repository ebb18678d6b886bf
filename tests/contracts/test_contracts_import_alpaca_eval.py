from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.reading_exports import ALPACA, lines, put, read

SWAPPED = ALPACA | {"output_1": "Blue", "output_2": "Red", "generator_1": "mine", "generator_2": "base", "preference": 2.0}
CSV = 'instruction,output_1,output_2,annotator,preference\r\n"Name, please",a,b,007,1.0\r\n'


def test_a_preference(tmp_path: Path) -> None:
    rows, reading = read("alpaca_eval", put(tmp_path, "annotations.json", [ALPACA]))
    item = rows[0]["item_id"]
    assert rows == [
        {
            "item_id": item, "judge": "gpt4_turbo", "cluster": rows[0]["cluster"], "stratum": "helpful", "system": "base vs mine", "cost_usd": 0.02,
            "rationale": "M is nicer", "where": "annotations.json: entry 1", "status": "ok", "label": "response_b",
        }
    ]  # fmt: skip
    assert len(item) == 16
    assert reading.items == {item: {"id": item, "input": "Name a colour.", "response_a": "Red", "response_b": "Blue", "stratum": "helpful"}}


@pytest.mark.parametrize(
    ("preference", "expected"),
    [
        (1, {"status": "ok", "label": "response_a"}),
        (1.0, {"status": "ok", "label": "response_a"}),
        (2, {"status": "ok", "label": "response_b"}),
        (1.5, {"status": "ok", "label": "tie"}),
        (0, {"status": "ok", "label": "tie"}),
        (float("nan"), {"status": "unparsable"}),
        (None, {"status": "unparsable"}),
        (1.990014, {"status": "ok", "label": "response_b", "confidence": pytest.approx(0.990014)}),
        (1.25, {"status": "ok", "label": "response_a", "confidence": 0.75}),
        (3, {"status": "off_scale"}),
        (-1, {"status": "off_scale"}),
    ],
)
def test_preferences(tmp_path: Path, preference: float | None, expected: dict[str, Any]) -> None:
    rows, _ = read("alpaca_eval", put(tmp_path, "a.json", [ALPACA | {"preference": preference}]))
    assert {key: rows[0].get(key) for key in ("status", "label", "confidence") if key in rows[0]} == expected


def test_the_same_pair_in_the_other_order_is_the_same_item(tmp_path: Path) -> None:
    rows, reading = read("alpaca_eval", put(tmp_path, "a.json", [ALPACA, SWAPPED]))
    assert [(row["label"], row.get("probe"), row.get("variant"), row["system"]) for row in rows] == [
        ("response_b", None, None, "base vs mine"),
        ("response_a", "position", "swapped", "base vs mine"),
    ]
    assert rows[0]["item_id"] == rows[1]["item_id"]
    assert len(reading.items) == 1


def test_a_judge_that_saw_only_the_other_order_is_no_probe(tmp_path: Path) -> None:
    rows, _ = read("alpaca_eval", put(tmp_path, "a.json", [ALPACA, SWAPPED | {"annotator": "claude"}]))
    assert [(row["judge"], row["label"], row.get("probe")) for row in rows] == [("gpt4_turbo", "response_b", None), ("claude", "response_a", None)]


def test_the_shown_order_where_the_file_says_it(tmp_path: Path) -> None:
    entries = [
        ALPACA | {"is_switch_output_1_output_2": True},
        ALPACA | {"instruction": "x", "is_switch_output_1_output_2": False},
        ALPACA | {"instruction": "y"},
    ]
    rows, _ = read("alpaca_eval", put(tmp_path, "a.json", entries))
    assert [row.get("order") for row in rows] == ["ba", "ab", None]


@pytest.mark.parametrize(
    ("raw", "rationale"),
    [
        ("m", None),
        ('{"concise_explanation": "nicer", "ordered_models": []}', "nicer"),
        ("[{'model': 'model_1', 'rank': 1}]", None),
        ("Output (a) is clearer.", "Output (a) is clearer."),
        ({"text": "m", "logprobs": {"content": []}}, None),
        (None, None),
        ([1], None),
    ],
)
def test_rationales(tmp_path: Path, raw: object, rationale: str | None) -> None:
    rows, _ = read("alpaca_eval", put(tmp_path, "a.json", [ALPACA | {"raw_completion": raw}]))
    assert rows[0].get("rationale") == rationale


def test_csv_jsonl_and_a_missing_annotator(tmp_path: Path) -> None:
    rows, _ = read("alpaca_eval", put(tmp_path, "a.csv", CSV))
    assert [(row["judge"], row["label"], row["where"]) for row in rows] == [("007", "response_a", "a.csv: row 2")]
    nobody = {key: value for key, value in ALPACA.items() if key != "annotator"}
    rows, reading = read("alpaca_eval", put(tmp_path, "by_claude.jsonl", lines(nobody, nobody)))
    assert [row["judge"] for row in rows] == ["by_claude", "by_claude"]
    assert "the file names no annotator: the judge is called by the file's name" in reading.notes


def test_an_entry_of_ten_megabytes(tmp_path: Path) -> None:
    rows, reading = read("alpaca_eval", put(tmp_path, "a.json", json.dumps([ALPACA | {"output_1": "x" * 10_000_000}])))
    assert [row["label"] for row in rows] == ["response_b"]
    assert len(reading.items[rows[0]["item_id"]]["response_a"]) == 10_000_000


SAME = {key: value for key, value in ALPACA.items() if key not in ("raw_completion", "price_per_example")} | {"output_2": ALPACA["output_1"]}
"""Two equal outputs, of which AlpacaEval asks no judge."""


@pytest.mark.parametrize("tie", [1.5, 0])
@pytest.mark.parametrize(
    "nothing", [{}, {"raw_completion": None, "price_per_example": None}, {"raw_completion": float("nan"), "price_per_example": float("nan")}]
)
def test_a_pair_that_no_judge_saw_is_left_out_and_counted(tmp_path: Path, tie: float, nothing: dict[str, Any]) -> None:
    rows, reading = read("alpaca_eval", put(tmp_path, "a.json", [SAME | nothing | {"preference": tie}, ALPACA]))
    assert [(row["label"], row["where"]) for row in rows] == [("response_b", "a.json: entry 2")]
    assert reading.skipped == {"not_judged": 1}
    assert list(reading.items) == [rows[0]["item_id"]]
    assert "two equal outputs are a tie by AlpacaEval's own rule: no judge was asked, and the pair is left out" in reading.notes


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ({"preference": 1.0}, "response_a"),  # no tie: AlpacaEval did not fill it in
        ({"preference": 1.5, "raw_completion": "They are the same."}, "tie"),
        ({"preference": 1.5, "price_per_example": 0.02}, "tie"),
    ],
)
def test_equal_outputs_that_a_judge_was_shown_are_its_verdict(tmp_path: Path, said: dict[str, Any], label: str) -> None:
    rows, reading = read("alpaca_eval", put(tmp_path, "a.json", [SAME | said]))
    assert [row["label"] for row in rows] == [label]
    assert (reading.skipped, reading.notes) == ({}, {})
