"""Where a judge's confidence may come from, and how often it was right at each: what reliability, calibrators and routing are about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from judgeaudit.analyses.against_gold import tolerance
from judgeaudit.analyses.calibrations.by_item import cells_of, gold_and_codes, has_cells
from judgeaudit.analyses.majority import majority
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Finding
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray

FEWEST_REPLICATES = 3
"""Verdicts of an item from which the share that agree is a confidence: of two it is one half or one."""


@dataclass(frozen=True)
class Source:
    """One confidence of one judge, beside gold.

    Attributes
    ----------
    name : str
        Of `domain.calibration.SOURCES`.
    ratings : float array, shape (n_runs, n_items, 2)
        Confidence and right (1) or wrong (0); NaN where there is no confidence, no verdict or no gold. `replicates` has one run.
    """

    name: str
    ratings: FloatArray

    @property
    def pairs(self) -> BoolArray:
        """Items with a confidence and gold in some run, shape (n_items,)."""
        return np.asarray((~np.isnan(self.ratings).any(axis=2)).any(axis=0))


def sources_of(part: Part, judge: str) -> tuple[Source, ...]:
    """Sources of a judge that have a confidence on an item with gold, in the order of `domain.calibration.SOURCES`."""
    found = (_of_runs(part, judge, "stated", stated_confidences), _of_runs(part, judge, "margin", margin_confidences), _replicates(part, judge))
    return tuple(source for source in found if source is not None and source.pairs.any())


def stated_confidences(part: Part, judge: str) -> FloatArray:
    """What the judge said of its own verdicts, shape (n_items, n_replicates); NaN where it said nothing or what is no share.

    Where most are no shares, those that look like one are none either: 1 may be one percent.
    """
    stated = cells_of(part, judge, "confidence")
    outside = _outside(stated)
    return np.full_like(stated, np.nan) if _mostly(outside, stated) else np.where(outside, np.nan, stated)


def margin_confidences(part: Part, judge: str) -> FloatArray:
    """What log probabilities say of the judge's verdicts, shape (n_items, n_replicates); NaN where there are none."""
    margins = cells_of(part, judge, "margin")
    return over_runner_up(margins) if has_cells(part, "margin") else margins


def over_runner_up(margins: FloatArray) -> FloatArray:
    """The probability of a label where it and the likeliest other one are all that there is: 1 / (1 + exp(-margin)); NaN where there is no margin."""
    small = np.exp(-np.abs(margins))
    return np.asarray(np.where(margins >= 0, 1 / (1 + small), small / (1 + small)))


def outside_finding(part: Part, judge: str) -> list[Finding]:
    """That stated confidences are no shares, so that they are not used."""
    if not has_cells(part, "confidence"):
        return []
    stated = cells_of(part, judge, "confidence")
    outside = _outside(stated)
    if not outside.any():
        return []
    left_out = "none is used" if _mostly(outside, stated) else "those are not used"
    text = (
        f"{int(outside.sum())} of {int((~np.isnan(stated)).sum())} confidences of {judge} on {part.criterion} are outside 0 to 1 ({np.nanmin(stated):g} to "
        f"{np.nanmax(stated):g}): {left_out}. Give shares: divide percentages by 100."
    )
    return [Finding(severity="warning", text=text, judge=judge, criterion=part.criterion)]


def _outside(stated: FloatArray) -> BoolArray:
    return np.asarray((stated < 0) | (stated > 1))


def _mostly(outside: BoolArray, stated: FloatArray) -> bool:
    return bool(2 * outside.sum() > (~np.isnan(stated)).sum())


def _right(part: Part, codes: FloatArray, gold: FloatArray) -> FloatArray:
    """1 where a code is gold's (on a scale of numbers: as near as makes no difference), 0 where not, NaN where either is missing."""
    return np.where(np.isnan(codes) | np.isnan(gold), np.nan, np.abs(codes - gold) <= tolerance(part))


def right_within(part: Part) -> str:
    """How near gold a score counts as right, on scales where no answer is exact; else nothing."""
    return f" (within {tolerance(part):.3g} of gold)" if part.scale.level == "interval" else ""


def _of_runs(part: Part, judge: str, name: str, read: Callable[[Part, str], FloatArray]) -> Source | None:
    """A confidence that every single verdict may have, run by run."""
    if not has_cells(part, "confidence" if name == "stated" else name):
        return None
    confidence = read(part, judge)
    if np.isnan(confidence).all():
        return None
    gold, codes = gold_and_codes(part, judge)
    return _paired(name, confidence.T, _right(part, codes, gold[:, None]).T)


def _replicates(part: Part, judge: str) -> Source | None:
    """Share of an item's replicates that give its commonest label. A tie has no verdict: it counts as wrong, at confidence 0."""
    gold, codes = gold_and_codes(part, judge)
    given = ~np.isnan(codes)
    n_given = given.sum(axis=1)
    enough = n_given >= FEWEST_REPLICATES
    if part.scale.level == "interval" or not enough.any():
        return None
    votes = np.stack([(codes == code).sum(axis=1) for code in np.unique(codes[given])], axis=1)
    share = np.where(enough, votes.max(axis=1) / np.maximum(n_given, 1), np.nan)
    decided, tied = majority(codes, level=part.scale.level)
    right = np.where(tied & ~np.isnan(gold), 0.0, _right(part, decided, gold))
    return _paired("replicates", np.where(tied & enough, 0.0, share)[None], right[None])


def _paired(name: str, confidence: FloatArray, right: FloatArray) -> Source:
    pairs = np.stack([confidence, right], axis=2)
    return Source(name, np.where(np.isnan(pairs).any(axis=2, keepdims=True), np.nan, pairs))
