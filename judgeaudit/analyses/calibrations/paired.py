"""Two judges on the same items: how much more often one is right, its interval, and whether that may be chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.parts import Part
from judgeaudit.stats.kernels.paired_score import score_interval
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray


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
    (clusters), and the t interval of the mean difference with the variance between items (clusters).
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
    rng = part.data.rng("calibration", "paired", part.criterion, *who)
    test = stats.paired_permutation(pairs, level="interval", rng=rng, counts=None if clusters is not None else counts, clusters=clusters)
    ends = _t_interval(pairs[:, 0] - pairs[:, 1], counts, clusters, part.data.ci_level)
    return replace(found, low=ends[0], high=ends[1], p=test.value, test="permutation")


def _t_interval(differences: FloatArray, counts: IntArray, clusters: IntArray | None, ci_level: float) -> tuple[float | None, float | None]:
    """Mean -+ t standard errors, linearised over clusters where there are any; None where nothing varies."""
    from scipy.special import stdtrit

    n = int(counts.sum())
    mean = float(counts @ differences) / n
    if clusters is None:
        n_units, squares = n, float(counts @ (differences - mean) ** 2)
    else:
        n_units = len(np.unique(clusters))
        squares = float((np.bincount(clusters, weights=differences - mean) ** 2).sum())
    if n_units < 2 or squares <= 1e-24:
        return None, None
    half = float(stdtrit(n_units - 1, 0.5 + ci_level / 2)) * float(np.sqrt(squares * n_units / (n_units - 1))) / n
    return mean - half, mean + half
