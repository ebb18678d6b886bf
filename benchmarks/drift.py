"""How long a check for drift of two runs takes, and an update of the watch over a stream, and how much memory.

    python benchmarks/drift.py [--only runs | texts | monitor]

runs: `judgeaudit drift` of two runs of 100,000 verdicts each, a judge with 20,000 items and four judges with 5,000; 5 replicates, two labels, 5
strata, gold on a tenth of the anchors, a tenth of the items in one run only. The whole command as a process of its own, page and all.
texts: the same of the one judge with rationales of about 60 words and the texts of the items. Rationales are drawn from, and how many were is
printed. The first run fills a cache of vectors of its own, with the embedded model; the second reads them there and is held against the target.
monitor: `judgeaudit monitor --update` of 10,000 verdicts (300 of them on anchors) in CSV, on a state that has seen 10 thousand, 1 million and 10
million rows within its window, which is the costly end, and whose first day leaves the window now. The history is made by the monitor itself, in
batches of up to a million rows, which takes two or three minutes. Medians of three, each on a copy of the state.

The peers do less: pandas reads both files, joins them and counts a crosstab; SQLite inserts 10,000 random keys into the same file. Files are made in
a process of their own, so that the peak memory of a child is its own. Ends with 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from drift_files import HISTORY_DAYS, Runs, stream, stream_baseline, write_runs
from sample import verdict

SIZES = (Runs(20_000, 1), Runs(5_000, 4))
WITH_TEXTS = Runs(20_000, 1, rationales=True)
MAX_SECONDS = 15.0

BATCH, HISTORIES, LARGEST_BATCH = 10_000, (10_000, 1_000_000, 10_000_000), 1_000_000
MAX_UPDATE_SECONDS, MAX_UPDATE_MB, MAX_GROWTH, TIMES = 5.0, 500.0, 1.5, 3

PEER = """
import sys
import pandas as pd
read = (lambda path: pd.read_json(path, lines=True)) if sys.argv[1].endswith("jsonl") else pd.read_csv
old, new = map(read, sys.argv[1:])
both = old.merge(new, on=["item_id", "judge", "criterion", "replicate"])
print(pd.crosstab(both.label_x, both.label_y))
"""

Took = tuple[float, float, float]
"""Seconds on the clock, CPU seconds, and MB at most, of a process."""


def measured(command: Sequence[str | Path], folder: Path, *, codes: Sequence[int] = (0,)) -> Took:
    """Runs a command in a folder, its output into a file; an exit code that is not expected ends the benchmark."""
    environment = {**os.environ, "JUDGEAUDIT_CACHE": str(folder / "cache")}
    with (folder / "output.txt").open("w") as output:
        start = time.perf_counter()
        child = subprocess.Popen([str(word) for word in command], cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in codes:
        raise SystemExit(f"exit code {child.returncode}: {' '.join(map(str, command))}\n{(folder / 'output.txt').read_text()}")
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def judgeaudit(*words: str | Path) -> list[str | Path]:
    return [sys.executable, "-m", "judgeaudit", *words]


def made(what: str, folder: Path) -> None:
    """Makes files in a process of its own."""
    subprocess.run([sys.executable, __file__, "--make", what, folder], check=True)


# Two runs


def compared(size: Runs, folder: Path, name: str, *, target: bool = True) -> bool:
    """One comparison, held against its target and against pandas; what was drawn is printed."""
    files = [f"baseline.{size.suffix}", f"current.{size.suffix}"]
    seconds, cpu, mb = measured(judgeaudit("drift", *files, "--rubric", "rubric.yaml", "--gold", "gold.csv", "--out", name), folder, codes=(0, 1, 3))
    peer = measured([sys.executable, "-c", PEER, *files], folder)
    print(f"{size}, {name}: {seconds:.1f} s, {cpu:.1f} s of CPU, {mb:.0f} MB at most; load {os.getloadavg()[0]:.1f}")
    print(f"  pandas, a join and a crosstab: {peer[0]:.1f} s, {peer[1]:.1f} s of CPU; ratio {seconds / peer[0]:.1f}, in CPU {cpu / peer[1]:.1f}")
    for words in drawn(json.loads((folder / name / "audit.json").read_text(encoding="utf-8"))):
        print(f"  {words}")
    return verdict("time", seconds, at_most=MAX_SECONDS, unit=" s") if target else True


def drawn(audit: dict[str, Any]) -> list[str]:
    """What was drawn at random, by the first estimate that says so of each kind; and that everything that can be was measured."""
    assert audit["drift"]
    assert not any(one["answer"] == "drifted" for one in audit["drift"])
    values = {one["name"] for one in audit["estimates"] if one["value"] is not None}
    assert {"marginal_shift", "accuracy_shift", "excess_flip_rate", "answered_shift", "judge_share_of_shift", "latency_ratio"} <= values
    found = []
    for name in ("rationale_mmd_p", "fabricated_quote_shift"):
        about = [one["method"] for one in audit["estimates"] if one["name"] == name and one["value"] is not None]
        found += [f"{name}: {part}" for part in (about[0].split("; ") if about else ()) if "at random" in part and "drawn" in part]
    return found


def runs() -> bool:
    met = []
    for n, size in enumerate(SIZES):
        with tempfile.TemporaryDirectory() as temporary:
            made(f"runs-{n}", Path(temporary))
            met.append(compared(size, Path(temporary), "labels only"))
    return all(met)


def texts() -> bool:
    with tempfile.TemporaryDirectory() as temporary:
        made("texts", Path(temporary))
        compared(WITH_TEXTS, Path(temporary), "first run", target=False)
        return compared(WITH_TEXTS, Path(temporary), "vectors from the cache")


# A stream


def monitor() -> bool:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        start = time.perf_counter()
        made("history", folder)
        print(f"a history of {HISTORIES[-1]:,} rows, made by the monitor itself: {time.perf_counter() - start:.0f} s")
        found = [updated(folder, n) for n in HISTORIES]
    growth = [found[-1][place] / found[0][place] for place in (0, 1)]
    print(f"  {HISTORIES[-1] // HISTORIES[0]:,} times the history: {growth[0]:.2f} times the seconds")
    met = [verdict("in CPU seconds", growth[1], at_most=MAX_GROWTH, unit="x")]
    met.append(verdict("time", found[-1][0], at_most=MAX_UPDATE_SECONDS, unit=" s"))
    met.append(verdict("peak memory", found[-1][2], at_most=MAX_UPDATE_MB, unit=" MB"))
    return all(met)


def updated(folder: Path, n: int) -> Took:
    """An update of copies of the state that has seen n rows: medians. Prints a line."""
    took, bare = [], []
    for _ in range(TIMES):
        shutil.copy(folder / f"seen-{n}.db", folder / "watch.db")
        took.append(measured(judgeaudit("monitor", "--state", "watch.db", "--update", "batch.csv"), folder, codes=(0, 1, 3)))
        shutil.rmtree(folder / "watch-checks")
        shutil.copy(folder / f"seen-{n}.db", folder / "watch.db")
        bare.append(inserted(folder / "watch.db"))
    seconds, cpu, mb = (statistics.median(one[place] for one in took) for place in range(3))
    peer = statistics.median(bare)
    size = (folder / f"seen-{n}.db").stat().st_size / 1e6
    print(f"an update of {BATCH:,} rows on {n:>10,}: {seconds:.2f} s, {cpu:.2f} s of CPU, {mb:.0f} MB at most; a state of {size:.0f} MB", end="; ")
    print(f"a bare insert into it {peer:.2f} s, ratio {seconds / peer:.1f}; load {os.getloadavg()[0]:.1f}", flush=True)
    return seconds, cpu, mb


def inserted(state: Path) -> float:
    """Seconds of SQLite alone for as many keys."""
    import random

    draw = random.Random(1)
    rows = [(draw.getrandbits(63), HISTORY_DAYS) for _ in range(BATCH)]
    start = time.perf_counter()
    db = sqlite3.connect(state)
    with db:
        db.executemany("INSERT OR IGNORE INTO seen VALUES (?, ?)", rows)
    db.close()
    return time.perf_counter() - start


def make_history(folder: Path) -> None:
    """A state that has seen many rows, with copies of it on the way; and the batch that is fed next. In a process of its own."""
    import pyarrow as pa
    import pyarrow.csv as pa_csv
    import pyarrow.parquet as pq

    from judgeaudit.api.monitor import monitor_init, monitor_update

    state, file = folder / "state.db", folder / "rows.parquet"
    pq.write_table(pa.table(stream_baseline()), file)
    monitor_init(state, file)
    done = 0
    for n in HISTORIES:
        while done < n:
            rows = min(n - done, LARGEST_BATCH)
            pq.write_table(pa.table(stream(rows, first=done, day=1 + HISTORY_DAYS * done / HISTORIES[-1], days=HISTORY_DAYS * rows / HISTORIES[-1])), file)
            monitor_update(state, file)
            done += rows
        with sqlite3.connect(state) as db:
            assert db.execute("SELECT COUNT(*) FROM seen").fetchone()[0] >= n
        shutil.copy(state, folder / f"seen-{n}.db")
    pa_csv.write_csv(pa.table(stream(BATCH, first=done, day=1 + HISTORY_DAYS + 4, days=1)), folder / "batch.csv")


PARTS: dict[str, Callable[[], bool]] = {"runs": runs, "texts": texts, "monitor": monitor}


def make(what: str, folder: Path) -> None:
    if what == "history":
        make_history(folder)
    else:
        write_runs(folder, WITH_TEXTS if what == "texts" else SIZES[int(what.removeprefix("runs-"))])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--make", nargs=2, metavar=("WHAT", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make is not None:
        make(options.make[0], Path(options.make[1]))
        return 0
    met = [part() for name, part in PARTS.items() if options.only in (None, name)]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
