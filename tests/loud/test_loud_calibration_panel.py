"""A panel beside its members: nobody gets better by being silent, and nobody counts twice by having two names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from judgeaudit.analyses.calibration import calibration
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.domain.rubric import Judge
from tests.core.analyses_builder import input_of, rubric_of, said, texts

N = 100
GOLD = ["pass"] * N


def labels(*wrong: int) -> list[str | None]:
    """Right but on these items."""
    return ["fail" if n in wrong else "pass" for n in range(N)]


def row_of(found: AnalysisOutput) -> dict[str, Any]:
    return dict(found.analysis.blocks["panel"][0])


def two() -> AnalysisOutput:
    """a is wrong on 5 items, b on 25 others: tied on 30, right together on 70."""
    return calibration(input_of(said("a", labels(*range(5))) + said("b", labels(*range(5, 30))), gold=GOLD))


def test_tied_items_count_in_the_comparison() -> None:
    """The panel is right on 70 of 100, a on 95: 25 items on which a alone is right, none the other way."""
    row = row_of(two())
    assert (row["n_tied"], row["best_judge"]) == (30, "a")
    assert row["difference"] == pytest.approx(-0.25)
    assert row["p"] == pytest.approx(binomtest(0, 25, 0.5).pvalue)
    found = texts(two())
    assert "over all gold items, none counting as right without a verdict, the best member alone is clearly better (p 6e-08)" in found


def test_two_judges_are_told_what_their_majority_is() -> None:
    assert "A majority of two judges is their agreement: it decides nothing else." in texts(two())
    three = said("a", labels(*range(5))) + said("b", labels(*range(5, 30))) + said("c", labels(40))
    assert "is their agreement" not in texts(calibration(input_of(three, gold=GOLD)))


def test_missing_on_all_items_is_no_better_than_missing_on_most() -> None:
    """Of a file: the rubric plans d, whose column is empty or whose rows are not there."""
    rubric = rubric_of()
    rubric = rubric.model_copy(update={"judges": tuple(Judge(model=name) for name in "abcd")})
    rows = said("a", labels(*range(5))) + said("b", labels(*range(5, 30))) + said("c", labels(*range(30, 40)))
    absent = row_of(calibration(input_of(rows, rubric, gold=GOLD)))
    silent = row_of(calibration(input_of([*rows, *said("d", ["!error"] * N)], rubric, gold=GOLD)))
    for row in (absent, silent):
        assert row["members"] == ["a", "b", "c", "d"]
        # two of four against one: the missing vote could make it two to two
        assert (row["n_undecided"], row["n_tied"]) == (40, 0)
        assert row["difference"] == pytest.approx(0.6 - 0.95)
    assert "without any verdict, counted as planned: d" in absent["note"]


def test_a_rubric_of_other_judges_plans_nobody() -> None:
    rubric = rubric_of().model_copy(update={"judges": (Judge(model="another"),)})
    assert row_of(calibration(input_of(said("a", labels(1)) + said("b", labels(2)), rubric, gold=GOLD)))["members"] == ["a", "b"]


def named_thrice() -> list[dict[str, Any]]:
    first = labels(*range(2))
    return [row for name in ("a", "a2", "a3") for row in said(name, first)] + said("b", labels(*range(2, 12))) + said("c", labels(*range(40, 70)))


def test_judges_that_never_differ_are_named() -> None:
    found = calibration(input_of(named_thrice(), gold=GOLD))
    assert "a, a2 and a3 give the same verdict on every item of c: one judge under 3 names" in texts(found)


def test_names_of_one_judge_cost_no_power() -> None:
    """The corrected p of a and b is what it is without a2 and a3: three comparisons, not ten."""
    once = [row for row in named_thrice() if row["judge"] not in ("a2", "a3")]
    alone, thrice = (calibration(input_of(rows, gold=GOLD)) for rows in (once, named_thrice()))

    def adjusted(found: AnalysisOutput) -> dict[tuple[str, str], float]:
        return {(row["first"], row["second"]): row["p_adjusted"] for row in found.analysis.blocks["judge_pairs"]}

    assert len(adjusted(thrice)) == 10
    for pair, p in adjusted(alone).items():
        assert adjusted(thrice)[pair] == pytest.approx(p)
    assert adjusted(thrice)["a2", "b"] == adjusted(thrice)["a", "b"]
    assert adjusted(thrice)["a", "a3"] == 1.0
    assert "(3 comparisons, corrected for their number)" in texts(thrice)


def test_two_names_of_one_judge_are_not_compared() -> None:
    found = texts(calibration(input_of(said("a", labels(1, 2)) + said("b", labels(1, 2)), gold=GOLD)))
    assert "a and b give the same verdict on every item" in found
    assert "the difference may be chance (p 1)." not in found.split("majority")[0]


def test_judges_that_are_as_often_right_are_not_the_same() -> None:
    rng = np.random.default_rng(1)
    one, other = (labels(*rng.choice(N, 10, replace=False).tolist()) for _ in range(2))
    assert "the same verdict" not in texts(calibration(input_of(said("a", one) + said("b", other), gold=GOLD)))
    assert "the same verdict" not in texts(calibration(input_of(said("a", labels()[:5]) + said("b", labels()[:5]), gold=GOLD[:5])))


@pytest.mark.parametrize("empty", [True, False], ids=["empty rows", "no rows"])
def test_a_silent_member_says_nothing_of_how_the_others_err(empty: bool) -> None:
    """Three judges err on items of their own: they are worth three, whoever was planned besides."""
    rubric = rubric_of()
    rubric = rubric.model_copy(update={"judges": tuple(Judge(model=name) for name in "abcd")})
    rows = said("a", labels(*range(5))) + said("b", labels(*range(5, 30))) + said("c", labels(*range(30, 40)))
    found = calibration(input_of([*rows, *(said("d", ["!error"] * N) if empty else [])], rubric, gold=GOLD))
    assert row_of(found)["silent"] == ["d"]
    assert "Its 3 judges that answer err independently of each other (d gave no verdict)." in texts(found)
    assert "err together" not in texts(found)
    assert "Its 3 judges err independently of each other." in texts(calibration(input_of(rows, gold=GOLD)))
