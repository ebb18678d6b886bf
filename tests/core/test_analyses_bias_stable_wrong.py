"""Verdicts that survive the swap and are wrong, counted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from judgeaudit.analyses.bias import bias
from judgeaudit.domain.results import ESTIMATE_NAMES, AnalysisOutput
from judgeaudit.domain.rubric import Rubric
from tests.core.analyses_builder import Row, input_of, one, said

A, B, T = "response_a", "response_b", "tie"


def pairs(labels: Sequence[str] = (A, B, T)) -> Rubric:
    return Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": list(labels)}}]})


def found(plain: list[list[str | None]], swapped: list[list[str | None]], gold: Sequence[str | None] | None, **more: Any) -> AnalysisOutput:
    rows: list[Row] = [*said("a", *plain, **more), *said("a", *swapped, probe="position", variant="swapped", **more)]
    return bias(input_of(rows, pairs(), gold=gold))


def test_what_a_hand_counts() -> None:
    """i0 right in both; i1 wrong in both; i2 changes; i3 wrong in both, a tie; i4 no gold; i5 no verdict in one order. Stable with gold: i0, i1, i3."""
    output = found([[A, A, A, T, B, A]], [[A, A, B, T, B, None]], [A, B, A, A, None, B])
    rate = one(output, "stable_wrong_rate")
    assert (rate.value, rate.n_items) == (pytest.approx(2 / 3), 3)
    (row,) = output.analysis.blocks["stable_wrong"]
    assert (row["n_pairs"], row["n_stable"], row["n_wrong"]) == (4, 3, 2)
    assert "stable_wrong_rate" in ESTIMATE_NAMES["bias"]


def test_with_repeats_a_pair_is_stable_where_all_its_verdicts_are_the_same() -> None:
    output = found([[A, A, B], [A, B, B]], [[A, A, B], [A, A, B]], [B, B, B])
    assert (one(output, "stable_wrong_rate").value, one(output, "stable_wrong_rate").n_items) == (0.5, 2)


def test_nothing_stable_is_undefined_in_words() -> None:
    rate = one(found([[A, B]], [[B, A]], [A, A]), "stable_wrong_rate")
    assert (rate.value, rate.undefined) == (None, "no pair with gold has the same verdict in both orders")


def test_without_gold_nothing_is_said() -> None:
    output = found([[A, B]], [[A, B]], None)
    assert not any(e.name == "stable_wrong_rate" for e in output.estimates)
    assert "stable_wrong" not in output.analysis.blocks


def findings(wrong: int, right: int, unstable: int = 0) -> list[str]:
    n = wrong + right
    plain, swapped = [A] * (n + unstable), [A] * n + [B] * unstable
    output = found([plain], [swapped], [B] * wrong + [A] * right + [A] * unstable)
    return [finding.text for finding in output.analysis.findings if "stable and wrong" in finding.text]


def test_most_of_what_survives_the_swap_is_wrong() -> None:
    """18 of 20, Wilson 0.70 to 0.97."""
    assert findings(18, 2, 10) == [
        "a is stable and wrong on c: its verdict survives the swap on 20 of 30 pairs with gold, and 18 of these are not what gold says (90 % [70 % to 97.2 %]). "
        "That it agrees with itself is no sign that it is right: keeping what agrees in both orders keeps these errors."
    ]


@pytest.mark.parametrize(("wrong", "right"), [(2, 18), (10, 10), (12, 8), (3, 0)])
def test_a_coin_a_good_judge_and_too_few_pairs_are_not_called_stable_and_wrong(wrong: int, right: int) -> None:
    assert findings(wrong, right) == []


def test_the_place_where_it_is_surest_is_named_and_looks_are_counted() -> None:
    """Stratum s: 30 of 30 wrong; t: 30 of 30 right; as a whole half of them."""
    rows: list[Row] = []
    for name, start in (("s", 0), ("t", 30)):
        for n in range(start, start + 30):
            about = {"item_id": f"i{n}", "judge": "a", "criterion": "c", "replicate": 0, "status": "ok", "label": A, "stratum": name}
            rows += [about, {**about, "probe": "position", "variant": "swapped"}]
    output = bias(input_of(rows, pairs(), gold=[B] * 30 + [A] * 30))
    assert one(output, "stable_wrong_rate", stratum="s").value == 1.0
    assert one(output, "stable_wrong_rate", stratum="t").value == 0.0
    (text,) = [finding.text for finding in output.analysis.findings if "stable and wrong" in finding.text]
    assert text.startswith('a is stable and wrong on c, stratum "s": its verdict survives the swap on 30 of 30 pairs')
    assert "So it is too" not in text
