"""What a reader of the section on evidence sees and can do, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.report import sample_evidence as evidence
from tests.report.pages import Pages, until

CARD = "#evidence-1"  # openai/gpt-5-mini on refund-017, the first of the triage list
WORDS = """(mark) => { const copy = mark.cloneNode(true); copy.querySelectorAll('.sr').forEach((n) => n.remove()); return copy.textContent; }"""


def marks(page: Any, selector: str) -> list[list[str]]:
    """State, numbers and words of the marks within an element."""
    found: list[list[str]] = page.evaluate(
        f"[...document.querySelectorAll('{selector} mark.claim[data-n]')].map((m) => [m.classList[1], m.dataset.n, ({WORDS})(m)])"
    )
    return found


def test_claims_are_marked_at_the_right_words_of_the_rationale(open_page: Pages) -> None:
    page = open_page("evidence").page
    assert marks(page, "#evidence-1-0 .side:first-child > .text") == [
        ["altered", "1", evidence.ALTERED],
        ["exact", "2", "we will refund the full price"],
        ["fabricated", "3", evidence.INVENTED],
        ["false", "4", "does not apologise"],
        ["false", "5", "190 words"],
        ["misattributed", "6", "my lamp arrived broken"],
    ]
    words = page.evaluate(f"({WORDS})(document.querySelector('#evidence-1-0 .side:first-child > .text'))")
    assert words == evidence.FIRST


def test_what_they_cite_is_marked_at_the_right_words_of_the_texts(open_page: Pages) -> None:
    page = open_page("evidence").page
    sources = "#evidence-1-0 .source"
    assert page.locator(f"{sources} h4").all_inner_texts() == ["Input", "Response"]
    assert marks(page, f"{sources}:nth-child(1)") == [["misattributed", "6", "my lamp arrived broken"]]
    assert marks(page, f"{sources}:nth-child(2)") == [
        ["altered", "1", "send the lamp back within 14 days of delivery"],
        ["exact", "2", "we will refund the full price"],
        ["false", "4", "We are sorry"],
    ]


def test_rationale_and_texts_stand_side_by_side_and_below_each_other_on_a_phone(open_page: Pages) -> None:
    wide = [side.bounding_box() for side in open_page("evidence").page.locator("#evidence-1-0 > .side").all()]
    assert wide[0]["y"] == wide[1]["y"]
    assert wide[1]["x"] > wide[0]["x"] + wide[0]["width"] - 1
    narrow = [side.bounding_box() for side in open_page("evidence", width=390).page.locator("#evidence-1-0 > .side").all()]
    assert narrow[1]["y"] > narrow[0]["y"] + narrow[0]["height"] - 1
    assert all(box["width"] > 250 for box in narrow)


@pytest.mark.parametrize("dark", [False, True])
def test_states_differ_in_more_than_colour_and_have_words(open_page: Pages, dark: bool) -> None:
    page = open_page("evidence", dark=dark).page
    look = "(m) => [getComputedStyle(m, '::before').content, getComputedStyle(m).textDecorationStyle]"
    legend = page.evaluate(f"[...document.querySelectorAll('.claim-legend mark')].map((m) => [m.textContent, ...({look})(m)])")
    assert [word for word, _, _ in legend] == [
        "fabricated", "altered", "wrong", "misattributed", "nearly verbatim", "typeset otherwise", "verbatim", "true", "not checked",
    ]  # fmt: skip
    assert len({sign for _, sign, _ in legend}) == 9
    spoken = page.locator("#evidence-1-0 .side:first-child > .text mark .sr").all_text_contents()
    assert spoken[0] == "[claim 1: altered] "
    assert spoken[2] == "[claim 3: fabricated] "


def test_a_difference_can_be_read_with_eyes_and_by_a_screen_reader(open_page: Pages) -> None:
    page = open_page("evidence").page
    said = page.locator("#evidence-1-0 .claims li").first.locator(".said")
    assert said.locator("del").text_content() == "[the text has] 14"
    assert said.locator("ins").text_content() == "[the quote says] 30"
    assert page.evaluate(f"({WORDS})(document.querySelector('#evidence-1-0 .claims .said'))") == "send the lamp back within 14 30 days of delivery"
    lines = page.evaluate("['del', 'ins'].map((tag) => getComputedStyle(document.querySelector(`#evidence-1-0 .said ${tag}`)).textDecorationLine)")
    assert lines == ["line-through", "underline"]
    assert page.locator("#evidence-1-0 .claims li").first.locator(".edits").inner_text().startswith("number: ")


def test_an_item_of_the_triage_list_leads_to_its_claims(open_page: Pages) -> None:
    page = open_page("evidence", fresh=True).page
    page.evaluate("document.querySelectorAll('#main details').forEach((d) => { d.open = false; })")
    link = page.locator(".triage a", has_text="refund-017")
    link.focus()
    page.keyboard.press("Enter")
    until(page, f"document.querySelector('{CARD}').open && location.hash === '{CARD}'")
    assert page.evaluate(f"document.activeElement === document.querySelector('{CARD} summary')")
    assert page.locator("#evidence-1-0 mark").first.is_visible()
    page.locator(".triage a", has_text="refund-020").click()
    until(page, "document.querySelector('#case-4').open && location.hash === '#case-4'")


def test_the_first_rationale_is_open_and_others_are_folded(open_page: Pages) -> None:
    page = open_page("evidence", fresh=True).page
    assert page.locator(f"{CARD} .block-title").inner_text().split()[:4] == ["Replicates", "0,", "2", "pass"]
    other = page.locator(f"{CARD} details.replicate")
    assert other.count() == 1
    assert other.locator("summary").inner_text().startswith("Replicate 1")
    assert not page.locator("#evidence-1-1").is_visible()
    other.locator("summary").click()
    assert page.locator("#evidence-1-1").is_visible()
    assert marks(page, "#evidence-1-1 .source") == [["near", "2", "within 14 days of delivery"], ["exact", "1", "we will refund the full price"]]


def test_risk_has_a_word_and_a_shape(open_page: Pages) -> None:
    page = open_page("evidence").page
    shapes = page.evaluate("[...document.querySelectorAll('.triage .risk')].map((r) => [r.textContent.trim(), r.querySelector('use').getAttribute('href')])")
    assert shapes == [[name, f"#i-risk-{name}"] for name in ("critical", "high", "medium", "low")]
    assert page.evaluate("[...document.querySelectorAll('.triage use')].every((u) => document.querySelector(u.getAttribute('href')))")


def test_an_offset_in_another_script_marks_the_right_characters(open_page: Pages) -> None:
    page = open_page("evidence").page
    assert marks(page, "#evidence-2-0 .source") == [["altered", "1", "请在十四天之内退回"]]
    assert marks(page, "#evidence-2-0 .side:first-child > .text") == [["altered", "1", "请在三十天之内退回"]]


@pytest.mark.parametrize("name", ["evidence", "hostile_evidence"])
@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone_nothing_scrolls_sideways_and_nothing_complains(open_page: Pages, name: str, dark: bool) -> None:
    opened = open_page(name, width=390, dark=dark)
    page = opened.page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = "[...document.querySelectorAll('#evidence .scroll')].filter((s) => s.scrollWidth > s.clientWidth + 1).length"
    assert page.evaluate(wide) == 0
    assert opened.troubles == []
    assert page.evaluate("window.blocked") == []


def test_hostile_evidence_is_inert(open_page: Pages) -> None:
    page = open_page("hostile_evidence", fresh=True).page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert page.locator("#evidence mark.claim").count() > 20
    assert page.evaluate("window.__owned") is None
    assert page.evaluate("document.querySelectorAll('img, iframe, object, embed, form, math, base').length") == 0
    assert page.evaluate("[...document.querySelectorAll('#evidence *')].filter((e) => e.hasAttribute('style')).length") == 0


def test_without_javascript_everything_can_be_read(open_page: Pages) -> None:
    page = open_page("evidence", javascript=False).page
    assert page.locator("#evidence-1-0 mark").first.is_visible()
    page.click(f"{CARD} details.replicate > summary")
    assert page.locator("#evidence-1-1 mark").first.is_visible()
    page.click(".triage a >> nth=0")
    assert page.url.endswith(CARD)
