"""Position: both orders of a pair, against the published formulas worked by hand."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.biases.position import position
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.domain.items import Item
from judgeaudit.domain.names import ESTIMATE_NAMES
from judgeaudit.domain.results import Analysis, AnalysisOutput, Estimate
from judgeaudit.domain.rubric import Rubric
from tests.core.analyses_builder import Row, input_of, rubric_of, said, texts

A, B, TIE = "response_a", "response_b", "tie"
PAIR = rubric_of({"level": "nominal", "labels": [A, B, TIE]}, mode="pairwise")
NO_TIE = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")


def bias(data: AnalysisInput) -> AnalysisOutput:
    """This part alone, as an output of the analysis."""
    found = position(data, [one for of_judge in shown(data) for one in of_judge])
    analysis = Analysis(name="bias", findings=tuple(found.findings), blocks=dict(found.blocks))
    return AnalysisOutput(analysis=analysis, estimates=tuple(found.estimates), cases=tuple(found.cases))


def both(plain: list[list[Any]], swapped: list[list[Any]], *, judge: str = "a") -> list[Row]:
    return [*said(judge, *plain), *said(judge, *swapped, probe="position", variant="swapped")]


def measured(plain: list[list[Any]], swapped: list[list[Any]], rubric: Rubric = PAIR, **more: Any) -> AnalysisOutput:
    return bias(input_of(both(plain, swapped), rubric, **more))


def found(output: AnalysisOutput, name: str, group: str | None = None, *, judge: str = "a", stratum: str | None = None) -> Estimate:
    (one,) = [e for e in output.estimates if (e.name, e.judge, e.group, e.stratum, e.variant) == (name, judge, group, stratum, None)]
    return one


# Slots chosen in (first order, turned order), and what that is once it is mapped back: AA is a, then b.
# One item of each of the nine: AA AB AC / BA BB BC / CA CB CC.
PLAIN = [A, A, A, B, B, B, TIE, TIE, TIE]
SWAPPED = [B, A, TIE, B, A, TIE, B, A, TIE]


def shi(primacy: int, recency: int, n: int) -> float:
    """Shi et al. 2024, arXiv:2406.07791: recency weighted by its share of both less primacy by its, rescaled to -1..1 by the number of pairs."""
    raw = recency * recency / (primacy + recency) - primacy * primacy / (primacy + recency)
    return raw / n


def test_the_nine_outcomes_are_counted_as_shi_et_al_do() -> None:
    """Consistent: AB, BA, CC. Primacy: AA, AC, CA. Recency: BB, BC, CB. First slot: 1, .5, .75 / .5, 0, .25 / .75, .25, .5."""
    output = measured([PLAIN], [SWAPPED])
    assert found(output, "position_consistency").value == pytest.approx(3 / 9)
    assert found(output, "preference_fairness").value == pytest.approx(shi(3, 3, 9))
    assert found(output, "first_position_rate").value == pytest.approx(4.5 / 9)
    (row,) = output.analysis.blocks["position"]
    assert (row["n_pairs"], row["n_consistent"], row["primacy"], row["recency"]) == (9, 3, 3, 3)
    assert row["p"] == 1.0


def test_preference_fairness_is_below_zero_where_the_first_is_preferred() -> None:
    """Of ten: six AA, one BB, one CB, two AB. The exact binomial of 6 against 2: twice the chance of 2 or fewer of 8."""
    output = measured([[A] * 6 + [B, TIE, A, A]], [[B] * 6 + [A, A, A, A]])
    one = found(output, "preference_fairness")
    assert one.value == pytest.approx(shi(6, 2, 10))
    assert one.value == pytest.approx((2 - 6) / 10)
    assert one.n_items == 10
    (row,) = output.analysis.blocks["position"]
    assert row["p"] == pytest.approx(2 * sum(comb(8, k) for k in range(3)) / 2**8)
    assert found(output, "position_consistency").value == pytest.approx(0.2)


def test_replicates_are_all_pairs_of_unlike_numbers_of_an_item_and_no_more_items() -> None:
    """i0: plain a a b against b b b, six pairs: a-b is primacy 4 of 6, b-b consistent 2 of 6. i1: plain a (0), turned a (0) and b (1): a-b, primacy."""
    output = measured([[A, A], [A, None], [B, None]], [[B, A], [B, B], [B, None]])
    assert found(output, "position_consistency").value == pytest.approx((2 / 6 + 0) / 2)
    one = found(output, "preference_fairness")
    assert one.value == pytest.approx(-(4 / 6 + 1) / 2)
    assert one.n_items == 2
    (row,) = output.analysis.blocks["position"]
    assert row["n_pairs"] == 2
    assert row["primacy"] == pytest.approx(4 / 6 + 1)


def test_replicates_do_not_make_the_test_surer() -> None:
    once = measured([[A] * 8], [[B] * 8]).analysis.blocks["position"][0]["p"]
    often = measured([[A] * 8] * 5, [[B] * 8] * 5).analysis.blocks["position"][0]["p"]
    assert once == often == pytest.approx(2 / 2**8)


def test_with_unequal_replicates_the_test_takes_as_many_of_either() -> None:
    """Nine plain verdicts against one turned: net of the means leans to where the item stands, net of the first two verdicts does not."""
    plain = [[A] * 4] * 9
    swapped = [[A, A, A, B]]
    (row,) = measured(plain, swapped).analysis.blocks["position"]
    assert row["p"] == 1.0, "one primacy item alone: p = 2 * 1/2"
    noisy = measured([[B] * 8, [A] * 8, [B] * 8], [[A] * 8]).analysis.blocks["position"][0]
    assert noisy["p"] == 1.0, "the first plain verdict of another number than the turned one says the same on every item"
    assert noisy["primacy"] == 0
    assert noisy["recency"] == pytest.approx(8 / 2)


def test_rerun_consistency_stands_beside_it() -> None:
    """Plain a a / b b / a b / tie tie: pairs of plain verdicts agree on 3 of 4 items."""
    (row,) = measured([[A, B, A, TIE], [A, B, B, TIE]], [[A, B, A, TIE]]).analysis.blocks["position"]
    assert row["rerun_consistency"] == pytest.approx(3 / 4)
    assert row["replicates"] == {"plain": 2, "probe": 1}
    (alone,) = measured([[A, B]], [[A, B]]).analysis.blocks["position"]
    assert alone["rerun_consistency"] is None


def test_a_win_survives_the_swap_and_a_tie_is_one_in_both_orders() -> None:
    """By hand over the nine outcomes: a wins AB, b wins BA, a tie is CC, and six are inconsistent; plainly each has three of nine."""
    output = measured([PLAIN], [SWAPPED])
    for label in (A, B):
        assert found(output, "win_rate", label).value == pytest.approx(3 / 9)
        assert found(output, "win_rate_after_swap", label).value == pytest.approx(1 / 9)
    assert found(output, "tie_rate_after_swap").value == pytest.approx(1 / 9)
    assert found(output, "inconsistent_rate").value == pytest.approx(6 / 9)


def test_the_order_averaged_rate_stands_beside_the_raw_one() -> None:
    """a is preferred in 6 of 6 plain verdicts and in 2 of 6 turned ones: raw 1, both orders 8 of 12."""
    output = measured([[A] * 6], [[A, A, B, B, B, TIE]])
    rows = {row["what"]: row for row in output.analysis.blocks["corrections"]}
    assert rows["win rate of response_a"]["raw"] == 1.0
    assert rows["win rate of response_a"]["corrected"] == pytest.approx(8 / 12)
    assert rows["win rate of response_b"]["corrected"] == pytest.approx(3 / 12)
    assert "both orders" in rows["win rate of response_a"]["how"]


def test_winners_that_change_with_the_order_are_a_warning() -> None:
    """Plainly a wins 28 of 40; of these 24 do not survive, b's 12 do: 4 against 12."""
    told = texts(measured([[A] * 28 + [B] * 12], [[B] * 24 + [A] * 4 + [B] * 12]))
    assert "who wins depends on the order: response_a wins 70 % and response_b 30 % as shown, and 10 % and 30 % once" in told
    assert "who wins depends" not in texts(measured([[A] * 28 + [B] * 12], [[A] * 28 + [B] * 12]))


def systems(n: int, first: str, second: str, start: int = 0) -> list[Item]:
    return [Item(id=f"i{i}", input="q", response_a="x", response_b="y", metadata={"model_a": first, "model_b": second}) for i in range(start, start + n)]


def test_win_rates_by_system_follow_the_system_and_not_the_slot() -> None:
    """gpt-4o is response_a of i0..i3 and response_b of i4..i7. It wins i0 i1 (a a), i4 (b b); i5 only plainly."""
    items = [*systems(4, "gpt-4o", "claude-3"), *systems(4, "claude-3", "gpt-4o", 4)]
    output = measured([[A, A, B, B, B, B, A, A]], [[A, A, B, B, B, A, A, A]], items=items)
    assert found(output, "win_rate", "gpt-4o").value == pytest.approx(4 / 8)
    assert found(output, "win_rate_after_swap", "gpt-4o").value == pytest.approx(3 / 8)
    assert found(output, "win_rate_after_swap", "claude-3").value == pytest.approx(4 / 8)


def test_strata_have_numbers_of_their_own() -> None:
    rows = both([[A, A, B, B]], [[A, B, B, B]])
    for row in rows:
        row["stratum"] = "north" if row["item_id"] in ("i0", "i1") else "south"
    output = bias(input_of(rows, PAIR))
    assert [found(output, "position_consistency", stratum=s).value for s in (None, "north", "south")] == [0.75, 0.5, 1.0]
    assert [found(output, "win_rate_after_swap", A, stratum=s).value for s in (None, "north", "south")] == [0.25, 0.5, 0.0]


def test_without_pairs_of_verdicts_it_is_undefined_in_words() -> None:
    output = measured([[A, None]], [[None, B]])
    for name in ("position_consistency", "preference_fairness", "first_position_rate"):
        assert found(output, name).undefined == "no pair has a verdict in both orders"
    pointwise = bias(input_of([*said("a", ["pass"]), *said("a", ["pass"], probe="position")]))
    assert "two responses" in (found(pointwise, "position_consistency").undefined or "")


def test_a_judge_that_takes_the_first_is_said_to_and_one_that_does_not_is_not() -> None:
    first = texts(measured([[A] * 40], [[B] * 30 + [A] * 10], NO_TIE))
    assert "serious: a prefers the response that is shown first on c: 30 of 40 pairs go to the first place in both orders, 0 to the second" in first
    last = texts(measured([[B] * 40], [[A] * 30 + [B] * 10], NO_TIE))
    assert "prefers the response that is shown second" in last
    assert "prefers the response that is shown" not in texts(measured([[A, B] * 20], [[A, B] * 20], NO_TIE))
    assert "prefers the response that is shown" not in texts(measured([[A, B] * 20], [[B, A] * 20], NO_TIE)), "20 against 20"


def test_p_values_are_corrected_for_the_number_of_judges() -> None:
    rows = [*both([[A] * 6], [[B] * 6]), *both([[A] * 6], [[A] * 6], judge="b")]
    output = bias(input_of(rows, NO_TIE))
    p = {row["judge"]: (row["p"], row["p_adjusted"]) for row in output.analysis.blocks["position"]}
    assert p["a"] == (pytest.approx(2 / 2**6), pytest.approx(4 / 2**6))
    assert p["b"] == (1.0, 1.0)
    assert found(output, "preference_fairness").p_adjusted == pytest.approx(4 / 2**6)
    assert "prefers the response that is shown" not in texts(output)


def test_items_of_one_cluster_are_one_vote_of_the_test() -> None:
    rows = both([[A] * 12], [[B] * 12])
    for row in rows:
        row["cluster"] = f"k{int(row['item_id'][1:]) // 4}"
    (row,) = bias(input_of(rows, NO_TIE)).analysis.blocks["position"]
    assert row["p"] == pytest.approx(2 / 2**3)


def test_intervals_do_not_collapse() -> None:
    output = measured([[A, B] * 15], [[A, B] * 15], NO_TIE)
    for name in ("position_consistency", "preference_fairness", "first_position_rate"):
        one = found(output, name)
        assert one.low is not None
        assert one.high is not None
        assert 0 < one.high - one.low < 0.25


def test_exchanging_the_orders_turns_the_preference_and_nothing_else() -> None:
    rng = np.random.default_rng(8)
    plain, swapped = ([rng.choice([A, B, TIE], 40).tolist() for _ in range(2)] for _ in range(2))
    there, back = measured(plain, swapped), measured(swapped, plain)
    assert found(back, "preference_fairness").value == pytest.approx(-(found(there, "preference_fairness").value or 0.0))
    assert found(back, "first_position_rate").value == pytest.approx(1 - (found(there, "first_position_rate").value or 0.0))
    for name in ("position_consistency", "inconsistent_rate", "tie_rate_after_swap"):
        assert found(back, name).value == pytest.approx(found(there, name).value)
    assert back.analysis.blocks["position"][0]["p"] == there.analysis.blocks["position"][0]["p"]


@pytest.mark.parametrize("shares", [(0.5, 0.5, 0.0), (0.2, 0.7, 0.1)])
def test_judges_without_a_place_are_called_to_prefer_one_in_at_most_five_of_a_hundred_tables(shares: tuple[float, float, float]) -> None:
    """A judge that says the same at random in either order, three plain verdicts against one turned: 200 tables of 40 pairs, at most 17 (p < .01 at 5 %)."""
    rng = np.random.default_rng(9)
    called = 0
    for _ in range(200):
        plain = [rng.choice([A, B, TIE], 40, p=shares).tolist() for _ in range(3)]
        output = measured(plain, [rng.choice([A, B, TIE], 40, p=shares).tolist()], n_resamples=0)
        called += "prefers the response that is shown" in texts(output)
    assert called <= 17


def test_names_are_declared() -> None:
    names = {
        "position_consistency",
        "preference_fairness",
        "first_position_rate",
        "win_rate",
        "win_rate_after_swap",
        "tie_rate_after_swap",
        "inconsistent_rate",
    }
    assert names <= set(ESTIMATE_NAMES["bias"])
