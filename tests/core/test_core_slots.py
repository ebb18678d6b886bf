"""Names of the two shown outputs exchanged; what only looks like one is left alone."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgeaudit.text.slots import find_slots, swap_slots

SWAPPED = [
    ("Output (a) is better than Output (b).", "Output (b) is better than Output (a)."),
    ("Output (b) is wrong; output (a) is not.", "Output (a) is wrong; output (b) is not."),
    ("response_a beats response_b", "response_b beats response_a"),
    ("`response_b` wins", "`response_a` wins"),
    ("Assistant A's answer is more accurate", "Assistant B's answer is more accurate"),
    ("Assistant B’s tone is curt", "Assistant A’s tone is curt"),
    ("A is better than B", "B is better than A"),
    ("I prefer B over A.", "I prefer A over B."),
    ("A and B are both fine, but A is clearer.", "B and A are both fine, but B is clearer."),
    ("B's tone is rude while A's is kind.", "A's tone is rude while B's is kind."),
    ("Response A is fine. A gives a source, B none.", "Response B is fine. B gives a source, A none."),
    ("Response 1 is shorter than Response 2.", "Response 2 is shorter than Response 1."),
    ("assistant 2 wins", "assistant 1 wins"),
    ("Model 1 wins over model 2", "Model 2 wins over model 1"),
    ("ANSWER B", "ANSWER A"),
    ("Summary [A] omits it", "Summary [B] omits it"),
    ("Candidate B, however, is verbose", "Candidate A, however, is verbose"),
    ("the first response is clear, the second response is not", "the second response is clear, the first response is not"),
    ("The first answer names it; the second one does not.", "The second answer names it; the first one does not."),
    ("First response: fine. Second response: wrong.", "Second response: fine. First response: wrong."),
    ("the 1st reply is better", "the 2nd reply is better"),
    ("Of the two, the former is better.", "Of the two, the latter is better."),
    ("Outputs (a) and (b) are equal", "Outputs (b) and (a) are equal"),
    ("Responses A and B tie", "Responses B and A tie"),
    ("Both Output (a) and (b) answer it", "Both Output (b) and (a) answer it"),
    ("Option A is right and Option B is not", "Option B is right and Option A is not"),
    ("**Output (a)**: good", "**Output (b)**: good"),
    ('The "Output (a)" text is better', 'The "Output (b)" text is better'),
    ("Antwort A ist besser als Antwort B", "Antwort B ist besser als Antwort A"),
    ("Die erste Antwort ist besser", "Die zweite Antwort ist besser"),
    ("Réponse B est meilleure", "Réponse A est meilleure"),
    ("La primera respuesta es mejor", "La segunda respuesta es mejor"),
    ("回答A比回答B好", "回答B比回答A好"),
    ("第一个回答更好", "第二个回答更好"),
    ("Ответ А лучше", "Ответ Б лучше"),
]  # fmt: skip
UNCHANGED = [
    "A better answer would cite the source.", "vitamin B is not mentioned", "plan B is described", "The answer a reader needs is missing",
    "Step 1 precedes step 2.",
    "the answer 2 is wrong", "The first sentence is wrong and the second is right.", "The options are A, B and C: Option C is right, Option A is not.",
    "the first response sentence is long", "It earns a B+", "grade A work", "Answer a question first", "the output 1.5 is wrong", "hepatitis B",
    "There are 2 responses.",
    "The reply quotes “Output (a) is what the user wants here” from the page.", "A series of errors", "", "b/a (a) (b)",
]  # fmt: skip
MIXED = [
    ("Response B cites vitamin B.", "Response A cites vitamin B."),
    ("A clear reply. Response A wins.", "A clear reply. Response B wins."),
    ("Response A picks option B of the item.", "Response B picks option B of the item."),
    ("Output (a) and Output (b) differ; the former is better.", "Output (b) and Output (a) differ; the former is better."),
    ("Response A says “I would choose plan A or response B here”.", "Response B says “I would choose plan A or response B here”."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "swapped"), SWAPPED + MIXED)
def test_names_are_exchanged(text: str, swapped: str) -> None:
    assert swap_slots(text) == swapped
    assert swap_slots(swapped) == text


@pytest.mark.parametrize("text", UNCHANGED)
def test_what_is_no_name_is_left_alone(text: str) -> None:
    assert swap_slots(text) == text


def test_former_and_latter_point_to_names_that_are_exchanged_already() -> None:
    """ "(a) and (b): the former" means (a); with the names exchanged it means (b), without a change of its own."""
    assert [slot.place for slot in find_slots("Output (a), Output (b): the former wins")] == [0, 1]


def test_a_single_letter_is_a_name_where_asked_for() -> None:
    assert find_slots("I prefer B.") == ()
    assert [slot.place for slot in find_slots("I prefer B.", lone=True)] == [1]


PIECES = st.sampled_from([
    "Output (a)", "Output (b)", "response_a", "Response B", "Assistant 1", "assistant 2", "A", "B", "A's", "B’s", "the first response",
    "The second answer", "the first one",
    "the latter", "The former", "Options A and B", "option C", "is", "better", "than", "and", ",", ".", "answer 1", "answer 2", "vitamin B", "\n",
    '"', "“", "”", "fails", "wins", "a",
    "Outputs (a) and (b)", "第一个回答", "Ответ А", "回答A", "(", ")", "/", "the second", ";", ":",
])  # fmt: skip


@given(st.lists(PIECES, max_size=14), st.sampled_from([" ", "", "  "]))
def test_twice_gives_the_text_back(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    assert swap_slots(swap_slots(text)) == text


@pytest.mark.parametrize("piece", ["Output (a) ", "A ", '"a b c d" A ', "the first ", "Outputs (a) and ", "(", "“ A", "Option A "])
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    start = time.process_time()
    swap_slots(piece * (100_000 // len(piece)))
    assert time.process_time() - start < 5
