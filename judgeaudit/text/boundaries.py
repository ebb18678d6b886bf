"""Whether a stretch of a text is made of whole words and whole numbers."""

from __future__ import annotations

import re
import unicodedata

_RAISED = frozenset("\u00b2\u00b3\u00b9\u2070\u2074\u2075\u2076\u2077\u2078\u2079")
_PREFIX = re.compile(r"\b(?:(?:non|un|anti)-|(?:in|im|ir|il|dis|mis)-[ \t\r]{0,8}\n|(?:non|un)-[ \t\r]{0,8}\n)[ \t>]{0,8}\Z", re.IGNORECASE)
"""Ends in what turns the next word around."""
_DENSE = "\u0e00"
_UNSPACED = (
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u2e80", "\ud7ff"),
    ("\uf900", "\ufaff"),
    ("\uff66", "\uffdc"),
    ("\U00020000", "\U0003ffff"),
)
"""Scripts whose words have no space between them, or whose words take endings freely (Hangul)."""


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether neither end of a stretch is inside a word or a number.

    Parameters
    ----------
    text : str
    start, end : int
        The stretch `text[start:end]`, not empty.

    Returns
    -------
    bool
        A sign belongs to its number, a power to its base, "n't" to its verb and "non-" to its word; a footnote's number does not.

    Example
    -------
    >>> is_whole("in 1,500 days", 5, 8), is_whole("in 1,500 days", 3, 8)
    (False, True)
    """
    return not (_is_inside(text, start) or _is_signed(text, start) or _is_turned(text, start) or _is_inside(text, end))


def _is_inside(text: str, at: int) -> bool:
    """Whether the place before character `at` is inside a word or a number."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if after > "\x7f" and unicodedata.combining(after):
        return not before.isspace()
    if after > "\x7f" and unicodedata.category(after) == "Cf":  # a soft hyphen within a word
        return _is_word(before) and _is_word(text[at + 1 : at + 2])
    if before > "\x7f" and unicodedata.category(before) == "Cf":
        return _is_word(after) and _is_word(text[at - 2 : at - 1])
    if after in _RAISED or before in _RAISED or "^" in (before, after):
        return (before.isdigit() and (after in _RAISED or after == "^")) or (after.isdigit() and before == "^")
    if _is_word(before):
        if _is_word(after):
            return not (_is_unspaced(before) or _is_unspaced(after)) or (before.isdigit() and after.isdigit())
        if after in ".,":
            return before.isdigit() and text[at + 1 : at + 2].isdigit()
        return after in "'\u2019" and before in "nN" and text[at + 1 : at + 2] in ("t", "T")
    return before in ".," and after.isdigit() and text[at - 2 : at - 1].isdigit()


def _is_signed(text: str, at: int) -> bool:
    """Whether a number starts at `at` and has a minus before it."""
    if at == 0 or text[at - 1] not in "-\u2212" or not text[at : at + 1].isdigit():
        return False
    return at == 1 or text[at - 2].isspace() or text[at - 2] in "(["


def _is_turned(text: str, at: int) -> bool:
    """Whether a word starts at `at` and a prefix with a hyphen denies it."""
    return text[at : at + 1].isalpha() and text[at - 1 : at] in ("-", "\n", " ", "\t", ">") and _PREFIX.search(text, max(0, at - 24), at) is not None


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _is_unspaced(character: str) -> bool:
    return character >= _DENSE and any(low <= character <= high for low, high in _UNSPACED)
