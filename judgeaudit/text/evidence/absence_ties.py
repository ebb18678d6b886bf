"""Whether what stands in a text is the thing that is said to be absent, with all that the claim says of it: "the size of the tin"."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.absence_outcomes import braced
from judgeaudit.text.evidence.term_index import content_words, lemma
from judgeaudit.text.evidence.term_words import STOP, UNITS
from judgeaudit.text.evidence.terms import Standing, find_term
from judgeaudit.text.evidence.topics import find_related
from judgeaudit.text.evidence.wanted_forms import Wanted

Span = tuple[int, int]

_GLUED = re.compile(r"\+\+|\+\d|#")
"""What makes another name of a letter: C++, C#."""
_POSSESSIVE = re.compile(r"['’]s?\Z")
_COUNTED = re.compile(
    r"(?:\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|per|every|each|few|several|many|next|last|this))[\s-]+\Z", re.IGNORECASE
)
_UNIT_LEMMAS = frozenset(UNITS) | {lemma(word) for word in ("month", "time", "date")}
_TWO_SENSES = "fine light book lead park change match mean present point right close sound check minute second mine leave"
_HOMOGRAPHS = frozenset(_TWO_SENSES.split())
_NOUN_BEFORE = re.compile(r"\b(?:an?|the|this|that|no|any|its|their|your|our|his|her|my|of|\d+)\s+(?:[\w-]+\s+)?\Z", re.IGNORECASE)
_CUT_OFF = re.compile(r"\b(?:for|of|to|on|in|at|with|about|from|by|between)(?:\s+(?:the|an?|its|their|his|her|this|that|each|any|given))?\Z", re.IGNORECASE)


def is_itself(term: str, text: str, found: Standing) -> bool:
    """Whether a name or a figure stands in a text as it is, not in another form that may be another word: Mark in "marks", C in C++.

    Example
    -------
    >>> text = "The marks of C++ and Germany's allies."
    >>> [is_itself(name, text, find_term(name, text)) for name in ("Mark", "C", "Germany")]
    [False, False, True]
    """
    if found.way in ("number", "alias", "topic"):
        return True
    if found.way not in ("exact", "folded", "inflected") or _GLUED.match(text, found.end):
        return False
    there = text[found.start : found.end]
    if term.isupper() and len(term) > 2 and found.way == "folded":
        return lemma(term) not in STOP
    if found.way == "inflected" or (term[:1].isupper() and there.islower() and " " not in term):
        return _POSSESSIVE.sub("", there).casefold() == _POSSESSIVE.sub("", term).casefold() and not there.islower()
    return True


def why_untied(thing: Wanted, text: str, span: Span) -> str:
    """Why what stands in a text is perhaps not what is meant, "" where it is.

    Parameters
    ----------
    thing : Wanted
    text : str
    span : (start, end)
        What stands there.

    Example
    -------
    >>> why_untied(Wanted(0, 0, "an actual dose for", "phrase"), "Take 400 mg.", (5, 11))
    'what it is of is not read'
    >>> why_untied(Wanted(0, 0, "year", "phrase"), "It lasts 2 years.", (11, 16))
    'the unit of a number stands there'
    """
    if thing.form not in ("asked", "clause") and _CUT_OFF.search(thing.term):
        return "what it is of is not read"
    if thing.shared and not _stands(thing.shared, text):
        return f"'{braced(thing.shared)}' may be meant"
    if _GLUED.match(text, span[1]):
        return "another name begins so"
    words = content_words(thing.term)
    if words == [lemma("name")]:
        return "a name need not be called so"
    if len(words) == 1 and words[0] in _UNIT_LEMMAS and _COUNTED.search(text, max(0, span[0] - 12), span[0]):
        return "the unit of a number stands there"
    there = text[span[0] : span[1]]
    if len(words) == 1 and " " not in thing.term and there.lower() != thing.term.lower():
        verb = thing.term.lower().endswith("ing") and there[:3].lower() == thing.term[:3].lower() and not there.lower().rstrip("s").endswith("ing")
        return "a word of the same stem stands there" if verb else ""
    if thing.term.lower() in _HOMOGRAPHS and not _NOUN_BEFORE.search(text, max(0, span[0] - 30), span[0]):
        return "the word may mean something else there"
    return ""


def _stands(term: str, text: str) -> bool:
    found = find_term(term, text, apart=False) or find_related(term, text)
    return found is not None and found.way != "loose"
