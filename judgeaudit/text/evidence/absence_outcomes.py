"""What looking for an absent thing in a text can come to."""

from __future__ import annotations

import re

from judgeaudit.domain.evidence import State
from judgeaudit.text.evidence.term_index import content_words, index_text, lemma
from judgeaudit.text.evidence.terms import Standing, find_term

Span = tuple[int, int]
Outcome = tuple[State, str, Span | None]
"""The state, why, with `{text}` for the name of the text, and where the thing stands."""

NEGATED = re.compile(
    r"\b(?:not?|never|cannot|unknown|unable|none|leav(?:e|es|ing)\s+out|omit(?:s|ted|ting)?|lack(?:s|ing)?|without|neither|nor)\b|n['’]t\b", re.IGNORECASE
)
UNKNOWN = re.compile(
    r"\b(?:not?\s+(?:yet\s+)?(?:\w+\s+)?(?:known|clear|decided|announced|available|specified|stated|sure|information|say"
    r"|mention)|unknown|unclear|unspecified"
    r"|to\s+be\s+(?:announced|confirmed|decided)|tb[acd]|depends|varies|please\s+provide|(?:do|does|did)(?:n['’]t"
    r"|\s+not)\s+(?:know|say|have)|no\s+idea)\b",
    re.IGNORECASE,
)
_DENIED_BEFORE = re.compile(r"(?:\b(?:not?|never|cannot|without|neither|nor|lacks?|omits?|unable)\b|n['’]t\b)[^,;:.]{0,40}\Z", re.IGNORECASE)


_SIGNS = {
    lemma(word): signs
    for word, signs in (
        ("fahrenheit", ("°F", "° F")), ("celsius", ("°C", "° C")), ("centigrade", ("°C", "° C")),
        ("degree", ("°",)), ("temperature", ("°C", "°F", "° C", "° F")),
        ("euro", ("€",)), ("dollar", ("$",)), ("pound", ("£",)), ("yen", ("¥",)), ("percentage", ("%",)),
        ("price", ("€", "$", "£")),
        ("currency", ("€", "$", "£")),
    )
}  # fmt: skip
"""Marks that stand for a word."""


def braced(words: str) -> str:
    """Words of a text inside a reason, in which braces stand for the name of the text."""
    return words.replace("{", "(").replace("}", ")")


def is_there(text: str, found: Standing | Span, what: str) -> Outcome:
    """The claim is false: the thing stands in the text."""
    start, end = (found.start, found.end) if isinstance(found, Standing) else found
    around = " ".join(index_text(text).sentence(start, end).split())[:160]
    return "false", f"{braced(what)} stands in the {{text}}: '{braced(around)}'", (start, end)


def is_open(why: str) -> Outcome:
    """The claim is for people to judge."""
    return "unchecked", why, None


def is_gone(term: str, text: str) -> bool:
    """Whether no word of a term stands in a text, under another everyday name either."""
    words = content_words(term)
    places = index_text(text).places
    return (
        bool(words)
        and not any(sign in text for word in words for sign in _SIGNS.get(word, ()))
        and not any(word in places for word in words)
        and not any(find_term(word, text, apart=False) for word in term.split() if lemma(word) in words)
    )


def is_denied(text: str, start: int) -> bool:
    """Whether words before a place in its sentence deny what stands there: "we do not offer exchanges"."""
    return _DENIED_BEFORE.search(text, max(0, start - 80), start) is not None
