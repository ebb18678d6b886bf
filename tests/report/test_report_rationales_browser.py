"""What a reader of the section on rationales sees and can do, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.report import sample_rationales as reasons
from tests.report.pages import Pages, until

TRAP = "#case-2"  # openai/gpt-5-mini on refund-017, the second case of the audit


def words(texts: list[str]) -> list[str]:
    """Texts on one line each."""
    return [" ".join(text.split()) for text in texts]


def is_open(page: Any, selector: str) -> bool:
    found: bool = page.evaluate(f"document.querySelector('{selector}').open")
    return found


def spot(page: Any, judge: int, text: str) -> Any:
    """The place on the screen of the spot of a judge (trace) that shows this number of items."""
    return page.evaluate(
        f"""() => {{
          const plot = document.getElementById('scatter-plot');
          plot.scrollIntoView({{ block: 'center', behavior: 'instant' }});
          const index = plot.data[{judge}].text.indexOf('{text}');
          const box = plot.querySelectorAll('.scatterlayer .trace')[{judge}].querySelectorAll('.point')[index].getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }}"""
    )


def test_each_judge_has_one_line_in_plain_words(open_page: Pages) -> None:
    lines = words(open_page("reasons").page.locator(".reason-lines li").all_inner_texts())
    assert len(lines) == 3
    assert (
        "openai/gpt-5-mini: on refund_window the verdict stays the same on 20 of 24 items, and on 8 of these 20 the reasons do not (tone: 3 of 19). "
        "Asked again (refund_window), it gives the same reason with a chance of 0.62 (0.52 to 0.69)." in lines[0]
    )
    assert lines[1].endswith("3 items have no two rationales.")


def test_the_dangerous_cell_is_marked_by_word_and_shape(open_page: Pages) -> None:
    page = open_page("reasons").page
    cards = page.locator(".quadrant")
    assert cards.count() == 6
    assert words([cards.first.locator("td.danger").inner_text()]) == ["8 items same verdict, other reasons"]
    assert cards.first.locator('td.danger use[href="#i-danger"]').count() == 1
    assert cards.nth(3).locator("td.danger").count() == 0  # claude on tone: none


def test_a_count_leads_to_its_items_and_an_item_to_its_case(open_page: Pages) -> None:
    page = open_page("reasons", fresh=True).page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = false; })")
    page.locator(".quadrant").first.locator("td.danger a").click()
    listed = page.locator("#items-0-stable-unstable")
    assert listed.is_visible()
    assert listed.inner_text().startswith("Same verdict, other reasons: refund-017, refund-018,")
    listed.locator("a", has_text="refund-017").click()
    assert is_open(page, TRAP)
    assert page.evaluate("location.hash") == TRAP
    assert page.evaluate(f"document.activeElement === document.querySelector('{TRAP} summary')")
    assert page.locator(f"{TRAP} .aligned").is_visible()


def test_the_table_of_items_is_the_figure_for_the_keyboard(open_page: Pages) -> None:
    page = open_page("reasons", fresh=True).page
    page.focus("#rationale-items > summary")
    page.keyboard.press("Enter")
    rows = page.locator("#rationale-items tbody tr")
    assert rows.count() == 144
    link = page.locator("#rationale-items tbody tr", has_text="openai/gpt-5-mini").locator("a", has_text="refund-017").first
    assert "same verdict, other reasons" in link.locator("xpath=..").inner_text()
    link.focus()
    page.keyboard.press("Enter")
    until(page, f"document.querySelector('{TRAP}').open && location.hash === '{TRAP}'")


def test_a_point_of_one_item_jumps_to_its_case(open_page: Pages) -> None:
    page = open_page("pairwise_reasons", fresh=True).page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = false; })")
    page.mouse.click(*spot(page, 0, ""))
    until(page, "document.querySelector('#case-1').open && location.hash === '#case-1'")


def test_a_spot_of_several_items_says_which_and_links_to_them(open_page: Pages) -> None:
    page = open_page("reasons", fresh=True).page
    page.select_option("#scatter-pick", label=reasons.WINDOW)
    until(page, "document.getElementById('scatter-plot').data[0].text.includes('5')")
    page.mouse.click(*spot(page, 0, "5"))
    until(page, "document.getElementById('scatter-spot').textContent.startsWith('5 items here: refund-017, ')")
    page.locator("#scatter-spot a", has_text="refund-017").click()
    assert is_open(page, TRAP)


def test_each_judge_has_a_panel_with_its_name_lines_colour_and_shape(open_page: Pages) -> None:
    page = open_page("reasons").page
    words_in = page.locator("#scatter-plot .annotation-text").all_text_contents()
    assert [text for text in words_in if text in reasons.JUDGES] == list(reasons.JUDGES)
    assert sum("same verdict, other reasons" in text for text in words_in) == 3
    assert page.locator("#scatter-plot .shapelayer path").count() == 9  # two lines and the dangerous quarter in each
    looks = page.evaluate("document.getElementById('scatter-plot').data.map((trace) => [trace.marker.symbol, trace.marker.line.color])")
    assert len({symbol for symbol, _ in looks}) == len({color for _, color in looks}) == 3


@pytest.mark.parametrize("width", [1280, 390])
def test_spots_are_drawn_where_their_items_are(open_page: Pages, width: int) -> None:
    page = open_page("reasons", width=width).page
    placed = {(row["judge"], row["verdict_agreement"], row["rationale_agreement"]) for row in reasons.item_rows() if row["rationale_agreement"] is not None}
    drawn = page.evaluate("document.getElementById('scatter-plot').data.flatMap((t) => t.x.map((x, n) => [t.name, x, t.y[n]]))")
    assert {tuple(spot) for spot in drawn} == placed
    lines = page.evaluate(
        "document.getElementById('scatter-plot').layout.shapes.filter((s) => s.name === 'line').map((s) => s.x0 === s.x1 ? ['x', s.x0] : ['y', s.y0])"
    )
    assert lines == [["x", 0.8], ["y", 0.5]] * 3
    assert len(set(page.evaluate("document.getElementById('scatter-plot').data.map((t) => t.xaxis)"))) == 3
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_five_thousand_items_stay_few_spots(open_page: Pages) -> None:
    page = open_page("many_reasons").page
    drawn = page.evaluate("document.querySelectorAll('#scatter-plot .scatterlayer .point').length")
    assert 0 < drawn <= 500
    shown = page.evaluate("document.getElementById('scatter-plot').data.flatMap((t) => t.customdata).reduce((sum, data) => sum + data[0], 0)")
    assert shown == 5000
    assert "5,000 items are drawn." in page.inner_text(".reason-figure")
    assert "200 of 5,000 items; the rest is in audit.json." in page.locator("#rationales").text_content()
    assert page.evaluate("(() => { const t = performance.now(); dispatchEvent(new Event('beforeprint')); return performance.now() - t; })()") < 2000


def test_equal_rationales_share_a_column_and_rows_are_reasons(open_page: Pages) -> None:
    table = open_page("reasons").page.locator(f"{TRAP} .aligned")
    assert [text.split("\n")[0].strip() for text in table.locator("thead .heads th").all_inner_texts()] == [
        "Reason",
        "Replicates 0, 2, 4 fail",
        "Replicate 1 fail",
        "Replicate 3 fail",
    ]
    rows = table.locator("tbody tr")
    assert rows.count() == 3
    first = rows.nth(0).locator("th, td").all_inner_texts()
    assert "in 3 of 5" in first[0]
    assert first[2:] == ["not said", "not said"]
    assert rows.nth(2).locator("td").nth(1).inner_text().split() == ["reason", "2", "The", "greeting", "is", "friendly", "enough."]


def test_marks_differ_in_more_than_colour_and_have_words(open_page: Pages) -> None:
    page = open_page("reasons").page
    case = page.locator(TRAP)
    assert words(case.locator("td mark").all_inner_texts()) == [
        "[for or against] never says",
        "[criterion named] refund window",
        "[quoted evidence] “within 5 days”",
        "[number] 30 days",
        "[number] 10 days",
    ]
    style = "(kind) => { const m = document.querySelector(`#case-2 td mark.${kind}`); return [getComputedStyle(m).textDecorationStyle, getComputedStyle(m, '::before').content]; }"
    looks = [page.evaluate(f"({style})('{kind}')") for kind in ("number", "polarity", "quote", "criteria")]
    assert [line for line, _ in looks] == ["double", "wavy", "dotted", "dashed"]
    assert len({sign for _, sign in looks}) == 4
    assert case.locator(".legend mark").all_inner_texts() == ["number", "for or against", "quoted evidence", "criterion named"]


def test_two_judges_stand_in_one_table_and_missing_rationales_below(open_page: Pages) -> None:
    page = open_page("reasons", fresh=True).page
    page.locator("#case-5 > summary").click()
    case = page.locator("#case-5")
    assert [head.strip() for head in case.locator(".judges th").all_inner_texts()] == [reasons.GPT, reasons.CLAUDE]
    assert case.locator(".heads th").count() == 1 + 3 + 2
    assert case.locator(".replies .reply").all_inner_texts()[0].split("\n")[-1] == "No rationale."
    box, first = case.locator(".aligned-box").bounding_box(), case.locator(".aligned tbody th").first
    case.locator(".aligned-box").evaluate("(node) => { node.scrollLeft = 400; }")
    assert abs(first.bounding_box()["x"] - box["x"]) < 3  # the reasons stay in sight


def test_on_a_phone_one_rationale_follows_the_other(open_page: Pages) -> None:
    page = open_page("reasons", width=390).page
    heads = [head.bounding_box() for head in page.locator(f"{TRAP} .heads th[class^=c]").all()]
    cells = [cell.bounding_box() for cell in page.locator(f"{TRAP} td.c1").all()]
    assert heads[0]["y"] < heads[1]["y"] < cells[0]["y"] < cells[-1]["y"] < heads[2]["y"]
    assert all(box["width"] > 250 for box in (*heads, *cells))
    assert page.evaluate("document.querySelector('#case-2 .aligned-box').scrollWidth <= document.querySelector('#case-2 .aligned-box').clientWidth")


def test_a_contradiction_points_at_its_words_and_a_chain_is_folded(open_page: Pages) -> None:
    page = open_page("reasons").page
    assert page.locator("#case-6 .flagged").count() == 1
    assert page.locator("#case-6 .reply mark").all_text_contents() == ["The refund window is stated"]
    chain = page.locator("#case-7 details.chain")
    assert chain.get_attribute("open") is None
    assert chain.text_content().split("\n")[0].startswith("Reasoning chain")
    assert "So I would pass it." in chain.text_content()


def test_texts_run_in_their_own_direction(open_page: Pages) -> None:
    page = open_page("pairwise_reasons").page
    directions = page.evaluate("[...document.querySelectorAll('.aligned tbody tr:first-child td')].map((td) => getComputedStyle(td).direction)")
    assert directions == ["rtl", "ltr"]


def test_hostile_rationales_are_inert(open_page: Pages) -> None:
    opened = open_page("hostile_reasons", fresh=True)
    page = opened.page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.mouse.click(*spot(page, 0, "2"))
    until(page, "document.getElementById('scatter-spot').textContent.includes('2 items here')")
    assert page.evaluate("window.__owned") is None
    assert page.evaluate("document.querySelectorAll('img, iframe, object, embed, form, math, base').length") == 0
    assert page.locator(".aligned mark.differs").count() > 0
    assert opened.troubles == []
    assert page.evaluate("window.blocked") == []


def test_without_javascript_the_section_can_be_read_and_its_links_lead_on(open_page: Pages) -> None:
    page = open_page("reasons", javascript=False).page
    assert not page.locator(".reason-figure").is_visible()
    page.click("#rationale-items > summary")
    assert "refund-017" in page.inner_text("#rationale-items")
    assert "same verdict, other reasons" in page.inner_text(".quadrants")
    assert page.locator(f"{TRAP} .aligned").is_visible()


def test_on_paper_nothing_is_cut_off(open_page: Pages) -> None:
    page = open_page("reasons", width=700, fresh=True).page
    page.emulate_media(media="print")
    box = page.locator(f"{TRAP} .aligned-box")
    assert box.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
