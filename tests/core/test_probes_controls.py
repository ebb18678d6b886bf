"""Answers that are made worse: a fact, a step, the order of sentences."""

from __future__ import annotations

from collections import Counter
from typing import Any

from judgeaudit.domain.items import Item
from judgeaudit.probes import PROBES, toward
from tests.core.test_probes_bias import PAIRWISE, one, rubric, shown, tried, variants

TEXT = "The fee is 10 euros. It is due on Monday. You can pay Anna in cash."


def facts(text: str, **more: Any) -> set[tuple[str, Any]]:
    """All that the control makes of a text under a hundred seeds."""
    return {entry for seed in range(100) for entry in shown("fact_changed", one(text, **more), rubric(seed=seed)).items()}


def test_a_number_a_name_or_a_statement_is_changed() -> None:
    found = facts(TEXT)
    assert {name for name, _ in found} == {"number", "name", "negation"}
    assert ("number", TEXT.replace("10", "40")) in found
    assert ("negation", TEXT.replace("fee is", "fee is not")) in found
    assert ("negation", TEXT.replace("You can", "You can not")) in found
    names = {text for name, text in found if name == "name"}
    assert TEXT.replace("Anna", "Marlow") in names
    assert TEXT.replace("Monday", "Tessin") in names


def test_numbers_keep_their_shape_and_years_their_century() -> None:
    assert facts("1.250,50", input="?") == {("number", "4.250,50")}
    assert facts("2021", input="?") == {("number", "2024")}
    assert facts("٣", input="?") == {("number", "٦")}
    assert facts("0.05", input="?") == {("number", "0.08")}


def test_a_number_that_other_texts_have_goes_first() -> None:
    text = "Zwischen 3 und 14 Tagen ist das die Frist."
    assert facts(text, context="Die Frist ist 14 Tage.") == {("number", text.replace("14", "44"))}
    assert {name for name, _ in facts(text)} == {"number"}, "names and verbs only in English"


def test_what_is_left_alone_by_a_changed_fact() -> None:
    text = '1. `x = 3`\n2. https://a.b/4\n3. "It is 5"'
    assert tried("fact_changed", one(text)) == "no number, and no name or verb of an English sentence, outside code and quotations"
    assert tried("fact_changed", one("料金です。")) == "no number, and no name or verb of an English sentence, outside code and quotations"
    assert isinstance(tried("fact_changed", one("It is not so, and it is never so.")), str), "statements that are denied already"


def test_a_step_from_within_is_gone_with_its_number() -> None:
    text = "1. Open the box.\n2. Take out the lamp.\n3. Plug it in."
    assert shown("step_deleted", one(text)) == {"deleted": "1. Open the box.\n3. Plug it in."}
    (change,) = variants("step_deleted", one(text))["deleted"].changes
    assert text[change.start : change.end] == "2. Take out the lamp."
    assert shown("step_deleted", one(TEXT)) == {"deleted": "The fee is 10 euros. You can pay Anna in cash."}
    assert tried("step_deleted", one("One. Two.")) == "fewer than three sentences"
    assert (
        tried("step_deleted", one("One.\n\n```\na b\nc d\n```\n\nTwo.")) == "no sentence between the first and the last that stands in no code and no quotation"
    )


def test_any_inner_step_may_go() -> None:
    text = "A one. B two. C three. D four."
    found = {shown("step_deleted", one(text), rubric(seed=seed))["deleted"] for seed in range(40)}
    assert found == {"A one. C three. D four.", "A one. B two. D four."}


def test_sentences_trade_places() -> None:
    text = "- A one.\n- B two.\n- C three."
    found = Counter(shown("sentences_shuffled", one(text), rubric(seed=seed))["shuffled"] for seed in range(200))
    assert len(found) == 5, "every order but the own"
    assert all(sorted(line[2:] for line in shuffled.split("\n")) == ["A one.", "B two.", "C three."] and shuffled.count("- ") == 3 for shuffled in found)
    assert tried("sentences_shuffled", one("A. A. A. A.")) == "fewer than three different sentences that can change places"


def test_of_a_pair_one_response_is_made_worse() -> None:
    names = set()
    for n in range(40):
        item = Item(id=f"i{n}", input="q", response_a=TEXT, response_b=f"{TEXT} Fine.")
        ((name, variant),) = variants("step_deleted", item, PAIRWISE).items()
        names.add(name)
        same, other = ("response_b", "response_a") if name.endswith("_a") else ("response_a", "response_b")
        assert getattr(variant.item, same) == getattr(item, same)
        assert getattr(variant.item, other) != getattr(item, other)
        assert toward("step_deleted", name) == same, "the response that was left alone"
    assert names == {"deleted_a", "deleted_b"}


def test_controls_take_items_with_gold_first() -> None:
    assert [probe.name for probe in PROBES if "gold" in probe.needs] == ["self_preference", "fact_changed", "step_deleted", "sentences_shuffled"]
