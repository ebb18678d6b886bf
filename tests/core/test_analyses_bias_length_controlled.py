"""Length-controlled win rates, against closed forms and an independent fit."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, tanh
from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.biases.lengths import lengths
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.domain.items import Item
from judgeaudit.domain.names import ESTIMATE_NAMES
from judgeaudit.domain.results import Estimate
from tests.core.analyses_builder import input_of, rubric_of, said

A, B, TIE = "response_a", "response_b", "tie"
PAIR = rubric_of({"level": "nominal", "labels": [A, B, TIE]}, mode="pairwise")
NAME = "length_controlled_win_rate"


def pairs_of(differences: Sequence[int], systems: Sequence[tuple[str, str]] = ()) -> list[Item]:
    """Pairs whose first response is so many tokens of four letters longer than the second of 500."""
    named = list(systems) or [("", "")] * len(differences)
    return [
        Item(id=f"i{n}", input="q", response_a="abc " * (500 + more), response_b="abc " * 500, metadata={"system_a": a, "system_b": b})
        for n, (more, (a, b)) in enumerate(zip(differences, named, strict=True))
    ]  # fmt: skip


def read(labels: Sequence[str | None], differences: Sequence[int], *, systems: Sequence[tuple[str, str]] = (), **more: Any) -> Reading:
    return lengths(input_of(said("a", labels), PAIR, items=pairs_of(differences, systems), **more), [])


def found(reading: Reading, group: str = A, *, stratum: str | None = None) -> Estimate:
    (one,) = [e for e in reading.estimates if (e.name, e.group, e.stratum) == (NAME, group, stratum)]
    return one


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def test_two_lengths_alone_have_a_closed_form() -> None:
    """a is 100 tokens longer in ten pairs and wins nine of them, and 100 shorter in ten and wins three: the curve goes through both shares, and by
    symmetry of tanh its middle is halfway on logits. Raw: 12 of 20."""
    labels = [A] * 9 + [B] + [A] * 3 + [B] * 7
    reading = read(labels, [100] * 10 + [-100] * 10)
    one = found(reading)
    assert one.value == pytest.approx(logistic((log(9) + log(3 / 7)) / 2))
    assert found(reading, B).value == pytest.approx(1 - logistic((log(9) + log(3 / 7)) / 2))
    (row, _) = reading.blocks["corrections"]
    assert row["raw"] == pytest.approx(12 / 20)
    assert row["corrected"] == one.value
    assert "length-controlled" in row["how"]


def test_unequal_lengths_have_a_closed_form_too() -> None:
    """Two covariates x1, x2 with shares p1, p2: a = (x2 logit p1 - x1 logit p2) / (x2 - x1). The standard deviation is that of the sample (n - 1)."""
    differences = [50] * 8 + [-150] * 8
    deviation = np.std(differences, ddof=1)
    x1, x2 = tanh(50 / deviation), tanh(-150 / deviation)
    p1, p2 = log(6 / 2), log(1 / 7)
    one = found(read([A] * 6 + [B] * 2 + [A] + [B] * 7, differences))
    assert one.value == pytest.approx(logistic((x2 * p1 - x1 * p2) / (x2 - x1)))


def test_it_is_the_fit_of_another_program() -> None:
    """Ties are shares of a half: the same likelihood, minimised by a general method."""
    from scipy.optimize import minimize

    rng = np.random.default_rng(2)
    differences = rng.integers(-300, 300, 120)
    chance = 1 / (1 + np.exp(-(0.3 + differences / 150)))
    labels = [TIE if u < 0.1 else A if u < 0.1 + 0.9 * p else B for u, p in zip(rng.random(120), chance, strict=True)]
    outcome = np.array([{A: 1.0, B: 0.0, TIE: 0.5}[label] for label in labels])
    covariate = np.tanh(differences / np.std(differences, ddof=1))

    def loss(at: Any) -> float:
        logits = at[0] + at[1] * covariate
        return float(np.sum(np.logaddexp(0, logits) - outcome * logits))

    best = minimize(loss, np.zeros(2), method="BFGS", options={"gtol": 1e-9}).x
    one = found(read(labels, differences.tolist()))
    assert one.value == pytest.approx(logistic(best[0]), abs=1e-6)
    assert one.low is not None
    assert one.high is not None
    assert one.value is not None
    assert 0 < one.low < one.value < one.high < 1


def test_a_judge_that_only_likes_length_comes_back_to_a_half() -> None:
    """a is nearly always longer, and wins as often as it is by chance 0.8 (longer) or 0.2 (shorter)."""
    differences = [100] * 45 + [-100] * 15
    labels = [A] * 36 + [B] * 9 + [A] * 3 + [B] * 12
    one = found(read(labels, differences))
    assert one.value == pytest.approx(0.5)


def test_by_system_it_follows_the_system() -> None:
    """x is response_a of the first ten pairs and 100 longer there; response_b of the others, where it is 100 shorter. It wins 9, and 3."""
    systems = [("x", "y")] * 10 + [("y", "x")] * 10
    reading = read([A] * 9 + [B] + [B] * 3 + [A] * 7, [100] * 20, systems=systems)
    assert found(reading, "x").value == pytest.approx(logistic((log(9) + log(3 / 7)) / 2))


def test_where_both_orders_were_asked_both_count() -> None:
    """Turned verdicts are the plain ones for i0..i9; of i10..i19 two more prefer a (swapped 5 of 10, plainly 3): 4 of 10 together."""
    labels = [A] * 9 + [B] + [A] * 3 + [B] * 7
    turned = [A] * 9 + [B] + [A] * 5 + [B] * 5
    rows = [*said("a", labels), *said("a", turned, probe="position", variant="swapped")]
    data = input_of(rows, PAIR, items=pairs_of([100] * 10 + [-100] * 10))
    reading = lengths(data, [one for of_judge in shown(data) for one in of_judge])
    assert found(reading).value == pytest.approx(logistic((log(9) + log(4 / 6)) / 2))
    assert "both orders" in found(reading).method
    (row, _) = reading.blocks["corrections"]
    assert row["raw"] == pytest.approx((9 + 4) / 20)
    assert row["what"] == "win rate of response_a, ties half, mean of both orders"


@pytest.mark.parametrize(
    ("labels", "differences", "why"),
    [
        ([A, B, A, B], [40] * 4, "no two pairs differ"),
        ([A, A, B, B], [10, 20, -10, -20], "length decides every pair"),
        ([A] * 4, [10, 20, -10, -20], "one response always wins"),
    ],
)
def test_where_no_curve_fits_it_is_undefined_in_words(labels: list[str], differences: list[int], why: str) -> None:
    reading = read(labels, differences)
    assert why in (found(reading).undefined or "")
    assert reading.blocks["corrections"][0]["corrected"] is None
    assert why in reading.blocks["corrections"][0]["how"]


def test_without_texts_of_items_there_is_nothing() -> None:
    assert not lengths(input_of(said("a", [A, B]), PAIR), []).estimates


def test_strata_have_rates_of_their_own() -> None:
    rows = said("a", [A] * 9 + [B] + [A] * 3 + [B] * 7 + [A, B] * 4)
    for row in rows:
        row["stratum"] = "north" if int(row["item_id"][1:]) < 20 else "south"
    reading = lengths(input_of(rows, PAIR, items=pairs_of([100] * 10 + [-100] * 10 + [10, -10, -10, 10] * 2)), [])
    assert found(reading, stratum="north").value == pytest.approx(logistic((log(9) + log(3 / 7)) / 2))
    assert found(reading, stratum="south").value == pytest.approx(0.5)


def test_items_of_a_cluster_are_resampled_together() -> None:
    labels, differences = ([A] * 9 + [B] + [A] * 3 + [B] * 7) * 2, ([100] * 10 + [-100] * 10) * 2
    rows = said("a", labels)
    alone = found(lengths(input_of(rows, PAIR, items=pairs_of(differences)), []))
    for row in rows:
        row["cluster"] = f"k{int(row['item_id'][1:]) % 20}"
    together = found(lengths(input_of(rows, PAIR, items=pairs_of(differences)), []))
    assert together.value == pytest.approx(alone.value)
    assert together.high is not None
    assert together.low is not None
    assert alone.high is not None
    assert alone.low is not None
    assert together.high - together.low > 1.3 * (alone.high - alone.low), "every pair is there twice"


def test_the_name_is_declared() -> None:
    assert NAME in ESTIMATE_NAMES["bias"]
