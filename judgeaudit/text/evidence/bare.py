"""A rationale without what it quotes, at the same offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.text.quotes import Quote

_FILL = re.compile(r"\S")
_NAMED = re.compile(r"(?:the\s)?(?:output|response|answer|assistant|candidate|summary|option|model)s?\s?[(\[]?[ab12][)\]]?", re.IGNORECASE)
_LONGEST_NAME = 24
_JSON = re.compile(r"\s*(?:```(?:json)?\s*)?[{\[]\s*[{\"]")
_KEY = re.compile(r"[{,]\s*\"\Z")
_KEY_ENDS = re.compile(r"\"\s*:")
_VALUE = re.compile(r"[:\[,]\s*\"\Z")
_VALUE_ENDS = re.compile(r"\"\s*(?:[,}\]]|\Z)")
_OF_QUOTE = re.compile(r"\"(?:quotes?|evidence|span|citations?|excerpts?)\"\s*:\s*\[?\s*\"\Z", re.IGNORECASE)
_ROOM = 40
"""Characters before a mark that tell whether it is JSON's."""
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


def without_json(text: str, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """The quotes of a text without the strings that JSON is made of: a reply that was not parsed; what its strings quote stays.

    Example
    -------
    >>> from judgeaudit.text.quotes import find_quotes
    >>> said = '{"score": 4, "reason": "It says \\\\"no refunds\\\\" at the end"}'
    >>> [quote.text for quote in without_json(said, find_quotes(said))]
    ['no refunds']
    """
    if not _JSON.match(text):
        return tuple(quotes)
    return tuple(quote for quote in quotes if quote.marks != '""' or not _is_json(text, quote))


def _is_json(text: str, quote: Quote) -> bool:
    before = text[max(0, quote.start - _ROOM) : quote.start]
    if _KEY.search(before) and _KEY_ENDS.match(text, quote.end):
        return True
    return _VALUE.search(before) is not None and _VALUE_ENDS.match(text, quote.end) is not None and not _OF_QUOTE.search(before)


def _ends(text: str, end: int) -> bool:
    """Whether a sentence begins after a quote."""
    after = text[end : end + 6].lstrip(_CLOSING)
    return not after or (after[0].isspace() and (not after.strip() or after.strip()[0].isupper()))
