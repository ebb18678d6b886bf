"""A judge is not accused of overlooking what is not there: what is said to be absent is held against all that is said of it."""

from __future__ import annotations

import pytest

import judgeaudit
from judgeaudit.text.evidence.absence_ties import is_itself, why_untied
from judgeaudit.text.evidence.term_proofs import forms_of
from judgeaudit.text.evidence.terms import find_term
from judgeaudit.text.evidence.wanted_forms import Wanted


def _states(rationale: str, response: str, **others: str) -> set[str]:
    return {claim.state for claim in judgeaudit.check_evidence(rationale, {"response": response, **others}) if claim.kind == "absence"}


@pytest.mark.parametrize(
    ("rationale", "there", "other"),
    [
        ("It never gives the size of the tin.", "Use a 20 cm tin.", "Pour into a lined tin and bake for 35 minutes."),
        ("It does not say how long processing takes.", "Processing takes 5 days.", "It is valid for up to 90 days."),
        ("It gives no processing time.", "Processing takes 5 days.", "It costs 25 euros and is valid for up to 90 days."),
        ("It does not provide a dose for children.", "A child can take 100 mg.", "Adults can take 400 mg every six hours."),
        ("There is no indication of what a ticket costs.", "A ticket costs $300.", "Trusts cost more to set up, often $1,500 to $3,000."),
        ("It does not give the cost of a transfer.", "A transfer costs 12 euros.", "A transfer is easy. The card costs 12 euros."),
        ("It fails to mention the deadline for appeals.", "Appeals are due by 3 May.", "The office is open until 8. Appeals are heard."),
        ("It does not give the date of the concert.", "The concert is on 3 May 2024.", "The rehearsal is on 3 May 2024."),
        ("It does not state how old the founder is.", "The founder is 61 years old.", "The founder hired 61 people."),
        (
            "It does not say how many lamps were sold.",
            "More than 80 lamps were sold.",
            "The lamps were sold at last, and the big old bus took 80 of the others home.",
        ),
    ],
)
def test_a_compound_is_refuted_only_where_its_head_stands_with_what_it_is_of(rationale: str, there: str, other: str) -> None:
    assert _states(rationale, there) == {"false"}
    assert _states(rationale, other) <= {"unchecked", "true"}


@pytest.mark.parametrize(
    ("rationale", "there", "other"),
    [
        ("No oven temperature is provided.", "Bake it in the oven at 180 °C.", "Keep the soup at 4 °C in the fridge."),
        ("The response does not apologise for the delay.", "I am sorry for the delay.", "I'm sorry to hear about the spoon."),
        ("The response does not apologise.", "I'm sorry to hear about the spoon.", "The spoon is made of wood."),
        ("It does not thank the team for the report.", "Thank you for the report.", "Thank you for the call."),
        ("It gives no cooking time.", "Simmer for 20 minutes.", "The bus takes 20 minutes."),
        ("The reply mentions no side effects.", "It may cause nausea.", "It helps with headaches and rash."),
        ("It does not mention the elevator.", "The lift was repaired.", "We can lift it by hand."),
        ("Nothing is said about her education.", "Her education was long.", "Her photograph was taken at King's College London."),
        ("It gives no safety advice.", "As safety advice, wear gloves.", "Be careful to stir the soup."),
        ("The response does not mention the customer's city.", "The customer's city is Toronto.", "Customer Care, Northwind Ltd."),
        ("It does not mention the flood risk.", "The flood risk is high.", "The flood of 1953 is over."),
        ("It leaves out the age of the house.", "The age of the house is 90 years.", "The house is at 14 Mill Lane."),
    ],
)
def test_a_broad_word_is_no_proof_of_a_thing(rationale: str, there: str, other: str) -> None:
    assert _states(rationale, there) == {"false"}
    assert _states(rationale, other) <= {"unchecked", "true"}


@pytest.mark.parametrize(
    ("rationale", "response"),
    [
        ("It does not just mention rain; it also covers hail.", "There is rain and hail."),
        ("It doesn't only mention rain.", "There is rain."),
        ("It is not true that the response does not mention rain.", "There is rain."),
        ("It would be wrong to say that it does not mention rain.", "There is rain."),
        ("The response does not mention clouds as reflecting sunlight.", "Clouds are made of water."),
        ("Criterion: The response does not mention snow. Verdict: not met.", "There is snow."),
        ("It does not mention 50%? Yes it does.", "Costs rose by 50%."),
        ("It fails to provide the exact date and time of delivery.", "Your order was placed on 3 April."),
        ("It never greets the customer by surname.", "Hi Sam, all is well."),
        ("There is no indication of what a will costs.", "Trusts cost more to set up, often $1,500 to $3,000."),
        ("It does not include the year.", "The warranty lasts 2 years."),
        ("The response contains no errors.", "There are errors in the log."),
        ("The function never uses `sep`.", "def parse(s, sep):\n    return s.split()"),
    ],
)
def test_what_is_only_like_a_claim_of_absence_accuses_nobody(rationale: str, response: str) -> None:
    assert "false" not in _states(rationale, response)


@pytest.mark.parametrize(
    ("name", "there", "other"),
    [
        ("C", "It is written in C.", "C++ and C# are listed."),
        ("the Germans", "The Germans lost.", "It ended the war between Germany and the Allies."),
        ("Mark", "Mark led the talks.", "They paid 132 billion gold marks."),
        ("Hungary", "Hungary opened its border.", "They were hungry."),
        ("EIB", "It was joined by the European Investment Bank.", "It was joined by Ebi."),
    ],
)
def test_a_name_is_that_name_and_not_another_word(name: str, there: str, other: str) -> None:
    assert _states(f"It does not mention {name}.", there) == {"false"}
    assert "false" not in _states(f"It does not mention {name}.", other)


def test_a_claim_about_one_source_is_not_refuted_from_another() -> None:
    sources = {"context": "The council banned bags.", "input": "Summarise the article."}
    assert "false" not in _states("The article never mentions Ortiz.", "Councilman Ortiz was against it.", **sources)
    assert _states("The response never mentions Ortiz.", "Councilman Ortiz was against it.", **sources) == {"false"}


@pytest.mark.parametrize(
    ("rationale", "response"),
    [
        ("The response does not contain a table.", "| Meal | kcal |\n|---|---|\n| Oats | 350 |"),
        ("No heading is used.", "### Steps\n\nMix it."),
        ("The response does not contain any dates.", "It was founded in 2010 and made $4.8M in Q1 2020."),
        ("The response lacks the temperature in Fahrenheit.", "Bake at 230°C (450°F)."),
        ("The response does not name the customer.", "Hi Sam, your order is here."),
        ("It does not say who fixed the problem.", "Dana Whitlock resolved it."),
    ],
)
def test_what_is_there_in_another_form_is_not_called_absent(rationale: str, response: str) -> None:
    assert "true" not in _states(rationale, response)


def test_what_is_nowhere_is_called_absent() -> None:
    for rationale in ("There is no table.", "No heading is used.", "It contains no dates.", "It does not include the year."):
        assert _states(rationale, "Mix the flour with the milk.") == {"true"}, rationale


def test_the_ties_themselves() -> None:
    text = "The marks of C++ and Germany's allies."
    standings = {name: find_term(name, text) for name in ("C", "Germany")}
    assert {name: is_itself(name, text, found) for name, found in standings.items() if found} == {"C": False, "Germany": True}
    assert why_untied(Wanted(0, 0, "an actual dose for", "phrase"), "Take 400 mg.", (5, 11)) == "what it is of is not read"
    assert why_untied(Wanted(0, 0, "year", "phrase"), "In the year 2010.", (7, 11)) == ""
    assert not any(proof.sure for proof in forms_of("the creature's lifespan"))
    assert any(proof.sure for proof in forms_of("lifespan"))


@pytest.mark.parametrize(
    ("rationale", "response"),
    [
        ("The reply does not add any interest.", "I think it's interesting to go there."),
        ("It is unclear what the writer means by the old harbour.", "We met at the old harbour."),
        ("Response lacks any details about the refund.", "Ask us for a refund."),
        ("It does not give any instructions for watering a cactus.", "A cactus needs little watering."),
        ("The tone shows the consequences of not addressing climate change.", "We must act on climate change now."),
        ("The summary is right to highlight the missed deadlines.", "The team missed several deadlines."),
        ("It does not provide the next three numbers in the sequence.", "The sequence of numbers 1, 4, 13 grows by a factor."),
        ("It does not provide the numerical value.", "There are 9 steps."),
        ("It does not say that the timeout should be a number.", "The timeout of the function is read from a file; a number is logged."),
    ],
)
def test_a_mention_does_not_refute_what_people_judge_or_what_asks_for_more(rationale: str, response: str) -> None:
    claims = judgeaudit.check_evidence(rationale, {"input": "Please answer.", "response": response})
    assert not [claim for claim in claims if claim.wrong]


@pytest.mark.parametrize(
    ("rationale", "response"),
    [
        ("The reply does not mention sustainability.", "Our design follows function and sustainability."),
        ("It does not mention that the fifth sister is playing chess with Kate.", "The fifth sister is playing chess with Kate."),
        ("The response ignores the topic of concerts.", "The concert was bad."),
    ],
)
def test_a_plain_mention_still_refutes(rationale: str, response: str) -> None:
    claims = judgeaudit.check_evidence(rationale, {"input": "Please answer.", "response": response})
    assert [claim.state for claim in claims if claim.kind == "absence"] == ["false"]
