"""JSON whose numbers keep the text that they were written with, so that an id `1e5` or a label `4.0` stays what it is."""

from __future__ import annotations

import datetime
import decimal
import json
import math
import uuid
from functools import lru_cache
from typing import Any

from judgeaudit.text.surrogates import encodable


class NumberText(str):
    """A JSON number, as written."""

    __slots__ = ()


class DuplicateKey(ValueError):
    """An object that has one key twice: nobody can tell which value was meant."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise DuplicateKey(name)
            seen.add(name)
    return made


def _nothing(_: str) -> None:
    """NaN and Infinity are no JSON and no value: they count as missing."""


_number_text = lru_cache(maxsize=2**16)(NumberText)
"""Numbers of a log come again and again, and making each anew is most of the time that its lines take."""

_DECODER = json.JSONDecoder(parse_int=_number_text, parse_float=_number_text, parse_constant=_nothing, object_pairs_hook=_object)


def loads(text: str) -> Any:
    """A JSON value with `NumberText` for numbers and None for NaN and Infinity.

    Raises
    ------
    json.JSONDecodeError, DuplicateKey, RecursionError
    """
    return _DECODER.decode(text)


def plain(value: Any) -> Any:
    """A value that JSON can hold again: numbers as numbers, times as ISO text, no NaN."""
    if type(value) is str:
        return encodable(value)
    if isinstance(value, NumberText):
        return _number(value)
    if isinstance(value, dict):
        return {encodable(str.__str__(name) if isinstance(name, str) else str(name)): plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    return plain(python_value(value)) if hasattr(value, "tolist") else exact_text(value)


def python_value(value: Any) -> Any:
    """What NumPy's scalars and arrays are in Python; times and lengths of time are no counts of nanoseconds."""
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    if kind in ("M", "m"):
        value = value.astype("datetime64[us]" if kind == "M" else "timedelta64[us]")
    return value.tolist()


def _number(text: str) -> int | float | str | None:
    if len(text) > 300:
        return str(text)
    if text.lstrip("-").isdigit():
        return int(text)
    number = float(text)
    return number if math.isfinite(number) else str(text)


def dumps(value: Any) -> str:
    """JSON text of a value read here."""
    return json.dumps(plain(value), ensure_ascii=False)


def exact_text(value: Any) -> str | None:
    """A single value as exact text; None where there is none.

    A JSON number keeps the text it was written with. A binary float that is whole loses its `.0`: data frames turn the ids
    and labels 7 into 7.0 as soon as one of them is missing.

    Raises
    ------
    TypeError
        For a list, an object, a length of time, bytes that are no UTF-8, or anything else that is not one text.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return str.__str__(value)  # of a member of an enumeration its value, which is the text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return _float_text(float(value))
    if isinstance(value, decimal.Decimal):
        return str(value) if value.is_finite() else None
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, bytes) and is_utf8(value):
        return value.decode("utf-8")
    raise TypeError(f"{words_for(value)} is not one value")


def words_for(value: object) -> str:
    """What a value is that has no exact text, in words."""
    if isinstance(value, datetime.timedelta):
        return f"a length of time ({value})"
    if isinstance(value, bytes):
        return "bytes that are no UTF-8"
    kind = "object" if isinstance(value, dict) else "list" if isinstance(value, (list, tuple)) else type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def is_utf8(data: bytes) -> bool:
    """Whether bytes are text."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _float_text(value: float) -> str | None:
    if math.isnan(value):
        return None
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
