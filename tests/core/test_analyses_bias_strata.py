"""A bias in one stratum is found there, and said with what the others show."""

from __future__ import annotations

import pytest
from scipy.stats import chi2

from judgeaudit.analyses.bias import bias
from tests.core.analyses_builder import Row, input_of, said, texts

P, F = "pass", "fail"


def strata(*sizes: int) -> list[str]:
    return [f"s{place}" for place, n in enumerate(sizes) for _ in range(n)]


def with_strata(rows: list[Row], names: list[str]) -> list[Row]:
    return [{**row, "stratum": names[int(row["item_id"][1:])]} for row in rows]


def test_a_bias_of_one_stratum_has_an_answer_of_its_own() -> None:
    """Ten of twenty move in s0, none of a hundred in s1: McNemar's chi2 of 10, twice for two measures, and twice for two strata."""
    plain = [F] * 120
    moved = [P] * 10 + [F] * 110
    output = bias(input_of(with_strata([*said("a", plain, plain), *said("a", moved, probe="authority")], strata(20, 100))))
    rows = {row["stratum"]: row for row in output.analysis.blocks["probe_strata"]}
    assert rows["s0"]["answer"] == "biased"
    assert rows["s0"]["p_adjusted"] == pytest.approx(4 * chi2.sf(10, 1))
    assert (rows["s0"]["excess"], rows["s0"]["direction"], rows["s0"]["n_items"]) == (0.5, 0.5, 20)
    assert rows["s1"]["answer"] == "not_beyond_margin"
    assert "warning: a on c is moved under authority in s0 (+50.0 %); it is not in s1." in texts(output)


def test_a_stratum_of_few_items_is_named_as_one_of_which_nobody_can_say() -> None:
    plain = [F] * 40
    output = bias(input_of(with_strata([*said("a", plain, plain), *said("a", [P] * 12 + [F] * 28, probe="authority")], strata(20, 20))))
    assert "in s0 (+60.0 %); nobody can say in s1." in texts(output)


def test_strata_that_all_say_the_same_are_no_finding_and_no_strata_no_block() -> None:
    plain = [F] * 80
    moved = ([P] * 20 + [F] * 20) * 2
    rows = [*said("a", plain, plain), *said("a", moved, probe="authority")]
    both = bias(input_of(with_strata(rows, strata(40, 40))))
    assert {row["answer"] for row in both.analysis.blocks["probe_strata"]} == {"biased"}
    assert "is moved under" not in texts(both)
    assert "probe_strata" not in bias(input_of(rows)).analysis.blocks


def test_a_control_that_one_stratum_does_not_follow() -> None:
    plain = [P] * 200
    worse = [F] * 60 + [P] * 140
    output = bias(input_of(with_strata([*said("a", plain, plain), *said("a", worse, probe="fact_changed", variant="number")], strata(60, 140))))
    assert {row["stratum"]: row["answer"] for row in output.analysis.blocks["probe_strata"]} == {"s0": "follows", "s1": "does_not_follow"}
    assert "warning: a on c does not follow under fact_changed in s1 (0 %); it does in s0." in texts(output)
