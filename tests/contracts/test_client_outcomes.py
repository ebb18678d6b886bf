"""One request through real litellm to a real server on loopback that misbehaves: what is kept of it, and what follows."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from judging_builder import content_of, make_rubric, make_specs, opened, stub_judge
from stub_server import (
    Reply,
    StubServer,
    broken_json,
    cut,
    drop,
    empty_choices,
    error_body,
    hang,
    html,
    length,
    null_content,
    ok,
    status,
)

from judgeaudit.judging.client import Asked

PROVIDERS = ("openai/stub-model", "hosted_vllm/stub-model")


def ask(reply: Reply, *, model: str = PROVIDERS[0], max_tokens: int | None = None, prices: dict[str, Any] | None = None, **judge: Any) -> Asked:
    with StubServer([reply]) as server:
        rubric = make_rubric(stub_judge(server.api_base, model=model, **judge), prices=prices or {})

        async def one() -> Asked:
            async with opened(rubric) as clients:
                return await clients["j"].ask(make_specs("j", 1)[0], max_tokens=max_tokens)

        asked = asyncio.run(one())
        assert server.hits == 1, "exactly one request for one attempt"
        return asked


@pytest.mark.parametrize("model", PROVIDERS)
@pytest.mark.parametrize(
    ("reply", "outcome", "code"),
    [
        (status(429), "retry", 429),
        (status(408), "retry", 408),
        (status(500), "retry", 500),
        (status(503), "retry", 503),
        (html(502), "retry", 502),
        (drop(), "retry", None),
        (cut(), "retry", None),
        (broken_json(), "retry", 200),
        (error_body(), "retry", None),
        (status(401), "stop_judge", 401),
        (status(402), "stop_judge", 402),
        (status(403), "stop_judge", 403),
        (status(404), "stop_judge", 404),
        (status(429, "You exceeded your current quota", error_code="insufficient_quota"), "stop_judge", 429),
        (status(400, "Unknown parameter: seed"), "give_up", 400),
        (status(422), "give_up", 422),
    ],
)
def test_failures(model: str, reply: Reply, outcome: str, code: int | None) -> None:
    asked = ask(reply, model=model)
    assert asked.outcome == outcome
    assert asked.attempt.http_status == code
    assert asked.attempt.reply is None
    assert asked.attempt.error


@pytest.mark.parametrize("model", PROVIDERS)
def test_a_server_that_hangs_is_given_up_after_the_timeout(model: str) -> None:
    asked = ask(hang(), model=model, timeout_s=0.3)
    assert asked.outcome == "retry"
    assert asked.attempt.http_status is None
    assert 0.25 < asked.attempt.latency_s < 2.0
    assert asked.attempt.cost_usd is None, "a request that was sent and timed out may have been billed"


def test_a_server_that_is_not_there_is_asked_again_and_costs_nothing() -> None:
    with StubServer() as server:
        gone = server.api_base
    rubric = make_rubric(stub_judge(gone))

    async def one() -> Asked:
        async with opened(rubric) as clients:
            return await clients["j"].ask(make_specs("j", 1)[0])

    asked = asyncio.run(one())
    assert asked.outcome == "retry"
    assert asked.attempt.cost_usd == 0.0
    assert "127.0.0.1" in (asked.attempt.error or "")


@pytest.mark.parametrize("model", PROVIDERS)
@pytest.mark.parametrize(("reply", "billed"), [(status(500), 0.0), (status(429), 0.0), (status(401), 0.0), (drop(), None), (cut(), None)])
def test_what_may_have_been_billed_is_unknown_and_not_zero(model: str, reply: Reply, billed: float | None) -> None:
    assert ask(reply, model=model, prices={"j": {"input": 1, "output": 1}}).attempt.cost_usd == billed


@pytest.mark.parametrize("model", PROVIDERS)
@pytest.mark.parametrize(("header", "seconds"), [("2", 2.0), ("0.5", 0.5), ("-3", 0.0), ("soon", None)])
def test_retry_after_is_read_from_the_headers(model: str, header: str, seconds: float | None) -> None:
    assert ask(status(429, retry_after=header), model=model).attempt.retry_after_s == seconds


@pytest.mark.parametrize("model", PROVIDERS)
def test_a_good_reply_is_kept_as_a_chat_completion_without_headers(model: str) -> None:
    attempt = ask(ok("Verdict: pass", reasoning="hm", model="stub-model-0613"), model=model).attempt
    assert json.loads(attempt.reply or "") == {
        "id": "chatcmpl-stub",
        "model": "stub-model-0613",
        "system_fingerprint": "fp_stub",
        "choices": [{"finish_reason": "stop", "message": {"content": "Verdict: pass", "reasoning_content": "hm"}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
    assert (attempt.http_status, attempt.model_served, attempt.fingerprint) == (200, "stub-model-0613", "fp_stub")
    assert (attempt.prompt_tokens, attempt.completion_tokens, attempt.error) == (100, 20, None)


@pytest.mark.parametrize("model", PROVIDERS)
def test_thinking_is_kept_apart(model: str) -> None:
    reply = json.loads(ask(ok("<think>fail, surely</think>Verdict: pass"), model=model).attempt.reply or "")
    assert reply["choices"][0]["message"] == {"content": "Verdict: pass", "reasoning_content": "fail, surely"}


@pytest.mark.parametrize("model", PROVIDERS)
def test_a_page_of_html_with_status_200_is_a_reply_and_is_not_asked_again(model: str) -> None:
    asked = ask(html(), model=model)
    assert asked.outcome == "reply"
    assert json.loads(asked.attempt.reply or "") == {"object": "raw", "text": "<html><body><h1>Please sign in</h1></body></html>"}
    assert asked.attempt.cost_usd is None


@pytest.mark.parametrize("model", PROVIDERS)
@pytest.mark.parametrize("body", ["[]", '"hello"', '{"choices": null}', '{"choices": [{"message": null}]}', '{"choices": [{"message": {"content": 5}}]}', "{}"])
def test_json_that_is_no_chat_completion_is_a_reply_and_is_not_asked_again(model: str, body: str) -> None:
    asked = ask(Reply(mode="raw", text=body), model=model)
    assert asked.outcome == "reply"
    reply = json.loads(asked.attempt.reply or "")
    assert reply["object"] == "raw"
    assert "Traceback" not in reply["text"]


@pytest.mark.parametrize("model", PROVIDERS)
def test_empty_choices_and_null_content_are_replies(model: str) -> None:
    empty = ask(empty_choices(), model=model)
    assert empty.outcome == "reply"
    assert json.loads(empty.attempt.reply or "")["choices"] == []
    null = ask(null_content(), model=model)
    assert null.outcome == "reply"
    assert content_of(null.attempt) is None


def test_a_refusal_is_kept() -> None:
    message = json.loads(ask(ok(None, refusal="I will not judge this.")).attempt.reply or "")["choices"][0]["message"]
    assert message == {"content": None, "refusal": "I will not judge this."}


@pytest.mark.parametrize("model", PROVIDERS)
def test_a_filter_of_the_provider_is_a_refusal_and_not_an_error(model: str) -> None:
    asked = ask(status(400, "Blocked by content management policy", error_code="content_policy_violation"), model=model)
    assert asked.outcome == "reply"
    choice = json.loads(asked.attempt.reply or "")["choices"][0]
    assert choice["finish_reason"] == "content_filter"
    assert "content management policy" in choice["message"]["refusal"]


@pytest.mark.parametrize("model", PROVIDERS)
def test_a_prompt_that_is_too_long_says_so(model: str) -> None:
    message = "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens."
    asked = ask(status(400, message, error_code="context_length_exceeded"), model=model)
    assert asked.outcome == "give_up"
    assert (asked.attempt.error or "").startswith("context window: ")


@pytest.mark.parametrize("model", PROVIDERS)
def test_a_cut_reply_is_marked_and_the_limit_is_kept(model: str) -> None:
    asked = ask(length(), model=model, params={"max_tokens": 40})
    assert (asked.outcome, asked.cut, asked.attempt.max_tokens) == ("reply", True, 40)
    assert ask(length(), model=model, params={"max_tokens": 40}, max_tokens=80).attempt.max_tokens == 80
    assert ask(length(), model=model).attempt.max_tokens is None


def test_costs_come_from_the_rubric_else_from_litellms_table_else_are_unknown() -> None:
    # 100 prompt and 20 completion tokens: 100 * 2 + 20 * 10 = 400 USD per million.
    assert ask(ok(), prices={"j": {"input": 2, "output": 10}}).attempt.cost_usd == pytest.approx(400e-6)
    assert ask(ok(), prices={"openai/stub-model": {"input": 2, "output": 10}}).attempt.cost_usd == pytest.approx(400e-6)
    # litellm's table: gpt-4o-mini costs 0.15 and 0.60 USD per million tokens.
    assert ask(ok(), model="openai/gpt-4o-mini").attempt.cost_usd == pytest.approx(100 * 0.15e-6 + 20 * 0.6e-6)
    assert ask(ok()).attempt.cost_usd is None


@pytest.mark.parametrize("usage", [None, (100, 0)])
def test_missing_usage_is_unknown_and_never_zero(usage: tuple[int, int] | None) -> None:
    attempt = ask(ok(usage=usage), prices={"j": {"input": 2, "output": 10}}).attempt
    assert attempt.completion_tokens is None
    assert attempt.cost_usd is None


def test_the_request_carries_seed_schema_and_parameters_and_nothing_else() -> None:
    with StubServer() as server:
        rubric = make_rubric(stub_judge(server.api_base, params={"temperature": 0, "max_tokens": 64}))

        async def one() -> None:
            async with opened(rubric) as clients:
                await clients["j"].ask(make_specs("j", 2, seed=7)[1])

        asyncio.run(one())
        body = server.requests[0].body
    assert set(body) <= {"model", "messages", "temperature", "max_tokens", "seed", "response_format", "stream"}
    assert (body["model"], body["seed"], body["temperature"], body["max_tokens"]) == ("stub-model", 8, 0, 64)
    assert body["response_format"]["json_schema"]["strict"] is True
    assert list(body["response_format"]["json_schema"]["schema"]["properties"]) == ["reasons", "label"]


def test_response_format_instructions_sends_no_schema() -> None:
    with StubServer() as server:
        rubric = make_rubric(stub_judge(server.api_base, params={"response_format": "instructions"}))

        async def one() -> None:
            async with opened(rubric) as clients:
                await clients["j"].ask(make_specs("j", 1)[0])

        asyncio.run(one())
        assert "response_format" not in server.requests[0].body
