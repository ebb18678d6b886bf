"""The monitor on streams without drift and with each kind of it; fixed seeds. The whole table is made by the simulation beside this file.

False alarms: at most alpha = .05 of streams may ever alarm; of 60, .05 + 3 sqrt(.05 * .95 / 60) = .134. A wrong accusation the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from judgeaudit.monitoring.setup import Setup
from judgeaudit.monitoring.shifts import smallest_judge_shift
from tests.simulations.monitor import CELLS, MOST_WRONG, NOISES, RESULTS, SIMULATIONS, Found, page, results, simulate
from tests.simulations.monitor_streams import Case, World, run

ALLOWED = 0.134
ABOUT, FOUND = results()


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


def test_the_committed_results_are_whole_and_their_page_says_the_same() -> None:
    assert [(one.world, one.case) for one in FOUND] == CELLS
    assert ABOUT["simulations"] == SIMULATIONS
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(ABOUT, FOUND)


def pooled(field: str, cells: Sequence[Found]) -> float:
    return float(np.average([getattr(one, field) for one in cells], weights=[one.streams for one in cells]))


def test_streams_without_drift_alarm_in_at_most_alpha_of_them() -> None:
    quiet = [one for one in FOUND if one.truth == "none"]
    assert {one.world for one in quiet if one.streams == SIMULATIONS} == set(NOISES)
    for one in quiet:
        assert one.early[0] == one.wrong <= 0.05
        # The charts take the baseline's mean for the true one, and the rolling test looks again and again.
        assert min(one.early[1:]) > 0.2


def test_wrong_accusations_are_few() -> None:
    for case in {one.case for one in FOUND}:
        cells = [one for one in FOUND if one.case == case]
        n = sum(one.streams for one in cells)
        assert pooled("wrong", cells) <= MOST_WRONG + 2 * np.sqrt(MOST_WRONG * (1 - MOST_WRONG) / n), case
    assert pooled("wrong", FOUND) <= MOST_WRONG / 2


def test_another_seed_says_the_same() -> None:
    again = simulate("noise 5%", "both -0.10", simulations=300, seed=7)
    committed = next(one for one in FOUND if (one.world, one.case) == (again.world, again.case))
    # Four standard errors of a difference between shares of 30 and 100.
    assert abs(again.named[3] - committed.named[3]) <= 4 * 0.5 * np.sqrt(1 / 30 + 1 / 100)
    assert again.wrong == 0
