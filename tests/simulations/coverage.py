"""How often 95 % intervals hold the true value: every statistic with an interval, over a grid of populations.

    python tests/simulations/coverage.py --simulations 1000 --resamples 500 --processes 2

The same seed gives the same records, whatever the number of processes and whichever cells and statistics are chosen.
Cells that are finished are kept beside the results (`.part`): the same command goes on where it was stopped.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    for _library in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(_library, "1")  # processes share the cores, not threads of one matrix product
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import argparse
import hashlib
import json
import multiprocessing
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from tests.simulations import coverage_grid as grid
from tests.simulations.coverage_results import RESULTS, Record, Tally, merged, read_results, tables, verdict, write_results

SEED = 20260728
SIMULATIONS = 1000
RESAMPLES = 500


def simulate(cell: grid.Cell, cases: Sequence[grid.Case], *, simulations: int, resamples: int, seed: int = SEED) -> list[Record]:
    """Draw tables from a cell's population, ask every case about each, and count what the intervals hold.

    All cases of a simulation start their resampling from the same state, so that those that resample the same patterns share draws.
    """
    drawn_from = grid.population(cell.model, cell.raters, cell.prevalence, cell.agreement)
    tallies = [{key: Tally() for key in case.truths} for case in cases]
    for simulation in range(simulations):
        rng = np.random.default_rng([seed, cell.seed, simulation])
        ratings, counts = drawn_from.draw(rng, cell.n)
        state = rng.bit_generator.state
        for case, of_case in zip(cases, tallies, strict=True):
            rng.bit_generator.state = state
            found = grid.results(case.ask(ratings, counts, n_resamples=resamples, rng=rng))
            for key, tally in of_case.items():
                tally.add(found.get(key), case.truths[key])
    return [
        _record(cell, case, key, tally, simulations, resamples)
        for case, of_case in zip(cases, tallies, strict=True)
        for key, tally in of_case.items()
        if tally.given or key == grid.HEADLINE
    ]


def _record(cell: grid.Cell, case: grid.Case, key: grid.Key, tally: Tally, simulations: int, resamples: int) -> Record:
    name, group = key
    part = "" if key == grid.HEADLINE else f"{name}[{group}]" if group else str(name)
    return Record(
        statistic=case.statistic.name, part=part, kind=case.statistic.kind, model=cell.model, level=case.level, n=cell.n, raters=cell.raters,
        prevalence=cell.prevalence, agreement=cell.agreement, truth=round(case.truths[key], 8), simulations=simulations, resamples=resamples,
        given=tally.given, undefined=tally.undefined, refused=tally.refused, labelled=tally.labelled, below=tally.below, above=tally.above,
        width=round(tally.widths / max(tally.given, 1), 5), how=tally.how.most_common(1)[0][0] if tally.how else "",
    )  # fmt: skip


def simulate_cell(task: tuple[grid.Cell, tuple[str, ...], int, int, int]) -> tuple[grid.Cell, list[Record], float]:
    """One cell with the statistics of the names given (none: all), and the seconds of one core that it took."""
    cell, names, simulations, resamples, seed = task
    start = time.process_time()
    chosen = [case for case in grid.cases(cell.model, cell.raters, cell.prevalence, cell.agreement) if not names or case.statistic.name in names]
    found = simulate(cell, chosen, simulations=simulations, resamples=resamples, seed=seed) if chosen else []
    return cell, found, time.process_time() - start


def run(tasks: list[tuple[grid.Cell, tuple[str, ...], int, int, int]], processes: int) -> Iterator[tuple[grid.Cell, list[Record], float]]:
    """Results of cells as they are finished."""
    if processes < 2:
        yield from map(simulate_cell, tasks)
        return
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap_unordered(simulate_cell, tasks)


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = _options(arguments)
    part = chosen.out.with_suffix(".part")
    same = run_key(chosen.seed, chosen.simulations, chosen.resamples, chosen.only)
    done = _finished(part, same)
    wanted = [cell for cell in grid.cells() if not chosen.cells or any(f" {words} " in f" {cell} " for words in chosen.cells)]
    tasks = [(cell, tuple(chosen.only), chosen.simulations, chosen.resamples, chosen.seed) for cell in wanted if str(cell) not in done]
    tasks.sort(key=lambda task: -task[0].n)  # the long ones first, so that no process is left with one at the end
    found = [record for cell in wanted for record in done.get(str(cell), ([], 0.0))[0]]
    seconds = sum(done[str(cell)][1] for cell in wanted if str(cell) in done)
    start = time.perf_counter()
    with part.open("a", encoding="utf-8") as kept:
        for number, (cell, records, took) in enumerate(run(tasks, chosen.processes), 1):
            found += records
            seconds += took
            kept.write(json.dumps([same, str(cell), took, [asdict(record) for record in records]]) + "\n")
            kept.flush()
            print(f"{number}/{len(tasks)} {time.perf_counter() - start:.0f} s: {cell} ({len(records)} records, {took:.1f} s)", file=sys.stderr)
    _save(chosen, found, seconds)
    part.unlink()
    for record in found if chosen.show else ():
        print(f"{record.coverage or 0:.3f} {verdict(record):12} {record.name} {record.cell} {record.how}")
    for name in sorted({record.name for record in found}) if chosen.tables else ():
        print(f"## {name}\n\n{tables(name, found)}\n")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--resamples", type=int, default=RESAMPLES)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="statistics (all)")
    parser.add_argument("--cells", nargs="+", default=[], metavar="WORDS", help='cells whose name holds one of these whole words, e.g. "two labels n=20" (all)')
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--merge", action="store_true", help="keep records of the results file that are not simulated now")
    parser.add_argument("--show", action="store_true", help="print every record")
    parser.add_argument("--tables", action="store_true", help="print the tables")
    return parser.parse_args(arguments)


def code() -> str:
    """A mark of the statistics and populations as they are now: cells of an interrupted run count only if nothing changed since."""
    root = Path(__file__).resolve().parents[2]
    files = sorted([*root.glob("judgeaudit/stats/**/*.py"), *root.glob("tests/simulations/coverage*.py"), root / "judgeaudit" / "thresholds.py"])
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def run_key(seed: int, simulations: int, resamples: int, only: Sequence[str]) -> str:
    """What cells have in common that may stand in one results file."""
    return json.dumps([seed, simulations, resamples, sorted(only), code()])


def _finished(part: Path, same: str) -> dict[str, tuple[list[Record], float]]:
    """Cells that an earlier run with the same options finished, and how long each took. A line that was cut off is dropped."""
    if not part.exists():
        return {}
    whole = [line for line in part.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    part.write_text("".join(whole), encoding="utf-8")
    return {cell: ([Record(**record) for record in records], took) for options, cell, took, records in map(json.loads, whole) if options == same}


def _save(chosen: argparse.Namespace, found: list[Record], seconds: float) -> None:
    import scipy

    from judgeaudit import __version__

    about: dict[str, Any] = {
        "seed": chosen.seed, "simulations": chosen.simulations, "resamples": chosen.resamples, "seconds_of_one_core": round(seconds),
        "processes": chosen.processes, "python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__, "judgeaudit": __version__,
        "code": code(),
    }  # fmt: skip
    if chosen.merge and chosen.out.exists():
        before, old = read_results(chosen.out)
        found = merged(old, found)
        about["seconds_of_one_core"] += before["seconds_of_one_core"]
    write_results(found, about, chosen.out)


if __name__ == "__main__":
    sys.exit(main())
