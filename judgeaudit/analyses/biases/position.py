"""Both orders of a pair: does the verdict stay with the response, or with the place where it is shown?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.analyses.biases.item_values import corrected, ends, leaves_out, mean_of, share_of, votes
from judgeaudit.analyses.biases.order_pairs import Orders, orders_of
from judgeaudit.analyses.biases.order_words import order_findings
from judgeaudit.analyses.biases.position_words import position_findings
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.biases.slots import NO_PAIRS, Slots, by_order, no_orders, slots_of
from judgeaudit.analyses.biases.tests_beside import n_looks
from judgeaudit.analyses.biases.win_rates import win_rates
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.domain.results import Estimate, Finding

NAMES = ("position_consistency", "preference_fairness", "first_position_rate")

_CONSISTENT = "share of pairs (plain, swapped) of an item's verdicts, of replicates of different numbers, that say the same, mean over items"
_FAIRNESS = "pairs of verdicts that both go to the second place less those that both go to the first (a tie and a place count for that place), mean over items"
_FIRST = "share of verdicts for the response that is shown first, a tie half, mean of both orders, mean over items"


def position(data: AnalysisInput, shown: Sequence[Shown]) -> Reading:
    """Position consistency, preference fairness, first-position rate, and win rates that survive the swap.

    Parameters
    ----------
    data : AnalysisInput
    shown : sequence of Shown
        Those of the probe `position` are read, all its variants together; labels name the response, whatever the order was. What was shown first in a
        row is what its column `order` says; where it says nothing, `response_a` in plain rows and `response_b` in those of the probe.

    Returns
    -------
    Reading
        Estimates of every part; blocks `position` (one row for each judge and criterion) and `corrections`.

    Notes
    -----
    The unit is the item: its verdicts in one order and in the other (plain and swapped) are paired in all ways and averaged, but for those of
    replicates of one number, which share their seed (`order_pairs.orders_of`); an item without any other pair has that one. Where both were in one
    order nothing was swapped, and the item is left out. `preference_fairness` is (recency - primacy) / n pairs, which is what the published formula comes
    to; below 0 the first place is preferred. The exact binomial test gives each item one vote, from as many of its verdicts in either order: with
    unequal numbers an item that stands far from a half would lean by chance alone. Its p is corrected for the number of judges and criteria (Holm), and for
    that of the tests of the judge (Bonferroni), whichever is more.

    References
    ----------
    Shi et al. 2024, Judging the Judges, arXiv:2406.07791.
    """
    estimates: list[Estimate] = []
    rows: list[dict[str, Any]] = []
    more: list[dict[str, Any]] = []
    findings: list[Finding] = []
    read = [one for one in shown if one.name == "position" and one.variant is None]
    places = sum(one.part.stratum is None for one in read)
    for one in read:
        slots = slots_of(one.part.scale, data.rubric.mode)
        if slots is None:
            estimates += [one.part.tag(name, Estimate.missing(NO_PAIRS), judge=one.judge) for name in NAMES]
            continue
        pairs = orders_of(one, slots)
        found = _measures(one, slots, pairs)
        wins = win_rates(one, slots, pairs.both_a, pairs.both_b, pairs.both_tie, pairs.consistent, looks=places)
        estimates += [*found.values(), *wins.estimates]
        if one.part.stratum is None:
            rows.append({**_row(one, slots, pairs, found), **wins.row})
            more += wins.corrections
            findings += wins.findings
    n_tests = {judge: n_looks(shown, judge) for judge in dict.fromkeys(row["judge"] for row in rows)}
    for row, p in zip(rows, corrected([row["p"] for row in rows]), strict=True):
        row["p_adjusted"] = None if p is None else max(p, min(1.0, row["p"] * n_tests[row["judge"]]))
        row["clear"] = row["clear"] and row["p_adjusted"] is not None and row["p_adjusted"] <= thresholds.PROBE_ALPHA
    said = [*order_findings(data, shown), *(finding for row in rows for finding in position_findings(row))]
    blocks = {name: block for name, block in (("position", rows), ("corrections", more)) if block}
    return Reading(estimates=[_with_p(one, rows) for one in estimates], findings=[*said, *findings], blocks=blocks)


def _measures(one: Shown, slots: Slots, pairs: Orders) -> dict[str, Estimate]:
    ab, ba = by_order(one)
    first = (mean_code(slots.credit(ab, slots.a)) + mean_code(slots.credit(ba, slots.b))) / 2
    reason = no_orders(one)
    away = mean_of(one.part, first - 0.5, reason, what=_FIRST, reach=0.5)
    found = (
        share_of(one.part, pairs.consistent, reason, judge=one.judge, what=_CONSISTENT, verdicts=one.n_plain + one.n_probe),
        mean_of(one.part, pairs.recency - pairs.primacy, reason, what=_FAIRNESS),
        _up_by_half(away),
    )
    n_ratings = int(((one.n_plain + one.n_probe) * ~np.isnan(pairs.consistent) * one.part.weights).sum())
    told = (estimate if estimate.value is None else estimate.model_copy(update={"n_ratings": n_ratings}) for estimate in found)
    return {name: one.part.tag(name, estimate, judge=one.judge) for name, estimate in zip(NAMES, told, strict=True)}


def _up_by_half(away: Estimate) -> Estimate:
    """A rate from how far it is from a half, where items lie that follow the response, whichever it is: surer than Wilson's interval knows."""
    if away.value is None:
        return away
    ends_there = {} if away.low is None or away.high is None else {"low": away.low + 0.5, "high": away.high + 0.5}
    return away.model_copy(update={"value": away.value + 0.5, **ends_there})


def _row(one: Shown, slots: Slots, pairs: Orders, found: dict[str, Estimate]) -> dict[str, Any]:
    """A row of the block `position`; `n_pairs` counts items, and the counts beside it add up their shares."""
    weights = one.part.weights
    given = ~np.isnan(pairs.consistent)
    equal = orders_of(one, slots, equal=True)
    second, first, p = votes(one.part, equal.recency - equal.primacy)
    again = share_of(one.part, np.where(given, 1 - one.plain_flip, np.nan), "one plain replicate", judge=one.judge, verdicts=one.n_plain)
    counts = {name: _sum(getattr(pairs, part), weights) for name, part in (("n_consistent", "consistent"), ("primacy", "primacy"), ("recency", "recency"))}
    names = ("consistency", "fairness", "first_rate")
    return {
        "judge": one.judge, "criterion": one.part.criterion, "n_pairs": int(weights[given].sum()), **counts, "n_first": first, "n_second": second,
        "p": p, "p_adjusted": None, **{key: value for short, name in zip(names, NAMES, strict=True) for key, value in ends(short, found[name]).items()},
        **ends("rerun_consistency", again), "replicates": {"plain": _most(one.n_plain[given]), "probe": _most(one.n_probe[given])},
        "clear": leaves_out(found["preference_fairness"]),
    }  # fmt: skip


def _sum(values: Floats, weights: NDArray[np.int64]) -> float:
    total = round(float(np.nansum(values * weights)), 9)
    return int(total) if total == int(total) else total


def _most(counts: NDArray[np.int64]) -> int:
    return int(counts.max()) if counts.size else 0


def _with_p(one: Estimate, rows: Sequence[dict[str, Any]]) -> Estimate:
    """Preference fairness of a whole criterion with the corrected p value of its test."""
    if one.name != "preference_fairness" or one.stratum is not None or one.value is None:
        return one
    p = next((row["p_adjusted"] for row in rows if (row["judge"], row["criterion"]) == (one.judge, one.criterion)), None)
    return one.model_copy(update={"p_adjusted": p})
