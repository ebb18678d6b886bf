"""Cards of the section on calibration about the judged things: how good are they really, given how the judge errs?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.calibration_figures import as_data, corrected_rates, is_cut, rate_text
from judgeaudit.report.calibration_lines import Row, by_label, correction_of, furthest, is_rate, left_out_said, of_all, of_judge, said_interval, said_value
from judgeaudit.report.summary import block

MAX_CARDS = 80
MAX_ROWS = 100
MAX_SYSTEMS = 12
MAX_LABELS = 12

METHODS = {
    "raw": ("What the judge says", "of all items, taken at its word"),
    "labels_only": ("Labels alone", "the items with gold, without the judge"),
    "labels_all": ("Labels alone, unanswered too", "the items with gold, also those on which the judge gives no verdict"),
    "ppi": ("Corrected (PPI)", "the judge on all items, moved by its errors on the labelled ones"),
    "rogan_gladen_all": (
        "Corrected (error rates), all items",
        "gold where there is gold, elsewhere the rate of items without gold; an interval about these items and no others",
    ),
    "rogan_gladen": ("Corrected (error rates), items without gold", "Rogan-Gladen: turned back by how often it is wrong on each class"),
    "isotonic": ("Corrected (isotonic)", "its scores put on the scale of gold"),
}
PART_ALONE = "rogan_gladen"
"""Of items without gold alone: in the table and not in the figure, where every other number is of all items."""
_CUT = "the judge's errors on the labelled items do not fit what it says of the rest"
_NOT_RANDOM = " These are no random sample, so that only the correction by error rates holds."
_APART = " It is put together from the corrections of each system by itself, because one calibration for all of them misleads."
EVERY_ITEM = ("Corrected (error rates alone)", "Rogan-Gladen: of all items, turned back by how often it is wrong on each class")
CHECKS = {"holds": ("pass", "holds"), "fails": ("fail", "misleads"), "undecided": ("inconclusive", "not shown")}


def rate_cards(audit: Audit, figures: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """One card for each judge and criterion, and how many are left out. Figures are added to `figures`."""
    rows = block(audit, "calibration", "corrected")
    keys = list(dict.fromkeys(of_judge(row) for row in rows))
    cards = [_card(key, [row for row in rows if of_judge(row) == key], figures) for key in keys[:MAX_CARDS]]
    return cards, max(0, len(keys) - MAX_CARDS)


def _card(key: tuple[str, str], rows: Sequence[Row], figures: list[dict[str, Any]]) -> dict[str, Any]:
    whole = [row for row in rows if not fields.word(row, "system")]
    n_labels = len(by_label(rows))
    several, said = n_labels > 1, list(furthest(whole).values())
    systems = list(dict.fromkeys(fields.word(row, "system") for row in rows if fields.word(row, "system")))
    named = _by_labels(whole) if several else [(_words(row)[0], row) for row in whole if fields.word(row, "method") != PART_ALONE]
    shown = [row for row in rows if not said or fields.word(row, "label") == fields.word(said[0], "label")]
    named += _by_system(shown, systems, several=several)
    figure = corrected_rates(named)
    if figure is not None:
        figures.append(as_data(figure))
    return {
        "judge": key[0], "criterion": key[1], "figure": None if figure is None else len(figures) - 1, "said": _said(said, n_labels),
        "warnings": _warnings(rows, several=several), "rows": [_line(row, several=several) for row in rows[:MAX_ROWS]],
        "more": max(0, len(rows) - MAX_ROWS), "systems": bool(systems),
    }  # fmt: skip


def _by_system(rows: Sequence[Row], systems: Sequence[str], *, several: bool) -> list[tuple[str, Row]]:
    """The correction of each system that is said first, of one label."""
    found = []
    for system in systems[:MAX_SYSTEMS]:
        best = correction_of({fields.word(row, "method"): row for row in rows if fields.word(row, "system") == system})
        which = f"“{fields.word(best, 'label')}” " if several else ""
        found += [(f"{system}, {which}corrected", best)] if best else []
    return found


def _words(row: Row) -> tuple[str, str]:
    """What a number is called, and what it means."""
    method = fields.word(row, "method")
    if method == "rogan_gladen" and not fields.whole(row, "n_unlabelled"):
        return EVERY_ITEM
    return METHODS.get(method, (method, ""))


def _by_labels(rows: Sequence[Row]) -> list[tuple[str, Row]]:
    """Of several labels what is drawn of each: what the judge says, and the correction that is said first."""
    found = []
    for label, rates in list(by_label(rows).items())[:MAX_LABELS]:
        found += [(f"“{label}”, {word}", row) for word, row in (("what the judge says", rates.get("raw")), ("corrected", correction_of(rates))) if row]
    return found


def _said(rows: Sequence[Row], n_labels: int) -> str:
    """What the judge says, what is true as far as that is known, and whether the judge helped to know it."""
    by_method = {fields.word(row, "method"): row for row in rows}
    raw, labels, fixed = by_method.get("raw", {}), by_method.get("labels_only", {}), correction_of(by_method)
    if not fixed:
        return ""
    rate = is_rate(fixed)
    said, what = fields.number(raw, "value"), "share" if rate else "mean"
    number = said_value(said or 0.0, is_rate=rate)
    judged = f"says “{fields.word(fixed, 'label')}” of {number}" if rate else f"gives {number} on average"
    head = f"The judge {judged}; t" if said is not None else "T"
    labelled = formats.count(fields.whole(fixed, "n_labelled"), "labelled item")
    text = f"{head}he true {what}{of_all(fixed)} is {said_interval(fixed, is_rate=rate)}, corrected by {labelled}."
    left_out = left_out_said(fixed)
    text += f" It would be {left_out}: which they are, nobody knows." if left_out else ""
    text += _APART if fixed.get("apart") is True else ""
    others = f" Of {n_labels} labels it is the one that correcting moves most; each is corrected by itself." if n_labels > 1 else ""
    return f"{text}{others}{_NOT_RANDOM if fixed.get('picked') else _helps(labels, fixed)}"


def _helps(labels: Row, fixed: Row) -> str:
    """Whether the interval with the judge is narrower than that of the labels alone."""
    ends = [(fields.number(row, "low"), fields.number(row, "high")) for row in (labels, fixed)]
    alone, both = (None if low is None or high is None else high - low for low, high in ends)
    if not alone or both is None or fields.word(fixed, "method") == "rogan_gladen_all":  # about these items alone: not to be compared
        return ""
    if both >= alone:
        return " The judge does not help: the labels alone tell as much."
    return f" The judge makes the interval {formats.percent(1 - both / alone)} narrower than the labels alone."


def _warnings(rows: Sequence[Row], *, several: bool) -> list[str]:
    """Corrections that came out beyond what is possible, and those that do not exist; of each of several labels one at most."""
    found: list[str] = []
    without: list[str] = []
    for row in rows:
        name = _named(row, several=several)
        where = f" for {fields.word(row, 'system')}" if fields.word(row, "system") else ""
        raw = fields.number(row, "raw_value")
        if raw is not None and is_cut(row) and row.get("outside", True):  # else sampling alone explains it
            possible = "0 to 100 %" if is_rate(row) else "the scale"
            found.append(f"{name}{where} came out at {said_value(raw, is_rate=is_rate(row))}, outside {possible}, and was cut: {_CUT}.")
        if fields.number(row, "value") is None and not (several and fields.word(row, "label") in without):
            without.append(fields.word(row, "label"))
            found.append(f"{name}{where} is undefined: {fields.word(row, 'note') or 'no reason was written down'}.")
    return found[:6]


def _named(row: Row, *, several: bool) -> str:
    name = _words(row)[0]
    return f"“{fields.word(row, 'label')}”: {name[:1].lower()}{name[1:]}" if several else name


def _line(row: Row, *, several: bool) -> dict[str, Any]:
    """One line of the table; what a number means is said where it is of all systems."""
    return {
        "name": _named(row, several=several), "meaning": "" if fields.word(row, "system") else _words(row)[1], "system": fields.word(row, "system"), "said": rate_text(row), "note": fields.word(row, "note"),
        "labelled": formats.integer(fields.whole(row, "n_labelled")), "unlabelled": formats.integer(fields.whole(row, "n_unlabelled")),
    }  # fmt: skip


def carried_rows(audit: Audit) -> list[dict[str, Any]]:
    """Whether the errors of a judge on other systems' items would have done for a system."""
    found = []
    rows = block(audit, "calibration", "carried")
    for row in rows[:MAX_ROWS]:
        look, word = CHECKS.get(fields.word(row, "verdict"), CHECKS["undecided"])
        carried, own, residual, low, high = (fields.number(row, name) for name in ("carried", "own", "residual", "low", "high"))
        found.append(
            {
                "judge": fields.word(row, "judge"), "criterion": fields.word(row, "criterion"), "system": _place(row, rows),
                "look": look, "word": word,
                "n": formats.integer(fields.whole(row, "n_items")), "carried": formats.number_or_undefined(carried), "own": formats.number_or_undefined(own),
                "residual": formats.number_or_undefined(residual), "interval": formats.interval(low, high), "note": fields.word(row, "note"),
            }
        )  # fmt: skip
    return found


def _place(row: Row, rows: Sequence[Row]) -> str:
    """The system, and the label where a criterion has several."""
    system, label = fields.word(row, "system"), fields.word(row, "label")
    several = len({fields.word(one, "label") for one in rows if fields.word(one, "criterion") == fields.word(row, "criterion")}) > 1
    return f"{system}, “{label}”" if several else system
