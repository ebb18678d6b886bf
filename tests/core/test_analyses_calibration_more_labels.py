"""What more labels would buy: the square-root law by hand."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest
from analyses_builder import input_of, rubric_of, said, texts

from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.calibrations.more_labels import more_labels
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Gate
from judgeaudit.stats.shapes import Corrected

P, F = "pass", "fail"


def measured(name: str, value: float, low: float, high: float, n_items: int = 100) -> Estimate:
    about = {"analysis": "calibration", "judge": "a", "criterion": "c"}
    return Estimate(name=name, value=value, low=low, high=high, ci_level=0.95, n_items=n_items, **about)


def rows(*estimates: Estimate, gates: dict[str, Gate] | None = None) -> list[dict[str, Any]]:
    rubric = rubric_of(None, gates={name: gate.model_dump(exclude_none=True) for name, gate in (gates or {}).items()})
    return [dict(row) for row in more_labels(input_of(said("a", [P]), rubric, gold=[P]), estimates).blocks["more_labels"]]


def test_four_times_the_labels_halve_the_interval() -> None:
    found = {row["n_more"]: row for row in rows(measured("accuracy", 0.8, 0.7, 0.9))}
    assert set(found) == {50, 100, 200, 500}
    assert found[50]["half_width"] == pytest.approx(0.1)
    assert found[100]["half_width_then"] == pytest.approx(0.1 * sqrt(1 / 2))
    assert found[500]["half_width_then"] == pytest.approx(0.1 * sqrt(1 / 6))
    assert found[50]["n_labels"] == 100


def test_accuracy_of_a_hundred_items_in_a_sentence() -> None:
    """Wilson on 50 of 100: 0.4038 to 0.5962, 9.6 points on either side; on 200 labels 9.6 / sqrt(2) = 6.8."""
    found = calibration(input_of(said("a", [P] * 50 + [F] * 50), gold=[P] * 25 + [F] * 25 + [P] * 25 + [F] * 25))
    assert "Accuracy on c is known within 9.6 percentage points on either side (100 labels); 100 more would make that about 6.8 percentage points." in texts(
        found
    )


def test_labels_until_the_default_limit_on_kappa_is_decided() -> None:
    """0.66 with 0.56 below: 100 (0.10 / 0.06)^2 = 277.8, so 178 more."""
    gate = next(row for row in rows(measured("cohen_kappa", 0.66, 0.56, 0.74)) if row["gate"])
    assert (gate["gate"], gate["n_more"], gate["metric"]) == ("min 0.6", 178, "cohen_kappa")
    assert gate["half_width_then"] == pytest.approx(0.06)


def test_the_rubrics_gate_takes_the_place_of_the_default() -> None:
    """0.66 below a limit of 0.7: the upper end counts, 100 (0.08 / 0.04)^2 = 400."""
    found = rows(measured("cohen_kappa", 0.66, 0.56, 0.74), gates={"calibration.cohen_kappa": Gate(min=0.7)})
    assert [(row["gate"], row["n_more"]) for row in found if row["gate"]] == [("min 0.7", 300)]


def test_a_decided_gate_needs_no_labels() -> None:
    assert not [row for row in rows(measured("cohen_kappa", 0.8, 0.65, 0.9)) if row["gate"]]


def test_a_value_on_the_limit_is_never_decided() -> None:
    data = input_of(said("a", [P]), gold=[P])
    found = more_labels(data, [measured("cohen_kappa", 0.6, 0.5, 0.7)])
    assert [row["n_more"] for row in found.blocks["more_labels"] if row["gate"]] == [None]
    assert "0.60 on 100 labels is too near the limit for more labels to decide it" in "\n".join(one.text for one in found.findings)


def test_labels_do_not_buy_what_the_judge_has_not_seen() -> None:
    """Half-width 0.1, of which the judge's rate (0.05 on either side, used at 0.8) leaves 0.04: 200 labels instead of 100 give sqrt(0.0016 + 0.0084 / 2)."""
    of_judge = Estimate(name="judged_mean", value=0.5, low=0.45, high=0.55, ci_level=0.95)
    ppi = Corrected(
        name="corrected_mean_ppi", analysis="calibration", judge="a", criterion="c", value=0.5, low=0.4, high=0.6, ci_level=0.95, n_items=400, lam=0.8,
        n_labelled=100, n_unlabelled=300, parts=(of_judge,),
    )  # fmt: skip
    found = {row["n_more"]: row for row in rows(ppi)}
    assert found[100]["n_labels"] == 100
    assert found[100]["half_width_then"] == pytest.approx(sqrt(0.0016 + 0.0084 / 2))


def test_nothing_without_an_interval_and_nothing_of_strata_and_majorities() -> None:
    alone = Estimate(name="accuracy", analysis="calibration", judge="a", criterion="c", value=0.5, n_items=10)
    majority = measured("accuracy", 0.8, 0.7, 0.9).about(judge="a#majority")
    stratum = measured("accuracy", 0.8, 0.7, 0.9).about(stratum="hard")
    assert rows(alone, majority, stratum) == []


def test_the_audit_says_how_many_labels_would_decide() -> None:
    """17 of 20 right in each class: kappa 0.7, and 40 items cannot tell it from 0.6."""
    found = calibration(input_of(said("a", [P] * 17 + [F] * 3 + [P] * 3 + [F] * 17), gold=[P] * 20 + [F] * 20))
    assert "Whether cohen kappa of a on c is at least 0.6 is open: 0.70 on 40 labels. Should it stay there, about " in texts(found)


def test_labels_behind_a_corrected_rate_are_the_labelled_items() -> None:
    """40 of 160 items have gold: PPI's interval counts on 40 labels."""
    judge = [P] * 19 + [F] + [P] + [F] * 19 + [P] * 60 + [F] * 60
    found = calibration(input_of(said("a", judge), gold=[P] * 20 + [F] * 20 + [None] * 120))
    corrected = [row for row in found.analysis.blocks["more_labels"] if row["metric"].startswith("corrected_")]
    assert {row["metric"] for row in corrected} == {"corrected_rate_rogan_gladen", "corrected_mean_ppi"}
    assert {row["n_labels"] for row in corrected} == {40}
    assert all(type(estimate) is Estimate for estimate in found.estimates)
