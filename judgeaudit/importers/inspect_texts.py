"""Texts and times of an Inspect sample, wherever the log keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judgeaudit.importers.fields import any_text, listing, mapping, text

_POINTERS = ("attachment://", "tc://")
"""How a long text is replaced by a pointer to it, now and before 2025."""


def sample_texts(sample: dict[str, Any], where: str) -> dict[str, Any]:
    """Input, response and reference, with attachments put back."""
    pool = attachments(sample, where)
    target = sample.get("target")
    targets = target if isinstance(target, list) else [target]
    reference = "\n".join(filled for one in targets if (filled := resolved(any_text(one), pool)))
    return {"input": _input(sample.get("input"), pool, where), "response": _response(sample, pool, where), "reference": reference or None}


def attachments(sample: dict[str, Any], where: str) -> Mapping[str, Any]:
    """Long texts of a sample by the digest that stands for them."""
    old = sample.get("transcript")
    old = old.get("content") if isinstance(old, dict) else None
    return {**(old if isinstance(old, dict) else {}), **mapping(sample.get("attachments"), where, "attachments")}


def resolved(value: str | None, pool: Mapping[str, Any]) -> str | None:
    """A text, or the one that it points to; None where that is not in the log."""
    for mark in _POINTERS:
        if value is not None and value.startswith(mark):
            return any_text(pool.get(value.removeprefix(mark)))
    return value


def spoken(message: Any, pool: Mapping[str, Any], *, part: str = "text") -> str | None:
    """What a message says, or its parts of another type; pictures and the like are named."""
    value = message.get("content") if isinstance(message, dict) else message
    if not isinstance(value, list):
        return resolved(any_text(value), pool) if part == "text" else None
    pieces = []
    for one in value:
        sort = one.get("type") if isinstance(one, dict) else "text"
        if sort == part:
            piece = resolved(any_text(one.get(part) if isinstance(one, dict) else one), pool)
            pieces += [piece] if piece else []
        elif part == "text" and sort != "reasoning":
            pieces.append(f"[{any_text(sort)}]")
    return "\n".join(pieces) or None


def _input(value: Any, pool: Mapping[str, Any], where: str) -> Any:
    if not isinstance(value, list):
        return resolved(any_text(value), pool)
    messages = [{"role": any_text(one.get("role")) or "user", "content": spoken(one, pool) or ""} for one in value if isinstance(one, dict)]
    if len(messages) == 1:
        return messages[0]["content"] or None
    return messages or None


def _response(sample: dict[str, Any], pool: Mapping[str, Any], where: str) -> str | None:
    output = mapping(sample.get("output"), where, "output")
    choices = listing(output.get("choices"), where, "output.choices")
    first = choices[0] if choices and isinstance(choices[0], dict) else {}
    said = spoken(first.get("message"), pool)
    return said or resolved(text(output.get("completion"), where, "output.completion"), pool)


def sample_time(sample: dict[str, Any]) -> str | None:
    """When the sample was done: its own time, or that of its last event in older logs. The time of the run says nothing of a sample."""
    events = sample.get("events")
    last = events[-1] if isinstance(events, list) and events else None
    for found in (sample.get("completed_at"), last.get("timestamp") if isinstance(last, dict) else None):
        if isinstance(found, str) and found:
            return any_text(found)
    return None
