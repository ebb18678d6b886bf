"""calls.jsonl after a kill, an edit, a full disk: what can be read is read, what cannot is named and asked again."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from judgeaudit import store
from judgeaudit.domain.calls import Attempt, CallRecord
from judgeaudit.errors import RunError
from judgeaudit.store import RunDirectory, lines


def record(key: str, *, reply: str | None = "{}", started: str = "2026-10-01T00:00:00.000+00:00", cost: float | None = 0.01) -> CallRecord:
    attempt = Attempt(started_at=started, latency_s=0.5, reply=reply, error=None if reply else "timed out", cost_usd=cost)
    return CallRecord(key=key, judge="j1", item_id=f"i{key}", criterion="c", replicate=0, seed_sent=1, prompt_hash="h", attempts=(attempt,))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    RunDirectory.create(tmp_path / "run", {}).close()
    return tmp_path / "run"


def fill(run: Path, content: bytes) -> None:
    (run / store.CALLS).write_bytes(content)


def keys(run: Path) -> list[str]:
    return [r.key for r in store.read_calls(run).records]


def test_p20_a_torn_line_and_a_duplicate_leave_136_usable_calls_of_137_lines(run: Path) -> None:
    whole = [lines.line_of(record(str(n))) for n in range(136)]
    fill(run, b"".join([*whole, whole[70], b'{"item":"i46","judge":"j1","repeat":2,"verd']))
    calls = store.read_calls(run)
    assert len(calls.records) == 136
    planned = {str(n) for n in range(300)}
    assert len(planned - {r.key for r in calls.records}) == 164
    assert len(calls.warnings) == 1
    assert "line 138" in calls.warnings[0]


@pytest.mark.parametrize("cut_at", [1, 20, -2, -1])
def test_a_line_is_never_glued_to_a_torn_one(run: Path, cut_at: int) -> None:
    whole = lines.line_of(record("2"))
    fill(run, lines.line_of(record("1")) + whole[:cut_at])
    with RunDirectory.open(run) as directory:
        # With only its newline missing the line is whole, and kept.
        assert [r.key for r in directory.read_calls()] == (["1", "2"] if cut_at == -1 else ["1"])
        directory.append(record("3"))
        assert [r.key for r in directory.read_calls()] == (["1", "2", "3"] if cut_at == -1 else ["1", "3"])
        assert directory.warnings == ()


@pytest.mark.parametrize(
    "damage",
    [b'{"key": "2", "attem\n', b"\x00\x00\x00\n", b"\xff\xfe\n", b"[]\n", b"null\n", b'"text"\n', b'{"key": "2"}\n', b'{"key": ["2"], "attempts": [{}]}\n',
     b'{"key": "2", "attempts": "x"}\n', b'{"key": "2", "attempts": []}\n', b"[" * 100_000 + b"\n"],
    ids=range(11),
)  # fmt: skip
def test_a_damaged_line_costs_its_own_call_only_and_is_named(run: Path, damage: bytes) -> None:
    fill(run, lines.line_of(record("1")) + damage + lines.line_of(record("3")))
    calls = store.read_calls(run)
    assert [r.key for r in calls.records] == ["1", "3"]
    assert calls.warnings == ("calls.jsonl line 2 is damaged and was left out; its call is asked again",)


def test_a_line_of_a_newer_version_is_not_misread(run: Path) -> None:
    newer = lines.line_of(record("2")).replace(b'"format_version": 1', b'"format_version": 2')
    assert newer != lines.line_of(record("2"))
    fill(run, lines.line_of(record("1")) + newer)
    assert keys(run) == ["1"]


def test_blank_lines_are_no_damage(run: Path) -> None:
    fill(run, lines.line_of(record("1")) + b"\n  \n" + lines.line_of(record("2")) + b"\n")
    assert keys(run) == ["1", "2"]
    assert store.read_calls(run).warnings == ()


def test_a_call_made_again_keeps_what_its_first_attempts_cost(run: Path) -> None:
    failed = record("1", reply=None, cost=None)
    again = record("1", started="2026-10-01T00:01:00.000+00:00")
    fill(run, lines.line_of(failed) + lines.line_of(record("2")) + lines.line_of(again))
    first, second = store.read_calls(run).records
    assert (first.key, second.key) == ("1", "2")
    assert first.attempts == failed.attempts + again.attempts
    assert first.last.reply == "{}"
    assert first.cost_usd is None, "the attempt that timed out may have been billed"


def test_a_reply_is_final(run: Path) -> None:
    paid, other = record("1", reply='"first"'), record("1", reply='"second"', started="2026-10-01T00:01:00.000+00:00")
    fill(run, lines.line_of(paid) + lines.line_of(other) + lines.line_of(record("1", reply=None)))
    assert store.read_calls(run).records == [paid]


def test_copies_of_a_line_are_one_record(run: Path) -> None:
    failed = record("1", reply=None)
    fill(run, lines.line_of(failed) * 3)
    assert store.read_calls(run).records == [failed]


def test_a_full_disk_is_one_message_and_what_was_stored_stays_readable(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def half(fd: int, data: bytes) -> int:
        if b'"key": "2"' in data:
            return write(fd, data[:30])
        if data.startswith(b'"') or b'"key"' not in data:
            raise OSError(28, "No space left on device")
        return write(fd, data)

    with RunDirectory.open(run) as directory:
        directory.append(record("1"))
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(RunError, match="No space left on device"):
            directory.append(record("2"))
        monkeypatch.setattr(os, "write", write)
        directory.append(record("3"))
    assert keys(run) == ["1", "3"]
    assert store.read_calls(run).warnings == ()


def test_no_calls_yet(run: Path) -> None:
    assert store.read_calls(run) == store.Calls([], ())


def test_fifty_thousand_calls_are_read_quickly(run: Path) -> None:
    line = lines.line_of(record("KEY", reply='{"choices": [{"message": {"content": "' + "x" * 400 + '"}}]}'))
    fill(run, b"".join(line.replace(b"KEY", str(n).encode()) for n in range(50_000)))
    start = time.process_time()
    assert len(store.read_calls(run).records) == 50_000
    assert time.process_time() - start < 3
