"""The words of a text by what their forms have in common, prepared once for the many terms that are looked for in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property, lru_cache

from judgeaudit.text.evidence.term_words import FORMS, NUMBERS, STOP, UNITS

TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*\d{0,6}|%")
_END = re.compile(r"[.!?。！？](?=[\s\"'”’)*_]|$)|\n")
_DOUBLED = frozenset("bdfgmnprt")


class Index:
    """The words of a text, by lemma."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[tuple[int, int]] = []
        self.words: list[str] = []
        self.places: dict[str, list[int]] = {}
        for match in TOKEN.finditer(text):
            word = lemma(match[0])
            self.places.setdefault(word, []).append(len(self.words))
            self.words.append(word)
            self.spans.append(match.span())

    @cached_property
    def sentences(self) -> list[int]:
        """The number of the sentence of each word."""
        numbers, number, ends = [], 0, [match.start() for match in _END.finditer(self.text)]
        for start, _ in self.spans:
            while number < len(ends) and ends[number] < start:
                number += 1
            numbers.append(number)
        return numbers

    @cached_property
    def measures(self) -> dict[tuple[str, float], int]:
        """Numbers with a unit: what and how much, to the place of the number's word."""
        found: dict[tuple[str, float], int] = {}
        for unit in UNITS:
            for at in self.places.get(unit, ()):
                amount = measured(self.words, at)
                if amount is not None:
                    found.setdefault(amount, at - 1)
        return found

    @cached_property
    def initials(self) -> dict[str, tuple[int, int]]:
        """Acronyms that runs of capitalised words would have, to their first and last word."""
        found: dict[str, tuple[int, int]] = {}
        run: list[int] = []
        for at, (start, _) in enumerate(self.spans):
            if self.text[start].isupper() and (not run or self._joined(run[-1], at)):
                run.append(at)
                for first in range(max(0, len(run) - 6), len(run) - 1):
                    found.setdefault("".join(self.text[self.spans[n][0]] for n in run[first:]), (run[first], at))
            elif self.words[at] not in ("of", "and", "the", "for") or not run:
                run = []
        return found

    def spelled(self, acronym: str) -> tuple[int, int] | None:
        """The first and last of a run of words, in any case, that begin with the letters of an acronym of three and more."""
        letters = acronym.lower()
        for at in range(len(self.words) - len(letters) + 1) if len(letters) > 2 else ():
            if (
                all(self.text[self.spans[at + n][0]].lower() == letter for n, letter in enumerate(letters))
                and self.sentences[at] == self.sentences[at + len(letters) - 1]
            ):
                return at, at + len(letters) - 1
        return None

    def _joined(self, before: int, at: int) -> bool:
        between = self.text[self.spans[before][1] : self.spans[at][0]]
        return len(between) < 12 and not any(c in between for c in ".,;:!?()\n")

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Offsets of the words from one to another, both within."""
        return self.spans[first][0], self.spans[last][1]

    def sentence(self, start: int, end: int) -> str:
        """The sentence around a stretch, of no more than 200 characters on either side."""
        before = [match.end() for match in _END.finditer(self.text, max(0, start - 200), start)]
        after = _END.search(self.text, end, min(len(self.text), end + 200))
        first = before[-1] if before else max(0, start - 200)
        return self.text[first : after.end() if after else min(len(self.text), end + 200)].strip()


@lru_cache(maxsize=64)
def index_text(text: str) -> Index:
    """The index of a text, the same object for the last texts: many rationales are about one item."""
    return Index(text)


@lru_cache(maxsize=20_000)
def lemma(word: str) -> str:
    """What the forms of one word have in common; of numbers written as words, the digits.

    Parameters
    ----------
    word : str
        One word.

    Returns
    -------
    str
        Not always a word.

    Example
    -------
    >>> [lemma(word) for word in ("Refunds", "refunded", "pricing", "prices", "Five", "delivery", "café", "%")]
    ['refund', 'refund', 'pric', 'pric', '5', 'deliver', 'caf', 'percent']
    """
    word = plain(word)
    if word.endswith(("'s", "s'")):
        word = word[:-2] if word.endswith("'s") else word[:-1]
    if word == "%":
        return "percent"
    if word in NUMBERS:
        return str(NUMBERS[word])
    if word[:1].isdigit():
        bare = word.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", word) else word
        return bare.rstrip("0").rstrip(".") if "." in bare and bare.count(".") == 1 else bare
    return FORMS.get(word) or _stem(word)


def plain(word: str) -> str:
    """A word without case and accents."""
    word = word.replace("’", "'").casefold()
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


_KEEP_E_WORDS = (
    "fare wine plane care tape site hope rate fate mate stare cape cane pine kite cube tube bite cute ripe same fine note spine robe pane rode ride side tone"
)
_KEEP_E = frozenset(_KEEP_E_WORDS.split())
"""Nouns that without their ending would be another word: wine is no win."""


def _stem(word: str) -> str:
    """Without the ending of a plural, a past or an -ing form, in one spelling of British and American."""
    if len(word) < 4:
        return word
    stem = word
    if stem.endswith("ies") and len(stem) > 4:
        stem = stem[:-3] + "y"
    elif stem.endswith(("sses", "shes", "ches", "xes", "zes", "oes")):
        stem = stem[:-2]
    elif stem.endswith("s") and not stem.endswith(("ss", "us", "is")):
        stem = stem[:-1]
    if stem in _KEEP_E:
        return stem
    for ending in ("ing", "ied", "ed"):
        rest = stem[: -len(ending)]
        if stem.endswith(ending) and len(rest) > 2 and any(c in "aeiouy" for c in rest):
            stem = rest + "y" if ending == "ied" else rest
            if ending != "ied" and len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in _DOUBLED:
                stem = stem[:-1]
            break
    stem = stem.removesuffix("e")
    for british, american in (("isation", "ization"), ("is", "iz"), ("our", "or"), ("logu", "log"), ("ll", "l")):
        if stem.endswith(british) and len(stem) > 5:
            return stem[: -len(british)] + american
    return stem


def measured(words: Sequence[str], at: int) -> tuple[str, float] | None:
    """What the number before the unit at a place amounts to."""
    if at == 0 or not words[at - 1].replace(".", "", 1).isdigit():
        return None
    what, factor = UNITS[words[at]]
    return what, round(float(words[at - 1]) * factor, 6)


def content_words(term: str) -> list[str]:
    """Lemmas of the words of a term that say what it is about.

    Example
    -------
    >>> content_words("any of the refund windows")
    ['refund', 'window']
    """
    return [word for token in TOKEN.findall(term) if plain(token) not in STOP and (word := lemma(token)) not in STOP]
