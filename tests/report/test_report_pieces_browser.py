"""What a reader sees of evidence that stands far into a long text, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.report import sample_far as far
from tests.report.pages import Pages

TEXT = "#evidence-1-0 .source:nth-child(2) .text"
IN_VIEW = """(box) => [...box.querySelectorAll('mark')].map((m) => m.getBoundingClientRect()).filter((m) => {
  const own = box.getBoundingClientRect(); return m.top >= own.top && m.bottom <= own.bottom; }).length"""
WORDS = """(mark) => { const copy = mark.cloneNode(true); copy.querySelectorAll('.sr').forEach((n) => n.remove()); return copy.textContent; }"""


def words(page: Any, selector: str) -> list[str]:
    found: list[str] = page.evaluate(f"[...document.querySelectorAll('{selector} mark')].map({WORDS})")
    return found


@pytest.mark.parametrize("width", [1280, 390])
def test_far_spans_are_marked_and_the_first_is_in_view(open_page: Pages, width: int) -> None:
    page = open_page("far", width=width).page
    assert words(page, TEXT) == list(far.QUOTES)
    assert words(page, "#evidence-1-0 .side:first-child > .text") == list(far.QUOTES)
    assert page.evaluate(f"({IN_VIEW})(document.querySelector('{TEXT}'))") >= 1


def test_an_injection_is_in_view_once_its_case_is_opened(open_page: Pages) -> None:
    page = open_page("far", fresh=True).page
    page.locator("#cases summary").first.click()
    page.wait_for_timeout(100)
    assert words(page, "#cases .source") == [far.INJECTED]
    boxes = "[...document.querySelectorAll('#cases .source > .text')].filter((box) => box.querySelector('mark'))"
    assert page.evaluate(f"{boxes}.map({IN_VIEW})") == [1]


def test_what_is_left_out_stands_on_a_line_of_its_own(open_page: Pages) -> None:
    page = open_page("far", width=390).page
    looks = page.evaluate(f"[...document.querySelectorAll('{TEXT} .left-out')].map((e) => [getComputedStyle(e).display, e.textContent])")
    assert len(looks) == 7
    assert {display for display, _ in looks} == {"block"}
    assert all(said.startswith("[…] ") and "characters left out" in said for _, said in looks)


@pytest.mark.parametrize("width", [1280, 390])
def test_far_texts_are_inert_and_nothing_scrolls_sideways(open_page: Pages, width: int) -> None:
    opened = open_page("far", width=width, fresh=True)
    page = opened.page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("window.__owned") is None
    assert opened.troubles == []
    assert page.evaluate("window.blocked") == []
