"""The lexicons of `polarity`, built once, and which of them a clause needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judgeaudit.text import polarity_elsewhere as elsewhere
from judgeaudit.text import polarity_kinds as kinds
from judgeaudit.text.polarity_kinds import Lexicon, Word, lexicon
from judgeaudit.text.polarity_words import english

_PARTS = {
    "good": Word(kinds.STRONG, 1), "bad": Word(kinds.STRONG, -1), "fault": Word(kinds.NOUN, -1), "topic": Word(kinds.TOPIC, -1), "has": Word(kinds.CARRY, 1),
    "about": Word(kinds.ABOUT, 1), "miss": Word(kinds.MISS, -1), "not": Word(kinds.NEG, -1), "lacks": Word(kinds.SHIFT, -1), "free": Word(kinds.SHIFT, 1),
    "less": Word(kinds.LESS, -1), "too": Word(kinds.TOO, -1), "half": Word(kinds.HALF, -1), "only": Word(kinds.ONLY, -1), "wish": Word(kinds.WISH, -1),
    "must": Word(kinds.REQUIRE, 0), "when": Word(kinds.IF, 0), "whether": Word(kinds.WHETHER, 0), "but": Word(kinds.CONTRAST, 0), "so": Word(kinds.SO, 0),
    "aside": Word(kinds.DEMOTE, 0), "except": Word(kinds.EXCEPT, 0), "and": Word(kinds.AND, 0), "skip": Word(kinds.SKIP, 0),
}  # fmt: skip
_MARKS = dict.fromkeys((";", ":", "(", ")", "—", "–"), Word(kinds.BOUND, 0))
_ENGLISH_COMMON = """the is are was it and of to in a an that for on with not does do has have be as at or by from its this no response answer reply which all
but so than more because only would could should criterion code summary translation step i if there any were did"""


def _lexicon(parts: Mapping[str, str], *, concord: bool = False, backward: bool = False) -> Lexicon:
    words = {entry.replace("_", " "): _PARTS[part] for part, listed in parts.items() if part in _PARTS for entry in listed.split()}
    return lexicon({**_MARKS, **words}, concord=concord, backward=backward)


_ENGLISH = english()
_LANGUAGES: tuple[tuple[Lexicon, str], ...] = (
    (_ENGLISH, _ENGLISH_COMMON),
    (_lexicon(elsewhere.GERMAN, backward=True), elsewhere.GERMAN["common"]),
    (_lexicon(elsewhere.DUTCH, backward=True), elsewhere.DUTCH["common"]),
    (_lexicon(elsewhere.FRENCH, concord=True), elsewhere.FRENCH["common"]),
    (_lexicon(elsewhere.SPANISH, concord=True), elsewhere.SPANISH["common"]),
    (_lexicon(elsewhere.ITALIAN, concord=True), elsewhere.ITALIAN["common"]),
    (_lexicon(elsewhere.PORTUGUESE, concord=True), elsewhere.PORTUGUESE["common"]),
    (_lexicon(elsewhere.POLISH, concord=True), elsewhere.POLISH["common"]),
    (_lexicon(elsewhere.RUSSIAN, concord=True, backward=True), elsewhere.RUSSIAN["common"]),
)


def _words_of_languages() -> dict[str, tuple[int, ...]]:
    """Which languages a word is in: common words and whole entries; English entries count where another language has them, too."""
    places: dict[str, set[int]] = {}
    for place, (words, common) in enumerate(_LANGUAGES):
        for word in {*common.split(), *(words.words if place else ())}:
            if word.isalpha() or word.endswith("'"):
                places.setdefault(word, set()).add(place)
    for word in places.keys() & _ENGLISH.words.keys():
        places[word].add(0)  # "billing error" is no Spanish
    return {word: tuple(sorted(found)) for word, found in places.items()}


_PLACES = _words_of_languages()


def choose_language(texts: Sequence[str]) -> Lexicon:
    """The lexicon of the language that most words of a clause are in; English where nothing tells."""
    counts = [0] * len(_LANGUAGES)
    for text in texts:
        for place in _PLACES.get(text, ()):
            counts[place] += 1
    best = max(counts)
    if counts[0] == best:
        if best or "".join(texts).isascii():
            return _ENGLISH
        return _by_stems(texts)
    return _LANGUAGES[counts.index(best)][0]


def _by_stems(texts: Sequence[str]) -> Lexicon:
    """A short clause without common words: the language that knows a beginning of one of its words."""
    for words, _ in _LANGUAGES[1:]:
        if any(text[:n] in words.stems for text in texts for n in range(4, min(len(text), 20) + 1)):
            return words
    return _ENGLISH
