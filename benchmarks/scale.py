"""How long an audit of millions of verdicts takes, and how much memory; beside what a database takes to group them.

    python benchmarks/scale.py [--only 1 | 3 | 10] [--workers 2] [--keep DIR]

Verdicts are made: items x 2 judges x 5 replicates, 5 labels, gold on 10 % of items, in one Parquet file and, for the cluster, in eight parts.
Each audit (coverage, consistency, agreement and calibration with their intervals, everything else that the columns allow too) is a process of its own, and so
is each query; both are timed from when their libraries are loaded. CPU seconds stand beside, because they do not hang on what else the machine does.
DuckDB runs on two threads: `verdicts` groups by item, judge and label, which is the least that counts what each judge said of each item; `patterns`
puts each item's verdicts in order and groups by them, which is what pattern counts are. Neither has an interval, gold or a statistic.
With `--workers` the same file in parts is counted on so many dask workers, and every number must be that of the local audit.
Ends with 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

MILLIONS = (1, 3, 10)
MAX_SECONDS, MAX_MB, MAX_TIMES = 90.0, 4000.0, 6.0
"""Of ten million verdicts, and as a multiple of DuckDB's time."""
LEAST_LINEAR = 1.3
"""CPU seconds for each verdict at 10 million may be at most so many times those at 3 million."""
CHUNK_ITEMS = 100_000
LABELS = np.array(list("abcde"))
SCHEMA = pa.schema([("item_id", pa.string()), ("judge", pa.string()), ("criterion", pa.string()), ("replicate", pa.int32()), ("label", pa.string())])
QUERIES = {
    "verdicts": "select item_id, judge, criterion, label, count(*) from '{file}' group by all",
    "patterns": "select said, count(*) from (select item_id, list(label order by judge, replicate) said from '{file}' group by item_id) group by said",
}
AUDIT = """
import sys, time
import judgeaudit, judgeaudit.api.assemble, judgeaudit.analyses, judgeaudit.decision.explain, sklearn.linear_model, sklearn.isotonic, scipy.optimize
from judgeaudit import thresholds
thresholds.MOST_HELD_ROWS = 0
start, cpu = time.perf_counter(), time.process_time()
found = judgeaudit.audit(sys.argv[1], gold=sys.argv[2], **dict(zip(("engine", "scheduler"), sys.argv[4:])))
seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
found.to_json(sys.argv[3])
"""
QUERY = """
import sys, time, duckdb
connection = duckdb.connect()
connection.execute("set threads = 2")
connection.execute("set enable_progress_bar = false")
start, cpu = time.perf_counter(), time.process_time()
connection.execute(f"select count(*) from ({sys.argv[1]})").fetchall()
seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
"""
PRINT = """
import json, resource
print(json.dumps([seconds, cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


def write_verdicts(folder: Path, millions: int) -> tuple[Path, Path]:
    """The file with all verdicts, and that with gold."""
    path, gold_path = folder / f"verdicts-{millions}m.parquet", folder / f"gold-{millions}m.csv"
    if gold_path.exists():
        return path, gold_path
    rng = np.random.default_rng(1)
    n_items = millions * 100_000
    with pq.ParquetWriter(path, SCHEMA, compression="zstd") as out, gold_path.open("w", newline="") as gold:
        write = csv.writer(gold)
        write.writerow(["item_id", "annotator", "label"])
        for start in range(0, n_items, CHUNK_ITEMS):
            ids, truth = np.array([f"item-{i:07d}" for i in range(start, start + CHUNK_ITEMS)]), rng.integers(0, 5, CHUNK_ITEMS)
            for judge, right in (("judge-a", 0.8), ("judge-b", 0.7)):
                for replicate in range(5):
                    said = LABELS[np.where(rng.random(CHUNK_ITEMS) < right, truth, rng.integers(0, 5, CHUNK_ITEMS))]
                    columns = [ids, np.repeat(judge, CHUNK_ITEMS), np.repeat("quality", CHUNK_ITEMS), np.repeat(np.int32(replicate), CHUNK_ITEMS), said]
                    out.write_table(pa.table([pa.array(column) for column in columns], schema=SCHEMA))
            drawn = rng.random(CHUNK_ITEMS) < 0.1
            write.writerows(zip(ids[drawn], ["p"] * int(drawn.sum()), LABELS[truth[drawn]], strict=True))
    return path, gold_path


def in_parts(path: Path, n_parts: int = 8) -> Path:
    """The same rows as a folder of parts: row groups in turn."""
    folder = path.with_suffix(".parts")
    if folder.exists():
        return folder
    folder.mkdir()
    file = pq.ParquetFile(path)
    for part in range(n_parts):
        with pq.ParquetWriter(folder / f"part-{part}.parquet", SCHEMA, compression="zstd") as out:
            for group in range(part, file.num_row_groups, n_parts):
                out.write_table(file.read_row_group(group))
    return folder


def measured(code: str, *arguments: str) -> tuple[float, float, float]:
    """Seconds, CPU seconds and the most MB of a process, its start taken off the times."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    done = subprocess.run([sys.executable, "-c", code + PRINT, *arguments], env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    seconds, cpu, megabytes = json.loads(done.stdout.splitlines()[-1])
    return float(seconds), float(cpu), float(megabytes)


def estimates(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text(encoding="utf-8"))["estimates"])


def one_size(folder: Path, millions: int) -> dict[str, tuple[float, float, float]]:
    """The audit and the queries of one size, printed."""
    path, gold = write_verdicts(folder, millions)
    found = {"audit": measured(AUDIT, str(path), str(gold), str(folder / f"audit-{millions}m.json"))}
    for name, query in QUERIES.items():
        found[name] = measured(QUERY, query.format(file=path))
    for name, (seconds, cpu, megabytes) in found.items():
        times = found["audit"][0] / seconds, found["audit"][1] / cpu
        beside = "" if name == "audit" else f"   the audit takes {times[0]:.1f} times the seconds, {times[1]:.1f} times the CPU seconds"
        print(f"{millions:3d} million verdicts  {name:9s} {seconds:7.1f} s {cpu:7.1f} CPU s {megabytes:7.0f} MB{beside}", flush=True)
    return found


def on_workers(folder: Path, millions: int, n_workers: int) -> bool:
    """Whether so many workers give the numbers of the local audit."""
    path, gold = write_verdicts(folder, millions)
    where, out = folder / "scheduler.json", folder / f"audit-{millions}m-dask.json"
    where.unlink(missing_ok=True)
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}

    def start(module: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(where), "--host", "127.0.0.1", "--no-dashboard", *options]
        return subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    processes = [start("dask_scheduler", "--port", "0")]
    processes += [start("dask_worker", "--nthreads", "1", "--no-nanny", "--local-directory", str(folder)) for _ in range(n_workers)]
    try:
        while not (where.exists() and where.read_text().strip().endswith("}")):
            time.sleep(0.1)
        address = json.loads(where.read_text())["address"]
        seconds, cpu, megabytes = measured(AUDIT, str(in_parts(path)), str(gold), str(out), "dask", address)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    same = estimates(out) == estimates(folder / f"audit-{millions}m.json")
    said = "every number is that of the local audit" if same else "NOT THE NUMBERS OF THE LOCAL AUDIT"
    print(f"{millions:3d} million verdicts  {n_workers} workers {seconds:7.1f} s {cpu:7.1f} CPU s {megabytes:7.0f} MB in the client   {said}", flush=True)
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", type=int, choices=MILLIONS)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    sizes = (given.only,) if given.only else MILLIONS
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        found = {millions: one_size(folder, millions) for millions in sizes}
        same = on_workers(folder, sizes[-1], given.workers) if given.workers else True
    kept = [("the same numbers on workers", same)]
    seconds, _, megabytes = found[sizes[-1]]["audit"]
    kept.append((f"at most {MAX_SECONDS:.0f} s and {MAX_MB:.0f} MB", seconds <= MAX_SECONDS and megabytes <= MAX_MB))
    times = seconds / found[sizes[-1]]["patterns"][0]
    kept.append((f"at most {MAX_TIMES:.0f} times DuckDB's patterns ({times:.1f})", times <= MAX_TIMES))
    if {3, 10} <= found.keys():
        growth = found[10]["audit"][1] / found[3]["audit"][1] * 3 / 10
        kept.append((f"linear cost (a verdict costs {growth:.2f} times as much at 10 million as at 3)", growth <= LEAST_LINEAR))
    for what, holds in kept:
        print(f"{'holds' if holds else 'MISSED'}: {what}")
    return 0 if all(holds for _, holds in kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
