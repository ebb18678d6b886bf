"""The section on evidence as data and text: claims at their places, differences of quotes, blocks that are malformed, texts that are left out."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from judgeaudit.domain.results import CASE_FLAGS, ESTIMATE_NAMES, Analysis, Audit, CaseText, Estimate
from judgeaudit.probes import PROBES
from judgeaudit.report.cases import EVIDENCE_FLAGS, FLAGS, PROBE_FLAGS
from judgeaudit.report.claim_marks import Spot, difference, in_rationale, in_source, with_claims
from judgeaudit.report.evidence_lines import evidence_lines, triage_lines
from judgeaudit.report.html import SECTIONS, render_html
from judgeaudit.report.markdown import render_markdown
from judgeaudit.report.metrics import HEADLINES, METRICS, metric_of
from judgeaudit.report.pieces import shown
from judgeaudit.report.text import render_text
from tests.report import sample_edges as edges
from tests.report import sample_evidence as evidence
from tests.report.sample_rationale_edges import MALFORMED
from tests.report.sample_rationales import replies

BLOCKS = ("states", "cited", "triage", "marked", "replicates", "repeats", "languages", "unread", "probes")
KEY = {"judge": "j", "criterion": "c", "item_id": "i"}


def html_of(audit: Audit) -> str:
    return render_html(audit).split('<section id="evidence">')[1].split("</section>")[0]


def section(audit: Audit) -> str:
    text = re.sub("<[^>]*>", "", re.sub("</?(?:t[dhr]|small|p|li|h[34]|div|del|ins)\\b[^>]*>", " ", re.sub('<bdi class="sr">.*?</bdi>', "", html_of(audit))))
    return re.sub(r"\s+", " ", unescape(text))


def one_card(claims: Any, rationale: str = "It says so.", texts: dict[str, str] | None = None) -> str:
    """The section of an audit that marks one rationale."""
    text = CaseText(item_id="i", texts={"response": "The text."} if texts is None else texts, replies=tuple(replies("j", "c", (rationale,))))
    return html_of(evidence.with_evidence(edges.lone_audit(), {"marked": [{**KEY, "replicate": 0, "claims": claims}]}, texts=(text,)))


def marked_in(claim: dict[str, Any], body: str) -> tuple[Spot, ...]:
    return in_source([(1, claim)], shown(body)).shown


def quote(said: str, nearest: str, state: str = "altered") -> dict[str, Any]:
    return {"kind": "quote", "state": state, "text": said, "nearest": nearest}


def drawn(said: str, nearest: str, state: str = "altered") -> str:
    return re.sub('<bdi class="sr">.*?</bdi>', "", str(difference(quote(said, nearest, state))))


def test_the_section_has_a_place_in_the_contents_after_rationales() -> None:
    names = [name for name, _ in SECTIONS]
    assert names[names.index("rationales") + 1] == "evidence"
    assert '<a href="#evidence">Evidence</a>' in render_html(evidence.evidence_audit())


def test_claims_are_marked_by_state_with_number_and_words() -> None:
    marked = with_claims("The 30 days.", [Spot(4, 11, 2, "altered")])
    assert str(marked) == 'The <mark class="claim altered" data-n="2"><bdi class="sr">[claim 2: altered] </bdi>30 days</mark>.'


def test_what_two_claims_share_has_both_numbers_and_the_look_of_the_worse() -> None:
    marked = str(with_claims("abcdef", [Spot(0, 4, 1, "exact"), Spot(2, 6, 2, "fabricated")]))
    assert re.findall(r'class="claim (\w+)" data-n="([\d,]+)"', marked) == [("exact", "1"), ("fabricated", "1,2"), ("fabricated", "2")]
    assert re.sub("<bdi.*?</bdi>|<[^>]*>", "", marked) == "abcdef"


@pytest.mark.parametrize(
    "more",
    [
        {"claim_start": 1},
        {"claim_end": 99},
        {"claim_start": 3, "claim_end": 3},
        {"claim_start": "0"},
        {"claim_start": None},
        {"claim_end": True},
        {"text": "x"},
        {"text": None},
    ],
)
def test_a_claim_whose_words_stand_elsewhere_is_not_marked(more: dict[str, Any]) -> None:
    fits = {"text": "abc", "claim_start": 0, "claim_end": 3, "state": "exact"}
    assert in_rationale([(1, fits)], shown("abcdef")).shown == (Spot(0, 3, 1, "exact"),)
    assert in_rationale([(1, {**fits, **more})], shown("abcdef")).shown == ()


def test_a_text_that_was_cut_is_marked_as_far_as_it_goes() -> None:
    body = "abcdef ... (cut)"
    assert marked_in({"kind": "absence", "state": "false", "start": 0, "end": 6}, body) == (Spot(0, 6, 1, "false"),)
    assert marked_in({"kind": "absence", "state": "false", "start": 0, "end": 8}, body) == ()


def test_a_fabricated_quote_and_a_count_of_the_whole_text_are_not_marked_in_it() -> None:
    place = {"start": 0, "end": 6}
    assert marked_in({"kind": "quote", "state": "fabricated", "nearest": "abcdef", **place}, "abcdef") == ()
    assert marked_in({"kind": "count", "state": "false", **place}, "abcdef") == ()
    assert marked_in({"kind": "quote", "state": "exact", "nearest": "abcdef", **place}, "abcdef") == (Spot(0, 6, 1, "exact"),)
    assert marked_in({"kind": "quote", "state": "exact", "nearest": "other", **place}, "abcdef") == ()


@pytest.mark.parametrize(
    ("said", "nearest", "expected"),
    [
        ("within 30 days", "within 14 days", "within <del>14</del> <ins>30</ins> days"),
        ("it is allowed", "it is not allowed", "it is <del>not</del> allowed"),
        ("it is not allowed", "it is allowed", "it is <ins>not</ins> allowed"),
        ("the big red dog", "the small blue dog", "the <del>small blue</del> <ins>big red</ins> dog"),
        ("请在三十天之内", "请在十四天之内", "请在<ins>三</ins>十<del>四</del>天之内"),
        ("costs 2,000 now", "costs 1,000 now", "costs <del>1</del> <ins>2</ins>,000 now"),
        ("a <b>", "a <i>", "a &lt;<del>i</del> <ins>b</ins>&gt;"),
    ],
)
def test_a_difference_shows_what_the_text_has_and_what_the_quote_says(said: str, nearest: str, expected: str) -> None:
    assert drawn(said, nearest) == expected


def test_where_nothing_differs_or_too_much_is_said_no_difference_is_drawn() -> None:
    assert difference(quote("Same words", "same  words")) is None
    assert difference(quote("a", "b", "exact")) is None
    assert difference(quote("a", "")) is None
    assert difference(quote("word " * 500, "other " * 500)) is None


def test_edits_are_listed_where_no_difference_can_be_drawn() -> None:
    edits = [
        {"quoted": "30", "source": "14", "matters": "number"},
        {"quoted": "", "source": "not", "matters": "negation"},
        {"quoted": "", "source": ""},
        "x",
        None,
    ]
    text = re.sub(r"\s+", " ", re.sub('<bdi class="sr">.*?</bdi>|<[^>]*>', "", one_card([{**quote("30", ""), "edits": edits}])))
    assert "number: 14 → 30; negation: not → left out" in text


def test_each_judge_has_one_sentence() -> None:
    text = section(evidence.evidence_audit())
    assert (
        "openai/gpt-5-mini: of 41 quotes checked, 3 fabricated, 2 altered and 1 misattributed; of 16 other claims checked, 3 wrong; 5 quotes could not be checked; "
        "2 passes rest on invented evidence." in text
    )
    assert (
        "anthropic/claude-haiku-4-5: of 17 quotes checked, none is fabricated, altered or misattributed. On tone: no rationale cites evidence: ask for quotes."
        in text
    )


def lines_of(blocks: dict[str, Any]) -> list[str]:
    return [line.said for line in evidence_lines(evidence.with_evidence(edges.lone_audit(), blocks))]


def test_what_was_not_checked_is_said_and_never_a_share_of_nothing() -> None:
    nothing = {"judge": "j", "criterion": "c", "n_rationales": 0, "n_citing": 0, "quotes_checked": 0, "statement": "no rationale could be checked"}
    assert lines_of({"cited": [nothing]}) == ["evidence was not checked: there are no item texts to hold its rationales against"]
    asked = {**nothing, "n_rationales": 5, "statement": "no rationale cites evidence: ask for quotes"}
    assert lines_of({"cited": [asked]}) == ["no rationale cites evidence: ask for quotes"]
    unchecked = [{"judge": "j", "criterion": "c", "kind": "quote", "state": "unchecked", "n": 3}]
    assert lines_of({"cited": [{**asked, "statement": None}], "states": unchecked}) == ["nothing could be checked"]
    states = [{"judge": "j", "criterion": "c", "kind": "absence", "state": "true", "n": 1}]
    assert lines_of({"states": states}) == ["of 1 other claim checked, all hold"]


def test_an_audit_without_the_analysis_says_so() -> None:
    text = section(edges.lone_audit())
    assert "Not measured: it was no part of this audit." in text
    assert "No verdict was seen" not in text
    reason = "evidence was not checked: no item texts; give the items (--items FILE)"
    audit = edges.lone_audit().model_copy(update={"analyses": (Analysis(name="evidence", status="not_measured", reason=reason),)})
    assert f"Not measured: {reason}." in section(audit)


def test_nothing_to_look_at_is_said() -> None:
    assert "No verdict was seen to rest on evidence that is not there, or on reasons that change." in section(evidence.with_evidence(edges.lone_audit(), {}))


@pytest.mark.parametrize(
    "said",
    [
        "4 verdicts: 1 critical, 1 high, 1 medium, 1 low. triage.csv has all of it.",
        'Passes in 3 of 3 repeats on a quote that was altered: "send the lamp back within 30 days of delivery" (cited in 2 of 3)',
        "openai/gpt-5-mini refund_window Quote 41 6 3 fabricated 2 altered 1 misattributed 3 nearly verbatim 4 typeset otherwise 28 verbatim 5 not checked",
        "openai/gpt-5-mini refund_window Called missing 11 2 2 wrong 9 true 12 not checked",
        "send the lamp back within 14 30 days of delivery number: 14 → 30 The response has \"14\", not \"30\"",
        "free return shipping for every customer It stands in no source Nearest words: full price",
        "Not checked: 2 rationales, no item text.",
        "3 in zh.",
        "Replicates 0, 2 pass",
        "openai/gpt-5-mini, refund_window send the lamp back within 30 days of delivery altered quote 2 of 3",
        "Evidence removal openai/gpt-5-mini refund_window 20 0.050 0.350 0.300 0.120 to 0.480 −0.200 −0.400 to −0.020 +30.0 % flips",
        "not made: 4 nothing cited",
        "Evidence necessity, openai/gpt-5-mini, refund_window: 0.210 (0.030 to 0.400)",
    ],
)  # fmt: skip
def test_the_section_says_what_the_blocks_hold(said: str) -> None:
    assert said in section(evidence.evidence_audit())


def test_cases_on_evidence_stand_here_once_and_not_among_the_others() -> None:
    html = render_html(evidence.evidence_audit())
    assert '<section id="cases">' not in html
    own = re.findall(r'id="(case-\d+)"', html_of(evidence.evidence_audit()))
    assert sorted(own) == [f"case-{n}" for n in range(1, len(evidence.cases()) + 1)]


def test_every_link_of_the_page_leads_somewhere() -> None:
    for make in (evidence.evidence_audit, evidence.hostile_evidence):
        html = render_html(make())
        ids = re.findall(r' id="([^"]+)"', html)
        assert set(re.findall(r'<a[^>]* href="#([^"]+)"', html)) <= set(ids)
        assert len(ids) == len(set(ids))


def test_links_of_the_triage_list_lead_to_the_claims_in_place_or_to_a_case() -> None:
    html = html_of(evidence.evidence_audit()).split('class="stack triage"')[1].split("</table>")[0]
    assert re.findall(r'href="#([^"]+)"><bdi>([^<]+)<', html) == [("evidence-1", "refund-017"), ("evidence-2", "退款-001"), ("case-4", "refund-020")]


def test_wrong_claims_come_first_and_equal_rationales_stand_once() -> None:
    text = section(evidence.evidence_audit())
    assert text.index("Replicates 0, 2 pass") < text.index("Replicate 1 pass")
    rows = [evidence.marked(replicate=0, claims=evidence.claims_of_second()), evidence.marked(replicate=1, claims=evidence.claims_of_first())]
    text = section(evidence.evidence_audit().model_copy(update={"analyses": (Analysis(name="evidence", blocks={"marked": rows}),), "texts": ()}))
    assert text.index("Replicate 1") < text.index("Replicate 0")


def test_without_texts_claims_are_listed_and_nothing_is_marked() -> None:
    audit = evidence.evidence_audit().model_copy(update={"texts": ()})
    assert "This audit holds no texts of the item, so the claims cannot be shown in place." in section(audit)
    assert "Claims in place" in section(audit)
    lean = audit.model_copy(update={"analyses": (Analysis(name="evidence", blocks={**evidence.blocks(), "marked": []}),)})
    assert "This audit holds no texts (it was made without them), so claims cannot be shown in place." in section(lean)
    assert "Fabricated quotes A quote that stands in nothing the judge saw. 1 case." in section(lean)


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("value", MALFORMED, ids=repr)
def test_a_malformed_block_does_not_break_page_text_or_markdown(name: str, value: Any) -> None:
    audit = evidence.with_evidence(edges.lone_audit(), {name: value}, texts=(CaseText(item_id="i"),))
    assert '<section id="evidence">' in render_html(audit)
    assert render_text(audit)
    assert render_markdown(audit)


@pytest.mark.parametrize("claims", [*MALFORMED, [{"edits": 3, "state": []}], [{"edits": [{"quoted": []}], "start": {}, "kind": None}]], ids=repr)
def test_malformed_claims_do_not_break_a_card(claims: Any) -> None:
    assert 'id="evidence-1"' in one_card(claims)


@pytest.mark.parametrize("state", ["fabricated", "", "odd", 3, None])
def test_a_state_that_is_unknown_counts_as_not_checked(state: Any) -> None:
    html = one_card([{"kind": "quote", "state": state, "text": "says so", "claim_start": 3, "claim_end": 10}])
    assert f'class="claim {"fabricated" if state == "fabricated" else "unchecked"}" data-n="1"' in html


def test_hostile_text_is_shown_and_forms_no_tag() -> None:
    html = html_of(evidence.hostile_evidence())
    tags = set(re.findall(r"<([a-z][a-z0-9]*)", html))
    assert tags <= {
        "a", "bdi", "caption", "code", "del", "details", "div", "h2", "h3", "h4", "ins", "li", "mark", "ol", "p", "small", "span", "strong", "summary", "svg",
        "table", "tbody", "td", "th", "thead", "tr", "ul", "use", "article",
    }  # fmt: skip
    assert not re.search(r"<[^>]*\s(?:on\w+|style)=", html)
    assert "U+202E" in html
    assert len(html) < 3_000_000


def test_terminal_and_markdown_have_a_line_for_each_judge_and_what_to_look_at_first() -> None:
    audit = evidence.evidence_audit()
    text, markdown = render_text(audit, width=200), render_markdown(audit)
    said = "of 41 quotes checked, 3 fabricated, 2 altered and 1 misattributed; of 16 other claims checked, 3 wrong; 5 quotes could not be checked; 2 passes rest on invented evidence"
    assert said in text
    assert f"- evidence of openai/gpt-5-mini: {said}" in markdown
    assert "CRITICAL  refund-017, openai/gpt-5-mini, refund_window: passes in 3 of 3 repeats" in text
    assert "- look at first (critical): refund-017" in markdown
    assert "1 more verdict to look at in triage.csv" in text
    assert "and 1 more verdict to look at in triage.csv" in markdown
    assert triage_lines(audit, 9)[1] == 0
    assert all(len(line) <= 60 for line in render_text(audit, width=60).splitlines() if "退" not in line)


def test_terminal_and_markdown_show_what_the_probes_found() -> None:
    audit = evidence.evidence_audit()
    measured = Estimate(
        analysis="bias", name="evidence_removal_excess_flip_rate", judge="openai/gpt-5-mini", criterion="refund_window", value=0.0, low=-0.16, high=0.16,
        n_items=20, n_ratings=60, method="m",
    )  # fmt: skip
    audit = audit.model_copy(update={"estimates": (*audit.estimates, measured)})
    text = render_text(audit, width=200)
    assert "Probes (verdicts that move beyond those that plain repeats move" in text
    assert re.search(r"openai/gpt-5-mini\s+0\.000 \(\u22120\.16 to 0\.16\)", text)
    assert "- probes of openai/gpt-5-mini: its evidence gone 0.000" in render_markdown(audit)
    assert "Probes (" not in render_text(edges.lone_audit())


def test_without_evidence_terminal_and_markdown_say_nothing_of_it() -> None:
    assert "vidence (held" not in render_text(edges.lone_audit())
    assert "evidence of" not in render_markdown(edges.lone_audit())


def test_hostile_evidence_is_inert_on_terminal() -> None:
    text = render_text(evidence.hostile_evidence())
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]", text)


def test_all_estimates_and_flags_are_described() -> None:
    keys = [f"evidence.{name}" for name in ESTIMATE_NAMES["evidence"]] + [
        "bias.evidence_necessity",
        "bias.nonsense_control_pass_rate",
        "bias.nonsense_control_decided_rate",
    ]
    keys += [f"bias.{probe.name}_{what}" for probe in PROBES for what in ("excess_flip_rate", "direction")]
    for key in keys:
        assert METRICS[key].meaning, key
    assert metric_of("evidence.invented_quote_rate").better == "lower"
    assert metric_of("bias.evidence_necessity").better == "higher"
    assert metric_of("bias.odd_probe_excess_flip_rate").title == "Moved by odd probe"
    assert {"evidence.invented_quote_rate", "evidence.trapped_rate"} <= set(HEADLINES)
    assert set(CASE_FLAGS) <= set(FLAGS)
    assert set(EVIDENCE_FLAGS) | set(PROBE_FLAGS) <= set(CASE_FLAGS)


def test_the_same_audit_gives_the_same_page() -> None:
    assert render_html(evidence.evidence_audit()) == render_html(evidence.evidence_audit())
