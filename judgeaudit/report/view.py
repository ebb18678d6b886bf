"""What the page shows, as plain lists and dictionaries that its template only has to lay out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from judgeaudit.domain.results import Analysis, Audit, Decision, Estimate, GateResult, JudgeFacts
from judgeaudit.report import formats
from judgeaudit.report.hidden import plain
from judgeaudit.report.metrics import ANALYSIS_TITLES, DECISIONS, ENABLES, METRICS, STATUS_WORDS, key_of, metric_of
from judgeaudit.report.summary import SEVERITIES, gate_numbers, key_numbers, limits, sorted_findings, worst_gates

MAX_GATES = 400
_LAYER_LOOKS = {"not_reached": "not_measured"}
STATIC_ROWS = 300
"""Rows of the estimates that stand in the page without JavaScript; with it, all can be reached."""


def facts(audit: Audit) -> list[tuple[str, str]]:
    """What is known of the run, in the order in which it was written down."""
    rows = [("Rubric version", audit.rubric.version or ""), ("Mode", audit.rubric.mode), ("Random seed", str(audit.rubric.seed))]
    rows += [
        (str(name).replace("_", " ").capitalize(), formats.moment(shown(value))) for name, value in audit.run.items() if isinstance(value, (str, int, float))
    ]
    return [(name, value) for name, value in (*rows, ("Made with", f"judgeaudit {audit.judgeaudit_version}")) if value]


def shown(value: object) -> str:
    """A JSON value as people read it."""
    if value is None:
        return "not set"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def scale(criterion: dict[str, Any]) -> str:
    """A criterion's scale in one phrase: its level and the allowed answers."""
    return ": ".join(str(criterion[name]) for name in ("level", "scale") if criterion.get(name))


def decisions(audit: Audit) -> list[dict[str, Any]]:
    """One card for each judge: the decision, why, and the numbers it turns on."""
    known = {judge.name: judge for judge in audit.judges}
    return [_decision(decision, known.get(decision.judge), audit) for decision in audit.decisions]


def _decision(decision: Decision, judge: JudgeFacts | None, audit: Audit) -> dict[str, Any]:
    numbers = [
        (title.capitalize(), formats.value(e), formats.interval(e.low, e.high), e.undefined or "", _where(e, n, audit))
        for title, e, n in key_numbers(audit, decision.judge)
    ]
    return {
        "decision": decision,
        "judge": formats.judge_name(decision.judge),
        "title": DECISIONS[decision.decision],
        "numbers": numbers,
        "cost": formats.usd(judge.cost) if judge else "",
        "latency": formats.latency(judge.latency_median_s, judge.latency_p95_s) if judge else "",
        "stopped": judge.stopped if judge else None,
        "layers": [
            (layer.layer.replace("_", " "), _LAYER_LOOKS.get(layer.status, layer.status), layer.status.replace("_", " "), layer.reasons)
            for layer in decision.layers
        ],
    }


def _where(estimate: Estimate, n_criteria: int, audit: Audit) -> str:
    """Which criterion a key number is of, and whether it was picked among several."""
    if estimate.criterion is None or len(audit.rubric.criteria) < 2:
        return ""
    name = formats.shorten(estimate.criterion, 40)
    return f"worst of {n_criteria}: {name}" if n_criteria > 1 else f"on {name}"


def findings(audit: Audit) -> list[tuple[str, list[dict[str, Any]]]]:
    """Findings by severity, the serious first; the answers of a check for drift stand above them."""
    answers = {answer.sentence for answer in audit.drift}
    every = [finding for finding in sorted_findings(audit) if finding.text not in answers]
    grouped = [(severity, [finding for finding in every if finding.severity == severity]) for severity in SEVERITIES]
    return [
        (severity, [{"text": f.text, "judge": _unsaid(f.judge, f.text), "criterion": _unsaid(f.criterion, f.text)} for f in rows])
        for severity, rows in grouped
        if rows
    ]


def _unsaid(name: str | None, text: str) -> str | None:
    """A name that the sentence does not hold already."""
    return None if name is None or name in text else name


def gates(audit: Audit) -> tuple[list[dict[str, Any]], int]:
    """Gates, the failed first, and how many are left out."""
    rows = worst_gates(audit.gates)
    return [_gate(gate) for gate in rows[:MAX_GATES]], max(0, len(rows) - MAX_GATES)


def _gate(gate: GateResult) -> dict[str, Any]:
    value, interval = gate_numbers(gate)
    about = ", ".join(name for name in (gate.group, f"stratum {gate.stratum}" if gate.stratum else None, gate.of_what) if name)
    return {
        "gate": gate, "title": metric_of(gate.metric).title, "judge": formats.judge_name(gate.judge), "about": about, "word": gate.status.replace("_", " "),
        "value": value, "interval": interval, "bar": _bar(gate),
    }  # fmt: skip


def _bar(gate: GateResult) -> dict[str, Any] | None:
    """The gate's interval, point and limits as places from 0 to 100 on a small drawn line."""
    drawn = [limit for _, limit in limits(gate)]
    if gate.value is None or not drawn:
        return None
    ends = [end for end in (gate.value, gate.low, gate.high, *drawn) if end is not None]
    low, high = metric_of(gate.metric).span or (min(0.0, *ends), max(1.0, *ends))
    low, high = min(low, *ends), max(high, *ends)

    def place(number: float) -> str:
        return f"{100 * (number - low) / (high - low):.1f}"

    left = place(gate.value if gate.low is None else gate.low)
    right = place(gate.value if gate.high is None else gate.high)
    return {"low": left, "width": f"{float(right) - float(left):.1f}", "value": place(gate.value), "limits": [place(limit) for limit in drawn]}


def judges(audit: Audit) -> list[dict[str, Any]]:
    """How each judge was asked, and what that took."""
    return [{"facts": judge, "parameters": _parameters(judge), "numbers": _judge_numbers(judge), **_use(judge)} for judge in audit.judges]


def _use(judge: JudgeFacts) -> dict[str, str]:
    """What a judge took, for the table that compares judges."""
    known = [tokens for tokens in (judge.prompt_tokens, judge.completion_tokens) if tokens is not None]
    return {
        "calls": f"{judge.finished:,}" if judge.planned in (None, judge.finished) else f"{judge.finished:,} of {judge.planned:,}",
        "requests": formats.integer(judge.attempts or None),
        "tokens": formats.integer(sum(known) if known else None),
        "median": formats.seconds(judge.latency_median_s),
        "p95": formats.seconds(judge.latency_p95_s),
        "cost": formats.usd(judge.cost),
    }


def _parameters(judge: JudgeFacts) -> list[tuple[str, str, str, str]]:
    """Parameter, requested, effective, and why they differ."""
    names = dict.fromkeys((*judge.requested, *judge.effective, *judge.dropped))
    return [
        (
            name,
            shown(judge.requested[name]) if name in judge.requested else "not set",
            shown(judge.effective[name]) if name in judge.effective else "not sent",
            judge.dropped.get(name, ""),
        )
        for name in names
    ]


def _judge_numbers(judge: JudgeFacts) -> list[tuple[str, str]]:
    axis = {"seed": "seeds: each repeat sends another seed", "repeat": "repeats: the judge takes no seed"}.get(judge.axis or "", "unknown")
    schema = {"json_schema": "JSON schema sent with each request", "instructions": "asked for in words only"}.get(
        judge.schema_mode or "", judge.schema_mode or "unknown"
    )
    served = ", ".join(f"{name} ({formats.count(calls, 'call')})" for name, calls in judge.served_models.items()) or "not said"
    prints = ", ".join(f"{name} ({formats.count(calls, 'call')})" for name, calls in judge.fingerprints.items()) or "not said"
    return [
        ("Model", judge.model or "unknown"), ("Replicates", f"{judge.replicates}, as {axis}" if judge.axis else str(judge.replicates)), ("Reply format", schema),
        ("Served model", served), ("Fingerprint", prints), ("Calls", f"{judge.finished:,} of {formats.integer(judge.planned)} planned" if judge.planned is not None else f"{judge.finished:,}"),
        ("Requests", formats.integer(judge.attempts or None)), ("Cost", formats.usd(judge.cost)), ("Latency, median", formats.seconds(judge.latency_median_s)),
        ("Latency, P95", formats.seconds(judge.latency_p95_s)), ("Prompt tokens", formats.integer(judge.prompt_tokens)), ("Completion tokens", formats.integer(judge.completion_tokens)),
    ]  # fmt: skip


def statuses(rows: Sequence[dict[str, Any]]) -> tuple[list[tuple[str, str]], list[dict[str, Any]]]:
    """Statuses that occur (name, word), and one row of counts for each judge and criterion."""
    present = [(status, word) for status, word in STATUS_WORDS.items() if status == "ok" or any(formats.size(row.get(status)) for row in rows)]
    lines = [
        {
            "judge": formats.judge_name(row.get("judge")),
            "criterion": row.get("criterion") or "",
            "planned": formats.integer(row.get("planned")),
            "counts": [f"{formats.size(row.get(status)):,}" for status, _ in present],
        }
        for row in rows
    ]
    return present, lines


def analysis_note(audit: Audit, name: str) -> dict[str, str] | None:
    """Why an analysis was not measured, and what would make it possible; None where it was."""
    found: Analysis | None = next((analysis for analysis in audit.analyses if analysis.name == name), None)
    if found is not None and found.status == "measured":
        return None
    reason = (found.reason if found else None) or "it was no part of this audit"
    return {"name": ANALYSIS_TITLES.get(name, name), "reason": reason, "enable": ENABLES.get(name, "")}


def estimate_cells(estimate: Estimate) -> list[Any]:
    """One row of the table: eight texts, the key, the number to sort by, and whether it is undefined."""
    key = key_of(estimate)
    return [
        plain(metric_of(key).title), plain(formats.judge_name(estimate.judge)), plain(estimate.criterion or "all criteria"), plain(formats.part(estimate)),
        formats.value(estimate), plain(estimate.undefined or formats.interval(estimate.low, estimate.high) or "no interval"), f"{estimate.n_items:,}", plain(estimate.method),
        plain(key), estimate.value, 1 if estimate.value is None else 0,
    ]  # fmt: skip


def glossary(audit: Audit) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """What each number in this audit means: title, key, meaning; by analysis."""
    present = dict.fromkeys(key_of(estimate) for estimate in audit.estimates)
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for key in present:
        if key in METRICS:
            groups.setdefault(key.partition(".")[0], []).append((METRICS[key].title, key, METRICS[key].meaning))
    return [(ANALYSIS_TITLES.get(name, name), rows) for name, rows in groups.items()]
