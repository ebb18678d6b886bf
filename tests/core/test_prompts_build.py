"""Prompts: what a judge is shown, in which form, and what never reaches it."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from judgeaudit.domain.items import Item, Message
from judgeaudit.domain.rubric import Criterion, Judge, Reply, Rubric, Scale
from judgeaudit.errors import ItemsError, RubricError
from judgeaudit.judging.parse import parse_reply
from judgeaudit.judging.prompts import DEFAULT_SYSTEM, build_prompt
from judgeaudit.judging.schema import MAX_REASONS, MAX_REASONS_LOCAL, reply_schema

CRITERION = {
    "name": "window", "question": "Does the reply state the window?", "scale": {"labels": ["pass", "fail"]}, "aspects": [{"name": "refund window", "required": True}, "tone"],
    "label_descriptions": {"pass": "it is stated", "fail": "it is not"},
}  # fmt: skip
ITEM = Item(
    id="item-007", input="When?", response="Within 30 days.", context="Refunds: 30 days.", reference="30 days", stratum="s1", metadata={"note": "gold-label"}
)
PAIR = Item(id="p1", input="When?", response_a="Text of A.", response_b="Text of B.")


def rubric(*, judge: dict[str, Any] | None = None, criterion: dict[str, Any] | None = None, **more: Any) -> Rubric:
    return Rubric.model_validate({"name": "r", "criteria": [criterion or CRITERION], "judges": [{"model": "openai/m", **(judge or {})}], **more})


def messages(one: Rubric, item: Item = ITEM, *, mode: str = "instructions", order: str | None = None) -> dict[str, str]:
    prompt = build_prompt(one, one.criteria[0], item, one.judges[0], schema_mode=mode, order=order)
    return {message["role"]: message["content"] for message in prompt.messages}


def pairwise(**more: Any) -> Rubric:
    return rubric(criterion={"name": "better", "question": "Which is better?"}, mode="pairwise", **more)


def test_the_default_prompt_shows_the_material_and_then_asks() -> None:
    shown = messages(rubric())
    assert shown["system"] == DEFAULT_SYSTEM
    user = shown["user"]
    parts = ["When?", "Refunds: 30 days.", "30 days", "Within 30 days.", "Question: Does the reply state the window?", "- refund window (required)", "- tone", "pass, fail",
             "- pass: it is stated", "- fail: it is not", '{"reasons": [{"aspect":', '"label": <"pass" or "fail">', f"at most {MAX_REASONS} reasons"]  # fmt: skip
    places = [user.index(part) for part in parts]
    assert places == sorted(places)
    assert user.index('"reasons"') < user.index('"label"') < user.index('"confidence"')


def test_ids_metadata_and_strata_never_reach_the_judge() -> None:
    for one in (
        rubric(),
        rubric(
            prompt="{{input}} {{response}} {{context}} {{reference}} {{criterion}} {{question}} {{aspects}} {{labels}} {{label_descriptions}} {{reply_format}}"
        ),
    ):
        text = json.dumps(messages(one))
        assert all(word not in text for word in ("item-007", "gold-label", 's1"', "note"))


def test_the_words_around_short_material_are_few() -> None:
    shown = messages(rubric(judge={"model": "local/smollm2-135m"}))
    assert sum(len(text.split()) for text in shown.values()) < 250


def test_optional_blocks_are_left_out() -> None:
    user = messages(rubric(), Item(id="i", input="Q", response="A"))["user"]
    assert "context" not in user
    assert "reference" not in user
    assert len(re.findall(r"<<<end ", user)) == 2


def test_a_block_carries_the_digest_of_its_own_text() -> None:
    user = messages(rubric())["user"]
    digest = hashlib.sha256(b"Within 30 days.").hexdigest()[:16]
    assert f"<<<response {digest}>>>\nWithin 30 days.\n<<<end response {digest}>>>" in user


def test_conversations_are_shown_as_text() -> None:
    talk = (Message(role="user", content="Hi"), Message(role="assistant", content="Hello"))
    assert "\nuser: Hi\n\nassistant: Hello\n" in messages(rubric(), Item(id="i", input=talk, response="A"))["user"]


def test_a_prompt_depends_on_nothing_but_its_parts() -> None:
    one = rubric()
    first, second = (build_prompt(one, one.criteria[0], ITEM, one.judges[0], schema_mode="json_schema") for _ in range(2))
    assert first == second
    assert re.fullmatch(r"[0-9a-f]{64}", first.prompt_hash)
    other = build_prompt(one, one.criteria[0], ITEM.model_copy(update={"id": "x", "metadata": {}}), one.judges[0], schema_mode="json_schema")
    assert other.prompt_hash == first.prompt_hash
    for changed in (
        build_prompt(one, one.criteria[0], ITEM.model_copy(update={"response": "Within 31 days."}), one.judges[0], schema_mode="json_schema"),
        build_prompt(one, one.criteria[0], ITEM, one.judges[0], schema_mode="instructions"),
        build_prompt(one, one.criteria[0].model_copy(update={"question": "Is it?"}), ITEM, one.judges[0], schema_mode="json_schema"),
    ):
        assert changed.prompt_hash != first.prompt_hash


def test_pairwise_slots_are_named_with_the_labels_and_swap_with_the_order() -> None:
    ab, ba = messages(pairwise(), PAIR, order="ab")["user"], messages(pairwise(), PAIR, order="ba")["user"]
    assert re.search(r"<<<response_a \w+>>>\nText of A\.\n.*<<<response_b \w+>>>\nText of B\.", ab, re.DOTALL)
    assert re.search(r"<<<response_a \w+>>>\nText of B\.\n.*<<<response_b \w+>>>\nText of A\.", ba, re.DOTALL)
    assert messages(pairwise(), PAIR)["user"] == ab
    for user in (ab, ba):
        assert '"response_a" or "response_b" or "tie"' in user
        assert "- tie: the two are equally good" in user


def test_pairwise_slots_take_the_users_names() -> None:
    one = rubric(criterion={"name": "b", "question": "Which?", "scale": {"labels": ["A", "B"]}, "label_descriptions": {"A": "the left one"}}, mode="pairwise")
    user = messages(one, PAIR, order="ba")["user"]
    assert re.search(r"<<<A \w+>>>\nText of B\.\n<<<end A \w+>>>", user)
    assert re.search(r"<<<B \w+>>>\nText of A\.\n<<<end B \w+>>>", user)
    assert "- A: the left one\n- B: the second response shown" in user


def test_scales_are_described() -> None:
    interval = rubric(criterion={"name": "c", "question": "?", "scale": {"level": "interval", "low": 1, "high": 10, "step": 1}})
    user = messages(interval)["user"]
    assert "Score: a number from 1 to 10 in steps of 1" in user
    assert '"score": <a number from 1 to 10 in steps of 1>' in user
    assert '"label"' not in user
    ordinal = rubric(criterion={"name": "c", "question": "?", "scale": {"level": "ordinal", "labels": ["poor", "fair", "good"]}})
    assert "Labels, worst to best: poor, fair, good" in messages(ordinal)["user"]


def test_the_users_prompt_is_sent_byte_for_byte() -> None:
    template = (
        'Q: {{input}}\n\tA: {{ response }}\n{{question}}|{{labels}}|{{criterion}}|{{context}}|{{reference}}\n{{aspects}}\n{{label_descriptions}}\n{"x": {}}'
    )
    shown = messages(rubric(prompt=template, reply={"format": "json", "label": "grade"}))
    assert shown == {
        "user": "Q: When?\n\tA: Within 30 days.\nDoes the reply state the window?|pass, fail|window|Refunds: 30 days.|30 days\n- refund window (required)\n- tone\n"
        '- pass: it is stated\n- fail: it is not\n{"x": {}}'
    }


def test_a_missing_optional_text_fills_its_slot_with_nothing() -> None:
    shown = messages(rubric(prompt="[{{context}}]{{response}}", reply="text"), Item(id="i", input="Q", response="A"))
    assert shown["user"] == "[]A"


def test_the_reply_is_described_in_the_users_prompt_where_it_is_ours() -> None:
    added = messages(rubric(prompt="Judge {{response}}."))["user"]
    assert added.startswith("Judge Within 30 days..\n\nAnswer with one JSON object")
    placed = messages(rubric(prompt="{{reply_format}} Judge {{response}}."))["user"]
    assert placed.startswith("Answer with one JSON object")
    assert placed.endswith("Judge Within 30 days..")
    in_system = messages(rubric(prompt="Judge {{response}}.", system="{{reply_format}}"))
    assert in_system["user"] == "Judge Within 30 days.."
    for reply in ("json", "text"):
        assert messages(rubric(prompt="Judge {{response}}.", reply=reply))["user"] == "Judge Within 30 days.."


def test_the_words_for_the_users_reply_formats() -> None:
    text = messages(rubric(reply={"format": "text", "closing": "Final grade:"}))["user"]
    assert text.endswith('End your answer with a line that reads: Final grade: <"pass" or "fail">')
    assert messages(rubric(reply="text"))["user"].endswith('reads: Label: <"pass" or "fail">')
    fields = messages(rubric(reply={"format": "json", "label": "result.grade", "rationale": "why", "confidence": "sure"}))["user"]
    assert '"why" holds your reasons, "result.grade" holds "pass" or "fail", "sure" holds your confidence' in fields


def test_the_judges_own_system_prompt_and_reply_go_first() -> None:
    one = rubric(
        system="rubric system", prompt="rubric {{response}}", reply="json", judge={"system": "judge system", "prompt": "judge {{response}}", "reply": {"format": "text"}},
    )  # fmt: skip
    assert messages(one) == {"system": "judge system", "user": "judge Within 30 days."}
    assert messages(rubric(system="rubric system"))["system"] == "rubric system"
    assert messages(rubric(system="{{question}}"))["system"] == "Does the reply state the window?"
    assert set(messages(rubric(prompt="only {{response}}"))) == {"user"}
    assert set(messages(rubric(system=""))) == {"user"}


def test_pairwise_templates_show_by_slot() -> None:
    one = pairwise(prompt="1: {{response_a}} 2: {{response_b}}", reply="text")
    assert messages(one, PAIR, order="ab")["user"] == "1: Text of A. 2: Text of B."
    assert messages(one, PAIR, order="ba")["user"] == "1: Text of B. 2: Text of A."


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{input}}", "never shows the judge the response"), ("{{reponse}}", "{{reponse}}, which is no slot"), ("{{response}} {{gold}}", "{{gold}}, which is no slot"),
        ("{{response}} {{response_a}}", "which items of this mode do not have"),
    ],
)  # fmt: skip
def test_a_template_with_a_wrong_slot_is_the_users_trouble(template: str, said: str) -> None:
    with pytest.raises(RubricError) as raised:
        messages(rubric(prompt=template))
    assert said in raised.value.what
    assert raised.value.fix


def test_a_misspelt_slot_names_the_right_one() -> None:
    with pytest.raises(RubricError) as raised:
        messages(rubric(prompt="{{reponse}}"))
    assert raised.value.fix == "write {{response}}"


def test_a_pairwise_template_must_show_both() -> None:
    with pytest.raises(RubricError, match="response_b"):
        messages(pairwise(prompt="{{response_a}}"), PAIR)


def test_an_item_of_the_other_mode_is_the_users_trouble() -> None:
    with pytest.raises(ItemsError, match="p1"):
        messages(rubric(), PAIR)
    with pytest.raises(ItemsError, match="response_a"):
        messages(pairwise(), ITEM)


def criterion(**scale: Any) -> Criterion:
    return Criterion.model_validate({**CRITERION, "label_descriptions": {}, "scale": scale or {"labels": ["pass", "fail"]}})


def test_the_schema_is_sent_only_where_asked_and_only_for_our_reply() -> None:
    def schema(mode: str, **more: Any) -> dict[str, Any] | None:
        one = rubric(**more)
        return build_prompt(one, one.criteria[0], ITEM, one.judges[0], schema_mode=mode).schema

    assert schema("instructions") is None
    assert schema("json_schema", reply="json") is None
    assert schema("json_schema", reply="text") is None
    assert schema("json_schema") == reply_schema(criterion())
    assert schema("json_schema", prompt="{{response}}") == reply_schema(criterion())


def test_the_schema_fits_strict_modes() -> None:
    schema = reply_schema(criterion())
    Draft202012Validator.check_schema(schema)
    assert list(schema["properties"]) == ["reasons", "label", "confidence"]
    assert schema["properties"]["label"]["enum"] == ["pass", "fail"]
    reason = schema["properties"]["reasons"]["items"]
    assert list(reason["properties"]) == ["aspect", "finding", "quote", "explanation"]
    assert reason["properties"]["aspect"]["enum"] == ["refund window", "tone"]
    for one in (schema, reason):
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])
    assert not re.search(r"maxItems|minItems|maxLength|minimum|maximum|pattern", json.dumps(schema))


@pytest.mark.parametrize(
    ("scale", "field", "good", "bad"),
    [
        ({"level": "interval", "low": 1, "high": 10, "step": 1}, "score", 7, 7.5), ({"level": "interval", "low": 0, "high": 1, "step": 0.25}, "score", 0.25, 0.3),
        ({"level": "interval", "low": 0, "high": 1}, "score", 0.3, "0.3"), ({"level": "interval", "low": 0, "high": 100, "step": 1}, "score", 70, "x"),
        ({"level": "ordinal", "labels": ["1", "2", "3"]}, "label", "2", 2), ({"labels": ["pass", "fail"]}, "label", "pass", "maybe"),
    ],
)  # fmt: skip
def test_what_the_schema_takes_is_what_the_parser_takes(scale: dict[str, Any], field: str, good: object, bad: object) -> None:
    one = criterion(**scale)
    reason = {"aspect": "tone", "finding": "met", "quote": "", "explanation": "x"}
    for bounded in (False, True):
        validator = Draft202012Validator(reply_schema(one, bounded=bounded))
        reply = {"reasons": [reason], field: good, "confidence": 0.5}
        assert validator.is_valid(reply)
        assert parse_reply(json.dumps(reply), one).status == "ok"
        assert not validator.is_valid({**reply, field: bad})
        assert not validator.is_valid({"reasons": [reason], "confidence": 0.5})
    assert Draft202012Validator(reply_schema(one)).is_valid({"reasons": [], field: good, "confidence": None})


def test_the_embedded_judges_are_held_short() -> None:
    one = rubric(judge={"model": "local/smollm2-135m"})
    prompt = build_prompt(one, one.criteria[0], ITEM, one.judges[0], schema_mode="json_schema")
    assert prompt.schema is not None
    assert prompt.schema["properties"]["reasons"]["maxItems"] == MAX_REASONS_LOCAL
    assert f"at most {MAX_REASONS_LOCAL} short reasons" in prompt.messages[1]["content"]


def test_a_judge_with_a_reply_of_its_own_is_read_with_it() -> None:
    one = Rubric(
        name="r",
        criteria=(Criterion(name="c", question="?", scale=Scale(labels=("a", "b"))),),
        judges=(Judge(model="m", reply=Reply(format="text", closing="Grade:")),),
    )
    assert messages(one)["user"].endswith('Grade: <"a" or "b">')
