"""Counts that rationales state, counted again: words, sentences, lists, occurrences, sums."""

from __future__ import annotations

import time

import pytest

from judgeaudit.text.evidence.clauses import read_rationale
from judgeaudit.text.evidence.counting import count_range
from judgeaudit.text.evidence.counts import check_counts
from judgeaudit.text.evidence.listing import list_sizes, list_under
from judgeaudit.text.evidence.occurrences import occurrences
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.tolerance import holds

LETTER = """Dear Ms Keller,

Thank you for your order. The refund takes 14 days and costs 20 euros. A refund is paid by card.

Next steps:
- Fill in the form
- Send it to Berlin
- Wait for the mail
- Call us at noon

We received 1,200 requests in 2019 and 1,500 in 2021. Best regards
Tom"""
TEXTS = {
    "input": "Write a reply of at most 100 words with three bullets.",
    "context": "Policy: refunds within 14 days; fee 25 euros.",
    "response": LETTER,
    "rubric": "The reply must have 5 sentences.",
}


def claims(rationale: str, texts: dict[str, str] | None = None) -> list[tuple[str, str]]:
    sources = Sources(TEXTS if texts is None else texts)
    return [(claim.text, claim.state) for claim in check_counts(read_rationale(rationale, sources), sources, [])]


@pytest.mark.parametrize(
    ("rationale", "expected"),
    [
        ("The response is 61 words long.", [("61 words long", "false")]),
        ("The response has 54 words.", [("54 words", "true")]),
        ("The reply has about 50 words.", [("50 words", "true")]),
        ("The reply has about 90 words.", [("90 words", "false")]),
        ("It is well over 200 words.", [("200 words", "false")]),
        ("It stays under 60 words.", [("60 words", "true")]),
        ("It runs to 140 words, well over the limit of 100 words.", [("140 words", "false")]),
        ("The response exceeds the 100-word limit with 140 words.", [("140 words", "false")]),
        ("At 140 words, the reply breaks the limit.", [("140 words", "false")]),
        ("Word count: 154. Limit: 100.", [("154", "false")]),
        ("By my count the response has 70 words.", [("70 words", "false")]),
        ("Response is a 140-word email.", [("140-word email", "false")]),
        ("The response is a two-sentence reply.", [("a two-sentence reply", "false")]),
        ("The response consists of two sentences.", [("two sentences", "false")]),
        ("It has only three bullet points.", [("three bullet points", "false")]),
        ("It gives four bullets, as requested.", [("four bullets", "true")]),
        ("It uses four bullets instead of three.", [("four bullets", "true")]),
        ("It includes at least five bullets.", [("five bullets", "false")]),
        ("All six bullets start with a verb.", [("six bullets", "false")]),
        ("The list has five items.", [("five items", "false")]),
        ("It has 4 bullets, 3 paragraphs, and 120 words.", [("4 bullets", "true"), ("3 paragraphs", "true"), ("120 words", "false")]),
        ("It consists of 7 paragraphs and 30 lines.", [("7 paragraphs", "false"), ("30 lines", "false")]),
        ("The response consists of a single paragraph.", [("of a single paragraph", "false")]),
        ("The response includes two question marks.", [("two question marks", "false")]),
        ("The response has 152 characters.", [("152 characters", "false")]),
        ("The input is 40 words long.", [("40 words long", "false")]),
        ("The second paragraph has 9 sentences.", [("9 sentences", "false")]),
        ("The first sentence has 12 words.", [("12 words", "false")]),
        ("The last bullet is 4 words long.", [("4 words long", "true")]),
    ],
)
def test_counts_of_a_text(rationale: str, expected: list[tuple[str, str]]) -> None:
    assert claims(rationale) == expected


@pytest.mark.parametrize(
    "rationale",
    [
        "The reply should have at most 50 words.",
        "If it had 40 words it would be fine.",
        "It should use three bullets, not four.",
        "The limit of 50 words is kept.",
        "The instruction asks for a 5-sentence story.",
        "At least 200 words are required.",
        "The rubric demands 7 sentences.",
        "The reply ends with two sentences of thanks.",
        "In two sentences it explains the refund.",
        "The response devotes two sentences to the refund.",
        "The response correctly gives a word count of 23.",
        'The word "refund" never appears more than once in a sentence.',
        'It uses "refund" once in the first line.',
    ],
)
def test_demands_parts_and_wishes_are_no_claims(rationale: str) -> None:
    assert claims(rationale) == []


@pytest.mark.parametrize(
    "rationale",
    [
        "The response contains three sentences that mention money.",
        "Each bullet has two words.",
        "It is 20 words shorter than the limit.",
        "The response uses all three words.",
        "The response covers the two sentences.",
        "The response includes two characters.",
        "The response asks two questions.",
        "The response names four line items.",
    ],
)
def test_what_code_cannot_single_out_is_unchecked(rationale: str) -> None:
    assert {state for _, state in claims(rationale)} == {"unchecked"}


@pytest.mark.parametrize(
    ("rationale", "expected"),
    [
        ('The word "refund" appears five times.', '"refund" appears five times'),
        ('The response uses "refund" only once.', 'uses "refund" only once'),
        ('There are three mentions of "refund".', 'three mentions of "refund"'),
        ("The word refund appears four times.", "The word refund appears four times"),
        ("Das Wort „refund“ kommt viermal vor.", "„refund“ kommt viermal"),
        ("La palabra «refund» aparece cuatro veces.", "«refund» aparece cuatro veces"),
        ("「refund」が3回出てくる。", "「refund」が3回"),
    ],
)
def test_wrong_occurrences(rationale: str, expected: str) -> None:
    assert claims(rationale) == [(expected, "false")]


def test_right_occurrences() -> None:
    assert claims('It mentions "refund" twice, and "Berlin" appears at most once.') == [
        ('mentions "refund" twice', "true"),
        ('"Berlin" appears at most once', "true"),
    ]
    assert occurrences("Refund, refunds, refunded", "refund") == (0, 3)


@pytest.mark.parametrize(
    ("rationale", "expected"),
    [
        ("20 + 25 = 46.", [("20 + 25 = 46", "false")]),
        ("2 × 17 + 2 × 14 = 62 holds.", [("2 × 17 + 2 × 14 = 62", "true")]),
        ("30 % of 200 is 70.", [("30 % of 200 is 70", "false")]),
        ("The sum of 20 and 25 is 45.", [("20 and 25 is 45", "true")]),
        ("10 / 3 = 3.33 is fine.", [("10 / 3 = 3.33", "true")]),
        ("The response wrongly states that 2 + 2 = 5.", [("2 + 2 = 5", "unchecked")]),
    ],
)
def test_arithmetic(rationale: str, expected: list[tuple[str, str]]) -> None:
    assert claims(rationale) == expected


def test_totals_of_the_texts_numbers() -> None:
    texts = {"response": "Tea is 20 euros, cake is 25 euros."}
    assert claims("The prices add up to 45 euros.", texts) == [("45 euros", "true")]
    assert claims("The prices add up to 46 euros.", texts) == [("46 euros", "false")]


def test_arithmetic_of_the_text_itself_is_no_claim() -> None:
    assert claims("It says 20 + 25 = 46.", {"response": "So 20+25 = 46 in all."}) == []


@pytest.mark.parametrize(
    ("rationale", "expected"),
    [
        ("Die Antwort hat 140 Wörter und sechs Aufzählungspunkte.", [("140 Wörter", "false"), ("sechs Aufzählungspunkte", "false")]),
        ("La réponse compte 140 mots et deux phrases.", [("140 mots", "false"), ("deux phrases", "false")]),
        ("La respuesta tiene 140 palabras.", [("140 palabras", "false")]),
        ("回复分为三段。", [("三段", "true")]),
        ("この回答は15文で、900文字です。", [("15文", "false"), ("900文字", "false")]),
    ],
)
def test_other_languages(rationale: str, expected: list[tuple[str, str]]) -> None:
    assert claims(rationale) == expected


def test_a_count_of_one_response_is_not_refuted_from_the_other() -> None:
    texts = {"input": "Hi.", "response_a": "One two three. Four five.", "response_b": "- a\n- b\n- c"}
    assert claims("Response A has 5 words.", texts) == [("5 words", "true")]
    assert claims("Response A has 9 words.", texts) == [("9 words", "false")]
    assert claims("Response B lists three bullets.", texts) == [("three bullets", "true")]
    assert claims("Both responses are 4 words long.", texts) == [("4 words long", "false")]


def test_things_in_a_list() -> None:
    texts = {"response": "Triggers include:\n- sleep\n- wine\n- light\n\nSee a doctor if it goes on for long."}
    assert claims("The response lists nine triggers.", texts) == [("nine triggers", "false")]
    assert claims("The response lists three triggers.", texts) == [("three triggers", "true")]
    assert claims("The response lists two reasons.", {"response": "It is late and it rains."}) == [("two reasons", "unchecked")]


def test_tables_stanzas_and_code() -> None:
    table = "| Exit code | Cause |\n|---|---|\n| 1 | error |\n| 2 | memory |"
    assert claims("The answer fails to mention causes and lists five exit codes.", {"response": table}) == [("five exit codes", "false")]
    assert claims("The table has two rows.", {"response": table}) == [("two rows", "true")]
    assert claims("The response has three columns.", {"response": table}) == [("three columns", "false")]
    assert claims("Lovely, but I count three stanzas.", {"response": "a,\nb,\n\nc,\nd."}) == [("three stanzas", "false")]
    assert claims("The response contains two hashtags.", {"response": "Come! #sale"}) == [("two hashtags", "false")]
    code = "```py\ndef a():\n    pass\n\ndef b():\n    pass\n```"
    assert claims("The solution defines three functions.", {"response": code}) == [("three functions", "false")]


def test_honest_ways_of_counting_differ() -> None:
    assert count_range("It's a well-known fact. Isn't it?", "word") == (6, 9)
    assert count_range("Hello,\n\nOne. Two.\n\nBye", "paragraph") == (1, 3)
    assert count_range("one two", "line") == (1, 1)
    assert count_range("word " * 100, "line") is None
    assert list_sizes("- a\n  - b\n- c\n\n1. x\n2. y") == (2, 3, 4, 5)
    assert list_under("Ingredients:\n- eggs\n- salt\n\nSteps:\n1. Beat.", "ingredient") == (2, 2)


@pytest.mark.parametrize(
    ("value", "bound", "counted", "noun", "verdict"),
    [
        (150, "", (148, 152), "word", "true"),
        (150, "", (143, 144), "word", "true"),
        (153, "", (148, 150), "word", "unclear"),
        (153, "exactly", (100, 110), "word", "false"),
        (150, "about", (160, 163), "word", "true"),
        (150, "over", (120, 125), "word", "false"),
        (150, "under", (160, 170), "word", "false"),
        (3, "", (4, 4), "bullet", "false"),
        (3, "about", (4, 4), "bullet", "unclear"),
    ],
)
def test_tolerance_by_wording(value: float, bound: str, counted: tuple[int, int], noun: str, verdict: str) -> None:
    assert holds(value, value, bound, counted, noun) == verdict


def test_claims_lie_in_the_rationale_and_do_not_overlap() -> None:
    rationale = 'It has 4 bullets and 120 words; "refund" appears five times, and 20 + 25 = 46.'
    sources = Sources(TEXTS)
    found = check_counts(read_rationale(rationale, sources), sources, [(7, 16)])
    assert [claim.text for claim in found] == ["120 words", '"refund" appears five times', "20 + 25 = 46"]
    assert all(rationale[claim.claim_start : claim.claim_end] == claim.text for claim in found)
    assert all(claim.why for claim in found)


@pytest.mark.parametrize("text", ["1 + " * 50_000, "- x\n" * 50_000, "|a" * 100_000, '"x" appears ' * 16_000 + "3 times", "word count " * 18_000])
def test_hostile_texts_take_linear_time(text: str) -> None:
    started = time.process_time()
    sources = Sources({"response": text})
    check_counts(read_rationale("The response has 9 words in 2 sentences, 3 lines, 5 bullets and 4 paragraphs.", sources), sources, [])
    sources = Sources({"response": "Short."})
    check_counts(read_rationale(text, sources), sources, [])
    assert time.process_time() - started < 8
