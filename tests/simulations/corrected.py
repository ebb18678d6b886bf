"""How often the intervals of corrected rates and means hold the truth, and how wide they are: beside naive ones and labels alone.

    python tests/simulations/corrected.py --simulations 2000 --processes 2

The same seed gives the same results, which are `corrected.json` and `corrected.md`. How items are drawn: `corrected_models.py`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np

from judgeaudit import stats
from judgeaudit.stats.shapes import Corrected
from tests.simulations.corrected_models import (
    GRADED,
    JUDGES,
    Drawn,
    Interval,
    Population,
    graded,
    isotonic_bootstrap,
    isotonic_jackknife,
    rg_delta,
    two_labels,
    wald,
)
from tests.simulations.coverage_results import limits
from tests.simulations.result_files import read_rows, write_rows

SEED = 20261130
UNLABELLED = (100, 200, 1000)
LABELLED = (50, 100, 200)
RATES = (0.5, 0.8, 0.95)
RESULTS = Path(__file__).with_name("corrected.json")
"""The committed results; beside them, as a page to read, `corrected.md`."""

MOSTLY = 0.95
"""Share of simulations in which an interval must be given for its cell to carry no mark."""

METHODS: dict[str, str] = {
    "naive": "naive",
    "wald": "labels, Wald",
    "labels_only": "labels, printed",
    "rg_delta": "Rogan-Gladen, delta",
    "rogan_gladen": "Rogan-Gladen, Lee et al.",
    "test_inversion": "Rogan-Gladen, test inverted",
    "published": "PPI++ as published",
    "ppi_mean": "ppi_mean, printed",
    "isotonic_mean": "isotonic_mean, printed",
    "bootstrap": "isotonic, bootstrap",
    "jackknife": "isotonic, fold jackknife",
}
"""What is compared: the judged rate with Wilson's interval (naive), labels alone, and the corrections."""

PRINTED = ("labels_only", "test_inversion", "ppi_mean", "isotonic_mean")
"""Intervals that are held to 93 to 97.5 %; `rogan_gladen` is Lee et al.'s as published, beside which `test_inversion` is printed."""


@dataclass(frozen=True)
class Cell:
    """A population, how many items of it are unlabelled and labelled; `truth` is the true rate or mean."""

    population: str
    truth: float
    n_unlabelled: int
    n_labelled: int


@dataclass(frozen=True)
class Found:
    """What one method did in one cell.

    Attributes
    ----------
    simulations, given, held : int
        Simulations; those in which there was an interval; those of them in which it held the truth.
    width : float or None
        Mean width.
    """

    population: str
    truth: float
    n_unlabelled: int
    n_labelled: int
    method: str
    simulations: int
    given: int
    held: int
    width: float | None

    @property
    def coverage(self) -> float | None:
        return self.held / self.given if self.given else None

    @property
    def cell(self) -> Cell:
        return Cell(self.population, self.truth, self.n_unlabelled, self.n_labelled)


def cells() -> Iterator[Cell]:
    """The whole grid."""
    for name in JUDGES:
        for rate in RATES:
            yield from (Cell(name, rate, rest, n) for rest in UNLABELLED for n in LABELLED)
    for name in GRADED:
        yield from (Cell(name, round(graded(name).truth, 6), rest, n) for rest in UNLABELLED for n in LABELLED)


def population(cell: Cell) -> Population:
    return two_labels(*JUDGES[cell.population], cell.truth) if cell.population in JUDGES else graded(cell.population)


def _ends(found: Any) -> Interval:
    return None if found.low is None else (found.low, found.high)


def _as_published(found: Corrected) -> Interval:
    """PPI++'s normal interval, which is a point where nothing varies; the statistic then gives none, the authors' code does."""
    one = found.part("published")
    return _ends(one) or (None if one.value is None else (one.value, one.value))


def intervals(drawn: Drawn, rng: np.random.Generator) -> dict[str, Interval]:
    """The interval of every method that is for this population."""
    ppi = stats.ppi_mean(drawn.ratings, counts=drawn.counts, labels=drawn.labels)
    found = {
        "naive": _ends(ppi.part("judged_mean")), "wald": wald(drawn), "labels_only": _ends(ppi.part("labels_only")), "published": _as_published(ppi),
        "ppi_mean": _ends(ppi), "isotonic_mean": _ends(stats.isotonic_mean(drawn.ratings, counts=drawn.counts, labels=drawn.labels)),
    }  # fmt: skip
    if len(drawn.labels) > 2:
        return found
    rates = stats.rogan_gladen(drawn.ratings, counts=drawn.counts)
    inversion = None if rates.value is None else _ends(rates.part("test_inversion"))
    return found | {
        "naive": _ends(rates.part("judged_rate")), "rg_delta": rg_delta(drawn), "rogan_gladen": _ends(rates), "test_inversion": inversion,
        "bootstrap": isotonic_bootstrap(drawn, rng), "jackknife": isotonic_jackknife(drawn, rng),
    }  # fmt: skip


def simulate(cell: Cell, *, simulations: int, seed: int = SEED) -> list[Found]:
    """Every method in one cell."""
    drawn_from, place = population(cell), list(cells()).index(cell)
    rng, more = np.random.default_rng([seed, place]), np.random.default_rng([seed, place, 1])
    every: dict[str, list[Interval]] = {}
    for _ in range(simulations):
        for name, interval in intervals(drawn_from.draw(rng, cell.n_unlabelled, cell.n_labelled), more).items():
            every.setdefault(name, []).append(interval)
    return [_found(cell, name, every[name]) for name in METHODS if name in every]


def _found(cell: Cell, method: str, all_of_them: Sequence[Interval]) -> Found:
    given = [one for one in all_of_them if one is not None]
    held = sum(bool(low <= cell.truth + 1e-9 and cell.truth - 1e-9 <= high) for low, high in given)
    width = round(float(np.mean([high - low for low, high in given])), 4) if given else None
    return Found(**asdict(cell), method=method, simulations=len(all_of_them), given=len(given), held=held, width=width)


def verdict(one: Found) -> str:
    """ "holds" (93 to 97.5 %, widened by two standard errors of the simulation), "short", "wide", or "none" where there is no interval."""
    if one.coverage is None:
        return "none"
    lowest, highest = limits(one.given)
    return "short" if one.coverage < lowest else "wide" if one.coverage > highest else "holds"


def page(about: dict[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    blocks = [
        "# Corrected rates and means: how often 95 % intervals hold the truth",
        f"Written by `python tests/simulations/corrected.py --simulations {about['simulations']}`, seed {about['seed']}; {about['seconds']} seconds of one core; "
        f"NumPy {about['numpy']}. Labelled and unlabelled items are drawn from the same population. Each cell: coverage in %, then mean width. ▼ less than 93 %, ▲ more than "
        "97.5 % (each widened by two standard errors of the simulation); ° no interval in more than 5 % of the simulations (no item of a class was labelled, or the judge "
        "carries no information), which are left out. First the least and greatest coverage of each method, and in how many cells it is short or wide.",
        summary(found),
    ]
    for name in (*JUDGES, *GRADED):
        blocks.append(f"## {name}\n\n{table([one for one in found if one.population == name])}")
    return "\n\n".join(blocks) + "\n"


def summary(found: Sequence[Found]) -> str:
    """Least and greatest coverage of each method, by kind of population."""
    rows = [["method", *(name.split(" (")[0] for name in JUDGES), "graded", "short in", "wide in"]]
    rows.append(["---", *["---:"] * (len(rows[0]) - 1)])
    for method, title in METHODS.items():
        mine = [one for one in found if one.method == method]
        kinds = [[one for one in mine if one.population == name] for name in JUDGES] + [[one for one in mine if one.population in GRADED]]
        verdicts = [verdict(one) for one in mine]
        rows.append([title, *map(_range, kinds), f"{verdicts.count('short')} of {len(mine)}", f"{verdicts.count('wide')} of {len(mine)}"])
    return _lines(rows)


def _range(found: Sequence[Found]) -> str:
    shares = [100 * one.coverage for one in found if one.coverage is not None]
    return f"{min(shares):.1f} to {max(shares):.1f}" if shares else ""


def table(found: Sequence[Found]) -> str:
    """One population: a row for each cell, a column for each method."""
    methods = [name for name in METHODS if any(one.method == name for one in found)]
    rows = [["unlabelled", "labelled", "truth", *(METHODS[name] for name in methods)]]
    rows.append(["---:"] * len(rows[0]))
    for cell in dict.fromkeys(one.cell for one in found):
        mine = {one.method: one for one in found if one.cell == cell}
        rows.append([f"{cell.n_unlabelled:,}", str(cell.n_labelled), f"{cell.truth:.4g}", *(say(mine[name]) for name in methods)])
    return _lines(rows)


def say(one: Found) -> str:
    """Coverage, its marks, and the mean width."""
    if one.coverage is None:
        return "–"
    mark = {"short": " ▼", "wide": " ▲"}.get(verdict(one), "") + ("°" if one.given < MOSTLY * one.simulations else "")
    return f"{100 * one.coverage:.1f}{mark}, {one.width:.3f}"


def docs_table(found: Sequence[Found]) -> str:
    """What docs/calibration.md shows: ranges of all populations, and the first judge in full without the methods that only were tried."""
    tried = ("wald", "bootstrap", "jackknife")
    return f"{summary(found)}\n\n{table([one for one in found if one.population == next(iter(JUDGES)) and one.method not in tried])}"


def _lines(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def write_results(about: dict[str, Any], found: Sequence[Found], path: Path = RESULTS) -> None:
    """One line for each row, under one line of column names."""
    write_rows(about, found, path, page(about, found))


def _timed(job: tuple[Cell, int, int]) -> tuple[list[Found], float]:
    start = time.process_time()
    found = simulate(job[0], simulations=job[1], seed=job[2])
    return found, time.process_time() - start


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--simulations", type=int, default=2000)
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--out", type=Path, default=RESULTS)
    given = options.parse_args(arguments)
    with get_context("spawn").Pool(given.processes) as pool:
        done = pool.map(_timed, [(cell, given.simulations, given.seed) for cell in cells()], chunksize=1)
    found = [one for some, _ in done for one in some]
    write_results(
        {"seed": given.seed, "simulations": given.simulations, "seconds": round(sum(spent for _, spent in done)), "numpy": np.__version__}, found, given.out
    )
    print(summary(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
