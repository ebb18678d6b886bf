"""Which response of a pair was shown first, as files say it."""

from __future__ import annotations

AB, BA = "ab", "ba"
"""`response_a` first, and `response_b` first."""

_WORDS = {"ab": AB, "ba": BA, "12": AB, "21": BA, "01": AB, "10": BA}


def order_of(word: str | None) -> str | None:
    """ "ab" or "ba", as a value of the column `order` says it in any case and with any marks between (AB, b-a, 21); None where it says neither."""
    return _WORDS.get(letters_of(word or ""))


def letters_of(word: str) -> str:
    """Letters and digits of a word, in one case.

    Example
    -------
    >>> letters_of("B-A")
    'ba'
    """
    return "".join(character for character in word.casefold() if character.isalnum())
