"""What a probe is handed besides the item, and what it hands back."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric

Spans = Mapping[str, tuple[tuple[int, int], ...]]
"""Stretches of an item's texts, as (start, end) by name of the text, in order and apart from each other. Under `cited_spans.NOWHERE` stand none."""


@dataclass(frozen=True, slots=True)
class Change:
    """One stretch of an item's text, and what stands in its place (nothing where it was deleted)."""

    source: str
    start: int
    end: int
    put: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """An item as a probe shows it: the same id, other texts. `name` is one word for what was done; the same for all items."""

    item: Item
    name: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Context:
    """What a probe may read.

    Attributes
    ----------
    rubric : Rubric
    items : sequence of Item
        All items of the plan.
    judge, criterion : str
        Who was asked what; "" for probes of the first stage, which change an item in the same way for everybody.
    cited : mapping of item id to Spans
        What this judge cited on this criterion in any of its verdicts about an item. Second stage only.
    """

    rubric: Rubric
    items: Sequence[Item] = ()
    judge: str = ""
    criterion: str = ""
    cited: Mapping[str, Spans] = field(default_factory=dict)

    def rng(self, *words: object) -> random.Random:
        """A generator that depends on the rubric's seed and these words, and on nothing that happened before.

        Only `random()` of it gives the same numbers in every version of Python.
        """
        return random.Random(int.from_bytes(self._digest(words)[:8], "big"))

    @cached_property
    def ring(self) -> tuple[Item, ...]:
        """The items in an order that only the seed and their ids decide: an item that is added moves none of the others."""
        return tuple(sorted(self.items, key=lambda item: (self._digest(("ring", item.id)), item.id)))

    @cached_property
    def place(self) -> dict[str, int]:
        """Where each item stands in the ring."""
        return {item.id: n for n, item in enumerate(self.ring)}

    def _digest(self, words: Sequence[object]) -> bytes:
        return hashlib.sha256("\x1f".join(map(str, (self.rubric.seed, *words))).encode("utf-8", "surrogatepass")).digest()


Perturb = Callable[[Item, Context], "Variant | str"]
"""The item with one thing changed; or, in a few words, why that cannot be done to this item."""
