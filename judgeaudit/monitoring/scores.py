"""Normal scores of one batch: its rank among random parts of everything so far, and an anchor's among all that it ever was judged."""

from __future__ import annotations

import numpy as np

from judgeaudit.monitoring.shapes import Baseline, Batch, Counts, Visits, stratum_means
from judgeaudit.stats.kernels.change_betting import Tail, joined, normal_score, tail_of
from judgeaudit.stats.kernels.ratings_check import FloatArray


def scores_of(
    production: Counts, replies: tuple[int, int], baseline: Baseline, batch: Batch, rng: np.random.Generator, redraws: int
) -> dict[str, tuple[float, int] | None]:
    """Normal score and observations of each process on ranks; None where the batch says nothing.

    Parameters
    ----------
    production, replies
        Everything before this batch, the baseline too.
    baseline : Baseline
    batch : Batch
    rng : Generator
    redraws : int
    """
    points, rows = baseline.points, batch.production
    n = int(rows.sum())
    found: dict[str, tuple[float, int] | None] = {}
    found["pooled"] = _rank([production.sum(axis=0)], [rows.sum(axis=0)], points, n, rng, redraws)
    several = len(baseline.strata) > 1
    found["within"] = _rank(list(production), list(rows), points, n, rng, redraws) if several else None
    found["strata"] = _rank([production.sum(axis=1)], [rows.sum(axis=1)], stratum_means(baseline), n, rng, redraws) if several else None
    said = np.array(batch.replies)
    found["replies"] = _rank([np.array(replies)], [said], np.array([0.0, 1.0]), int(said.sum()), rng, redraws)
    found["moved"], found["flipped"] = _anchor_scores(batch.ranked, points, rng, redraws) if batch.ranked is not None else (None, None)
    return found


def _rank(before: list[Counts], now: list[Counts], points: FloatArray, n: int, rng: np.random.Generator, redraws: int) -> tuple[float, int] | None:
    """Normal score of the batch's sum among redraws from everything so far, group by group; None where nothing could differ."""
    drawn, observed, open_, tails = np.zeros(redraws), 0.0, False, []
    for was, new in zip(before, now, strict=True):
        bag, size = was + new, int(new.sum())
        if not size:
            continue
        observed += float(new @ points)
        open_ = open_ or bool(bag.sum() > size and np.ptp(points[bag > 0]) > 0)
        drawn += draw_sums(bag, size, points, rng, redraws)
        tails.append(tail_of(bag, points, size))
    return (normal_score(observed, drawn, rng, joined(tails)), n) if open_ else None


def draw_sums(bag: Counts, size: int, points: FloatArray, rng: np.random.Generator, redraws: int) -> FloatArray:
    """Sums of `size` values drawn from a bag without replacement, shape (redraws,)."""
    used = np.flatnonzero(bag)
    counts, values = bag[used], points[used]
    if len(used) == 1:
        return np.full(redraws, size * values[0])
    if len(used) == 2:
        high = rng.hypergeometric(int(counts[1]), int(counts[0]), size, redraws)
        return np.asarray(high * values[1] + (size - high) * values[0])
    return np.asarray(rng.multivariate_hypergeometric(counts, size, redraws, method="marginals") @ values)


def _anchor_scores(visits: Visits, points: FloatArray, rng: np.random.Generator, redraws: int) -> tuple[tuple[float, int] | None, tuple[float, int] | None]:
    """Scores of "anchors moved one way" and of "anchors disagree with themselves more than before"."""
    n_now, n_before = visits.now.sum(axis=1), visits.before.sum(axis=1)
    bags = visits.before + visits.now
    mixed = (n_now > 0) & (n_before > 0) & ((bags > 0).sum(axis=1) > 1)
    n = int(n_now[n_before > 0].sum())
    if not n:
        return None, None
    observed, redrawn = np.zeros(2), np.zeros((2, redraws))
    tails: tuple[list[Tail], list[Tail]] = ([], [])
    for bag, now in zip(bags[mixed], visits.now[mixed], strict=True):
        seen = np.flatnonzero(bag)
        counts, some, size = bag[seen], points[seen], int(now.sum())
        values = np.stack([some - counts @ some / counts.sum(), np.abs(some[:, np.newaxis] - some) @ counts / counts.sum()])
        observed += values @ now[seen]
        redrawn += values @ _draw(counts, size, rng, redraws).T
        for which in (0, 1):
            tails[which].append(tail_of(counts, values[which], size))
    moved, flipped = (normal_score(float(observed[which]), redrawn[which], rng, joined(tails[which])) for which in (0, 1))
    return (moved, n), (flipped, n)


def _draw(counts: Counts, size: int, rng: np.random.Generator, redraws: int) -> Counts:
    """How often each value of a bag is drawn, shape (redraws, values)."""
    if len(counts) == 2:
        second = rng.hypergeometric(int(counts[1]), int(counts[0]), size, redraws)
        return np.column_stack([size - second, second])
    return rng.multivariate_hypergeometric(counts, size, redraws, method="marginals")
