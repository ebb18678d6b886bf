"""What was cut off at the edges of a quote, or put into it, that changes what it says: a "not", a part of a number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judgeaudit.domain.evidence import Edit
from judgeaudit.text.evidence.edit_words import NEGATIONS
from judgeaudit.text.evidence.quote_tokens import read_tokens
from judgeaudit.text.locate import Located
from judgeaudit.text.normalise import condense, fold

_INSERTION = re.compile(r"\[([^\[\]\n]{1,60})\]")
_TAKEN_BACK = re.compile(r"\b(?:but|yet|however|though|although|sondern|aber|mais|pero|sino)\b", re.IGNORECASE)
_PART_BEFORE = re.compile(r"\d{1,4}/\Z")
_DENIED_AFTER = re.compile(r"[ \t\n]{1,3}(nicht|niemals|pas|jamais)(?=[\s.,;!?)]|\Z)")
_DENIED_AFTER_DENSE = re.compile("[\u3041-\u3093]{0,2}?(\u306a\u3044|\u306a\u304b\u3063|\u307e\u305b\u3093|\u305a\u306b)")
_NO_DENIAL = frozenset(("unless", "except", "without", "ne", "ohne", "sans", "sin"))
LOOKED_BACK = 60
"""Characters before a quote that are looked at."""


def lost_negation(text: str, start: int) -> str:
    """A word right before a stretch that denies it: "not refundable", quoted as "refundable".

    Example
    -------
    >>> lost_negation("It is not refundable.", 10), lost_negation("It is refundable.", 6)
    ('not', '')
    """
    before = text[max(0, start - LOOKED_BACK) : start]
    tokens = read_tokens(before)
    if not tokens or before[tokens[-1].end :].strip(" \t\n*_"):
        return ""
    last = tokens[-1]
    if last.key not in NEGATIONS or last.key in _NO_DENIAL:
        return ""
    written = before[last.start : last.end]
    two = len(tokens) > 1 and tokens[-2].start == last.start  # a contraction is two tokens of one stretch
    return before[tokens[-2].start : last.end] if two else written


def cut_number(text: str, start: int) -> str:
    """The first part of a fraction or of a range that a stretch goes through: 1/2 cup, quoted as 2 cup.

    Example
    -------
    >>> cut_number("Add 1/2 cup.", 6), cut_number("Add 2 cups.", 4)
    ('1/', '')
    """
    if not text[start : start + 1].isdigit():
        return ""
    found = _PART_BEFORE.search(text, max(0, start - 8), start)
    return found[0] if found else ""


def negation_after(text: str, end: int, length: int) -> str:
    """A word right after a stretch that denies it, as in "reicht nicht" or "\u3067\u304d\u306a\u3044"; `length`: words of the quote.

    Example
    -------
    >>> negation_after("Das reicht heute nicht.", 16, 3)
    'nicht'
    """
    dense = _DENIED_AFTER_DENSE.match(text, end) if length > 3 else None
    if dense is not None:
        return dense[1]
    found = _DENIED_AFTER.match(text, end) if length > 2 else None
    return found[1] if found else ""


def skipped_negation(text: str, located: Sequence[Located]) -> str:
    """A word that denies what an ellipsis joins, and stands in its gap."""
    for one, another in pairwise(located):
        gap = text[one.end : another.start]
        tokens = read_tokens(gap)
        if not tokens or any(token.broken for token in tokens[1:]) or re.search(r"[.!?]\s", gap):
            continue
        near = tokens if len(tokens) <= 4 else tokens[-1:]
        denying = next((token for token in near if token.key in NEGATIONS and token.key not in _NO_DENIAL), None)
        if denying is not None:
            return gap[denying.start : denying.end]
    return ""


def spliced(quote: str, edits: Sequence[Edit]) -> Edit | None:
    """The middle that a quote skips without a mark, where its "not" is taken back there: "not in May, but open in June", quoted as "not in June".

    Example
    -------
    >>> spliced("we do not close in June", [Edit("", "in May but open", "")]).matters
    'negation'
    """
    if len(edits) != 1 or edits[0].quoted or not _TAKEN_BACK.search(edits[0].source):
        return None
    denies = any(token.key in NEGATIONS for token in read_tokens(quote))
    return replace(edits[0], matters="negation") if denies else None


def inserted(quote: str, span: str) -> str:
    """A bracketed word that denies what the source says, or a number that it has not."""
    own = condense(fold(span)).text if "[" in span else ""
    for match in _INSERTION.finditer(quote):
        if own and condense(fold(match[0])).text in own:
            continue  # the source's own brackets
        for token in read_tokens(match[1]):
            if (token.key in NEGATIONS or token.kind == "number") and all(token.key != other.key for other in read_tokens(span)):
                return match[1]
    return ""
