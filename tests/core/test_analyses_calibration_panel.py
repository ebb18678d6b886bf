"""Is a panel worth its price? Votes counted by hand."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from analyses_builder import input_of, rubric_of, said, texts

from judgeaudit import stats
from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.calibrations.panel import panel_majority
from judgeaudit.analyses.gold import Gold
from judgeaudit.domain.results import AnalysisOutput

NAN = float("nan")


def row_of(found: AnalysisOutput) -> dict[str, Any]:
    assert len(found.analysis.blocks["panel"]) == 1
    return dict(found.analysis.blocks["panel"][0])


MAJORITIES: list[tuple[list[float], float | None, str]] = [
    ([1, 1, 0], 1, ""),
    ([1, 0, 0], 0, ""),
    ([1, 1, NAN], 1, ""),
    ([1, NAN, NAN], None, "undecided"),  # one of three planned votes is no majority of the panel
    ([1, 0, NAN], None, "tied"),
    ([1, 1, 0, 0], None, "tied"),
    ([1, 1, 0, NAN], None, "undecided"),  # the missing vote could make it two to two
    ([1, 1, NAN, NAN], None, "undecided"),
    ([1, 1, 1, NAN], 1, ""),
    ([1, 2, 3], None, "tied"),
    ([1, 1, 2, 3], 1, ""),  # leads alone, and nobody is missing
    ([1, 1, 2, 3, NAN], None, "undecided"),
    ([NAN, NAN, NAN], None, "undecided"),
]


@pytest.mark.parametrize(("votes", "winner", "why"), MAJORITIES)
def test_the_majority_of_all_planned_members(votes: list[float], winner: float | None, why: str) -> None:
    """Whatever the order: the missing stay in the denominator, and ties are ties."""
    orders = np.array(sorted(set(permutations(map(str, votes)))), dtype=float)
    codes, tied, undecided = panel_majority(orders, level="nominal")
    assert len(codes) == len(orders)
    assert np.isnan(codes).all() if winner is None else (codes == winner).all()
    assert tied.all() == tied.any() == (why == "tied")
    assert undecided.all() == undecided.any() == (why == "undecided")


def test_the_mean_of_scores_needs_more_than_half_of_the_panel() -> None:
    codes, tied, undecided = panel_majority(np.array([[1, 2, 6], [1, 4, NAN], [3, NAN, NAN]]), level="interval")
    assert codes[:2].tolist() == [3.0, 2.5]
    assert np.isnan(codes[2])
    assert not tied.any()
    assert undecided.tolist() == [False, False, True]


def three(n: int = 30) -> tuple[list[dict[str, Any]], list[str]]:
    """Three judges, each wrong on its own third of the items: the majority is always right."""
    gold = ["pass" if i % 2 else "fail" for i in range(n)]
    wrong = {"pass": "fail", "fail": "pass"}
    rows = [row for k, judge in enumerate("abc") for row in said(judge, [wrong[g] if i % 3 == k else g for i, g in enumerate(gold)])]
    return rows, gold


def test_a_panel_whose_members_err_apart() -> None:
    rows, gold = three()
    found = calibration(input_of(rows, gold=gold))
    row = row_of(found)
    assert row["members"] == ["a", "b", "c"]
    assert row["best_judge"] == "a"
    assert row["majority_accuracy"] == 1.0
    assert row["best_accuracy"] == pytest.approx(2 / 3)
    assert row["difference"] == pytest.approx(1 / 3)
    assert row["low"] < 1 / 3 < row["high"]
    assert row["p"] == pytest.approx(2 / 2**10)
    assert row["dawid_skene_accuracy"] == 1.0
    assert row["effective_judges"] == pytest.approx(3.0)
    assert (row["n_items"], row["n_tied"], row["n_undecided"]) == (30, 0, 0)
    assert (
        "On c the majority of 3 judges is right on 100 % of items. Its best member, a, is right on 67 % of items: on the same items the panel is clearly better"
        in (texts(found))
    )


def test_members_that_make_the_same_mistakes_are_worth_one() -> None:
    gold = ["pass"] * 20 + ["fail"] * 20
    labels = ["pass"] * 30 + ["fail"] * 10
    found = calibration(input_of(said("a", labels) + said("b", labels) + said("c", labels), gold=gold))
    row = row_of(found)
    assert row["effective_judges"] == pytest.approx(1.0)
    assert (row["difference"], row["p"]) == (0.0, 1.0)
    assert "are worth 1.0 that err independently" in texts(found)


def test_effective_judges_are_the_statistic_on_errors() -> None:
    rng = np.random.default_rng(2)
    gold = rng.integers(0, 2, 50)
    votes = np.where(rng.random((50, 3)) < 0.25, 1 - gold[:, None], gold[:, None])
    rows = [row for k, judge in enumerate("abc") for row in said(judge, ["pass" if v else "fail" for v in votes[:, k]])]
    found = calibration(input_of(rows, gold=["pass" if g else "fail" for g in gold]))
    assert row_of(found)["effective_judges"] == pytest.approx(stats.effective_judges(votes, gold=gold).value)


def test_a_planned_member_without_any_row_stays_in_the_denominator() -> None:
    """Of three planned, c never answered: two votes alike are more than half, one to one is a tie."""
    rows = said("a", ["pass", "pass", "fail"]) + said("b", ["pass", "fail", "fail"])
    found = calibration(input_of(rows, gold=["pass", "pass", "fail"], planned={(judge, "c"): 3 for judge in "abc"}))
    row = row_of(found)
    assert row["members"] == ["a", "b", "c"]
    assert (row["n_items"], row["n_tied"], row["n_undecided"], row["n_gold"]) == (2, 1, 0, 3)
    assert "without any verdict, counted as planned: c" in row["note"]
    assert "1 of 3 gold items are tied or undecided" in texts(found)


def test_a_missing_verdict_may_leave_an_item_undecided() -> None:
    rows = said("a", ["pass", "pass"]) + said("b", ["!refused", "pass"]) + said("c", ["!error", "fail"])
    row = row_of(calibration(input_of(rows, gold=["pass", "pass"])))
    assert (row["n_items"], row["n_undecided"]) == (1, 1)


def test_two_members_can_only_agree_or_tie() -> None:
    row = row_of(calibration(input_of(said("a", ["pass"] * 4) + said("b", ["pass", "pass", "fail", "fail"]), gold=["pass"] * 4)))
    assert (row["majority_accuracy"], row["n_items"], row["n_tied"]) == (1.0, 2, 2)


def test_replicates_make_runs_of_the_panel() -> None:
    """Run 1: b and c outvote a wrong a; run 2: a is right. The panel is right in both, a in half."""
    rows = said("a", ["fail"] * 4, ["pass"] * 4) + said("b", ["pass"] * 4) + said("c", ["pass"] * 4)
    row = row_of(calibration(input_of(rows, gold=["pass"] * 4)))
    assert row["majority_accuracy"] == 1.0
    assert row["best_judge"] == "b"


def test_scores_are_averaged_and_compared_by_their_errors() -> None:
    rubric = rubric_of({"level": "interval", "low": 0, "high": 10, "step": 1})
    rows = said("a", ["7"] * 12) + said("b", ["4"] * 12) + said("c", ["4"] * 12)
    found = calibration(input_of(rows, rubric, gold=["5"] * 12))
    row = row_of(found)
    assert (row["metric"], row["majority_accuracy"], row["dawid_skene_accuracy"]) == ("mae", None, None)
    assert (row["panel_mae"], row["best_mae"], row["best_judge"]) == (0.0, 1.0, "b")
    assert "the mean of 3 judges is off by 0 points" in texts(found)


def test_the_order_of_judges_does_not_matter() -> None:
    rows, gold = three()
    forth = row_of(calibration(input_of(rows, gold=gold)))
    back = row_of(calibration(input_of(rows[::-1], gold=gold)))
    assert forth == back


def test_one_judge_is_no_panel_and_without_gold_items_there_is_none() -> None:
    assert "panel" not in calibration(input_of(said("a", ["pass"] * 3), gold=["pass"] * 3)).analysis.blocks
    rows = said("a", ["pass", "pass"]) + said("b", ["pass", "pass"])
    assert "panel" not in calibration(input_of(rows, gold=Gold(disputed=(("c", "i0"),)))).analysis.blocks
