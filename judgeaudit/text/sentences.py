"""Where sentences and clauses begin and end: rules, no model, for any script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MIN_CLAUSE_WORDS = 2
"""Words on each side of a clause mark below which the sentence is left whole there (ours)."""

_ABBREVIATED = (
    "e.g. i.e. etc. vs. cf. dr. mr. mrs. ms. prof. st. no. nos. fig. figs. eq. sec. ch. vol. pp. approx. dept. inc. ltd. co. al. "
    "z.b. bzw. ca. usw. d.h. nr. abs. art. ex. p.ex. sr. sra. dna. env. т.е. т.д. напр. стр."
)
_ABBREVIATIONS = frozenset(_ABBREVIATED.split())
_ALSO_WORDS = frozenset({"no.", "art.", "ex.", "al."})
_ALSO_LAST = frozenset({"etc.", "usw.", "al.", "inc.", "ltd.", "co."})
"""Abbreviations that a sentence may end with: it does where a capital follows."""

_INITIALS = re.compile(r"(?:[^\W\d_]\.){2,5}")
_ENOUGH = 80
_END = re.compile(r"[.!?…]{1,8}[\"'”’»)\]*_]{0,4}(?=\s|$)|[。！？｡]{1,8}[」』”’）]{0,2}|\n{1,8}")
_MARKER = re.compile(r"\s{0,8}(?:[-*•–+]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|#{1,6})\s{1,8}")
_CLAUSE = re.compile(
    r";\s|；|，(?=但|却|而|所以|因此|不过|然而)|"
    r",?\s(?:but|however|although|though|whereas|while|yet|therefore|hence)\s|,\s(?:and|so)\s|"
    r",?\s(?:aber|jedoch|obwohl|während|sondern|mais|cependant|bien que|tandis que|pero|aunque|sin embargo|mientras|però|mentre|maar|terwijl)\s|"
    r",\s(?:und|et|y|e|а|но|однако|хотя)\s|、(?=しかし|ただし)|が、",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text: `text == source[start:end]`."""

    text: str
    start: int
    end: int


def split_sentences(text: str) -> tuple[Piece, ...]:
    """The sentences of a text, without list markers and surrounding blanks.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of Piece
        In order; line breaks end a sentence. Stretches without a letter or digit are left out.

    Notes
    -----
    A full stop does not end a sentence after an abbreviation or a single initial, nor inside a number. One pass, linear.

    Example
    -------
    >>> [piece.text for piece in split_sentences("1. It is wrong, e.g. the date. Fail.")]
    ['It is wrong, e.g. the date.', 'Fail.']
    """
    return tuple(piece for start, end in _stretches(text) if (piece := _trimmed(text, start, end)) is not None)


def split_clauses(text: str) -> tuple[Piece, ...]:
    """The clauses of a text: sentences, split where a conjunction or a mark sets off another statement.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of Piece
        In order. A side of a mark with fewer than `MIN_CLAUSE_WORDS` words stays with its neighbour; scripts without blanks count
        characters instead, two to a word.

    Example
    -------
    >>> [piece.text for piece in split_clauses("It names the fee, but the tone is rather rude.")]
    ['It names the fee', 'the tone is rather rude.']
    """
    return tuple(clause for sentence in split_sentences(text) for clause in _clauses(text, sentence))


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in _END.finditer(text):
        if mark[0][0] == "." and _goes_on(text, start, mark):
            continue
        yield start, mark.end()
        start = mark.end()
    yield start, len(text)


def _goes_on(text: str, start: int, mark: re.Match[str]) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or a list number."""
    before = text[max(start, mark.start() - 12) : mark.start() + 1]
    word = before.split()[-1].casefold().lstrip("([\"'“„«") if before.split() else ""
    after = text[mark.end() : mark.end() + 2].strip()
    if word in _ALSO_LAST and after[:1].isupper():
        return False
    if _INITIALS.fullmatch(word) and after[:1].islower():
        return True
    if word in _ABBREVIATIONS:
        return word not in _ALSO_WORDS or after.isdigit()
    bare = word.rstrip(".")
    if bare.isdigit():
        return not text[start : mark.start()].strip(" \t").rstrip("0123456789").strip()
    if len(bare) != 1 or not bare.isalpha() or bare in "ia":
        return False
    return before.split()[-1].lstrip("(").isupper() and after[:1].isupper() and mark.start() - start > 2


def _trimmed(text: str, start: int, end: int) -> Piece | None:
    marker = _MARKER.match(text, start, end)
    if marker is not None and any(c.isalnum() for c in text[marker.end() : end]):  # a number before marks alone is all that the sentence says
        start = marker.end()
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    piece = text[start:end]
    return Piece(piece, start, end) if any(c.isalnum() for c in piece) else None


def _clauses(text: str, sentence: Piece) -> Iterator[Piece]:
    start = sentence.start
    for mark in _CLAUSE.finditer(text, sentence.start, sentence.end):
        if _size(text[start : mark.start()]) >= MIN_CLAUSE_WORDS and _size(text[mark.end() : sentence.end]) >= MIN_CLAUSE_WORDS:
            piece = _trimmed(text, start, mark.start())
            if piece is not None:
                yield piece
            start = mark.end()
    piece = _trimmed(text, start, sentence.end)
    if piece is not None:
        yield piece


def _size(text: str) -> int:
    """Words, counted no further than a clause needs; in scripts without blanks, half the characters."""
    text = text[:_ENOUGH]
    words = len(text.split())
    wide = sum(c > "\u2e7f" for c in text)
    return max(words, wide // 2)
