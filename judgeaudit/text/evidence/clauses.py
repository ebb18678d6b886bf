"""What each clause of a rationale speaks about, and how: as seen, as missing, as wished for, as known of the world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from judgeaudit.text.evidence.sources import Sources

Mood = Literal["asserted", "denied", "suggested", "conditional", "outside", "restated"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a rationale; `text == rationale[start:end]`.

    `places` are the names of the sources that it may speak about, () where it does not say; `mood` is how: asserted (of the sources, as they
    are), denied (something is not there, or not so), suggested (should, could, would, better), conditional (if, unless), outside (known of the
    world: "in fact", "the correct answer is"), restated (translated, explained, concluded: "which means", "i.e.").
    """

    text: str
    start: int
    end: int
    sentence: int
    places: tuple[str, ...] = ()
    mood: Mood = "asserted"


@dataclass(frozen=True, slots=True)
class Reading:
    """A rationale, clause by clause. `language` is a two-letter code, "" where it is not known or not read."""

    text: str
    clauses: tuple[Clause, ...]
    language: str

    def at(self, start: int) -> Clause:
        """The clause that holds an offset, or the one before it."""
        raise NotImplementedError


def read_rationale(rationale: str, sources: Sources) -> Reading:
    """Split a rationale into clauses and say of each what it speaks about."""
    raise NotImplementedError
