"""What a comparer is: pairs of reasons in, probabilities of same, different and contradicting out. Optional; never needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from judgeaudit.embedding.cache import VectorCache
from judgeaudit.embedding.gather import Progress, gather, key_of
from judgeaudit.errors import OptionError
from judgeaudit.text.surrogates import encodable

RELATIONS = ("same", "different", "contradicting")

Pair = tuple[str, str]


class PairModel(Protocol):
    """What stands behind a comparer."""

    def parts(self, pairs: Sequence[Pair]) -> Iterator[tuple[Sequence[int], NDArray[np.float32]]]:
        """Rows (same, different, contradicting) of pairs, in parts as they are finished; pairs without an answer are left out."""
        ...


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparer said.

    Attributes
    ----------
    probabilities : float64 array, shape (n_pairs, 3)
        Columns same, different, contradicting; rows add up to 1. NaN where `ok` is False.
    ok : bool array, shape (n_pairs,)
        False where there is no answer that could be read: nothing is made up.
    """

    probabilities: NDArray[np.float64]
    ok: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Comparer:
    """Compares reasons: ``compare = load_comparer(...); found = compare(pairs)``.

    Attributes
    ----------
    name : str
        Which model; part of the key of each cached answer.
    load : callable
        Gives the model; called when the first pair is not in the cache.
    cache : VectorCache or None
    progress : callable or None
        ``progress(done, total)`` in distinct pairs.
    """

    name: str
    load: Callable[[], PairModel]
    cache: VectorCache | None = None
    progress: Progress | None = None

    def __call__(self, pairs: Sequence[Pair]) -> Compared:
        """How the two texts of each pair go together; the order within a pair does not matter.

        Parameters
        ----------
        pairs : sequence of (str, str)
            Neither text blank.

        Returns
        -------
        Compared

        Raises
        ------
        OptionError
            A blank text.
        EmbedderError
            The model cannot be loaded or reached.

        Notes
        -----
        Two identical texts are the same reason, and are not asked about. A pair is asked about once, whatever order it comes in. Pairs
        without an answer are not kept, so that they are asked again in the next run.
        """
        distinct: dict[Pair, int] = {}
        place = [distinct.setdefault(_sorted(pair), len(distinct)) for pair in pairs]
        kept = list(distinct)
        rows = np.full((len(kept), 3), np.nan)
        rows[[i for i, (first, second) in enumerate(kept) if first == second]] = (1.0, 0.0, 0.0)
        asked = [i for i, (first, second) in enumerate(kept) if first != second]
        if asked:
            found, filled = gather(
                [key_of(self.name, *kept[i]) for i in asked], lambda missing: self._parts([kept[i] for i in asked], missing),
                cache=self.cache, dimension=3, progress=self.progress, name=self.name,
            )  # fmt: skip
            rows[np.array(asked)[filled]] = found[filled] / found[filled].sum(axis=1, keepdims=True, dtype=np.float64)
        each = rows[place] if place else np.zeros((0, 3))
        ok: NDArray[np.bool_] = ~np.isnan(each[:, 0])
        return Compared(each, ok)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the cache has to say, in words."""
        return self.cache.notes if self.cache is not None else ()

    def _parts(self, pairs: list[Pair], missing: list[int]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        for positions, rows in self.load().parts([pairs[i] for i in missing]):
            yield [missing[i] for i in positions], rows


def _sorted(pair: Pair) -> Pair:
    first, second = sorted(encodable(text) for text in pair)
    if not first.strip() or not second.strip():
        raise OptionError("a pair holds a blank text", fix="leave it out")
    return first, second
