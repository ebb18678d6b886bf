"""Silent failures of prompts: a slot that stays empty, a text that is rendered, a gold label that leaks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RubricError
from judgeaudit.judging.prompts import build_prompt

ITEM = Item(id="i-77", input="q {{response}}", response="r {{input}}", metadata={"gold": "fail-gold", "label": "fail-gold"})


def sent(**more: Any) -> str:
    criterion = {"name": "c", "question": "Is it {{response}}?", "scale": {"labels": ["pass", "fail"]}}
    one = Rubric.model_validate({"name": "r", "criteria": [criterion], "judges": [{"model": "openai/m"}], **more})
    return json.dumps(build_prompt(one, one.criteria[0], ITEM, one.judges[0], schema_mode="json_schema").messages)


def test_a_judge_is_never_asked_about_a_response_that_it_is_not_shown() -> None:
    for template in ("Is {{input}} right?", "{{respones}}", "{response}", "{{ response"):
        with pytest.raises(RubricError):
            sent(prompt=template)


def test_what_is_filled_in_is_never_filled_again() -> None:
    assert json.loads(sent(prompt="{{question}} {{input}} {{response}}", reply="json"))[0]["content"] == "Is it {{response}}? q {{response}} r {{input}}"
    assert "Is it {{response}}?" in sent()


def test_gold_and_ids_never_leak() -> None:
    for one in (sent(), sent(prompt="{{input}} {{response}} {{labels}} {{reply_format}}")):
        assert "gold" not in one
        assert "i-77" not in one


def test_lone_surrogates_never_stop_a_request() -> None:
    one = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "?", "scale": {"labels": ["a", "b"]}}], "judges": [{"model": "m"}]})
    prompt = build_prompt(one, one.criteria[0], Item(id="i", input="\ud800", response="\udfff \ud83d\ude00"), one.judges[0], schema_mode="instructions")
    text = prompt.messages[-1]["content"]
    text.encode()
    assert "\ufffd 😀" in text
