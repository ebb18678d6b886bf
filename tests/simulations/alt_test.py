"""How often the alternative annotator test passes a judge that must not pass: one that is worse than every annotator by just epsilon.

    python tests/simulations/alt_test.py [--simulations 1000]

The published rule: Wilcoxon's test below 30 items of an annotator, t from there on, Benjamini-Yekutieli at 0.05, a pass from a winning rate of a half
on. The same seed gives the same results, which are `alt_test.json` and `alt_test.md`.
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

from judgeaudit import stats
from judgeaudit.analyses.calibrations.people import standing_in
from tests.simulations.result_files import read_rows, write_rows

SEED = 20261130
SIMULATIONS = 1000
ITEMS = (10, 20, 29, 30, 50, 100)
ANNOTATORS = (3, 5)
WRONG = (0.05, 0.15, 0.3)
"""Share of items on which an annotator's label is drawn from all four in place of the right one."""

EPSILON = (0.1, 0.2)
MANY = 50_000
"""Items from which the judge's own share is found."""

RESULTS = Path(__file__).with_name("alt_test.json")


@dataclass(frozen=True)
class Passed:
    """Shares of simulated panels in which a judge passes that is worse by epsilon: by the published rule, and by what an audit concludes."""

    annotators: int
    wrong: float
    epsilon: float
    items: int
    simulations: int
    rule: float
    concluded: float


def drawn(rng: np.random.Generator, n: int, annotators: int, wrong: float, judge: float) -> NDArray[np.float64]:
    """Judge and annotators of n items with four labels."""
    truth = rng.integers(0, 4, (n, 1))
    slips = rng.random((n, 1 + annotators)) < np.array([judge, *[wrong] * annotators])
    return np.where(slips, rng.integers(0, 4, slips.shape), truth).astype(float)


def judge_worse_by(annotators: int, wrong: float, epsilon: float) -> float:
    """The judge's share of drawn labels at which mean d is epsilon, by bisection on the same draws."""
    low, high = wrong, 1.0
    for _ in range(18):
        middle = (low + high) / 2
        d = stats.alt_test(drawn(np.random.default_rng(SEED), MANY, annotators, wrong, middle)).differences
        low, high = (middle, high) if float(np.mean([x for x in d if x is not None])) < epsilon else (low, middle)
    return (low + high) / 2


def simulate(annotators: int, wrong: float, epsilon: float, items: int, *, judge: float, simulations: int = SIMULATIONS, seed: int = SEED) -> Passed:
    rng = np.random.default_rng([seed, annotators, round(100 * wrong), round(100 * epsilon), items])
    rule = concluded = 0
    for _ in range(simulations):
        found = stats.alt_test(drawn(rng, items, annotators, wrong, judge), epsilon=epsilon)
        rule += found.passes is True
        concluded += standing_in(found)[0] is True
    return Passed(annotators, wrong, epsilon, items, simulations, rule / simulations, concluded / simulations)


def page(about: dict[str, Any], found: Sequence[Passed]) -> str:
    """The results as Markdown."""
    head = (
        f"# How often the alternative annotator test passes a judge that must not pass\n\nThe judge is worse than every annotator by just epsilon, so that it should pass in at "
        f"most 5 of 100 panels: {about['simulations']:,} simulated panels of each row and number of items, four labels, seed {about['seed']}. In per cent, by the published rule: Wilcoxon's "
        "test below 30 items of an annotator, t from 30 on. An audit gives the winning rate at any number of items, and concludes nothing from it below 30, where it "
        "therefore passes none. Written by `alt_test.py`.\n\n"
    )
    items = " | ".join(f"{n} items" for n in ITEMS)
    lines = [f"| annotators | labels drawn at random | epsilon | {items} |", f"| ---: | ---: | ---: |{' ---: |' * len(ITEMS)}"]
    for m in ANNOTATORS:
        for wrong in WRONG:
            for epsilon in EPSILON:
                rates = [f"{100 * one.rule:.1f}" for one in found if (one.annotators, one.wrong, one.epsilon) == (m, wrong, epsilon)]
                lines.append(f"| {m} | {100 * wrong:.0f} % | {epsilon:g} | {' | '.join(rates)} |")
    return head + "\n".join(lines) + "\n"


def read_results() -> tuple[dict[str, Any], list[Passed]]:
    return read_rows(RESULTS, Passed)


def main(simulations: int) -> None:
    found = []
    for m in ANNOTATORS:
        for wrong in WRONG:
            for epsilon in EPSILON:
                judge = judge_worse_by(m, wrong, epsilon)
                found += [simulate(m, wrong, epsilon, n, judge=judge, simulations=simulations) for n in ITEMS]
    about = {"seed": SEED, "simulations": simulations, "numpy": np.__version__}
    write_rows(about, found, RESULTS, page(about, found))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    main(parser.parse_args().simulations)
