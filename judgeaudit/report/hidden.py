"""Characters that nobody sees but a machine obeys: found in foreign text, named, and shown on the page."""

from __future__ import annotations

import re
import unicodedata

from markupsafe import Markup, escape

HIDDEN = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 without tab and newline, DEL, C1
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # soft hyphen, bidi marks and overrides, zero widths
    "\U000e0000-\U000e007f"  # tag characters: invisible ASCII, used to smuggle instructions
    "\ud800-\udfff"  # lone surrogates: no valid text, and no file can hold them
    "]"
)
"""The zero-width joiner and non-joiner are not among them: Persian, Hindi and emoji need them."""


def name_of(character: str) -> str:
    """`U+202E right-to-left override`."""
    code = ord(character)
    if 0xE0020 <= code <= 0xE007E:
        return f"U+{code:04X} hidden {chr(code - 0xE0000)!r}"
    name = unicodedata.name(character, "control character").lower()
    return f"U+{code:04X} {name}"


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


def plain(text: object) -> str:
    """Foreign text where no markup can stand (attributes, figures): hidden characters become `U+202E` in brackets."""
    return HIDDEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", str(text).replace("\r\n", "\n"))


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
