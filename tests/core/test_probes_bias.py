"""What the probes of biases change: words in the answer, words in the prompt, layout, and who wrote what."""

from __future__ import annotations

from typing import Any

import pytest

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import KNOWN_PROBES, Rubric
from judgeaudit.probes import PROBES, Context, Variant, probe_of, toward, variants_of
from judgeaudit.probes.phrases import NO_WORDS
from judgeaudit.probes.rubric_wording import turned_around
from judgeaudit.probes.scale_words import NO_ORDER
from judgeaudit.probes.self_preference import family_of, writers

QUESTION = "Is the fee named?"
TEXT = "The fee is 10 euros. It is due on Monday. You can pay in cash."


def rubric(scale: Any = None, **more: Any) -> Rubric:
    criterion = {"name": "c", "question": QUESTION, "scale": scale or {"labels": ["pass", "fail"]}}
    return Rubric.model_validate({"name": "r", "criteria": [criterion], "seed": 7, **more})


PAIRWISE = Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "Which is better?"}], "seed": 7})


def one(text: Any = TEXT, **more: Any) -> Item:
    return Item(**{"id": "i", "input": "What is the fee?", "response": text, **more})


def pair(n: int = 0, **more: Any) -> Item:
    return Item(**{"id": f"p{n}", "input": "What is the fee?", "response_a": "The fee is 10 euros.", "response_b": "There is no fee.", **more})


def variants(name: str, item: Item, asked: Rubric | None = None) -> dict[str, Variant]:
    found = tried(name, item, asked)
    assert not isinstance(found, str), found
    return {variant.name: variant for variant in found}


def tried(name: str, item: Item, asked: Rubric | None = None) -> tuple[Variant, ...] | str:
    probe = probe_of(name)
    assert probe is not None
    return variants_of(probe, item, Context(asked or rubric(), (item,), "", "c"))


def shown(name: str, item: Item, asked: Rubric | None = None) -> dict[str, Any]:
    return {key: variant.item.response for key, variant in variants(name, item, asked).items()}


def test_every_probe_says_what_it_is() -> None:
    assert tuple(probe.name for probe in PROBES) == KNOWN_PROBES
    for probe in PROBES:
        assert all(said.endswith(".") and said[0].isupper() for said in (probe.expect, probe.changes, probe.cannot)), probe.name
        assert probe.variants or probe.stage == 0
    kinds = {kind: [probe.name for probe in PROBES if probe.kind == kind] for kind in ("control", "attack", "evidence")}
    assert kinds == {
        "control": ["nonsense_control", "identical_responses", "fact_changed", "step_deleted", "sentences_shuffled"],
        "attack": ["null_answer", "constant_answer", "one_token", "injection"],
        "evidence": ["evidence_removal", "evidence_only", "irrelevant_removal"],
    }


def test_padding_says_nothing_and_is_half_as_long_again() -> None:
    text = " ".join([TEXT] * 12)
    found = shown("verbosity", one(text))
    padded, added = found["padded"], len(found["padded"]) - len(text)
    assert 0.35 * len(text) < added < 0.8 * len(text)
    assert padded.startswith("Thank you very much for this question")
    assert f"\n\n{text}\n\n" in padded
    assert found["repeated"] == f"{text}\n\n{text}"


GERMAN = "Die Frist ist 30 Tage. Sie beginnt mit der Lieferung."
ADDED = {
    "verbosity": ("padded", "Vielen Dank", True), "authority": ("citation", "Quelle: Hallstrom", False), "sentiment": ("angry", "Ehrlich gesagt", True),
    "fallacy": ("circular", "Diese Antwort muss richtig sein", False),
}  # fmt: skip


@pytest.mark.parametrize("name", ADDED)
def test_words_are_added_in_the_language_of_the_response_or_not_at_all(name: str) -> None:
    variant, words, is_first = ADDED[name]
    text = shown(name, one(GERMAN))[variant]
    assert text.startswith(words) if is_first else text.startswith(f"{GERMAN}\n\n{words}")
    other = one("תקופת ההחזר היא 14 ימים. ההחזר מלא.", input="?")
    if name == "verbosity":
        assert set(shown(name, other)) == {"repeated"}
    else:
        assert tried(name, other) == NO_WORDS
    assert tried(name, one(" ... ")) == "the response is empty"


def test_an_invented_citation_and_a_named_expert() -> None:
    found = shown("authority", one())
    assert found["citation"].startswith(f"{TEXT}\n\nSource: Hallstrom, E., and Okafor, D. (2019)")
    assert "confirmed by Professor Eleanor Hallstrom" in found["expert"]


def test_prose_becomes_a_list_or_gets_headings_and_marks_are_taken_out() -> None:
    found = shown("formatting", one("It is 10. See `a. b`, too. Fine.\n\nPay now."))
    assert found["list"] == "- It is 10.\n- See `a. b`, too.\n- Fine.\n\nPay now."
    assert found["headings"] == "## 1\n\n**It is 10.** See `a. b`, too. Fine.\n\n## 2\n\n**Pay now.**"
    assert shown("formatting", one("# Fee\n\n- It is **10** euros.\n- `**x**`")) == {"plain": "Fee\n\nIt is 10 euros.\n`**x**`"}
    assert tried("formatting", one("It is 10.")) == "fewer than two sentences"


NOTES: dict[str, dict[str, str]] = {
    "bandwagon": {"most_positive": 'Of the people who were asked about this, 90 % gave it the label "pass".', "most_negative": 'Of the people who were asked about this, 90 % gave it the label "fail".'},
    "anchoring": {"high": 'In an earlier review this was given the label "pass".', "low": 'In an earlier review this was given the label "fail".'},
    "compassion_fade": {"famous": "The author of the response is the model GPT-5.", "obscure": "The author of the response is the model TinyChat-125M."},
    "refinement": {"revised": "What you see of the response is a revised version: its author went over a first draft once more."},
    "distraction": {"aside": "The author of the response collects old postcards and likes to go for long walks in the evening."},
    "stated_consequence": {
        "lenient": 'If the response is given the label "fail", its author will be dismissed.',
        "strict": 'If the response is given the label "pass" and a fault is found later, people will come to harm.',
    },
}  # fmt: skip


@pytest.mark.parametrize("name", NOTES)
def test_what_the_judge_is_told_leaves_the_item_as_it_is(name: str) -> None:
    found = variants(name, one())
    assert {key: variant.note for key, variant in found.items()} == NOTES[name]
    assert all(variant.item == one() and not variant.changes for variant in found.values())


def test_the_ends_of_other_scales() -> None:
    ordinal, interval = rubric({"level": "ordinal", "labels": ["bad", "good", "best"]}), rubric({"level": "interval", "low": 1, "high": 10})
    assert variants("anchoring", one(), ordinal)["high"].note.endswith('the label "best".')
    assert variants("anchoring", one(), ordinal)["low"].note.endswith('the label "bad".')
    assert variants("bandwagon", one(), interval)["most_negative"].note.endswith("gave it the score 1.")
    for name in ("anchoring", "bandwagon", "stated_consequence", "injection"):
        assert tried(name, one(), rubric({"labels": ["x", "y", "z"]})) == NO_ORDER


def test_of_a_pair_the_note_names_one_response_as_the_judge_knows_it() -> None:
    assert {key: variant.note for key, variant in variants("bandwagon", pair(), PAIRWISE).items()} == {
        f"most_{which}": f'Of the people who were asked about this, 90 % gave it the label "response_{which}".' for which in "ab"
    }
    ((name, variant),) = variants("refinement", pair(), PAIRWISE).items()
    assert variant.note.startswith(f"What you see of response_{name[-1]} is a revised version")
    ((name, variant),) = variants("compassion_fade", pair(), PAIRWISE).items()
    assert f"The author of response_{name[-1]} is the model GPT-5." in variant.note
    assert variant.note.index("response_a") < variant.note.index("response_b")


def test_a_coin_decides_which_response_of_a_pair_and_both_come_up() -> None:
    names = [name for n in range(200) for name in variants("authority", pair(n), PAIRWISE) if name.startswith("citation")]
    assert 70 < names.count("citation_a") < 130
    assert toward("authority", "citation_a") == "response_a"
    assert toward("sentiment", "angry_a") == "response_b"
    assert toward("anchoring", "high_b") == "response_b"
    assert toward("label_order", "reversed") == "none"
    assert toward("position", "swapped") == "none"


def test_pairs_that_show_one_response_twice() -> None:
    found = [variants("identical_responses", pair(n), PAIRWISE)["identical"].item for n in range(60)]
    assert all(item.response_a == item.response_b for item in found)
    assert len({item.response_a for item in found}) == 2, "now one, now the other"
    same = pair(response_b="The fee is 10 euros.")
    assert tried("identical_responses", same, PAIRWISE) == tried("position", same, PAIRWISE) == "both responses are the same"


def test_another_language_needs_a_translation_that_is_given() -> None:
    assert tried("answer_language", one()) == "no translation of the response: a column translation would give one"
    assert shown("answer_language", one(metadata={"translation": "Die Gebühr ist 10 Euro."})) == {"translated": "Die Gebühr ist 10 Euro."}
    assert tried("answer_language", one(metadata={"translation": f" {TEXT}"})) == "its translation is the response itself"


LABELS_NOT_RENAMED = {
    "the question names a label": ({"labels": ["named", "missing"]}, "the question names a label"),
    "letters": ({"labels": ["A", "B"]}, "the labels are single letters or digits already"),
    "numbers": ({"level": "interval", "low": 1, "high": 5}, "the scale has no labels"),
}


@pytest.mark.parametrize("what", LABELS_NOT_RENAMED)
def test_labels_that_are_not_renamed(what: str) -> None:
    scale, why = LABELS_NOT_RENAMED[what]
    assert tried("label_names", one(), rubric(scale)) == why


def test_a_question_in_a_language_without_other_words() -> None:
    criterion = {"name": "c", "question": "האם הדמי מצוינים?", "scale": {"labels": ["pass", "fail"]}}
    found = tried("rubric_wording", one(), rubric(criteria=[criterion]))
    assert found == "no other words in the language of the question: give the criterion paraphrases"
    german = {**criterion, "question": "Nennt die Antwort die Frist?"}
    asked = [variant.criterion for variant in variants("rubric_wording", one(), rubric(criteria=[german])).values()]
    assert [c.question for c in asked if c] == [
        "Entscheide die folgende Frage zum Material: Nennt die Antwort die Frist?",
        "Das ist es, was hier zu klären ist. Nennt die Antwort die Frist?",
    ]


def test_a_paraphrase_that_may_ask_the_opposite_is_told_from_one_that_does_not() -> None:
    assert turned_around(QUESTION, "Is the fee not named?")
    assert turned_around("Nennt sie die Frist?", "Nennt sie keine Frist?")
    assert not turned_around(QUESTION, "Does it name the fee?")
    assert not turned_around("Does it never say no?", "Is it always open?"), "two negations are none"


FAMILIES = {
    "openai/gpt-4o-2024-08-06": "gpt", "o3-mini": "gpt", "azure/gpt-5": "gpt", "anthropic/claude-3-5-sonnet-latest": "claude", "gemini/gemini-2.5-pro": "gemini",
    "together_ai/meta-llama/Llama-3.1-8B-Instruct": "llama", "mistralai/Mixtral-8x7B": "mistral", "Qwen/Qwen2.5-7B": "qwen", "local/smollm2": "smollm",
    "python:mine:judge": None, "openai/my-own": "gpt", "phil": None, "human": None, "": None, "deepseek-chat": "deepseek", "yields": None,
}  # fmt: skip


@pytest.mark.parametrize("model", FAMILIES)
def test_families_of_models(model: str) -> None:
    assert family_of(model) == FAMILIES[model]


def test_who_wrote_the_responses() -> None:
    assert writers(one(metadata={"system": "gpt-4o"})) == {"response": "gpt"}
    assert writers(one(metadata={"model": "our bot"})) == {}
    assert writers(pair(metadata={"model_a": "claude-3-opus", "writer_b": "meta-llama/Llama-3-8b"})) == {"response_a": "claude", "response_b": "llama"}
    assert tried("self_preference", one()) == "read from verdicts: nothing is asked"
