"""Rates and means corrected by gold: numbers by hand, or from the source that is named."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any

import pytest
from analyses_builder import PASS_FAIL, Row, input_of, one, rubric_of, said, texts

from judgeaudit.analyses.calibration import calibration
from judgeaudit.domain.results import AnalysisOutput, Estimate

P, F = "pass", "fail"


def labels(*runs: tuple[str | None, int]) -> list[str | None]:
    return [label for label, times in runs for _ in range(times)]


def rows_of(found: AnalysisOutput, system: str | None = None) -> dict[str, dict[str, Any]]:
    return {row["method"]: row for row in found.analysis.blocks["corrected"] if row["system"] == system}


def of_system(found: AnalysisOutput, name: str, system: str | None) -> Estimate:
    return next(e for e in found.estimates if e.name == name and e.variant == system)


def by_system(*systems: tuple[str, Sequence[str | None]]) -> list[Row]:
    rows: list[Row] = []
    for system, verdicts in systems:
        rows += [
            {"item_id": f"i{len(rows) + n}", "judge": "a", "criterion": "c", "replicate": 0, "status": "ok", "label": label, "system": system}
            for n, label in enumerate(verdicts)
        ]
    return rows


README = labels((P, 180), (F, 20), (P, 60), (F, 140), (P, 400), (F, 600)), labels((P, 200), (F, 200), (None, 1000))
"""Lee et al. 2025, README of the code: p = 0.4, n = 1000, q0 = 0.7, q1 = 0.9, m0 = m1 = 200."""


def test_rogan_gladen_is_that_of_lee_et_al() -> None:
    """README: 0.1667 with (0.056, 0.263), six digits of it from the code, of the 1,000 without gold. Of all 1,400, 200 are known to pass. Raw: 640."""
    found = calibration(input_of(said("a", README[0]), gold=README[1]))
    rows = rows_of(found)
    assert list(rows) == ["raw", "labels_only", "rogan_gladen", "rogan_gladen_all", "ppi"]
    ends = (0.166667, 0.056351, 0.262733)
    assert [rows["rogan_gladen"][name] for name in ("value", "low", "high")] == pytest.approx(ends, abs=5e-7)
    assert rows["rogan_gladen"]["note"].startswith("of the 1,000 judged items without gold: Rogan-Gladen")
    whole_items = ((200 + 1000 / 6) / 1400, (200 + 56) / 1400, (200 + 263) / 1400)  # of these very items 56.351 to 262.733 are 56 to 263 of them
    assert [rows["rogan_gladen_all"][name] for name in ("value", "low", "high")] == pytest.approx(whole_items, abs=5e-7)
    assert rows["rogan_gladen_all"]["note"].startswith("of all 1,400 judged items and no others: gold of 400")
    assert "0.167 (0.0564 to 0.263) of the 1,000 without a label" in rows["rogan_gladen_all"]["note"]
    assert rows["raw"]["value"] == pytest.approx(640 / 1400)
    assert rows["labels_only"]["value"] == 0.5
    assert {(row["n_labelled"], row["n_unlabelled"], row["label"]) for row in rows.values()} == {(400, 1000, P)}
    rest, whole = (one(found, name, group=P) for name in ("corrected_rate_rogan_gladen", "corrected_rate_all_items"))
    assert (rest.value, rest.n_items) == (pytest.approx(1 / 6), 1000)
    assert (whole.value, whole.n_items) == (pytest.approx((200 + 1000 / 6) / 1400), 1400)
    assert "no narrower than the labels alone" in rows["rogan_gladen"]["note"]  # 0.147 against 0.098


def test_labelled_items_that_look_like_others_are_said_to_be_picked() -> None:
    """In the README's example 240 of 400 labelled items are judged to pass, and 400 of the other 1,000."""
    found = calibration(input_of(said("a", README[0]), gold=README[1]))
    assert "do not look like a random sample: a says 'pass' of 60 % of them and 40 % of the others" in texts(found)
    assert "only the correction by its error rates may be used" in texts(found)


def test_ppi_is_that_of_ppi_py_on_a_scale_of_numbers() -> None:
    """ppi_py 0.2.3, eight judged answers of which four are labelled: 0.539375. Gold alone: 2 of 4; raw mean 5.2 / 8."""
    rubric = rubric_of({"level": "interval", "low": 0, "high": 1})
    judge = ["0.9", "0.2", "0.8", "0.6", "0.7", "0.3", "0.9", "0.8"]
    found = calibration(input_of(said("a", judge), rubric, gold=["1", "0", "1", "0", None, None, None, None]))
    rows = rows_of(found)
    assert list(rows) == ["raw", "labels_only", "ppi", "isotonic"]
    assert rows["ppi"]["value"] == pytest.approx(0.539375, abs=5e-7)
    assert rows["raw"]["value"] == pytest.approx(5.2 / 8)
    assert rows["labels_only"]["value"] == 0.5
    assert one(found, "corrected_mean_ppi").value == pytest.approx(0.539375, abs=5e-7)


def test_replicates_are_averaged_to_a_share_of_each_item() -> None:
    """Gold passes: shares 1 and 1/2, sensitivity 0.75. Gold fails: 0 and 1/2, specificity 0.75. Two items without gold: 1/2 each.

    (0.5 + 0.75 - 1) / (0.75 + 0.75 - 1) = 0.5
    """
    first, second = [P, P, F, P, P, F], [P, F, F, F, F, P]
    found = calibration(input_of(said("a", first, second), gold=[P, P, F, F, None, None]))
    rows = rows_of(found)
    assert rows["rogan_gladen"]["value"] == pytest.approx(0.5)
    assert rows["raw"]["value"] == pytest.approx((1 + 0.5 + 0 + 0.5 + 0.5 + 0.5) / 6)
    assert (rows["rogan_gladen"]["n_labelled"], rows["rogan_gladen"]["n_unlabelled"]) == (4, 2)


def test_a_raw_value_outside_the_scale_is_said() -> None:
    """Sensitivity 0.9, specificity 0.7, judged rate 0.1: (0.1 + 0.7 - 1) / 0.6 = -1/3, so that none of the 100 pass and 40 of all 180 do."""
    judge = labels((P, 36), (F, 4), (P, 12), (F, 28), (P, 10), (F, 90))
    found = calibration(input_of(said("a", judge), gold=labels((P, 40), (F, 40), (None, 100))))
    row, whole = (rows_of(found)[name] for name in ("rogan_gladen", "rogan_gladen_all"))
    assert row["value"] == 0.0
    assert row["raw_value"] == pytest.approx(-1 / 3)
    assert whole["value"] == pytest.approx(40 / 180)
    assert "raw value -0.333" in whole["note"]
    assert texts(found).count("outside the scale") == 1
    assert "(rogan gladen) would be -33.3 %, outside the scale" in texts(found)


def test_a_judge_that_is_a_coin_carries_no_information() -> None:
    """Sensitivity 0.5 and specificity 0.5: the sum is 1."""
    found = calibration(input_of(said("a", labels((P, 20), (F, 20), (P, 20), (F, 20), (P, 50), (F, 50))), gold=labels((P, 40), (F, 40), (None, 100))))
    assert rows_of(found)["rogan_gladen"]["value"] is None
    assert one(found, "corrected_rate_rogan_gladen", group=P).undefined is not None
    assert "serious: a carries no information on c" in texts(found)
    assert "a does not help to know the true rate on c" in texts(found)


def test_a_judge_that_may_be_a_coin_is_a_warning() -> None:
    """Sensitivity 0.6 and specificity 0.5 on 20 each: 0.1, with an interval of about 0.3 on either side."""
    found = calibration(input_of(said("a", labels((P, 12), (F, 8), (P, 10), (F, 10), (P, 30), (F, 30))), gold=labels((P, 20), (F, 20), (None, 60))))
    assert "warning: a may carry no information on c: sensitivity plus specificity less 1 is 0.10" in texts(found)


def test_a_good_judge_helps_and_its_true_rate_is_a_sentence() -> None:
    """19 of 20 right in each class on labelled items; 60 of 120 others judged to pass: raw 80 of 160, labels 20 of 40."""
    judge = labels((P, 19), (F, 1), (P, 1), (F, 19), (P, 60), (F, 60))
    found = calibration(input_of(said("a", judge), gold=labels((P, 20), (F, 20), (None, 120))))
    rows = rows_of(found)
    assert rows["ppi"]["high"] - rows["ppi"]["low"] < rows["labels_only"]["high"] - rows["labels_only"]["low"]
    assert "a says 'pass' of 50 % of items on c. Corrected by the 40 items with gold, the true share of all 160 is 50 %" in texts(found)
    assert "does not help" not in texts(found)
    assert "random sample" not in texts(found)


def test_clusters_widen_every_corrected_interval() -> None:
    judge = labels((P, 45), (F, 5), (P, 5), (F, 45), (P, 100), (F, 100))
    gold = labels((P, 50), (F, 50), (None, 200))
    alone = rows_of(calibration(input_of(said("a", judge), gold=gold)))
    rows = [{**row, "cluster": f"k{int(row['item_id'][1:]) // 5}"} for row in said("a", judge)]
    together = rows_of(calibration(input_of(rows, gold=gold)))
    for method in ("raw", "labels_only", "rogan_gladen", "ppi"):
        assert together[method]["value"] == pytest.approx(alone[method]["value"])
        assert together[method]["high"] - together[method]["low"] > 1.3 * (alone[method]["high"] - alone[method]["low"])


def test_everything_labelled_leaves_nothing_to_correct() -> None:
    found = calibration(input_of(said("a", labels((P, 30), (F, 30))), gold=labels((P, 28), (F, 32))))
    assert "Corrected by" not in texts(found)
    assert rows_of(found)["ppi"]["value"] == pytest.approx(28 / 60)


def test_where_every_item_has_gold_both_rates_are_of_all_and_say_so() -> None:
    """30 of 60 judged to pass, 28 do; the two wrong ones cancel nothing out: gold's share is the rate, and its interval Wilson's."""
    found = calibration(input_of(said("a", labels((P, 30), (F, 30))), gold=labels((P, 28), (F, 32))))
    rest, whole = (one(found, name, group=P) for name in ("corrected_rate_rogan_gladen", "corrected_rate_all_items"))
    assert (rest.value, rest.n_items, whole.value, whole.n_items) == (pytest.approx(28 / 60), 60, pytest.approx(28 / 60), 60)
    assert rest.method.startswith("of all 60 judged items: ")
    assert "every judged item is labelled" in rest.method
    assert "every judged item has gold" in whole.method
    z = NormalDist().inv_cdf(0.975)
    p, n = 28 / 60, 60
    middle, half = (p + z**2 / (2 * n)) / (1 + z**2 / n), z * sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    assert (whole.low, whole.high) == (pytest.approx(middle - half), pytest.approx(middle + half))


def test_where_every_item_has_gold_a_coin_of_a_judge_takes_nothing_away() -> None:
    found = calibration(input_of(said("a", labels((P, 30), (F, 30)) * 2), gold=labels((P, 60), (F, 60))))
    assert one(found, "corrected_rate_rogan_gladen", group=P).value is None
    assert one(found, "corrected_rate_all_items", group=P).value == 0.5


def test_gold_without_a_verdict_is_no_judged_item() -> None:
    """Four judged items with gold, of which two pass, and two without verdict that pass; the two judged without gold: 1/2."""
    found = calibration(input_of(said("a", [P, P, F, F, None, None, P, F]), gold=[P, P, F, F, P, P, None, None]))
    assert [one(found, name, group=P).n_items for name in ("corrected_rate_rogan_gladen", "corrected_rate_all_items")] == [2, 6]
    assert one(found, "corrected_rate_all_items", group=P).value == 0.5
    whole = calibration(input_of(said("a", [P, P, F, F, None, None]), gold=[P, P, F, F, P, P]))
    assert (one(whole, "corrected_rate_all_items", group=P).value, one(whole, "corrected_rate_all_items", group=P).n_items) == (0.5, 4)


TWO_SYSTEMS = by_system(("A", labels((P, 20), (F, 20))), ("B", labels((P, 30), (F, 10))), ("C", labels((P, 30), (F, 30))))
TWO_GOLD = labels((P, 20), (F, 20), (P, 20), (F, 20), (None, 60))
"""A: always right. B: ten of the twenty that fail are passed. C: no gold."""


def test_each_system_is_corrected_by_its_own_labels() -> None:
    found = calibration(input_of(TWO_SYSTEMS, gold=TWO_GOLD))
    assert [rows_of(found, name)["labels_only"]["value"] for name in "ABC"] == [0.5, 0.5, None]
    assert [rows_of(found, name)["raw"]["value"] for name in "ABC"] == [0.5, 0.75, 0.5]
    assert of_system(found, "corrected_mean_ppi", "B").value == 0.5


def test_errors_that_are_carried_over_are_checked_where_labels_exist() -> None:
    """B by A's errors (none): 0.75, its labels say 0.5. A by B's (sensitivity 1, specificity 0.5): (0.5 + 0.5 - 1) / 0.5 = 0, its labels say 0.5."""
    found = calibration(input_of(TWO_SYSTEMS, gold=TWO_GOLD))
    checks = {row["system"]: row for row in found.analysis.blocks["carried"]}
    assert set(checks) == {"A", "B"}
    assert [checks["A"]["residual"], checks["B"]["residual"]] == pytest.approx([-0.5, 0.25])
    assert {check["verdict"] for check in checks.values()} == {"fails"}
    assert "by its errors on the others, B would have 75 % where its own 40 labels say 50 %" in texts(found)


def test_a_system_without_labels_has_a_warning_and_no_estimate() -> None:
    """C by the errors on A and B, which are alike: sensitivity 1, specificity 0.75, judged rate 0.5: (0.5 + 0.75 - 1) / 0.75 = 1/3."""
    alike = labels((P, 25), (F, 15))
    found = calibration(input_of(by_system(("A", alike), ("B", alike), ("C", labels((P, 30), (F, 30)))), gold=TWO_GOLD))
    row = rows_of(found, "C")["rogan_gladen"]
    assert row["value"] == pytest.approx(1 / 3)
    assert row["note"].startswith("no item of this system has gold")
    assert rows_of(found, "C")["rogan_gladen_all"]["value"] == pytest.approx(1 / 3)
    for name in ("corrected_rate_rogan_gladen", "corrected_rate_all_items"):
        assert of_system(found, name, "C").undefined == "no item of this system has gold"
    assert "warning: C has no gold on c: the errors of a on other systems' items are carried over, which is not shown to hold between" in texts(found)


def test_where_systems_differ_nothing_is_carried_over_to_one_without_labels() -> None:
    found = calibration(input_of(TWO_SYSTEMS, gold=TWO_GOLD))
    for method in ("rogan_gladen", "rogan_gladen_all"):
        assert rows_of(found, "C")[method]["value"] is None
        assert "one calibration for all systems misleads: label some of its items" in rows_of(found, "C")[method]["note"]
    assert "warning: C has no gold on c: the errors of a on other systems' items are not carried over to it, which does not hold between" in texts(found)


def test_error_rates_that_differ_are_found_where_the_residual_is_nothing() -> None:
    """A is always right. On B half of each class is passed: by A's errors B has 0.5, as its labels say, and sensitivity + specificity - 1 is 0."""
    rows = by_system(("A", labels((P, 40), (F, 40))), ("B", labels((P, 20), (F, 20), (P, 20), (F, 20))))
    found = calibration(input_of(rows, gold=labels((P, 40), (F, 40)) * 2))
    checks = {row["system"]: row for row in found.analysis.blocks["carried"]}
    assert [(checks[name]["youden"], checks[name]["youden_others"]) for name in "AB"] == [(1.0, 0.0), (0.0, 1.0)]
    assert checks["B"]["residual"] == pytest.approx(0.0, abs=1e-12)
    assert {row["verdict"] for row in checks.values()} == {"fails"}
    assert "sensitivity plus specificity less 1 is 0.00 on B and 1.00 on the others (0 is a coin). Compare systems by their own labels." in texts(found)


def test_systems_that_are_alike_may_share_a_calibration() -> None:
    rows = by_system(*((name, labels((P, 1000), (F, 1000))) for name in "AB"))
    found = calibration(input_of(rows, gold=labels((P, 1000), (F, 1000)) * 2))
    assert [row["verdict"] for row in found.analysis.blocks["carried"]] == ["holds", "holds"]
    assert "misleads" not in texts(found)


def test_a_few_labelled_items_show_nothing_about_other_systems() -> None:
    rows = by_system(("A", labels((P, 5), (F, 5))), ("B", labels((P, 5), (F, 5))))
    found = calibration(input_of(rows, gold=labels((P, 5), (F, 5)) * 2))
    assert [row["verdict"] for row in found.analysis.blocks["carried"]] == ["undecided", "undecided"]


def test_scores_of_a_system_are_carried_over_by_how_much_they_are_off() -> None:
    """A is scored one point too high throughout; B, scored 2 throughout without gold, is 1 then."""
    rubric = rubric_of({"level": "ordinal", "labels": ["0", "1", "2", "3"]})
    rows = by_system(("A", labels(("1", 15), ("2", 15), ("3", 15))), ("B", labels(("2", 45))))
    found = calibration(input_of(rows, rubric, gold=labels(("0", 15), ("1", 15), ("2", 15), (None, 45))))
    assert rows_of(found, "B")["ppi"]["value"] == pytest.approx(1.0)


def test_without_gold_on_any_judged_item_there_is_no_row() -> None:
    found = calibration(input_of([*said("a", [P, F, None]), *said("b", [None, None, P])], rubric_of(PASS_FAIL), gold=[P, F, None]))
    assert {row["judge"] for row in found.analysis.blocks["corrected"]} == {"a"}


def test_a_mean_of_labels_that_are_numbers_is_in_these_numbers() -> None:
    """Grades 0 and 10 and 20: the mean of 0, 20, 20, 10 is 12.5, and that of gold 0, 20 is 10."""
    rubric = rubric_of({"level": "ordinal", "labels": ["0", "10", "20"]})
    rows = rows_of(calibration(input_of(said("a", ["0", "20", "20", "10"]), rubric, gold=["0", "20", None, None])))
    assert [rows["raw"]["value"], rows["labels_only"]["value"]] == [12.5, 10.0]


def test_a_mean_of_words_is_in_their_places_and_says_which() -> None:
    rubric = rubric_of({"level": "ordinal", "labels": ["poor", "fair", "good"]})
    found = calibration(input_of(said("a", ["poor", "good", "good", "fair"]), rubric, gold=["poor", "good", None, None]))
    assert rows_of(found)["raw"]["value"] == 2.25
    assert "a averages 2.25 (1 is 'poor', 3 'good') on c." in texts(found)
