"""What a reader of the section on bias and attacks sees, in a real browser."""

from __future__ import annotations

import pytest

from tests.report.pages import Pages


def test_answers_differ_in_shape_and_word_and_not_by_colour_alone(open_page: Pages) -> None:
    page = open_page("probes").page
    found = page.evaluate(
        """[...document.querySelectorAll('#bias .probe-forest tbody tr:not(.kind-head)')].map((row) => {
            const mark = row.querySelector('.whisker > .mark > path:not(.arrow)') ? 'diamond' : row.querySelector('.whisker .hollow') ? 'ring'
                : row.querySelector('.whisker circle') ? 'disc' : 'none';
            return [row.querySelector('.status').innerText.trim(), mark]; })"""
    )
    assert {(word, mark) for word, mark in found} == {
        ("biased", "diamond"), ("the attack pays", "diamond"), ("does not follow", "diamond"), ("inconclusive", "ring"), ("not beyond the margin", "disc"),
        ("holds", "disc"), ("follows", "disc"), ("not measured", "none"),
    }  # fmt: skip


def test_the_mark_stands_where_the_number_says(open_page: Pages) -> None:
    """The axis has a tick at 0 and one at +60; +25 lies 25 / 60 of the way."""
    page = open_page("probes").page
    places = page.evaluate(
        """(() => { const table = document.querySelector('#bias .probe-forest');
            const tick = (text) => { const t = [...table.querySelectorAll('.scale text')].find((one) => one.textContent === text).getBoundingClientRect(); return t.x + t.width / 2; };
            const mark = table.querySelector('tbody tr:not(.kind-head) .whisker .mark path').getBoundingClientRect();
            return [tick('0'), tick('+60'), mark.x + mark.width / 2]; })()"""
    )
    assert (places[2] - places[0]) / (places[1] - places[0]) == pytest.approx(25 / 60, abs=0.02)


def test_the_plot_is_a_table_with_every_number(open_page: Pages) -> None:
    page = open_page("probes").page
    row = page.locator("#bias .probe-forest tbody tr:not(.kind-head)").first
    assert row.locator("th").inner_text().split("\n")[0] == "Authority (citation)"
    told = " ".join(row.inner_text().split())
    for words in ("biased", "+25.0", "+15.0 to +35.0", "+30.0", "under 0.001", "22.0"):
        assert words in told
    assert page.locator("#bias .probe-forest caption").inner_text() == "Beyond reruns, in percentage points; margin ±5.0"
    assert page.locator("#bias .whisker:not([aria-hidden=true])").count() == 0, "what is drawn is said in words beside it"


@pytest.mark.parametrize("width", [1280, 390])
def test_both_versions_stand_beside_each_other_or_below(open_page: Pages, width: int) -> None:
    page = open_page("probes", width=width, fresh=True).page
    page.evaluate("document.querySelectorAll('#bias details').forEach((d) => { d.open = true; })")
    before, after = (side.bounding_box() for side in page.locator("#moved-1 .beside").first.locator(".side").all())
    if width > 1000:
        assert before["y"] == after["y"]
    else:
        assert after["y"] >= before["y"] + before["height"] - 1
    assert page.locator("#moved-1 ins").inner_text().endswith("Source: Hallstrom, E., and Okafor, D. (2019).")
    assert page.locator("#moved-2 mark").inner_text() == "the source"
    assert page.locator("#unmoved-1 del").inner_text().endswith("4")
    assert page.locator("#unmoved-1 ins").inner_text().endswith("7")
    assert page.locator("#unmoved-1 .case-detail").count() == 0, "whether a rationale mentions it is asked of what was moved"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_hostile_text_does_nothing(open_page: Pages) -> None:
    opened = open_page("hostile_probes", fresh=True)
    page = opened.page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.wait_for_timeout(200)
    assert page.evaluate("window.__owned") is None
    assert page.evaluate("window.blocked") == []
    assert opened.troubles == []
    assert page.evaluate("document.querySelectorAll('#bias img, #bias iframe, #bias script, #bias math, #bias a[href^=javascript]').length") == 0


def test_words_can_be_read_in_the_dark_too(open_page: Pages) -> None:
    """4.5 : 1 as WCAG 2.2 wants it, for the words of the answers and of the changes."""
    contrast = """(selector) => [...document.querySelectorAll(selector)].map((node) => {
        const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
        const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        let under = node; while (under && (rgb(getComputedStyle(under).backgroundColor)[3] ?? 1) === 0) under = under.parentElement;
        const [a, b] = [light(rgb(getComputedStyle(node).color)), light(rgb(getComputedStyle(under || document.body).backgroundColor))].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05); })"""
    for dark in (False, True):
        page = open_page("probes", dark=dark).page
        assert min(page.evaluate(contrast, "#bias .status, #bias .gone, #bias .kind-head .muted, #bias .moved-head .muted")) >= 4.5
