"""The stretch of a source that is closest to a quote which stands in none."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import fuzz

from judgeaudit.text.folded_sources import Source
from judgeaudit.text.normalise import fold

_LONGEST = 300
"""Folded characters of a quote that are looked for at once; of a longer one its beginning, middle and end are tried."""
_SLACK = 40
"""Characters on each side of a place that are looked at, at least."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a source's folded text, with how close it is to a quote, 0 to 100; `reach` says how much around it is worth a look."""

    source: str
    start: int
    end: int
    score: float
    reach: int


def nearest_places(quote: str, sources: dict[str, Source], most: int = 3) -> list[Place]:
    """The closest place of each source, the closest first.

    Parameters
    ----------
    quote : str
    sources : dict of str to Source
    most : int
        Places, at most.

    Returns
    -------
    list of Place
        Empty where no source has words.

    Notes
    -----
    A sliding window of the quote's length, with `rapidfuzz.fuzz.partial_ratio_alignment`; linear in the source's length.

    Example
    -------
    >>> sources = {"response": Source("You have thirty days. The fee is 20 euros.")}
    >>> [(round(place.score), sources[place.source].text[place.start : place.end]) for place in nearest_places("the fee is 30 euros", sources)]
    [(95, 'The fee is 20 euros')]
    """
    words = fold(quote).text
    found = [place for name, source in sources.items() for place in _in_source(words, name, source)]
    found.sort(key=lambda place: -place.score)
    return found[:most]


def _in_source(words: str, name: str, source: Source) -> list[Place]:
    text = source.folded.text
    if not words or not text.strip():
        return []
    pieces = [(0, words)]
    if len(words) > _LONGEST:
        middle, last = (len(words) - _LONGEST) // 2, len(words) - _LONGEST
        pieces = [(at, words[at : at + _LONGEST]) for at in dict.fromkeys((0, middle, last))]
    found = []
    for at, piece in pieces:
        aligned = _aligned(piece, text)
        if aligned is None:
            continue
        score, start, end = aligned
        first = max(0, start - at)
        found.append(Place(name, first, min(len(text), max(end, first + len(words))), score, _SLACK + len(words) // 3))
    return [max(found, key=lambda place: place.score)] if found else []


def _aligned(piece: str, text: str) -> tuple[float, int, int] | None:
    """Score and stretch of the window that is closest to a piece."""
    if len(text) <= len(piece):
        return fuzz.ratio(piece, text), 0, len(text)
    aligned = fuzz.partial_ratio_alignment(piece, text)
    return None if aligned is None or aligned.dest_end <= aligned.dest_start else (aligned.score, aligned.dest_start, aligned.dest_end)


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch widened to whole words, without blanks at its ends.

    Example
    -------
    >>> whole_words("the fee is due", 5, 9)
    (4, 10)
    """
    while 0 < start < len(text) and text[start - 1].isalnum() and text[start].isalnum() and text[start] < "\u2e80":
        start -= 1
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum() and text[end] < "\u2e80":
        end += 1
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
