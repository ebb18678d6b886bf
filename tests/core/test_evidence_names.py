"""Names, addresses and identifiers that a text is said to have."""

from __future__ import annotations

import time

import pytest

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.clauses import read_rationale
from judgeaudit.text.evidence.names import check_names
from judgeaudit.text.evidence.sources import Sources

REPLY = (
    "Ask Dr. Smith at the World Health Organization in Berlin, or Zoë Müller of the Leopold Museum. See https://who.example/faq or mail info@who.example; "
    "the script is run_all.py, the order ORD-1234. Call get_user() first."
)


def _claims(rationale: str, **texts: str) -> list[EvidenceClaim]:
    sources = Sources(texts or {"response": REPLY})
    return check_names(read_rationale(rationale, sources), sources, [])


@pytest.mark.parametrize(
    ("rationale", "claims"),
    [
        ("The response mentions Dr. Smith.", [("Dr. Smith", "true")]),
        ("The response mentions Dr. Smyth.", [("Dr. Smyth", "false")]),
        ("The response mentions Smith's advice.", [("Smith", "true")]),
        ("The response refers to Berlin and Hamburg.", [("Berlin", "true"), ("Hamburg", "false")]),
        ("The response cites the WHO.", [("WHO", "true")]),
        ("The response cites the Mayo Clinic as its authority.", [("Mayo Clinic", "false")]),
        ("The response names Zoe Mueller.", [("Zoe Mueller", "true")]),
        ("The response links to https://who.example/faq.", [("https://who.example/faq", "true")]),
        ("The response links to https://other.example/help.", [("https://other.example/help", "false")]),
        ("The response gives the order number ORD-1243.", [("ORD-1243", "false")]),
        ("The response calls get_users() first.", [("get_users()", "false")]),
        ("The response calls get_user() first.", [("get_user()", "true")]),
        ("The response runs run_all.py.", [("run_all.py", "true")]),
    ],
)
def test_names_that_are_cited(rationale: str, claims: list[tuple[str, str]]) -> None:
    assert [(claim.text, claim.state) for claim in _claims(rationale)] == claims


@pytest.mark.parametrize(
    "rationale",
    [
        "Paris is the capital of France.",
        "Shakespeare wrote Hamlet, as everybody knows.",
        "The response should mention Hamburg.",
        "The response does not mention Hamburg.",
        "The correct answer is Hamburg.",
        "Output (a) is better than Output (b).",
        "The response is in English and uses JSON.",
        "The response works like Google Maps.",
        "If it mentions Hamburg, it fails.",
    ],
)
def test_what_is_known_wished_or_compared_is_no_claim(rationale: str) -> None:
    assert _claims(rationale) == []


def test_a_near_miss_names_what_stands_there() -> None:
    (claim,) = _claims("The response mentions Dr. Smyth.")
    assert (claim.nearest, claim.source) == ("Smith", "response")
    assert REPLY[claim.start : claim.end] == "Smith"
    assert "Smith" in claim.why


def test_a_name_in_any_text_is_not_invented() -> None:
    assert [claim.state for claim in _claims("The response mentions Hamburg.", input="Is Hamburg big?", response="Yes.")] == ["true"]


def test_hostile_rationales_take_linear_time() -> None:
    sources = Sources({"response": REPLY})
    for rationale in (
        "mentions " + "A " * 50_000,
        "mentions A" * 15_000,
        "a_" * 90_000,
        "mentions " + "Ab-" * 60_000,
        "x@" * 90_000,
        "http://" * 25_000,
        "a." * 90_000,
    ):
        reading = read_rationale(rationale, sources)
        start = time.process_time()
        check_names(reading, sources, [])
        assert time.process_time() - start < 5, rationale[:20]


def test_a_long_text_is_prepared_in_linear_time() -> None:
    sources = Sources({"response": "Refunds take two weeks, says the World Health Organization in Geneva. " * 2_900})
    reading = read_rationale("The response mentions Dr. Smyth and cites Hamburg.", sources)
    start = time.process_time()
    assert [claim.state for claim in check_names(reading, sources, [])] == ["false", "false"]
    assert time.process_time() - start < 2
