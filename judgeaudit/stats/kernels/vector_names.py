"""Names that stand beside vectors: which item, rater or cluster each is of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError


def vector_names(names: ArrayLike | None, n: int, where: str) -> list[Any]:
    """The name of each vector; all are text or all are numbers, and none is missing, because vectors without one are not of one thing."""
    try:
        array = np.ma.asarray(names) if np.ma.isMaskedArray(names) else np.array(names, dtype=object)
    except ValueError as error:
        raise OptionError(f"{where} are not one row", where=where, fix="give one for each vector") from error
    if array.shape != (n,):
        raise OptionError(f"{where} have shape {array.shape} where there are {n} vectors", where=where, fix="give one for each vector")
    plain = [name.item() if isinstance(name, np.generic) else name for name in array.tolist()]
    for place, name in enumerate(plain):
        if not isinstance(name, str | int) and not (isinstance(name, float) and np.isfinite(name)):
            fix = "give a number or text for each vector, and leave vectors without one out"
            raise OptionError(f"{where} hold {str(name)[:40]!r} for vector {place}", where=where, fix=fix)
        if isinstance(name, str) != isinstance(plain[0], str):
            raise OptionError(f"{where} are numbers and text mixed", where=where, fix="give all in the same form")
    return plain
