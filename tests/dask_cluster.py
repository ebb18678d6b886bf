"""A real dask cluster on this machine: a scheduler and workers, each a process of its own, with the environment that the test gives them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass
class Cluster:
    """Its address, its living workers by process id, and the folder where they write their logs."""

    address: str
    workers: dict[int, subprocess.Popen[bytes]]
    env: Mapping[str, str]
    folder: Path
    threads: int = 1

    def add_worker(self) -> int:
        """Start one more worker; its process id."""
        where, threads = str(self.folder / "scheduler.json"), str(self.threads)
        options = ("--scheduler-file", where, "--nthreads", threads, "--no-nanny", "--local-directory", str(self.folder))
        process = start("dask_worker", *options, env=self.env, folder=self.folder)
        self.workers[process.pid] = process
        return process.pid

    def kill_worker(self, pid: int) -> None:
        """kill -9."""
        process = self.workers.pop(pid)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def logs(self) -> str:
        """All that was written by scheduler and workers."""
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))


def start(module: str, *options: str, env: Mapping[str, str], folder: Path) -> subprocess.Popen[bytes]:
    """One process of the cluster."""
    command = [sys.executable, "-m", f"distributed.cli.{module}", "--host", "127.0.0.1", "--no-dashboard", *options]
    with (folder / f"{module}.{time.monotonic_ns()}.log").open("wb") as log:
        return subprocess.Popen(command, env=dict(env), cwd=folder, stdout=log, stderr=log)


def until(done: Callable[[], object], what: str, seconds: float = 60) -> None:
    """Wait for something, or fail."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise AssertionError(what)
        time.sleep(0.02)


@contextlib.contextmanager
def dask_cluster(folder: Path, *, workers: int = 2, threads: int = 1, **env: str) -> Iterator[Cluster]:
    """A scheduler and workers with so many threads each."""
    where = folder / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests"))), "LITELLM_LOCAL_MODEL_COST_MAP": "True", **env}
    scheduler = start("dask_scheduler", "--port", "0", "--scheduler-file", str(where), env=environment, folder=folder)
    cluster = Cluster("", {}, environment, folder, threads)
    try:
        for _ in range(workers):
            cluster.add_worker()
        until(lambda: where.exists() and where.read_text().strip().endswith("}"), "the scheduler did not start")
        cluster.address = json.loads(where.read_text())["address"]
        yield cluster
    finally:
        for process in [*cluster.workers.values(), scheduler]:
            process.kill()
            process.wait()
