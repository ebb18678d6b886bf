"""A result as a notebook shows it: a few tables of escaped text, small whatever the audit holds; no script, no style that could leave its cell."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from judgeaudit.domain import results

ROWS = 30
"""Rows of a table that are shown; how many more there are is said."""
LETTERS = 300
"""Letters of a cell: names of judges and sentences are foreign text of any length."""


def audit_html(data: results.Audit) -> str:
    """The audit's answer, its numbers over all strata, and how many cases are listed."""
    from judgeaudit.report.summary import headline, sorted_findings

    parts = [f"<h3>{_cell(data.rubric.name)}</h3><p><b>{_cell(headline(data))}</b></p>"]
    told = {one.sentence for one in data.drift}
    if data.drift:
        answers = [(one.judge, one.answer, one.sentence, f"{one.n_anchors:,}") for one in data.drift]
        parts.append(_table(("judge", "answer", "why", "items"), answers, "estimates()"))
    if data.decisions:
        said = [(one.judge, one.decision.replace("_", " "), "; ".join(one.reasons)) for one in data.decisions]
        parts.append(_table(("judge", "decision", "reasons"), said, "decisions"))
    warned = [finding.text for finding in sorted_findings(data) if finding.severity != "note" and finding.text not in told]
    parts += [_table(("warnings",), [(text,) for text in warned], "data.analyses")] if warned else []
    whole = [one for one in data.estimates if one.stratum is None]
    measured = [_number(one) for one in whole if one.value is not None]
    parts.append(_table(("metric", "judge", "criterion", "group", "value", "items"), measured, "estimates()"))
    if len(measured) < len(whole):
        parts.append(f"<p>{len(whole) - len(measured):,} numbers are undefined; <code>estimates()</code> says why.</p>")
    if data.cases:
        parts.append(f"<p>{len(data.cases):,} cases: <code>cases()</code></p>")
    return "".join(parts)


def calibration_html(name: str, judges: Iterable[tuple[str, str, int]]) -> str:
    """A calibration that was read from a file: its judges, criteria and numbers of labels."""
    rows = [(judge, criterion, f"{labels:,}") for judge, criterion, labels in judges]
    return f"<h3>{_cell(name)}</h3>" + _table(("judge", "criterion", "labels"), rows, "data.judges")


def _number(one: results.Estimate) -> tuple[str, ...]:
    value = f"{one.value:.3g}" + ("" if one.low is None else f" [{one.low:.3g}, {one.high:.3g}]")
    return f"{one.analysis}.{one.name}", one.judge or "panel", one.criterion or "", one.group or "", value, f"{one.n_items:,}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], more: str) -> str:
    lines = ["<tr>" + "".join(f"<th>{word}</th>" for word in head) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{_cell(word)}</td>" for word in row) + "</tr>" for row in rows[:ROWS]]
    left = f"<p>... and {len(rows) - ROWS:,} more: <code>{more}</code></p>" if len(rows) > ROWS else ""
    return f"<table>{''.join(lines)}</table>{left}"


def _cell(text: str) -> str:
    return html.escape(text if len(text) <= LETTERS else f"{text[: LETTERS - 4]} ...")
