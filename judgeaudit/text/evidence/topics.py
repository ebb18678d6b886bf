"""Words that are no form of a term, and name the same thing all the same: derived words, and the everyday names of a topic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from judgeaudit.text.evidence.term_index import TOKEN, Index, content_words, index_text, lemma
from judgeaudit.text.evidence.term_topics import LIGHT, TOPICS, UNLIKE
from judgeaudit.text.evidence.terms import Standing, alias_lemmas
from judgeaudit.text.quantity_words import word_list

_SUFFIXES = word_list(
    "ification ization isation ation ition ement ment ness ance ence ancy ency ician ant ent ity ive ion ian ally al ical ic ous ist ism ify iz at er"
    " or ly y ful abl ibl c it"
)
_LEAST = 5
_ROOM = 4
_MOST_PLACES = 100


def find_related(term: str, text: str) -> Standing | None:
    """Where a text speaks of what a term names, in other words.

    Parameters
    ----------
    term : str
        Common words, without an article.
    text : str

    Returns
    -------
    Standing or None
        topic: another name of the whole; derived: a word of the same family; apart: all of its words in one sentence, some in other words.

    Example
    -------
    >>> find_related("public transport", "Take the metro."), find_related("hesitation", "The hare was hesitant.").way
    (Standing(start=9, end=14, way='topic'), 'derived')
    >>> find_related("written permission", "You need consent in writing.").way
    'apart'
    """
    index = index_text(text)
    words = content_words(term)
    if len(words) > 1 and words[-1] in _light():
        words = words[:-1]
        if len(words) == 1 and words[0] in index.places:
            at = index.places[words[0]][0]
            return Standing(*index.span(at, at), "inflected")
    return _find_topic(words, term, index) or (_find_derived(words[0], index) if len(words) == 1 else _find_together(words, index))


@lru_cache(maxsize=1)
def _light() -> frozenset[str]:
    return frozenset(lemma(word) for word in LIGHT)


@lru_cache(maxsize=1)
def _by_lemmas() -> dict[tuple[str, ...], tuple[str, ...]]:
    return {tuple(content_words(topic)): cues for topic, cues in TOPICS.items()}


def _cues(words: Sequence[str], term: str) -> tuple[str, ...]:
    return TOPICS.get(term.lower()) or _by_lemmas().get(tuple(words), ())


def _find_topic(words: Sequence[str], term: str, index: Index) -> Standing | None:
    for cue in _cues(words, term):
        run = _lemmas(cue)
        if not run or any(not (c.isalnum() or c in " -'") for c in cue):
            at = index.text.find(cue)
            at = at if at >= 0 or not cue[0].isalpha() else index.text.find(cue.capitalize())
            if at >= 0:
                return Standing(at, at + len(cue), "topic")
            continue
        for at in index.places.get(run[0], ())[:_MOST_PLACES]:
            if index.words[at : at + len(run)] == run:
                return Standing(*index.span(at, at + len(run) - 1), "topic")
    return None


def _lemmas(cue: str) -> list[str]:
    return [lemma(token) for token in TOKEN.findall(cue)]


@lru_cache(maxsize=20_000)
def family(word: str) -> str:
    """What the words derived from one have in common, of a lemma; the lemma itself where it is short.

    Example
    -------
    >>> family("hungary") == family("hungarian"), family("dehydration") == family("dehydrat"), family("import") == family("important")
    (True, True, False)
    """
    if word in UNLIKE:
        return word
    stem = word
    for _ in range(2):
        suffix = next((s for s in _SUFFIXES if stem.endswith(s) and len(stem) - len(s) >= _LEAST), None)
        if suffix is None:
            break
        stem = stem[: -len(suffix)]
    return word if stem in UNLIKE else stem


@lru_cache(maxsize=64)
def _families(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for word, places in index_text(text).places.items():
        if len(word) > _LEAST:
            found.setdefault(family(word), []).extend(places[:_MOST_PLACES])
    return found


def _find_derived(word: str, index: Index) -> Standing | None:
    places = _families(index.text).get(family(word)) if len(word) > _LEAST else None
    return Standing(*index.span(min(places), min(places)), "derived") if places else None


def _places(word: str, index: Index) -> list[int]:
    """Where a word stands, or one that is derived from it or names the same."""
    found = list(index.places.get(word, ())[:_MOST_PLACES])
    found += _families(index.text).get(family(word), ()) if len(word) > _LEAST else ()
    single = [run[0] for cue in _by_lemmas().get((word,), ()) if len(run := _lemmas(cue)) == 1]
    for other in (*alias_lemmas(word), *single):
        found += index.places.get(other, ())[:_MOST_PLACES]
    return sorted(set(found))


def _find_together(words: Sequence[str], index: Index) -> Standing | None:
    """All words of a term, in other words or not, near each other in one sentence."""
    places = [_places(word, index) for word in dict.fromkeys(words)]
    if not places or not all(places):
        return None
    first = min(places, key=len)
    reach = 2 * len(places) + _ROOM
    for at in first[:_MOST_PLACES]:
        near = [
            min((n for n in some if index.sentences[n] == index.sentences[at] and abs(n - at) <= reach), key=lambda n: abs(n - at), default=-1)
            for some in places
        ]
        if -1 not in near and len(set(near)) == len(near) and max(near) - min(near) <= reach:
            return Standing(*index.span(min(near), max(near)), "apart")
    return None
