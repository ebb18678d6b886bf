"""The column `order` says which response a judge was shown first, row by row; position is read by it, and never by the row's kind alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from judgeaudit.analyses.bias import bias
from judgeaudit.api.table_findings import table_findings
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.tables import table_from_rows
from tests.core.analyses_builder import Row, input_of, one, rubric_of, texts

A, B, TIE = "response_a", "response_b", "tie"
PAIR = rubric_of({"level": "nominal", "labels": [A, B, TIE]}, mode="pairwise")
FIRST = {"ab": A, "ba": B, None: A}
OTHER = {"ab": "ba", "ba": "ab"}


def row(item: int, order: str | None, label: str, *, probe: str = "", replicate: int = 0) -> Row:
    variant = {"position": "swapped", "identical_responses": "identical"}.get(probe, probe)
    of_probe = {"probe": probe, "variant": variant} if probe else {}
    return {"item_id": f"i{item}", "judge": "a", "criterion": "c", "replicate": replicate, "status": "ok", "label": label, "order": order, **of_probe}


def both(orders: list[str], label: Any, *, replicates: int = 2) -> list[Row]:
    """Plain rows in those orders, and rows of position in the other ones; `label(item, order)`."""
    found = []
    for item, order in enumerate(orders):
        for shown, probe in ((order, ""), (OTHER[order], "position")):
            found += [row(item, shown, label(item, shown), probe=probe, replicate=n) for n in range(replicates)]
    return found


def read(rows: list[Row]) -> AnalysisOutput:
    return bias(input_of(rows, PAIR))


def takes_first(item: int, order: str) -> str:
    return FIRST[order]


@pytest.mark.parametrize("orders", [["ab"] * 20, ["ba"] * 20, ["ab", "ba"] * 10], ids=["plain ab", "plain ba", "plain in either"])
def test_a_judge_that_takes_the_first_is_one_in_whatever_order_it_was_asked_plainly(orders: list[str]) -> None:
    output = read(both(orders, takes_first))
    assert one(output, "first_position_rate").value == 1.0
    assert one(output, "preference_fairness").value == -1.0
    assert one(output, "position_consistency").value == 0.0
    assert one(output, "position_excess_flip_rate").value == 1.0
    assert "prefers the response that is shown first" in texts(output)
    for response in (A, B):
        assert one(output, "win_rate_after_swap", group=response).value == 0.0
    raw = {"ab": (1.0, 0.0), "ba": (0.0, 1.0)}
    expected = tuple(sum(raw[order][n] for order in orders) / len(orders) for n in (0, 1))
    assert (one(output, "win_rate", group=A).value, one(output, "win_rate", group=B).value) == expected
    corrected = {entry["what"]: entry["corrected"] for entry in output.analysis.blocks["corrections"]}
    assert corrected["win rate of response_a"] == 0.5


def test_orders_drawn_by_a_coin_are_not_averaged_away() -> None:
    """By hand from the column: the share of verdicts that name what is shown first."""
    draw = random.Random(3)
    orders = [draw.choice(["ab", "ba"]) for _ in range(40)]
    rows = both(orders, lambda item, order: FIRST[order] if draw.random() < 0.7 else (A, B)[item % 2])
    by_hand = sum(entry["label"] == FIRST[entry["order"]] for entry in rows) / len(rows)
    output = read(rows)
    assert one(output, "first_position_rate").value == pytest.approx(by_hand)
    assert by_hand > 0.8
    assert "prefers the response that is shown first" in texts(output)


def test_replicates_of_one_item_in_either_order_are_read_by_their_own() -> None:
    rows = []
    for item in range(20):
        for n, order in enumerate(("ab", "ba", "ab")):
            rows += [row(item, order, FIRST[order], replicate=n), row(item, OTHER[order], FIRST[OTHER[order]], probe="position", replicate=n)]
    output = read(rows)
    assert one(output, "first_position_rate").value == 1.0
    assert one(output, "preference_fairness").value == -1.0
    assert one(output, "win_rate", group=A).value == pytest.approx(2 / 3)


@pytest.mark.parametrize("words", [("AB", "BA"), ("A-B", "B-A"), ("12", "21")])
def test_orders_in_other_words_are_read(words: tuple[str, str]) -> None:
    rows = [{**entry, "order": words[entry["order"] == "ba"]} for entry in both(["ba", "ab"] * 10, takes_first)]
    assert one(read(rows), "first_position_rate").value == 1.0


def test_rows_without_an_order_are_plainly_a_first_and_swapped_b_first() -> None:
    rows = [{**entry, "order": None} for entry in both(["ab"] * 20, takes_first)]
    assert one(read(rows), "first_position_rate").value == 1.0


def test_an_order_that_says_nothing_known_is_told() -> None:
    rows = [{**entry, "order": {"ab": "original", "ba": "other"}[entry["order"]]} for entry in both(["ab"] * 20, takes_first)]
    said = texts(read(rows))
    assert "warning: The column order says 'original', 'other'" in said
    assert "The column order" not in texts(read(both(["ab"] * 20, takes_first)))


def test_labels_that_name_what_was_shown_first_are_no_slots() -> None:
    rubric = PAIR
    right = table_from_rows(both(["ab", "ba"] * 20, takes_first))
    assert not [found for found in table_findings(right, rubric) if "slots" in found.text]
    slots = table_from_rows(both(["ab", "ba"] * 20, lambda item, order: (A, B)[(item // 2 % 2) ^ (order == "ba")]))
    assert [found for found in table_findings(slots, rubric) if "slots" in found.text]


def test_rows_in_the_same_order_were_not_swapped() -> None:
    rows = [{**entry, "order": "ab"} for entry in both(["ab"] * 20, lambda item, order: A)]
    output = read(rows)
    for name in ("position_consistency", "preference_fairness", "first_position_rate", "inconsistent_rate", "position_excess_flip_rate"):
        estimate = one(output, name)
        assert estimate.value is None, name
        assert "nothing was swapped" in (estimate.undefined or ""), name
    assert one(output, "win_rate_after_swap", group=A).value is None
    assert "warning: On c the rows of a under the probe position" in texts(output)
    (entry,) = [entry for entry in output.analysis.blocks["probes"] if entry["probe"] == "position"]
    assert entry["answer"] == "not_measured"


def test_pairs_that_were_not_swapped_are_left_out_and_counted() -> None:
    """Ten swapped, on which it takes the first; ten not, on which it says the same again."""
    rows = both(["ab"] * 20, takes_first)
    rows = [{**entry, "order": "ab", "label": A} if int(entry["item_id"][1:]) >= 10 else entry for entry in rows]
    output = read(rows)
    assert one(output, "position_consistency").value == 0.0
    assert one(output, "position_consistency").n_items == 10
    assert "10 of 20 pairs" in texts(output)


def test_variants_of_position_are_read_by_their_own_orders() -> None:
    rows = both(["ab", "ba"] * 10, takes_first)
    rows += [{**entry, "variant": "again"} for entry in rows if entry.get("probe")]
    output = read(rows)
    for variant in (None, "again", "swapped"):
        (excess,) = [e for e in output.estimates if (e.name, e.variant, e.stratum) == ("position_excess_flip_rate", variant, None)]
        assert excess.value == 1.0
    assert one(output, "first_position_rate").value == 1.0


def test_identical_responses_are_read_by_what_was_shown_first() -> None:
    """The label of the first place is that of response_b where that is shown first."""
    orders = ["ab", "ba"] * 15
    rows = [row(item, order, A) for item, order in enumerate(orders)]
    rows += [row(item, order, FIRST[order], probe="identical_responses") for item, order in enumerate(orders)]
    output = read(rows)
    assert one(output, "identical_responses_first_rate").value == 1.0
    assert "the first place in 30 of 30 items" in texts(output)


def test_a_cue_that_was_shown_in_another_order_than_the_plain_pair_is_told() -> None:
    plain = [row(item, "ab", A, replicate=n) for item in range(20) for n in (0, 1)]
    cue = [row(item, "ba", B, probe="verbosity") | {"variant": "padded_a"} for item in range(20)]
    assert "20 of 20 pairs in another order under the probe verbosity than plainly" in texts(read(plain + cue))
    same = [{**entry, "order": "ab"} for entry in cue]
    assert "in another order under" not in texts(read(plain + same))


def in_both_plainly(n_mixed: int) -> list[Row]:
    """Twenty pairs that were judged by what is first, some of them plainly in both orders, and all of them under position."""
    orders = [("ab", "ba" if item < n_mixed else "ab") for item in range(20)]
    plain = [row(item, order, FIRST[order], replicate=n) for item, two in enumerate(orders) for n, order in enumerate(two)]
    return [*plain, *(row(item, "ba", FIRST["ba"], probe="position", replicate=n) for item in range(20) for n in (0, 1))]


@pytest.mark.parametrize("n_mixed", [20, 3])
def test_plain_rows_in_both_orders_beside_rows_of_position_are_no_rerun_noise(n_mixed: int) -> None:
    """The rows of position say which rows are the probe, so that plain rows in the other order stay plain: that is said, with how many pairs."""
    said = texts(read(in_both_plainly(n_mixed)))
    assert f"serious: On c a was asked plainly in both orders (column order) on {n_mixed} of 20 pairs" in said
    assert "Mark the plain rows in the other order as rows of position too" in said


def test_plain_rows_in_one_order_for_each_pair_are_not_accused_of_two() -> None:
    assert "plainly in both orders" not in texts(read(both(["ab", "ba"] * 10, takes_first)))
