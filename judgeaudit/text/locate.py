"""Where a quoted text stands in its sources, however either is typeset."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from judgeaudit.text.boundaries import is_whole
from judgeaudit.text.folded_sources import FoldedSources, Source, remembered
from judgeaudit.text.normalise import Folded, condense, fold

__all__ = ["FoldedSources", "Located", "covered", "locate", "span_overlap"]

How = Literal["exact", "normalised", "ellipsis"]
Span = tuple[int, int]

_LEAST_CHARACTERS, _LEAST_DENSE = 8, 4
"""From where words may be spaced and hyphenated otherwise, and be a part of a shortened quote (in Han, kana, Hangul): shorter ones meet by chance."""
_LEAST_WORDS = 2
_MOST_STARTS = 20
_WIDEST_INSERTION = 60
"""Source characters that a bracketed insertion may stand for."""
ELLIPSIS = re.compile(r"[\[(<]\s?(?:\.{2,}|\u2026+|\u22ef+|\. \. \.)\s?[\])>]|\.{3,}|\u2026+|\u22ef+|\. \. \.(?: \.)?")
"""Marks that say that a quote leaves words out."""
_SIC = re.compile(r"\s?[\[(]\s?sic!?\s?[\])]", re.IGNORECASE)
_CAPITAL = re.compile(r"\[(\w)\](?=\w)")
_INSERTION = re.compile(r"\[[^\[\]\n]{1,60}\]")
_INFLECTION = re.compile(r"(?:e?s|e?d|ing|ly|en?|er)\b")
_DENIAL = re.compile(r"\b(?:can)?(?:not?|nor|never)\b")
_PARTNER = {"(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{"}
_LOOSE = " \t\r\n\u00a0\u202f\"'`*_\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f,;:!?"
_LOOSE_BEFORE = _LOOSE + ">#\u2022"
_LOOSE_AFTER = _LOOSE + ".\u3002\uff0c\uff01\uff1f\u3001\uff1b\uff1a-\u2013\u2014([{"
"""What the ends of a quote may have and its source not; a point or a minus before a number is none of it."""


@dataclass(frozen=True, slots=True)
class Located:
    """A stretch of a source that a quote was taken from.

    Attributes
    ----------
    source : str
        Name of the source.
    start, end : int
        Offsets in the source's text.
    how : str
        `exact`: character by character. `normalised`: the same words, typeset otherwise. `ellipsis`: one part of a shortened quote.
    """

    source: str
    start: int
    end: int
    how: How


def locate(quote: str, sources: Mapping[str, str] | FoldedSources) -> tuple[Located, ...]:
    """Find a quote in the texts that it may have been taken from.

    Parameters
    ----------
    quote : str
        The inside of the marks; marks left around it are no matter.
    sources : mapping of str to str, or FoldedSources
        Texts by name, in order of preference.

    Returns
    -------
    tuple of Located
        One, or one for each part of a shortened quote, in order and in one source; empty where it stands nowhere. An exact
        occurrence in any source comes before a normalised one.

    Notes
    -----
    Found are whole words and whole numbers: "5 days" is not in "15 days", "happy" not in "unhappy", "you can" not in "you can't". Compared
    are the texts as they are; without punctuation at the ends; as `fold` has them; without spaces, hyphens and marks between words; with
    the last word inflected; in parts around ellipses and bracketed insertions. A part of a shortened quote has two words or eight characters.
    The folded forms of the last 32 texts are remembered, those of `FoldedSources` as long as it is. Linear in the lengths of quote and sources.

    Example
    -------
    >>> locate("Refunds [...] within 30 days.", {"item": "All refunds are paid within 30 days, no later."})
    ()
    >>> locate("refunds are ... within 30 days.", {"item": "All refunds are paid within 30 days, no later."})[1]
    Located(source='item', start=21, end=35, how='ellipsis')
    """
    bare = quote.strip()
    if not bare:
        return ()
    texts = sources.sources if isinstance(sources, FoldedSources) else {name: remembered(text) for name, text in sources.items()}
    found = _first(texts, "exact", lambda source: _find_exact(bare, source))
    if found:
        return found
    plain = _CAPITAL.sub(r"\1", _SIC.sub("", bare))
    return _normalised(_trimmed(plain), texts) or _shortened(plain, texts)


def span_overlap(first: Sequence[Located], second: Sequence[Located]) -> float:
    """Share of the source characters in either set of stretches that are in both.

    Parameters
    ----------
    first, second : sequence of Located
        In the same sources.

    Returns
    -------
    float
        0 to 1; stretches that overlap count once.

    Raises
    ------
    ValueError
        Both sets are empty: there is nothing to overlap.

    Example
    -------
    >>> span_overlap([Located("a", 0, 10, "exact")], [Located("a", 5, 20, "exact"), Located("b", 0, 5, "exact")])
    0.2
    """
    mine, theirs = covered(first), covered(second)
    either = covered((*first, *second))
    size = _size(either)
    if size == 0:
        raise ValueError("no stretch in either set: overlap is undefined")
    return (_size(mine) + _size(theirs) - size) / size


def covered(located: Iterable[Located]) -> dict[str, tuple[Span, ...]]:
    """The stretches of each source that are covered, merged and in order.

    Parameters
    ----------
    located : iterable of Located

    Returns
    -------
    dict of str to tuple of (start, end)
        By source in order of name; intervals do not touch.
    """
    merged: dict[str, list[Span]] = {}
    for stretch in sorted(located, key=lambda stretch: (stretch.source, stretch.start, stretch.end)):
        spans = merged.setdefault(stretch.source, [])
        if spans and stretch.start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], stretch.end))
        elif stretch.start < stretch.end:
            spans.append((stretch.start, stretch.end))
    return {source: tuple(spans) for source, spans in merged.items() if spans}


def _size(spans: Mapping[str, Sequence[Span]]) -> int:
    return sum(end - start for stretches in spans.values() for start, end in stretches)


def _first(sources: Mapping[str, Source], how: How, find: Callable[[Source], Span | None]) -> tuple[Located, ...]:
    for name, source in sources.items():
        span = find(source)
        if span is not None:
            return (Located(name, *span, how),)
    return ()


def _occurrences(words: str, text: str, start: int = 0) -> Iterator[Span]:
    """Where words stand; few enough are tried that a long quote of a repetitive text takes linear time."""
    at = text.find(words, start)
    for _ in range(50 + 200_000 // len(words)):
        if at < 0:
            return
        yield at, at + len(words)
        at = text.find(words, at + 1)


def _find_exact(words: str, source: Source) -> Span | None:
    return next(((start, end) for start, end in _occurrences(words, source.text) if is_whole(source.text, start, end)), None)


def _find_folded(words: str, source: Source, after: int = 0, *, inflected: bool = False) -> Span | None:
    """First occurrence of folded words from source offset `after`; with `inflected`, their last word may go on with an ending."""
    folded = source.folded
    for start, end in _occurrences(words, folded.text, bisect_left(folded.offsets, after)):
        ending = _INFLECTION.match(folded.text, end) if inflected else None
        cut = end < len(folded.text) and folded.offsets[end] == folded.offsets[end - 1]  # 1 of a character for 1/2
        if not cut and is_whole(folded.text, start, ending.end() if ending else end):
            return folded.span(start, end)
    return None


def _find_condensed(quoted: Folded, source: Source, after: int = 0) -> Span | None:
    """First occurrence of words, spaced and hyphenated as they may be, from source offset `after`; "notable" is not "not able"."""
    words, denials = condense(quoted).text, len(_DENIAL.findall(quoted.text))
    if not _is_long(words):
        return None
    folded, condensed = source.folded, source.condensed
    first = bisect_left(condensed.offsets, bisect_left(folded.offsets, after)) if after else 0
    for start, end in _occurrences(words, condensed.text, first):
        start, end = condensed.span(start, end)
        if is_whole(folded.text, start, end) and len(_DENIAL.findall(folded.text, start, end)) == denials:
            return folded.span(start, end)
    return None


def _normalised(words: str, sources: Mapping[str, Source]) -> tuple[Located, ...]:
    """Contiguous words, typeset otherwise, in the first source that has them in the surest way."""
    folded = fold(words)
    if not folded.text:
        return ()
    finders: list[Callable[[Source], Span | None]] = [
        lambda source: _find_exact(words, source),
        lambda source: _find_folded(folded.text, source),
        lambda source: _find_condensed(folded, source),
    ]
    if folded.text[-1].isalpha():
        finders.append(lambda source: _find_folded(folded.text, source, inflected=True))
    return next((found for find in finders if (found := _first(sources, "normalised", find))), ())


def _is_long(condensed: str) -> bool:
    return len(condensed) >= (_LEAST_DENSE if condensed[:1] >= "\u2e80" else _LEAST_CHARACTERS)


def _shortened(quote: str, sources: Mapping[str, Source]) -> tuple[Located, ...]:
    """The parts of a quote with ellipses or bracketed insertions, in order and in one source."""
    stretches = [[piece for piece in map(_trimmed, _INSERTION.split(stretch)) if piece] for stretch in ELLIPSIS.split(quote)]
    stretches = [pieces for pieces in stretches if pieces]
    parts = [(piece, at > 0) for pieces in stretches for at, piece in enumerate(pieces)]
    if len(parts) == 1 and parts[0][0] != _trimmed(quote):
        return _normalised(parts[0][0], sources)
    if len(parts) < 2 or not all(_is_part(" ".join(pieces)) for pieces in stretches):
        return ()
    folded = [(fold(piece), near) for piece, near in parts]
    for name, source in sources.items():
        spans = _chain(folded, source)
        if spans:
            return tuple(Located(name, start, end, "ellipsis") for start, end in spans)
    return ()


def _is_part(words: str) -> bool:
    """Whether a part is long enough to be looked for by itself."""
    return len(words.split()) >= _LEAST_WORDS or _is_long(words)


def _chain(parts: Sequence[tuple[Folded, bool]], source: Source) -> list[Span]:
    """Parts one after the other, those around an insertion near each other."""
    after = 0
    for _ in range(_MOST_STARTS):
        spans: list[Span] = []
        for part, near in parts:
            span = _find_part(part, source, spans[-1][1] if spans else after)
            if span is None or (near and span[0] - spans[-1][1] > _WIDEST_INSERTION):
                break
            spans.append(span)
        if len(spans) == len(parts):
            return spans
        if len(spans) == 0 or span is None:
            return []
        after = spans[0][0] + 1
    return []


def _find_part(part: Folded, source: Source, after: int) -> Span | None:
    if not part.text:
        return None
    return _find_folded(part.text, source, after) or _find_condensed(part, source, after)


def _trimmed(quote: str) -> str:
    """A quote without the marks, the punctuation and the lone brackets at its ends."""
    start, end = 0, len(quote)
    while start < end and (quote[start] in _LOOSE_BEFORE or (quote[start] in "([{" and _PARTNER[quote[start]] not in quote)):
        start += 1
    while end > start and (quote[end - 1] in _LOOSE_AFTER or (quote[end - 1] in ")]}" and _PARTNER[quote[end - 1]] not in quote[start:end])):
        end -= 1
    return quote[start:end]
