"""Foreign words inside our sentences: on one line, and no longer than a reader needs."""

from __future__ import annotations

_SHOWN = 160


def clipped(text: str, at_most: int = _SHOWN) -> str:
    """A text on one line, cut at a length."""
    line = " ".join(text.split())
    return line if len(line) <= at_most else line[:at_most].rstrip() + " ..."


def quoted(text: str) -> str:
    """A text in quotation marks."""
    return f'"{clipped(text)}"'


def in_repeats(cited_in: int, of: int) -> str:
    """How many of an item's replicates say something; "" where there is one."""
    return f", in {cited_in} of {of} replicates" if of > 1 else ""
