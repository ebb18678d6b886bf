"""The plan of probes: which calls, what is part of their keys, what waits, and what a resumed run may change."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from judgeaudit.api.probing import missing, of_latest_variant, rows_of
from judgeaudit.domain.calls import Attempt, CallRecord, EffectiveParameters, ProbeCalls
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RunError
from judgeaudit.judging.plan import compare_plans, fingerprint, plan_calls
from judgeaudit.judging.probe_plan import plan_probes

BASE: dict[str, Any] = {
    "name": "r",
    "criteria": [{"name": "c", "question": "?", "scale": {"labels": ["pass", "fail"]}}, {"name": "d", "question": "??", "scale": {"labels": ["pass", "fail"]}}],
    "judges": [{"name": "x", "model": "openai/m"}, {"name": "y", "model": "openai/n"}],
    "replicates": 2,
    "seed": 5,
    "probes": ["evidence_removal", "nonsense_control"],
}  # fmt: skip
ITEMS = [Item(id=f"i{n}", input=f"q{n}", response=f"The fee is {n} euros. It is due now.") for n in range(3)]
CITED = {
    ("x", "c"): {"i0": {"response": ((0, 18),)}, "i1": {}, "i2": {"response": ((0, 10),)}},
    ("y", "c"): {"i0": {"response": ((20, 33),)}},
}


def rubric(**more: Any) -> Rubric:
    return Rubric.model_validate({**BASE, **more})


def parameters(one: Rubric) -> dict[str, EffectiveParameters]:
    return {judge.name: EffectiveParameters(judge=judge.name, model=judge.model, takes_seed=judge.name == "x") for judge in one.judges}


def test_the_first_stage_asks_everybody_about_the_same_changed_item() -> None:
    one = rubric()
    plan = plan_probes(one, ITEMS, parameters(one), None, 1)
    assert len(plan.specs) == len({spec.key for spec in plan.specs}) == 3 * 2 * 2 * 2
    assert {(spec.probe, spec.variant) for spec in plan.specs} == {("nonsense_control", "other_response")}
    assert [item for item, _ in groupby(spec.item_id for spec in plan.specs)] == ["i0", "i1", "i2"]
    assert {(spec.judge, spec.replicate, spec.seed_sent) for spec in plan.specs} == {("x", 0, 5), ("x", 1, 6), ("y", 0, None), ("y", 1, None)}
    for spec in plan.specs:
        assert spec.item is not None
        assert (spec.item.id, spec.item.input) == (spec.item_id, f"q{spec.item_id[1:]}")
        assert str(spec.item.response) in spec.prompt.messages[-1]["content"]
    assert plan.rows[0] == ProbeCalls("nonsense_control", "x", "c", 6)
    assert len(plan.rows) == 4


def test_the_second_stage_shows_each_judge_the_item_without_what_it_cited() -> None:
    one = rubric()
    plan = plan_probes(one, ITEMS, parameters(one), CITED, 2)
    shown = {(spec.judge, spec.item_id): spec.item.response for spec in plan.specs if spec.item is not None}
    assert shown == {("x", "i0"): "It is due now.", ("x", "i2"): "2 euros. It is due now.", ("y", "i0"): "The fee is 0 euros."}
    assert len(plan.specs) == 3 * 2
    assert {(row.judge, row.criterion): (row.calls, row.waiting, row.not_applicable) for row in plan.rows} == {
        ("x", "c"): (4, 0, {"nothing cited": 1}), ("x", "d"): (0, 3, {}), ("y", "c"): (2, 2, {}), ("y", "d"): (0, 3, {}),
    }  # fmt: skip


def test_no_probe_no_plan() -> None:
    one = rubric(probes=[])
    assert plan_probes(one, ITEMS, parameters(one), None, 1).specs == ()
    assert plan_probes(one, ITEMS, parameters(one), CITED, 2).rows == ()


def test_plain_calls_keep_their_keys_and_probes_have_their_own() -> None:
    with_probes, without = rubric(), rubric(probes=[])
    plain = {spec.key for spec in plan_calls(with_probes, ITEMS, parameters(with_probes))}
    assert plain == {spec.key for spec in plan_calls(without, ITEMS, parameters(without))}
    probes = plan_probes(with_probes, ITEMS, parameters(with_probes), None, 1)
    assert not plain & {spec.key for spec in probes.specs}


def test_an_item_that_is_finished_later_changes_no_planned_call() -> None:
    one = rubric()
    some = {spec.key for spec in plan_probes(one, ITEMS, parameters(one), {("x", "c"): {"i0": CITED["x", "c"]["i0"]}}, 2).specs}
    every = {spec.key for spec in plan_probes(one, ITEMS, parameters(one), CITED, 2).specs}
    assert some < every


def test_other_evidence_is_another_call() -> None:
    one = rubric()
    first = plan_probes(one, ITEMS, parameters(one), {("x", "c"): {"i0": {"response": ((0, 17),)}}}, 2)
    second = plan_probes(one, ITEMS, parameters(one), {("x", "c"): {"i0": {"response": ((19, 34),)}}}, 2)
    assert not {spec.key for spec in first.specs} & {spec.key for spec in second.specs}


def test_texts_that_the_prompt_does_not_show_are_part_of_the_key_too() -> None:
    """A python judge sees the whole item, whatever the rubric's prompt shows."""
    one = rubric(prompt="{{response}} {{reply_format}}", probes=["evidence_removal"])
    items = [ITEMS[0].model_copy(update={"context": "Fees: 0 euros. No more."})]
    first, second = (
        plan_probes(one, items, parameters(one), {("x", "c"): {"i0": {"context": span}}}, 2).specs[0] for span in (((0, 13),), ((15, 22),))
    )  # fmt: skip
    assert first.prompt.prompt_hash == second.prompt.prompt_hash
    assert first.key != second.key


def test_probes_may_be_added_and_not_taken_away() -> None:
    def print_of(*probes: str) -> dict[str, Any]:
        one = rubric(probes=list(probes))
        stored: dict[str, Any] = json.loads(json.dumps(fingerprint(one, ITEMS, parameters(one))))
        return stored

    assert compare_plans(print_of(), print_of("evidence_only")) == []
    assert compare_plans({k: v for k, v in print_of().items() if k != "probes"}, print_of("evidence_only")) == [], "a run of an earlier version"
    assert compare_plans(print_of("evidence_only", "nonsense_control"), print_of("nonsense_control")) == ["a probe was removed: 'evidence_only'"]


def test_a_probe_is_listed_once() -> None:
    with pytest.raises(ValueError, match="probes holds 'evidence_only' twice"):
        rubric(probes=["evidence_only", "evidence_only"])


def record(prompt: str, replicate: int = 0, **more: Any) -> CallRecord:
    one = CallRecord(f"{prompt}{replicate}", "x", "i0", "c", replicate, None, prompt, (Attempt("t", 0.1, reply="{}"),), probe="evidence_removal", variant="v")
    return replace(one, **more)


def test_calls_of_a_change_that_another_one_replaced_are_left_out() -> None:
    plain = record("p", probe=None, variant=None)
    other = record("q", judge="y")
    assert of_latest_variant([plain, record("old"), record("old", 1), other, record("new"), record("new", 1)]) == [
        plain,
        other,
        record("new"),
        record("new", 1),
    ]


def test_what_is_missing_is_said() -> None:
    rows = [ProbeCalls("evidence_removal", "x", "c", 2, 3), ProbeCalls("evidence_only", "x", "c", 2, 3), ProbeCalls("nonsense_control", "x", "c", 1)]
    made, waits = missing(rows, [record("p"), record("q", probe=None)])
    assert made == "4 of 5 planned calls of probes were not made"
    assert waits.startswith("evidence_removal, evidence_only: not asked about up to 3 items")
    assert missing(rows[2:], [record("p")]) == ()


def test_rows_of_run_json() -> None:
    assert rows_of({}, "run") == ()
    assert rows_of({"probes": [{"probe": "p", "judge": "x", "criterion": "c", "calls": 2}]}, "run") == (ProbeCalls("p", "x", "c", 2),)
    with pytest.raises(RunError, match="not those of a plan"):
        rows_of({"probes": [{"probe": "p", "what": 1}]}, "run")
