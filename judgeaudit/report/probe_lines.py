"""What page, terminal and Markdown say alike about the probes of a judge: one sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.probe_forest import is_drawn, kind_of, passes_all_the_same
from judgeaudit.report.summary import block

Row = Mapping[str, Any]

MAX_NAMED = 6
_HEADS = (
    ("bias", "biased", "moved by"), ("attack", "biased", "falls for"), ("control", "does_not_follow", "does not follow"), ("control", "follows", "follows"),
)  # fmt: skip
_COUNTED = (("inconclusive", "inconclusive"), ("not_beyond_margin", "not beyond the margin"), ("not_measured", "not measured"))


@dataclass(frozen=True, slots=True)
class BiasLine:
    """One judge: whether a probe moved it that should not, or a control did not; whether every probe was answered; and what the sentence says."""

    judge: str
    wrong: bool
    settled: bool
    said: str


def bias_lines(audit: Audit) -> list[BiasLine]:
    """One line for each judge that was probed for biases, attacks or controls, in the order of the audit's judges."""
    rows = [row for row in block(audit, "bias", "probes") if is_drawn(row)]
    counts = block(audit, "bias", "mentions")
    named = [fields.word(row, "judge") for row in rows]
    order = dict.fromkeys((*(judge.name for judge in audit.judges if judge.name in named), *named))
    return [_line(judge, [row for row in rows if fields.word(row, "judge") == judge], counts) for judge in order if judge]


def _line(judge: str, rows: Sequence[Row], counts: Sequence[Row]) -> BiasLine:
    several = len({fields.word(row, "criterion") for row in rows}) > 1
    told = []
    for kind, answer, head in _HEADS:
        found = [_named(row, several=several) for row in rows if kind_of(row) == kind and fields.word(row, "answer") == answer]
        if found:
            more = f" and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
            told.append(f"{head} {', '.join(found[:MAX_NAMED])}{more}")
    passing = [row for row in rows if passes_all_the_same(row)]
    told += [f"lets {', '.join(_named(row, several=several) for row in passing[:MAX_NAMED])} pass"] if passing else []
    rest = [fields.word(row, "answer") for row in rows if row not in passing]
    told += [f"{rest.count(answer)} {word}" for answer, word in _COUNTED if answer in rest]
    wrong = bool(passing) or not {"biased", "does_not_follow"}.isdisjoint(rest)
    return BiasLine(judge, wrong, {"inconclusive", "not_measured"}.isdisjoint(rest), f"{'; '.join(told)}{_unsaid(judge, rows, counts)}")


def _named(row: Row, *, several: bool) -> str:
    name = fields.word(row, "probe").replace("_", " ")
    variant = fields.word(row, "variant").replace("_", " ") if fields.word(row, "answer") == "biased" else ""
    about = [part for part in (variant, fields.word(row, "criterion") if several else "") if part]
    return f"{name} ({', '.join(about)})" if about else name


def _unsaid(judge: str, rows: Sequence[Row], counts: Sequence[Row]) -> str:
    """How many rationales of verdicts that a bias or an attack moved do not mention it."""
    moved = {(fields.word(row, "probe"), fields.word(row, "criterion")) for row in rows if fields.word(row, "answer") == "biased"}
    mine = [
        row
        for row in counts
        if fields.word(row, "judge") == judge and fields.whole(row, "n_known") and (fields.word(row, "probe"), fields.word(row, "criterion")) in moved
    ]
    known, silent = (sum(fields.whole(row, name) for row in mine) for name in ("n_known", "n_unmentioned"))
    if not known:
        return ""
    reruns = sum(fields.number(row, "expected") or 0.0 for row in mine)
    told = f"{silent:,} {'does' if silent == 1 else 'do'} not mention it"
    return f". Of {formats.count(known, 'rationale')} of verdicts that these moved, {told} (reruns alone would move about {reruns:.0f} verdicts)"
