"""Calls of one run in several files, as tasks on workers leave them: read as one, nothing lost, nothing counted twice, whatever came first."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from judgeaudit.api.exporting import export
from judgeaudit.domain.calls import Attempt, CallRecord
from judgeaudit.errors import JudgeAuditError
from judgeaudit.store import RunDirectory, line_of, new_calls_file, read_calls, task_files

PAID, FAILED = "{}", None


def attempt(minute: int, reply: str | None, *, cost: float | None = 0.01) -> Attempt:
    error = None if reply else "timed out"
    return Attempt(started_at=f"2026-10-01T00:{minute:02d}:00.000+00:00", latency_s=0.5, reply=reply, error=error, cost_usd=cost)


def record(key: str, *attempts: Attempt) -> CallRecord:
    return CallRecord(key=key, judge="j1", item_id=f"i{key}", criterion="c", replicate=0, seed_sent=1, prompt_hash="h", attempts=attempts)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    RunDirectory.create(tmp_path / "run", {}).close()
    return tmp_path / "run"


def write(run: Path, **files: list[CallRecord]) -> None:
    for name, records in files.items():
        (run / f"{name.replace('_', '-')}.jsonl").write_bytes(b"".join(map(line_of, records)))


def test_all_files_are_one_run_in_the_order_in_which_calls_were_made(run: Path) -> None:
    write(
        run,
        calls=[record("4", attempt(4, PAID))],
        calls_10=[record("2", attempt(2, PAID))],
        calls_9=[record("3", attempt(3, PAID)), record("1", attempt(1, PAID))],
    )
    (run / "calls-x.jsonl").write_bytes(b"no file of a task\n")
    found = read_calls(run)
    assert [one.key for one in found.records] == ["1", "2", "3", "4"]
    assert found.warnings == ()
    assert list(task_files(run)) == [9, 10]


@pytest.mark.parametrize("order", list(itertools.permutations(["calls", "calls_0", "calls_1"])))
def test_a_call_that_failed_on_one_worker_and_was_made_by_another_keeps_every_attempt_once(run: Path, order: tuple[str, str, str]) -> None:
    """Asked here (minute 1), on a worker (2), and with a reply by another (3); its line of minute 1 stands in two files."""
    first, second, third = attempt(1, FAILED, cost=None), attempt(2, FAILED), attempt(3, PAID)
    write(run, **dict(zip(order, ([record("1", first)], [record("1", first), record("1", first, second)], [record("1", third)]), strict=True)))
    (found,) = read_calls(run).records
    assert found.attempts == (first, second, third)
    assert found.known_usd == pytest.approx(0.02)


@pytest.mark.parametrize("order", list(itertools.permutations(["calls", "calls_3"])))
def test_of_two_replies_to_one_call_the_first_is_the_verdict_and_both_were_paid(run: Path, order: tuple[str, str]) -> None:
    """As when a worker that was thought dead went on."""
    first, second = attempt(1, '{"n": 1}'), attempt(2, '{"n": 2}')
    write(run, **dict(zip(order, ([record("1", second)], [record("1", first)]), strict=True)))
    (found,) = read_calls(run).records
    assert found.last == first
    assert found.attempts == (second, first)


def test_a_torn_end_of_a_task_file_is_named_and_mended_when_the_run_goes_on(run: Path) -> None:
    whole = line_of(record("1", attempt(1, PAID)))
    (run / "calls-0.jsonl").write_bytes(whole + whole[:20])
    assert read_calls(run).warnings == ("calls-0.jsonl ends in a line that was cut off (line 2); its call is asked again",)
    RunDirectory.open(run).close()
    assert (run / "calls-0.jsonl").read_bytes() == whole
    assert read_calls(run).warnings == ()


def test_a_file_of_a_task_is_made_once(run: Path) -> None:
    file = new_calls_file(run, 7)
    assert file is not None
    file.append(line_of(record("1", attempt(1, PAID))))
    file.close()
    assert new_calls_file(run, 7) is None, "who comes later with the same number finds that it was begun"
    assert [one.key for one in read_calls(run).records] == ["1"]


def test_an_export_never_goes_over_a_file_of_a_task(run: Path) -> None:
    write(run, calls_3=[record("1", attempt(1, PAID))])
    before = (run / "calls-3.jsonl").read_bytes()
    with pytest.raises(JudgeAuditError, match=r"--out .*calls-3\.jsonl"):
        export(run, "jsonl", out=run / "calls-3.jsonl")
    assert (run / "calls-3.jsonl").read_bytes() == before
