"""Whether a text answers what it is said to leave open: "does not say when the shop opens"."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from judgeaudit.text.evidence.term_index import TOKEN, Index, content_words, index_text, lemma, plain
from judgeaudit.text.evidence.topics import places_of_thing, places_of_topic
from judgeaudit.text.evidence.wanted_answers import DROPPED, LIGHT, PEOPLE, QUESTIONS, Question

_MOST_ANSWERS = 60
_MOST_IN_ONE = 8
_MARK = re.compile(r"[,;:.!?()|\n]")
_DATED = re.compile(r"\d+(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)|\d+[:/]\d|(?:1[5-9]|20)\d\d\b", re.IGNORECASE)
_BESIDE = 5
"""Words between a number and what is counted."""
_DRUGS = frozenset(lemma(word) for word in ("drug", "medicine", "medication", "tablet", "pill", "painkiller", "capsule", "take"))
"""What a text need not name beside its dose."""
_LONE = frozenset(["a price", "a capacity"])
_NEAR = 1
_SHORT = 1_500
"""Characters of a text in which an answer may stand a sentence away from what it is about."""
_OF = re.compile(r"\s+(?:for|of|to|on|in|at|between|per)\s+", re.IGNORECASE)
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
                if question.name == "a number" and not of and words and words[-1].lower().startswith("number") and len(words) > 1:
                    return None  # an order number is no number of orders
                rest = " ".join([*words[:first], *([words[first]] if first < len(words) - 1 else []), tail if of else ""]).strip()
                return question, _about(rest), rest
    return None


def _noun_question(words: Sequence[str]) -> tuple[Question, list[str], str] | None:
    """What "what oven temperature to use" asks: a temperature."""
    for last in range(len(words), 0, -1):
        for question in QUESTIONS:
            if question.alone and question.noun.match(" ".join(words[:last])):
                asked = " ".join(words[:last])
                return question, _about(" ".join(words[: last - 1])), asked
    return None


def _about(words: str) -> list[str]:
    """Lemmas of what a question is about."""
    rest = [token for token in TOKEN.findall(words) if plain(token) not in PEOPLE and plain(token) not in LIGHT]
    return list(dict.fromkeys(word for token in rest for word in content_words(token) if lemma(token) not in _light()))


def _light() -> frozenset[str]:
    return _LIGHT_LEMMAS


_LIGHT_LEMMAS = frozenset(lemma(word) for word in LIGHT | PEOPLE)
_DROPPED_LEMMAS = frozenset(lemma(word) for word in DROPPED)


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
    pointed = [word for word in about if word not in _DROPPED_LEMMAS] or list(about)
    if not pointed:
        return _lone_answer(question, phrase, text)
    if question.name in ("a frequency", "a dose") and all(word in _DRUGS for word in pointed):
        phrase = "dosing frequency" if question.name == "a frequency" else "dose"
    near = _NEAR if len(text) < _SHORT and question.alone else 0
    whole = places_of_topic(phrase, index)
    places = [whole] if whole else [places_of_thing(word, index) for word in pointed]
    if not all(places):
        return None
    sentences = [{index.sentences[at] for at in some} for some in places]
    for start, end, sentence in _answers(question, text, index, min(places, key=len), near):
        here = [some for some in sentences if sentence in some]
        if len(here) == len(sentences) and (question.name != "a number" or _is_counted(index, start, places)):
            return start, end
        if near and _GOES_ON.match(index.sentence(start, end)) and all(sentence in some or sentence - 1 in some for some in sentences):
            return start, end
    return None


def _lone_answer(question: Question, phrase: str, text: str) -> Span | None:
    """The answer to a question that says no more than what kind of thing it asks for: a price, a capacity."""
    if phrase.strip() or not question.alone or question.name not in _LONE:
        return None
    match = question.answer.search(text)
    return match.span() if match is not None else None


def _is_counted(index: Index, start: int, places: Sequence[Sequence[int]]) -> bool:
    """Whether a number stands beside what it is said to be of."""
    at = bisect_left(index.spans, (start, 0))
    if _DATED.match(index.text, start):
        return False
    near = [place for some in places for place in some if abs(place - at) <= _BESIDE]
    spans = [(index.spans[min(place, at)][1], index.spans[max(place, at)][0]) for place in near if at < len(index.spans)]
    return any(not _MARK.search(index.text, first, last) for first, last in spans)


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
            for match in islice(question.answer.finditer(text, max(0, start - 2), min(len(text), end + 2)), _MOST_IN_ONE):
                yield match.start(), match.end(), sentence
