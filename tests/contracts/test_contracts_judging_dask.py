"""`judgeaudit run --engine dask` on a real cluster: a scheduler, two workers and a server that counts what is asked; the key is in the workers' environment alone."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from dask_cluster import Cluster, dask_cluster, until

import judgeaudit
from judgeaudit.api import calling_on_dask
from judgeaudit.errors import JudgeError
from judgeaudit.scale import crew
from judgeaudit.store import read_calls, task_files
from tests.cli import test_cli_probes as fees
from tests.cli.test_cli_run import KEY, steady, table, write_project
from tests.stub_server import Reply, StubServer, status


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with dask_cluster(tmp_path_factory.mktemp("cluster"), STUB_KEY=KEY, SECONDS="0.1") as started:
        yield started


@pytest.fixture(autouse=True)
def two_workers(cluster: Cluster) -> None:
    """As many as there were, after a test that killed one."""
    while len(cluster.workers) < 2:
        cluster.add_worker()
    until(lambda: _there(cluster) == 2, "there are not two workers")


def run(cluster: Cluster, rubric: Path, **options: Any) -> judgeaudit.Audit:
    return judgeaudit.run(rubric, engine="dask", scheduler=cluster.address, embedder="none", **options)


def slowly(n: int, body: dict[str, Any]) -> Reply:
    return Reply(**{**vars(steady(n, body)), "delay_s": 0.03})


def stored(folder: Path) -> int:
    """Lines that are on the disk, in all files of calls."""
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("calls*.jsonl"))


def asked(server: StubServer) -> Counter[str]:
    """How often each call was asked."""
    return Counter(json.dumps([request.body["messages"], request.body.get("seed")]) for request in server.requests)


def without_times(audit: judgeaudit.Audit) -> dict[str, Any]:
    """All of an audit but times, and the order in which calls happened to end."""
    data: dict[str, Any] = json.loads(audit.data.model_dump_json())
    data["run"].pop("created_at")
    for judge in data["judges"]:
        for name in [name for name in judge if name.startswith("latency")]:
            del judge[name]
    for text in data["texts"]:
        text["replies"].sort(key=json.dumps)
    for name in ("texts", "cases"):
        data[name].sort(key=json.dumps)
    return data


def test_both_stages_give_the_audit_of_a_run_here_and_the_key_stays_with_the_workers(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STUB_KEY", raising=False)
    shown: list[tuple[int, int]] = []
    with StubServer(fees.answer) as server:
        fees.write_project(tmp_path, fees.PYTHON.splitlines()[0] + "\n" + fees.stub(server.api_base), items=10, probes="[evidence_removal, nonsense_control]")
        rubric = tmp_path / "r.yaml"
        there = run(cluster, rubric, out=tmp_path / "there", on_progress=lambda p: shown.append((p.done, p.planned)))
        hits = server.hits
        monkeypatch.setenv("STUB_KEY", KEY)
        here = judgeaudit.run(rubric, out=tmp_path / "here", embedder="none")
        assert server.hits == 2 * hits
    assert here.data.incomplete == ()
    assert without_times(there) == without_times(here)
    assert len(here.data.estimates) > 50
    assert table(tmp_path / "there") == table(tmp_path / "here")
    assert len(task_files(tmp_path / "there")) == 4, "two stages on two workers"
    of_worker = [{json.loads(line)["item_id"] for line in path.read_bytes().splitlines()} for path in task_files(tmp_path / "there").values()]
    assert not of_worker[0] & of_worker[1], "the calls of an item meet"
    assert shown[-1] == (here.data.run["finished_calls"],) * 2
    written = b"".join(path.read_bytes() for path in (tmp_path / "there").rglob("*") if path.is_file()) + cluster.logs().encode()
    assert KEY.encode() not in written


def test_max_calls_is_exact_over_all_workers_and_another_number_of_workers_goes_on(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One item is refused. What a worker leaves over of its part of the limit is used by the next round."""
    monkeypatch.setenv("STUB_KEY", KEY)

    def script(n: int, body: dict[str, Any]) -> Reply:
        return status(400, "no") if "number 3." in body["messages"][-1]["content"] else steady(n, body)

    with StubServer(script) as server:
        rubric = write_project(tmp_path, server.api_base, items=15)
        audit = run(cluster, rubric, out=tmp_path / "run", max_calls=7)
        assert (server.hits, audit.exit_code) == (7, 4)
        assert "stopped after 7 requests in this session (--max-calls)" in audit.data.incomplete
        with monkeypatch.context() as one:
            both = crew.Crew.workers
            one.setattr(crew.Crew, "workers", lambda self: both(self)[:1])
            run(cluster, rubric, resume=tmp_path / "run", max_calls=13)
        assert server.hits == 20
        judgeaudit.run(rubric, resume=tmp_path / "run", max_calls=4, embedder="none")
        assert server.hits == 24
        run(cluster, rubric, resume=tmp_path / "run")
        counts = asked(server)
        assert len(counts) == 45
        assert {n for key, n in counts.items() if "number 3." not in key} == {1}, "nothing that was answered is asked again"
        done = judgeaudit.run(rubric, out=tmp_path / "here", embedder="none")
    assert done.exit_code == 4
    assert table(tmp_path / "run") == table(tmp_path / "here")


def _there(cluster: Cluster) -> int:
    with crew.crew_of(cluster.address) as found:
        return len(found.workers())


def test_each_worker_goes_at_its_part_of_the_pace(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """600 a minute are one every 0.1 s; of two workers each starts one every 0.2 s at the soonest, however slow the machine is."""
    monkeypatch.setenv("STUB_KEY", KEY)
    with StubServer(steady) as server:
        rubric = write_project(tmp_path, server.api_base, items=10, replicates=2)
        rubric.write_text(rubric.read_text().replace("api_key_env", "requests_per_minute: 600, api_key_env"))
        run(cluster, rubric, out=tmp_path / "run")
        assert server.hits == 20
    files = list(task_files(tmp_path / "run").values())
    assert len(files) == 2
    for path in files:
        starts = sorted(_seconds(json.loads(line)["attempts"][-1]["started_at"]) for line in path.read_bytes().splitlines())
        assert min(later - sooner for sooner, later in pairwise(starts)) > 0.19


def test_money_is_limited_over_all_workers_and_none_is_left_that_buys_a_request(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """20 completion tokens at 500 USD per million: 0.01 USD for each reply, so 0.075 USD are seven."""
    monkeypatch.setenv("STUB_KEY", KEY)
    with StubServer(steady) as server:
        rubric = write_project(tmp_path, server.api_base, gates="prices:\n  j: {input: 0, output: 500}\n")
        audit = run(cluster, rubric, out=tmp_path / "run", max_cost=0.075)
        assert (server.hits, audit.exit_code) == (7, 4)
    assert audit.data.run["known_usd"] == pytest.approx(0.07)
    assert "stopped at 0.07 USD in this session: one more request could pass the limit of 0.075 USD (--max-cost)" in audit.data.incomplete


def _seconds(moment: str) -> float:
    from datetime import datetime

    return datetime.fromisoformat(moment).timestamp()


def test_without_a_shared_folder_the_lines_come_back(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers are told to look for a file that is not where they look, as if the folder were not theirs."""
    import contextlib

    monkeypatch.setenv("STUB_KEY", KEY)
    monkeypatch.setattr(calling_on_dask, "marked", lambda directory: contextlib.nullcontext(".not-there"))
    with StubServer(steady) as server:
        rubric = write_project(tmp_path, server.api_base)
        first = run(cluster, rubric, out=tmp_path / "run", max_calls=11)
        assert (server.hits, first.data.run["finished_calls"]) == (11, 11)
        audit = run(cluster, rubric, resume=tmp_path / "run")
        assert server.hits == 30
        judgeaudit.run(rubric, out=tmp_path / "here", embedder="none")
    assert audit.data.incomplete == ()
    assert table(tmp_path / "run") == table(tmp_path / "here")


JUDGE = """
import os
import signal
import sys
import time
from pathlib import Path


def judge(item, criterion, *, seed, replicate):
    if item.id == "i003" and os.environ.get("DEADLY"):
        if os.environ["DEADLY"] == "worker" and "distributed" not in sys.modules:
            os.kill(os.getppid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(float(os.environ.get("SECONDS", "0")))
    with Path(__file__).with_name("asked").open("a") as file:
        file.write(f"{item.id} {replicate}\\n")
    return "pass"
"""
"""Writes down what it is asked, dies of one item where it is told to (alone, or with the worker whose child it is), and takes its time."""


def python_project(folder: Path, *, items: int) -> Path:
    rubric = write_project(folder, "http://127.0.0.1:9/v1", items=items)
    text = rubric.read_text()
    rubric.write_text(text[: text.index("  - {name: j")] + "  - {name: j, model: 'python:deadly:judge'}\nreplicates: 3\nseed: 5\n")
    (folder / "deadly.py").write_text(JUDGE)
    return rubric


def asked_of(folder: Path) -> Counter[str]:
    path = folder / "asked"
    return Counter(path.read_text().splitlines() if path.exists() else ())


def still(folder: Path) -> bool:
    before = asked_of(folder)
    time.sleep(1.0)
    return asked_of(folder) == before


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_client_that_is_stopped_or_dies_stops_the_workers(how: signal.Signals, cluster: Cluster, tmp_path: Path) -> None:
    rubric = python_project(tmp_path, items=200)
    options = ["--engine", "dask", "--scheduler", cluster.address, "--embedder", "none", "--out", "run"]
    process = subprocess.Popen(
        [sys.executable, "-m", "judgeaudit", "run", "r.yaml", *options],
        cwd=tmp_path,
        env=cluster.env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    until(lambda: stored(tmp_path / "run") >= 8 or process.poll() is not None, "nothing was stored")
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    until(lambda: still(tmp_path), "the workers go on")
    times = asked_of(tmp_path)
    assert len(times) < 500
    if how == signal.SIGINT:
        assert process.returncode == 130, said
        assert f"--resume run --engine dask --scheduler {cluster.address} --embedder none" in said
        assert "judging: " in said
    assert len(read_calls(tmp_path / "run").records) == len(times), "what was under way is kept"
    judgeaudit.run(rubric, resume=tmp_path / "run", embedder="none", max_calls=5)
    again = asked_of(tmp_path)
    assert len(again) == len(times) + 5
    assert set(again.values()) == {1}


def test_a_judge_that_a_worker_cannot_ask_is_named_and_the_others_are_asked(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine has the keys and the workers have not: theirs count."""
    monkeypatch.setenv("OTHER_KEY", "sk-other-000000000")

    def script(n: int, body: dict[str, Any]) -> Reply:
        return status(401, "wrong key {api_key}") if body["model"] == "stub4" else steady(n, body)

    with StubServer(script) as server:
        other = f"  - {{name: locked, model: openai/stub2, api_base: '{server.api_base}', api_key_env: OTHER_KEY}}\n"
        held = f"  - {{name: held, model: openai/stub3, api_base: '{server.api_base.replace('//', '//user:pw-TEST-1@')}'}}\n"
        refused = f"  - {{name: refused, model: openai/stub4, api_base: '{server.api_base}', api_key_env: STUB_KEY}}\n"
        rubric = write_project(tmp_path, server.api_base, items=2, judges=other + held + refused)
        audit = run(cluster, rubric, out=tmp_path / "run")
        assert audit.exit_code == 4
        assert {request.body["model"] for request in server.requests} == {"stub", "stub4"}
        assert sum(request.body["model"] == "stub" for request in server.requests) == 6
        said = " ".join(audit.data.incomplete)
        assert "judge locked: it cannot be asked from the worker tcp://127.0.0.1:" in said
        assert "the environment variable OTHER_KEY is not set" in said
        assert "judge held: its api_base may hold a credential" in said
        assert "wrong key [redacted]" in said
        assert "(on the worker tcp://127.0.0.1:" in said
        with pytest.raises(JudgeError, match="OTHER_KEY"):
            run(cluster, rubric, judges=["locked"], out=tmp_path / "none")
    assert not (tmp_path / "none").exists()
    assert "pw-TEST-1" not in cluster.logs()


def test_a_killed_worker_costs_only_what_was_under_way(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUB_KEY", KEY)
    victim = next(iter(cluster.workers))
    with StubServer(slowly) as server:
        rubric = write_project(tmp_path, server.api_base, items=60)

        def kill() -> None:
            until(lambda: min((path.stat().st_size for path in (tmp_path / "run").glob("calls-*.jsonl")), default=0) > 0, "nothing was stored")
            cluster.kill_worker(victim)

        killer = threading.Thread(target=kill)
        killer.start()
        audit = run(cluster, rubric, out=tmp_path / "run", concurrency=8)
        killer.join()
        assert audit.data.incomplete == ()
        assert len(asked(server)) == 180
        assert server.hits <= 180 + 4, "at most what the dead worker had under way is asked again"
        said = json.dumps([analysis.model_dump(mode="json") for analysis in audit.data.analyses])
        assert "was lost while it judged" in said
        assert "cut off" not in said
        judgeaudit.run(rubric, out=tmp_path / "here", embedder="none")
    assert table(tmp_path / "run") == table(tmp_path / "here")


@pytest.mark.parametrize(("who", "why"), [("worker", "no worker of the cluster is left"), ("itself", "were lost with 3 workers that died")])
def test_an_item_that_kills_its_worker_leaves_a_run_that_can_go_on(who: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its worker, or alone: then the workers live on."""
    monkeypatch.setattr(crew, "SECONDS_FOR_WORKERS", 1.0)
    rubric = python_project(tmp_path, items=6)
    folder = tmp_path / "cluster"
    folder.mkdir()
    with dask_cluster(folder, DEADLY=who) as deadly:
        audit = run(deadly, rubric, out=tmp_path / "run")
        assert [process.poll() is None for process in deadly.workers.values()] == [who == "itself"] * 2
    assert audit.exit_code == 4
    assert any(why in said for said in audit.data.incomplete)
    said = json.dumps([analysis.model_dump(mode="json") for analysis in audit.data.analyses])
    assert ("ended by itself (exit code -9): it was lost while it judged" in said) == (who == "itself")
    done = judgeaudit.run(rubric, resume=tmp_path / "run", embedder="none")
    assert done.data.incomplete == ()
    times = asked_of(tmp_path)
    assert len(times) == 18
    assert set(times.values()) == {1}, "what was answered before is not asked again"
