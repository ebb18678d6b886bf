"""The promise of selective use is kept on simulated calibrations, and the harness would find it broken where it is."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit import stats
from tests.simulations.selective import DELTA, ITEMS, MAX_RISK, RESULTS, SEED, SHAPES, SIMULATIONS, Found, Population, allowed, page, read_results, simulate

ABOUT, COMMITTED = read_results()
OTHER_SEED, FEWER = 7, 150


def of(shape: str) -> list[Found]:
    return [one for one in COMMITTED if one.shape == shape]


def test_committed_results_are_whole() -> None:
    assert [(one.shape, one.n, one.simulations) for one in COMMITTED] == [(shape, n, SIMULATIONS) for shape in SHAPES for n in ITEMS]
    assert (ABOUT["seed"], ABOUT["simulations"]) == (SEED, SIMULATIONS)
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(ABOUT, COMMITTED)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_promise_is_broken_in_at_most_delta_of_the_calibrations(shape: str) -> None:
    """Issue 6: 1,000 simulated calibrations; delta, and the simulation's error."""
    assert allowed(1000) == pytest.approx(0.119, abs=1e-3)
    assert all(one.broken <= allowed(one.simulations) for one in of(shape))


def test_where_every_answer_would_break_it_nearly_everything_is_abstained_from() -> None:
    for shape in ("useless", "useless, in tens", "useless, one confidence", "in fours that are alike"):
        assert all(one.answered == one.broken <= allowed(one.simulations) for one in of(shape))
    assert all(one.answered == 0 for one in of("all wrong"))
    assert all(one.answered == 1 and one.risk == 0 for one in of("all right"))


def test_ways_that_promise_nothing_break_it_far_more_often() -> None:
    """The published code where the surest items fail; the lowest threshold that passes; and the one that looks good on the items at hand."""
    assert all(one.published == 1 for one in of("useless") + of("all wrong"))
    assert all(one.any_order > 2 * DELTA for one in of("useless"))
    assert all(one.observed > 0.5 for one in of("calibrated") + of("useless"))


@pytest.mark.parametrize("shape", SHAPES)
def test_another_seed_keeps_it_too(shape: str) -> None:
    for n in (100, 200):
        found = simulate(shape, n, simulations=FEWER, seed=OTHER_SEED)
        assert found.broken <= allowed(FEWER, errors=3)
        committed = next(one for one in of(shape) if one.n == n)
        assert found.answered == pytest.approx(committed.answered, abs=4 * (0.25 / FEWER) ** 0.5)


@pytest.mark.parametrize(("max_risk", "delta"), [(0.05, 0.1), (0.2, 0.05), (0.3, 0.2)])
def test_it_is_kept_for_other_risks_and_certainties(max_risk: float, delta: float) -> None:
    """Verdicts of one confidence that are right a little too seldom: every answer breaks the promise."""
    rng, broken = np.random.default_rng(5), 0
    for _ in range(400):
        table = np.column_stack([rng.choice([0.8, 0.9, 1.0], 200), rng.random(200) > max_risk + 1e-6])
        broken += stats.selective_threshold(table, max_risk=max_risk, delta=delta).value is not None
    assert broken / 400 <= delta + 3 * (delta * (1 - delta) / 400) ** 0.5


def test_more_labels_accept_more() -> None:
    for shape in ("calibrated", "too sure", "too sure, in tens"):
        answered = [one.answered for one in of(shape)]
        assert answered == sorted(answered)


def test_a_population_s_risk_is_that_of_many_items() -> None:
    rng = np.random.default_rng(2)
    for shape in SHAPES.values():
        population = Population(shape)
        table, _ = population.draw(rng, 100_000)
        for threshold in (0.55, 0.8, 0.9):
            taken = table[table[:, 0] >= threshold - 1e-9]
            if len(taken) > 1000:
                coverage, risk = population.at(threshold)
                assert coverage == pytest.approx(len(taken) / 100_000, abs=0.01)
                assert risk == pytest.approx(1 - taken[:, 1].mean(), abs=6 * shape.cluster**0.5 * (0.25 / len(taken)) ** 0.5)


def test_the_same_seed_gives_the_same_and_another_number_of_items_its_own() -> None:
    assert simulate("too sure", 100, simulations=20) == simulate("too sure", 100, simulations=20)
    assert simulate("too sure", 100, simulations=20).coverage != simulate("too sure", 200, simulations=20).coverage
    assert MAX_RISK == 0.15
