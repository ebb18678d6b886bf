"""Does a judge agree with people? Numbers by hand, or from the case or table that is named."""

from __future__ import annotations

from itertools import chain

import pytest
from analyses_builder import input_of, one, rubric_of, said, texts

from judgeaudit.analyses.calibration import calibration, check_overlap
from judgeaudit.analyses.gold import Gold, adjudicate
from judgeaudit.domain.items import GoldLabel
from judgeaudit.errors import NothingInCommonError


def pairs_of(table: list[list[int]], labels: list[str]) -> tuple[list[str], list[str]]:
    """Labels of rater 1 (rows) and rater 2 (columns) of a table of counts."""
    cells = [(labels[i], labels[j]) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return [first for first, _ in cells], [second for _, second in cells]


def test_p13_the_base_rate_judge_is_shown_for_what_it_is() -> None:
    """Case P13: accuracy 0.9, kappa 0, true negative rate 0."""
    found = calibration(input_of(said("a", ["pass"] * 10), gold=["pass"] * 9 + ["fail"]))
    assert one(found, "accuracy").value == pytest.approx(0.9)
    assert one(found, "cohen_kappa").value == pytest.approx(0.0, abs=1e-12)
    assert one(found, "specificity", group="pass").value == 0.0
    assert one(found, "sensitivity", group="pass").value == 1.0
    assert "serious: Always saying 'pass' would be right on 90 % of the 10 gold items of c; a is right on 90 % (Cohen's kappa 0.00)" in texts(found)
    assert found.analysis.blocks["baseline"] == [{"judge": "a", "criterion": "c", "label": "pass", "share": 0.9, "accuracy": 0.9}]


def test_a_judge_below_the_base_rate_that_still_sees_something_is_a_warning() -> None:
    """48 of 60 gold items pass; the judge finds all 12 that fail and fails 16 more: accuracy 44/60 below 48/60, kappa well above 0."""
    found = calibration(input_of(said("a", ["pass"] * 32 + ["fail"] * 16 + ["fail"] * 12), gold=["pass"] * 48 + ["fail"] * 12))
    assert one(found, "accuracy").value == pytest.approx(44 / 60)
    assert one(found, "cohen_kappa").low is not None
    assert "warning: Always saying 'pass'" in texts(found)
    assert "by accuracy it does no better than a judge that never looks" in texts(found)


def test_two_by_two_table_by_hand() -> None:
    """40 pass/pass, 9 pass/fail, 6 fail/pass, 45 fail/fail: kappa .6995 (methods.md 2.2), accuracy .85, sensitivity 40/46, specificity 45/54."""
    judge, gold = pairs_of([[40, 9], [6, 45]], ["pass", "fail"])
    found = calibration(input_of(said("a", judge), gold=gold))
    assert one(found, "cohen_kappa").value == pytest.approx(0.6995, abs=5e-5)
    assert one(found, "gwet_ac").value == pytest.approx(0.7007, abs=5e-5)
    assert one(found, "krippendorff_alpha").value == pytest.approx(0.7008, abs=5e-5)
    assert one(found, "accuracy").value == pytest.approx(0.85)
    assert one(found, "sensitivity", group="pass").value == pytest.approx(40 / 46)
    assert one(found, "specificity", group="pass").value == pytest.approx(45 / 54)
    assert one(found, "sensitivity", group="fail").value == pytest.approx(45 / 54)
    assert one(found, "specificity", group="fail").value == pytest.approx(40 / 46)
    assert one(found, "balanced_accuracy").value == pytest.approx((40 / 46 + 45 / 54) / 2)
    assert one(found, "mcc").value == pytest.approx((40 * 45 - 9 * 6) / (49 * 51 * 46 * 54) ** 0.5)
    assert one(found, "judged_rate", group="pass").value == pytest.approx(0.49)
    assert one(found, "accuracy").n_items == 100


def test_the_positive_class_comes_first() -> None:
    found = calibration(input_of(said("a", ["pass", "fail"]), gold=["pass", "fail"]))
    assert [e.group for e in found.estimates if e.name == "sensitivity"] == ["pass", "fail"]


def test_confusion_has_gold_in_rows_the_judge_in_columns_and_counts_what_is_missing() -> None:
    rows = said("a", ["pass", "fail", "fail", "!refused"], ["pass", "pass", "fail", "fail"])
    found = calibration(input_of(rows, gold=["pass", "pass", "fail", "fail"]))
    assert found.analysis.blocks["confusion"] == [{"judge": "a", "criterion": "c", "labels": ["pass", "fail"], "counts": [[3, 1], [0, 3]], "missing": [0, 1]}]


def test_ordinal_words_in_the_rubrics_order() -> None:
    """Case P14: gold poor good fair, judge poor fair fair: mean shift -1/3, MAE 1/3; quadratic kappa by hand."""
    rubric = rubric_of({"level": "ordinal", "labels": ["poor", "fair", "good"]})
    found = calibration(input_of(said("a", ["poor", "fair", "fair"]), rubric, gold=["poor", "good", "fair"]))
    assert one(found, "mean_shift").value == pytest.approx(-1 / 3)
    assert one(found, "mae").value == pytest.approx(1 / 3)
    # squared distances: 1/3 observed; expected (0 + 4 + 1 + 2 * (1 + 1 + 0)) / 9 = 1
    assert one(found, "cohen_kappa").value == pytest.approx(1 - 1 / 3)


def test_p14_quadratic_kappa_on_a_scale_of_ten() -> None:
    """Case P14: 0.98876 in the rubric's order, 0.4375 when sorted as strings."""
    rubric = rubric_of({"level": "ordinal", "labels": [str(n) for n in range(1, 11)]})
    found = calibration(input_of(said("a", ["1", "2", "9", "3"]), rubric, gold=["1", "2", "10", "3"]))
    assert one(found, "cohen_kappa").value == pytest.approx(0.98876, abs=5e-6)


def test_correlations_are_left_out_on_nominal_scales() -> None:
    names = {e.name for e in calibration(input_of(said("a", ["pass", "fail"]), gold=["pass", "fail"])).estimates}
    assert not names & {"pearson", "spearman", "kendall_tau_b", "mae", "mean_shift"}


def test_on_a_continuous_scale_exact_agreement_is_undefined_in_words() -> None:
    rubric = rubric_of({"level": "interval", "low": 0, "high": 100})
    found = calibration(input_of(said("a", ["10", "20", "35"]), rubric, gold=["12", "20", "31"]))
    # Quadratic weights need no points: squared differences 4, 0, 16 of the pairs, 1500 / 9 on average by chance: 1 - (20 / 3) / (1500 / 9).
    assert one(found, "cohen_kappa").value == pytest.approx(0.96)
    for name in ("accuracy", "gwet_ac", "balanced_accuracy", "mcc"):
        estimate = one(found, name)
        assert estimate.value is None, name
        assert estimate.undefined
    assert one(found, "mae").value == pytest.approx(2.0)
    assert one(found, "mean_shift").value == pytest.approx(2 / 3)
    assert one(found, "pearson").value is not None


def test_a_gold_mean_between_two_points_counts_as_it_is_in_numbers_and_rounded_in_matches() -> None:
    rubric = rubric_of({"level": "interval", "low": 1, "high": 5, "step": 1})
    labels = [
        GoldLabel(item_id=f"i{n}", annotator=who, label=text, criterion="c")
        for n, two in enumerate(["23", "44", "12", "55"])
        for who, text in zip("xy", two, strict=True)
    ]
    gold = adjudicate(labels, rubric, [f"i{n}" for n in range(4)])
    found = calibration(input_of(said("a", ["2", "4", "1", "5"]), rubric, gold=gold))
    assert one(found, "mae").value == pytest.approx((0.5 + 0 + 0.5 + 0) / 4)
    assert one(found, "accuracy").value is not None
    assert "2 items" in one(found, "accuracy").method
    assert [case.item_id for case in found.cases] == []


def test_replicates_are_single_runs_and_the_majority_is_a_judge_of_its_own() -> None:
    """Three runs right on 4, 2 and 2 of 4: mean 2/3; majorities right on 3 of 4."""
    rows = said("a", ["pass", "pass", "fail", "fail"], ["pass", "fail", "fail", "pass"], ["fail", "pass", "fail", "pass"])
    found = calibration(input_of(rows, gold=["pass", "pass", "fail", "fail"]))
    assert one(found, "accuracy").value == pytest.approx((4 / 4 + 2 / 4 + 2 / 4) / 3)
    assert one(found, "accuracy", "a#majority").value == pytest.approx(3 / 4)
    assert one(found, "accuracy").n_items == one(found, "accuracy", "a#majority").n_items == 4


def test_one_replicate_has_no_majority() -> None:
    found = calibration(input_of(said("a", ["pass", "fail"]), gold=["pass", "fail"]))
    assert {e.judge for e in found.estimates} == {"a"}


def test_a_tied_majority_is_no_verdict_and_is_said() -> None:
    rows = said("a", ["pass", "pass", "fail"], ["fail", "pass", "fail"])
    found = calibration(input_of(rows, gold=["pass", "pass", "fail"]))
    majority = one(found, "accuracy", "a#majority")
    assert (majority.value, majority.n_items) == (1.0, 2)
    assert "majority of a is tied on 1 of 3 gold items" in texts(found)


def test_a_missing_verdict_is_left_out_counted_and_never_wrong() -> None:
    rows = said("a", ["pass", "fail", "!refused", "!error"])
    found = calibration(input_of(rows, gold=["pass", "fail", "pass", "fail"]))
    assert one(found, "accuracy").value == 1.0
    assert one(found, "accuracy").n_items == 2
    assert "no verdict on c in 2 of 4 calls on gold items (50 %); gold items without any verdict: 2 of 4" in texts(found)


def test_items_without_gold_count_for_the_judged_rate_only() -> None:
    found = calibration(input_of(said("a", ["pass", "fail", "pass", "pass"]), gold=["pass", "fail", None, None]))
    assert one(found, "accuracy").n_items == 2
    rate = one(found, "judged_rate", group="pass")
    assert (rate.value, rate.n_items) == (0.75, 4)


def test_every_item_that_differs_is_a_case_with_its_tally() -> None:
    rows = said("a", *[["fail", "pass", "pass"]] * 3, *[["fail", "fail", "pass"]] * 2)
    found = calibration(input_of(rows, gold=["pass", "pass", "pass"]))
    assert [(c.item_id, c.flag, c.replicates, c.detail) for c in found.cases] == [
        ("i0", "judge_gold_disagreement", (0, 1, 2, 3, 4), "gold pass, judge fail x5"),
        ("i1", "judge_gold_disagreement", (3, 4), "gold pass, judge pass x3, fail x2"),
    ]


def test_disagreement_on_a_continuous_scale_leaves_room() -> None:
    rubric = rubric_of({"level": "interval", "low": 0, "high": 100})
    found = calibration(input_of(said("a", ["50", "80"]), rubric, gold=["55", "50"]))
    assert [case.item_id for case in found.cases] == ["i1"]


def test_no_gold_says_how_to_give_it() -> None:
    found = calibration(input_of(said("a", ["pass"])))
    assert found.analysis.status == "not_measured"
    assert "--gold" in str(found.analysis.reason)
    assert found.estimates == ()


def test_disputed_conflicting_and_unknown_gold_is_said_and_left_out() -> None:
    labels = [("i0", "x", "pass"), ("i0", "y", "fail"), ("i1", "x", "pass"), ("i2", "x", "fail"), ("i2", "x", "pass"), ("zz", "x", "pass")]
    gold = adjudicate([GoldLabel(item_id=i, annotator=a, label=text, criterion="c") for i, a, text in labels], rubric_of(), ["i0", "i1", "i2"])
    found = calibration(input_of(said("a", ["pass", "pass", "pass"]), gold=gold))
    assert one(found, "accuracy").n_items == 1
    row = found.analysis.blocks["gold"][0]
    assert (row["zero"], row["one"], row["two_plus"], row["disputed"], row["conflicts"], row["unknown_items"]) == (1, 1, 1, 1, 1, 1)
    assert (row["disputed_listed"], row["conflicts_listed"], row["unknown_items_listed"]) == (["i0"], ["i2"], ["zz"])
    for word in ("disputed", "two different labels", "not among the judged ones"):
        assert word in texts(found)


def test_gold_that_decides_nothing_is_not_measured() -> None:
    gold = Gold(disputed=(("c", "i0"),), labels_per_item={"c": {"0": 0, "1": 0, "2+": 1}})
    found = calibration(input_of(said("a", ["pass"]), gold=gold))
    assert found.analysis.status == "not_measured"
    assert all(e.value is None for e in found.estimates if e.name != "judged_rate")


def test_a_judge_without_any_row_is_undefined_and_not_left_out() -> None:
    found = calibration(input_of(said("a", ["pass", "fail"]), gold=["pass", "fail"], planned={("a", "c"): 2, ("b", "c"): 2}))
    assert one(found, "cohen_kappa", "b").undefined == "no verdict: the judge gave no row"


def test_strata_have_numbers_of_their_own() -> None:
    rows = [{**row, "stratum": "hard" if row["item_id"] in ("i2", "i3") else "easy"} for row in said("a", ["pass", "fail", "pass", "pass"])]
    found = calibration(input_of(rows, gold=["pass", "fail", "fail", "pass"]))
    assert one(found, "accuracy", stratum="easy").value == 1.0
    assert one(found, "accuracy", stratum="hard").value == 0.5
    assert one(found, "accuracy").value == 0.75


@pytest.mark.parametrize("kind", ["codes", "disputed", "conflicts", "abstained"])
def test_overlap_is_there_when_one_item_has_both(kind: str) -> None:
    key = (("c", "i0"),)
    made = {"codes": Gold(codes={key[0]: 1.0}), "disputed": Gold(disputed=key), "conflicts": Gold(conflicts=key), "abstained": Gold(abstained=key)}
    check_overlap(input_of(said("a", ["pass"]), gold=made[kind]))


def test_nothing_in_common_is_an_error_that_shows_both_ids() -> None:
    data = input_of(said("a", ["pass"]), gold=Gold(unknown_items=("item-0",)))
    with pytest.raises(NothingInCommonError, match="nothing in common") as refused:
        check_overlap(data)
    assert refused.value.exit_code == 3
    assert "item-0" in str(refused.value)
    assert "i0" in str(refused.value)
    assert refused.value.fix


def test_gold_on_planned_items_that_nobody_judged_is_nothing_in_common() -> None:
    data = input_of(said("a", ["pass"]), item_ids=["i0", "i1"], gold=Gold(codes={("c", "i1"): 1.0}))
    with pytest.raises(NothingInCommonError):
        check_overlap(data)


def test_gold_on_another_criterion_is_nothing_in_common() -> None:
    with pytest.raises(NothingInCommonError):
        check_overlap(input_of(said("a", ["pass"]), gold=Gold(codes={("other", "i0"): 1.0})))


def test_without_gold_there_is_nothing_to_refuse() -> None:
    check_overlap(input_of(said("a", ["pass"])))


def test_diagnosis_table_with_four_labels() -> None:
    """Gwet's diagnosis table: Cohen .43150, AC1 .45616, alpha .43162 (methods.md B)."""
    labels = ["w", "x", "y", "z"]
    judge, gold = pairs_of([[40, 4, 4, 17], [6, 25, 2, 13], [4, 1, 21, 12], [15, 5, 9, 45]], labels)
    found = calibration(input_of(said("a", judge), rubric_of({"level": "nominal", "labels": labels}), gold=gold))
    assert one(found, "cohen_kappa").value == pytest.approx(0.43150, abs=5e-6)
    assert one(found, "gwet_ac").value == pytest.approx(0.45616, abs=5e-6)
    assert one(found, "krippendorff_alpha").value == pytest.approx(0.43162, abs=5e-6)
    groups = list(chain.from_iterable([e.group] for e in found.estimates if e.name == "sensitivity"))
    assert groups == labels
    assert not [e for e in found.estimates if e.name == "judged_rate"]
