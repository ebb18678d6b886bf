"""Judges against each other on the same items, and single runs against each other. Numbers by hand, or from scipy on the counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from analyses_builder import input_of, one, rubric_of, said, texts
from scipy.stats import binomtest

from judgeaudit import stats
from judgeaudit.analyses.calibration import calibration
from judgeaudit.domain.results import AnalysisOutput

ITEMS = 40
GOLD = ["pass"] * ITEMS
SCORES: dict[str, Any] = {"level": "interval", "low": 0, "high": 10, "step": 1}


def right(n_right: int, *, first: bool = True) -> list[str | None]:
    """Right on the first (or last) n of ITEMS items that all pass."""
    labels: list[str | None] = ["pass"] * n_right + ["fail"] * (ITEMS - n_right)
    return labels if first else labels[::-1]


def pair(found: AnalysisOutput, first: str = "a", second: str = "b") -> dict[str, Any]:
    rows = [row for row in found.analysis.blocks["judge_pairs"] if (row["first"], row["second"]) == (first, second)]
    assert len(rows) == 1
    return dict(rows[0])


def test_two_judges_on_the_same_items() -> None:
    """a right on 36, b on 24 of them: 12 discordant items, all in favour of a: exact p 2 / 2^12, difference 0.3."""
    found = calibration(input_of(said("a", right(36)) + said("b", right(24)), gold=GOLD))
    row = pair(found)
    assert row["test"] == "mcnemar"
    assert row["metric"] == "accuracy"
    assert (row["difference"], row["first_value"], row["second_value"]) == pytest.approx((0.3, 0.9, 0.6))
    assert row["p"] == pytest.approx(2 / 2**12)
    assert row["p_adjusted"] == row["p"]
    assert row["low"] < 0.3 < row["high"]
    assert row["n_items"] == ITEMS
    assert "a is right on 90 % of items and b is right on 60 % of items: a is clearly better (difference 30.0 percentage points" in texts(found)


def test_only_items_that_both_answered_count() -> None:
    a, b = right(40), right(20)
    a[:10] = ["!refused"] * 10
    b[35:] = [None] * 5
    row = pair(calibration(input_of(said("a", a) + said("b", b), gold=GOLD)))
    assert row["n_items"] == 25
    assert (row["first_value"], row["second_value"]) == pytest.approx((1.0, 10 / 25))
    assert row["p"] == pytest.approx(binomtest(0, 15, 0.5).pvalue)


def test_p_values_are_corrected_for_all_pairs() -> None:
    """a-b 12 of 12, a-c 6 of 6 and c-b 6 of 6 discordant items: p 2/2^12, 2/2^6, 2/2^6; Holm: 3 p, 2 p, 2 p."""
    found = calibration(input_of(said("a", right(36)) + said("b", right(24)) + said("c", right(30)), gold=GOLD))
    assert pair(found, "a", "b")["p_adjusted"] == pytest.approx(3 * 2 / 2**12)
    assert pair(found, "a", "c")["p_adjusted"] == pytest.approx(2 * 2 / 2**6)
    assert pair(found, "b", "c")["p_adjusted"] == pytest.approx(2 * 2 / 2**6)
    assert (
        "On c a does best among 3 judges, each two compared on the same items (3 comparisons, corrected for their number): clearly better than b; not clearly"
        in (texts(found))
    )


def test_judges_that_are_never_apart_differ_by_nothing() -> None:
    row = pair(calibration(input_of(said("a", right(30)) + said("b", right(30)), gold=GOLD)))
    assert (row["difference"], row["p"]) == (0.0, 1.0)
    assert row["low"] < 0 < row["high"]


def test_replicates_count_as_shares_and_never_as_items() -> None:
    """Three runs of a are right on 36, 36 and 0 of 40, b on 24: mean 0.6 - 0.6; the unit is the item."""
    found = calibration(input_of(said("a", right(36), right(36), right(0)) + said("b", right(24)), gold=GOLD))
    row = pair(found)
    assert (row["test"], row["n_items"]) == ("permutation", ITEMS)
    assert row["difference"] == pytest.approx(0.0)


def test_clusters_are_the_unit() -> None:
    """All ten differing items share two texts: two units that differ, so that p cannot be below 2 / 2^2."""
    rows = [{**row, "cluster": f"t{int(row['item_id'][1:]) // 5}"} for row in said("a", right(40)) + said("b", right(30))]
    row = pair(calibration(input_of(rows, gold=GOLD)))
    assert row["test"] == "permutation"
    assert row["p"] == pytest.approx(0.5)
    assert row["difference"] == pytest.approx(0.25)


def test_scores_are_compared_by_their_errors() -> None:
    """Lower is better: a is off by 1 throughout, b by 3."""
    found = calibration(input_of(said("a", ["6"] * 20) + said("b", ["8"] * 20), rubric_of(SCORES), gold=["5"] * 20))
    row = pair(found)
    assert (row["metric"], row["difference"]) == ("mae", -2.0)
    assert row["p"] == pytest.approx(2 / 2**20)
    assert "a is clearly better" in texts(found)


def test_many_items_that_differ_are_taken_as_normal() -> None:
    """1,500 items with two runs each: the p value of the permutation test within a hundredth of itself, at a twentieth of its cost."""
    rng = np.random.default_rng(4)
    runs = {judge: [["pass" if right else "fail" for right in rng.random(4000) < share] for _ in range(2)] for judge, share in (("a", 0.62), ("b", 0.6))}
    row = pair(calibration(input_of(said("a", *runs["a"]) + said("b", *runs["b"]), gold=["pass"] * 4000, n_resamples=0)))
    share = {judge: np.mean([[label == "pass" for label in run] for run in of_judge], axis=0) for judge, of_judge in runs.items()}
    found = stats.paired_permutation(np.column_stack([share["a"], share["b"]]))
    assert row["test"] == "permutation, normal"
    assert 0.0001 < row["p"] < 0.5
    assert row["p"] == pytest.approx(found.value, rel=0.01)
    assert row["difference"] == pytest.approx(found.effect)


def test_one_judge_has_nobody_beside_it() -> None:
    assert "judge_pairs" not in calibration(input_of(said("a", right(30)), gold=GOLD)).analysis.blocks


def test_a_judge_without_common_items_is_no_test() -> None:
    a: list[str | None] = ["pass", "pass", None, None]
    b: list[str | None] = [None, None, "pass", "fail"]
    found = calibration(input_of(said("a", a) + said("b", b) + said("c", ["pass"] * 4), gold=GOLD[:4]))
    assert pair(found)["p"] is None
    assert pair(found)["difference"] is None
    assert pair(found, "b", "c")["p_adjusted"] == pytest.approx(1.0)


def test_single_runs_and_their_spread() -> None:
    """Three runs right on 40, 30 and 20 of 40: mean .75, standard deviation .25."""
    found = calibration(input_of(said("a", right(40), right(30), right(20)), gold=GOLD))
    row = found.analysis.blocks["runs"][0]
    assert row["values"] == [1.0, 0.75, 0.5]
    assert (row["mean"], row["sd"], row["lowest"], row["highest"]) == pytest.approx((0.75, 0.25, 0.5, 1.0))
    assert row["n_items"] == [ITEMS] * 3
    assert one(found, "accuracy").value == pytest.approx(row["mean"])
    assert "Asked once, a is right on 50 % to 100 % of the items of c, depending on which of 3 runs one takes (mean 75 %)." in texts(found)


def test_a_run_without_any_verdict_has_no_value() -> None:
    found = calibration(input_of(said("a", right(40), right(20), ["!error"] * ITEMS), gold=GOLD))
    assert found.analysis.blocks["runs"][0]["values"] == [1.0, 0.5, None]
    assert "which of 2 runs" in texts(found)


def test_one_run_has_no_spread() -> None:
    found = calibration(input_of(said("a", right(30)), gold=GOLD))
    assert found.analysis.blocks["runs"] == []


def test_limits_of_agreement_by_hand() -> None:
    """Differences 1 -1 3 1 over and over: mean 1; limits 1 -+ 1.96 s, with s of the 40 differences."""
    judge = ["6", "4", "8", "6"] * 10
    found = calibration(input_of(said("a", judge), rubric_of(SCORES), gold=["5"] * 40))
    row = found.analysis.blocks["limits"][0]
    s = float(np.std([1, -1, 3, 1] * 10, ddof=1))
    assert (row["mean_shift"], row["lower_limit"], row["upper_limit"]) == pytest.approx((1.0, 1 - 1.96 * s, 1 + 1.96 * s))
    assert row["lower_limit_low"] < row["lower_limit"] < row["lower_limit_high"]
    assert row["share_inside"] == 1.0
    assert row["n_items"] == 40


def test_no_limits_on_nominal_scales_and_words_where_all_differences_are_the_same() -> None:
    assert calibration(input_of(said("a", right(30)), gold=GOLD)).analysis.blocks["limits"] == []
    found = calibration(input_of(said("a", ["6"] * 12), rubric_of(SCORES), gold=["5"] * 12))
    row = found.analysis.blocks["limits"][0]
    assert (row["mean_shift"], row["lower_limit"]) == (1.0, None)
    assert "no limits" in row["note"]
