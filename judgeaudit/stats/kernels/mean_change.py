"""The mean of bounded per-item differences between two versions: its interval, and the permutation test that it is 0."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit.stats.kernels.far_tails import tail_bound
from judgeaudit.stats.kernels.paired_score import score_interval
from judgeaudit.stats.kernels.rates import NOTHING
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

MANY_FLIPPED = 1000
"""Units that differ above which the permutation distribution is taken as normal (ours): p is then within a hundredth of itself."""


HALVES = np.array([0.5, 0.5])

FEWEST_DRAWN = 1.5e-4
"""A little more than p of 9,999 random sign patterns of which none is as far from 0."""


@dataclass(frozen=True, slots=True)
class MeanChange:
    """Differences of the items that have one.

    Attributes
    ----------
    values : float array, shape (n_rows,)
        Version now less version before.
    counts : int array, shape (n_rows,)
        Identical items that each row stands for.
    clusters : int array, shape (n_rows,), or None
    reach : float
        Greatest difference that is possible, in either direction.
    rare : float
        Difference of an item that was not seen, in either direction, which keeps intervals from being too narrow where few items differ.
    """

    values: FloatArray
    counts: IntArray
    clusters: IntArray | None
    reach: float
    rare: float

    @property
    def n_items(self) -> int:
        return int(self.counts.sum())

    @property
    def n_units(self) -> int:
        """Clusters, or items."""
        return self.n_items if self.clusters is None else len(np.unique(self.clusters))

    @property
    def mean(self) -> float:
        mean = float(self.values @ self.counts) / self.n_items
        return 0.0 if abs(mean) <= NOTHING * max(1.0, self.reach) else mean

    def units(self, about: float = 0.0) -> tuple[FloatArray, IntArray]:
        """Sums over clusters of the differences less `about`, or the differences themselves, and how many are alike."""
        if self.clusters is None:
            return self.values - about, self.counts
        _, cluster_of = np.unique(self.clusters, return_inverse=True)
        sums = np.bincount(cluster_of.ravel(), weights=self.values - about).astype(np.float64)
        return sums, np.ones(len(sums), dtype=np.int64)


def change_interval(change: MeanChange, ci_level: float) -> tuple[float, float, str]:
    """Low and high end of the mean, and how they were made. Never a point.

    Notes
    -----
    Differences of -reach, 0 and reach alone, without clusters: Tango's score interval. All differences the same: what n units that are all
    alike still allow, exactly. Else Student's t on the differences, to which one item's worth of differences of +-`rare` and one item
    without any are added (Agresti & Min's half an item in each of four cells), linearised over clusters.

    Where differences are skewed samples with a small mean have a small variance too, and an end that lies on that side is moved out: it solves
    (end - mean)^2 = t^2 (variance + slope (end - mean)), slope the third central moment over the variance, which for a share is Wilson's
    idea. (Measured: without that up to 9 in 100 shifts beyond a margin were called equivalent, instead of 5; widths grow by a tenth at most.)

    References
    ----------
    Tango 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B. Agresti & Min 2005, doi:10.1002/sim.1781.
    """
    values, reach, mean = change.values, change.reach, change.mean
    if change.clusters is None and bool(np.isin(np.abs(values), (0.0, reach)).all()):
        b, c = (int(change.counts[values == side].sum()) for side in (reach, -reach))
        low, high = score_interval(b, c, change.n_items, NormalDist().inv_cdf(0.5 + ci_level / 2))
        return low * reach, high * reach, f"Tango's score interval ({b:,} of {change.n_items:,} items one way, {c:,} the other)"
    if np.ptp(values) <= NOTHING * reach:
        other = 1 - ((1 - ci_level) / 2) ** (1 / change.n_units)
        ends = max(-reach, mean - other * (mean + reach)), min(reach, mean + other * (reach - mean))
        return *ends, f"exact for {change.n_units:,} differences that are all {mean:.4g}"
    both = np.array([_student(change, ci_level), _skewed(change, ci_level)])
    low, high = float(both[:, 0].min()), float(both[:, 1].max())
    return max(-reach, min(low, mean)), min(reach, max(high, mean)), "t interval, two items' worth of differences added, corrected for skewness"


def interval_p(change: MeanChange) -> float:
    """Two-sided p value of a mean of 0 that belongs to `change_interval`: 0 lies outside of the interval of level 1 - q just where q is above it."""
    from scipy.special import stdtr

    values, reach, mean = change.values, change.reach, change.mean
    if mean == 0:
        return 1.0
    if change.clusters is None and bool(np.isin(np.abs(values), (0.0, reach)).all()):
        b, c = (int(change.counts[values == side].sum()) for side in (reach, -reach))
        return erfc(abs(b - c) / sqrt(2 * (b + c)))  # Tango's statistic of a difference of 0 is McNemar's
    if np.ptp(values) <= NOTHING * reach:
        return min(1.0, 2 * (reach / (reach + abs(mean))) ** change.n_units)
    middle, error = _with_two_more(change)
    variance, slope = _moments(change)
    steps = middle / error, mean / sqrt(variance + max(0.0, -slope if mean > 0 else slope) * abs(mean))
    return max(2 * float(stdtr(max(change.n_units - 1, 1), -abs(step))) if step * mean > 0 else 1.0 for step in steps)


def _student(change: MeanChange, ci_level: float) -> tuple[float, float]:
    from scipy.special import stdtrit

    mean, error = _with_two_more(change)
    half = float(stdtrit(max(change.n_units - 1, 1), 0.5 + ci_level / 2)) * error
    return mean - half, mean + half


def _with_two_more(change: MeanChange) -> tuple[float, float]:
    """Mean and standard error with two items' worth of differences added."""
    size = change.n_items / change.n_units
    whole = change.n_items + 2 * size
    mean = float(change.values @ change.counts) / whole
    units, times = change.units(mean)
    # Half a unit at +rare, half at -rare, one at 0, each as large as a unit is on average.
    squares = float(times @ units**2) + size**2 * (change.rare**2 + 2 * mean**2)
    return mean, sqrt(squares) / whole


def _skewed(change: MeanChange, ci_level: float) -> tuple[float, float]:
    """Ends that allow for a variance which grows with the mean: (end - mean)^2 = t^2 (variance + slope (end - mean))."""
    from scipy.special import stdtrit

    mean = change.mean
    variance, slope = _moments(change)
    t = float(stdtrit(max(change.n_units - 1, 1), 0.5 + ci_level / 2))
    down, up = (t * t * max(0.0, side * slope) for side in (-1, 1))
    return mean - (down + sqrt(down**2 + 4 * t * t * variance)) / 2, mean + (up + sqrt(up**2 + 4 * t * t * variance)) / 2


def _moments(change: MeanChange) -> tuple[float, float]:
    """Variance of the mean, and the third central moment over that of the differences."""
    n_units = change.n_units
    units, times = change.units(change.mean)
    squares, cubes = float(times @ units**2), float(times @ units**3)
    variance = squares / change.n_items**2 * n_units / max(n_units - 1, 1)
    return variance, cubes / (squares * change.n_items) if squares > 0 else 0.0


def change_p(change: MeanChange, rng: np.random.Generator) -> tuple[float, str]:
    """p value of a mean of 0, two-sided: signs flipped within items (clusters); and how it was made.

    Notes
    -----
    Exact where that is possible, which for differences of one size is McNemar's exact test. From `MANY_FLIPPED` units that differ on the
    sum of random signs is taken as normal, with its own variance and half a step of correction for continuity.
    """
    from judgeaudit.stats.paired_permutation import paired_permutation

    units, times = change.units()
    moved = np.abs(units) > NOTHING * max(1.0, change.reach)
    if int(times[moved].sum()) > MANY_FLIPPED:
        reach = max(0.0, abs(float(times @ units)) - float(np.abs(units[moved]).min()))
        return erfc(reach / sqrt(2 * float(times @ units**2))), "signs flipped at random, normal"
    pairs = np.column_stack([change.values, np.zeros(len(change.values))])
    counts = None if change.clusters is not None else change.counts
    found = paired_permutation(pairs, level="interval", rng=rng, counts=counts, clusters=change.clusters)
    assert found.value is not None
    if found.value > FEWEST_DRAWN:
        return found.value, found.method
    sizes = np.abs(units[moved])
    bound = tail_bound(
        [(np.array([-size, size]), HALVES, n) for size, n in zip(sizes, times[moved].tolist(), strict=True)], float(times @ units), two_sided=True
    )
    return (bound, f"{found.method}, none so far: Chernoff's bound") if bound < found.value else (found.value, found.method)
