"""The audit as a short Markdown summary, for a pull request."""

from __future__ import annotations

import re

from judgeaudit.domain.results import Audit, Estimate, GateResult
from judgeaudit.report import formats
from judgeaudit.report.calibration_lines import people_lines
from judgeaudit.report.evidence_lines import evidence_lines, triage_lines
from judgeaudit.report.metrics import DECISIONS
from judgeaudit.report.probe_lines import bias_lines
from judgeaudit.report.summary import (
    PROBE_NUMBERS,
    REASON_NUMBERS,
    VERDICT_NUMBERS,
    gate_numbers,
    gates_in_words,
    headline,
    key_numbers,
    run_line,
    sorted_findings,
    worst_gates,
)
from judgeaudit.report.text import clean

MAX_FINDINGS = 5
MAX_GATES = 10
MAX_TRIAGE = 3
MAX_PEOPLE = 6
MAX_SAID = 600
MAX_EXPLAINED = 4
"""Judges whose decision is explained; the page explains all."""


def markdown_text(text: object, *, limit: int = 300) -> str:
    """Foreign text that Markdown shows literally: no markup, link, mention or issue reference can be formed in it.

    What would mean nothing there has no backslash, since chats show them: parentheses make no link but behind brackets, nor a colon an emoji without another.
    """
    kept = formats.shorten(clean(text), limit)
    escaped = re.sub(r"([\\`*_\[\]#|~$]|:(?=[\w+-]+:))", r"\\\1", kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
    return re.sub(r"(@|\\#|:(?=/)|www)", "\\1\u200b", escaped.replace("](", "]\\("))


def render_markdown(audit: Audit) -> str:
    """The audit as Markdown: decisions, key numbers, the gates that do not pass and what is serious; of a check for drift its answers.

    Parameters
    ----------
    audit : Audit
        What to show; texts in it are escaped.

    Returns
    -------
    str
        Ends with a newline.
    """
    if audit.drift or audit.attribution is not None:
        from judgeaudit.report.drift_markdown import render_drift_markdown  # it is built on this module

        return render_drift_markdown(audit)
    lines = [f"## {markdown_text(audit.rubric.name)}: {headline(audit)}", "", markdown_text(run_line(audit)), ""]
    lines += [f"**Incomplete:** {markdown_text(reason)}  " for reason in audit.incomplete]
    lines += _decisions(audit)
    lines += ["", f"Gates: {gates_in_words(audit)}.", ""]
    lines += _gates(audit)
    lines += _people(audit)
    lines += _evidence(audit)
    lines += _probes(audit)
    findings = [finding for finding in sorted_findings(audit) if finding.severity != "note"]
    lines += [f"- {finding.severity}: {markdown_text(finding.text)}" for finding in findings[:MAX_FINDINGS]]
    if len(findings) > MAX_FINDINGS:
        lines.append(f"- and {len(findings) - MAX_FINDINGS} more findings")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _decisions(audit: Audit) -> list[str]:
    if not audit.decisions:
        return ["No judge was audited."]
    wanted = (*VERDICT_NUMBERS, *REASON_NUMBERS)
    numbers = {decision.judge: {title: estimate for title, estimate, _ in key_numbers(audit, decision.judge, wanted)} for decision in audit.decisions}
    titles = list(dict.fromkeys(title for found in numbers.values() for title in found))
    lines = ["", row("judge", "decision", *titles), row(*["---"] * (len(titles) + 2))]
    for decision in audit.decisions:
        cells = [_number(numbers[decision.judge].get(title)) for title in titles]
        lines.append(row(markdown_text(formats.judge_name(decision.judge)), f"**{DECISIONS[decision.decision]}**", *cells))
    return lines + _why(audit)


def _why(audit: Audit) -> list[str]:
    """What weighs most in each decision, and what a person reviews."""
    lines = [""]
    for decision in audit.decisions[:MAX_EXPLAINED]:
        lines += [f"- {markdown_text(formats.judge_name(decision.judge))}: {markdown_text(text)}" for text in decision.findings]
        if decision.findings and decision.review:
            lines.append(f"- {markdown_text(formats.judge_name(decision.judge))}: a person reviews {markdown_text(decision.review, limit=600)}")
    return lines


def _gates(audit: Audit) -> list[str]:
    shown = [gate for gate in worst_gates(audit.gates) if gate.status != "pass"]
    lines = []
    for gate in shown[:MAX_GATES]:
        about = ", ".join(markdown_text(name) for name in (formats.judge_name(gate.judge), gate.criterion, gate.group, gate.stratum, gate.of_what) if name)
        measured = _measured(gate)
        lines.append(f"- {gate.status.replace('_', ' ')}: {markdown_text(gate.metric)} ({about}) {measured}, {markdown_text(gate.limit)}")
    if len(shown) > MAX_GATES:
        lines.append(f"- and {len(shown) - MAX_GATES} more gates that do not pass")
    return lines


def _people(audit: Audit) -> list[str]:
    """How far people agree, and what is known of each judge beside them."""
    found, more = people_lines(audit, MAX_PEOPLE)
    lines = [f"- gold labels, {markdown_text(name)}: {markdown_text(said, limit=MAX_SAID)}" for name, said in found]
    return [*lines, f"- and {formats.count(more, 'more line')} on people"] if more else lines


def _evidence(audit: Audit) -> list[str]:
    """What became of the evidence of each judge, and what to look at first."""
    lines = [f"- evidence of {markdown_text(formats.judge_name(line.judge))}: {markdown_text(line.said)}" for line in evidence_lines(audit)]
    shown, more = triage_lines(audit, MAX_TRIAGE)
    lines += [f"- look at first ({risk}): {markdown_text(said)}" for risk, said in shown]
    return [*lines, f"- and {formats.count(more, 'more verdict')} to look at in triage.csv"] if more else lines


def _probes(audit: Audit) -> list[str]:
    """Whether each judge's verdicts hang on its evidence, and what moves them that should not, where that was asked."""
    lines = []
    for judge in audit.judges:
        found = [f"{title} {_number(estimate)}" for title, estimate, _ in key_numbers(audit, judge.name, PROBE_NUMBERS)]
        lines += [f"- probes of {markdown_text(judge.name)}: {', '.join(found)}"] if found else []
    return [*lines, *(f"- bias of {markdown_text(formats.judge_name(line.judge))}: {markdown_text(line.said, limit=MAX_SAID)}" for line in bias_lines(audit))]


def _measured(gate: GateResult) -> str:
    if gate.value is None:
        return markdown_text(gate.reason or "not measured")
    value, ends = gate_numbers(gate)
    return f"{value} ({ends})" if ends else value


def row(*cells: str) -> str:
    """A line of a table; foreign text in cells has gone through `markdown_text`."""
    return f"| {' | '.join(cells)} |"


def _number(estimate: Estimate | None) -> str:
    if estimate is None:
        return "not measured"
    if estimate.value is None:
        return "undefined"
    return f"{formats.number(estimate.value)} ({formats.interval(estimate.low, estimate.high) or 'no interval'})"
