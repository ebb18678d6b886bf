"""What is watched, and what was approved: made once from the baseline, and kept in the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import numpy as np

from judgeaudit.domain.results import Result
from judgeaudit.domain.rubric import Scale
from judgeaudit.monitoring.batches import OFF_SCALE, Places, Rows
from judgeaudit.monitoring.shapes import Baseline, Counts
from judgeaudit.monitoring.streams import FEWEST
from judgeaudit.monitoring.watched_anchors import Anchor, Sparse, dense, thin, weights_of
from judgeaudit.stats.kernels.ratings_check import FloatArray

FINE = 1_000
"""Steps into which a scale without points of its own is cut: what is kept of a stream stays small."""

FEWEST_ADOPTED = 200
"""Production rows of a stream that take the place of a baseline that has none (ours)."""

ANCHORS_ONLY = "the baseline has anchors only: the stream's own beginning will be what it is held against, and until then no system can be accused"

LONGEST_RATIONALE = 2_000
"""Characters of an anchor's rationale that the state keeps."""


class Setup(Result):
    """What is watched.

    Attributes
    ----------
    judge, criterion : str
    scale : Scale
    label : str or None
        The label whose share is watched; None where the mean is.
    assumed : bool
        The scale was guessed from the baseline; of scores with room for those that the baseline does not have (`scales.roomy`).
    n_points : int
        Values on the scale 0..1.
    strata : tuple of str
        "" where the baseline has none.
    production : tuple of Sparse
        Production items by stratum and value.
    replies : pair of int
        Rows without and with a verdict.
    anchor_strata : tuple of int
    anchor_variance : float
        Of the mean of the anchors' baseline verdicts.
    noise : float or None
        Disagreement between replicates of one anchor: mean absolute difference on the scale 0..1.
    within : float or None
        Variance of a replicate minus the mean of an anchor's others: what one anchor verdict is off by without drift.
    alpha, window_days, created
    adopts : bool
        The baseline has anchors only, and its production is the beginning of the stream.
    warnings : tuple of str
        About the baseline.
    """

    judge: str
    criterion: str
    scale: Scale
    label: str | None
    assumed: bool
    n_points: int
    strata: tuple[str, ...]
    production: tuple[Sparse, ...]
    replies: tuple[int, int]
    anchor_strata: tuple[int, ...]
    anchor_variance: float
    noise: float | None
    within: float | None
    n_anchors: int
    alpha: float
    window_days: int
    created: datetime
    has_gold: bool = False
    adopts: bool = False
    warnings: tuple[str, ...] = ()

    def points(self) -> FloatArray:
        """Values of the scale, ascending from 0 to 1."""
        return np.linspace(0.0, 1.0, self.n_points)

    def baseline(self) -> Baseline:
        """The numbers that a stream is held against."""
        return Baseline(
            points=self.points(), strata=self.strata, production=dense(self.production, self.n_points), replies=self.replies,
            n_anchors=self.n_anchors, anchor_strata=np.array(self.anchor_strata, dtype=float), anchor_variance=self.anchor_variance,
        )  # fmt: skip


def n_points_of(scale: Scale, label: str | None) -> int:
    """How many values there are on the scale 0..1."""
    if label is not None:
        return 2
    if scale.level == "ordinal":
        return len(scale.labels or ())
    codes = scale.codes
    return len(codes) if codes is not None else FINE + 1


def anchors_of(rows: Rows, strata: Mapping[str, int], gold: Mapping[str, str], scale_words: Sequence[str]) -> list[Anchor]:
    """Every item of the baseline: those with gold are the anchors; without any gold, those with two replicates or more.

    Parameters
    ----------
    rows : Rows
        Of the baseline.
    strata : mapping of name to place
    gold : mapping of item to label
    scale_words : sequence of str
        The verdict of each row in words.
    """
    by_item: dict[str, list[int]] = {}
    for index in np.flatnonzero(rows.places >= 0):
        by_item.setdefault(rows.items[index], []).append(int(index))
    top = max(1, rows.n_points - 1)
    found = []
    for item, indices in by_item.items():
        places = rows.places[indices]
        mean = float(places.mean() / top)
        middle = min(indices, key=lambda index: (abs(rows.places[index] / top - mean), index))
        declared = item in gold if gold else len(indices) > 1
        rationale = rows.rationales[middle] if declared else None
        said = {str(place): int((places == place).sum()) for place in np.unique(places)}
        found.append(
            Anchor(
                item_id=item, stratum=strata[rows.strata[indices[0]]], declared=declared, mean=mean, gold=gold.get(item), was=scale_words[middle],
                base=said, counts=said,
                rationale=rationale[:LONGEST_RATIONALE] if rationale else None,
            )
        )  # fmt: skip
    return found


def beginning(setup: Setup, n_before: int, new: Rows, anchors: Collection[str]) -> Places:
    """Places of the rows of a batch that are still of the stream's beginning, which takes the place of a baseline that has no production.

    As many as it takes, the earliest first, one of an item: however the stream is cut into files, the same rows are held against the rest.
    """
    if any(setup.production) or not setup.adopts:
        return np.array([], dtype=np.int64)
    order = np.argsort(new.seconds, kind="stable")  # rows without a time come last
    firsts: dict[str, int] = {}
    for index in order:
        if new.places[index] >= 0 and new.items[index] not in anchors:
            firsts.setdefault(new.items[index], int(index))
    return np.array(list(firsts.values())[: max(0, FEWEST_ADOPTED - n_before)], dtype=np.int64)


def adopted(setup: Setup, production: Counts) -> Setup:
    """With the stream's own beginning as the production that it is held against from now on, where the baseline has anchors only."""
    if any(setup.production) or not setup.adopts or production.sum() < FEWEST_ADOPTED:
        return setup
    text = f"the baseline has anchors only: the first {int(production.sum())} production rows of the stream are what it is held against"
    return setup.model_copy(update={"production": thin(production), "warnings": (*(one for one in setup.warnings if one != ANCHORS_ONLY), text)})


def setup_of(
    rows: Rows, gold: Mapping[str, str], scale_words: Sequence[str], *, judge: str, criterion: str, scale: Scale, label: str | None, assumed: bool,
    alpha: float, window_days: int, created: datetime,
) -> tuple[Setup, list[Anchor]]:  # fmt: skip
    """The setup and the anchors of a baseline.

    Notes
    -----
    Of a production item one verdict counts (its first replicate): replicates of one item are no further items. Where no item has gold and none
    was judged twice, all are production, and each is an anchor as soon as it comes back.
    """
    names = tuple(sorted(set(rows.strata))) or ("",)
    strata = {name: place for place, name in enumerate(names)}
    anchors = anchors_of(rows, strata, gold, scale_words)
    some = [anchor for anchor in anchors if anchor.declared]
    fixed = {anchor.item_id for anchor in some}
    production = np.zeros((len(names) + 1, rows.n_points), dtype=np.int64)
    for anchor in anchors:
        if anchor.item_id not in fixed:
            production[anchor.stratum, rows.first_place(anchor.item_id)] += 1
    anchors = [anchor.model_copy(update={"weight": weight}) for anchor, weight in zip(anchors, weights_of(anchors, production, rows.n_points), strict=True)]
    some = [anchor for anchor in anchors if anchor.declared]
    watched = some or anchors
    points = np.linspace(0, 1, rows.n_points)
    within = [_within(anchor, points) for anchor in watched if sum(anchor.counts.values()) > 1]
    n_mean = float(np.mean([sum(anchor.counts.values()) for anchor in watched])) if watched else 1.0
    worst = float(np.var([anchor.mean for anchor in watched])) if watched else 0.0
    variance = (float(np.mean(within)) if within else worst) / n_mean / max(1, len(watched))
    counts = np.bincount([anchor.stratum for anchor in watched], minlength=len(names)) if watched else np.zeros(len(names), dtype=int)
    said = (int((rows.places < 0).sum()), int((rows.places >= 0).sum()))
    setup = Setup(
        judge=judge, criterion=criterion, scale=scale, label=label, assumed=assumed, n_points=rows.n_points, strata=names, production=thin(production),
        replies=said, anchor_strata=tuple(int(n) for n in counts), anchor_variance=variance, noise=_noise(watched, points), within=float(np.mean(within)) * (1 + 1 / n_mean) if within else None,
        n_anchors=len(some),
        alpha=alpha, window_days=window_days, created=created, has_gold=bool(gold), adopts=bool(some) and not production.any(),
        warnings=(*_warnings(some, anchors, production, gold), *_uncovered(names, counts, production), *_off_scale(rows)),
    )  # fmt: skip
    return setup, anchors


def _uncovered(names: Sequence[str], anchors: Places, production: Counts) -> tuple[str, ...]:
    """Strata of production without anchors, where others have some."""
    bare = [repr(name) for name, n, counts in zip(names, anchors, production[:-1], strict=True) if not n and counts.sum()]
    if not bare or not ((anchors > 0) & (production[:-1].sum(axis=1) >= FEWEST)).any():
        return ()
    return (f"no anchors of stratum {', '.join(bare)}, which has production: a change of the judge there cannot be told from one of the system",)


def _off_scale(rows: Rows) -> tuple[str, ...]:
    """Verdicts of the baseline that are not on the scale."""
    words = Counter(word for word, place in zip(rows.words, rows.places, strict=True) if place == OFF_SCALE)
    named = ", ".join(f"{word!r} {n}" for word, n in words.most_common(3))
    return (f"{words.total()} verdicts of the baseline are not on the scale, and count as none: {named}",) if words else ()


def _within(anchor: Anchor, points: FloatArray) -> float:
    """Variance between replicates of one anchor."""
    counts = dense([anchor.counts], len(points))[0]
    n = counts.sum()
    return float(counts @ (points - anchor.mean) ** 2 / (n - 1))


def _noise(anchors: Sequence[Anchor], points: FloatArray) -> float | None:
    """Mean absolute difference of two replicates of one anchor: for a label, how often they disagree."""
    found = []
    for anchor in anchors:
        counts = dense([anchor.counts], len(points))[0]
        n = int(counts.sum())
        if n > 1:
            used = np.flatnonzero(counts)
            apart = np.abs(points[used, np.newaxis] - points[used])
            found.append(float(counts[used] @ apart @ counts[used] / (n * (n - 1))))
    return float(np.mean(found)) if found else None


def _warnings(some: Sequence[Anchor], anchors: Sequence[Anchor], production: Counts, gold: Mapping[str, str]) -> tuple[str, ...]:
    said, n = [], int(production.sum())
    if not some:
        said.append("no item of the baseline has gold or was judged twice: each counts as production, and as an anchor when it comes back")
    elif not n:
        said.append(ANCHORS_ONLY)
    if n and n < 200:
        said.append(f"only {n} production items in the baseline: shifts of the product are seen late")
    if some and n and not any(production[anchor.stratum].sum() >= FEWEST for anchor in some):
        said.append("anchors and production have no stratum in common: the system is held against all production together")
    if gold and (without := sum(item not in {anchor.item_id for anchor in anchors} for item in gold)):
        said.append(f"{without} items with gold have no verdict in the baseline")
    return tuple(said)
