"""What a reader of a check for drift sees and can do, in a real browser."""

from __future__ import annotations

import pytest

from tests.report.pages import Pages

OPEN_ALL = "document.querySelectorAll('details').forEach((d) => { d.open = true; })"


@pytest.mark.parametrize("name", ["drift", "hostile_drift"])
@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_nothing_scrolls_sideways_leaves_or_complains(open_page: Pages, name: str, width: int, dark: bool) -> None:
    opened = open_page(name, width=width, dark=dark)
    page = opened.page
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [url for url in opened.requests if not url.startswith(("file:", "data:"))] == []
    assert opened.troubles == []
    assert page.evaluate("window.blocked") == []
    assert page.evaluate("window.__owned") is None


def test_tables_fit_and_forests_have_room(open_page: Pages) -> None:
    page = open_page("drift", width=1280).page
    wide = "[...document.querySelectorAll('#measures .scroll, #shares .card, #causes .scroll, #replies .scroll')]"
    assert page.evaluate(f"{wide}.filter((box) => box.scrollWidth > box.clientWidth + 1).length") == 0
    assert page.evaluate("Math.min(...[...document.querySelectorAll('#measures .whisker')].map((s) => s.clientWidth || 999))") >= 180


@pytest.mark.parametrize("width", [390, 1280])
def test_a_forest_shows_effect_interval_and_margin_where_they_are(open_page: Pages, width: int) -> None:
    """Of the first row: -8.2 with -12.1 to -4.3, and a margin of 5; the widest interval of this table reaches to 12.1."""
    page = open_page("drift", width=width).page
    found = page.evaluate("""(() => { const svg = document.querySelector('#measures .whisker'); const box = svg.getBoundingClientRect();
      const at = (x) => 2 * (x - box.left) / box.width - 1;
      const ends = svg.querySelector('.ends').getBoundingClientRect(), band = svg.querySelector('.margin').getBoundingClientRect();
      const mark = svg.querySelector('path').getBoundingClientRect();
      return [ends.left, ends.right, band.left, band.right, (mark.left + mark.right) / 2].map(at); })()""")
    reach = 1.08 * 12.1
    assert found == pytest.approx([-12.1 / reach, -4.3 / reach, -5 / reach, 5 / reach, -8.2 / reach], abs=0.02)


@pytest.mark.parametrize("dark", [False, True])
def test_answers_differ_by_word_shape_and_colour(open_page: Pages, dark: bool) -> None:
    page = open_page("drift", dark=dark).page
    rows = page.evaluate("""[...document.querySelectorAll('#measures .forest-table tbody tr')].filter((row) => row.querySelector('.whisker')).map((row) => {
      const svg = row.querySelector('.whisker');
      const shape = svg.querySelector('path') ? 'diamond' : svg.querySelector('.hollow') ? 'ring' : 'dot';
      return [row.querySelector('.status').textContent.trim(), shape, getComputedStyle(svg).color]; })""")
    assert {(word, shape) for word, shape, _ in rows} == {("drifted", "diamond"), ("equivalent", "dot"), ("inconclusive", "ring")}
    assert len({(word, color) for word, _, color in rows}) == len({color for _, _, color in rows}) == 3


def test_transitions_are_a_table_with_heads_whose_shades_follow_the_counts(open_page: Pages) -> None:
    page = open_page("drift").page
    table = page.locator("#transitions .moved").first
    heads = table.evaluate(
        "t => [[...t.querySelectorAll('th[scope=col]')].map((h) => h.textContent), [...t.querySelectorAll('th[scope=row]')].map((h) => h.textContent)]"
    )
    assert heads == [["pass", "fail", "no verdict", "all"], ["pass", "fail", "no verdict", "all"]]
    shades = table.evaluate(
        "t => [...t.querySelectorAll('tbody tr:first-child td.num:not(.sum)')].map((c) => Number(getComputedStyle(c).getPropertyValue('--shade')))"
    )
    assert shades[0] > shades[1] > shades[2] == 0


def test_the_first_flipped_anchor_is_open_with_both_rationales_beside_each_other(open_page: Pages) -> None:
    page = open_page("drift", fresh=True).page
    first = page.locator("#flipped .flip").first
    assert first.get_attribute("open") is not None
    old, new = (first.locator("tbody tr").first.locator("td").nth(n).bounding_box() for n in (0, 1))
    assert old["x"] + old["width"] <= new["x"] + 1
    assert abs(old["y"] - new["y"]) < 1
    assert first.locator("tbody mark.differs").count() == 3
    assert not first.locator(".sources").is_visible()
    first.locator("summary", has_text="What was judged").click()
    assert first.locator(".sources").is_visible()


def test_without_javascript_everything_can_be_read(open_page: Pages) -> None:
    page = open_page("drift", javascript=False).page
    assert page.locator("#measures .whisker").first.is_visible()
    assert page.locator("#measures tbody .status").first.inner_text().strip() == "drifted"
    assert "83 %" in page.locator("#transitions .moved").first.inner_text()


def test_a_printed_page_is_light_and_fits(open_page: Pages) -> None:
    page = open_page("drift", dark=True, width=794, fresh=True).page
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("getComputedStyle(document.querySelector('#measures .whisker')).color") == "rgb(165, 44, 36)"


def test_hostile_words_are_inert_and_whole(open_page: Pages) -> None:
    page = open_page("hostile_drift", fresh=True).page
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.querySelectorAll('main img, iframe, object, embed, form, math, base').length") == 0
    assert page.evaluate("[...document.querySelectorAll('main a')].filter((a) => !a.getAttribute('href').startsWith('#')).length") == 0
    assert "<script>window.__owned=1</script>" in page.locator("#measures").inner_text()
    assert page.evaluate("getComputedStyle(document.body).display") == "block"
