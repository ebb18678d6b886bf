"""A check of two runs seldom accuses a judge that did not change, seldom calls equivalent what changed by the margin, and sees what its peers do not."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit.analyses.drift import drift
from judgeaudit.domain.drift import DriftAnswer
from tests.simulations.drift_asked import answer_of, counted, input_of
from tests.simulations.drift_models import GOLD_WRONG, SHAPES, Drawn, change_of, draw, measure_of, population, reach_of
from tests.simulations.drift_runs import (
    ANCHORS,
    AT_THE_MARGIN,
    NO_GOLD,
    RESULTS,
    SAME,
    SCALES,
    SEED,
    SETTINGS,
    SIMULATIONS,
    Found,
    Setting,
    any_flip,
    read_results,
    simulate,
    times,
    z_test,
)
from tests.simulations.drift_tables import AT_MOST, INTERVALS, LEAST, MOST, allowed, fewest, page

ABOUT, COMMITTED = read_results()
OTHER_SEED, FEWER = 7, 60
SIZES = {"shift": 0.05, "accuracy": 0.03, "flips": 0.05, "items": 0.05}


def of(setting: Setting) -> Found:
    return COMMITTED[SETTINGS.index(setting)]


def test_committed_results_are_whole() -> None:
    names = list(Setting.__dataclass_fields__)
    assert [Setting(**{name: getattr(one, name) for name in names}) for one in COMMITTED] == list(SETTINGS)
    assert [one.simulations for one in COMMITTED] == [times(setting, SIMULATIONS) for setting in SETTINGS]
    assert (ABOUT["seed"], ABOUT["simulations"], SIMULATIONS) == (SEED, SIMULATIONS, 1000)
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(ABOUT, COMMITTED)


def test_a_judge_that_did_not_change_is_called_drifted_in_at_most_one_of_twenty_pairs() -> None:
    assert allowed(AT_MOST, SIMULATIONS) == pytest.approx(0.0638, abs=1e-4)
    assert {one.scale for one in SAME} == set(SCALES)
    assert all(of(one).simulations == SIMULATIONS and of(one).drifted <= allowed(AT_MOST, SIMULATIONS) for one in SAME)
    assert all(of(one).equivalent == 1 for one in SAME if one.noise == 0), "equal data are equivalent"


def test_what_changed_by_the_margin_is_called_equivalent_in_at_most_one_of_twenty_pairs() -> None:
    assert {(one.scale, one.what) for one in AT_THE_MARGIN} >= {(scale, what) for scale in SCALES for what in ("shift", "accuracy", "flips")}
    for one in AT_THE_MARGIN:
        own, n = of(one).own, of(one).simulations
        assert own is not None
        assert own <= allowed(AT_MOST, n), one
        assert of(one).equivalent <= own, "the judge is equivalent only where every measure is"


def test_intervals_hold_the_change_of_the_population() -> None:
    """Not short anywhere; and of the shares that take many values, where some item moves, not much too wide either."""
    held = [(getattr(one, name), one) for one in COMMITTED for name in INTERVALS]
    assert all(share >= fewest(LEAST, one.simulations) for share, one in held if share is not None)
    moved = [one.shift for one in COMMITTED if one.what == "shift" and one.size == 0.1 and one.shift is not None]
    assert moved
    assert np.mean(moved) <= MOST


def test_it_is_not_by_saying_nothing() -> None:
    for scale in ("two labels", "five labels", "five points", "scores"):
        assert of(Setting(scale, 0.05, 3, 3)).equivalent > 0.9


def test_flips_that_cancel_are_seen_and_a_z_test_sees_none_of_them() -> None:
    for noise in (0.0, 0.05, 0.1):
        found = of(Setting(NO_GOLD, noise, 3, 3, what="items", size=0.16))
        assert found.drifted > 0.95
        assert found.z_test is not None
        assert found.z_test < 0.1
    assert of(Setting("two labels", 0.05, 3, 3)).any_flip > 0.99, "flips compared with zero accuse a judge that did not change"


def test_a_shift_is_seen_more_often_than_by_a_z_test() -> None:
    for one in COMMITTED:
        if one.what == "shift" and one.scale == NO_GOLD:
            assert one.z_test is not None
            assert one.drifted >= one.z_test - 0.05
            assert one.drifted > (0.9 if one.size == 0.1 else 0.3)


@pytest.mark.parametrize("setting", [
    Setting("two labels", 0.05, 3, 1), Setting("five labels", 0.05, 1, 1), Setting("scores", 0.05, 3, 3), Setting("two labels", 0.05, 3, 3, what="shift", size=0.05),
    Setting("five points", 0.05, 3, 3, what="accuracy", size=0.05),
])  # fmt: skip
def test_another_seed_keeps_it_too(setting: Setting) -> None:
    found = simulate(setting, simulations=FEWER, seed=OTHER_SEED)
    assert found.own is None or found.own <= allowed(AT_MOST, FEWER, 3)
    assert setting.what != "nothing" or found.drifted <= allowed(AT_MOST, FEWER, 3)
    assert all(share is None or share >= fewest(LEAST, FEWER, 3) for share in (found.shift, found.accuracy, found.flips, found.answers))
    assert found.drifted == pytest.approx(of(setting).drifted, abs=3 * (0.25 / FEWER) ** 0.5)


def test_the_same_seed_gives_the_same() -> None:
    assert simulate(SETTINGS[3], simulations=5) == simulate(SETTINGS[3], simulations=5)


@pytest.mark.parametrize("replicates", [(3, 1), (2, 2)])
@pytest.mark.parametrize("scale", SHAPES)
def test_the_answer_is_that_of_the_analysis(scale: str, replicates: tuple[int, int]) -> None:
    """With strata, refused calls, unequal replicates, a change; everything but what could have been seen."""
    people = population(scale, 0.05)
    drawn = draw(np.random.default_rng(1), people, change_of(people, "shift", 0.05), 90, replicates, refused=0.05, strata=2)
    given = input_of(drawn, people.shape.criterion, people.shape.labels)
    assert _plain(answer_of(given)) == _plain(drift(given)[1][0])
    assert _plain(answer_of(counted(drawn, people.shape.criterion, people.shape.labels))) == _plain(answer_of(given))
    assert len({one.stratum for one in answer_of(given).measures}) == 3


def _plain(answer: DriftAnswer) -> DriftAnswer:
    return answer.model_copy(update={"sentence": "", "measures": tuple(one.model_copy(update={"detectable": None}) for one in answer.measures)})


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("what", SIZES)
def test_the_true_change_is_what_many_items_show(scale: str, what: str) -> None:
    """Means over 40,000 items of numbers that are worked out here without the analysis."""
    people, n = population(scale, 0.05), 40_000
    change = change_of(people, what, SIZES[what])
    drawn = draw(np.random.default_rng(5), people, change, n, (2, 2))
    apart, values = people.apart, people.values
    old, new = drawn.old, drawn.new
    between = np.mean([apart[a, b].mean() for a in old.T for b in new.T])
    within = (apart[old[:, 0], old[:, 1]].mean() + apart[new[:, 0], new[:, 1]].mean()) / 2
    truth = people.truth(change.flow)
    assert truth["excess_flip_rate", None] == pytest.approx(between - within, abs=0.01)
    assert within == pytest.approx(0.05, abs=0.015)
    seen = values[new].mean() - values[old].mean()
    key = ("marginal_shift", people.shape.labels[0] if people.shape.level == "nominal" else None)
    assert truth[key] == pytest.approx(seen, abs=0.015 * reach_of(people, "shift"))
    if people.shape.level == "interval":
        far = [np.abs(values[side] - values[drawn.gold][:, None]).mean() for side in (old, new)]
        assert truth["mae_shift", None] == pytest.approx(far[1] - far[0], abs=0.6)
    else:
        right = [(side == drawn.gold[:, None]).mean() for side in (old, new)]
        assert truth["accuracy_shift", None] == pytest.approx(right[1] - right[0], abs=0.01)
    if what != "items":
        assert abs(truth[measure_of(people, what)]) / reach_of(people, what) == pytest.approx(SIZES[what])


def test_true_changes_can_be_worked_out_by_hand() -> None:
    """Two labels without noise: an item that loses its pass is one flip beyond noise, and wrong unless its gold label was."""
    people = population("two labels", 0.0)
    truth = people.truth(change_of(people, "shift", 0.05).flow)
    assert truth["marginal_shift", "pass"] == pytest.approx(-0.05)
    assert truth["excess_flip_rate", None] == pytest.approx(0.05)
    assert truth["accuracy_shift", None] == pytest.approx(-0.05 * (1 - 2 * GOLD_WRONG))


def test_peers() -> None:
    """40 of 100 against 60 of 100: z = .2 / sqrt(.5 x .5 x .02) = 2.83; 45 against 55: 1.41. One flip is a flip."""

    def pair(old: int, new: int) -> Drawn:
        sides = [(np.arange(100) >= n).astype(np.int64)[:, None] for n in (old, new)]
        return Drawn(sides[0], sides[1], sides[0][:, 0])

    assert z_test(pair(40, 60))
    assert not z_test(pair(45, 55))
    assert not z_test(pair(100, 100)), "no spread"
    assert any_flip(pair(40, 41))
    assert not any_flip(pair(40, 40))
    assert ANCHORS == 260
