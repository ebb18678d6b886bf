"""What a verdict on a pair says: one response, the other, or a tie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.analyses.probe_counts import Floats, Shown
from judgeaudit.analyses.probe_orders import UNSWAPPED
from judgeaudit.domain.rubric import Scale
from judgeaudit.stats.kernels.ratings_check import BoolArray

NO_PAIRS = "the verdicts do not choose between two responses"
NO_ORDERS = "no pair has a verdict in both orders"


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


def by_order(one: Shown) -> tuple[Floats, Floats]:
    """Verdicts under `position` and the plain ones beside them: those on pairs with `response_a` first, and with `response_b`, each row by its own order."""
    return (one.plain, one.probe) if one.sides is None else (one.sides.ab, one.sides.ba)


def numbers_by_order(one: Shown) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Replicate of each column of both parts of `by_order`."""
    return (one.verdicts.plain_numbers, one.verdicts.probe_numbers) if one.sides is None else (one.sides.ab_numbers, one.sides.ba_numbers)


def as_given(one: Shown) -> Floats:
    """The plain verdicts beside those of `position`, whatever was shown first."""
    return one.plain if one.sides is None else one.sides.plain


def unswapped(one: Shown) -> int:
    """Items of the part with plain verdicts and some under `position`, all of them in one order."""
    return 0 if one.sides is None else one.items(one.sides.unswapped)


def no_orders(one: Shown) -> str:
    """Why no pair has a verdict in both orders, where none has."""
    return f"{NO_ORDERS}: {UNSWAPPED}" if unswapped(one) else NO_ORDERS


def shares(codes: Floats, hits: BoolArray) -> Floats:
    """Share of hits among the verdicts of each row; NaN where it has none."""
    n = (~np.isnan(codes)).sum(axis=1)
    return np.where(n > 0, hits.sum(axis=1) / np.maximum(n, 1), np.nan)
