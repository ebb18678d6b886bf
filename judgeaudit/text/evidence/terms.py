"""Does a term stand in a text: as it is, inflected, as a number written otherwise, under another everyday name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judgeaudit.text.boundaries import is_whole
from judgeaudit.text.evidence.term_index import TOKEN, Index, content_words, index_text, lemma, measured, plain
from judgeaudit.text.evidence.term_words import ALIASES, LOOSE_ALIASES, STOP, UNITS
from judgeaudit.text.normalise import fold

Way = Literal["exact", "folded", "inflected", "number", "alias", "derived", "topic", "apart", "loose"]

_MOST_PLACES = 300
_DENSE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]")
_SUFFIXES = {
    "de": ("en", "er", "es", "em", "e", "n", "s", "t"),
    "fr": ("es", "s", "e", "ent", "er", "ez", "x"),
    "es": ("es", "s", "os", "as", "o", "a", "n"),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a term stands in a text, `text[start:end]`, and how it was found.

    exact, folded (case, marks, hyphens, spaces), inflected, number (5 / five, 14 days / two weeks), alias (another name of the same
    thing, an acronym), derived (overconfident / overconfidence),
    topic (a bus for public transport); apart: all of its words, near each other in one sentence; loose: an alias with other meanings too.
    """

    start: int
    end: int
    way: Way

    @property
    def sure(self) -> bool:
        """Whether the term itself stands there, rather than words that it may be."""
        return self.way not in ("apart", "loose")


def find_term(term: str, text: str, *, apart: bool = True, language: str = "en") -> Standing | None:
    """Where a term stands in a text, the surest way first.

    Parameters
    ----------
    term : str
        A word, a phrase, a name, a number with its unit; without quotation marks.
    text : str
    apart : bool
        Whether its words may stand in another order, with a few others between.
    language : str
        "de", "fr" or "es": endings of that language are no matter in words of five letters and more.

    Returns
    -------
    Standing or None

    Notes
    -----
    Linear in the length of the text the first time; the index of the last 64 texts is remembered.

    Example
    -------
    >>> [find_term(term, "Refunds take two weeks.").way for term in ("Refunds", "refund", "14 days", "money back")]
    ['exact', 'inflected', 'number', 'alias']
    """
    term = term.strip()
    if not term:
        return None
    at = _whole(term, text)
    if at >= 0:
        return Standing(at, at + len(term), "exact")
    if _DENSE.search(term):
        return _find_dense(term, text)
    index = index_text(text)
    words = [lemma(token) for token in TOKEN.findall(term)]
    acronym = term.isupper() and any(plain(token) in STOP for token in TOKEN.findall(term))  # WHO is not "who"
    return (
        (None if acronym else _find_run(words, index, term))
        or _find_measure(words, index)
        or _find_acronym(term, index)
        or _find_alias(words, index)
        or _find_joined(words, index)
        or (_find_apart(content_words(term), index) if apart else None)
        or (_find_foreign(words, index, language) if language in _SUFFIXES else None)
    )


def _whole(term: str, text: str) -> int:
    """Offset of the first whole occurrence as it is, -1 without one."""
    at = text.find(term)
    for _ in range(_MOST_PLACES):
        if at < 0 or is_whole(text, at, at + len(term)):
            return at
        at = text.find(term, at + 1)
    return -1


def _find_dense(term: str, text: str) -> Standing | None:
    folded, wanted = fold(text), fold(term).text
    at = folded.text.find(wanted) if wanted else -1
    return Standing(*folded.span(at, at + len(wanted)), "folded") if at >= 0 else None


def _run(words: Sequence[str], index: Index) -> Iterator[tuple[int, int]]:
    """Places of a run of words, first and last."""
    for at in index.places.get(words[0], ())[:_MOST_PLACES] if words else ():
        if index.words[at : at + len(words)] == list(words):
            yield at, at + len(words) - 1


def _find_run(words: Sequence[str], index: Index, term: str) -> Standing | None:
    for first, last in _run(words, index):
        start, end = index.span(first, last)
        alike = [plain(word) for word in TOKEN.findall(term)] == [plain(word) for word in TOKEN.findall(index.text[start:end])]
        number = not alike and any(word.isdigit() for word in words)
        return Standing(start, end, "folded" if alike else "number" if number else "inflected")
    return None


def _find_measure(words: Sequence[str], index: Index) -> Standing | None:
    """A number with a unit under another name or in another unit; the rest of the words near it."""
    for at, word in enumerate(words):
        amount = measured(words, at) if word in UNITS else None
        if amount is None or amount not in index.measures:
            continue
        place = index.measures[amount]
        rest = [other for n, other in enumerate(words) if n not in (at - 1, at) and other not in STOP]
        near = index.words[max(0, place - 8) : place + 10]
        if all(other in near for other in rest):
            return Standing(*index.span(place, place + 1), "number")
    return None


def _find_acronym(term: str, index: Index) -> Standing | None:
    """WHO for World Health Organization and the other way round."""
    bare = term.replace(".", "")
    if bare.isupper() and bare.isalpha() and 2 <= len(bare) <= 6:
        found = index.initials.get(bare) or index.spelled(bare)
        return Standing(*index.span(*found), "alias") if found else None
    capitals = [word for word in term.split() if word not in ("of", "and", "the", "for")]
    if len(capitals) < 2 or not all(word[:1].isupper() for word in capitals):
        return None
    initials = "".join(word[0] for word in capitals)
    for written in (initials, ".".join(initials) + "."):
        at = _whole(written, index.text)
        if at >= 0:
            return Standing(at, at + len(written), "alias")
    return None


@lru_cache(maxsize=1)
def _alias_table() -> dict[tuple[str, ...], list[tuple[tuple[str, ...], bool]]]:
    """Every alias by its lemmas: the others of its groups, and whether they may mean something else."""
    table: dict[tuple[str, ...], list[tuple[tuple[str, ...], bool]]] = {}
    for group in ALIASES:
        members = [(tuple(lemma(token) for token in TOKEN.findall(name)), name) for name in group]
        for key, name in members:
            for other, other_name in members:
                if other != key:
                    loose = bool({name, other_name} & LOOSE_ALIASES)
                    table.setdefault(key, []).append((other, loose))
    return table


def alias_lemmas(word: str) -> list[str]:
    """Lemmas of the other everyday names of one word that are one word, and have no other meaning."""
    return [other[0] for other, loose in _alias_table().get((word,), ()) if len(other) == 1 and not loose]


def _find_alias(words: Sequence[str], index: Index) -> Standing | None:
    """The term with one stretch of its words exchanged for another name of the same thing."""
    table, loosely = _alias_table(), None
    for first in range(len(words)):
        for last in range(first + 1, min(len(words), first + 4) + 1):
            for other, loose in table.get(tuple(words[first:last]), ()):
                variant = [*words[:first], *other, *words[last:]]
                places = next(_run(variant, index), None)
                if places is not None and not loose:
                    return Standing(*index.span(*places), "alias")
                if places is not None:
                    loosely = Standing(*index.span(*places), "loose")
    return loosely


def _find_joined(words: Sequence[str], index: Index) -> Standing | None:
    """One word for two, and two for one: set up, set-up, setup."""
    joined = "".join(words)
    if len(words) > 1 and len(joined) > 4 and joined in index.places:
        at = index.places[joined][0]
        return Standing(*index.span(at, at), "folded")
    if len(words) == 1 and len(joined) > 4 and joined.isalpha():
        for cut in range(2, len(joined) - 1):
            places = next(_run([joined[:cut], joined[cut:]], index), None) if joined[:cut] in index.places else None
            if places is not None:
                return Standing(*index.span(*places), "folded")
    return None


def _find_apart(words: Sequence[str], index: Index, *, room: int = 4) -> Standing | None:
    """All words of a term in one sentence, near each other, in any order."""
    if len(words) < 2 or not all(word in index.places for word in words):
        return None
    rarest = min(words, key=lambda word: len(index.places[word]))
    reach = 2 * len(words) + room
    for at in index.places[rarest][:_MOST_PLACES]:
        first, last = max(0, at - reach), min(len(index.words), at + reach + 1)
        here = [n for n in range(first, last) if index.sentences[n] == index.sentences[at]]
        nearest = {word: min((n for n in here if index.words[n] == word), key=lambda n: abs(n - at), default=None) for word in words}
        places = [n for n in nearest.values() if n is not None]
        if len(places) == len(nearest) and max(places) - min(places) <= reach:
            return Standing(*index.span(min(places), max(places)), "apart")
    return None


def _find_foreign(words: Sequence[str], index: Index, language: str) -> Standing | None:
    """Words of German, French or Spanish without their endings."""
    wanted = [_bare(word, language) for word in words]
    for at in range(len(index.words) - len(words) + 1):
        if _bare(index.words[at], language) == wanted[0] and [_bare(word, language) for word in index.words[at : at + len(words)]] == wanted:
            return Standing(*index.span(at, at + len(words) - 1), "inflected")
    return None


def _bare(word: str, language: str) -> str:
    for suffix in _SUFFIXES[language]:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return word[: -len(suffix)]
    return word
