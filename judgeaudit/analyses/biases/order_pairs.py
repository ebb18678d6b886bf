"""Verdicts on a pair in one order beside those in the other, of replicates of different numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.biases.item_values import first_few
from judgeaudit.analyses.biases.slots import Slots, by_order, numbers_by_order
from judgeaudit.analyses.probe_counts import Floats, Shown

Numbers = tuple[int, ...]
"""Replicate of each column of verdicts."""


@dataclass(frozen=True)
class Orders:
    """Shares of pairs of verdicts, one in either order, of each pattern, shape (n_patterns,); NaN where a pattern has not both orders.

    Attributes
    ----------
    consistent, primacy, recency : float arrays
        The same verdict; the first place in both orders, or there and a tie; the second likewise.
    both_a, both_b, both_tie : float arrays
        The verdicts that are consistent, by what they say.
    """

    consistent: Floats
    primacy: Floats
    recency: Floats
    both_a: Floats
    both_b: Floats
    both_tie: Floats


def orders_of(one: Shown, slots: Slots, *, equal: bool = False) -> Orders:
    """What verdicts in either order say together.

    Parameters
    ----------
    equal : bool
        Of each item only as many verdicts in either order as there are in both, no two of one number in one order: then the shares of a judge that
        prefers no place are as likely turned around, also where its verdict hangs on the seed.

    Notes
    -----
    Replicates of one number were asked with one seed, so that a judge whose verdict hangs on it would say the same in both: they are no pair, unless
    an item has no other.
    """
    (ab, ba), (of_ab, of_ba) = by_order(one), numbers_by_order(one)
    if equal:
        ab, ba = _as_many(ab, ba, of_ab, of_ba)
    (a_a, a_b, a_tie), (b_a, b_b, b_tie), (tie_a, tie_b, tie_tie) = _shares(ab, ba, of_ab, of_ba, slots)
    return Orders(a_a + b_b + tie_tie, a_b + a_tie + tie_b, b_a + b_tie + tie_a, a_a, b_b, tie_tie)


def _shares(first: Floats, second: Floats, of_first: Numbers, of_second: Numbers, slots: Slots) -> Floats:
    """Share of pairs by what either verdict says (a, b, tie), shape (3, 3, n_patterns)."""
    every = _pairs(first, second, slots)
    unlike = every.copy()
    for number in set(of_first) & set(of_second):
        unlike -= _pairs(first[:, _of(number, of_first)], second[:, _of(number, of_second)], slots)
    pairs = np.where(unlike.sum(axis=(0, 1)) > 0, unlike, every)
    n_pairs = pairs.sum(axis=(0, 1))
    return np.where(n_pairs > 0, pairs / np.maximum(n_pairs, 1), np.nan)


def _pairs(first: Floats, second: Floats, slots: Slots) -> NDArray[np.int64]:
    """How many pairs of each row say what, shape (3, 3, n_patterns)."""
    counts = [np.stack([(codes == slots.a).sum(axis=1), (codes == slots.b).sum(axis=1), slots.ties(codes).sum(axis=1)]) for codes in (first, second)]
    return np.asarray(counts[0][:, None] * counts[1][None], dtype=np.int64)


def _of(number: int, numbers: Numbers) -> list[int]:
    return [place for place, one in enumerate(numbers) if one == number]


def _as_many(first: Floats, second: Floats, of_first: Numbers, of_second: Numbers) -> tuple[Floats, Floats]:
    """As many verdicts of each row in either order, one of each number: those whose number the other order has not come first, since they make a pair."""
    first, second = _one_of_each(first, of_first), _one_of_each(second, of_second)
    n = np.minimum(*((~np.isnan(codes)).sum(axis=1) for codes in (first, second))).astype(np.float64)
    return _few(first, n, _like(first, of_first, second, of_second)), _few(second, n, _like(second, of_second, first, of_first))


def _one_of_each(codes: Floats, numbers: Numbers) -> Floats:
    """The first verdict of each number in each row."""
    kept = codes.copy()
    for number in set(numbers):
        kept[:, _of(number, numbers)] = first_few(codes[:, _of(number, numbers)], np.ones(len(codes)))
    return kept


def _like(codes: Floats, numbers: Numbers, other: Floats, of_other: Numbers) -> NDArray[np.bool_]:
    """Which columns of each row have a number of which the other order has a verdict, in the shape of the codes."""
    found = np.zeros(codes.shape, dtype=bool)
    for place, number in enumerate(numbers):
        found[:, place] = (~np.isnan(other[:, _of(number, of_other)])).any(axis=1)
    return found


def _few(codes: Floats, n: Floats, last: NDArray[np.bool_]) -> Floats:
    """The first n verdicts of each row, those that are to come last after all others."""
    unlike = first_few(np.where(last, np.nan, codes), n)
    rest = n - (~np.isnan(unlike)).sum(axis=1)
    return np.where(np.isnan(unlike), first_few(np.where(last, codes, np.nan), rest), unlike)
