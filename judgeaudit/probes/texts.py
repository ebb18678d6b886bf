"""Cutting stretches out of the texts of an item. A conversation stays one: what is cut is cut out of its messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from judgeaudit.domain.items import Item, Message, Text

Span = tuple[int, int]

_BETWEEN = "\n\n"
_OPENING = "\"'([{\u201c\u2018\u00ab\u2039\u201e\u300c\u300e\uff08"
_CLOSING = "\"')]}\u201d\u2019\u00bb\u203a\u201c\u300d\u300f\uff09"
_STOPS = ".,;:!?\u2026\u3002\uff0c\uff01\uff1f\u3001\uff1b\uff1a"
_ENDS = ".!?\u2026\u3002\uff01\uff1f\n"
_WORD = re.compile(r"\w")


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Stretches in order, those that overlap or touch as one.

    Parameters
    ----------
    spans : iterable of (start, end)
        Empty ones are left out.

    Example
    -------
    >>> merged([(8, 9), (0, 3), (2, 5)])
    ((0, 5), (8, 9))
    """
    found: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)


def without(text: str, spans: Iterable[Span]) -> str:
    """A text without some stretches, its blanks and its punctuation mended.

    Parameters
    ----------
    text : str
    spans : iterable of (start, end)

    Returns
    -------
    str
        Marks around a stretch go with it, and so does the stop after a whole sentence; of the blanks on both sides one side's stay.

    Notes
    -----
    Linear in the length of the text.

    Example
    -------
    >>> without("Delivery takes 3 days. The fee is 10 euros.", [(0, 21)])
    'The fee is 10 euros.'
    >>> without("It costs 10 euros, in cash.", [(9, 17)])
    'It costs, in cash.'
    """
    pieces: list[str] = []
    at = 0
    for start, end in merged(_mended(text, *span) for span in merged(spans)):
        pieces.append(text[at:start])
        at = end
    kept = "".join([*pieces, text[at:]])
    return kept if at == 0 else kept.strip(" \t")


def _mended(text: str, start: int, end: int) -> Span:
    """The stretch with the marks, stop and blanks that make no sense without it."""
    while start > 0 and end < len(text) and text[start - 1] in _OPENING and text[end] in _CLOSING:
        start, end = start - 1, end + 1
    before = start
    while before > 0 and text[before - 1] in " \t":
        before -= 1
    is_first = before == 0 or text[before - 1] in _ENDS
    while is_first and end < len(text) and text[end] in _STOPS:
        end += 1
    after = end
    while after < len(text) and text[after] in " \t":
        after += 1
    if after < len(text) and text[after] in _STOPS:
        return before, end
    if after == len(text) or text[after] == "\n":
        is_line = after < len(text) and (before == 0 or text[before - 1] == "\n")
        return before, after + is_line
    return (start, after) if is_first or before < start else (start, end)


def is_empty(text: str) -> bool:
    """Whether a text has no letter and no digit.

    Example
    -------
    >>> is_empty(" ... "), is_empty("a")
    (True, False)
    """
    return _WORD.search(text) is None


def edited(item: Item, spans: Mapping[str, Sequence[Span]], edit: Callable[[str, Sequence[Span]], str]) -> Item:
    """The item with some of its texts edited.

    Parameters
    ----------
    item : Item
    spans : mapping of a text's name to stretches
        Offsets in the text as `Item.sources` gives it.
    edit : function of a text and its stretches
        Gives the new text. Of a conversation it is handed each message by itself.

    Returns
    -------
    Item
        A text stays a text, a conversation a conversation.
    """
    changed = {name: _edited(getattr(item, name), stretches, edit) for name, stretches in spans.items()}
    return item.model_copy(update=changed)


def _edited(text: Text, spans: Sequence[Span], edit: Callable[[str, Sequence[Span]], str]) -> Text:
    if isinstance(text, str):
        return edit(text, spans)
    messages: list[Message] = []
    at = 0
    for message in text:
        start = at + len(message.role) + len(": ")
        end = start + len(message.content)
        inside = [(max(low, start) - start, min(high, end) - start) for low, high in spans if low < end and high > start]
        messages.append(message.model_copy(update={"content": edit(message.content, inside)}))
        at = end + len(_BETWEEN)
    return tuple(messages)
