"""Judges before and now whose true change is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.domain.rubric import Rubric

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Flow = tuple[tuple[int, int], ...]

MARGIN = 0.05
GOLD_WRONG = 0.1
"""Share of gold labels that are another one than the item's own."""

TEN = tuple(str(n) for n in range(0, 101, 10))


@dataclass(frozen=True)
class Shape:
    """A scale and kinds of items, one for each own label.

    Attributes
    ----------
    kinds : tuple of float
        Share of items of each kind.
    reach : int
        A verdict that is not the item's own is one of the labels up to so many steps away; as far as the scale goes where it has no order.
    down : pairs of kinds
        From where to where items move that all move the same way.
    swap : pair of kinds
        Between which items move both ways.
    """

    level: str
    labels: tuple[str, ...]
    kinds: tuple[float, ...]
    reach: int
    down: Flow = ((0, 1),)
    swap: tuple[int, int] = (0, 1)
    has_gold: bool = True

    @property
    def criterion(self) -> Rubric:
        scale: dict[str, Any] = {"level": "interval", "low": 0, "high": 100} if self.level == "interval" else {"level": self.level, "labels": list(self.labels)}
        return Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": scale}]})


SHAPES = {
    "two labels": Shape("nominal", ("pass", "fail"), (0.6, 0.4), 1),
    "two labels, hard items": Shape("nominal", ("pass", "fail"), (0.6, 0.4), 0),
    "two labels, no gold": Shape("nominal", ("pass", "fail"), (0.6, 0.4), 1, has_gold=False),
    "five labels": Shape("nominal", tuple("abcde"), (0.35, 0.25, 0.2, 0.15, 0.05), 4),
    "five points": Shape("ordinal", tuple("12345"), (0.1, 0.2, 0.3, 0.25, 0.15), 1, ((1, 0), (2, 1), (3, 2), (4, 3))),
    "scores": Shape("interval", TEN, (1 / 11,) * 11, 3, tuple((n + 4, n) for n in range(7)), (2, 8)),
}
"""By name. Of "hard items" noise is on some items only, whose every verdict is a coin; else any verdict may be another one."""


@dataclass(frozen=True)
class Population:
    """Kinds of items, what a judge says about each, and what gold says.

    Attributes
    ----------
    kinds : float array, shape (n_kinds,)
    says, gold : float arrays, shape (n_kinds, n_labels)
    apart : float array, shape (n_labels, n_labels)
        Whether two verdicts differ: 0 or 1.
    values : float array, shape (n_labels,)
        Points; 1 for the first label and else 0 where labels have no order.
    """

    shape: Shape
    kinds: Floats
    says: Floats
    gold: Floats
    apart: Floats
    values: Floats

    def truth(self, flow: Floats) -> dict[tuple[str, str | None], float]:
        """Every measure in the population, by its name and label, where `flow[a, b]` of all items moved from kind a to kind b."""
        pairs = np.diag(self.kinds - flow.sum(axis=1)) + flow
        moved = self.says[None, :, :] - self.says[:, None, :]
        change = np.einsum("ab,abl->l", pairs, moved)
        within = np.einsum("kl,lm,km->k", self.says, self.apart, self.says)
        between = self.says @ self.apart @ self.says.T
        found: dict[tuple[str, str | None], float] = {("excess_flip_rate", None): float((pairs * (between - (within[:, None] + within[None, :]) / 2)).sum())}
        if self.shape.level == "interval":
            far = self.gold @ np.abs(self.values[:, None] - self.values[None, :]) @ self.says.T
            found["mae_shift", None] = float((pairs * (far - np.diag(far)[:, None])).sum())
        else:
            right = self.gold @ self.says.T
            found["accuracy_shift", None] = float((pairs * (right - np.diag(right)[:, None])).sum())
        if self.shape.level == "nominal":
            return found | {("marginal_shift", label): float(one) for label, one in zip(self.shape.labels, change, strict=True)}
        return found | {("marginal_shift", None): float(change @ self.values)}

    @property
    def noise(self) -> float:
        """How much two verdicts on an item differ."""
        return float(self.kinds @ np.einsum("kl,lm,km->k", self.says, self.apart, self.says))


def population(name: str, noise: float) -> Population:
    """The population of that name, with a judge whose noise floor is `noise`."""
    shape = SHAPES[name]
    n = len(shape.labels)
    steps = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    values = np.array([float(label) for label in shape.labels]) if shape.level != "nominal" else np.eye(n)[0]
    apart = (steps > 0).astype(float)  # scores are ten points apart, more than the margin
    gold = _mixed(np.eye(n), _others(steps, n), GOLD_WRONG)
    kinds = np.array(shape.kinds)
    if shape.reach == 0:  # coins, half of which have either gold label
        coins = 2 * noise
        says, gold = np.vstack([np.eye(2), np.full((1, 2), 0.5)]), np.vstack([gold, np.full((1, 2), 0.5)])
        return Population(shape, np.array([*(kinds * (1 - coins)), coins]), says, gold, apart, values)
    low, high = 0.0, 0.5
    for _ in range(50):
        middle = (low + high) / 2
        found = Population(shape, kinds, _mixed(np.eye(n), _others(steps, shape.reach), middle), gold, apart, values)
        low, high = (middle, high) if found.noise < noise else (low, middle)
    return found if noise else Population(shape, kinds, np.eye(n), gold, apart, values)


def _others(steps: Codes, reach: int) -> Floats:
    near = ((steps > 0) & (steps <= reach)).astype(float)
    return np.asarray(near / near.sum(axis=1, keepdims=True))


def _mixed(own: Floats, other: Floats, share: float) -> Floats:
    return np.asarray((1 - share) * own + share * other)


@dataclass(frozen=True)
class Change:
    """What changed: how many items moved from which kind to which, and the share of calls that are refused now."""

    flow: Floats
    refused: float = 0.0


def change_of(people: Population, what: str, size: float) -> Change:
    """A change of a known size.

    Parameters
    ----------
    what : {"nothing", "shift", "accuracy", "flips", "items", "answers"}
        All items move the same way, so that the share of the first label (the mean, as a share of its range) or the accuracy falls by `size`; items of two
        kinds change places, so that there are `size` more flips, or so many items; so many calls have no verdict now.
    """
    n = len(people.kinds)
    unit = np.zeros((n, n))
    if what in ("flips", "items"):
        a, b = people.shape.swap
        unit[a, b] = unit[b, a] = 0.5
    elif what in ("shift", "accuracy"):
        for pair in people.shape.down:
            unit[pair] = 1 / len(people.shape.down)
    if what in ("nothing", "answers"):
        return Change(unit, size if what == "answers" else 0.0)
    return Change(unit * size / (1.0 if what == "items" else abs(people.truth(unit)[measure_of(people, what)]) / reach_of(people, what)))


def measure_of(people: Population, what: str) -> tuple[str, str | None]:
    """Name and label of the measure whose change has that size."""
    nominal, scores = people.shape.level == "nominal", people.shape.level == "interval"
    return {
        "shift": ("marginal_shift", people.shape.labels[0] if nominal else None), "accuracy": ("mae_shift" if scores else "accuracy_shift", None),
        "flips": ("excess_flip_rate", None), "answers": ("answered_shift", None),
    }[what]  # fmt: skip


def reach_of(people: Population, what: str) -> float:
    """Range of the scale for means; 1 for shares."""
    of_mean = (what == "shift" and people.shape.level != "nominal") or (what == "accuracy" and people.shape.level == "interval")
    return float(people.values.max() - people.values.min()) if of_mean else 1.0


@dataclass(frozen=True)
class Drawn:
    """Verdicts of both versions as places in the labels (-1: refused), shape (n_items, n_replicates); gold (-1: none); strata."""

    old: Codes
    new: Codes
    gold: Codes
    strata: tuple[str, ...] = ()


def draw(rng: np.random.Generator, people: Population, change: Change, n: int, replicates: tuple[int, int], *, refused: float = 0.0, strata: int = 0) -> Drawn:
    """Items and verdicts of both versions; `refused` of the calls have none in either."""
    before = rng.choice(len(people.kinds), n, p=people.kinds)
    moves = np.diag(people.kinds - change.flow.sum(axis=1)) + change.flow
    now = _pick(rng, (moves / np.maximum(people.kinds, 1e-12)[:, None])[before], 1)[:, 0]
    sides = [_pick(rng, people.says[kinds], k) for kinds, k in zip((before, now), replicates, strict=True)]
    for side, share in zip(sides, (refused, refused + change.refused), strict=True):
        side[rng.random(side.shape) < share] = -1
    gold = _pick(rng, people.gold[before], 1)[:, 0] if people.shape.has_gold else np.full(n, -1)
    return Drawn(*sides, gold, tuple("ab"[i % strata] for i in range(n)) if strata else ())


def _pick(rng: np.random.Generator, chances: Floats, k: int) -> Codes:
    ends = np.cumsum(chances, axis=1)[:, :-1]
    return np.asarray((rng.random((len(chances), k))[:, :, None] > ends[:, None, :]).sum(axis=2), dtype=np.int64)
