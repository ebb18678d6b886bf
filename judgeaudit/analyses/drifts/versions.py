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
from judgeaudit.stats.kernels.score_range import score_range
from judgeaudit.stats.kernels.version_shuffles import between, within_both


@dataclass(frozen=True)
class Versions:
    """Codes of both versions, one row for each pattern of the criterion; NaN where there is no verdict.

    Attributes
    ----------
    old, new : float array, shape (n_patterns, n_replicates of the version)
    near : float or None
        None where verdicts are the same or are not; on a scale of scores without steps, where hardly any two are equal, how far apart two may lie and
        are still one verdict: the margin, up to which a change counts as none.
    """

    part: Part
    old: FloatArray
    new: FloatArray
    near: float | None

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

    def between(self) -> FloatArray:
        """Disagreement between the versions, shape (n_patterns,)."""
        return between(self.old, self.new, self.near)

    def within(self) -> FloatArray:
        """Disagreement within versions; NaN where neither has two verdicts."""
        return within_both(self.old, self.new, self.near)

    def decided(self) -> tuple[FloatArray, FloatArray]:
        """The commonest verdict of each version (the mean of scores); NaN where it is tied or there is none."""
        level = self.part.scale.level
        return majority(self.old, level=level)[0], majority(self.new, level=level)[0]


def versions(part: Part, drift: DriftInput) -> Versions:
    """Both versions of a part; a version without any row has one column without verdicts."""
    nobody = np.full((len(part.patterns.counts), 1), np.nan)
    old, new = (codes if codes.shape[1] else nobody for codes in map(part.patterns.codes, (BASELINE, CURRENT)))
    near = None if part.scale.codes is not None else 0.0 if range_untold(part, drift) else margin_of(part, drift) * range_of(part, drift)[0]
    return Versions(part, old, new, near)


def margin_of(part: Part, drift: DriftInput) -> float:
    """Share of items (of the range, for means) up to which two versions are equivalent."""
    return drift.margins[part.criterion]


def range_of(part: Part, drift: DriftInput) -> tuple[float, str]:
    """Range of an ordered scale in points; and where it is from, where nobody declared it.

    Without a rubric it is that of the baseline's scores, but those far outside: neither a new version that goes beyond them nor a 999 for "no score"
    must make the margin wider. Where they do not tell it (`range_untold`) it is what both runs hold, and no margin is to be made of it.
    """
    scale = part.scale
    if scale.level != "interval":
        assert scale.codes is not None
        return scale.codes[-1] - scale.codes[0], ""
    seen = None if drift.data.prompt_known else score_range(baseline_scores(drift, part.criterion))
    if seen is None:
        return full_range(part), ""
    return seen[1] - seen[0], f"no scale was declared: shares are of the range of the baseline's scores, {seen[0]:g} to {seen[1]:g}"


def range_untold(part: Part, drift: DriftInput) -> bool:
    """Whether nobody declared the range of the scores, and the baseline's scores do not tell it either."""
    return part.scale.level == "interval" and not drift.data.prompt_known and score_range(baseline_scores(drift, part.criterion)) is None


def full_range(part: Part) -> float:
    """Greatest difference of two scores on the scale."""
    scale = part.scale
    codes = scale.codes
    return codes[-1] - codes[0] if codes is not None else (scale.high or 0.0) - (scale.low or 0.0)


def baseline_scores(drift: DriftInput, criterion: str) -> FloatArray:
    """All scores of the baseline on a criterion, those written as labels too."""
    return np.concatenate([_scores(table, criterion) for table in (drift.before.anchors, drift.before.production)])


def _scores(table: pa.Table, criterion: str) -> FloatArray:
    rows = table.filter(pc.and_(pc.equal(table["criterion"], criterion), pc.equal(table["status"], "ok")))
    scores = np.asarray(rows["score"].to_numpy(zero_copy_only=False), dtype=np.float64)
    labels = [_number(label) for label in rows["label"].to_pylist()] if np.isnan(scores).any() else scores
    found = np.where(np.isnan(scores), np.asarray(labels, dtype=np.float64), scores)
    return np.asarray(found[np.isfinite(found)], dtype=np.float64)


def _number(label: str | None) -> float:
    try:
        return float(label or "nan")
    except ValueError:
        return float("nan")
