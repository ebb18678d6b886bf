"""Two judges on the same items: how much more often one is right, its interval, and whether that may be chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import erfc, sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.parts import Part
from judgeaudit.stats.kernels.paired_score import score_interval
from judgeaudit.stats.kernels.rates import NOTHING
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

MANY_FLIPPED = 1000
"""Items (clusters) that differ above which the permutation distribution is taken as normal (ours): p is then within a hundredth of itself."""


@dataclass(frozen=True)
class Paired:
    """First less second, over the items that both answered. `p` is None where there is no such item; `low` and `high` where nothing varies."""

    difference: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    n_items: int = 0
    test: str = ""
    first: float | None = None
    second: float | None = None


def paired(part: Part, first: FloatArray, second: FloatArray, *, who: tuple[str, str]) -> Paired:
    """Compare two columns of per-item values (see `rightness.of_items`).

    Parameters
    ----------
    part : Part
    first, second : float arrays, shape (n_patterns,)
        1 right, 0 wrong, or between where several runs were averaged; or distances from gold. NaN: not answered.
    who : tuple of str
        What is compared: two comparisons draw their own sign patterns.

    Notes
    -----
    Right or wrong in one run each and no clusters: McNemar's exact test and Tango's interval. Everything else: permutation of items
    (clusters), and the t interval of the mean difference with the variance between items (clusters). From `MANY_FLIPPED` items (clusters) on
    that differ, the sum of random signs is taken as normal, with its own variance: hundreds of pairs of judges would take minutes.
    """
    rows = part.rows
    pairs = np.column_stack([first, second])[rows.index]
    both = ~np.isnan(pairs).any(axis=1)
    pairs = pairs[both]
    counts = np.ones(len(pairs), dtype=np.int64) if rows.counts is None else rows.counts[both]
    clusters = None if rows.clusters is None else rows.clusters[both]
    n = int(counts.sum())
    if n == 0:
        return Paired(None, test="no item that both answered")
    means = counts @ pairs / n
    found = Paired(float(means[0] - means[1]), n_items=n, first=float(means[0]), second=float(means[1]))
    if clusters is None and bool(np.isin(pairs, (0.0, 1.0)).all()):
        test = stats.mcnemar(pairs, labels=[0.0, 1.0], positive=1.0, counts=counts)
        b, c = (int(counts[(pairs[:, 0] == one) & (pairs[:, 1] == 1 - one)].sum()) for one in (1.0, 0.0))
        low, high = score_interval(b, c, n, NormalDist().inv_cdf(0.5 + part.data.ci_level / 2))
        return replace(found, low=low, high=high, p=test.value, test="mcnemar")
    units, times = _units(pairs[:, 0] - pairs[:, 1], counts, clusters)
    ends = _t_interval(found, pairs[:, 0] - pairs[:, 1], counts, clusters, part.data.ci_level)
    moved = np.abs(units) > NOTHING
    if int(times[moved].sum()) > MANY_FLIPPED:
        # Sums of signs lie on a lattice twice as wide as the smallest difference: half of a step is the correction for continuity.
        reach = max(0.0, abs(float(times @ units)) - float(np.abs(units[moved]).min()))
        return replace(found, low=ends[0], high=ends[1], p=erfc(reach / sqrt(2 * float(times @ units**2))), test="permutation, normal")
    rng = part.data.rng("calibration", "paired", part.criterion, *who)
    test = stats.paired_permutation(pairs, level="interval", rng=rng, counts=None if clusters is not None else counts, clusters=clusters)
    return replace(found, low=ends[0], high=ends[1], p=test.value, test="permutation")


def _units(differences: FloatArray, counts: IntArray, clusters: IntArray | None) -> tuple[FloatArray, IntArray]:
    """What is flipped as one, and how many units are alike: items, or sums over clusters."""
    if clusters is None:
        return differences, counts
    sums = np.bincount(clusters, weights=differences).astype(np.float64)
    return sums, np.ones(len(sums), dtype=np.int64)


def _t_interval(
    found: Paired, differences: FloatArray, counts: IntArray, clusters: IntArray | None, ci_level: float
) -> tuple[float | None, float | None]:  # fmt: skip
    """Mean -+ t standard errors, linearised over clusters where there are any; None where nothing varies."""
    from scipy.special import stdtrit

    mean = found.difference
    assert mean is not None
    units, times = _units(differences - mean, counts, clusters)
    n_units = int(times.sum()) if clusters is None else len(np.unique(clusters))
    squares = float(times @ units**2)
    if n_units < 2 or squares <= NOTHING**2:
        return None, None
    half = float(stdtrit(n_units - 1, 0.5 + ci_level / 2)) * sqrt(squares * n_units / (n_units - 1)) / found.n_items
    return mean - half, mean + half
