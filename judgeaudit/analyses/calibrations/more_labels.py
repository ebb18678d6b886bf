"""What would more labels buy? Intervals as they would be with more of them, and how many would decide a gate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple

from judgeaudit import thresholds
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.domain.rubric import Gate
from judgeaudit.stats.shapes import Corrected

METRICS = ("accuracy", "cohen_kappa", "corrected_rate_rogan_gladen", "corrected_mean_ppi")

STEPS = (50, 100, 200, 500)
"""Numbers of further labels that are looked at: from a morning of one person to a week (ours)."""

SAID = 100
"""The one that is said in a sentence."""

MOST_LABELS = 10_000
"""More labels than this are as good as never: the number is what a coincidence made it."""


class Precision(NamedTuple):
    """How precise an estimate is: labels, half of its interval, and the part of that which no label changes."""

    n_labels: int
    half_width: float
    fixed: float

    def then(self, n_more: float) -> float:
        """Half-width with more labels: what they are behind shrinks with the square root of their number."""
        return sqrt(self.fixed**2 + (self.half_width**2 - self.fixed**2) * self.n_labels / (self.n_labels + n_more))

    def labels_until(self, half_width: float) -> int | None:
        """More labels until the half-width is this; None where that is never, or as good as."""
        room = half_width**2 - self.fixed**2
        if room <= 0:
            return None
        n_more = ceil(self.n_labels * (self.half_width**2 - self.fixed**2) / room - self.n_labels - 1e-9)
        return n_more if n_more <= MOST_LABELS else None


def more_labels(data: AnalysisInput, estimates: Iterable[Estimate]) -> Piece:
    """Block `more_labels`: for each judge, the half-width of accuracy, kappa and corrected rate now and with more labels, and until a gate is decided.

    A guess from the present interval: it takes the value to stay what it is. Rows with `gate` are about a limit that lies inside the interval, their
    `n_more` is what would put it outside, both it and `half_width_then` None where no number of labels does.
    """
    about = [one for one in estimates if one.stratum is None and one.variant is None and one.judge is not None and not one.judge.endswith("#majority")]
    shares = {one.name for one in data.rubric.criteria if one.scale.level == "nominal" and not one.scale.two_labels}
    said = [one for one in about if one.name in METRICS and (one.group is None or one.criterion not in shares)]  # not the share of each of many labels
    rows = [row for one in said for row in _rows(one)]
    gates = [row for one in about for row in _gate_rows(one, data.rubric.gates)]
    findings = [*_widths(rows), *(_gate_finding(row) for row in gates)]
    return Piece(findings=tuple(findings), blocks={"more_labels": [*rows, *gates]})


def precision_of(estimate: Estimate) -> Precision | None:
    """None where there is no interval, or no label behind it."""
    if estimate.low is None or estimate.high is None or not estimate.high > estimate.low:
        return None
    half = (estimate.high - estimate.low) / 2
    if not isinstance(estimate, Corrected):
        return Precision(estimate.n_items, half, 0.0) if estimate.n_items else None
    if not estimate.n_labelled:
        return None
    return Precision(estimate.n_labelled, half, min(_of_the_judge(estimate), half) if estimate.n_unlabelled else 0.0)


def _of_the_judge(estimate: Corrected) -> float:
    """Half-width that stays however many labels there are, because the judge has seen no more items: that of its rate, as far as it is used."""
    if estimate.name in ("corrected_rate_rogan_gladen", "corrected_rate_all_items"):
        part, factor = estimate.part("judged_rate"), 1 / estimate.youden if estimate.youden else 0.0
        if estimate.name == "corrected_rate_all_items":  # of which the judge is used for the items without gold alone
            factor *= estimate.n_unlabelled / (estimate.n_labelled + estimate.n_unlabelled)
    else:
        part, factor = estimate.part("judged_mean"), estimate.lam or 0.0
    return 0.0 if part.low is None or part.high is None else factor * (part.high - part.low) / 2


def _rows(estimate: Estimate) -> list[dict[str, Any]]:
    now = precision_of(estimate)
    if now is None:
        return []
    return [{**_about(estimate, now), "n_more": n_more, "half_width_then": now.then(n_more), "gate": None} for n_more in STEPS]


def _about(estimate: Estimate, now: Precision) -> dict[str, Any]:
    return {"judge": estimate.judge, "criterion": estimate.criterion, "metric": estimate.name, "n_labels": now.n_labels, "half_width": now.half_width}


def _gate_rows(estimate: Estimate, gates: dict[str, Gate]) -> list[dict[str, Any]]:
    """A row for each limit that lies inside the interval: those of the rubric's gate on the metric, or else of what a decision asks for."""
    metric = f"calibration.{estimate.name}"
    gate = gates.get(metric)
    limits = {"min": gate.min, "max": gate.max} if gate is not None else thresholds.DEFAULT_LIMITS.get(metric, {})
    now = precision_of(estimate)
    if now is None or estimate.value is None or estimate.low is None or estimate.high is None:
        return []
    rows = []
    for word, limit in limits.items():
        if limit is None or not (estimate.low < limit <= estimate.high if word == "min" else estimate.low <= limit < estimate.high):
            continue
        towards = estimate.value - estimate.low if limit <= estimate.value else estimate.high - estimate.value
        scaled = now._replace(half_width=towards, fixed=min(now.fixed, towards))
        away = abs(estimate.value - limit)
        n_more = scaled.labels_until(away) if away else None
        row = {**_about(estimate, now), "n_more": n_more, "half_width_then": None if n_more is None else away, "gate": f"{word} {limit:g}"}
        rows.append({**row, "value": estimate.value, "group": estimate.group})
    return rows


def _widths(rows: Sequence[dict[str, Any]]) -> list[Finding]:
    """One sentence for each criterion: what further labels do to the interval of accuracy (of kappa, where there is none)."""
    findings = []
    for criterion in dict.fromkeys(row["criterion"] for row in rows):
        here = [row for row in rows if row["criterion"] == criterion and row["n_more"] == SAID]
        metric = next((name for name in ("accuracy", "cohen_kappa") if any(row["metric"] == name for row in here)), None)
        widest = max((row for row in here if row["metric"] == metric), key=lambda row: row["half_width"], default=None)
        if widest is None:
            continue
        now, then = (
            f"{100 * widest[name]:.1f} percentage points" if metric == "accuracy" else f"{widest[name]:.2f}" for name in ("half_width", "half_width_then")
        )
        what = "Accuracy" if metric == "accuracy" else "Cohen's kappa"
        text = f"{what} on {criterion} is known within {now} on either side ({widest['n_labels']} labels)"
        text += f"; {SAID} more would make that about {then}." if now != then else f"; {SAID} more would not change that."
        findings.append(Finding(severity="note", text=text, criterion=criterion))
    return findings


def _gate_finding(row: dict[str, Any]) -> Finding:
    word, limit = row["gate"].split()
    asked = f"{'at least' if word == 'min' else 'at most'} {limit}"
    name = row["metric"].replace("_", " ") + (f" ({row['group']})" if row["group"] else "")
    head = f"Whether {name} of {row['judge']} on {row['criterion']} is {asked} is open: {row['value']:.2f} on {row['n_labels']} labels"
    if row["n_more"] is None:
        text = f"{head} is too near the limit for more labels to decide it."
    else:
        text = f"{head}. Should it stay there, about {max(1, row['n_more'])} more labels would decide it."
    return Finding(severity="note", text=text, judge=row["judge"], criterion=row["criterion"])
