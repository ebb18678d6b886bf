"""What was shown first, in whatever spelling a file says it: swapped rows are a probe, and names of slots are turned."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from judgeaudit.analyses.rationales.rows import shown_rationale, shown_reasoning
from judgeaudit.api.case_texts import case_texts
from judgeaudit.domain.results import Case
from judgeaudit.importers.interchange import table_from_frame
from judgeaudit.importers.shown_order import two_orders
from judgeaudit.tables import table_from_rows

Row = dict[str, Any]
TURNED = ["ba", "BA", "b-a", "B/A", "21", "2-1", "10"]
STRAIGHT = ["ab", "AB", "a-b", "12", "01", None, "original"]


def row(item: str, order: str | None, replicate: int = 0, *, judge: str = "a", probe: str | None = None) -> Row:
    variant = None if probe is None else "x"
    return {
        "item_id": item,
        "judge": judge,
        "criterion": "c",
        "replicate": replicate,
        "label": "response_a",
        "order": order,
        "probe": probe,
        "variant": variant,
    }


def kinds(rows: list[Row]) -> Counter[tuple[str, str | None, str | None]]:
    """Rows that were read by item, probe and variant."""
    table: pa.Table = table_from_frame(pd.DataFrame(rows))
    return Counter((one["item_id"], one["probe"] or None, one["variant"] or None) for one in table.to_pylist())


SWAPPED = ("i0", "position", "swapped")
PLAIN = ("i0", None, None)
CUE = ("i0", "verbosity", "x")


@pytest.mark.parametrize(("straight", "turned"), [("ab", "ba"), ("AB", "BA"), ("a-b", "b-a"), ("12", "21"), ("01", "10"), ("ab", "BA"), ("Ab", "bA")])
@pytest.mark.parametrize("cue", [None, "ab", "ba"], ids=["no other probe", "beside a probe", "beside a probe in the other order"])
def test_plain_rows_in_the_other_order_are_the_probe_position(straight: str, turned: str, cue: str | None) -> None:
    rows = [row("i0", straight, 0), row("i0", straight, 1), row("i0", turned, 2)]
    if cue is None:
        assert kinds(rows) == {PLAIN: 2, SWAPPED: 1}
    else:
        beside = row("i0", straight if cue == "ab" else turned, 0, probe="verbosity")
        assert kinds([*rows, beside]) == {PLAIN: 2, SWAPPED: 1, CUE: 1}


def test_spellings_of_one_file_may_differ() -> None:
    assert kinds([row("i0", "ab"), row("i0", "AB", 1), row("i0", "b-a", 2), row("i0", "ab", 0, probe="verbosity")]) == {PLAIN: 2, SWAPPED: 1, CUE: 1}


def test_a_pair_that_was_asked_in_one_order_only_is_plain_whichever_it_is() -> None:
    found = kinds([row("i0", "ab"), row("i0", "ba", 1), row("i1", "ba"), row("i1", "ba", 1), row("i1", "ab", probe="verbosity")])
    assert found == {PLAIN: 1, SWAPPED: 1, ("i1", None, None): 2, ("i1", "verbosity", "x"): 1}


def test_another_judge_or_criterion_is_another_question() -> None:
    found = kinds([row("i0", "ab"), row("i0", "ba", judge="b"), row("i0", "ab", probe="verbosity")])
    assert found == {PLAIN: 2, CUE: 1}


def test_a_judge_whose_file_says_which_rows_are_the_swapped_ones_is_read_as_it_says() -> None:
    """Plain replicates in an order drawn by a coin, and each of them in the other one: the plain ones are repeats."""
    rows = [row("i0", "ab", 0), row("i0", "ba", 1), row("i0", "ba", 0, probe="Position"), row("i0", "ab", 1, probe="Position")]
    assert kinds(rows) == {PLAIN: 2, ("i0", "Position", "x"): 2}
    other = [row("i0", "ab", judge="b"), row("i0", "ba", 1, judge="b")]
    assert kinds([*rows, *other]) == {PLAIN: 3, ("i0", "Position", "x"): 2, SWAPPED: 1}


@pytest.mark.parametrize("nothing", ["", " ", "-", None])
def test_rows_whose_order_is_empty_are_plain_as_ever(nothing: str | None) -> None:
    assert kinds([row("i0", "ab"), row("i0", nothing, 1), row("i0", "ba", 2), row("i1", nothing), row("i1", "ba", 1)]) == {
        PLAIN: 2, SWAPPED: 1, ("i1", None, None): 1, ("i1", "position", "swapped"): 1,
    }  # fmt: skip


def test_a_column_that_counts_calls_says_no_order() -> None:
    rows = [row("i0", str(n), n - 1) for n in range(1, 31)]
    assert kinds(rows) == {PLAIN: 30}
    assert kinds([*rows, row("i0", "5", probe="verbosity")]) == {PLAIN: 30, CUE: 1}


def test_orders_in_words_of_their_own_are_read_as_before() -> None:
    assert kinds([row("i0", "x-y"), row("i0", "y-x", 1)]) == {PLAIN: 1, SWAPPED: 1}
    assert kinds([row("i0", "original"), row("i0", "swapped", 1)]) == {PLAIN: 2}


def test_numbers_of_rows_are_kept_and_given_anew_apart() -> None:
    rows = [
        {name: value for name, value in one.items() if name != "replicate"}
        for one in (row("i0", "ab"), row("i0", "ba"), row("i0", "ab"), row("i0", "ab", probe="verbosity"))
    ]
    rows = [{**one, "rationale": f"r{n}"} for n, one in enumerate(rows)]
    table = table_from_frame(pd.DataFrame(rows))
    assert [(one["probe"] or "", one["replicate"]) for one in table.to_pylist()] == [("", 0), ("position", 0), ("", 1), ("verbosity", 0)]


@pytest.mark.parametrize(
    ("names", "both"),
    [({"ab", "ba"}, True), ({"AB", "ab", "b-a"}, True), ({"x-y", "y-x"}, True), ({"ab"}, False), ({"ab", "AB"}, False), ({"1", "10", "21", "12"}, False)],
)
def test_whether_pairs_were_shown_in_two_orders(names: set[str], *, both: bool) -> None:
    assert two_orders(names) is both


@pytest.mark.parametrize("order", TURNED)
def test_names_of_slots_are_turned_where_the_row_says_it_in_any_spelling(order: str) -> None:
    said = {"rationale": "Response A is better.", "reasons": None, "reasoning": "So Response A.", "order": order}
    assert shown_rationale(said) == "Response B is better."
    assert shown_reasoning(said) == "So Response B."


@pytest.mark.parametrize("order", STRAIGHT)
def test_and_left_where_it_does_not(order: str | None) -> None:
    said = {"rationale": "Response A is better.", "reasons": None, "reasoning": "So Response A.", "order": order}
    assert shown_rationale(said) == "Response A is better."
    assert shown_reasoning(said) == "So Response A."


@pytest.mark.parametrize(("order", "turned"), [*((order, True) for order in TURNED), *((order, False) for order in STRAIGHT)])
def test_texts_of_cases_say_where_names_were_exchanged(order: str | None, *, turned: bool) -> None:
    rows = [{**row("i0", order), "rationale": "Response A is better."}]
    case = Case(analysis="rationale", flag="f", judge="a", criterion="c", item_id="i0", replicates=(0,), detail="d")
    (found,) = case_texts([case], table_from_rows(rows), ())
    (reply,) = found.replies
    assert reply["rationale"] == ("Response B is better." if turned else "Response A is better.")
    assert reply.get("relabelled", False) is turned
