"""Streams of production rows and anchors with and without drift, for the simulations of the monitor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from judgeaudit.monitoring.attribution import attribution
from judgeaudit.monitoring.checking import FEWEST_RANKED
from judgeaudit.monitoring.shapes import Baseline, Batch, Visits
from judgeaudit.monitoring.streams import Watch, begin, observe

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
    """Where streams come from: pass rates of the strata, pairwise disagreement of replicates, sizes."""

    noise: float = 0.05
    rates: tuple[float, float] = (0.8, 0.55)
    n_production: int = 1_000
    n_anchors: int = 260
    replicates: int = 3
    batch: int = 500
    anchors_per_batch: int = 25
    batches: int = 20

    @property
    def flip(self) -> float:
        """Probability that one verdict is not the item's own: 2 f (1 - f) is the disagreement of two."""
        return (1 - np.sqrt(1 - 2 * self.noise)) / 2


def _verdicts(own: np.ndarray, flip: float, rng: np.random.Generator) -> np.ndarray:
    return own ^ (rng.random(own.shape) < flip)


def _shifted(own: np.ndarray, tendency: np.ndarray, shift: float) -> np.ndarray:
    """Items' own verdicts where a shift of the pass rate turned some: the same items as long as the shift lasts."""
    if shift > 0:
        return own | (tendency < min(1.0, shift / 0.3))
    if shift < 0:
        return own & (tendency >= min(1.0, -shift / 0.7))
    return own


def run(case: Case, world: World, seed: int, *, alpha: float = 0.05, redraws: int = 499) -> Iterator[tuple[int, Watch, str]]:
    """The watch after each batch, and its attribution."""
    rng = np.random.default_rng(seed)
    rates = np.array(world.rates)
    strata = rng.choice(2, world.n_anchors, p=SHARES)
    own = rng.random(world.n_anchors) < rates[strata]
    tendency = rng.random(world.n_anchors)
    base = np.array([_verdicts(own, world.flip, rng) for _ in range(world.replicates)]).T
    bags = np.column_stack([(~base).sum(axis=1), base.sum(axis=1)])
    means, last = base.mean(axis=1), np.zeros(world.n_anchors)
    production = _production(world.n_production, world, np.array(SHARES), rng, 0.0, 0.0)
    baseline = Baseline(
        points=np.array([0.0, 1.0]), strata=("a", "b"), production=production, replies=(0, int(production.sum())), n_anchors=world.n_anchors,
        anchor_strata=np.bincount(strata, minlength=2).astype(float),
        anchor_variance=float(base.var(axis=1, ddof=1).mean()) / world.replicates / world.n_anchors,
    )  # fmt: skip
    watch, order, waiting = begin(baseline), rng.permutation(world.n_anchors), np.zeros_like(bags)
    for number in range(world.batches):
        part = float(number >= case.start) if not case.ramp else float(np.clip((number - case.start + 1) / case.ramp, 0, 1))
        mix = np.array([SHARES[0] + case.mix * part, SHARES[1] - case.mix * part])
        rows = _production(world.batch - world.anchors_per_batch, world, mix, rng, case.judge * part, case.system * part)
        chosen = order[(np.arange(world.anchors_per_batch) + number * world.anchors_per_batch) % world.n_anchors]
        said = _verdicts(_shifted(own[chosen], tendency[chosen], case.judge * part), world.flip, rng)
        now = np.column_stack([~said, said]).astype(int)
        visits = Visits(bags[chosen], now, means[chosen], strata[chosen], np.ones(len(chosen)), last[chosen].copy())
        np.add.at(waiting, chosen, now)
        ranked = None
        if waiting.sum() >= FEWEST_RANKED:
            some = np.flatnonzero(waiting.sum(axis=1))
            ranked = Visits(bags[some], waiting[some], means[some], strata[some], np.ones(len(some)), last[some].copy())
        watch = observe(watch, baseline, Batch(rows, visits, (0, world.batch), ranked), alpha=alpha, rng=rng, redraws=redraws)
        if ranked is not None:
            bags, waiting = bags + waiting, np.zeros_like(bags)
        last[chosen] = watch.batches
        yield number, watch, attribution(watch, alpha)


def _production(n: int, world: World, shares: np.ndarray, rng: np.random.Generator, judge: float, system: float) -> np.ndarray:
    strata = rng.choice(2, n, p=shares / shares.sum())
    own = rng.random(n) < np.array(world.rates)[strata] + system
    said = _verdicts(_shifted(own, rng.random(n), judge), world.flip, rng)
    counts = np.zeros((3, 2), dtype=np.int64)
    np.add.at(counts, (strata, said.astype(int)), 1)
    return counts
