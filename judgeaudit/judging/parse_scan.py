"""Finding JSON objects and reasoning blocks in a reply. Pure; linear in the length of the reply."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_TAG = re.compile(r"<(?P<a>/?)(?:think|thinking|thought|reasoning)\s*>|\[(?P<b>/?)THINK\]|◁(?P<c>/?)think▷", re.IGNORECASE)
_BRACE_OR_TAG = re.compile(r"\{|" + _TAG.pattern, re.IGNORECASE)
_SCAN_BUDGET = 4_000_000
"""Characters that may be spent on braces that open no JSON object; a longer hunt is given up, the text is unparsable."""
_CLAUSE_ENDS = (":", ".", "!", "?", ">", "=", "-")


class Missing:
    """The type of `MISSING`."""


MISSING = Missing()
"""What stands for "no JSON here" (None is JSON's null)."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The values of a key that one object holds several times, with different values."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A JSON object in a text. `alone`: it stands by itself, and is no part of a sentence that may quote it."""

    start: int
    end: int
    value: dict[str, Any]
    alone: bool


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    first: dict[str, Any] = {}
    for key, value in pairs:
        if key in first and value != first[key]:
            made[key] = Conflict((first[key], value))
        first.setdefault(key, value)
    return made


# strict=False takes raw line breaks inside strings, which models write; everything else is JSON to the letter.
_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, strict=False)


def load(text: str) -> Any:
    """The whole text as JSON, or `MISSING`. A key given twice with different values becomes a `Conflict`."""
    try:
        return _DECODER.decode(text)
    except ValueError:  # also an integer of more digits than Python converts
        return MISSING


class _Hunt:
    """Decodes objects at given places, within a budget of characters for those that fail."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = _SCAN_BUDGET

    def at(self, start: int) -> tuple[dict[str, Any], int] | None:
        if self.left <= 0:
            return None
        try:
            value, end = _DECODER.raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            self.left -= len(self.text) - start if error.msg.startswith("Unterminated") else error.pos - start + 1
            return None
        except ValueError:
            self.left -= len(self.text) - start
            return None
        return value, end


def split_reasoning(text: str) -> tuple[str, str, bool]:
    """Takes a model's reasoning blocks out of its reply.

    Parameters
    ----------
    text : str
        A reply that is not JSON as a whole.

    Returns
    -------
    tuple of (rest, reasoning, unclosed)
        A tag inside a JSON object, or in quotes, is text. A closing tag without an opening one ends a block that began
        with the reply. `unclosed` is true where a block has no end: the reply was cut.
    """
    if _TAG.search(text) is None:
        return text, "", False
    hunt = _Hunt(text)
    rest: list[str] = []
    reasoning: list[str] = []
    kept = at = 0
    while (stop := _BRACE_OR_TAG.search(text, at)) is not None:
        at = stop.end()
        if stop[0] == "{":
            decoded = hunt.at(stop.start())
            at = decoded[1] if decoded is not None else at
        elif _is_quoted(text, stop):
            continue
        elif _closes(stop):
            reasoning = [text[: stop.start()]]
            rest = []
            kept = at
        else:
            close = next((m for m in _TAG.finditer(text, at) if _closes(m)), None)
            if close is None:
                return "".join([*rest, text[kept : stop.start()]]), "\n".join([*reasoning, text[at:]]).strip(), True
            rest.append(text[kept : stop.start()])
            reasoning.append(text[at : close.start()])
            kept = at = close.end()
    rest.append(text[kept:])
    return "\n".join(rest), "\n".join(part.strip() for part in reasoning), False


def _closes(tag: re.Match[str]) -> bool:
    return bool(tag["a"] or tag["b"] or tag["c"])


def _is_quoted(text: str, tag: re.Match[str]) -> bool:
    before, after = text[tag.start() - 1 : tag.start()], text[tag.end() : tag.end() + 1]
    return (before, after) in (("`", "`"), ('"', '"'), ("'", "'"), ("“", "”"))


def find_objects(text: str) -> Iterator[Found]:
    """Every JSON object in a text that lies in no other, in order."""
    hunt = _Hunt(text)
    last_end = 0
    at = text.find("{")
    while at != -1:
        decoded = hunt.at(at)
        if decoded is None:
            at = text.find("{", at + 1)
            continue
        value, end = decoded
        yield Found(at, end, value, _stands_alone(text, last_end, at, end))
        last_end = end
        at = text.find("{", end)


def _stands_alone(text: str, last_end: int, start: int, end: int) -> bool:
    """Whether the object is on lines of its own, or begins a clause and is followed by a new sentence or object at most."""
    line_start = max(text.rfind("\n", 0, start) + 1, last_end)
    line_end = min(stop for stop in (text.find("\n", end), text.find("{", end), len(text)) if stop != -1)
    before = text[line_start:start].strip(" \t\r*`[,;").removesuffix("json").rstrip(" \t*`")
    after = text[end:line_end].strip(" \t\r*`").lstrip("].!;, ")
    return (not before or before.endswith(_CLAUSE_ENDS)) and (not after or after[0].isupper())
