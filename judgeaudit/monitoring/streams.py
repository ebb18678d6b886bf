"""The watch over a stream, as numbers: what one batch adds to the evidence. Pure; the state file is `state.py`.

*Product, mix, answered*: the newest batch is ranked among random parts of everything so far, baseline included. *Judge*: an anchor's newest verdicts
are ranked among redraws from all verdicts that this anchor ever had: in one direction (`moved`), and as disagreement with itself (`flipped`: flips
that cancel). Neither the mean nor the noise of the baseline has to be known, so no part of alpha is spent on them, and a reference that grows with
the stream finds a late change soon; which anchors are judged, and how often, is free. *System*: the product's shift is held against the anchors'
shift in the same batch, stratum by stratum; anchors count as often as items like them are in production. After an alarm, judge and system are
tested on what comes next at moments that were fixed before (`stats.kernels.fixed_looks`).

How sure. Proved: that the product, judge, mix or answered process ever alarms without a change has a probability of at most its part of alpha, at
whatever moment one looks; parts add up, so nothing is assumed about how processes hang together. The same of accusing the judge or the mix. Once the
judge is accused, its part is the system's (and the other way round): a judge that has moved cannot be accused wrongly (Holm). Simulated, not proved:
accusing the system. Its sums are taken as normal, with variances that were estimated, both in the likelihood ratio since every possible start and in
the tests at fixed moments.

What the system's part takes for granted: anchors come in random order (sorted ones are no part like the others, and with few of them seen the judge's
shift is taken for the system's); the judge turns anchors as often as production items of the same stratum that were judged alike in the baseline;
the baseline's production and the stream's are independent draws. A change of the system that the judge's own change hides in part (an item that both
turn counts once) looks smaller than it is.

What all of it takes for granted: production rows are independent draws from one population, in random order within a batch. A stream with weekdays,
bursts of one user or a changing mix that `stratum` does not name drifts in this sense, and is called so. What it cannot see: change where no anchors
are; a slow ramp, of which the growing reference takes a part; replies of the baseline that were cached, so that the judge looks steadier than it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from judgeaudit.monitoring.scores import scores_of
from judgeaudit.monitoring.shapes import Baseline, Batch, Counts, Visits, mean_variances, spread_of, stratum_means
from judgeaudit.stats.kernels.change_betting import GapGroup, Gaps, Ranks, bet_on_gap, bet_on_score, gap_before, likeliest_start, scores_since
from judgeaudit.stats.kernels.fixed_looks import GapSince, add_gaps, gap_score, log_inverse_p, look_weight, looks_due
from judgeaudit.stats.kernels.ratings_check import FloatArray

REDRAWS = 1_999
"""Random redraws that one batch is ranked among."""

SHARES = {"product": 0.45, "judge": 0.5, "mix": 0.1, "answered": 0.15, "system": 0.4}
"""Parts of alpha. Those that raise the alarm add up to 1 (of the judge `moved` and `flipped` only, 0.3), and those that accuse: judge, mix, system."""

RAISED = 0.9
"""Part of the judge's once the system is accused, and of the system's once the judge is: what the one had is the other's then (Holm). The rest is the
mix's, which may have been named before."""

FEWEST = 20
"""Production items of a stratum in the baseline below which the system is not held against it (ours): their mean is no reference."""

PARTS = {
    "pooled": ("product", 0.3), "within": ("product", 0.15), "moved": ("judge", 0.18), "flipped": ("judge", 0.12), "suspected": ("judge", 0.2),
    "strata": ("mix", 0.1), "replies": ("answered", 0.15), "gap": ("system", 0.12), "gap after": ("system", 0.28),
}  # fmt: skip
"""What each process is evidence of, and its part of alpha. `suspected` and `gap after` are tests at fixed moments (`fixed_looks`). `suspected` begins
when the product has raised the alarm: it takes the start of the change from the product, which knows nothing of the anchors, and reads the anchors
since. `gap after` begins when product or judge have, and looks only at what comes after. Neither pays for having looked for the start of the change,
nor for looks at any moment, which is most of the price."""

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
    gaps : Gaps
        Since every possible start.
    after : GapSince or None
        Since the alarm of product or judge.
    suspect : float or None
        Batch with which the change began, by the product, when it raised the alarm.
    traced : pair of float
        Of the anchors' scores since then: verdicts, and the sum of sqrt(verdicts) times the score.
    looks : dict of process to int
        Looks that were taken.
    parts, now, highest : dict of float
        Log e-values: of each process, and of what they are evidence of; times their shares of alpha.
    """

    production: Counts
    replies: tuple[int, int]
    batches: int = 0
    ranks: dict[str, Ranks] = field(default_factory=lambda: {name: Ranks() for name in RANKED})
    gaps: Gaps = field(default_factory=Gaps)
    after: GapSince | None = None
    suspect: float | None = None
    traced: tuple[float, float] = (0.0, 0.0)
    looks: dict[str, int] = field(default_factory=lambda: {"suspected": 0, "gap after": 0})
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
    number, ranks, parts, traced = watch.batches + 1, dict(watch.ranks), dict(watch.parts), watch.traced
    for name, found in scores_of(watch.production, watch.replies, baseline, batch, rng, redraws).items():
        if found is not None:
            ranks[name], parts[name] = bet_on_score(ranks[name], *found, batch=number, one_sided=name == "flipped")
            if name == "moved" and watch.suspect is not None:
                traced = (traced[0] + found[1], traced[1] + float(np.sqrt(found[1])) * found[0])
    grown = replace(watch, batches=number, ranks=ranks, parts=parts, traced=traced)
    grown = _looked(_alarmed(_gap(grown, baseline, gap_groups(baseline, batch)), baseline, alpha), baseline)
    now = {of: _best(grown.parts, of) for of in SHARES}
    if not mix_counts(baseline, watch.production + batch.production - baseline.production, PARTS["strata"][1] * alpha):
        now["mix"] = -np.inf
    return replace(
        grown,
        production=watch.production + batch.production,
        replies=(watch.replies[0] + batch.replies[0], watch.replies[1] + batch.replies[1]),
        now=now,
        highest={of: max(watch.highest[of], value) for of, value in now.items()},
    )


def mix_counts(baseline: Baseline, stream: Counts, level: float) -> bool:
    """Whether the strata whose shares moved differ in the baseline, so that the mix has moved the score and not only itself.

    Parameters
    ----------
    baseline : Baseline
    stream : int array
        Production since the watch began, as `Baseline.production`.
    level : float
        How often strata with one and the same mean may pass for different ones, whatever shares move and at whatever moment one looks.

    Notes
    -----
    Scheffe's test of the contrast that the shares make of the baseline's means: one draw of these, held against the largest of all contrasts. It only
    takes evidence away, so the limits of the e-process stay what they are.
    """
    before, now = baseline.production.sum(axis=1), stream.sum(axis=1)
    known = int((before + now > 0).sum())
    if known < 2 or not before.sum() or not now.sum():
        return False
    from scipy.special import chdtri

    contrast = now / now.sum() - before / before.sum()
    variance = float(contrast**2 @ mean_variances(baseline))
    return variance > 0 and float(contrast @ stratum_means(baseline)) ** 2 / variance >= float(chdtri(known - 1, level))


def _best(parts: Mapping[str, float], of: str) -> float:
    """The largest of the processes, each times its part of alpha: their limits add up, whatever they have in common."""
    return max(value + float(np.log(PARTS[name][1])) for name, value in parts.items() if PARTS[name][0] == of)


def _gap(watch: Watch, baseline: Baseline, groups: Sequence[GapGroup]) -> Watch:
    if not groups:
        return watch
    parts = dict(watch.parts)
    gaps, parts["gap"] = bet_on_gap(watch.gaps, groups, batch=watch.batches, baseline=baseline_variance(baseline), anchors=baseline.anchor_variance)
    return replace(watch, gaps=gaps, after=None if watch.after is None else add_gaps(watch.after, groups), parts=parts)


def _alarmed(watch: Watch, baseline: Baseline, alpha: float) -> Watch:
    """Where the product has just raised the alarm: since when, and what the anchors said since. Where it or the judge has: the gap from now on."""
    suspect, traced, after, limit = watch.suspect, watch.traced, watch.after, -np.log(alpha)
    by_product, by_judge = (_best(watch.parts, of) >= limit for of in ("product", "judge"))
    product = watch.ranks[max(("pooled", "within"), key=lambda name: watch.parts[name])]
    if suspect is None and by_product:
        suspect = likeliest_start(product)
        traced = scores_since(watch.ranks["moved"], suspect)
    if after is None and (by_product or by_judge):
        start = likeliest_start(product if by_product else watch.ranks["moved"])
        after = GapSince(watch.batches + 1.0, *gap_before(watch.gaps, start, baseline=baseline_variance(baseline)))
    return replace(watch, suspect=suspect, traced=traced, after=after)


def _looked(watch: Watch, baseline: Baseline) -> Watch:
    """Where a look is due at what the anchors say since the suspected start, or at the gap since the alarm: what it shows."""
    n_anchors = float(baseline.anchor_strata.sum())
    due = {"suspected": looks_due(watch.traced[0], n_anchors), "gap after": 0}
    scores = {"suspected": watch.traced[1] / np.sqrt(max(watch.traced[0], 1.0)), "gap after": 0.0}
    if watch.after is not None:
        # A batch with all anchors has the production of one batch only: as many batches as looks are waited for.
        due["gap after"] = min(looks_due(float(watch.after.sums[:, 1].sum()), n_anchors), watch.after.batches)
        scores["gap after"] = gap_score(watch.after, n_anchors)
    parts, looks = dict(watch.parts), dict(watch.looks)
    for name, n in due.items():
        if n > looks[name]:
            seen = log_inverse_p(float(scores[name])) + float(np.log(look_weight(looks[name], n)))
            parts[name], looks[name] = max(parts[name], seen), n
    return replace(watch, parts=parts, looks=looks)


def since_alarm(watch: Watch, visits: Visits, points: FloatArray) -> list[tuple[int, float]]:
    """`Visits.since` of these anchors after a batch that has production too; `watch` is that before it."""
    if watch.after is None:
        return [(0, 0.0)] * len(visits.means)
    before = np.where((visits.last >= watch.after.start)[:, np.newaxis], visits.since, 0.0)
    return [(int(n) + 1, float(total + gap)) for (n, total), gap in zip(before, _gaps(visits, points), strict=True)]


def _gaps(visits: Visits, points: FloatArray) -> FloatArray:
    """What each anchor shifted, times how much it counts."""
    return np.asarray(visits.weights * (visits.now @ points / np.maximum(visits.now.sum(axis=1), 1) - visits.means))


def shares_strata(baseline: Baseline) -> bool:
    """Whether some stratum has anchors and enough production in the baseline; else the system is held against all production together."""
    enough = baseline.production[:-1].sum(axis=1) >= FEWEST
    return bool((enough & (baseline.anchor_strata > 0)).any())


def baseline_variance(baseline: Baseline) -> float:
    """Variance of the baseline's production mean within strata, weighed as the anchors are; 0 without one of the two."""
    if not shares_strata(baseline):
        counts = baseline.production.sum(axis=0)
        return spread_of(counts, baseline.points) / float(counts.sum()) if counts.sum() >= FEWEST else 0.0
    enough = baseline.production[:-1].sum(axis=1) >= FEWEST
    total, found = baseline.anchor_strata[enough].sum(), 0.0
    for counts, n_anchors in zip(baseline.production[:-1][enough], baseline.anchor_strata[enough], strict=True):
        found += (n_anchors / total) ** 2 * spread_of(counts, baseline.points) / counts.sum()
    return float(found)


def gap_groups(baseline: Baseline, batch: Batch) -> list[GapGroup]:
    """Production rows and anchors by stratum, where both are and the baseline has the stratum; all together where anchors have strata of their own."""
    visits = batch.visits
    gaps, everyone = _gaps(visits, baseline.points), np.ones(len(visits.means), dtype=bool)
    high = visits.means >= _middle(baseline)
    if shares_strata(baseline):
        parts = [(visits.strata == s, batch.production[s], baseline.production[s]) for s in range(len(baseline.strata))]
    else:
        parts = [(everyone, batch.production.sum(axis=0), baseline.production.sum(axis=0))]
    found = []
    for here, rows, before in parts:
        if here.any() and rows.sum() and before.sum() >= FEWEST:
            shift = rows @ baseline.points / rows.sum() - before @ baseline.points / before.sum()
            variance = max(spread_of(before, baseline.points), spread_of(rows, baseline.points)) / rows.sum()
            anchors = (gaps[here], visits.weights[here], visits.last[here], high[here], visits.since[here, 0], visits.since[here, 1])
            found.append(GapGroup(float(shift), variance, *anchors))
    return found


def _middle(baseline: Baseline) -> float:
    """Half way between what production has below its mean and what it has from there on."""
    points, counts = baseline.points, baseline.production.sum(axis=0)
    upper = points >= (counts @ points / counts.sum() if counts.sum() else 0.5)
    means = [float(counts[some] @ points[some] / counts[some].sum()) if counts[some].sum() else end for some, end in ((upper, 1.0), (~upper, 0.0))]
    return sum(means) / 2
