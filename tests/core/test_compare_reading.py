"""A rationale taken apart: its clauses or listed reasons, their signs, numbers, quotes and aspects; any text, of any length."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgeaudit.analyses.rationales.reading import MAX_REASONS, read_rationale
from judgeaudit.analyses.rationales.words import content_forms, content_words
from judgeaudit.domain.verdicts import Reason, readable

ITEM = {"input": "How long can I return it?", "response": "You can return it within 30 days. The fee is $20."}


def test_free_text_gives_a_reason_for_each_clause_with_content() -> None:
    text = "The refund window is missing, but the tone is polite. Overall, it fails."
    reading = read_rationale(text)
    assert [reason.text for reason in reading.reasons] == ["The refund window is missing", "the tone is polite."]
    assert [reason.sign for reason in reading.reasons] == [-1, 1]
    assert not reading.structured
    assert reading.core == text


def test_listed_reasons_are_read_directly() -> None:
    reasons = (
        Reason("refund window", "met", "within 30 days", "It gives 30 days."),
        Reason("fee", "UNMET", "", "The fee of $20 is not explained."),
        Reason("tone", "", "", ""),
    )
    reading = read_rationale(readable(reasons), reasons, sources=ITEM)
    assert reading.structured
    assert [reason.aspect for reason in reading.reasons] == ["refund window", "fee", "tone"]
    assert [reason.sign for reason in reading.reasons] == [1, -1, 0]
    assert [(q.value, q.unit) for q in reading.quantities] == [(30.0, "day"), (20.0, "USD")]
    (place,) = reading.located
    assert ITEM[place.source][place.start : place.end] == "within 30 days"


def test_a_finding_outweighs_the_words_of_the_explanation() -> None:
    reasons = (Reason("errors", "met", "", "The errors are missing."), Reason("errors", "unmet", "", "Everything is correct."))
    assert [reason.sign for reason in read_rationale(readable(reasons), reasons).reasons] == [1, -1]


def test_quotes_in_free_text_are_located() -> None:
    reading = read_rationale('It says "the fee is $20" and not more.', sources=ITEM)
    (place,) = reading.located
    assert ITEM["response"][place.start : place.end] == "The fee is $20"
    assert read_rationale('It says "the fee is $20" and not more.').located == ()


def test_a_clause_names_an_aspect_by_most_of_its_words() -> None:
    reading = read_rationale("The refund window is missing. The price is right.", aspects=("refund window is named", "price is right"))
    assert [reason.aspect for reason in reading.reasons] == ["refund window is named", "price is right"]
    assert {reason.aspect for reason in read_rationale("It sounds rude.", aspects=("refund window", "")).reasons} == {""}


def test_reasons_without_a_text_of_their_own_are_still_reasons() -> None:
    reasons = (Reason(aspect="refund window", finding="unmet"),)
    reading = read_rationale("", reasons)
    assert reading.text == "refund window"
    assert reading.words == content_words("refund window")


@pytest.mark.parametrize("text", ["The response fails.", "It is correct.", "It has 12 of them.", "$5"])
def test_an_evaluation_or_a_number_without_content_words_is_one_reason(text: str) -> None:
    (reason,) = read_rationale(text).reasons
    assert (reason.text, reason.core, reason.start, reason.end) == (text, text, 0, len(text))


@pytest.mark.parametrize("text", ["", " ", "\n\t", "pass", "Fail.", "🙂", "!!!", "the", "..."])
def test_a_text_that_says_nothing_gives_no_reason(text: str) -> None:
    reading = read_rationale(text)
    assert reading.reasons == ()
    assert reading.words == frozenset()


def test_content_words_by_hand() -> None:
    assert content_words("The response is refunded, refunds and REFUND 30 days") == {"refund", "days"}
    assert content_words("退款期限") == {"退款", "款期", "期限"}
    assert content_words("The response fails the criterion.") == set()
    assert content_forms("refunds refunded prices") == {"refund": "refunds", "prices": "prices"}


def test_very_many_clauses_are_joined_and_none_is_lost() -> None:
    text = " ".join(f"The {chr(97 + n % 26)}{chr(97 + n // 26)}xq is wrong." for n in range(600))
    reading = read_rationale(text)
    assert len(reading.reasons) <= MAX_REASONS
    assert reading.words == content_words(text)
    assert all(text[reason.start : reason.end] == reason.text for reason in reading.reasons)


WORDS = [
    "The",
    "price",
    "is",
    "not",
    "wrong.",
    "12",
    "$5",
    "but",
    ", but",
    ";",
    "“fee”",
    '"the fee',
    "价格",
    "错误。",
    "\n",
    "-",
    "A",
    "is better",
    "🙂",
    "pass.",
]
TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))


@given(TEXTS)
def test_any_text_is_taken_apart_in_place(text: str) -> None:
    reading = read_rationale(text, sources=ITEM)
    assert reading.reasons or not content_words(text)
    assert all(text[reason.start : reason.end] == reason.text for reason in reading.reasons)
    assert all(reason.core.strip() and reason.sign in (-1, 0, 1) for reason in reading.reasons)
    assert reading == read_rationale(text, sources=ITEM)


@given(st.lists(st.builds(Reason, TEXTS, st.sampled_from(["met", "unmet", "", "not_met"]), TEXTS, TEXTS), min_size=1, max_size=4))
def test_any_listed_reasons_are_read(reasons: list[Reason]) -> None:
    reading = read_rationale(readable(reasons), reasons, sources=ITEM)
    assert [reason.aspect for reason in reading.reasons] == [reason.aspect for reason in reasons]
    assert all(reason.start == -1 or reading.text[reason.start : reason.end] == reason.text for reason in reading.reasons)


HOSTILE = ["It is bad. ", "ab cd. ", "价格错误。", "Response A is better than B. ", '"a" ', "- item x\n", "not ", "a", "🙂", ".?!", "$5 ", "(", " but "]


@pytest.mark.parametrize("unit", HOSTILE, ids=[repr(unit) for unit in HOSTILE])
def test_hostile_text_takes_linear_time(unit: str) -> None:
    size = 40_000 if any(c.isdigit() for c in unit) else 100_000
    text = unit * (size // len(unit))
    start = time.process_time()
    read_rationale(text)
    assert time.process_time() - start < 2
