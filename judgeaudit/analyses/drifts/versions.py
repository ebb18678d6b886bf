"""What two versions of a judge said about the anchors, and the range of the scale that margins are shares of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.majority import majority
from judgeaudit.analyses.parts import Part
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.kernels.version_shuffles import between, within_both


@dataclass(frozen=True)
class Versions:
    """Codes of both versions, one row for each pattern of the criterion; NaN where there is no verdict.

    Attributes
    ----------
    old, new : float array, shape (n_patterns, n_replicates of the version)
    """

    part: Part
    old: FloatArray
    new: FloatArray

    @property
    def both(self) -> BoolArray:
        """Patterns with a verdict of each version."""
        return np.asarray((~np.isnan(self.old)).any(axis=1) & (~np.isnan(self.new)).any(axis=1))

    @property
    def n_both(self) -> int:
        return int(self.part.weights[self.both].sum())

    @property
    def n_ratings(self) -> int:
        """Verdicts on items that have one of each version."""
        given = (~np.isnan(self.old)).sum(axis=1) + (~np.isnan(self.new)).sum(axis=1)
        return int((given * self.both) @ self.part.weights)

    @property
    def single(self) -> bool:
        """Whether no item has two verdicts of one version."""
        return not bool((((~np.isnan(self.old)).sum(axis=1) > 1) | ((~np.isnan(self.new)).sum(axis=1) > 1)).any())

    @property
    def apart(self) -> float | None:
        """None where verdicts are the same or are not; the range, on a continuous scale, where hardly any two scores are equal."""
        scale = self.part.scale
        return None if scale.codes is not None else (scale.high or 0.0) - (scale.low or 0.0)

    def between(self) -> FloatArray:
        """Disagreement between the versions, shape (n_patterns,)."""
        return between(self.old, self.new, self.apart)

    def within(self) -> FloatArray:
        """Disagreement within versions; NaN where neither has two verdicts."""
        return within_both(self.old, self.new, self.apart)

    def decided(self) -> tuple[FloatArray, FloatArray]:
        """The commonest verdict of each version (the mean of scores); NaN where it is tied or there is none."""
        level = self.part.scale.level
        return majority(self.old, level=level)[0], majority(self.new, level=level)[0]


def versions(part: Part) -> Versions:
    """Both versions of a part; a version without any row has one column without verdicts."""
    nobody = np.full((len(part.patterns.counts), 1), np.nan)
    old, new = (codes if codes.shape[1] else nobody for codes in map(part.patterns.codes, (BASELINE, CURRENT)))
    return Versions(part, old, new)


def margin_of(part: Part, drift: DriftInput) -> float:
    """Share of items (of the range, for means) up to which two versions are equivalent."""
    return drift.margins[part.criterion]


def range_of(part: Part, drift: DriftInput) -> tuple[float, str]:
    """Range of an ordered scale in points; and where it is from, where nobody declared it.

    Without a rubric it is that of the baseline's scores: a new version that goes beyond them must not make its own margin wider.
    """
    scale = part.scale
    if scale.level != "interval":
        assert scale.codes is not None
        return scale.codes[-1] - scale.codes[0], ""
    assert scale.low is not None
    assert scale.high is not None
    seen = None if drift.data.prompt_known else _seen(drift, part.criterion)
    if seen is None:
        return scale.high - scale.low, ""
    return seen[1] - seen[0], f"no scale was declared: shares are of the range of the baseline's scores, {seen[0]:g} to {seen[1]:g}"


def full_range(part: Part) -> float:
    """Greatest difference of two scores on the scale."""
    scale = part.scale
    codes = scale.codes
    return codes[-1] - codes[0] if codes is not None else (scale.high or 0.0) - (scale.low or 0.0)


def _seen(drift: DriftInput, criterion: str) -> tuple[float, float] | None:
    scores = [_scores(table, criterion) for table in (drift.before.anchors, drift.before.production)]
    every = np.concatenate(scores)
    return (float(every.min()), float(every.max())) if len(every) and every.min() < every.max() else None


def _scores(table: pa.Table, criterion: str) -> FloatArray:
    rows = table.filter(pc.equal(table["criterion"], criterion))
    return np.asarray(pc.drop_null(rows["score"]).to_numpy(), dtype=np.float64)
