"""Where code stands in a text: fences, spans between backticks, indented blocks, tags."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgeaudit.probes.texts import Span, merged

_OPENS = re.compile(
    r"(?<!\\)`+|^[ \t]*(?:(?:>|[-*+\u2022]|\d{1,3}[.)])[ \t]*)*(?P<tildes>~{3,})|<(?P<tag>pre|code)\b[^<>\n]{0,200}>", re.MULTILINE | re.IGNORECASE
)
_TAG_CLOSES = re.compile(r"</(?:pre|code)\s{0,9}>", re.IGNORECASE)
_BEFORE_FENCE = re.compile(r"[ \t]*(?:(?:>|[-*+\u2022]|\d{1,3}[.)])[ \t]*)*")
_NAME_OF_LANGUAGE = re.compile(r"[ \t]*[\w+#.-]{0,40}[ \t\r]*(?=\n|\Z)")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_INDENT = re.compile(r"[ \t]*")
_LIST_MARK = re.compile(r"[ \t]*(?:[-*+\u2022]|\d{1,9}[.)])[ \t]+")
_FENCE = 3
_CODE_INDENT = 4
_LONGEST = 20_000
"""A span or a tag that is not closed within as many characters is none."""


def code_spans(text: str) -> tuple[Span, ...]:
    r"""Where code stands: each block of it, and each span within a line, is one stretch.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of (start, end)

    Notes
    -----
    As in CommonMark, and wider where models write it otherwise: a fence may begin in the middle of a line and have words after its end. A block without
    an end goes on to the end of the text; a fence that is only spoken of in a sentence, to the end of its line. Linear in the length of the text but for
    marks without their pair, which are looked for in `_LONGEST` characters.

    Example
    -------
    >>> text = "Try `a` or ```py\nx = 3\n``` now."
    >>> [text[start:end] for start, end in code_spans(text)]
    ['`a`', '```py\nx = 3\n```']
    """
    return merged((*_marked(text), *_indented(text)))


def ends_in_code(text: str) -> bool:
    r"""Whether words after a text would stand within its code: a block that has no end.

    Example
    -------
    >>> ends_in_code("So: ```py\nx = 3"), ends_in_code("So: ```py\nx = 3\n```")
    (True, False)
    """
    spans = code_spans(f"{text}\n\n.")
    return bool(spans) and spans[-1][1] > len(text)


def _marked(text: str) -> Iterator[Span]:
    at = 0
    while (opened := _OPENS.search(text, at)) is not None:
        if opened["tag"]:
            start, end = opened.start(), _end_of_tag(text, opened)
        elif opened["tildes"]:
            start, end = opened.start("tildes"), _end_of_block(text, opened.end(), opened["tildes"])
        else:
            start, end = opened.start(), _end_of_ticks(text, opened)
        at = max(end, opened.end())
        if end > opened.end():
            yield start, end


def _end_of_tag(text: str, opened: re.Match[str]) -> int:
    closed = _TAG_CLOSES.search(text, opened.end(), opened.end() + _LONGEST)
    if closed is not None:
        return closed.end()
    return len(text) if opened["tag"].lower() == "pre" else opened.end()


def _end_of_ticks(text: str, opened: re.Match[str]) -> int:
    """The end of what some backticks open; where they open nothing, their own end."""
    ticks, start = opened[0], opened.end()
    line_end = _line_end(text, start)
    own_line = text.rfind("\n", 0, opened.start()) + 1
    starts_line = _BEFORE_FENCE.fullmatch(text, own_line, opened.start()) is not None
    if len(ticks) >= _FENCE and starts_line and "`" not in text[start:line_end]:
        return _end_of_block(text, start, ticks)
    is_block = len(ticks) >= _FENCE and _NAME_OF_LANGUAGE.match(text, start) is not None
    closing = rf"`{{{len(ticks)},}}(?!\w)" if len(ticks) >= _FENCE else rf"(?<!`)`{{{len(ticks)}}}(?!`)"
    closed = re.compile(closing).search(text, start, len(text) if is_block else start + _LONGEST)
    if closed is not None and (is_block or _BLANK_LINE.search(text, start, closed.start()) is None):
        return closed.end()
    if len(ticks) < _FENCE:
        return start
    return len(text) if is_block else line_end


def _end_of_block(text: str, start: int, fence: str) -> int:
    """The end of a block whose fence begins a line: with a line that is a fence; where there is none, with a line that ends in one; else of the text."""
    fences = rf"{fence[0]}{{{len(fence)},}}[ \t]*(?=\r?$)"
    inside = _line_end(text, start)
    found = (re.compile(before + fences, re.MULTILINE).search(text, inside) for before in (r"^[ \t>]*", ""))
    return next((closed.end() for closed in found if closed is not None), len(text))


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _indented(text: str) -> Iterator[Span]:
    """Blocks of lines that are indented by four or more after a blank line; within a list, by four more than its text."""
    after_blank, base = True, 0
    start = end = -1
    for line in _LINE.finditer(text):
        words = line[0].rstrip()
        if not words:
            after_blank = True
            continue
        if _width(_INDENT, line[0]) >= base + _CODE_INDENT and (after_blank or start >= 0):
            start = line.start() if start < 0 else start
            end = line.start() + len(words)
        else:
            if start >= 0:
                yield start, end
                start = -1
            base = _width(_LIST_MARK, line[0]) or (base if line[0][0].isspace() else 0)
        after_blank = False
    if start >= 0:
        yield start, end


def _width(pattern: re.Pattern[str], line: str) -> int:
    """How many columns the beginning of a line takes."""
    found = pattern.match(line)
    return 0 if found is None else len(found[0].expandtabs(_CODE_INDENT))
