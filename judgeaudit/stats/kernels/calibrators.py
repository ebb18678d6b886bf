"""Calibrators: from the confidence that a judge states to the share of its verdicts that are right at that confidence.

Fitted with scikit-learn and SciPy, which are loaded inside the functions that fit; a fitted one is a few numbers, and is applied with numpy only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.calibrator_parameters import FIX, KINDS, Kind, check_parameters
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.options import one_of, whole
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray

SURE = 1e-4
"""Distance from 0 and 1 up to which a confidence is taken when log odds are computed: those of certainty are infinite (ours)."""

SAME_SCORE = 1e-12
"""Difference of two cross-validated Brier scores that is rounding."""


@dataclass(frozen=True)
class Calibrator:
    """A fitted calibrator.

    Attributes
    ----------
    kind : {"platt", "isotonic", "temperature", "none"}
    parameters : dict
        Plain numbers (and lists of them), enough to apply it: see `calibrator_parameters.NEEDED`.
    reason : str
        Why confidences are left as they are, or what was noticed while fitting; may be empty.
    scores : dict of str to float
        Cross-validated Brier score of each kind, where it was chosen (see `choose_calibrator`).

    Raises
    ------
    OptionError
        An unknown kind, or parameters that are missing or no numbers, as in a file that was edited.
    """

    kind: Kind
    parameters: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    scores: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        one_of(self.kind, "kind", KINDS)
        check_parameters(self.kind, self.parameters)

    def apply(self, confidence: ArrayLike) -> FloatArray:
        """Calibrated confidences, 0 to 1, in the shape given; NaN where there is none. Never falls where the confidence rises.

        A confidence outside the range that was fitted is taken as the nearest end of it: see `outside`.
        """
        stated = _check_confidence(confidence)
        if self.kind == "none":
            return stated
        known = self.parameters
        inside = np.clip(stated, known["low"], known["high"])
        if self.kind == "isotonic":
            return np.asarray(np.where(np.isnan(stated), np.nan, np.interp(inside, known["confidence"], known["share_right"])))
        if self.kind == "temperature":
            return _expit(log_odds(inside) / known["temperature"])
        return _expit(known["slope"] * log_odds(inside) + known["intercept"])

    def outside(self, confidence: ArrayLike) -> BoolArray:
        """Which confidences lie outside the range that was fitted, so that the calibrated one is that of its nearest end."""
        stated = _check_confidence(confidence)
        if self.kind == "none":
            return np.zeros(stated.shape, dtype=np.bool_)
        return np.asarray((stated < self.parameters["low"]) | (stated > self.parameters["high"]))

    def say(self, confidence: ArrayLike) -> str:
        """What is to be said of these confidences: the kind, why, and how many lie outside the range that was fitted."""
        if self.kind == "none":
            return "confidences as stated" + (f": {self.reason}" if self.reason else "")
        n, low, high = int(self.outside(confidence).sum()), self.parameters["low"], self.parameters["high"]
        clipped = f"; {n:,} outside the fitted range {low:.4g} to {high:.4g}, taken as its nearest end" if n else ""
        return f"{self.kind}, fitted on {self.parameters['n_items']:,} items" + (f"; {self.reason}" if self.reason else "") + clipped

    def to_json(self) -> str:
        """As JSON text; `from_json` gives the same calibrator back, to the last bit."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Calibrator:
        """The calibrator of a JSON text; OptionError where it is none."""
        try:
            found = json.loads(text)
        except json.JSONDecodeError as wrong:
            raise OptionError(f"a calibrator is not JSON: {wrong}", where="calibrator", fix=FIX) from wrong
        if not isinstance(found, dict) or not {"kind"} <= set(found) <= {"kind", "parameters", "reason", "scores"}:
            raise OptionError("a calibrator has kind, parameters, reason and scores", where="calibrator", fix=FIX)
        return cls(**found)


def fit_calibrator(confidence: ArrayLike, right: ArrayLike, *, kind: str = "platt", seed: int = 1) -> Calibrator:
    """Fit one kind of calibrator.

    Use "platt" with some dozens of labels, "isotonic" with many hundreds, "temperature" where the judge is right at 50 % when it says 50 %;
    `choose_calibrator` finds out. Known weakness: isotonic gives 0 and 1 at the ends, and steps, where labels are few.

    Parameters
    ----------
    confidence, right : array, shape (n_items,)
        Confidence, 0 to 1, and whether the verdict was right (1) or wrong (0); NaN where missing. Only items with both count.
    kind : {"platt", "isotonic", "temperature", "none"}
    seed : int
        For the solver; the fits have one solution, and do not depend on it.

    Returns
    -------
    Calibrator
        Kind "none", with the reason, where fewer than 20 items have both, or all verdicts are right, or all are wrong.

    Raises
    ------
    OptionError
        A confidence outside 0..1, an outcome other than 0 and 1, lengths that differ, an unknown kind.

    Notes
    -----
    Platt: P(right) = 1 / (1 + exp(-(a x + b))), x the log odds of the confidence, with Platt's targets (N1 + 1) / (N1 + 2) and
    1 / (N0 + 2). A slope below 0, where the judge is right the less the surer it is, is set to 0: a calibrator never turns the
    order round. Temperature: P = 1 / (1 + exp(-x / T)), T by maximum likelihood. Isotonic: least squares, pool adjacent violators.

    References
    ----------
    Platt 1999, Advances in Large Margin Classifiers, 61-74. Zadrozny & Elkan 2002, doi:10.1145/775047.775151. Guo, Pleiss, Sun &
    Weinberger 2017, arXiv:1706.04599, section 4.
    """
    one_of(kind, "kind", KINDS)
    stated, outcome = _pairs(confidence, right)
    reason = _why_none(stated, outcome)
    if kind == "none" or reason:
        return Calibrator("none", reason=reason)
    return _fitted(stated, outcome, kind, seed)


def _fitted(stated: FloatArray, outcome: FloatArray, kind: str, seed: int) -> Calibrator:
    """One kind, on however few items: a fold has fewer than all, and is fitted all the same."""
    about = {"low": float(stated.min()), "high": float(stated.max()), "n_items": len(stated)}
    if kind == "isotonic":
        return Calibrator("isotonic", {**_isotonic(stated, outcome), **about})
    if kind == "temperature":
        return Calibrator("temperature", {"temperature": _temperature(stated, outcome), **about})
    slope, intercept = _platt(stated, outcome, seed)
    why = "the judge is as sure of every verdict" if about["low"] == about["high"] else "the judge is not right more often where it is surer"
    falls = "" if slope > 0 else f"{why}: every confidence becomes the share that is right"
    return Calibrator("platt", {"slope": slope, "intercept": intercept, **about}, reason=falls)


def choose_calibrator(confidence: ArrayLike, right: ArrayLike, *, n_folds: int = 5, seed: int = 1) -> Calibrator:
    """The kind whose predictions for items that it was not fitted on have the least Brier score, fitted on all items.

    Parameters
    ----------
    confidence, right : array, shape (n_items,)
        As in `fit_calibrator`.
    n_folds : int
        Parts into which items are dealt, right and wrong ones alike.
    seed : int
        Deals the items. The same seed gives the same calibrator, in whatever order items come.

    Returns
    -------
    Calibrator
        With the scores of all kinds. Of equally good ones the simpler: "none", temperature, Platt, isotonic.

    Raises
    ------
    OptionError
        As `fit_calibrator`, and fewer than two folds.
    """
    n_folds = whole(n_folds, "n_folds", fix="use 5", at_least=2)
    seed = whole(seed, "seed", fix="use a whole number", at_least=0)
    stated, outcome = _pairs(confidence, right)
    reason = _why_none(stated, outcome)
    if reason:
        return Calibrator("none", reason=reason)
    order = np.lexsort((stated, outcome))
    stated, outcome = stated[order], outcome[order]
    fold = _deal(outcome, min(n_folds, len(outcome)), np.random.default_rng(seed))
    scores: dict[str, float] = {kind: _brier_of_folds(stated, outcome, fold, kind, seed) for kind in KINDS}
    best = min(scores.values())
    chosen = next(kind for kind in KINDS if scores[kind] <= best + SAME_SCORE)
    found = fit_calibrator(stated, outcome, kind=chosen, seed=seed)
    words = found.reason or ("no calibrator does better on items that it was not fitted on" if chosen == "none" else "")
    return Calibrator(found.kind, found.parameters, reason=words, scores=scores)


def log_odds(confidence: FloatArray) -> FloatArray:
    """Log odds of confidences, those of (nearly) 0 and 1 taken `SURE` away from it."""
    near = np.clip(confidence, SURE, 1 - SURE)
    return np.asarray(np.log(near) - np.log1p(-near))


def _expit(log_odds_: FloatArray) -> FloatArray:
    """Probabilities of log odds, without overflow."""
    small = np.exp(-np.abs(log_odds_))
    return np.asarray(np.where(log_odds_ >= 0, 1 / (1 + small), small / (1 + small)))


def _pairs(confidence: ArrayLike, right: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Confidences and outcomes of the items that have both."""
    stated = _check_confidence(confidence)
    fix = "give 1 where the verdict was right, 0 where it was wrong, NaN where nobody knows"
    outcome = numeric_table(right, where="right", what="outcomes are not numbers", infinite="an outcome is infinite", fix=fix)
    if stated.ndim != 1 or stated.shape != outcome.shape:
        raise OptionError(
            f"confidences have shape {stated.shape} where outcomes have {outcome.shape}", where="right", fix="give one confidence and one outcome for each item"
        )
    if not (np.isnan(outcome) | (outcome == 0) | (outcome == 1)).all():
        raise OptionError("an outcome is neither 0 nor 1", where="right", fix=fix)
    both = ~np.isnan(stated) & ~np.isnan(outcome)
    return stated[both], outcome[both]


def _check_confidence(confidence: ArrayLike) -> FloatArray:
    fix = "a confidence is from 0 to 1: divide percentages by 100"
    stated = numeric_table(confidence, where="confidence", what="confidences are not numbers", infinite="a confidence is infinite", fix=fix)
    if ((stated < 0) | (stated > 1)).any():
        raise OptionError("a confidence is outside 0..1", where="confidence", fix=fix)
    return stated


def _why_none(stated: FloatArray, outcome: FloatArray) -> str:
    if len(stated) < thresholds.MIN_ITEMS_FOR_CALIBRATOR:
        return f"{len(stated)} items with a confidence and an outcome, fewer than {thresholds.MIN_ITEMS_FOR_CALIBRATOR}"
    if outcome.all():
        return f"every verdict of {len(stated)} items is right: nothing shows what a wrong one looks like"
    return "" if outcome.any() else f"every verdict of {len(stated)} items is wrong: nothing shows what a right one looks like"


def _isotonic(stated: FloatArray, outcome: FloatArray) -> dict[str, list[float]]:
    from sklearn.isotonic import IsotonicRegression

    found = IsotonicRegression(y_min=0.0, y_max=1.0, increasing=True, out_of_bounds="clip").fit(stated, outcome)
    return {"confidence": [float(x) for x in found.X_thresholds_], "share_right": [float(y) for y in found.y_thresholds_]}


def _platt(stated: FloatArray, outcome: FloatArray, seed: int) -> tuple[float, float]:
    """Slope and intercept. Each item stands twice, as right and as wrong, with Platt's target as its weight: that is his loss."""
    from sklearn.linear_model import LogisticRegression

    n_right = float(outcome.sum())
    target = np.where(outcome == 1, (n_right + 1) / (n_right + 2), 1 / (len(outcome) - n_right + 2))
    x, mean, weights = log_odds(stated), float(target.mean()), np.stack([target, 1 - target])
    flat = 0.0, float(np.log(mean) - np.log1p(-mean))
    if np.ptp(x) <= 0:
        return flat
    model = LogisticRegression(C=1e12, solver="newton-cholesky", tol=1e-10, max_iter=1000, random_state=seed)
    if len(x) > thresholds.MOST_DRAWN_PATTERNS:  # equal confidences as one, with the weight of all: the loss is the same sum
        x, place = np.unique(x, return_inverse=True)
        weights = np.stack([np.bincount(place, weights=row) for row in weights])
    model.fit(np.tile(x, 2)[:, np.newaxis], np.repeat([1, 0], len(x)), sample_weight=weights.ravel())
    slope = float(model.coef_[0, 0])
    return (slope, float(model.intercept_[0])) if slope > 0 else flat


LEAST_INVERSE, MOST_INVERSE = 0.01, 100.0
"""Limits of 1 / T: confidences of which each is (nearly) one half, and of which each is (nearly) 0 or 1."""


def _temperature(stated: FloatArray, outcome: FloatArray) -> float:
    from scipy.optimize import minimize_scalar

    signed = np.where(outcome == 1, 1.0, -1.0) * log_odds(stated)
    found = minimize_scalar(
        lambda inverse: float(np.logaddexp(0.0, -inverse * signed).mean()), bounds=(LEAST_INVERSE, MOST_INVERSE), method="bounded", options={"xatol": 1e-9}
    )
    return 1 / float(found.x)


def _deal(outcome: FloatArray, n_folds: int, rng: np.random.Generator) -> FloatArray:
    """A fold for each item: those of an outcome are dealt in random order, and the next outcome goes on where the last ended."""
    dealt = np.concatenate([rng.permutation(np.flatnonzero(outcome == value)) for value in (0, 1)])
    fold = np.empty(len(outcome))
    fold[dealt] = np.arange(len(outcome)) % n_folds
    return fold


def _brier_of_folds(stated: FloatArray, outcome: FloatArray, fold: FloatArray, kind: Kind, seed: int) -> float:
    """Mean squared error of predictions for each fold by what was fitted on the others."""
    predicted = np.empty(len(stated))
    for one in np.unique(fold):
        others = fold != one
        both = np.ptp(outcome[others]) > 0  # else none would be fitted
        fitted = _fitted(stated[others], outcome[others], kind, seed) if both and kind != "none" else Calibrator("none")
        predicted[~others] = fitted.apply(stated[~others])
    return float(np.mean((predicted - outcome) ** 2))
