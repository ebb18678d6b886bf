"""What one judge said about each item of a criterion, again and again: is the verdict stable, is the rationale, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationales.channels import CONTRADICTING, SAME, SIGNALS, Channel, Related, relate
from judgeaudit.analyses.rationales.pairs import Draw, Pairs, by_group, chance_pairs, components, drawn_repeats, within_pairs
from judgeaudit.analyses.rationales.rows import Said, by_item

Key = tuple[str, str]
FloatArray = NDArray[np.float64]

REASONS_WHY = ("numbers", "polarity", "evidence", "criteria", "content")


@dataclass(frozen=True)
class Repeats:
    """One judge on one criterion in one channel, item by item.

    Attributes
    ----------
    items : tuple of str
        Every item of the criterion, by name.
    said, places : tuples, one entry for each item
        Verdicts by replicate, and the reading of each; -1 without text.
    pairs, related : Pairs and Related
        Pairs of readings of an item, and how they relate.
    clusters : float array, shape (n_items, n_replicates)
        Number of the reason that each repeat gave, NaN without text; of at most `thresholds.MAX_PAIRED_REPLICATES` repeats, drawn at random.
    chance : Related
        Pairs of readings of different items.
    """

    criterion: str
    judge: str
    channel: Channel
    items: tuple[str, ...]
    said: tuple[tuple[Said, ...], ...]
    places: tuple[NDArray[np.int64], ...]
    pairs: Pairs
    related: Related
    clusters: FloatArray
    chance: Related

    @property
    def key(self) -> Key:
        return self.criterion, self.judge

    @property
    def gives_any(self) -> bool:
        """Whether the judge gave any text in this channel."""
        return any((place >= 0).any() for place in self.places)

    @cached_property
    def stock(self) -> bool:
        """Whether two rationales of different items are called the same as often as not: they are stock phrases, and no reasons."""
        enough = sum(bool((place >= 0).any()) for place in self.places) >= thresholds.MIN_STOCK_ITEMS
        return enough and float((self.chance.decision == SAME).mean()) >= thresholds.STOCK_SHARE

    @cached_property
    def same(self) -> FloatArray:
        """1 for each pair that gives the same reason, else 0, shape (n_items, most pairs of an item); NaN beyond an item's pairs."""
        return by_group(self.pairs, (self.related.decision == SAME).astype(np.float64), len(self.items))

    @cached_property
    def same_share(self) -> FloatArray:
        """Share of an item's pairs that give the same reason, shape (n_items,); NaN without pairs."""
        return _row_means(self.same)

    @cached_property
    def contradicting_share(self) -> FloatArray:
        """Share of an item's pairs that contradict each other."""
        return _row_means(by_group(self.pairs, (self.related.decision == CONTRADICTING).astype(np.float64), len(self.items)))

    @cached_property
    def score_apart(self) -> FloatArray:
        """Mean score of an item's pairs that do not give the same reason, shape (n_items,); NaN where all do."""
        apart = np.where(self.related.decision == SAME, np.nan, self.related.score)
        return _row_means(by_group(self.pairs, apart, len(self.items)))

    def signal(self, name: str) -> FloatArray:
        """Agreement of each pair in one signal, shaped like `same`; NaN where neither text has it."""
        return by_group(self.pairs, self.related.signals[:, SIGNALS.index(name)], len(self.items))

    @cached_property
    def verdict_agreement(self) -> FloatArray:
        """Share of an item's pairs of verdicts that are equal, shape (n_items,); NaN with fewer than two."""
        return np.array([_agreement(said) for said in self.said], dtype=np.float64)

    @cached_property
    def unanimous(self) -> NDArray[np.bool_]:
        """Items with a verdict on which all verdicts are equal, a single one too."""
        return np.array([len({one.code for one in said}) == 1 for said in self.said], dtype=np.bool_)

    @cached_property
    def verdict_stable(self) -> NDArray[np.bool_]:
        """Items on which all of at least two verdicts are equal."""
        return np.asarray(self.verdict_agreement == 1.0)

    @cached_property
    def rationale_unstable(self) -> FloatArray:
        """1 where the rationale is unstable, 0 where it is stable, NaN where that is not known: with fewer than two rationales.

        Unstable is a rationale whose repeats give the same reason in fewer than `thresholds.RATIONALE_STABLE_SHARE` of the pairs, clearly
        (the others' mean score is at most `thresholds.CLEARLY_APART`); and,
        under a stable verdict, one of which `thresholds.CONTRADICTING_SHARE` of the pairs contradict each other. Stock phrases are never
        stable reasons, however alike they are: NaN.
        """
        torn = self.verdict_stable & (self.contradicting_share >= thresholds.CONTRADICTING_SHARE - 1e-9)
        one_pair = np.array([len(pairs) == 1 for pairs in self.pairs_of_item], dtype=np.bool_)
        clear = self.score_apart <= np.where(one_pair, thresholds.CLEARLY_APART_ONCE, thresholds.CLEARLY_APART)
        unstable = ((self.same_share < thresholds.RATIONALE_STABLE_SHARE - 1e-9) | torn) & (clear | (torn & ~one_pair))
        unknown = np.isnan(self.same_share) | (~unstable if self.stock else False)
        return np.where(unknown, np.nan, unstable.astype(np.float64))

    @cached_property
    def pairs_of_item(self) -> tuple[range, ...]:
        """Positions in `pairs` of each item's pairs."""
        ends = [0, *np.cumsum(np.bincount(self.pairs.group, minlength=len(self.items))).tolist()]
        return tuple(range(start, end) for start, end in pairwise(ends))

    def why(self, item: int) -> list[str]:
        """What speaks against the same reason in the pairs of an item, the commonest first."""
        counts = Counter(name for n in self.pairs_of_item[item] if self.related.decision[n] != SAME for name in self.related.why[n])
        return sorted(counts, key=lambda name: (-counts[name], REASONS_WHY.index(name) if name in REASONS_WHY else len(REASONS_WHY)))


def repeats_of(data: AnalysisInput, channel: Channel, said: Mapping[Key, Sequence[Said]]) -> dict[Key, Repeats]:
    """Every judge on every criterion, all pairs compared at once.

    Parameters
    ----------
    data : AnalysisInput
    channel : Channel
    said : mapping of (criterion, judge) to sequence of Said
        As the channel was read from.

    Returns
    -------
    dict of (criterion, judge) to Repeats
    """
    items = {criterion: tuple(sorted(data.patterns[criterion].item_ids)) for criterion, _ in said}
    grouped = {key: _by_items(items[key[0]], rows, channel.places[key]) for key, rows in said.items()}
    with_text = {key: [place[place >= 0] for place in places] for key, (_, places) in grouped.items()}
    within = {key: within_pairs(places, rng=_generators(data, channel, key, items, "pairs")) for key, places in with_text.items()}
    drawn = {key: drawn_repeats(places, rng=_generators(data, channel, key, items, "replicates")) for key, places in with_text.items()}
    clustered = {key: within_pairs(places, rng=_generators(data, channel, key, items, "clusters")) for key, places in drawn.items()}
    chance = {key: _chance(data, channel, key, places) for key, places in with_text.items()}
    asked = [[within[key].ends, clustered[key].ends, chance[key]] for key in said]
    found = iter(relate(data, channel, [one for of_key in asked for one in of_key]))
    every = {}
    for key in said:
        related, of_clusters, by_chance = next(found), next(found), next(found)
        clusters = _clusters(drawn[key], of_clusters, clustered[key])
        every[key] = Repeats(*key, channel, items[key[0]], *grouped[key], within[key], related, clusters, by_chance)
    return every


def _by_items(items: tuple[str, ...], rows: Sequence[Said], places: NDArray[np.int64]) -> tuple[tuple[tuple[Said, ...], ...], tuple[NDArray[np.int64], ...]]:
    """Rows, which are in the order of items, and their readings as one entry for each item."""
    of_item, at, sizes = by_item(rows), 0, {}
    for item, said in of_item.items():
        sizes[item] = (at, at + len(said))
        at += len(said)
    spans = [sizes.get(item, (0, 0)) for item in items]
    return tuple(tuple(rows[start:end]) for start, end in spans), tuple(places[start:end] for start, end in spans)


def _chance(data: AnalysisInput, channel: Channel, key: Key, places: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    sizes = [len(of_item) for of_item in places]
    every = np.concatenate([np.zeros(0, dtype=np.int64), *places])
    drawn = chance_pairs(np.repeat(np.arange(len(sizes)), sizes), rng=data.rng("rationale", "chance", channel.name, *key))
    return np.asarray(every[drawn].reshape(-1, 2))


def _generators(data: AnalysisInput, channel: Channel, key: Key, items: Mapping[str, Sequence[str]], what: str) -> Draw:
    """Generators that depend on what is drawn, never on the order of rows, items or judges."""
    return lambda n: data.rng("rationale", what, channel.name, *key, items[key[0]][n])


def _clusters(places: Sequence[NDArray[np.int64]], related: Related, pairs: Pairs) -> FloatArray:
    codes = np.full((len(places), max([1, *map(len, places)])), np.nan)
    ends = np.cumsum(np.bincount(pairs.group, minlength=len(places))).tolist() if places else []
    start = 0
    for item, (place, end) in enumerate(zip(places, ends, strict=True)):
        n = len(place)
        if n:
            links = np.stack(np.triu_indices(n, 1), axis=1)[related.decision[start:end] == SAME]
            codes[item, :n] = components(n, links)
        start = end
    return codes


def _agreement(said: Sequence[Said]) -> float:
    n = len(said)
    if n < 2:
        return np.nan
    return sum(count * (count - 1) for count in Counter(one.code for one in said).values()) / (n * (n - 1))


def _row_means(table: FloatArray) -> FloatArray:
    n = (~np.isnan(table)).sum(axis=1)
    return np.where(n > 0, np.nansum(table, axis=1) / np.maximum(n, 1), np.nan)
