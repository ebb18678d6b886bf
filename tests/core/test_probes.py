"""What probes change in an item, and when they cannot."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgeaudit.domain.items import Item, Message
from judgeaudit.domain.rubric import KNOWN_PROBES, Rubric
from judgeaudit.probes import PROBES, Context, Spans, Variant, probe_of
from judgeaudit.probes.cited_spans import NOWHERE, evidence
from judgeaudit.probes.evidence_only import evidence_only
from judgeaudit.probes.evidence_removal import evidence_removal
from judgeaudit.probes.irrelevant_removal import NO_ROOM, irrelevant_removal
from judgeaudit.probes.nonsense_control import nonsense_control
from judgeaudit.probes.texts import is_empty, merged, without

RUBRIC = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}], "seed": 7})
TEXT = "Delivery takes 3 days. The fee is 10 euros, in cash. The office is closed on Sunday, and nobody answers the phone there."


def item(response: Any = TEXT, **more: Any) -> Item:
    return Item(**{"id": "i", "input": "How long?", "response": response, **more})


def spans(text: str, *words: str) -> tuple[tuple[int, int], ...]:
    return tuple((text.index(word), text.index(word) + len(word)) for word in words)


def context(cited: Spans | None = None, *, seed: int = 7, items: tuple[Item, ...] = ()) -> Context:
    rubric = RUBRIC.model_copy(update={"seed": seed})
    return Context(rubric, items, "j", "c", {"i": cited} if cited is not None else {})


def made(found: Variant | str) -> Variant:
    assert isinstance(found, Variant), found
    return found


def test_the_rubric_knows_the_probes_that_there_are() -> None:
    assert tuple(probe.name for probe in PROBES) == KNOWN_PROBES
    assert all(probe.expect.endswith(".") and probe.modes and probe_of(probe.name) is probe for probe in PROBES)
    assert {probe.name for probe in PROBES if probe.stage == 2} == {"evidence_removal", "evidence_only", "irrelevant_removal"}
    assert probe_of("somebody elses") is None


REMOVED = {
    "a whole sentence goes with its stop": ("Delivery takes 3 days", TEXT[len("Delivery takes 3 days. ") :]),
    "words within a sentence": ("10 euros", "Delivery takes 3 days. The fee is, in cash." + TEXT[TEXT.index(" The office") :]),
    "the end": (TEXT[TEXT.index("and nobody") :], "Delivery takes 3 days. The fee is 10 euros, in cash. The office is closed on Sunday,"),
}


@pytest.mark.parametrize("what", REMOVED)
def test_what_was_cited_is_deleted_and_the_rest_mended(what: str) -> None:
    words, left = REMOVED[what]
    found = made(evidence_removal(item(), context({"response": spans(TEXT, words)})))
    assert found.item.response == left
    assert found.name == "without_cited"
    (change,) = found.changes
    assert (change.source, TEXT[change.start : change.end], change.put) == ("response", words, "")
    assert (found.item.id, found.item.input) == ("i", "How long?")


def test_marks_around_the_words_go_with_them_and_lines_stay_lines() -> None:
    assert without('He says "yes" and goes.', [(9, 12)]) == "He says and goes."
    assert without("- one\n- two\nthree\n", [(6, 11)]) == "- one\nthree\n"
    assert without("a b c", [(2, 3)]) == "a c"
    assert without("配達は三日です。料金は十ユーロです。", [(0, 7)]) == "料金は十ユーロです。"
    assert without("abc", []) == "abc"
    assert merged([(3, 4), (1, 3), (6, 6)]) == ((1, 4),)
    assert is_empty(" .. ")


def test_the_same_words_go_from_every_text_that_must_lose_them() -> None:
    one = item("The fee is 10 euros.", context="We ask: the fee. The fee is 10 euros. So it is.", reference="The fee is 10 euros", input="The fee is 10 euros?")
    found = made(
        evidence_removal(
            item("The fee is 10 euros. Fine then.", context=one.context, reference=one.reference, input=one.input),
            context({"context": spans(str(one.context), "The fee is 10 euros")}),
        )
    )
    assert found.item.response == "Fine then."
    assert found.item.context == "We ask: the fee. So it is."
    assert found.item.reference == one.reference
    assert found.item.input == one.input


def test_the_input_loses_only_what_stands_nowhere_else() -> None:
    found = made(evidence_removal(item(input="How long? And please be kind."), context({"input": ((10, 28),)})))
    assert found.item.input == "How long?"
    assert found.item.response == TEXT


def test_short_words_go_only_where_they_were_cited() -> None:
    text = "It is 10. It was 10. So 10."
    assert evidence(item(text), context({"response": ((6, 8),)})) == {"response": ((6, 8),)}


NOT_MADE: dict[str, tuple[Any, Spans | None, str]] = {
    "nothing": (TEXT, {}, "nothing cited"),
    "no verdicts": (TEXT, None, "nothing cited"),
    "only words that are not there": (TEXT, {NOWHERE: ()}, "what is cited stands in none of its texts"),
    "all": (TEXT, {"response": ((0, len(TEXT)),)}, "the cited text is all of the response"),
    "all but a stop": ("It is so.", {"response": ((0, 8),)}, "the cited text is all of the response"),
}


@pytest.mark.parametrize("what", NOT_MADE)
def test_when_evidence_cannot_be_removed_or_kept_alone(what: str) -> None:
    text, cited, why = NOT_MADE[what]
    assert evidence_removal(item(text), context(cited)) == why
    assert evidence_only(item(text), context(cited)) == why
    assert isinstance(irrelevant_removal(item(text), context(cited)), str)


def test_only_what_was_cited_is_kept_of_the_judged_text() -> None:
    cited = {"response": spans(TEXT, "3 days", "closed on Sunday"), "context": ((0, 3),)}
    found = made(evidence_only(item(context="All that is known."), context(cited)))
    assert found.item.response == "3 days [...] closed on Sunday"
    assert found.item.context == "All that is known."
    assert "".join(TEXT[change.start : change.end] for change in found.changes if change.source == "response") == TEXT.replace("3 days", "").replace(
        "closed on Sunday", ""
    )


def test_a_pair_needs_evidence_of_both_to_be_kept_alone() -> None:
    pair = Item(id="i", input="q", response_a="One two three four.", response_b="Five six seven eight.")
    assert evidence_only(pair, context({"response_a": ((0, 3),)})) == "cited of one response only"
    assert evidence_only(pair, context({"input": ((0, 1),)})) == "nothing cited of what is judged"
    found = made(evidence_only(pair, context({"response_a": ((0, 3),), "response_b": ((5, 8),)})))
    assert (found.item.response_a, found.item.response_b) == ("One", "six")
    removed = made(evidence_removal(pair, context({"response_a": ((0, 3),)})))
    assert (removed.item.response_a, removed.item.response_b) == ("two three four.", pair.response_b)


def test_a_conversation_stays_one() -> None:
    talk = (Message(role="user", content="Is it open?"), Message(role="assistant", content="It is open at nine. Come in."))
    one = item(talk)
    text = one.sources()["response"]
    removed = made(evidence_removal(one, context({"response": spans(text, "It is open at nine")})))
    assert removed.item.response == (talk[0], Message(role="assistant", content="Come in."))
    kept = made(evidence_only(one, context({"response": spans(text, "Come in")})))
    assert kept.item.response == (Message(role="user", content=""), Message(role="assistant", content="Come in"))


def test_random_words_are_as_many_elsewhere_and_the_same_every_time() -> None:
    cited = {"response": spans(TEXT, "Delivery takes 3 days")}
    found = made(irrelevant_removal(item(), context(cited)))
    (change,) = found.changes
    assert change.start >= 21
    assert abs(change.end - change.start - 21) <= 8
    assert TEXT[change.start - 1].isspace()
    assert change.end == len(TEXT) or TEXT[change.end].isspace()
    assert "Delivery takes 3 days" in str(found.item.response)
    assert found == irrelevant_removal(item(), context(cited))
    assert len({made(irrelevant_removal(item(), context(cited, seed=seed))).item.response for seed in range(30)}) > 3


def test_there_is_no_room_for_random_words() -> None:
    assert irrelevant_removal(item("One two three four five. Six."), context({"response": ((0, 24),)})) == NO_ROOM


def test_several_stretches_find_room_in_scripts_without_blanks() -> None:
    text = "配達は三日かかります。料金は十ユーロで、現金だけです。日曜日は休みで、電話にも出ません。"
    found = made(irrelevant_removal(item(text), context({"response": ((0, 5), (11, 19))})))
    assert len(found.changes) == 2
    assert all(change.start >= 5 for change in found.changes)


ITEMS = tuple(Item(id=f"i{n}", input=f"Question {n}?", response=f"Answer {n}.") for n in range(12))


def test_the_control_shows_another_items_response() -> None:
    shown = {one.id: made(nonsense_control(one, Context(RUBRIC, ITEMS))) for one in ITEMS}
    for one in ITEMS:
        assert shown[one.id].item.input == one.input
        assert shown[one.id].item.response != one.response
        (change,) = shown[one.id].changes
        assert (change.start, change.end, change.put) == (0, len(str(one.response)), shown[one.id].item.response)
    assert len({found.item.response for found in shown.values()}) == len(ITEMS), "each lends its own once"
    again = {one.id: made(nonsense_control(one, Context(RUBRIC, tuple(reversed(ITEMS))))) for one in ITEMS}
    assert again == shown, "the order of items decides nothing"
    more = {one.id: made(nonsense_control(one, Context(RUBRIC, (*ITEMS, Item(id="new", input="New?", response="New."))))) for one in ITEMS}
    assert sum(more[one.id] != shown[one.id] for one in ITEMS) <= 1


def test_the_control_needs_another_question_and_another_answer() -> None:
    assert nonsense_control(ITEMS[0], Context(RUBRIC, ITEMS[:1])) == "only one item"
    same = (Item(id="a", input="q", response="1"), Item(id="b", input="q", response="2"), Item(id="c", input="p", response="1"))
    assert nonsense_control(same[0], Context(RUBRIC, same)) == "no other item with another input and another response"
    pairs = (Item(id="a", input="q", response_a="1", response_b="2"), Item(id="b", input="p", response_a="3", response_b="4"))
    found = made(nonsense_control(pairs[0], Context(RUBRIC, pairs)))
    assert (found.item.response_a, found.item.response_b) == ("3", "4")


WORDS = st.lists(
    st.sampled_from(
        ["alpha", "beta,", "gamma.", "10", "x=1;", "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627", "日本", "\n", "https://a.b/c?d=1"]
    ),
    min_size=1,
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(WORDS, st.data())
def test_what_is_not_cited_survives_word_for_word(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    kept = without(text, [(start, end)])
    assert "".join(c for c in kept if c.isalnum()) == "".join(c for c in text[:start] + text[end:] if c.isalnum())
    for name, perturb in (("r", evidence_removal), ("i", irrelevant_removal), ("o", evidence_only)):
        found = perturb(item(text), context({"response": ((start, end),)}))
        if isinstance(found, Variant):
            assert {change.source for change in found.changes} == {"response"}, name
            assert all(0 <= change.start < change.end <= len(text) for change in found.changes)


def test_long_texts_take_little_time() -> None:
    text = "word and word. " * 13_000
    cited = {"response": ((0, 400), (1500, 1600))}
    assert isinstance(irrelevant_removal(item(text), context(cited)), Variant)
    assert isinstance(evidence_removal(item(text), context({"response": ((0, 13),)})), Variant)
