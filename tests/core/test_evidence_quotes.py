"""Which quotes of a rationale are evidence, in which state they are, and where they stand."""

from __future__ import annotations

import pytest

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.quotes import check_quote
from judgeaudit.text.evidence.sources import Sources

ITEM = "Delivery takes 3 days. The fee is \u201c1 000 \u20ac\u201d and the o\ufb03ce is closed on Sunday."
P18 = Sources({"response": ITEM, "rubric": "The reply must name a fee."})
SHOP = Sources(
    {
        "input": "How long do I have to send the lamp back?",
        "response": "You can send the lamp back within 30 days. Items on sale are not refundable. Maria Lopez will answer your questions on Monday.",
        "context": "Refunds are paid within 14 days of the return. Customers must keep the receipt.",
    }
)
PAIR = Sources({"input": "Name a capital.", "response_a": "Paris is the capital of France.", "response_b": "Rome is a large city in Italy."})


def quotes(rationale: str, sources: Sources = SHOP) -> list[EvidenceClaim]:
    return [claim for claim in check_claims(rationale, sources) if claim.kind == "quote"]


@pytest.mark.parametrize(
    ("rationale", "kind", "states", "source"),
    [
        ('It says "Delivery takes 3 days".', "quote", ("exact", "normalised"), "response"),
        ("It says \"The fee is '1 000 \u20ac'\".", "quote", ("normalised",), "response"),
        ('It says "the office is closed on Sunday".', "quote", ("normalised",), "response"),
        ('It says "Delivery takes ... closed on Sunday".', "quote", ("normalised",), "response"),
        ('It says "refunds are free within 30 days".', "quote", ("fabricated",), None),
        ('It says "The fee is \u201c2 000 \u20ac\u201d".', "quote", ("altered",), "response"),
        ('The word "is" appears.', "quote", ("unchecked",), None),
        ('The item never uses the word "guarantee".', "absence", ("true",), "response"),
        ('It quotes the rubric: "must name a fee".', "quote", ("exact",), "rubric"),
    ],
)
def test_the_handed_case_p18(rationale: str, kind: str, states: tuple[str, ...], source: str | None) -> None:
    (claim,) = check_claims(rationale, P18)
    assert claim.kind == kind
    assert claim.state in states
    assert claim.source == source


def test_p18_has_two_invented_quotes() -> None:
    rationales = ['It says "refunds are free within 30 days".', 'It says "The fee is \u201c2 000 \u20ac\u201d".', 'It says "Delivery takes 3 days".']
    assert sum(claim.state in ("fabricated", "altered") for text in rationales for claim in check_claims(text, P18)) == 2


@pytest.mark.parametrize(
    ("quote", "matters"),
    [
        ("You can send the lamp back within 60 days", "number"),
        ("You can send the lamp back within 30 weeks", "unit"),
        ("You cannot send the lamp back within 30 days", "negation"),
        ("Items on sale are refundable", "negation"),
        ("Carla Lopez will answer your questions on Monday", "name"),
        ("Maria Lopez will answer your questions on Friday", "date"),
    ],
)
def test_a_change_that_matters_is_altered_never_near(quote: str, matters: str) -> None:
    (claim,) = quotes(f'The response says "{quote}".')
    assert claim.state == "altered"
    assert matters in {edit.matters for edit in claim.edits}
    assert claim.source == "response"
    assert SHOP.texts["response"][claim.start : claim.end] == claim.nearest


def test_a_dropped_not_at_the_edge_is_altered_and_shown() -> None:
    (claim,) = quotes('The response says "refundable. Maria Lopez will answer".')
    assert claim.state == "altered"
    assert claim.edits[0].source == "not"
    assert claim.nearest is not None
    assert claim.nearest.startswith("not refundable")


def test_other_words_that_change_nothing_are_near_with_the_edits() -> None:
    (claim,) = quotes('The response says "You can send a lamp back within 30 days".')
    assert claim.state == "near"
    assert [(edit.quoted, edit.source, edit.matters) for edit in claim.edits] == [("a", "the", "")]


def test_a_quote_of_the_other_response_is_misattributed() -> None:
    (claim,) = quotes('Response A says "Rome is a large city in Italy", which is off topic.', PAIR)
    assert (claim.state, claim.source) == ("misattributed", "response_b")
    (honest,) = quotes('Response B says "Rome is a large city in Italy", which is off topic.', PAIR)
    assert (honest.state, honest.source) == ("exact", "response_b")


@pytest.mark.parametrize(
    "rationale",
    [
        'The response does not say "refunds are always free of charge".',
        'It should have said "refunds are always free of charge".',
        'A better reply would be "we will gladly refund you today".',
        'The novel titled "The Lamp That Never Went Out" is no help.',
        'The so-called "customer first at any price" attitude is missing.',
        "The reply's tone isn't 'friendly' at all.",
    ],
)
def test_what_is_no_evidence_is_never_called_wrong(rationale: str) -> None:
    assert not any(claim.wrong for claim in quotes(rationale))


@pytest.mark.parametrize("marks", ['""', "\u201c\u201d", "\u2018\u2019", "\u00ab\u00bb", "\u201e\u201c", "\u300c\u300d"])
def test_marks_of_every_kind(marks: str) -> None:
    (claim,) = quotes(f"The response says {marks[0]}You can send the lamp back within 30 days{marks[1]}.")
    assert claim.state == "exact"
    (claim,) = quotes(f"The response says {marks[0]}The lamp comes with a free bulb inside{marks[1]}.")
    assert claim.state == "fabricated"


@pytest.mark.parametrize(
    ("source", "verbatim", "changed", "invented"),
    [
        ("Die Gebühr beträgt 20 Euro pro Jahr.", "Die Gebühr beträgt 20 Euro", "Die Gebühr beträgt 30 Euro", "Die Lieferung kostet gar nichts extra"),
        ("Les frais sont de 20 euros par an.", "Les frais sont de 20 euros", "Les frais sont de 30 euros", "La livraison ne prend jamais longtemps"),
        ("La tarifa es de 20 euros al año.", "La tarifa es de 20 euros", "La tarifa es de 30 euros", "El envío siempre llega muy tarde"),
        ("费用是每年二十元。", "费用是每年二十元", "费用是每年三十元", "送货完全没有任何保证"),
        ("料金は年間20円です。", "料金は年間20円です", "料金は年間30円です", "配達はいつも無料になります"),
    ],
)
def test_five_other_languages(source: str, verbatim: str, changed: str, invented: str) -> None:
    states = [quotes(f'The response says "{text}".', Sources({"response": source}))[0].state for text in (verbatim, changed)]
    assert states == ["exact", "altered"]
    assert check_quote(invented, Sources({"response": source})).state == "fabricated"


def test_nested_quotes_are_one_claim() -> None:
    (claim,) = quotes('The response says "You can \u201csend\u201d the lamp back".')
    assert claim.state == "normalised"


def test_nothing_to_hold_against() -> None:
    assert check_claims('It says "refunds are always free of charge".', Sources({"response": " "})) == ()
    assert check_claims("", SHOP) == ()


@pytest.mark.parametrize(
    ("text", "quote", "matters"),
    [
        ("Add 1/2 cup of sugar to the bowl.", "2 cup of sugar to the bowl", "number"),
        ("Returns take up to 14 days after delivery.", "Returns take 14 days after delivery", "meaning"),
        ("All users must sign the form.", "Some users must sign the form", "meaning"),
        ("`COUNT(region)` skips NULL values, whereas `COUNT(*)` does not.", "COUNT(*) skips NULL values, whereas COUNT(region) does not", "meaning"),
        ("Das geht schriftlich, eine E-Mail reicht nicht.", "eine E-Mail reicht", "negation"),
        ("\u60a8\u9700\u8981\u5728\u4e94\u6708\u4e09\u65e5\u524d\u652f\u4ed8\u5341\u4e8c\u5143\u3002", "\u60a8\u9700\u8981\u5728\u4e94\u6708\u4e09\u65e5\u524d\u652f\u4ed8\u4e8c\u5341\u5143", "number"),
    ],
)  # fmt: skip
def test_words_left_out_or_moved_that_matter(text: str, quote: str, matters: str) -> None:
    claim = check_quote(quote, Sources({"response": text}))
    assert (claim.state, [edit.matters for edit in claim.edits if edit.matters][:1]) == ("altered", [matters])


def test_a_denial_after_a_japanese_verb_is_not_left_out() -> None:
    claim = check_quote(
        "\u5951\u7d04\u306f\u9014\u4e2d\u3067\u89e3\u7d04\u3067\u304d\u308b",
        Sources({"response": "\u5951\u7d04\u306f\u9014\u4e2d\u3067\u89e3\u7d04\u3067\u304d\u306a\u3044\u3002"}),
    )
    assert claim.state == "altered"


def test_members_of_a_list_may_stand_in_another_order() -> None:
    claim = check_quote("we sell fresh apples and pears at the old market", Sources({"response": "We sell fresh pears and apples at the old market."}))
    assert claim.state == "near"


@pytest.mark.parametrize(
    ("rationale", "states"),
    [
        ('It says that one should "call us on the first day of every month".', ["fabricated"]),
        ('It says "Items on sale are not refundable", not "items on sale can be swapped at any time".', ["exact"]),
        ('A more natural reply might be "we will gladly take the lamp back".', []),
    ],
)
def test_what_a_text_advises_is_its_own_and_a_contrast_is_not(rationale: str, states: list[str]) -> None:
    assert [claim.state for claim in quotes(rationale)] == states


def test_what_a_response_is_held_against_is_not_misattributed() -> None:
    states = [claim.state for claim in quotes('Response B names Italy instead of "Paris is the capital of France".', PAIR)]
    assert states == ["exact"]


def test_a_name_that_no_source_has_is_another_one_where_the_source_writes_names_small() -> None:
    claim = check_quote("86% of the land in Lisbon is owned by the state", Sources({"context": "86% of the land in nevada is owned by the state"}))
    assert (claim.state, [(edit.quoted, edit.source, edit.matters) for edit in claim.edits]) == ("altered", [("Lisbon", "nevada", "name")])


def test_a_changed_digit_among_small_words_is_altered() -> None:
    assert check_quote("it was in the 1967s", Sources({"response": "I think it was in the 1960s, or so."})).state == "altered"
