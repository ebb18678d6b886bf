"""The check on probes seldom calls a judge that is as it was FAIL, and seldom passes one that is off, also where all probes agree."""

from __future__ import annotations

import pytest

from tests.simulations.carry import (
    JUDGES,
    MOST_FAILED,
    MOST_PASSED,
    PROBES,
    RESULTS,
    SEED,
    SIMULATIONS,
    Found,
    allowed,
    is_off,
    page,
    read_results,
    simulate,
)

ABOUT, COMMITTED = read_results()
OTHER_SEED, FEWER = 7, 100


def of(judge: str) -> list[Found]:
    return [one for one in COMMITTED if one.judge == judge]


def test_committed_results_are_whole() -> None:
    assert [(one.judge, one.probes, one.simulations) for one in COMMITTED] == [(judge, n, SIMULATIONS) for judge in JUDGES for n in PROBES]
    assert (ABOUT["seed"], ABOUT["simulations"], SIMULATIONS) == (SEED, SIMULATIONS, 1000)
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(ABOUT, COMMITTED)


@pytest.mark.parametrize("judge", JUDGES)
def test_the_check_is_as_seldom_wrong_as_it_may_be(judge: str) -> None:
    assert allowed(MOST_FAILED, SIMULATIONS) == pytest.approx(0.035, abs=1e-3)
    for one in of(judge):
        assert one.held >= 0.93
        assert (one.passed <= allowed(MOST_PASSED, SIMULATIONS)) if is_off(judge) else (one.failed <= allowed(MOST_FAILED, SIMULATIONS))


def test_it_is_not_by_saying_nothing() -> None:
    most = max(PROBES)
    assert max(one.passed for one in COMMITTED if one.probes == most and not is_off(one.judge)) > 0.9
    assert max(one.failed for one in COMMITTED if one.probes == most and is_off(one.judge)) > 0.3


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("probes", [5, 20])
def test_another_seed_keeps_it_too(judge: str, probes: int) -> None:
    found = simulate(judge, probes, simulations=FEWER, seed=OTHER_SEED)
    assert found.held >= 0.9
    assert (found.passed <= allowed(MOST_PASSED, FEWER, 3)) if is_off(judge) else (found.failed <= allowed(MOST_FAILED, FEWER, 3))


def test_the_true_residual_of_a_judge_can_be_worked_out() -> None:
    """Perfect when calibrated, now right on 88 % of the 70 % with the label: 0.7 less 0.7 x 0.88. With errors on both sides: divided by Youden's J."""
    assert JUDGES["sensitivity 1, now 0.88, specificity 1, 70% with the label"].residual == pytest.approx(0.084)
    assert JUDGES["sensitivity 0.95, now 0.84, specificity 0.95, 50% with the label"].residual == pytest.approx(0.5 * 0.11 / 0.9)
