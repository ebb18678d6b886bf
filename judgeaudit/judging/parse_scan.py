"""Finding JSON objects and reasoning blocks in a reply. Pure; linear in the length of the reply."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_TAG = re.compile(r"<(?P<a>/?)(?:think|thinking|thought|reasoning)\s*>|\[(?P<b>/?)THINK\]|◁(?P<c>/?)think▷", re.IGNORECASE)
_OBJECT_START = r"\{(?=\s*[\"}])"
_BRACE = re.compile(_OBJECT_START)
_BRACE_OR_TAG = re.compile(f"{_OBJECT_START}|{_TAG.pattern}", re.IGNORECASE)
FENCE = re.compile(r"\s*```[A-Za-z]*\s*\n(.*?)\n?\s*```\s*", re.DOTALL)
"""A text that is one fenced block and nothing else."""
_BLANKS = re.compile(r"[ \t\n\r]*")
_SCAN_BUDGET = 8_000_000
"""Characters that may be spent on braces that open no JSON object; a longer hunt is given up, the text is unparsable."""
_NEAR = 200
"""Characters around an object that tell whether it stands in a sentence."""
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


def members(text: str, start: int) -> Iterator[tuple[str, Any, int]]:
    """(name, value, where the value starts) of the JSON object that starts there, one that can be decoded; the object's own, none of its parts'."""
    at = _after(text, start + 1)
    while text[at] != "}":
        name, at = _DECODER.raw_decode(text, at)
        colon = _after(text, at)
        place = _after(text, colon + 1)
        value, at = _DECODER.raw_decode(text, place)
        yield name, value, place
        at = _after(text, at)
        at = _after(text, at + 1) if text[at] == "," else at


def _after(text: str, at: int) -> int:
    """The first place from there on that is no blank."""
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks is not None else at


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
            read = len(self.text) - start if error.msg.startswith("Unterminated") else error.pos - start
            self.left -= 50 + read + error.pos // 8  # the error itself counts the lines before it
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
    blocks: list[tuple[int, int, int, int]] = []  # where each block and, inside its tags, its text begin and end
    at = 0
    while (stop := _BRACE_OR_TAG.search(text, at)) is not None:
        start, at = stop.span()
        if stop[0] == "{":
            decoded = hunt.at(start)
            at = decoded[1] if decoded is not None else at
        elif _is_quoted(text, stop):
            continue
        elif _closes(stop):
            blocks = [(0, at, 0, start)]
        else:
            close = next((m for m in _TAG.finditer(text, at) if _closes(m)), None)
            blocks.append((start, close.end(), at, close.start()) if close is not None else (start, len(text), at, len(text)))
            if close is None:
                return _outside(text, blocks), _inside(text, blocks), True
            at = close.end()
    return _outside(text, blocks), _inside(text, blocks), False


def _inside(text: str, blocks: list[tuple[int, int, int, int]]) -> str:
    return "\n".join(part for _, _, start, end in blocks if (part := text[start:end].strip()))


def _outside(text: str, blocks: list[tuple[int, int, int, int]]) -> str:
    edges = [0, *(edge for start, end, _, _ in blocks for edge in (start, end)), len(text)]
    return "\n".join(text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2))


def _closes(tag: re.Match[str]) -> bool:
    return bool(tag["a"] or tag["b"] or tag["c"])


def _is_quoted(text: str, tag: re.Match[str]) -> bool:
    before, after = text[tag.start() - 1 : tag.start()], text[tag.end() : tag.end() + 1]
    return (before, after) in (("`", "`"), ('"', '"'), ("'", "'"), ("“", "”"))


def find_objects(text: str) -> Iterator[Found]:
    """Every JSON object in a text that lies in no other, in order."""
    hunt = _Hunt(text)
    last_end = 0
    at = 0
    while (brace := _BRACE.search(text, at)) is not None:
        start = brace.start()
        decoded = hunt.at(start)
        at = start + 1
        if decoded is not None:
            value, at = decoded
            yield Found(start, at, value, _stands_alone(text, last_end, start, at))
            last_end = at


def _stands_alone(text: str, last_end: int, start: int, end: int) -> bool:
    """Whether the object is on lines of its own, or begins a clause and is followed by a new sentence or object at most."""
    before = text[max(last_end, start - _NEAR) : start].rpartition("\n")[2].strip(" \t\r*`[,;").removesuffix("json").rstrip(" \t*`")
    after = text[end : end + _NEAR].partition("\n")[0].partition("{")[0].strip(" \t\r*`").lstrip("].!;, ")
    return (not before or before.endswith(_CLAUSE_ENDS)) and (not after or after[0].isupper())
