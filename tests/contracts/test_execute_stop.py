"""A judge that must stop, a user who wants to stop, a disk that is full: what was paid for is kept."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from judging_builder import make_rubric, make_specs, opened, run_calls, stub_judge
from stub_server import StubServer, drop, hang, ok, status

from judgeaudit.domain.calls import CallRecord
from judgeaudit.errors import RunError
from judgeaudit.judging.execute import Execution, Limits, Progress, execute


@pytest.mark.parametrize("code", [401, 402, 403, 404])
def test_one_judge_is_stopped_at_once_while_the_others_go_on(code: int) -> None:
    with StubServer([ok(), ok()], default=status(code, "no")) as bad, StubServer() as good:
        rubric = make_rubric(stub_judge(bad.api_base, name="bad"), stub_judge(good.api_base, name="good"))
        execution, records = run_calls(rubric, [*make_specs("bad", 20), *make_specs("good", 20)], limits=Limits(concurrency=2))
    assert good.hits == 20
    assert bad.hits == len([r for r in records if r.judge == "bad"]) <= 4, "2 replies, then the refusal, and what was under way"
    assert list(execution.stopped) == ["bad"]
    assert "no" in execution.stopped["bad"]
    assert sum(r.judge == "bad" and r.last.reply is not None for r in records) == 2


def test_a_stopped_judge_ends_its_waits_too() -> None:
    # The first call waits for a minute; the second is refused. Nobody waits for the minute.
    with StubServer([status(500, retry_after="60")], default=status(401, "no")) as server:
        start = time.monotonic()
        rubric = make_rubric(stub_judge(server.api_base), stub_judge(server.api_base, name="k"))

        async def work() -> Execution:
            async with opened(rubric) as clients:
                return await execute(make_specs("j", 2), clients, write=records.append, limits=Limits(concurrency=2))

        records: list[CallRecord] = []
        execution = asyncio.run(work())
    assert time.monotonic() - start < 10
    assert execution.stopped["j"]
    assert sum(len(r.attempts) for r in records) == server.hits == 2


def stop_after(n: int, server: StubServer, **options: Any) -> tuple[Execution, list[CallRecord], float]:
    """Set `stop` once n calls are finished; the seconds from then to the end."""
    records: list[CallRecord] = []
    stopped_at = 0.0

    async def work() -> Execution:
        stop = asyncio.Event()

        def on_progress(progress: Progress) -> None:
            nonlocal stopped_at
            if progress.done >= n and not stop.is_set():
                stop.set()
                stopped_at = time.monotonic()

        async with opened(make_rubric(stub_judge(server.api_base, **options))) as clients:
            return await execute(make_specs("j", 40), clients, write=records.append, limits=Limits(concurrency=4), on_progress=on_progress, stop=stop)

    execution = asyncio.run(work())
    return execution, records, time.monotonic() - stopped_at


def test_a_stop_lets_what_is_under_way_finish_and_starts_nothing_more() -> None:
    with StubServer(latency_s=0.1) as server:
        execution, records, took = stop_after(6, server)
    assert execution.interrupted
    assert "interrupted" in execution.incomplete
    assert len(records) == server.hits <= 6 + 3, "at most the three others that were under way"
    assert all(r.last.reply is not None for r in records)
    assert took < 2


def test_a_stop_gives_up_what_hangs_and_keeps_that_it_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    from judgeaudit.judging import execute as module

    monkeypatch.setattr(module, "GRACE_S", 0.3)
    with StubServer(lambda n, body: hang() if n % 3 == 2 else ok()) as server:
        execution, records, took = stop_after(4, server, timeout_s=30.0)
        assert took < 3
        assert execution.interrupted
        assert sum(len(r.attempts) for r in records) == server.hits
    given_up = [r for r in records if r.last.reply is None]
    assert given_up
    assert all("given up" in (r.last.error or "") and r.cost_usd is None for r in given_up)
    assert execution.finished == len(records) - len(given_up)


def test_a_cancelled_run_keeps_what_it_had() -> None:
    records: list[CallRecord] = []

    async def work(server: StubServer) -> None:
        async with opened(make_rubric(stub_judge(server.api_base, timeout_s=30.0))) as clients:
            task = asyncio.create_task(execute(make_specs("j", 10), clients, write=records.append, limits=Limits(concurrency=2)))
            while len(records) < 3 or server.hits < 5:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with StubServer(lambda n, body: ok() if n < 3 else hang()) as server:
        asyncio.run(asyncio.wait_for(work(server), 20))
        assert sum(len(r.attempts) for r in records) == server.hits
    assert sum(r.last.reply is not None for r in records) == 3


def test_a_full_disk_ends_the_run_with_its_error() -> None:
    written: list[CallRecord] = []

    def write(record: CallRecord) -> None:
        if len(written) == 5:
            raise RunError("it cannot be written: No space left on device", where="calls.jsonl")
        written.append(record)

    with StubServer() as server:
        with pytest.raises(RunError, match="No space left"):
            run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 500), write=write, limits=Limits(concurrency=4))
        assert server.hits < 20, "nothing more is paid for once nothing can be kept"
    assert len(written) == 5


def test_a_call_counts_only_after_it_was_written() -> None:
    log: list[str] = []
    with StubServer() as server:
        run_calls(
            make_rubric(stub_judge(server.api_base)),
            make_specs("j", 3),
            write=lambda record: log.append("written"),
            on_progress=lambda progress: log.append(f"done {progress.done}"),
            limits=Limits(concurrency=1),
        )
    assert log == ["written", "done 1", "written", "done 2", "written", "done 3"]


def test_nothing_to_do_is_done() -> None:
    execution, records = run_calls(make_rubric(stub_judge("http://127.0.0.1:9/v1")), [])
    assert (execution.finished, execution.requests, execution.incomplete, records) == (0, 0, (), [])


def test_a_judge_that_nobody_serves_is_stopped_after_a_few_silent_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call still gets all its attempts; but a hundred calls do not wait for a server that is down."""
    monkeypatch.setattr("judgeaudit.judging.execute.backoff_s", lambda failures, rng: 0.001)
    with StubServer(default=drop()) as server:
        rubric = make_rubric(stub_judge(server.api_base))
        execution, records = run_calls(rubric, make_specs("j", 100), limits=Limits(concurrency=2))
    assert "no answer" in execution.stopped["j"]
    assert 10 <= len(records) <= 12
    assert all(len(record.attempts) <= 6 for record in records)


def test_an_answer_in_between_keeps_a_shaky_judge_going(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judgeaudit.judging.execute.backoff_s", lambda failures, rng: 0.001)
    with StubServer(lambda n, body: drop() if n % 25 else ok()) as server:
        rubric = make_rubric(stub_judge(server.api_base))
        execution, records = run_calls(rubric, make_specs("j", 40), limits=Limits(concurrency=1))
    assert not execution.stopped
    assert len(records) == 40
