"""Small tables of the section on bias: places of a pair, raw numbers beside corrected ones, length, families. What is not there is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.drift_words import capped, change, p_value, percent, span
from judgeaudit.report.probe_forest import titled
from judgeaudit.report.summary import block

Row = Mapping[str, Any]
Cell = tuple[str, str]
"""What a cell says, and a smaller line below it."""


@dataclass(frozen=True, slots=True)
class Table:
    """How the rows of a block that are to be kept are shown: its heads, and what a row has under each."""

    block: str
    title: str
    meaning: str
    heads: tuple[str, ...]
    cells: Callable[[Row], Sequence[Cell]]
    keep: Callable[[Row], bool] = lambda row: True


def tables(audit: Audit) -> list[dict[str, Any]]:
    """The tables of which the audit has rows."""
    found = []
    for one in TABLES:
        rows = [(fields.word(row, "judge"), fields.word(row, "criterion"), list(one.cells(row))) for row in block(audit, "bias", one.block) if one.keep(row)]
        if rows:
            found.append({"title": one.title, "meaning": one.meaning, "heads": one.heads, **capped(rows, 200)})
    return found


def _share(row: Row, name: str) -> Cell:
    """A share with its interval."""
    return percent(fields.number(row, name)), _ends(fields.number(row, f"{name}_low"), fields.number(row, f"{name}_high"))


def _ends(low: float | None, high: float | None) -> str:
    return "no interval" if low is None or high is None else f"{percent(low)} to {percent(high)}"


def _number(row: Row, name: str, why: str = "") -> Cell:
    """A number with its interval; where there is none, why."""
    value = fields.number(row, name)
    if value is None:
        return "undefined", fields.word(row, why)
    return formats.number(value), formats.interval(fields.number(row, f"{name}_low"), fields.number(row, f"{name}_high")) or "no interval"


def _position(row: Row) -> list[Cell]:
    counts = f"{fields.whole(row, 'n_first'):,} to the first, {fields.whole(row, 'n_second'):,} to the second"
    again = percent(fields.number(row, "rerun_consistency"), "")
    return [
        (f"{fields.whole(row, 'n_pairs'):,}", ""), _share(row, "consistency"), (again or "not known", "of reruns in one order"), _number(row, "fairness"),
        _share(row, "first_rate"), (p_value(fields.number(row, "p")), f"corrected {p_value(fields.number(row, 'p_adjusted'))}; {counts}"),
    ]  # fmt: skip


def _wins(row: Row) -> list[Cell]:
    rates = fields.rows(row, "win_rates")[:12]
    listed = [(fields.word(one, "group"), percent(fields.number(one, "raw")), percent(fields.number(one, "after_swap"))) for one in rates]
    first = [f"{group}: {raw}" for group, raw, _ in listed]
    second = [f"{group}: {after}" for group, _, after in listed]
    return [
        ("; ".join(first), ""),
        ("; ".join(second), ""),
        (percent(fields.number(row, "tie_rate_after_swap")), ""),
        (percent(fields.number(row, "inconsistent_rate")), ""),
    ]


def _corrected(row: Row) -> list[Cell]:
    low, high = fields.number(row, "low"), fields.number(row, "high")
    corrected = percent(fields.number(row, "corrected"), "undefined")
    return [(fields.word(row, "what"), ""), _share(row, "raw"), (corrected, _ends(low, high)), (fields.word(row, "how"), "")]


def _identical(row: Row) -> list[Cell]:
    counts = f"{fields.whole(row, 'n_first'):,} to the first, {fields.whole(row, 'n_second'):,} to the second"
    return [
        (f"{fields.whole(row, 'n_items'):,}", ""), _share(row, "decided") if fields.number(row, "decided") is not None else ("undefined", "the scale has no tie"),
        _share(row, "first_rate"), (p_value(fields.number(row, "p")), counts),
    ]  # fmt: skip


def _stable(row: Row) -> list[Cell]:
    counts = (f"{fields.whole(row, name):,}" for name in ("n_pairs", "n_stable", "n_wrong"))
    return [(fields.word(row, "stratum") or "all", ""), *((count, "") for count in counts), _share(row, "rate")]


def _strata(row: Row) -> list[Cell]:
    value = (change(fields.number(row, "excess"), share=True), span(fields.number(row, "low"), fields.number(row, "high"), share=True) or "no interval")
    word = fields.word(row, "answer").replace("_", " ")
    return [
        (titled(fields.word(row, "probe")), fields.word(row, "variant").replace("_", " ")), (fields.word(row, "stratum"), formats.count(fields.whole(row, "n_items"), "item")), (word, ""), value,
        (p_value(fields.number(row, "p_adjusted")), ""),
    ]  # fmt: skip


def _lengths(row: Row) -> list[Cell]:
    return [
        _number(row, "effect", "effect_undefined"),
        (f"{fields.whole(row, 'n_items'):,}", ""),
        _number(row, "shift", "shift_undefined"),
        (f"{fields.whole(row, 'n_shifted'):,}", ""),
    ]


def _families(row: Row) -> list[Cell]:
    own, other = (percent(fields.number(row, name)) for name in ("own_rate", "other_rate"))
    return [
        (fields.word(row, "family") or "unknown", ""), (own, formats.count(fields.whole(row, "n_own"), "item")), (other, formats.count(fields.whole(row, "n_other"), "item")),
        _number(row, "value", "undefined"),
    ]  # fmt: skip


TABLES = (
    Table(
        "probe_strata", "Strata", "Strata in which a probe moves the judge, or a control does not, corrected among strata; the others are in audit.json.",
        ("Probe", "Stratum", "Answer", "Flips beyond reruns, in percentage points", "p, corrected"), _strata, lambda row: fields.word(row, "answer") in ("biased", "passes", "does_not_follow"),
    ),
    Table(
        "position", "Both orders of a pair", "Consistent: the verdict names the same response whichever is shown first. Fairness below 0: the first place is preferred.",
        ("Pairs", "Consistent", "Reruns agree", "Fairness", "First place wins", "p"), _position,
    ),
    Table(
        "position", "Who wins, and who still does after the swap", "A verdict that does not survive the swap is inconsistent, and a win for nobody.",
        ("As shown", "After the swap", "Ties", "Inconsistent"), _wins,
    ),
    Table("corrections", "Corrected by arithmetic", "The raw number stays; the corrected one stands beside it.", ("What", "Raw", "Corrected", "How"), _corrected),
    Table(
        "identical_responses", "The same response twice", "Nothing can be preferred here: a tie is right, or each place half of the time.",
        ("Items", "Prefers one", "First place wins", "p"), _identical,
    ),
    Table(
        "stable_wrong", "The same in both orders, and wrong", "A verdict that survives the swap is stable, and not therefore right: here it is held against gold.",
        ("Stratum", "Pairs", "The same in both", "Wrong", "Of these"), _stable,
    ),
    Table(
        "lengths", "Length", "What 100 tokens more are worth: among responses that gold calls equal, and where a probe adds words without content.",
        ("For 100 tokens, at equal gold", "Items", "For 100 tokens, padded", "Items"), _lengths,
    ),
    Table(
        "self_preference", "The judge's own family", "Of responses that gold calls good, how many pass: those of the judge's own family of models, and others.",
        ("Family", "Its own", "Others", "Difference"), _families,
    ),
)  # fmt: skip
"""In the order of the page."""
