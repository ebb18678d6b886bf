"""What a judge gave for its verdict, as it stands in a table: prose, a list of reasons, or its whole reply as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judgeaudit.analyses.rationales.replies import read_prose
from judgeaudit.domain import reasons as names
from judgeaudit.domain.verdicts import REASON_FIELDS, Reason
from judgeaudit.text.surrogates import encodable


@dataclass(frozen=True, slots=True)
class Given:
    """Rationale and reasons as they were written.

    `unread` names fields that hold text and were not read. `unreadable` is what stands in place of a list of reasons and is none. `loose` says
    that the rationale is JSON that is no reply: its texts were taken as prose.
    """

    said: str = ""
    reasons: tuple[Reason, ...] = ()
    unread: tuple[str, ...] = ()
    unreadable: str = ""
    loose: bool = False

    @property
    def ignored(self) -> bool:
        """Whether something stands in place of reasons that was not read."""
        return self.unreadable != "" and (not prose(self.unreadable) or self.said != prose(self.unreadable))


def given(row: Mapping[str, Any]) -> Given:
    """What a table's row gives. Prose in place of a list of reasons is the rationale where there is no other.

    Parameters
    ----------
    row : mapping
        With `rationale` and `reasons` of a ratings table; its `label` or `score`, where it has one, tells the judge's own reply from JSON that it quotes.
    """
    listed, unread, unreadable = _listed(row["reasons"])
    told, loose = read_prose(str(row["rationale"] or "").strip(), _verdict(row))
    beside = tuple(one for one in told.reasons if one not in listed)
    return Given(told.rationale or ("" if beside else prose(unreadable)), (*listed, *beside), (*unread, *told.unread), unreadable, loose)


def _verdict(row: Mapping[str, Any]) -> str | None:
    score = row.get("score")
    return row.get("label") or (None if score is None else f"{score:g}")


def read_reasons(text: str | None) -> tuple[tuple[Reason, ...], str]:
    """The reasons of a JSON list.

    Returns
    -------
    reasons : tuple of Reason
        Empty without any, and where one of them is not what a reason is: the rest of the list would be another rationale than was given.
    unreadable : str
        What stands there instead of reasons; "" where there are some, or none (nothing, or the null of JSON).
    """
    reasons, _, unreadable = _listed(text)
    return reasons, unreadable


def prose(text: str) -> str:
    """A text that people wrote; "" for broken JSON, and for a word such as nan."""
    is_prose = text[:1] not in ("[", "{") and (len(text.split()) > 1 or not text.isascii())
    return encodable(text) if is_prose else ""


def _listed(text: str | None) -> tuple[tuple[Reason, ...], tuple[str, ...], str]:
    said = (text or "").strip()
    if not said:
        return (), (), ""
    try:
        value = _unwrapped(json.loads(said))
    except (ValueError, RecursionError):
        return (), (), said
    listed = [] if value is None else value
    if not isinstance(listed, list) or not all(_is_reason(one) for one in listed):
        return (), (), value.strip() if isinstance(value, str) else said
    told = names.read_reasons(listed)
    return tuple(map(clean, told.reasons)), tuple(map(encodable, told.unread)), ""


def _unwrapped(value: Any) -> Any:
    """A list of one for an object; what it holds as `reasons` where that is all that is known of it."""
    for _ in range(2):
        one = value[0] if isinstance(value, list) and len(value) == 1 else value
        if not isinstance(one, Mapping) or not isinstance(one.get("reasons"), list) or any(name in one for name in REASON_FIELDS):
            break
        value = one["reasons"]
    return [value] if isinstance(value, Mapping) else value


def clean(reason: Reason) -> Reason:
    """A reason that can be written as UTF-8."""
    return Reason(encodable(reason.aspect), encodable(reason.finding), encodable(reason.quote), encodable(reason.explanation))


def _is_reason(value: Any) -> bool:
    """A text, or an object whose known fields are texts (quotes also lists of them) and that has one of them, if it has any field at all."""
    if not isinstance(value, Mapping):
        return isinstance(value, str)
    if set(value) == {names.UNREAD}:
        return True
    known = [name for name in value if names.part_of(name) is not None]
    return (bool(known) or not value) and all(_is_text(value[name]) or (names.part_of(name) in names.QUOTING and _are_texts(value[name])) for name in known)


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _are_texts(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_text(one) or isinstance(one, Mapping) for one in value)
    return isinstance(value, Mapping)
