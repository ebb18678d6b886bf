"""What an audit may say: no NaN, no value without a reason for its absence, nothing unknown."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from pydantic import ValidationError

from judgeaudit.domain.results import (
    CASE_FLAGS,
    ESTIMATE_NAMES,
    GATE_METRICS,
    Analysis,
    Audit,
    Case,
    Decision,
    Estimate,
    Finding,
    GateResult,
    RubricFacts,
    Span,
    finite,
)


@pytest.mark.parametrize("field", ["value", "low", "high", "ci_level", "p_adjusted"])
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_an_estimate_refuses_nan_and_infinity(field: str, bad: float) -> None:
    good: dict[str, Any] = {"value": 0.5, "low": 0.1, "high": 0.9}
    with pytest.raises(ValidationError):
        Estimate(**{**good, field: bad})


def test_an_estimate_has_a_value_or_a_reason_and_not_both() -> None:
    with pytest.raises(ValidationError, match="a value or a reason"):
        Estimate()
    with pytest.raises(ValidationError, match="a value or a reason"):
        Estimate(value=1.0, undefined="no variation")


def test_an_interval_has_two_ends_in_order() -> None:
    with pytest.raises(ValidationError, match="two ends"):
        Estimate(value=0.5, low=0.1)
    with pytest.raises(ValidationError, match="above its high end"):
        Estimate(value=0.5, low=0.9, high=0.1)


def test_missing_says_why_and_keeps_the_counts() -> None:
    estimate = Estimate.missing("no variation", n_items=10, n_ratings=30)
    assert (estimate.value, estimate.undefined, estimate.n_items, estimate.n_ratings) == (None, "no variation", 10, 30)
    assert json.loads(estimate.model_dump_json())["value"] is None


def test_about_tags_and_leaves_the_number_alone() -> None:
    plain = Estimate(value=0.5, low=0.4, high=0.6, n_items=12)
    tagged = plain.about(analysis="agreement", name="cohen_kappa", judge="a|b", criterion="c", group="g", stratum="s")
    assert (tagged.value, tagged.low, tagged.high, tagged.n_items) == (0.5, 0.4, 0.6, 12)
    assert (tagged.analysis, tagged.name, tagged.judge, tagged.criterion, tagged.group, tagged.stratum) == ("agreement", "cohen_kappa", "a|b", "c", "g", "s")
    assert plain.judge is None


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        (Estimate, {"value": 1.0}),
        (Case, {"analysis": "a", "flag": "f"}),
        (Finding, {"severity": "note", "text": "t"}),
        (Span, {"source": "input", "start": 0, "end": 1, "text": "x"}),
        (GateResult, {"metric": "m", "status": "pass", "limit": "max 1"}),
        (Decision, {"judge": "j", "decision": "deploy", "reasons": ()}),
        (Analysis, {"name": "coverage"}),
    ],
)
def test_results_are_closed_and_frozen(model: Any, fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model(**fields, suprise=1)
    made = model(**fields)
    with pytest.raises(ValidationError):
        setattr(made, next(iter(fields)), None)


@pytest.mark.parametrize("word", ["deploy", "deploy_with_review", "do_not_deploy", "not_enough_data"])
def test_the_four_decisions(word: Any) -> None:
    assert Decision(judge="j", decision=word, reasons=()).decision == word


def test_there_is_no_fifth_decision() -> None:
    with pytest.raises(ValidationError):
        Decision(judge="j", decision="maybe", reasons=())


def test_gate_metrics_are_analysis_and_name() -> None:
    assert "consistency.flip_rate" in GATE_METRICS
    assert "calibration.cohen_kappa" in GATE_METRICS
    assert len(GATE_METRICS) == sum(len(names) for names in ESTIMATE_NAMES.values())
    assert len(set(GATE_METRICS)) == len(GATE_METRICS)


def test_case_flags_of_the_design_are_there() -> None:
    assert {"flipped_verdict", "instruction_like_content", "served_model_mismatch", "judge_gold_disagreement", "fingerprint_changed_within_run"} <= set(
        CASE_FLAGS
    )


def test_an_audit_survives_json_and_holds_no_nan() -> None:
    audit = Audit(
        judgeaudit_version="0",
        rubric=RubricFacts(name="r"),
        estimates=(Estimate.missing("one rater").about(analysis="agreement", name="cohen_kappa"), Estimate(value=1.0)),
        cases=(Case(analysis="consistency", flag="flipped_verdict", item_id="007", replicates=(0, 1)),),
    )
    text = audit.model_dump_json()
    assert "NaN" not in text
    assert Audit.model_validate_json(text) == audit
    assert json.loads(text)["cases"][0]["item_id"] == "007"


@pytest.mark.parametrize(("value", "expected"), [(0.5, 0.5), (math.nan, None), (math.inf, None), (1, 1.0)])
def test_finite(value: float, expected: float | None) -> None:
    assert finite(value) == expected
