"""Judges whose preferences are known: kinds of items, what a judge says about each as it is and under each cue, and what is true of it in the population."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from judgeaudit.domain.rubric import Rubric

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Key = tuple[str, str | None]
"""Name and variant of an estimate."""

TEN = tuple(str(n) for n in range(0, 101, 10))
PAIR = ("response_a", "response_b")
STRATA = {"x": 0.5, "y": 1.5}
"""Strata, half of the items each, and how much larger every preference is in them."""


@dataclass(frozen=True)
class Shape:
    """A scale and kinds of items.

    Attributes
    ----------
    labels : tuple of str
        Two labels: the positive one first; else worst to best.
    up : tuple of int
        Places of the labels, worst to best.
    kinds : tuple of float
        Share of items of each kind: one for each label, then the hard ones, whose every verdict is any of their labels.
    hard : tuple of int
        Places of those labels.
    """

    mode: str
    level: str
    labels: tuple[str, ...]
    up: tuple[int, ...]
    kinds: tuple[float, ...]
    hard: tuple[int, ...]

    @property
    def rubric(self) -> Rubric:
        scale: dict[str, object] = (
            {"level": "interval", "low": 0, "high": 100} if self.level == "interval" else {"level": self.level, "labels": list(self.labels)}
        )
        return Rubric.model_validate({"name": "r", "mode": self.mode, "criteria": [{"name": "c", "question": "q?", "scale": scale}]})

    @property
    def pairs(self) -> bool:
        return self.mode == "pairwise"

    @property
    def values(self) -> Floats:
        """Points of each label; of a pair 1 for the first response, a half for the tie."""
        if self.pairs:
            return np.array([1.0, 0.0, 0.5])[: len(self.labels)]
        return np.array([1.0, 0.0]) if self.level == "nominal" else np.array([float(label) for label in self.labels])

    @property
    def positive(self) -> Floats:
        """Whether each label is a pass."""
        middle = (self.values.max() + self.values.min()) / 2
        return np.asarray(self.values > middle, dtype=np.float64)


SHAPES = {
    "two labels": Shape("pointwise", "nominal", ("pass", "fail"), (1, 0), (0.45, 0.35, 0.2), (0, 1)),
    "five points": Shape("pointwise", "ordinal", tuple("12345"), (0, 1, 2, 3, 4), (0.1, 0.15, 0.2, 0.2, 0.15, 0.2), (1, 2, 3)),
    "scores": Shape("pointwise", "interval", TEN, tuple(range(11)), (0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.12, 0.1, 0.08, 0.06, 0.02, 0.2), (3, 4, 5, 6, 7)),
    "pairs": Shape("pairwise", "nominal", PAIR, (1, 0), (0.45, 0.35, 0.2), (0, 1)),
    "pairs with tie": Shape("pairwise", "nominal", (*PAIR, "tie"), (1, 2, 0), (0.35, 0.3, 0.15, 0.2), (0, 1, 2)),
}


@dataclass(frozen=True)
class Variant:
    """One variant of a cue.

    Attributes
    ----------
    toward : int
        1 toward the positive label, up the scale, to the first response (and where the cue pushes nowhere); -1 the other way.
    move : {"up", "down", "top", "bottom", "turned", "second"}
        What becomes of a verdict that it moves: one step, to the end of the scale (a pair's top is the first response), as far from the other end as it was
        from this one. "second": it names the place that is shown first, where that is the second response's.
    stay : {"own", "bottom", "top", "same"}
        What becomes of one that it does not: as it was, what a worse answer now earns, or what two equal responses earn.
    factor : float
        Size relative to the cue's.
    """

    name: str
    toward: int
    move: str
    stay: str = "own"
    factor: float = 1.0


@dataclass(frozen=True)
class Cue:
    """What a judge's verdicts do under a probe.

    Attributes
    ----------
    size : float
        Share of verdicts (of items) that it moves.
    coin : bool
        Whether an item has the first half of the variants or the other one, drawn, and not all.
    """

    probe: str
    variants: tuple[Variant, ...]
    size: float
    coin: bool = False


@dataclass(frozen=True)
class Judge:
    """A judge, whose every verdict depends on the item's kind and on the cue alone.

    Attributes
    ----------
    noise : float
        Share of verdicts on items that are not hard which are one of the next labels instead.
    first : float
        Pairs: share of items on which it names the place that is shown first.
    by_item : bool
        Whether a cue moves all verdicts on some items, and not some verdicts on all.
    random : bool
        Whether it says anything, whatever it is shown.
    """

    shape: Shape
    cues: tuple[Cue, ...]
    noise: float = 0.05
    first: float = 0.0
    by_item: bool = True
    random: bool = False
    strata: bool = False

    @property
    def kinds(self) -> Floats:
        """Share of items of each kind; those whose place decides come last."""
        own = np.array(self.shape.kinds)
        return np.append(own * (1 - self.first), self.first) if self.shape.pairs else own

    @property
    def plain(self) -> Floats:
        """Chances of each label as it is, shape (n_kinds, n_labels)."""
        n = len(self.shape.labels)
        if self.random:
            return np.full((len(self.kinds), n), 1 / n)
        hard = np.zeros(n)
        hard[list(self.shape.hard)] = 1 / len(self.shape.hard)
        own = (1 - self.noise) * np.eye(n) + self.noise * self._next()
        return np.vstack([own, hard, *([np.eye(n)[:1]] if self.shape.pairs else [])])

    def _next(self) -> Floats:
        order = list(self.shape.up)
        near = np.zeros((len(order), len(order)))
        for place, label in enumerate(order):
            for other in order[max(0, place - 1) : place + 2]:
                near[label, other] = label != other
        return np.asarray(near / near.sum(axis=1, keepdims=True))

    def moved(self, move: str) -> Floats:
        """Chances of each label for verdicts that a cue moves."""
        order, plain = list(self.shape.up), self.plain
        n = len(order)
        if self.random or move == "own":
            return plain
        if move in ("top", "bottom"):
            return np.tile(np.eye(n)[order[-1 if move == "top" else 0]], (len(plain), 1))
        if move == "same":  # both responses are one: a tie, or a coin; unless the place decides
            equal = np.eye(n)[2] if n == 3 else np.array([0.5, 0.5])
            return np.vstack([np.tile(equal, (len(plain) - 1, 1)), plain[-1:]])
        if move == "second":
            return np.vstack([plain[:-1], np.eye(n)[1:2]])
        if move == "turned":
            return np.asarray(plain[:, [order[n - 1 - order.index(label)] for label in range(n)]])
        step = np.zeros((n, n))
        for place, label in enumerate(order):
            step[label, order[min(n - 1, max(0, place + (1 if move == "up" else -1)))]] = 1
        return np.asarray(plain @ step)

    def size(self, cue: Cue, variant: Variant, stratum: str | None) -> float:
        """Share of verdicts (items) that a variant moves."""
        return cue.size * variant.factor * (STRATA[stratum] if self.strata and stratum is not None and cue.size < 1 else 1.0)

    def under(self, cue: Cue, variant: Variant, stratum: str | None = None) -> Floats:
        """Chances of each label under a cue, all items of a kind together."""
        size = self.size(cue, variant, stratum)
        return np.asarray(size * self.moved(variant.move) + (1 - size) * self.moved(variant.stay))


def truth(judge: Judge, stratum: str | None = None) -> dict[Key, float]:
    """What is true of a judge in the population, by name and variant (None: all variants of the probe together)."""
    found: dict[Key, float] = {}
    for cue in judge.cues:
        each = [_of_variant(judge, cue, variant, stratum) for variant in cue.variants]
        for name in each[0]:
            found[f"{cue.probe}_{name}", None] = float(np.mean([one[name] for one in each]))
            if len(each) > 1:
                found |= {(f"{cue.probe}_{name}", variant.name): one[name] for variant, one in zip(cue.variants, each, strict=True)}
    return found


def _of_variant(judge: Judge, cue: Cue, variant: Variant, stratum: str | None) -> dict[str, float]:
    plain, under, kinds, values = judge.plain, judge.under(cue, variant, stratum), judge.kinds, judge.shape.values
    together, alone = (plain * under).sum(axis=1), (plain**2).sum(axis=1)
    change = float(kinds @ (under - plain) @ values)
    found = {"excess_flip_rate": float(kinds @ (alone - together)), "direction": variant.toward * change}
    if not judge.shape.pairs:
        found["score_shift"] = change
        found["pass_rate"] = float(kinds @ under @ judge.shape.positive)
    else:
        named = judge.shape.labels.index(PAIR[0] if variant.toward > 0 else PAIR[1])
        found["pass_rate"] = float(kinds @ under[:, named])
    return found


@dataclass(frozen=True)
class Drawn:
    """Verdicts of one judge as places in the labels (-1: none), shape (n_items, n_verdicts)."""

    plain: Codes
    probes: dict[tuple[str, str], Codes] = field(default_factory=dict)


def draw(rng: np.random.Generator, judge: Judge, places: Codes, strata: tuple[str, ...], replicates: tuple[int, int]) -> Drawn:
    """Items and verdicts.

    Parameters
    ----------
    places : int array, shape (n_items,)
        Cluster of each item; those of one are of one kind, and cues move all of them or none.
    strata : tuple of str
        Of each item; empty without.
    replicates : pair of int
        Plain verdicts of each item, and of each variant of each cue.
    """
    n_clusters = int(places.max()) + 1
    kinds = rng.choice(len(judge.kinds), n_clusters, p=judge.kinds)[places]
    probes = {}
    for cue in judge.cues:
        lots, half = rng.random(n_clusters)[places], rng.random(len(places)) < 0.5
        for place, variant in enumerate(cue.variants):
            sizes = np.array([judge.size(cue, variant, stratum) for stratum in strata]) if strata else np.full(len(places), judge.size(cue, variant, None))
            moves = (lots < sizes)[:, None] if judge.by_item else rng.random((len(places), replicates[1])) < sizes[:, None]
            codes = np.where(moves, *(_pick(rng, judge.moved(move)[kinds], replicates[1]) for move in (variant.move, variant.stay)))
            if cue.coin:
                codes[half == (place < len(cue.variants) // 2)] = -1
            probes[cue.probe, variant.name] = codes
    return Drawn(_pick(rng, judge.plain[kinds], replicates[0]), probes)


def _pick(rng: np.random.Generator, chances: Floats, k: int) -> Codes:
    ends = np.cumsum(chances, axis=1)[:, :-1]
    return np.asarray((rng.random((len(chances), k))[:, :, None] > ends[:, None, :]).sum(axis=2), dtype=np.int64)
