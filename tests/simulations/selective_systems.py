"""How often the promises of routing rules are broken where a judge judges two systems: calibrations on labelled items of both, whose risks are known.

    python tests/simulations/selective_systems.py [--simulations 1000] [--processes 2]

A calibration breaks its promise where, of the verdicts of either system that its rules accept, more than `max_risk` are wrong in that system's
population; that may happen in at most `delta` of the calibrations, for both systems together. Asked is the analysis itself, with its check
whether systems differ. Beside it stands one rule for both. The same seed gives the same results, `selective_systems.json` and `.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.calibrations.corrected import corrected
from judgeaudit.analyses.calibrations.selective import selective
from judgeaudit.analyses.gold import Gold
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, parts
from judgeaudit.domain.rubric import Rubric
from judgeaudit.tables import PatternCounter, table_from_rows
from tests.simulations.result_files import read_rows, run_cells
from tests.simulations.selective import DELTA, IN_TENS, JUST_TOO_MANY, MAX_RISK, Population, Shape, allowed, always, beta, hundredths, is_broken, uniform

SEED = 20261130
SIMULATIONS = 1000
ITEMS = (100, 300)
"""Labelled items of each system."""

RESULTS = Path(__file__).with_name("selective_systems.json")
LABELS = ("pass", "fail")
RUBRIC = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": list(LABELS)}}]})

Wrong = Literal["both", "pass", "fail"]


@dataclass(frozen=True)
class System:
    """A population of one system, and on which gold label the judge errs there; twice as often then, so that the risk is the shape's."""

    shape: Shape
    wrong_on: Wrong = "both"


CALIBRATED = Shape(hundredths(beta(5, 2)), lambda c: c)
TOO_SURE = Shape(IN_TENS, lambda c: 0.55 + 0.4 * (c - 0.5) / 0.5)
EDGE = Shape(IN_TENS, always(JUST_TOO_MANY))

PAIRS: dict[str, tuple[System, System]] = {
    "just too often wrong on both, on pass here and on fail there": (System(EDGE, "pass"), System(EDGE, "fail")),
    "right on one, just too often wrong on the other": (System(Shape(IN_TENS, always(0.98))), System(EDGE, "fail")),
    "right on one, a coin on the other": (System(Shape(IN_TENS, always(0.97))), System(Shape(IN_TENS, always(0.55)))),
    "confidence means something on one only": (System(CALIBRATED, "pass"), System(Shape(hundredths(uniform), always(0.8)), "fail")),
    "too sure, less on one than on the other": (System(Shape(IN_TENS, lambda c: 0.8 + 0.2 * (c - 0.5) / 0.5)), System(TOO_SURE)),
    "cliff at 0.7 here and at 0.9 there": (
        System(Shape(hundredths(uniform), lambda c: np.where(c >= 0.7, 0.95, 0.3)), "pass"),
        System(Shape(hundredths(uniform), lambda c: np.where(c >= 0.9, 0.95, 0.3)), "fail"),
    ),
}
"""Two systems of one judge, by how they differ."""


@dataclass(frozen=True)
class Found:
    """What was found of one pair; shares are of all simulations.

    Attributes
    ----------
    differ : float
        Share in which the check said that systems differ, so that each has a rule of its own.
    broken : float
        Share in which rules by system, made whatever the check says, break the promise for either system.
    used : float
        The same of what is used: those rules where systems were seen to differ, and one rule for both elsewhere.
    one_rule : float
        The same of one rule for both throughout.
    coverage : float
        Mean share of both populations that rules by system accept.
    """

    pair: str
    n: int
    simulations: int
    differ: float
    broken: float
    used: float
    one_rule: float
    coverage: float


def draw(rng: np.random.Generator, system: System, n: int) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Confidence, gold (True: pass) and whether the verdict is right, of so many items; half are good."""
    confidence = system.shape.confidence(rng.random(n))
    gold = rng.random(n) < 0.5
    wrong = 1 - system.shape.right(confidence)
    if system.wrong_on != "both":
        wrong = np.where(gold == (system.wrong_on == "pass"), np.minimum(2 * wrong, 1.0), np.maximum(2 * wrong - 1, 0.0))
    return confidence, gold, rng.random(n) >= wrong


def part_of(rng: np.random.Generator, pair: tuple[System, System], n: int) -> Part:
    """One calibration's labelled items, as an analysis has them."""
    rows: list[dict[str, Any]] = []
    codes: dict[tuple[str, str], float] = {}
    for name, system in zip("AB", pair, strict=True):
        for confidence, good, right in zip(*draw(rng, system, n), strict=True):
            item = f"i{len(rows)}"
            about = {"item_id": item, "judge": "j", "criterion": "c", "replicate": 0, "status": "ok", "system": name, "confidence": float(confidence)}
            rows.append({**about, "label": LABELS[0] if good == right else LABELS[1]})
            codes["c", item] = float(good)
    table = table_from_rows(rows)
    counter = PatternCounter({"c": RUBRIC.criterion("c").scale}, [])
    counter.add(table)
    data = AnalysisInput(
        rubric=RUBRIC,
        patterns=counter.counts(gold=codes),
        table=table,
        facts=counter.facts(),
        gold=Gold(codes=codes),
        n_resamples=0,
        max_risk=MAX_RISK,
        delta=DELTA,
    )
    return next(iter(parts(data, "calibration")))


def simulate(name: str, n: int, *, simulations: int = SIMULATIONS, seed: int = SEED) -> Found:
    """Calibrations of one pair at one number of labelled items of each system."""
    pair = PAIRS[name]
    populations = [Population(system.shape) for system in pair]
    rng = np.random.default_rng([seed, list(PAIRS).index(name), n])
    counts = {"differ": 0, "broken": 0, "used": 0, "one_rule": 0}
    covered = 0.0
    for _ in range(simulations):
        part = part_of(rng, pair, n)
        differ = any(row["verdict"] == "fails" for row in corrected(part).blocks["carried"])
        (row,) = selective(part, carried=[{"judge": "j", "criterion": "c", "system": name, "verdict": "fails"} for name in "AB"]).blocks["routing"]
        own = [_accepted(population, one["threshold"]) for population, one in zip(populations, row["of_systems"], strict=True)]
        both = [_accepted(population, row["threshold"]) for population in populations]
        broken, one_rule = (any(is_broken(risk) for _, risk in found) for found in (own, both))
        counts["differ"] += differ
        counts["broken"] += broken
        counts["one_rule"] += one_rule
        counts["used"] += broken if differ else one_rule
        covered += sum(coverage for coverage, _ in own) / 2
    shares = {key: number / simulations for key, number in counts.items()}
    return Found(name, n, simulations, **shares, coverage=covered / simulations)


def _accepted(population: Population, threshold: float | None) -> tuple[float, float]:
    """Share accepted, and share of these that is wrong; none where everything is abstained from, or lies below the threshold."""
    if threshold is None or threshold > population.confidence[-1] + 1e-9:
        return 0.0, 0.0
    return population.at(threshold)


def page(about: dict[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    head = ["items of each", "seen to differ", "**rules by system**", "coverage", "as used", "one rule for both"]
    blocks = [
        "# How often the promise of routing rules by system is broken",
        f"Two systems of one judge, labelled items of each, max_risk {MAX_RISK} and delta {DELTA}: {about['simulations']:,} calibrations of each row, seed {about['seed']}; "
        f"NumPy {about['numpy']}. In per cent of the calibrations. A promise is broken where, in the population of either system, more than {MAX_RISK:.0%} of the verdicts "
        f"accepted are wrong; that may be so in {DELTA:.0%} for both together ({allowed(about['simulations']):.1%} with two standard errors of the simulation; ▼ more). "
        "*Rules by system* are made here whatever the check between systems says; *as used* are these where it says that they differ, and one rule for both elsewhere: "
        "that one promises nothing of a single system. *One rule for both* throughout is what the check saves from. Coverage: the mean share of both populations that rules "
        "by system accept. Written by `selective_systems.py`.",
    ]
    for name in PAIRS:
        rows = [head, ["---:"] * len(head)] + [_row(one) for one in found if one.pair == name]
        blocks.append(f"## {name[:1].upper()}{name[1:]}\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows))
    return "\n\n".join(blocks) + "\n"


def _row(one: Found) -> list[str]:
    marks = [f"{100 * share:.1f}" + (" ▼" if share > allowed(one.simulations) else "") for share in (one.broken, one.used, one.one_rule)]
    return [str(one.n), f"{100 * one.differ:.1f}", marks[0], f"{100 * one.coverage:.1f}", *marks[1:]]


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def main() -> int:
    return run_cells(__doc__, simulate, [(name, n) for name in PAIRS for n in ITEMS], RESULTS, page, seed=SEED, simulations=SIMULATIONS)


if __name__ == "__main__":
    sys.exit(main())
