"""Checks what a stream is handed, and puts numbers back beside the observations they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray
from judgeaudit.stats.shapes import Numbers

NOTHING_SEEN = "no observations"


@dataclass(frozen=True, slots=True)
class Observed:
    """A stream without its gaps.

    Attributes
    ----------
    values : float array, shape (n,)
    at : int array, shape (n,)
        Place of each value in what was handed over, counted from 0.
    n_given : int
        Length of what was handed over.
    """

    values: FloatArray
    at: IntArray
    n_given: int

    @property
    def gaps(self) -> str:
        """How many places have no observation, in words; empty where all have one."""
        n = self.n_given - len(self.values)
        return f"{n:,} missing left out" if n else ""

    def beside(self, numbers: FloatArray) -> Numbers:
        """One number for each place handed over; None where there was no observation, or the number is not finite."""
        full = np.full(self.n_given, np.nan)
        full[self.at] = numbers
        return tuple(number if np.isfinite(number) else None for number in full.tolist())

    def first(self, fires: BoolArray) -> int | None:
        """Place of the first observation that fires; None where none does."""
        return int(self.at[int(np.argmax(fires))]) if fires.any() else None


def check_stream(values: ArrayLike, where: str = "values") -> Observed:
    """A stream of numbers in time order, its gaps left out.

    Raises
    ------
    OptionError
        Not one row of numbers; an infinite one.
    """
    try:
        numbers = np.ma.filled(np.ma.masked_array(values, dtype=np.float64), np.nan) if np.ma.isMaskedArray(values) else np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise OptionError("the stream is not a row of numbers", where=where, fix="give one number for each observation, NaN where there is none") from error
    if numbers.ndim != 1:
        raise OptionError(f"the stream has {numbers.ndim} axes", where=where, fix="give one row of numbers in time order")
    if np.isinf(numbers).any():
        raise OptionError("the stream has an infinite value", where=where, fix="use NaN for an observation that is missing")
    at = np.flatnonzero(~np.isnan(numbers))
    return Observed(numbers[at], at, len(numbers))


def check_bounds(observed: Observed, bounds: tuple[float, float], where: str = "values") -> None:
    """Refuse bounds that do not ascend and values outside them."""
    if len(bounds) != 2 or not np.isfinite(bounds).all() or bounds[0] >= bounds[1]:
        raise OptionError(f"the bounds {bounds} do not ascend", where="bounds", fix="give the lowest and the highest possible value, e.g. (1, 5)")
    outside = np.asarray((observed.values < bounds[0]) | (observed.values > bounds[1]))
    if outside.any():
        place = observed.first(outside)
        raise OptionError(
            f"value {observed.values[outside][0]:g} at place {place} is outside {bounds[0]:g}..{bounds[1]:g}",
            where=where, fix="give bounds= that every value can only lie within",
        )  # fmt: skip


def check_points(observed: Observed, points: FloatArray, where: str = "values") -> None:
    """Refuse values that are no point of the scale."""
    off = np.asarray(~np.isclose(observed.values[:, np.newaxis], points, rtol=0, atol=1e-6 * np.diff(points).min()).any(axis=1))
    if off.any():
        raise OptionError(
            f"value {observed.values[off][0]:g} at place {observed.first(off)} is not among {', '.join(f'{point:g}' for point in points)}",
            where=where, fix="give labels= with every point of the scale, or bounds= where any number between may come",
        )  # fmt: skip


def check_one_of(name: str, given: str, allowed: Sequence[str]) -> None:
    """Refuse an option that is not among the allowed ones."""
    if given not in allowed:
        raise OptionError(f"{name} {given!r} is not known", where=name, fix=f"use one of: {', '.join(allowed)}")


def check_share(name: str, given: float) -> None:
    """Refuse a probability that is not strictly between 0 and 1."""
    if not 0 < given < 1:
        raise OptionError(f"{name} {given} is outside 0..1", where=name, fix="give a probability such as 0.05 (0.95 for a confidence level)")


def check_positive(name: str, given: float, fix: str) -> None:
    """Refuse a number that is not finite and above 0."""
    if not (np.isfinite(given) and given > 0):
        raise OptionError(f"{name} {given} is not above 0", where=name, fix=fix)
