"""Right before and now: by hand on labels, grades and scores."""

from __future__ import annotations

import pytest
from analyses_builder import one, rubric_of
from drift_builder import drift_of, runs

from judgeaudit.analyses.drift import drift

P, F = "pass", "fail"


def test_right_to_wrong_and_back() -> None:
    # 5 right twice, 6 right to wrong, 1 wrong to right, 2 wrong twice; one item without gold.
    old = [[P] * 5 + [P] * 6 + [F] * 1 + [F] * 2 + [P]]
    new = [[P] * 5 + [F] * 6 + [P] * 1 + [F] * 2 + [F]]
    output, (answer,) = drift(drift_of(*runs(old, new), gold=[P] * 14 + [None]))
    shift = one(output, "accuracy_shift")
    assert (shift.value, shift.n_items) == (pytest.approx(-5 / 14), 14)
    assert one(output, "accuracy_mcnemar_p").value == pytest.approx(2 * (1 + 7) / 2**7)
    assert next(m.p for m in answer.measures if m.measure == "accuracy_shift") == pytest.approx(2 * (1 + 7) / 2**7)
    assert one(output, "version_accuracy", group="baseline").value == pytest.approx(11 / 14)
    assert one(output, "version_accuracy", group="current").value == pytest.approx(6 / 14)
    (row,) = output.analysis.blocks["accuracy"]
    assert (row["right_to_wrong"], row["wrong_to_right"], row["right_both"], row["wrong_both"]) == (6, 1, 5, 2)
    assert (row["before"], row["now"]) == (pytest.approx(11 / 14), pytest.approx(6 / 14))


def test_with_replicates_an_item_is_as_right_as_its_verdicts() -> None:
    output, _ = drift(drift_of(*runs([[P, P], [F, P]], [[P, F], [P, F], [P, P]]), gold=[P, P]))
    assert one(output, "accuracy_shift").value == pytest.approx(((1 - 1 / 2) + (1 / 3 - 1)) / 2)


def test_scores_come_closer_to_gold_or_move_away() -> None:
    scale = {"level": "interval", "low": 0, "high": 10}
    output, (answer,) = drift(drift_of(*runs([["2", "5", "9"]], [["4", "5", "6"]]), rubric_of(scale), gold=["4", "5", "8"]))
    shift = one(output, "mae_shift")
    assert shift.value == pytest.approx(((0 - 2) + (0 - 0) + (2 - 1)) / 3)
    assert next(m.margin for m in answer.measures if m.measure == "mae_shift") == pytest.approx(0.5)
    (row,) = output.analysis.blocks["accuracy"]
    assert (row["metric"], row["before"], row["now"]) == ("mae", pytest.approx(1.0), pytest.approx(2 / 3))


def test_without_gold_there_is_nothing_and_without_labelled_anchors_it_says_so() -> None:
    output, _ = drift(drift_of(*runs([[P, F]], [[P, F]])))
    assert not [e for e in output.estimates if "accuracy" in e.name]
    output, (answer,) = drift(drift_of(*runs([[P] * 60 + [F]], [[P] * 60 + ["!refused"]]), gold=[None] * 60 + [P]))
    assert one(output, "accuracy_shift").undefined == "no item with verdicts of both versions has a gold label"
    assert answer.answer == "inconclusive", "what was asked for and could not be measured is no equivalence"
