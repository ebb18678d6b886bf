"""What a word does in a clause, for `polarity`, and the shape of a language's lexicon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

STRONG = 1  # says good or bad by itself: an adjective, adverb or verb
NOUN = 2  # names a fault ("error")
TOPIC = 3  # names a fault, or what a text is about ("risk")
QUALITY = 4  # names a quality ("clarity"); counts when nothing else does
CARRY = 5  # a verb of presence ("includes")
SAY = 6  # a verb of presence that may bring a clause ("states that ...")
ABOUT = 7  # a verb or noun whose object is no finding ("identifies the error")
MISS = 8  # absence ("omits"); what it governs is no finding
NEG = 9  # turns what follows around
SHIFT = 10  # turns around, and says something by itself ("lacks", "free of")
LESS = 11  # turns the next word around
TOO = 12  # makes the next word a fault
HALF = 13  # takes from the next word ("partially")
ONLY = 14  # makes presence a fault
WISH = 15  # what would have been good ("should have", "could be clearer")
REQUIRE = 16  # what follows is asked for, and not found
REQUEST = 17  # a requirement where the instruction, the user ... is the subject
SOURCE = 18  # the instruction, the user ...
WHETHER = 19  # what follows is open
IF = 20
THAN = 21
CONTRAST = 22  # what follows counts more
SO = 23  # what follows is the conclusion
DEMOTE = 24  # what follows, up to a comma, counts less
EXCEPT = 25
INSTEAD = 26
BOUND = 27  # ends what a negator governs
AND = 28
SKIP = 29  # a phrase that says nothing

TURNS = frozenset({NEG, SHIFT, MISS})


@dataclass(frozen=True, slots=True)
class Word:
    """What a word does, and its sign (0 where it has none)."""

    kind: int
    sign: int


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A language: whole words, beginnings of words, phrases by their first word (the longest first).

    `concord`: a second negator does not undo the first. `backward`: a negator that ends a clause turns around what stands before it.
    """

    words: Mapping[str, Word]
    stems: Mapping[str, Word]
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], Word], ...]]
    requests: frozenset[str] = frozenset()
    concord: bool = False
    backward: bool = False


def lexicon(words: Mapping[str, Word], *, requests: Iterable[str] = (), concord: bool = False, backward: bool = False) -> Lexicon:
    """A lexicon of entries: a word, a beginning of words ("richtig*"), or a phrase (with blanks)."""
    phrases: dict[str, list[tuple[tuple[str, ...], Word]]] = {}
    for entry, word in words.items():
        if " " in entry:
            first, *rest = entry.split()
            phrases.setdefault(first, []).append((tuple(rest), word))
    return Lexicon(
        words={entry: word for entry, word in words.items() if " " not in entry and not entry.endswith("*")},
        stems={entry[:-1]: word for entry, word in words.items() if entry.endswith("*")},
        phrases={first: tuple(sorted(rest, key=lambda one: -len(one[0]))) for first, rest in phrases.items()},
        requests=frozenset(requests), concord=concord, backward=backward,
    )  # fmt: skip
