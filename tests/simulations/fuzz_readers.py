"""Every reader of verdicts on files that are nearly right: each is read, or one `JudgeAuditError` says where and how to mend it.

    python tests/simulations/fuzz_readers.py [--files 10000] [--processes 2] [--only inspect --only csv] [--seed 1]

A file is read as its user would have it read (`read_files`, by content or with the format named), and what was read is written and read again.
Anything else than that or a `JudgeAuditError` with place and fix is a failure, and the file that does it is kept in `fuzz_failures/`.
The table goes to `fuzz_readers.md`; with `--only` the rows of these readers in it are replaced.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

from judgeaudit.api.importing import _lines, _table
from judgeaudit.errors import JudgeAuditError
from judgeaudit.exporters.verdicts import verdict_bytes
from judgeaudit.importers import IMPORTERS
from judgeaudit.importers.imported import Imported, read_files
from judgeaudit.importers.interchange import read_verdicts
from judgeaudit.tables import RATINGS_SCHEMA
from tests.simulations.fuzz_mutations import mutated
from tests.simulations.fuzz_seeds import columns, seeds_of

SEED = 20261130
FILES = 10_000
SECONDS = 10
"""That one file of a few kilobytes may take, on a machine that does other things besides."""
MEGABYTES = 300
"""By which the memory of a process may grow over all its files."""
TABLE = Path(__file__).with_name("fuzz_readers.md")
FAILURES = Path(__file__).with_name("fuzz_failures")
RERUN = 20
"""One file of so many is written and read again."""


class TooSlowError(BaseException):
    """Not an Exception, so that no reader takes it for its own trouble."""


@dataclass
class Found:
    """What came of the files of one format."""

    name: str
    seeds: int
    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    grown: float = 0.0
    failures: list[str] = field(default_factory=list)


def fuzz(name: str, *, files: int, seed: int = SEED, keep: bool = False) -> Found:
    """Read mutated files of one format."""
    rng = random.Random(f"{seed} {name}")
    seeds = seeds_of(name)
    weights = [1 / max(len(data), 2000) for _, data in seeds]  # small ones often
    found = Found(name, len(seeds))
    before = _peak()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        for number in range(files):
            file, data = rng.choices(seeds, weights)[0]
            path = Path(folder, file if rng.random() < 0.8 else "no-suffix")
            path.write_bytes(data := mutated(data, rng))
            if trouble := _one(path, name, rng, found, again=number % RERUN == 0):
                found.failures.append(f"file {number} ({file}): {trouble}")
                if keep:
                    FAILURES.mkdir(exist_ok=True)
                    (FAILURES / f"{name}-{number}-{file}").write_bytes(data)
            path.unlink()
    found.grown = _peak() - before
    if found.grown > MEGABYTES:
        found.failures.append(f"memory grew by {found.grown:.0f} MB")
    return found


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _one(path: Path, name: str, rng: random.Random, found: Found, *, again: bool) -> str | None:
    """Read one file; what is wrong with how that went."""
    named = columns(name)
    format_ = "wide" if name == "wide" else rng.choice(("auto", name))
    started = time.perf_counter()
    try:
        with _bounded():
            read = read_files([path], format=format_, columns=named, drop_copies=rng.random() < 0.5)
            if again:
                _written_again(path, read)
        found.read += 1
        return None if read.table.schema.equals(RATINGS_SCHEMA) else "another schema"
    except JudgeAuditError as trouble:
        found.refused += 1
        return None if trouble.where and (trouble.fix or "Fix: " in trouble.what) else f"no place or fix: {trouble}"
    except TooSlowError:
        return f"more than {SECONDS} s"
    except Exception as trouble:  # noqa: BLE001 - this is what is looked for
        last = trouble.__traceback__
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        place = f"{Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno}" if last is not None else ""
        return f"{type(trouble).__name__} at {place}: {str(trouble)[:200]}"
    finally:
        found.slowest = max(found.slowest, time.perf_counter() - started)


def _written_again(path: Path, read: Imported) -> None:
    """What was read is written as `import` writes it, and verdicts that are read again are the same."""
    import_bytes = (_lines(read.items), verdict_bytes(_table(read.gold), ".csv"))
    assert all(isinstance(one, bytes) for one in import_bytes)
    if read.table.num_rows:
        copy = path.with_name("again.parquet")
        copy.write_bytes(verdict_bytes(read.table, ".parquet"))
        assert read_verdicts(copy).replace_schema_metadata(None).equals(read.table.replace_schema_metadata(None)), "not the same when read again"
        copy.unlink()


@contextlib.contextmanager
def _bounded() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def page(found: Sequence[Found], files: int, seed: int) -> str:
    """The results as Markdown."""
    head = ["reader", "seeds", "files", "read", "refused", "failures", "slowest, ms", "memory, MB"]
    rows = [head, ["---", *["---:"] * 7]]
    by_name = {one.name: one for one in found}  # of two the later one
    for one in (by_name[name] for name in IMPORTERS):
        counts = (one.seeds, files, one.read, one.refused, len(one.failures), round(1000 * one.slowest), round(max(one.grown, 0)))
        rows.append([f"`{one.name}`", *(f"{count:,}" for count in counts)])
    text = (
        f"Each reader on {files:,} files that are nearly right (seed {seed}): bytes, values, lines, cells, members or columns changed. *Refused*: a `JudgeAuditError` with place and fix. "
        f"*Failures*: anything else, more than {SECONDS} s for a file, or a process that grew by more than {MEGABYTES} MB over all files. Written by `fuzz_readers.py`."
    )
    return f"# Readers on files that are nearly right\n\n{text}\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def _before() -> list[Found]:
    """The rows of the table as it stands."""
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    cells = [(name, [int(cell.replace(",", "")) for cell in text.split(" | ")]) for name, text in rows]
    return [Found(name, one[0], one[2], one[3], one[5] / 1000, one[6], ["of an earlier run"] * one[4]) for name, one in cells]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", action="append", choices=list(IMPORTERS))
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    names = asked.only or list(IMPORTERS)
    with get_context("spawn").Pool(asked.processes, maxtasksperchild=1) as pool:
        found = []
        for one in pool.imap(partial(fuzz, files=asked.files, seed=asked.seed, keep=True), names, chunksize=1):
            found.append(one)
            print(
                f"{one.name}: {one.read:,} read, {one.refused:,} refused, slowest {1000 * one.slowest:.0f} ms, {one.grown:.0f} MB",
                *one.failures[:10],
                sep="\n  ",
                flush=True,
            )
    if asked.files == FILES:
        TABLE.write_text(page([*_before(), *found] if asked.only else found, asked.files, asked.seed), encoding="utf-8")
    return int(any(one.failures for one in found))


if __name__ == "__main__":
    sys.exit(main())
