"""Text that can be written: halves of surrogate pairs that stand alone cannot be encoded."""

from __future__ import annotations


def encodable(text: str) -> str:
    """The text with halves of surrogate pairs joined, and lone halves replaced by U+FFFD.

    Parameters
    ----------
    text : str
        Any string, also one that came from a JSON escape such as `\\ud800`.

    Returns
    -------
    str
        The same string where it can be encoded as UTF-8 already.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def escaped(text: str) -> str:
    """The same for names, of which two must not become one: lone halves are written out, as `\\ud800`."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass").encode("utf-8", "backslashreplace").decode()
    return text
