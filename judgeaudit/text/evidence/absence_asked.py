"""Whether a text answers what it is said to leave open: "does not say when the shop opens"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from judgeaudit.text.evidence.term_index import TOKEN, Index, content_words, index_text, lemma, plain
from judgeaudit.text.evidence.term_proofs import find_forms
from judgeaudit.text.evidence.topics import places_of_topic, places_of_word
from judgeaudit.text.evidence.wanted_answers import DROPPED, GENERIC, LIGHT, PEOPLE, QUESTIONS, Question

_MOST_ANSWERS = 60
_NEAR = 1
_SHORT = 1_500
"""Characters of a text in which an answer may stand a sentence away from what it is about."""
_OF = re.compile(r"\s+(?:for|of|to|on|in|at|between|per)\s+", re.IGNORECASE)
_NAMED = re.compile(r"(?<!years )\b(?:at|near|behind|outside|opposite|next to) (?:the |our )?[A-Z]\w+")
_GOES_ON = re.compile(r"\W*(?:it|they|this|that|these|those|he|she|doors|then|if not|normally|usually)\b", re.IGNORECASE)
"""A sentence that speaks of what the one before spoke of."""
_INFINITIVE = re.compile(
    r"\A(?:to|one (?:can|should)|you (?:can|should|must)|(?:the )?(?:user|customer|patient|reader)s? (?:can|should|must))\s+", re.IGNORECASE
)
_LEAD = re.compile(r"(?:(?:the|an?|any|exact|specific|precise|concrete|actual|its|their)\s+)*", re.IGNORECASE)

Span = tuple[int, int]


@lru_cache(maxsize=4_096)
def read_question(term: str) -> tuple[Question, list[str], str] | None:
    """The question that a clause or a noun asks, and the lemmas of what it is about.

    Example
    -------
    >>> question, about, _ = read_question("how long the refund takes")
    >>> question.name, about
    ('a duration', ['refund'])
    >>> question, about, phrase = read_question("price of a return ticket")
    >>> question.name, about, phrase
    ('a price', ['return', 'ticket'], 'a return ticket')
    """
    lead = _LEAD.match(term)
    bare = term[lead.end() :] if lead else term
    for question in QUESTIONS:
        asked = question.clause.match(bare)
        if asked is not None:
            rest = bare[asked.end() :] if question.name != "a price" else re.sub(r"\b(?:costs?|paid|pay|how|much)\b", " ", bare)
            inner = _noun_question(rest.split()[:3]) if question.name == "an answer" else None
            return inner or (question, _about(rest), _INFINITIVE.sub("", rest.strip()))
    head, of, tail = bare, "", ""
    cut = _OF.search(bare)
    if cut is not None:
        head, of, tail = bare[: cut.start()], cut[0], bare[cut.end() :]
    words = head.split()
    for question in QUESTIONS:
        for first in range(max(0, len(words) - 2), len(words)):
            if question.noun.match(" ".join(words[first:])):
                rest = " ".join([*words[:first], *([words[first]] if first < len(words) - 1 else []), tail if of else ""]).strip()
                return question, _about(rest), rest
    return None


def _noun_question(words: Sequence[str]) -> tuple[Question, list[str], str] | None:
    """What "what oven temperature to use" asks: a temperature."""
    for last in range(len(words), 0, -1):
        for question in QUESTIONS:
            if question.alone and question.noun.match(" ".join(words[:last])):
                return question, [], ""
    return None


def _about(words: str) -> list[str]:
    """Lemmas of what a question is about."""
    rest = [token for token in TOKEN.findall(words) if plain(token) not in PEOPLE and plain(token) not in LIGHT]
    return list(dict.fromkeys(word for token in rest for word in content_words(token) if lemma(token) not in _light()))


def _light() -> frozenset[str]:
    return _LIGHT_LEMMAS


_LIGHT_LEMMAS = frozenset(lemma(word) for word in LIGHT | PEOPLE)
_DROPPED_LEMMAS = frozenset(lemma(word) for word in DROPPED)
_GENERIC_LEMMAS = frozenset(lemma(word) for word in GENERIC)


def find_answer(question: Question, about: Sequence[str], phrase: str, text: str) -> Span | None:
    """Where a text answers a question.

    Parameters
    ----------
    question : Question
    about : sequence of str
        Lemmas of what it is about.
    phrase : str
        The words that they are of: "medical help" is more than its words.
    text : str

    Returns
    -------
    (start, end) or None
        The answer: a time, a sum, a cause in the sentence that has all the words, in other words or not; in a short text also in the next.
    """
    index = index_text(text)
    pointed = [word for word in about if word not in _GENERIC_LEMMAS]
    pointed = [word for word in pointed if word not in _DROPPED_LEMMAS] or pointed
    if not pointed and question.alone:
        match = question.answer.search(text)
        return match.span() if match is not None else None
    if not pointed and question.name == "a place":
        venue = next(find_forms("venue", index), None)
        named = _NAMED.search(text) if venue is None else None
        return venue[:2] if venue is not None else named.span() if named is not None else None
    wanted = pointed or list(about)
    if not wanted:
        return None
    near = _NEAR if len(text) < _SHORT and question.alone else 0
    whole = places_of_topic(phrase, index)
    places = [whole] if whole else [places_of_word(word, index) or places_of_topic(word, index) for word in wanted]
    if not all(places):
        return None
    sentences = [{index.sentences[at] for at in some} for some in places]
    for start, end, sentence in _answers(question, text, index, min(places, key=len), near):
        here = [some for some in sentences if sentence in some]
        if len(here) == len(sentences):
            return start, end
        if near and _GOES_ON.match(index.sentence(start, end)) and all(sentence in some or sentence - 1 in some for some in sentences):
            return start, end
    return None


def _answers(question: Question, text: str, index: Index, rarest: Sequence[int], near: int) -> Iterator[tuple[int, int, int]]:
    """Answers in the sentences around the rarest word, with the number of their sentence."""
    done: set[int] = set()
    for at in rarest[:_MOST_ANSWERS]:
        number = index.sentences[at]
        for sentence in range(number - near, number + near + 1):
            if sentence in done or sentence < 0:
                continue
            done.add(sentence)
            first = bisect_right(index.sentences, sentence - 1)
            last = bisect_right(index.sentences, sentence) - 1
            if last < first:
                continue
            start, end = index.span(first, last)
            match = question.answer.search(text, max(0, start - 2), min(len(text), end + 2))
            if match is not None:
                yield match.start(), match.end(), sentence
