"""Kinds of sentences in real rationales of which honest quotes were once called wrong, or wishes taken for quotes; each beside one that is to be called."""

from __future__ import annotations

import pytest

from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources

WRONG = {"altered", "fabricated", "misattributed", "false"}


def states(rationale: str, sources: dict[str, str], kind: str = "quote") -> list[str]:
    return [claim.state for claim in check_claims(rationale, Sources(sources)) if claim.kind == kind]


def state(rationale: str, quote: str, sources: dict[str, str]) -> str:
    """The state of the claim about one quote, "no claim" where there is none."""
    at = rationale.rindex(quote)
    found = [c for c in check_claims(rationale, Sources(sources)) if c.claim_start <= at < c.claim_end]
    return found[0].state if found and found[0].kind == "quote" else f"{found[0].kind}" if found else "no claim"


GATE = {"input": "Put this the other way round: The gate was painted with tar.", "response_a": "The gate was not painted with tar.",
        "response_b": "Painted with tar was the gate."}  # fmt: skip


def test_a_lost_not_is_none_where_the_named_response_has_the_words_without_it() -> None:
    assert states('Output (b) turns it round by putting "painted with tar" before "the gate".', GATE)[0] == "normalised"
    assert states('Output (a) says "the gate was painted with tar today".', GATE)[0] in WRONG


def test_a_lost_not_is_one_where_the_response_that_is_named_denies_it() -> None:
    sources = {"input": "Is the deposit refundable within thirty days?", "response": "The deposit is not refundable within thirty days."}
    assert state('The response says it is "refundable within thirty days".', "refundable within", sources) == "altered"
    assert state('The response says it is "refundable within thirty".', "refundable within", sources) == "altered"
    assert state('The response is silent. The question has "refundable within thirty days".', "refundable within", sources) == "exact"


@pytest.mark.parametrize(
    "rationale",
    [
        'The phrase "taken me seriously all week" does not flow well.',
        'It uses incorrect grammar with "taken me seriously all week".',
        'The use of informal language like "taken me seriously all week" helps.',
    ],
)
def test_what_is_cited_for_its_style_may_leave_out_the_not_before_it(rationale: str) -> None:
    sources = {"input": "How was work?", "response": "my boss has n't taken me seriously all week , haha"}
    assert state(rationale, "taken me seriously", sources) == "exact"
    assert state('The response says the boss has "taken me seriously all week".', "taken me seriously", sources) == "altered"


def test_the_question_that_an_output_answers_is_quoted_from_nowhere() -> None:
    sources = {"input": "What is the use of moss?", "response_a": "Moss holds water.", "response_b": "Moss is a small plant without roots."}
    asked = "What is the exact nature of moss?"
    assert state(f'Output (b) answers the question of "{asked}".', asked, sources) == "no claim"
    assert state(f'Output (b) states "{asked} I do not know at all".', asked, sources) == "fabricated"


def test_what_the_input_has_too_is_no_other_response_s() -> None:
    sources = {
        "input": "Which one is wrong? 1. Snow is cold. 2. Vinegar is a sort of honey.",
        "response_a": "2",
        "response_b": "Vinegar is a sort of honey",
    }
    assert state('Output (a) correctly identifies the statement "Vinegar is a sort of honey" as wrong.', "Vinegar", sources) == "exact"
    alone = {**sources, "input": "Which one is wrong?"}
    assert state('Output (a) says "Vinegar is a sort of honey".', "Vinegar", alone) == "misattributed"


TALK = {
    "input": "did you see the harbour film ?\nyes . who made it ?",
    "context": "the mayor of the island is the voice of the old whale in the harbour film .",
    "response": "it was the mayor of the island , mr lund , the mayor of the island",
}


def test_the_user_may_be_either_side_of_a_talk() -> None:
    assert state('The user mentions "the mayor of the island" a second time.', "the mayor", TALK) in ("exact", "normalised")
    assert state('The response mentions "the old whale in the harbour film".', "the old whale", TALK) == "misattributed"


def test_what_a_quote_is_about_is_named_and_not_quoted() -> None:
    sources = {"input": "seen the harbour film ?", "context": "mrs lund thinks the harbour film is a joy .", "response": "yeah she called it a joy"}
    assert state('The response follows on by mentioning Mrs Lund\'s quote about "the harbour film".', "the harbour", sources) not in WRONG
    assert state('The response says "mrs lund thinks the harbour film is a joy".', "mrs lund", sources) == "misattributed"


def test_what_a_response_is_in_line_with_is_not_said_to_be_its_own() -> None:
    sources = {"input": "and ?", "context": "mrs lund thinks it is a joy for all who love the sea .", "response": "yeah it has come a long way !"}
    rationale = 'The response says it came far, which is in line with the fact that Mrs Lund thinks it is "a joy for all who love the sea".'
    assert state(rationale, "a joy for all", sources) not in WRONG
    assert state('The response says it is "a joy for all who love the sea".', "a joy for all", sources) == "misattributed"


def test_most_of_the_words_in_the_named_source_are_its_own() -> None:
    sources = {
        "input": "Who sang ?",
        "context": "they were billed as the Harlow sisters from Austin, Texas that night.",
        "response": "they became the harlow sisters from austin tx after that",
    }
    rationale = 'The response adds that they were introduced as "the Harlow sisters from Austin, Texas" then.'
    assert state(rationale, "the Harlow sisters", sources) == "near"
    other = {**sources, "response": "they became the harlow sisters from austin maine after that"}
    assert state('The response says "the Harlow sisters from Austin, Texas".', "the Harlow", other) in WRONG


def test_one_small_word_mended_is_near() -> None:
    sources = {"input": "Do you swim ?", "response": "i swim every now and again . maybe the pool all of sudden"}
    assert state('Informal language ("all of a sudden") helps the response.', "all of a", sources) == "near"
    assert state('The response says "all of a harbour".', "all of a", sources) not in ("near", "exact", "normalised")


def test_a_pronoun_filled_in_is_near_in_a_long_quote() -> None:
    sources = {"input": "no i do n't like to hear much about it unless it is right next to me like this house .", "response": "sure"}
    told = "I don't like to hear much about city politics unless it is right next to me like this house."
    assert state(f'The fact of the input is "{told}"', "I don't like", sources) == "near"
    turned = told.replace("don't like to hear", "always like to hear")
    assert state(f'The input says "{turned}"', "I always", sources) in WRONG


@pytest.mark.parametrize(
    "rationale",
    [
        'It would be more natural to simply say "he was a kind old teacher of mine".',
        '"he were kind" should be "he was a kind old teacher of mine".',
        'A more natural way to put it could be "he was a kind old teacher of mine".',
        'It has "he were a kind" instead of "he was a kind old teacher of mine".',
        'It would be better to say "he taught me a lot" or "he was a kind old teacher of mine".',
        "It could be more natural by saying something like, \"Yes, in my youth and in 'he was a kind old teacher of mine', I think",
    ],
)
def test_a_better_wording_close_to_the_one_that_it_mends_is_no_claim(rationale: str) -> None:
    sources = {"input": "Who was he ?", "response": "he were a kind of an old teacher of mine"}
    assert state(rationale, "he was a kind old", sources) == "no claim"
    assert state('Output B is the better one: "he was a kind old teacher of mine".', "he was a kind", sources) == "near"
    assert state('It does not make sense to say "he was a kind old teacher of mine" here.', "he was a kind", sources) == "near"


def test_occurrences_are_counted_however_contractions_are_tokenised() -> None:
    sources = {"input": "And him ?", "response": "i think he 's a fine cook . i think he 's a fine cook . i do n't mind ."}
    assert states('The phrase "i think he\'s a fine cook" is repeated twice.', sources, "count") == ["true"]
    assert states('The phrase "i think he\'s a fine cook" is repeated four times.', sources, "count") == ["false"]
    assert states('The phrase "i don\'t mind" is used three times.', sources, "count") == ["false"]


def test_contractions_after_digits_and_in_short_quotes_are_the_same_words() -> None:
    sources = {"input": "i 'm for it !", "response": "wow people in the 80 's must have loved chess , do n't they"}
    assert state('The response says "people in the 80\'s must have loved chess".', "people in", sources) in ("exact", "normalised")
    assert state('The input has "I\'m for it!" in it.', "I'm for", sources) == "normalised"
    assert state('The response says "people in the 70\'s must have loved chess".', "people in", sources) == "altered"


def test_words_of_all_that_was_shown_beat_those_close_to_them_in_a_source_named_on_the_way() -> None:
    sources = {
        "input": "A pan is to a stove what a kite is to:\nA. a strong wind.\nB. a tree.\nPlease have both say OK if they are here and ready to go.",
        "response_a": "It is A, as a wind, a strong one, holds the kite.",
        "response_b": "OK, we are here and ready to go.",
    }
    assert state('Output (a) argues that "A. a strong wind" is best.', "A. a strong", sources) == "exact"
    rationale = 'Output (b) has more than what the instruction asks for by also saying "we are here and ready to go".'
    assert state(rationale, "we are here", sources) in ("exact", "normalised")
    assert state('Output (a) says "we are here and ready to go".', "we are here", sources) == "misattributed"


ROOM = {
    "input": "i paint my rooms blue .\nWhy would you do that?\nwhat is a leaf in the wind",
    "context": "no rule keeps painters from the tower .",
    "response": "he was the best of the old painters",
}


@pytest.mark.parametrize(
    ("rationale", "quote"),
    [
        ('It does not answer the question "Why would you do that?".', "Why would"),
        ('It does not directly address the meaning of the phrase "a leaf in the wind".', "a leaf"),
        ('It fails to classify "Why would you do that?" as a question.', "Why would"),
        ('It fails to do the task exactly, as it still refers to "the best of the old painters" and more.', "the best"),
        ('It does not mention the fact at all, as the fact is "no rule keeps painters from the tower".', "no rule"),
        ('It completely ignores the talk and simply repeats that "he was the best of the old painters".', "he was"),
        ('It does not acknowledge the rule and instead focuses on the opinion that "he was the best of the old painters".', "he was"),
        ('It fails to capitalise each word in the first sentence, "i paint my rooms blue".', "i paint"),
        ('It tells of there being no rule for painters, the statement "he was the best of the old painters" is odd.', "he was"),
        ('It does not build upon the previous response ("i paint my rooms blue").', "i paint"),
        ('The tower is not mentioned in the response "he was the best of the old painters".', "he was"),
        ('The phrase "he was the best of the old painters" is missing some words.', "he was"),
    ],
)
def test_a_denial_ends_at_a_second_verb_or_another_subject(rationale: str, quote: str) -> None:
    assert state(rationale, quote, ROOM) in ("exact", "normalised")


@pytest.mark.parametrize(
    "rationale",
    [
        'It does not say "the tower is closed to the painters on Sundays".',
        'It does not answer the question "how high is the tower over the bay?".',
        'It fails to mention the reason and the phrase "the tower is closed on Sundays".',
        'It ignores the talk and does not repeat "the tower is closed on Sundays".',
        '"the tower is closed to the painters on Sundays" is missing.',
    ],
)
def test_what_is_quoted_as_absent_is_accused_of_nothing(rationale: str) -> None:
    assert not set(states(rationale, ROOM)) & WRONG
    assert "fabricated" in states('It ignores the talk and simply repeats "the tower is closed to the painters on Sundays".', ROOM)


def test_a_skipped_middle_that_takes_back_the_not_is_an_alteration() -> None:
    sources = {"input": "boats ?", "response": "i do n't own boats , but i do sail them a lot"}
    assert state('The use of "do n\'t sail them a lot" is odd.', "sail them", sources) == "altered"
    assert state('The use of "i do sail them a lot" is odd.', "i do sail", sources) == "exact"


@pytest.mark.parametrize(
    ("rationale", "expected"),
    [
        ('It must be wrong, because it says "on Tuesday the mill opened a door to the yard".', "altered"),
        ('It must be wrong because it says "on Tuesday the mill opened a door to the yard".', "altered"),
        ('It says guests should note that "on Monday the mill opened the door to the yard".', "near"),
        ('It should say "on Monday the mill opened the door to the yard".', "no claim"),
    ],
)
def test_a_wish_ends_where_the_text_is_said_to_say(rationale: str, expected: str) -> None:
    sources = {"input": "When ?", "response": "On Monday the mill opened a door to the yard."}
    assert state(rationale, "the mill opened", sources) == expected
