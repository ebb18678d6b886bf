"""Counts and numbers of a hostile reader: an honest one is never called wrong, and a wrong one neither true nor overlooked."""

from __future__ import annotations

import time

import pytest

from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources

FRANCE = (
    "Paris is the capital of France. It has about 2.1 million inhabitants. The Eiffel Tower, built in 1889, is 330 metres tall. Dr. Smith, e.g., wrote "
    "about it in the U.S. in 1999. Temperatures rarely drop below -5 °C in winter."
)
REFUND = (
    "Dear Ms. Alvarez,\n\nThe refund of $1,249.99 goes to your Visa card. Refunds usually take 5-7 business days. We are open between 9 a.m. and 5:30 p.m. "
    "Call +1 (555) 013-2277, or reply within 3 days."
)
CODE = "def top_words(path, n=10):\n    return path\n\nTested on Python 3.11.4 with pytest==7.4.0 on 127.0.0.1:8080."
VOTE = "The council voted 7 to 2 on 5 June 2018. A poll found 76% in favour, 18% against. See Art. 5 GDPR. Trains leave from platform 1."
DOSE = (
    "Take 500 mg of amoxicillin 3 times daily for 7 days. Temp 98.6°F (37 °C). Tel. 0800-123-456. ISBN 978-3-16-148410-0. He stood 5'10\" tall. It ran 2h 15m."
)
RECIPE = (
    "# Focaccia\n\n**Ingredients**\n- 400 g flour\n- 320 ml water\n- 7 g yeast\n- 8 g salt\n- 4 tbsp oil\n\n**Method**\n1. Stir it all.\n2. Rest for 20 minutes.\n"
    "3. Let it rise for 2 hours.\n4. Tip into the tin.\n5. Bake at 220 °C.\n"
)
TRIP = "**Day 1**\n- Land at noon.\n- Dinner (€60).\n\n**Day 2**\n- Forum (€18).\n- Lunch (€30).\n- Fountain (€5).\n- Dinner (€70).\n\n**Day 3**\n- Lunch (€35).\n- Leave (€28).\n"
OPTIONS = "We offer three options: a refund, a voucher or a repair. You pay nothing."
WATER = "First, water evaporates. Finally, it falls as Rain, snow or hail.\n\nThe sun provides the energy."
PI = "Avogadro's number is 6.022×10^23, or 6.022e23. Section 3.2.1 covers it. The dose falls from 6.8 % to 3.1 %. In the 1990s it was 1,500 euros a night."
EGGS = "Cook for 7 minutes. The fine is 5,000 euros. It costs ten pounds. The office closes at 18:00 and the gate opens at 8h30. He left in '19."
CHINESE = "运费为1234.56元,三到五个工作日送达。"


def states(rationale: str, text: str, kinds: tuple[str, ...] = ("count", "number")) -> dict[str, str]:
    return {claim.text: claim.state for claim in check_claims(rationale, Sources({"input": "Please help.", "response": text})) if claim.kind in kinds}


HONEST = [
    ("The response has five sentences.", FRANCE), ("It takes 5-7 business days, it says.", REFUND), ("The response says it was tested on Python 3.11.4.", CODE),
    ("The response says Python 3.11 was used.", CODE), ("The response mentions 127.0.0.1.", CODE), ("The default is `n=10`, which is sensible.", CODE),
    ("With `n=5` it would return less.", CODE), ("The summary states the vote was 7-2.", VOTE), ("The article says that 94% have an opinion (76% + 18%).", VOTE),
    ("It cites Article 5 GDPR and names platform 1.", VOTE), ("It gives the ISBN 9783161484100 and the phone number 0800 123 456.", DOSE),
    ("The temperature is stated as 98.6 degrees Fahrenheit or 37 degrees.", DOSE), ("The daily dose comes to 1,500 mg (1.5 g).", DOSE),
    ("It states that a course has 21 tablets.", DOSE), ("It says he is 5 feet 10 inches tall.", DOSE), ("The response says that it took 2.25 hours.", DOSE),
    ("The reply uses two headings and five bullet points.", RECIPE), ("There are five ingredients and five numbered steps, each one short.", RECIPE),
    ("The response has 5 steps plus a tip, so 6 items.", RECIPE), ("Day 2 has four bullets.", TRIP), ("The response says lunch on both days costs €65 together.", TRIP),
    ("It offers three options to the customer.", OPTIONS), ("537/900 = 59.7%, so about 60% of it is used.", TRIP), ("Required: 9 sentences.", FRANCE),
    ("The sum " + " + ".join(["1"] * 60) + " = 60 is right.", TRIP), ("The response says entry is £10 and that the office closes at 6 pm.", EGGS),
    ("It says that the gate opens at 8:30 and that he left in 2019.", EGGS), ("The answer says it takes 3 to 5 working days.", CHINESE),
    ("It gives Avogadro's number as 6.022e23 and says Section 3.2.1 covers it.", PI), ("The text says that the dose was 7 %, and that the '90s were dear.", PI),
    ("The response says he was born five years after the war.", EGGS), ("A correct fine would be 9,000 euros.", EGGS), ("Both responses together have 90 sentences.", EGGS),
]  # fmt: skip

WRONG = [
    ("The response has seven sentences.", FRANCE, "seven sentences"), ("The response states that refunds take 3-5 business days.", REFUND, "3-5 business days"),
    ("The response gives the phone number +1 (555) 013-2278.", REFUND, "+1 (555) 013-2278"), ("The response says they close at 5:30 a.m.", REFUND, "5:30 a.m."),
    ("The response says it was tested on Python 3.11.5.", CODE, "3.11.5"), ("The response mentions 127.0.0.2.", CODE, "127.0.0.2"),
    ("The default is `n=5`, which is sensible.", CODE, "n=5"), ("The summary states the vote was 7-3.", VOTE, "7-3"),
    ("It cites Article 6 GDPR.", VOTE, "Article 6"), ("It says that trains leave from platform 4.", VOTE, "platform 4"),
    ("The summary says it was on 5 July 2018.", VOTE, "5 July 2018"), ("It gives the phone number 0800-123-465.", DOSE, "0800-123-465"),
    ("It says 500 g of amoxicillin.", DOSE, "500 g"), ("The recipe lists six ingredients.", RECIPE, "six ingredients"), ("It gives 8 steps.", RECIPE, "8 steps"),
    ("It breaks the method into nine steps.", RECIPE, "nine steps"), ("The list has seven entries.", RECIPE, "seven entries"),
    ("Day 2 has five bullets.", TRIP, "five bullets"), ("It offers four options to the customer.", OPTIONS, "four options"),
    ("The body has twelve sentences.", WATER, "twelve sentences"), ('The word "rain" is used 0 times.', WATER, '"rain" is used 0 times'),
    ("The response exceeds 100 words.", WATER, "100 words"), ("The response's 9 minutes would give a firm yolk.", EGGS, "9 minutes"),
    ("The fine of 7,500 euros is steep.", EGGS, "7,500 euros"), ("The claim of a 12-minute boil is odd.", EGGS, "12-minute"),
    ("It gives Avogadro's number as 6.022 x 10^22.", PI, "6.022 x 10^22"), ("It says Section 3.2.2 covers it.", PI, "Section 3.2.2"),
    ("The difference between the two lunches is €11.", TRIP, "€11"),
]  # fmt: skip


@pytest.mark.parametrize(("rationale", "text"), HONEST)
def test_an_honest_number_is_never_called_wrong(rationale: str, text: str) -> None:
    assert "false" not in states(rationale, text).values()


@pytest.mark.parametrize(("rationale", "text", "claim"), WRONG)
def test_a_wrong_number_is_called_wrong(rationale: str, text: str, claim: str) -> None:
    assert states(rationale, text).get(claim) == "false"


@pytest.mark.parametrize(
    ("rationale", "text"),
    [
        ("It mentions 1,234,568 people.", "It has 1,234,567 people."), ("It takes 3-5 days.", "It takes 2-3 days by air, and much longer by sea, namely 5-7 days."),
        ("It has six steps.", RECIPE), ("It runs on version 2.0.1.", "Version 2.0.2 is out."),
    ],
)  # fmt: skip
def test_what_is_not_there_is_never_called_true(rationale: str, text: str) -> None:
    assert "true" not in states(rationale, text).values()


def test_a_number_of_the_other_response_is_called_wrong() -> None:
    texts = {"response_a": "Entry is £10 for all.", "response_b": "Entry is £12 for all."}
    found = {rationale: check_claims(rationale, Sources(texts))[0].state for rationale in ("Response A says entry is £12.", "Response A says entry is £10.")}
    assert list(found.values()) == ["false", "true"]


@pytest.mark.parametrize(
    "rationale", ["1 + " * 20_000 + "1 = 3", "one, two and three options: " * 3000, "day 1 platform 2 " * 5000, "n=5 " * 8000, "the claim of 7 minutes " * 3000]
)
def test_hostile_rationales_take_linear_time(rationale: str) -> None:
    start = time.process_time()
    check_claims(rationale, Sources({"response": RECIPE + rationale[:5000]}))
    assert time.process_time() - start < 10
