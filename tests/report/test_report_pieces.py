"""Texts that were cut for the page: offsets of the whole text lead to the right words, and what is left out is said."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from judgeaudit.domain.results import Audit, CaseText
from judgeaudit.report.aligned import aligned
from judgeaudit.report.claim_marks import in_source
from judgeaudit.report.html import render_html
from judgeaudit.report.pieces import Shown, shown
from tests.report import sample_far as far
from tests.report.sample_rationale_edges import MALFORMED

CUT = shown("abcde […] 4 characters left out […] jklm […] 7 characters left out", [[0, 0, 5], [36, 9, 4]], 20)


def part_of(audit: Audit, section: str) -> str:
    return render_html(audit).split(f'<section id="{section}">')[1].split("</section>")[0]


def marks(html: str) -> list[str]:
    return [unescape(re.sub('<bdi class="sr">.*?</bdi>|<[^>]*>', "", words)) for words in re.findall(r"<mark[^>]*>(.*?)</mark>", html)]


def gaps(html: str) -> list[str]:
    return re.findall('<bdi class="left-out">(.*?)</bdi>', html)


def test_offsets_of_the_whole_text_lead_into_the_pieces() -> None:
    assert [CUT.text[part.first : part.last] for part in CUT.parts(1, 3)] == ["bc"]
    assert [CUT.text[part.first : part.last] for part in CUT.parts(3, 11)] == ["de", "jk"]
    assert CUT.parts(5, 9) == []
    assert CUT.leaves_out(5, 9)
    assert not CUT.leaves_out(5, 10)
    assert not CUT.leaves_out(20, 30)
    assert [CUT.text[first:last] for first, last in CUT.gaps] == [" […] 4 characters left out […] ", " […] 7 characters left out"]


def test_words_of_a_span_must_agree_as_far_as_they_are_shown() -> None:
    assert CUT.agrees(3, 11, "defghijk")
    assert not CUT.agrees(3, 11, "defghiXk")
    assert not CUT.agrees(3, 11, "de")
    assert not CUT.agrees(5, 9, "fghi")


def test_words_are_not_found_in_what_says_that_something_is_left_out() -> None:
    assert CUT.find("jk") == (36, 38)
    assert CUT.find("characters left out") is None
    assert CUT.find("") is None


@pytest.mark.parametrize(
    "pieces",
    [*MALFORMED, [[0, 0]], [[0, 0, "5"]], [[0, 0, True]], [[-1, 0, 3]], [[0, 0, 99]], [[3, 3, 2], [0, 0, 3]], [[0, 0, 3], [1, 3, 2]], [[0, 4, 3]]],
    ids=repr,
)
def test_pieces_that_do_not_fit_a_text_are_as_none(pieces: Any) -> None:
    assert shown("abcdef", pieces, 6) == Shown("abcdef", ((0, 0, 6),), 6)
    assert shown("abcdef", pieces, "6").gaps == []


def test_a_claim_across_a_gap_is_marked_on_both_sides_and_one_within_it_is_counted() -> None:
    across = {"kind": "quote", "state": "altered", "nearest": "defghijk", "start": 3, "end": 11}
    inside = {"kind": "absence", "state": "false", "start": 5, "end": 9}
    count = {"kind": "count", "state": "false", "start": 0, "end": 20}
    found = in_source([(1, across), (2, inside), (3, count)], CUT)
    assert [(CUT.text[spot.start : spot.end], spot.number) for spot in found.shown] == [("de", 1), ("jk", 1)]
    assert found.left_out == (2,)


def test_far_claims_are_marked_in_text_and_rationale() -> None:
    audit = far.far_evidence()
    (text,) = audit.texts
    assert text.lengths == {"response": len(far.RESPONSE)}
    assert len(text.texts["response"]) < 5000
    card = part_of(audit, "evidence").split('id="evidence-1-0"')[1]
    assert marks(card) == [*far.QUOTES, *far.QUOTES]
    assert "would be marked" not in card


def test_far_injections_are_marked_and_not_shown_apart() -> None:
    html = part_of(far.far_evidence(), "cases")
    assert marks(html) == [far.INJECTED]


def test_our_words_are_set_apart_and_those_of_the_text_are_not() -> None:
    card = part_of(far.far_evidence(), "evidence").split("<h4><bdi>Response</bdi></h4>")[1].split("</div>")[0]
    assert len(gaps(card)) == 7
    assert far.FAKE.strip() in unescape(re.sub("<[^>]*>", "", card))
    assert far.FAKE.strip() not in gaps(card)
    total = sum(int(re.sub(r"\D", "", words)) for words in gaps(card))
    assert total == len(far.RESPONSE) - sum(n for *_, n in far.far_evidence().texts[0].pieces["response"])


def test_how_many_are_not_shown_is_said_and_the_worst_are() -> None:
    quotes = [f"The {n}th rule names a fee of {n} euros" for n in range(100, 200)]
    response = "".join(quote + ". " + far.FILLER * 20 for quote in quotes)
    claims = []
    for n, quote in enumerate(quotes):
        at = response.index(quote)
        state = "altered" if n >= 90 else "exact"
        claims.append({**far.claim(far.QUOTES[0], state), "text": quote, "nearest": quote, "start": at, "end": at + len(quote)})
    audit = far.audit_of(response, "It is so.", claims[-60:])
    card = part_of(audit, "evidence")
    shown_ones = marks(card.split("claim-legend")[1].split("</p>", 1)[1])
    assert set(quotes[90:]) <= set(shown_ones)
    assert f"{60 - len(shown_ones)} more places that would be marked are not shown" in card


def test_a_span_in_what_is_left_out_is_shown_apart_and_counted_and_its_words_elsewhere_are_not_meant() -> None:
    audit = far.far_evidence()
    text = CaseText(
        item_id="i", texts={"response": f"{far.INJECTED} […] 9,000 characters left out"}, pieces={"response": ((0, 0, 46),)}, lengths={"response": 9046}
    )
    late = audit.cases[1].model_copy(
        update={"spans": (far.span(far.RESPONSE[:9000] + far.INJECTED, far.INJECTED, "response").model_copy(update={"start": 9000, "end": 9046}),)}
    )
    html = part_of(audit.model_copy(update={"cases": (late,), "texts": (text,)}), "cases")
    assert marks(html) == [far.INJECTED]
    assert html.index("<mark>") < html.index('class="sources"')
    assert "1 more place that would be marked is not shown" in html


def test_reasons_side_by_side_stand_where_the_whole_rationale_has_them() -> None:
    reply = {"judge": "j", "label": "pass", "said": CUT, "relabelled": False, "replicate": 0}
    cells = [
        {"judge": "j", "replicate": 0, "start": 9, "end": 12, "marks": [{"start": 10, "end": 11, "kind": "number"}]},
        {"judge": "j", "replicate": 0, "start": 5, "end": 9, "marks": []},
    ]
    table = aligned({"judge": "j", "rows": [{"about": "x", "cells": [cell]} for cell in cells]}, [reply])
    assert table is not None
    first, second = (re.sub('<bdi class="sr">.*?</bdi>', "", str(row["cells"][0])) for row in table["rows"])
    assert first == 'j<mark class="differs number">k</mark>l'
    assert second == ""


def test_an_audit_without_pieces_is_drawn_as_before() -> None:
    stored = far.far_evidence().model_dump(mode="json")
    for text in stored["texts"]:
        del text["pieces"], text["lengths"]
        text["texts"]["response"] = far.RESPONSE[:4000] + " ... (cut)"
    card = part_of(Audit.model_validate(stored), "evidence")
    assert "... (cut)" in card
    assert gaps(card.split("<h4><bdi>Response</bdi></h4>")[1]) == []


def test_what_is_stored_comes_back_as_it_was() -> None:
    audit = far.far_evidence()
    assert render_html(Audit.model_validate_json(audit.model_dump_json())) == render_html(audit)
