"""Is a judge surer of what it has right? Numbers by hand, or from the table that is named."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from analyses_builder import Row, input_of, rubric_of, said, texts

from judgeaudit.analyses.calibration import calibration
from judgeaudit.domain.results import AnalysisOutput, Estimate
from judgeaudit.stats.kernels.calibrators import Calibrator

P, F = "pass", "fail"


def sure(judge: str, *groups: tuple[float | None, int, int], replicate: int = 0) -> list[Row]:
    """Rows with a confidence, of items whose gold is pass: so many right and so many wrong ones at each."""
    verdicts = [(confidence, label) for confidence, n_right, n_wrong in groups for label, n in ((P, n_right), (F, n_wrong)) for _ in range(n)]
    return [
        {"item_id": f"i{n}", "judge": judge, "criterion": "c", "replicate": replicate, "status": "ok", "label": label, "confidence": confidence}
        for n, (confidence, label) in enumerate(verdicts)
    ]


def forecast(found: AnalysisOutput, name: str, source: str = "stated") -> Estimate:
    matching = [e for e in found.estimates if (e.name, e.variant) == (name, source)]
    assert len(matching) == 1
    return matching[0]


TWENTY = sure("a", (0.95, 8, 2), (0.55, 6, 4))


def test_ece_brier_and_auroc_of_twenty_items_by_hand() -> None:
    """ece 0.5 |0.95 - 0.8| + 0.5 |0.55 - 0.6| = 0.1. brier: 0.5 (0.8 0.05^2 + 0.2 0.95^2) + 0.5 (0.6 0.45^2 + 0.4 0.55^2) = 0.2125.

    auroc: of 14 x 6 pairs, 8 x 4 are in order and 8 x 2 + 6 x 4 tied: (32 + 20) / 84.
    """
    found = calibration(input_of(TWENTY, gold=[P] * 20))
    assert forecast(found, "ece").value == pytest.approx(0.1)
    assert forecast(found, "brier").value == pytest.approx(0.2125)
    assert forecast(found, "auroc").value == pytest.approx(52 / 84)
    row = found.analysis.blocks["reliability"][0]
    assert {name: row[name] for name in ("judge", "criterion", "source", "n_items")} == {"judge": "a", "criterion": "c", "source": "stated", "n_items": 20}
    assert [row["ece"], row["brier"], row["auroc"]] == pytest.approx([0.1, 0.2125, 52 / 84])
    assert row["ece_if_calibrated"] > 0
    assert row["overconfidence"] == pytest.approx(0.75 - 0.7)


def test_ten_equal_bins_with_wilson_intervals() -> None:
    """Wilson on 8 of 10: 0.4902 to 0.9433 (Agresti & Coull 1998 and every calculator)."""
    bins = calibration(input_of(TWENTY, gold=[P] * 20)).analysis.blocks["reliability"][0]["bins"]
    assert [(one["low"], one["high"]) for one in bins] == [(n / 10, (n + 1) / 10) for n in range(10)]
    assert [one["n"] for one in bins] == [0, 0, 0, 0, 0, 10, 0, 0, 0, 10]
    top = bins[9]
    assert [top["confidence"], top["right"], top["right_low"], top["right_high"]] == pytest.approx([0.95, 0.8, 0.4902, 0.9433], abs=5e-5)
    assert bins[0]["right"] is None


def test_the_share_of_replicates_that_agree_is_a_confidence_of_their_majority() -> None:
    """Items: ppf (2/3, right), ppp (1, right), fff (1, wrong), pff (2/3, wrong), pf and no third (left out): ece 0.5 |1 - 0.5| + 0.5 |2/3 - 0.5|."""
    found = calibration(input_of(said("a", [P, P, F, P, P], [P, P, F, F, F], [F, P, F, F, None]), gold=[P] * 5))
    assert [row["source"] for row in found.analysis.blocks["reliability"]] == ["replicates"]
    assert found.analysis.blocks["reliability"][0]["n_items"] == 4
    assert forecast(found, "ece", "replicates").value == pytest.approx(0.25 + 0.5 * (2 / 3 - 0.5))


def test_a_tied_majority_is_wrong_at_no_confidence() -> None:
    """ppff has no verdict; pppf is right at 3/4: mean squared error (0 + 1/16) / 2."""
    found = calibration(input_of(said("a", [P, P], [P, P], [F, P], [F, F]), gold=[P, P]))
    assert forecast(found, "brier", "replicates").value == pytest.approx(1 / 32)


def test_both_sources_stand_beside_each_other() -> None:
    rows = [row for replicate in range(3) for row in sure("a", (0.9, 8, 2), replicate=replicate)]
    found = calibration(input_of(rows, gold=[P] * 10))
    assert [row["source"] for row in found.analysis.blocks["reliability"]] == ["stated", "replicates"]
    assert forecast(found, "brier").n_items == 10


def test_confidences_that_are_percentages_are_not_used() -> None:
    found = calibration(input_of(sure("a", (90.0, 8, 2), (1.0, 2, 0)), gold=[P] * 12))
    assert found.analysis.blocks["reliability"] == []
    assert "10 of 12 confidences of a on c are outside 0 to 1 (1 to 90): none is used. Give shares: divide percentages by 100." in texts(found)


def test_one_confidence_outside_is_left_out() -> None:
    found = calibration(input_of(sure("a", (0.9, 8, 2), (1.5, 1, 0)), gold=[P] * 11))
    assert found.analysis.blocks["reliability"][0]["n_items"] == 10
    assert "1 of 11 confidences of a on c are outside 0 to 1" in texts(found)


def test_confidences_of_probes_and_of_rows_that_come_again_are_left_out() -> None:
    again = [{**row, "confidence": 0.0} for row in TWENTY]
    probes = [{**row, "confidence": 0.0, "probe": "shuffle"} for row in TWENTY]
    found = calibration(input_of([*TWENTY, *again, *probes], gold=[P] * 20))
    assert forecast(found, "brier").value == pytest.approx(0.2125)


def test_the_order_of_rows_changes_nothing() -> None:
    there, back = (calibration(input_of(rows, gold=[P] * 20)) for rows in (TWENTY, TWENTY[::-1]))
    for name in ("ece", "brier", "auroc"):
        assert forecast(there, name) == forecast(back, name)


def test_a_judge_that_is_right_at_random_is_not_shown_to_know_when_it_is_wrong() -> None:
    found = calibration(input_of(sure("a", (0.9, 20, 20), (0.6, 20, 20)), gold=[P] * 80))
    assert "surer of a right verdict on c than of a wrong one in 50 % of pairs of the two" in texts(found)
    assert "it is not shown to know when it is wrong" in texts(found)


def test_a_judge_that_is_too_sure_is_told_so_and_a_calibrator_offered() -> None:
    """States 0.95 on average 0.9 and is right on 60 of 100: 48 of 60 at 0.99, 12 of 40 at 0.765: mean 0.9."""
    found = calibration(input_of(sure("a", (0.99, 48, 12), (0.765, 12, 28)), gold=[P] * 100))
    assert "a is too sure on c: it states 90 % on average and is right on 60 % of items. A calibrator puts that right" in texts(found)


def test_calibrators_are_stored_as_plain_numbers() -> None:
    found = calibration(input_of(sure("a", (0.99, 48, 12), (0.765, 12, 28)), gold=[P] * 100))
    row = found.analysis.blocks["calibrators"][0]
    calibrator = Calibrator(row["kind"], row["parameters"])
    assert row["kind"] != "none"
    assert calibrator.apply([0.99, 0.765]) == pytest.approx([0.8, 0.3], abs=0.03)


def test_few_labels_have_no_calibrator_and_say_so() -> None:
    row = calibration(input_of(sure("a", (0.9, 8, 2)), gold=[P] * 10)).analysis.blocks["calibrators"][0]
    assert (row["kind"], row["parameters"]) == ("none", {})
    assert row["note"].startswith("10 items with a confidence")


def test_repeats_of_an_item_are_no_further_items_for_a_calibrator() -> None:
    rows = [row for replicate in range(2) for row in sure("a", (0.9, 8, 4), replicate=replicate)]
    assert calibration(input_of(rows, gold=[P] * 12)).analysis.blocks["calibrators"][0]["note"].startswith("12 items with a confidence")


def test_a_score_is_right_where_it_is_within_half_a_step_of_a_mean_of_people() -> None:
    rubric = rubric_of({"level": "interval", "low": 1, "high": 5, "step": 1})
    rows = [{**row, "label": None, "score": score} for row, score in zip(sure("a", (0.8, 3, 0)), (4.0, 4.0, 2.0), strict=True)]
    found = calibration(input_of(rows, rubric, gold=["4", "4", "3"]))
    assert forecast(found, "brier").value == pytest.approx((0.04 + 0.04 + 0.64) / 3)


def test_who_says_nothing_of_its_confidence_is_named() -> None:
    found = calibration(input_of([*TWENTY, *said("b", [P] * 20)], gold=[P] * 20))
    assert "Nothing says how sure b is on c" in texts(found)


def test_the_most_confident_wrong_verdict_comes_first() -> None:
    rows = sure("a", (0.7, 1, 1), (0.99, 1, 1), (None, 0, 1), (0.8, 0, 1))
    cases = calibration(input_of(rows, gold=[P] * 6)).cases
    assert [(case.item_id, case.detail) for case in cases] == [
        ("i3", "gold pass, judge fail x1; confidence 0.99"),
        ("i5", "gold pass, judge fail x1; confidence 0.8"),
        ("i1", "gold pass, judge fail x1; confidence 0.7"),
        ("i4", "gold pass, judge fail x1"),
    ]


def test_confidence_of_a_case_is_that_of_the_verdict_that_is_wrong() -> None:
    def row(replicate: int, label: str, confidence: float) -> Sequence[Row]:
        return [{"item_id": "i0", "judge": "a", "criterion": "c", "replicate": replicate, "status": "ok", "label": label, "confidence": confidence}]

    cases = calibration(input_of([*row(0, P, 0.99), *row(1, F, 0.6)], gold=[P])).cases
    assert [case.detail for case in cases] == ["gold pass, judge pass x1, fail x1; confidence 0.6"]


def test_without_confidences_the_item_that_is_wrong_most_often_comes_first() -> None:
    found = calibration(input_of(said("a", [P, F, P], [P, F, F], [F, F, F]), gold=[P, P, P]))
    assert [case.item_id for case in found.cases] == ["i1", "i2", "i0"]
