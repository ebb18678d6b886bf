"""Prediction-powered mean (PPI++)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.partly_labelled import check_partly_labelled, why_no_labelled
from judgeaudit.stats.kernels.rates import say_number
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.slice_result import Scaled, corrected_mean, why_not_a_mean
from judgeaudit.stats.kernels.two_slices import CORNERS, Slices, normal_interval, on_scale
from judgeaudit.stats.shapes import Corrected


def ppi_mean(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    lam: float | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Corrected:
    """The true mean (or rate) over all judged items: labelled items corrected by what the judge says of the others.

    Use it where the labelled items are a random sample of the judged ones: it is then never much wider than labels alone, however bad the
    judge is, and narrower where the judge is good. Known weakness: labelled items that were picked (hard ones, doubtful ones) bias it; a
    judge whose squared correlation with gold is 0.5 saves half of the labels and no more.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Scores of the judge and of gold, on one scale; gold is NaN where the item is not labelled. Several runs are averaged.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Points of the scale, ascending; its ends bound the value and the interval. None: 0 to 1 where gold is 0 and 1 and no score lies outside, else unbounded.
    lam : float, optional
        How much of the judge is used, 0 (labels alone) to 1 (PPI). None: what makes the variance least (PPI++).
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. Intervals are by formulas, whatever `n_resamples` is; clusters count as the items that they are worth.

    Returns
    -------
    Corrected
        In points of the scale; `raw` is the value before it was clipped to the scale, `lam` what was used. Parts: `labels_only` (gold, no
        judge), `judged_mean` (all verdicts, no gold), `published` (the unclipped value with PPI++'s normal interval). Undefined when no
        item has both.

    Raises
    ------
    OptionError
        A score outside the scale, `lam` outside 0..1, other ratings or options that make no sense.

    Notes
    -----
    lam * mean of f over the N items without gold + mean of (y - lam f) over the n with it; lam is Cov(y, f) / ((1 + n / N) Var(f)),
    clipped to 0..1. The published interval, normal, holds too seldom near the ends of a scale (85 to 93 of 100 at a rate of .95). The one
    that is printed is Wilson's, on the number of 0/1 items that would be as uncertain, with one made-up item spread over the four corners;
    Student's t where the scale has no ends.

    References
    ----------
    Angelopoulos, Duchi & Zrnic 2023, arXiv:2311.01453, section 6 (lambda). Angelopoulos et al. 2023, doi:10.1126/science.adi6000 (PPI).
    Dorner, Nastl & Hardt 2025, arXiv:2410.13341 (labels can at most be halved by a judge no better than what it judges).

    Examples
    --------
    Eight judged answers, four of them labelled, 0.539375 by ppi_py 0.2.3, whose interval is the part `published`:

    >>> found = ppi_mean([[0.9, 1], [0.2, 0], [0.8, 1], [0.6, 0], [0.7, None], [0.3, None], [0.9, None], [0.8, None]])
    >>> published = found.part("published")
    >>> [round(number, 6) for number in (found.value, published.low, published.high)]
    [0.539375, 0.160391, 0.918359]
    """
    table = check_partly_labelled(ratings, level=level, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    share = None if lam is None else number(lam, "lam", at_least=0.0, at_most=1.0, fix="use a number from 0 (labels alone) to 1, or leave it out")
    scaled = Scaled.of(table, labels)
    reason = why_no_labelled(table) or why_not_a_mean(table, level, labels)
    if reason is not None:
        return corrected_mean(scaled, reason)
    used = (_best_share(scaled) if share is None else share) if table.unlabelled.any() else 0.0
    slices = Slices(table, scaled.gold - used * scaled.judge, used * scaled.judge, scaled.gold, CORNERS[:, 1] - used * CORNERS[:, 0], scaled.bounded)
    what = f"PPI++, lambda {used:.3g}, of {say_number(table.count(table.labelled), 'labelled item')} and {table.count(table.unlabelled):,} without gold"
    if not table.unlabelled.any():
        what = "every judged item is labelled: mean of the labels alone"
    return corrected_mean(scaled, None, slices, what=what, extra=(_published(scaled, slices),), lam=used)


def _best_share(scaled: Scaled) -> float:
    """Lambda of least variance, as ppi_py has it: covariance with n, variance over all verdicts with n - 1 below."""
    table, counts = scaled.table, scaled.table.sample.counts
    rows, judged = table.labelled, table.labelled | table.unlabelled
    n, rest = float(counts[rows].sum()), float(counts[table.unlabelled].sum())
    f, y, f_all = scaled.judge[rows], scaled.gold[rows], scaled.judge[judged]
    off = f_all - (f_all * counts[judged]).sum() / (n + rest)
    variance = float((counts[judged] * off**2).sum()) / (n + rest - 1)
    together = float((counts[rows] * (f - (f * counts[rows]).sum() / n) * (y - (y * counts[rows]).sum() / n)).sum()) / n
    return min(1.0, max(0.0, together / ((1 + n / rest) * variance))) if variance > 0 else 0.0


def _published(scaled: Scaled, slices: Slices) -> Estimate:
    """The value and its interval as the authors have it, which may leave the scale."""
    low, high = normal_interval(slices)
    table = scaled.table
    found = Estimate(name="published", value=slices.value, n_items=table.n_items, n_ratings=table.n_ratings, method="PPI++; nothing varies: no interval")
    if low < slices.value < high:
        found = found.model_copy(update={"low": low, "high": high, "ci_level": table.sample.ci_level, "method": "PPI++ with its normal interval"})
    return on_scale(found, scaled.low, scaled.span)
