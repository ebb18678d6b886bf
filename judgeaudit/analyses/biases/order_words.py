"""What is wrong with the orders in which pairs were shown, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.analyses.biases.slots import unswapped
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import listed
from judgeaudit.analyses.probe_counts import Shown
from judgeaudit.analyses.probe_orders import POSITION
from judgeaudit.domain.results import Finding
from judgeaudit.domain.shown_orders import order_of
from judgeaudit.stats.kernels.ratings_check import BoolArray

ANY_ORDER = (POSITION, "identical_responses")
"""Probes that are there to be shown in the other order, or on which the order of texts changes nothing."""


def order_findings(data: AnalysisInput, shown: Sequence[Shown]) -> list[Finding]:
    """Warnings: rows of `position` in the plain order, plain rows in both orders beside them, cues that were shown in another order than the plain pair,
    and orders that say nothing known."""
    if data.rubric.mode != "pairwise":
        return []
    whole = [one for one in shown if one.variant is None and one.part.stratum is None]
    found = [said for one in whole if (said := _not_swapped(one)) is not None]
    found += [said for one in whole if (said := _turned_cue(one)) is not None]
    found += list(_plainly_in_both(data, sorted({one.judge for one in whole if one.name == POSITION})))
    return found + list(_unknown(data, any(one.name == POSITION for one in whole)))


def _not_swapped(one: Shown) -> Finding | None:
    n = unswapped(one)
    if one.name != POSITION or one.sides is None or n == 0:
        return None
    judge, criterion = one.judge, one.part.criterion
    asked = one.items(one.sides.unswapped | ((~np.isnan(one.sides.ab)).any(axis=1) & (~np.isnan(one.sides.ba)).any(axis=1)))
    text = (
        f"On {criterion} the rows of {judge} under the probe position are in the same order as the plain ones on {n:,} of {asked:,} pairs (column order): nothing "
        "was swapped there, and they are left out. Give the order in which each row was shown, or ask for the other one."
    )
    return Finding(severity="warning", text=text, judge=judge, criterion=criterion)


def _plainly_in_both(data: AnalysisInput, judges: Sequence[str]) -> Iterator[Finding]:
    """Plain rows of a pair in both orders are no repeats of one question. Rows of `position` say which rows are the probe, so that these stay plain."""
    order = data.table["order"]
    if not judges or order.null_count == len(order):
        return
    plain = pc.and_(pc.equal(pc.fill_null(data.table["probe"], ""), ""), pc.is_in(data.table["judge"], value_set=pa.array(judges, type=pa.string())))
    rows = data.table.filter(pc.and_(plain, pc.is_valid(order))).select(["item_id", "judge", "criterion", "order"])
    words = {word: said for word in pc.unique(rows["order"]).to_pylist() if (said := order_of(word)) is not None}
    if len(set(words.values())) < 2:
        return
    rows = rows.filter(pc.is_in(rows["order"], value_set=pa.array(list(words), type=pa.string())))
    sides = pa.array([words[word] for word in rows["order"].to_pylist()], type=pa.string())
    by_item = rows.set_column(3, "order", sides).group_by(["item_id", "judge", "criterion"], use_threads=False).aggregate([("order", "count_distinct")])
    both = pc.greater(by_item["order_count_distinct"], 1)
    for judge, criterion, n, of in _counted_by(by_item.append_column("both", pc.cast(both, pa.int64()))):
        text = (
            f"On {criterion} {judge} was asked plainly in both orders (column order) on {n:,} of {of:,} pairs, beside rows of the probe position: plain rows count as "
            "repeats of one question, so that its flip rate and the rerun noise that probes are held against have what the order moves in them. Mark the "
            "plain rows in the other order as rows of position too (probe position, variant swapped), or leave out its rows of position: then they are told apart by the order."
        )
        yield Finding(severity="serious", text=text, judge=judge, criterion=criterion)


def _counted_by(by_item: pa.Table) -> Iterator[tuple[str, str, int, int]]:
    """Judge, criterion, items that are flagged `both`, and all items; where there are any of the former."""
    counted = by_item.group_by(["judge", "criterion"], use_threads=False).aggregate([("both", "sum"), ("both", "count")])
    for row in counted.to_pylist():
        if row["both_sum"]:
            yield row["judge"], row["criterion"], row["both_sum"], row["both_count"]


def _turned_cue(one: Shown) -> Finding | None:
    """What moves under a cue that was shown in another order than the plain pair may have moved with the order."""
    if one.name in ANY_ORDER or not any(one.turned + one.plain_turned):
        return None
    (plain_ab, plain_ba), (probe_ab, probe_ba) = (
        tuple(_any(codes, np.array(turned, dtype=bool) == side) for side in (False, True))
        for codes, turned in ((one.plain, one.plain_turned), (one.probe, one.turned))
    )  # fmt: skip
    both = (plain_ab | plain_ba) & (probe_ab | probe_ba)
    n = one.items(both & ((probe_ab & ~plain_ab) | (probe_ba & ~plain_ba)))
    if n == 0:
        return None
    judge, criterion = one.judge, one.part.criterion
    text = (
        f"On {criterion} {judge} was shown {n:,} of {one.items(both):,} pairs in another order under the probe {one.name} than plainly (column order): what moves "
        "there may have moved with the order. Show a pair in one order with and without the cue."
    )
    return Finding(severity="warning", text=text, judge=judge, criterion=criterion)


def _any(codes: np.ndarray, columns: BoolArray) -> BoolArray:
    return np.asarray((~np.isnan(codes[:, columns])).any(axis=1))


def _unknown(data: AnalysisInput, swapped: bool) -> Iterator[Finding]:
    """That words of the column `order` were not read, where it matters."""
    words = sorted({word for word in pc.unique(data.table["order"]).to_pylist() if word and order_of(word) is None})
    if swapped and words:
        text = (
            f"The column order says {listed(tuple(map(repr, words)))}, which is neither ab nor ba: such rows are taken as shown with response_a first, and those of the probe "
            "position with response_b first. Write ab where response_a was shown first, and ba where response_b was."
        )
        yield Finding(severity="warning", text=text)
