"""The quote of a structured reason: what the judge itself says is evidence, wherever it stands in the rationale."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judgeaudit.analyses.evidences.field_words import NOTHING
from judgeaudit.domain.verdicts import Reason
from judgeaudit.text.quotes import find_quotes

_MARKS = " \n\t\"'`\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb\u300c\u300d"
_BETWEEN = re.compile(r"(?:[\s,;:.|/&+-]|\band\b|\bor\b){0,40}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuoteField:
    """The words of a quote field without marks of its own; `start` and `end` in the rationale, both its length where it shows them nowhere."""

    text: str
    start: int
    end: int


def quote_fields(rationale: str, reasons: Sequence[Reason]) -> tuple[tuple[QuoteField, ...], str]:
    """The quotes that reasons give in their own field, and what the rationale says beside them.

    Parameters
    ----------
    rationale : str
        As people read it: `readable` has put each quote in marks at the end of its reason's line.
    reasons : sequence of Reason

    Returns
    -------
    fields : tuple of QuoteField
        In the order in which they stand in the rationale. Fields that say that there is no quote are left out; one that holds several marked
        quotes gives each of them.
    rest : str
        The rationale with blanks in place of the fields and their marks, so that nothing is read twice and every offset stays.
    """
    found: list[QuoteField] = []
    rest, before = rationale, len(rationale)
    for reason in reversed(reasons):  # reasons come last, so that words that the prose before them quotes too are not mistaken for the field
        quote = reason.quote.strip()
        at = rationale.rfind(quote, 0, before) if quote else -1
        if at >= 0:
            before, end = at, at + len(quote)
            marked = rationale[max(0, at - 1) : at] == '"' == rationale[end : end + 1]
            rest = f"{rest[: at - marked]}{' ' * (len(quote) + 2 * marked)}{rest[end + marked :]}"
        if not NOTHING.fullmatch(quote):
            parts = reversed(_parts(quote))
            found += [QuoteField(text, at + start, at + end) if at >= 0 else QuoteField(text, len(rationale), len(rationale)) for start, end, text in parts]
    return tuple(reversed(found)), rest


def _parts(quote: str) -> list[tuple[int, int, str]]:
    """The field as a whole, or each of the marked quotes where it is made of nothing else."""
    parts: list[tuple[int, int, str]] = []
    rest: list[str] = []
    at = 0
    for one in find_quotes(quote):
        if one.start >= at and one.marks != ">":
            rest.append(quote[at : one.start])
            parts.append((one.start, one.end, one.text))
            at = one.end
    rest.append(quote[at:])
    if parts and all(_BETWEEN.fullmatch(part.strip(_MARKS)) for part in rest):
        return parts
    return [(0, len(quote), quote)]
