"""What clauses argue for without a verdict in words, and the score that a rationale states: written by hand."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgeaudit.text.conclusion import conclude
from judgeaudit.text.conclusion_clauses import clauses_argue
from judgeaudit.text.conclusion_scores import stated_score

ARGUE = [
    ("The reply is rude.", -1), ("It is correct.", 1), ("The reply omits the window.", -1), ("The reply names the window and the fee.", 1),
    ("The window is missing.", -1), ("No errors were found.", 1), ("Nothing is missing.", 1), ("Everything required is there.", 1), ("Perfect.", 1),
    ("Incorrect: 2+2 is not 5.", -1), ("It is free of the required disclaimer.", -1), ("The tone is polite. The window is named.", 1),
    ("The tone is curt; the window is wrong.", -1), ("The requirement to name the window is satisfied.", 1),
    ("The tone is polite.", 0), ("The policy is wrong.", 0), ("The wrong size policy is stated.", 0), ("It mentions 30 days.", 0),
    ("The reply mentions the wrong size policy.", 0), ("The reply is about the broken zipper.", 0),
    ("It claims that the window is 30 days; the policy says 14.", 0), ("The reply says that refunds are not possible.", 0),
    ("The text is correct in English but the user asked for French.", 0), ("The reply is polite. The window is missing.", 0),
    ("The reply does not mention the wrong size policy.", 0), ("If it were polite, it would be good.", 0), ("Is it polite?", 0), ("", 0), ("A good start.", 0),
    ("回答不完整。", -1), ("Die Antwort ist unvollständig.", -1),
]  # fmt: skip
TEN = [str(n) for n in range(1, 11)]
LABELS = [
    (["poor", "fair", "good"], "This is a poor answer: it is wrong and incomplete.", "poor"), (["poor", "fair", "good"], "The reply is poor.", "poor"),
    (["poor", "fair", "good"], "The answer is a fair one.", "fair"), (["poor", "fair", "good"], "It is fairly good.", None),
    (["poor", "fair", "good"], "Fairly good.", None), (["poor", "fair", "good"], "This is a good start.", None),
    (["poor", "fair", "good"], "It is not a poor answer.", None), (["poor", "fair", "good"], "An excellent, complete answer.", None),
    (["poor", "fair", "good"], "It is wrong and rude.", None), (TEN, "I give it a score of 2 out of 10.", "2"), (TEN, "I give it 2/10.", "2"),
    (TEN, "I give it 4/5.", None), (TEN, "It gets 3 out of 5 tests right.", None), (TEN, "It gets 3 tests right.", None),
    (["1", "2", "3", "4", "5"], "Score: 4/5", "4"), (["1", "2", "3", "4", "5"], "Score: 4 out of 10", None),
]  # fmt: skip
SCORES: list[tuple[str, float | None, float | None]] = [
    ("I give it a score of 2 out of 10.", 10, 2), ("score of 2 out of 10", None, 2), ("I rate it 4/5.", 5, 4), ("I rate it 4/5.", 10, None),
    ("I rate it 4/5.", None, None), ("Rating: 3", None, 3), ("**Score:** 3", 10, 3), ("Score: 4.5", 5, 4.5), ("The score is 7.", 10, 7),
    ("The fee is missing. Therefore I give it a 2.", 10, 2), ("The reply deserves a 6 because it is short.", 10, 6), ("7/10", 10, 7), ("7/10", None, None),
    ("Overall, I give the response an 8 out of 10.", 10, 8), ("I would rate this 7", 10, 7), ("Score: 40%", 100, None), ("Rating: 3 or 4", 5, None),
    ("Rating: 3. Score: 4.", 5, None), ("Rating: 3. I give it a 3.", 5, 3), ("If it named the fee, I would give it 5.", 5, None),
    ("I would not give it a 5.", 5, None), ("Rating: 12", 10, None), ("The credit score is 700.", None, None), ("The test score is 8.", 10, None),
    ("It lists 3 sources.", 10, None), ("Terrible; wrong everywhere.", 10, None), ("It gets 3 out of 5 tests right.", 5, None), ("Is the score 3?", 5, None),
    ('The reply says "I give it a score of 2".', 10, None), ("", 10, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sign"), ARGUE)
def test_clauses(text: str, sign: int) -> None:
    assert clauses_argue(text) == sign


@pytest.mark.parametrize(("labels", "text", "label"), LABELS)
def test_labels_of_longer_scales(labels: list[str], text: str, label: str | None) -> None:
    assert conclude(text, labels, mode="pointwise", positive=labels[-1]).label == label


@pytest.mark.parametrize(("text", "high", "score"), SCORES)
def test_a_stated_score(text: str, high: float | None, score: float | None) -> None:
    assert stated_score(text, low=None if high is None else 0, high=high) == score


@given(st.text(alphabet="IgiveitascoreofRating:1234567890/. out", max_size=60))
def test_a_stated_score_lies_on_the_scale(text: str) -> None:
    found = stated_score(text, low=1, high=5)
    assert found is None or 1 <= found <= 5


@pytest.mark.parametrize("piece", ["score of ", "Rating: 3", "I give it a ", "1/", "the my ", "is not ", "no errors ", "* ", "4 out of "])
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    text = piece * (40_000 // len(piece))
    start = time.process_time()
    stated_score(text, high=10)
    clauses_argue(text)
    conclude(text, ["1", "2", "3"], mode="pointwise")
    assert time.process_time() - start < 6
