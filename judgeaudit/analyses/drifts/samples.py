"""Which items are read where all would take too long: at random, every stratum in proportion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from judgeaudit.tables import PatternCounts


def in_proportion(items: Sequence[str], patterns: PatternCounts, rng: np.random.Generator) -> list[str]:
    """Items of a criterion in a random order, of which the first n hold each stratum in proportion, whatever n is."""
    stratum_of = {item: patterns.strata[n] for item, n in zip(patterns.item_ids, patterns.pattern_of_item.tolist(), strict=True)}
    mixed = [items[n] for n in rng.permutation(len(items))]
    sizes, seen = Counter(stratum_of[item] for item in mixed), Counter[str | None]()
    place = {}
    for item in mixed:
        stratum = stratum_of[item]
        place[item] = (seen[stratum] + 0.5) / sizes[stratum]
        seen[stratum] += 1
    return sorted(mixed, key=place.__getitem__)
