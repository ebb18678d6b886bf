"""Every planned call becomes exactly one record, whatever the server does; attempts are kept, waits are honoured."""

from __future__ import annotations

import json
import random
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise
from typing import Any

import pytest
from judging_builder import content_of, make_rubric, make_specs, run_calls, stub_judge
from stub_server import (
    Reply,
    StubServer,
    broken_json,
    cut,
    drop,
    empty_choices,
    hang,
    html,
    length,
    null_content,
    ok,
    status,
)

from judgeaudit.judging import retry
from judgeaudit.judging.retry import MAX_ATTEMPTS


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "BASE_WAIT_S", 0.02)


def run(script: Any, n: int, *, params: dict[str, Any] | None = None, **options: Any) -> tuple[Any, list[Any], StubServer]:
    with StubServer(script) as server:
        execution, records = run_calls(make_rubric(stub_judge(server.api_base, params=params or {})), make_specs("j", n), **options)
    return execution, records, server


@pytest.mark.usefixtures("short_waits")
def test_a_server_with_every_fault_loses_nothing_and_is_paid_nothing_twice() -> None:
    faults = [status(429, retry_after="0.2"), status(500), status(503), hang(), cut(), drop(), broken_json(), html(502)]
    replies = [html(), empty_choices(), null_content(), ok(usage=None), ok(model="another-model"), ok()]
    script: list[Reply] = [reply for pair in zip(faults, [*replies, ok(), ok()], strict=True) for reply in pair]
    execution, records, server = run(script, 40)
    assert sorted(r.replicate for r in records) == list(range(40)), "each call is one record"
    assert execution.finished == 40
    assert server.hits == execution.requests == 40 + len(faults), "one request more for each fault that may be mended, and none else"
    assert all(r.last.reply is not None for r in records)
    assert sum(len(r.attempts) for r in records) == server.hits, "every attempt is kept"
    kinds = [json.loads(r.last.reply) for r in records]
    assert sum(kind.get("object") == "raw" for kind in kinds) == 1
    assert sum(kind.get("choices") == [] for kind in kinds) == 1
    assert [r.last.model_served for r in records].count("another-model") == 1


@pytest.mark.usefixtures("short_waits")
@pytest.mark.parametrize("fault", [status(500), drop(), status(429)], ids=["500", "drop", "429"])
def test_a_call_that_keeps_failing_ends_as_a_record_without_reply(fault: Reply) -> None:
    execution, records, server = run(lambda n, body: fault, 2)
    assert server.hits == 2 * MAX_ATTEMPTS
    assert [len(r.attempts) for r in records] == [MAX_ATTEMPTS, MAX_ATTEMPTS]
    assert all(a.reply is None and a.error for r in records for a in r.attempts)
    assert execution.finished == 2


def test_retry_after_is_honoured_and_holds_the_whole_judge() -> None:
    script = [status(429, retry_after="1.2")]
    start = time.monotonic()
    execution, records, server = run(script, 6, limits=_limits(concurrency=1))
    first, *rest = (seen.at for seen in server.requests)
    assert rest[0] - first >= 1.2
    assert time.monotonic() - start < 8
    assert execution.finished == 6
    assert records[0].attempts[0].retry_after_s == 1.2


def test_no_other_call_of_the_judge_is_started_during_a_retry_after() -> None:
    def script(n: int, body: dict[str, Any]) -> Reply:
        return status(429, retry_after="1") if n == 0 else ok(delay_s=0.1)

    _, _, server = run(script, 12, limits=_limits(concurrency=4))
    first = server.requests[0].at
    at_once = [seen.at for seen in server.requests[1:] if seen.at - first < 0.3]
    assert len(at_once) <= 3, "only what was under way already"
    assert not [seen for seen in server.requests if 0.3 <= seen.at - first < 0.99]


def test_retry_after_as_a_date_is_read() -> None:
    now = datetime(2026, 10, 1, 12, 0, 0, tzinfo=UTC)
    headers = {"Retry-After": format_datetime(now + timedelta(seconds=90), usegmt=True)}
    assert retry.retry_after_s(headers, now) == 90
    assert retry.retry_after_s({"retry-after": format_datetime(now - timedelta(seconds=5), usegmt=True)}, now) == 0
    assert retry.retry_after_s({"Retry-After-Ms": "1500", "Retry-After": "9"}, now) == 1.5
    assert retry.retry_after_s({"retry-after": "inf"}, now) is None
    assert retry.retry_after_s(None) is None


def test_a_judge_that_asks_to_wait_for_hours_is_stopped() -> None:
    execution, records, server = run([status(429, retry_after="7200")], 5, limits=_limits(concurrency=1))
    assert server.hits == 1
    assert "7200 s" in execution.stopped["j"]
    assert len(records) == 1


def test_waits_grow_and_are_jittered() -> None:
    waits = [retry.backoff_s(n, random.Random(1)) for n in range(1, 9)]
    assert all(a < b for a, b in pairwise(waits[:7]))
    assert max(waits) <= 30
    assert len({retry.backoff_s(3, random.Random(s)) for s in range(20)}) > 10
    assert all(1.0 <= retry.backoff_s(3, random.Random(s)) <= 2.0 for s in range(20)), "0.5 * 2^2 times 0.5 to 1"


def test_a_cut_reply_is_asked_once_more_with_twice_the_limit_and_both_are_billed() -> None:
    with StubServer([length(), ok("Verdict: pass")]) as server:
        rubric = make_rubric(stub_judge(server.api_base, params={"max_tokens": 50}), prices={"j": {"input": 1, "output": 10}})
        execution, (record,) = run_calls(rubric, make_specs("j", 1))
    assert [seen.body["max_tokens"] for seen in server.requests] == [50, 100]
    assert [a.max_tokens for a in record.attempts] == [50, 100]
    assert content_of(record.last) == "Verdict: pass"
    # Twice 100 prompt tokens at 1 and 20 completion tokens at 10 USD per million.
    assert record.cost_usd == pytest.approx(2 * 300e-6)
    assert execution.requests == 2


def test_a_reply_that_is_cut_again_stays_cut() -> None:
    _, (record,), server = run(lambda n, body: length(), 1, params={"max_completion_tokens": 50})
    assert [seen.body["max_completion_tokens"] for seen in server.requests] == [50, 100]
    assert len(record.attempts) == 2


def test_a_cut_reply_without_a_limit_of_ours_is_not_asked_again() -> None:
    _, (record,), server = run(lambda n, body: length(), 1)
    assert server.hits == 1
    assert record.last.reply is not None


def test_a_server_that_refuses_seeds_fails_each_call_once_and_stops_nothing() -> None:
    execution, records, server = run(lambda n, body: status(400, "Unknown parameter: seed") if "seed" in body else ok(), 3)
    assert server.hits == 3
    assert execution.stopped == {}
    assert {r.last.error for r in records} == {"Unknown parameter: seed"}


def _limits(**limits: Any) -> Any:
    from judgeaudit.judging.execute import Limits

    return Limits(**limits)
