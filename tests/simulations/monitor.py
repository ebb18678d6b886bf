"""The monitor on streams of 10,000 observations: false alarms without drift, whom it accuses, and how soon, beside charts and a rolling z-test.

    python tests/simulations/monitor.py [--simulations 1000] [--processes 2]

So many streams without drift for each noise floor, a fifth of it in each other world, and a tenth of it of each kind of drift. The same seed
gives the same results, `monitor.json` and `monitor.md`.
The charts hold each batch's production mean against the baseline's, as if that were the true one and batches were normal, for 500 batches to a false
alarm; the rolling test is a z-test at 5 % of the last two batches against the baseline, after each batch.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np

from judgeaudit.monitoring.charts import CUSUM_LIMIT, cusum_path, ewma_path
from tests.simulations.monitor_streams import Case, Step, World, run
from tests.simulations.result_files import read_rows, run_cells

SEED = 20261130
SIMULATIONS = 1000
SHARE_OF_OTHERS, SHARE_OF_DRIFTS = 0.2, 0.1
"""Of the streams: in each world but those of `NOISES` without drift, and of each kind of drift."""

MOST_WRONG = 0.05
NAMES = ("none", "system", "judge", "both", "mix", "undecided")
WRONG = {"none": NAMES[1:], "judge": ("system", "both", "mix"), "system": ("judge", "both", "mix"), "both": ("mix",), "mix": ("judge", "system", "both")}
"""Attributions that accuse a part that did not move."""

RESULTS = Path(__file__).with_name("monitor.json")
NOISES = {f"noise {noise:.0%}": World(noise=noise) for noise in (0.0, 0.05, 0.1)}
WORLDS = NOISES | {
    "5 points": World(points=5), "no strata": World(strata=False), "anchors sorted": World(sorted_anchors=True),
    "100 rows a batch": World(batch=100, anchors_per_batch=5, batches=100), "all anchors in each batch": World(batch=760, anchors_per_batch=260),
}  # fmt: skip
CASES = {
    "nothing": Case("nothing"),
    "judge +0.05": Case("judge", "judge", judge=0.05, start=5),
    "judge -0.05": Case("judge", "judge", judge=-0.05, start=5),
    "judge +0.10": Case("judge", "judge", judge=0.1, start=5),
    "judge -0.10": Case("judge", "judge", judge=-0.1, start=5),
    "system +0.05": Case("system", "system", system=0.05, start=5),
    "system +0.10": Case("system", "system", system=0.1, start=5),
    "system -0.10": Case("system", "system", system=-0.1, start=5),
    "both -0.05": Case("both", "both", judge=-0.05, system=-0.05, start=5),
    "both +0.10": Case("both", "both", judge=0.1, system=0.1, start=5),
    "both -0.10": Case("both", "both", judge=-0.1, system=-0.1, start=5),
    "opposite: judge -0.20, system +0.10": Case("opposite", "both", judge=-0.2, system=0.1, start=5),
    "cancelling: judge -0.05, system +0.05": Case("cancelling", "both", judge=-0.05, system=0.05, start=5),
    "cancelling: judge -0.10, system +0.10": Case("cancelling", "both", judge=-0.1, system=0.1, start=5),
    "slow ramp of the judge to -0.10": Case("ramp", "judge", judge=-0.1, start=5, ramp=20),
    "slow ramp of the system to -0.10": Case("ramp", "system", system=-0.1, start=5, ramp=20),
    "mix: 30 points of the first stratum": Case("mix", "mix", mix=-0.3, start=5),
}
LATE = {
    "late: judge -0.10 at batch 40": Case("late", "judge", judge=-0.1, start=40),
    "late: both -0.10 at batch 40": Case("late", "both", judge=-0.1, system=-0.1, start=40),
}
CELLS = [(world, "nothing") for world in NOISES] + [(world, case) for world in ("noise 5%", "noise 10%", "noise 0%") for case in list(CASES)[1:]]
CELLS += [("noise 5%", case) for case in LATE] + [(world, "nothing") for world in list(WORLDS)[len(NOISES) :]]
CELLS += [("anchors sorted", "judge -0.10"), ("5 points", "judge -0.10"), ("5 points", "both -0.10"), ("all anchors in each batch", "both -0.10")]
HEAD = """Seed {seed}, NumPy {numpy}; written by `monitor.py`. {simulations:,} streams of 10,000 observations without drift for each noise floor (how often
two verdicts on one item differ), a fifth of it in each other world; {drifts} of each kind of drift, which begins after 2,500 observations (late:
20,000) and has 10,000 to be found. Batches of 500 rows, 25 of them anchors, looked at after each; 260 anchors with three replicates and 1,000 production
items in the baseline; two strata with 80 and 55 % passes; alpha 0.05."""
METHODS = ("monitor", "ewma", "cusum", "rolling")


@dataclass(frozen=True)
class Found:
    """Of one world and kind of drift.

    Attributes
    ----------
    truth : str
    streams : int
    named : list of float
        Share of streams whose last attribution is each of `NAMES`.
    wrong : float
        Share of streams in which a part that did not move was accused at any moment.
    early : list of float
        Of each of `METHODS`: share of streams with an alarm before the drift, or at all where there is none.
    found : list of float
        Share with the first alarm after it has begun.
    delay : list of float
        Median observations from there to that alarm; -1 without one.
    """

    world: str
    case: str
    truth: str
    streams: int
    named: list[float]
    wrong: float
    early: list[float]
    found: list[float]
    delay: list[float]


def simulate(world_name: str, case_name: str, *, simulations: int = SIMULATIONS, seed: int = SEED) -> Found:
    """So many streams without drift, or a fifth of it with."""
    case, world = (CASES | LATE)[case_name], WORLDS[world_name]
    share = SHARE_OF_DRIFTS if case.truth != "none" else 1.0 if world_name in NOISES else SHARE_OF_OTHERS
    n, place = max(1, round(simulations * share)), CELLS.index((world_name, case_name))
    world = replace(world, batches=world.batches + case.start)
    named, alarms = [], np.zeros((n, len(METHODS)), dtype=np.int64)
    for stream in range(n):
        steps = list(run(case, world, seed + 100_003 * place + stream))
        named.append([step.named for step in steps])
        alarms[stream] = [_first(fires) for fires in _fires(steps, world)]
    wrong = float(np.mean([any(one in WRONG[case.truth] for one in stream) for stream in named]))
    start = case.start if case.truth != "none" else world.batches
    found = (alarms >= start) & (alarms < world.batches)
    delays = [(alarms[found[:, k], k] - start + 1) * world.batch for k in range(len(METHODS))]
    return Found(
        world_name, case_name, case.truth, n, [float(np.mean([stream[-1] == name for stream in named])) for name in NAMES], wrong,
        (alarms < start).mean(axis=0).tolist(), found.mean(axis=0).tolist(), [float(np.median(one)) if len(one) else -1.0 for one in delays],
    )  # fmt: skip


def _first(fires: np.ndarray) -> int:
    return int(fires.argmax()) if fires.any() else len(fires)


def _fires(stream: Sequence[Step], world: World) -> tuple[np.ndarray, ...]:
    """Batches after which each method has an alarm."""
    points, counts = np.linspace(0, 1, world.points), stream[0].baseline
    mean = counts @ points / counts.sum()
    sd, n = np.sqrt(counts @ (points - mean) ** 2 / counts.sum()), world.batch - world.anchors_per_batch
    means = np.array([step.mean for step in stream])
    scores = (means - mean) / (sd / np.sqrt(n))
    path, width = ewma_path(scores)
    last_two = np.convolve(means, [0.5, 0.5])[: len(means)]
    rolling = np.abs(last_two - mean) / (sd * np.sqrt(1 / (2 * n) + 1 / counts.sum())) > 1.959964
    rolling[0] = False
    return np.array([step.named != "none" for step in stream]), np.abs(path) > width, np.abs(cusum_path(scores)) > CUSUM_LIMIT, rolling


def page(about: dict[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    quiet, drifts = ([one for one in found if (one.truth == "none") == same] for same in (True, False))
    lines = ["# The monitor on streams", "", HEAD.format(**about, drifts=drifts[0].streams), ""]
    lines += ["## Without drift: share of streams with an alarm, ever", "", "| stream | " + " | ".join(METHODS) + " |", "|---|" + "---:|" * len(METHODS)]
    lines += [f"| {one.world} | " + " | ".join(_percent(value) for value in one.early) + " |" for one in quiet]
    head = ["| moved | stream | " + " | ".join(NAMES) + " | wrong, ever |", "|---|---|" + "---:|" * 7]
    lines += ["", "## Whom it accuses: last attribution, noise floors together", "", *head]
    for case in CASES:
        cells = [one for one in found if one.case == case and one.world in NOISES]
        shares = np.mean([(*one.named, one.wrong) for one in cells], axis=0)
        lines.append(f"| {case} | {sum(one.streams for one in cells):,} | " + " | ".join(_percent(value) for value in shares) + " |")
    lines += ["", "## Whom it accuses: each world", "", *head]
    lines += [f"| {one.case} | {one.world} | " + " | ".join(_percent(value) for value in (*one.named, one.wrong)) + " |" for one in found]
    lines += ["", "## How often and how soon: first alarm after the drift began, and median observations until then", ""]
    lines += ["| moved | stream | " + " | ".join(METHODS) + " |", "|---|---|" + "---:|" * len(METHODS)]
    for one in drifts:
        cells = [f"{_percent(share)}, {delay:,.0f}" if share else "0 %" for share, delay in zip(one.found, one.delay, strict=True)]
        lines.append(f"| {one.case} | {one.world} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _percent(share: float) -> str:
    return f"{share:.1%}".replace(".0%", "%").replace("%", " %")


def results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What is committed."""
    return read_rows(path, Found)


def main() -> int:
    """Simulate everything and write the results."""
    return run_cells(__doc__ or "", simulate, CELLS, RESULTS, page, seed=SEED, simulations=SIMULATIONS)


if __name__ == "__main__":
    raise SystemExit(main())
