"""Which verdicts a probe moved beyond what the same judge says of the same item anyway."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nsmallest

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.analyses.probe_cues import credit, cues
from judgeaudit.domain.rubric import Scale

FEWEST = 2
"""Plain verdicts of an item without which nobody knows what its verdict does by itself."""


@dataclass(frozen=True, slots=True)
class Movement:
    """The verdicts on one item that are other ones under one variant of a probe.

    `pattern` is the item's row in the counts of `shown`, `index` its place among the items. `share` is how many of the variant's verdicts moved.
    `toward`: whether they went where the cue pushes; None where the cue pushes nowhere, or the scale has no such way. `far` is how far they
    went, in points of the scale (1 where it has no order).
    """

    shown: Shown
    variant: str
    item: str
    index: int
    pattern: int
    share: float
    toward: bool | None
    far: float

    @property
    def strength(self) -> tuple[bool, float, int, str, str]:
        """Sorts the strongest first: toward the cue, most and furthest, over many plain verdicts."""
        return self.toward is not True, -round(self.share * self.far, 9), -int(self.shown.n_plain[self.pattern]), self.item, self.variant


def beyond(plain: Floats, probe: Floats, scale: Scale) -> NDArray[np.bool_]:
    """Which verdicts under a probe lie beyond the plain ones.

    Parameters
    ----------
    plain : float array, shape (n_patterns, n_plain)
    probe : float array, shape (n_patterns, n_probe)
        Codes; NaN where there is no verdict.
    scale : Scale

    Returns
    -------
    bool array, shape (n_patterns, n_probe)
        A verdict that differs from all plain ones, by more than these differ from each other: from unanimous ones by anything. On a scale
        without order only from unanimous ones, since nothing there is further away than something else.
    """
    given = ~np.isnan(plain)
    high = np.max(np.where(given, plain, -np.inf), axis=1, initial=-np.inf)
    low = np.min(np.where(given, plain, np.inf), axis=1, initial=np.inf)
    spread = np.where(given.any(axis=1), high - low, np.inf)
    if scale.level == "nominal":
        spread = np.where(spread > 0, np.inf, spread)
    codes = np.where(np.isnan(probe), 0.0, probe)
    away = np.maximum(codes - high[:, None], low[:, None] - codes)
    return np.asarray((away > spread[:, None]) & ~np.isnan(probe))


def by_itself(one: Shown, *, toward_only: bool = False) -> float:
    """Verdicts of a probe that would lie beyond the plain ones if they were but reruns, as far as these tell: each is held against the others in its turn.

    Parameters
    ----------
    one : Shown
    toward_only : bool
        Whether only those count that go where the cue pushes; of a probe under one variant.

    Returns
    -------
    float
        Expected number, on the items that `told_items` counts. Rather too many than too few: a plain verdict is held against one less than
        those of the probe are, and fewer agree more easily.
    """
    told = (one.n_plain >= FEWEST) & (one.n_probe > 0)
    out = np.zeros(one.plain.shape)
    for column in range(one.plain.shape[1]):
        others, held = np.delete(one.plain, column, axis=1), one.plain[:, [column]]
        out[:, column] = beyond(others, held, one.part.scale)[:, 0]
        ways = _ways(one, others, held) if toward_only else None
        if ways is not None:
            out[:, column] *= np.nan_to_num(ways) > 0
    expected = out.sum(axis=1) / np.maximum(one.n_plain, 1) * one.n_probe
    return float(expected[told] @ one.part.weights[told])


def told_items(one: Shown) -> int:
    """Items of which it can be told whether the probe moved them."""
    return one.items((one.n_plain >= FEWEST) & (one.n_probe > 0))


def movements(one: Shown) -> Iterator[Movement]:
    """Every item of which a probe under one variant moved a verdict, in the order of the counts."""
    scale = one.part.scale
    out = beyond(one.plain, one.probe, scale) & (one.n_plain >= FEWEST)[:, None]
    under = np.where(out, one.probe, np.nan)
    has_order = scale.level != "nominal" or scale.two_labels
    far = np.abs(mean_code(under) - mean_code(one.plain))
    ways = _ways(one, one.plain, under)
    of_item, n_out = one.part.patterns.pattern_of_item, out.sum(axis=1)
    for index in np.flatnonzero((n_out > 0)[of_item]):
        pattern = int(of_item[index])
        way = None if ways is None or ways[pattern] == 0 else bool(ways[pattern] > 0)
        share, distance = float(n_out[pattern] / one.n_probe[pattern]), float(far[pattern]) if has_order else 1.0
        yield Movement(one, one.variants[0], one.part.patterns.item_ids[index], int(index), pattern, share, way, distance)


def stayed(one: Shown, most: int) -> list[Movement]:
    """Items that a control under one variant should have moved, and all of whose verdicts, plain and under it, are one and the same.

    At most so many, those with most plain verdicts; the same for the same items in any order.
    """
    room = _ways(one, one.plain, np.full_like(one.plain, _end(one)))
    if room is None:
        return []
    patterns, n = one.part.patterns, one.n_plain
    same = (n >= FEWEST) & (one.plain_flip == 0) & (one.probe_flip == 0) & (room > 0)
    places = np.flatnonzero(same[patterns.pattern_of_item])
    kept = nsmallest(most, places, key=lambda index: (-int(n[patterns.pattern_of_item[index]]), patterns.item_ids[index]))
    return [
        Movement(one, one.variants[0], patterns.item_ids[index], int(index), int(patterns.pattern_of_item[index]), 0.0, None, 0.0)
        for index in kept
    ]  # fmt: skip


def _end(one: Shown) -> float:
    """The verdict to which the cue pushes."""
    push, scale = cues(one)[0], one.part.scale
    if push in ("response_a", "response_b"):
        label = (scale.labels or ("", ""))[push == "response_b"]
        return scale.code(label) or 0.0
    points = scale.codes or (scale.low or 0.0, scale.high or 1.0)
    return min(points) if push == "negative" else max(points)


def _ways(one: Shown, plain: Floats, under: Floats) -> Floats | None:
    """How much further each pattern's verdicts are where the cue pushes; None where it pushes nowhere that this scale has."""
    push = cues(one)[0]
    pairwise = one.part.data.rubric.mode == "pairwise"
    if not push or (not pairwise and one.part.scale.level == "nominal" and not one.part.scale.two_labels):
        return None
    return np.asarray(mean_code(credit(one, under, push)) - mean_code(credit(one, plain, push)))
