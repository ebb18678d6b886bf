"""What was found of the share of a label or the mean of a scale, and how such numbers are said in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from judgeaudit.analyses.calibrations.carried import is_share
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Scale

Row = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What was found of the share of one label, or of the mean of a scale (`label` None).

    Rows over all items and by system with their estimates, rows of the block `carried`, whether labelled items look picked, and the correction by
    error rates of all items together, which says what the judge tells even where it corrects nothing (None on scales of numbers).
    """

    label: str | None
    found: list[tuple[Row, Estimate]]
    checks: list[Row]
    seen: Row | None
    pooled: tuple[Row, Estimate] | None

    def whole(self) -> dict[str, tuple[Row, Estimate]]:
        """By method, over all items."""
        return {row["method"]: (row, one) for row, one in self.found if row["system"] is None}


def of_label(label: str | None, n_labels: int) -> str:
    """ " of 'x'", where there are several labels of which it might be."""
    return f" of {label!r}" if n_labels > 1 else ""


def scale_points(scale: Scale) -> tuple[float, ...]:
    """What is averaged: the numbers that an ordered scale's labels are, where they rise, else codes; of a continuous scale its ends."""
    if scale.codes is None:
        assert scale.low is not None
        assert scale.high is not None
        return scale.low, scale.high
    if scale.level != "ordinal" or scale.labels is None:
        return scale.codes
    numbers = tuple(number for label in scale.labels if (number := _number(label)) is not None)
    return numbers if len(numbers) == len(scale.labels) and list(numbers) == sorted(set(numbers)) else scale.codes


def _number(label: str) -> float | None:
    try:
        number = float(label)
    except ValueError:
        return None
    return number if isfinite(number) else None


def say_value(part: Part, value: float) -> str:
    """A rate in percent, a mean in points of the scale."""
    if not is_share(part.scale):
        return f"{value:.2f}"
    return percent(value) if 0 <= value <= 1 else f"{100 * value:.1f} %"


def say_row(part: Part, row: dict[str, Any]) -> str:
    """ "52 % (45 to 60 %)"."""
    text = say_value(part, row["value"])
    return text if row["low"] is None else f"{text} ({say_value(part, row['low']).removesuffix(' %')} to {say_value(part, row['high'])})"


def ends_words(part: Part) -> str:
    """What the ends of a scale of words are called."""
    labels = part.scale.labels
    return "" if labels is None or _number(labels[0]) is not None else f" (1 is {labels[0]!r}, {len(labels)} {labels[-1]!r})"


def which_items(row: Row) -> str:
    """ "all 600", or "the 430 items that it answers"."""
    n_items = f"{row['n_labelled'] + row['n_unlabelled']:,}"
    return f"the {n_items} items that it answers" if row["n_unanswered"] else f"all {n_items}"
