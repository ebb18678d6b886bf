"""Texts that were cut for the page: where the offsets of the whole text stand in what is shown, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from judgeaudit.domain.results import CaseText
from judgeaudit.report import fields

_CUT = " ... (cut)"
"""How a text ends that was cut, where nothing says which pieces it holds."""


class Part(NamedTuple):
    """A stretch of the text that is shown; `start` is where it stands in the whole text."""

    first: int
    last: int
    start: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A text as it is shown: `text[at : at + n]` is `whole[start : start + n]` for each of its `pieces` (at, start, n), which are in order."""

    text: str
    pieces: tuple[tuple[int, int, int], ...]
    length: int

    def __bool__(self) -> bool:
        return bool(self.text)

    @property
    def gaps(self) -> list[tuple[int, int]]:
        """Where words stand in it that say what is left out."""
        if not self.is_cut:
            return []
        edges = [(0, 0), *((at, at + n) for at, _, n in self.pieces), (len(self.text), len(self.text))]
        return [(before[1], after[0]) for before, after in pairwise(edges) if before[1] < after[0]]

    @property
    def is_cut(self) -> bool:
        """Whether something of it is known to be left out."""
        return sum(n for _, _, n in self.pieces) < self.length

    def parts(self, start: int, end: int) -> list[Part]:
        """What is shown of a stretch of the whole text; nothing where it is left out."""
        found = [(max(start, own), min(end, own + n), at - own) for at, own, n in self.pieces]
        return [Part(first + shift, last + shift, first) for first, last, shift in found if first < last]

    def agrees(self, start: int, end: int, words: str) -> bool:
        """Whether a stretch of the whole text has these words, as far as it is shown."""
        parts = self.parts(start, end)
        return bool(parts) and len(words) == end - start and all(self.text[a:b] == words[own - start : own - start + b - a] for a, b, own in parts)

    def leaves_out(self, start: int, end: int) -> bool:
        """Whether a stretch of the whole text is in none of the pieces."""
        return self.is_cut and 0 <= start < end <= self.length and not self.parts(start, end)

    def find(self, words: str) -> tuple[int, int] | None:
        """Where some words first stand in what is shown."""
        places = (self.text.find(words, at, at + n) for at, _, n in self.pieces) if words else ()
        return next(((place, place + len(words)) for place in places if place >= 0), None)


def shown(text: str, pieces: Any = None, length: Any = None) -> Shown:
    """A text with the pieces that it is made of; pieces that do not fit it are as none, and the text as it stands is the whole."""
    rows = [tuple(row) for row in pieces if isinstance(row, (list, tuple))] if isinstance(pieces, (list, tuple)) else []
    if rows and isinstance(length, int) and _fit(rows, len(text), length):
        return Shown(text, tuple(rows), length)
    n = len(text) - len(_CUT) if text.endswith(_CUT) else len(text)
    return Shown(text, ((0, 0, n),), n)


def sources_of(text: CaseText | None) -> dict[str, Shown]:
    """The texts of an item by name."""
    return {name: shown(body, text.pieces.get(name), text.lengths.get(name)) for name, body in text.texts.items()} if text else {}


def said_in(reply: Mapping[str, Any], name: str) -> Shown:
    """The rationale or the reasoning of a reply; empty where there is none."""
    return shown(fields.word(reply, name), fields.mapping(reply, "pieces").get(name), fields.mapping(reply, "lengths").get(name))


def _fit(rows: list[tuple[Any, ...]], shown_length: int, length: int) -> bool:
    """Whether rows are pieces of a text: whole numbers, in order, and within it."""
    if not all(len(row) == 3 and all(type(one) is int and one >= 0 for one in row) for row in rows):
        return False
    ends = [(at + n, start + n) for at, start, n in rows]
    following = [(at, start) for at, start, _ in rows[1:]] + [(shown_length, length)]
    return all(end[0] <= after[0] and end[1] <= after[1] for end, after in zip(ends, following, strict=True))
