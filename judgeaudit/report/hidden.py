"""Characters that nobody sees but a machine obeys: found in foreign text, named, and shown on the page."""

from __future__ import annotations

import re
import unicodedata

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


def plain(text: object) -> str:
    """Foreign text where no markup can stand (attributes, figures): hidden characters become `U+202E` in brackets."""
    return HIDDEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", str(text).replace("\r\n", "\n"))
