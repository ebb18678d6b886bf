"""Do several judges say the same? Published tables as verdicts of judges."""

from __future__ import annotations

from typing import Any

import pytest
from analyses_builder import Row, input_of, one, rubric_of, said, texts

from judgeaudit.analyses.agreement import agreement

P15 = {"A": "ppffp.", "B": "ppfp..", "C": ".pffpp"}
CDATA = {"A": "123321412...", "B": "1233224125..", "C": ".33323422513", "D": "12332441251."}


def rows_of(raters: dict[str, str], words: dict[str, str] | None = None) -> list[Row]:
    return [row for rater, given in raters.items() for row in said(rater, [None if x == "." else (words or {}).get(x, x) for x in given])]


WORDS = {"p": "pass", "f": "fail"}


def test_p15_raters_may_see_different_subsets() -> None:
    """Case P15: nominal alpha 0.7; missing taken for a category it would be 0.32673."""
    found = agreement(input_of(rows_of(P15, WORDS)))
    alpha = one(found, "krippendorff_alpha", None)
    assert alpha.value == pytest.approx(0.7, abs=1e-9)
    assert alpha.n_items == 5


def test_krippendorff_c_data_by_level() -> None:
    """Krippendorff 2011, C data: nominal .7434, ordinal .8154, interval .8491 (methods.md A3)."""
    labels = ["1", "2", "3", "4", "5"]
    scales: list[tuple[dict[str, Any], float]] = [
        ({"level": "nominal", "labels": labels}, 0.7434210526),
        ({"level": "ordinal", "labels": labels}, 0.8153875038),
        ({"level": "interval", "low": 1, "high": 5, "step": 1}, 0.8491071429),
    ]
    for scale, expected in scales:
        found = agreement(input_of(rows_of(CDATA), rubric_of(scale)))
        assert one(found, "krippendorff_alpha", None).value == pytest.approx(expected, abs=1e-9)


def test_gwet_on_the_c_data() -> None:
    """irrCAC: AC1 .77544 with identity weights, AC2 .91400 with quadratic ones (methods.md B)."""
    nominal = agreement(input_of(rows_of(CDATA), rubric_of({"level": "nominal", "labels": list("12345")})))
    assert one(nominal, "gwet_ac", None).value == pytest.approx(0.77544, abs=5e-6)
    ordinal = agreement(input_of(rows_of(CDATA), rubric_of({"level": "ordinal", "labels": list("12345")})))
    assert one(ordinal, "gwet_ac", None).value == pytest.approx(0.91400, abs=5e-6)


def test_icc_2_1_of_shrout_and_fleiss() -> None:
    """Shrout & Fleiss 1979: ICC(2,1) .289764 (methods.md C5)."""
    table = {
        "j1": ["9", "6", "8", "7", "10", "6"],
        "j2": ["2", "1", "4", "1", "5", "2"],
        "j3": ["5", "3", "6", "2", "6", "4"],
        "j4": ["8", "2", "8", "6", "9", "7"],
    }
    rows = [row for judge, scores in table.items() for row in said(judge, scores)]
    found = agreement(input_of(rows, rubric_of({"level": "interval", "low": 1, "high": 10, "step": 1})))
    assert one(found, "icc_2_1", None).value == pytest.approx(0.289764, abs=5e-7)


def test_p14_nominal_codes_are_never_interval() -> None:
    """Case P14: nominal alpha 0.54167; read as interval it would be 0.77083."""
    labels = {"0": "x", "1": "y", "2": "z"}
    found = agreement(input_of(rows_of({"a": "012012", "b": "021012"}, labels), rubric_of({"level": "nominal", "labels": ["x", "y", "z"]})))
    assert one(found, "krippendorff_alpha", "a|b").value == pytest.approx(0.54167, abs=5e-6)


def test_p14_the_order_comes_from_the_rubric_and_not_from_the_alphabet() -> None:
    """Case P14: quadratic kappa 0.98876 in the rubric's order, 0.4375 when labels are sorted as strings."""
    rubric = rubric_of({"level": "ordinal", "labels": [str(n) for n in range(1, 11)]})
    found = agreement(input_of(said("a", ["1", "2", "9", "3"]) + said("b", ["1", "2", "10", "3"]), rubric))
    assert one(found, "cohen_kappa", "a|b").value == pytest.approx(0.98876, abs=5e-6)


def test_p13_all_equal_is_undefined_in_words_beside_full_observed_agreement() -> None:
    found = agreement(input_of(rows_of(dict.fromkeys("abc", "p" * 10), WORDS)))
    assert one(found, "observed_agreement", None).value == 1.0
    for name in ("krippendorff_alpha", "fleiss_kappa"):
        estimate = one(found, name, None)
        assert estimate.value is None
        assert estimate.undefined


def test_p13_one_disagreement_of_twenty() -> None:
    """Case P13: observed 0.95, alpha 0, AC1 0.94744, with a prevalence note."""
    found = agreement(input_of(rows_of({"a": "p" * 20, "b": "p" * 19 + "f"}, WORDS)))
    assert one(found, "observed_agreement", "a|b").value == pytest.approx(0.95)
    assert one(found, "krippendorff_alpha", "a|b").value == pytest.approx(0.0, abs=1e-12)
    assert one(found, "gwet_ac", "a|b").value == pytest.approx(0.94744, abs=5e-6)
    assert texts(found).count("Prevalence") == 1


def test_p13_no_overlap_is_undefined_in_words() -> None:
    found = agreement(input_of(rows_of({"a": "p.", "b": ".f"}, WORDS)))
    for estimate in found.estimates:
        assert estimate.value is None
        assert estimate.undefined
    assert one(found, "krippendorff_alpha", "a|b").value is None


def test_p13_a_single_rater_says_what_would_help() -> None:
    found = agreement(input_of(rows_of({"a": "pfp"}, WORDS)))
    assert found.analysis.status == "not_measured"
    assert found.analysis.reason is not None
    assert "second one" in found.analysis.reason


def test_a_planned_judge_that_gave_nothing_is_named() -> None:
    found = agreement(input_of(said("a", ["pass"]), planned={("a", "c"): 1, ("b", "c"): 1}))
    assert found.analysis.reason == "fewer than two judges gave a row; without any: b"


def test_numbers_are_means_over_single_runs() -> None:
    """Run 0 agrees on 4 of 4 items, run 1 on 2 of 4: 0.75; kappa 1 and 0: 0.5."""
    rows = said("a", ["pass", "pass", "fail", "fail"], ["pass", "pass", "fail", "fail"])
    rows += said("b", ["pass", "pass", "fail", "fail"], ["pass", "fail", "pass", "fail"])
    found = agreement(input_of(rows))
    assert one(found, "observed_agreement", "a|b").value == pytest.approx(0.75)
    assert one(found, "cohen_kappa", "a|b").value == pytest.approx(0.5)
    assert one(found, "cohen_kappa", "a|b").n_items == 4


def test_a_judge_that_was_asked_less_often_is_used_again_in_turn() -> None:
    rows = said("a", ["pass", "fail"], ["fail", "pass"], ["fail", "pass"]) + said("b", ["pass", "fail"])
    found = one(agreement(input_of(rows)), "observed_agreement", "a|b")
    assert found.value == pytest.approx(1 / 3)
    assert "3 runs, in which the replicates of b (1) are used again in turn" in found.method


def test_pairs_are_named_in_the_order_of_the_judges() -> None:
    found = agreement(input_of(said("zeta", ["pass", "fail"]) + said("alpha", ["pass", "fail"]) + said("mid", ["pass", "fail"])))
    assert list(dict.fromkeys(e.judge for e in found.estimates if e.judge)) == ["alpha|mid", "alpha|zeta", "mid|zeta"]


def test_the_matrix_is_symmetric_and_empty_on_its_diagonal() -> None:
    found = agreement(input_of(rows_of(P15, WORDS)))
    rows = {row["statistic"]: row for row in found.analysis.blocks["matrix"]}
    assert set(rows) == {"observed_agreement", "krippendorff_alpha", "cohen_kappa"}
    values = rows["observed_agreement"]["values"]
    assert rows["observed_agreement"]["judges"] == ["A", "B", "C"]
    assert [values[i][i] for i in range(3)] == [None, None, None]
    assert values[0][1] == values[1][0] == pytest.approx(3 / 4)
    assert values[0][2] == values[2][0] == pytest.approx(1.0)


def test_effective_judges_needs_gold() -> None:
    rows = said("a", ["pass", "fail"]) + said("b", ["pass", "pass"])
    assert "needs gold" in str(one(agreement(input_of(rows)), "effective_judges", None).undefined)


def test_judges_with_the_same_errors_are_worth_one() -> None:
    """Kish: n / (1 + (n - 1) rho) with rho = 1 is 1, whatever n."""
    wrong = ["fail", "fail"] + ["pass"] * 10
    rows = said("a", wrong) + said("b", wrong) + said("d", wrong)
    found = agreement(input_of(rows, gold=["pass"] * 12))
    assert one(found, "effective_judges", None).value == pytest.approx(1.0)


def test_icc_is_left_out_on_nominal_scales() -> None:
    assert not [e for e in agreement(input_of(rows_of(P15, WORDS))).estimates if e.name == "icc_2_1"]


def p11_rows() -> list[Row]:
    one_model = {"model_served": "vendor-a/judge-1", "fingerprint": "fp_a"}
    return said("vendor-a/judge-1", ["pass", "fail", "pass"], **one_model) + said("vendor-b/judge-2", ["pass", "fail", "pass"], **one_model)


def test_p11_a_judge_that_another_judges_model_answered_for_is_no_second_judge() -> None:
    found = agreement(input_of(p11_rows(), models={"vendor-a/judge-1": "vendor-a/judge-1", "vendor-b/judge-2": "vendor-b/judge-2"}))
    assert found.analysis.blocks["panel"] == {"independent_judges": 1, "judges": ["vendor-a/judge-1"]}
    assert found.analysis.reason is not None
    assert "consensus not established" in found.analysis.reason
    assert all(estimate.value is None for estimate in found.estimates)
    assert "serious" in texts(found)
    assert "not a second judge" in texts(found)


def test_p11_holds_for_a_verdict_file_without_a_rubrics_models() -> None:
    assert agreement(input_of(p11_rows())).analysis.blocks["panel"]["independent_judges"] == 1


def test_p11_the_other_judges_still_make_a_panel() -> None:
    rows = p11_rows() + said("vendor-c/judge-3", ["pass", "fail", "fail"], model_served="judge-3")
    found = agreement(input_of(rows))
    assert found.analysis.status == "measured"
    assert found.analysis.blocks["panel"]["independent_judges"] == 2
    assert one(found, "observed_agreement", None).value == pytest.approx(2 / 3)
    assert one(found, "observed_agreement", "vendor-a/judge-1|vendor-c/judge-3").value == pytest.approx(2 / 3)
    assert one(found, "cohen_kappa", "vendor-a/judge-1|vendor-b/judge-2").value is None


def test_p11_the_order_of_the_judges_does_not_matter() -> None:
    found = agreement(input_of(list(reversed(p11_rows()))))
    assert found.analysis.blocks["panel"] == {"independent_judges": 1, "judges": ["vendor-a/judge-1"]}


def test_two_judges_that_one_foreign_model_answered_for_are_one() -> None:
    rows = said("v/one", ["pass", "fail"], model_served="other/x") + said("v/two", ["pass", "fail"], model_served="other/x")
    found = agreement(input_of(rows))
    assert found.analysis.blocks["panel"] == {"independent_judges": 1, "judges": ["v/one"]}


def test_a_judge_that_was_only_partly_served_by_another_stays() -> None:
    rows = said("v/one", ["pass", "fail"], model_served="v/one")
    rows += said("v/two", ["pass", None], model_served="v/one") + said("v/two", [None, "fail"], model_served="v/two")
    assert agreement(input_of(rows)).analysis.blocks["panel"]["independent_judges"] == 2


def test_exact_kappa_on_a_continuous_scale_is_undefined_in_words() -> None:
    """Nearly every score is another one: it says nothing, and once took a table of all distinct scores squared to say it."""
    rubric = rubric_of({"level": "interval", "low": 0, "high": 100})
    found = agreement(input_of(said("a", ["10.5", "20", "35"]) + said("b", ["12", "20", "31"]), rubric))
    assert one(found, "fleiss_kappa", None).undefined == "the scale is continuous: no two scores need be equal"
    assert one(found, "krippendorff_alpha", None).value is not None
