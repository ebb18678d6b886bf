"""Gates are read on the pessimistic end of the interval."""

from __future__ import annotations

from typing import Any

import pytest

from judgeaudit.decision.gates import check_gates, exit_code
from judgeaudit.domain.results import Estimate, GateResult
from judgeaudit.domain.rubric import Rubric


def rubric(**gates: Any) -> Rubric:
    names = {name.replace("__", "."): limit for name, limit in gates.items()}
    return Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}], "gates": names})


def estimate(metric: str, value: float | None, low: float | None = None, high: float | None = None, *, judge: str | None = "a", **more: Any) -> Estimate:
    analysis, name = metric.split(".")
    undefined = "no variation" if value is None else None
    return Estimate(analysis=analysis, name=name, judge=judge, criterion="c", value=value, low=low, high=high, undefined=undefined, **more)


FLIP, KAPPA, RATE = "consistency.flip_rate", "calibration.cohen_kappa", "calibration.judged_rate"


@pytest.mark.parametrize(
    ("low", "high", "status"),
    [(0.01, 0.05, "pass"), (0.01, 0.051, "inconclusive"), (0.05, 0.2, "inconclusive"), (0.051, 0.2, "fail"), (0.0, 1.0, "inconclusive"), (0.0, 0.0, "pass")],
)
def test_a_maximum(low: float, high: float, status: str) -> None:
    found = check_gates(rubric(consistency__flip_rate={"max": 0.05}), [estimate(FLIP, (low + high) / 2, low, high)])
    assert [gate.status for gate in found] == [status]


@pytest.mark.parametrize(("low", "high", "status"), [(0.6, 0.9, "pass"), (0.59, 0.9, "inconclusive"), (0.3, 0.6, "inconclusive"), (0.3, 0.59, "fail")])
def test_a_minimum(low: float, high: float, status: str) -> None:
    found = check_gates(rubric(calibration__cohen_kappa={"min": 0.6}), [estimate(KAPPA, (low + high) / 2, low, high)])
    assert [gate.status for gate in found] == [status]


@pytest.mark.parametrize(
    ("low", "high", "status"), [(0.4, 0.6, "pass"), (0.2, 0.5, "inconclusive"), (0.1, 0.2, "fail"), (0.8, 0.9, "fail"), (0.1, 0.9, "inconclusive")]
)
def test_both_limits_must_hold(low: float, high: float, status: str) -> None:
    found = check_gates(rubric(calibration__judged_rate={"min": 0.3, "max": 0.7}), [estimate(RATE, (low + high) / 2, low, high)])
    assert [gate.status for gate in found] == [status]
    assert found[0].limit == "min 0.3, max 0.7"


def test_p22_the_gate_on_a_perfect_twenty_is_inconclusive() -> None:
    """Case P22: 20 of 20 has a Wilson low end of 0.8389, so min 0.9 is neither held nor broken."""
    found = check_gates(rubric(coverage__answered_rate={"min": 0.9}), [estimate("coverage.answered_rate", 1.0, 0.8389, 1.0)])
    assert [gate.status for gate in found] == ["inconclusive"]
    assert exit_code(found, incomplete=False) == 3


def test_a_gate_is_held_against_every_match() -> None:
    estimates = [
        estimate(KAPPA, 0.9, 0.8, 1.0),
        estimate(KAPPA, 0.9, 0.8, 1.0, judge="b"),
        estimate(KAPPA, 0.1, 0.0, 0.2, judge="b", stratum="hard"),
        estimate("agreement.cohen_kappa", 0.1, 0.0, 0.2, judge="a|b"),
    ]
    found = check_gates(rubric(calibration__cohen_kappa={"min": 0.6}), estimates)
    assert [(gate.judge, gate.stratum, gate.status) for gate in found] == [("a", None, "pass"), ("b", None, "pass"), ("b", "hard", "fail")]


def test_pairs_the_panel_and_groups_are_matched_too() -> None:
    estimates = [
        estimate("agreement.krippendorff_alpha", 0.9, 0.8, 1.0, judge="a|b"),
        estimate("agreement.krippendorff_alpha", 0.5, 0.3, 0.55, judge=None),
        estimate("calibration.sensitivity", 0.9, 0.8, 1.0, group="pass"),
        estimate("calibration.sensitivity", 0.2, 0.1, 0.3, group="fail"),
    ]
    found = check_gates(rubric(agreement__krippendorff_alpha={"min": 0.6}, calibration__sensitivity={"min": 0.7}), estimates)
    assert [(gate.judge, gate.group, gate.status) for gate in found] == [
        ("a|b", None, "pass"),
        (None, None, "fail"),
        ("a", "pass", "pass"),
        ("a", "fail", "fail"),
    ]


def test_the_majority_is_not_what_is_deployed() -> None:
    found = check_gates(rubric(calibration__cohen_kappa={"min": 0.6}), [estimate(KAPPA, 0.1, 0.0, 0.2, judge="a#majority")])
    assert [(gate.status, gate.judge) for gate in found] == [("not_measured", None)]


def test_nothing_measured_never_passes() -> None:
    found = check_gates(rubric(consistency__flip_rate={"max": 0.05}), [])
    assert [gate.status for gate in found] == ["not_measured"]
    assert "nothing was measured" in found[0].reason
    assert exit_code(found, incomplete=False) == 3


def test_an_undefined_estimate_never_passes_and_keeps_its_reason() -> None:
    found = check_gates(rubric(calibration__cohen_kappa={"min": 0.6}), [estimate(KAPPA, None)])
    assert [gate.status for gate in found] == ["not_measured"]
    assert "no variation" in found[0].reason


def test_a_number_without_an_interval_is_inconclusive_and_says_why() -> None:
    found = check_gates(rubric(calibration__cohen_kappa={"min": 0.6}), [estimate(KAPPA, 0.95, method="no interval: 8 items are below 10")])
    assert [gate.status for gate in found] == ["inconclusive"]
    assert "8 items are below 10" in found[0].reason


@pytest.mark.parametrize(("bound", "status"), [(0.04, "pass"), (0.05, "pass"), (0.2, "inconclusive")])
def test_an_upper_bound_can_show_that_a_maximum_holds_and_nothing_else(bound: float, status: str) -> None:
    found = check_gates(rubric(consistency__flip_rate_upper={"max": 0.05}), [estimate("consistency.flip_rate_upper", bound, 0.0, bound)])
    assert [gate.status for gate in found] == [status]


def test_without_gates_there_is_nothing_to_hold() -> None:
    assert check_gates(rubric(), [estimate(KAPPA, 0.1, 0.0, 0.2)]) == ()
    assert exit_code((), incomplete=False) == 0


@pytest.mark.parametrize(
    ("statuses", "incomplete", "code"),
    [
        (["pass"], False, 0),
        (["pass", "fail"], False, 1),
        (["pass", "inconclusive"], False, 3),
        (["pass", "not_measured"], False, 3),
        (["inconclusive", "fail"], False, 1),
        (["pass"], True, 4),
        (["fail"], True, 4),
        (["inconclusive"], True, 4),
        ([], True, 4),
    ],
)
def test_exit_codes_and_their_precedence(statuses: list[Any], incomplete: bool, code: int) -> None:
    assert exit_code([GateResult(metric="m", status=status, limit="max 1") for status in statuses], incomplete) == code
