"""What an embedder is: texts in, unit rows out; each distinct text goes to the model once and to the cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from judgeaudit.embedding.cache import VectorCache
from judgeaudit.embedding.gather import Progress, gather, key_of
from judgeaudit.embedding.trouble import EmbedderError
from judgeaudit.errors import OptionError
from judgeaudit.text.surrogates import encodable

FloatArray = NDArray[np.float32]

Part = tuple[Sequence[int], FloatArray]
"""Positions of texts, and one row for each."""


class Model(Protocol):
    """What stands behind an embedder."""

    def parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Rows of distinct texts that are not blank, in parts as they are finished, in any order; of any length above 0."""
        ...


@dataclass(frozen=True, slots=True)
class Embedder:
    """Embeds texts: ``embed = load_embedder(...); rows = embed(texts)``.

    Attributes
    ----------
    name : str
        Which model, and which revision of it (by hash where there are files); part of the key of each cached vector.
    dimension : int or None
        Columns of the result; None where the model says it with its first answer.
    load : callable
        Gives the model; called when the first text is not in the cache, so that a run from the cache loads no model.
    cache : VectorCache or None
        None: nothing is kept.
    progress : callable or None
        ``progress(done, total)`` in distinct texts, a few times a second at most, and once at the end.
    """

    name: str
    dimension: int | None
    load: Callable[[], Model]
    cache: VectorCache | None = None
    progress: Progress | None = None

    def __call__(self, texts: Sequence[str]) -> FloatArray:
        """One unit row for each text.

        Parameters
        ----------
        texts : sequence of str
            In any order, repeated or not; the row of a text does not depend on what it comes with. None is blank.

        Returns
        -------
        float32 array, shape (n_texts, dimension)
            Rows of length 1. No NaN.

        Raises
        ------
        OptionError
            A text is blank (blank text has no direction: leave it out) or no text.
        EmbedderError
            The model cannot be loaded or reached, or what it gives is no vector.

        Notes
        -----
        Identical texts are embedded once. Halves of surrogate pairs, which nothing can encode, are replaced first.
        """
        if isinstance(texts, str):
            raise OptionError("embed takes a list of texts, and was given one text", fix="embed([text])")
        distinct: dict[str, int] = {}
        place = [distinct.setdefault(_checked(text, i), len(distinct)) for i, text in enumerate(texts)]
        if not place:
            return np.zeros((0, self.dimension or 0), dtype=np.float32)
        kept = list(distinct)
        rows, _ = gather(
            [key_of(self.name, text) for text in kept], lambda missing: self._unit_parts(kept, missing),
            cache=self.cache, dimension=self.dimension, progress=self.progress, name=self.name,
        )  # fmt: skip
        return rows if len(kept) == len(place) else rows[place]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the cache has to say, in words: damaged and set aside, or not usable. Empty where all is well."""
        return self.cache.notes if self.cache is not None else ()

    def _unit_parts(self, texts: list[str], missing: list[int]) -> Iterator[Part]:
        for positions, rows in self.load().parts([texts[i] for i in missing]):
            yield [missing[i] for i in positions], unit_rows(rows, len(positions), self.name)


def unit_rows(rows: FloatArray, n: int, name: str) -> FloatArray:
    """The rows at length 1; EmbedderError where they are not n vectors of finite numbers that point somewhere."""
    wide = np.asarray(rows, dtype=np.float64)
    if wide.ndim != 2 or len(wide) != n or wide.shape[1] == 0:
        raise EmbedderError(f"the model gave an array of shape {wide.shape} for {n} texts", where=f"embedder {name}")
    norms = np.linalg.norm(wide, axis=1, keepdims=True)
    if not np.isfinite(norms).all() or not (norms > 0).all():
        raise EmbedderError("the model gave a vector that is all zeros or not finite", where=f"embedder {name}", fix="use another embedder")
    unit: FloatArray = (wide / norms).astype(np.float32)
    return unit


def _checked(text: object, position: int) -> str:
    if not isinstance(text, str):
        raise OptionError(f"text {position} is of type {type(text).__name__}", fix="embed takes texts")
    if not text.strip():
        raise OptionError(f"text {position} is blank, and blank text points nowhere", fix="leave blank texts out")
    return encodable(text)
