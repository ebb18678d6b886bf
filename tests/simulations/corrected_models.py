"""Judges and gold whose true rates are known, and the intervals that the corrections are compared with."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from judgeaudit.stats.kernels.judge_errors import delta_interval

Table = NDArray[np.float64]
Counts = NDArray[np.int64]
Interval = tuple[float, float] | None

Z = 1.959963984540054
RESAMPLES = 400
FOLDS = 5

JUDGES: dict[str, tuple[float, float]] = {
    "fair judge (specificity .75, sensitivity .9)": (0.75, 0.9),
    "good judge (specificity .92, sensitivity .96)": (0.92, 0.96),
    "bad judge (specificity .6, sensitivity .65)": (0.6, 0.65),
}
"""Specificity and sensitivity."""

GRADED: dict[str, tuple[float, ...]] = {
    "five points, spread": (0.1, 0.2, 0.3, 0.25, 0.15),
    "five points, mostly 5": (0.01, 0.02, 0.03, 0.1, 0.84),
}
"""Shares of gold's points 1 to 5. The judge gives gold's point half of the time and one of its neighbours else, more often the higher one; of a gold of 5, 5 or 4."""


@dataclass(frozen=True)
class Drawn:
    """One row for each pair of verdict and gold (NaN: not labelled), and how often it was drawn."""

    ratings: Table
    counts: Counts
    labels: tuple[float, ...]


@dataclass(frozen=True)
class Population:
    """Probabilities of pairs, shape (n_points, n_points): row the verdict, column gold."""

    pairs: Table
    labels: tuple[float, ...]

    @property
    def truth(self) -> float:
        """Mean of gold."""
        return float(self.pairs.sum(axis=0) @ np.array(self.labels))

    def draw(self, rng: np.random.Generator, n_unlabelled: int, n_labelled: int) -> Drawn:
        points = np.array(self.labels)
        k = len(points)
        labelled = rng.multinomial(n_labelled, self.pairs.ravel())
        rest = rng.multinomial(n_unlabelled, self.pairs.sum(axis=1))
        ratings = np.vstack([np.column_stack([points.repeat(k), np.tile(points, k)]), np.column_stack([points, np.full(k, np.nan)])])
        return Drawn(ratings, np.append(labelled, rest), self.labels)


def two_labels(specificity: float, sensitivity: float, rate: float) -> Population:
    """Verdicts and gold of 0 and 1."""
    return Population(np.array([[(1 - rate) * specificity, rate * (1 - sensitivity)], [(1 - rate) * (1 - specificity), rate * sensitivity]]), (0.0, 1.0))


def graded(name: str) -> Population:
    """Verdicts and gold from 1 to 5."""
    gives = np.array([[0.5, 0.5, 0, 0, 0], [0.15, 0.5, 0.35, 0, 0], [0, 0.15, 0.5, 0.35, 0], [0, 0, 0.15, 0.5, 0.35], [0, 0, 0, 0.3, 0.7]])
    return Population((np.array(GRADED[name])[:, np.newaxis] * gives).T, (1.0, 2.0, 3.0, 4.0, 5.0))


def _tables(drawn: Drawn) -> tuple[Table, Table]:
    """Labelled counts (row the verdict, column gold) and unlabelled ones by verdict, of two labels."""
    return drawn.counts[:4].reshape(2, 2).astype(float), drawn.counts[4:].astype(float)


def wald(drawn: Drawn) -> Interval:
    """The mean of labels -+ z standard errors."""
    k = len(drawn.labels)
    counts, gold = drawn.counts[: k * k], drawn.ratings[: k * k, 1]
    n = counts.sum()
    mean = counts @ gold / n
    half = Z * sqrt(counts @ (gold - mean) ** 2 / n / n)
    return mean - half, mean + half


def rg_delta(drawn: Drawn) -> Interval:
    """Rogan and Gladen's rate with the delta method's interval, clipped."""
    labelled, rest = _tables(drawn)
    outside, inside = labelled.sum(axis=0)
    if outside == 0 or inside == 0:
        return None
    found = delta_interval(rest[1] / rest.sum(), rest.sum(), labelled[0, 0] / outside, labelled[1, 1] / inside, outside, inside, ci_level=0.95)
    return None if found is None else (min(1.0, max(0.0, found[0])), min(1.0, max(0.0, found[1])))


def _direct(labelled: Table, rest: Table) -> Table:
    """Mean of the isotonic map over all items, without cross-fitting; arrays of shape (..., 2, 2) and (..., 2)."""
    judged = labelled.sum(axis=-1)
    share = np.divide(labelled[..., 1], judged, out=np.zeros_like(judged), where=judged > 0)
    pooled = labelled[..., 1].sum(axis=-1, keepdims=True) / judged.sum(axis=-1, keepdims=True)
    falls = (share[..., :1] > share[..., 1:]) | (judged == 0).any(axis=-1, keepdims=True)
    every = judged + rest
    return np.asarray((np.where(falls, pooled, share) * every).sum(axis=-1) / every.sum(axis=-1))


def isotonic_bootstrap(drawn: Drawn, rng: np.random.Generator) -> Interval:
    """Percentiles of the isotonic mean refitted in resamples of the labelled and of the unlabelled items."""
    labelled, rest = _tables(drawn)
    n, rest_n = labelled.sum(), rest.sum()
    again = rng.multinomial(int(n), labelled.ravel() / n, RESAMPLES).reshape(-1, 2, 2).astype(float)
    low, high = np.quantile(_direct(again, rng.multinomial(int(rest_n), rest / rest_n, RESAMPLES).astype(float)), [0.025, 0.975])
    return float(low), float(high)


def isotonic_jackknife(drawn: Drawn, rng: np.random.Generator) -> Interval:
    """Normal: variance of the mapped scores plus that of leaving out one of five folds at a time."""
    labelled, rest = _tables(drawn)
    items = np.repeat(np.arange(4), labelled.ravel().astype(int))
    fold = rng.permutation(len(items)) % FOLDS
    without = np.array([np.bincount(items[fold != k], minlength=4).reshape(2, 2) for k in range(FOLDS)], dtype=float)
    values = _direct(without, np.broadcast_to(rest, (FOLDS, 2)) + (labelled - without).sum(axis=-1))
    value = float(_direct(labelled, rest))
    judged = labelled.sum(axis=1)
    means = np.divide(labelled[:, 1], judged, out=np.full(2, value), where=judged > 0)
    every = judged + rest
    spread = float((every * (means - value) ** 2).sum() / every.sum() ** 2)
    half = Z * sqrt(spread + (FOLDS - 1) / FOLDS * float(((values - values.mean()) ** 2).sum()))
    return value - half, value + half
