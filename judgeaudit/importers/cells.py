"""One cell of a row as an id, a name or a text; what is wrong with it is a `RowProblem`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judgeaudit.importers.exact_json import exact_text, words_for
from judgeaudit.importers.problems import RowProblem, nearest, shorten
from judgeaudit.text.surrogates import encodable


def id_cell(row: Mapping[str, Any], name: str) -> str:
    """An id: text without blanks around it and without control characters."""
    value = "" if name in row and row[name] is None else text_cell(row, name)
    if not value.strip():
        raise RowProblem(f"{name} is empty", f"give the row its {name}")
    if value != value.strip():
        raise RowProblem(f"{name} {shorten(value)} has blanks around it", f"write {shorten(value.strip())}")
    if not value.isprintable() and any(character < " " or character == "\x7f" for character in value):
        raise RowProblem(f"{name} {shorten(value)} holds a control character", "use printable characters")
    return value


def text_cell(row: Mapping[str, Any], name: str) -> str:
    """A text that must be there, empty or not."""
    value = optional_cell(row, name)
    if value is not None:
        return value
    if name in row:
        raise RowProblem(f"{name} is null", 'give it a value, or "" where it is really empty')
    near = nearest(name, row)
    raise RowProblem(f"{name} is missing", f"rename {near!r} to {name!r}" if near else f"add {name}")


def optional_cell(row: Mapping[str, Any], name: str) -> str | None:
    """A text, or None where there is none."""
    value = row.get(name)
    if type(value) is str and value.isascii():  # nearly every cell, of which there are many
        return value
    try:
        value = exact_text(row.get(name))
    except TypeError:
        raise RowProblem(f"{name} is {words_for(row[name])}, not a text", f"write {name} as text") from None
    return None if value is None else whole(value, name)


def whole(text: str, name: str) -> str:
    """Text that can be written as UTF-8: a JSON escape such as \\ud83d alone is half a character."""
    if not text.isascii() and encodable(text) != text:
        raise RowProblem(f"{name} holds half a character (a lone \\ud... escape), as when text is cut in the middle of an emoji", "write the text again")
    return text
