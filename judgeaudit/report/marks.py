"""Foreign text as HTML: escaped, hidden characters shown, stretches marked."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from judgeaudit.report.hidden import HIDDEN, name_of

DIFFERENCES = {"number": "number", "polarity": "for or against", "quote": "quoted evidence", "criteria": "criterion named"}
"""What may differ between two rationales, in words; each has a style of its own."""


def visible(text: object) -> Markup:
    """Foreign text as HTML: escaped, with every hidden character replaced by a small mark that names it.

    Parameters
    ----------
    text : object
        Any value; its `str` is shown. Carriage returns before a newline are dropped.

    Returns
    -------
    Markup
        Safe between tags. Not for attributes, which take `plain`.
    """
    raw = str(text).replace("\r\n", "\n")
    if HIDDEN.search(raw) is None:
        return escape(raw)
    parts: list[Markup] = []
    position = 0
    for match in HIDDEN.finditer(raw):
        parts.append(escape(raw[position : match.start()]))
        parts.append(Markup('<span class="hidden-char" title="{}">U+{:04X}</span>').format(name_of(match[0]), ord(match[0])))
        position = match.end()
    parts.append(escape(raw[position:]))
    return Markup("").join(parts)


def passage(text: str, start: int, end: int, gaps: Sequence[tuple[int, int]] = ()) -> Markup:
    """`text[start:end]`; what stands in the gaps are our words, that something is left out, and no foreign text looks like them."""
    parts: list[Markup] = []
    position = start
    for first, last in gaps:
        first, last = max(first, position), min(last, end)
        if first < last:
            parts += [visible(text[position:first]), Markup('<bdi class="left-out">{}</bdi>').format(visible(text[first:last].strip()))]
            position = last
    parts.append(visible(text[position:end]))
    return Markup("").join(parts)


def marked(text: str, spans: list[tuple[int, int]], gaps: Sequence[tuple[int, int]] = ()) -> Markup:
    """A text with some stretches marked. Spans may overlap; what lies outside the text is left out. Gaps are those of `passage`."""
    parts: list[Markup] = []
    position = 0
    for start, end in sorted(spans):
        start, end = max(start, position), min(end, len(text))
        if start >= end:
            continue
        parts += [passage(text, position, start, gaps), Markup("<mark>"), visible(text[start:end]), Markup("</mark>")]
        position = end
    parts.append(passage(text, position, len(text), gaps))
    return Markup("").join(parts)


def cut_out(text: str, start: int, end: int, notes: Sequence[tuple[int, int, str]]) -> Markup:
    """`text[start:end]`, with what differs marked by kind and said in words for those who do not see it. Notes are sorted."""
    parts: list[Markup] = []
    position = start
    for first, last, kind in notes:
        first, last = max(first, position), min(last, end)
        if first >= last:
            continue
        opened = Markup('<mark class="differs {}"><bdi class="sr">[{}] </bdi>').format(kind, DIFFERENCES[kind])
        parts += [visible(text[position:first]), opened, visible(text[first:last]), Markup("</mark>")]
        position = last
    parts.append(visible(text[position:end]))
    return Markup("").join(parts)


def rest_of(text: str, covered: Sequence[tuple[int, int, int]]) -> Markup:
    """What of a text no row covers; where a row does, its number stands. `covered` holds start, end and the number of the row."""
    parts: list[Markup] = []
    position = 0
    for start, end, number in sorted(covered):
        parts.append(visible(text[position:start].strip("\n") if start > position else ""))
        parts.append(Markup(' <bdi class="ref"><span class="sr">reason </span>{}</bdi> ').format(number))
        position = max(position, end)
    parts.append(visible(text[position:].strip("\n")))
    return Markup("").join(parts)


def left_of(text: str, covered: Sequence[tuple[int, int, int]]) -> str:
    """The characters that `rest_of` shows, as they stand in the text."""
    parts: list[str] = []
    position = 0
    for start, end, _ in sorted(covered):
        parts.append(text[position:start] if start > position else "")
        position = max(position, end)
    return "".join((*parts, text[position:]))
