"""Typed getters for readers of foreign formats: a value of the wrong kind is an error with its place, never a traceback."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.exact_json import DuplicateKey, NumberText, dumps, loads
from judgeaudit.importers.foreign import Reading
from judgeaudit.importers.text_file import check_file
from judgeaudit.tables.ratings import OTHER_ANSWER
from judgeaudit.text.surrogates import encodable

LINE = 1 << 28
"""Bytes that one line of JSONL may have."""
DIGITS = 400
"""Characters of a number. Python takes minutes for the value of one with millions of digits."""
ANOTHER_ANSWER = f"repeats of an item with another answer than its first one are no repeats of the judge: probe {OTHER_ANSWER}, left out of consistency"
AGAIN = "export it again, or delete the entry"


def text(value: Any, where: str, name: str) -> str | None:
    """One value as exact text (`007`, `1e5`; truth values are "true" and "false"); None where there is none."""
    if isinstance(value, str):
        return encodable(str(value))
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    raise _wrong(value, where, name, "text")


def any_text(value: Any) -> str | None:
    """A value of any kind as text: lists and objects as JSON."""
    if value is None or isinstance(value, str):
        return None if value is None else encodable(str(value))
    try:
        return dumps(value)
    except RecursionError:
        return None


def number(value: Any, where: str, name: str) -> float | None:
    """A number; None where there is none or it is not finite. Truth values are 1 and 0."""
    if value is None:
        return None
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        if len(value) > DIGITS:
            raise VerdictsError(f"{name} has {len(value)} characters, which is no number", where=where, fix=AGAIN)
        try:
            found = float(value) if "_" not in value else None
        except ValueError:
            found = None
        if found is not None:
            return found if math.isfinite(found) else None
    raise _wrong(value, where, name, "a number")


def whole(value: Any, where: str, name: str) -> int | None:
    """A whole number below 2^31; None where there is none."""
    found = number(value, where, name)
    if found is None:
        return None
    if not found.is_integer() or abs(found) >= 2**31:
        raise _wrong(value, where, name, "a whole number")
    return int(found)


def mapping(value: Any, where: str, name: str) -> dict[str, Any]:
    """An object; an empty one where there is none."""
    if value is None or isinstance(value, dict):
        return value or {}
    raise _wrong(value, where, name, "an object")


def listing(value: Any, where: str, name: str) -> list[Any]:
    """A list; an empty one where there is none."""
    if value is None or isinstance(value, list):
        return value or []
    raise _wrong(value, where, name, "a list")


def _wrong(value: Any, where: str, name: str, wanted: str) -> VerdictsError:
    return VerdictsError(f"{name} is {kind(value)}, not {wanted}", where=where, fix=AGAIN)


def kind(value: Any) -> str:
    """What a JSON value is, in words."""
    if isinstance(value, NumberText):
        return f"the number {value}" if len(value) < 30 else "a long number"
    if isinstance(value, str):
        return f"the text {value[:30]!r}{'...' if len(value) > 30 else ''}"
    return {bool: "a truth value", list: "a list", dict: "an object", type(None): "null"}.get(type(value), "a value")


def parsed(data: bytes, where: str) -> Any:
    """Bytes as one JSON value whose numbers keep their text.

    Raises
    ------
    VerdictsError
        For anything that is no such value, with `where`.
    """
    try:
        return loads(data.decode("utf-8").strip())
    except UnicodeDecodeError as trouble:
        raise VerdictsError(f"byte 0x{data[trouble.start]:02x} is not UTF-8 (byte {trouble.start + 1})", where=where, fix="save it again as UTF-8") from None
    except json.JSONDecodeError as trouble:
        raise VerdictsError(f"no JSON: {trouble.msg} (character {trouble.pos + 1})", where=where, fix="export it again") from None
    except DuplicateKey as trouble:
        raise VerdictsError(f"an object has the key {trouble.args[0]!r} twice", where=where, fix="keep one of them") from None
    except RecursionError:
        raise VerdictsError("the JSON is nested too deeply", where=where, fix="write it flat") from None


def lines(path: Path, reading: Reading) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a JSONL file with their places, read line by line.

    A last line that has no end and is no JSON was cut off by a crash: it is counted as torn.

    Raises
    ------
    VerdictsError
        For a file that is not there or holds nothing, and for any other line that is no JSON object.
    """
    check_file(path, error=VerdictsError, what="log")
    number_of, filled = 0, False
    with path.open("rb") as stream:
        while line := stream.readline(LINE + 1):
            number_of += 1
            where = f"{path.name}:{number_of}"
            if len(line) > LINE:
                raise VerdictsError(f"the line has more than {LINE >> 20} MiB", where=where, fix="write one entry per line")
            line = line.removeprefix(b"\xef\xbb\xbf") if number_of == 1 else line
            if not line.strip():
                continue
            filled = True
            try:
                value = parsed(line, where)
            except VerdictsError:
                if line.endswith(b"\n") or number_of == 1:
                    raise
                reading.skip("torn", where)
                return
            if not isinstance(value, dict):
                raise _wrong(value, where, "the line", "an object")
            yield where, value
    if not filled:
        raise VerdictsError("the log is empty", where=str(path), fix="name a file with content")


def digest(value: Any) -> str:
    """16 hex digits that stand for a value: equal values, and no others, have the same ones."""
    try:
        written = json.dumps(value, sort_keys=True, ensure_ascii=True)
    except RecursionError:
        raise VerdictsError("an entry is nested too deeply", fix="write it flat") from None
    return hashlib.sha256(written.encode()).hexdigest()[:16]


class Texts:
    """Texts of items, which may be others in each repeat: frameworks often repeat the task, and not only the judging of one answer to it."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def add(self, item_id: str, **texts: Any) -> dict[str, str]:
        """The texts of one repeat of an item, and what its rows must have besides.

        Returns
        -------
        dict
            Nothing where the texts are those of the item's first repeat, so that the judge was asked the same again. Else `probe` and
            `variant`: a verdict on another answer says nothing of how the judge repeats itself, and the item keeps its first texts.
        """
        known = self._reading.answers.setdefault(item_id, [])
        mark = digest(texts)
        if mark not in known:
            known.append(mark)
            if len(known) == 1:
                self._reading.item(item_id, **texts)
        place = known.index(mark) + 1
        if place == 1:
            return {}
        self._reading.note(ANOTHER_ANSWER)
        return {"probe": OTHER_ANSWER, "variant": f"answer {place}"}
