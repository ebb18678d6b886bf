"""How often the interval of the human ceiling holds the kappa that two annotators of the population have.

    python tests/simulations/human_ceiling.py [--simulations 1000]

Two labels; an annotator sees an item's label with a fixed probability, and otherwise says one drawn from the shares of the labels. The same seed gives
the same results, which are `human_ceiling.json` and `human_ceiling.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.calibrations.annotators import Annotators
from judgeaudit.analyses.calibrations.ceiling import human_ceiling, kappas_of_people
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, parts
from judgeaudit.domain.rubric import Rubric
from judgeaudit.stats.kernels.jackknife import jackknife_interval
from judgeaudit.tables import PatternCounter, table_from_rows
from tests.simulations.result_files import read_rows, write_rows

SEED = 20261130
SIMULATIONS = 1000
ITEMS, ANNOTATORS, COMMONEST, KAPPA = (20, 50, 100), (2, 3, 4, 5), (0.5, 0.7, 0.9), (0.2, 0.6, 0.9)
RESULTS = Path(__file__).with_name("human_ceiling.json")


@dataclass(frozen=True)
class Held:
    """Shares of the samples that have an interval in which it holds the population's kappa: as printed, and with a degree of freedom less than items."""

    items: int
    annotators: int
    commonest: float
    kappa: float
    samples: int
    with_interval: float
    printed: float | None
    plain: float | None
    width: float | None


def a_part() -> Part:
    """The part of an audit that the ceiling is asked of; it gives the scale and the level of the interval."""
    rubric = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})
    rows = [{"item_id": "i0", "judge": "a", "criterion": "c", "replicate": 0, "status": "ok", "label": "pass"}]
    table = table_from_rows(rows)
    counter = PatternCounter({criterion.name: criterion.scale for criterion in rubric.criteria})
    counter.add(table)
    return next(parts(AnalysisInput(rubric=rubric, patterns=counter.counts(gold=None), table=table), "calibration"))


def drawn(rng: np.random.Generator, items: int, annotators: int, commonest: float, kappa: float) -> NDArray[np.float64]:
    truth = rng.random((items, 1)) < commonest
    seen = rng.random((items, annotators)) < np.sqrt(kappa)
    return np.where(seen, truth, rng.random((items, annotators)) < commonest).astype(float)


def simulate(part: Part, items: int, annotators: int, commonest: float, kappa: float, *, simulations: int = SIMULATIONS, seed: int = SEED) -> Held:
    rng = np.random.default_rng([seed, items, annotators, round(100 * commonest), round(100 * kappa)])
    ends, plain = [], []
    for _ in range(simulations):
        codes = drawn(rng, items, annotators, commonest, kappa)
        people = Annotators(tuple("abcde"[:annotators]), codes, np.zeros(items, dtype=np.intp), None, None)
        pairs = kappas_of_people(part, people)
        found = human_ceiling(part, people, pairs)
        if found.low is not None and found.high is not None:
            ends.append((found.low, found.high))
            plain.append(jackknife_interval(pairs.mean, pairs.without, pairs.times, 0.95, fisher_z=True))
    low, high = np.array(ends).T if ends else np.zeros((2, 0))
    n = len(ends)
    return Held(
        items, annotators, commonest, kappa, simulations, round(n / simulations, 4), round(float(((low <= kappa) & (kappa <= high)).mean()), 4) if n else None,
        round(sum(one <= kappa <= other for one, other in plain) / n, 4) if n and annotators > 2 else None, round(float((high - low).mean()), 3) if n else None,
    )  # fmt: skip


def page(about: dict[str, Any], found: Sequence[Held]) -> str:
    """The results as Markdown."""
    head = (
        f"# How often the interval of the human ceiling holds\n\n{about['simulations']:,} samples of each row, two labels, seed {about['seed']}; in per cent of the samples that have an "
        "interval. Printed: of two annotators the interval of Cohen's kappa; of several the jackknife on Fisher's z, with t of as many degrees of freedom as labels other than the "
        "commonest are worth items, less one. Beside it the same with one degree of freedom less than there are items. ▼ less than 93. Written by `human_ceiling.py`.\n\n"
    )
    lines = ["| items | annotators | commonest label | kappa | with an interval | **printed** | mean width | items less one |", "| ---: |" + " ---: |" * 7]
    for one in found:
        printed, plain, width = (_percent(one.printed), _percent(one.plain), "" if one.width is None else f"{one.width:.2f}")
        lines.append(
            f"| {one.items} | {one.annotators} | {100 * one.commonest:.0f} % | {one.kappa:g} | {100 * one.with_interval:.1f} | {printed} | {width} | {plain} |"
        )
    return head + "\n".join(lines) + "\n"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}{' ▼' if share < 0.93 else ''}"


def read_results() -> tuple[dict[str, Any], list[Held]]:
    return read_rows(RESULTS, Held)


def main(simulations: int) -> None:
    part = a_part()
    found = [simulate(part, n, m, p, k, simulations=simulations) for n in ITEMS for m in ANNOTATORS for p in COMMONEST for k in KAPPA]
    about = {"seed": SEED, "simulations": simulations, "numpy": np.__version__}
    write_rows(about, found, RESULTS, page(about, found))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    main(parser.parse_args().simulations)
