"""The same audit on a real dask cluster: processes on this machine, parts on an S3-compatible server on loopback, a worker that is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import scale_reading
from dask_cluster import start, until
from s3_server import s3_server
from scale_builder import rich_rows, write_gold, write_parts

from judgeaudit.domain.rubric import Scale
from judgeaudit.importers.parquet_parts import parts_of
from judgeaudit.scale import CountPlan, count_here
from judgeaudit.scale.on_dask import count_on_dask
from judgeaudit.tables import merged

ROOT = Path(__file__).parents[2]
HERE = [str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]
SECRET = "loopback-secret-key"
N_ITEMS = 40


@dataclass(frozen=True)
class Cluster:
    address: str
    workers: dict[int, subprocess.Popen[bytes]]
    env: dict[str, str]
    root: Path
    seen: list[str]
    notes: Path


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers with one thread each, which read from the S3 server with credentials of their environment."""
    folder = tmp_path_factory.mktemp("cluster")
    notes = folder / "notes"
    (folder / "s3" / "bucket").mkdir(parents=True)
    notes.mkdir()
    with s3_server(folder / "s3") as (url, seen):
        env = {
            **os.environ, "PYTHONPATH": os.pathsep.join(HERE), "AWS_ENDPOINT_URL": url, "AWS_ACCESS_KEY_ID": "loopback", "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", scale_reading.NOTES: str(notes),
        }  # fmt: skip
        where = folder / "scheduler.json"
        processes = [start("dask_scheduler", "--port", "0", "--scheduler-file", str(where), env=env, folder=folder)]
        options = ("--scheduler-file", str(where), "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        workers = [start("dask_worker", *options, env=env, folder=folder) for _ in range(2)]
        try:
            until(lambda: where.exists() and where.read_text().strip().endswith("}"), "the scheduler did not start")
            yield Cluster(json.loads(where.read_text())["address"], {one.pid: one for one in workers}, env, folder, seen, notes)
        finally:
            for process in [*workers, *processes]:
                process.kill()
                process.wait()


def audit(cluster: Cluster, source: str, out: Path, *options: str) -> tuple[int, dict[str, Any], str]:
    """Exit code, audit.json and everything that was printed."""
    command = [sys.executable, "-m", "judgeaudit", "audit", source, "--out", str(out), "--embedder", "none", *options]
    done = subprocess.run(command, env=cluster.env, cwd=cluster.root, capture_output=True, text=True, timeout=120, check=False)
    path = out / "audit.json"
    return done.returncode, json.loads(path.read_text()) if path.exists() else {}, done.stdout + done.stderr


def test_parts_on_s3_give_the_same_audit_on_a_cluster_as_here(cluster: Cluster, tmp_path: Path) -> None:
    rows = rich_rows(N_ITEMS)
    for row in rows:
        row["rationale"] = None
    write_parts(cluster.root / "s3" / "bucket" / "run", rows, 4)
    bad = cluster.root / "s3" / "bucket" / "run" / "part-9.parquet"
    bad.write_bytes(b"no Parquet file")
    gold = str(write_gold(tmp_path / "gold.csv", N_ITEMS))
    on_cluster = audit(cluster, "s3://bucket/run", tmp_path / "a", "--gold", gold, "--engine", "dask", "--scheduler", cluster.address)
    here = audit(cluster, "s3://bucket/run", tmp_path / "b", "--gold", gold, "--engine", "local")
    assert on_cluster[0] == here[0] == 4, on_cluster[2]
    assert on_cluster[1]["estimates"] == here[1]["estimates"]
    assert len(here[1]["estimates"]) > 300
    assert on_cluster[1] == here[1]
    assert "part-9.parquet" in on_cluster[1]["incomplete"][0]
    assert any("bucket/run/part-0.parquet" in request and "Credential=loopback" in request for request in cluster.seen)
    for folder in (tmp_path / "a", tmp_path / "b"):
        assert not any(SECRET.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert SECRET not in on_cluster[2] + here[2]


def test_what_a_killed_worker_had_read_is_read_again(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(scale_reading.NOTES, str(cluster.notes))
    parts = parts_of(str(write_parts(tmp_path / "p", rich_rows(N_ITEMS), 16)))
    plan = CountPlan(scale_reading.slowly, "verdict", {"tone": Scale(labels=("pass", "fail"))}, 1000, 1)
    victim, process = next(iter(cluster.workers.items()))

    def kill() -> None:
        until(lambda: len(read_by(cluster.notes, victim)) >= 2, "the worker read nothing")
        process.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    found = count_on_dask(parts, plan, scheduler=cluster.address)
    killer.join()
    assert process.wait(timeout=10) != 0
    others = {part for pid in cluster.workers if pid != victim for part in read_by(cluster.notes, pid)}
    assert read_by(cluster.notes, victim) & others, "what it had read is gone with it, and must be read by another"
    wanted = count_here(parts, CountPlan(scale_reading.batches_of, "verdict", plan.scales, 1000, 1))
    assert not found.missing
    assert found.facts == wanted.facts
    one, other = merged(found.of("tone")), merged(wanted.of("tone"))
    assert one.item_ids == other.item_ids
    assert (one.patterns == other.patterns).all()
    assert (one.pattern_of_item == other.pattern_of_item).all()


def read_by(notes: Path, pid: int) -> set[str]:
    return {path.name.split(".")[0] for path in notes.iterdir() if path.name.split(".")[1] == str(pid)}


def test_no_scheduler_and_no_extra_are_said_with_what_to_do(cluster: Cluster, tmp_path: Path) -> None:
    source = str(write_parts(tmp_path / "p", rich_rows(12), 1))
    code, _, said = audit(cluster, source, tmp_path / "a", "--engine", "dask", "--scheduler", "nonsense://here")
    assert code == 2
    assert "no address of a scheduler" in said
    (tmp_path / "distributed.py").write_text("raise ImportError('not installed')\n")
    env = {**cluster.env, "PYTHONPATH": f"{tmp_path}{os.pathsep}{cluster.env['PYTHONPATH']}"}
    missing = Cluster(cluster.address, {}, env, cluster.root, [], cluster.notes)
    code, _, said = audit(missing, source, tmp_path / "b", "--engine", "dask", "--scheduler", cluster.address)
    assert code == 2
    assert "pip install 'judgeaudit[dask]'" in said.replace("\n", " ")
