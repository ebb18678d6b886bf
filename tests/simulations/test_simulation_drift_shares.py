"""The parts of a shift of the production score hold what was planted, and a shift of the mix alone accuses nobody."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simulations.drift_shares import CELLS, FLIP, MIX, PLANTED, RATES, RESULTS, SEED, SIMULATIONS, Found, Planted, page, pair, read_results, simulate
from tests.simulations.drift_tables import AT_MOST, LEAST, allowed, fewest

ABOUT, COMMITTED = read_results()
OTHER_SEED, FEWER = 7, 40
WHOLE, JUDGE, SYSTEM, OF_MIX = range(4)


def of(planted: str, anchors: int = 260) -> Found:
    return next(one for one in COMMITTED if (one.planted, one.anchors) == (planted, anchors))


def test_committed_results_are_whole() -> None:
    assert [(one.planted, one.anchors, one.simulations) for one in COMMITTED] == [(*cell, SIMULATIONS) for cell in CELLS]
    assert (ABOUT["seed"], ABOUT["simulations"], SIMULATIONS) == (SEED, SIMULATIONS, 200)
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(ABOUT, COMMITTED)
    assert all(one.true == pytest.approx(PLANTED[one.planted].parts, abs=1e-4) for one in COMMITTED)


def test_every_part_s_interval_holds_what_was_planted() -> None:
    assert all(share >= fewest(LEAST, one.simulations) for one in COMMITTED for share in one.held)


def test_nobody_is_accused_of_what_was_not_planted() -> None:
    for one in COMMITTED:
        for part in (JUDGE, SYSTEM, OF_MIX):
            assert one.true[part] != 0 or one.accused[part] <= allowed(AT_MOST, one.simulations)
        moved = one.planted in ("the mix only", "judge, system and mix")
        assert moved or one.named <= allowed(AT_MOST, one.simulations)
        assert one.true[JUDGE] != 0 or one.drifted <= allowed(AT_MOST, one.simulations)


def test_a_shift_of_the_mix_alone_names_the_mix() -> None:
    found = of("the mix only")
    assert abs(found.true[WHOLE]) > 0.15
    assert found.named > 0.99
    assert found.accused[OF_MIX] > 0.95


def test_a_judge_and_a_system_that_cancel_are_both_seen() -> None:
    found = of("judge and system, against each other")
    assert abs(found.true[WHOLE]) < 0.01
    assert min(found.accused[JUDGE], found.drifted) > 0.9
    assert found.accused[SYSTEM] > 0.5


@pytest.mark.parametrize("planted", ["nothing", "the mix only"])
def test_another_seed_keeps_it_too(planted: str) -> None:
    found = simulate(planted, 260, simulations=FEWER, seed=OTHER_SEED)
    assert min(found.held) >= fewest(LEAST, FEWER, 3)
    assert max(found.accused[JUDGE], found.accused[SYSTEM], found.drifted) <= allowed(AT_MOST, FEWER, 3)


def test_what_is_planted_can_be_worked_out() -> None:
    """The mix alone: half of the first stratum's share goes to others; 1 - 2 flips of what they deserve is seen. A judge that loses a tenth of all passes."""
    clear = 1 - 2 * FLIP
    assert Planted(mix=(0.2, 0.3, 0.5)).parts == pytest.approx((0.3 * (0.3 - 0.9) * clear, 0, 0, 0.3 * (0.3 - 0.9) * clear))
    assert Planted(judge=(0.1, 0.1, 0.1)).parts == pytest.approx((-0.1 * (MIX @ RATES) * clear, -0.1 * (MIX @ RATES) * clear, 0, 0))
    assert all(sum(one.parts[1:]) == pytest.approx(one.parts[0]) for one in PLANTED.values())
    of_two = 2 * FLIP * (1 - FLIP)
    assert of_two == pytest.approx(0.05, abs=1e-4)


def test_production_is_drawn_as_planted() -> None:
    planted, rng = PLANTED["judge, system and mix"], np.random.default_rng(3)
    before, now = [], []
    for _ in range(40):
        given = pair(rng, planted, 20)
        before.append(given.before.production["label"].to_pylist().count("pass") / 600)
        now.append(given.now.production["label"].to_pylist().count("pass") / 600)
    assert np.mean(now) - np.mean(before) == pytest.approx(planted.parts[WHOLE], abs=0.015)


def test_the_same_seed_gives_the_same() -> None:
    assert simulate("the judge", 60, simulations=3) == simulate("the judge", 60, simulations=3)
