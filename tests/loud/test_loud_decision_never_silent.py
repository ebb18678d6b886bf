"""A decision that says yes for want of a number is the worst silent failure there is."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from judgeaudit.decision import check_gates, decide, exit_code
from judgeaudit.domain.results import ESTIMATE_NAMES, Estimate, JudgeFacts
from judgeaudit.domain.rubric import Rubric

METRICS = ("coverage.answered_rate", "consistency.flip_rate", "calibration.cohen_kappa")
STATES = {
    "coverage.answered_rate": {"holds": (1.0, 0.95, 1.0), "fails": (0.5, 0.4, 0.6), "open": (0.95, 0.8, 1.0)},
    "consistency.flip_rate": {"holds": (0.0, 0.0, 0.05), "fails": (0.5, 0.4, 0.6), "open": (0.05, 0.0, 0.2)},
    "calibration.cohen_kappa": {"holds": (0.8, 0.7, 0.9), "fails": (0.2, 0.1, 0.3), "open": (0.7, 0.4, 0.9)},
}


def rubric(gates: dict[str, Any] | None = None) -> Rubric:
    return Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}], "gates": gates or {}})


def number(metric: str, state: str) -> Estimate | None:
    analysis, name = metric.split(".")
    tags: dict[str, Any] = {"analysis": analysis, "name": name, "judge": "a", "criterion": "c", "n_items": 50}
    if state == "absent":
        return None
    if state == "undefined":
        return Estimate(**tags, undefined="no variation")
    if state == "no interval":
        return Estimate(**tags, value=STATES[metric]["holds"][0], method="no interval: 5 items")
    value, low, high = STATES[metric][state]
    return Estimate(**tags, value=value, low=low, high=high)


@pytest.mark.parametrize("has_gold", [True, False])
@pytest.mark.parametrize("states", list(product(["holds", "fails", "open", "undefined", "no interval", "absent"], repeat=3)), ids=str)
def test_deploy_only_where_every_limit_holds_with_gold(states: tuple[str, ...], has_gold: bool) -> None:
    estimates = [e for e in (number(metric, state) for metric, state in zip(METRICS, states, strict=True)) if e is not None]
    decision = decide(rubric(), [JudgeFacts(name="a")], estimates, (), has_gold=has_gold)[0]
    assert decision.reasons
    if decision.decision == "deploy":
        assert has_gold
        assert states == ("holds", "holds", "holds")
    if "fails" in (states[1], states[0]) and states[0] not in ("undefined", "absent"):
        assert decision.decision == "do_not_deploy"
    if not has_gold:
        assert decision.decision in ("not_enough_data", "do_not_deploy")


@pytest.mark.parametrize("state", ["undefined", "no interval", "open", "absent"])
@pytest.mark.parametrize("metric", METRICS)
def test_a_gate_never_passes_for_want_of_a_number(metric: str, state: str) -> None:
    limit = {"max": 0.1} if "flip" in metric else {"min": 0.9 if "coverage" in metric else 0.6}
    one = number(metric, state)
    gates = check_gates(rubric({metric: limit}), [one] if one is not None else [])
    assert [gate.status for gate in gates] in (["inconclusive"], ["not_measured"])
    assert exit_code(gates, incomplete=False) == 3
    assert all(gate.reason for gate in gates)


def test_every_metric_of_the_design_can_be_gated_and_is_never_a_pass_when_nothing_is_measured() -> None:
    metrics = [f"{analysis}.{name}" for analysis, names in ESTIMATE_NAMES.items() for name in names]
    gates = check_gates(rubric({metric: {"max": 1e9} for metric in metrics}), [])
    assert {gate.metric for gate in gates} == set(metrics)
    assert {gate.status for gate in gates} == {"not_measured"}
