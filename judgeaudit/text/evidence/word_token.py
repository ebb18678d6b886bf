"""A word, number or mark of a quote or of its source, in the form in which it is compared."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Token:
    """A word, number or mark. `key` is what is compared; `start`, `end` are offsets in the text; `kind` is word, number, dense or mark.

    `named`: it has a capital that no sentence gives it, or a title of Chinese or Japanese follows. `broken`: a sentence or line ends before it.
    `weight`: how much it says. `spelled`: a number in words. `other`: what a number may be in another language.
    `item`: the number of a list's item.
    """

    key: str
    start: int
    end: int
    kind: str
    named: bool = False
    broken: bool = False
    weight: float = 1.0
    value: float | None = None
    spelled: bool = False
    other: float | None = None
    item: bool = False


def number_key(value: float) -> str:
    """The key of a number, by its value.

    Example
    -------
    >>> number_key(1000.0)
    '#1000'
    """
    return f"#{value:.10g}"


def follows(token: Token, before: Token) -> bool:
    """Whether a token stands right after another, with a blank or a hyphen between them at most.

    Example
    -------
    >>> follows(Token("five", 7, 11, "word"), Token("twenty", 0, 6, "word"))
    True
    """
    return not token.broken and 0 <= token.start - before.end < 2
