"""How long a CUSUM or EWMA chart runs before it raises an alarm on a stream that has not moved: Markov chains.

A chart is followed on one side, the upper one (the other is the same chart on the stream with its sign changed), in units of the
in-control sd. A normal law is put on a grid of cells by their middles (Brook & Evans), which is accurate to the square of the
cell width. A law of single points is followed on a lattice to which each step is rounded upwards: such a chart lies nowhere
below the real one, so its false alarms are a bound, and close to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

CELLS = 301
"""Cells for a normal law."""

MIN_POINTS, MAX_POINTS = 400, 4000
"""States for a law of single points."""

MAX_ATOMS = 100
"""A law with more distinct points is rounded upwards to this many."""

FLOOR = -6.0
"""One-sided EWMA: lowest value that is followed, in its own sd; what is lower is put there, which only adds alarms."""

TIE = 1e-9
TINY = 1e-300
STAY, FOREVER = 1 - 1e-13, 1e12
"""A chart that never alarms is solved as if it did once in 1e13 observations; longer than the second is told as infinite."""


@dataclass(frozen=True, slots=True)
class Law:
    """In-control distribution of one observation, in units of the chart: less its centre, divided by its sd, upwards.

    Attributes
    ----------
    mean, sd : float
        Of a normal law; 0 and 1 where the parameters are known.
    points, shares : float array or None
        A law of single points, with their probabilities; None: normal.
    """

    mean: float = 0.0
    sd: float = 1.0
    points: FloatArray | None = None
    shares: FloatArray | None = None

    @property
    def known_normal(self) -> bool:
        """Whether it is normal with known mean and sd, and so the same on both sides."""
        return self.points is None and (self.mean, self.sd) == (0.0, 1.0)

    @property
    def open_by(self) -> float:
        """How far the mean may lie above the centre of the chart."""
        return self.mean if self.points is None or self.shares is None else float(self.points @ self.shares)

    def coarse(self) -> tuple[FloatArray, FloatArray]:
        """Points, at most `MAX_ATOMS` and never moved down, and their shares."""
        assert self.points is not None
        assert self.shares is not None
        points = self.points
        if len(points) > MAX_ATOMS:
            step = np.ptp(points) / (MAX_ATOMS - 1)
            points = points.min() + step * np.ceil((points - points.min()) / step - TIE)
        distinct, which = np.unique(points, return_inverse=True)
        return distinct, np.bincount(which.ravel(), weights=self.shares).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Chain:
    """Where the chart may be without an alarm.

    Attributes
    ----------
    step : matrix, shape (n_states, n_states)
        From column to row: what remains of a distribution after one observation.
    start : float array, shape (n_states,)
    early : tuple of float array
        Share of each state that lies within the limit after the first observations, where the limit is still narrower.
    """

    step: Any
    start: FloatArray
    early: tuple[FloatArray, ...] = ()


def cusum_chain(law: Law, k: float, limit: float) -> Chain:
    """Chain of max(0, S + y - k), with an alarm above the limit."""
    if law.points is None:
        width = 2 * limit / (2 * CELLS - 1)
        cells = np.arange(CELLS)
        edges = np.asarray((cells[:, np.newaxis] - cells + 0.5) * width, dtype=np.float64)
        step = _normal(edges + k, law) - _normal(edges - width + k, law)
        step[0] = _normal(edges[0] + k, law)
        return Chain(step, np.eye(1, CELLS)[0])
    points, shares = law.coarse()
    n = int(np.clip(np.ceil(40 * limit / k), MIN_POINTS, MAX_POINTS))
    moves = np.ceil((points - k) * n / limit - TIE).astype(np.int64)
    return Chain(_sparse(np.maximum(np.arange(n)[:, np.newaxis] + moves, 0), shares, n), np.eye(1, n)[0])


def ewma_chain(law: Law, weight: float, limit: float, *, two_sided: bool = False, fixed: bool = False) -> Chain:
    """Chain of (1 - w) z + w y, with an alarm above the limit (in sds of z after that many observations).

    Parameters
    ----------
    two_sided : bool
        Alarms below minus the limit too; a normal law only.
    fixed : bool
        The limit that holds after many observations from the first one on.
    """
    sd = float(np.sqrt(weight / (2 - weight)))
    times = np.arange(1, 1 if fixed else int(np.ceil(np.log(1e-9) / (2 * np.log1p(-weight)))) if weight < 1 else 1)
    limits = limit * sd * np.sqrt(1 - (1 - weight) ** (2 * times))
    if law.points is None:
        return _ewma_normal(law, weight, limit * sd, -limit * sd if two_sided else min(FLOOR, -limit) * sd, limits, two_sided)
    points, shares = law.coarse()
    low = max(float(points.min()), FLOOR * sd)
    n = int(np.clip(np.ceil((limit * sd - low) / (weight * sd / 30)), MIN_POINTS, MAX_POINTS))
    width = (limit * sd - low) / n
    at = low + width * np.arange(n)
    to = np.ceil(((1 - weight) * at[:, np.newaxis] + weight * points - low) / width - TIE).astype(np.int64)
    start = np.eye(1, n, int(np.ceil(-low / width - TIE)))[0]
    return Chain(_sparse(np.maximum(to, 0), shares, n), start, tuple((at < one).astype(np.float64) for one in limits))


def _ewma_normal(law: Law, weight: float, high: float, low: float, limits: FloatArray, two_sided: bool) -> Chain:
    edges = np.linspace(low, high, CELLS + 1).astype(np.float64)
    middles, width = (edges[1:] + edges[:-1]) / 2, float(edges[1] - edges[0])
    below = _normal(np.asarray((edges[:, np.newaxis] - (1 - weight) * middles) / weight), law)
    if not two_sided:
        below[0] = 0.0
    place = (0.0 - middles[0]) / width
    start = np.maximum(0.0, 1 - np.abs(np.arange(CELLS) - place))
    inside = (np.clip((one - edges[:-1]) / width, 0, 1) * (np.clip((edges[1:] + one) / width, 0, 1) if two_sided else 1.0) for one in limits)
    return Chain(np.diff(below, axis=0), start, tuple(inside))


def alarm_probability(chain: Chain, horizon: int, *, enough: float = 1.0) -> float:
    """Probability of an alarm within so many observations; with `enough`, only on which side of it that lies.

    The probability of none, as a function of where the chart starts, is followed until it shrinks without changing its form:
    where it keeps at least a share r at every start, at least r^n of it is left after n more observations.
    """
    early = chain.early[: int(horizon)]
    now = chain.start
    for inside in early:
        now = (chain.step @ now) * inside
        if 1 - float(now.sum()) > enough:
            return min(1.0, 1 - float(now.sum()))
    back, none, before = chain.step.T, np.ones(len(now)), -1.0
    for left in range(int(horizon) - len(early), 0, -1):
        after = back @ none
        possible = none > 0
        kept = float((after[possible] / none[possible]).min()) if possible.any() else 0.0
        here = float(now @ after)
        if 1 - here > enough:
            return min(1.0, 1 - here)
        hazard = 1 - here / max(float(now @ none), TINY)
        steady, before = abs(hazard - before) <= 0.001 * hazard + 1e-12, hazard
        at_most = min(1.0, max(0.0, 1 - here * kept ** (left - 1)))
        if (steady and 1 - kept <= 1.001 * hazard + 1e-12) or (enough < 1 and at_most <= enough):
            return at_most
        none = after
    return min(1.0, max(0.0, float(1 - now @ none)))


def average_run_length(chain: Chain) -> float:
    """Mean number of observations to the first alarm; infinite where there is never one."""
    now, passed = chain.start, 0.0
    for inside in chain.early:
        passed += float(now.sum())
        now = (chain.step @ now) * inside
    n = len(now)
    if isinstance(chain.step, np.ndarray):
        visits = np.linalg.solve(np.eye(n) - STAY * chain.step, now)
    else:
        from scipy.sparse import identity
        from scipy.sparse.linalg import splu

        visits = splu((identity(n) - STAY * chain.step).tocsc()).solve(now)
    more = float(visits.sum())
    return passed + more if 0 <= more < FOREVER else float("inf")


def _normal(x: FloatArray, law: Law) -> FloatArray:
    from scipy.special import ndtr

    return np.asarray(ndtr((x - law.mean) / law.sd))


def _sparse(to: IntArray, shares: FloatArray, n: int) -> Any:
    """Matrix of steps: state i goes to `to[i, j]` with probability `shares[j]`; beyond the last state is the alarm."""
    from scipy.sparse import csr_matrix

    source = np.broadcast_to(np.arange(n)[:, np.newaxis], to.shape)
    inside = to < n
    return csr_matrix((np.broadcast_to(shares, to.shape)[inside], (to[inside], source[inside])), shape=(n, n))
