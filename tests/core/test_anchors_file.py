"""anchors.json: what pins anchors, and what is said of each thing that can change."""

from __future__ import annotations

import json
from typing import Any

import pytest

from judgeaudit.domain.anchors import ANCHORS_FORMAT, AnchorsFile, NoiseFloor, PinnedJudge
from judgeaudit.domain.calls import Attempt, CallRecord
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.rubric import Criterion
from judgeaudit.errors import RunError
from judgeaudit.monitoring import anchors as file

JUDGE = PinnedJudge(
    model="openai/gpt-4o", api_base="http://here/v1", parameters={"temperature": 0, "stop": ["a"]}, prompts={"fee": "rubric:1"}, served={"gpt-4o-x": 9}
)


def item(name: str, **more: Any) -> Item:
    return Item(id=name, input="q", response=more.pop("response", "a"), **more)


def call(item_id: str, reply: str, *, replicate: int = 0, probe: str | None = None, judge: str = "j") -> CallRecord:
    attempt = Attempt(started_at="2026-01-01T00:00:00+00:00", latency_s=0.1, reply=reply)
    return CallRecord(
        key=f"{item_id}{replicate}",
        judge=judge,
        item_id=item_id,
        criterion="fee",
        replicate=replicate,
        seed_sent=None,
        prompt_hash="h",
        attempts=(attempt,),
        probe=probe,
    )


def frozen(**more: Any) -> AnchorsFile:
    given = {
        "format_version": ANCHORS_FORMAT, "created_at": "2026-01-01T00:00:00+00:00", "expires": "2026-04-01T00:00:00+00:00", "judgeaudit_version": "0",
        "rubric": "fees", "mode": "pointwise", "replicates": 3, "items": {"a": "1", "b": "2"}, "gold": {"a": "g"}, "criteria": {"fee": "c"},
        "verdicts": {"a": "v", "b": "w"}, "judges": {"j": JUDGE}, "noise": (NoiseFloor(judge="j", criterion="fee", value=0.1, low=0.05, high=0.2, n_items=2),),
    }  # fmt: skip
    return file.sealed(AnchorsFile.model_validate({**given, **more}))


def said(**more: Any) -> tuple[str, ...]:
    kept = frozen()
    now = {"mode": "pointwise", "items": kept.items, "gold": kept.gold, "criteria": kept.criteria, "judges": kept.judges, "verdicts": kept.verdicts}
    return file.differences(kept, **{**now, **more})


def test_nothing_changed_nothing_said_and_what_is_new_is_no_difference() -> None:
    assert said() == ()
    assert said(judges={"j": JUDGE, "k": JUDGE}, criteria={"fee": "c", "tone": "t"}, items=None, verdicts=None) == ()
    assert said(judges={"j": JUDGE.model_copy(update={"served": {"gpt-4o-y": 1}, "parameters": {"stop": ["a"], "temperature": 0}})}) == ()


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ({"mode": "pairwise"}, "the mode was pointwise and is pairwise"),
        ({"items": {"a": "1"}}, "item 'b': it was removed"),
        ({"items": {"a": "9", "b": "2"}}, "item 'a': its text changed"),
        ({"items": {"a": "9", "b": "9"}}, "2 items ('a', 'b'): their text changed"),
        ({"items": {"a": "1", "b": "2", "c": "3"}}, "item 'c': it was added"),
        ({"gold": None}, "there was gold, and there is none now"),
        ({"gold": {"a": "h"}}, "gold: item 'a': its labels changed"),
        ({"gold": {"a": "g", "b": "h"}}, "gold: item 'b': it was added"),
        ({"criteria": {}}, "criterion 'fee' is not there any more"),
        ({"criteria": {"fee": "d"}}, "criterion 'fee' changed (question, scale, aspects, descriptions or kind)"),
        ({"judges": {}}, "judge 'j' is not there any more"),
        ({"verdicts": {"a": "v"}}, "item 'b': its stored verdicts changed"),
    ],
)
def test_each_change_is_named(now: dict[str, Any], expected: str) -> None:
    assert said(**now) == (expected,)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"model": "openai/gpt-5"}, "judge 'j': the model was openai/gpt-4o and is openai/gpt-5"),
        ({"api_base": None}, "judge 'j': api_base was http://here/v1 and is not set"),
        ({"parameters": {"temperature": 1, "stop": ["a"]}}, "judge 'j': temperature was 0 and is 1"),
        ({"parameters": {"temperature": 0}}, "judge 'j': stop was ['a'] and is not sent"),
        ({"prompts": {"fee": "rubric:2"}}, "judge 'j': its prompt for 'fee' changed"),
    ],
)
def test_each_change_of_a_judge_is_named(change: dict[str, Any], expected: str) -> None:
    assert said(judges={"j": JUDGE.model_copy(update=change)}) == (expected,)


def test_many_items_are_counted_and_ten_are_named() -> None:
    many = {f"i{n:03d}": "x" for n in range(250)}
    line = file.differences(frozen(items=many), mode="pointwise", items={}, gold={"a": "g"}, criteria={"fee": "c"}, judges={"j": JUDGE})[0]
    assert line.startswith("250 items ('i000', 'i001', ")
    assert "'i009' and 240 more): they were removed" in line
    assert "i010" not in line


def test_every_text_of_an_item_is_pinned_and_no_metadata() -> None:
    one = file.digests_of_items([item("a")])["a"]
    assert len(one) == 64
    assert file.digests_of_items([item("a", stratum="s", metadata={"x": 1})])["a"] == one
    others = [item("b"), item("a", response="a "), item("a", reference="r"), item("a", context="")]
    assert len({one, *(next(iter(file.digests_of_items([other]).values())) for other in others)}) == 5


def test_gold_is_pinned_by_item_in_whatever_order_it_comes() -> None:
    labels = [GoldLabel(item_id="a", annotator=who, label=label, criterion="fee") for who, label in (("x", "pass"), ("y", "fail"))]
    assert file.digests_of_gold(labels) == file.digests_of_gold(labels[::-1])
    assert file.digests_of_gold(labels) != file.digests_of_gold(labels[:1])
    assert file.digests_of_gold(None) is None
    assert file.digests_of_gold([]) == {}


def test_verdicts_are_pinned_by_item_and_probes_and_other_judges_are_none() -> None:
    calls = [call("a", "pass"), call("a", "fail", replicate=1), call("b", "pass")]
    whole = file.digests_of_verdicts(calls, ["j"], ["fee"])
    assert set(whole) == {"a", "b"}
    assert file.digests_of_verdicts([*calls[::-1], call("a", "x", probe="p"), call("a", "x", judge="k")], ["j"], ["fee"]) == whole
    other = file.digests_of_verdicts([call("a", "pass"), call("a", "pass", replicate=1), call("b", "pass")], ["j"], ["fee"])
    assert other["b"] == whole["b"]
    assert other["a"] != whole["a"]
    assert file.digests_of_verdicts(calls, ["j"], ["tone"]) == {}, "a criterion that was added later changes nothing"


def test_a_criterion_is_pinned_with_its_scale() -> None:
    one = Criterion.model_validate({"name": "fee", "question": "Named?", "scale": {"level": "nominal", "labels": ["pass", "fail"]}})
    turned = Criterion.model_validate({"name": "fee", "question": "Named?", "scale": {"level": "nominal", "labels": ["fail", "pass"]}})
    assert file.digests_of_criteria([one]) != file.digests_of_criteria([turned])


def test_a_file_is_read_as_it_was_written() -> None:
    kept = frozen(warnings=("ü \u2028",))
    assert file.parse_anchors(json.dumps(kept.model_dump(), indent=1), where="x") == kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{", "it is no JSON"),
        ("[]", "it holds no anchors"),
        ("{}", "it holds no anchors"),
        (json.dumps({**frozen().model_dump(), "format_version": 99}), "format_version 99"),
        (json.dumps({**frozen().model_dump(), "format_version": None}), "format_version None"),
        (json.dumps({**frozen().model_dump(), "replicates": 2}), "replicates"),
        (json.dumps({**frozen().model_dump(), "more": 2}), "more"),
        (json.dumps({**frozen().model_dump(), "expires": "2036-04-01T00:00:00+00:00"}), "it was changed after the anchors were frozen"),
        (json.dumps({**frozen().model_dump(), "digest": ""}), "it was changed after the anchors were frozen"),
    ],
)
def test_a_file_that_is_none_of_ours_or_was_edited_is_refused(text: str, expected: str) -> None:
    with pytest.raises(RunError, match=expected) as caught:
        file.parse_anchors(text, where="anchors.json")
    assert caught.value.where == "anchors.json"
    assert caught.value.fix
