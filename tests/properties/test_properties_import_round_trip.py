"""Verdicts -> file -> verdicts: every id, label and text comes back as it was, from every format, whatever it looks like to a parser."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from judgeaudit.exporters.spreadsheet import spreadsheet_text
from judgeaudit.exporters.verdicts import verdict_bytes
from judgeaudit.importers.columns import columns_of
from judgeaudit.importers.imported import read_files
from judgeaudit.tables import table_from_rows

LOOKS_LIKE = (
    "007", "7", "1e5", "1E5", "1.0", "-0", "+1", "0x1F", "1_000", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "true", "TRUE", "false", "inf", "-inf", " x", "x ", "\tx",
    "2026-01-02", "01:02", "1/2", "=1+1", "@x", "a,b", 'a"b', '""', "'", "a\nb", "a\r\nb", "\r", "#", "\u2028", "\ufeff", "\x85", "ünï", "e\u0301", "\U0001f600", "{}", "[1]",
    "a;b", "a\\nb", "9" * 40, "\x1b", "\x0b",
)  # fmt: skip
ANY = st.characters(exclude_categories=["Cs"])
IDS = st.one_of(st.sampled_from(LOOKS_LIKE), st.text(ANY, min_size=1, max_size=12))
CELLS = st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"])
"""Text that a workbook holds: XML has no word for most control characters."""
SEEN_IN_CELLS = st.one_of(st.sampled_from([one for one in LOOKS_LIKE if one.isprintable()]), st.text(CELLS, min_size=1, max_size=12)).filter(
    lambda text: spreadsheet_text(text) == text
)


SCORES = st.floats(allow_nan=False, allow_infinity=False)
FIFTEEN = st.integers(-(10**6), 10**6).map(lambda n: n / 1000)
"""Numbers of few digits: a workbook holds fifteen."""


def rows(texts: st.SearchStrategy[str], scores: st.SearchStrategy[float] = SCORES) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Verdicts of distinct items, so that none is a repeat of another."""
    names = texts.filter(lambda text: "|" not in text and not text.endswith("#majority"))
    row = st.fixed_dictionaries(
        {"item_id": texts, "judge": names, "label": texts, "rationale": st.one_of(st.none(), texts), "score": st.one_of(st.none(), scores)}
    )
    return st.lists(row, min_size=1, max_size=5, unique_by=lambda one: one["item_id"])


def came_back(given: list[dict[str, Any]], suffix: str) -> None:
    table = table_from_rows([{"criterion": "c", "status": "ok", "replicate": 0, **row} for row in given])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"v{suffix}")
        path.write_bytes(verdict_bytes(table, suffix))
        found = read_files([path]).table
    assert found.select(list(given[0])).to_pylist() == given


FEW = settings(
    max_examples=40,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
@FEW
@given(given=rows(IDS))
@example(given=[{"item_id": one, "judge": "m", "label": one, "rationale": one, "score": None} for one in LOOKS_LIKE])
def test_every_text_comes_back_from_jsonl_and_parquet(suffix: str, given: list[dict[str, Any]]) -> None:
    came_back(given, suffix)


@FEW
@given(given=rows(IDS.filter(lambda text: "\0" not in text)))
@example(given=[{"item_id": one, "judge": "m", "label": one, "rationale": one, "score": None} for one in LOOKS_LIKE])
def test_every_text_without_nul_comes_back_from_csv(given: list[dict[str, Any]]) -> None:
    """A CSV cannot tell a null from an empty text: the rationale is one or the other in all rows here."""
    came_back([{**row, "rationale": row["rationale"] or "-"} for row in given], ".csv")


@FEW
@given(given=rows(SEEN_IN_CELLS, FIFTEEN))
def test_every_text_that_is_no_formula_comes_back_from_a_workbook(given: list[dict[str, Any]]) -> None:
    came_back([{**row, "rationale": row["rationale"] or "none"} for row in given], ".xlsx")


@FEW
@given(given=rows(IDS), name=IDS.filter(lambda text: text.strip() == text and "," not in text and "." not in text))
def test_columns_of_any_name_are_mapped(given: list[dict[str, Any]], name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "v.parquet")
        pq.write_table(pa.table({name + "_": [row["item_id"] for row in given], "label": [row["label"] for row in given]}), path)
        found = read_files([path], columns=columns_of({"item_id": name + "_"}, {"judge": "m"})).table
    assert found.select(["item_id", "label"]).to_pylist() == [{"item_id": row["item_id"], "label": row["label"]} for row in given]
