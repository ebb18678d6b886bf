"""A check for drift on the terminal: the answer for each judge, what it rests on, what changed beside, what a reader must know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from judgeaudit.domain.drift import DriftAnswer, DriftMeasure
from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.paper import as_text, grid, paper
from judgeaudit.report.summary import block, changed, sorted_findings
from judgeaudit.report.text import clean

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {"drifted": "bold red", "equivalent": "bold green", "inconclusive": "bold yellow", "serious": "bold red", "warning": "bold yellow", "note": "bold"}
TITLES = {
    "marginal_shift": "shift", "accuracy_shift": "accuracy", "mae_shift": "distance from gold", "excess_flip_rate": "flips beyond noise",
    "answered_shift": "answered calls", "noise_shift": "own noise", "churn": "changed verdicts",
}  # fmt: skip
MAX_MEASURES = 24
MAX_CAUSES = 8
MAX_FINDINGS = 8
SMALLEST = 0.0005
NARROWEST = 60
"""Columns that seven numbers side by side take."""
ORDER = ("drifted", "inconclusive", "equivalent")


def render_drift(audit: Audit, *, width: int = 100, color: bool = False, page: str | None = None) -> str:
    """A check for drift, or where a monitor stands, as a terminal summary.

    Parameters
    ----------
    audit : Audit
        Whose `drift` has an answer for each judge, or that has an `attribution`.
    width : int
        Columns of the terminal; no line is wider.
    color : bool
        Whether to write ANSI colours. Words carry the same meaning without them.
    page : str, optional
        Where the HTML page is.

    Returns
    -------
    str
        Ends with a newline.
    """
    console = paper(max(width, NARROWEST), color=color)
    for reason in audit.incomplete:
        _said(console, [("INCOMPLETE", "serious", reason)])
    _said(console, [(answer.answer.upper(), answer.answer, answer.sentence) for answer in audit.drift])
    if not audit.drift and audit.attribution is not None:
        look = {"none": "equivalent", "undecided": "inconclusive"}.get(audit.attribution, "drifted")
        _said(console, [(audit.attribution.upper(), look, f"{audit.rubric.name}: {changed(audit)}")])
    for answer in audit.drift:
        _measures(console, answer)
        _causes(console, audit, answer.judge)
    _findings(console, audit)
    if page is not None:
        _heading(console, f"Page: {page}")
    return as_text(console)


def _heading(console: Console, text: str) -> None:
    from rich.text import Text

    console.print()
    console.print(Text(clean(text), style="bold", overflow="fold"))


def _said(console: Console, rows: Sequence[tuple[str, str, str]]) -> None:
    """A word, the name of its style, and a sentence on each line."""
    from rich.text import Text

    table = grid(2)
    for word, style, sentence in rows:
        table.add_row(Text(word, style=STYLES[style], no_wrap=True), Text(clean(sentence), overflow="fold"))
    console.print(table)


def _measures(console: Console, answer: DriftAnswer) -> None:
    """What decides, one line for each measure: those that drifted first."""
    from rich.text import Text

    if not answer.measures:
        return
    _heading(console, f"{answer.judge}: now less baseline (95 % interval; margin; p corrected for all tests; smallest shift that would have been seen)")
    rows = sorted(answer.measures, key=lambda one: (ORDER.index(one.answer), one.stratum is not None))
    table = grid(7)
    table.add_row(*(Text(title, style="dim") for title in ("answer", "measure", "change", "interval", "margin", "p", "seen from")))
    for one in rows[:MAX_MEASURES]:
        table.add_row(Text(one.answer, style=STYLES[one.answer]), clean(named(one)), *numbers(one))
    console.print(table)
    if len(rows) > MAX_MEASURES:
        console.print(f"{len(rows) - MAX_MEASURES} more measures on the page")


def named(one: DriftMeasure) -> str:
    """A measure, what it is of, and how many anchors it rests on."""
    about = [formats.shorten(one.criterion, 30), *([f"{one.group!r}"] if one.group is not None else []), *([f"in {one.stratum}"] if one.stratum else [])]
    return f"{TITLES.get(one.measure, one.measure)}: {', '.join(about)} (n {one.n_items:,})"


def numbers(one: DriftMeasure) -> tuple[str, str, str, str, str]:
    """Change, interval, margin, corrected p value, smallest detectable change; in words where there is none."""
    change = "undefined" if one.effect is None else _signed(one.effect)
    interval = "none" if one.low is None or one.high is None else f"{_signed(one.low)} to {_signed(one.high)}"
    p = "not tested" if one.p_adjusted is None else f"{one.p_adjusted:.2g}"
    return change, interval, f"{one.margin:.3g}", p, "unknown" if one.detectable is None else _signed(one.detectable).removeprefix("+")


def _signed(value: float) -> str:
    """With its sign; never 0 of what is not."""
    return f"{value:+.1g}" if 0 < abs(value) < SMALLEST else f"{value:+.3f}" if value else "0"


def _causes(console: Console, audit: Audit, judge: str) -> None:
    """What of the judge and of its calls is not as it was."""
    rows = [row for row in block(audit, "drift", "causes") if row.get("judge") == judge and row.get("changed")]
    if not rows:
        return
    _heading(console, f"{judge}: what changed between the runs (that it did shows no cause)")
    table = grid(2)
    for row in rows[:MAX_CAUSES]:
        table.add_row(clean(fields.word(row, "what")), clean(f"{fields.word(row, 'before')} -> {fields.word(row, 'after')}"))
    console.print(table)


def _findings(console: Console, audit: Audit) -> None:
    """Findings but those that stand above already, the worst first."""
    answers = {answer.sentence for answer in audit.drift}
    every = [one for one in sorted_findings(audit) if one.text not in answers and one.severity != "note"]
    notes = [one for one in sorted_findings(audit) if one.text not in answers and one.severity == "note"]
    shown = [*every, *notes][:MAX_FINDINGS]
    if not shown:
        return
    _heading(console, "Findings")
    _said(console, [(one.severity, one.severity, one.text) for one in shown])
    if more := len(every) + len(notes) - len(shown):
        console.print(f"{more} more on the page")
