"""Secrets are taken out of foreign text before it is shortened; harmless text is left alone."""

from __future__ import annotations

import pytest
from judging_builder import make_rubric

from judgeaudit.domain.rubric import Rubric
from judgeaudit.judging.redact import MAX_ERROR, environment_secrets, public_rubric, redact, safe_url, short_error

KEYS = ["sk-proj-abcDEF123456789", "AIzaSyD-1234567890123456789012345678", "gsk_abcdefghijklmnop", "hf_abcdefghijklmnop", "AKIAIOSFODNN7EXAMPLE"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("text", ["Incorrect API key provided: {}.", "key={}", '("{}")', "https://h/v1?key={}&x=1"])
def test_keys_are_known_by_their_look(key: str, text: str) -> None:
    assert key not in redact(text.format(key))


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Client error for url 'https://user:hunter2@example.org/v1'", "hunter2"),
        ("https://user:p@ss:w0rd@example.org/v1", "w0rd"),
        ("postgres://me:hunter2@db/x", "hunter2"),
        ("https://example.org/v1?api-version=1&access_token=abc123", "abc123"),
        ("Authorization: Bearer abc.def-123456", "abc.def-123456"),
        ("{'Authorization': 'Basic dXNlcjpwdw=='}", "dXNlcjpwdw=="),
        ('{"x-api-key": "0123456789abcdef"}', "0123456789abcdef"),
        ("api_key='0123456789abcdef'", "0123456789abcdef"),
        ("token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "eyJzdWIiOiIxMjM0In0"),
    ],
)
def test_secrets_are_known_by_their_place(text: str, secret: str) -> None:
    assert secret not in redact(text)
    assert "[redacted]" in redact(text)


def test_values_in_use_and_values_of_the_environment_go_whatever_they_look_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_PROVIDER_API_KEY", "correct horse battery")
    assert redact("you sent correct horse battery and 1234567", secrets=["1234567"]) == "you sent [redacted] and [redacted]"
    assert "correct horse battery" in environment_secrets()


def test_a_key_that_begins_with_another_goes_whole() -> None:
    assert redact("abcdef123456", secrets=["abcdef", "abcdef123456"]) == "[redacted]"


def test_it_is_redacted_before_it_is_shortened() -> None:
    text = "x" * (MAX_ERROR - 10) + " sk-proj-abcdefghijklmnopqrstuvwxyz"
    assert "sk-pro" not in short_error(text)
    assert len(short_error("y" * 9999)) == MAX_ERROR
    assert "\n" not in short_error("a\nb")


@pytest.mark.parametrize(
    "text",
    [
        "This model's maximum context length is 4096 tokens.",
        "Unknown parameter: seed",
        "a task-force of sk-ill",
        "max_tokens=5 is too small",
        "https://example.org/v1/chat?page=2",
    ],
)
def test_harmless_text_is_left_alone(text: str) -> None:
    assert redact(text) == text


def test_addresses_and_stored_rubrics_carry_no_credentials() -> None:
    assert safe_url("https://user:pw@host:8443/v1?key=1#x") == "https://host:8443/v1"
    assert safe_url(None) is None
    rubric = make_rubric({"model": "openai/x", "api_base": "https://user:pw@host/v1?key=s3cret"}, {"model": "gpt-5-mini"})
    stored = public_rubric(rubric)
    assert "pw@" not in str(stored)
    assert "s3cret" not in str(stored)
    again = Rubric.model_validate(stored)
    assert again.judges[0].api_base == "https://host/v1", "a renewed key is the same endpoint"
    other = public_rubric(make_rubric({"model": "openai/x", "api_base": "https://host/v1?deployment=A&key=s3cret"}))
    assert str(other["judges"][0]["api_base"]).startswith("https://host/v1?redacted-sha256="), "another deployment is another one"
    assert public_rubric(Rubric.model_validate(other)) == other
    assert public_rubric(again) == stored
