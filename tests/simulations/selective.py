"""How often the promise of `selective_threshold` is broken: calibrations on labelled items drawn from populations whose risk is known.

    python tests/simulations/selective.py [--simulations 1000] [--processes 2]

A calibration breaks its promise where it accepts verdicts of which, in the population, more than `max_risk` are wrong. That may happen in at most
`delta` of the calibrations. The same seed gives the same results, which are `selective.json` and `selective.md`. Beside it stand three ways that
promise nothing: the published code, which accepts the surest items where even these fail the test; the lowest threshold that passes the bound, in
whatever order; and the lowest at which the items at hand have few errors.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from tests.simulations.result_files import read_rows, run_cells

Table = NDArray[np.float64]

SEED = 20260915
SIMULATIONS = 1000
ITEMS = (100, 200, 500)
MAX_RISK, DELTA = 0.15, 0.1
ERRORS = 2
"""Standard errors of the simulation by which the share of broken promises may lie above delta."""

GRID = 100_001
"""Points of a population of continuous confidences."""

RESULTS = Path(__file__).with_name("selective.json")
"""The committed results; beside them, as a page to read, `selective.md`."""


@dataclass(frozen=True)
class Shape:
    """A population: confidences by the uniform number that draws them, and the probability to be right at each; `cluster` items are alike."""

    confidence: Callable[[Table], Table]
    right: Callable[[Table], Table]
    cluster: int = 1


def beta(a: float, b: float) -> Callable[[Table], Table]:
    def quantile(u: Table) -> Table:
        from scipy.special import betaincinv

        return np.asarray(betaincinv(a, b, u))

    return quantile


def stated(*levels: tuple[float, float]) -> Callable[[Table], Table]:
    """Confidences that are said, each with its share of items."""
    values, shares = np.array(levels).T
    return lambda u: values[np.minimum(np.searchsorted(np.cumsum(shares), u), len(values) - 1)]


def hundredths(draw: Callable[[Table], Table]) -> Callable[[Table], Table]:
    return lambda u: np.round(draw(u), 2)


def always(p: float) -> Callable[[Table], Table]:
    return lambda c: np.full(c.shape, p)


IN_TENS = stated((0.5, 0.05), (0.6, 0.05), (0.7, 0.1), (0.8, 0.2), (0.9, 0.3), (0.95, 0.2), (1.0, 0.1))


def uniform(u: Table) -> Table:
    return 0.5 + u / 2


JUST_TOO_MANY = 0.849
"""Right in so many cases: every threshold that is accepted breaks the promise, by a tenth of a point."""

SHAPES: dict[str, Shape] = {
    "calibrated": Shape(beta(5, 2), lambda c: c),
    "calibrated, in hundredths": Shape(hundredths(beta(5, 2)), lambda c: c),
    "too sure": Shape(beta(12, 1), lambda c: 0.5 + 0.5 * c**8),
    "too sure, in tens": Shape(IN_TENS, lambda c: 0.55 + 0.4 * (c - 0.5) / 0.5),
    "useless": Shape(uniform, always(JUST_TOO_MANY)),
    "useless, in tens": Shape(IN_TENS, always(JUST_TOO_MANY)),
    "useless, one confidence": Shape(always(0.9), always(JUST_TOO_MANY)),
    "useless, often right": Shape(uniform, always(0.95)),
    "all right": Shape(uniform, always(1.0)),
    "all wrong": Shape(uniform, always(0.0)),
    "cliff at 0.8": Shape(uniform, lambda c: np.where(c >= 0.8, 0.92, 0.3)),
    "surest are wrong": Shape(uniform, lambda c: np.where(c >= 0.9, 0.8, 0.97)),
    "waves": Shape(uniform, lambda c: np.where(np.floor(c * 20) % 2 == 0, 0.76, 0.94)),
    "in fours that are alike": Shape(hundredths(uniform), always(JUST_TOO_MANY), cluster=4),
}
"""Populations by name."""


@dataclass(frozen=True)
class Found:
    """What was found of one shape at one number of labelled items; shares are of all simulations.

    Attributes
    ----------
    answered : float
        Share of calibrations that accept something.
    broken : float
        Share that accept verdicts of which more than `max_risk` are wrong in the population.
    coverage, risk : float or None
        Mean share of the population accepted, and mean risk of it, where something is.
    published, any_order, observed : float
        Broken promises of the published code, of the lowest threshold that passes the bound, and of the lowest with few errors at hand.
    """

    shape: str
    n: int
    simulations: int
    answered: float
    broken: float
    coverage: float | None
    risk: float | None
    published: float
    any_order: float
    observed: float


class Population:
    """Risk and coverage of every threshold, from a fine grid of the population."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        confidence = shape.confidence((np.arange(GRID) + 0.5) / GRID)
        order = np.argsort(confidence, kind="stable")
        self.confidence = confidence[order]
        self.wrong_from = np.append(np.cumsum((1 - shape.right(self.confidence))[::-1])[::-1], 0.0)

    def at(self, threshold: float) -> tuple[float, float]:
        """Share accepted and share of these that is wrong; a threshold above all confidences of the grid is that of its last."""
        first = min(int(np.searchsorted(self.confidence, threshold - 1e-9)), GRID - 1)
        return (GRID - first) / GRID, float(self.wrong_from[first]) / (GRID - first)

    def draw(self, rng: np.random.Generator, n: int) -> tuple[Table, dict[str, Any]]:
        """Labelled items. Those of a cluster have one outcome and confidences of their own."""
        confidence = self.shape.confidence(rng.random(n))
        right = self.shape.right(confidence)
        if self.shape.cluster == 1:
            return np.column_stack([confidence, rng.random(n) < right]), {}
        clusters = np.arange(n) // self.shape.cluster
        return np.column_stack([confidence, rng.random(n)[clusters] < right]), {"clusters": clusters}


def simulate(name: str, n: int, *, simulations: int = SIMULATIONS, seed: int = SEED) -> Found:
    """Calibrations of one shape at one number of labelled items."""
    population = Population(SHAPES[name])
    rng = np.random.default_rng([seed, list(SHAPES).index(name), n])
    coverages, risks, broken = [], [], {"published": 0, "any_order": 0, "observed": 0}
    for _ in range(simulations):
        table, options = population.draw(rng, n)
        found = stats.selective_threshold(table, max_risk=MAX_RISK, delta=DELTA, **options)
        if found.value is not None:
            coverage, risk = population.at(found.value)
            coverages.append(coverage)
            risks.append(risk)
        for way, threshold in others(found, n).items():
            broken[way] += threshold is not None and is_broken(population.at(threshold)[1])
    return Found(
        name, n, simulations, round(len(risks) / simulations, 4), round(sum(map(is_broken, risks)) / simulations, 4),
        round(float(np.mean(coverages)), 4) if risks else None, round(float(np.mean(risks)), 4) if risks else None,
        **{way: round(times / simulations, 4) for way, times in broken.items()},
    )  # fmt: skip


def is_broken(risk: float) -> bool:
    return risk > MAX_RISK + 1e-9


def others(found: Any, n: int) -> dict[str, float | None]:
    """Thresholds of three ways that promise nothing."""
    enough = [point for point in found.curve if point[1] * n >= 30 - 1e-6]
    passing = [point[0] for point in enough if point[3] <= MAX_RISK]
    few_errors = [point[0] for point in enough if point[2] <= MAX_RISK]
    strictest = enough[0][0] if enough else 0.0
    return {
        "published": strictest if found.value is None else found.value,
        "any_order": passing[-1] if passing else None,
        "observed": few_errors[-1] if few_errors else None,
    }


def allowed(simulations: int, errors: float = ERRORS) -> float:
    """Largest share of broken promises that delta and the error of the simulation allow."""
    return DELTA + errors * float(np.sqrt(DELTA * (1 - DELTA) / simulations))


def page(about: dict[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    head = ["items", "accepts something", "**promise broken**", "coverage", "risk", "published code", "any order", "errors at hand"]
    blocks = [
        "# How often the promise of selective use is broken",
        f"`selective_threshold` with max_risk {MAX_RISK} and delta {DELTA}: {about['simulations']:,} calibrations of each row, seed {about['seed']}; {about['seconds']} "
        f"seconds of one core; NumPy {about['numpy']}. In per cent of the calibrations. The promise is broken where, in the population, more than {MAX_RISK:.0%} of the "
        f"verdicts accepted are wrong; that may be so in {DELTA:.0%} ({allowed(about['simulations']):.1%} with two standard errors of the simulation; ▼ more). Coverage and "
        "risk: means in the population, where something is accepted. The last three columns are broken promises of ways that promise nothing: the published code, which "
        "accepts the surest items where even these fail; the lowest threshold that passes the bound, in whatever order; the lowest at which the items at hand have at "
        "most that share of errors. Written by `selective.py`.",
    ]
    for name in SHAPES:
        rows = [head, ["---:"] * len(head)] + [_row(one) for one in found if one.shape == name]
        blocks.append(f"## {name}\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows))
    return "\n\n".join(blocks) + "\n"


def _row(one: Found) -> list[str]:
    def percent(share: float | None) -> str:
        return "–" if share is None else f"{100 * share:.1f}"

    marks = [percent(share) + (" ▼" if share > allowed(one.simulations) else "") for share in (one.broken, one.published, one.any_order, one.observed)]
    return [str(one.n), percent(one.answered), marks[0], percent(one.coverage), percent(one.risk), *marks[1:]]


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def main() -> int:
    return run_cells(__doc__, simulate, [(name, n) for name in SHAPES for n in ITEMS], RESULTS, page, seed=SEED, simulations=SIMULATIONS)


if __name__ == "__main__":
    sys.exit(main())
