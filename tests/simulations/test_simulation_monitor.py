"""The monitor on streams without drift and with each kind of it; fixed seeds. The whole table is made by the simulation beside this file.

False alarms: at most alpha = .05 of streams may ever alarm; of 60, .05 + 3 sqrt(.05 * .95 / 60) = .134. A wrong accusation the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from judgeaudit.monitoring.setup import Setup
from judgeaudit.monitoring.shifts import smallest_judge_shift
from tests.simulations.monitor_streams import Case, World, run

ALLOWED = 0.134


def attributions(case: Case, world: World, n: int) -> list[list[str]]:
    return [[one.named for one in run(case, world, seed)] for seed in range(n)]


def share(streams: Sequence[Sequence[str]], *names: str) -> float:
    return float(np.mean([any(named in names for named in stream) for stream in streams]))


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_streams_without_drift_stay_quiet(noise: float) -> None:
    assert share(attributions(Case("none"), World(noise=noise), 60), "judge", "system", "both", "mix", "undecided") <= ALLOWED


@pytest.mark.parametrize(
    ("case", "noise", "right", "least", "wrong"),
    [
        (Case("judge", judge=0.1), 0.1, ("judge",), 0.9, ("system", "both", "mix")),
        (Case("judge down", judge=-0.1), 0.0, ("judge",), 0.9, ("system", "both", "mix")),
        (Case("system", system=0.1), 0.0, ("system",), 0.85, ("judge", "both", "mix")),
        (Case("cancelling", system=0.1, judge=-0.1), 0.05, ("judge", "both"), 0.8, ("mix",)),
        (Case("mix", mix=-0.3), 0.05, ("mix",), 0.9, ("judge", "system", "both")),
        (Case("ramp", judge=0.1, ramp=20), 0.0, ("judge",), 0.9, ("system", "both", "mix")),
        (Case("late", judge=0.1, start=30), 0.0, ("judge",), 0.9, ("system", "both", "mix")),
    ],
    ids=lambda value: value.name if isinstance(value, Case) else None,
)
def test_drift_is_found_and_nobody_else_is_accused(case: Case, noise: float, right: Sequence[str], least: float, wrong: Sequence[str]) -> None:
    streams = attributions(case, World(noise=noise, batches=case.start + 20), 30)
    assert np.mean([stream[-1] in right for stream in streams]) >= least
    # .05 + 3 sqrt(.05 * .95 / 30)
    assert share(streams, *wrong) <= 0.17


def test_the_smallest_shift_is_roughly_what_is_found_in_four_of_five_streams() -> None:
    world = World(noise=0.05)
    # Half the disagreement of two is the variance of one; a third more for the mean of three that it is held against.
    fields = {"within": world.noise / 2 * 4 / 3, "alpha": 0.05}
    smallest = smallest_judge_shift(Setup.model_construct(**fields), 500)
    assert smallest is not None
    streams = attributions(Case("judge", judge=smallest), world, 40)
    # The share of 40 streams has a standard error of 6 points at 80 %.
    assert 0.62 <= share(streams, "judge") <= 0.98
