"""From one JSON object to a verdict with its reasons, rationale and confidence. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judgeaudit.domain.rubric import Criterion, Reply
from judgeaudit.domain.verdicts import FINDINGS, REASON_FIELDS, Reason, Verdict, readable
from judgeaudit.judging.parse_scan import MISSING, Conflict
from judgeaudit.judging.parse_values import resolve
from judgeaudit.text.surrogates import encodable

VERDICT_FIELDS = ("label", "verdict", "score")
RATIONALE_FIELDS = ("rationale", "reason", "explanation", "justification", "reasoning")


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
    reasons, said = _reasons(value.get("reasons"))
    verdict = resolve(fields, criterion.scale) if fields else Verdict("unparsable", detail=_no_field(reply))
    texts = [text for text in (_rationale(value, reply), said, readable(reasons)) if text]
    return replace(verdict, rationale="\n".join(texts), reasons=reasons, confidence=_confidence(value, reply))


def _no_field(reply: Reply) -> str:
    named = [path for path in (reply.label, reply.score) if path is not None]
    return f"the reply has no field {' or '.join(repr(path) for path in named or VERDICT_FIELDS)}"


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return encodable(value.strip())
    if value is None or isinstance(value, bool) or value == []:
        return ""
    if isinstance(value, Conflict):
        return _as_text(value.values[-1])
    if isinstance(value, list):
        return "\n".join(text for text in map(_as_text, value) if text)
    return encodable(json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, dict) else str(value))


def _reasons(value: Any) -> tuple[tuple[Reason, ...], str]:
    """The reasons of a reply; and as text what stands where they belong and is no list of them."""
    if isinstance(value, Mapping) and any(field in value for field in REASON_FIELDS):
        value = [value]
    if not isinstance(value, list):
        return (), _as_text(value)
    reasons = []
    for one in value:
        if isinstance(one, Mapping):
            parts = [_as_text(one.get(field)) for field in REASON_FIELDS]
            parts[1] = FINDINGS.get(parts[1].casefold(), parts[1])
            if any(parts):
                reasons.append(Reason(*parts))
        elif text := _as_text(one):
            reasons.append(Reason(explanation=text))
    return tuple(reasons), ""


def _rationale(value: Mapping[str, Any], reply: Reply) -> str:
    if reply.rationale is not None:
        found = at_path(value, reply.rationale)
        return "" if found is MISSING else _as_text(found)
    texts = (_as_text(one) for name, one in value.items() if name.casefold() in RATIONALE_FIELDS)
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
