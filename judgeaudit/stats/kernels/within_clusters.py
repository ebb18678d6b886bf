"""How two columns go together inside each cluster, and the mean of that over clusters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit import thresholds
from judgeaudit.stats.kernels.rates import NOTHING, settle, wilson
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

MANY_ROWS = 200
"""Rows of a cluster above which SciPy's n log n algorithm is the quicker one."""


@dataclass(frozen=True)
class Within:
    """Correlations by run and cluster.

    Attributes
    ----------
    kendall_tau_b, pearson : float arrays, shape (n_runs, n_clusters)
        NaN where there are fewer than two rows with both, or a column has one value only.
    n_both : int array, shape (n_runs, n_clusters)
        Rows with both.
    """

    kendall_tau_b: FloatArray
    pearson: FloatArray
    n_both: IntArray


def correlations_within(pairs: FloatArray, clusters: IntArray) -> Within:
    """Kendall's tau-b and Pearson's r of each cluster in each run.

    Parameters
    ----------
    pairs : float array, shape (n_runs, n_rows, 2)
        NaN where missing; a row counts where it has both.
    clusters : int array, shape (n_rows,)
        From 0 upward.

    References
    ----------
    Kendall 1945, doi:10.1093/biomet/33.3.239. Pearson 1895, doi:10.1098/rspl.1895.0041. The mean over clusters is the summary-level (or
    sample-level, document-level) correlation of text evaluation: Bhandari et al. 2020, arXiv:2010.07100, section 4.1.
    """
    order = np.argsort(clusters, kind="stable")
    sizes = np.bincount(clusters)
    starts = np.cumsum(sizes) - sizes
    taus, rs = np.full((2, len(pairs), len(sizes)), np.nan)
    n_both = np.zeros((len(pairs), len(sizes)), dtype=np.int64)
    for run, rows in enumerate(pairs[:, order]):
        both = ~np.isnan(rows).any(axis=1)
        n_both[run] = np.bincount(clusters[order][both], minlength=len(sizes))
        for cluster in np.flatnonzero(n_both[run] > 1):
            place = slice(starts[cluster], starts[cluster] + sizes[cluster])
            first, second = rows[place][both[place]].T
            if np.ptp(first) > NOTHING and np.ptp(second) > NOTHING:
                taus[run, cluster], rs[run, cluster] = _tau_b(first, second), _pearson(first, second)
    return Within(taus, rs, n_both)


def _tau_b(first: FloatArray, second: FloatArray) -> float:
    if len(first) > MANY_ROWS:
        from scipy.stats import kendalltau

        return float(kendalltau(first, second).statistic)
    a, b = (np.sign(column[:, np.newaxis] - column) for column in (first, second))
    return float((a * b).sum() / np.sqrt(np.abs(a).sum() * np.abs(b).sum()))


def _pearson(first: FloatArray, second: FloatArray) -> float:
    a, b = first - first.mean(), second - second.mean()
    return float(np.clip(a @ b / np.sqrt((a @ a) * (b @ b)), -1.0, 1.0))


def mean_over_clusters(values: FloatArray, *, n_pairs: int, ci_level: float) -> tuple[float, float | None, float | None, int] | None:
    """The mean over clusters of each cluster's mean over the runs that have a value, and its interval.

    Parameters
    ----------
    values : float array, shape (n_runs, n_clusters)
        -1 to 1; NaN where there is none.
    n_pairs : int
        Pairs of items inside the clusters that have a value: each says one order or the other, and all are worth no more than that.
    ci_level : float

    Returns
    -------
    tuple or None
        Value, low, high and clusters that count; None without any. No interval below `thresholds.MIN_ITEMS_FOR_RESAMPLING` clusters.

    Notes
    -----
    Clusters are the units. Moved to 0..1, the mean m gets Wilson's interval on m (1 - m) / (s^2 / n) units with a value of 0 or 1, as many
    as would be as uncertain (s^2: variance between the n clusters; all alike: n), less what an estimated variance costs, (z / t)^2: it
    neither leaves -1..1 nor shrinks to a point. Ours: in simulations of 10 to 60 clusters of 4 to 100 graded items it held the mean in 93.6
    to 98.6 of 100 cases, with clusters of two or three in 95.5 to 99.5; Student's t in 2 to 96.
    """
    used = ~np.isnan(values)
    times = used.sum(axis=0)
    known = times > 0
    n = int(known.sum())
    if not n:
        return None
    of_cluster = np.where(used, values, 0.0).sum(axis=0)[known] / times[known]
    mean = float(of_cluster.mean())
    if n < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        return settle(mean), None, None, n
    share = min(1.0, max(0.0, (mean + 1) / 2))
    most, variance = share * (1 - share), float(of_cluster.var(ddof=1)) / 4
    worth = min(n * most / variance, float(n_pairs)) if variance > NOTHING and most > NOTHING else float(n)
    low, high = (2 * end - 1 for end in wilson(share, worth * _cost_of_a_variance(n, ci_level), ci_level))
    return settle(mean), settle(min(low, mean)), settle(max(high, mean)), n


def _cost_of_a_variance(n: int, ci_level: float) -> float:
    from statistics import NormalDist

    from scipy.special import stdtrit

    return float((NormalDist().inv_cdf(0.5 + ci_level / 2) / stdtrit(n - 1, 0.5 + ci_level / 2)) ** 2)
