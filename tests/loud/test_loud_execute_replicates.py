"""One test for each way in which judging once lost, doubled or invented something without a word."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from judging_builder import content_of, make_rubric, make_specs, opened, run_calls, stub_judge
from stub_server import StubServer, ok, status

from judgeaudit.domain.calls import Attempt, CallRecord, CallSpec
from judgeaudit.judging.client import Asked
from judgeaudit.judging.execute import Execution, Limits, execute
from judgeaudit.store import RunDirectory, lines, read_calls


def test_p1_one_replicate_never_answers_for_another(tmp_path: Path) -> None:
    verdicts = ["pass", "fail", "pass", "fail", "fail", "pass"]

    def resume(replicates: int, server: StubServer) -> int:
        before = server.hits
        rubric = make_rubric(stub_judge(server.api_base, params={"temperature": 0}))
        path = tmp_path / "run"
        with RunDirectory.open(path) if path.exists() else RunDirectory.create(path, {}) as run:
            have = {record.key for record in run.read_calls()}
            # The same prompt, the same parameters, no seed: nothing but the replicate tells the calls apart.
            missing = [spec for spec in make_specs("j", replicates, seed=None) if spec.key not in have]
            run_calls(rubric, missing, write=run.append, limits=Limits(concurrency=1))
        return server.hits - before

    with StubServer([ok(verdict) for verdict in verdicts]) as server:
        assert resume(4, server) == 4
        assert [content_of(r.last) for r in read_calls(tmp_path / "run").records] == verdicts[:4]
        assert resume(4, server) == 0
        assert resume(6, server) == 2
    records = read_calls(tmp_path / "run").records
    assert [(r.replicate, content_of(r.last)) for r in records] == list(enumerate(verdicts))


def test_a_cache_or_callback_of_litellm_that_somebody_turned_on_is_off_for_us() -> None:
    from judgeaudit.judging.load_litellm import load_litellm

    called: list[Any] = []
    litellm = load_litellm()
    litellm.cache = litellm.Cache()
    litellm.success_callback = [lambda *args: called.append(args)]
    litellm.drop_params = True
    litellm.num_retries = 3
    try:
        with StubServer([ok("one"), ok("two"), status(500)]) as server:
            _, records = run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 3, seed=None), limits=Limits(concurrency=1, max_calls=3))
            assert server.hits == 3
    finally:
        litellm.cache = None
    assert [content_of(r.last) for r in records[:2]] == ["one", "two"]
    assert litellm.drop_params is False
    assert called == []


def test_p20_a_killed_run_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    specs = make_specs("j1", 300)

    def stored(spec: CallSpec) -> bytes:
        attempt = Attempt("2026-10-01T00:00:00.000+00:00", 0.1, '{"choices": []}', 200)
        return lines.line_of(CallRecord(spec.key, "j1", "i1", "hours", spec.replicate, spec.seed_sent, "prompt-1", (attempt,)))

    RunDirectory.create(tmp_path / "run", {}).close()
    first = [stored(spec) for spec in specs[:136]]
    (tmp_path / "run" / "calls.jsonl").write_bytes(b"".join([*first, first[5], b'{"item":"i46","judge":"j1","repeat":2,"verd']))
    with StubServer([status(429, retry_after="2"), ok(), status(503), ok()], default=status(401)) as server, RunDirectory.open(tmp_path / "run") as run:
        have = {record.key for record in run.read_calls()}
        assert len(have) == 136
        missing = [spec for spec in specs if spec.key not in have]
        assert len(missing) == 164
        execution, _ = run_calls(make_rubric(stub_judge(server.api_base, name="j1")), missing, write=run.append, limits=Limits(concurrency=1))
        assert server.requests[1].at - server.requests[0].at >= 2
        assert server.hits == 5
    assert "401" not in execution.incomplete
    assert list(execution.stopped) == ["j1"]
    records = read_calls(tmp_path / "run").records
    assert sum(r.last.reply is not None for r in records) == 138, "the two paid replies are kept"
    assert [len(r.attempts) for r in records[136:]] == [2, 2, 1], "429 and 503 were repeated, 401 was not"
    assert len(read_calls(tmp_path / "run").warnings) == 0, "the torn line is gone"


class OwnClient:
    """A client without HTTP, to look at the engine alone."""

    most_at_once = None
    priced = True

    def __init__(self, answer: Any) -> None:
        rubric = make_rubric({"model": "openai/x", "name": "j"})
        self.judge = rubric.judges[0]
        self.parameters: Any = None
        self.answer = answer

    async def ask(self, spec: CallSpec, *, max_tokens: int | None = None) -> Asked:
        await asyncio.sleep(0)
        return self.answer(spec)

    async def close(self) -> None: ...


def test_a_fault_of_ours_is_a_traceback_and_not_a_row() -> None:
    def broken(spec: CallSpec) -> Asked:
        raise ZeroDivisionError("ours")

    records: list[CallRecord] = []
    client: Any = OwnClient(broken)
    with pytest.raises(ZeroDivisionError, match="ours"):
        asyncio.run(execute(make_specs("j", 5), {"j": client}, write=records.append))
    assert records == []


def test_a_large_plan_is_not_a_task_for_each_call() -> None:
    most = 0

    def answer(spec: CallSpec) -> Asked:
        nonlocal most
        most = max(most, len(asyncio.all_tasks()))
        return Asked(Attempt("2026-10-01T00:00:00.000+00:00", 0.0, "{}", 200, cost_usd=0.0), "reply")

    client: Any = OwnClient(answer)
    execution = asyncio.run(execute(make_specs("j", 20_000), {"j": client}, write=lambda record: None, limits=Limits(concurrency=64)))
    assert execution.finished == 20_000
    assert most <= 64 + 3


def test_two_runs_in_one_process_and_two_loops_do_not_share_connections() -> None:
    # litellm keeps its clients by process; one that belongs to a closed loop fails the first call of the next run.
    for _ in range(2):
        with StubServer() as server:
            execution, records = run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 3))
            assert server.hits == 3
        assert execution.finished == 3
        assert all(r.last.reply for r in records)


def test_closing_one_judge_leaves_the_others_connections_alone() -> None:
    async def work(server: StubServer) -> Execution:
        rubric = make_rubric(stub_judge(server.api_base, name="a"), stub_judge(server.api_base, name="b"))
        async with opened(rubric) as clients:
            await clients["a"].ask(make_specs("a", 1)[0])
            await clients["a"].close()
            return await execute(make_specs("b", 2), {"b": clients["b"]}, write=lambda record: None)

    with StubServer() as server:
        assert asyncio.run(work(server)).finished == 2
        assert server.hits == 3
