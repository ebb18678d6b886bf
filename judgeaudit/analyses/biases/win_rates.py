"""How often a response, or a system, wins: as it was shown, and after the swap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.analyses.biases.item_values import Counts, as_verdicts, ends, leaves_out, mean_of, share_of, stricter
from judgeaudit.analyses.biases.slots import NO_ORDERS, Slots, as_given, by_order, no_orders, shares
from judgeaudit.analyses.biases.written import writers_of
from judgeaudit.analyses.calibrations.by_item import over_items
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.analyses.probe_counts import Floats, Shown
from judgeaudit.domain.results import Estimate, Finding

MOST_SYSTEMS = 40
"""Systems that get rates of their own, those with most items first (ours)."""

RAW = "share of plain verdicts for it (a tie is none), of items judged in both orders"
AFTER = "share of pairs (plain, swapped) of an item's verdicts, of replicates of different numbers, that are both for it"
BOTH_ORDERS = "order-averaged: mean of its shares of the verdicts in either order"

Measured = tuple[str, Floats, str]


@dataclass
class Wins:
    """Numbers of one judge in one part, entries of its row in the block `position`, and corrections that stand beside raw rates."""

    estimates: list[Estimate] = field(default_factory=list)
    row: dict[str, Any] = field(default_factory=dict)
    corrections: list[dict[str, Any]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def win_rates(one: Shown, slots: Slots, both_a: Floats, both_b: Floats, both_tie: Floats, consistent: Floats, *, looks: int) -> Wins:
    """Win rates by response and, where items name their systems, by system; of a whole criterion also beside order-averaged ones.

    Parameters
    ----------
    one : Shown
        Verdicts in the other order, of a part.
    both_a, both_b, both_tie, consistent : float arrays, shape (n_patterns,)
        Shares of pairs (plain, swapped) of verdicts that agree, by what they say, and together (`order_pairs.Orders`); NaN where a pattern has not both orders.
    looks : int
        In how many places it is looked for a winner that changes.

    Notes
    -----
    After the swap the shares of wins of either response, of ties and of inconsistent pairs add up to 1: a verdict that does not survive the swap is
    inconsistent, never a win, and a tie in both orders is a tie. Systems have rates over the whole criterion only.
    """
    part, judge, reason, found = one.part, one.judge, no_orders(one), Wins()
    both_orders = one.n_plain + one.n_probe
    for name, values in (("tie_rate_after_swap", both_tie), ("inconsistent_rate", 1 - consistent)):
        estimate = share_of(part, values, reason, judge=judge, verdicts=both_orders)
        found.estimates.append(part.tag(name, estimate, judge=judge))
        found.row |= {name: estimate.value}
    sides = [_of_side(one, consistent, code, both) for code, both in ((slots.a, both_a), (slots.b, both_b))]
    found.row["win_rates"] = []
    for label, side in zip(slots.labels, sides, strict=False):
        of = zip(side, _verdicts(one), strict=True)
        _keep(found, one, label, [share_of(part, values, reason, judge=judge, what=what, verdicts=n) for (values, what), n in of])
    if part.stratum is None:
        for system, rates in _of_systems(one, sides):
            _keep(found, one, system, rates)
        found.findings += _changed_winner(one, slots, sides, looks)
    return found


def _verdicts(one: Shown) -> tuple[Counts, Counts, Counts]:
    """How many verdicts the rates of `_of_side` are of, each of every pattern."""
    both_orders = one.n_plain + one.n_probe
    return np.asarray((~np.isnan(as_given(one))).sum(axis=1), dtype=np.int64), both_orders, both_orders


def _of_side(one: Shown, consistent: Floats, code: float, both: Floats) -> list[tuple[Floats, str]]:
    """Raw share, share after the swap and share over both orders of each pattern, of items with both orders."""
    ab, ba = (shares(codes, codes == code) for codes in by_order(one))
    plain = as_given(one)
    return [(np.where(np.isnan(consistent), np.nan, shares(plain, plain == code)), RAW), (both, AFTER), ((ab + ba) / 2, BOTH_ORDERS)]


def _keep(found: Wins, one: Shown, group: str, rates: list[Estimate]) -> None:
    part, judge = one.part, one.judge
    raw, after, averaged = rates
    found.estimates += [part.tag(name, rate, judge=judge, group=group) for name, rate in (("win_rate", raw), ("win_rate_after_swap", after))]
    found.row["win_rates"].append({"group": group, "n_items": raw.n_items, **ends("raw", raw), **ends("after_swap", after)})
    if part.stratum is None and raw.value is not None:
        found.corrections.append({
            "judge": judge, "criterion": part.criterion, "what": f"win rate of {group}", **ends("raw", raw), "corrected": averaged.value, "low": averaged.low,
            "high": averaged.high, "how": "mean of both orders: what a preference for a place adds in one order it takes in the other", "n_items": raw.n_items,
        })  # fmt: skip


def _of_systems(one: Shown, sides: list[list[tuple[Floats, str]]]) -> Iterator[tuple[str, list[Estimate]]]:
    """The same rates of every system, wherever in the pair its response stands; pairs of a system with itself are left out."""
    part = one.part
    a, b = (writers_of(part)[source] for source in ("response_a", "response_b"))
    there = ~np.isnan(sides[0][0][0])[part.patterns.pattern_of_item] & (a != b)
    for system in most_frequent(a, b, there):
        rates = zip(*sides, _verdicts(one), strict=True)
        yield system, [_rate(part, one.judge, system, (a, b), (first[0], second[0]), n, there, first[1]) for first, second, n in rates]


def most_frequent(a: NDArray[np.str_], b: NDArray[np.str_], keep: NDArray[np.bool_]) -> list[str]:
    """Names in either place, those of most items first, at most `MOST_SYSTEMS`; then by name."""
    names, counts = np.unique(np.concatenate([a[keep], b[keep]]), return_counts=True)
    found = sorted((-int(count), str(name)) for name, count in zip(names, counts, strict=True) if name)
    return sorted(name for _, name in found[:MOST_SYSTEMS])


def _rate(
    part: Part, judge: str, system: str, written: tuple[NDArray[np.str_], NDArray[np.str_]], wins: tuple[Floats, Floats], n: Counts, there: NDArray[np.bool_],
    what: str,
) -> Estimate:  # fmt: skip
    """Mean of the items' shares of so many verdicts that the system's response wins, whichever of the two it is."""
    which = part.patterns.pattern_of_item
    values = np.where(written[0] == system, wins[0][which], wins[1][which])
    keep = there & ((written[0] == system) | (written[1] == system))
    found = over_items(part, "win_rate", stats.proportion, as_verdicts(values, n[which])[None], judge=judge, keep=keep)
    return found.model_copy(update={"method": f"{what}; {found.method}"})


def _changed_winner(one: Shown, slots: Slots, sides: list[list[tuple[Floats, str]]], looks: int) -> list[Finding]:
    """A warning where one response clearly leads as shown, and not at all after the swap."""
    raw, after = (mean_of(stricter(one.part, looks), sides[0][n][0] - sides[1][n][0], NO_ORDERS, what="") for n in (0, 1))
    if raw.value is None or after.value is None or not leaves_out(raw) or raw.value * after.value > 0:
        return []
    shown = [percent(mean_of(one.part, side[n][0], NO_ORDERS, what="").value or 0.0) for n in (0, 1) for side in sides]
    judge, criterion = one.judge, one.part.criterion
    text = (
        f"With {judge} on {criterion} who wins depends on the order: {slots.labels[0]} wins {shown[0]} and {slots.labels[1]} {shown[1]} as shown, and "
        f"{shown[2]} and {shown[3]} once a verdict has to survive the swap. Report the rates after the swap."
    )
    return [Finding(severity="warning", text=text, judge=judge, criterion=criterion)]
