"""Quotation marks of a text, with what each may do by what stands beside it: open, close, or close unless a surer one follows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

BREAK = r"\n[ \t\r>]*\n"
"""A paragraph break, in a block quote too."""
FAMILIES = {
    **dict.fromkeys("\u201c\u201d\u201e\u201f", "\u201c"),
    **dict.fromkeys("\u2018\u2019\u201a\u201b", "\u2018"),
    **dict.fromkeys("\u00ab\u00bb", "\u00ab"),
    **dict.fromkeys("\u2039\u203a", "\u2039"),
    **dict.fromkeys("\u300c\u300d\uff62\uff63\ufe41\ufe42", "\u300c"),
    **dict.fromkeys("\u300e\u300f\ufe43\ufe44", "\u300e"),
    **dict.fromkeys("\u301d\u301e\u301f", "\u301d"),
}
"""Marks that pair with each other, by their first; straight marks pair with themselves."""
SINGLE = frozenset(("'", "\\'", "\u2018"))
"""Families whose marks are apostrophes too."""

_ALWAYS_OPENS = frozenset("\u201e\u201f\u2018\u201a\u201b\u300c\uff62\ufe41\u300e\ufe43\u301d")
_ALWAYS_CLOSES = frozenset("\u300d\uff63\ufe42\u300f\ufe44\u301e\u301f")
_MARKS = re.compile(
    BREAK
    + r"|(?P<apostrophe>['\u2019](?:n['\u2019]|(?:em|tis|twas|til|cause|\d\d'?s)\b(?!['\u2019])))"  # rock 'n' roll, '90s: apostrophes
    + r"|\\?\"|''|\\?'|["
    + "".join(FAMILIES)
    + "]",
    re.IGNORECASE,
)
_OPENING_BEFORE = frozenset("([{<*_~=:;,-\u2010\u2011\u2012\u2013\u2014\u2015/|>+&#@\\\"'`\uff08\u3010\u3014\u00bf\u00a1" + "".join(FAMILIES))
_CLOSING_BEFORE_WORD = frozenset(",.!?;:\u2026")
_SPACED_SCRIPT_ENDS = "\u2e80"
"""Scripts from here to the private area (Han, kana, Hangul) put no space beside a mark."""
_UNIT = re.compile(r"\s?(?:[x\u00d7]\b|by\s\d)|\s\S")


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark, or a paragraph break.

    Attributes
    ----------
    family : str
        Marks of one family pair; "" is a paragraph break.
    text : str
    start, end : int
    opens, closes : bool
        What the mark can do; where it can do both, it closes what is open.
    weak : bool
        It closes only if no surer mark of the family does before the next opening: plural s, a measure, a mark between spaces.
    """

    family: str
    text: str
    start: int
    end: int
    opens: bool = False
    closes: bool = False
    weak: bool = False


def read_marks(text: str, code: Sequence[tuple[int, int]]) -> list[Mark]:
    """Marks outside code, and paragraph breaks, in order.

    Parameters
    ----------
    text : str
    code : sequence of (start, end)
        Stretches that are not looked into, in order, without overlap.

    Returns
    -------
    list of Mark
    """
    marks: list[Mark] = []
    at = 0
    for match in _MARKS.finditer(text):
        start, end = match.span()
        while at < len(code) and code[at][1] <= start:
            at += 1
        if at < len(code) and code[at][0] <= start:
            continue
        if match["apostrophe"]:
            continue
        if match[0][0] == "\n":
            marks.append(Mark("", match[0], start, end))
            continue
        mark = _mark(text, match[0], start, end)
        if mark.opens or mark.closes:
            marks.append(mark)
    return marks


def _mark(text: str, token: str, start: int, end: int) -> Mark:
    before, after = text[start - 1 : start], text[end : end + 1]
    family = FAMILIES.get(token, token)
    opens, closes = _can_open(before, after), _can_close(before, after)
    weak = closes and _is_weak(text, family, before, end)
    if token in _ALWAYS_OPENS:
        opens, closes, weak = True, token == "\u2018" and closes and not opens, False
    elif token in _ALWAYS_CLOSES:
        opens, closes, weak = False, True, False
    elif family in ("\u00ab", "\u2039"):
        opens, closes, weak = True, True, False
    elif token == "\u201c":
        opens, closes, weak = True, closes and not opens, False
    elif token == "\u201d":
        opens, closes, weak = opens and not closes, True, False
    elif token == "\u2019":
        opens = False
    elif not closes and not opens and before.isspace() and family not in SINGLE:
        closes = weak = True  # tokenised text
    return Mark(family, token, start, end, opens, closes, weak)


def _is_letter(character: str) -> bool:
    """A letter or digit of a script with spaces between words."""
    return character.isalnum() and character < _SPACED_SCRIPT_ENDS


def _is_dense(character: str) -> bool:
    return character >= _SPACED_SCRIPT_ENDS


def _can_open(before: str, after: str) -> bool:
    if after == "" or after.isspace():
        return False
    return before == "" or before.isspace() or before in _OPENING_BEFORE or _is_dense(before)


def _can_close(before: str, after: str) -> bool:
    if before == "" or before.isspace():
        return False
    return not _is_letter(after) or before in _CLOSING_BEFORE_WORD


def _is_weak(text: str, family: str, before: str, end: int) -> bool:
    if before.isdigit():
        return _UNIT.match(text, end) is not None
    return family in SINGLE and before in "sSzZxX" and _UNIT.match(text, end) is not None and text[end + 1 : end + 2].isalnum()
