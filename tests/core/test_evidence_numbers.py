"""Numbers that rationales say the texts give, looked up."""

from __future__ import annotations

import pytest

from judgeaudit.text.evidence.clauses import read_rationale
from judgeaudit.text.evidence.derived_numbers import follows, surely_follows
from judgeaudit.text.evidence.known_numbers import known_numbers
from judgeaudit.text.evidence.numbers import check_numbers
from judgeaudit.text.evidence.sources import Sources

TEXTS = {
    "input": "When will I get my money back? Mention the 30 % discount.",
    "context": "Policy: refunds within 14 days; fee 25 euros; founded 1998.",
    "response": "The refund takes 14 days and costs 20 euros. We received 1,200 requests in 2019 and 1,500 in 2021, open until 17:00, since 9 November 2022.",
    "rubric": "The reply must name a fee of 77 euros.",
}


def claims(rationale: str, texts: dict[str, str] | None = None) -> list[tuple[str, str, str | None]]:
    sources = Sources(TEXTS if texts is None else texts)
    return [(claim.text, claim.state, claim.nearest) for claim in check_numbers(read_rationale(rationale, sources), sources, [])]


@pytest.mark.parametrize(
    ("rationale", "expected"),
    [
        ("The response says that the refund takes 30 days.", [("30 days", "false", "14 days")]),
        ("The response states a fee of 46 euros.", [("46 euros", "false", "20 euros")]),
        ("The response mentions that 1,300 requests came.", [("1,300", "false", "1,200")]),
        ("According to the policy, the fee is 35 euros.", [("35 euros", "false", "25 euros")]),
        ("The policy gives 1989 as the founding year.", [("1989", "false", "1998")]),
        ("The response offers a 35 % discount.", [("35 %", "false", "30 %")]),
        ("The response says it was written on 5 May 2020.", [("5 May 2020", "false", "2021")]),
        ("The response wrongly claims that the tower is 330 metres tall.", [("330 metres", "false", None)]),
        ("Die Antwort nennt eine Frist von 30 Tagen.", [("30 Tagen", "false", "14 days")]),
        ("La réponse indique un délai de 30 jours.", [("30 jours", "false", "14 days")]),
        ("La respuesta menciona un plazo de 30 días.", [("30 días", "false", "14 days")]),
    ],
)
def test_invented_numbers(rationale: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert claims(rationale) == expected


@pytest.mark.parametrize(
    "rationale",
    [
        "The response says that the refund takes two weeks.",
        "The response says the refund takes 336 hours.",
        "The response says the refund takes fourteen days.",
        "The response states a price of € 20,00.",
        "The response says it closes at 5 pm.",
        "The response gives the date as 9/11/2022.",
        "The response gives the date as 2022-11-09.",
        "The response cites 1.2k requests.",
        "Die Antwort nennt 20,00 €.",
    ],
)
def test_other_forms_of_a_number_are_found(rationale: str) -> None:
    assert [state for _, state, _ in claims(rationale)] == ["true"]


@pytest.mark.parametrize(
    "rationale",
    [
        "The response says requests rose by 25 % between 2019 and 2021.",
        "The response claims 2,700 requests in total.",
        "The response states that the fee is 5 euros lower than in the policy.",
        "The response says that the two years lie two years apart.",
        "The response says 20 dollars.",
        "The response states a fee of 25 euros.",
        "The reply is 100% correct and available 24/7.",
        "I give it 7 out of 10, i.e. 70 %.",
        "The reply ignores that the fee is actually 99 euros.",
        "The correct fee would be 35 euros.",
        "The response should state 45 euros.",
        "If the fee were 45 euros, the response would say so.",
        "The fee is described wrongly, because 70 euros is not what the policy has.",
        "In 1789 the French Revolution began, which the response leaves out.",
        "Rating: 85.",
        "See line 42 and step 12.",
        "It took me 30 seconds to find the fee.",
        "The response should mention that it takes 45 days.",
        "It quotes the rubric: a fee of 77 euros is needed.",
        'It says "refunds take 99 days".',
        "The response runs (15 degrees * 9/5) + 32.",
    ],
)
def test_honest_numbers_are_never_false(rationale: str) -> None:
    assert "false" not in [state for _, state, _ in claims(rationale)]


def test_where_a_number_stands() -> None:
    sources = Sources(TEXTS)
    (claim,) = check_numbers(read_rationale("The policy sets a fee of 25 euros.", sources), sources, [])
    assert (claim.source, claim.kind, claim.state) == ("context", "number", "true")
    assert claim.start is not None
    assert TEXTS["context"][claim.start : claim.end] == "25 euros"


def test_taken_stretches_are_left_alone() -> None:
    sources = Sources(TEXTS)
    rationale = "The response says 30 days."
    assert check_numbers(read_rationale(rationale, sources), sources, [(18, 25)]) == []


def test_what_follows_from_known_numbers() -> None:
    known = known_numbers("20 euros and 25 euros for 3 people, from 2012 to 2018")
    assert [follows(known, x, "EUR", 0) for x in (45, 5, 75, 46)] == [True, True, True, False]
    assert surely_follows(known, 72, "month", 0)
    assert not surely_follows(known, 60, "EUR", 0)


def test_many_numbers_stay_quick() -> None:
    text = " ".join(f"Item {n} costs {n * 7 % 997} euros." for n in range(5000))
    assert claims("The response says it costs 99123 euros.", {"response": text})[0][:2] == ("99123 euros", "false")


def test_forms_that_hide_a_number() -> None:
    assert claims("Indica 2.500 ml para los hombres.", {"response": "Beba 2,5 litros al día."})[0][1] == "unchecked"
    assert claims("The response says it takes 3 days.", {"response": "It takes 3 or 4 days."}) == [("3 days", "true", None)]
    assert claims("It recommends museums, €94.90 for all of them.", {"response": "A €21, B €18, C €19.90, D €18, E €18."})[0][1] == "unchecked"
    assert claims("The response suits what a 5-year-old could say.", {"response": "Hi."})[0][1] == "unchecked"


def test_a_second_verb_ends_a_denial() -> None:
    texts = {"response": "The plan costs 48.20 euros a year."}
    assert claims("The response skips the discount and puts the cost at 49.80 euros.", texts)[0][:2] == ("49.80 euros", "false")
    assert claims("The response does not say that it costs 49.80 euros.", texts) == []


def test_verbs_after_the_number() -> None:
    assert claims("要約では料金が950円とされている。", {"response": "料金は800円。"})[0][:2] == ("950円", "false")
    assert claims("回答建议用95度的水。", {"response": "用80度的水。"})[0][:2] == ("95", "false")
