"""Checks of single options: a number, a whole number, a share, a switch, one of several words, a generator."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from judgeaudit.errors import OptionError

NEAREST = 1e-12
"""Distance from 0 and from 1 below which tables of distributions lose a probability to rounding."""

MAX_RESAMPLES = 10_000_000
"""Resamples above which an interval no longer gets better, and no memory holds them."""

SHOWN = 60
"""Characters of a wrong option that are shown."""


def number(
    value: Any, name: str, *, fix: str, above: float | None = None, at_least: float | None = None, below: float | None = None, at_most: float | None = None
) -> float:  # fmt: skip
    """The option as a finite float within its limits.

    Raises
    ------
    OptionError
        What is no number (text, None, an array, a complex number, a time), NaN, infinite, or outside the limits.
    """
    found = _as_float(value)
    if found is None:
        raise OptionError(f"{name} is {_show(value)}, which is not a number", where=name, fix=fix)
    outside = _outside(found, above, at_least, below, at_most)
    if outside is not None:
        raise OptionError(f"{name} is {_show(value)}, {outside}", where=name, fix=fix)
    return found


def whole(value: Any, name: str, *, fix: str, at_least: int | None = None, at_most: int | None = None) -> int:
    """The option as a whole number within its limits; OptionError otherwise (1.0 is one, 1.5 and True are none)."""
    found = number(value, name, fix=fix)
    if isinstance(value, bool | np.bool_) or not (isinstance(value, Integral) or found.is_integer()):
        raise OptionError(f"{name} is {_show(value)}, which is not a whole number", where=name, fix=fix)
    return int(number(value, name, fix=fix, at_least=at_least, at_most=at_most))


def share(value: Any, name: str, *, fix: str) -> float:
    """The option as a probability strictly between 0 and 1, and no closer to either than `NEAREST`; OptionError otherwise."""
    found = number(value, name, fix=fix)
    if not 0 < found < 1:
        raise OptionError(f"{name} is {_show(value)}, which is outside 0..1", where=name, fix=fix)
    if min(found, 1 - found) < NEAREST:
        raise OptionError(f"{name} is {_show(value)}, closer to {round(found)} than {NEAREST:g}: rounding would lose it", where=name, fix=fix)
    return found


def flag(value: Any, name: str) -> bool:
    """The option as True or False; OptionError otherwise: the text "False" would count as True."""
    if not isinstance(value, bool | np.bool_):
        raise OptionError(f"{name} is {_show(value)}, which is neither True nor False", where=name, fix="use True or False")
    return bool(value)


def one_of(value: Any, name: str, allowed: Sequence[str], *, also: str = "") -> str:
    """The option as one of the allowed words; OptionError otherwise. `also`: what may be given instead, for the fix."""
    if not isinstance(value, str) or value not in allowed:
        raise OptionError(f"{name} {_show(value)} is not known", where=name, fix=f"use one of: {', '.join(allowed)}{also}")
    return str(value)


def generator(rng: Any, *, why: str) -> np.random.Generator:
    """The random generator; OptionError where there is none (or a seed, or an old RandomState), with why one is needed."""
    if not isinstance(rng, np.random.Generator):
        raise OptionError(f"{why} needs a random generator", where="rng", fix="pass rng=numpy.random.default_rng(1), so that the result can be repeated")
    return rng


def resampling(n_resamples: Any, rng: Any) -> tuple[int, np.random.Generator | None]:
    """How many resamples, and the generator that draws them; OptionError where a generator is needed or is none."""
    fix = f"use 2000, or 0 for no interval by resampling (at most {MAX_RESAMPLES:,})"
    n = whole(n_resamples, "n_resamples", fix=fix, at_least=0, at_most=MAX_RESAMPLES)
    return n, None if rng is None and n == 0 else generator(rng, why="resampling")


def _as_float(value: Any) -> float | None:
    """A finite float; None for everything that is no real number (NumPy counts time spans as whole numbers)."""
    if isinstance(value, np.timedelta64) or not isinstance(value, Real | np.bool_):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if np.isfinite(found) else None


def _show(value: Any) -> str:
    shown = " ".join(repr(value.item() if isinstance(value, np.generic) else value).split())
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."


def _outside(found: float, above: float | None, at_least: float | None, below: float | None, at_most: float | None) -> str | None:
    """On which side of its limits a number lies; None where it is within them."""
    if above is not None and found <= above:
        return f"not above {above:.15g}"
    if at_least is not None and found < at_least:
        return f"below {at_least:.15g}"
    if below is not None and found >= below:
        return f"not below {below:.15g}"
    return f"above {at_most:.15g}" if at_most is not None and found > at_most else None
