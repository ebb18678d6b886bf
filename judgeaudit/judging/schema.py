"""The JSON schema of our own reply: reasons first, verdict last."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from judgeaudit.domain.rubric import Criterion, Scale

MAX_REASONS = 3
"""Reasons that a judge is asked for at most."""
MAX_REASONS_LOCAL = 2
"""The same for an embedded judge, which reads and writes slowly."""
MAX_LISTED_POINTS = 21
"""Points of an interval scale up to which the schema lists them; above, any number is taken and checked by us."""

_QUOTE_LENGTH = 40
_EXPLANATION_LENGTH = 60
_ASPECT_LENGTH = 40


def verdict_field(scale: Scale) -> str:
    """The field that carries the verdict: `score` on an interval scale, else `label`."""
    return "score" if scale.level == "interval" else "label"


def reply_schema(criterion: Criterion, *, bounded: bool = False, reasons: bool = True) -> dict[str, Any]:
    """The schema of a structured reply on one criterion.

    Fit for providers' strict modes: closed objects, every property required, `confidence` nullable. The order of the
    properties is the order in which they are written: reasons, verdict, confidence.

    Parameters
    ----------
    criterion : Criterion
        Its labels (or points) and its aspects become enumerations.
    bounded : bool
        Limits the number of reasons and the length of texts as well. For grammars that enforce them (the embedded
        judges); several providers refuse a schema that holds `maxItems` or `maxLength`.
    reasons : bool
        False: the verdict alone.

    Returns
    -------
    dict
        A JSON schema, draft 2020-12. One object for all items of a criterion: not to be changed.
    """
    return _schema(criterion.scale, tuple(aspect.name for aspect in criterion.aspects), bounded, reasons)


@lru_cache(maxsize=256)
def _schema(scale: Scale, aspects: tuple[str, ...], bounded: bool, with_reasons: bool) -> dict[str, Any]:
    reasons: dict[str, Any] = {"type": "array", "items": _reason(aspects, bounded=bounded)}
    confidence: dict[str, Any] = {"type": ["number", "null"]}
    if bounded:
        reasons |= {"minItems": 1, "maxItems": MAX_REASONS_LOCAL}
        # A grammar lets a small model write sixteen decimals; one is enough.
        confidence = {"enum": [i / 10 for i in range(11)]}
    given = {"reasons": reasons} if with_reasons else {}
    return _closed({**given, verdict_field(scale): _verdict(scale), "confidence": confidence})


def _reason(aspects: tuple[str, ...], *, bounded: bool) -> dict[str, Any]:
    aspect: dict[str, Any] = {"type": "string"}
    if aspects:
        aspect["enum"] = list(aspects)
    quote: dict[str, Any] = {"type": "string"}
    explanation: dict[str, Any] = {"type": "string"}
    if bounded:
        quote["maxLength"] = _QUOTE_LENGTH
        explanation["maxLength"] = _EXPLANATION_LENGTH
        if not aspects:
            aspect["maxLength"] = _ASPECT_LENGTH
    return _closed({"aspect": aspect, "finding": {"type": "string", "enum": ["met", "unmet"]}, "quote": quote, "explanation": explanation})


def _verdict(scale: Scale) -> dict[str, Any]:
    if scale.labels is not None:
        return {"type": "string", "enum": list(scale.labels)}
    points = scale.codes
    if points is None:
        return {"type": "number"}
    whole = all(point.is_integer() for point in points)
    schema: dict[str, Any] = {"type": "integer" if whole else "number"}
    if len(points) <= MAX_LISTED_POINTS:
        schema["enum"] = [int(point) if whole else point for point in points]
    return schema


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
