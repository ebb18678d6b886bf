"""Both orders of a pair where a verdict hangs on the seed: replicates of one number share theirs, and are no pair."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.biases.position import position
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.probe_counts import shown
from tests.core.analyses_builder import Row, input_of, rubric_of, said

A, B, TIE = "response_a", "response_b", "tie"
PAIR = rubric_of({"level": "nominal", "labels": [A, B, TIE]}, mode="pairwise")
NAMES = ("position_consistency", "inconsistent_rate", "tie_rate_after_swap")


def read(rows: list[Row]) -> Reading:
    data = input_of(rows, PAIR, n_resamples=0)
    return position(data, [one for of_judge in shown(data) for one in of_judge])


def both(plain: list[list[Any]], swapped: list[list[Any]]) -> list[Row]:
    return [*said("a", *plain), *said("a", *swapped, probe="position", variant="swapped")]


def value(found: Reading, name: str, group: str | None = None) -> float:
    (one,) = [e for e in found.estimates if (e.name, e.group, e.stratum) == (name, group, None)]
    assert one.value is not None, one.undefined
    return one.value


def test_a_judge_that_is_its_seed_says_the_same_in_both_orders_as_often_as_a_coin() -> None:
    """Two replicates, each a coin by its seed and nothing else: over the four kinds of items AA AB BA BB the verdicts of unlike replicates agree on
    two (AA, BB), those of like ones on all four, and all four pairs of an item together on three of four."""
    by_seed = list(product((A, B), repeat=2))
    verdicts = [[seeds[n] for seeds in by_seed] * 10 for n in (0, 1)]
    found = read(both(verdicts, verdicts))
    assert value(found, "position_consistency") == pytest.approx(1 / 2)
    assert value(found, "inconsistent_rate") == pytest.approx(1 / 2)
    assert value(found, "win_rate_after_swap", A) == value(found, "win_rate_after_swap", B) == pytest.approx(1 / 4)
    assert value(found, "preference_fairness") == pytest.approx(0.0)
    (row,) = found.blocks["position"]
    assert row["rerun_consistency"] == pytest.approx(1 / 2), "like with like: repeats of unlike seeds in one order agree no more often"
    assert (row["n_consistent"], row["primacy"], row["recency"]) == (20, 10, 10)
    assert row["p"] == 1.0


def test_ties_of_one_seed_are_no_ties_of_another() -> None:
    """By its seed a tie or the first response: unlike replicates are a tie in both orders only where both seeds say so, one item kind of four."""
    by_seed = list(product((A, TIE), repeat=2))
    verdicts = [[seeds[n] for seeds in by_seed] * 5 for n in (0, 1)]
    found = read(both(verdicts, verdicts))
    assert value(found, "tie_rate_after_swap") == pytest.approx(1 / 4)
    assert value(found, "win_rate_after_swap", A) == pytest.approx(1 / 4)
    assert value(found, "position_consistency") == pytest.approx(1 / 2)


def test_pairs_of_unlike_replicates_by_hand() -> None:
    """Plain a b a against b a tie: of the six pairs of unlike numbers a-a (0, 1), a-tie (0, 2), b-b (1, 0), b-tie (1, 2), a-b (2, 0), a-a (2, 1).

    Three are consistent; a-tie and a-b go to the first place; b-tie goes to the second, where response_b stood plainly.
    """
    found = read(both([[A], [B], [A]], [[B], [A], [TIE]]))
    assert value(found, "position_consistency") == pytest.approx(3 / 6)
    assert value(found, "win_rate_after_swap", A) == pytest.approx(2 / 6)
    assert value(found, "win_rate_after_swap", B) == pytest.approx(1 / 6)
    assert value(found, "preference_fairness") == pytest.approx((1 - 2) / 6)


def test_one_verdict_in_either_order_is_the_pair_that_there_is() -> None:
    """i0 was asked once in either order, i1 lost its first plain verdict and has only replicate 1; i2 has two plain ones, of which the unlike one counts."""
    plain = [[A, None, B], [None, A, A]]
    swapped = [[A, None, B], [None, B, None]]
    found = read(both(plain, swapped))
    assert value(found, "position_consistency") == pytest.approx((1 + 0 + 0) / 3)


def test_the_vote_of_an_item_is_of_unlike_replicates_where_there_are_any() -> None:
    """Two plain verdicts against one turned: that of the same seed says the same everywhere, the other one goes with the place."""
    (row,) = read(both([[B] * 8, [A] * 8], [[B] * 8])).blocks["position"]
    assert (row["n_first"], row["n_second"]) == (8, 0)
    assert row["p"] == pytest.approx(2 / 2**8)


def test_orders_within_one_item_are_paired_by_number_too() -> None:
    """The plain order is drawn for each replicate, and the verdict is the seed's: replicate 0 says a and 1 says b on half of the items, both a on the rest."""
    rows = []
    for item, of_replicate in product(range(8), (0, 1)):
        label = (A, B)[of_replicate and item % 2]
        order, other = ("ab", "ba") if (item // 2 + of_replicate) % 2 else ("ba", "ab")
        for shown_first, probe in ((order, {}), (other, {"probe": "position", "variant": "swapped"})):
            rows.append(
                {
                    "item_id": f"i{item}",
                    "judge": "a",
                    "criterion": "c",
                    "replicate": of_replicate,
                    "status": "ok",
                    "label": label,
                    "order": shown_first,
                    **probe,
                }
            )
    found = read(rows)
    assert value(found, "position_consistency") == pytest.approx(1 / 2)
    (row,) = found.blocks["position"]
    assert row["rerun_consistency"] == pytest.approx(1 / 2)


def test_a_variant_said_again_gives_an_item_no_second_vote() -> None:
    """Nine of ten verdicts are a and nobody prefers a place; plain replicates 0 and 1 against two turned variants of replicate 0. Both turned verdicts
    against the one plain verdict of another number would lean: of 1,000 items 171 to the first place and 99 to the second."""
    draw = random.Random(5)
    first = second = 0
    for _ in range(40):
        one, two, once, again = ([(A, B)[draw.random() < 0.1] for _ in range(60)] for _ in range(4))
        swapped = [row for variant, labels in (("swapped", once), ("again", again)) for row in said("a", labels, probe="position", variant=variant)]
        (row,) = read([*said("a", one, two), *swapped]).blocks["position"]
        first, second = first + row["n_first"], second + row["n_second"]
    assert first + second > 200
    assert abs(first - second) < 3.3 * np.sqrt(first + second)


def test_exchanging_the_orders_turns_the_preference_with_replicates_too() -> None:
    draw = random.Random(11)
    plain, swapped = ([[draw.choice([A, B, TIE, None]) for _ in range(30)] for _ in range(3)] for _ in range(2))
    there, back = read(both(plain, swapped)), read(both(swapped, plain))
    assert value(back, "preference_fairness") == pytest.approx(-value(there, "preference_fairness"))
    for name in NAMES:
        assert value(back, name) == pytest.approx(value(there, name))
    assert back.blocks["position"][0]["p"] == there.blocks["position"][0]["p"]


@pytest.mark.parametrize("swapped", [1, 3])
def test_judges_that_are_their_seed_are_called_to_prefer_a_place_in_at_most_five_of_a_hundred_tables(swapped: int) -> None:
    """Three plain verdicts against one or three turned ones of the same seeds, 120 tables of 40 pairs: at most 12 (p < .01 at 5 %)."""
    rng = np.random.default_rng(12)
    called = 0
    for _ in range(120):
        verdicts = [rng.choice([A, B, TIE], 40, p=(0.2, 0.7, 0.1)).tolist() for _ in range(3)]
        (row,) = read(both(verdicts, verdicts[:swapped])).blocks["position"]
        called += row["p"] <= 0.05
    assert called <= 12
