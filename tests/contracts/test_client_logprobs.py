"""Log probabilities that a judge's `params` ask for: sent, stored with the raw reply, and read as the margin of the verdict."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from judging_builder import PROMPT, make_rubric, make_specs, need_weights, run_calls, stub_judge
from stub_server import Reply as Sent
from stub_server import StubServer, ok

from judgeaudit.domain.calls import CallRecord
from judgeaudit.domain.rubric import Reply
from judgeaudit.judging.parse import parse_record
from judgeaudit.judging.schema import reply_schema

PROVIDERS = ("openai/stub-model", "hosted_vllm/stub-model")
ASKED = {"logprobs": True, "top_logprobs": 3}
CONTENT = [
    {"token": '{"reasons":[],"label":"', "logprob": -0.5, "bytes": list(b'{"reasons":[],"label":"'), "top_logprobs": []},
    {"token": "pass", "logprob": -0.1, "bytes": [112, 97, 115, 115], "top_logprobs": [{"token": "pass", "logprob": -0.1, "bytes": [112, 97, 115, 115]},
                                                                                     {"token": "fail", "logprob": -2.6, "bytes": None}]},
    {"token": "\\xe2\\x80", "logprob": -0.1, "bytes": [34, 125], "top_logprobs": []},
]  # fmt: skip
TEXT = '{"reasons":[],"label":"pass"}'


def with_logprobs(text: str = TEXT, logprobs: Any = None) -> Sent:
    reply = ok(text)
    reply.body["choices"][0]["logprobs"] = {"content": CONTENT, "refusal": None} if logprobs is None else logprobs
    return reply


def margin_of(record: CallRecord) -> float | None:
    return parse_record(record, make_rubric().criteria[0], Reply(), "pointwise").margin


@pytest.mark.parametrize("model", PROVIDERS)
def test_they_are_asked_for_kept_and_read(model: str) -> None:
    with StubServer([with_logprobs()]) as server:
        _, (record,) = run_calls(make_rubric(stub_judge(server.api_base, model=model, params=ASKED)), make_specs("j", 1))
        assert {name: server.requests[0].body[name] for name in ASKED} == ASKED
    (choice,) = json.loads(record.last.reply or "")["choices"]
    kept = choice["logprobs"]["content"]
    assert kept[1] == {"token": "pass", "logprob": -0.1, "top_logprobs": [{"token": "pass", "logprob": -0.1}, {"token": "fail", "logprob": -2.6}]}
    assert kept[2]["bytes"] == [34, 125], "bytes that are not the token's own text are kept"
    assert margin_of(record) == pytest.approx(2.5)


@pytest.mark.parametrize("model", PROVIDERS)
def test_a_judge_that_is_not_asked_for_them_has_none(model: str) -> None:
    with StubServer([ok(TEXT)]) as server:
        _, (record,) = run_calls(make_rubric(stub_judge(server.api_base, model=model)), make_specs("j", 1))
        assert not {"logprobs", "top_logprobs"} & set(server.requests[0].body)
    assert set(json.loads(record.last.reply or "")["choices"][0]) == {"finish_reason", "message"}
    assert margin_of(record) is None


@pytest.mark.parametrize("model", PROVIDERS)
@pytest.mark.parametrize("logprobs", [{"content": None}, {"content": []}, {}])
def test_a_server_that_does_not_know_them(model: str, logprobs: Any) -> None:
    with StubServer([with_logprobs(logprobs=logprobs)]) as server:
        _, (record,) = run_calls(make_rubric(stub_judge(server.api_base, model=model, params=ASKED)), make_specs("j", 1))
    assert parse_record(record, make_rubric().criteria[0], Reply(), "pointwise").label == "pass"
    assert margin_of(record) is None


@pytest.mark.parametrize(
    "logprobs", ["some", [1], {"content": "x"}, {"content": [{"token": 5}]}, {"content": [None]}, {"content": [{"token": "a", "logprob": "b"}]}]
)
def test_a_server_that_sends_something_else_still_gives_its_verdict(logprobs: Any) -> None:
    with StubServer([with_logprobs(logprobs=logprobs)]) as server:
        _, (record,) = run_calls(make_rubric(stub_judge(server.api_base, params=ASKED)), make_specs("j", 1))
    assert parse_record(record, make_rubric().criteria[0], Reply(), "pointwise").label == "pass"
    assert margin_of(record) is None


def test_a_body_that_litellm_cannot_read_keeps_them_too() -> None:
    reply = with_logprobs()
    reply.body["choices"][0]["message"]["content"] = [{"type": "text", "text": TEXT}]
    with StubServer([reply]) as server:
        _, (record,) = run_calls(make_rubric(stub_judge(server.api_base, params=ASKED)), make_specs("j", 1))
    assert margin_of(record) == pytest.approx(2.5)


def test_a_key_that_a_reply_repeats_is_not_kept_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUB_KEY", "k3y-of-the-stub-server")
    said = '{"reasons":["k3y-of-the-stub-server"],"label":"pass"}'
    pieces = [
        {"token": piece, "logprob": -0.1, "bytes": None, "top_logprobs": []} for piece in ('{"reasons":["k3y-of', "-the-stub-", 'server"],"label":"pass"}')
    ]
    with StubServer([with_logprobs(said, {"content": pieces})]) as server:
        judge = stub_judge(server.api_base, params=ASKED, api_key_env="STUB_KEY")
        _, (record,) = run_calls(make_rubric(judge), make_specs("j", 1))
    assert "[redacted]" in (record.last.reply or "")
    assert "k3y-of" not in (record.last.reply or "")
    assert "-the-stub-" not in (record.last.reply or "")


MODEL = "local/smollm2-135m"


def embedded(n: int, top: int) -> list[CallRecord]:
    rubric = make_rubric({"model": MODEL, "name": "j", "params": {"temperature": 0.8, "max_tokens": 80, "logprobs": True, "top_logprobs": top}})
    asked = replace(PROMPT, schema=reply_schema(rubric.criteria[0], bounded=True))
    _, records = run_calls(rubric, make_specs("j", n, prompt=asked))
    return sorted(records, key=lambda record: record.replicate)


def by_hand(record: CallRecord) -> float | None:
    """From the token after `"label":"` in the stored reply and every spelling of the two labels listed there; None where the label is no single token."""
    (choice,) = json.loads(record.last.reply or "")["choices"]
    tokens = choice["logprobs"]["content"]
    written = [token["token"] for token in tokens]
    assert "".join(written).startswith(choice["message"]["content"])
    at = next(n for n in range(len(written)) if "".join(written[:n]).endswith('"label":"'))
    label = json.loads(choice["message"]["content"])["label"]
    places = {one["token"]: one["logprob"] for one in (*tokens[at]["top_logprobs"], tokens[at])}
    chances = {label: sum(math.exp(p) for word, p in places.items() if word.strip().lower() == label) for label in ("pass", "fail")}
    return math.log(chances.pop(label) / chances.popitem()[1]) if written[at] == label else None


def test_the_embedded_model_through_its_own_server() -> None:
    """The same calls with 500 alternatives, where both labels are always listed, and with 8, where a margin is the same or an understatement."""
    need_weights(MODEL)
    many, few = ([(record, margin_of(record)) for record in embedded(6, top)] for top in (500, 8))
    expected = [by_hand(record) for record, _ in many]
    assert sum(one is not None for one in expected) >= 3
    for wanted, (_, margin), (_, least) in zip(expected, many, few, strict=True):
        assert margin is not None
        assert wanted is None or margin == pytest.approx(wanted, abs=0.05), "but for odd spellings, such as one with a quotation mark in its token"
        assert least is None or least <= margin + 0.05
