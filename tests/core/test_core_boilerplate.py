"""Stock phrases: what a judge says whatever the item is, learned and taken out without moving anything."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgeaudit.analyses.rationales.reading import read_rationale
from judgeaudit.text.boilerplate import Boilerplate, blank, learn_boilerplate, stock_spans

FRAME = "After careful review of the response, {}. It therefore does not satisfy the criterion."
REASONS = ("the code never closes its file", "a poem without rhyme was written", "salt is not among what you need", "row three adds up to seven")


def framed(n: int = 4) -> list[tuple[str, str]]:
    return [(f"item {i}", FRAME.format(REASONS[i])) for i in range(n)]


def test_the_frame_is_stock_and_what_it_holds_is_not() -> None:
    stock = learn_boilerplate(framed())
    text = FRAME.format("no refund window is named")
    spans = stock_spans(text, stock)
    assert [text[start:end] for start, end in spans] == ["After careful review of the response", "It therefore does not satisfy the criterion"]
    assert blank(text, spans).split() == [",", "no", "refund", "window", "is", "named.", "."]


@pytest.mark.parametrize("n", [0, 1, 2])
def test_nothing_is_stock_below_three_items(n: int) -> None:
    assert learn_boilerplate(framed(n)) == Boilerplate()


def test_three_items_are_enough() -> None:
    assert learn_boilerplate(framed(3)).grams


def test_repeats_of_one_item_are_no_evidence() -> None:
    assert learn_boilerplate([("a", FRAME.format(REASONS[0]))] * 50 + [("b", REASONS[1])]) == Boilerplate()


def test_a_phrase_on_half_of_the_items_is_not_stock() -> None:
    texts = [(f"{i}", "It never closes the open file." if i < 5 else f"{chr(97 + i) * 3} differs from {chr(97 + i) * 4} here") for i in range(10)]
    assert learn_boilerplate(texts) == Boilerplate()
    assert learn_boilerplate(texts[:7]).grams, "five of seven is most"


def test_each_item_weighs_alike_however_often_it_was_judged() -> None:
    often = [("a", "It never closes the open file.")] * 90
    assert learn_boilerplate([*often, *((item, f"{item * 3} is about {item * 4} here") for item in "bcdefgh")]) == Boilerplate()


def test_capitals_and_marks_do_not_hide_a_stock_phrase() -> None:
    stock = learn_boilerplate([(str(i), f"MY OVERALL verdict, then, about item {i}") for i in range(4)])
    assert stock_spans("My overall verdict then: fail", stock) == ((0, 23),)


def test_scripts_without_blanks_have_stock_phrases_too() -> None:
    stock = learn_boilerplate([("a", "经过仔细审查，价格错误。"), ("b", "经过仔细审查，语气粗鲁。"), ("c", "经过仔细审查，没有日期。")])
    text = "经过仔细审查，期限缺失。"
    assert [text[start:end] for start, end in stock_spans(text, stock)] == ["经过仔细审查"]


def test_a_reason_that_is_true_of_all_items_does_not_empty_the_text() -> None:
    text = "The response never cites any of its sources."
    stock = learn_boilerplate([(str(i), text) for i in range(5)])
    assert stock_spans(text, stock) == ((0, len(text) - 1),)
    reading = read_rationale(text, boilerplate=stock)
    assert reading.core == text
    assert [reason.core for reason in reading.reasons] == [text]
    assert reading.words


def test_what_is_left_is_the_core_and_offsets_stay_those_of_the_text() -> None:
    text = FRAME.format("no refund window is named")
    reading = read_rationale(text, boilerplate=learn_boilerplate(framed()))
    assert "careful" not in reading.core
    assert "refund window" in reading.core
    assert reading.text == text
    assert all(text[reason.start : reason.end] == reason.text for reason in reading.reasons)


VOCABULARY = ["the", "price", "is", "wrong", "12", "Really", ",", ".", "\n", "退款", "isn't", "naïve"]
TEXTS = st.lists(st.sampled_from(VOCABULARY), max_size=30).map(" ".join)


@given(st.lists(TEXTS, min_size=3, max_size=6), TEXTS)
def test_spans_are_in_order_apart_and_blanks_keep_every_offset(others: list[str], text: str) -> None:
    stock = learn_boilerplate([(str(n), other) for n, other in enumerate(others)])
    spans = stock_spans(text, stock)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    bare = blank(text, spans)
    assert len(bare) == len(text)
    assert all(new == old or (new == " " and any(start <= n < end for start, end in spans)) for n, (old, new) in enumerate(zip(text, bare, strict=True)))


@given(st.text(max_size=60))
def test_without_stock_phrases_nothing_is_taken_out(text: str) -> None:
    assert stock_spans(text, Boilerplate()) == ()
    assert blank(text, ()) == text


@pytest.mark.parametrize("unit", ["a ", "word ", "价格", "1 ", "a'", "_ ", "!"])
def test_hostile_text_takes_linear_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    start = time.process_time()
    stock = learn_boilerplate([(str(n), text) for n in range(4)])
    stock_spans(text, stock)
    assert time.process_time() - start < 4
