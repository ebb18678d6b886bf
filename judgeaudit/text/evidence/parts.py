"""The paragraphs, sentences, lines and list items of a text, by their number: "the second paragraph"."""

from __future__ import annotations

import re
from functools import lru_cache

from judgeaudit.text.evidence.listing import list_items
from judgeaudit.text.sentences import split_sentences

_BLOCK = re.compile(r"\n[ \t]*\n")
_HEADING = re.compile(r"#{1,6} [^\n]*|\*\*[^*\n]{1,200}\*\*:?")
_SALUTATION_WORDS = 6


@lru_cache(maxsize=256)
def part_readings(text: str, unit: str) -> tuple[tuple[str, ...], ...]:
    """What the parts of a kind may be: a list of parts for each usual way of dividing.

    Parameters
    ----------
    text : str
    unit : str
        paragraph, sentence, line, or a word for list items.

    Returns
    -------
    tuple of tuple of str

    Example
    -------
    >>> part_readings("Hello,\\n\\nIt is late. Please go home now.", "paragraph")
    (('Hello,', 'It is late. Please go home now.'), ('It is late. Please go home now.',))
    """
    if unit == "paragraph":
        return _paragraphs(text)
    if unit == "sentence":
        pieces = split_sentences(text)
        ended = tuple(piece.text for piece in pieces if piece.text[-1] in ".!?…。！？\"”'’»)")
        return tuple(dict.fromkeys(reading for reading in (tuple(piece.text for piece in pieces), ended) if reading))
    if unit == "line":
        filled = tuple(line.strip() for line in text.split("\n") if line.strip())
        return (filled,) if len(filled) > 1 else ()
    items = list_items(text)
    outer = [item for item in items if item.depth == 0]
    readings = (tuple(text[item.start : item.end] for item in items), tuple(text[item.start : item.end] for item in outer))
    return tuple(dict.fromkeys(reading for reading in readings if reading))


def _paragraphs(text: str) -> tuple[tuple[str, ...], ...]:
    blocks = tuple(block.strip() for block in _BLOCK.split(text.replace("\r\n", "\n")) if block.strip())
    if len(blocks) == 1:
        blocks = tuple(line.strip() for line in text.split("\n") if line.strip())
    prose = tuple(block for block in blocks if _HEADING.fullmatch(block) is None)
    long = tuple(block for block in prose if len(block.split()) > _SALUTATION_WORDS)
    return tuple(dict.fromkeys(reading for reading in (blocks, prose, long) if reading))
