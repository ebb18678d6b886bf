"""Rationales that both versions gave on the same item."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from judgeaudit import thresholds
from judgeaudit.analyses.rationales.rows import Said, by_item
from judgeaudit.analyses.rationales.space import shortened

SAME_VERDICT = "same_verdict"
"""`variant` of what is about rationales for the same verdict."""

Texts = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Twice:
    """Items with rationales of both versions, and these; `words` says what was left out."""

    items: tuple[str, ...]
    old: Texts
    new: Texts
    words: str = ""

    @property
    def texts(self) -> Iterator[str]:
        for side in (self.old, self.new):
            for texts in side:
                yield from texts

    def inside(self, items: Collection[str]) -> Twice:
        """The same of some items."""
        kept = [n for n, item in enumerate(self.items) if item in items]
        return Twice(tuple(self.items[n] for n in kept), tuple(self.old[n] for n in kept), tuple(self.new[n] for n in kept), self.words)


def why_none(old: Sequence[Said], new: Sequence[Said]) -> str | None:
    """Why nothing can be compared; None where both versions give rationales."""
    given = [any(one.text for one in side) for side in (old, new)]
    if not any(given):
        return "no verdict has a rationale"
    return None if all(given) else "the baseline has no rationales" if given[1] else "the current run has no rationales"


def all_twice(old: Sequence[Said], new: Sequence[Said]) -> Twice:
    """All rationales of items that have some of both versions, at most `thresholds.MAX_PAIRED_REPLICATES` of each."""
    of_old, of_new = (_texts(side) for side in (old, new))
    items = tuple(sorted(item for item in of_old if item in of_new))
    return Twice(items, tuple(of_old[item] for item in items), tuple(of_new[item] for item in items))


def same_verdict(old: Sequence[Said], new: Sequence[Said]) -> Twice:
    """Of each item the rationales for one verdict that both versions gave: the one that makes most pairs of an old rationale and a new one.

    Which verdict that is hangs on verdicts and never on texts, so that rationales of it are exchangeable where nothing changed.
    """
    cells: dict[tuple[str, float], list[list[Said]]] = {}
    for n, side in enumerate((old, new)):
        for one in side:
            if one.text:
                cells.setdefault((one.item, one.code), [[], []])[n].append(one)
    best: dict[str, tuple[tuple[int, float], list[list[Said]]]] = {}
    for (item, code), pair in sorted(cells.items(), key=lambda cell: cell[0]):
        rank = (len(pair[0]) * len(pair[1]), -code)
        if rank[0] and (item not in best or rank > best[item][0]):
            best[item] = (rank, pair)
    items = tuple(sorted(best))
    sides = [tuple(_texts(best[item][1][n])[item] for item in items) for n in (0, 1)]
    return Twice(items, sides[0], sides[1])


def _texts(said: Sequence[Said]) -> dict[str, tuple[str, ...]]:
    given = by_item([one for one in said if one.text])
    return {item: tuple(shortened(one.text) for one in rows[: thresholds.MAX_PAIRED_REPLICATES]) for item, rows in given.items()}


def drawn(twice: Twice, order: Sequence[str], most: int) -> Twice:
    """The first items in a random order whose rationales are together at most so many; all where they are no more."""
    size = {item: len(old) + len(new) for item, old, new in zip(twice.items, twice.old, twice.new, strict=True)}
    if sum(size.values()) <= most:
        return twice
    kept: set[str] = set()
    left = most
    for item in order:
        left -= size.get(item, 0)
        if left < 0:
            break
        kept |= {item} & size.keys()
    found = twice.inside(kept)
    return Twice(found.items, found.old, found.new, f"{len(kept):,} of {len(size):,} items drawn at random")
