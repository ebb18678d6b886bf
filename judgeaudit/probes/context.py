"""What a probe is handed besides the item, and what it hands back."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion, Rubric

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
    """An item as a probe shows it: the same id, other texts; or the same texts, asked about otherwise.

    Attributes
    ----------
    item : Item
    name : str
        One word for what was done. In a pair it ends in `_a` or `_b` where one response was changed or favoured.
    changes : tuple of Change
        In the item's texts as `Item.sources` gives them.
    criterion : Criterion, optional
        What is asked in place of the rubric's: other words, labels in another order or by other names.
    note : str
        Words that the judge is told beside the question.
    order : {"ba"}, optional
        The shown order of a pair where it is not the plain one.
    reasons : bool
        False: our own reply format asks for the verdict alone.
    """

    item: Item
    name: str
    changes: tuple[Change, ...] = ()
    criterion: Criterion | None = None
    note: str = ""
    order: str | None = None
    reasons: bool = True


@dataclass(frozen=True)
class Context:
    """What a probe may read.

    Attributes
    ----------
    rubric : Rubric
    items : sequence of Item
        All items of the plan.
    judge, criterion : str
        Who was asked what. Probes of the first stage change an item in the same way for every judge ("" then), and for every criterion but
        where they say that they need it.
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

    @property
    def asked(self) -> Criterion:
        """The criterion that is asked."""
        return self.rubric.criterion(self.criterion)

    @property
    def pairwise(self) -> bool:
        """Whether items are pairs."""
        return self.rubric.mode == "pairwise"

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


Made = Variant | tuple[Variant, ...] | str
"""What becomes of an item: one changed one, several, or in a few words why that cannot be done to it."""

Perturb = Callable[[Item, Context], Made]
