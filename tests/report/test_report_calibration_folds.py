"""Folded tables of the section on calibration: single runs, limits of agreement, missing verdicts, labels without gold, calibrators."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from judgeaudit.report.html import render_html
from tests.report import sample_calibrated as calibrated
from tests.report import sample_edges as edges
from tests.report.pages import Pages
from tests.report.sample_folds import folds

FOLDS = {
    "runs": "How far apart single runs are",
    "limits": "How far a single score may be from gold",
    "bounds": "What the missing verdicts could change",
    "untested": "Labels that the judge gives and gold has not",
    "calibrators": "What a confidence is worth",
}


def section(**blocks: Any) -> str:
    html = render_html(calibrated.with_calibration(edges.lone_audit(), blocks)).split('<section id="calibration">')[1].split("</section>")[0]
    tagged = re.sub("</?(?:t[dhr]|small|p|li|h[34]|div|dt|dd|summary)\\b[^>]*>", " ", html)
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", "", tagged)))


@pytest.mark.parametrize(
    "said",
    [
        "openai/gpt-5-mini refund_window right on 95 % 92 % 98 % 4 runs: 95 %, 98 %, no verdict, 92 %",
        "anthropic/claude-haiku-4-5 tone off by 0.35 0.31 0.40 2 runs: 0.31, 0.40",
        "anthropic/claude-haiku-4-5 tone +0.17 −0.93 to 1.27 −0.93 lies between −1.10 and −0.76, 1.27 between 1.10 and 1.44 94 % 120",
        "local/smollm2-135m tone none unknown Fewer than 10 items none 9",
        "local/smollm2-135m refund_window 4 % 49 % 54 %",
        "openai/gpt-5-mini tone rude 14",
        "openai/gpt-5-mini refund_window the confidence it states Platt log odds times 0.61, less 0.2 52 to 99 % on 120 items 0.150 as stated, 0.121 Platt, 0.130 temperature, 0.126 isotonic",
        "the share of its repeats that agree isotonic 52 % is worth 40 %, 80 % is worth 70 %, 99 % is worth 96 % Few items above 0.9",
        "the margin of its log probabilities temperature log odds divided by 2.4",
        "the confidence it states left as stated Fewer than 20 items have a confidence and a gold label",
    ],
)
def test_what_the_blocks_hold_is_said(said: str) -> None:
    assert said in section(**folds())


def test_only_what_is_there_has_a_table() -> None:
    nothing, everything = section(), section(**folds())
    for name, title in FOLDS.items():
        assert title not in nothing
        assert title in everything
        assert [other for other, said in FOLDS.items() if said in section(**{name: folds()[name]})] == [name]


def test_of_very_many_rows_the_first_are_shown_and_the_rest_is_counted() -> None:
    text = section(bounds=folds()["bounds"] * 450)
    assert text.count("49 %") == 400
    assert "50 more are in audit.json." in text


def test_an_isotonic_calibrator_of_many_steps_shows_some_of_them() -> None:
    steps = [n / 200 for n in range(201)]
    row = {**folds()["calibrators"][1], "parameters": {"confidence": steps, "share_right": steps, "low": 0.0, "high": 1.0, "n_items": 900}}
    text = section(calibrators=[row])
    assert text.count("% is worth") == 8
    assert "0 % is worth 0 %" in text
    assert "100 % is worth 100 %" in text
    assert "8 of 201 steps" in text


@pytest.mark.parametrize("width", [390, 1280])
def test_the_tables_open_and_fit(open_page: Pages, width: int) -> None:
    page = open_page("calibration", width=width, fresh=True).page
    for title in FOLDS.values():
        summary = page.locator("#calibration summary", has_text=title)
        assert summary.count() == 1
        summary.click()
        table = summary.locator("xpath=..").locator("table")
        assert table.is_visible()
        assert table.evaluate("t => t.scrollWidth <= t.closest('.scroll').clientWidth + 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
