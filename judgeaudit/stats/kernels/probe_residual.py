"""By how much a mean of probes is off: an interval that does not collapse where all probes agree."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi, sqrt

import numpy as np

from judgeaudit.stats.kernels.rates import NOTHING, effective_items, wilson
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample

Distances = tuple[float, float]
"""How far the ends of an interval lie below and above its value; neither is negative."""


@dataclass(frozen=True)
class Shares:
    """What pushes a residual to one side, as a share of each probe.

    Attributes
    ----------
    values : float array, shape (n_probes,)
        0..1; their mean has Wilson's interval.
    variance : float
        Of what a probe adds to the residual by them, with this side's half of what the two sides vary together.
    """

    values: FloatArray
    variance: float


def two_sides(above: FloatArray, below: FloatArray, *, adds: tuple[FloatArray, FloatArray]) -> tuple[Shares, Shares]:
    """What pushes up and what pushes down, of each probe one of them only.

    Parameters
    ----------
    above, below : float arrays, shape (n_probes,)
        Shares, 0..1.
    adds : two float arrays, shape (n_probes,)
        What each probe adds on either side: the shares less what was expected of them.
    """
    together = max(0.0, float(adds[0].mean() * adds[1].mean()))  # less their covariance, as of each probe one of them is 0
    return Shares(above, float(adds[0].var()) + together), Shares(below, float(adds[1].var()) + together)


def share_distances(shares: Shares, clusters: IntArray, *, ci_level: float, times: float = 1.0) -> Distances:
    """Wilson's interval of the mean of `values`, on as many items of 0 or 1 as would be as uncertain.

    Parameters
    ----------
    shares : Shares
    clusters : int array, shape (n_probes,)
    ci_level : float
    times : float
        As if there were so many times as many probes like these.

    Notes
    -----
    As in `informative_items`, two items that are 0 or 1 are added to the variance, because few probes tell it badly. Where every value is 0 (or
    1) the interval is that of as many probes (clusters) without a miss: z^2 / (n + z^2), which is where Student's would have no width.
    """
    worth = _independent(shares.values, clusters, ci_level)
    return _distances(float(shares.values.mean()), shares.variance, len(shares.values) * times, worth * times, ci_level)


def normal_distances(sd: float, n: int, *, ci_level: float) -> float:
    """Half of the interval of a mean of n numbers from -1 to 1 around 0, of which no more is kept than the standard deviation.

    Notes
    -----
    As if they were normal: the positive part then has mean m = sd / sqrt(2 pi), and variance and m^2 are sd^2 / 2.
    """
    mean, variance = min(1.0, sd / sqrt(2 * pi)), sd * sd / 2
    both = _distances(mean, variance, n, n, ci_level)
    return max(difference_distances(both, both))


def _distances(mean: float, variance: float, n: float, worth: float, ci_level: float) -> Distances:
    mean = min(1.0, max(0.0, mean))
    most = mean * (1 - mean)
    if most > NOTHING:
        worth *= most * (n + 2) / (n * variance + 2 * most)
    low, high = wilson(mean, worth, ci_level)
    return mean - low, high - mean


def difference_distances(above: Distances, below: Distances) -> Distances:
    """Of a difference (`above` less `below`) of two means, each with its own distances.

    References
    ----------
    Newcombe 1998, method 10, doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I.
    """
    return hypot(above[0], below[1]), hypot(above[1], below[0])


def _independent(values: FloatArray, clusters: IntArray, ci_level: float) -> float:
    if len(np.unique(clusters)) == len(clusters):
        return float(len(values))
    ones = np.ones(len(values), dtype=np.int64)
    sample = Sample(
        ratings=values[np.newaxis, :, np.newaxis], counts=ones, clusters=clusters, labels=None, level="interval", ci_level=ci_level, n_resamples=0, rng=None
    )  # fmt: skip
    return effective_items(values, sample)[0]
