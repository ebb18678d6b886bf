"""Streams of production rows and anchors with and without drift, for the simulations of the monitor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from judgeaudit.monitoring.attribution import attribution
from judgeaudit.monitoring.checking import FEWEST_RANKED
from judgeaudit.monitoring.shapes import Baseline, Batch, Visits
from judgeaudit.monitoring.streams import Watch, begin, observe, since_alarm
from judgeaudit.monitoring.watched_anchors import thin, weights_of

SHARES = (0.6, 0.4)
"""Of the two strata."""


@dataclass(frozen=True)
class Case:
    """One way to drift.

    Attributes
    ----------
    name : str
    truth : str
        What should be accused: none, judge, system, both, mix.
    judge, system : float
        Shift of the share of passes once the drift is complete.
    mix : float
        Shift of the share of the first stratum.
    start, ramp : int
        Batch (from 0) with which it starts, and batches until it is complete (0: at once).
    """

    name: str
    truth: str = "none"
    judge: float = 0.0
    system: float = 0.0
    mix: float = 0.0
    start: int = 0
    ramp: int = 0


@dataclass(frozen=True)
class World:
    """Where streams come from: pass rates of the strata, pairwise disagreement of replicates, sizes.

    With more than two points of the scale an item's score is 0..points - 1, a step up for each of so many draws at its stratum's rate, and noise is a step
    up or down; a shift is one on the scale 0..1. Without `strata` nobody knows them. `sorted_anchors`: those that pass come last.
    """

    noise: float = 0.05
    rates: tuple[float, float] = (0.8, 0.55)
    n_production: int = 1_000
    n_anchors: int = 260
    replicates: int = 3
    batch: int = 500
    anchors_per_batch: int = 25
    batches: int = 20
    points: int = 2
    strata: bool = True
    sorted_anchors: bool = False

    @property
    def flip(self) -> float:
        """Probability that one verdict is not the item's own: 2 f (1 - f) is the disagreement of two."""
        return (1 - np.sqrt(1 - 2 * self.noise)) / 2

    def own(self, rates: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """What the judge makes of items, but for noise."""
        return rng.binomial(self.points - 1, rates)

    def said(self, own: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Verdicts, with noise."""
        off = rng.random(own.shape) < self.flip
        step = np.where(own == 0, 1, np.where(own == self.points - 1, -1, rng.choice((-1, 1), own.shape)))
        return own + off * step

    def turned(self, own: np.ndarray, tendency: np.ndarray, shift: float) -> np.ndarray:
        """Items' own verdicts where a judge that changed turns some: the same items as long as the shift lasts.

        Of each point the same share; of the baseline's items about 3 in 10 fail and 7 in 10 pass.
        """
        top = self.points - 1
        if shift > 0:
            return own + ((own < top) & (tendency < min(1.0, shift * top / (0.3 if top == 1 else 0.76))))
        return own - ((own > 0) & (tendency < min(1.0, -shift * top / (0.7 if top == 1 else 0.99))))


@dataclass(frozen=True)
class Step:
    """One batch: the watch after it, whom that accuses, the mean of its production rows; and the baseline's production by point."""

    number: int
    watch: Watch
    named: str
    mean: float
    baseline: np.ndarray


def run(case: Case, world: World, seed: int, *, alpha: float = 0.05, redraws: int = 499) -> Iterator[Step]:
    """A stream, batch by batch."""
    rng = np.random.default_rng(seed)
    points = np.linspace(0, 1, world.points)
    kinds, rates = rng.choice(2, world.n_anchors, p=SHARES), np.array(world.rates)
    own, tendency = world.own(rates[kinds], rng), rng.random(world.n_anchors)
    base = np.array([world.said(own, rng) for _ in range(world.replicates)]).T
    bags = (base[:, :, np.newaxis] == np.arange(world.points)).sum(axis=1)
    strata = kinds if world.strata else np.zeros_like(kinds)
    baseline = _baseline(world, base, strata, _production(world.n_production, world, np.array(SHARES), rng, 0.0, 0.0))
    last, since, means = np.zeros(world.n_anchors), np.zeros((world.n_anchors, 2)), points[base].mean(axis=1)
    weights = _weights(bags, strata, baseline.production, world.points)
    watch, waiting = begin(baseline), np.zeros_like(bags)
    order = np.argsort(own, kind="stable") if world.sorted_anchors else rng.permutation(world.n_anchors)

    def visits(some: np.ndarray, now: np.ndarray) -> Visits:
        return Visits(bags[some], now, means[some], strata[some], weights[some], last[some], since[some])

    for number in range(world.batches):
        part = float(number >= case.start) if not case.ramp else float(np.clip((number - case.start + 1) / case.ramp, 0, 1))
        mix = np.array([SHARES[0] + case.mix * part, SHARES[1] - case.mix * part])
        rows = _production(world.batch - world.anchors_per_batch, world, mix, rng, case.judge * part, case.system * part)
        chosen = order[(np.arange(world.anchors_per_batch) + number * world.anchors_per_batch) % world.n_anchors]
        said = world.said(world.turned(own[chosen], tendency[chosen], case.judge * part), rng)
        now = (said[:, np.newaxis] == np.arange(world.points)).astype(int)
        waiting[chosen] += now
        used, every = visits(chosen, now), np.flatnonzero(waiting.sum(axis=1))
        ranked = visits(every, waiting[every]) if waiting.sum() >= FEWEST_RANKED else None
        since[chosen] = since_alarm(watch, used, points)
        watch = observe(watch, baseline, Batch(rows, used, (0, world.batch), ranked), alpha=alpha, rng=rng, redraws=redraws)
        if ranked is not None:
            bags += waiting
            waiting[:] = 0
        last[chosen] = watch.batches
        yield Step(number, watch, attribution(watch, alpha), float(rows.sum(axis=0) @ points / rows.sum()), baseline.production.sum(axis=0))


def _baseline(world: World, base: np.ndarray, strata: np.ndarray, production: np.ndarray) -> Baseline:
    names, scores = ("a", "b") if world.strata else ("",), base / (world.points - 1)
    return Baseline(
        points=np.linspace(0, 1, world.points), strata=names, production=production, replies=(0, int(production.sum())), n_anchors=world.n_anchors,
        anchor_strata=np.bincount(strata, minlength=len(names)).astype(float),
        anchor_variance=float(scores.var(axis=1, ddof=1).mean()) / world.replicates / world.n_anchors,
    )  # fmt: skip


def _weights(bags: np.ndarray, strata: np.ndarray, production: np.ndarray, points: int) -> np.ndarray:
    """How much each anchor counts, as the code under test has it."""
    # Anchors proper are slow to make by the hundred thousand.
    anchors = [SimpleNamespace(stratum=int(stratum), declared=True, base=said) for stratum, said in zip(strata, thin(bags), strict=True)]
    return np.array(weights_of(anchors, production, points))  # type: ignore[arg-type]  # stand-ins with the fields that are read


def _production(n: int, world: World, shares: np.ndarray, rng: np.random.Generator, judge: float, system: float) -> np.ndarray:
    strata = rng.choice(2, n, p=shares / shares.sum())
    own = world.own(np.array(world.rates)[strata] + system, rng)
    said = world.said(world.turned(own, rng.random(n), judge), rng)
    counts = np.zeros((3 if world.strata else 2, world.points), dtype=np.int64)
    np.add.at(counts, (strata if world.strata else np.zeros_like(strata), said), 1)
    return counts
