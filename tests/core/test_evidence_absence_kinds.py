"""Kinds of things that are said to be missing: answers to questions, categories, other names, clauses, each against texts with and without them."""

from __future__ import annotations

import pytest

from judgeaudit.text.evidence.absence_asked import find_answer, read_question
from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.term_index import index_text
from judgeaudit.text.evidence.term_proofs import find_forms
from judgeaudit.text.evidence.topics import is_topic, places_of_word


def _called(rationale: str, response: str) -> set[str]:
    return {claim.state for claim in check_claims(rationale, Sources({"response": response})) if claim.kind == "absence"}


@pytest.mark.parametrize(
    ("rationale", "there", "missing"),
    [
        ("It does not say when the shop opens.", "The shop opens at nine.", "The shop is nice, and you can buy bread there."),
        ("It does not say how long the refund takes.", "Your refund arrives within 5 days.", "Your refund is on its way to you."),
        ("It doesn't say how much a ticket costs.", "A ticket is 12 euros.", "You can buy a ticket at the door."),
        ("It never says how often the plant is watered.", "Water the plant every three days.", "Water the plant when you remember to."),
        ("It does not say who founded the firm.", "The firm was founded by Ada Byron.", "The firm sells looms and little else."),
        ("It fails to say why the bridge fell.", "The bridge fell because the wind was strong.", "The bridge fell at night with a loud noise."),
        ("It does not state where the concert takes place.", "The concert is at the Harcourt Hall.", "The concert is a treat for all ages."),
        ("It doesn't say what oven temperature to use.", "Bake it at 180 °C.", "Bake it until golden."),
        ("It gives no price for the repair.", "The repair is 40 euros.", "The repair is quick. The lamp is 40 euros."),
    ],
)
def test_a_question_is_answered_by_its_kind_of_answer(rationale: str, there: str, missing: str) -> None:
    assert _called(rationale, there) == {"false"}
    assert "false" not in _called(rationale, missing)


@pytest.mark.parametrize(
    ("rationale", "there", "missing"),
    [
        ("It lacks an apology.", "We are sorry about the delay.", "The delay is over."),
        ("It offers no further help.", "Feel free to write again.", "The case is closed."),
        ("It has no sign-off.", "It works.\n\nKind regards,\nEva", "It works."),
        ("It does not include a disclaimer.", "This isn't legal advice.", "You may end the contract."),
        ("It mentions no side effects.", "It may cause drowsiness.", "Take one tablet."),
        ("It omits his birthplace.", "He was born in Leiden.", "He painted in oil."),
        ("It contains no code comments.", "x = 1  # the start", "x = 1"),
        ("It has no table.", "| a | b |\n|---|---|\n| 1 | 2 |", "a: 1, b: 2"),
        ("It cites no statute.", "See section 11 of the Housing Act 1985.", "See what the landlord says."),
        ("It says nothing about storage.", "It keeps for three days in the fridge.", "It tastes best with bread."),
        ("It gives no allergy warning.", "Contains nuts.", "Contains three layers."),
    ],
)
def test_a_category_is_proved_by_its_forms(rationale: str, there: str, missing: str) -> None:
    assert _called(rationale, there) == {"false"}
    assert "false" not in _called(rationale, missing)


@pytest.mark.parametrize(
    ("rationale", "there", "missing"),
    [
        ("It does not mention the cancellation.", "Your order was cancelled.", "Your order was sent."),
        ("It does not mention the elevator.", "The lift was repaired.", "The stairs were repaired."),
        ("It never mentions the protests.", "Thousands joined the demonstrations.", "Thousands joined the choir."),
        ("It does not mention the attorney.", "Ask a lawyer.", "Ask a friend."),
        ("It ignores the liability of the bank.", "The bank is liable for it.", "The bank is near the river."),
        ("It does not mention that the array is modified in place.", "Note that it changes the array in place.", "Note that it sorts the array in time."),
        ("It does not mention the allergen information.", "An allergy is no reason to worry.", "The oven is no reason to worry."),
        ("It ignores the role of the sun.", "The sun plays its part as well.", "The moon plays its part as well."),
    ],
)
def test_other_names_of_a_thing_are_the_thing(rationale: str, there: str, missing: str) -> None:
    assert _called(rationale, there) == {"false"}
    assert "false" not in _called(rationale, missing)


@pytest.mark.parametrize(
    ("rationale", "response"),
    [
        ("It does not give the price of a family ticket.", "An adult ticket is £14 and a child's ticket £8."),
        ("It gives no price for a family ticket.", "An adult ticket is £14 and a child's ticket £8."),
        ("B does not name the monarch.", "People were angry at the king. They stormed the Bastille."),
        ("It does not mention kittens.", "Your cat needs a passport."),
        ("It mentions no ibuprofen.", "Take paracetamol."),
        ("It does not mention alcohol.", "She wins the race."),
        ("It names no award.", "You won't believe it."),
        ("It does not name Sam.", "It comes in the same size."),
        ("It does not explain the fee.", "There is a fee."),
        ("It does not discuss the costs.", "Tea is £3."),
        ("It omits who discovered it.", "The first finding concerns petty cash."),
        ("It does not say when refunds are paid.", "Because you bought it on 3 March, the 30-day refund window has closed."),
        ("It contains no clear explanation of the fee.", "The fee is 5 euros."),
        ("It does not mention that the fee was waived.", "The fee was not waived."),
    ],
)
def test_what_is_only_near_is_never_called_false(rationale: str, response: str) -> None:
    assert "false" not in _called(rationale, response)


def test_a_mention_that_is_itself_denied_is_a_mention() -> None:
    assert _called("It does not mention a fee.", "We charge no fee at all.") == {"false"}


@pytest.mark.parametrize(
    ("term", "name", "about"),
    [
        ("how long the refund takes", "a duration", ["refund"]),
        ("cost of a repeater", "a price", ["repeater"]),
        ("what oven temperature to use", "a temperature", ["oven"]),
        ("who'll make the call", "a person", ["call"]),
        ("why tannins are a problem", "a reason", ["tannin"]),
    ],
)
def test_questions_are_read_with_what_they_are_about(term: str, name: str, about: list[str]) -> None:
    asked = read_question(term)
    assert asked is not None
    assert (asked[0].name, asked[1]) == (name, about)


def test_an_answer_stands_beside_what_it_is_about() -> None:
    asked = read_question("how long the refund takes")
    assert asked is not None
    assert find_answer(*asked, "The walk takes two hours. A refund is a refund.") is None
    assert find_answer(*asked, "A refund takes two weeks.") is not None


def test_names_and_words_are_found_in_other_words() -> None:
    assert is_topic("further help")
    assert not is_topic("which")
    assert next(find_forms("her academic title", index_text("Prof. Ada Byron spoke."))) == (0, 4, 0)
    assert list(find_forms("price of a family ticket", index_text("A ticket is £4."))) == []
    assert places_of_word("purchas", index_text("We buy and sell.")) == [1]


@pytest.mark.parametrize(
    ("rationale", "claims"),
    [
        ("It includes a link to the app.", [("link to the app", "false")]),
        ("It is set out in a table.", [("table", "false")]),
        ("It includes a friendly tone.", []),
        ("It does not include a link.", []),
    ],
)
def test_forms_that_are_said_to_be_there(rationale: str, claims: list[tuple[str, str]]) -> None:
    found = check_claims(rationale, Sources({"response": "Drop your card in the box."}))
    assert [(claim.text, claim.state) for claim in found if claim.kind == "presence"] == claims
