"""The watch over a stream, as numbers: what one batch adds to the evidence. Pure; the state file is `state.py`.

*Product, mix, answered*: the newest batch is ranked among random parts of everything so far, baseline included. *Judge*: an anchor's newest verdicts
are ranked among redraws from all verdicts that this anchor ever had: in one direction (`moved`), and as disagreement with itself (`flipped`: flips
that cancel). Neither the mean nor the noise of the baseline has to be known, so no part of alpha is spent on them, and a reference that grows with
the stream finds a late change soon; which anchors are judged, and how often, is free. *System*: the product's shift is held against the anchors'
shift in the same batch, stratum by stratum; anchors count as often as items like them are in production.

How sure: that the product, judge, mix or answered process ever alarms without a change has a probability of at most its share of alpha, at whatever
moment one looks; shares add up, so nothing is assumed about how processes hang together. The process of the system is a likelihood ratio for sums
that are taken as normal: its error is simulated, not proved.

What it takes for granted: production rows are independent draws from one population, in random order within a batch. A stream with weekdays, bursts
of one user or a changing mix that `stratum` does not name drifts in this sense, and is called so. What it cannot see: change where no anchors are; a
slow ramp, of which the growing reference takes a part; replies of the baseline that were cached, so that the judge looks steadier than it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from judgeaudit.monitoring.scores import scores_of
from judgeaudit.monitoring.shapes import Baseline, Batch, Counts
from judgeaudit.stats.kernels.change_betting import (
    GapGroup,
    Gaps,
    Ranks,
    bet_on_gap,
    bet_on_score,
    evidence_since,
    follow_gap,
    gap_from,
    likeliest_start,
)
from judgeaudit.stats.kernels.ratings_check import FloatArray

REDRAWS = 1_999
"""Random redraws that one batch is ranked among."""

SHARES = {"product": 0.4, "judge": 0.35, "mix": 0.1, "answered": 0.15, "system": 0.4}
"""Parts of alpha. The first four raise the alarm and add up to 1. The judge, the system and the mix accuse with theirs: 0.85 of alpha in all."""

FEWEST = 20
"""Production items of a stratum in the baseline below which the system is not held against it (ours): their mean is no reference."""

PARTS = {
    "pooled": ("product", 2 / 3), "within": ("product", 1 / 3), "moved": ("judge", 0.45), "flipped": ("judge", 0.3), "suspected": ("judge", 0.25),
    "strata": ("mix", 1.0), "replies": ("answered", 1.0), "gap": ("system", 0.6), "gap after": ("system", 0.4),
}  # fmt: skip
"""What each process is evidence of, and its part of that share. `suspected` begins when the product has raised the alarm: it takes the start of
the change from the product, which knows nothing of the anchors, and reads the anchors since. `gap after` begins when product or judge have, and looks
only at what comes after. Neither pays for having looked for the start of the change, which is most of the price of a late one."""

RANKED = ("pooled", "within", "moved", "flipped", "strata", "replies")


@dataclass(frozen=True)
class Watch:
    """All that is carried from batch to batch.

    Attributes
    ----------
    production, replies
        Everything so far, the baseline too.
    batches : int
        Batches with rows.
    ranks : dict of process to Ranks
    gaps, after : Gaps
        Since every possible start, and since the alarm of product or judge (None before it).
    suspect : float or None
        Batch with which the change began, by the product, when it raised the alarm.
    parts, now, highest : dict of float
        Log e-values: of each process, and of what they are evidence of; times their shares of alpha.
    """

    production: Counts
    replies: tuple[int, int]
    batches: int = 0
    ranks: dict[str, Ranks] = field(default_factory=lambda: {name: Ranks() for name in RANKED})
    gaps: Gaps = field(default_factory=Gaps)
    after: Gaps | None = None
    suspect: float | None = None
    parts: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PARTS, -np.inf))
    now: dict[str, float] = field(default_factory=lambda: dict.fromkeys(SHARES, -np.inf))
    highest: dict[str, float] = field(default_factory=lambda: dict.fromkeys(SHARES, -np.inf))


def begin(baseline: Baseline) -> Watch:
    """The watch before its first batch."""
    return Watch(production=baseline.production.copy(), replies=baseline.replies)


def observe(watch: Watch, baseline: Baseline, batch: Batch, *, alpha: float, rng: np.random.Generator, redraws: int = REDRAWS) -> Watch:
    """The watch after one batch.

    Parameters
    ----------
    watch : Watch
    baseline : Baseline
    batch : Batch
    alpha : float
    rng : Generator
        Redraws, and ties broken at random.
    redraws : int
    """
    if not sum(batch.replies):
        return watch
    number, ranks, parts = watch.batches + 1, dict(watch.ranks), dict(watch.parts)
    for name, found in scores_of(watch.production, watch.replies, baseline, batch, rng, redraws).items():
        if found is not None:
            ranks[name], parts[name] = bet_on_score(ranks[name], *found, batch=number, one_sided=name == "flipped")
    grown = replace(watch, batches=number, ranks=ranks, parts=parts)
    grown = _followed(_gap(grown, baseline, gap_groups(baseline, batch)), baseline, alpha)
    now = {of: _best(grown.parts, of) + np.log(share) for of, share in SHARES.items()}
    return replace(
        grown,
        production=watch.production + batch.production,
        replies=(watch.replies[0] + batch.replies[0], watch.replies[1] + batch.replies[1]),
        now=now,
        highest={of: max(watch.highest[of], value) for of, value in now.items()},
    )


def _best(parts: Mapping[str, float], of: str) -> float:
    """The largest of the processes, each times its part: their limits add up, whatever they have in common."""
    return max(value + float(np.log(PARTS[name][1])) for name, value in parts.items() if PARTS[name][0] == of)


def _gap(watch: Watch, baseline: Baseline, groups: Sequence[GapGroup]) -> Watch:
    if not groups:
        return watch
    parts = dict(watch.parts)
    gaps, parts["gap"] = bet_on_gap(watch.gaps, groups, batch=watch.batches, baseline=baseline_variance(baseline), anchors=baseline.anchor_variance)
    after = watch.after
    if after is not None:
        after, parts["gap after"] = follow_gap(after, groups)
    return replace(watch, gaps=gaps, after=after, parts=parts)


def _followed(watch: Watch, baseline: Baseline, alpha: float) -> Watch:
    """Where the product has raised the alarm: since when, and what the anchors say since. Where it or the judge has: the gap from now on."""
    parts, suspect, after, limit = dict(watch.parts), watch.suspect, watch.after, -np.log(alpha)
    by_product, by_judge = (_best(parts, of) + np.log(SHARES[of]) >= limit for of in ("product", "judge"))
    product = watch.ranks[max(("pooled", "within"), key=lambda name: parts[name])]
    if suspect is None and by_product:
        suspect = likeliest_start(product)
    if after is None and (by_product or by_judge):
        start = likeliest_start(product if by_product else watch.ranks["moved"])
        after = gap_from(watch.gaps, start, batch=watch.batches + 1, baseline=baseline_variance(baseline))
    if suspect is not None:
        parts["suspected"] = evidence_since(watch.ranks["moved"], suspect)
    return replace(watch, parts=parts, suspect=suspect, after=after)


def shares_strata(baseline: Baseline) -> bool:
    """Whether some stratum has anchors and enough production in the baseline; else the system is held against all production together."""
    enough = baseline.production[:-1].sum(axis=1) >= FEWEST
    return bool((enough & (baseline.anchor_strata > 0)).any())


def baseline_variance(baseline: Baseline) -> float:
    """Variance of the baseline's production mean within strata, weighed as the anchors are; 0 without one of the two."""
    if not shares_strata(baseline):
        counts = baseline.production.sum(axis=0)
        return _variance(counts, baseline.points) / float(counts.sum()) if counts.sum() >= FEWEST else 0.0
    enough = baseline.production[:-1].sum(axis=1) >= FEWEST
    total, found = baseline.anchor_strata[enough].sum(), 0.0
    for counts, n_anchors in zip(baseline.production[:-1][enough], baseline.anchor_strata[enough], strict=True):
        found += (n_anchors / total) ** 2 * _variance(counts, baseline.points) / counts.sum()
    return float(found)


def _variance(counts: Counts, points: FloatArray) -> float:
    """Of values with these counts, and of one imagined at each end."""
    n = counts.sum() + 2
    mean = (counts @ points + 1) / n
    return float((counts @ (points - mean) ** 2 + mean**2 + (1 - mean) ** 2) / n)


def gap_groups(baseline: Baseline, batch: Batch) -> list[GapGroup]:
    """Production rows and anchors by stratum, where both are and the baseline has the stratum; all together where anchors have strata of their own."""
    visits = batch.visits
    gaps = visits.weights * (visits.now @ baseline.points / np.maximum(visits.now.sum(axis=1), 1) - visits.means)
    everyone = np.ones(len(gaps), dtype=bool)
    if shares_strata(baseline):
        parts = [(visits.strata == s, batch.production[s], baseline.production[s]) for s in range(len(baseline.strata))]
    else:
        parts = [(everyone, batch.production.sum(axis=0), baseline.production.sum(axis=0))]
    found = []
    for here, rows, before in parts:
        if here.any() and rows.sum() and before.sum() >= FEWEST:
            shift = rows @ baseline.points / rows.sum() - before @ baseline.points / before.sum()
            variance = max(_variance(before, baseline.points), _variance(rows, baseline.points)) / rows.sum()
            found.append(GapGroup(float(shift), variance, gaps[here], visits.last[here]))
    return found
