"""What page, terminal and Markdown say alike about the evidence of a judge: one plain sentence, and what to look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.summary import block

WRONG_STATES = ("fabricated", "altered", "false", "misattributed")

RISKS = ("critical", "high", "medium", "low")
NOT_CHECKED = "evidence was not checked"
_QUOTES = ("fabricated", "altered", "misattributed")
_INVENTED = {"fabricated_quote", "altered_quote", "false_presence", "invented_name"}


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """One judge: whether its evidence was checked, whether something is wrong, and what the sentence says. `statements` are by criterion."""

    judge: str
    checked: bool
    wrong: bool
    said: str
    statements: tuple[tuple[str, str], ...] = ()


def evidence_lines(audit: Audit) -> list[EvidenceLine]:
    """One line for each judge whose rationales were looked at, in the order of the audit's judges."""
    cited, states, triage = (block(audit, "evidence", name) for name in ("cited", "states", "triage"))
    named = [fields.word(row, "judge") for row in (*cited, *states)]
    order = dict.fromkeys((*(judge.name for judge in audit.judges if judge.name in named), *named))
    return [_line(judge, _of(judge, cited), _of(judge, states), _of(judge, triage)) for judge in order if judge]


def not_checked(audit: Audit) -> list[str]:
    """Of whom no evidence was checked, and why."""
    analysis = next((one for one in audit.analyses if one.name == "evidence"), None)
    if analysis is None or (analysis.status == "not_measured" and not block(audit, "evidence", "cited")):
        return [(analysis.reason if analysis is not None else None) or "evidence was not looked at"]
    return [f"{formats.judge_name(line.judge)}: {line.said}" for line in evidence_lines(audit) if not line.checked]


def _of(judge: str, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if fields.word(row, "judge") == judge]


def _line(judge: str, cited: Sequence[dict[str, Any]], states: Sequence[dict[str, Any]], triage: Sequence[dict[str, Any]]) -> EvidenceLine:
    n = Counter[tuple[bool, str]]()
    for row in states:
        n[fields.word(row, "kind") == "quote", fields.word(row, "state")] += fields.whole(row, "n")
    quotes = sum(count for (quote, state), count in n.items() if quote and state != "unchecked")
    others = sum(count for (quote, state), count in n.items() if not quote and state != "unchecked")
    wrong = {state: n[True, state] for state in _QUOTES if n[True, state]}
    false = sum(n[False, state] for state in WRONG_STATES)
    given = [(fields.word(row, "criterion"), fields.word(row, "statement")) for row in cited]
    statements = tuple((criterion, said) for criterion, said in given if said)
    if not quotes and not others and cited and not any(fields.whole(row, "n_rationales") for row in cited):
        return EvidenceLine(judge, False, False, f"{NOT_CHECKED}: there are no item texts to hold its rationales against")
    parts = []
    open_quotes = n[True, "unchecked"]
    if quotes:
        parts.append(_of_quotes(quotes, wrong))
    if others:
        parts.append(f"of {formats.count(others, 'other claim')} checked, {f'{false:,} wrong' if false else 'all hold'}")
    passes = sum(row.get("passes") is True and bool(_INVENTED & set(fields.words(row, "flags"))) for row in triage)
    if open_quotes and parts:
        parts.append(f"{formats.count(open_quotes, 'quote')} could not be checked")
    if passes:
        parts.append(f"{formats.count(passes, 'pass rests', 'passes rest')} on invented evidence")
    if not parts:
        same = {said for _, said in statements}
        return EvidenceLine(judge, False, False, same.pop() if len(same) == 1 else "nothing could be checked", () if len(statements) < 2 else statements)
    return EvidenceLine(judge, True, bool(wrong or false), "; ".join(parts), statements)


def _of_quotes(quotes: int, wrong: dict[str, int]) -> str:
    checked = f"of {formats.count(quotes, 'quote')} checked"
    if not wrong:
        return f"{checked}, none is fabricated, altered or misattributed"
    *first, last = [f"{count:,} {state}" for state, count in wrong.items()]
    return f"{checked}, {', '.join(first)}{' and ' if first else ''}{last}"


def risk_of(row: dict[str, Any]) -> str:
    """How much is at stake; the least where the row does not say."""
    risk = fields.word(row, "risk")
    return risk if risk in RISKS else "low"


def triage_lines(audit: Audit, most: int) -> tuple[list[tuple[str, str]], int]:
    """Risk and sentence of the first rows of the triage list, and how many more there are."""
    rows = block(audit, "evidence", "triage")
    lines = []
    for row in rows[:most]:
        about = ", ".join(name for name in (fields.word(row, "item_id"), formats.judge_name(fields.word(row, "judge")), fields.word(row, "criterion")) if name)
        lines.append((risk_of(row), f"{about}: {fields.word(row, 'reason')}"))
    return lines, max(0, len(rows) - most)
