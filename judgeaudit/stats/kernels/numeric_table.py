"""Numbers as they are handed over, made floats: what is missing becomes NaN, what is no number is refused in words."""

from __future__ import annotations

from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from judgeaudit.errors import OptionError

LARGEST = 1e75
"""Size of a number from which on its fourth power, which the variance of a variance needs, is beyond what a float holds."""

WHOLE = 2**53
"""Whole numbers beyond this are not exact as floats."""


def numeric_table(values: ArrayLike, *, where: str, what: str, infinite: str, fix: str) -> NDArray[np.float64]:
    """A copy as floats; what is masked, None or pandas' NA is NaN.

    Parameters
    ----------
    where : str
        Option that the values are.
    what, infinite : str
        What is wrong where they are not numbers, to which the reason is added, and where one is infinite.
    fix : str
        What to give instead.

    Raises
    ------
    OptionError
        Text (also of digits), dates, complex numbers, rows of different lengths, infinite numbers and those from 1e75 on.
    """
    try:
        array = np.array(_unmask(values))
    except (TypeError, ValueError) as error:
        raise OptionError(f"{what}: rows differ in length, or hold something else", where=where, fix=fix) from error
    reason = {"U": "they are text", "S": "they are text", "M": "they are dates", "m": "they are time spans", "c": "they are complex"}.get(array.dtype.kind)
    if array.dtype.kind == "O":
        array, reason = _from_objects(array)
    if reason is not None or array.dtype.kind not in "biuf":
        raise OptionError(f"{what}: {reason or 'they are records'}", where=where, fix=fix)
    if array.dtype.kind == "f" and np.isinf(array).any():
        raise OptionError(infinite, where=where, fix=fix)
    if array.size and array.dtype.kind != "b":
        _refuse_large(array, where)
    return array.astype(np.float64, copy=False)


def _refuse_large(array: NDArray[Any], where: str) -> None:
    name = where.replace("_", " ")
    if array.dtype.kind == "f":
        if bool((np.abs(array) >= LARGEST).any()):
            what = f"{name} hold a number of {LARGEST:g} or more, whose powers are beyond what can be computed"
            raise OptionError(what, where=where, fix="divide all of them by one number")
    elif int(array.max()) > WHOLE or int(array.min()) < -WHOLE:
        raise OptionError(
            f"{name} hold a whole number beyond 2^53 (about 9e15), where neighbours are the same as floats", where=where, fix="number the codes anew, from 0"
        )


def _unmask(values: Any) -> Any:
    """Masked entries as NaN, in lists of masked arrays too, whose masks NumPy drops."""
    if isinstance(values, np.ma.MaskedArray):
        plain = values.dtype.kind in "biuf"
        filled = np.ma.filled(values.astype(np.float64), np.nan) if plain else np.ma.filled(values.astype(object), None)
        return filled if filled.ndim else filled.item()
    if isinstance(values, list | tuple) and any(isinstance(one, list | tuple | np.ma.MaskedArray) for one in values):
        return [_unmask(one) for one in values]
    return values


def _from_objects(array: NDArray[Any]) -> tuple[NDArray[Any], str | None]:
    """Numbers among objects as floats, or the reason why there are none."""
    found = np.full(array.shape, np.nan)
    flat = found.reshape(-1)
    for place, value in enumerate(array.flat):
        if _is_missing(value):
            continue
        if isinstance(value, np.timedelta64) or not isinstance(value, Real | Decimal | np.bool_):
            return array, f"they hold {_show(value)}"
        if isinstance(value, Integral) and abs(int(value)) > WHOLE:
            return array, f"they hold {_show(value)}, beyond 2^53, where neighbours are the same as floats"
        flat[place] = float(value)
    return found, None


def _is_missing(value: Any) -> bool:
    """None, a masked entry, or pandas' NA, which is told by its name so that pandas need not be there."""
    return value is None or value is np.ma.masked or type(value).__name__ == "NAType"


def _show(value: Any) -> str:
    shown = " ".join(repr(value).split())
    return shown if len(shown) <= 40 else f"{shown[:40]}..."
