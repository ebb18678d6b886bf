"""The audit on one screen of a terminal: the decision first, then gates, key numbers and what is serious."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from judgeaudit.domain.results import Audit, Decision, Estimate, GateResult
from judgeaudit.report import formats
from judgeaudit.report.calibration_lines import people_lines
from judgeaudit.report.evidence_lines import evidence_lines, triage_lines
from judgeaudit.report.hidden import HIDDEN
from judgeaudit.report.metrics import DECISIONS
from judgeaudit.report.paper import as_text, grid, paper
from judgeaudit.report.probe_lines import bias_lines
from judgeaudit.report.summary import (
    PROBE_NUMBERS,
    REASON_NUMBERS,
    VERDICT_NUMBERS,
    Wanted,
    gate_numbers,
    gates_in_words,
    headline,
    key_numbers,
    run_line,
    sorted_findings,
    worst_gates,
)

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_SEQUENCE = re.compile(
    "(?:\x1b[\\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\\\|\x9c)"  # OSC, DCS, SOS, PM, APC with what they carry
    "|(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI
    "|\x1b[ -/]*[0-~]"  # other escapes
)
MAX_GATES = 6
MAX_FINDINGS = 4
MAX_RUN_FINDINGS = 2
"""Findings about the whole audit, as that it was made without an embedder, that are shown beyond the first."""
MAX_REASONS = 3
MAX_TRIAGE = 3
MAX_PEOPLE = 6
"""Judges and criteria whose agreement with people is shown."""
MAX_PARAGRAPH = 400
STYLES = {
    "deploy": "green", "deploy_with_review": "yellow", "do_not_deploy": "red", "not_enough_data": "cyan",
    "pass": "green", "fail": "red", "inconclusive": "yellow", "not_measured": "cyan", "serious": "red", "warning": "yellow", "note": "",
    "critical": "red", "high": "red", "medium": "yellow", "low": "cyan",
}  # fmt: skip


def clean(text: object, *, lines: bool = False) -> str:
    """Foreign text for a terminal: no control sequence survives.

    Parameters
    ----------
    text : object
        Any value; its `str` is used.
    lines : bool
        Whether line breaks stay: only where the lines are ours, since a foreign one could look like our next line.

    Returns
    -------
    str
        Without escape sequences (what an OSC carries goes with it), C0 and C1 controls, bidi controls and zero-width
        characters. Tabs, and line breaks unless `lines`, become blanks.

    Examples
    --------
    >>> clean("ok \\x1b]0;owned\\x07\\x1b[2J")
    'ok '
    """
    kept = _SEQUENCE.sub("", re.sub(r"\r\n?|\n", "\n" if lines else " ", re.sub(r"[\t\u2028\u2029]", " ", str(text))))
    return HIDDEN.sub("", kept)


def render_text(audit: Audit, *, width: int = 100, color: bool = False, page: str | None = None) -> str:
    """The audit as a terminal summary.

    Parameters
    ----------
    audit : Audit
        What to show.
    width : int
        Columns of the terminal; no line is wider, wide (CJK) characters counted as two.
    color : bool
        Whether to write ANSI colours. Words carry the same meaning without them.
    page : str, optional
        Where the HTML page is.

    Returns
    -------
    str
        Ends with a newline. About 40 lines for two judges at 100 columns.
    """
    console = paper(width, color=color)
    _head(console, audit)
    _decisions(console, audit)
    _gates(console, audit)
    _numbers(console, audit)
    _measured_numbers(console, audit, "Reasons (asked again; 'unstable' among items whose verdict stays the same)", REASON_NUMBERS)
    _people(console, audit)
    _evidence(console, audit)
    _measured_numbers(console, audit, "Probes (verdicts that move beyond those that plain repeats move; the last: verdicts that pass)", PROBE_NUMBERS)
    _bias(console, audit)
    _findings(console, audit)
    if page is not None:
        _line(console, "")
        _line(console, f"Page: {page}", style="bold")
    return as_text(console)


def _line(console: Console, text: str, *, style: str = "", indent: int = 0, word: tuple[str, str] | None = None) -> None:
    """One paragraph, wrapped under itself; `word` is a word in front, with the name of its style."""
    from rich.padding import Padding
    from rich.text import Text

    kept = clean(text)
    body = Text(kept if len(kept) <= MAX_PARAGRAPH else kept[: MAX_PARAGRAPH - 1] + "…", style=style, overflow="fold")
    if word is None:
        console.print(Padding(body, (0, 0, 0, indent)))
        return
    table = grid(2)
    table.add_row(Text(word[0], style=f"bold {STYLES[word[1]]}", no_wrap=True), body)
    console.print(Padding(table, (0, 0, 0, indent)))


def _head(console: Console, audit: Audit) -> None:
    _line(console, f"{audit.rubric.name}: {headline(audit)}", style="bold")
    _line(console, run_line(audit), style="dim")
    for reason in audit.incomplete:
        _line(console, reason, word=("INCOMPLETE", "serious"))
    for guess in audit.rubric.assumed[:2]:
        _line(console, guess, word=("ASSUMED", "warning"))
    if len(audit.rubric.assumed) > 2:
        _line(console, f"{len(audit.rubric.assumed) - 2} more assumptions are on the page.")


def _decisions(console: Console, audit: Audit) -> None:
    _line(console, "")
    _line(console, "Decision", style="bold")
    if not audit.decisions:
        _line(console, "No judge was audited, so there is nothing to decide.", indent=2)
    for decision in audit.decisions:
        _decision(console, decision)


def _decision(console: Console, decision: Decision) -> None:
    _line(console, formats.judge_name(decision.judge), indent=2, word=(DECISIONS[decision.decision].upper(), decision.decision))
    for reason in decision.reasons[:MAX_REASONS]:
        _line(console, reason, indent=4, word=("-", "note"))
    if len(decision.reasons) > MAX_REASONS:
        _line(console, f"{len(decision.reasons) - MAX_REASONS} more on the page", indent=6)
    if decision.review:
        _line(console, f"a human reviews: {decision.review}", indent=4, word=("-", "note"))


def _gates(console: Console, audit: Audit) -> None:
    from rich.text import Text

    _line(console, "")
    _line(console, f"Gates: {gates_in_words(audit)}", style="bold")
    shown = [gate for gate in worst_gates(audit.gates) if gate.status != "pass"][:MAX_GATES]
    if not shown:
        return
    table = grid(3)
    table.add_column(overflow="fold", min_width=36)
    for gate in shown:
        word = gate.status.replace("_", " ")
        table.add_row(Text(word, style=f"bold {STYLES[gate.status]}"), clean(gate.metric), clean(_about(gate)), clean(_measured(gate)))
    console.print(_indented(table))
    hidden = sum(gate.status != "pass" for gate in audit.gates) - len(shown)
    if hidden:
        _line(console, f"{hidden} more on the page", indent=2)


def _about(gate: GateResult) -> str:
    return ", ".join(name for name in (formats.judge_name(gate.judge), gate.criterion, gate.group, gate.stratum, gate.of_what) if name)


def _measured(gate: GateResult) -> str:
    if gate.value is None:
        return gate.reason or "not measured"
    value, ends = gate_numbers(gate)
    return f"{value}{f' ({ends})' if ends else ''}; {gate.limit}"


def _indented(renderable: RenderableType) -> RenderableType:
    from rich.padding import Padding

    return Padding(renderable, (0, 0, 0, 2))


def _numbers(console: Console, audit: Audit) -> None:
    from rich.text import Text

    if not audit.judges:
        return
    _line(console, "")
    _line(console, "Key numbers (95 % interval below; over several criteria the least favourable)", style="bold")
    rows = [(judge, key_numbers(audit, judge.name, VERDICT_NUMBERS)) for judge in audit.judges]
    titles = list(dict.fromkeys(title for _, numbers in rows for title, _, _ in numbers))
    table = grid(len(titles) + 3)
    table.add_row(*(Text(title, style="dim") for title in ("judge", *titles, "cost", "latency\nand P95")))
    for judge, numbers in rows:
        found = {title: estimate for title, estimate, _ in numbers}
        cells = [_cell(found.get(title)) for title in titles]
        speed = f"{formats.seconds(judge.latency_median_s)}\n{formats.seconds(judge.latency_p95_s)}"
        table.add_row(
            formats.shorten(clean(judge.name), 26), *cells, clean(formats.usd(judge.cost)), speed if judge.latency_median_s is not None else "unknown"
        )
    console.print(_indented(table))


def _measured_numbers(console: Console, audit: Audit, heading: str, wanted: Wanted) -> None:
    """A table of numbers that stand there only where they were measured."""
    from rich.text import Text

    rows = [(judge.name, {title: estimate for title, estimate, _ in key_numbers(audit, judge.name, wanted)}) for judge in audit.judges]
    titles = [title for choices in wanted for title, _ in choices if any(title in found for _, found in rows)]
    if not titles:
        return
    _line(console, "")
    _line(console, heading, style="bold")
    table = grid(len(titles) + 1)
    table.add_row(*(Text(title, style="dim") for title in ("judge", *titles)))
    for name, found in rows:
        if found:
            table.add_row(formats.shorten(clean(name), 26), *(_on_one_line(found.get(title)) for title in titles))
    console.print(_indented(table))


def _listed(console: Console, heading: str, rows: Sequence[tuple[str, str, str]], more: str) -> None:
    """A word, the name of its style, and a sentence on each line; nothing where there is none."""
    if not rows:
        return
    _line(console, "")
    _line(console, heading, style="bold")
    for word, style, said in rows:
        _line(console, said, indent=2, word=(formats.shorten(clean(word), 26), style))
    if more:
        _line(console, more, indent=2)


def _people(console: Console, audit: Audit) -> None:
    """How far people agree, and of each judge: beside them, in a person's place, the corrected rate, and what may go unread."""
    lines, more = people_lines(audit, MAX_PEOPLE)
    _listed(console, "People (gold labels)", [(name, "note", said) for name, said in lines], f"{more} more on the page" if more else "")


def _evidence(console: Console, audit: Audit) -> None:
    """What became of the evidence that each judge cites, and what a person should look at first."""
    rows = [(formats.judge_name(line.judge), "warning" if line.wrong else "note", f"{line.said}.") for line in evidence_lines(audit)]
    shown, more = triage_lines(audit, MAX_TRIAGE) if rows else ([], 0)
    rows += [(risk.upper(), risk, said) for risk, said in shown]
    _listed(
        console, "Evidence (held against what the judge was shown)", rows, f"{formats.count(more, 'more verdict')} to look at in triage.csv" if more else ""
    )


def _bias(console: Console, audit: Audit) -> None:
    """What moved each judge that should not, and what did not that should."""
    rows = [(formats.judge_name(line.judge), "warning" if line.wrong else "note", f"{line.said}.") for line in bias_lines(audit)]
    _listed(console, "Bias and attacks (beyond what reruns move)", rows, "")


def _on_one_line(estimate: Estimate | None) -> str:
    """A number that was measured, with its interval."""
    if estimate is None or estimate.value is None:
        return "not measured"
    return f"{formats.number(estimate.value)} ({formats.interval(estimate.low, estimate.high, decimals=2) or 'no interval'})"


def _cell(estimate: Estimate | None) -> str:
    if estimate is None:
        return "not measured"
    if estimate.value is None:
        return "undefined"
    return f"{formats.number(estimate.value)}\n{formats.interval(estimate.low, estimate.high, decimals=2) or 'no interval'}"


def _findings(console: Console, audit: Audit) -> None:
    findings = [finding for finding in sorted_findings(audit) if finding.severity != "note"]
    shown = findings[:MAX_FINDINGS]
    shown += [finding for finding in findings[MAX_FINDINGS:] if finding.judge is None and finding.criterion is None][:MAX_RUN_FINDINGS]
    more = f"{len(findings) - len(shown)} more on the page" if len(findings) > len(shown) else ""
    _listed(console, "Findings", [(finding.severity, finding.severity, finding.text) for finding in shown], more)
