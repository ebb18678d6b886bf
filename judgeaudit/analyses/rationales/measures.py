"""The numbers on rationales: of one judge with itself, and of two judges that agree on the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, parts, percent
from judgeaudit.analyses.rationales.channels import SAME, SIGNALS, Channel
from judgeaudit.analyses.rationales.repeats import FloatArray, Repeats
from judgeaudit.domain.results import Estimate

IntArray = NDArray[np.int64]

NAMES = {"numbers": "numeric_agreement", "polarity": "polarity_agreement", "evidence": "evidence_agreement", "criteria": "criteria_agreement"}
"""Estimate of each signal."""

STOCK = "two rationales of different items are called the same as often: stock phrases, no reasons"
"""Why agreement is undefined where it says nothing: a gate on it must not hold."""

_NO_SIGNAL = {
    "numbers": "no number in any pair of {what}",
    "polarity": "no pair of {what} says whether something is met or good",
    "evidence": "no quote of the item was found in any pair of {what}",
    "criteria": "no aspect is named in any pair of {what}: structured replies name them",
}


@dataclass(frozen=True)
class ItemPart:
    """A criterion or one of its strata, item by item: `index` picks from its items by name, `clusters` numbers theirs."""

    part: Part
    index: NDArray[np.intp]
    clusters: IntArray | None

    def rate(self, name: str, values: FloatArray, *, judge: str, variant: str | None, method: str = "") -> Estimate:
        """The mean over items of values in 0..1, shape (n_items of the criterion,) or (n_items, n_pairs)."""
        found = stats.proportion(values[self.index], ci_level=self.part.data.ci_level, clusters=self.clusters)
        return self.tag(name, found, judge=judge, variant=variant, method=method)

    def tag(self, name: str, found: Estimate, *, judge: str, variant: str | None, method: str = "") -> Estimate:
        """An estimate as one of this part."""
        said = "; ".join(filter(None, (found.method, method))) if found.undefined is None else found.method
        return self.part.tag(name, found, judge=judge).about(variant=variant, method=said)

    def alpha(
        self, name: str, channel: Channel, places: Sequence[IntArray], *, judge: str, variant: str | None, raters: Sequence[IntArray] | None = None
    ) -> Estimate:
        """Krippendorff's alpha of the vectors of readings, given for each item of the criterion by name."""
        data = self.part.data
        if channel.space.whole is None:
            return self.tag(name, Estimate.missing(data.no_embedder or "no embedder"), judge=judge, variant=variant)
        sizes = [len(places[i]) for i in self.index]
        chosen = np.concatenate([np.zeros(0, dtype=np.int64), *(places[i] for i in self.index)])
        items = np.repeat(np.arange(len(self.index)), sizes)
        of_rater = None if raters is None else np.concatenate([np.zeros(0, dtype=np.int64), *(raters[i] for i in self.index)])
        found = stats.rationale_alpha(
            channel.space.whole[chosen], items, raters=of_rater, ci_level=data.ci_level, n_resamples=data.n_resamples,
            rng=data.rng("rationale", name, judge, self.part.criterion, self.part.stratum, variant),
            clusters=None if self.clusters is None else self.clusters[items],
        )  # fmt: skip
        return self.tag(name, found, judge=judge, variant=variant, method=data.embedder)


def item_parts(data: AnalysisInput) -> Iterator[ItemPart]:
    """Every criterion as a whole, followed by its strata."""
    for part in parts(data, "rationale"):
        patterns = part.patterns
        order = sorted(range(patterns.n_items), key=patterns.item_ids.__getitem__)
        inside = [part.stratum is None or patterns.strata[patterns.pattern_of_item[i]] == part.stratum for i in order]
        kept = [i for i, there in zip(order, inside, strict=True) if there]
        names = [patterns.clusters[i] or f"\0{patterns.item_ids[i]}" for i in kept]
        numbers = {name: n for n, name in enumerate(dict.fromkeys(names))}
        shared = any(patterns.clusters[i] for i in kept)
        yield ItemPart(part, np.flatnonzero(inside), np.array([numbers[name] for name in names], dtype=np.int64) if shared else None)


def measure(part: ItemPart, repeats: Repeats | None, judge: str, channel: Channel) -> list[Estimate]:
    """Every number of one judge in one channel."""
    what = "rationales" if channel.name == "rationale" else "reasoning chains"
    reason = _why_not(part, repeats, what)
    if reason is not None or repeats is None:
        names = ("rationale_alpha", "rationale_pair_stability", "rationale_dominant_share", *NAMES.values(), "unstable_rationale_rate")
        return [part.tag(name, Estimate.missing(reason or what), judge=judge, variant=channel.variant) for name in names]
    variant = channel.variant
    alpha = part.alpha("rationale_alpha", channel, [place[place >= 0] for place in repeats.places], judge=judge, variant=variant)
    if repeats.stock:
        shared = _by_chance((repeats.chance.decision == SAME).astype(np.float64), what)
        missing = Estimate.missing(f"{STOCK.replace('rationales', what)} ({shared})")
        names = ("rationale_pair_stability", "rationale_dominant_share", *NAMES.values(), "unstable_rationale_rate")
        return [alpha, *(part.tag(name, missing, judge=judge, variant=variant) for name in names)]
    return [alpha, *_agreements(part, repeats, judge, variant, what), _unstable(part, repeats, judge, variant)]


def _agreements(part: ItemPart, repeats: Repeats, judge: str, variant: str | None, what: str) -> list[Estimate]:
    """How often repeats give the same reason, and how far they agree in each signal."""
    data, chance = part.part.data, repeats.chance
    by_chance = _by_chance((chance.decision == SAME).astype(np.float64), what)
    compared = _compared(part, repeats)
    modal = stats.modal_share(repeats.clusters[part.index], ci_level=data.ci_level, clusters=part.clusters)
    found = [
        part.rate("rationale_pair_stability", repeats.same, judge=judge, variant=variant, method="; ".join(filter(None, (compared, by_chance)))),
        part.tag("rationale_dominant_share", modal, judge=judge, variant=variant, method=_most(part, repeats)),
    ]
    for n, signal in enumerate(SIGNALS):
        values = repeats.signal(signal)
        if np.isnan(values[part.index]).all():
            missing = Estimate.missing(_no_signal(data, signal, what))
            found.append(part.tag(NAMES[signal], missing, judge=judge, variant=variant))
        else:
            found.append(part.rate(NAMES[signal], values, judge=judge, variant=variant, method=_by_chance(chance.signals[:, n], what)))
    return found


def compared_of(compared: int, every: int) -> str:
    """How many pairs were compared, of how many there are."""
    return f"all {every} pairs compared" if compared == every else f"{compared} of {every} pairs compared, drawn at random"


def _compared(part: ItemPart, repeats: Repeats) -> str:
    sizes = [int((repeats.places[n] >= 0).sum()) for n in part.index]
    return compared_of(int((~np.isnan(repeats.same[part.index])).sum()), sum(k * (k - 1) // 2 for k in sizes))


def _unstable(part: ItemPart, repeats: Repeats, judge: str, variant: str | None) -> Estimate:
    values = np.where(repeats.verdict_stable, repeats.rationale_unstable, np.nan)
    if np.isnan(values[part.index]).all():
        missing = Estimate.missing("no item has a stable verdict and two rationales")
        return part.tag("unstable_rationale_rate", missing, judge=judge, variant=variant)
    return part.rate("unstable_rationale_rate", values, judge=judge, variant=variant, method="among items with a stable verdict")


def _why_not(part: ItemPart, repeats: Repeats | None, what: str) -> str | None:
    if repeats is None or not any((repeats.places[i] >= 0).any() for i in part.index):
        return f"the judge gave no {what}"
    if not np.isnan(repeats.same_share[part.index]).all():
        return None
    once = max(len(said) for said in repeats.said) < 2
    return "one replicate: the judge was asked once" if once else f"no item has two {what} of this judge"


def _no_signal(data: AnalysisInput, signal: str, what: str) -> str:
    missing = " (no item texts: give the items with --items)" if signal == "evidence" and not data.items else ""
    return _NO_SIGNAL[signal].format(what=what) + missing


def _by_chance(values: FloatArray, what: str) -> str:
    """What two texts of different items give, so that agreement can be read against it."""
    given = values[~np.isnan(values)]
    if not len(given):
        return ""
    return f"two {what} of different items of this judge: {percent(float(given.mean()))} ({len(given)} pairs)"


def _most(part: ItemPart, repeats: Repeats) -> str:
    """The k that a dominant share was measured at: it falls with k although nothing changes."""
    given = sorted({n for i in part.index if (n := int((repeats.places[i] >= 0).sum())) > 1})
    shown = sorted({min(n, thresholds.MAX_PAIRED_REPLICATES) for n in given})
    k = f"k = {shown[0]}" if len(shown) == 1 else f"k = {shown[0]} to {shown[-1]}"
    return k if shown == given else f"{k} of up to {given[-1]} replicates, drawn at random"


def mean_or_none(values: FloatArray) -> float | None:
    """The mean of what is there; None where nothing is."""
    given = values[~np.isnan(values)]
    return float(given.mean()) if len(given) else None
