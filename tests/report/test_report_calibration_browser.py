"""What a reader of the section on calibration sees and can do, in a real browser."""

from __future__ import annotations

import pytest

from tests.report.pages import Pages, until

PLOTS = "[...document.querySelectorAll('#calibration .plot')]"
OPEN_ALL = "document.querySelectorAll('details').forEach((d) => { d.open = true; })"
ALL_DRAWN = f"{PLOTS}.every((p) => p.querySelector('.main-svg'))"


def test_visible_figures_are_drawn_and_folded_ones_once_they_are_opened(open_page: Pages) -> None:
    opened = open_page("calibration", fresh=True)
    page = opened.page
    assert page.evaluate(f"{PLOTS}.every((p) => Boolean(p.querySelector('.main-svg')) === !p.closest('details:not([open])'))")
    assert not page.evaluate(ALL_DRAWN)
    page.locator("#calibration .confidence .fold summary", has_text="share of its repeats").click()
    until(page, ALL_DRAWN)
    assert opened.troubles == []
    assert page.evaluate("window.blocked") == []
    assert [url for url in opened.requests if not url.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("dark", [False, True])
def test_figures_are_read_without_colour(open_page: Pages, dark: bool) -> None:
    page = open_page("calibration", dark=dark).page
    risk = "[...document.querySelectorAll('#calibration .plot[data-kind=painted]')][1]"
    dashes = page.evaluate(f"[...{risk}.querySelectorAll('.scatterlayer .js-line')].map((l) => l.style.strokeDasharray)")
    assert len(set(dashes)) == 2
    words = page.evaluate(f"[...{risk}.querySelectorAll('text')].map((t) => t.textContent)")
    assert {"wrong, as seen", "wrong, at most with 90 % certainty", "limit 15 %", "accept 71 %", "to a person"} <= set(words)
    curve = page.evaluate("[...document.querySelector('#calibration .plot[data-kind=painted]').querySelectorAll('text')].map((t) => t.textContent)")
    assert {"4", "9", "14", "31", "62", "surer than right", "less sure than right"} <= set(curve)
    rates = page.evaluate("[...document.querySelector('#calibration .plot[data-kind=rates]').querySelectorAll('text')].map((t) => t.textContent)")
    assert {"What the judge says", "62 % (59 to 65 %)", "Labels alone", "54 % (45 to 63 %)", "bot-a, corrected"} <= set(rates)


@pytest.mark.parametrize("width", [390, 1280])
def test_labels_of_rates_do_not_lie_over_each_other(open_page: Pages, width: int) -> None:
    page = open_page("calibration", width=width).page
    overlaps = """[...document.querySelectorAll('#calibration .plot[data-kind=rates]')].map((plot) => {
      const boxes = [...plot.querySelectorAll('.annotation-text-g text')].filter((t) => t.textContent !== '×').map((t) => t.getBoundingClientRect());
      let n = 0;
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => { n += a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2; }));
      return n; }).reduce((a, b) => a + b, 0)"""
    assert page.evaluate(overlaps) == 0


@pytest.mark.parametrize("name", ["calibration", "hostile_calibration"])
@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone_nothing_scrolls_sideways_and_nothing_complains(open_page: Pages, name: str, dark: bool) -> None:
    opened = open_page(name, width=390, dark=dark)
    page = opened.page
    page.evaluate(OPEN_ALL)
    until(page, f"{PLOTS}.every((p) => !p.clientWidth || p.querySelector('.main-svg'))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = "[...document.querySelectorAll('#calibration .scroll')].filter((s) => !s.querySelector('.confusion') && s.scrollWidth > s.clientWidth + 1).length"
    assert page.evaluate(wide) == 0
    assert opened.troubles == []
    assert page.evaluate("window.blocked") == []


def test_hostile_calibration_is_inert(open_page: Pages) -> None:
    opened = open_page("hostile_calibration", fresh=True)
    page = opened.page
    page.evaluate(OPEN_ALL)
    page.wait_for_timeout(300)
    for plot in page.locator("#calibration .plot").all()[:4]:
        if plot.is_visible():
            plot.hover()
    assert page.evaluate("window.__owned") is None
    assert page.evaluate("document.querySelectorAll('#calibration img, iframe, object, embed, form, math, base').length") == 0
    assert page.evaluate("[...document.querySelectorAll('#calibration a')].filter((a) => !a.getAttribute('href').startsWith('#')).length") == 0
    assert opened.troubles == []


def test_the_surest_disagreement_is_open_and_readable(open_page: Pages) -> None:
    page = open_page("calibration").page
    first = page.locator("#disagreements ~ .case").first
    assert first.locator("summary").inner_text().split()[0] == "refund-007"
    assert first.locator(".sources").is_visible()
    assert "confidence 0.97" in first.locator("summary").inner_text()


def test_a_printed_page_has_the_figures_in_light_colours(open_page: Pages) -> None:
    page = open_page("calibration", dark=True, fresh=True).page
    before = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()")
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_timeout(300)
    after = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()")
    assert before != after
    marker = page.evaluate("getComputedStyle(document.querySelector('#calibration .plot[data-kind=rates] .scatterlayer .trace:nth-child(4) path.point')).fill")
    assert marker == "rgb(29, 91, 140)"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_javascript_every_number_can_be_read(open_page: Pages) -> None:
    page = open_page("calibration", javascript=False).page
    page.locator("#calibration .rate summary").first.click()
    table = page.locator("#calibration .rate table").first
    assert table.is_visible()
    assert "54 % (45 to 63 %)" in table.inner_text()
    assert not page.locator("#calibration .plot").first.is_visible()
