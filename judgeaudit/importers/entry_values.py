"""Values of an export's entries beyond the plain ones of `fields`: names, times, and structures that a CSV cell holds as JSON text."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.cells import id_cell
from judgeaudit.importers.exact_json import NumberText
from judgeaudit.importers.fields import AGAIN, DIGITS, digest, kind, listing, mapping, parsed, text
from judgeaudit.importers.problems import RowProblem, shorten
from judgeaudit.text.surrogates import escaped

LATEST_SECOND = 1e11
"""A number of seconds since 1970 above which it is one of milliseconds."""


def identity(row: Mapping[str, Any], name: str, where: str) -> str:
    """An id or a name that must be there: exact text on one line."""
    try:
        return id_cell(row, name)
    except RowProblem as trouble:
        raise VerdictsError(trouble.what, where=where, fix=trouble.fix or None) from None


def optional_identity(row: Mapping[str, Any], name: str, where: str) -> str | None:
    """An id or a name, or None where the entry has none."""
    return None if row.get(name) in (None, "") else identity(row, name, where)


def label_text(value: Any, where: str, name: str) -> str | None:
    """A label as exact text; None where there is none, or only blanks."""
    found = escaped(str(value)) if isinstance(value, str) else text(value, where, name)
    return found if found and found.strip() else None


def structure(value: Any, where: str) -> Any:
    """A value, read as JSON where it is a text that begins as an object or a list; a text that only begins so stays one."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return parsed(value.encode("utf-8", "replace"), where)
    except VerdictsError:
        return value


def inner_mapping(row: Mapping[str, Any], name: str, where: str) -> dict[str, Any]:
    """An object, also one written as JSON text; empty where there is none."""
    return mapping(structure(row.get(name), where), where, name)


def objects(row: Mapping[str, Any], name: str, where: str) -> list[dict[str, Any]]:
    """A list of objects, also one written as JSON text; empty where there is none."""
    found = listing(structure(row.get(name), where), where, name)
    for one in found:
        if not isinstance(one, dict):
            raise VerdictsError(f"an entry of {name} is {kind(one)}, not an object", where=where, fix=AGAIN)
    return found


def as_number(value: Any) -> float | None:
    """A number written as a number or as text; None where it is none. NaN is a number here."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)) or (isinstance(value, str) and ("_" in value or len(value) > DIGITS)):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def is_number(value: Any) -> bool:
    """Whether a JSON value is a number rather than a text of digits."""
    return isinstance(value, NumberText)


def moment(row: Mapping[str, Any], name: str, where: str) -> str | None:
    """A time as ISO 8601: as it is written, or made of seconds or milliseconds since 1970."""
    value = text(row.get(name), where, name)
    if not value:
        return None
    seconds = as_number(value)
    if seconds is None:
        return value
    try:
        return datetime.datetime.fromtimestamp(seconds / 1000 if abs(seconds) > LATEST_SECOND else seconds, datetime.UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        raise VerdictsError(f"{name} {shorten(value)} is no time", where=where, fix="write ISO 8601, or seconds since 1970") from None


def mark(value: Any, where: str) -> str:
    """16 hex digits that stand for a value of any kind."""
    try:
        return digest(value)
    except RecursionError:
        raise VerdictsError("the JSON is nested too deeply", where=where, fix=AGAIN) from None
