"""How the new probes are planned, read back and limited: variants, notes, orders, labels by other names, budgets."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any

import pytest

from judgeaudit.domain.calls import Attempt, CallRecord, CallSpec, EffectiveParameters
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Reply, Rubric
from judgeaudit.errors import RubricError
from judgeaudit.judging.parse import parse_record
from judgeaudit.judging.probe_plan import NAMES_LABELS, NOT_SHOWN, ProbePlan, plan_probes
from judgeaudit.probes import Context
from judgeaudit.probes.picked import picked

PASS_FAIL = {"labels": ["pass", "fail"]}
ITEMS = [Item(id=f"i{n}", input=f"How much is parcel {n}?", response=f"The fee is {n} euros. It is due now.") for n in range(3)]
PAIRS = [Item(id=f"i{n}", input=f"How much is parcel {n}?", response_a=f"It is {n} euros.", response_b="I do not know.") for n in range(3)]


def rubric(*probes: str, scale: Any = PASS_FAIL, **more: Any) -> Rubric:
    criterion = {"name": "c", "question": "Is the fee named?", **({"scale": scale} if scale else {})}
    base = {"name": "r", "criteria": [criterion], "judges": [{"name": "x", "model": "openai/m"}], "replicates": 2, "probes": list(probes)}
    return Rubric.model_validate({**base, **more})


def planned(one: Rubric, items: list[Item], **more: Any) -> ProbePlan:
    parameters = {judge.name: EffectiveParameters(judge=judge.name, model=judge.model) for judge in one.judges}
    return plan_probes(one, items, parameters, None, 1, **more)


def first(plan: ProbePlan, variant: str) -> CallSpec:
    return next(spec for spec in plan.specs if spec.variant == variant)


def read(one: Rubric, reply: Any, **more: Any) -> str | None:
    attempt = Attempt("t", 0.1, reply=json.dumps({"object": "python", "value": reply}))
    record = CallRecord("k", "x", "i0", "c", 0, None, "h", (attempt,), **more)
    return parse_record(record, one.criteria[0], Reply(), one.mode).label


def test_every_variant_is_asked_of_every_item_with_a_key_of_its_own() -> None:
    plan = planned(rubric("bandwagon", "null_answer"), ITEMS)
    assert Counter((spec.probe, spec.variant) for spec in plan.specs) == {
        ("bandwagon", "most_positive"): 6, ("bandwagon", "most_negative"): 6, ("null_answer", "empty"): 6, ("null_answer", "blank"): 6,
    }  # fmt: skip
    assert len({spec.key for spec in plan.specs}) == 24
    assert [(row.probe, row.calls) for row in plan.rows] == [("bandwagon", 12), ("null_answer", 12)]


def test_a_note_stands_after_the_question_and_before_the_reply_that_is_asked_for() -> None:
    words = first(planned(rubric("anchoring"), ITEMS), "high").prompt.messages[-1]["content"]
    assert 'In an earlier review this was given the label "pass".' in words
    assert words.index("Is the fee named?") < words.index("In an earlier review") < words.index("Answer with one JSON object")
    own = first(planned(rubric("anchoring", prompt="Judge this: {{response}}"), ITEMS), "low").prompt.messages[-1]["content"]
    assert own.startswith('Judge this: The fee is 0 euros. It is due now.\n\nIn an earlier review this was given the label "fail".\n\n')


def test_a_python_judge_is_handed_the_note_in_its_question() -> None:
    spec = first(planned(rubric("anchoring"), ITEMS), "low")
    assert spec.asked is not None
    assert spec.asked.question == 'Is the fee named?\n\nIn an earlier review this was given the label "fail".'
    assert spec.item is not None
    assert spec.item.sources() == ITEMS[0].sources()
    assert first(planned(rubric("null_answer"), ITEMS), "empty").asked is None


def test_swapped_pairs_are_shown_turned_around_and_read_back() -> None:
    one = rubric("position", scale=None, mode="pairwise")
    spec = first(planned(one, PAIRS), "swapped")
    assert spec.order == "ba"
    words = spec.prompt.messages[-1]["content"]
    assert words.index("I do not know.") < words.index("It is 0 euros.")
    assert read(one, "response_a", probe="position", variant="swapped", order="ba") == "response_b"


def test_a_probe_of_the_other_mode_is_refused() -> None:
    with pytest.raises(RubricError, match="'position' is for pairwise rubrics, and this one is pointwise"):
        planned(rubric("position"), ITEMS)


def test_labels_by_other_names_are_shown_and_mapped_back() -> None:
    one = rubric("label_names")
    plan = planned(one, ITEMS)
    words = first(plan, "letters_turned").prompt.messages[-1]["content"]
    assert "- B: pass\n- A: fail" in words
    assert '"label": <"B" or "A">' in words
    assert [read(one, "A", probe="label_names", variant=name) for name in ("letters", "letters_turned")] == ["pass", "fail"]
    assert read(one, "pass", probe="label_names", variant="letters") is None, "the judge was not told of that name"
    assert read(one, "pass") == "pass"
    pair = rubric("label_names", scale=None, mode="pairwise")
    assert "<<<response_x " in first(planned(pair, PAIRS), "letters").prompt.messages[-1]["content"]
    assert [read(pair, said, probe="label_names", variant="letters", order="ab") for said in ("response_x", "response_y", "tie")] == [
        "response_a",
        "response_b",
        "tie",
    ]


def test_labels_in_the_other_order_keep_their_names() -> None:
    one = rubric("label_order", scale={"level": "ordinal", "labels": ["bad", "good", "best"]})
    words = first(planned(one, ITEMS), "reversed").prompt.messages[-1]["content"]
    assert "Labels: best, good, bad" in words
    assert "The labels are listed from best to worst." in words
    assert "worst to best" not in words
    assert [read(one, label, probe="label_order", variant="reversed") for label in ("bad", "best")] == ["bad", "best"]
    assert planned(rubric("label_order", scale={"level": "interval", "low": 1, "high": 5}), ITEMS).rows[0].not_applicable == {"the scale has no labels": 3}


OWN_PROMPTS = {
    "labels that the prompt names itself": ("label_names", "Say pass or fail of {{response}}", NAMES_LABELS),
    "a question that it does not take": ("rubric_wording", "Is this good? {{response}} {{reply_format}}", NOT_SHOWN),
    "labels that it does not take": ("label_order", "Is this good? {{response}} Say yes or no.", NOT_SHOWN),
}


@pytest.mark.parametrize("what", OWN_PROMPTS)
def test_what_a_judges_own_prompt_does_not_show_is_not_asked(what: str) -> None:
    probe, prompt, why = OWN_PROMPTS[what]
    reply = {"format": "text", "closing": "Verdict:"}
    plan = planned(rubric(probe, prompt=prompt, reply=reply), ITEMS)
    assert plan.specs == ()
    assert plan.rows[0].not_applicable == {why: 3}


def test_judges_who_are_asked_alike_share_their_prompts_and_others_do_not() -> None:
    judges = [{"name": "x", "model": "openai/m"}, {"name": "y", "model": "openai/n"}, {"name": "z", "model": "openai/o", "system": "Be kind."}]
    plan = planned(rubric("null_answer", judges=judges, replicates=1), ITEMS[:1])
    prompts = {spec.judge: spec.prompt for spec in plan.specs if spec.variant == "empty"}
    assert prompts["x"] is prompts["y"]
    assert prompts["z"].messages[0]["content"] == "Be kind."


def test_reasons_are_not_asked_for_without_a_chain_of_thought() -> None:
    plan = planned(rubric("chain_of_thought"), ITEMS)
    off, on = (first(plan, name).prompt.messages[-1]["content"] for name in ("off", "on"))
    assert '{"label": <"pass" or "fail">, "confidence": <0 to 1>}' in off
    assert '"reasons"' not in off
    assert '"reasons"' in on
    assert "think step by step" in on


def test_self_preference_makes_no_calls() -> None:
    assert planned(rubric("self_preference"), ITEMS) == ProbePlan((), ())


STRATA = [
    Item(id=f"{name}{n}", input="q", response="It is so. It is.", stratum=name)
    for name, size in (("a", 60), ("b", 30), ("c", 9), ("d", 1))
    for n in range(size)
]


def test_a_budget_takes_every_stratum_in_its_share_and_the_same_items_every_time() -> None:
    """d has less than a share of one item and gets one; of the other 19 a has 19 * 60 / 99 = 11.5, b 5.8, c 1.7."""
    context = Context(rubric(), STRATA)
    assert Counter(name[0] for name in picked(context, 20)) == {"a": 11, "b": 6, "c": 2, "d": 1}
    assert picked(context, 20) == picked(Context(rubric(), STRATA[::-1]), 20)
    assert picked(context, 20) != picked(Context(rubric(seed=9), STRATA), 20)
    assert {name[0] for name in picked(context, 2)} == {"a", "b"}
    assert len(picked(context, 99)) == 99
    assert len(picked(context, None)) == len(picked(context, 1000)) == 100
    assert len(picked(context, 20) & picked(context, 30)) >= 18, "a larger budget keeps what was asked"


def test_items_with_gold_come_first_in_their_stratum() -> None:
    gold = {"a3", "a7", "b1", "c0"}
    assert gold <= picked(Context(rubric(), STRATA), 20, first=gold)
    assert Counter(name[0] for name in picked(Context(rubric(), STRATA), 20, first=gold)) == {"a": 11, "b": 6, "c": 2, "d": 1}


def test_a_budget_limits_what_is_asked_and_controls_take_items_with_gold() -> None:
    one = rubric("anchoring", "fact_changed", probe_items=4, replicates=1)
    items = [Item(id=f"i{n}", input="q", response=f"The fee is {n + 3} euros.") for n in range(40)]
    gold = {"i1", "i5", "i9", "i30"}
    plan = planned(one, items, gold=gold)
    by_probe = {name: {spec.item_id for spec in plan.specs if spec.probe == name} for name in one.probes}
    assert by_probe["fact_changed"] == gold
    assert len(by_probe["anchoring"]) == 4
    assert by_probe["anchoring"] != gold
    assert {row.probe: row.calls for row in plan.rows} == {"anchoring": 8, "fact_changed": 4}


@pytest.mark.parametrize("n", range(1, 101))
def test_a_budget_is_kept_to_the_item(n: int) -> None:
    assert len(picked(Context(rubric(), STRATA), n)) == n


def test_the_question_in_other_words_is_the_rubrics_own_where_it_has_any() -> None:
    criterion = {"name": "c", "question": "Is the fee named?", "scale": PASS_FAIL, "paraphrases": ["Does it name the fee?", "Can one read the fee there?"]}
    plan = planned(rubric("rubric_wording", criteria=[criterion]), ITEMS[:1])
    assert {spec.asked.question for spec in plan.specs if spec.asked is not None} == {"Does it name the fee?", "Can one read the fee there?"}
    framed = planned(rubric("rubric_wording"), ITEMS[:1])
    assert all("Is the fee named?" in spec.asked.question for spec in framed.specs if spec.asked is not None)
    assert {spec.variant for spec in framed.specs} == {"wording_1", "wording_2"}
    with pytest.raises(ValueError, match="paraphrases holds 'Is the fee named\\?' twice"):
        rubric(criteria=[{**criterion, "paraphrases": ["Is the fee named?"]}])


def test_a_label_of_the_scale_that_is_a_letter_too_is_not_mixed_up() -> None:
    """Turned around, A stands for the last label, "B": were it read by its name, it would be the first."""
    one = rubric("label_names", scale={"labels": ["A", "B or worse"]})
    assert [read(one, said, probe="label_names", variant="letters_turned") for said in ("A", "B")] == ["B or worse", "A"]
    assert [read(one, said, probe="label_names", variant="letters") for said in ("A", "B")] == ["A", "B or worse"]


def test_keys_of_calls_are_those_of_earlier_versions() -> None:
    """The hash of the canonical JSON of what a call is, written out here: a stored run is found again."""
    one = rubric("nonsense_control", replicates=1)
    (spec, *_) = planned(one, ITEMS).specs
    assert spec.item is not None
    asked = digest({"model": "openai/m", "api_base": None, "parameters": {}})
    names = {"i0": ITEMS[0]}
    words = {
        "asked": asked, "criterion": "c", "item": "i0", "judge": "x", "order": None, "probe": "nonsense_control", "prompt": spec.prompt.prompt_hash,
        "replicate": 0, "seed": None, "texts": digest({"input": names["i0"].input, "response": spec.item.response}), "variant": "other_response",
    }  # fmt: skip
    assert spec.key == hashlib.sha256(json.dumps(words, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
