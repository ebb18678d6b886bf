"""Once, a provider's error that repeats the key was stored as it came. Keys, credentials and headers reach no file, log or error."""

from __future__ import annotations

import json
import logging
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from judging_builder import make_rubric, make_specs, run_calls, stub_judge
from stub_server import Reply, StubServer, echo_key, html, ok, status

from judgeaudit.errors import JudgeError
from judgeaudit.judging import retry
from judgeaudit.judging.client import check_ready
from judgeaudit.judging.redact import public_rubric
from judgeaudit.store import RunDirectory

KEY = "correct-horse-battery-staple"
"""Looks like no key: only its value tells."""

BASIC = b64encode(f"user:{KEY}".encode()).decode()

SCRIPT = [
    echo_key(500),
    echo_key(400),
    echo_key(429),
    Reply(mode="raw", text="<html>your key {api_key}</html>".replace("{api_key}", KEY), content_type="text/html"),
    ok(f"Your header was Bearer {KEY}"),
    status(400, "content_policy_violation for key {api_key}", error_code="content_policy_violation"),
    Reply(mode="raw", status=502, text=f"<html>{KEY}</html>", content_type="text/html"),
    Reply(body={"error": {"message": f"key {KEY} is overloaded"}}),
]


@pytest.mark.parametrize(("model", "credential"), [("openai/stub-model", "key"), ("openai/stub-model", "url"), ("hosted_vllm/stub-model", "key")])
def test_a_credential_that_is_echoed_everywhere_is_stored_nowhere(
    model: str, credential: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(retry, "BASE_WAIT_S", 0.01)
    monkeypatch.setenv("STUB_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    with StubServer([*SCRIPT, *[ok()] * 8], default=echo_key(401)) as server:
        with_url = server.api_base.replace("http://", f"http://user:{KEY}@")
        judge = stub_judge(server.api_base, model=model, api_key_env="STUB_KEY") if credential == "key" else stub_judge(with_url, model=model)
        rubric = make_rubric(judge)
        with RunDirectory.create(tmp_path / "run", {"rubric": public_rubric(rubric)}) as run:
            execution, _ = run_calls(rubric, make_specs("j", 30), write=run.append)
        sent = server.requests[0].headers["Authorization"]
    assert sent == (f"Bearer {KEY}" if credential == "key" else f"Basic {BASIC}")
    stored = b"".join(path.read_bytes() for path in (tmp_path / "run").iterdir() if path.is_file()).decode()
    shown = "".join(capfd.readouterr()) + json.dumps(execution.stopped) + "".join(r.getMessage() for r in caplog.records if not r.name.startswith("openai"))
    for text in (stored, shown):
        for secret in (KEY, BASIC, "hunter2", "t0psecret"):
            assert secret not in text
    assert "[redacted]" in stored
    assert execution.stopped


def test_two_credentials_are_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUB_KEY", KEY)
    judge = make_rubric(stub_judge(f"http://user:{KEY}@127.0.0.1:9/v1", api_key_env="STUB_KEY")).judges[0]
    with pytest.raises(JudgeError, match="two") as caught:
        check_ready(judge, Path())
    assert KEY not in str(caught.value)
    judge = make_rubric(stub_judge(f"http://user:{KEY}@127.0.0.1:9/v1", model="hosted_vllm/x")).judges[0]
    with pytest.raises(JudgeError, match="no user and password") as caught:
        check_ready(judge, Path())
    assert KEY not in str(caught.value)


def test_what_a_model_says_is_not_redacted_by_its_look(monkeypatch: pytest.MonkeyPatch) -> None:
    # A judged text may be about keys; its quotation must stay a quotation.
    said = "The reply leaks sk-proj-abcdefghijkl and Authorization: Bearer 0123456789"
    with StubServer([ok(said)]) as server:
        _, (record,) = run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 1))
    assert json.loads(record.last.reply or "")["choices"][0]["message"]["content"] == said


def test_a_page_of_html_is_kept_without_what_looks_like_a_key() -> None:
    page: Any = html()
    with StubServer([Reply(mode="raw", text=page.text + "token sk-proj-abcdefghijkl", content_type="text/html")]) as server:
        _, (record,) = run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 1))
    assert "sk-proj" not in (record.last.reply or "")
