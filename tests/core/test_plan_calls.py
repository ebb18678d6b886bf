"""The plan: which calls are made, and what makes one call another."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from judgeaudit.domain.calls import CallSpec, EffectiveParameters
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.judging.plan import compare_plans, fingerprint, plan_calls

SECRET = "pw-TEST"
BASE: dict[str, Any] = {
    "name": "r",
    "criteria": [
        {"name": "window", "question": "Is it stated?", "scale": {"labels": ["pass", "fail"]}, "aspects": ["days"], "kind": "extractive"},
        {"name": "tone", "question": "Is it polite?", "scale": {"level": "interval", "low": 1, "high": 5}},
    ],
    "judges": [{"name": "x", "model": "openai/m", "api_base": f"http://user:{SECRET}@127.0.0.1:9/v1?token=TEST-123"}, {"name": "y", "model": "openai/n"}],
    "replicates": 3,
    "seed": 5,
}  # fmt: skip
ITEMS = [Item(id="a7", input="q", response="one"), Item(id="a8", input="q", response="two")]


def rubric(**more: Any) -> Rubric:
    return Rubric.model_validate({**BASE, **more})


def parameters(one: Rubric, **of: dict[str, Any]) -> dict[str, EffectiveParameters]:
    """Judge x takes a seed, y takes none; `of` changes fields of a judge's parameters by name."""
    made = {}
    for judge in one.judges:
        base = EffectiveParameters(
            judge=judge.name,
            model=judge.model,
            effective={"temperature": 1.0, "seed": "seed of the replicate"},
            takes_seed=judge.name == "x",
            schema_mode="json_schema",
        )
        made[judge.name] = replace(base, **of.get(judge.name, {}))
    return made


def plan(one: Rubric | None = None, items: list[Item] = ITEMS, **of: dict[str, Any]) -> tuple[CallSpec, ...]:
    one = one or rubric()
    return plan_calls(one, items, parameters(one, **of))


def print_of(one: Rubric | None = None, items: list[Item] = ITEMS, **of: dict[str, Any]) -> dict[str, Any]:
    one = one or rubric()
    stored: dict[str, Any] = json.loads(json.dumps(fingerprint(one, items, parameters(one, **of))))
    return stored


def test_every_item_criterion_replicate_and_judge_is_asked_once() -> None:
    specs = plan()
    assert len(specs) == 2 * 2 * 3 * 2
    assert len({spec.key for spec in specs}) == len(specs)
    assert {(s.item_id, s.criterion, s.replicate, s.judge) for s in specs} == {
        (i, c, r, j) for i in ("a7", "a8") for c in ("window", "tone") for r in (0, 1, 2) for j in ("x", "y")
    }


def test_an_early_stop_leaves_whole_items_and_judges_side_by_side() -> None:
    specs = plan()
    assert [item for item, _ in groupby(spec.item_id for spec in specs)] == ["a7", "a8"]
    assert [(s.criterion, s.replicate, s.judge) for s in specs[:4]] == [("window", 0, "x"), ("window", 0, "y"), ("window", 1, "x"), ("window", 1, "y")]


def test_a_seed_is_sent_only_to_a_judge_that_takes_one() -> None:
    assert {(s.judge, s.replicate, s.seed_sent) for s in plan()} == {("x", 0, 5), ("x", 1, 6), ("x", 2, 7), ("y", 0, None), ("y", 1, None), ("y", 2, None)}
    assert [s.seed_sent for s in plan(rubric(seeds=[9, 4, 7])) if s.judge == "x"][:3] == [9, 4, 7]


def test_replicates_share_a_prompt_and_never_a_key() -> None:
    same = [s for s in plan() if (s.item_id, s.criterion, s.judge) == ("a7", "window", "y")]
    assert len({s.prompt.prompt_hash for s in same}) == 1
    assert len({s.key for s in same}) == 3


def test_pairwise_items_are_shown_ab() -> None:
    one = rubric(mode="pairwise", criteria=[{"name": "c", "question": "?"}])
    specs = plan(one, [Item(id="i", input="q", response_a="A", response_b="B")])
    assert {s.order for s in specs} == {"ab"}
    assert {s.order for s in plan()} == {None}


def keys(specs: tuple[CallSpec, ...]) -> set[str]:
    return {s.key for s in specs if s.judge == "x" and s.item_id == "a7" and s.criterion == "window"}


CHANGES: dict[str, Callable[[], tuple[CallSpec, ...]]] = {
    "model": lambda: plan(rubric(judges=[{**BASE["judges"][0], "model": "openai/other"}])),
    "api_base": lambda: plan(rubric(judges=[{**BASE["judges"][0], "api_base": "http://127.0.0.1:10/v1"}])),
    "name": lambda: plan(rubric(judges=[{**BASE["judges"][0], "name": "z"}]), z={"takes_seed": True}),
    "temperature": lambda: plan(x={"effective": {"temperature": 0.0}}),
    "schema": lambda: plan(x={"schema_mode": "instructions"}),
    "seed": lambda: plan(rubric(seed=50)),
    "no seed": lambda: plan(x={"takes_seed": False}),
    "text": lambda: plan(items=[Item(id="a7", input="q", response="One")]),
    "system": lambda: plan(rubric(system="Be kind.")),
    "question": lambda: plan(rubric(criteria=[{**BASE["criteria"][0], "question": "Is it given?"}])),
    "scale": lambda: plan(rubric(criteria=[{**BASE["criteria"][0], "scale": {"labels": ["yes", "no"]}}])),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_can_change_the_answer_changes_the_key(what: str) -> None:
    changed = {s.key for s in CHANGES[what]() if s.item_id == "a7" and s.criterion == "window" and s.judge in ("x", "z")}
    assert len(changed) == 3
    assert not changed & keys(plan())


def test_what_cannot_change_the_answer_keeps_the_key() -> None:
    before = keys(plan())
    assert keys(plan(rubric(gates={"coverage.answered_rate": {"min": 0.9}}, gold="g.csv", name="other", version="2"))) == before
    assert keys(plan(items=[ITEMS[0].model_copy(update={"metadata": {"a": 1}, "stratum": "s"}), ITEMS[1]])) == before
    assert keys(plan(rubric(judges=[{**BASE["judges"][0], "api_base": "http://other:word@127.0.0.1:9/v1?token=2"}]))) == before
    assert keys(plan(rubric(judges=[{**BASE["judges"][0], "timeout_s": 5, "requests_per_minute": 3}]))) == before
    assert keys(plan(x={"effective": {"temperature": 1, "seed": 3}, "notes": ("n",)})) == before
    assert before < keys(plan(rubric(replicates=5)))


def test_the_fingerprint_is_json_and_holds_no_text_and_no_secret() -> None:
    stored = json.dumps(fingerprint(rubric(), [Item(id="a7", input="a private text", response="one")], parameters(rubric())))
    assert all(word not in stored for word in (SECRET, "TEST-123", "user:", "private", "Is it stated?"))
    assert "http://127.0.0.1:9/v1" in stored


def test_nothing_changed() -> None:
    assert compare_plans(print_of(), print_of()) == []


def test_more_is_allowed() -> None:
    more = rubric(
        replicates=5, judges=[*BASE["judges"], {"name": "z", "model": "openai/z"}], criteria=[*BASE["criteria"], {**BASE["criteria"][0], "name": "more"}],
        gates={"coverage.answered_rate": {"min": 0.9}}, gold="gold.csv", name="other",
    )  # fmt: skip
    items = [ITEMS[1], Item(id="a9", input="q", response="three"), ITEMS[0].model_copy(update={"stratum": "s", "metadata": {"k": 1}})]
    assert compare_plans(print_of(), print_of(more, items)) == []


def criteria(**of_first: Any) -> Rubric:
    return rubric(criteria=[{**BASE["criteria"][0], **of_first}, BASE["criteria"][1]])


def judges(**of_first: Any) -> Rubric:
    return rubric(judges=[{**BASE["judges"][0], **of_first}, BASE["judges"][1]])


REFUSED: dict[str, tuple[Callable[[], dict[str, Any]], list[str]]] = {
    "question": (lambda: print_of(criteria(question="Is it given?")), ["criterion 'window': the question changed"]),
    "scale": (lambda: print_of(criteria(scale={"labels": ["yes", "no"]})), ["criterion 'window': the scale changed"]),
    "label order": (lambda: print_of(criteria(scale={"labels": ["fail", "pass"]})), ["criterion 'window': the scale changed"]),
    "aspects": (lambda: print_of(criteria(aspects=[{"name": "days", "required": True}])), ["criterion 'window': the aspects changed"]),
    "descriptions": (lambda: print_of(criteria(label_descriptions={"pass": "x"})), ["criterion 'window': the descriptions of the labels changed"]),
    "kind": (lambda: print_of(criteria(kind="subjective")), ["criterion 'window': the kind changed"]),
    "criterion removed": (lambda: print_of(rubric(criteria=BASE["criteria"][:1])), ["a criterion was removed: 'tone'"]),
    "judge removed": (lambda: print_of(rubric(judges=BASE["judges"][:1])), ["a judge was removed: 'y'"]),
    "model": (lambda: print_of(judges(model="openai/m2")), ["judge 'x': the model was openai/m and is openai/m2"]),
    "api_base": (lambda: print_of(judges(api_base=None)), ["judge 'x': api_base was http://127.0.0.1:9/v1 and is not set"]),
    "temperature": (lambda: print_of(x={"effective": {"temperature": 0.0}}), ["judge 'x': temperature was 1.0 and is 0.0"]),
    "parameter added": (lambda: print_of(x={"effective": {"temperature": 1.0, "top_p": 0.5}}), ["judge 'x': top_p was not sent and is 0.5"]),
    "parameter removed": (lambda: print_of(x={"effective": {}}), ["judge 'x': temperature was 1.0 and is not sent"]),
    "takes no seed": (lambda: print_of(x={"takes_seed": False}), ["judge 'x': it took a seed and takes none now"]),
    "schema": (lambda: print_of(x={"schema_mode": "instructions"}), ["judge 'x': the reply's format was given by json_schema and is by instructions"]),
    "system": (lambda: print_of(judges(system="Be kind.")), ["judge 'x': its system prompt changed"]),
    "prompt": (lambda: print_of(judges(prompt="{{response}}")), ["judge 'x': its prompt changed"]),
    "reply": (lambda: print_of(judges(reply="text")), ["judge 'x': its reply format changed"]),
    "rubric's system": (lambda: print_of(rubric(system="S")), ["judge 'x': its system prompt changed", "judge 'y': its system prompt changed"]),
    "text": (lambda: print_of(items=[Item(id="a7", input="q", response="One"), ITEMS[1]]), ["item 'a7': its text changed"]),
    "item removed": (lambda: print_of(items=ITEMS[1:]), ["an item was removed: 'a7'"]),
    "replicates": (lambda: print_of(rubric(replicates=2)), ["replicates went down from 3 to 2"]),
    "seed": (
        lambda: print_of(rubric(seed=6)),
        ["the seed of replicate 0 was 5 and is 6", "the seed of replicate 1 was 6 and is 7", "the seed of replicate 2 was 7 and is 8"],
    ),
    "version": (lambda: {**print_of(), "version": 0}, ["the run was made by another version of judgeaudit, whose plans cannot be compared with this one's"]),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_forbids_a_resume_is_named(what: str) -> None:
    changed, said = REFUSED[what]
    assert compare_plans(print_of(), changed()) == said


def test_a_changed_seed_is_nothing_where_none_is_sent() -> None:
    one, other = (rubric(judges=BASE["judges"][1:], seed=seed) for seed in (5, 6))
    assert compare_plans(print_of(one), print_of(other)) == []


def test_a_rubric_prompt_that_no_judge_uses_forbids_nothing() -> None:
    own = [{**judge, "system": "own"} for judge in BASE["judges"]]
    assert compare_plans(print_of(rubric(judges=own, system="a")), print_of(rubric(judges=own, system="b"))) == []


def test_reading_a_reply_otherwise_forbids_nothing_where_the_same_is_sent() -> None:
    one, other = (judges(prompt="{{response}}", reply={"format": "json", "label": field}) for field in ("a", "b"))
    assert compare_plans(print_of(one), print_of(other)) == []


def test_many_changed_items_are_counted() -> None:
    before = print_of(items=[Item(id=f"i{n}", input="q", response="r") for n in range(20)])
    changed = compare_plans(before, print_of(items=[Item(id=f"i{n}", input="q", response="x") for n in range(20)]))
    assert len(changed) == 6
    assert changed[-1] == "items whose text changed: 15 more"


def test_own_wording_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = print_of()
    monkeypatch.setattr("judgeaudit.judging.prompts.MATERIAL", "Read this.")
    assert compare_plans(before, print_of()) == [f"judge '{name}': judgeaudit's own wording of the prompt changed" for name in ("x", "y")]
