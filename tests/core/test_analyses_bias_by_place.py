"""A judge that prefers a place as often as its reruns flip: flips do not show it, and the two places do."""

from __future__ import annotations

from typing import Any

import pytest

from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.biases.advice import advice_for
from judgeaudit.analyses.biases.by_place import with_places
from tests.core.analyses_builder import input_of, rubric_of, said

A, B = "response_a", "response_b"
PAIR = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")

N = 40


def now_and_then(n: int = N) -> list[Any]:
    """Every third verdict goes to the first place, the others to the better response: A in every second pair, which is first in plain rows and second in swapped ones."""
    better = [A, B] * (n // 2)
    plain = [[A if one == B and (place + number) % 3 == 0 else one for place, one in enumerate(better)] for number in range(3)]
    turned = [[B if one == A and (place + number) % 3 == 0 else one for place, one in enumerate(better)] for number in range(3)]
    return [*said("a", *plain), *said("a", *turned, probe="position", variant="swapped")]


def test_a_place_that_is_preferred_as_often_as_reruns_flip_is_a_bias() -> None:
    """By hand: where A is better plain rows agree and a third of the swapped ones differ, where B is better the other way round: flips 1/3 under both.

    Of pairs of unlike replicates a third goes to the first place in both orders and none to the second, in every item: fairness -1/3, 40 votes of 40.
    """
    output = bias(input_of(now_and_then(), PAIR))
    (row,) = output.analysis.blocks["probes"]
    (place,) = output.analysis.blocks["position"]
    assert row["plain_flip"] == row["probe_flip"] == pytest.approx(1 / 3)
    assert row["excess"] == pytest.approx(0)
    assert place["fairness"] == pytest.approx(-1 / 3)
    assert place["clear"]
    assert row["answer"] == "biased"
    assert row["p"] == pytest.approx(2 / 2**N)
    assert row["p_adjusted"] == place["p_adjusted"] == pytest.approx(2 * 2 / 2**N)
    assert "preference fairness -0.33" in row["read"]
    assert row["advice"] == advice_for({"probe": "position", "kind": "bias", "answer": "biased"})


def position(answer: str) -> dict[str, Any]:
    return {"probe": "position", "judge": "a", "criterion": "c", "answer": answer, "margin": 0.05, "read": "as it was", "p": 0.4, "p_adjusted": 0.8}


def places(low: float | None, high: float | None, *, clear: bool, value: float = 0.0) -> dict[str, Any]:
    return {
        "judge": "a", "criterion": "c", "consistency": 0.8, "n_pairs": 40, "primacy": 4, "recency": 1, "fairness": value, "fairness_low": low, "fairness_high": high,
        "p": 0.001, "p_adjusted": 0.002, "clear": clear,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "place", "after"),
    [
        ("inconclusive", places(-0.2, -0.06, clear=True), "biased"),
        ("not_beyond_margin", places(-0.2, -0.01, clear=True), "biased"),
        ("not_beyond_margin", places(-0.2, 0.1, clear=False), "inconclusive"),
        ("not_beyond_margin", places(-0.04, -0.01, clear=True), "not_beyond_margin"),
        ("inconclusive", places(-0.04, 0.04, clear=False), "inconclusive"),
        ("biased", places(-0.2, 0.1, clear=False), "biased"),
        ("not_measured", places(-0.2, -0.06, clear=True), "not_measured"),
        ("inconclusive", places(None, None, clear=False), "inconclusive"),
    ],
)
def test_what_the_places_make_of_an_answer_from_flips(before: str, place: dict[str, Any], after: str) -> None:
    (row,) = with_places([position(before)], [place])
    assert row["answer"] == after
    assert (row["read"] == "as it was") == (before == after)


def test_other_probes_and_other_judges_keep_their_answers() -> None:
    other = {**position("inconclusive"), "probe": "verbosity"}
    elsewhere = {**position("inconclusive"), "judge": "b"}
    assert with_places([other, elsewhere], [places(-0.2, -0.06, clear=True)]) == [other, elsewhere]
