"""The triage list as a spreadsheet: case P25 (no cell is ever a formula), and nothing of the text lost."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.exporters.spreadsheet import spreadsheet_csv, spreadsheet_text
from judgeaudit.exporters.triage import COLUMNS, triage_csv
from judgeaudit.report.triage import render_triage

HOSTILE = ['=HYPERLINK("http://example.invalid","x")', "+1", "-5 points", "@sum", "\t=1+1", "\u200b=1"]
"""Case P25, copied."""


def row(**more: Any) -> dict[str, Any]:
    given = {
        "rank": 1, "risk": "critical", "judge": "a", "criterion": "c", "stratum": None, "item_id": "007", "verdict": "pass", "stable": True, "passes": None,
        "flags": ["fabricated_quote", "trapped"], "reason": "passes", "replicates": [0, 2], "quote": None, "nearest": "Delivery takes 3 days",
    }  # fmt: skip
    return {**given, **more}


def read(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline="")))


def test_case_p25_is_the_one_copied_here(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "cases.json").read_text(encoding="utf-8"))
    assert next(case for case in cases if case["id"] == "P25")["input"]["item_csv_cells"] == HOSTILE


@pytest.mark.parametrize("text", HOSTILE)
def test_case_p25_cells_are_neutralised(text: str) -> None:
    assert spreadsheet_text(text) == f"'{text}"
    for column in ("judge", "criterion", "stratum", "item_id", "verdict", "reason", "quote", "nearest"):
        assert read(triage_csv([row(**{column: text})]))[1][COLUMNS.index(column)] == f"'{text}"
    assert read(triage_csv([row(flags=[text])]))[1][COLUMNS.index("flags")] == f"'{text}"


@pytest.mark.parametrize(
    "before", ["", " ", "\u00a0", "\ufeff", "\u200b\u200d", "\u00ad", "\u2060", "\u202e", "\u3000", "\u180e", "\ufe0f", "\U000e0041", "\x00", "\x1b", "\u3164", "\r\n"]
)  # fmt: skip
@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\u2212"])
def test_nothing_unseen_hides_a_formula(before: str, sign: str) -> None:
    assert spreadsheet_text(f"{before}{sign}cmd|' /C calc'!A0").startswith("'")


@pytest.mark.parametrize("text", ["", "a = b", "3 days", "“=1”", "1+1", "x@y.example", "passes in 5 of 5 repeats", "'quoted'", "日本", "a\nb"])
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert spreadsheet_text(text) == text


@pytest.mark.parametrize("text", ["\tx", "\rx", "\nx"])
def test_a_leading_tab_or_line_end_is_kept_off_the_edge(text: str) -> None:
    assert spreadsheet_text(text) == f"'{text}"


def test_control_sequences_do_not_reach_a_terminal() -> None:
    assert spreadsheet_text("ok \x1b]0;owned\x07\x1b[2J\x9b") == "ok \ufffd]0;owned\ufffd\ufffd[2J\ufffd"


def test_numbers_stay_numbers_negative_ones_too() -> None:
    text = spreadsheet_csv(["n", "share", "text"], [{"n": -5, "share": -0.25, "text": "-5"}])
    assert text == "\ufeffn,share,text\r\n-5,-0.25,'-5\r\n"
    frame = pd.read_csv(io.BytesIO(text.encode()))
    assert (frame["n"][0], frame["share"][0], frame["text"][0]) == (-5, -0.25, "'-5")


def test_the_whole_row() -> None:
    (head, line) = read(triage_csv([row(quote='He said "no",\nthen left')]))
    assert tuple(head) == COLUMNS
    assert line == [
        "1", "critical", "a", "c", "", "007", "pass", "yes", "", "fabricated_quote, trapped", "passes", "0, 2", 'He said "no",\nthen left', "Delivery takes 3 days",
    ]  # fmt: skip


def test_nothing_to_look_at_is_a_header() -> None:
    assert triage_csv([]) == "\ufeff" + ",".join(COLUMNS) + "\r\n"


def test_bytes_are_utf8_with_a_mark_and_nothing_is_lost() -> None:
    text = triage_csv([row(quote="Frist: 14 Tage, “日本語”, 🙂, \ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace"))])
    assert text.encode()[:3] == b"\xef\xbb\xbf"
    frame = pd.read_csv(io.BytesIO(text.encode()), dtype=str)
    assert frame.columns[0] == "rank"
    assert frame["item_id"][0] == "007"
    assert frame["quote"][0].startswith("Frist: 14 Tage, “日本語”, 🙂, ")


def test_an_audit_has_the_list_as_a_table() -> None:
    items = [judgeaudit.Item(id=name, input=f"When, {name}?", response="Delivery takes 3 days. The office is closed on Sunday.") for name in ("007", "8")]
    said = {"007": 'It says "refunds are free within thirty days".', "8": 'It says "The office is closed on Sunday".'}
    table = pd.DataFrame([{"item_id": i, "judge": "j", "label": "pass", "replicate": r, "rationale": said[i]} for i in said for r in range(2)])
    found = judgeaudit.audit(table, items=items, embedder="none")
    triage = found.triage()
    assert tuple(triage.columns) == COLUMNS
    assert triage[["rank", "risk", "item_id", "stable"]].values.tolist() == [[1, "critical", "007", True]]
    assert triage["replicates"][0] == [0, 1]
    without = judgeaudit.audit(table.drop(columns="rationale"), items=items)
    assert (len(without.triage()), tuple(without.triage().columns)) == (0, COLUMNS)


def test_no_control_sequence_reaches_a_terminal_and_the_rest_is_counted() -> None:
    shown = render_triage([row(rank=n + 1, item_id="ok \x1b]0;owned\x07\x1b[2J", reason="on\u202e one\nline") for n in range(12)], most=2, width=80)
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "\u202e" not in shown
    assert shown.startswith("12 verdicts to look at: 12 critical\n")
    assert "1. CRITICAL  item ok , a on c\n    on one line\n    nearest: Delivery takes 3 days\n" in shown
    assert shown.endswith("and 10 more\n")
