"""Whether two words are one, spelt otherwise: accents left out, umlauts written out, traditional and simplified characters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_WRITTEN_OUT = str.maketrans({"\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue", "\u00f8": "oe", "\u00e6": "ae", "\u0153": "oe", "\u00e5": "aa", "\u00df": "ss"})
_BARE = str.maketrans({"\u00f8": "o", "\u00e6": "ae", "\u0153": "oe", "\u0142": "l", "\u0111": "d", "\u00df": "ss", "\u0131": "i"})


def is_respelt(one: str, another: str) -> bool:
    """Whether two folded words differ only by accents, or by how umlauts are written.

    Example
    -------
    >>> is_respelt("m\u00e4rz", "maerz"), is_respelt("se\u00f1ora", "senora"), is_respelt("house", "mouse")
    (True, True, False)
    """
    return not (one.isascii() and another.isascii()) and not _spellings(one).isdisjoint(_spellings(another))


@lru_cache(maxsize=4096)
def _spellings(word: str) -> frozenset[str]:
    bare = "".join(character for character in unicodedata.normalize("NFD", word.translate(_BARE)) if unicodedata.category(character) != "Mn")
    return frozenset((bare, word.translate(_WRITTEN_OUT)))


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    """Whether a Han character is used in traditional or in simplified Chinese only: "traditional", "simplified", else "".

    Notes
    -----
    By what the national character sets have: GB 2312 of the one and Big5 of the other.
    """
    simplified, traditional = _has(character, "gb2312"), _has(character, "big5")
    return "" if simplified == traditional else "simplified" if simplified else "traditional"


def _has(character: str, codec: str) -> bool:
    try:
        character.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def scripts_differ(one: str, another: str) -> bool:
    """Whether one text is in traditional and the other in simplified characters.

    Example
    -------
    >>> scripts_differ("\u904b\u8cbb", "\u8fd0\u8d39"), scripts_differ("\u8fd0\u8d39", "\u8d39\u7528")
    (True, False)
    """
    if one.isascii() or another.isascii():
        return False
    mine, theirs = ({script_of(character) for character in text if "\u4e00" <= character <= "\u9fff"} - {""} for text in (one, another))
    return len(mine) == len(theirs) == 1 and mine != theirs
