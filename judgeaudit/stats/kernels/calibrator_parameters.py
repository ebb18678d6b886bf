"""What each kind of calibrator is made of, and whether numbers read from a file are a calibrator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from judgeaudit.errors import OptionError

Kind = Literal["platt", "isotonic", "temperature", "none"]
KINDS: tuple[Kind, ...] = ("none", "temperature", "platt", "isotonic")
"""From the simplest on: of two that do equally well the simpler one is chosen."""

NEEDED: dict[Kind, tuple[str, ...]] = {
    "none": (),
    "temperature": ("temperature", "low", "high", "n_items"),
    "platt": ("slope", "intercept", "low", "high", "n_items"),
    "isotonic": ("confidence", "share_right", "low", "high", "n_items"),
}
"""Parameters of each kind. `low` and `high` are the range of confidences that it was fitted on."""

FIX = "fit it again, or take calibration.json as it was written"


def check_parameters(kind: Kind, parameters: Any) -> None:
    """OptionError where parameters are not those of the kind, or a calibrator of them would not be monotone and finite."""
    if not isinstance(parameters, Mapping) or set(parameters) != set(NEEDED[kind]):
        raise OptionError(f"a calibrator of kind {kind} has the parameters: {', '.join(NEEDED[kind]) or 'none'}", where="calibrator", fix=FIX)
    for name, value in parameters.items():
        numbers = value if isinstance(value, list) else [value]
        if not all(isinstance(one, int | float) and not isinstance(one, bool) and np.isfinite(one) for one in numbers):
            raise OptionError(f"{name} of a calibrator is not a number", where="calibrator", fix=FIX)
    if kind != "none" and not _makes_sense(kind, parameters):
        raise OptionError(f"parameters of a {kind} calibrator contradict each other", where="calibrator", fix=FIX)


def _makes_sense(kind: Kind, known: Mapping[str, Any]) -> bool:
    if any(isinstance(value, list) != (name in ("confidence", "share_right")) for name, value in known.items()):
        return False
    if not 0 <= known["low"] <= known["high"] <= 1:
        return False
    if kind == "isotonic":
        x, y = np.array(known["confidence"]), np.array(known["share_right"])
        return len(x) == len(y) > 0 and bool((np.diff(x) > 0).all() and (np.diff(y) >= 0).all() and y[0] >= 0 and y[-1] <= 1)
    return bool(known["temperature"] > 0) if kind == "temperature" else bool(known["slope"] >= 0)
