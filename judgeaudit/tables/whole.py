"""A table that was counted and not kept: its pattern counts, what is known of every row, and all rows of some items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from judgeaudit.tables.counter import EXAMPLES, TableFacts
from judgeaudit.tables.item_sample import ItemSample
from judgeaudit.tables.patterns import PatternCounts
from judgeaudit.tables.tallies import Tallies


@dataclass(frozen=True)
class Bucket:
    """Some items, with all that was said of them: pattern counts by criterion (see `items.merged`), and what was noticed."""

    patterns: Mapping[str, PatternCounts]
    facts: TableFacts


@dataclass(frozen=True)
class Whole:
    """A whole table in parts that share no item.

    `missing` names the parts that could not be read, each with the reason.
    """

    buckets: Sequence[Bucket]
    tallies: Tallies
    sample: ItemSample
    missing: Sequence[str] = field(default_factory=tuple)

    @property
    def facts(self) -> TableFacts:
        """What was noticed in all parts."""
        found = [bucket.facts for bucket in self.buckets]
        return TableFacts(
            n_rows=sum(one.n_rows for one in found), n_probe_rows=sum(one.n_probe_rows for one in found),
            n_duplicates=sum(one.n_duplicates for one in found), n_conflicts=sum(one.n_conflicts for one in found),
            n_off_scale=sum(one.n_off_scale for one in found),
            duplicates=_examples(one.duplicates for one in found), off_scale=_examples(one.off_scale for one in found),
            mixed=_examples(one.mixed for one in found),
        )  # fmt: skip

    @property
    def judges(self) -> tuple[str, ...]:
        return tuple(self.tallies.judges)

    def of(self, criterion: str) -> list[PatternCounts]:
        """The pattern counts of a criterion, part by part."""
        return [bucket.patterns[criterion] for bucket in self.buckets if criterion in bucket.patterns]

    def item_ids(self) -> set[str]:
        return self._item_ids

    @cached_property
    def _item_ids(self) -> set[str]:
        return set().union(*(counts.item_ids for bucket in self.buckets for counts in bucket.patterns.values()))


def _examples(found: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted({text for one in found for text in one})[:EXAMPLES])
