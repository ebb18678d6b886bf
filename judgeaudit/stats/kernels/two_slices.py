"""The interval of a mean that is one mean over labelled items plus one over unlabelled ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.numeric_table import WHOLE
from judgeaudit.stats.kernels.partly_labelled import PartlyLabelled
from judgeaudit.stats.kernels.rates import NOTHING, effective_items, rate, settle, wilson
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, Sample

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
"""Verdict and gold, each at an end of the scale."""

CORNER_WEIGHT, GRADED_CORNER_WEIGHT = 0.25, 0.1
"""Part of an item that each corner adds to the labelled ones, where all gold lies at the ends of the scale (one item in all), and where some lies between.
A sample of 50 often shows no error of a kind, or none at all, and a variance of 0. Chosen by simulation (tests/simulations/corrected.md): with less, a good
judge's intervals of a rate hold 93 to 94 % at 50 labels, with more up to 98 %; graded gold shows its spread sooner, and with 0.25 they hold up to 98 %."""


@dataclass(frozen=True, slots=True)
class Slices:
    """What is averaged, on a scale from 0 to 1.

    Attributes
    ----------
    table : PartlyLabelled
    labelled, unlabelled : float array, shape (n_rows,)
        Their means over labelled and unlabelled rows add up to the value. `unlabelled` has a value for labelled rows too: its variance is told by both.
    gold : float array, shape (n_rows,)
    corners : float array, shape (4,)
        What `labelled` is at each of `CORNERS`.
    bounded : bool
        Whether 0 and 1 are the ends of the scale, or just of the data.
    """

    table: PartlyLabelled
    labelled: FloatArray
    unlabelled: FloatArray
    gold: FloatArray
    corners: FloatArray
    bounded: bool

    @property
    def corner_weight(self) -> float:
        """Items that each corner adds."""
        return corner_weight(self.gold[self.table.labelled])

    @property
    def value(self) -> float:
        """Mean over labelled plus mean over unlabelled rows, not clipped."""
        table = self.table
        rest = _mean(self.unlabelled[table.unlabelled], table.sample.counts[table.unlabelled]) if table.unlabelled.any() else 0.0
        return _mean(self.labelled[table.labelled], table.sample.counts[table.labelled]) + rest


def corner_weight(gold: FloatArray) -> float:
    """Items that each corner adds to labelled ones with this gold, 0 to 1."""
    return CORNER_WEIGHT if bool(((np.abs(gold) <= NOTHING) | (np.abs(gold - 1) <= NOTHING)).all()) else GRADED_CORNER_WEIGHT


def normal_interval(slices: Slices) -> tuple[float, float]:
    """Value -+ z standard errors, variances with n below, as Angelopoulos et al. 2023 and ppi_py have it; items are taken as independent."""
    table, counts = slices.table, slices.table.sample.counts
    variance = _variance(slices.labelled[table.labelled], counts[table.labelled]) / table.count(table.labelled)
    if table.unlabelled.any():
        variance += _variance(slices.unlabelled[table.unlabelled], counts[table.unlabelled]) / table.count(table.unlabelled)
    half = NormalDist().inv_cdf(0.5 + table.sample.ci_level / 2) * sqrt(variance)
    return slices.value - half, slices.value + half


def slices_interval(slices: Slices) -> tuple[float, float] | None:
    """The interval that is printed; None where nothing tells how far the value may be off.

    Notes
    -----
    On a bounded scale Wilson's, on the number of items of 0 or 1 whose mean would be as uncertain: y (1 - y) over the variance, y the
    mean of gold and both with a part of an item at each corner (`CORNER_WEIGHT`). Else Student's t, with one degree of freedom less than
    there are labelled items. Clusters: both variances as if there were fewer items (`rates.effective_items`).
    """
    table, counts = slices.table, slices.table.sample.counts
    rows, judged = table.labelled, table.labelled | table.unlabelled
    worth = effective_items(np.where(rows, slices.labelled, np.nan), table.sample)[0]
    rest = _variance(slices.unlabelled[judged], counts[judged]) / _worth_of_rest(slices) if table.unlabelled.any() else 0.0
    if not slices.bounded:
        return _student(slices, worth, rest)
    weights = np.append(counts[rows].astype(np.float64), np.full(len(CORNERS), slices.corner_weight))
    gold = _mean(np.append(slices.gold[rows], CORNERS[:, 1]), weights)
    variance = _variance(np.append(slices.labelled[rows], slices.corners), weights) / worth + rest
    return wilson(min(1.0, max(0.0, slices.value)), gold * (1 - gold) / variance, table.sample.ci_level) if variance > NOTHING else None


def _worth_of_rest(slices: Slices) -> float:
    return effective_items(np.where(slices.table.unlabelled, slices.unlabelled, np.nan), slices.table.sample)[0]


def _student(slices: Slices, worth: float, rest: float) -> tuple[float, float] | None:
    from scipy.special import stdtrit

    table = slices.table
    n = table.count(table.labelled)
    if worth < 2:
        return None
    variance = _variance(slices.labelled[table.labelled], table.sample.counts[table.labelled]) * n / (n - 1) / worth + rest
    half = float(stdtrit(worth - 1, 0.5 + table.sample.ci_level / 2)) * sqrt(variance)
    return (slices.value - half, slices.value + half) if half > NOTHING else None


def mean_of_rows(table: PartlyLabelled, values: FloatArray, rows: BoolArray, *, bounded: bool, what: str, reason: str) -> Estimate:
    """The plain mean of values from 0 to 1 over some rows: Wilson's interval on a bounded scale, else Student's."""
    given = np.where(rows, values, np.nan)
    sample = table.sample
    if bounded or not rows.any():
        return rate(sample, given[np.newaxis], n_ratings=WHOLE, reason=reason, what=what).model_copy(update={"n_ratings": table.count(rows)})
    value, worth, n = _mean(values[rows], sample.counts[rows]), effective_items(given, sample)[0], table.count(rows)
    found = Estimate(value=value, n_items=n, n_ratings=n, method=what)
    low, high = _student_of_mean(values[rows], sample, rows, worth)
    return found if high - low <= NOTHING else found.model_copy(
        update={"low": value + low, "high": value + high, "ci_level": sample.ci_level, "method": f"{what}; t interval on {n:,} items"}
    )  # fmt: skip


def _student_of_mean(values: FloatArray, sample: Sample, rows: BoolArray, worth: float) -> tuple[float, float]:
    """Distances of the ends from the mean; 0 where there are none."""
    from scipy.special import stdtrit

    n = float(sample.counts[rows].sum())
    if worth < 2:
        return 0.0, 0.0
    half = float(stdtrit(worth - 1, 0.5 + sample.ci_level / 2)) * sqrt(_variance(values, sample.counts[rows]) * n / (n - 1) / worth)
    return -half, half


def on_scale(found: Estimate, low: float, span: float) -> Estimate:
    """An estimate on the scale from 0 to 1, on that from `low` to `low + span`."""
    ends = {name: settle(low + span * number) for name in ("value", "low", "high") if (number := getattr(found, name)) is not None}
    return found.model_copy(update=ends)


def _mean(values: FloatArray, weights: FloatArray | IntArray) -> float:
    return float((values * weights).sum() / weights.sum())


def _variance(values: FloatArray, weights: FloatArray | IntArray) -> float:
    """Mean square deviation from the mean."""
    return _mean((values - _mean(values, weights)) ** 2, weights)
