"""What a hostile tester found in the clients: parameters that said one thing and sent another, credentials in headers, lost replies."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from judging_builder import make_rubric, make_specs, run_calls, stub_judge
from stub_server import Reply, StubServer, ok, status

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Price, Rubric
from judgeaudit.errors import JudgeError
from judgeaudit.judging.parameters import resolve
from judgeaudit.judging.prices import cost_of
from judgeaudit.judging.redact import endpoint_id, public_rubric
from judgeaudit.store import RunDirectory

HEADER = "plain-looking-credential"
PROVIDERS = ("openai/stub-model", "hosted_vllm/stub-model")
LONE = "half \ud83d here"


def params_of(**params: Any) -> Rubric:
    return make_rubric({"model": "openai/m", "name": "j", "params": params})


@pytest.mark.parametrize(
    "name", ["model", "messages", "seed", "temperature", "top_p", "max_tokens", "max_completion_tokens", "response_format", "stream", "n", "top_k"]
)
def test_extra_body_cannot_go_over_what_is_said_to_be_sent(name: str) -> None:
    rubric = params_of(top_k=5, extra_body={name: 1})
    with pytest.raises(JudgeError, match=f"extra_body must not hold '{name}'"):
        resolve(rubric, rubric.judges[0])


def test_the_rest_of_extra_body_is_shown_and_sent() -> None:
    with StubServer() as server:
        rubric = make_rubric(stub_judge(server.api_base, params={"extra_body": {"min_p": 0.1}}))
        assert resolve(rubric, rubric.judges[0]).effective["extra_body"] == {"min_p": 0.1}
        run_calls(rubric, make_specs("j", 1))
    assert server.requests[0].body["min_p"] == 0.1


@pytest.mark.parametrize(
    "name",
    ["vertex_credentials", "aws_access_key_id", "aws_secret_access_key", "aws_session_token", "azure_ad_token", "apikey", "apiKey", "x_jwt", "auth", "password", "my_pat", "secretthing"],
)  # fmt: skip
def test_params_that_look_secret_are_refused_and_stored_nowhere(name: str) -> None:
    for params in ({name: HEADER}, {"extra_body": {name: HEADER}}, {"extra_body": {"a": [{name: HEADER}]}}):
        rubric = params_of(**params)
        with pytest.raises(JudgeError, match="looks like a secret") as caught:
            resolve(rubric, rubric.judges[0])
        assert HEADER not in str(caught.value)
        assert HEADER not in json.dumps(public_rubric(rubric))


def test_numbers_of_tokens_are_no_secrets() -> None:
    params = {"max_tokens": 50, "extra_body": {"min_tokens": 1, "skip_special_tokens": True, "stop_token_ids": [1, 2], "author": "x", "pattern": "y"}}
    rubric = params_of(**params)
    assert resolve(rubric, rubric.judges[0]).effective["extra_body"] == params["extra_body"]
    assert public_rubric(rubric)["judges"][0]["params"] == params


@pytest.mark.parametrize("model", PROVIDERS)
def test_values_of_headers_are_sent_and_stored_nowhere(model: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    script = [status(500, f"you sent {HEADER}"), ok(f"I was sent {HEADER}", model=f"m {HEADER}", fingerprint=HEADER)]
    with StubServer(script) as server:
        rubric = make_rubric(stub_judge(server.api_base, model=model, params={"extra_headers": {"X-Tenant": f"Bearer {HEADER}"}}))
        parameters = resolve(rubric, rubric.judges[0])
        with RunDirectory.create(tmp_path / "run", {"rubric": public_rubric(rubric)}) as run:
            run_calls(rubric, make_specs("j", 2), write=run.append)
    assert {seen.headers["x-tenant"] for seen in server.requests} == {f"Bearer {HEADER}"}
    stored = b"".join(path.read_bytes() for path in (tmp_path / "run").iterdir() if path.is_file()).decode()
    for text in (stored, "".join(capfd.readouterr()), str(parameters)):
        assert HEADER not in text
    assert '"model_served":"m [redacted]"' in stored.replace('": "', '":"')


def test_a_changed_header_shows_without_being_shown_and_a_stored_rubric_stays_what_it_is() -> None:
    first, second = (params_of(extra_headers={"X-Tenant": value}) for value in ("one-value", "another-value"))
    hidden = [resolve(rubric, rubric.judges[0]).effective["extra_headers"]["X-Tenant"] for rubric in (first, second)]
    assert hidden[0] != hidden[1]
    assert all(value.startswith("[redacted] sha256:") for value in hidden)
    stored = public_rubric(first)
    assert public_rubric(Rubric.model_validate(stored)) == stored


def test_names_that_a_server_gives_are_text_that_a_file_can_hold() -> None:
    with StubServer([ok(LONE, model=LONE, fingerprint=LONE, reasoning=LONE)]) as server:
        _, (record,) = run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 1))
    for text in (record.last.model_served, record.last.fingerprint, record.last.reply):
        assert "half \ufffd here" in str(text)
        str(text).encode()


def changed(**body: Any) -> Reply:
    return Reply(body={**ok().body, "model": "served", **body})


def said(content: Any) -> list[dict[str, Any]]:
    return [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}]


@pytest.mark.parametrize("model", [*PROVIDERS, "groq/stub-model"])
def test_a_paid_reply_that_litellm_cannot_read_is_kept(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "none-at-all")
    parts = [{"type": "text", "text": '{"label": '}, {"type": "text", "text": '"pass"}'}]
    script = [changed(choices=said(parts)), changed(usage={"prompt_tokens": "many", "completion_tokens": 3, "total_tokens": 1.5}), changed(choices=said(5))]
    with StubServer(script) as server:
        rubric = make_rubric(stub_judge(server.api_base, model=model), prices={"j": {"input": 1, "output": 0}})
        _, records = run_calls(rubric, make_specs("j", 3))
    assert server.hits == 3
    replies = [json.loads(record.last.reply or "") for record in records]
    contents = {reply["choices"][0]["message"]["content"] for reply in replies if "choices" in reply}
    assert '{"label": "pass"}' in contents
    assert len(contents) == 2
    assert sorted(str(record.last.prompt_tokens) for record in records) == ["100", "None", "None"]
    (raw,) = [reply for reply in replies if reply.get("object") == "raw"]
    assert json.loads(raw["text"])["choices"][0]["message"]["content"] == 5


@pytest.mark.parametrize("model", [*PROVIDERS, "azure/stub-model"])
def test_the_query_of_an_address_is_sent_and_hidden(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZURE_API_KEY", "none-at-all")
    seen: list[str] = []

    class Listening(StubServer):
        async def _answer(self, request: web.Request) -> web.StreamResponse:
            seen.append(request.path_qs)
            return await super()._answer(request)

    query = "api-version=2024-10-21" if model.startswith("azure") else "deployment=A&api-version=2024-10-21"
    with Listening() as server:
        base = server.api_base if not model.startswith("azure") else server.api_base.removesuffix("/v1")
        rubric = make_rubric(stub_judge(f"{base}?{query}", model=model))
        _, (record,) = run_calls(rubric, make_specs("j", 1))
    assert record.last.http_status == 200
    assert seen[0].endswith(f"/chat/completions?{query}")
    assert "2024-10-21" not in json.dumps(public_rubric(rubric))


def test_endpoints_with_another_query_are_others() -> None:
    first, second = endpoint_id("http://u:p@h/v1?deployment=A"), endpoint_id("http://h/v1?deployment=B")
    assert first != second
    assert endpoint_id(first) == first
    assert endpoint_id("http://u:p@h/v1") == "http://h/v1"


def test_a_query_that_would_not_be_sent_is_refused() -> None:
    with pytest.raises(JudgeError, match="sends no query"):
        run_calls(make_rubric({"model": "mistral/m", "name": "j", "api_base": "http://127.0.0.1:9/v1?a=b", "api_key_env": "PATH"}), make_specs("j", 1))


@pytest.mark.parametrize("usage", [(-5, 3), (2**53 + 1, 3), (10**400, 3), (True, 3)])
def test_absurd_usage_is_unknown(usage: tuple[int, int]) -> None:
    with StubServer([changed(usage={"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": 3})]) as server:
        rubric = make_rubric(stub_judge(server.api_base), prices={"j": {"input": 100, "output": 1}})
        _, (record,) = run_calls(rubric, make_specs("j", 1))
    assert record.last.prompt_tokens in (None, 1) if usage[0] is True else record.last.prompt_tokens is None
    assert usage[0] is True or record.last.cost_usd is None
    assert cost_of(Price(input=1, output=1), usage[0], 1) is None


ITEM = Item.model_validate({"id": "i1", "input": "q", "response": "r"})


def ask_python(folder: Path, module: str, code: str, *, n: int = 2) -> list[Any]:
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    rubric = make_rubric({"model": f"python:{module}:judge", "name": "j", "timeout_s": 5})
    execution, records = run_calls(rubric, make_specs("j", n), folder=folder, items=[ITEM])
    assert execution.finished == n
    return records


@pytest.mark.parametrize("word", ["def", "async def"])
def test_a_judge_that_raises_cancelled_is_an_error_of_its_own_call(word: str, tmp_path: Path) -> None:
    code = (
        f"import asyncio\n{word} judge(item, criterion, *, seed, replicate):\n    if replicate == 0:\n        raise asyncio.CancelledError\n    return 'pass'\n"
    )
    first, second = sorted(ask_python(tmp_path, "cancelling", code), key=lambda record: record.replicate)
    assert "CancelledError" in (first.last.error or "")
    assert second.last.error is None


def test_a_judge_that_cancels_its_task_is_an_error_too(tmp_path: Path) -> None:
    code = "import asyncio\nasync def judge(item, criterion, *, seed, replicate):\n    asyncio.current_task().cancel()\n    await asyncio.sleep(0)\n"
    (record,) = ask_python(tmp_path, "selfcancelling", code, n=1)
    assert "cancelled" in (record.last.error or "")


@pytest.mark.parametrize("module", ["random", "types", "json", "calendar", "numpy"])
def test_a_judge_file_does_not_take_the_place_of_a_module(module: str, tmp_path: Path) -> None:
    before = sys.modules.get(module)
    (record,) = ask_python(tmp_path, module, "def judge(item, criterion, *, seed, replicate):\n    return 'pass'\n", n=1)
    assert json.loads(record.last.reply or "") == {"object": "python", "value": "pass"}
    assert sys.modules.get(module) is before


def test_files_beside_the_judge_do_not_take_the_place_of_modules(tmp_path: Path) -> None:
    (tmp_path / "colorsys.py").write_text("raise RuntimeError('shadowed')", encoding="utf-8")
    sys.modules.pop("colorsys", None)
    code = "import colorsys\ndef judge(item, criterion, *, seed, replicate):\n    return 'pass' if colorsys.rgb_to_hsv else 'fail'\n"
    (record,) = ask_python(tmp_path, "unshadowed", code, n=1)
    assert record.last.error is None
