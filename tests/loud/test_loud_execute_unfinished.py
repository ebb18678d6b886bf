"""Silent failures: a call that was left half way and taken as finished, attempts that were paid and forgotten, a run directory that is no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from judging_builder import make_rubric, make_specs, run_calls, stub_judge
from stub_server import StubServer, hang, length, ok, status

from judgeaudit.domain.calls import Attempt, CallRecord
from judgeaudit.errors import RunError
from judgeaudit.judging import retry
from judgeaudit.judging.execute import Limits
from judgeaudit.judging.limiter import Pacer
from judgeaudit.store import RunDirectory, is_finished, read_calls
from judgeaudit.store.lines import line_of


def cut_below_100(n: int, body: dict[str, Any]) -> Any:
    return length() if body.get("max_tokens") == 50 else ok("Verdict: pass")


def test_a_cut_reply_whose_longer_attempt_was_not_made_is_asked_again_and_keeps_all_attempts(tmp_path: Path) -> None:
    RunDirectory.create(tmp_path / "run", {}).close()
    with StubServer(cut_below_100) as server, RunDirectory.open(tmp_path / "run") as run:
        rubric = make_rubric(stub_judge(server.api_base, params={"max_tokens": 50}), prices={"j": {"input": 1, "output": 10}})
        execution, _ = run_calls(rubric, make_specs("j", 1), write=run.append, limits=Limits(max_calls=1))
        assert any("in this session (--max-calls)" in words for words in execution.incomplete)
        assert any("so unfinished: 1 calls" in words for words in execution.incomplete)
        (stored,) = run.read_calls()
        assert not is_finished(stored)
        execution, _ = run_calls(rubric, make_specs("j", 1), write=run.append)
        assert execution.incomplete == ()
        (stored,) = run.read_calls()
    assert is_finished(stored)
    assert [a.max_tokens for a in stored.attempts] == [50, 50, 100]
    assert server.hits == 3
    assert stored.cost_usd == pytest.approx(3 * 300e-6)


def test_a_cost_limit_between_the_two_attempts_says_so() -> None:
    with StubServer(cut_below_100) as server:
        rubric = make_rubric(stub_judge(server.api_base, params={"max_tokens": 50}), prices={"j": {"input": 100, "output": 0}})
        execution, _ = run_calls(rubric, make_specs("j", 1), limits=Limits(max_cost_usd=0.015))
    assert server.hits == 1
    assert any("in this session" in words and "--max-cost" in words for words in execution.incomplete)
    assert execution.finished == 0


def attempt(n: int, *, max_tokens: int | None = None, finish: str | None = "stop") -> Attempt:
    reply = None if finish is None else json.dumps({"choices": [{"finish_reason": finish, "message": {"content": "x"}}]})
    return Attempt(started_at=f"2026-10-01T00:00:{n:02}", latency_s=0.1, reply=reply, max_tokens=max_tokens, cost_usd=0.01)


def record(*attempts: Attempt) -> CallRecord:
    return CallRecord(key="k", judge="j", item_id="i", criterion="c", replicate=0, seed_sent=1, prompt_hash="h", attempts=attempts)


def test_what_is_finished() -> None:
    assert is_finished(record(attempt(1)))
    assert is_finished(record(attempt(1, max_tokens=50)))
    assert is_finished(record(attempt(1, finish="length"))), "no limit of ours: there is no longer attempt to make"
    assert not is_finished(record(attempt(1, finish=None)))
    assert not is_finished(record(attempt(1, max_tokens=50, finish="length")))
    assert not is_finished(record(attempt(1, max_tokens=50, finish="length"), attempt(2, max_tokens=50, finish="length"))), "cut twice, in two sessions"
    assert not is_finished(record(attempt(1, max_tokens=50, finish="length"), attempt(2, max_tokens=100, finish=None)))
    assert is_finished(record(attempt(1, max_tokens=50, finish="length"), attempt(2, max_tokens=100, finish="length"))), "it stays cut"


def test_a_line_of_a_call_on_its_way_is_replaced_by_the_line_that_ends_it(tmp_path: Path) -> None:
    a, b, c, d = attempt(1, finish=None), attempt(2, max_tokens=50, finish="length"), attempt(3, max_tokens=50, finish="length"), attempt(4, max_tokens=100)
    lines = [record(a), record(a, b), record(c), record(c, d), record(c)]
    (tmp_path / "calls.jsonl").write_bytes(b"".join(map(line_of, lines)))
    assert read_calls(tmp_path).records == [record(a, b, c, d)]


def test_attempts_that_may_have_been_billed_are_stored_before_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "BASE_WAIT_S", 0.02)
    written: list[CallRecord] = []
    with StubServer([hang(), status(429), length(), ok()]) as server:
        rubric = make_rubric(stub_judge(server.api_base, params={"max_tokens": 50}, timeout_s=0.5))
        run_calls(rubric, make_specs("j", 2), write=written.append, limits=Limits(concurrency=1))
    # The time-out and the cut reply may have been paid, the 429 was not; the second call took one attempt, and one line.
    assert [(r.key, len(r.attempts)) for r in written] == [("j-0", 1), ("j-0", 3), ("j-0", 4), ("j-1", 1)]


@pytest.mark.parametrize("said", ["0", "-5", "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_a_retry_after_of_nothing_does_not_switch_the_backoff_off(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "BASE_WAIT_S", 0.6)
    with StubServer([status(429, retry_after=said)]) as server:
        run_calls(make_rubric(stub_judge(server.api_base)), make_specs("j", 1))
    first, second = (seen.at for seen in server.requests)
    assert second - first >= 0.3, "0.6 s times 0.5 to 1"


def test_a_call_of_more_tokens_than_a_minute_allows_takes_one_minute() -> None:
    pacer = Pacer(tokens_per_minute=10, clock=lambda: now[0])
    now = [0.0]

    async def sleep(seconds: float) -> bool:
        now[0] += seconds
        return True

    import asyncio

    for at in (0, 60, 120):
        asyncio.run(pacer.admit(500, sleep))
        pacer.used(500, 900)
        assert now[0] == at


CALL = {"key": "k2", "judge": "j", "item_id": "i", "criterion": "c", "replicate": 0, "prompt_hash": "h", "attempts": [{"started_at": "t", "latency_s": 1}]}


@pytest.mark.parametrize(
    "change",
    [
        {"replicate": "1"}, {"replicate": True}, {"replicate": -1}, {"replicate": 1.0}, {"item_id": None}, {"item_id": 7}, {"judge": ["j"]}, {"criterion": {}}, {"format_version": "1"},
        {"seed_sent": "1"}, {"more": 1}, {"attempts": [{"started_at": "t", "latency_s": "1"}]}, {"attempts": [{"started_at": "t", "latency_s": 1, "reply": {}}]}, {"attempts": [7]},
        {"attempts": [{"started_at": "t", "latency_s": 1, "cost_usd": "0.1"}]},
    ],
)  # fmt: skip
def test_a_line_whose_values_are_of_the_wrong_kind_is_damaged(tmp_path: Path, change: dict[str, Any]) -> None:
    lines = [line_of(record(attempt(1))), json.dumps({**CALL, **change}).encode() + b"\n", json.dumps({**CALL, "key": "k3"}).encode() + b"\n"]
    (tmp_path / "calls.jsonl").write_bytes(b"".join(lines))
    calls = read_calls(tmp_path)
    assert [r.key for r in calls.records] == ["k", "k3"]
    assert calls.warnings == ("calls.jsonl line 2 is damaged and was left out; its call is asked again",)


@pytest.mark.parametrize("name", ["item_id", "judge", "criterion", "replicate", "prompt_hash", "key", "attempts"])
def test_a_line_that_lacks_a_field_is_damaged(tmp_path: Path, name: str) -> None:
    (tmp_path / "calls.jsonl").write_bytes(json.dumps({n: v for n, v in CALL.items() if n != name}).encode() + b"\n" + line_of(record(attempt(1))))
    assert [r.key for r in read_calls(tmp_path).records] == ["k"]


@pytest.mark.parametrize(
    "manifest",
    [
        {"rubric": "x"}, {"rubric": {"name": 5}}, {"rubric": None}, {"parameters": []}, {"parameters": {"j": 5}}, {"parameters": {"j": {"unknown": 1}}}, {"fingerprint": None},
        {"fingerprint": {"items": []}}, {"fingerprint": {"judges": {"j": 1}}}, {"fingerprint": {"replicates": "3"}},
    ],
)  # fmt: skip
def test_a_manifest_of_wrong_kinds_is_an_error_in_words(tmp_path: Path, manifest: dict[str, Any]) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"format_version": 1, **manifest}))
    with pytest.raises(RunError, match=r"no manifest of a run\s+fix: start a new run") as raised:
        RunDirectory.open(tmp_path)
    assert raised.value.where == str(tmp_path / "run.json")


def test_an_entry_that_a_manifest_lacks_is_an_error_in_words_at_every_depth(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"format_version": 1, "fingerprint": {"mode": "pointwise"}}')
    with RunDirectory.open(tmp_path) as run:
        with pytest.raises(RunError, match="it has no 'rubric'"):
            run.manifest["rubric"]
        with pytest.raises(RunError, match="it has no 'items'"):
            run.manifest["fingerprint"]["items"]
