"""From a stored call to a verdict: the provider's own signals first, then the text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judgeaudit.domain.calls import Attempt, CallRecord
from judgeaudit.domain.rubric import PAIRWISE_LABELS, Criterion, Reply, Scale
from judgeaudit.domain.verdicts import Verdict
from judgeaudit.judging.parse import parse_record

PASS_FAIL = Criterion(name="c", question="?", scale=Scale(labels=("pass", "fail")))
ONE_TO_TEN = Criterion(name="c", question="?", scale=Scale(level="interval", low=1, high=10, step=1))
PAIR = Criterion(name="c", question="?", scale=Scale(labels=PAIRWISE_LABELS))


def record(*attempts: Attempt, order: str | None = None) -> CallRecord:
    return CallRecord(key="k", judge="j", item_id="i", criterion="c", replicate=0, seed_sent=1, prompt_hash="p", attempts=attempts, order=order)


def attempt(reply: str | None, error: str | None = None) -> Attempt:
    return Attempt(started_at="2026-01-01T00:00:00Z", latency_s=0.1, reply=reply, error=error)


def completion(content: object, finish: str | None = "stop", **message: Any) -> str:
    return json.dumps({"id": "x", "model": "m", "choices": [{"finish_reason": finish, "message": {"content": content, **message}}], "usage": {}})


def read(reply: str | None, error: str | None = None, criterion: Criterion = PASS_FAIL, *, mode: str = "pointwise", order: str | None = None) -> Verdict:
    return parse_record(record(attempt(reply, error), order=order), criterion, Reply(), mode)


P8 = [
    ({"finish_reason": "length", "content": '{"verdict":"pa'}, "truncated"),
    ({"finish_reason": "length", "content": '{"verdict":"pass","rationale":"The reply covers'}, "truncated"),
    ({"finish_reason": "length", "content": ""}, "truncated"),
    ({"finish_reason": "max_tokens", "content": 'thought\n{"score":'}, "truncated"),
    ({"finish_reason": "content_filter", "content": None}, "refused"),
]


@pytest.mark.parametrize(("reply", "status"), P8)
def test_case_p8(reply: dict[str, Any], status: str) -> None:
    verdict = read(completion(reply["content"], reply["finish_reason"]))
    assert (verdict.status, verdict.label) == (status, None)


def test_case_p7_field_variant() -> None:
    verdict = read(completion('{"verdict":"pass","rationale":"ok"}', reasoning_content='{"verdict":"fail"}'))
    assert (verdict.status, verdict.label, verdict.rationale, verdict.reasoning) == ("ok", "pass", "ok", '{"verdict":"fail"}')


def test_the_cases_here_are_those_of_the_file(shared: Path) -> None:
    cases = {case["id"]: case for case in json.loads((shared / "cases" / "cases.json").read_text(encoding="utf-8"))}
    assert [reply for reply, _ in P8] == cases["P8"]["input"]["replies"]
    assert [status for _, status in P8] == cases["P8"]["right_behaviour"]["expect"]["states"]


@pytest.mark.parametrize("finish", ["length", "LENGTH", "MAX_TOKENS", "max_output_tokens", "model_length"])
def test_a_cut_reply_is_truncated_whatever_can_be_read(finish: str) -> None:
    verdict = read(completion('{"verdict":"pass"}', finish, reasoning_content="long"))
    assert (verdict.status, verdict.label, verdict.reasoning) == ("truncated", None, "long")


@pytest.mark.parametrize(
    "reply",
    [
        completion(None, refusal="I cannot grade this."), completion('{"verdict":"pass"}', refusal="No."), completion('{"verdict":"pass"}', "content_filter"),
        completion("", "SAFETY"), completion(None, "refusal"), completion("", "PROHIBITED_CONTENT"),
    ],
)  # fmt: skip
def test_the_providers_refusals(reply: str) -> None:
    verdict = read(reply)
    assert (verdict.status, verdict.label) == ("refused", None)
    assert verdict.detail


def test_a_refusal_in_words_is_unparsable() -> None:
    assert read(completion("I'm sorry, but I cannot help with that.")).status == "unparsable"


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps({"object": "raw", "text": "<html><body>502 Bad Gateway</body></html>"}), "<html></html>", "", "[]", "null", '{"choices": []}', '{"choices": null}', '{"id": "x"}',
        json.dumps({"error": {"message": "server busy"}}), json.dumps({"choices": [{"finish_reason": "stop"}]}), json.dumps({"choices": ["pass"]}),
        completion(None), completion(7), completion({"verdict": "pass"}), completion([]), completion('{"verdict":"pass"}', "error"), '{"choices":' + "[" * 100_000,
        json.dumps({"object": "python", "value": None}), completion(None, reasoning_content='{"verdict":"pass"}'),
    ],
)  # fmt: skip
def test_what_is_no_reply_is_an_error(reply: str) -> None:
    verdict = read(reply)
    assert (verdict.status, verdict.label) == ("error", None)
    assert verdict.detail


def test_an_empty_text_is_unparsable() -> None:
    assert read(completion("")).status == "unparsable"


@pytest.mark.parametrize(
    "error",
    [
        "ContextWindowExceededError: This model's maximum context length is 4096 tokens", "400 context_length_exceeded", "prompt is too long: 210000 tokens > 200000 maximum",
        "the request exceeds the available context size (4096 tokens)", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)",
        "Please reduce the length of the messages.",
    ],
)  # fmt: skip
def test_a_prompt_that_does_not_fit_is_too_long(error: str) -> None:
    verdict = read(None, error)
    assert (verdict.status, verdict.label) == ("too_long", None)
    assert read(json.dumps({"error": {"message": error}})).status == "too_long"


@pytest.mark.parametrize("error", ["timeout after 120 s", "429 Too many tokens, please wait before trying again.", "500", None])
def test_other_failures_are_errors(error: str | None) -> None:
    verdict = read(None, error)
    assert verdict.status == "error"
    assert verdict.detail == (error or "no reply")


def test_a_content_filter_on_the_prompt_is_a_refusal() -> None:
    assert read(None, "ContentPolicyViolationError: The response was filtered due to Azure OpenAI's content management policy").status == "refused"


def test_the_last_attempt_with_a_reply_counts() -> None:
    cut, good = attempt(completion("", "length")), attempt(completion('{"verdict":"pass"}'))
    assert parse_record(record(cut, good), PASS_FAIL, Reply(), "pointwise").label == "pass"
    assert parse_record(record(attempt(None, "500"), good), PASS_FAIL, Reply(), "pointwise").label == "pass"
    assert parse_record(record(cut, attempt(None, "503")), PASS_FAIL, Reply(), "pointwise").status == "truncated"
    assert parse_record(record(), PASS_FAIL, Reply(), "pointwise").status == "error"


def test_content_in_parts_is_joined() -> None:
    parts = [{"type": "thinking", "text": '{"verdict":"fail"}'}, {"type": "text", "text": '{"verdict":'}, {"type": "text", "text": '"pass"}'}]
    assert read(completion(parts)).label == "pass"


def test_reasoning_of_both_kinds_is_kept() -> None:
    verdict = read(completion("<think>b</think>pass", reasoning_content="a"))
    assert (verdict.label, verdict.reasoning) == ("pass", "a\nb")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("pass", ("ok", "pass", None)), ({"label": "fail", "rationale": "r"}, ("ok", "fail", None)), ({"label": "maybe"}, ("off_scale", None, None)), ("no idea", ("unparsable", None, None)),
        (["pass"], ("off_scale", None, None)), (True, ("off_scale", None, None)), ({"why": "?"}, ("unparsable", None, None)), ({}, ("unparsable", None, None)),
    ],
)  # fmt: skip
def test_python_judges(value: object, expected: tuple[str, str | None, float | None]) -> None:
    verdict = read(json.dumps({"object": "python", "value": value}))
    assert (verdict.status, verdict.label, verdict.score) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [(7, ("ok", 7.0)), ({"score": 7}, ("ok", 7.0)), ("7", ("ok", 7.0)), (7.5, ("off_scale", None)), (True, ("off_scale", None))]
)
def test_python_judges_on_an_interval_scale(value: object, expected: tuple[str, float | None]) -> None:
    verdict = read(json.dumps({"object": "python", "value": value}), criterion=ONE_TO_TEN)
    assert (verdict.status, verdict.score) == expected


@pytest.mark.parametrize(
    ("order", "shown", "label"),
    [
        ("ab", "response_a", "response_a"), ("ab", "response_b", "response_b"), ("ab", "tie", "tie"), ("ba", "response_a", "response_b"), ("ba", "response_b", "response_a"),
        ("ba", "tie", "tie"),
    ],
)  # fmt: skip
def test_a_pairwise_label_is_mapped_back_from_the_shown_slot(order: str, shown: str, label: str) -> None:
    assert read(completion(json.dumps({"label": shown})), criterion=PAIR, mode="pairwise", order=order).label == label
    assert read(json.dumps({"object": "python", "value": shown}), criterion=PAIR, mode="pairwise", order=order).label == label


def test_what_could_not_be_read_is_not_mapped() -> None:
    assert read(completion("neither"), criterion=PAIR, mode="pairwise", order="ba").label is None
    assert read(completion("pass"), criterion=PASS_FAIL, mode="pointwise", order="ba").label == "pass"
