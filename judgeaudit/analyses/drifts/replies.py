"""Does the judge still answer, and are its replies as long, as quick and as cheap as they were?"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.asked import Asked, asked_calls
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.drifts.lost import with_lost
from judgeaudit.analyses.drifts.measured import Measure, item_means, shift
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.reply_sizes import read_sizes
from judgeaudit.analyses.drifts.versions import margin_of
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.hodges_lehmann import hodges_lehmann
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.tables import CELL_STATUS

GRAVE_RATIO = 5.0
"""Ratios from which a change of length, latency or cost is a warning (ours)."""

NOT_ASKED = "no item was asked of both versions"
ALWAYS = ("unparsable", "refused", "truncated", "error")
"""Statuses that have a number even where they never occur."""

SHARED_LOAD = "calls made together share the provider's load, which no interval by items knows of"


@dataclass(frozen=True)
class Quantity:
    """A number that replies have, by its column of the ratings table; `what` goes into sentences."""

    name: str
    column: str
    what: str
    unit: str
    note: str = ""


QUANTITIES = (
    Quantity("rationale_length_ratio", "rationale", "length of rationales", "characters"),
    Quantity("completion_tokens_ratio", "completion_tokens", "length of replies", "tokens"),
    Quantity("prompt_tokens_ratio", "prompt_tokens", "length of prompts", "tokens"),
    Quantity("latency_ratio", "latency_s", "latency", "seconds", SHARED_LOAD),
    Quantity("cost_ratio", "cost_usd", "cost of a call", "USD"),
)


def replies(part: Part, drift: DriftInput) -> DriftPiece:
    """Estimates `answered_shift`, which decides, a `..._shift` for each status, and ratios of length, latency and cost; block `replies`.

    Shifts are shares of calls now less before, mean over items that both versions were asked about. Ratios are now over before, item by
    item, over as many replicates of each item as both versions have: means over three calls and over one are not alike even where nothing changed.
    """
    old, new = asked_calls(part, BASELINE), asked_calls(part, CURRENT)
    rates = {"answered": (_calls(old, old.cells >= 0), _calls(new, new.cells >= 0))}
    rates |= {status: (_calls(old, old.cells == cell), _calls(new, new.cells == cell)) for cell, status in CELL_STATUS.items()}
    occur = [name for name, sides in rates.items() if name in ALWAYS or any(bool((one[part.rows.index] > 0).any()) for one in sides)]
    occur = list(dict.fromkeys(("answered", *occur)))
    measures = [_rate(part, drift, name, *rates[name]) for name in occur]
    measures[0], lost = with_lost(part, drift, measures[0])
    rows = [_rate_row(part, drift, name, *rates[name], measure) for name, measure in zip(occur, measures, strict=True)]
    ratios = [_ratio(part, drift, quantity) for quantity in QUANTITIES]
    findings = [one for _, row, ends in ratios for one in _said(part, drift, row, ends)] if part.stratum is None else []
    return DriftPiece(
        estimates=(*(estimate for estimate, _ in measures), *(estimate for estimate, _, _ in ratios)), tested=(measures[0][1],),
        findings=(*lost, *_statuses(part, drift, rows, measures), *findings), blocks={"replies": [*rows, *(row for _, row, _ in ratios)]},
    )  # fmt: skip


def _calls(asked: Asked, hits: BoolArray) -> FloatArray:
    """1 or 0 for each call of each pattern, shape (n_patterns, n_calls); NaN where nothing was asked."""
    return np.where(asked.asked, hits, np.nan)


def _rate(part: Part, drift: DriftInput, name: str, old: FloatArray, new: FloatArray) -> Measure:
    what = f"share of {name} calls now less before, mean over items"
    return shift(part, drift, f"{name}_shift", old, new, margin=margin_of(part, drift), what=what, why_not=NOT_ASKED)


def _rate_row(part: Part, drift: DriftInput, what: str, old: FloatArray, new: FloatArray, measure: Measure) -> dict[str, Any]:
    estimate, tested = measure
    shares = item_means(old), item_means(new)
    counted = ~np.isnan(shares[0] + shares[1]) & (part.weights > 0)
    weights = part.weights[counted]
    before, now = (float(values[counted] @ weights / weights.sum()) if counted.any() else None for values in shares)
    return {
        **_who(part, drift), "what": what, "kind": "rate", "unit": "share of calls", "before": before, "now": now, "change": estimate.value,
        "low": estimate.low, "high": estimate.high, "p": tested.p, "n_items": tested.n_items, "note": estimate.undefined or "",
    }  # fmt: skip


def _who(part: Part, drift: DriftInput) -> dict[str, Any]:
    return {"judge": drift.judge, "criterion": part.criterion, "stratum": part.stratum}


def _statuses(part: Part, drift: DriftInput, rows: list[dict[str, Any]], measures: list[Measure]) -> list[Finding]:
    """Statuses whose share of calls changed; p values are multiplied by how many were looked at (Bonferroni)."""
    if part.stratum is not None:
        return []
    n_tests = (len(measures) - 1) * max(1, len(drift.data.patterns))
    found = []
    for row, (_, tested) in zip(rows[1:], measures[1:], strict=True):
        if tested.p is not None and tested.p * n_tests < drift.alpha and tested.n_items >= thresholds.FEWEST_ANCHORS:
            text = f"{drift.judge}: {percent(row['now'])} of its calls on {part.criterion} are {row['what']} now, {percent(row['before'])} in the baseline."
            found.append(Finding(severity="warning", text=text, judge=drift.judge, criterion=part.criterion))
    return found


def _ratio(part: Part, drift: DriftInput, quantity: Quantity) -> tuple[Estimate, dict[str, Any], tuple[float, float] | None]:
    """The estimate, its row, and the ends of the interval that findings are made of, which allows for how many there are."""
    found = read_sizes(part, drift, quantity.column)
    row = {**_who(part, drift), "what": quantity.what, "kind": "ratio", "unit": quantity.unit, "before": None, "now": None, "change": None}
    row = {**row, "low": None, "high": None, "p": None, "n_items": 0, "note": ""}
    if isinstance(found, str):
        return part.tag(quantity.name, Estimate.missing(found), judge=drift.judge), {**row, "note": found}, None
    value, low, high = _back(hodges_lehmann(found.changes, drift.data.ci_level))
    level = 1 - drift.alpha / (len(QUANTITIES) * max(1, len(drift.data.patterns)))
    _, *outer = _back(hodges_lehmann(found.changes, level)) if part.stratum is None else (value, None, None)  # findings are of the whole alone
    interval = "signed-rank interval" if low is not None else f"no interval: {found.n_units} {found.units}, too few"
    words = "; ".join(filter(None, ("ratio now over before, Hodges-Lehmann over items", interval, found.words, quantity.note)))
    estimate = Estimate(
        value=value, low=low, high=high, ci_level=None if low is None else drift.data.ci_level, method=words, n_items=found.n_items, n_ratings=found.n_calls
    )
    row |= {"before": found.before, "now": found.now, "change": value, "low": low, "high": high, "n_items": found.n_items}
    row["note"] = "; ".join(filter(None, (found.words, quantity.note, interval if low is None else "")))
    ends = None if outer[0] is None or outer[1] is None else (outer[0], outer[1])
    return part.tag(quantity.name, estimate, judge=drift.judge), row, ends


def _back(logs: tuple[float, float | None, float | None]) -> tuple[float, float | None, float | None]:
    value, low, high = logs
    return exp(value), None if low is None else exp(low), None if high is None else exp(high)


def _said(part: Part, drift: DriftInput, row: dict[str, Any], ends: tuple[float, float] | None) -> list[Finding]:
    """What changed beyond chance, and by enough to be worth a sentence."""
    least = thresholds.DRIFT_REPLY_RATIO
    if ends is None or row["n_items"] < thresholds.FEWEST_ANCHORS or ends[0] <= 1 <= ends[1] or 1 / least < row["change"] < least:
        return []
    text = (
        f"{drift.judge}: the {row['what']} on {part.criterion} is {_plain(row['change'])} times what it was in the baseline (95 % interval {_plain(row['low'])} "
        f"to {_plain(row['high'])}; median {_plain(row['before'])} {row['unit']} before, {_plain(row['now'])} now)."
    )
    grave = not 1 / GRAVE_RATIO < row["change"] < GRAVE_RATIO
    return [Finding(severity="warning" if grave else "note", text=text, judge=drift.judge, criterion=part.criterion)]


def _plain(value: float) -> str:
    """Three digits, and no power of ten where it can be helped."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
