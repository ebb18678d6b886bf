"""Requested against effective parameters: case P10 of the research data, and everything of its kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from judging_builder import judge_of, make_rubric

from judgeaudit.domain.calls import EffectiveParameters
from judgeaudit.domain.rubric import Judge, Price
from judgeaudit.errors import JudgeError
from judgeaudit.judging.parameters import PROVIDER_DEFAULT, resolve, sendable
from judgeaudit.judging.prices import price_of


def effective(model: str, *, rubric: dict[str, Any] | None = None, **judge: Any) -> EffectiveParameters:
    made = make_rubric({"model": model, "name": "j", **judge}, **(rubric or {"replicates": 3, "seeds": [1, 2, 3]}))
    return resolve(made, judge_of(made))


def test_p10_as_the_case_has_it(shared: Path) -> None:
    case = next(c for c in json.loads((shared / "cases" / "cases.json").read_text(encoding="utf-8")) if c["id"] == "P10")
    expected = case["right_behaviour"]["expect"]
    for model in case["input"]["judges"]:
        one = effective(model, params={"temperature": case["input"]["config"]["temperature"]})
        wanted = expected.get(model)
        if wanted is not None:
            assert one.takes_seed is wanted["seed_effective"]
            assert one.effective["temperature"] == wanted["temperature_effective"]
        if not one.takes_seed:
            assert one.axis == expected["axis_label_without_seed"]
        sent = {name for name in one.requested if name in one.effective and one.effective[name] != PROVIDER_DEFAULT}
        assert set(one.requested) - sent == set(one.dropped), "what is not sent has a reason"


@pytest.mark.parametrize(
    ("model", "seed", "temperature", "note"),
    [
        ("anthropic/claude-sonnet-4-5", False, 0, None),
        ("anthropic/claude-opus-4-7", False, PROVIDER_DEFAULT, None),
        ("gpt-5-mini", True, PROVIDER_DEFAULT, None),
        ("o3-mini", True, PROVIDER_DEFAULT, None),
        ("mistral/mistral-large-latest", True, 0, "seed is sent as random_seed"),
        ("hosted_vllm/my-model", True, 0, None),
        ("openai/my-model", True, 0, None),
        ("gemini/gemini-2.5-pro", True, 0, None),
        ("replicate/owner/model", False, 0, None),
    ],
)
def test_seed_and_temperature(model: str, seed: bool, temperature: object, note: str | None) -> None:
    one = effective(model, params={"temperature": 0})
    assert one.takes_seed is seed
    assert one.effective["temperature"] == temperature
    assert ("seed" in one.dropped) is not seed
    assert ("temperature" in one.dropped) == (temperature == PROVIDER_DEFAULT)
    assert note is None or note in one.notes
    assert "drop_params" not in " ".join(one.dropped.values()), "the reason is for a user of judgeaudit"


def test_a_parameter_that_litellm_takes_and_never_sends_is_dropped_too() -> None:
    assert "does not send" in effective("replicate/owner/model").dropped["seed"]


def test_no_temperature_is_the_providers_default_and_is_said() -> None:
    one = effective("openai/my-model")
    assert one.effective["temperature"] == PROVIDER_DEFAULT
    assert "temperature" not in one.dropped
    assert any("provider's default" in note for note in one.notes)
    assert sendable(one) == {}


def test_what_is_sent_does_not_depend_on_the_number_of_replicates() -> None:
    few = effective("openai/my-model", rubric={"replicates": 2})
    many = effective("openai/my-model", rubric={"replicates": 9})
    assert few.effective == many.effective


@pytest.mark.parametrize(
    ("model", "mode"),
    [("openai/my-model", "json_schema"), ("hosted_vllm/my-model", "json_schema"), ("anthropic/claude-sonnet-4-5", "json_schema"), ("groq/llama-3.1-8b-instant", "json_schema"),
     ("ollama/llama3", "json_schema"), ("cohere_chat/command-r", "instructions"), ("local/smollm2-135m", "json_schema"), ("python:m:f", "instructions")],
)  # fmt: skip
def test_schema_support(model: str, mode: str) -> None:
    assert effective(model).schema_mode == mode


@pytest.mark.parametrize("value", ["instructions", None])
def test_the_schema_can_be_left_to_the_prompt(value: str | None) -> None:
    one = effective("openai/my-model", params={"response_format": value})
    assert one.schema_mode == "instructions"
    assert "response_format" not in one.effective


def test_an_own_reply_format_sends_no_schema() -> None:
    assert effective("openai/my-model", reply="text").schema_mode == "instructions"


def test_parameters_that_go_together_are_not_dropped_one_by_one() -> None:
    one = effective("openai/my-model", params={"logprobs": True, "top_logprobs": 3, "max_tokens": 50, "top_k": 5})
    assert one.dropped == {}
    assert sendable(one) == {"logprobs": True, "top_logprobs": 3, "max_tokens": 50, "top_k": 5}


def test_what_litellm_calls_otherwise_is_noted() -> None:
    assert "max_tokens is sent as max_completion_tokens" in effective("gpt-5-mini", params={"max_tokens": 50}).notes


def test_embedded_and_python_judges() -> None:
    local = effective("local/smollm2-135m", params={"temperature": 0})
    assert sendable(local) == {"temperature": 0, "max_tokens": 256}
    assert local.takes_seed
    rule = effective("python:m:f", params={"temperature": 0})
    assert "temperature" in rule.dropped
    assert sendable(rule) == {}


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"drop_params": True}, "drop_params"),
        ({"fallbacks": ["x"]}, "fallbacks"),
        ({"api_base": "http://u:p@h"}, "api_base"),
        ({"extra_headers": {"Authorization": "Bearer x"}}, "looks like a secret"),
        ({"extra_body": {"a": [{"api-key": "x"}]}}, "looks like a secret"),
        ({"response_format": "json"}, "response_format"),
    ],
)
def test_params_that_would_drop_hide_or_leak_something_are_refused(params: dict[str, Any], message: str) -> None:
    with pytest.raises(JudgeError, match=message):
        effective("openai/my-model", params=params)


def test_an_unknown_provider_is_a_mistake_of_the_user() -> None:
    with pytest.raises(JudgeError, match="no provider is known"):
        effective("my-model")


def test_prices() -> None:
    def price(model: str, prices: dict[str, Price] | None = None) -> Price | None:
        return price_of(Judge.model_validate({"model": model, "name": "j"}), prices or {})

    # litellm's table, USD per million tokens.
    known = price("anthropic/claude-sonnet-4-5")
    assert known is not None
    assert (known.input, known.output) == (pytest.approx(3), pytest.approx(15))
    assert price("hosted_vllm/my-model") is None
    assert price("local/smollm2-135m") == Price(input=0, output=0)
    own = {"j": Price(input=1, output=2), "openai/my-model": Price(input=3, output=4)}
    assert price("openai/my-model", own) == own["j"]
    assert price("openai/my-model", {"openai/my-model": own["openai/my-model"]}) == own["openai/my-model"]
