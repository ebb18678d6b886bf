"""How often the check on labelled probes is wrong: a judge that is as it was called FAIL, and one that is off by more than the margin called PASS.

    python tests/simulations/carry.py [--simulations 1000] [--processes 2]

Each simulation calibrates on labels drawn anew and asks `labelled_check` (or `numeric_check`) about probes drawn anew, whose true residual is known.
The same seed gives the same results, `carry.json` and `carry.md`.
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
from numpy.typing import NDArray

from judgeaudit.api.calibration_facts import score_shift
from judgeaudit.api.carry_residuals import labelled_check, numeric_check
from judgeaudit.api.confidences import VerdictRow
from judgeaudit.domain.applied import CarryCheck
from judgeaudit.domain.calibration import ClassCounts, JudgeCalibration
from judgeaudit.thresholds import CARRY_MARGIN
from tests.simulations.result_files import read_rows, run_cells

SEED = 20261130
SIMULATIONS = 1000
PROBES = (5, 10, 20, 50, 200)
MOST_FAILED, MOST_PASSED = 0.025, 0.05
"""How often a judge that is as it was may be called FAIL, and one that is off by more than the margin PASS."""

RESULTS = Path(__file__).with_name("carry.json")
POINTS = 5
Codes = NDArray[np.float64]


@dataclass(frozen=True)
class Judge:
    """Sensitivity and specificity when calibrated and on the new items, share of items with the label there, labels, items of a cluster that are all alike."""

    sensitivity: float
    specificity: float
    rate: float = 0.5
    labels: int = 400
    now: tuple[float, float] | None = None
    size: int = 1

    @property
    def residual(self) -> float:
        """By how much the corrected rate is off on the new items, in the population."""
        q1, q0 = self.now or (self.sensitivity, self.specificity)
        judged = self.rate * q1 + (1 - self.rate) * (1 - q0)
        return self.rate - (judged + self.specificity - 1) / (self.sensitivity + self.specificity - 1)


@dataclass(frozen=True)
class Scores:
    """A judge of whole scores from 1 to 5 that gives the true one with this chance, else one next to it; it may now be lower by a point more often."""

    right: float
    labels: int = 400
    lower: float = 0.0

    @property
    def residual(self) -> float:
        """By how many points the corrected mean is off."""
        return self.lower


_AS_IT_WAS: dict[str, Judge | Scores] = {
    f"sensitivity {q1:g}, specificity {q0:g}, {rate:.0%} with the label, {labels} labels": Judge(q1, q0, rate, labels)
    for q1, q0, rate, labels in (
        (0.9, 0.9, 0.5, 400), (0.9, 0.7, 0.5, 400), (0.9, 0.9, 0.9, 400), (0.9, 0.9, 0.9, 100), (0.95, 0.9, 0.95, 400), (0.95, 0.95, 0.5, 100),
        (0.98, 0.98, 0.9, 400), (1.0, 1.0, 0.5, 400), (1.0, 0.9, 0.7, 100), (0.7, 0.7, 0.5, 400),
    )
}  # fmt: skip
_AS_IT_WAS["sensitivity 0.9, specificity 0.9, clusters of two alike"] = Judge(0.9, 0.9, 0.7, 400, size=2)
_AS_IT_WAS |= {f"scores of five, {right:.0%} right": Scores(right) for right in (0.6, 0.95, 1.0)}
_OFF: dict[str, Judge | Scores] = {
    f"sensitivity {q1:g}, now {now:g}, specificity {q0:g}, {rate:.0%} with the label": Judge(q1, q0, rate, now=(now, q0))
    for q1, now, q0, rate in ((1.0, 0.88, 1.0, 0.7), (1.0, 0.92, 1.0, 0.7), (1.0, 0.94, 1.0, 0.9), (0.95, 0.84, 0.95, 0.5), (0.9, 0.8, 0.9, 0.9))
}
_OFF |= {f"scores of five, {right:.0%} right, now {lower:g} lower": Scores(right, lower=lower) for right, lower in ((1.0, 0.22), (0.9, 0.3))}
JUDGES = _AS_IT_WAS | _OFF


@dataclass(frozen=True)
class Found:
    """Of one judge and number of probes: the true residual, and shares of simulations: the interval held it, FAIL, PASS. Of scores in points."""

    judge: str
    probes: int
    simulations: int
    residual: float
    held: float
    failed: float
    passed: float


def simulate(name: str, probes: int, *, simulations: int = SIMULATIONS, seed: int = SEED) -> Found:
    """Calibrate and check so often."""
    judge = JUDGES[name]
    rng = np.random.default_rng([seed, list(JUDGES).index(name), probes])
    checks = [_one(rng, judge, probes) for _ in range(simulations)]
    held = [one.low is not None and one.high is not None and one.low <= judge.residual <= one.high for one in checks]
    words = [one.verdict for one in checks]
    return Found(
        name, probes, simulations, round(judge.residual, 4) + 0.0, sum(held) / simulations, words.count("FAIL") / simulations, words.count("PASS") / simulations
    )


def _one(rng: np.random.Generator, judge: Judge | Scores, probes: int) -> CarryCheck:
    if isinstance(judge, Scores):
        return _scores(rng, judge, probes)
    while True:
        gold, given = _draw(rng, judge.labels, 0.5, (judge.sensitivity, judge.specificity))
        inside, outside = int(gold.sum()), int((1 - gold).sum())
        if inside and outside:
            break
    counts = ClassCounts(
        label="pass", inside=inside, inside_hits=float(given[gold == 1].sum()), inside_worth=inside, outside=outside,
        outside_hits=float((1 - given)[gold == 0].sum()), outside_worth=outside,
    )  # fmt: skip
    record = JudgeCalibration(
        judge="j", criterion="c", level="nominal", labels=("pass", "fail"), n_labelled=judge.labels, classes=(counts,), expires="2027-01-01"
    )
    truth, said = _draw(rng, probes // judge.size, judge.rate, judge.now or (judge.sensitivity, judge.specificity))
    # of two labels the first one has code 1
    truth, said = np.repeat(truth, judge.size), np.repeat(said, judge.size)
    return labelled_check(record, counts, _rows(said, judge.size), {f"i{n}": code for n, code in enumerate(truth)}, CARRY_MARGIN)


def _draw(rng: np.random.Generator, n: int, rate: float, rates: tuple[float, float]) -> tuple[Codes, Codes]:
    truth = (rng.random(n) < rate).astype(float)
    return truth, np.where(truth == 1, rng.random(n) < rates[0], rng.random(n) >= rates[1]).astype(float)


def _scores(rng: np.random.Generator, judge: Scores, probes: int) -> CarryCheck:
    gold, given = _draw_scores(rng, judge.labels, judge.right, 0.0)
    shift = score_shift(given[:, np.newaxis], gold, np.ones(judge.labels, dtype=np.int64))
    record = JudgeCalibration(judge="j", criterion="c", level="interval", n_labelled=judge.labels, shift=shift, expires="2027-01-01")
    truth, said = _draw_scores(rng, probes, judge.right, judge.lower)
    return numeric_check(record, _rows(said, 1), {f"i{n}": code for n, code in enumerate(truth)}, CARRY_MARGIN * (POINTS - 1), POINTS - 1)


def _draw_scores(rng: np.random.Generator, n: int, right: float, lower: float) -> tuple[Codes, Codes]:
    """Away from the ends of the scale, so that being one point off is always possible."""
    gold = rng.integers(3, POINTS, n).astype(float)
    step = np.where(rng.random(n) < right, 0, rng.choice([-1, 1], n))
    return gold, gold + step - (rng.random(n) < lower)


def _rows(codes: Codes, size: int) -> list[VerdictRow]:
    return [VerdictRow(n, f"i{n}", f"k{n // size}", 0, "ok", float(code), None, None) for n, code in enumerate(codes)]


def page(about: dict[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    blocks = [
        "# How often the check on probes is wrong",
        f"{about['simulations']:,} simulations of each row, seed {about['seed']}; NumPy {about['numpy']}. Each calibrates on labels and checks on probes that are drawn anew; "
        f"margin {CARRY_MARGIN} (of scores, this share of the scale). In per cent; half of the labels have the label. *Held*: the 95 % interval of the residual holds the true one. A judge that is as it was "
        f"may be called FAIL in {MOST_FAILED:.1%}, and one whose residual is beyond the margin PASS in {MOST_PASSED:.0%}; ▼ more, by two standard errors of the simulation. Written by `carry.py`.",
    ]
    head = ["probes", "true residual", "held", "FAIL", "PASS"]
    for name in JUDGES:
        rows = [head, ["---:"] * len(head)] + [_row(one) for one in found if one.judge == name]
        blocks.append(f"## {name[:1].upper()}{name[1:]}\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows))
    return "\n\n".join(blocks) + "\n"


def _row(one: Found) -> list[str]:
    off = one.judge in _OFF
    failed = f"{100 * one.failed:.1f}" + (" ▼" if not off and one.failed > allowed(MOST_FAILED, one.simulations) else "")
    passed = f"{100 * one.passed:.1f}" + (" ▼" if off and one.passed > allowed(MOST_PASSED, one.simulations) else "")
    return [str(one.probes), f"{one.residual:.3f}", f"{100 * one.held:.1f}", failed, passed]


def allowed(share: float, simulations: int, errors: float = 2) -> float:
    """A share with so many standard errors of the simulation."""
    return float(share + errors * (share * (1 - share) / simulations) ** 0.5)


def is_off(name: str) -> bool:
    """Whether the judge of that name is another one than when it was calibrated."""
    return name in _OFF


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def main() -> int:
    return run_cells(__doc__, simulate, [(name, n) for name in JUDGES for n in PROBES], RESULTS, page, seed=SEED, simulations=SIMULATIONS)


if __name__ == "__main__":
    sys.exit(main())
