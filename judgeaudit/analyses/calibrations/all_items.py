"""Which judged items a rate that is corrected by error rates is of: those without gold, these very items, or those that were answered."""

from __future__ import annotations

from math import ceil, floor
from typing import Any

import numpy as np

from judgeaudit.analyses.calibrations.by_item import over_items
from judgeaudit.analyses.calibrations.carried import labels_only
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.shapes import Corrected

EVERY_ITEM = "every judged item has gold: its share, which needs no correction"
ALL_ITEMS = "corrected_rate_all_items"
THESE = "of all {:,} judged items and no others"
"""What the interval of `corrected_rate_all_items` is about: items at hand, and not others that might have been drawn."""
TINY = 1e-9
"""Less than this above a whole number of items is a product that was rounded."""


def gold_of_judged(ratings: FloatArray) -> FloatArray:
    """Gold of those items that have a verdict too."""
    return np.asarray(ratings[0, _both(ratings), 1])


def _both(ratings: FloatArray) -> BoolArray:
    return np.asarray(~np.isnan(ratings[0, :, 0]) & ~np.isnan(ratings[0, :, 1]))


def of_unlabelled(found: Corrected) -> Corrected:
    """Rogan and Gladen's number as it is; with the number of those items that it is of, which `method` says too."""
    judged = found.part("judged_rate")
    which = f"the {judged.n_items:,} judged items without gold" if found.n_unlabelled else f"all {judged.n_items:,} judged items"
    which = "the one judged item without gold" if found.n_unlabelled == 1 else which
    method = f"of {which}: {found.method}" if found.undefined is None else ""
    return found.model_copy(update={"n_items": judged.n_items, "n_ratings": judged.n_ratings, "method": method})


def of_all(part: Part, ratings: FloatArray, rest: Corrected, about: dict[str, Any]) -> Estimate:
    """The rate of these judged items, from that of the unlabelled ones: labelled items have gold, which needs no correction.

    The interval is that of the unlabelled items' rate, by their share of all, and about these very items: of so many, only whole ones can be in the
    class, so that its ends are rounded outwards to these. Where each has gold it is that of gold's share.
    """
    both = _both(ratings) if about["keep"] is None else _both(ratings) & about["keep"]
    n_gold = part.patterns.n_of(both)
    n_rest, n_all = rest.n_unlabelled, n_gold + rest.n_unlabelled
    if not n_rest:
        return over_items(part, ALL_ITEMS, labels_only, ratings, **about).model_copy(update={"method": f"of all {n_all:,} judged items: {EVERY_ITEM}"})
    if rest.value is None:
        return rest.model_copy(update={"name": ALL_ITEMS, "n_items": n_all})
    n_class = part.patterns.n_of(both & (ratings[0, :, 1] == 1.0))
    value, low, high = (n_class + n_rest * rest.value) / n_all, None, None
    if rest.low is not None and rest.high is not None:
        low, high = (n_class + floor(n_rest * rest.low + TINY)) / n_all, (n_class + ceil(n_rest * rest.high - TINY)) / n_all
    span = "" if rest.low is None else f" ({rest.low:.3g} to {rest.high:.3g})"
    method = f"{THESE.format(n_all)}: gold of {n_gold:,}, and {rest.value:.3g}{span} of the {n_rest:,} without a label: {rest.method}"
    changes = {"name": ALL_ITEMS, "value": value, "low": low, "high": high, "raw": value, "n_items": n_all, "method": method}
    return rest.model_copy(update=changes)


def of_answered(found: Estimate) -> Estimate:
    """What a number is of, where the judge did not answer everything."""
    words = ((" judged items without gold: ", " items without gold that it answers: "), (" judged items", " items that it answers"))
    for old, new in words:
        if found.method.startswith("of ") and old in found.method:
            return found.about(method=found.method.replace(old, new, 1).replace("of all ", "of the ", 1))
    if isinstance(found, Corrected) and found.value is not None and not found.method.startswith("of "):
        return found.about(method=f"of the {found.n_labelled + found.n_unlabelled:,} items that it answers: {found.method}")
    return found
