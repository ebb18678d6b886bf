"""The combination of signals: two logistic models for each kind of rationale and of embedder, fitted by `benchmarks/fit_rationales.py`.

The models stand in `weights.json`. Signs are bounded when they are fitted: more similarity, shared numbers or the same evidence can never
speak against the same reason, whatever a training set says; so no model learns that shared wording is a bad sign because a benchmark's
author tried to mislead it with shared wording.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.rationales.features import FEATURES

Form = Literal["text", "structured"]
Basis = Literal["tuned", "embedded", "words"]
"""What similarities are of: rows of the tuned embedder, of another one, or words alone."""


@dataclass(frozen=True, slots=True)
class Model:
    """Log odds of the same reason, and of a contradiction: weights of shape (len(FEATURES),) and an offset. `threshold`: the probability from which it is one."""

    same: NDArray[np.float64]
    same_offset: float
    against: NDArray[np.float64]
    against_offset: float
    threshold: float


@lru_cache(maxsize=8)
def model(form: Form, basis: Basis) -> Model:
    """The model for rationales of a form, compared on a basis."""
    stored = json.loads(files("judgeaudit.analyses.rationales").joinpath("weights.json").read_text(encoding="utf-8"))[f"{form}, {basis}"]
    same, against = (np.array([stored[side].get(name, 0.0) for name in FEATURES]) for side in ("same", "against"))
    return Model(same, stored["same"]["offset"], against, stored["against"]["offset"], stored["threshold"])
