"""Whether what stands in a text is the thing that is said to be absent, with all that the claim says of it: "the size of the tin"."""

from __future__ import annotations

import re
from bisect import bisect_left

from judgeaudit.text.evidence.term_index import Index, content_words, index_text, lemma
from judgeaudit.text.evidence.term_proofs import forms_of
from judgeaudit.text.evidence.term_words import UNITS
from judgeaudit.text.evidence.terms import Standing, find_term
from judgeaudit.text.evidence.topics import find_related, places_of_word
from judgeaudit.text.evidence.wanted_forms import Wanted

Span = tuple[int, int]

_GLUED = re.compile(r"\+\+|\+\d|#")
"""What makes another name of a letter: C++, C#."""
_POSSESSIVE = re.compile(r"['’]s?\Z")
_COUNTED = re.compile(r"(?:\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|per|every|each|few|several|many|next|last|this))[\s-]+\Z", re.IGNORECASE)
_UNIT_LEMMAS = frozenset(UNITS) | {lemma(word) for word in ("month", "time", "date")}
_CUT_OFF = re.compile(r"\b(?:for|of|to|on|in|at|with|about|from|by|between)\Z", re.IGNORECASE)
_WEAK_WORDS = (
    "exact specific precise actual concrete clear proper formal polite brief short simple friendly warm explicit appropriate suitable personal sincere"
    " detailed basic general possible potential important main real key relevant necessary useful current particular"
    " further additional required needed recommended suggested"
)
_WEAK = frozenset(lemma(word) for word in _WEAK_WORDS.split())
"""What a claim may say of a thing that a text need not say of it."""


def is_itself(term: str, text: str, found: Standing) -> bool:
    """Whether a name or a figure stands in a text as it is, not in another form that may be another word: Mark in "marks", C in C++.

    Example
    -------
    >>> text = "The marks of C++ and Germany's allies."
    >>> [is_itself(name, text, find_term(name, text)) for name in ("Mark", "C", "Germany")]
    [False, False, True]
    """
    if found.way in ("number", "alias"):
        return True
    if found.way not in ("exact", "folded", "inflected") or _GLUED.match(text, found.end):
        return False
    there = text[found.start : found.end]
    if found.way == "inflected" or (term[:1].isupper() and there.islower() and " " not in term):
        return _POSSESSIVE.sub("", there).casefold() == _POSSESSIVE.sub("", term).casefold() and not there.islower()
    return True


def why_untied(thing: Wanted, text: str, span: Span, *, whole: bool) -> str:
    """Why what stands in a text is perhaps not what is meant, "" where it is.

    Parameters
    ----------
    thing : Wanted
    text : str
    span : (start, end)
        What stands there.
    whole : bool
        Whether it was found as an answer or a value, so that only its head is proven.

    Example
    -------
    >>> why_untied(Wanted(0, 0, "an actual dose for", "phrase"), "Take 400 mg.", (5, 11), whole=False)
    'what it is of is not read'
    """
    if _CUT_OFF.search(thing.term):
        return "what it is of is not read"
    if thing.shared and find_term(thing.shared, text, apart=False) is None and find_related(thing.shared, text) is None:
        return f"'{thing.shared}' may be meant".replace("{", "(").replace("}", ")")
    words = content_words(thing.term)
    if len(words) == 1 and words[0] in _UNIT_LEMMAS and _COUNTED.search(text, max(0, span[0] - 12), span[0]):
        return "the unit of a number stands there"
    if whole:
        return ""
    index = index_text(text)
    missing = [word for word in words if word not in _WEAK and not _is_near(word, index, span)]
    return "not all that is said of it stands beside it" if missing and not _is_proven(thing.term) else ""


def _is_proven(term: str) -> bool:
    """Whether a term as a whole is a thing with forms of its own."""
    return any(proof.sure for proof in forms_of(term))


def _is_near(word: str, index: Index, span: Span) -> bool:
    """Whether a word stands in the sentence of a stretch, or in the one before it."""
    at = min(bisect_left(index.spans, (span[0], 0)), len(index.spans) - 1)
    number = index.sentences[at]
    return any(number - 1 <= index.sentences[place] <= number for place in places_of_word(word, index))
