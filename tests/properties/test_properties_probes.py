"""What perturbations leave alone: every letter that they do not aim at, in every script; and that the same seed makes the same of an item."""

from __future__ import annotations

import re
import time
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgeaudit.domain.items import Item, Message
from judgeaudit.domain.rubric import Rubric
from judgeaudit.probes import PROBES, Context, Probe, Variant, probe_of, toward, variants_of
from judgeaudit.probes.edits import meeting

FIXED = (
    "`x = 1. y`", "https://a.b/c?d=1&e=2", '"It is 12. So be it."', "```py\nif x: y = 3\nz. Q is 4\n```", "«Il est 5.»", "me@post.example",
    "```x = 1. Q is 4```", "~~~\nif x: y = 3\n\nz. Q is 4\n~~~", "<pre>\nx = 3\nQ is 4\n</pre>", "        x = 3\n        Q is 4. So", "> It is 12. So\n> be it.",
    "\u2018It is 12. It isn\u2019t so.\u2019", "\u00bbEs ist 12. So.\u00ab", "ftp://a.b/__init__/**12**",
)  # fmt: skip
IN_LINE = tuple(fixed for fixed in FIXED if fixed[0] not in "~> ")
SENTENCES = (
    "The fee is 10 euros.", "It was paid by Anna Miller on 3 May 2021.", "You can send it back.", "Why not?", "Die Frist ist 30 Tage.", "料金は十ユーロです。",
    "יש להחזיר תוך 14 ימים.", "السعر هو ١٢ يورو.", "ราคา 5 บาท", "- a point of 2", "1. first", "## Title", "**bold** words", "Ok 👍🏽.", "e\u0301tude\u200d.", "\u202bשלום\u202c.",
)  # fmt: skip
PIECES = st.lists(st.tuples(st.sampled_from(SENTENCES + FIXED), st.sampled_from((" ", "\n", "\n\n"))), min_size=1, max_size=9)
TEXTS = PIECES.map(lambda pieces: "".join(f"{gap}{piece}" for piece, gap in pieces).strip())

CRITERION = {"name": "c", "question": "Is the fee named?", "scale": {"labels": ["pass", "fail"]}}
POINTWISE = Rubric.model_validate({"name": "r", "criteria": [CRITERION], "seed": 7})
PAIRWISE = Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "Which is better?"}], "seed": 7})
NEW = [probe for probe in PROBES if probe.stage == 1 and probe.name != "nonsense_control"]
EXAMPLES = settings(max_examples=25, deadline=None)


def context(rubric: Rubric, item: Item, **more: Any) -> Context:
    return Context(rubric.model_copy(update=more), (item,), "", "c")


def made(probe: Probe, item: Item, **more: Any) -> tuple[Variant, ...]:
    rubric = POINTWISE if item.response is not None else PAIRWISE
    if rubric.mode not in probe.modes:
        return ()
    found = variants_of(probe, item, context(rubric, item, **more))
    assert found, "no variant and no reason"
    return () if isinstance(found, str) else found


def one(text: Any, **more: Any) -> Item:
    return Item(
        **{"id": "i", "input": "How much is it?", "response": text, "metadata": {"translation": "anders", "translation_a": "x", "translation_b": "y"}, **more}
    )


def pair(first: str, second: str) -> Item:
    return one(None, response_a=first, response_b=second)


def undone(variant: Variant, source: str, text: str) -> str:
    """The text with the changes made by hand, from the last to the first: what the variant must show."""
    for change in sorted((c for c in variant.changes if c.source == source), key=lambda c: c.start, reverse=True):
        text = text[: change.start] + change.put + text[change.end :]
    return text


@pytest.mark.parametrize("probe", NEW, ids=lambda probe: probe.name)
@EXAMPLES
@given(text=TEXTS, other=TEXTS)
def test_a_variant_is_the_item_with_its_changes_and_nothing_else(probe: Probe, text: str, other: str) -> None:
    for item in (one(text), pair(text, other)):
        for variant in made(probe, item):
            assert variant.item.id == item.id
            before, after = item.sources(), variant.item.sources()
            assert set(before) == set(after)
            touched = {change.source for change in variant.changes}
            assert touched <= {"response", "response_a", "response_b"}
            assert len(touched) <= 1, "one response of a pair"
            for source in before:
                if probe.name != "step_deleted" or source not in touched:
                    assert after[source] == undone(variant, source, before[source])
            if variant.name.endswith(("_a", "_b")) and touched:
                assert touched == {f"response_{variant.name[-1]}"}


@pytest.mark.parametrize("probe", NEW, ids=lambda probe: probe.name)
@EXAMPLES
@given(text=TEXTS, other=TEXTS, seed=st.integers(0, 5))
def test_the_same_seed_makes_the_same_and_every_variant_is_declared(probe: Probe, text: str, other: str, seed: int) -> None:
    for item in (one(text), pair(text, other)):
        first = made(probe, item, seed=seed)
        assert first == made(probe, item, seed=seed)
        assert len({variant.name for variant in first}) == len(first)
        for variant in first:
            base = variant.name.removesuffix("_a").removesuffix("_b")
            assert variant.name in probe.variants or base in probe.variants
            assert toward(probe.name, variant.name) in ("positive", "negative", "response_a", "response_b", "none")


WORDS_STAY = ("verbosity", "formatting", "authority", "sentiment", "fallacy", "injection", "fact_changed", "step_deleted", "sentences_shuffled")


def unchanged(name: str, text: str, fixed: str) -> None:
    probe = probe_of(name)
    assert probe is not None
    for variant in made(probe, one(text)):
        shown = str(variant.item.response)
        # A whole sentence may go, and with it a quotation that is within it.
        assert fixed in shown or (
            name == "step_deleted" and "".join(fixed.split()) not in "".join(shown.split()) and variant.changes[0].start <= text.index(fixed)
        )


@pytest.mark.parametrize("name", WORDS_STAY)
@EXAMPLES
@given(pieces=st.lists(st.sampled_from(SENTENCES), min_size=3, max_size=6), fixed=st.sampled_from(FIXED), place=st.integers(0, 6))
def test_code_addresses_and_quotations_stay_letter_for_letter(name: str, pieces: list[str], fixed: str, place: int) -> None:
    unchanged(name, "\n\n".join([*pieces[:place], fixed, *pieces[place:]]), fixed)


@pytest.mark.parametrize("name", WORDS_STAY)
@EXAMPLES
@given(pieces=st.lists(st.sampled_from(SENTENCES), min_size=3, max_size=6), fixed=st.sampled_from(IN_LINE), place=st.integers(0, 6))
def test_so_they_do_in_the_middle_of_a_line(name: str, pieces: list[str], fixed: str, place: int) -> None:
    unchanged(name, " ".join([*pieces[:place], fixed, *pieces[place:]]), fixed)


@pytest.mark.parametrize("name", WORDS_STAY)
@EXAMPLES
@given(
    pieces=st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=5),
    gap=st.sampled_from((" ", "\n\n")),
    rest=st.sampled_from(("py\nx = 3. Q is 4", "\n\nQ is 4. So", "js")),
)
def test_code_without_an_end_goes_on_to_the_end(name: str, pieces: list[str], gap: str, rest: str) -> None:
    unchanged(name, f"{' '.join(pieces)}{gap}```{rest}", f"```{rest}")


ADDED = ("verbosity", "authority", "sentiment", "fallacy", "injection")


@pytest.mark.parametrize("name", ADDED)
@EXAMPLES
@given(text=TEXTS)
def test_what_is_added_leaves_the_response_whole(name: str, text: str) -> None:
    probe = probe_of(name)
    assert probe is not None
    assert all(text in str(variant.item.response) and len(str(variant.item.response)) > len(text) for variant in made(probe, one(text)))


def letters(text: str) -> Counter[str]:
    return Counter(re.sub(r"[\s#*_+\u2022-]", "", text))


@EXAMPLES
@given(text=TEXTS)
def test_layout_and_order_keep_every_letter(text: str) -> None:
    formatting, shuffled = probe_of("formatting"), probe_of("sentences_shuffled")
    assert formatting is not None
    assert shuffled is not None
    for variant in made(formatting, one(text)):
        extra = letters(str(variant.item.response)) - letters(text)
        assert set(extra) <= set("0123456789") if variant.name == "headings" else not extra
        assert not letters(text) - letters(str(variant.item.response))
    for variant in made(shuffled, one(text)):
        assert Counter(str(variant.item.response)) == Counter(text)
        assert variant.item.response != text


@EXAMPLES
@given(text=TEXTS)
def test_one_fact_is_changed_and_no_more(text: str) -> None:
    probe = probe_of("fact_changed")
    assert probe is not None
    for variant in made(probe, one(text)):
        (change,) = variant.changes
        was = text[change.start : change.end]
        assert change.put != was
        if variant.name == "number":
            assert len(change.put) == len(was)
            assert sum(a != b for a, b in zip(was, change.put, strict=True)) == 1
            assert [c.isdigit() for c in was] == [c.isdigit() for c in change.put]
        elif variant.name == "negation":
            assert change.put == f"{was} not"


@pytest.mark.parametrize("probe", NEW, ids=lambda probe: probe.name)
@settings(max_examples=10, deadline=None)
@given(text=TEXTS)
def test_a_conversation_stays_one_and_its_earlier_turns_stay(probe: Probe, text: str) -> None:
    talk = (Message(role="user", content="Tell me. Please do. It is 5 euros."), Message(role="assistant", content=text))
    for variant in made(probe, one(talk)):
        shown = variant.item.response
        assert isinstance(shown, tuple)
        assert [message.role for message in shown] == ["user", "assistant"]
        assert shown[0] == talk[0]


@EXAMPLES
@given(spans=st.sets(st.integers(0, 40), max_size=12), start=st.integers(0, 40), length=st.integers(1, 8))
def test_stretches_that_meet_are_those_that_share_a_character(spans: set[int], start: int, length: int) -> None:
    edges = sorted(spans)
    apart = list(zip(edges[::2], edges[1::2], strict=False))
    shared = [span for span in apart if set(range(*span)) & set(range(start, start + length))]
    assert list(meeting(start, start + length, apart)) == shared


LONG = 'It is "so" and `a.b` so. See https://a.b/c for 12 more, Anna. ' * 3500


@pytest.mark.parametrize("probe", NEW, ids=lambda probe: probe.name)
def test_long_texts_take_little_time(probe: Probe) -> None:
    """200,000 characters with thousands of quotations: what takes a square of that takes minutes."""
    start = time.process_time()
    made(probe, one(LONG))
    assert time.process_time() - start < 5


def test_a_conversation_without_messages_can_be_replaced() -> None:
    probe = probe_of("one_token")
    assert probe is not None
    assert [variant.item.response for variant in made(probe, one(()))][:2] == [":", "."]
