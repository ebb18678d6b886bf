"""`judgeaudit run` as a user runs it: a real process, real litellm, a real local server; kill, resume, limits, secrets."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.stub_server import Reply, StubServer, ok, status

KEY = "sk-TEST-000000000000"


def write_project(folder: Path, api_base: str, *, items: int = 10, replicates: int = 3, judges: str = "", gates: str = "") -> Path:
    lines = [json.dumps({"id": f"i{n:03d}", "input": f"Question {n}?", "response": f"Answer number {n}."}) for n in range(items)]
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rubric = folder / "r.yaml"
    rubric.write_text(
        "name: demo\n"
        "criteria:\n"
        "  - name: right\n"
        "    question: Is the answer right?\n"
        '    scale: {level: nominal, labels: ["pass", "fail"]}\n'
        "items: items.jsonl\n"
        "judges:\n"
        f"  - {{name: j, model: openai/stub, api_base: '{api_base}', api_key_env: STUB_KEY, params: {{temperature: 1.0}}}}\n"
        f"{judges}replicates: {replicates}\nseed: 5\n{gates}",
        encoding="utf-8",
    )
    return rubric


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "STUB_KEY": KEY, "LITELLM_LOCAL_MODEL_COST_MAP": "True", **more}


def judgeaudit(*words: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "judgeaudit", *map(str, words)], capture_output=True, text=True, cwd=cwd, check=False, timeout=240, env=environment(**env)
    )


def steady(n: int, body: dict[str, Any]) -> Reply:
    """Answers from the text and the seed alone, so that an unbroken and a broken run get the same verdicts."""
    digest = hashlib.sha256(json.dumps([body["messages"], body.get("seed")]).encode()).digest()
    return ok(
        json.dumps(
            {
                "reasons": [{"aspect": "a", "finding": "met", "quote": "Answer", "explanation": f"because {digest[1]}"}],
                "label": "pass" if digest[0] % 4 else "fail",
            }
        )
    )


def table(folder: Path) -> list[tuple[Any, ...]]:
    """The verdict table of a run directory, without times."""
    from judgeaudit.api.call_rows import table_from_records
    from judgeaudit.domain.rubric import Rubric
    from judgeaudit.store import RunDirectory

    with RunDirectory.open(folder) as directory:
        rubric = Rubric.model_validate(directory.manifest["rubric"])
        rows = table_from_records(directory.read_calls(), rubric).to_pylist()
    names = ("item_id", "judge", "criterion", "replicate", "label", "status", "rationale", "prompt_hash", "seed_sent")
    return sorted(tuple(row[name] for name in names) for row in rows)


def calls_on_disk(folder: Path) -> int:
    path = folder / "calls.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_a_run_ends_with_an_audit_and_sends_a_seed_per_replicate(tmp_path: Path) -> None:
    with StubServer(steady) as server:
        write_project(tmp_path, server.api_base)
        done = judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert server.hits == 30
        assert sorted({request.body["seed"] for request in server.requests}) == [5, 6, 7]
    data = json.loads((tmp_path / "run" / "audit.json").read_text(encoding="utf-8"))
    assert data["incomplete"] == []
    answered = [e for e in data["estimates"] if e["name"] == "answered_rate"]
    assert [e["value"] for e in answered] == [1.0]
    assert data["judges"][0]["axis"] == "seed"
    assert data["judges"][0]["cost"]["lower_bound"], "an unknown price is unknown, not 0"
    assert data["decisions"][0]["decision"] != "deploy", "without gold nobody is approved"


def test_ten_kills_lose_nothing_and_end_with_the_same_table(tmp_path: Path) -> None:
    """kill -9 at ten random moments, then --resume: the same verdict table as an unbroken run, only missing calls asked again."""
    moments = random.Random(7).sample(range(1, 115), 10)
    with StubServer(lambda n, body: Reply(**{**vars(steady(n, body)), "delay_s": 0.02})) as server:
        write_project(tmp_path, server.api_base, items=40)
        assert judgeaudit("run", "r.yaml", "--out", "whole", cwd=tmp_path).returncode == 0
        assert server.hits == 120
        words = ["run", "r.yaml", "--concurrency", "4", "--out", "broken"]
        for at in sorted(moments):
            process = subprocess.Popen(
                [sys.executable, "-m", "judgeaudit", *words], cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            deadline = time.monotonic() + 60
            while calls_on_disk(tmp_path / "broken") < at and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
            process.wait(10)
            words = ["run", "r.yaml", "--concurrency", "4", "--resume", "broken"]
        # A torn last line, as a crash of the machine leaves it, is dropped.
        with (tmp_path / "broken" / "calls.jsonl").open("ab") as calls:
            calls.write(b'{"key": "torn", "judge": "j", "item')
        before, stored = server.hits, calls_on_disk(tmp_path / "broken")
        done = judgeaudit(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert server.hits - before == 120 - stored, "only the missing calls are made"
        assert server.hits - 120 <= 120 + 10 * 4, "at most the calls under way at a kill are asked again"
    assert table(tmp_path / "broken") == table(tmp_path / "whole")
    assert len(table(tmp_path / "whole")) == 120


def test_resume_pays_only_for_what_is_new_and_refuses_what_changed(tmp_path: Path) -> None:
    with StubServer(steady) as server:
        rubric = write_project(tmp_path, server.api_base, replicates=2)
        assert judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path).returncode == 0
        assert server.hits == 20
        assert judgeaudit("run", "r.yaml", "--resume", "run", "--replicates", "3", cwd=tmp_path).returncode == 0
        assert server.hits == 30
        with (tmp_path / "items.jsonl").open("a", encoding="utf-8") as items:
            items.write(json.dumps({"id": "new", "input": "New?", "response": "Yes."}) + "\n")
        assert judgeaudit("run", "r.yaml", "--resume", "run", "--replicates", "3", cwd=tmp_path).returncode == 0
        assert server.hits == 33
        assert judgeaudit("audit", "run", cwd=tmp_path).returncode == 0
        for old, new, said in (
            ("Is the answer right?", "Is the answer correct?", "question"),
            ('labels: ["pass", "fail"]', 'labels: ["fail", "pass"]', "scale"),
            ("temperature: 1.0", "temperature: 0.5", "temperature"),
        ):
            kept = rubric.read_text(encoding="utf-8")
            rubric.write_text(kept.replace(old, new), encoding="utf-8")
            done = judgeaudit("run", "r.yaml", "--resume", "run", "--replicates", "3", cwd=tmp_path)
            assert done.returncode == 2
            assert said in done.stderr
            rubric.write_text(kept, encoding="utf-8")
        assert server.hits == 33


def test_max_calls_means_requests_and_the_run_is_incomplete(tmp_path: Path) -> None:
    with StubServer(steady) as server:
        write_project(tmp_path, server.api_base)
        done = judgeaudit("run", "r.yaml", "--out", "run", "--max-calls", "7", cwd=tmp_path)
        assert done.returncode == 4, done.stdout + done.stderr
        assert server.hits == 7
        assert "--resume" in done.stderr
        resumed = judgeaudit("run", "r.yaml", "--resume", "run", cwd=tmp_path)
        assert resumed.returncode == 0
        assert server.hits == 30


def test_a_refused_key_stops_one_judge_while_the_other_goes_on(tmp_path: Path) -> None:
    def script(n: int, body: dict[str, Any]) -> Reply:
        return status(401, "Incorrect API key provided: {api_key}") if body["model"] == "refused" else steady(n, body)

    with StubServer(script) as server:
        other = f"  - {{name: locked, model: openai/refused, api_base: '{server.api_base.replace('http://', 'http://user:pw-TEST@')}?token=TEST-123', api_key_env: STUB_KEY}}\n"
        write_project(tmp_path, server.api_base, judges=other)
        done = judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path)
        assert done.returncode == 4, done.stdout + done.stderr
        data = json.loads((tmp_path / "run" / "audit.json").read_text(encoding="utf-8"))
    facts = {judge["name"]: judge for judge in data["judges"]}
    assert facts["j"]["finished"] == 30
    assert facts["locked"]["stopped"]
    written = b"".join(path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()) + (done.stdout + done.stderr).encode()
    for secret in (KEY, "pw-TEST", "TEST-123"):
        assert secret.encode() not in written


def test_a_missing_key_is_found_before_any_call(tmp_path: Path) -> None:
    with StubServer(steady) as server:
        write_project(tmp_path, server.api_base)
        env = {name: value for name, value in environment().items() if name != "STUB_KEY"}
        done = subprocess.run(
            [sys.executable, "-m", "judgeaudit", "run", "r.yaml", "--out", "run"], capture_output=True, text=True, cwd=tmp_path, check=False, env=env
        )
        assert done.returncode == 2
        assert "STUB_KEY" in done.stderr
        assert server.hits == 0
        assert not (tmp_path / "run").exists()


def test_ctrl_c_finishes_cleanly_and_prints_the_resume_command(tmp_path: Path) -> None:
    with StubServer(lambda n, body: Reply(**{**vars(steady(n, body)), "delay_s": 0.1})) as server:
        write_project(tmp_path, server.api_base, items=100)
        process = subprocess.Popen(
            [sys.executable, "-m", "judgeaudit", "run", "r.yaml", "--out", "run", "--concurrency", "4"],
            cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        deadline = time.monotonic() + 60
        while calls_on_disk(tmp_path / "run") < 8 and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130, out + err
        assert "Traceback" not in err
        assert "judgeaudit run r.yaml --resume run" in err
        assert calls_on_disk(tmp_path / "run") == server.hits, "what was under way is kept"
    assert (tmp_path / "run" / "audit.json").exists()


def test_check_asks_nobody_and_writes_nothing(tmp_path: Path) -> None:
    with StubServer(steady) as server:
        write_project(tmp_path, server.api_base)
        before = sorted(path.name for path in tmp_path.iterdir())
        done = judgeaudit("check", "r.yaml", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert server.hits == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert "30 calls" in done.stdout
    assert "seed axis" in done.stdout


@pytest.mark.parametrize("concurrency", ["0", "5000"])
def test_silly_concurrency_is_refused(tmp_path: Path, concurrency: str) -> None:
    write_project(tmp_path, "http://127.0.0.1:9/v1")
    done = judgeaudit("run", "r.yaml", "--concurrency", concurrency, cwd=tmp_path)
    assert done.returncode == 2
    assert "--concurrency" in done.stderr


def test_a_fault_of_our_own_has_a_traceback_and_a_code_that_means_nothing_else() -> None:
    """Python would end with 1, which says that a gate fails or a judge drifted."""
    broken = "import judgeaudit.cli as cli; cli.app = lambda: 1 // 0; cli.main()"
    done = subprocess.run([sys.executable, "-c", broken], capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert "ZeroDivisionError" in done.stderr
    assert done.stdout == ""
