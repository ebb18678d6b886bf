"""Evidence that a stream has changed at some unknown moment, valid however often one looks. Capital is kept as its natural logarithm.

Two kinds of bets. *Ranks*: while nothing changes, the newest batch is a random part of everything so far; its rank among redraws, ties broken
at random, is uniform and independent of all earlier ranks, so its normal score is N(0, 1) with no mean, noise or law to be known beforehand. *Gaps*: two groups of rows whose means move together while only one cause is at work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from judgeaudit.stats.kernels.ratings_check import FloatArray

SPREADS = (0.1, 0.4)
"""Standard deviations, in standard deviations of one observation, of the shifts that normal mixtures bet on: about 5 and 20 points of a rate."""

GAP_SPREADS = (0.05, 0.15)
"""Standard deviations of the gaps that are bet on, on a scale of 0..1: 5 points, as a shift that matters, and 15."""

UNSEEN = 1.5
"""Squared gap of anchors that is imagined beside those seen: a handful of anchors without a flip does not prove that none would flip."""

LIVING, NEWEST = 64, 40
"""Change points that are kept, and how many of them are the newest. Those that are dropped had the least capital of the older; without them the
mixture is only lower."""

START_SUM = 2.1098
"""At least the sum of 1 / (m log(m)^2) over m >= 2 (2.10974): weights of change points add up to at most 1."""


@dataclass(frozen=True)
class Ranks:
    """Bets on the normal scores of ranks, one component for each moment at which the change may have begun.

    Attributes
    ----------
    starts : float array, shape (n,)
        Batch at which each component begins, from 1.
    weights, sums : float array, shape (n,)
        Observations since, and the sum of sqrt(observations) times the score.
    """

    starts: FloatArray = field(default_factory=lambda: np.zeros(0))
    weights: FloatArray = field(default_factory=lambda: np.zeros(0))
    sums: FloatArray = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class Gaps:
    """Sums since each moment at which a gap between two groups may have opened; row 0 is all that was ever seen.

    Attributes
    ----------
    starts : float array, shape (n,)
        Batch with which each begins, from 1; 0 for row 0.
    sums : float array, shape (n, 5)
        Anchors, sum of anchors times the rows' shift, its variance, sum of anchors' shifts, and of their squares.
    centre, open_ : float array, shape (n,)
        What the gap was before, and the variance of that.
    """

    starts: FloatArray = field(default_factory=lambda: np.zeros(1))
    sums: FloatArray = field(default_factory=lambda: np.zeros((1, 5)))
    centre: FloatArray = field(default_factory=lambda: np.zeros(1))
    open_: FloatArray = field(default_factory=lambda: np.zeros(1))


def log_start_weight(batch: FloatArray) -> FloatArray:
    """Log weight of a change that begins with this batch, from 1: falls about as slowly as weights with a finite sum can."""
    m = batch + 1.0
    return np.asarray(-np.log(START_SUM * m * np.log(m) ** 2))


@dataclass(frozen=True)
class Tail:
    """What bounds a sum of draws: its mean, its variance were it drawn with replacement, and how far one draw can be above and below its mean."""

    centre: float = 0.0
    variance: float = 0.0
    above: float = 0.0
    below: float = 0.0

    def log_bound(self, observed: float) -> float:
        """Log of a bound of the chance of a sum as far out as this one, on its own side.

        Notes
        -----
        Bernstein: exp(-t^2 / (2 v + 2 b t / 3)); holds without replacement too (Hoeffding 1963, doi:10.1080/01621459.1963.10500830, section 6).
        """
        far = abs(observed - self.centre)
        step = self.above if observed > self.centre else self.below
        return -(far**2) / (2 * self.variance + 2 * step * far / 3) if far > 0 else 0.0


def tail_of(counts: NDArray[np.int64], values: FloatArray, size: int) -> Tail:
    """The tail of the sum of `size` values from a bag: those drawn and those left add up to the bag, so the smaller part bounds both."""
    total = int(counts.sum())
    mean, used = float(counts @ values / total), values[counts > 0]
    variance = float(counts @ (values - mean) ** 2 / total) * min(size, total - size)
    # Where what is left is the smaller part, a high sum is a low sum of what is left.
    up, down = float(used.max() - mean), float(mean - used.min())
    return Tail(size * mean, variance, *((up, down) if size <= total - size else (down, up)))


def joined(tails: Sequence[Tail]) -> Tail:
    """The tail of a sum over independent bags."""
    if not tails:
        return Tail()
    return Tail(sum(one.centre for one in tails), sum(one.variance for one in tails), max(one.above for one in tails), max(one.below for one in tails))


def normal_score(observed: float, redraws: FloatArray, rng: np.random.Generator, tail: Tail | None = None) -> float:
    """Normal score of the rank of what was observed among its redraws: N(0, 1) where all are exchangeable; ties are broken by `rng`.

    Notes
    -----
    Redraws cannot tell "beyond all of them" from "far beyond". With a tail, what is beyond all has twice the smaller of its rank's share and of the
    tail's bound: as a p value that is valid, and one batch with a large shift is enough. It is then at most N(0, 1) in the tails.
    """
    from statistics import NormalDist

    slack = 1e-9 * max(1.0, abs(observed))
    below = int((redraws < observed - slack).sum())
    tied = len(redraws) - below - int((redraws > observed + slack).sum())
    share = (below + rng.random() * (tied + 1)) / (len(redraws) + 1)
    beyond = tied == 0 and below in (0, len(redraws))
    if not beyond or tail is None:
        return NormalDist().inv_cdf(min(max(share, 1e-12), 1 - 1e-12))
    left = min(share, 1 - share)
    p = 2 * min(left, float(np.exp(max(tail.log_bound(observed), -600.0))))
    # 2.2e-308 is the smallest share whose normal score can be found: about 37.5 sds.
    return NormalDist().inv_cdf(min(max(p, 1e-300), 0.5)) * (-1.0 if below else 1.0)


def bet_on_score(state: Ranks, score: float, n: int, *, batch: int, one_sided: bool = False) -> tuple[Ranks, float]:
    """The state after one batch of n observations, and its log e-value; batches are numbered from 1, and numbers may be left out."""
    root = float(np.sqrt(n))
    starts = np.append(state.starts, float(batch))
    weights = np.append(state.weights, 0.0) + n
    sums = np.append(state.sums, 0.0) + root * score
    capital = log_start_weight(starts) + _normal_mixture(weights, sums, one_sided=one_sided)
    kept = _most(capital)
    after = Ranks(starts[kept], weights[kept], sums[kept])
    return after, float(_log_sum(capital[kept]))


def likeliest_start(state: Ranks) -> float:
    """Batch from which on the change is most evident; 0 where there was none."""
    if not len(state.starts):
        return 0.0
    return float(state.starts[np.argmax(log_start_weight(state.starts) + _normal_mixture(state.weights, state.sums, one_sided=False))])


def scores_since(state: Ranks, start: float) -> tuple[float, float]:
    """Observations since this batch, and the sum of sqrt(observations) times the score; zeros where they were dropped, or there were none."""
    found = np.flatnonzero(state.starts == start)
    return (float(state.weights[found[0]]), float(state.sums[found[0]])) if len(found) else (0.0, 0.0)


def _normal_mixture(n: FloatArray, sums: FloatArray, *, one_sided: bool) -> FloatArray:
    """Log of the integral of exp(d S - d^2 N / 2) over d from N(0, spread^2), or its upper half; equal weight for each of the spreads."""
    parts = []
    for spread in SPREADS:
        grown = 1 + n * spread**2
        part = -np.log(grown) / 2 + (sums * spread) ** 2 / (2 * grown)
        if one_sided:
            part = part + _log_two_phi(sums * spread / np.sqrt(grown))
        parts.append(part)
    return np.asarray(_log_sum(np.array(parts)) - np.log(len(SPREADS)))


def _log_two_phi(z: FloatArray) -> FloatArray:
    """Log of twice the normal distribution function; the tail below -30 does not matter."""
    from math import erfc, log, sqrt

    return np.array([log(max(erfc(-one / sqrt(2)), 1e-300)) for one in np.maximum(z, -30.0)])


@dataclass(frozen=True)
class GapGroup:
    """Rows and anchors of one stratum in one batch.

    Attributes
    ----------
    shift, variance : float
        Mean of the rows less that of the baseline, and the variance of the rows' mean.
    gaps, weights : float array, shape (a,)
        Current less baseline of each anchor, times how much it counts for production.
    last : float array, shape (a,)
        Batch in which the anchor was used before; 0 for never.
    high : bool array, shape (a,)
        Whether its baseline verdicts are in the upper half.
    visits, totals : float array, shape (a,)
        Batches since the alarm in which it was used before, and the sum of its gaps there.
    """

    shift: float
    variance: float
    gaps: FloatArray
    weights: FloatArray
    last: FloatArray
    high: NDArray[np.bool_]
    visits: FloatArray
    totals: FloatArray


def bet_on_gap(state: Gaps, groups: Sequence[GapGroup], *, batch: int, baseline: float, anchors: float) -> tuple[Gaps, float]:
    """The state after one batch, and the log e-value of "what the anchors shifted explains what the rows shifted".

    Parameters
    ----------
    state : Gaps
    groups : sequence of GapGroup
    batch : int
        Its number, from 1.
    baseline : float
        Variance of the baseline's mean, which is a bias of all batches.
    anchors : float
        Variance of the mean of the anchors' baseline verdicts, the same for what was seen before a change.

    Notes
    -----
    A gap is the rows' shift less the anchors', in the same batch: whatever the judge does and whenever, it stays what it was. Its law is
    taken as normal, with the baseline's error as a normal bias: the likelihood ratio of "bias + shift from N(0, spread^2)" to "bias alone".
    That is an e-value for normal sums only, and roughly one else (asymptotic confidence sequences, Waudby-Smith et al. 2024,
    doi:10.1214/24-AOS2408); the error that it makes is simulated. A component uses an anchor once: what repeats itself on one anchor is
    noise then, and no bias.
    """
    centre, open_ = _before(state, baseline, anchors)
    starts = np.append(state.starts, float(batch))
    sums = np.vstack([state.sums, np.zeros((1, 5))]) + sum(_added(group, starts) for group in groups)
    grown = Gaps(starts, sums, np.append(state.centre, centre), np.append(state.open_, open_))
    capital = log_start_weight(starts[1:]) + _log_ratio(grown)
    kept = np.append(0, 1 + _most(capital))
    return Gaps(starts[kept], sums[kept], grown.centre[kept], grown.open_[kept]), float(capital.max())


def gap_before(state: Gaps, start: float, *, baseline: float) -> tuple[float, float]:
    """The gap before a change that began with this batch, and its variance."""
    row = np.flatnonzero(state.starts == start)
    return (float(state.centre[row[0]]), float(state.open_[row[0]])) if len(row) else (0.0, baseline)


def _before(state: Gaps, baseline: float, anchors: float) -> tuple[float, float]:
    """The gap before a change that begins now, and its variance: the baseline says 0, and what was seen so far is weighed in."""
    n = state.sums[0, 0]
    if not n or not baseline:
        return 0.0, baseline
    mean, variance = _mean_gap(state.sums[:1])
    precision = 1 / baseline + 1 / (float(variance[0]) + anchors)
    return float(mean[0]) / (float(variance[0]) + anchors) / precision, 1 / precision


def _added(group: GapGroup, starts: FloatArray) -> FloatArray:
    """What a group adds to the sums of each component, shape (n, 5); row 0 takes every anchor."""
    fresh = (group.last[np.newaxis, :] < starts[:, np.newaxis]) | (starts[:, np.newaxis] == 0)
    n = fresh.sum(axis=1).astype(float)
    return np.column_stack([n, n * group.shift, n**2 * group.variance, fresh @ group.gaps, fresh @ group.gaps**2])


def _mean_gap(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean gap of each component and its variance; of components without anchors 0 and 1."""
    n = np.maximum(sums[:, 0], 1.0)
    spread = np.maximum(sums[:, 4] - sums[:, 3] ** 2 / n, 0.0) + UNSEEN
    variance = sums[:, 2] / n**2 + spread / (n + UNSEEN) / n
    return np.where(sums[:, 0] > 0, (sums[:, 1] - sums[:, 3]) / n, 0.0), np.where(sums[:, 0] > 0, variance, 1.0)


def _log_ratio(state: Gaps) -> FloatArray:
    """Log likelihood ratio of each component but row 0, mean over the spreads; 0 without anchors."""
    mean, variance = _mean_gap(state.sums[1:])
    null = variance + state.open_[1:]
    square = (mean - state.centre[1:]) ** 2
    parts = [np.log(null / (null + spread**2)) / 2 + square / 2 * (1 / null - 1 / (null + spread**2)) for spread in GAP_SPREADS]
    return np.where(state.sums[1:, 0] > 0, _log_sum(np.array(parts)) - np.log(len(parts)), 0.0)


def _most(capital: FloatArray) -> NDArray[np.intp]:
    """Places of the components that are kept, oldest first: the newest whatever they have, since they had no time yet, and the best of the rest."""
    n = len(capital)
    if n <= LIVING:
        return np.arange(n)
    old = capital[: n - NEWEST]
    best = np.argsort(-old, kind="stable")[: LIVING - NEWEST]
    return np.concatenate([np.sort(best), np.arange(n - NEWEST, n)])


def _log_sum(logs: FloatArray) -> FloatArray:
    """Log of the sum of exponentials over the first axis."""
    top = logs.max(axis=0)
    return np.asarray(top + np.log(np.exp(logs - top).sum(axis=0)))
