"""Concurrency, pace, requests and money: what a run may use, to the request."""

from __future__ import annotations

import time
from typing import Any

import pytest
from judging_builder import make_rubric, make_specs, run_calls, stub_judge
from stub_server import Reply, StubServer, length, ok, status

from judgeaudit.errors import OptionError
from judgeaudit.judging import retry
from judgeaudit.judging.execute import Limits, Progress

ONE_CENT = {"j": {"input": 0, "output": 500}}
"""20 completion tokens at 500 USD per million: 0.01 USD for each reply."""


@pytest.mark.parametrize("concurrency", [1, 8])
@pytest.mark.parametrize("most", [1, 7, 20])
def test_max_calls_is_exact(most: int, concurrency: int) -> None:
    with StubServer() as server:
        execution, records = run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 20), limits=Limits(max_calls=most, concurrency=concurrency))
    assert server.hits == execution.requests == most
    assert len(records) == most, "every request that was made is kept"
    assert bool(execution.incomplete) == (most < 20)
    assert ("--max-calls" in " ".join(execution.incomplete)) == (most < 20)


def test_max_calls_counts_failed_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "BASE_WAIT_S", 0.01)
    with StubServer(lambda n, body: status(500) if n % 2 == 0 else ok()) as server:
        execution, records = run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 20), limits=Limits(max_calls=9, concurrency=3))
    assert server.hits == execution.requests == 9
    assert sum(len(r.attempts) for r in records) == 9, "a call that was left half way keeps its attempts"
    assert execution.finished == sum(r.last.reply is not None for r in records) < 20


def test_max_calls_leaves_a_cut_reply_unfinished_and_says_so() -> None:
    with StubServer(lambda n, body: length()) as server:
        execution, records = run_calls(
            make_rubric(stub_judge(server.api_base, params={"max_tokens": 9})), make_specs("j", 3), limits=Limits(max_calls=1, concurrency=1)
        )
    assert server.hits == 1
    assert execution.finished == 0
    assert records[0].last.reply is not None
    assert any("cut at the token limit" in words for words in execution.incomplete)


def test_p21_a_budget_of_two_cents_stops_before_the_third_attempt_of_one_cent() -> None:
    with StubServer() as server:
        rubric = make_rubric(stub_judge(server.api_base), prices=ONE_CENT)
        execution, records = run_calls(rubric, make_specs("j", 10), limits=Limits(max_cost_usd=0.02))
    assert server.hits == 2
    assert sum(r.known_usd for r in records) == pytest.approx(0.02)
    assert "--max-cost" in " ".join(execution.incomplete)


def test_a_budget_holds_whatever_the_concurrency_and_the_spread_of_costs() -> None:
    def script(n: int, body: dict[str, Any]) -> Reply:
        return ok(usage=(100, 20 if n == 0 else 5), delay_s=0.02)

    with StubServer(script) as server:
        rubric = make_rubric(stub_judge(server.api_base), prices=ONE_CENT)
        _, records = run_calls(rubric, make_specs("j", 60), limits=Limits(max_cost_usd=0.05, concurrency=16))
    spent = sum(r.known_usd for r in records)
    assert 0.04 < spent <= 0.05 + 1e-12, "it is used up but for the dearest call, and never passed"
    assert len(records) == server.hits


def test_p21_what_is_unknown_is_counted_and_never_zero() -> None:
    script = [status(500), ok(), ok(usage=None)]
    shown: list[Progress] = []
    with StubServer(script) as server, StubServer() as unpriced:
        rubric = make_rubric(stub_judge(server.api_base), stub_judge(unpriced.api_base, name="own"), prices=ONE_CENT)
        specs = [*make_specs("j", 2), *make_specs("own", 1)]
        _, records = run_calls(rubric, specs, limits=Limits(concurrency=1), on_progress=shown.append)
    progress = shown[-1]
    assert progress.known_usd == pytest.approx(0.01)
    assert progress.unknown_cost_calls == 2
    assert (progress.done, progress.failed, progress.requests, progress.planned) == (3, 0, 4, 3)
    assert sorted(r.key for r in records if r.cost_usd is None) == ["j-1", "own-0"]


def test_a_budget_that_sees_no_price_is_refused_before_any_call() -> None:
    with StubServer() as server:
        with pytest.raises(OptionError, match="price of j is unknown"):
            run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 5), limits=Limits(max_cost_usd=1))
        assert server.hits == 0


def test_a_budget_that_sees_no_price_holds_to_max_calls_and_says_so() -> None:
    with StubServer() as server:
        execution, _ = run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 5), limits=Limits(max_cost_usd=1, max_calls=3))
    assert server.hits == 3
    assert "price of j is unknown" in execution.notes[0]


def test_only_the_judge_without_a_price_is_left_out() -> None:
    with StubServer() as server, StubServer() as unpriced:
        rubric = make_rubric(stub_judge(server.api_base), stub_judge(unpriced.api_base, name="own"), prices=ONE_CENT)
        execution, records = run_calls(rubric, [*make_specs("j", 2), *make_specs("own", 2)], limits=Limits(max_cost_usd=1))
    assert (server.hits, unpriced.hits) == (2, 0)
    assert list(execution.stopped) == ["own"]
    assert len(records) == 2


def test_a_priced_judge_that_never_says_what_it_used_is_stopped_at_once() -> None:
    with StubServer(lambda n, body: ok(usage=None)) as server:
        rubric = make_rubric(stub_judge(server.api_base), prices=ONE_CENT)
        execution, _ = run_calls(rubric, make_specs("j", 9), limits=Limits(max_cost_usd=1))
    assert server.hits == 1
    assert "--max-cost cannot limit it" in execution.stopped["j"]


def test_failed_attempts_do_not_make_a_budget_believe_that_replies_are_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "BASE_WAIT_S", 0.01)
    with StubServer([status(500)]) as server:
        rubric = make_rubric(stub_judge(server.api_base), prices=ONE_CENT)
        _, records = run_calls(rubric, make_specs("j", 30), limits=Limits(max_cost_usd=0.02, concurrency=16))
    assert server.hits == 3
    assert sum(r.known_usd for r in records) == pytest.approx(0.02)


def test_concurrency_is_a_limit_over_all_judges_and_is_used() -> None:
    with StubServer(latency_s=0.05) as server:
        rubric = make_rubric(*(stub_judge(server.api_base, name=name) for name in ("a", "b", "c")))
        specs = [spec for name in ("a", "b", "c") for spec in make_specs(name, 10)]
        execution, _ = run_calls(rubric, specs, limits=Limits(concurrency=4))
    assert execution.finished == 30
    assert server.most_in_flight == 4


def test_a_slow_judge_does_not_take_the_slots_of_a_fast_one() -> None:
    with StubServer(latency_s=0.8) as slow, StubServer() as fast:
        rubric = make_rubric(stub_judge(slow.api_base, name="slow", timeout_s=5.0), stub_judge(fast.api_base, name="fast"))
        ended: dict[str, float] = {}
        start = time.monotonic()

        def write(record: Any) -> None:
            ended[record.judge] = time.monotonic() - start

        run_calls(rubric, [*make_specs("slow", 8), *make_specs("fast", 40)], write=write, limits=Limits(concurrency=4))
    assert ended["fast"] < ended["slow"] - 0.8


def test_requests_per_minute_delay_and_never_refuse() -> None:
    with StubServer() as server:
        execution, records = run_calls(make_rubric(stub_judge(server.api_base, requests_per_minute=300)), make_specs("j", 6))
    gaps = [b.at - a.at for a, b in zip(server.requests, server.requests[1:], strict=False)]
    # One every 0.2 s; the server's clock starts when a request has arrived.
    assert server.requests[-1].at - server.requests[0].at >= 5 * 0.2 - 0.1
    assert min(gaps) > 0.1
    assert execution.finished == len(records) == 6


def test_tokens_per_minute_are_set_right_by_what_was_used() -> None:
    with StubServer(default=ok(usage=(900, 100))) as server:
        start = time.monotonic()
        # 1,000 tokens each at 100,000 a minute: one every 0.6 s, though about 210 were estimated.
        run_calls(make_rubric(stub_judge(server.api_base, tokens_per_minute=100_000)), make_specs("j", 4), limits=Limits(concurrency=1))
        assert time.monotonic() - start >= 3 * 0.6 - 0.1
        assert server.hits == 4
