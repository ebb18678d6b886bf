"""Probabilities and what came true: checked, and sorted into bins of equal width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.options import whole
from judgeaudit.stats.kernels.paired import has_both
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample, check_ratings, say_code

N_BINS = 10
"""Bins of equal width (design, section 5: `ece` has ten)."""

MAX_BINS = 1000
"""More bins than this hold an item each at most, on any audit; a curve of them says nothing."""

ON_EDGE = 1e-9
"""Part of a bin's width within which a probability counts as lying on its edge (0.1 + 0.2 is 0.3)."""

FEW_BINS = 32
"""Bins up to which their sums are one product of matrices."""

HALF = 0.5
"""Between the two outcomes, 0 and 1."""

TENTHS = np.linspace(0.0, 1.0, 11)


def check_forecast(
    ratings: ArrayLike,
    *,
    level: str,
    labels: Sequence[float] | FloatArray | None,
    ci_level: float,
    n_resamples: int,
    rng: np.random.Generator | None,
    counts: ArrayLike | None,
    clusters: ArrayLike | None,
) -> Sample:
    """Check probabilities (column 0) and outcomes (column 1), and make the outcomes 0 and 1.

    Parameters
    ----------
    labels : sequence of two floats, optional
        Codes of the outcomes; the higher one is what the probability is about. None: 0 and 1.

    Raises
    ------
    OptionError
        A probability outside 0..1, an outcome that is not one of the two codes, labels that are not two, and what `check_ratings` refuses.
    """
    sample = check_ratings(
        ratings, level=level, labels=None, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    low, high = _two_outcomes(labels)
    table = sample.ratings.copy()
    probability, outcome = table[..., 0], table[..., 1]
    if ((probability < 0) | (probability > 1)).any():
        raise OptionError("a probability is outside 0..1", where="ratings", fix="column 0 is a probability from 0 to 1: divide percentages by 100")
    if not (np.isnan(outcome) | (outcome == low) | (outcome == high)).all():
        raise OptionError(
            f"an outcome is neither {say_code(low)} nor {say_code(high)}",
            where="ratings",
            fix="column 1 is 1 where it came true, else 0; or give labels= of the two codes",
        )
    table[..., 1] = np.where(np.isnan(outcome), np.nan, (outcome == high).astype(np.float64))
    return replace(sample, ratings=table, labels=TENTHS)  # from these the interval makes up items that were not seen


def check_bins(n_bins: int) -> int:
    """The number of bins; OptionError where it is none, or above `MAX_BINS`."""
    return whole(n_bins, "n_bins", fix=f"use a whole number from 1 to {MAX_BINS}, 10 as everybody does", at_least=1, at_most=MAX_BINS)


def _two_outcomes(labels: Sequence[float] | FloatArray | None) -> tuple[float, float]:
    if labels is None:
        return 0.0, 1.0
    fix = "give the codes of the two outcomes, ascending"
    codes = numeric_table(labels, where="labels", what="labels are not numbers", infinite="labels do not ascend: one is infinite", fix=fix)
    if codes.ndim != 1 or len(codes) < 2:
        raise OptionError("an outcome has at least two labels", where="labels", fix=fix)
    if not np.isfinite(codes).all() or (np.diff(codes) <= 0).any():
        raise OptionError("labels do not ascend", where="labels", fix=fix)
    if len(codes) > 2:
        raise OptionError("an outcome has two labels, came true and did not", where="labels", fix="make one forecast of each class against the rest")
    return float(codes[0]), float(codes[1])


def bin_of(probabilities: FloatArray, n_bins: int) -> IntArray:
    """Bin of each probability, from 0; bin b holds what is above b / n and up to (b + 1) / n, the first one 0 too; missing: 0.

    As Guo et al. 2017 and `sklearn.calibration.calibration_curve` have it.
    """
    place = np.ceil(np.nan_to_num(probabilities) * n_bins - ON_EDGE) - 1
    return np.asarray(np.clip(place, 0, n_bins - 1), dtype=np.int64)


def bin_names(n_bins: int) -> list[str]:
    """ "0.2-0.3": above the first number, up to the second."""
    edges = [f"{edge / n_bins:.4g}" for edge in range(n_bins + 1)]
    return [f"{low}-{high}" for low, high in pairwise(edges)]


def bin_columns(ratings: FloatArray, n_bins: int | None) -> tuple[FloatArray, FloatArray, FloatArray, IntArray, int]:
    """Of one run: probabilities, outcomes (both 0 where one is missing), 1 where there are both, the bin of each row, and how many bins.

    Without a number of bins each distinct probability is a bin of its own.
    """
    both = has_both(ratings)
    probability, outcome = np.where(both, ratings[:, 0], 0.0), np.where(both & (ratings[:, 1] > HALF), 1.0, 0.0)
    if n_bins is not None:
        return probability, outcome, both.astype(np.float64), bin_of(probability, n_bins), n_bins
    values, place = np.unique(probability, return_inverse=True)
    return probability, outcome, both.astype(np.float64), place.ravel().astype(np.int64), len(values)


def sums_by_bin(values: FloatArray, bins: IntArray, n_bins: int) -> Callable[[FloatArray], FloatArray]:
    """Weights of rows, shape (n, n_rows), to weighted sums of the values in each bin, shape (n, n_bins)."""
    if n_bins <= FEW_BINS:
        table = np.zeros((len(values), n_bins))
        table[np.arange(len(values)), bins] = values
        return lambda weights: np.asarray(weights @ table)
    return lambda weights: np.array([np.bincount(bins, weights=row * values, minlength=n_bins) for row in weights])
