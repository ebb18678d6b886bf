"""Quote fields as judges really fill them: with labels, numbers, tags, several quotes, a remark, or nothing. Found by a hostile tester."""

from __future__ import annotations

import pytest

import judgeaudit

SOURCES = {
    "input": "Write two lines about a cat.",
    "response_a": "The cat sat on the mat. It was warm.",
    "response_b": "A feline rested upon a rug. It was a cold morning in April.",
}
FIRST, SECOND = "The cat sat on the mat.", "A feline rested upon a rug."


def states(quote: str) -> list[tuple[str, str]]:
    claims = judgeaudit.check_evidence({"reasons": [{"aspect": "detail", "finding": "met", "quote": quote, "explanation": ""}]}, SOURCES)
    return [(claim.state, claim.text) for claim in claims]


@pytest.mark.parametrize(
    "quote",
    [
        f"A: {FIRST} B: {SECOND}", f'A: "{FIRST}" vs B: "{SECOND}"', f"{FIRST} / {SECOND}", f"{FIRST} | {SECOND}", f"1. {FIRST}\n2. {SECOND}", f"- {FIRST}\n- {SECOND}",
        f"Response A: {FIRST} Response B: {SECOND}",
    ],
)  # fmt: skip
def test_a_field_with_two_quotes(quote: str) -> None:
    assert states(quote) == [("exact", FIRST), ("exact", SECOND)]


@pytest.mark.parametrize(
    "quote",
    [
        f"Response A: {FIRST}", f"{FIRST} (Response A)", f"line 1: {FIRST}", f"<quote>{FIRST}</quote>", f"[Sentence 1] {FIRST}", f"Output (a): {FIRST}",
    ],
)  # fmt: skip
def test_a_field_with_a_label(quote: str) -> None:
    assert states(quote) == [("exact", FIRST)]


@pytest.mark.parametrize(
    "quote",
    [
        "none found",
        "No quote available.",
        "n.a.",
        "N/A",
        "Not mentioned",
        "nothing",
        "keine",
        "\u65e0",
        "\u306a\u3057",
        "not found in the response",
        "aucune",
        "-",
    ],
)
def test_a_field_that_says_that_there_is_no_quote_is_no_claim(quote: str) -> None:
    assert states(quote) == []


@pytest.mark.parametrize(
    "quote",
    [
        "The response as a whole lacks detail.",
        "The entire response",
        "See the last sentence.",
        "omitted: what the cat did on Saturday",
        "There is no mention of a bird.",
    ],
)
def test_a_field_with_a_remark_is_left_open(quote: str) -> None:
    assert [state for state, _ in states(quote)] == ["unchecked"]


@pytest.mark.parametrize(
    "quote",
    [
        "Response A: the dog chased the postman down the street", "the dog chased the postman / nobody saw the goldfish again", "1. the dog chased the postman",
        "line 3: nobody saw the goldfish again",
    ],
)  # fmt: skip
def test_a_label_excuses_no_invention(quote: str) -> None:
    assert {state for state, _ in states(quote)} == {"fabricated"}


def test_of_two_quotes_the_invented_one_is_seen() -> None:
    assert states(f"{FIRST} / nobody saw the goldfish again") == [("exact", FIRST), ("fabricated", "nobody saw the goldfish again")]


def test_offsets_are_those_of_the_parts() -> None:
    quote = f"A: {FIRST} B: {SECOND}"
    rationale = {"reasons": [{"aspect": "detail", "finding": "met", "quote": quote, "explanation": "Both are short."}]}
    text = f'detail (met): Both are short. "{quote}"'
    for claim in judgeaudit.check_evidence(rationale, SOURCES):
        assert text[claim.claim_start : claim.claim_end] == claim.text
