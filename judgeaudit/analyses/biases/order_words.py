"""What is wrong with the orders in which pairs were shown, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
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
    """Warnings: rows of `position` in the plain order, cues that were shown in another order than the plain pair, and orders that say nothing known."""
    if data.rubric.mode != "pairwise":
        return []
    whole = [one for one in shown if one.variant is None and one.part.stratum is None]
    found = [said for one in whole if (said := _not_swapped(one)) is not None]
    found += [said for one in whole if (said := _turned_cue(one)) is not None]
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
