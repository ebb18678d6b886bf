"""From one JSON object to a verdict with its reasons, rationale and confidence. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judgeaudit.domain.reasons import RATIONALE_FIELDS, VERDICT_FIELDS, Told, field_name, plain_text, read_quotes, read_reasons, unread_fields
from judgeaudit.domain.rubric import Criterion, Reply
from judgeaudit.domain.verdicts import Verdict, readable
from judgeaudit.judging.parse_scan import MISSING, Conflict
from judgeaudit.judging.parse_values import resolve
from judgeaudit.text.surrogates import encodable


def verdict_fields(value: Mapping[str, Any], reply: Reply) -> list[tuple[str, Any]]:
    """The fields of an object that carry its verdict, in order; [] where it has none.

    Parameters
    ----------
    value : mapping
    reply : Reply
        The fields that a `json` reply names (dotted paths), else `label`, `verdict` and `score` in any case.

    Returns
    -------
    list of (name, value)
    """
    if reply.label is None and reply.score is None:
        return [(folded, one) for name, one in value.items() if (folded := name.casefold()) in VERDICT_FIELDS]
    paths = (("label", reply.label), ("score", reply.score))
    return [(name, found) for name, path in paths if path is not None and (found := at_path(value, path)) is not MISSING]


def at_path(value: Any, path: str) -> Any:
    """The value at a dotted path; `MISSING` where there is none. A key that is spelled like the whole path goes first."""
    if isinstance(value, Mapping) and path in value:
        return value[path]
    for part in path.split("."):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isascii() and part.isdigit() and int(part[:9]) < len(value):
            value = value[int(part[:9])]
        else:
            return value if isinstance(value, Conflict) else MISSING
    return value


def read_object(value: Mapping[str, Any], criterion: Criterion, reply: Reply) -> Verdict:
    """One object as a verdict.

    Parameters
    ----------
    value : mapping
        As decoded by `parse_scan.load`.
    criterion : Criterion
    reply : Reply

    Returns
    -------
    Verdict
        `unparsable` where the object has no verdict field. Reasons and rationale are kept whatever the status.
    """
    fields = verdict_fields(value, reply)
    told = _told(value, reply)
    verdict = resolve(fields, criterion.scale) if fields else Verdict("unparsable", detail=_no_field(reply))
    texts = [text for text in (_rationale(value, reply), told.rationale, readable(told.reasons)) if text]
    return replace(verdict, rationale="\n".join(texts), reasons=told.reasons, confidence=_confidence(value, reply), unread=told.unread)


def _no_field(reply: Reply) -> str:
    named = [path for path in (reply.label, reply.score) if path is not None]
    return f"the reply has no field {' or '.join(repr(path) for path in named or VERDICT_FIELDS)}"


def _as_text(value: Any) -> str:
    """A value as people write it; no marks of JSON, since marks in a rationale are taken for a quotation's."""
    if isinstance(value, Conflict):
        return _as_text(value.values[-1])
    if isinstance(value, list):
        return "\n".join(text for text in map(_as_text, value) if text)
    if isinstance(value, Mapping):
        return "\n".join(f"{encodable(name)}: {text}" for name, one in value.items() if (text := _as_text(one)))
    return encodable(plain_text(value))


def _told(value: Mapping[str, Any], reply: Reply) -> Told:
    """Reasons, the quotes beside them, and fields that hold text and that nobody reads; where the user named the fields, the others are not asked for."""
    listed = [read_reasons(one, _as_text) for name, one in value.items() if field_name(name) == "reasons"]
    said = "\n".join(told.rationale for told in listed if told.rationale)
    named = {path.partition(".")[0] for path in (reply.label, reply.score, reply.rationale, reply.confidence) if path is not None}
    reasons = (
        *(reason for told in listed for reason in told.reasons),
        *read_quotes({name: one for name, one in value.items() if name not in named}, _as_text),
    )
    unread = [*(name for told in listed for name in told.unread), *(() if named else unread_fields(value, _as_text))]
    return Told(said, reasons, tuple(dict.fromkeys(map(encodable, unread))))


def _rationale(value: Mapping[str, Any], reply: Reply) -> str:
    if reply.rationale is not None:
        found = at_path(value, reply.rationale)
        return "" if found is MISSING else _as_text(found)
    texts = (_as_text(one) for name, one in value.items() if field_name(name) in RATIONALE_FIELDS)
    return "\n".join(text for text in texts if text)


def _confidence(value: Mapping[str, Any], reply: Reply) -> float | None:
    found = at_path(value, reply.confidence) if reply.confidence is not None else value.get("confidence")
    if isinstance(found, str):
        try:
            found = float(found)
        except ValueError:
            return None
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        return None
    return float(found) if 0 <= found <= 1 else None
