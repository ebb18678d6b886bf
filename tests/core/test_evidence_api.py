"""`judgeaudit.check_evidence`: what it takes, what it gives, what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

import judgeaudit
from judgeaudit import EvidenceClaim, Item, JudgeAuditError, Verdict, check_evidence
from judgeaudit.domain.verdicts import Reason

SOURCES = {
    "input": "How long does delivery take?",
    "response": "Delivery takes 3 days. The office is closed on Sunday.",
    "rubric": "The reply must name a fee.",
}
STANDS = "The office is closed on Sunday"
INVENTED = "refunds are free within thirty days of purchase"


def states(rationale: Any, sources: Any = None) -> list[tuple[str, str, str]]:
    return [(claim.kind, claim.text, claim.state) for claim in check_evidence(rationale, sources or SOURCES)]


def test_it_is_public_with_its_claim() -> None:
    assert {"check_evidence", "EvidenceClaim"} <= set(judgeaudit.__all__)
    assert judgeaudit.EvidenceClaim is EvidenceClaim


def test_a_text() -> None:
    (claim,) = check_evidence(f'It says "{STANDS}".', SOURCES)
    assert (claim.kind, claim.text, claim.state, claim.source) == ("quote", STANDS, "exact", "response")
    assert SOURCES["response"][claim.start : claim.end] == STANDS
    assert (claim.claim_start, claim.claim_end) == (9, 9 + len(STANDS))
    assert states(f'It says "{INVENTED}".') == [("quote", INVENTED, "fabricated")]
    assert states('It says "Delivery takes 5 days".') == [("quote", "Delivery takes 5 days", "altered")]
    assert states("A good reply.") == []
    assert states("") == []


def test_an_item_is_its_texts() -> None:
    item = Item(id="i", input="How long?", response=SOURCES["response"])
    assert states(f'It says "{STANDS}".', item) == [("quote", STANDS, "exact")]


def test_a_verdict_and_reasons_are_read_as_people_read_them() -> None:
    rationale = f'It says "{STANDS}".'
    assert states(Verdict(status="ok", label="pass", rationale=rationale)) == states(rationale)
    assert states({"reasons": [{"explanation": rationale}]}) == states(rationale)
    reasons = (Reason("window", "met", STANDS, "It is named."),)
    text = f'window (met): It is named. "{STANDS}"'
    for given in (
        Verdict(status="ok", label="pass", reasons=reasons),
        {"reasons": [{"aspect": "window", "finding": "met", "quote": STANDS, "explanation": "It is named."}]},
    ):
        (claim,) = check_evidence(given, SOURCES)
        assert (claim.state, text[claim.claim_start : claim.claim_end]) == ("exact", STANDS)


@pytest.mark.parametrize(
    ("quote", "state"),
    [
        (STANDS, "exact"),
        ("Sunday", "exact"),
        ("Monday", "fabricated"),
        (INVENTED, "fabricated"),
        ("Delivery takes 5 days", "altered"),
        ("must name a fee", "exact"),
    ],
)
def test_a_quote_field_is_evidence_however_short(quote: str, state: str) -> None:
    for finding, explanation in (("met", "It is stated."), ("unmet", "The reply does not say so."), ("", "")):
        found = [
            claim for claim in check_evidence({"reasons": [{"finding": finding, "quote": quote, "explanation": explanation}]}, SOURCES) if claim.kind == "quote"
        ]
        assert [(claim.text, claim.state) for claim in found] == [(quote, state)]


@pytest.mark.parametrize("quote", ["", "none", "N/A", "n/a", "None.", '""', "no quote", "-", "..."])
def test_a_field_without_a_quote_is_no_claim(quote: str) -> None:
    assert states({"reasons": [{"finding": "unmet", "quote": quote, "explanation": "A poor reply."}]}) == []


def test_what_a_sentence_and_its_field_quote_counts_once() -> None:
    given = {"reasons": [{"aspect": "window", "quote": STANDS, "explanation": f'It says "{STANDS}".'}]}
    assert states(given) == [("quote", STANDS, "exact")]


def test_a_number_inside_a_field_is_no_claim_of_its_own() -> None:
    assert states({"reasons": [{"quote": "Delivery takes 5 days", "explanation": "It names the time."}]}) == [("quote", "Delivery takes 5 days", "altered")]


def test_a_field_of_several_quotes_is_each_of_them() -> None:
    given = {"reasons": [{"quote": f'"{STANDS}" and "{INVENTED}"', "explanation": "Both are there."}]}
    assert states(given) == [("quote", STANDS, "exact"), ("quote", INVENTED, "fabricated")]
    marked = {"reasons": [{"quote": f"“{STANDS}”", "explanation": "It is there."}]}
    assert states(marked) == [("quote", STANDS, "exact")]


def test_a_field_that_the_rationale_does_not_show_is_checked_too() -> None:
    verdict = Verdict(status="ok", label="pass", rationale="A good reply.", reasons=(Reason(quote=INVENTED),))
    (claim,) = check_evidence(verdict, SOURCES)
    assert (claim.text, claim.state, claim.claim_start, claim.claim_end) == (INVENTED, "fabricated", 13, 13)


@pytest.mark.parametrize(
    ("rationale", "sources", "where", "fix"),
    [
        ("x", {}, "sources", "pass {'input'"),
        ("x", None, "sources", "pass {'input'"),
        ("x", "a text", "sources", "pass {'input'"),
        ("x", [("response", "text")], "sources", "pass {'input'"),
        ("x", {"response": 3}, "sources['response']", "pass its text"),
        ("x", {"response": None}, "sources['response']", "pass its text"),
        ("x", {1: "text"}, "sources", "pass {'input'"),
        (None, SOURCES, "rationale", "pass a text, a Verdict"),
        (7, SOURCES, "rationale", "pass a text, a Verdict"),
        ({"reasons": "x"}, SOURCES, "rationale", "pass a text, a Verdict"),
        ({}, SOURCES, "rationale", "pass a text, a Verdict"),
    ],
)
def test_what_is_no_rationale_or_no_source_is_refused(rationale: Any, sources: Any, where: str, fix: str) -> None:
    with pytest.raises(JudgeAuditError) as caught:
        check_evidence(rationale, sources)
    assert caught.value.where == where
    assert caught.value.fix is not None
    assert caught.value.fix.startswith(fix)
    assert caught.value.what


def test_case_p18() -> None:
    """Each claim of case P18, once; design and contract name the states."""
    response = "Delivery takes 3 days. The fee is “1\u00a0000\u00a0€” and the o\ufb03ce is closed on Sunday."
    sources = {"response": response, "rubric": "The reply must name a fee."}
    expected: list[tuple[str, tuple[str, ...]]] = [
        ('It says "Delivery takes 3 days".', ("exact", "normalised")),
        ("It says \"The fee is '1 000 €'\".", ("normalised",)),
        ('It says "the office is closed on Sunday".', ("normalised",)),
        ('It says "Delivery takes ... closed on Sunday".', ("normalised",)),
        ('It says "refunds are free within 30 days".', ("fabricated",)),
        ('It says "The fee is “2 000 €”".', ("altered",)),
        ('The word "is" appears.', ("unchecked",)),
        ('The item never uses the word "guarantee".', ("true",)),
        ('It quotes the rubric: "must name a fee".', ("exact",)),
    ]
    for rationale, known in expected:
        (claim,) = check_evidence(rationale, sources)
        assert claim.state in known, rationale
    assert check_evidence(expected[-1][0], sources)[0].source == "rubric"
    assert check_evidence(expected[-2][0], sources)[0].kind == "absence"
