"""Foreign text as HTML: escaped, hidden characters shown, stretches marked."""

from __future__ import annotations

from markupsafe import Markup, escape

from judgeaudit.report.hidden import HIDDEN, name_of


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
    parts: list[Markup] = []
    position = 0
    for match in HIDDEN.finditer(raw):
        parts.append(escape(raw[position : match.start()]))
        parts.append(Markup('<span class="hidden-char" title="{}">U+{:04X}</span>').format(name_of(match[0]), ord(match[0])))
        position = match.end()
    parts.append(escape(raw[position:]))
    return Markup("").join(parts)


def marked(text: str, spans: list[tuple[int, int]]) -> Markup:
    """A text with some stretches marked. Spans may overlap; what lies outside the text is left out."""
    parts: list[Markup] = []
    position = 0
    for start, end in sorted(spans):
        start, end = max(start, position), min(end, len(text))
        if start >= end:
            continue
        parts += [visible(text[position:start]), Markup("<mark>"), visible(text[start:end]), Markup("</mark>")]
        position = end
    parts.append(visible(text[position:]))
    return Markup("").join(parts)
