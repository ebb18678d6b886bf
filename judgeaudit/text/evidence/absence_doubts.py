"""Wordings of absence that a mention does not refute: qualities, details about a thing, "unclear", and words that only look like absence."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.term_index import content_words, lemma
from judgeaudit.text.evidence.wanted_forms import Wanted

_QUALITIES = (
    "interest interesting interested clarity detail depth context value nuance personality sense insight relevance substance originality question topic"
)
_JUDGED = frozenset(lemma(word) for word in _QUALITIES.split())
"""What people judge: a word of it in a text shows nothing."""
_ATTRIBUTE = re.compile(r"\W*(?:missed|missing|omitted|ignored)\s", re.IGNORECASE)
_GERUND = re.compile(r"\W*(?:(?:not|without)\s+\w+ing|skipping|avoiding|ignoring|missing)\b", re.IGNORECASE)
_AFTER_NOUN = re.compile(r"\b(?:of|about|or|the|any|his|her|their|its|to|while)\s+\Z", re.IGNORECASE)
_AFTER_ARTICLE = re.compile(r"\b(?:the|any|his|her|their|its|several|some)\s+\Z", re.IGNORECASE)
_UNCLEAR = re.compile(r"\b(?:unclear|not clear|isn't clear|vague|ambiguous|confusing)\b", re.IGNORECASE)
_SENSE = re.compile(r"\b(?:means?|meant|refers?|referring|talking)\b|[\"\u201c\u201d]", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:details?|specifics|elaboration|insights?|depth|instructions?|guidance|background)\s+(?:\w+\s+)?(?:on|about|regarding|of|for|into)\b", re.IGNORECASE
)
_NEXT = re.compile(
    r"\b(?:next|first|last|other|remaining|final|actual|exact|correct|numerical)\s+(?:\w+\s+)?(?:numbers?|values?|answers?|results?|figures?)\b|\bnumber of\b",
    re.IGNORECASE,
)
_NORM = re.compile(r"\b(?:should|must|ought|needs? to|has to|have to)\b", re.IGNORECASE)


def why_doubtful(said: str, before: str, thing: Wanted, around: str) -> str:
    """Why a claim that something is missing is not refuted by what stands in the text, "" where it is.

    Parameters
    ----------
    said : str
        The claim as it stands in the rationale.
    before : str
        What stands before it there.
    thing : Wanted
    around : str
        What stands in the text, with what is around it.

    Example
    -------
    >>> why_doubtful("does not add any interest", "", Wanted(0, 0, "interest", "phrase"), "It is interesting.")
    'it is for people to judge'
    """
    words = content_words(thing.term)
    if words and all(word in _JUDGED for word in words):
        return "it is for people to judge"
    if _UNCLEAR.search(said) and _SENSE.search(said):
        return "that something is unclear does not say that it is missing"
    if (_ATTRIBUTE.match(said) and _AFTER_ARTICLE.search(before)) or (_GERUND.match(said) and _AFTER_NOUN.search(before)):
        return "it may be said of something else than the text"
    if _ABOUT.search(said) and not any(character.isdigit() for character in around):
        return "a mention is no detail"
    if _NEXT.search(thing.term):
        return "which one is meant is not read"
    if thing.form == "clause" and _NORM.search(thing.term):
        return "what should be is no statement of what is"
    return ""
