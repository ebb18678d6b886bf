"""Numbers written as words, in seven languages."""

from __future__ import annotations

import re
from typing import NamedTuple

from judgeaudit.text import quantity_words as words

_WORD = re.compile(r"[^\W\d_]+")
_AFTER_ONE = frozenset(
    words.word_list(
        "of could can would should might may must is was has that which who the a an to and or with from for but by on at as cannot does did will if when where "
        "another more thing way side hand such instead only also here there however though although because than needs wants gets sees uses makes says the it i "
        "assistant response answer output would's being being's about over after before just"
    )
)
_BEFORE_ONE = frozenset(
    words.word_list("other this that no any each every which another some good correct better best right wrong first second last next former latter new")
)

_MULTIPLIED = frozenset(words.word_list("the a an its that this their our his her your my what as those these"))
_BEFORE_MULTIPLE = frozenset(words.word_list("is are was were be than almost nearly about to roughly over exactly by"))
_AFTER_ZERO = frozenset(words.word_list("tolerance based day trust sum shot indexed index point padded"))
_BEFORE_ZERO = frozenset(words.word_list("below above by against sub ground non"))


class Numeral(NamedTuple):
    """A number in a text, before its unit is looked at. `form`: digits, words, ordinal, fraction, multiple, version."""

    value: float
    start: int
    end: int
    form: str


_STARTS = frozenset(
    {*(word.split()[0] for word in words.SMALL), *words.ORDINALS, *words.FRACTIONS, *words.MULTIPLES, *words.MORE_HUNDREDS, *words.HUNDRED}
    | {*words.BARE_SCALES, "dozen", "thousand", "million", "billion"}
)


def could_start(seen: set[str]) -> bool:
    """Whether one of the words may start a number."""
    return not seen.isdisjoint(_STARTS)


def speaks(text: str, languages: str) -> bool:
    """Whether a text shows two different small words of one of the languages."""
    seen = set(_WORD.findall(text[:4_000]))
    return not seen & {"the", "of"} and any(len(seen & words.LANGUAGE_WORDS[language]) >= 2 for language in languages.split())


def spelled_numerals(folded: str, seen: set[str]) -> list[Numeral]:
    """Numbers written as words in a folded text whose words are `seen`."""
    tokens = list(_WORD.finditer(folded))
    foreign = {word for word in seen & words.NEEDS_LANGUAGE.keys() if not speaks(folded, words.NEEDS_LANGUAGE[word])}
    reader, found, read = _WordReader(folded, tokens), [], 0
    for at in [i for i, token in enumerate(tokens) if token[0] in _STARTS]:
        if at < read or tokens[at][0] in foreign or folded[tokens[at].end() : tokens[at].end() + 1] == "_":
            continue
        numeral, read = reader.read(at)
        if numeral is not None:
            found.append(numeral)
    return found


class _WordReader:
    """Reads number words from a list of tokens."""

    def __init__(self, folded: str, tokens: list[re.Match[str]]) -> None:
        self.folded = folded
        self.tokens = tokens

    def word(self, at: int) -> str:
        """The token at `at` when it follows the one before by a space or a hyphen, else an empty text."""
        if not 0 <= at < len(self.tokens):
            return ""
        if at and self.folded[self.tokens[at - 1].end() : self.tokens[at].start()] not in (" ", "-", "\n"):
            return ""
        return self.tokens[at][0]

    def small(self, at: int) -> tuple[int, int]:
        """Value and length in tokens of the longest small number that starts here; length 0 where none does."""
        if not 0 <= at < len(self.tokens):
            return 0, 0
        phrase, best = self.tokens[at][0], (0, 0)
        for length in range(1, words.LONGEST_SMALL + 1):
            if phrase in words.SMALL:
                best = words.SMALL[phrase], length
            following = self.word(at + length)
            if not following:
                break
            phrase = f"{phrase} {following}"
        return best

    def read(self, at: int) -> tuple[Numeral | None, int]:
        """The number that starts at a token, if one does, and the token after it."""
        first = self.tokens[at][0]
        if first in words.ORDINALS:
            return self._ordinal(at, at, float(words.ORDINALS[first]))
        if first in words.MULTIPLES:
            return self._multiple(at)
        article = at and self.word(at) and self.tokens[at - 1][0] in ("a", "an")
        start = at - 1 if article else at
        if first in words.FRACTIONS:
            return self._fraction(start, at, 1.0 if article or first == "half" else None)
        value, after = self._whole(at, allow_bare=bool(article))
        if after == at:
            return None, at + 1
        following = self.word(after)
        if after == at + 1 and first == "zero" and self._is_name_of_zero(at):
            return None, after
        if after == at + 1 and first == "one" and following not in words.FRACTIONS and not self._counts_one(at):
            return None, after
        if following in words.ORDINALS and value % 100 >= 20 and value % 10 == 0 and words.ORDINALS[following] < 10:
            return self._ordinal(at, after, value + words.ORDINALS[following])
        if (following in words.FRACTIONS and (value == 1 or following != "half")) or (
            value == 1 and f"{following}s" in words.FRACTIONS and following != "second"
        ):
            return self._fraction(start, after, value)
        if following == "and" and self.word(after + 1) == "a" and self.word(after + 2) == "half":
            value, after = value + 0.5, after + 3
        elif following in ("point", "comma") and self.small(after + 1)[1] == 1 and self.small(after + 1)[0] < 10:
            value, after = value + self.small(after + 1)[0] / 10, after + 2
        return Numeral(value, self.tokens[start].start(), self.tokens[after - 1].end(), "words"), after

    def _whole(self, at: int, *, allow_bare: bool) -> tuple[float, int]:
        total, current, smallest, j = 0.0, -1.0, float("inf"), at
        while True:
            word = self.word(j) if j > at else self.tokens[at][0]
            value, length = self.small(j) if word else (0, 0)
            bare = allow_bare and j == at
            if length and (current < 0 or (current >= 100 and current % 100 == 0)):
                current, j = max(current, 0) + value, j + length
            elif word in words.MORE_HUNDREDS and current < 0:
                current, j = words.MORE_HUNDREDS[word], j + 1
            elif word in words.HUNDRED and (0 < current < 100 or (current < 0 and (bare or word in words.BARE_HUNDRED))):
                current, j = max(current, 1) * 100, j + 1
            elif word == "dozen" and (current > 0 or bare):
                return total + max(current, 1) * 12, j + 1
            elif word in words.SCALES and words.SCALES[word] < smallest and (current > 0 or (current < 0 and (bare or word in words.BARE_SCALES))):
                if word in words.SHORT_SCALES:
                    break
                smallest = words.SCALES[word]
                total, current, j = total + max(current, 1) * smallest, -1.0, j + 1
            elif word in ("and", "und", "y", "e", "et", "en") and j > at and self._goes_on(j + 1, current, total):
                j += 1
            else:
                break
        return total + max(current, 0), j

    def _goes_on(self, at: int, current: float, total: float) -> bool:
        """Whether the number after an "and" belongs to the one before ("one hundred and two", not "two hundred and three hundred")."""
        value, length = self.small(at) if self.word(at) else (0, 0)
        open_to_more = (current >= 100 and current % 100 == 0) or (current < 0 and total > 0)
        following = self.word(at + length)
        return open_to_more and length > 0 and 0 < value < 100 and following not in words.HUNDRED and following not in words.SCALES

    def _ordinal(self, start: int, at: int, value: float) -> tuple[Numeral | None, int]:
        before = self.folded[max(0, self.tokens[start].start() - 3) : self.tokens[start].start()].rstrip(" -")
        unit_of_time = self.tokens[at][0] == "second" and (before[-1:].isdigit() or (start and self.tokens[start - 1][0] in ("per", "a", "one", "split")))
        if unit_of_time or self.folded[self.tokens[at].end() : self.tokens[at].end() + 1] in (",", ";", ":", "-"):
            return None, at + 1
        return Numeral(value, self.tokens[start].start(), self.tokens[at].end(), "ordinal"), at + 1

    def _multiple(self, at: int) -> tuple[Numeral | None, int]:
        first, following = self.tokens[at][0], self.word(at + 1)
        after = self.folded[self.tokens[at].end() : self.tokens[at].end() + 1]
        if after == "-" or (first in ("double", "triple") and not self._multiplies(at, following)):
            return None, at + 1  # "double charge", "double check"
        return Numeral(float(words.MULTIPLES[self.tokens[at][0]]), self.tokens[at].start(), self.tokens[at].end(), "multiple"), at + 1

    def _multiplies(self, at: int, following: str) -> bool:
        """Whether "double" is a multiple ("double the price", "is double"), and not part of a name ("double charge")."""
        if following:
            return following in _MULTIPLIED
        return bool(self.word(at)) and self.tokens[at - 1][0] in _BEFORE_MULTIPLE

    def _is_name_of_zero(self, at: int) -> bool:
        """Whether "zero" counts nothing: "below zero", "zero-based", "zero tolerance", "from zero"."""
        following, previous = self.word(at + 1), self.tokens[at - 1][0] if at and self.word(at) else ""
        if following in _AFTER_ZERO or self.folded[self.tokens[at].end() : self.tokens[at].end() + 1] == "-":
            return True
        return (previous in _BEFORE_ZERO and following not in words.UNITS) or (previous == "from" and following not in ("to", "through"))

    def _fraction(self, start: int, at: int, count: float | None) -> tuple[Numeral | None, int]:
        word = self.tokens[at][0]
        below = words.FRACTIONS.get(word) or words.FRACTIONS.get(f"{word}s")
        following = self.word(at + 1)
        if word == "half" and following in ("a", "an") and self.word(at + 2) in (*words.SCALES, "dozen"):
            last = self.tokens[at + 2][0]
            return Numeral(0.5 * words.SCALES.get(last, 12.0), self.tokens[start].start(), self.tokens[at + 2].end(), "words"), at + 3
        hyphen = self.folded[self.tokens[at].end() : self.tokens[at].end() + 1] == "-"
        if count is None or below is None or hyphen or word == "halves":
            return None, at + 1
        return Numeral(count / below, self.tokens[start].start(), self.tokens[at].end(), "fraction"), at + 1

    def _counts_one(self, at: int) -> bool:
        """Whether a lone "one" counts something, or is a pronoun ("the other one", "one of the")."""
        following, previous = self.word(at + 1), self.tokens[at - 1][0] if at and self.word(at) else ""
        if previous in _BEFORE_ONE or (previous == "the" and following not in words.UNITS):
            return False
        hyphen = self.folded[self.tokens[at].end() : self.tokens[at].end() + 1] == "-"
        if hyphen:
            return following in words.UNITS or following in ("word", "sentence", "page", "paragraph", "line", "star", "item", "step", "point")
        in_ratio = following in ("in", "out") and (self.small(at + 2)[1] or self.word(at + 2) == "of")
        return bool(in_ratio) or (bool(following) and following not in _AFTER_ONE and following not in ("in", "out"))
