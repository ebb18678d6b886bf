"""How often a check of two runs is wrong, and how often it sees what changed: pairs of runs drawn anew, of judges whose true change is known.

    python tests/simulations/drift_runs.py [--simulations 1000] [--processes 2]

Asked is the analysis itself, without rationales. The same seed gives the same results, `drift_runs.json` and `drift_runs.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np

from judgeaudit.domain.drift import DriftAnswer
from tests.simulations.drift_asked import answer_of, counted
from tests.simulations.drift_models import Change, Drawn, Population, change_of, draw, measure_of, population
from tests.simulations.drift_tables import page
from tests.simulations.result_files import read_rows, run_cells

SEED = 20261201
SIMULATIONS = 1000
ANCHORS = 260
RESULTS = Path(__file__).with_name("drift_runs.json")

ONE, THREE, FIVE, FROZEN = (1, 1), (3, 3), (5, 5), (3, 1)
"""Replicates before and now; the last one: judged three times when they were frozen, and once in a later run."""

NO_GOLD = "two labels, no gold"
SCALES = ("two labels", "two labels, hard items", "five labels", "five points", "scores")


@dataclass(frozen=True)
class Setting:
    """One cell.

    Attributes
    ----------
    noise : float
        How much two verdicts on an item differ.
    before, now : int
        Replicates.
    strata : int
        0 or 2.
    what, size : str, float
        What changed; see `change_of`.
    refused : float
        Share of calls without a verdict, in both runs.
    declared : bool
        Whether the noise floor is declared.
    """

    scale: str
    noise: float
    before: int
    now: int
    strata: int = 0
    what: str = "nothing"
    size: float = 0.0
    refused: float = 0.0
    declared: bool = False


@dataclass(frozen=True)
class Found:
    """Of one cell, shares of simulations.

    Attributes
    ----------
    drifted, equivalent : float
        The answer for the judge.
    own : float or None
        The measure that changed is said to be equivalent.
    shift, accuracy, flips, answers : float or None
        The 95 % interval holds the change in the population: of labels' shares (the mean), of accuracy, flips beyond noise, answered calls.
    z_test : float or None
        Peer: two-proportion z test of the first label's share over all verdicts, p < 0.05. Nominal scales only.
    any_flip : float
        Peer: flips are more than zero; an item's first verdicts differ, on at least one anchor.
    """

    scale: str
    noise: float
    before: int
    now: int
    strata: int
    what: str
    size: float
    refused: float
    declared: bool
    simulations: int
    drifted: float
    equivalent: float
    own: float | None
    shift: float | None
    accuracy: float | None
    flips: float | None
    answers: float | None
    z_test: float | None
    any_flip: float


def _same_judge() -> list[Setting]:
    found = []
    for scale in SCALES:
        found += [Setting(scale, 0.0, *THREE)] * (scale != "two labels, hard items")
        replicates = {"two labels": (ONE, THREE, FIVE, FROZEN), "two labels, hard items": (ONE, THREE, FROZEN)}.get(scale, (ONE, THREE))
        found += [Setting(scale, noise, *k) for noise in (0.05, 0.1) for k in replicates]
    found += [Setting("two labels", noise, *k, strata=2) for noise in (0.05, 0.1) for k in (ONE, THREE, FIVE)]
    found += [Setting("two labels", 0.05, *k, refused=0.03) for k in (ONE, THREE, FIVE)]
    return [*found, *(Setting("two labels", noise, *ONE, declared=True) for noise in (0.05, 0.1))]


def _at_the_margin() -> list[Setting]:
    """Changed by just the margin, with respect to one measure."""
    found = []
    for scale in SCALES:
        for what in ("shift", "accuracy", "flips", "answers"):
            if what == "answers" and scale != "two labels":
                continue
            for k in {"two labels": (ONE, THREE, FROZEN), "two labels, hard items": (ONE, THREE)}.get(scale, (THREE,)):
                found += [Setting(scale, 0.05, *k, what=what, size=0.05)] if what != "flips" or k != ONE else []
    return [*found, Setting("two labels", 0.0, *ONE, what="shift", size=0.05), Setting("two labels", 0.1, *THREE, what="shift", size=0.05)]


def _changed() -> list[Setting]:
    """What the power tables have: without gold, so that flips which cancel leave nothing else to see."""
    found = []
    for what, size in (("nothing", 0.0), ("shift", 0.05), ("shift", 0.1), ("items", 0.16)):
        for noise in (0.0, 0.05, 0.1):
            found += [Setting(NO_GOLD, noise, *k, what=what, size=size) for k in (ONE, FROZEN, THREE, FIVE)]
            found += [Setting(NO_GOLD, noise, *ONE, what=what, size=size, declared=True)]
    return found


SAME, AT_THE_MARGIN, CHANGED = tuple(_same_judge()), tuple(_at_the_margin()), tuple(_changed())
SETTINGS = tuple(dict.fromkeys((*SAME, *AT_THE_MARGIN, *CHANGED)))


def times(setting: Setting, simulations: int) -> int:
    """How often a cell is drawn: less often those that only show power, and those at the margin on scales that take long."""
    if setting in AT_THE_MARGIN and not setting.scale.startswith("two labels"):
        return simulations * 2 // 5
    return simulations if setting in SAME or setting in AT_THE_MARGIN else simulations // 5


def simulate(setting: Setting, *, simulations: int = SIMULATIONS, seed: int = SEED) -> Found:
    """Draw pairs of runs and ask for the answer."""
    simulations = times(setting, simulations)
    people = population(setting.scale, setting.noise)
    change = change_of(people, setting.what, setting.size)
    rng = np.random.default_rng([seed, crc32(repr(setting).encode())])
    pairs = [draw(rng, people, change, ANCHORS, (setting.before, setting.now), refused=setting.refused, strata=setting.strata) for _ in range(simulations)]
    floor, rubric = (setting.noise if setting.declared else None), people.shape.criterion
    answers = [answer_of(counted(pair, rubric, people.shape.labels, noise_floor=floor)) for pair in pairs]
    words = [answer.answer for answer in answers]
    held = _held(people, change, setting, answers)
    nominal = people.shape.level == "nominal"
    return Found(
        **asdict(setting), simulations=simulations, drifted=words.count("drifted") / simulations, equivalent=words.count("equivalent") / simulations,
        own=_own(people, setting, answers), shift=held["marginal_shift"], accuracy=held["mae_shift" if people.shape.level == "interval" else "accuracy_shift"],
        flips=held["excess_flip_rate"], answers=held["answered_shift"], z_test=sum(map(z_test, pairs)) / simulations if nominal else None,
        any_flip=sum(map(any_flip, pairs)) / simulations,
    )  # fmt: skip


def _held(people: Population, change: Change, setting: Setting, answers: Sequence[DriftAnswer]) -> dict[str, float | None]:
    """How often intervals of whole criteria hold what is true, by measure; None where it has none."""
    truth = people.truth(change.flow) | {("answered_shift", None): -change.refused}
    counts: dict[str, list[bool]] = {name: [] for name in ("marginal_shift", "mae_shift", "accuracy_shift", "excess_flip_rate", "answered_shift")}
    for answer in answers:
        for one in answer.measures:
            if one.stratum is None and one.low is not None and one.high is not None and one.measure in counts:
                true = truth[one.measure, one.group]
                counts[one.measure].append(one.low - 1e-9 <= true <= one.high + 1e-9)
    return {name: round(sum(held) / len(held), 4) if held else None for name, held in counts.items()}


def _own(people: Population, setting: Setting, answers: Sequence[DriftAnswer]) -> float | None:
    if setting.what in ("nothing", "items"):
        return None
    own = measure_of(people, setting.what)
    said = [one.answer for answer in answers for one in answer.measures if one.stratum is None and (one.measure, one.group) == own]
    return said.count("equivalent") / len(answers)


def z_test(pair: Drawn) -> bool:
    """Whether a two-proportion z test tells the runs apart by the share of the first label, every verdict counted as independent."""
    old, new = (side[side >= 0] == 0 for side in (pair.old, pair.new))
    pooled = float(np.concatenate([old, new]).mean())
    spread = (pooled * (1 - pooled) * (1 / len(old) + 1 / len(new))) ** 0.5
    return spread > 0 and abs(float(new.mean() - old.mean())) / spread > 1.959963984540054


def any_flip(pair: Drawn) -> bool:
    """Whether any item's first verdict is another one now."""
    old, new = pair.old[:, 0], pair.new[:, 0]
    return bool(((old != new) & (old >= 0) & (new >= 0)).any())


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def main() -> int:
    return run_cells(__doc__, simulate, [(setting,) for setting in SETTINGS], RESULTS, page, seed=SEED, simulations=SIMULATIONS)


if __name__ == "__main__":
    sys.exit(main())
