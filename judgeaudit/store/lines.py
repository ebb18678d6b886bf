"""Call records as lines of calls.jsonl, and back. A line that cannot be read costs its own call and no other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace

from judgeaudit.domain.calls import FORMAT_VERSION, Attempt, CallRecord

_RECORD_FIELDS = tuple(field.name for field in fields(CallRecord))
_ATTEMPT_FIELDS = tuple(field.name for field in fields(Attempt))


@dataclass(frozen=True)
class Calls:
    """What calls.jsonl holds. `warnings` say in words which lines could not be read."""

    records: list[CallRecord]
    warnings: tuple[str, ...]


def line_of(record: CallRecord) -> bytes:
    """A record as a line of calls.jsonl; what is None is left out."""
    data = {name: value for name in _RECORD_FIELDS if (value := getattr(record, name)) is not None}
    data["attempts"] = [{name: value for name in _ATTEMPT_FIELDS if (value := getattr(a, name)) is not None} for a in record.attempts]
    try:
        return json.dumps(data, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    except UnicodeEncodeError:
        # Half of a surrogate pair, as a reply's JSON escapes can make: it is kept as an escape.
        return json.dumps(data, allow_nan=False).encode() + b"\n"


def read_lines(lines: Iterable[bytes]) -> Calls:
    """The records of the lines of calls.jsonl.

    Returns
    -------
    Calls
        One record per key, in the order in which the keys first appear. A call that ended without a reply and was made
        again is one record with the attempts of both: they may all have been billed. A torn last line is dropped. A damaged line before it is left out too, with its number in `warnings`: its
        call counts as missing and is asked again on resume.
    """
    kept: dict[str, CallRecord] = {}
    damaged: list[int] = []
    number = 0
    for number, line in enumerate(lines, start=1):
        if line.isspace():
            continue
        record = record_of(line)
        if record is None:
            damaged.append(number)
        else:
            kept[record.key] = _joined(kept.get(record.key), record)
    return Calls(list(kept.values()), tuple(_warnings(damaged, number)))


def record_of(line: bytes) -> CallRecord | None:
    """The record of a line; None where the line is no whole record."""
    try:
        data = json.loads(line)
        attempts = tuple([Attempt(**attempt) for attempt in data.pop("attempts")])
        record = CallRecord(**{"seed_sent": None, **data, "attempts": attempts})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        # Cut JSON, bytes that are no UTF-8, a JSON value that is no record, a field too many or too few.
        return None
    return record if attempts and isinstance(record.key, str) and record.format_version <= FORMAT_VERSION else None


def _joined(before: CallRecord | None, record: CallRecord) -> CallRecord:
    """What a key stands for after one more line: a reply is final, and a copy of a line is no second attempt."""
    if before is None:
        return record
    if before.last.reply is not None or before.attempts == record.attempts:
        return before
    return replace(record, attempts=before.attempts + record.attempts)


def _warnings(damaged: list[int], n_lines: int) -> Iterator[str]:
    for number in damaged:
        if number == n_lines:
            yield f"calls.jsonl ends in a line that was cut off (line {number}); its call is asked again"
        else:
            yield f"calls.jsonl line {number} is damaged and was left out; its call is asked again"
