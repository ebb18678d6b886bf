"""The page in a real browser: it opens from disk, asks nobody, runs nobody's script, and works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.report import sample_audit as samples
from tests.report import sample_edges as edges
from tests.report.pages import MAKERS, Opened, until


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("width", [1280, 400])
def test_the_page_opens_quietly_and_fits(open_page: Callable[..., Opened], name: str, width: int) -> None:
    opened = open_page(name, width=width)
    page = opened.page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert opened.troubles == []
    assert page.evaluate("window.blocked") == []
    assert [url for url in opened.requests if not url.startswith(("file:", "data:"))] == []
    assert len([url for url in opened.requests if url.startswith("file:")]) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert (
        page.evaluate(
            "[...document.querySelectorAll('#main *')].filter((e) => !e.closest('.scroll') && e.getBoundingClientRect().right > innerWidth + 1).length"
        )
        == 0
    )


def test_hostile_text_does_nothing(open_page: Callable[..., Opened]) -> None:
    opened = open_page("hostile")
    page = opened.page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.mouse.move(400, 400)
    for plot in page.query_selector_all(".plot")[:4]:
        plot.scroll_into_view_if_needed()
        plot.hover()
    page.fill("#estimate-search", "<script>")
    page.wait_for_timeout(300)
    assert page.evaluate("window.__owned") is None
    assert opened.troubles == []
    assert page.evaluate("window.blocked") == []
    assert page.evaluate("document.querySelectorAll('img, iframe, object, embed, form, math, base, area').length") == 0
    assert page.evaluate("[...document.querySelectorAll('a, use')].filter((e) => !(e.getAttribute('href') || '').startsWith('#')).length") == 0
    assert page.evaluate("[...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => a.name.startsWith('on'))).length") == 0
    assert "</script><img src=x onerror=alert(1)> [link](javascript:alert(1))" in page.inner_text("h1")
    assert page.evaluate("getComputedStyle(document.body).display") == "block"


def test_figures_show_markup_literally(open_page: Callable[..., Opened]) -> None:
    texts = open_page("hostile").page.evaluate("[...document.querySelectorAll('.plot text')].map((t) => t.textContent)")
    assert any("<svg onload=window.__owned=2>" in text for text in texts)
    assert any("&lt;img src=x" in text for text in texts)  # an entity in foreign text is no tag either


def test_the_policy_holds_against_what_slips_through(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich", fresh=True).page
    page.evaluate(
        """() => {
          const script = document.createElement('script'); script.textContent = 'window.__owned = 1'; document.body.append(script);
          const far = document.createElement('script'); far.src = 'http://127.0.0.1:9/x.js'; document.body.append(far);
          const image = document.createElement('img'); image.src = 'http://127.0.0.1:9/x.png'; document.body.append(image);
          const style = document.createElement('style'); style.textContent = 'body { display: none }'; document.body.append(style);
          const box = document.createElement('div'); box.innerHTML = '<p style="color: red" onclick="window.__owned = 2">x</p>'; document.body.append(box);
          box.firstChild.click();
          fetch('http://127.0.0.1:9/leak').catch(() => {});
        }"""
    )
    page.wait_for_timeout(300)
    assert page.evaluate("window.__owned") is None
    assert page.evaluate("getComputedStyle(document.body).display") == "block"
    blocked = page.evaluate("window.blocked.map((line) => line.split(' ')[0])")
    assert {"script-src-elem", "script-src-attr", "img-src", "style-src-elem", "style-src-attr", "connect-src"} <= set(blocked)


def test_figures_are_drawn(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich").page
    assert page.evaluate("document.querySelectorAll('.plot').length === document.querySelectorAll('.plot svg.main-svg:first-child').length")
    flip = page.locator("figure.forest", has_text="consistency.flip_rate")
    assert flip.locator(".scatterlayer .point").count() == 6  # the rule's is undefined
    assert flip.locator(".scatterlayer .errorbar").count() == 6
    assert flip.locator(".shapelayer path").count() == 1  # the gate's limit
    assert "0.412 (0.240 to 0.605)" in flip.inner_text()
    assert "Undefined for rule, refund_window: one replicate was judged, so nothing was repeated" in flip.inner_text()
    assert page.locator("#heat-plot .heatmaplayer image").count() == 1
    assert page.evaluate("[...document.querySelectorAll('#heat-plot .heatmap-label text')].map((t) => t.textContent).filter(Boolean).sort()[0]") == "0.52"
    assert page.locator('.plot[data-kind="coverage"] .barlayer .point').count() > 7


def test_a_criterion_can_be_picked(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich", fresh=True).page
    flip = page.locator("figure.forest", has_text="consistency.flip_rate")
    page.select_option("#criterion-pick", label="tone")
    until(page, "document.querySelectorAll('figure.forest')[1].querySelectorAll('.scatterlayer .point').length === 3")
    assert flip.locator(".scatterlayer .point").count() == 3
    assert "refund_window" not in flip.locator(".plot").inner_text()
    page.select_option("#criterion-pick", label="all criteria")
    until(page, "document.querySelectorAll('figure.forest')[1].querySelectorAll('.scatterlayer .point').length === 6")


def test_a_matrix_can_be_picked(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich", fresh=True).page
    page.select_option("#matrix-pick", index=1)
    until(page, "[...document.querySelectorAll('#heat-plot .heatmap-label text')].some((t) => t.textContent === '−0.09')")


def test_many_rows_are_cut_to_the_least_favourable_and_counted(open_page: Callable[..., Opened]) -> None:
    page = open_page("large").page
    flip = page.locator("figure.forest", has_text="consistency.flip_rate")
    assert flip.locator(".scatterlayer .point").count() == 18
    assert "18 of 720 shown, the least favourable first." in flip.inner_text()
    page.select_option("#criterion-pick", index=5)
    until(page, "document.querySelectorAll('figure.forest')[1].querySelectorAll('.scatterlayer .point').length === 12")


def rows(page: Any, column: int) -> list[str]:
    found: list[str] = page.evaluate(f"[...document.querySelectorAll('#estimate-table tbody tr')].map((r) => r.children[{column}].firstChild.textContent)")
    return found


def test_estimates_can_be_searched_filtered_and_sorted(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich", fresh=True).page
    total = len(samples.rich_audit().estimates)
    assert f"50 of {total} shown, {total} in all." in page.inner_text("#estimate-count")
    page.click("#estimate-more")
    assert len(rows(page, 0)) == total
    assert not page.is_visible("#estimate-more")
    page.fill("#estimate-search", "smollm2 KAPPA tone")
    assert rows(page, 4) == ["undefined"]
    assert "gold uses one label only" in page.inner_text("#estimate-table tbody")
    page.fill("#estimate-search", "")
    page.select_option("#estimate-metric", label="consistency.flip_rate")
    assert rows(page, 4) == ["0.033", "0.092", "0.017", "0.050", "0.412", "0.388", "undefined"]
    page.click("#estimate-table thead th:nth-child(5) button")
    assert rows(page, 4) == ["0.017", "0.033", "0.050", "0.092", "0.388", "0.412", "undefined"]
    assert page.get_attribute("#estimate-table thead th:nth-child(5)", "aria-sort") == "ascending"
    page.click("#estimate-table thead th:nth-child(5) button")
    assert rows(page, 4) == ["0.412", "0.388", "0.092", "0.050", "0.033", "0.017", "undefined"]  # the undefined stay last
    page.select_option("#estimate-judge", label="local/smollm2-135m")
    assert rows(page, 1) == ["local/smollm2-135m"] * 2


def test_the_table_survives_thousands_of_rows(open_page: Callable[..., Opened]) -> None:
    page = open_page("large").page
    total = len(edges.large_audit().estimates)
    page.fill("#estimate-search", "criterion_59 accuracy")
    assert page.inner_text("#estimate-count") == f"12 of 12 shown, {total:,} in all."


def test_dark_and_light(open_page: Callable[..., Opened]) -> None:
    colors = "[getComputedStyle(document.body).backgroundColor, document.querySelector('.forest .annotation text').style.fill]"
    light, dark = open_page("rich").page.evaluate(colors), open_page("rich", dark=True).page.evaluate(colors)
    assert light == ["rgb(250, 249, 246)", "rgb(29, 28, 26)"]
    assert dark == ["rgb(19, 20, 22)", "rgb(235, 232, 226)"]


def test_the_figures_follow_when_the_scheme_changes(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich", fresh=True).page
    page.emulate_media(color_scheme="dark")
    until(page, "document.querySelector('.forest .annotation text').style.fill === 'rgb(235, 232, 226)'")


def test_a_dark_page_prints_light(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich", dark=True).page
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    until(page, "document.querySelector('.forest .annotation text').style.fill === 'rgb(29, 28, 26)'")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    until(page, "document.querySelector('.forest .annotation text').style.fill === 'rgb(235, 232, 226)'")


def test_without_javascript_everything_can_be_read(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich", javascript=False).page
    text = page.inner_text("main")
    assert "The figures need JavaScript" in text
    assert "Search" not in text  # controls that could do nothing are not shown
    assert page.locator("#estimate-table tbody tr").count() == len(samples.rich_audit().estimates)
    assert "0.412" in page.inner_text("#estimate-table")
    page.click("#agreement details summary")
    assert "0.942" in page.inner_text("#agreement table >> nth=0")
    assert "120" in page.inner_text("#coverage table >> nth=0")


def test_flipped_items_stand_side_by_side(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich").page
    case = page.locator("#consistency details.case").first
    assert case.locator(".reply h4").all_text_contents() == ["Replicate 0 pass", "Replicate 1 fail", "Replicate 2 pass", "Replicate 3 pass", "Replicate 4 fail"]
    tops = [box["y"] for reply in case.locator(".reply").all()[:3] if (box := reply.bounding_box())]
    assert len(set(tops)) == 1
    assert "no verdict: unparsable" in page.locator("#consistency details.case").nth(1).text_content()


def test_the_keyboard_reaches_everything(open_page: Callable[..., Opened]) -> None:
    page = open_page("rich", fresh=True).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.focus("#consistency details.case summary >> nth=1")
    page.keyboard.press("Enter")
    assert page.locator("#consistency details.case").nth(1).get_attribute("open") is not None
    page.focus("#estimate-table thead th:nth-child(1) button")
    page.keyboard.press("Enter")
    assert page.get_attribute("#estimate-table thead th:nth-child(1)", "aria-sort") == "ascending"


def test_right_to_left_text_runs_right_to_left(open_page: Callable[..., Opened]) -> None:
    page = open_page("rtl").page
    assert page.evaluate("getComputedStyle(document.querySelector('.reply .text')).direction") == "rtl"
    assert page.evaluate("getComputedStyle(document.querySelectorAll('.reply .text')[1]).direction") == "ltr"
