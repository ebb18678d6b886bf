"""The section on calibration as data and text: what the blocks hold, empty states, malformed rows, and nothing of it that is not there."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from judgeaudit.domain.results import ESTIMATE_NAMES, Analysis, Audit, Case, CaseText
from judgeaudit.report.calibration_lines import people_lines, standings
from judgeaudit.report.html import SECTIONS, render_html
from judgeaudit.report.markdown import render_markdown
from judgeaudit.report.metrics import METRICS
from judgeaudit.report.text import render_text
from tests.report import sample_audit as samples
from tests.report import sample_calibrated as calibrated
from tests.report import sample_edges as edges
from tests.report.sample_estimates import CLAUDE, GPT, LOCAL, TONE, WINDOW
from tests.report.sample_rationale_edges import MALFORMED

BLOCKS = (
    "people", "ceiling", "relative", "alt_test", "corrected", "reliability", "routing", "judge_pairs", "panel", "more_labels", "carried", "confusion", "baseline",
    "gold", "runs", "limits", "bounds", "untested", "calibrators",
)  # fmt: skip
NUMBERS = (
    "kappa", "low", "p", "p_adjusted", "value", "raw_value", "threshold", "coverage", "n_items", "bins", "curve", "members", "labels", "counts", "missing", "share",
    "zero", "disputed", "values", "lowest", "mean_shift", "lower_limit", "upper_limit_low", "missing_share", "parameters", "scores", "judge", "criterion", "source",
    "metric", "kind", "note",
)  # fmt: skip


def html_of(audit: Audit, name: str = "calibration") -> str:
    return render_html(audit).split(f'<section id="{name}">')[1].split("</section>")[0]


def section(audit: Audit, name: str = "calibration") -> str:
    tagged = re.sub("</?(?:t[dhr]|small|p|li|h[34]|div|dt|dd|summary)\\b[^>]*>", " ", html_of(audit, name))
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", "", tagged)))


def only(**blocks: Any) -> str:
    return section(calibrated.with_calibration(edges.lone_audit(), blocks))


def test_the_section_asks_whether_the_judge_agrees_with_people() -> None:
    assert ("calibration", "Calibration") in SECTIONS
    assert "<h2>Calibration: does it agree with people?</h2>" in html_of(calibrated.calibration_audit())


@pytest.mark.parametrize(
    "said",
    [
        "openai/gpt-5-mini refund_window 0.69 kappa 97 % of what people reach yes at most 0.2 worse than 3 of 3 annotators pass: 55 % (49 to 62 %) of all 1,000 items; the judge says 62 %",
        "71 % of verdicts at most 15 % wrong",
        "People with each other 0.71 (0.62 to 0.79) 3 annotators, 120 items with two labels or more, 86 % raw agreement, alpha 0.71.",
        "anthropic/claude-haiku-4-5 0.61 86 % less than people −0.10 (−0.17 to −0.03)",
        "openai/gpt-5-mini (majority) 0.70 99 % may be as much as people",
        "How far people agree is not known: one annotator (anna): nothing says how far people agree. Have a second person label some of the items: 50 will do.",
        "anna bilal refund_window 80 86 % 0.72",
        "pass 62 97 % 2 3 % 1 fail 3 6 % 51 94 % 1",
        "could replace one 100 % 84 % (79 to 89 %) 0.2 At most 0.2 worse than 3 of 3 annotators anna: at most epsilon worse? yes p under 0.001, difference 0.031, as close on 84 %, 80 items, t-test",
        "cannot replace one 0 % not given 0.2 At most 0.2 worse than 0 of 2 annotators",
        "chen: at most epsilon worse? not tested p none",
        "The judge says “pass” of 62 %; the true share of all 1,000 items is 55 % (49 to 62 %), corrected by 120 labelled items. The judge makes the interval 27 % narrower",
        "The judge does not help: the labels alone tell as much.",
        "Corrected (error rates), items without gold came out at 117 %, outside 0 to 100 %, and was cut",
        "Corrected (isotonic) is undefined: fewer than 5 labelled items in a fold.",
        "The judge gives 2.31 on average; the true mean of all 1,000 items is 2.15 (2.06 to 2.24)",
        "openai/gpt-5-mini refund_window bot-b misleads 0.520 0.400 0.120 0.010 to 0.230 40",
        "Going by the confidence it states this one is used",
        "It is 87 % sure on average and right on 84 %: about as sure as it is right.",
        "It is 94 % sure on average and right on 52 %: too sure, by 42 points.",
        "(AUROC); a coin: 50 % 81 %",
        "0.038 is what a perfectly honest judge would show on so few items 0.041",
        "90 to 100 % 62 96 % 95 % 87 % to 98 %",
        "Accept the judge's verdict when confidence >= 0.91: covers 71 % of items",
        "0.91 (chosen) 71 % 9 % 14 %",
        "Abstain on everything: even of the 34 surest verdicts more than 15 % may be wrong",
        "No confidence given by anthropic/claude-haiku-4-5, tone; anthropic/claude-haiku-4-5, refund_window: ask the judge for one.",
        "openai/gpt-5-mini and local/smollm2-135m refund_window openai/gpt-5-mini +43.8 (+34.0 to +53.0) pp accuracy under 0.001 mcnemar 118",
        "may be chance +4.1 (−2.0 to +10.0) pp accuracy 0.18",
        "not compared undefined accuracy none",
        "The 3 judges together: right on 93 % of the 117 items that they decide. The best of them, openai/gpt-5-mini, alone: right on 96 %. On the same items the difference may be chance (−2.5 (−6.0 to +1.0) pp, p 0.25, 117 items).",
        "1.6 of 3 judges",
        "1 tied, 2 open",
        "openai/gpt-5-mini refund_window Accuracy 120 ± 0.056 50 more: ± 0.047 100 more: ± 0.042 400 more: ± 0.029, settles min 0.9",
        "Judge and gold disagree, the surest first",
    ],
)  # fmt: skip
def test_the_section_says_what_the_blocks_hold(said: str) -> None:
    assert said in section(calibrated.calibration_audit())


def test_every_figure_has_a_label_and_a_table() -> None:
    html = html_of(calibrated.calibration_audit())
    plots = re.findall(r'<div class="plot js-only" data-kind="(\w+)" data-index="(\d+)" role="img" aria-label="([^"]+)"', html)
    assert [kind for kind, _, _ in plots] == ["rates"] * 3 + ["painted"] * 6
    assert sorted(int(index) for _, index, _ in plots) == list(range(9))
    assert all("the same numbers are in the table below" in said for _, _, said in plots)
    assert html.count("The same as a table</summary>") == 3
    assert html.count("The curve as a table</summary>") == 6


def test_disagreements_are_sorted_by_confidence_and_stand_here_only() -> None:
    html = render_html(calibrated.calibration_audit())
    assert re.findall(r'class="case-id"><bdi>([^<]+)<', html) == ["refund-007", "refund-023", "refund-011", "refund-040"]
    assert '<section id="cases">' not in html
    assert "Judge and gold disagree The judge's verdict is not the gold label. 2 cases." in section(samples.rich_audit())


@pytest.mark.parametrize(
    ("detail", "place"),
    [("confidence 1", 0), ("confidence 0.95", 1), ("confidence 12.5", 3), ("gold confidence, judge pass", 3), ("confidence 0.2, confidence 0.5", 2), ("", 3)],
)
def test_confidence_is_read_from_words(detail: str, place: int) -> None:
    """The place among cases of confidence 0.97, 0.62 and 0.4."""
    fixed: dict[str, Any] = {"analysis": "calibration", "flag": "judge_gold_disagreement", "judge": "j"}
    others = [Case(item_id=f"i{n}", detail=f"judge pass (confidence {sure})", **fixed) for n, sure in enumerate((0.97, 0.62, 0.4))]
    audit = edges.lone_audit().model_copy(update={"cases": (Case(item_id="me", detail=detail, **fixed), *others)})
    assert re.findall(r'class="case-id"><bdi>([^<]+)<', html_of(audit)).index("me") == place


def test_a_judge_without_people_is_told_what_is_not_known_and_what_would_tell() -> None:
    text = only(confusion=[{"judge": "alice-gpt", "criterion": "verdict", "labels": ["a", "b"], "counts": [[3, 1], [0, 4]]}])
    assert "Not known: how far people agree with each other" in text
    assert "Not known: the rate corrected for the judge's errors" in text
    assert "No confidence given by alice-gpt, verdict: ask the judge for one." in text
    assert "a 3 75 % 1 25 %" in text
    for heading in ("Could it take a person's place?", "Which judge is better?", "Would a panel do better?", "What would more labels buy?"):
        assert heading not in text


def test_nothing_measured_says_so_once_and_an_empty_analysis_asks_for_a_confidence() -> None:
    lone = section(edges.lone_audit())
    assert "Not measured: there are no gold labels." in lone
    assert "Not known" not in lone
    assert "No confidence given" not in lone
    assert "No confidence given: ask the judge for one." in only()


def test_a_matrix_without_a_verdict_has_no_shares() -> None:
    row = {"judge": "j", "criterion": "c", "labels": ["a", "b"], "counts": [[0, 0], [0, 4]], "missing": [2, 0]}
    assert "a 0 0 2 b 0 0 % 4 100 % 0" in only(confusion=[row])


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("value", [*MALFORMED, [{}], [{"judge": [], "criterion": {}}]], ids=repr)
def test_a_malformed_block_does_not_break_page_text_or_markdown(name: str, value: Any) -> None:
    audit = calibrated.with_calibration(edges.lone_audit(), {name: value}, texts=(CaseText(item_id="i"),))
    assert '<section id="calibration">' in render_html(audit)
    assert render_text(audit)
    assert render_markdown(audit)


@pytest.mark.parametrize("value", [None, "x", 3, -1.5, float("nan"), True, [], {}, [[None, 1, 2, 3]], [["a"]]], ids=repr)
def test_fields_of_another_version_do_not_break_the_page(value: Any) -> None:
    blocks = calibrated.blocks()
    for name in BLOCKS:
        for row in blocks[name]:
            row |= {key: value for key in (NUMBERS if str(value) != "nan" else NUMBERS[:-6]) if key in row}
    audit = calibrated.with_calibration(calibrated.calibration_audit(), blocks)
    assert "nan" not in section(audit).replace("anna", "")
    assert render_text(audit)
    assert render_markdown(audit)


def test_hostile_text_is_shown_and_forms_no_tag() -> None:
    page = render_html(calibrated.hostile_calibration())
    for name in ("calibration", "decision"):
        html = page.split(f'<section id="{name}">')[1].split("</section>")[0]
        tags = set(re.findall(r"<([a-z][a-z0-9]*)", html))
        assert tags <= {
            "a", "article", "bdi", "br", "caption", "code", "dd", "del", "details", "div", "dl", "dt", "figcaption", "figure", "h2", "h3", "h4", "ins", "li", "line", "ol",
            "p", "rect", "small", "span", "strong", "summary", "svg", "table", "tbody", "td", "th", "thead", "tr", "ul", "use",
        }, tags  # fmt: skip
        assert not re.search(r"<[^>]*\s(?:on\w+|style)=", html)
        assert "U+202E" in html
    text = render_text(calibrated.hostile_calibration())
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]", text)


def test_links_and_ids_of_the_page_hold() -> None:
    for make in (calibrated.calibration_audit, calibrated.hostile_calibration):
        html = render_html(make())
        ids = re.findall(r' id="([^"]+)"', html)
        assert set(re.findall(r'<a[^>]* href="#([^"]+)"', html)) <= set(ids)
        assert len(ids) == len(set(ids))
    assert render_html(calibrated.calibration_audit()) == render_html(calibrated.calibration_audit())


def test_the_decision_has_what_weighs_most_what_would_change_it_and_its_layers() -> None:
    text = section(calibrated.calibration_audit(), "decision")
    assert "What weighs most It agrees with people nearly as well" in text
    assert "What would change it 50 more labels would settle whether it is right on 90 %." in text
    assert "pass Pre screen Right on 94 % of public items." in text
    assert "not reached Online" in text
    assert "2 rules that led to it calibration.accuracy" in text
    assert "What weighs most" not in section(samples.rich_audit(), "decision")


def test_terminal_and_markdown_have_a_few_lines() -> None:
    audit = calibrated.calibration_audit()
    text, markdown = render_text(audit, width=400), render_markdown(audit)
    said = (
        "on refund_window: agrees with a person at kappa 0.69, 97 % of what people reach; could take a person's place (shown to be at most 0.2 worse than 3 of 3 annotators); "
        "says pass of 62 %, corrected 55 % (49 to 62 %) of all 1,000 items, labels alone 54 % (45 to 63 %); accept the judge's verdict when confidence >= 0.91: covers 71 %"
    )
    assert said in text
    assert "refund_window  people agree with each other at kappa 0.71 (0.62 to 0.79)." in text
    assert "- gold labels, openai/gpt-5-mini: on refund\\_window: agrees with a person at kappa 0.69" in markdown
    assert "abstain on everything" in markdown
    assert all(len(line) <= 60 for line in render_text(audit, width=60).splitlines())
    assert "People (gold" not in render_text(edges.lone_audit())
    assert "gold labels," not in render_markdown(edges.lone_audit())


def test_many_judges_are_counted() -> None:
    rows = [{"judge": f"j{n}", "criterion": "c", "judge_human_kappa": 0.5, "share_of_ceiling": 0.8} for n in range(9)]
    lines, more = people_lines(calibrated.with_calibration(edges.lone_audit(), {"relative": rows}), 6)
    assert [name for name, _ in lines] == [f"j{n}" for n in range(6)]
    assert lines[0][1] == "agrees with a person at kappa 0.50, 80 % of what people reach."
    assert more == 3


def test_standings_follow_the_audit_and_leave_majorities_out() -> None:
    found = standings(calibrated.calibration_audit())
    assert [(one.judge, one.criterion) for one in found] == [(GPT, WINDOW), (CLAUDE, WINDOW), (CLAUDE, TONE), (LOCAL, WINDOW)]
    assert [one.passes for one in found] == [True, True, None, False]
    assert found[0].routing["source"] == "stated"
    assert found[0].correction["method"] == "ppi"


def test_names_in_figures_cannot_carry_plotly_markup() -> None:
    rows = [calibrated.rate("ppi", 0.5, system="<b>x</b> <a href='javascript:1'>"), calibrated.rate("raw", 0.5)]
    html = render_html(calibrated.with_calibration(edges.lone_audit(), {"corrected": rows}))
    assert "\\u0026lt;b\\u0026gt;x" in html
    assert "\\u003cb\\u003ex" not in html


def test_all_estimates_of_calibration_are_described() -> None:
    for name in ESTIMATE_NAMES["calibration"]:
        assert METRICS[f"calibration.{name}"].meaning, name


def test_many_cards_do_not_make_the_page_large() -> None:
    blocks = calibrated.blocks()
    for name in ("reliability", "routing", "corrected"):
        blocks[name] = [{**row, "judge": f"judge-{n}"} for n in range(33) for row in blocks[name] if row["judge"] == GPT]
    audit = Audit(judgeaudit_version="0.1.0", rubric=edges.lone_audit().rubric, analyses=(Analysis(name="calibration", blocks=blocks),))
    assert len(render_html(audit)) < 2_900_000
