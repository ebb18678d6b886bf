"""Closing lines of a free text: `Verdict: x`, `Score: n`, or the phrase that the user's prompt asks for. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

_BULLETS = " \t\r#*_•-"
_MAX_LINE = 400
"""A longer line is prose, whatever it starts with."""
_KEYWORD = re.compile(r"verdict|label|score", re.IGNORECASE)
_LINE = re.compile(r"(?:\d{1,2}[.)][*_\s]*)?(?:(?:the|my|final|overall)\s+){0,3}(verdict|label|score)[*_\s]*(?:\([^()]*\)[*_\s]*)?[:：=](.*)", re.IGNORECASE)
_MIRROR = str.maketrans("[{(<", "]})>")


class ClosingLine(NamedTuple):
    """A line that gives a verdict, with the place where it (or the line that it goes on from) starts, and where it ends."""

    field: str
    value: str
    start: int
    end: int


def closing_lines(text: str, closing: str | None = None, *, goes_on: bool = True) -> tuple[list[ClosingLine], str]:
    """The lines of a text that give a verdict, and the rest of it.

    Parameters
    ----------
    text : str
    closing : str, optional
        The phrase that such a line starts with; `Verdict:`, `Label:` or `Score:` where left out. Models end a paragraph
        with it too: where no line starts with it, the end of the last line counts, after the end of a sentence. A phrase
        that opens a bracket or a tag (`[[`, `<verdict>`) holds its verdict up to where it closes, anywhere.
    goes_on : bool
        A line that ends after its colon takes the next line for its value.

    Returns
    -------
    tuple of (found, others)
        `found` is a list in order, with markdown still around the values; `others` the other lines. A line
        that quotes (`> Verdict: pass`) is none.
    """
    if closing is None:
        return _lines(text, None, goes_on=goes_on) if _KEYWORD.search(text) is not None else ([], text)
    head = closing.strip()
    if (tail := _closes(head)) is not None:
        enclosed = re.compile(f"{re.escape(head)}(.{{0,{_MAX_LINE}}}?){re.escape(tail)}", re.IGNORECASE | re.DOTALL)
        return [ClosingLine("verdict", found[1], *found.span()) for found in enclosed.finditer(text)], enclosed.sub("", text).strip()
    found, others = _lines(text, head, goes_on=goes_on)
    return (found, others) if found else _last_sentence(text, head)


def encloses(closing: str | None) -> bool:
    """Whether a phrase encloses its verdict (`[[`, `<verdict>`): then it may stand anywhere, and the judge may go on after it."""
    return closing is not None and _closes(closing.strip()) is not None


def _closes(head: str) -> str | None:
    """What closes a phrase that opens brackets or a tag."""
    if head and not head.strip("[{(<"):
        return head[::-1].translate(_MIRROR)
    return f"</{head[1:]}" if re.fullmatch(r"<[\w-]+>", head) else None


def _lines(text: str, head: str | None, *, goes_on: bool) -> tuple[list[ClosingLine], str]:
    found: list[ClosingLine] = []
    others: list[str] = []
    open_name, opened, end = "", 0, 0
    for whole in text.splitlines(keepends=True):
        start, end = end, end + len(whole)
        line = whole.splitlines()[0]
        anchored = _anchored(line, head)
        name, value = anchored or (open_name, line)
        opened = start if anchored is not None else opened
        if name and value.strip(_BULLETS):
            found.append(ClosingLine(name, value, opened, end))
        elif not name:
            others.append(line)
        open_name = name if goes_on and not value.strip(_BULLETS) else ""
    return found, "\n".join(others).strip()


def _anchored(line: str, head: str | None) -> tuple[str, str] | None:
    """(field, value) of a line that starts with a closing phrase; None for other lines."""
    if len(line) > _MAX_LINE:
        return None
    if head is None:
        match = _LINE.fullmatch(line.lstrip(_BULLETS))
        return (match[1].casefold(), match[2]) if match is not None else None
    for form in (line.strip(), line.replace("*", "").replace("`", "").strip(_BULLETS)):
        value = form[len(head) :]
        if form[: len(head)].casefold() == head.casefold() and not (head[-1:].isalnum() and value[:1].isalnum()):
            return "verdict", value.lstrip(" \t:=：")
    return None


def _last_sentence(text: str, head: str) -> tuple[list[ClosingLine], str]:
    """The phrase as the last sentence of the last line."""
    before, _, line = text.rstrip().rpartition("\n")
    starts = [m.end() for m in re.finditer(r"[.!?:;)\]][\"'”’*]*\s+[\"'“‘*`]*", line)]
    for start in reversed(starts):
        if (anchored := _anchored(line[start:], head)) is not None and anchored[1].strip(_BULLETS):
            at = len(text.rstrip()) - len(line) + start
            return [ClosingLine(*anchored, at, len(text))], f"{before}\n{line[:start]}".strip(" \t\r\n\"'“‘*`")
    return [], text
