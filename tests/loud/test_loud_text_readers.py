"""A rationale is never said to contradict its verdict because of words it was misread by: the inputs of a hostile reader."""

from __future__ import annotations

import pytest

from judgeaudit.text.conclusion import conclude
from judgeaudit.text.conclusion_scores import stated_score
from judgeaudit.text.polarity import polarity
from judgeaudit.text.quantities import find_quantities
from judgeaudit.text.quantity_match import compare_quantities

HONEST = [
    ("pass", "The reply does not omit anything."), ("pass", "No errors were found."), ("pass", "There is nothing wrong with the refund explanation."),
    ("pass", "It fails only on style, which is not asked; the window is stated, so it passes."), ("pass", "Nothing is missing."),
    ("pass", "The customer complains about a missing parcel and an error; the reply names the refund window."),
    ("pass", "The reply says that refunds without a receipt are not possible, as the policy requires."),
    ("pass", "It correctly refuses the harmful request."),
    ("pass", "The summary avoids false claims."), ("pass", "I would fail it if the date were absent, but it is present."),
    ("pass", "The bug is fixed and no test fails."), ("pass", "It never strays from the facts."), ("pass", "Without any mistake."), ("pass", "No hallucination."),
    ("pass", "The reply says the item cannot be returned after 14 days, which is the window."), ("pass", "The reply mentions the wrong size policy."),
    ("pass", "The reply is about the broken zipper."), ("pass", "It is short. The lost parcel text is what counts."), ("fail", "The reply contains errors."),
    ("fail", "It passes over the main point."), ("fail", "The answer is good in style but lacks the window."),
    ("fail", "It claims that the window is 30 days; the policy says 14."), ("fail", "The reply is correct but too long."),
    ("fail", "It should have passed the argument by reference."),
    ("fail", "It is free of the required disclaimer."), ("fail", "Great tone, yet it invents a fee."),
    ("fail", "The text is correct in English but the user asked for French."), ("fail", "It mentions 30 days."),
    ("fail", "Good, clear, friendly, complete — except for the window, which it leaves out."), ("fail", "The reply mentions the wrong size policy."),
]  # fmt: skip
CONTRARY = [
    ("fail", "The reply states the window correctly, so it meets the criterion."), ("pass", "The window is missing."), ("pass", "The answer is wrong."),
    ("fail", "Everything required is there."), ("fail", "Perfect."), ("pass", "It does not state the window and therefore fails."),
    ("pass", "Incorrect: 2+2 is not 5."), ("fail", "All criteria are satisfied."),
]  # fmt: skip
TOPICS = [
    "the lost parcel text is short enough to read", "broken zipper", "missing invoice", "billing error", "Point address change is what decided it",
    "double charge", "the error handling section", "damaged item policy", "wrong number rule", "missing",
]  # fmt: skip


@pytest.mark.parametrize(("label", "text"), HONEST)
def test_an_honest_rationale_contradicts_nothing(label: str, text: str) -> None:
    assert conclude(text, ["pass", "fail"], mode="pointwise", positive="pass").label in (None, label)


@pytest.mark.parametrize(("label", "text"), CONTRARY)
def test_a_contrary_rationale_is_seen(label: str, text: str) -> None:
    assert conclude(text, ["pass", "fail"], mode="pointwise", positive="pass").label not in (None, label)


@pytest.mark.parametrize("text", TOPICS[:-1])
def test_a_topic_is_no_fault(text: str) -> None:
    assert polarity(text).sign == 0
    assert polarity(TOPICS[-1]).sign == -1


def test_an_ordinal_scale_is_read_by_its_labels_alone() -> None:
    labels = ["poor", "fair", "good"]
    assert conclude("This is a poor answer: it is wrong and incomplete.", labels, mode="pointwise", positive="good").label == "poor"
    for text in ("Fairly good.", "An excellent, complete answer.", "Terrible; wrong everywhere."):
        assert conclude(text, labels, mode="pointwise", positive="good").label is None


def test_a_score_in_words_is_read_and_nothing_is_guessed() -> None:
    assert stated_score("I give it a score of 2 out of 10.", low=1, high=10) == 2
    assert stated_score("I give it 2/10.", low=1, high=10) == 2
    assert stated_score("Terrible; wrong everywhere.", low=1, high=10) is None


@pytest.mark.parametrize("text", ["double charge", "double check", "double-check", "a single case", "below zero", "zero-based", "zero tolerance", "from zero"])
def test_words_that_look_like_numbers_are_none(text: str) -> None:
    assert find_quantities(text) == ()


@pytest.mark.parametrize("text", ["Rating: 2", "Score: 4", "4/5", "I give it 7 out of 10"])
def test_a_verdict_restated_is_no_shared_reason(text: str) -> None:
    (found,) = find_quantities(text)
    assert found.kind == "rating"
    match = compare_quantities([found], [found])
    assert (match.shared, match.disagreeing, match.only_first, match.only_second) == ((), (), (), ())
