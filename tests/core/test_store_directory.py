"""A run directory: what is written is whole or not there, and a mistake is one message."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from judgeaudit import store
from judgeaudit.domain.calls import Attempt, CallRecord
from judgeaudit.domain.items import GoldLabel, Item, Message
from judgeaudit.errors import RunError
from judgeaudit.store import RunDirectory


def record(key: str, *, reply: str | None = '{"a": 1}', n: int = 1, cost: float | None = 0.01) -> CallRecord:
    attempts = tuple(
        Attempt(started_at=f"2026-10-01T00:00:0{i}.000+00:00", latency_s=0.5, reply=reply if i == n - 1 else None, cost_usd=cost) for i in range(n)
    )
    return CallRecord(key=key, judge="j", item_id="i1", criterion="c", replicate=0, seed_sent=None, prompt_hash="h", attempts=attempts)


def test_what_is_appended_is_read_back_exactly(tmp_path: Path) -> None:
    kept = [
        CallRecord(
            key="k1", judge="ünïcode 判断", item_id="007", criterion="c", replicate=3, seed_sent=4, prompt_hash="h", order="ba", probe="position", variant="swapped",
            attempts=(
                Attempt("2026-10-01T00:00:00.000+00:00", 1.5, None, 429, "too fast", 2.0, 40, None, None, None, None, 0.0),
                Attempt("2026-10-01T00:00:03.000+00:00", 0.25, '{"text": "line\\nend \u2028 \u0085 \\u0000 \\ud800"}', 200, None, None, 80, "m", "fp", 10, 5, None),
            ),
        ),
        record("k2"),
        record("lone \ud800 surrogate", reply='"\udfff"'),
    ]  # fmt: skip
    with RunDirectory.create(tmp_path / "run", {"rubric_file": "x.yaml"}) as run:
        for one in kept:
            run.append(one)
        assert run.read_calls() == kept
    with RunDirectory.open(tmp_path / "run") as run:
        assert run.read_calls() == kept
        assert run.manifest == {"format_version": 1, "rubric_file": "x.yaml"}
    assert len((tmp_path / "run" / store.CALLS).read_bytes().split(b"\n")) == 4, "one line for each call"


def test_each_call_is_in_the_file_when_append_returns(tmp_path: Path) -> None:
    with RunDirectory.create(tmp_path / "run", {}) as run:
        for n in range(1, 4):
            run.append(record(f"k{n}"))
            assert len((tmp_path / "run" / store.CALLS).read_bytes().splitlines()) == n


def test_inputs_come_back_as_they_were(tmp_path: Path) -> None:
    items = (
        Item(id="007", input="q", response="a", metadata={"source": "x"}),
        Item(id="NA", input=(Message(role="user", content="hi"),), response_a="a", response_b="b", reference=""),
    )
    gold = (
        GoldLabel(item_id="007", annotator="ann", label="yes", criterion="c"),
        GoldLabel(item_id="NA", annotator="ann", label="", criterion="c", status="abstained"),
    )
    with RunDirectory.create(tmp_path / "run", {}) as run:
        run.write_inputs(items, gold)
        assert run.read_inputs() == (items, gold)
        run.write_inputs(items, None)
        assert run.read_inputs() == (items, None)


def test_a_directory_that_is_in_use_for_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(RunError, match=r"not empty.*notes\.txt"):
        RunDirectory.create(tmp_path, {})
    assert [p.name for p in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(RunError, match="is a file"):
        RunDirectory.create(tmp_path / "notes.txt", {})


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    RunDirectory.create(tmp_path / "run", {"n": 1}).close()
    with pytest.raises(RunError, match="holds a run already") as caught:
        RunDirectory.create(tmp_path / "run", {"n": 2})
    assert "--resume" in str(caught.value)
    assert store.read_manifest(tmp_path / "run")["n"] == 1


def test_a_directory_that_a_killed_start_left_is_used(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / ".lock").touch()
    (run / ".run.json.tmp-4711").write_text('{"form', encoding="utf-8")
    with RunDirectory.create(run, {}):
        assert store.is_run_directory(run)
    with RunDirectory.open(run):
        assert not list(run.glob(".run.json*")), "what was half written is cleared away"


def test_two_processes_do_not_write_one_run(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from judgeaudit.errors import RunError; from judgeaudit.store import RunDirectory\n"
        "try:\n    RunDirectory.open(Path(sys.argv[1]))\nexcept RunError as e:\n    print(e.what)\n"
    )
    with RunDirectory.create(tmp_path / "run", {}):
        done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "run")], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "another process is writing to it"
        with pytest.raises(RunError, match="another process"):
            RunDirectory.open(tmp_path / "run")
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "run")], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_a_lock_dies_with_its_process(tmp_path: Path) -> None:
    code = (
        "import os, sys, signal; from pathlib import Path; from judgeaudit.store import RunDirectory\n"
        "run = RunDirectory.create(Path(sys.argv[1]), {}); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "run")], check=False)
    assert done.returncode != 0
    with RunDirectory.open(tmp_path / "run") as run:
        assert run.read_calls() == []


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "no JSON"), ("[]", "no JSON object"), ('{"format_version": 99}', "upgrade"), ("{}", "format version None")],
)
def test_a_manifest_that_cannot_be_used_says_why(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / store.MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(RunError) as caught:
        RunDirectory.open(tmp_path)
    assert message in str(caught.value)


def test_what_is_no_run_directory_says_so(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"no run\.json"):
        RunDirectory.open(tmp_path)
    with pytest.raises(RunError, match="no such directory"):
        RunDirectory.open(tmp_path / "nowhere")
    with pytest.raises(RunError, match=r"no audit\.json"):
        store.read_audit(tmp_path)


def test_audit_and_page_are_replaced_as_a_whole(tmp_path: Path) -> None:
    with RunDirectory.create(tmp_path / "run", {}) as run:
        for n in range(2):
            run.write_audit(json.dumps({"n": n, "text": "é \ud800"}))
            run.write_page(f"<p>{n} é</p>")
    assert json.loads(store.read_audit(tmp_path / "run")) == {"n": 1, "text": "é \ud800"}
    assert store.page_path(tmp_path / "run").read_text(encoding="utf-8") == "<p>1 é</p>"
    assert not [p.name for p in (tmp_path / "run").iterdir() if ".tmp" in p.name]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.write_audit(tmp_path, "old")

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match="No space left on device"):
        store.write_audit(tmp_path, "new")
    assert store.read_audit(tmp_path) == "old"
    assert [p.name for p in tmp_path.iterdir()] == [store.AUDIT]


def test_a_manifest_written_over_a_symlink_leaves_what_it_points_to(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("mine", encoding="utf-8")
    with RunDirectory.create(tmp_path / "run", {}) as run:
        (run.path / store.AUDIT).symlink_to(elsewhere)
        (run.path / store.CALLS).symlink_to(elsewhere)
        run.write_audit("ours")
        with pytest.raises(RunError):
            run.append(record("k"))
    assert elsewhere.read_text(encoding="utf-8") == "mine"
