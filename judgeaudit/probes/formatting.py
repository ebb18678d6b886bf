"""Lay a response out otherwise: a list, headings and bold, or no marks at all; the words stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgeaudit.domain.items import Item
from judgeaudit.probes.code import code_spans
from judgeaudit.probes.context import Change, Context, Made
from judgeaudit.probes.edits import about, body, fixed_spans, meets, text_of, varied
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.texts import Span
from judgeaudit.text.sentences import split_sentences

LIST, HEADINGS, PLAIN = "list", "headings", "plain"
_LINE_MARK = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|[-*+\u2022][ \t]+)", re.MULTILINE)
_BOLD = re.compile(
    r"(?<![A-Za-z0-9)\]*])\*\*(?=[^\s*])(?:(?!\*\*)[^\n])+(?<=\S)\*\*(?![A-Za-z0-9(])|(?<!\w)__(?=[^\s_])(?:(?!__)[^\n]|(?<=\w)__(?=\w))+(?<=\S)__(?!\w)"
)
_LAID_OUT = re.compile(r"^[ \t]*(?:#{1,6}\s|[-*+\u2022>|]|\d{1,3}[.)]\s|(?:\t| {4}))", re.MULTILINE)
_PARAGRAPH = re.compile(r"(?:[^\n]+\n?)+")
_FEWEST = 2


def formatting(item: Item, context: Context) -> Made:
    """The item with its response as a list of its sentences, and under numbered headings with bold first sentences; one that has marks without them.

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    tuple of Variant or str
        Not where a response without marks has fewer than two sentences.

    Notes
    -----
    Only marks of layout and the blanks between sentences change; code, addresses and quotations stay as they are, and so do powers (2**3) and marks without
    their pair.
    """
    source, which = about(item, context, "formatting")
    start, end = body(item, source)
    text = text_of(item, source)[start:end]
    marks = _marks(text)
    if marks:
        return varied(item, f"{PLAIN}{which}", *(Change(source, start + low, start + high) for low, high in marks))
    found = [
        varied(item, f"{name}{which}", *(Change(source, start + low, start + high, put) for low, high, put in edits))
        for name, edits in ((LIST, list(_listed(text))), (HEADINGS, list(_headed(text)))) if edits
    ]  # fmt: skip
    return tuple(found) or "fewer than two sentences"


def _marks(text: str) -> tuple[Span, ...]:
    """Marks of lists and headings, and those around bold words."""
    fixed = fixed_spans(text)
    pairs = [match.span() for match in _BOLD.finditer(text)]
    found = [[match.span()] for match in _LINE_MARK.finditer(text)] + [[(low, low + 2), (high - 2, high)] for low, high in pairs]
    return tuple(sorted(span for spans in found if not any(meets(*span, fixed) for span in spans) for span in spans))


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Paragraphs of plain prose."""
    code = [span for span in code_spans(text) if "\n" in text[slice(*span)]]
    for match in _PARAGRAPH.finditer(text):
        if not meets(*match.span(), code) and not _LAID_OUT.search(match[0]) and any(c.isalnum() for c in match[0]):
            yield match.span()


def _listed(text: str) -> Iterator[tuple[int, int, str]]:
    """A dash before every sentence, a line for each; only of paragraphs with two sentences or more."""
    fixed = fixed_spans(text)
    for start, end in _paragraphs(text):
        # A sentence that ends within a quotation goes on.
        pieces = [piece for piece in split_sentences(text[start:end]) if not meets(start + piece.end, start + piece.end + 1, fixed)]
        if len(pieces) < _FEWEST:
            continue
        yield start, start, "- "
        for piece in pieces[:-1]:
            gap = at = start + piece.end
            while at < end and text[at].isspace():
                at += 1
            yield gap, at, "\n- "


def _headed(text: str) -> Iterator[tuple[int, int, str]]:
    """A numbered heading over every paragraph, its first sentence bold where nothing in it could break that."""
    if len(split_sentences(text)) < _FEWEST:
        return
    fixed = fixed_spans(text)
    for number, (start, end) in enumerate(_paragraphs(text), start=1):
        heading = f"## {number}\n\n"
        first = next(iter(split_sentences(text[start:end])), None)
        if first is None or first.start > 0 or "*" in first.text or meets(start, start + first.end, fixed):
            yield start, start, heading
        else:
            yield start, start, f"{heading}**"
            yield start + first.end, start + first.end, "**"


FORMATTING = Probe(
    "formatting", BOTH, 1, formatting, kind="bias", variants={LIST: "positive", HEADINGS: "positive", PLAIN: "negative"},
    changes="The response is laid out as a list, and with headings and bold; one that has such marks loses them. Its words stay.",
    expect="The verdict stays: layout is no content, unless the criterion asks about it.",
    cannot="Responses of one sentence without marks.",
)  # fmt: skip
