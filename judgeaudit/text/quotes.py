"""What a text puts in quotation marks, whatever the marks are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judgeaudit.text.quote_marks import BREAK, FAMILIES, SINGLE, Mark, read_marks

_DEEPEST = 32
"""Nested marks that are followed: more of them are no quotation."""
_BLOCK = re.compile(r"^[ \t]{0,3}>(?:[ \t>]|(?=[^\W\d])).*(?:\n[ \t]{0,3}>.*)*", re.MULTILINE)
_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)+")
_TICKS = re.compile(r"`+|" + BREAK)
_INFO = re.compile(r"[ \t]*[\w+#.-]{0,30}[ \t\r]*\n")
_ANGLES = frozenset("\u00ab\u2039")
_TEX = re.compile(r"[^`]*?(''|`|" + BREAK + ")")


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted stretch.

    Attributes
    ----------
    text : str
        The inside of the marks without spaces at its ends, `source[start:end]`; a block quote of several lines has its inner `>`.
    start, end : int
        Offsets of the inside.
    marks : str
        The opening and the closing mark: `""`, `''`, \u201e\u201c, \u00ab\u00bb, \u300c\u300d, two back-ticks; three back-ticks for fenced code; `>` for a
        block quote.
    """

    text: str
    start: int
    end: int
    marks: str


def find_quotes(text: str) -> tuple[Quote, ...]:
    """Stretches in quotation marks, back-ticks, code fences and block quotes.

    Parameters
    ----------
    text : str
        Any text; JSON's escaped marks pair with each other.

    Returns
    -------
    tuple of Quote
        In order of `start`, the outer before the inner of nested quotes. Nothing is looked for inside code.

    Notes
    -----
    A straight mark opens or closes by what stands beside it, and pairs within its paragraph; apostrophes, inches, feet and marks
    without a partner are none. A mark after a plural s or a number closes unless a surer one follows before the next opening.
    Titles in \u300a\u300b are no quotes. Linear in the length of the text.

    Example
    -------
    >>> [quote.text for quote in find_quotes('The judges\\' note says "it isn\\'t 5" wide".')]
    ['it isn\\'t 5" wide']
    """
    found = list(_code(text)) if "`" in text else []
    code = [(quote.start, quote.end) for quote in found]
    if ">" in text:
        found += _blocks(text, code)
    found += _Pairing(text).pairs(read_marks(text, code))
    return tuple(sorted(found, key=lambda quote: (quote.start, -quote.end)))


def _quote(text: str, start: int, end: int, marks: str) -> list[Quote]:
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    end -= len(inside) - len(inside.rstrip())
    return [Quote(text[start:end], start, end, marks)] if start < end else []


def _code(text: str) -> Iterator[Quote]:
    """Runs of back-ticks with the next run of the same length; fences reach over paragraphs."""
    runs = list(_TICKS.finditer(text))
    partner = _partners(runs)
    at = 0
    while at < len(runs):
        start, ticks = runs[at].end(), runs[at][0]
        tex = _TEX.match(text, start) if ticks == "``" else None
        if tex is not None and tex[1] == "''":
            yield from _quote(text, start, tex.start(1), "``''")
            at += 1
        elif at in partner:
            info = _INFO.match(text, start) if len(ticks) > 2 else None
            yield from _quote(text, info.end() - 1 if info else start, runs[partner[at]].start(), "```" if len(ticks) > 2 else "``")
            at = partner[at] + 1
        else:
            at += 1


def _partners(runs: Sequence[re.Match[str]]) -> dict[int, int]:
    """The next run of the same length for each that has one; runs of one or two within their paragraph."""
    partner: dict[int, int] = {}
    inline: dict[int, int] = {}
    fences: dict[int, int] = {}
    for at in range(len(runs) - 1, -1, -1):
        length = len(runs[at][0])
        nearest = inline if length < 3 else fences
        if runs[at][0][0] != "`":
            inline = {}
            continue
        if length in nearest:
            partner[at] = nearest[length]
        nearest[length] = at
    return partner


def _blocks(text: str, code: Sequence[tuple[int, int]]) -> Iterator[Quote]:
    at = 0
    for block in _BLOCK.finditer(text):
        while at < len(code) and code[at][1] <= block.start():
            at += 1
        if at < len(code) and code[at][0] <= block.start():
            continue
        prefix = _PREFIX.match(text, block.start())
        yield from _quote(text, prefix.end() if prefix else block.start(), block.end(), ">")


class _Pairing:
    """Opened marks of a text, and the quotes that their partners close."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack: list[Mark] = []
        self.open: Counter[str] = Counter()

    def pairs(self, marks: Sequence[Mark]) -> Iterator[Quote]:
        """Quotes in the order in which they close."""
        surer = _closed_later(marks)
        for at, mark in enumerate(marks):
            if mark.family == "":
                self._break()
            elif self._closes(mark) and not (mark.weak and at in surer):
                yield from self._close(mark)
            elif mark.opens and len(self.stack) < _DEEPEST:
                self._open(mark)

    def _closes(self, mark: Mark) -> bool:
        if not self.open[mark.family]:
            return False
        top = self.stack[-1]
        if mark.family in SINGLE:  # an apostrophe closes nothing across a surer mark
            return top.family == mark.family and mark.closes
        if mark.family in _ANGLES:
            return top.family != mark.family or top.text != mark.text
        if mark.text == "\u201c":  # the low mark of German is closed by what opens in English
            return mark.closes or (top.text == "\u201e" and not self.text[mark.start - 1 : mark.start].isspace())
        return mark.closes

    def _close(self, mark: Mark) -> Iterator[Quote]:
        while True:
            opening = self.stack.pop()
            self.open[opening.family] -= 1
            if opening.family == mark.family:
                break
        yield from _quote(self.text, opening.end, mark.start, opening.text[-1:] + mark.text[-1:] if len(mark.text) < 3 else mark.text)

    def _open(self, mark: Mark) -> None:
        if mark.family in SINGLE and self.stack and self.stack[-1].family == mark.family:
            self.stack.pop()  # the earlier one was an apostrophe
            self.open[mark.family] -= 1
        self.stack.append(mark)
        self.open[mark.family] += 1

    def _break(self) -> None:
        self.stack = [mark for mark in self.stack if mark.text in FAMILIES and mark.family not in SINGLE]
        self.open = Counter(mark.family for mark in self.stack)


def _closed_later(marks: Sequence[Mark]) -> set[int]:
    """Weak marks after which a sure one of their family closes, before another opens and within the paragraph."""
    following: dict[str, bool] = {}
    later: set[int] = set()
    for at in range(len(marks) - 1, -1, -1):
        mark = marks[at]
        if mark.family == "":
            following = {}
        elif mark.weak:
            if following.get(mark.family):
                later.add(at)
        else:
            following[mark.family] = mark.closes
    return later
