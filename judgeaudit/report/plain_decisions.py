"""The decisions in plain words, for readers who know no statistics: what weighs most, what would change it."""

from __future__ import annotations

from textwrap import fill

from judgeaudit.domain.results import Audit, Decision
from judgeaudit.report import formats
from judgeaudit.report.metrics import DECISIONS
from judgeaudit.report.text import clean

MAX_JUDGES = 5
MAX_CHANGES = 2


def render_plain_decisions(audit: Audit, *, width: int = 100) -> str:
    """Findings and what would change each decision.

    Parameters
    ----------
    audit : Audit
    width : int
        Columns of the terminal.

    Returns
    -------
    str
        "" where no decision has a finding.
    """
    shown = [decision for decision in audit.decisions if decision.findings]
    if not shown:
        return ""
    lines = ["In plain words"]
    for decision in shown[:MAX_JUDGES]:
        lines += _decision(decision, width)
    if len(shown) > MAX_JUDGES:
        lines.append(f"  {len(shown) - MAX_JUDGES} more judges on the page")
    return "\n".join(lines)


def _decision(decision: Decision, width: int) -> list[str]:
    texts = [*decision.findings, *(f"To change it: {text}" for text in decision.would_change[:MAX_CHANGES])]
    head = f"  {clean(formats.judge_name(decision.judge))}: {DECISIONS[decision.decision].lower()}"
    return [head, *(_bullet(clean(text), width) for text in texts)]


def _bullet(text: str, width: int) -> str:
    return fill(text, width, initial_indent="    -  ", subsequent_indent="       ", break_long_words=False, break_on_hyphens=False)
