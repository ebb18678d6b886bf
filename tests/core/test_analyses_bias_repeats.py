"""Rates of items that were asked several times: items whose repeats differ count for more, never for more than their verdicts; and ends of ratios."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.biases.item_values import as_verdicts
from judgeaudit.domain.items import Item
from judgeaudit.stats.kernels.paired_score import score_interval
from tests.core.analyses_builder import Row, input_of, rubric_of, said

P, F = "pass", "fail"
A, B = "response_a", "response_b"
Z = 1.959963984540054


def half_and_half(yes: str, no: str) -> list[list[str]]:
    """Four verdicts on each of 40 items: one of four on the first 20, three of four on the others."""
    return [[yes] * 40, [no] * 20 + [yes] * 20, [no] * 20 + [yes] * 20, [no] * 40]


def under(probe: str, verdicts: list[list[str]], **more: Any) -> list[Row]:
    return said("a", *verdicts, probe=probe, **more)


def wilson_of_a_half(n: float) -> tuple[float, float]:
    half = Z * sqrt(0.25 / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return 0.5 - half, 0.5 + half


def test_a_pass_rate_of_four_verdicts_each_is_worth_more_than_its_items() -> None:
    """Shares of a quarter and three quarters: squares about a half come to 40/16 = 2.5, two items of 0 and 1 added to 3; 40 (1/4) 42 / 3 = 140 items of one verdict."""
    output = bias(input_of([*said("a", [P] * 40, [P] * 40), *under("one_token", half_and_half(P, F), variant="colon")]))
    (one,) = [one for one in output.estimates if one.name == "one_token_pass_rate"]
    assert (one.value, one.n_items, one.n_ratings) == (0.5, 40, 160)
    assert (one.low, one.high) == pytest.approx(wilson_of_a_half(140), abs=1e-12)


def test_so_is_the_rate_of_a_place() -> None:
    pair = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")
    output = bias(input_of([*said("a", [A] * 40, [A] * 40), *under("identical_responses", half_and_half(A, B), variant="identical")], pair))
    (one,) = [one for one in output.estimates if one.name == "identical_responses_first_rate"]
    assert (one.value, one.n_items) == (0.5, 40)
    assert (one.low, one.high) == pytest.approx(wilson_of_a_half(140), abs=1e-12)


def test_shares_stand_in_as_many_columns_as_there_are_verdicts() -> None:
    found = as_verdicts(np.array([0.5, np.nan, 1.0]), np.array([2, 0, 3]))
    assert np.array_equal(found, [[0.5, 0.5, np.nan], [np.nan] * 3, [1.0, 1.0, 1.0]], equal_nan=True)
    assert np.array_equal(as_verdicts(np.array([0.5]), None), [[0.5]])


def test_the_share_of_good_verdicts_that_fall_ends_where_none_of_them_would_be_left_over() -> None:
    """Of 60 items all pass and 21 fall: an item that falls is 1 of 1, so that the ratio is the mean itself and its ends are those of the mean, Tango's."""
    output = bias(input_of([*said("a", [P] * 60, [P] * 60), *under("fact_changed", [[F] * 21 + [P] * 39], variant="number")]))
    (row,) = output.analysis.blocks["probes"]
    assert row["reached"] == pytest.approx(21 / 60)
    low, high = score_interval(21, 0, 60, Z)
    assert (row["direction_low"], row["direction_high"]) == pytest.approx((low, high))
    # Where the room is taken off the differences are no longer 0 and 1, and the interval is Student's, which is a little wider.
    assert row["reached_low"] == pytest.approx(low, abs=0.02)
    assert row["reached_high"] == pytest.approx(high, abs=0.02)
    assert row["reached_low"] < 21 / 60 < row["reached_high"]


def pairs(n: int) -> list[Item]:
    """Pairs of a long and a short response by two systems; every fourth item is a little longer yet, so that length is no constant."""
    long = {0: "so it is, as was said before", 1: "so it is"}
    return [Item(id=f"i{i}", input="q", response_a=long[i % 4 > 0], response_b="no", metadata={"model_a": "gpt-4o", "model_b": "claude-3"}) for i in range(n)]


def test_win_rates_by_system_are_of_all_verdicts_of_an_item() -> None:
    """As many as by response: the system wrote response_a everywhere."""
    pair = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")
    verdicts = half_and_half(A, B)
    output = bias(input_of([*said("a", *verdicts), *under("position", verdicts, variant="swapped")], pair, items=pairs(40)))
    by_group = {one.group: one for one in output.estimates if one.name == "win_rate"}
    assert set(by_group) == {A, B, "gpt-4o", "claude-3"}
    for group in ("gpt-4o", "claude-3"):
        assert (by_group[group].value, by_group[group].n_items, by_group[group].n_ratings) == (0.5, 40, 160)
        assert (by_group[group].low, by_group[group].high) == pytest.approx(wilson_of_a_half(140), abs=1e-12)
    after = {one.group: (one.value, one.low, one.high) for one in output.estimates if one.name == "win_rate_after_swap"}
    assert after["gpt-4o"] == pytest.approx(after[A])
    corrected = {row["what"]: (row["corrected"], row["low"], row["high"]) for row in output.analysis.blocks["corrections"]}
    assert corrected["win rate of gpt-4o"] == pytest.approx(corrected["win rate of response_a"])


@pytest.mark.parametrize("swapped", [False, True], ids=["one order", "both orders"])
def test_so_is_the_raw_rate_beside_that_at_equal_length(*, swapped: bool) -> None:
    """In both orders an item has eight verdicts, which say as often the same: each of four verdicts twice is worth no more than eight, of 0.25 and 0.75."""
    pair = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")
    verdicts = half_and_half(A, B)
    rows = [*said("a", *verdicts), *(under("position", verdicts, variant="swapped") if swapped else ())]
    output = bias(input_of(rows, pair, items=pairs(40)))
    told = {row["what"]: row for row in output.analysis.blocks["corrections"] if "ties half" in row["what"]}
    orders = ", mean of both orders" if swapped else ""
    for group in (A, "gpt-4o"):
        row = told[f"win rate of {group}, ties half{orders}"]
        assert (row["raw"], row["n_items"]) == (0.5, 40)
        assert (row["raw_low"], row["raw_high"]) == pytest.approx(wilson_of_a_half(140), abs=1e-12)
