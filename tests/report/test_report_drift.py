"""The page of a check for drift as text: what is said, what is undefined, what is left out, and that nothing in it could load or run."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from judgeaudit.api.drift import drift
from judgeaudit.domain.names import ESTIMATE_NAMES
from judgeaudit.domain.results import Audit
from judgeaudit.report.drift import SECTIONS
from judgeaudit.report.drift_forest import counted, drawn, forests, place, reach_of, ticks
from judgeaudit.report.drift_transitions import transition_cards
from judgeaudit.report.drift_words import change, percent
from judgeaudit.report.html import render_html
from judgeaudit.report.metrics import METRICS
from tests.core.drift_files import rows, write
from tests.report import sample_drift as samples
from tests.report import sample_edges as edges

Maker = Callable[[], Audit]


@cache
def html_of(make: Maker) -> str:
    return render_html(make())


def section(name: str, make: Maker = samples.drift_audit) -> str:
    """The words of a section; what stands between two cells is apart."""
    return words_of(html_of(make).split(f'<section id="{name}">')[1].split("</section>")[0])


def words_of(html: str) -> str:
    tagged = re.sub("</?(?:t[dhr]|small|p|li|h[234]|div|dt|dd|summary|caption|svg|text)\\b[^>]*>", " ", html)
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", "", tagged)))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("decision", "openai/gpt-5-mini in the baseline openai/gpt-5-nano Drifted It drifted: it says 'pass' less often."),
        ("decision", "2 drifted, 1 inconclusive, 2 equivalent In strata 1 drifted, 1 inconclusive"),
        ("measures", "Share of pass names the fee, 300 anchors drifted −8.2 −12.1 to −4.3 ±5.0 under 0.001 under 0.001 6.4"),
        ("measures", "Right verdicts names the fee, 150 anchors inconclusive −3.1 −9.0 to +2.8 ±5.0 0.20 0.80 6.4"),
        ("measures", "points of the scale of tone"),
        ("measures", "Mean score tone, 300 anchors drifted +0.210 +0.150 to +0.270 ±0.200 0.20 0.80 unknown"),
        ("measures", "Changed verdicts, noise unknown names the fee, 300 anchors inconclusive +4.0 +2.0 to +7.0 ±5.0 not tested not tested unknown"),
        ("measures", "names the fee, 7 anchors inconclusive 7 anchors, fewer than 10 0 0 to 0"),
        ("measures", "names the fee, stratum legal, 0 anchors nothing to draw inconclusive no gold in legal undefined no interval ±5.0 not tested not tested unknown"),
        ("transitions", "pass 160 83 % 31 16 % 1 1 % 192 fail 6 6 % 99 94 % 0 105 no verdict 2 67 % 1 33 % 0 3 all 168 131 1 300"),
        ("transitions", "Most often: pass → fail (31), fail → pass (6), no verdict → pass (2), pass → no verdict (1), and 1 other change."),
        ("transitions", "Same verdict share of items, over all pairs of an old and a new verdict 86.9 % 82.6 % to 90.3 %"),
        ("transitions", "Flips beyond that between the versions, less what changes by itself undefined one replicate of each version"),
        ("transitions", "names the fee 85.3 % 82.2 % −3.1 pp −9.0 to +2.8 11 6 0.33 150"),
        ("transitions", "tone off by 0.41 off by 0.52 +0.110 +0.020 to +0.200 scores: not counted scores: not counted scores: none 80"),
        ("flipped", "i1 pass → fail gold pass: was right, is wrong"),
        ("flipped", "i2 fail → pass gold pass: was wrong, is right"),
        ("flipped", "i4 pass -> fail gold other"),
        ("flipped", "i3 4 → 5 no gold"),
        ("flipped", "The reply [for or against] does not name the fee of [number] 30 euros."),
        ("flipped", "Both versions say it word for word alike."),
        ("flipped", "No rationale."),
        ("flipped", "4 anchors in all."),
        ("causes", "Served model openai/gpt-5-mini changed gpt-5-mini-2025-08-07 gpt-5-mini-2026-02-01 all of calls"),
        ("causes", "Parameter temperature openai/gpt-5-mini not known 0 not recorded not recorded in the current run"),
        ("shares", "The share of pass in production went from 64.2 % to 58.1 % (−6.1 pp)."),
        ("shares", "The judge −5.0 −6.0 to −4.0 down The judged system −0.1 −2.0 to +2.0 may be none The mix of items −1.0 −2.0 to −0.2 down"),
        ("shares", "Judge and judged system cannot be told apart: the interval is as wide as the whole change."),
        ("shares", "The judge +0.010 −0.200 to +0.220 may be none not told apart The judged system nothing to draw undefined undefined no item of returns before"),
        ("shares", "returns 20.0 % 40.0 % 45.0 % no item no anchor the change of all anchors stands in 0"),
        ("shares", "Not measured (local/smollm2, names the fee): every item is an anchor."),
        ("replies", "Calls that give a verdict openai/gpt-5-mini names the fee 100 % 94.2 % −5.8 pp −9.0 to −3.0 0.004 300"),
        ("replies", "Length of replies openai/gpt-5-mini names the fee 80.1 tokens 104 tokens times 1.30 1.28 to 1.33 not tested 300"),
        ("replies", "Cost of a call no cost_usd in the baseline openai/gpt-5-mini names the fee undefined undefined undefined none not tested"),
        ("replies", "same verdict both times reasons changed 0.81 not known under 0.001 not tested 0.004 290"),
        ("replies", "all rationales for comparison only"),
        ("replies", "same verdict both times undefined the baseline has no rationales"),
        ("replies", "A quote that is nowhere openai/gpt-5-mini names the fee worse 1.0 % 5.0 % +4.0 pp +2.0 to +6.0 0.001 0.008 250"),
        ("replies", "An invented name openai/gpt-5-mini names the fee never, in either run"),
        ("replies", "Cite anything that can be checked openai/gpt-5-mini names the fee worse 30.0 % 20.0 % −10.0 pp"),
        ("findings", "Warnings 1 What changed between the runs: the served model."),
    ],
)  # fmt: skip
def test_what_the_check_found_is_said(name: str, said: str) -> None:
    assert said in section(name)


def with_changed_reasons() -> Audit:
    audit = samples.drift_audit()
    case = audit.cases[0].model_copy(update={"flag": "changed_reasons", "item_id": "i9", "detail": "rationales of the two versions are alike by 0.31"})
    return audit.model_copy(update={"cases": (*audit.cases, case), "texts": (*audit.texts, samples.text_of("i9", labels=("pass", "pass")))})


def test_reasons_that_changed_under_the_same_verdict_can_be_read_side_by_side() -> None:
    """Both rationales, under the names of the versions; and the reasons lead to them, where there are some."""
    shown = section("cases", with_changed_reasons)
    assert "Changed reasons" in shown
    assert "rationales of the two versions are alike by 0.31" in shown
    assert "openai/gpt-5-mini (baseline)" in shown
    assert "openai/gpt-5-mini (current)" in shown
    assert "names the fee of 12 euros." in shown
    assert "does not name the fee of 30 euros." in shown
    assert "read some side by side (those least alike)" in section("replies", with_changed_reasons)
    assert "read some side by side." in section("replies")


def test_the_answer_is_no_finding_a_second_time() -> None:
    assert "It drifted: it says" in section("decision")
    assert "It drifted: it says" not in section("findings")


def test_reasons_that_the_legend_gives_are_in_no_row() -> None:
    assert samples.NEITHER not in section("measures")
    assert samples.WITHIN not in section("measures")


def test_nothing_measured_is_said_in_every_section() -> None:
    assert "Nothing was measured: Nothing can be said of local/smollm2" in section("measures", samples.bare_drift)
    for name in ("transitions", "shares", "replies"):
        assert "Not measured:" in section(name, samples.bare_drift)
    assert "Not known:" in section("causes", samples.bare_drift)
    assert "since none could be compared" in section("flipped", samples.bare_drift)
    assert not re.search(r"<t[dh][^>]*>\s*</t[dh]>", html_of(samples.bare_drift))


@pytest.mark.parametrize("make", [samples.drift_audit, samples.large_drift])
def test_no_cell_of_a_table_is_empty(make: Maker) -> None:
    for name, _ in SECTIONS[1:7]:
        body = html_of(make).split(f'<section id="{name}">')[1].split("</section>")[0]
        assert not re.search(r"<(td|th)[^>]*>\s*(<(bdi|small|div)>\s*</\3>)*\s*</\1>", body.replace("<td></td>", "")), name
        assert "None" not in re.sub("<[^>]*>", "", body)
        assert "nan" not in re.findall(r"\w+", body)


@pytest.mark.parametrize("make", [samples.drift_audit, samples.bare_drift, samples.hostile_drift])
def test_nothing_can_load_or_run(make: Maker) -> None:
    html = html_of(make)
    body = html.split("<body>")[1].split('<script type="application/json"')[0]
    tags = set(re.findall(r"<([a-zA-Z][a-zA-Z0-9]*)", body))
    assert not tags & {"script", "img", "iframe", "object", "embed", "form", "math", "base", "link", "style", "foreignObject", "image"}
    found = re.findall(r"<[a-zA-Z][^<>]*>", body)
    assert not [tag for tag in found if re.search(r"\s(on\w+|style|src|srcdoc|action)=", re.sub(r'"[^"]*"', '""', tag))]
    assert set(re.findall(r'href="(.)', body)) <= {"#"}


def test_sections_are_those_of_drift_and_all_links_of_the_contents_lead_somewhere() -> None:
    html = html_of(samples.drift_audit)
    assert [name for name, _ in SECTIONS if name != "cases"] == re.findall(r'<section id="(\w+)">', html)
    assert re.findall(r'<li><a href="#(\w+)">', html) == re.findall(r'<section id="(\w+)">', html)
    for absent in ("gates", "calibration", "consistency", "coverage"):
        assert f'id="{absent}"' not in html


def test_other_audits_know_nothing_of_it() -> None:
    html = html_of(edges.lone_audit)
    assert "forest-table" not in html
    assert 'id="measures"' not in html
    assert 'id="gates"' in html


def test_the_page_of_very_much_stays_small_and_says_what_is_left_out() -> None:
    html = html_of(samples.large_drift)
    assert len(html) < 3_000_000
    assert "114 more measures are in audit.json" in section("measures", samples.large_drift)  # 164 of each judge, 50 are drawn
    assert section("measures", samples.large_drift).count("Calls with a verdict") == 20 * 50
    assert "432 more tables are in audit.json" in section("transitions", samples.large_drift)  # 480 less 24 and 24
    assert "49 rarer labels are taken together" in section("transitions", samples.large_drift)
    flipped = section("flipped", samples.large_drift)
    assert "3,000 anchors in all; 200 are listed here (at most 200 of all judges), the others are in audit.json." in flipped
    assert "The first 100 have their rationales with them" in flipped
    assert html.count('<details class="case flip"') == 100
    assert html.count('<p class="case flat"') == 100
    assert "400 of 3,201 rows are shown; the others are in audit.json." in section("replies", samples.large_drift)
    assert render_html(samples.large_drift()) == html


def test_every_number_of_drift_has_a_title_and_a_meaning() -> None:
    for name in ESTIMATE_NAMES["drift"]:
        assert METRICS[f"drift.{name}"].meaning, name


@pytest.mark.parametrize(
    ("value", "share", "said"),
    [(0.0, True, "0"), (0.0, False, "0"), (0.0002, True, "+0.02"), (-0.0002, False, "−0.0002"), (0.0005, True, "+0.1"), (-0.17726, True, "−17.7"), (0.2089, False, "+0.209"), (None, True, "undefined")],
)  # fmt: skip
def test_a_change_is_never_rounded_to_none(value: float | None, share: bool, said: str) -> None:
    assert change(value, share=share) == said


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0, "0 %"), (1.0, "100 %"), (0.0002, "under 0.1 %"), (0.9998, "over 99.9 %"), (0.45, "45.0 %"), (0.402, "40.2 %"), (None, "undefined")],
)
def test_a_share_is_never_rounded_to_none_or_all(share: float | None, said: str) -> None:
    assert percent(share) == said


def test_a_forest_is_drawn_to_scale() -> None:
    assert reach_of([0.02, 0.1], share=True) == pytest.approx(0.108)
    assert reach_of([0.99], share=True) == 1.0
    assert reach_of([4.0], share=False) == pytest.approx(4.32)
    assert [text for _, text in ticks(0.108, share=True)] == ["−10", "−5", "0", "+5", "+10"]
    assert [text for _, text in ticks(4.32, share=False)] == ["−4", "−2", "0", "+2", "+4"]
    assert (place(0.0, 0.2), place(0.1, 0.2), place(-0.2, 0.2), place(-9.0, 0.2)) == ("50.00", "75.00", "0.00", "0.00")
    assert drawn(0.1, 0.0, 0.2, 0.4, margin=0.1) == {"at": "62.50", "low": "50.00", "high": "75.00", "left": "37.50", "right": "62.50", "width": "25.00"}
    assert drawn(None, None, None, 1.0) is None


def test_what_drifted_comes_first_and_strata_open_only_where_nothing_else_drifted() -> None:
    gpt, _ = samples.answers()
    assert counted(gpt.measures) == "3 drifted, 2 inconclusive, 2 equivalent"
    found = forests(gpt)
    assert [row["answer"] for row in found["whole"][0]["rows"]] == ["drifted", "inconclusive", "equivalent", "equivalent"]
    assert (found["open"], found["more"]) == (False, 0)
    calm = gpt.model_copy(update={"measures": tuple(one for one in gpt.measures if one.answer != "drifted" or one.stratum is not None)})
    assert forests(calm)["open"] is True
    assert forests(gpt, most=5) == {**forests(gpt, most=5), "strata": [], "more": 2}


def test_many_labels_are_taken_together_and_none_is_lost() -> None:
    audit = samples.large_drift()
    (card, *_) = transition_cards(audit)["cards"]
    row = audit.analyses[0].blocks["transitions"][0]
    assert len(card["labels"]) == 13
    assert card["labels"][-2:] == ["49 other labels", "no verdict"]
    assert card["total"] == f"{sum(map(sum, row['counts'])):,}"
    assert card["sums"][-1] == f"{sum(line[-1] for line in row['counts']):,}"


def test_what_two_files_give_stands_on_the_page(tmp_path: Path) -> None:
    """Anchors i000 to i059, 12 of which turned; items of one run only fail more often now."""
    old = rows(60, stratum="x") + rows(40, first=100, stratum="x")
    new = rows(60, turned=range(0, 24, 2), stratum="x", day=2) + rows(40, turned=range(200, 230, 2), first=200, stratum="x", day=2)
    found = drift(write(tmp_path / "old.jsonl", old), write(tmp_path / "new.jsonl", new), embedder="none", out=tmp_path / "out")
    html = (tmp_path / "out" / "audit.html").read_text(encoding="utf-8")
    assert html == render_html(found.data)
    page = words_of(html)
    assert "i000 pass → fail no gold" in page
    assert "pass 18 60 % 12 40 % 0 30 fail 0 30 100 % 0 30" in page
    assert re.search(r"The share of pass in production went from 50\.0 % to 12\.5 % \(−37\.5 pp\)\.", page)
    assert html.count('class="aligned few"') == 12
