"""Which response was shown first in a row, and verdicts of the probe `position` by that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.domain.shown_orders import AB, order_of

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
T = TypeVar("T")

POSITION = "position"
UNSWAPPED = "rows of the probe position are in the same order as the plain ones (column order): nothing was swapped"


@dataclass(frozen=True)
class Sides:
    """Verdicts on pairs by the response that was shown first, one row for each pattern; NaN where there is none.

    Attributes
    ----------
    ab, ba : float array, shape (n_patterns, n_verdicts)
        Codes of verdicts, plain and under the probe `position`, with `response_a` shown first, and with `response_b`. Nothing of items without a
        verdict under the probe.
    ab_numbers, ba_numbers : tuple of int
        Replicate of each column of these.
    plain : float array, shape (n_patterns, n_replicates)
        Codes of plain verdicts, whatever was shown first.
    unswapped : bool array, shape (n_patterns,)
        Items with plain verdicts and some under the probe, all of them in one order.
    plainly_ba : bool array, shape (n_patterns,)
        Items most of whose plain verdicts are on the pair with `response_b` first.
    """

    ab: Floats
    ba: Floats
    ab_numbers: tuple[int, ...]
    ba_numbers: tuple[int, ...]
    plain: Floats
    unswapped: Flags
    plainly_ba: Flags

    def own_and_other(self) -> tuple[Floats, Floats]:
        """Verdicts in the order in which most plain verdicts on an item are, and in the other one, shape (n_patterns, n_ab + n_ba)."""
        turned = self.plainly_ba[:, None]
        own, other = (
            np.concatenate([np.where(turned, np.nan, usual), np.where(turned, unusual, np.nan)], axis=1)
            for usual, unusual in ((self.ab, self.ba), (self.ba, self.ab))
        )
        return own, other


def arranged(of_plain: Sequence[T], plain_turned: Sequence[bool], of_probe: Sequence[T], probe_turned: Sequence[bool], *, other: bool) -> tuple[T, ...]:
    """What is known of columns of plain verdicts and of those under `position`, in the order of the columns of `Sides.own_and_other`."""
    found: list[T] = []
    for turned in (other, not other):
        found += [one for one, is_turned in zip(of_plain, plain_turned, strict=True) if is_turned == turned]
        found += [one for one, is_turned in zip(of_probe, probe_turned, strict=True) if is_turned != turned]
    return tuple(found)


def turned_rows(batch: pa.RecordBatch | pa.Table) -> Flags:
    """Rows that were shown in the other order than rows of their kind usually are: plain ones and those of most probes are ab, of `position` ba."""
    order, probe = batch["order"], batch["probe"]
    if order.null_count == len(order):
        return np.zeros(len(order), dtype=bool)
    turned = np.zeros(len(order), dtype=bool)
    swapped = np.asarray(pc.fill_null(pc.equal(probe, POSITION), False))
    for word in pc.unique(order).to_pylist():
        said = order_of(word)
        if said is not None:
            turned |= np.asarray(pc.fill_null(pc.equal(order, word), False)) & (swapped if said == AB else ~swapped)
    return turned


def sides_of(
    plain: Floats, plain_turned: Sequence[bool], probe: Floats, probe_turned: Sequence[bool], *, numbers: tuple[Sequence[int], Sequence[int]]
) -> Sides:
    """Verdicts by the response that was shown first.

    Parameters
    ----------
    plain, probe : float array, shape (n_patterns, n_verdicts)
        Codes of plain verdicts and of those under `position`.
    plain_turned, probe_turned : sequence of bool
        Columns that `turned_rows` says it of.
    numbers : pair of sequence of int
        Replicate of each column of either.
    """
    of_plain, of_probe = np.array(plain_turned, dtype=bool), np.array(probe_turned, dtype=bool)
    asked = _given(probe)
    plain_ab, plain_ba, probe_ab, probe_ba = plain[:, ~of_plain], plain[:, of_plain], probe[:, of_probe], probe[:, ~of_probe]
    ab, ba = (np.where(asked[:, None], np.hstack(both), np.nan) for both in ((plain_ab, probe_ab), (plain_ba, probe_ba)))
    n_ab, n_ba = ((~np.isnan(codes)).sum(axis=1) for codes in (plain_ab, plain_ba))
    one_order = ~(_given(ab) & _given(ba))
    of_ab, of_ba = (_numbers(numbers, (of_plain == side, of_probe != side)) for side in (False, True))
    return Sides(ab, ba, of_ab, of_ba, plain, asked & (n_ab + n_ba > 0) & one_order, n_ba > n_ab)


def _numbers(numbers: tuple[Sequence[int], Sequence[int]], columns: tuple[Flags, Flags]) -> tuple[int, ...]:
    """Numbers of some columns of plain verdicts and then of some of those under the probe."""
    return tuple(number for of, kept in zip(numbers, columns, strict=True) for number, keep in zip(of, kept, strict=True) if keep)


def _given(codes: Floats) -> Flags:
    """Patterns with any verdict."""
    return np.asarray((~np.isnan(codes)).any(axis=1), dtype=bool)
