"""Checks what a stream is handed, and puts numbers back beside the observations they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.options import number, one_of, share
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, say_code
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
    numbers = check_numbers(
        values, "the stream is not a row of numbers", where=where, infinite="the stream has an infinite value",
        fix="give one number for each observation, NaN where there is none",
    )  # fmt: skip
    if numbers.ndim != 1:
        raise OptionError(f"the stream has {numbers.ndim} axes", where=where, fix="give one row of numbers in time order")
    at = np.flatnonzero(~np.isnan(numbers))
    return Observed(numbers[at], at, len(numbers))


def check_numbers(values: Any, what: str, *, where: str, fix: str, infinite: str | None = None) -> FloatArray:
    """The option as floats, whatever its shape; what is masked is NaN. OptionError with these words where it is no numbers."""
    return numeric_table(values, where=where, what=what, infinite=infinite or what, fix=fix)


def check_pair(bounds: Any) -> tuple[float, float]:
    """The lowest and the highest possible value; OptionError where they are no pair of finite numbers, or do not ascend."""
    fix = "give the lowest and the highest possible value, e.g. (1, 5)"
    ends = check_numbers(bounds, f"the bounds {bounds!r} are not two numbers", where="bounds", fix=fix)
    if ends.shape != (2,) or not np.isfinite(ends).all() or ends[0] >= ends[1] or not np.isfinite(ends[1] - ends[0]):
        raise OptionError(f"the bounds {bounds!r} do not ascend", where="bounds", fix=fix)
    return float(ends[0]), float(ends[1])


def check_bounds(observed: Observed, bounds: Any, where: str = "values") -> tuple[float, float]:
    """The bounds; those that do not ascend and values outside them are refused."""
    low, high = check_pair(bounds)
    outside = np.asarray((observed.values < low) | (observed.values > high))
    if outside.any():
        place = observed.first(outside)
        raise OptionError(
            f"value {say_code(observed.values[outside][0])} at place {place} is outside {say_code(low)}..{say_code(high)}",
            where=where, fix="give bounds= that every value can only lie within",
        )  # fmt: skip
    return low, high


def check_points(observed: Observed, points: FloatArray, where: str = "values") -> None:
    """Refuse values that are no point of the scale."""
    off = np.asarray(~np.isclose(observed.values[:, np.newaxis], points, rtol=0, atol=1e-6 * np.diff(points).min()).any(axis=1))
    if off.any():
        raise OptionError(
            f"value {say_code(observed.values[off][0])} at place {observed.first(off)} is not among {', '.join(say_code(point) for point in points)}",
            where=where, fix="give labels= with every point of the scale, or bounds= where any number between may come",
        )  # fmt: skip


def check_one_of(name: str, given: Any, allowed: Sequence[str]) -> None:
    """Refuse an option that is not among the allowed ones."""
    one_of(given, name, allowed)


def check_share(name: str, given: Any) -> float:
    """A probability that is strictly between 0 and 1, and OptionError for anything else."""
    return share(given, name, fix="give a probability such as 0.05 (0.95 for a confidence level)")


def check_positive(name: str, given: Any, fix: str) -> float:
    """A number that is finite and above 0, and OptionError for anything else."""
    return number(given, name, fix=fix, above=0.0)
