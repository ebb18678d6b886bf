"""How often the parts of a shift of the production score hold what is true: pairs of runs whose judge, judged system and mix of items changed as planted.

    python tests/simulations/drift_shares.py [--simulations 200] [--processes 2]

Each pair has anchors, judged three times before and once now, and production items of either run. The same seed gives the same results,
`drift_shares.json` and `drift_shares.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np

from judgeaudit.analyses.drifts.causes import causes
from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.shares import NAMES, shares
from judgeaudit.analyses.parts import parts
from tests.simulations.drift_asked import answer_of, input_of, table_of
from tests.simulations.drift_models import SHAPES, Codes, Drawn, Floats
from tests.simulations.drift_tables import AT_MOST, LEAST, MOST, allowed, fewest, percent, table
from tests.simulations.result_files import read_rows, run_cells

SEED = 20261202
SIMULATIONS = 200
PRODUCTION = 600
"""Items of either run."""

RESULTS = Path(__file__).with_name("drift_shares.json")
LABELS = ("pass", "fail")
STRATA = ("a", "b", "c")
RATES, MIX = np.array([0.9, 0.6, 0.3]), np.array([0.5, 0.3, 0.2])
"""Of each stratum before: share of items that deserve a pass, and share of all items."""

FLIP = 0.0257
"""How often a verdict is not what its item deserves: two of one item differ in 5 %."""


@dataclass(frozen=True)
class Planted:
    """What changed, by stratum: share of the passes that the judge no longer gives, what the system gained, and the mix now."""

    judge: tuple[float, float, float] = (0.0, 0.0, 0.0)
    system: tuple[float, float, float] = (0.0, 0.0, 0.0)
    mix: tuple[float, float, float] = (0.5, 0.3, 0.2)

    @property
    def parts(self) -> tuple[float, float, float, float]:
        """Shift of the production score and what of it is the judge's, the system's and the mix's, in the population."""
        clear, now = 1 - 2 * FLIP, np.array(self.mix)
        before = RATES * clear + FLIP
        after = (RATES + self.system) * (1 - np.array(self.judge)) * clear + FLIP
        judge = -RATES * self.judge * clear
        total = float(now @ after - MIX @ before)
        return total, float(now @ judge), float(now @ (after - before - judge)), float((now - MIX) @ before)


PLANTED = {
    "nothing": Planted(),
    "the judge": Planted(judge=(0.1, 0.15, 0.2)),
    "the judge, in one stratum": Planted(judge=(0.0, 0.0, 0.5)),
    "the system": Planted(system=(0.05, 0.1, 0.1)),
    "the mix only": Planted(mix=(0.2, 0.3, 0.5)),
    "judge and system, against each other": Planted(judge=(0.1, 0.15, 0.2), system=(0.08, 0.1, 0.1)),
    "judge, system and mix": Planted(judge=(0.1, 0.1, 0.1), system=(0.05, 0.1, 0.1), mix=(0.4, 0.4, 0.2)),
}
CELLS = (*((name, 260) for name in PLANTED), ("the mix only", 60))


@dataclass(frozen=True)
class Found:
    """Of one way to change and number of anchors; the rest are shares of simulations.

    Attributes
    ----------
    held : list of float
        The 95 % intervals of the whole shift, and of what is the judge's, the system's and the mix's, hold what was planted.
    accused : list of float
        Those intervals that do not hold 0.
    drifted, named : float
        The judge is said to have drifted; the mix of items is among what changed.
    """

    planted: str
    anchors: int
    simulations: int
    true: list[float]
    held: list[float]
    accused: list[float]
    drifted: float
    named: float


def simulate(name: str, anchors: int, *, simulations: int = SIMULATIONS, seed: int = SEED) -> Found:
    """Draw so many pairs of runs and take their shift apart."""
    planted = PLANTED[name]
    rng = np.random.default_rng([seed, list(PLANTED).index(name), anchors])
    true = np.array(planted.parts)
    held, accused, drifted, named = np.zeros(4), np.zeros(4), 0, 0
    for _ in range(simulations):
        given = pair(rng, planted, anchors)
        part = next(parts(given.data, "drift"))
        found = {one.name: one for one in shares(part, given).estimates}
        ends = np.array([[found[which].low, found[which].high] for which in NAMES], dtype=float)
        held += (ends[:, 0] <= true) & (true <= ends[:, 1])
        accused += (ends[:, 0] > 0) | (ends[:, 1] < 0)
        drifted += answer_of(given).answer == "drifted"
        named += any(row["what"] == "mix of items" and row["changed"] is True for row in causes(given).blocks["causes"])
    held, accused = held / simulations, accused / simulations
    return Found(name, anchors, simulations, true.round(4).tolist(), held.tolist(), accused.tolist(), drifted / simulations, named / simulations)


def pair(rng: np.random.Generator, planted: Planted, anchors: int) -> DriftInput:
    """One pair of runs."""
    none = np.zeros(3)
    strata = rng.choice(3, anchors, p=MIX)
    good = rng.random(anchors) < RATES[strata]
    lost = rng.random(anchors) < np.array(planted.judge)[strata]
    drawn = Drawn(_said(rng, good, 3), _said(rng, good & ~lost, 1), np.where(good, 0, 1), tuple(STRATA[n] for n in strata))
    before = _production(rng, MIX, RATES, none, "before")
    now = _production(rng, np.array(planted.mix), RATES + planted.system, np.array(planted.judge), "now")
    return input_of(drawn, SHAPES["two labels"].criterion, LABELS, production=(before, now))


def _production(rng: np.random.Generator, mix: Floats, rates: Floats, lost: Floats, name: str) -> Any:
    strata = rng.choice(3, PRODUCTION, p=mix)
    good = (rng.random(PRODUCTION) < rates[strata]) & (rng.random(PRODUCTION) >= lost[strata])
    return table_of(_said(rng, good, 1), LABELS, "j", tuple(STRATA[n] for n in strata), name=name)


def _said(rng: np.random.Generator, good: Any, k: int) -> Codes:
    """Places of the labels, shape (n_items, k)."""
    wrong = rng.random((len(good), k)) < FLIP
    return np.where(good[:, None] ^ wrong, 0, 1)


def page(about: dict[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    three = ["judge", "system", "mix"]
    head = ["changed", "anchors", "whole", *three, "held: whole", *three, "not 0: judge", *three[1:], "mix named", "judge drifted"]
    rows = [
        [one.planted, str(one.anchors), *(f"{100 * true + 0.0:+.1f}" for true in one.true), *(_held(share, one.simulations) for share in one.held),
         *(_accused(share, true, one.simulations) for share, true in zip(one.accused[1:], one.true[1:], strict=True)), percent(one.named), percent(one.drifted)]
        for one in found
    ]  # fmt: skip
    words = (
        f"# Whose change it is: how often the parts hold\n\n{about['simulations']:,} pairs of runs of each row, seed {about['seed']}; NumPy {about['numpy']}. {PRODUCTION} production "
        "items of either run in three strata that pass at different rates; anchors are judged three times before and once now, noise 5 %. What was planted, in points of the pass rate "
        f"(*whole* is the shift of the production score, the rest its parts), and how often: 95 % intervals hold it (▼ under {LEAST:.0%}, ▲ over {MOST:.1%}, by two standard errors of the "
        f"simulation); a part's interval leaves out 0 (‼ where nothing was planted: over {AT_MOST:.0%}); *mix of items* is among what changed; the judge is called "
        "drifted. In per cent. Written by `drift_shares.py`."
    )
    return f"{words}\n\n{table(head, rows)}\n"


def _held(share: float, simulations: int) -> str:
    return percent(share) + (" ▼" if share < fewest(LEAST, simulations) else " ▲" if share > allowed(MOST, simulations) else "")


def _accused(share: float, true: float, simulations: int) -> str:
    return percent(share) + (" ‼" if true == 0 and share > allowed(AT_MOST, simulations) else "")


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def main() -> int:
    return run_cells(__doc__, simulate, CELLS, RESULTS, page, seed=SEED, simulations=SIMULATIONS)


if __name__ == "__main__":
    sys.exit(main())
