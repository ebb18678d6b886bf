"""Names that say which version answers, and names that do not: as providers print them."""

from __future__ import annotations

import pytest

from judgeaudit.domain.model_names import is_dated

DATED = [
    "openai/gpt-4o-2024-08-06", "gpt-4-0613", "gpt-3.5-turbo-0301", "azure/gpt-35-turbo-0301", "gpt-4-1106-preview", "claude-3-5-sonnet-20241022",
    "vertex_ai/claude-3-5-sonnet@20240620", "bedrock/anthropic.claude-3-5-sonnet-20240620-v1:0", "bedrock/amazon.nova-pro-v1:0", "gemini/gemini-1.5-pro-002",
    "gemini-2.5-flash-preview-05-20", "mistral/mistral-large-2407", "command-r-08-2024", "deepseek-ai/DeepSeek-V3-0324", "xai/grok-2-1212",
    "ft:gpt-4o-mini-2024-07-18:org::id", "o1-mini-2024-09-12",
]  # fmt: skip
UNDATED = [
    "gpt-4", "gpt-4o", "openai/gpt-5-mini", "gpt-4-turbo", "gpt-4-32k", "chatgpt-4o-latest", "claude-3-5-sonnet", "anthropic/claude-3-5-sonnet-latest", "claude-opus-4-1",
    "gemini/gemini-1.5-pro", "gemini-2.5-flash", "mistral-large-latest", "deepseek-chat", "mixtral-8x7b-32768", "Qwen2.5-72B-Instruct", "llama-3.1-8b-instruct",
    "azure/my-deployment", "o3", "phi-3-mini-4k-instruct", "flan-1024", "gpt-4o-2024-08-06-latest", "model-2048", "x-20249999", "",
]  # fmt: skip


@pytest.mark.parametrize("model", DATED)
def test_a_dated_version_is_no_alias(model: str) -> None:
    assert is_dated(model)


@pytest.mark.parametrize("model", UNDATED)
def test_an_alias_is_no_dated_version(model: str) -> None:
    assert not is_dated(model)
