"""A rationale without what it quotes, at the same offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.text.quotes import Quote

_FILL = re.compile(r"\S")
_NAMED = re.compile(r"(?:the\s)?(?:output|response|answer|assistant|candidate|summary|option|model)s?\s?[(\[]?[ab12][)\]]?", re.IGNORECASE)
_LONGEST_NAME = 24
_CLOSING = "\"'\u201d\u2019\u00bb\u300d\u300f`*)]"


def bare_text(text: str, quotes: Sequence[Quote]) -> str:
    """The text with the insides of quotes filled, so that their words are not read as the judge's.

    Parameters
    ----------
    text : str
    quotes : sequence of Quote
        Of `find_quotes`.

    Returns
    -------
    str
        As long as the text. A mark at a quote's end stays where it ends the sentence, and so do names of responses.

    Example
    -------
    >>> from judgeaudit.text.quotes import find_quotes
    >>> said = 'It says "No. But wait." That is rude.'
    >>> bare_text(said, find_quotes(said))
    'It says "xxx xxx xxxx." That is rude.'
    """
    pieces, at = [], 0
    for quote in quotes:
        if quote.start < at or (len(quote.text) < _LONGEST_NAME and _NAMED.fullmatch(quote.text)):
            continue
        inside = _FILL.sub("x", quote.text).replace("\n", " ")
        if quote.text[-1] in ".!?\u3002\uff01\uff1f" and _ends(text, quote.end):
            inside = inside[:-1] + quote.text[-1]
        pieces += [text[at : quote.start], inside]
        at = quote.end
    return "".join([*pieces, text[at:]])


def _ends(text: str, end: int) -> bool:
    """Whether a sentence begins after a quote."""
    after = text[end : end + 6].lstrip(_CLOSING)
    return not after or (after[0].isspace() and (not after.strip() or after.strip()[0].isupper()))
