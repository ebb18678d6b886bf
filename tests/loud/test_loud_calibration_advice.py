"""What a reader is told to do has an effect, and what measures nothing decides nothing."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.analyses.calibration import calibration
from judgeaudit.decision.checks import Check, items_needed
from judgeaudit.decision.gates import hold
from judgeaudit.decision.plain_words import corrected_words
from judgeaudit.decision.would_change import would_change
from judgeaudit.domain.results import Decision, Estimate
from judgeaudit.domain.rubric import Gate, Rubric
from tests.core.analyses_builder import input_of, one, rubric_of, said, texts

P, F = "pass", "fail"
SCORES: dict[str, Any] = {"level": "interval", "low": 0, "high": 10}
POINTS: dict[str, Any] = {"level": "ordinal", "labels": ["1", "2", "3"]}


@pytest.mark.parametrize(("scale", "gold", "verdicts"), [(SCORES, "5", ["5"] * 190 + ["6"] * 10), (POINTS, "2", ["2"] * 190 + ["3"] * 10)])
def test_one_score_throughout_measures_no_agreement_beyond_chance(scale: dict[str, Any], gold: str, verdicts: list[str]) -> None:
    found = calibration(input_of(said("a", verdicts), rubric_of(scale), gold=[gold] * 200))
    for name in ("cohen_kappa", "krippendorff_alpha"):
        estimate = one(found, name)
        assert estimate.value is None
        assert "measures nothing whatever the judge says" in str(estimate.undefined)
    assert one(found, "mae").value == pytest.approx(10 / 200)


def test_one_score_throughout_decides_nothing_against_the_judge() -> None:
    rubric = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": SCORES}]})
    rows = [{"item_id": f"i{n}", "judge": "j", "score": 5 + (n < 10), "replicate": r} for n in range(200) for r in range(3)]
    gold = pd.DataFrame({"item_id": [f"i{n}" for n in range(200)], "annotator": "h", "label": "5"})
    found = judgeaudit.calibrate(pd.DataFrame(rows), gold, rubric, embedder="none").audit
    assert found is not None
    decision = found.data.decisions[0]
    assert decision.decision == "not_enough_data"
    assert any("label items of other scores" in text for text in decision.would_change)
    gold.loc[0, "label"] = "6"
    again = judgeaudit.calibrate(pd.DataFrame(rows), gold, rubric, embedder="none").audit
    assert again is not None
    assert next(e.value for e in again.data.estimates if e.name == "cohen_kappa" and e.judge == "j") is not None


def kappa_check(value: float, low: float, high: float, n: int) -> Check:
    estimate = Estimate(analysis="calibration", name="cohen_kappa", judge="a", criterion="c", value=value, low=low, high=high, ci_level=0.95, n_items=n)
    gate = Gate(min=0.6)
    return Check(result=hold("calibration.cohen_kappa", gate, estimate), estimate=estimate, gate=gate)


def test_a_number_of_labels_that_nobody_makes_is_not_named() -> None:
    near, far = items_needed(kappa_check(0.61, 0.5, 0.7, 2000)), items_needed(kappa_check(0.7, 0.5, 0.8, 100))
    assert near == "cohen kappa (calibration.cohen_kappa) on c is too near its limit (min 0.6) for more labels to settle it"
    assert far is not None
    assert "about 400 items (now 100)" in far  # the end at 0.5 is twice as far away as the limit


def advice(half_width: float, then: float, carried: tuple[dict[str, Any], ...] = ()) -> tuple[str, ...]:
    row = {"criterion": "c", "metric": "accuracy", "n_more": 50, "half_width": half_width, "half_width_then": then}
    decision = Decision(judge="a", decision="not_enough_data", reasons=("x",))
    return would_change(decision, [kappa_check(0.65, 0.59, 0.7, 900)], {"routing": [], "sure": [], "more_labels": [row], "carried": list(carried)})


def test_labels_that_narrow_nothing_are_not_advised() -> None:
    assert not any("would narrow" in text for text in advice(0.00502, 0.00496))
    assert any("from ±0.05 to ±0.04" in text for text in advice(0.05, 0.04))


def test_a_system_that_is_a_coin_comes_before_more_labels() -> None:
    rows = [{"criterion": "c", "system": "A", "no_information": False}, {"criterion": "c", "system": "C", "no_information": True}]
    said_of = advice(0.05, 0.04, tuple(rows))
    assert said_of[0].startswith("On c the judge is not shown to carry any information on C: ")
    assert not any("would settle cohen kappa" in text for text in said_of)
    assert any("would settle cohen kappa" in text for text in advice(0.05, 0.04))


def test_shares_that_differ_are_not_written_alike() -> None:
    rows = [
        {"criterion": "c", "label": P, "method": "raw", "value": 0.9796},
        {"criterion": "c", "label": P, "method": "ppi", "value": 0.9912, "low": 0.9870, "high": 0.9947},
    ]
    (text,) = corrected_words(rows)
    assert 'it reports "pass" on 98.0 % of the items; with its known errors taken out it is 99.1 % (98.7 % to 99.5 %)' in text
    (text,) = corrected_words([rows[0], {**rows[1], "high": 0.9999}])
    assert "(98.7 % to over 99.9 %)" in text
    (text,) = corrected_words([{**rows[0], "value": 0.5}, {**rows[1], "value": 0.7, "low": 0.6, "high": 0.8}])
    assert "on 50 % of the items; with its known errors taken out it is 70 % (60 % to 80 %)" in text


def test_hundred_more_labels_that_change_nothing_are_said_to() -> None:
    verdicts = [P] * 1990 + [F] * 1990 + [F] * 10 + [P] * 10
    found = texts(calibration(input_of(said("a", verdicts), gold=[P] * 1990 + [F] * 1990 + [P] * 10 + [F] * 10)))
    assert "(4000 labels); 100 more would not change that." in found
