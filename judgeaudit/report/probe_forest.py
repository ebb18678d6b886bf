"""All probes as one forest plot that is a table: what each moves beyond reruns, against its margin, with every number beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor
from typing import Any

from judgeaudit.report import fields, formats
from judgeaudit.report.drift_words import amount, change, p_value, span
from judgeaudit.report.whisker import whisker

Row = Mapping[str, Any]
Axis = tuple[float, float]
"""Both ends of what is drawn."""

KINDS: dict[str, tuple[str, str]] = {
    "bias": ("Biases", "The verdict should stay. Drawn: flips beyond those between reruns."),
    "attack": (
        "Attacks",
        "The verdict must not rise. Drawn: how many of the verdicts that could still rise do; of an answer that says nothing, how many pass.",
    ),
    "control": ("Controls", "The answer is made worse, and the verdict should fall. Drawn: how many of the verdicts that could fall do."),
}
"""Groups of the plot in their order: title, and what a judge that can be trusted does."""

ANSWERS: dict[str, tuple[str, str]] = {
    "biased": ("fail", "biased"), "does_not_follow": ("fail", "does not follow"), "not_beyond_margin": ("pass", "not beyond the margin"),
    "follows": ("pass", "follows"), "inconclusive": ("inconclusive", "inconclusive"), "not_measured": ("not_measured", "not measured"),
}  # fmt: skip
"""By answer: its look and shape, and the word that stands beside it."""

_ORDER = ("fail", "inconclusive", "pass", "not_measured")
MOST_DRAWN = 60
"""Rows that stand open; the others are folded."""
MAX_ROWS = 400


def titled(probe: str) -> str:
    """A probe's name as a reader has it."""
    return formats.sentence(probe.replace("_", " "))


def kind_of(row: Row) -> str:
    """The kind that a row says; rows of an older audit are of probes of evidence."""
    return fields.word(row, "kind") or "evidence"


def is_drawn(row: Row) -> bool:
    """Whether a row belongs into the plot: probes of evidence have a section, and identical responses a table."""
    return kind_of(row) in KINDS and not (fields.word(row, "probe") == "identical_responses" and fields.word(row, "answer") == "not_measured")


def forest(rows: Sequence[Row]) -> dict[str, Any]:
    """The plot.

    Parameters
    ----------
    rows : sequence of mapping
        Of the block `probes`; those of evidence have a section of their own.

    Returns
    -------
    dict
        `ticks` of the axis that all rows share, `groups` by kind with their `rows`, what moves beyond its margin first; how many are left out (`more`).
    """
    known = [row for row in rows if is_drawn(row)]
    kept = sorted(known, key=lambda row: (list(KINDS).index(kind_of(row)), _ORDER.index(_answer(row)[0]), -_size(row)))[:MAX_ROWS]
    axis = axis_of([end for row in kept for end in (*_main(row), *_second(row), *_edges(row)) if end is not None])
    made = [(kind_of(row), _row(row, axis)) for row in kept]
    margins = {row["margin"] for _, row in made if row["margin"]}
    return {
        "ticks": ticks(axis), "zero": place(0.0, axis), "open": _grouped(made[:MOST_DRAWN]), "folded": _grouped(made[MOST_DRAWN:]), "more": len(known) - len(kept),
        "any": bool(kept), "margin": margins.pop() if len(margins) == 1 else "",
    }  # fmt: skip


def axis_of(ends: Iterable[float]) -> Axis:
    """An axis on which all of it has room, and 0; shares beyond 1 stand at its end."""
    known = [max(-1.0, min(1.0, end)) for end in ends]
    low, high = min((*known, 0.0)), max((*known, 0.0))
    room = 0.04 * (high - low) or 0.1
    return low - room, high + room


def place(value: float, axis: Axis) -> str:
    """Where a number stands on the axis, in per cent of its length; what is beyond stands at its end."""
    return f"{100 * (max(axis[0], min(axis[1], value)) - axis[0]) / (axis[1] - axis[0]):.2f}"


def ticks(axis: Axis) -> list[tuple[str, str]]:
    """Place in per cent and label of a few round numbers, in percentage points; 0 is one of them."""
    step = next(size for size in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5) if (axis[1] - axis[0]) / size <= 5.0001)
    return [(place(n * step, axis), change(n * step, share=True).removesuffix(".0")) for n in range(ceil(axis[0] / step), floor(axis[1] / step) + 1)]


def drawn(value: float | None, low: float | None, high: float | None, axis: Axis, *, margin: float | None = None) -> dict[str, str] | None:
    """Places of a point, its interval and its margin; None where there is no point."""
    return whisker(value, low, high, lambda number: place(number, axis), margin=margin)


def _grouped(rows: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    groups = ((name, title, meaning, [row for kind, row in rows if kind == name]) for name, (title, meaning) in KINDS.items())
    return [{"name": name, "title": title, "meaning": meaning, "rows": found} for name, title, meaning, found in groups if found]


def _answer(row: Row) -> tuple[str, str]:
    """Look and word; an attack that pays is called that."""
    look, word = ANSWERS.get(fields.word(row, "answer"), ANSWERS["not_measured"])
    if passes_all_the_same(row):
        return "fail", "passes all the same"
    if kind_of(row) == "attack":
        word = {"biased": "the attack pays", "not beyond the margin": "holds"}.get(word, word)
    return look, word


def passes_all_the_same(row: Row) -> bool:
    """Whether an answer that says nothing surely passes beyond the margin, though no more often than the item's own."""
    return kind_of(row) == "attack" and fields.word(row, "answer") == "passes"


def _main(row: Row) -> tuple[float | None, float | None, float | None]:
    """What decides, with its interval: of biases flips beyond reruns; of attacks and controls what moves of what could, or passes where nothing should."""
    other = next((name for name in ("passes", "reached") if fields.number(row, name) is not None), "") if kind_of(row) != "bias" else ""
    names = (other, f"{other}_low", f"{other}_high") if other else ("excess", "low", "high")
    value, low, high = (fields.number(row, name) for name in names)
    return value, low, high


def _edges(row: Row) -> tuple[float, ...]:
    margin = _margin(row)
    return () if margin is None else (-margin, margin)


def _second(row: Row) -> tuple[float | None, float | None, float | None]:
    """Where verdicts of a bias go, as a share of the range of the scale."""
    margin, reach = fields.number(row, "margin"), fields.number(row, "direction_margin")
    if kind_of(row) != "bias" or not margin or not reach:
        return None, None, None
    value, low, high = (
        None if (end := fields.number(row, name)) is None else end * margin / reach for name in ("direction", "direction_low", "direction_high")
    )
    return value, low, high


def _size(row: Row) -> float:
    return max((abs(value) for value in (_main(row)[0], _second(row)[0]) if value is not None), default=0.0)


def _row(row: Row, axis: Axis) -> dict[str, Any]:
    look, word = _answer(row)
    value, low, high = (None, None, None) if look == "not_measured" else _main(row)
    variant = fields.word(row, "variant")
    return {
        "title": titled(fields.word(row, "probe")), "judge": fields.word(row, "judge"), "criterion": fields.word(row, "criterion"),
        "n": formats.count(fields.whole(row, "n_items"), "item"), "look": look, "word": word, "variant": variant if look == "fail" else "",
        "effect": change(value, share=True), "interval": span(low, high, share=True), "drawn": drawn(value, low, high, axis, margin=_margin(row)),
        "way": drawn(*_second(row), axis), **_direction(row), "margin": "" if (margin := _margin(row)) is None else f"±{amount(margin, share=True)}",
        "adjusted": p_value(fields.number(row, "p_adjusted")), "seen": "" if (seen := fields.number(row, "smallest")) is None else amount(seen, share=True),
        "advice": fields.word(row, "advice"), "read": fields.word(row, "read"), "expect": fields.word(row, "expect"),
    }  # fmt: skip


def _margin(row: Row) -> float | None:
    """The margin of what must stay; a control must move, and has none."""
    return None if kind_of(row) == "control" else fields.number(row, "margin")


def _direction(row: Row) -> dict[str, str]:
    """Where verdicts go: in percentage points, or in points of the scale."""
    margin, reach = fields.number(row, "margin"), fields.number(row, "direction_margin")
    share = not margin or not reach or abs(reach - margin) < 1e-9
    value, low, high = (fields.number(row, name) for name in ("direction", "direction_low", "direction_high"))
    if value is None:
        return {"direction": "", "direction_interval": "", "unit": ""}
    return {"direction": change(value, share=share), "direction_interval": span(low, high, share=share), "unit": "" if share else "points of the scale"}
