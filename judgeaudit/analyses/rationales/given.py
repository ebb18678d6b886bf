"""What a judge gave for its verdict, as it stands in a table: prose, a list of reasons, or its whole reply as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from judgeaudit.analyses.rationales.replies import clean, read_prose, unfenced
from judgeaudit.domain import reasons as names
from judgeaudit.domain.reasons import Told, read_told
from judgeaudit.domain.verdicts import Reason
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


REMEMBERED = 2**16
"""Lists of reasons that are kept as read: several analyses read each, and a large one would be most of their time."""


def given(row: Mapping[str, Any]) -> Given:
    """What a table's row gives. Prose in place of a list of reasons is the rationale where there is no other.

    Parameters
    ----------
    row : mapping
        With `rationale` and `reasons` of a ratings table; its `label` or `score`, where it has one, tells the judge's own reply from JSON that it quotes.
    """
    written = str(row["rationale"] or "").strip()
    if not row["reasons"] and "{" not in written and not written.startswith("["):
        return Given(written)  # prose alone, as most logs have it
    listed, unreadable = _listed(row["reasons"])
    told, loose = read_prose(written, _verdict(row))
    beside = tuple(one for one in told.reasons if one not in listed.reasons)
    said = told.rationale or listed.rationale or ("" if beside else prose(unreadable))
    return Given(said, (*listed.reasons, *beside), tuple(dict.fromkeys((*listed.unread, *told.unread))), unreadable, loose)


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
    told, unreadable = _listed(text)
    return told.reasons, unreadable


def prose(text: str) -> str:
    """A text that people wrote; "" for broken JSON, and for a word such as nan."""
    is_prose = text[:1] not in ("[", "{") and (len(text.split()) > 1 or not text.isascii())
    return encodable(text) if is_prose else ""


@lru_cache(maxsize=REMEMBERED)
def _listed(text: str | None) -> tuple[Told, str]:
    said = (text or "").strip()
    if not said:
        return Told(), ""
    try:
        return _read_list(json.loads(unfenced(said)), said)
    except (ValueError, RecursionError):
        return Told(), said


def _read_list(value: Any, said: str) -> tuple[Told, str]:
    whole = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(whole, Mapping) and isinstance(whole.get("reasons"), (list, Mapping)):
        return clean(read_told(whole) or Told()), ""  # a whole reply stands where its reasons belong
    listed = [value] if isinstance(value, Mapping) else [] if value is None else value
    if not isinstance(listed, list) or not all(_is_reason(one) for one in listed):
        return Told(), value.strip() if isinstance(value, str) else said
    return clean(names.read_reasons(listed)), ""


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
    if isinstance(value, list):  # numbers are those of sources, and no quotes
        return all(_is_text(one) or isinstance(one, (int, float, Mapping)) for one in value)
    return isinstance(value, Mapping)
