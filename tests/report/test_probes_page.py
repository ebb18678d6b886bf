"""The section on bias and attacks as text: the plot's places and words, changes, and that no text of others becomes markup."""

from __future__ import annotations

import re
from typing import Any

import pytest
from markupsafe import Markup

from judgeaudit.domain.names import CASE_FLAGS, ESTIMATE_NAMES
from judgeaudit.domain.results import Analysis, Audit, Estimate, RubricFacts
from judgeaudit.probes import PROBES
from judgeaudit.report.cases import FLAGS, MOVED_FLAGS
from judgeaudit.report.html import render_html
from judgeaudit.report.markdown import render_markdown
from judgeaudit.report.metrics import METRICS, metric_of
from judgeaudit.report.pieces import shown
from judgeaudit.report.probe_changes import sides
from judgeaudit.report.probe_forest import axis_of, forest, place, ticks
from judgeaudit.report.probe_lines import bias_lines
from judgeaudit.report.probes import MAX_CARDS, probe_section
from judgeaudit.report.text import render_text
from tests.report import sample_probes as samples
from tests.report.sample_edges import HOSTILE, lone_audit


def drawn_rows(kind: str) -> list[dict[str, Any]]:
    (group,) = [group for group in forest(samples.rows())["open"] if group["name"] == kind]
    found: list[dict[str, Any]] = group["rows"]
    return found


def test_groups_follow_each_other_and_what_moves_comes_first() -> None:
    plot = forest(samples.rows())
    assert [group["title"] for group in plot["open"]] == ["Biases", "Attacks", "Controls"]
    assert [(row["title"], row["judge"], row["word"]) for row in drawn_rows("bias")] == [
        ("Authority", samples.GPT, "biased"), ("Authority", samples.LOCAL, "biased"), ("Anchoring", samples.GPT, "inconclusive"),
        ("Verbosity", samples.GPT, "not beyond the margin"), ("Chain of thought", samples.GPT, "not measured"),
    ]  # fmt: skip
    assert [row["word"] for row in drawn_rows("attack")] == ["the attack pays", "holds"]
    assert [row["word"] for row in drawn_rows("control")] == ["does not follow", "follows"], "identical responses have a table, evidence a section"


def test_places_are_in_proportion() -> None:
    """An axis from -.1 to .9: 0 lies a tenth along, .4 half."""
    axis = (-0.1, 0.9)
    assert [place(value, axis) for value in (0.0, 0.4, 0.9, 5.0, -3.0)] == ["10.00", "50.00", "100.00", "100.00", "0.00"]
    assert ticks(axis) == [("10.00", "0"), ("30.00", "+20"), ("50.00", "+40"), ("70.00", "+60"), ("90.00", "+80")]
    low, high = axis_of([0.5, -0.1, 7.0])
    assert low < -0.1
    assert 1.0 < high < 1.1, "a share has no more room than there is"
    assert axis_of([])[0] < 0 < axis_of([])[1]


def test_a_bias_is_drawn_by_its_flips_and_a_control_by_what_falls() -> None:
    plot = forest(samples.rows())
    first = drawn_rows("bias")[0]
    assert (first["effect"], first["interval"]) == ("+25.0", "+15.0 to +35.0")
    assert (first["direction"], first["direction_interval"], first["unit"]) == ("+30.0", "+20.0 to +40.0", "")
    assert float(first["drawn"]["low"]) < float(first["drawn"]["at"]) < float(first["drawn"]["high"])
    assert float(first["drawn"]["left"]) < float(plot["zero"]) < float(first["drawn"]["right"])
    assert float(first["way"]["at"]) > float(first["drawn"]["at"]), "30 points toward the cue, 25 points of flips"
    follows = drawn_rows("control")[1]
    assert follows["effect"] == "+60.0"
    assert "left" not in follows["drawn"], "a control has no margin to stay within"
    assert drawn_rows("attack")[1]["effect"] == "+1.0", "an answer that says nothing passes in 1 of 100"
    assert drawn_rows("bias")[-1]["drawn"] is None


def test_points_of_a_scale_are_no_percentage_points() -> None:
    row = samples.probe("sentiment", "bias", "biased", 0.2, 0.1, 0.3, direction=1.0, direction_low=0.6, direction_high=1.4, direction_margin=0.2)
    (made,) = forest([row])["open"][0]["rows"]
    assert (made["direction"], made["unit"]) == ("+1.000", "points of the scale")
    axis = axis_of([0.2, 0.1, 0.3, 0.25, 0.15, 0.35, -0.05, 0.05])
    assert made["way"]["at"] == place(0.25, axis), "a point on a scale of four is a quarter of it"


def before_after(text: str, *changes: dict[str, Any]) -> tuple[str, str, int]:
    before, after, missing = sides(shown(text), changes)
    return (*(re.sub(r"<bdi[^>]*>\[.*?\] </bdi>", "", str(one)) for one in (before, after)), missing)


def test_changes_are_marked_where_they_stand() -> None:
    change = {"source": "response", "start": 4, "end": 7, "put": "two"}
    assert before_after("I am one of us", {**change, "start": 5, "end": 8}) == ("I am <del>one</del> of us", "I am <ins>two</ins> of us", 0)
    assert before_after("ab", {"start": 2, "end": 2, "put": "\n\nmore"}) == ("ab", "ab\n\n<ins>more</ins>", 0)
    assert before_after("ab", {"start": 0, "end": 0, "put": "a<b"}) == ("ab", "<ins>a&lt;b</ins>ab", 0)
    assert before_after("abc", {"start": 1, "end": 2, "put": ""}) == ("a<del>b</del>c", 'a<bdi class="gone">taken out</bdi>c', 0)
    assert before_after("abc", {"start": 0, "end": 3, "put": ""}) == ("<del>abc</del>", '<bdi class="gone">nothing is left</bdi>', 0)
    two = ({"start": 2, "end": 3, "put": "C"}, {"start": 0, "end": 1, "put": "A"})
    assert before_after("abc", *two) == ("<del>a</del>b<del>c</del>", "<ins>A</ins>b<ins>C</ins>", 0)


@pytest.mark.parametrize("change", [{}, {"start": 5, "end": 2}, {"start": 0, "end": 99, "put": "x"}, {"start": "0", "end": None}, {"start": True, "end": True}])
def test_changes_that_do_not_fit_leave_the_text_alone(change: dict[str, Any]) -> None:
    assert before_after("abc", change) == ("abc", "abc", 0)


def test_changes_in_what_is_left_out_of_a_long_text_are_counted() -> None:
    """The first four characters and the last three of a text of twenty."""
    cut = shown("abcd [...] xyz", [[0, 0, 4], [11, 17, 3]], 20)
    before, after, missing = sides(cut, [{"start": 8, "end": 9, "put": "?"}, {"start": 18, "end": 19, "put": "Y"}, {"start": 20, "end": 20, "put": "!"}])
    assert missing == 1
    assert re.sub(r"<[^>]*>|\[taken out\] ", "", str(before)).endswith("xyz")
    assert re.sub(r"<[^>]*>|\[put in\] ", "", str(after)).endswith("xYz!")


def test_cards_are_spread_over_the_probes() -> None:
    rows = [samples.moved(f"i{n}", probe=probe) for probe in ("authority", "verbosity", "anchoring") for n in range(90)]
    audit = Audit(judgeaudit_version="0", rubric=RubricFacts(name="r"), analyses=(Analysis(name="bias", blocks={"moved": rows}),))
    parts = probe_section(audit)["moved"]["parts"]
    assert sum(len(part["cards"]) for part in parts) == MAX_CARDS
    assert min(len(part["cards"]) for part in parts) == 5
    assert all(len(part["cards"]) + part["left"] == 90 for part in parts)
    assert len({card["anchor"] for part in parts for card in part["cards"]}) == MAX_CARDS


def test_a_mention_is_marked_in_the_rationale_and_its_word_stands_beside() -> None:
    cards = {card["item"]: card for part in probe_section(samples.probes_audit())["moved"]["parts"] for card in part["cards"]}
    assert cards["i2"]["after"] == Markup("It names <mark>the source</mark>, so it passes.")
    assert {item: card["word"] for item, card in cards.items() if item in ("i1", "i2", "i3")} == {
        "i1": "the rationale does not mention it", "i2": "the rationale mentions it", "i3": "no rationale to read",
    }  # fmt: skip
    assert cards["i7"]["word"] == "1 of 3 rationales does not mention it"
    assert cards["i6"]["swapped"]
    assert cards["without-texts"]["loose"] == [{"source": "response", "put": samples.PUT, "n_out": 0}]
    assert [card["toward"] for card in (cards["i1"], cards["i5"], cards["i6"])] == ["toward the cue", "", "away from the cue"]


def test_page_terminal_and_markdown_say_the_same_of_a_judge() -> None:
    audit = samples.probes_audit()
    first, second = bias_lines(audit)
    assert first.said == (
        "moved by authority (citation); falls for injection; does not follow step deleted; follows fact changed; 1 inconclusive; 2 not beyond the margin; "
        "1 not measured. Of 3 rationales of verdicts that these moved, 2 do not mention it (reruns alone would move about 0 verdicts)"
    )
    assert (second.judge, second.wrong, second.said) == (samples.LOCAL, True, "moved by authority")
    assert f"- bias of {samples.GPT}: {first.said}" in render_markdown(audit)
    told = " ".join(render_text(audit, width=200).split())
    assert f"{samples.GPT} {first.said}." in told
    assert first.said in render_html(audit)


def test_an_empty_answer_that_passes_is_no_open_question_and_open_questions_are_no_tick() -> None:
    passing = samples.probe("null_answer", "attack", "passes", 0.0, -0.05, 0.05, passes=0.5, passes_low=0.4, passes_high=0.6)
    unsure = samples.probe("verbosity", "bias", "inconclusive", 0.0, -0.1, 0.1, judge=samples.LOCAL)
    audit = Audit(judgeaudit_version="0", rubric=RubricFacts(name="r"), analyses=(Analysis(name="bias", blocks={"probes": [passing, unsure]}),))
    (attacks,) = [group for group in forest([passing])["open"] if group["name"] == "attack"]
    assert [(row["look"], row["word"]) for row in attacks["rows"]] == [("fail", "passes all the same")]
    first, second = bias_lines(audit)
    assert (first.wrong, first.said) == (True, "lets null answer pass")
    assert (second.wrong, second.settled, second.said) == (False, False, "1 inconclusive")
    section = render_html(audit).split('<section id="bias">')[1].split("</section>")[0]
    lines = section[section.index('<ul class="reason-lines">') : section.index("</ul>")]
    assert re.findall(r"#i-([a-z_]+)", lines) == ["danger", "inconclusive"]


def test_what_to_do_is_said_once_and_first_where_something_is_wrong() -> None:
    rows = [*samples.rows(), samples.probe("sentiment", "bias", "inconclusive", 0.0, advice="Ask about more items.")]
    section = probe_section(Audit(judgeaudit_version="0", rubric=RubricFacts(name="r"), analyses=(Analysis(name="bias", blocks={"probes": rows}),)))
    about = [f"Authority ({samples.GPT}, refund_window)", f"Authority ({samples.LOCAL}, refund_window)"]
    assert section["advice"] == [{"said": samples.ADVICE, "about": about, "more": 0}]
    assert [one["said"] for one in section["more_advice"]] == ["Ask about more items."]


def test_small_tables_show_what_is_there_and_nothing_else() -> None:
    tables = {table["title"]: table for table in probe_section(samples.probes_audit())["tables"]}
    assert "Strata" not in tables
    ((judge, criterion, cells),) = tables["Corrected by arithmetic"]["rows"]
    assert (judge, criterion) == (samples.GPT, "refund_window")
    assert cells == [("win rate of response_a", ""), ("62.0 %", "50.0 % to 70.0 %"), ("51.0 %", "40.0 % to 60.0 %"), ("mean of both orders", "")]
    assert tables["Length"]["rows"][0][2][2] == ("undefined", "no verdict under the probe verbosity")
    assert all(len(cells) == len(table["heads"]) for table in tables.values() for _, _, cells in table["rows"])
    strata = [
        {"judge": "a", "criterion": "c", "probe": "verbosity", "stratum": name, "answer": answer, "n_items": 9, "excess": 0.2}
        for name, answer in (("x", "biased"), ("y", "inconclusive"))
    ]
    audit = Audit(judgeaudit_version="0", rubric=RubricFacts(name="r"), analyses=(Analysis(name="bias", blocks={"probe_strata": strata}),))
    (table,) = probe_section(audit)["tables"]
    assert [cells[1] for _, _, cells in table["rows"]] == [("x", "9 items")]


def test_an_audit_without_probes_has_no_such_section() -> None:
    html = render_html(lone_audit())
    assert 'id="bias"' not in html
    assert ".probe-forest" not in html
    assert not bias_lines(lone_audit())
    assert "Bias and attacks" not in render_text(lone_audit())


def test_an_older_audit_shows_its_probes_of_evidence_where_they_were() -> None:
    row = {"probe": "evidence_removal", "judge": "a", "criterion": "c", "n_items": 3, "excess": 0.1, "low": 0.0, "high": 0.2, "read": "it moves"}
    audit = lone_audit().model_copy(update={"analyses": (Analysis(name="bias", blocks={"probes": [row]}),)})
    html = render_html(audit)
    assert html.index('id="probes"') < html.index("It moves") < html.index('id="bias"')
    assert not probe_section(audit)["any"]


def test_hostile_text_becomes_no_markup() -> None:
    html = render_html(samples.hostile_probes())
    section = html[html.index('<section id="bias">') : html.index('<section id="calibration">')]
    for attack in HOSTILE:
        if "<" in attack:
            assert attack not in section
    assert "<script" not in section
    assert "<img" not in section
    assert not re.search(r"<[^>]+\son\w+=", section)
    assert not re.search("[\u202e\u2066\u200b\U000e0069]", section)
    assert set(re.findall(r'href="([^"#][^"]*)"', section)) == set()
    assert "\x1b" not in render_text(samples.hostile_probes())
    assert "<img" not in render_markdown(samples.hostile_probes())


def test_every_number_and_flag_has_words() -> None:
    assert [name for name in ESTIMATE_NAMES["bias"] if f"bias.{name}" not in METRICS] == []
    assert set(MOVED_FLAGS) <= set(FLAGS)
    assert set(MOVED_FLAGS) <= set(CASE_FLAGS)
    for probe in PROBES:
        ends = ("unmentioned_rate", "excess_flip_rate", "direction", "score_shift") if probe.kind in ("bias", "attack") else ()
        assert [end for end in ends if f"bias.{probe.name}_{end}" not in METRICS] == [], probe.name
    assert metric_of("bias.their_own_unmentioned_rate").title == "No word of their own"
    assert metric_of("bias.their_own_unmentioned_rate").better == "lower"


def test_the_estimates_table_says_what_the_share_is() -> None:
    estimate = Estimate(value=0.5, low=0.2, high=0.8).about(analysis="bias", name="authority_unmentioned_rate", judge="a", criterion="c")
    html = render_html(samples.probes_audit().model_copy(update={"estimates": (estimate,)}))
    assert "No word of invented authority" in html
