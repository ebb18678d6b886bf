"""Words that are no form of a term, and name the same thing all the same: derived words, and the everyday names of a topic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from judgeaudit.text.evidence.term_index import Index, content_words, index_text
from judgeaudit.text.evidence.term_proofs import find_forms, forms_of
from judgeaudit.text.evidence.terms import Standing, Way, alias_lemmas
from judgeaudit.text.evidence.topic_tables import cues_of, family, lemmas_of, light_heads, sure_cues, synonyms

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
    >>> find_related("loan refund", "You borrow it, and it is refunded.").way
    'apart'
    """
    index = index_text(text)
    words = content_words(term)
    whole = _find_topic(words, term, index)
    if whole is not None:
        return whole
    if len(words) > 1 and words[-1] in light_heads():
        words = words[:-1]
        bare = _find_topic(words, " ".join(words), index)
        if bare is not None:  # without its head a thing is a hint
            return replace(bare, way="loose")
        if len(words) == 1 and words[0] in index.places:
            at = index.places[words[0]][0]
            return Standing(*index.span(at, at), "loose")
    whole = _find_tailed(term, index)
    if whole is not None or not words:
        return whole
    if len(words) > 1:
        return _find_together(words, index)
    return _find_derived(words[0], index) or _find_synonym(words[0], index)


@lru_cache(maxsize=20_000)
def is_topic(term: str) -> bool:
    """Whether a term as a whole is an everyday topic, with words of its own that name it.

    Example
    -------
    >>> is_topic("further help"), is_topic("further discussion")
    (True, False)
    """
    words = content_words(term)
    return bool(words) and (bool(forms_of(term)) or (len(term.split()) > 1 and bool(cues_of(words, term))))


def _find_topic(words: Sequence[str], term: str, index: Index) -> Standing | None:
    """Where a text names a topic: `topic` where the words can hardly mean anything else, else `loose`."""
    named = _find_cue(sure_cues(words), index, "topic")
    if named is not None:
        return named
    first = next(find_forms(term, index, sure=True), None)
    if first is not None:
        return Standing(first[0], first[1], "topic")
    hint = _find_cue(cues_of(words, term), index, "loose")
    if hint is not None:
        return hint
    first = next(find_forms(term, index), None)
    return Standing(first[0], first[1], "loose") if first is not None else None


def _find_cue(cues: Sequence[str], index: Index, way: Way) -> Standing | None:
    for cue in cues:
        run = lemmas_of(cue)
        if not run or any(not (c.isalnum() or c in " -'") for c in cue):
            at = index.text.find(cue)
            at = at if at >= 0 or not cue[0].isalpha() else index.text.find(cue.capitalize())
            if at >= 0:
                return Standing(at, at + len(cue), way)
            continue
        for at in index.places.get(run[0], ())[:_MOST_PLACES]:
            if index.words[at : at + len(run)] == run:
                return Standing(*index.span(at, at + len(run) - 1), way)
    return None


_TAIL = re.compile(r"\s+(?:for|of|to|about|on|with|against|from|in)\s+(?:(?:the|an?|any|its|their)\s+)?", re.IGNORECASE)


def _find_tailed(term: str, index: Index) -> Standing | None:
    """A thing with what it is of in one sentence: "compensation for season tickets", where the ticket holders get 5 % back."""
    cut = _TAIL.search(term)
    if cut is None or not forms_of(term[: cut.start()]):
        return None
    tail = term[cut.end() :]
    whole = places_of_topic(tail, index)
    places = [whole] if whole else [places_of_word(word, index) for word in content_words(tail)]
    sentences = [{index.sentences[at] for at in some} for some in places]
    if not sentences or not all(sentences):
        return None
    for start, end, at in find_forms(term[: cut.start()], index, sure=True):
        if all(index.sentences[at] in some for some in sentences):
            return Standing(start, end, "topic")
    return None


@lru_cache(maxsize=64)
def _families(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for word, places in index_text(text).places.items():
        if len(word) > _LEAST or word.endswith("bl"):
            found.setdefault(family(word), []).extend(places[:_MOST_PLACES])
    return found


def _find_derived(word: str, index: Index) -> Standing | None:
    places = _families(index.text).get(family(word)) if len(word) > _LEAST else None
    return Standing(*index.span(min(places), min(places)), "derived") if places else None


def _find_synonym(word: str, index: Index) -> Standing | None:
    """Another name of one word that has no other everyday meaning."""
    for run, sure in synonyms().get(word, ()):
        places = _runs(run, index) if sure else []
        if places:
            return Standing(*index.span(places[0], places[0] + len(run) - 1), "topic")
    return None


def places_of_topic(phrase: str, index: Index) -> list[int]:
    """Where a text names an everyday topic in words of its own; of an index, the numbers of its words.

    Example
    -------
    >>> places_of_topic("medical help", index_text("Then see a doctor.")), places_of_topic("hope", index_text("A hope."))
    ([3], [])
    """
    found = [at for _, _, at in find_forms(phrase, index, sure=True)]
    for cue in sure_cues(content_words(phrase)):
        found += _runs(lemmas_of(cue), index)
    return sorted(set(found)) if index.spans else []


def stands_for(word: str, text: str) -> bool:
    """Whether a word, one of its family or another name of the same thing stands in a text; a lemma.

    Example
    -------
    >>> stands_for("purchas", "We buy and sell."), stands_for("family", "One child.")
    (True, False)
    """
    index = index_text(text)
    if word in index.places or (len(word) > _LEAST and family(word) in _families(text)):
        return True
    return any(other in index.places for other in alias_lemmas(word)) or any(_runs(run, index) for run, _ in synonyms().get(word, ()))


def _runs(run: Sequence[str], index: Index) -> list[int]:
    """Where a run of words begins."""
    places = index.places.get(run[0], ())[:_MOST_PLACES] if run else ()
    return list(places) if len(run) == 1 else [at for at in places if index.words[at : at + len(run)] == list(run)]


def places_of_word(word: str, index: Index) -> list[int]:
    """Where a word stands, or one that is derived from it or names the same; of an index, the numbers of its words.

    Example
    -------
    >>> from judgeaudit.text.evidence.term_index import index_text, lemma
    >>> places_of_word(lemma("purchase"), index_text("We buy and sell."))
    [1]
    """
    found = list(index.places.get(word, ())[:_MOST_PLACES])
    found += _families(index.text).get(family(word), ()) if len(word) > _LEAST else ()
    for other in alias_lemmas(word):
        found += index.places.get(other, ())[:_MOST_PLACES]
    for run, _ in synonyms().get(word, ()):
        found += _runs(run, index)
    for run in _cue_runs(word):
        found += _runs(run, index)
    return sorted(set(found))


def places_of_thing(word: str, index: Index) -> list[int]:
    """Where a word stands, or another that can hardly mean anything else.

    Example
    -------
    >>> from judgeaudit.text.evidence.term_index import index_text, lemma
    >>> places_of_thing(lemma("warranty"), index_text("A guarantee of years."))
    [1]
    """
    found = list(index.places.get(word, ())[:_MOST_PLACES])
    found += _families(index.text).get(family(word), ()) if len(word) > _LEAST else ()
    for other in alias_lemmas(word):
        found += index.places.get(other, ())[:_MOST_PLACES]
    for run, sure in synonyms().get(word, ()):
        found += _runs(run, index) if sure else []
    for run in _cue_runs(word):
        found += _runs(run, index)
    return sorted(set(found))


@lru_cache(maxsize=4_096)
def _cue_runs(word: str) -> list[list[str]]:
    return [run for cue in sure_cues((word,)) if (run := lemmas_of(cue)) and all(c.isalnum() or c in " -'" for c in cue)]


def _is_itself(word: str, index: Index) -> bool:
    """Whether a word stands in a text, or one of its family."""
    return word in index.places or (len(word) > _LEAST and family(word) in _families(index.text))


def _find_together(words: Sequence[str], index: Index) -> Standing | None:
    """All words of a term, in other words or not, near each other in one sentence."""
    places = [places_of_word(word, index) for word in dict.fromkeys(words)]
    if not places or not all(places):
        return None
    if len(places) > 1 and sum(not _is_itself(word, index) for word in dict.fromkeys(words)) > max(1, len(places) // 2):
        return None  # all in other words: too far from what is named
    first = min(places, key=len)
    reach = 3 * len(places) + _ROOM
    for at in first[:_MOST_PLACES]:
        near = [
            min((n for n in some if index.sentences[n] == index.sentences[at] and abs(n - at) <= reach), key=lambda n: abs(n - at), default=-1)
            for some in places
        ]
        if -1 not in near and len(set(near)) == len(near) and max(near) - min(near) <= reach:
            return Standing(*index.span(min(near), max(near)), "apart")
    return None
