"""Verdicts and gold on a scale from 0 to 1, and a corrected mean of them put back on their own scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.partly_labelled import PartlyLabelled, ends, scale_ends, within
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.two_slices import Slices, mean_of_rows, on_scale, slices_interval
from judgeaudit.stats.shapes import Corrected


@dataclass(frozen=True, slots=True)
class Scaled:
    """A table whose verdicts and gold run from 0 to 1.

    Attributes
    ----------
    judge, gold : float array, shape (n_rows,)
    low, span : float
        What they are multiplied by and moved to.
    bounded : bool
        Whether 0 and 1 are the ends of the scale, or just of the data.
    """

    table: PartlyLabelled
    judge: FloatArray
    gold: FloatArray
    low: float
    span: float
    bounded: bool

    @classmethod
    def of(cls, table: PartlyLabelled, labels: Sequence[float] | FloatArray | None) -> Scaled:
        """From the ends of the scale; where it is not declared, from the least and greatest number."""
        known = scale_ends(table, labels)
        numbers = np.concatenate([table.judge, table.gold])
        numbers = numbers[~np.isnan(numbers)]
        low, high = known or ((float(numbers.min()), float(numbers.max())) if len(numbers) else (0.0, 1.0))
        span = high - low if high > low else 1.0
        return cls(table, (table.judge - low) / span, (table.gold - low) / span, low, span, known is not None)


def why_not_a_mean(table: PartlyLabelled, level: str, labels: Sequence[float] | FloatArray | None) -> str | None:
    """Why labels may not be averaged: a nominal scale of three labels or more. None where they may."""
    numbers = np.concatenate([table.judge, table.gold])
    points = len(np.unique(table.gold[~np.isnan(table.gold)])) if labels is None else len(np.unique(np.asarray(labels, dtype=np.float64)))
    return "the scale is nominal: its labels have no order" if level == "nominal" and points > 2 and len(numbers) else None


def corrected_mean(
    scaled: Scaled, undefined: str | None, slices: Slices | None = None, *, what: str = "", extra: tuple[Estimate, ...] = (), **fields: Any
) -> Corrected:
    """The result on the table's own scale, beside the mean of labels alone and that of verdicts alone.

    Parameters
    ----------
    undefined : str or None
        Why there is no value; then `slices` is not needed.
    what : str
        What was computed, for `method`.
    extra : tuple of Estimate
        Further parts, on the table's own scale.
    """
    table = scaled.table
    has_gold, has_verdict = ~np.isnan(table.gold), ~np.isnan(table.judge)
    parts = tuple(
        on_scale(mean_of_rows(table, values, rows, bounded=scaled.bounded, what=words, reason=reason), scaled.low, scaled.span).about(name=name)
        for name, values, rows, words, reason in (
            ("labels_only", scaled.gold, has_gold, "mean of gold, without the judge", "no item has a gold label"),
            ("judged_mean", scaled.judge, has_verdict, "mean of verdicts, without gold", "no item has a verdict"),
        )
    )
    about = {"n_labelled": table.count(table.labelled), "n_unlabelled": table.count(table.unlabelled), "n_items": table.n_items, "n_ratings": table.n_ratings}
    if undefined is not None or slices is None:
        return Corrected(undefined=undefined, parts=parts if undefined and "nominal" not in undefined else (), **about)
    raw = slices.value
    value, interval = (min(1.0, max(0.0, raw)), slices_interval(slices)) if scaled.bounded else (raw, slices_interval(slices))
    if interval is not None and scaled.bounded:
        interval = within(interval, value, 0.0, 1.0)
    words = [what, _say_clipped(scaled, raw), _say_interval(scaled, interval)]
    found = Corrected(value=value, method="; ".join(filter(None, words)), parts=(*parts, *extra), **ends(interval, table.sample.ci_level), **about, **fields)
    moved = on_scale(found, scaled.low, scaled.span)
    assert isinstance(moved, Corrected)
    return moved.model_copy(update={"raw": scaled.low + scaled.span * raw})


def _say_clipped(scaled: Scaled, raw: float) -> str:
    return f"raw value {scaled.low + scaled.span * raw:.4g}, outside the scale" if scaled.bounded and not 0 <= raw <= 1 else ""


def _say_interval(scaled: Scaled, interval: tuple[float, float] | None) -> str:
    if interval is None:
        return "no interval: nothing varies among the labelled items, or there are fewer than two (labels= gives the scale's ends)"
    return "Wilson interval on as many 0/1 items as would be as uncertain" if scaled.bounded else "t interval; labels= would give the scale's ends"
