"""One response in both places of a pair: what a judge prefers then is a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.biases.item_values import corrected, ends, leaves_out, share_of, votes
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.biases.slots import NO_PAIRS, Slots, shares, slots_of
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import percent
from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.domain.results import Estimate, Finding

DECIDED, FIRST = "identical_responses_decided_rate", "identical_responses_first_rate"
NO_TIE = "the scale has no tie: the judge must prefer one of two responses that are the same"
NO_VERDICT = "no verdict under the probe"


def identical(data: AnalysisInput, shown: Sequence[Shown]) -> Reading:
    """How often one of two identical responses is preferred, and how often the one that is shown first.

    Parameters
    ----------
    data : AnalysisInput
    shown : sequence of Shown
        Those of the probe `identical_responses` are read: `response_a` is what is shown first, and `response_b` in rows whose column `order` says so.

    Returns
    -------
    Reading
        Estimates of every part, a tie counted half for the first place; block `identical_responses`, one row for each judge and criterion. The exact binomial
        test gives each item one vote.
    """
    estimates: list[Estimate] = []
    rows: list[dict[str, Any]] = []
    for one in shown:
        if one.name != "identical_responses" or one.variant is not None:
            continue
        slots = slots_of(one.part.scale, data.rubric.mode)
        if slots is None:
            estimates += [one.part.tag(name, Estimate.missing(NO_PAIRS), judge=one.judge) for name in (DECIDED, FIRST)]
            continue
        credit = mean_code(np.where(one.turned, slots.credit(one.probe, slots.b), slots.credit(one.probe, slots.a)))
        decided = Estimate.missing(NO_TIE) if slots.tie is None else share_of(one.part, _decided(one, slots), NO_VERDICT, judge=one.judge, verdicts=one.n_probe)
        words = "share of verdicts for the response that is shown first, a tie half"
        first = share_of(one.part, credit, NO_VERDICT, judge=one.judge, what=words, verdicts=one.n_probe)
        estimates += [one.part.tag(name, estimate, judge=one.judge) for name, estimate in ((DECIDED, decided), (FIRST, first))]
        if one.part.stratum is None:
            rows.append(_row(one, slots, credit, decided, first))
    for row, p in zip(rows, corrected([row["p"] for row in rows]), strict=True):
        row["p_adjusted"] = p
    findings = [found for row in rows if (found := _finding(row)) is not None]
    return Reading(estimates=estimates, findings=findings, blocks={"identical_responses": rows} if rows else {})


def _decided(one: Shown, slots: Slots) -> Floats:
    return shares(one.probe, ~np.isnan(one.probe) & ~slots.ties(one.probe))


def _row(one: Shown, slots: Slots, credit: Floats, decided: Estimate, first: Estimate) -> dict[str, Any]:
    n_first, n_second, p = votes(one.part, credit - 0.5)
    return {
        "judge": one.judge, "criterion": one.part.criterion, "n_items": one.items(~np.isnan(credit)), **ends("decided", decided), **ends("first_rate", first),
        "n_first": n_first, "n_second": n_second, "p": p, "p_adjusted": None, "tie": None if slots.tie is None else slots.labels[2],
        "clear": leaves_out(first, 0.5),
    }  # fmt: skip


def _finding(row: dict[str, Any]) -> Finding | None:
    """Serious where a place is clearly preferred; a warning where one is preferred at all, though the scale has a tie."""
    judge, criterion = row["judge"], row["criterion"]
    placed = row["clear"] and row["p_adjusted"] is not None and row["p_adjusted"] <= thresholds.PROBE_ALPHA
    decides = row["decided_low"] is not None and row["decided_low"] > thresholds.PROBE_MARGIN
    if not placed and not decides:
        return None
    often = f" in {percent(row['decided'])} of verdicts" if row["decided"] is not None else ""
    where = f"the first place in {row['n_first']} of {row['n_items']} items, the second in {row['n_second']}"
    text = f"{judge} prefers one of two responses that are the same{often} on {criterion}: {where}"
    if placed:
        return Finding(severity="serious", text=f"{text}. What it prefers there is a place.", judge=judge, criterion=criterion)
    return Finding(severity="warning", text=f"{text}, though it could say {row['tie']!r}: it decides what cannot be decided.", judge=judge, criterion=criterion)
