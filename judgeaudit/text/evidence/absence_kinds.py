"""Things with a form of their own, held against a text: a phone number, a price, a greeting, an example."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.absence_forms import Absence
from judgeaudit.text.evidence.absence_outcomes import Outcome, Span, is_open, is_there
from judgeaudit.text.evidence.term_index import content_words, index_text, lemma
from judgeaudit.text.evidence.topics import find_related, places_of_word, stands_for
from judgeaudit.text.evidence.wanted_forms import Wanted
from judgeaudit.text.evidence.wanted_kinds import EXAMPLE, EXAMPLE_CUE, KINDS, SURE_KINDS

_KINDS = [(re.compile(rf"(?:{whole})\Z", re.IGNORECASE), re.compile(form, re.IGNORECASE), word) for whole, form, word in KINDS]
_KIND_TAIL = re.compile(r"\s+(?:for|of|to|about|on|in|at|with|from)\s+", re.IGNORECASE)
_ANY_USE = frozenset(
    lemma(word) for word in ("question", "help", "inquiry", "enquiry", "support", "contact", "information", "assistance", "further", "more", "rsvp", "booking")
)
_SHORT = 400
_LIKE = {
    "date": re.compile(
        r"\b(?:1[5-9]|20)\d\d\b|\bQ[1-4]\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:today|tomorrow|yesterday)\b",
        re.IGNORECASE,
    ),
    "price": re.compile(r"\bfree\b|\d ?%|\b(?:euros?|dollars?|pounds?)\b", re.IGNORECASE),
    "number": re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|half)\b", re.IGNORECASE),
    "percentage": re.compile(r"\b(?:half|third|quarter)\b", re.IGNORECASE),
}
"""What may be called so as well: a text that has it is not without."""
_OF_MANY = frozenset(["price", "date", "percentage", "number", "year"])
"""Kinds of which a text may have one that is of something else."""
_OPEN_KINDS = ("explain", "discuss")


def decide_kind(absence: Absence, thing: Wanted, text: str) -> Outcome | None:
    """Whether a thing that has a form of its own is absent; None where it has none.

    Example
    -------
    >>> thing = Wanted(0, 0, "phone number", "kind")
    >>> decide_kind(Absence(0, 0, "give", (thing,)), thing, "Call 555-123-4567.")[0]
    'false'
    """
    term, tail = thing.term, ""
    if thing.form in ("word", "symbol", "clause", "asked"):
        return None
    cut = _KIND_TAIL.search(term)
    if EXAMPLE.match(term):
        cue = EXAMPLE_CUE.search(text)
        if absence.limited or cue is None or absence.kind in _OPEN_KINDS:
            return is_open("examples need not be called so")
        return is_there(text, cue.span(), "an example")
    for whole, form, word in _KINDS:
        if whole.match(term) is None and cut is not None:
            if whole.match(term[: cut.start()]) is None:
                continue
            tail = term[cut.end() :]
        elif whole.match(term) is None:
            continue
        if word == "number" and cut is not None and tail:
            if cut[0].strip() != "to":
                return None
            tail = ""
        related = find_related(term, text) if form.search(text) is None else None
        if related is not None and (related.way == "loose" or word in _OF_MANY):
            return is_open("there is something like it")
        if related is not None and related.way == "topic" and not absence.limited and not absence.doubt and absence.kind not in _OPEN_KINDS:
            return is_there(text, related, f"'{term}'")
        return _decide_form(absence, text, form, word, tail)
    return None


def find_kind(term: str, text: str) -> tuple[str, Span | None] | None:
    """The kind of a thing, and where a text has one; None where it has no form of its own.

    Example
    -------
    >>> find_kind("link", "See www.shop.example"), find_kind("table", "No."), find_kind("hope", "No.")
    (('link', (4, 9)), ('table', None), None)
    """
    for whole, form, word in _KINDS:
        if whole.match(term):
            found = form.search(text)
            return word, found.span() if found is not None else None
    return None


def _decide_form(absence: Absence, text: str, form: re.Pattern[str], word: str, tail: str) -> Outcome:
    found = form.search(text)
    if found is None:
        like = _LIKE[word].search(text) if word in _LIKE else None
        return ("true", f"the {{text}} has no {word}", None) if like is None else is_open(f"there is something like a {word}")
    if word == "heading" and text[found.start() :].startswith("#") and not absence.limited and not absence.doubt and not tail:
        return is_there(text, found.span(), "a heading")
    sure = word in SURE_KINDS or (word not in ("year", "statistic") and (tail or stands_for(lemma(word.split()[-1]), text)))
    if absence.limited or absence.doubt or absence.kind in _OPEN_KINDS or not sure:
        return is_open(f"there is something like a {word}")
    if tail:
        every = list(form.finditer(text))[:20]
        found = next((match for match in every if _is_about(tail, text, match.span(), alone=len(every) == 1 and word not in _OF_MANY)), None)
        if found is None:
            return is_open(f"there is a {word}, not clearly the one that is meant")
    return is_there(text, found.span(), word if word == "thanks" else f"{'an' if word[0] in 'aeo' else 'a'} {word}")


def _is_about(tail: str, text: str, span: Span, *, alone: bool) -> bool:
    """Whether the sentence of a stretch, or a short text with no other, has all words of what it is said to be for."""
    about = index_text(text).sentence(*span)
    if alone and len(text) < _SHORT:  # with nothing else of that kind the sentence before counts too
        before = text[: text.find(about)].rstrip() if about in text else ""
        about = f"{index_text(text).sentence(len(before) - 1, len(before))} {about}" if before else about
    words = [word for word in content_words(tail) if word not in _ANY_USE]
    if len(words) == 1:
        return bool(places_of_word(words[0], index_text(about)))
    return all(stands_for(word, about) for word in words)
