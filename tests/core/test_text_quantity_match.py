"""Quantities of two texts side by side: what is shared, what disagrees, what stands alone. Expected values are written by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgeaudit.text.quantities import Quantity, find_quantities
from judgeaudit.text.quantity_match import QuantityMatch, compare_quantities

Pairs = set[tuple[str, str]]

PAIRS: list[tuple[str, str, Pairs, Pairs]] = [
    # first, second, shared, disagreeing
    ("exceeds the 50-word limit with 152 words", "152 words, over the limit of 50", {("50", "50"), ("152", "152")}, set()),
    ("exceeds the 50-word limit with 152 words", "197 words, over the limit of 50", {("50", "50")}, {("152", "197")}),
    ("152 words", "197 words", set(), {("152", "197")}),
    ("152 words", "word count of 152", {("152", "152")}, set()),
    ("152 words", "the word count is 197", set(), {("152", "197")}),
    ("40 words are required", "152 words", set(), set()),
    ("must be under 50 words", "it has 152 words", set(), set()),
    ("it is under 50 words", "it has 152 words", set(), {("50", "152")}),
    ("a limit of 50 words", "a limit of 40 words", set(), {("50", "40")}),
    ("1,200 users", "1.2k users", {("1,200", "1.2k")}, set()),
    ("forty percent", "40 %", {("forty percent", "40 %")}, set()),
    ("40 %", "40 Prozent", {("40 %", "40 Prozent")}, set()),
    ("百分之四十", "40%", {("百分之四十", "40%")}, set()),
    ("0.4", "40 %", set(), set()),
    ("40 %", "60 %", set(), {("40 %", "60 %")}),
    ("40 % of the sources", "60 % of the users", set(), set()),
    ("40 % of the sources", "60 % of the sources", set(), {("40 %", "60 %")}),
    ("half of the sources", "50 % of the sources", {("half", "50 %")}, set()),
    ("3 of 5 sources", "three out of five sources", {("3 of 5", "three out of five")}, set()),
    ("3 of 5 sources", "2 of 5 sources", set(), {("3 of 5", "2 of 5")}),
    ("it passes 4/5", "it passes 8/10", {("4/5", "8/10")}, set()),
    ("it passes 4/5", "it passes 3/5", set(), {("4/5", "3/5")}),
    ("14 days", "two weeks", {("14 days", "two weeks")}, set()),
    ("48 hours", "2 days", {("48 hours", "2 days")}, set()),
    ("2 hours", "120 minutes", {("2 hours", "120 minutes")}, set()),
    ("12 months", "one year", {("12 months", "one year")}, set()),
    ("12 months", "365 days", set(), set()),
    ("14 days", "30 days", set(), {("14 days", "30 days")}),
    ("the refund window is 14 days", "the refund window is 30 days", set(), {("14 days", "30 days")}),
    ("a 14-day refund window", "the refund window is 30 days", set(), {("14-day", "30 days")}),
    ("the refund window is 14 days", "the delivery time is 30 days", set(), set()),
    ("the window is 14 days", "a 30-day refund window", set(), {("14 days", "30-day")}),
    ("the price is $20", "the price is $25", set(), {("$20", "$25")}),
    ("$20", "20 dollars", {("$20", "20 dollars")}, set()),
    ("$20", "€20", set(), set()),
    ("$20", "$25", set(), {("$20", "$25")}),
    ("the price is $20", "the fee is $25", set(), set()),
    ("over 150 words", "162 words", {("150", "162")}, set()),
    ("over 150 words", "140 words", set(), {("150", "140")}),
    ("under 150 words", "162 words", set(), {("150", "162")}),
    ("over 150 words", "under 150 words", set(), {("150", "150")}),
    ("over 150 words", "under 200 words", {("150", "200")}, set()),
    ("about 150 words", "162 words", {("150", "162")}, set()),
    ("about 150 words", "180 words", set(), {("150", "180")}),
    ("3-5 sentences", "4 sentences", {("3-5", "4")}, set()),
    ("3-5 sentences", "six sentences", set(), {("3-5", "six")}),
    ("between 3 and 5 sentences", "3-5 sentences", {("3 and 5", "3-5")}, set()),
    ("3 sources", "three sources", {("3", "three")}, set()),
    ("3 sources", "3 errors", {("3", "3")}, set()),
    ("3 sources", "4 errors", set(), set()),
    ("3 sources, 2 errors", "2 sources, 3 errors", set(), {("3", "2"), ("2", "3")}),
    ("three cited sources", "four sources", set(), {("three", "four")}),
    ("zero errors", "2 errors", set(), {("zero", "2")}),
    ("It gives 42.", "It gives 43.", set(), {("42", "43")}),
    ("It gives 42 and 7.", "It gives 43.", set(), set()),
    ("line 42", "line 42", {("line 42", "line 42")}, set()),
    ("line 42", "line 43", set(), {("line 42", "line 43")}),
    ("line 42", "step 42", set(), set()),
    ("the third paragraph", "paragraph 3", {("third", "paragraph 3")}, set()),
    ("the third paragraph", "the second paragraph", set(), {("third", "second")}),
    ("the third paragraph", "the second step", set(), set()),
    ("line 42", "42 words", set(), set()),
    ("2024-03-05", "5 March 2024", {("2024-03-05", "5 March 2024")}, set()),
    ("March 5", "March 5, 2024", {("March 5", "March 5, 2024")}, set()),
    ("March 5", "March 6, 2024", set(), {("March 5", "March 6, 2024")}),
    ("in 2023", "in 2024", set(), {("2023", "2024")}),
    ("v1.2.3", "version 1.2.3", {("v1.2.3", "1.2.3")}, set()),
    ("v1.2.3", "v1.2.4", set(), {("v1.2.3", "v1.2.4")}),
    ("at 14:30", "at 2:30 pm", {("14:30", "2:30 pm")}, set()),
    ("appears twice", "appears 2 times", {("twice", "2 times")}, set()),
    ("appears twice", "appears three times", set(), {("twice", "three times")}),
    ("drei Quellen", "3 sources", {("drei", "3")}, set()),
    ("2 GB", "2000 MB", {("2 GB", "2000 MB")}, set()),
    ("212 °F", "100 °C", {("212 °F", "100 °C")}, set()),
    ("within 14 days", "within 30 days", set(), {("14 days", "30 days")}),
    ("at least 3 sources", "at least 5 sources", set(), {("3", "5")}),
    ("every six hours, not every 8 hours", "every six hours, not every 12 hours", {("six hours", "six hours")}, {("8 hours", "12 hours")}),
    ("It gives 42 and 7.", "It gives 43 and 7.", {("7", "7")}, set()),
    ("5 working days", "five business days", {("5 working days", "five business days")}, set()),
    ("no numbers", "3 sources", set(), set()),
]


@pytest.mark.parametrize(("first", "second", "shared", "disagreeing"), PAIRS, ids=[f"{row[0]} | {row[1]}" for row in PAIRS])
def test_comparison(first: str, second: str, shared: Pairs, disagreeing: Pairs) -> None:
    one, two = find_quantities(first), find_quantities(second)
    match = compare_quantities(one, two)
    assert {(a.text, b.text) for a, b in match.shared} == shared
    assert {(a.text, b.text) for a, b in match.disagreeing} == disagreeing
    paired = [*match.shared, *match.disagreeing]
    assert sorted([*(a.start for a, _ in paired), *(q.start for q in match.only_first)]) == [q.start for q in one]
    assert sorted([*(b.start for _, b in paired), *(q.start for q in match.only_second)]) == [q.start for q in two]
    assert _mirrored(compare_quantities(two, one)) == _as_sets(match)


def test_ratings_are_left_out_on_both_sides() -> None:
    """They restate the verdict."""
    one, two = find_quantities("Rating: 2. It has 152 words."), find_quantities("I give it 4/5. It has 152 words.")
    match = compare_quantities(one, two)
    assert [(a.text, b.text) for a, b in match.shared] == [("152", "152")]
    assert (match.disagreeing, match.only_first, match.only_second) == ((), (), ())
    assert compare_quantities(find_quantities("Score: 4"), find_quantities("Score: 4")) == QuantityMatch((), (), (), ())


def _as_sets(match: QuantityMatch) -> tuple[object, ...]:
    return frozenset(match.shared), frozenset(match.disagreeing), match.only_first, match.only_second


def _mirrored(match: QuantityMatch) -> tuple[object, ...]:
    return frozenset((b, a) for a, b in match.shared), frozenset((b, a) for a, b in match.disagreeing), match.only_second, match.only_first


_PARTS = st.sampled_from(
    [
        "152 words", "197 words", "about 150 words", "over 150 words", "under 160 words", "a limit of 150 words", "the 40-word limit", "3-5 words", "150", "3", "4",
        "3 sources", "4 cited sources", "2 errors", "14 days", "two weeks", "the window is 30 days", "336 hours", "$20", "the price is $20", "the fee is $25",
        "40 %", "half of the sources", "2 of 5", "line 3", "line 4", "the third line", "March 5", "5 March 2024", "in 2024", "v1.2", "twice", "3 times", "~ 3 sources",
    ]
)  # fmt: skip
_TEXTS = st.lists(_PARTS, max_size=8).map("; ".join)


@settings(max_examples=400, deadline=None)
@given(_TEXTS, _TEXTS)
def test_swapped_arguments_give_the_mirrored_result(first: str, second: str) -> None:
    one, two = find_quantities(first), find_quantities(second)
    match = compare_quantities(one, two)
    assert _mirrored(compare_quantities(two, one)) == _as_sets(match)
    assert compare_quantities(one[::-1], two[::-1]) == match
    assert len(match.shared) + len(match.disagreeing) + len(match.only_first) == len(one)
    assert len(match.shared) + len(match.disagreeing) + len(match.only_second) == len(two)


@settings(max_examples=200, deadline=None)
@given(st.one_of(_TEXTS, st.text(max_size=60)))
def test_a_text_agrees_with_itself(text: str) -> None:
    found = find_quantities(text)
    assert compare_quantities(found, found) == QuantityMatch(tuple((q, q) for q in found), (), (), ())


def test_a_table_of_numbers_is_compared_in_bounded_time() -> None:
    one = tuple(Quantity(float(n), "", "count", "word", "", str(n), n, n + 1) for n in range(20_000))
    two = tuple(Quantity(n + 0.5, "", "count", "word", "", str(n), n, n + 1) for n in range(20_000))
    match = compare_quantities(one, two)
    assert match.shared == ()
    assert 0 < len(match.disagreeing) <= 200
    assert len(match.only_first) == 20_000 - len(match.disagreeing)
