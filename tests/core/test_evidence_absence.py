"""Claims that something is not in a text, or that a certain word is."""

from __future__ import annotations

import time

import pytest

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.absence import check_absence
from judgeaudit.text.evidence.clauses import read_rationale
from judgeaudit.text.evidence.presence import check_presence
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.terms import find_term
from judgeaudit.text.evidence.topics import find_related

REPLY = (
    "Hi Anna, the refund window is two weeks. We do not offer exchanges. Call 555-123-4567 or write to help@shop.example. "
    "Shipping costs $5. Dr. Smith uses `get_user()`. For example, socks."
)


def _claims(rationale: str, **texts: str) -> list[EvidenceClaim]:
    sources = Sources(texts or {"response": REPLY})
    return check_absence(read_rationale(rationale, sources), sources, [])


def _states(rationale: str, **texts: str) -> list[tuple[str, str]]:
    return [(claim.text, claim.state) for claim in _claims(rationale, **texts)]


@pytest.mark.parametrize(
    ("rationale", "text"),
    [
        ("The reply does not mention the refund window.", "does not mention the refund window"),
        ("It never refers to exchanges at all.", "never refers to exchanges"),
        ("It fails to mention Dr. Smith.", "fails to mention Dr. Smith"),
        ("There is no mention of the 14 days.", "There is no mention of the 14 days"),
        ("No reference to shipping costs.", "No reference to shipping costs"),
        ("It lacks a phone number.", "lacks a phone number"),
        ("It omits the shipping cost, which matters.", "omits the shipping cost"),
        ("The refund window is missing.", "refund window is missing"),
        ("The e-mail address is nowhere to be found.", "e-mail address is nowhere to be found"),
        ("Dr. Smith is not mentioned anywhere.", "Dr. Smith is not mentioned"),
        ('The word "refund" never appears.', '"refund" never appears'),
        ("It never uses the word 'socks'.", "never uses the word 'socks'"),
        ("It answers without mentioning exchanges.", "without mentioning exchanges"),
        ("Not once does it mention Anna.", "Not once does it mention Anna"),
        ("It doesn't call `get_user()`.", "doesn't call `get_user()`"),
        ("It contains no greeting.", "contains no greeting"),
        ("No example is provided.", "No example is provided"),
        ("It does not mention that shipping costs $5.", "does not mention that shipping costs $5"),
    ],
)
def test_what_stands_in_the_text_is_a_false_absence(rationale: str, text: str) -> None:
    assert _states(rationale) == [(text, "false")]


@pytest.mark.parametrize(
    ("rationale", "text"),
    [
        ("The item never uses the word 'guarantee'.", "never uses the word 'guarantee'"),
        ("The reply does not mention a warranty.", "does not mention a warranty"),
        ("It correctly does not mention Berlin.", "does not mention Berlin"),
        ("It has no bullet points.", "has no bullet points"),
        ("It does not apologise.", "does not apologise"),
    ],
)
def test_what_stands_nowhere_is_a_true_absence(rationale: str, text: str) -> None:
    assert _states(rationale) == [(text, "true")]


@pytest.mark.parametrize(
    "rationale",
    [
        "It does not provide enough detail.",
        "It lacks depth and a clear structure.",
        "It does not mention exchanges explicitly.",
        "It does not explain why the refund window is short.",
        "It does not mention any city other than Berlin.",
        "It does not mention refunds for sale items.",
        "The first sentence does not mention Anna's phone number.",
        "It does not mention the refund window until the last paragraph.",
        "It does not provide the total shipping cost.",
    ],
)
def test_what_is_for_people_to_judge_is_unchecked(rationale: str) -> None:
    assert {state for _, state in _states(rationale)} == {"unchecked"}


@pytest.mark.parametrize(
    "rationale",
    [
        "It should not mention Anna.",
        "It would be better if it did not mention Anna.",
        "It says that the shop does not mention Anna.",
        "The instruction asks for a reply without mentioning Anna.",
        'The user writes "it does not mention Anna" here.',
        "It does not fail to mention Anna.",
        "The reply mentions Anna.",
    ],
)
def test_wishes_reports_and_double_negations_are_no_claims(rationale: str) -> None:
    assert _states(rationale) == []


def test_every_thing_of_a_list_is_a_claim_of_its_own() -> None:
    assert _states("It gives no phone number, no link and no greeting.") == [
        ("gives no phone number", "false"),
        ("link", "true"),
        ("greeting", "false"),
    ]
    assert _states("It mentions neither exchanges nor Paris.") == [("mentions neither exchanges", "false"), ("Paris", "true")]


def test_a_denied_offer_is_a_mention_and_no_offer() -> None:
    assert _states("It does not mention exchanges.")[0][1] == "false"
    assert _states("It does not offer exchanges.")[0][1] == "unchecked"


def test_one_response_is_not_refuted_from_another() -> None:
    texts = {"response_a": "The fee is 5 euros.", "response_b": "Ask the office."}
    assert _states("Response B does not mention the fee.", **texts) == [("does not mention the fee", "true")]
    assert _states("Response A does not mention the fee.", **texts) == [("does not mention the fee", "false")]


def test_one_response_is_not_refuted_from_the_input() -> None:
    assert _states("The reply does not mention Berlin.", input="Is Berlin nice?", response="It is.") == [("does not mention Berlin", "true")]


def test_a_false_absence_says_where_the_thing_stands() -> None:
    (claim,) = _claims("It never mentions the 14 days.")
    assert (claim.source, claim.nearest) == ("response", "two weeks")
    assert REPLY[claim.start : claim.end] == "two weeks"
    assert "Hi Anna, the refund window is two weeks." in claim.why


def test_what_is_accounted_for_is_left_alone() -> None:
    sources = Sources({"response": REPLY})
    reading = read_rationale("It never mentions Anna.", sources)
    assert check_absence(reading, sources, [(0, len(reading.text))]) == []


@pytest.mark.parametrize(
    ("term", "text", "way"),
    [
        ("refund window", "The refund window is short.", "exact"),
        ("Refund Window", "The refund window is short.", "folded"),
        ("set-up", "a short setup", "folded"),
        ("price", "Pricing is fair.", "inflected"),
        ("five apples", "5 apples", "number"),
        ("14-day window", "a window of two weeks", "number"),
        ("30%", "thirty percent off", "number"),
        ("telephone", "My phone rang.", "alias"),
        ("WHO", "The World Health Organization said so.", "alias"),
        ("World Health Organization", "The WHO said so.", "alias"),
        ("NPS", "The net promoter score rose.", "alias"),
        ("refund window", "a window for refunds", "apart"),
    ],
)
def test_the_ways_in_which_a_term_stands_in_a_text(term: str, text: str, way: str) -> None:
    found = find_term(term, text)
    assert found is not None
    assert found.way == way


@pytest.mark.parametrize(
    ("term", "text"), [("WHO", "those who said so"), ("guarantee", "unguaranteed"), ("5 days", "15 days"), ("cat", "a category"), ("", "x")]
)
def test_what_only_looks_like_a_term_is_not_found(term: str, text: str) -> None:
    assert find_term(term, text) is None


def test_words_of_another_language_are_found_without_their_endings() -> None:
    assert find_term("Rückgabe", "Die Rückgaben sind frei.", language="de") is not None


def test_related_words_name_the_same() -> None:
    found = find_related("public transport", "Take the metro.")
    assert found is not None
    assert found.way == "topic"
    assert find_related("import", "an important thing") is None


def _present(rationale: str, **texts: str) -> list[tuple[str, str]]:
    sources = Sources(texts or {"response": REPLY})
    return [(claim.text, claim.state) for claim in check_presence(read_rationale(rationale, sources), sources, [])]


@pytest.mark.parametrize(
    ("rationale", "claims"),
    [
        ("The reply uses the word 'guarantee'.", [("guarantee", "false")]),
        ("The reply uses the word 'refunds'.", [("refunds", "true")]),
        ("The reply calls `get_users()`.", [("get_users()", "false")]),
        ("The reply calls `get_user()`.", [("get_user()", "true")]),
        ('The word "is" appears.', []),
        ('It says "the fee is due within three days".', []),
        ("It should use the word 'guarantee'.", []),
        ("I'd have used the word 'guarantee'.", []),
        ("The reply mentions a discount, which is wrong.", [("discount", "false")]),
        ("The reply mentions the refund window, which is right.", []),
    ],
)
def test_words_and_symbols_that_are_said_to_be_there(rationale: str, claims: list[tuple[str, str]]) -> None:
    assert _present(rationale) == claims


@pytest.mark.parametrize(
    "rationale",
    [
        "does not " * 20_000,
        "it lacks a, b, c, " * 10_000,
        "no " * 60_000,
        "not " + "very " * 40_000 + "mention",
        "does not mention " + "a" * 200_000,
        "neither " + "x, " * 60_000 + "is given",
        "It mentions `" + "a_" * 90_000 + "`",
        '"' * 100_000,
        "never" + " " * 200_000 + "mentions",
    ],
)
def test_hostile_rationales_take_linear_time(rationale: str) -> None:
    sources = Sources({"response": REPLY})
    reading = read_rationale(rationale, sources)
    start = time.process_time()
    check_absence(reading, sources, [])
    check_presence(reading, sources, [])
    assert time.process_time() - start < 5
