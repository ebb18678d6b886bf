"""What a verdict on a pair says: one response, the other, or a tie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.analyses.probe_counts import Floats
from judgeaudit.domain.rubric import Scale
from judgeaudit.stats.kernels.ratings_check import BoolArray

NO_PAIRS = "the verdicts do not choose between two responses"


@dataclass(frozen=True, slots=True)
class Slots:
    """Codes of a pairwise scale: of a verdict for `response_a`, for `response_b`, and of a tie (None: the scale has none)."""

    a: float
    b: float
    tie: float | None
    labels: tuple[str, ...]

    def other(self, code: float) -> float:
        """The code of a verdict for the other response."""
        return self.b if code == self.a else self.a

    def ties(self, codes: Floats) -> BoolArray:
        """Which verdicts are ties, in the shape of the codes."""
        return np.zeros(codes.shape, dtype=bool) if self.tie is None else np.asarray(codes == self.tie)

    def credit(self, codes: Floats, code: float) -> Floats:
        """1 for a verdict with that code, a half for a tie, 0 for the other response; NaN where there is no verdict."""
        found = np.where(codes == code, 1.0, np.where(self.ties(codes), 0.5, 0.0))
        return np.where(np.isnan(codes), np.nan, found)


def slots_of(scale: Scale, mode: str) -> Slots | None:
    """The codes of a criterion's verdicts; None where these are no choice between two responses.

    A pairwise scale's labels stand for `response_a`, `response_b` and, where given, tie, in that order.
    """
    labels = scale.labels or ()
    if mode != "pairwise" or len(labels) not in (2, 3):
        return None
    a, b, *rest = (scale.code(label) for label in labels)
    assert a is not None
    assert b is not None
    return Slots(a, b, rest[0] if rest else None, labels)


def shares(codes: Floats, hits: BoolArray) -> Floats:
    """Share of hits among the verdicts of each row; NaN where it has none."""
    n = (~np.isnan(codes)).sum(axis=1)
    return np.where(n > 0, hits.sum(axis=1) / np.maximum(n, 1), np.nan)
