"""Checks of single options: a number, a whole number, a generator."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np

from judgeaudit.errors import OptionError


def number(
    value: Any, name: str, *, fix: str, above: float | None = None, at_least: float | None = None, below: float | None = None, at_most: float | None = None
) -> float:  # fmt: skip
    """The option as a finite float within its limits.

    Raises
    ------
    OptionError
        What is no number (text, None, an array, a complex number), NaN, infinite, or outside the limits.
    """
    if not isinstance(value, Real | np.number) or isinstance(value, np.complexfloating) or not np.isfinite(float(value)):
        raise OptionError(f"{name} is {value!r}, which is not a number", where=name, fix=fix)
    found = float(value)
    outside = (
        (above is not None and found <= above)
        or (at_least is not None and found < at_least)
        or (below is not None and found >= below)
        or (at_most is not None and found > at_most)
    )
    if outside:
        raise OptionError(f"{name} is {value:g}, {_limits(above, at_least, below, at_most)}", where=name, fix=fix)
    return found


def whole(value: Any, name: str, *, fix: str, at_least: int | None = None, at_most: int | None = None) -> int:
    """The option as a whole number within its limits; OptionError otherwise (1.0 is one, 1.5 and True are none)."""
    found = number(value, name, fix=fix)
    if isinstance(value, bool | np.bool_) or not (isinstance(value, Integral) or found.is_integer()):
        raise OptionError(f"{name} is {value!r}, which is not a whole number", where=name, fix=fix)
    return int(number(found, name, fix=fix, at_least=at_least, at_most=at_most))


def generator(rng: Any, *, why: str) -> np.random.Generator:
    """The random generator; OptionError where there is none (or a seed, or an old RandomState), with why one is needed."""
    if not isinstance(rng, np.random.Generator):
        raise OptionError(f"{why} needs a random generator", where="rng", fix="pass rng=numpy.random.default_rng(1), so that the result can be repeated")
    return rng


def _limits(above: float | None, at_least: float | None, below: float | None, at_most: float | None) -> str:
    low = f"not above {above:g}" if above is not None else f"below {at_least:g}" if at_least is not None else ""
    high = f"not below {below:g}" if below is not None else f"above {at_most:g}" if at_most is not None else ""
    return " or ".join(filter(None, (low, high)))
