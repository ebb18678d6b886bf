"""Names and things that a judge invented and nobody noticed, and honest ones that were once called invented."""

from __future__ import annotations

import pytest

from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources

PRINTER = {
    "input": "Write a short reply about the Hoverline 3 printer to Ms. Alvarez.",
    "context": "Policy KB-118: see § 7 and ISO 9001. The author is Peter Lindqvist of the United Nations in Köln.",
    "response": "Dear Ms. Alvarez,\n\nPlease run `pip install printkit --upgrade` and call load_config() in config_main.py. Version 2.4 needs Python 3.9. "
    "See https://help.example/print and mail help@print.example. Our GPUs are in Hall 5. The UN report (ISO 9001, § 7) by Dr. Peter Lindqvist is good. "
    "#printing @printhelp\n\nKind regards,\nTom O'Brien\nNorthwind Ltd.",
}
PLAIN = {"input": "Write a reply.", "response": "Thank you for writing. We refund the lamp within two weeks."}


def wrong(rationale: str, sources: dict[str, str]) -> list[str]:
    return [claim.text for claim in check_claims(rationale, Sources(sources)) if claim.wrong]


INVENTED = [
    ("The response names Erik Johansson as the author.", "Erik Johansson"),
    ("The mention of Amalthea is superfluous.", "Amalthea"),
    ("A quote from the Mayo Clinic adds authority.", "Mayo Clinic"),
    ("Reference to the Chicago Manual of Style is unnecessary.", "Chicago Manual of Style"),
    ("The tip to try Fairbanks is welcome.", "Fairbanks"),
    ("The line about his wife Morag is the emotional centre.", "Morag"),
    ("The villain, Captain Thorne, gets only a clause.", "Thorne"),
    ("Her time as mayoress of Scarborough gets too much room.", "Scarborough"),
    ("Its treatment of the critics is fair; Sofia Amaral's objections are given a sentence.", "Sofia Amaral"),
    ("Anna Berg is named as the contact.", "Anna Berg"),
    ("The Goethe quotation is out of place.", "Goethe"),
    ("It invents a manager named Klaus.", "Klaus"),
    ("According to the response, the office is in Rotterdam.", "Rotterdam"),
    ("Both responses mention the Louvre.", "Louvre"),
    ("It is signed by Tim O'Brien.", "Tim O'Brien"),
    ("It is addressed to Ms. Alvaro.", "Ms. Alvaro"),
    ("It advertises Apple Pay.", "Apple Pay"),
    ("The response references the Consumer Rights Act.", "Consumer Rights Act"),
    ("It cites ISO 27001.", "ISO 27001"),
    ("It uses the hashtag #cooking.", "#cooking"),
    ("It tags @DanielReyes in the reply.", "@DanielReyes"),
    ("It uses --force here.", "--force"),
    ("It links to https://www.hoverline.example/support.", "https://www.hoverline.example/support"),
    ("It contains the word 'guarantee'.", "guarantee"),
    ("It recommends running `apt upgrade` first.", "apt upgrade"),
    ("It imports `numpy`.", "numpy"),
    ("It mentions the restocking fee.", "restocking fee"),
    ("The note on the dress code is off topic.", "dress code"),
    ('The maker is given as "Ibrahim ibn Saad".', "Ibrahim ibn Saad"),
]


@pytest.mark.parametrize(("rationale", "name"), INVENTED)
def test_what_stands_nowhere_is_called_wrong(rationale: str, name: str) -> None:
    assert wrong(rationale, PRINTER) == [name]


@pytest.mark.parametrize(
    "rationale",
    [
        "In line with PEP 8, the code is clean.",
        "By Betteridge's law, the headline is a no.",
        "The opening reminds me of Keats, who also wrote about autumn.",
        "A is right in many places, for instance in Germany.",
        "That is what they call this in Britain.",
        "Unlike HP, it answers at once.",
        "A nod to Gutenberg would have been nice.",
        "There is no reference to Bell.",
        "I expected a reference to Canon or Epson.",
        "The warning about Windows is missing.",
        "The response could mention Siemens.",
        "It has the charm of a Hemingway-like style.",
        "The response mentions Cologne.",
        "The response attributes the report to the U.N.",
        "The response mentions the GPU.",
        "It cites ISO 9001.",
        "It uses the hashtag #printing.",
        "The response refers to Lindqvist, a Swede.",
        "The response mentions Pete Lindqvist.",
        "The reply mentions the helpdesk.",
        "The solution avoids `eval()`.",
        "It uses `dict.get()` nowhere.",
        "A unit test such as `assert load_config()` would help.",
        "`heapq.nlargest` is what Counter uses internally.",
        "It calls `load_config(path)`.",
        "It has a greeting and includes contact details.",
        "The essay discusses the pros and cons.",
        "It mentions a sibling rivalry.",
        'It says "no refunds".',
        'The response says "運費為元".',
    ],
)
def test_what_is_there_or_only_known_wished_or_compared_is_not(rationale: str) -> None:
    assert wrong(rationale, PRINTER) == []


@pytest.mark.parametrize(
    ("rationale", "thing"),
    [
        ("The response includes a table of prices.", "table of prices"),
        ("The response uses bullet points.", "bullet points"),
        ("The approach is set out in a table.", "table"),
        ("It includes an emoji.", "emoji"),
        ("It contains an apology.", "apology"),
    ],
)
def test_a_form_that_no_text_has_is_called_wrong(rationale: str, thing: str) -> None:
    assert wrong(rationale, PLAIN) == [thing]


def test_a_name_of_the_other_texts_is_wrong_only_of_a_response_that_is_named() -> None:
    sources = {
        "input": "Which headline is better?",
        "context": "Ferry operator Skarn Line cuts sailings.",
        "response_a": "Ferry cuts ahead",
        "response_b": "Sad news",
    }
    assert wrong("Response A mentions Skarn Line by name.", sources) == ["Skarn Line"]
    assert wrong("It mentions Skarn Line by name.", sources) == []
    assert wrong("Response A mentions the cuts by Skarn Line.", sources) == []


def test_no_claims_overlap_where_a_short_quote_is_decided_as_a_word() -> None:
    claims = check_claims('It contains the word "guarantee" and cites ISO 27001.', Sources(PRINTER))
    assert [(claim.kind, claim.text, claim.state) for claim in claims] == [("presence", "guarantee", "false"), ("name", "ISO 27001", "false")]
