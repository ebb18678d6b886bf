"""Call records as lines of calls.jsonl, and back. A line that cannot be read costs its own call and no other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from judgeaudit.domain.calls import FORMAT_VERSION, Attempt, CallRecord

_RECORD_FIELDS = tuple(field.name for field in fields(CallRecord))
_ATTEMPT_FIELDS = tuple(field.name for field in fields(Attempt))
_CUT = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
_NUMBER = (int, float)
_OF_RECORD: dict[str, tuple[type, ...]] = {
    "key": (str,), "judge": (str,), "item_id": (str,), "criterion": (str,), "replicate": (int,), "seed_sent": (int,), "prompt_hash": (str,), "order": (str,),
    "probe": (str,), "variant": (str,), "format_version": (int,),
}  # fmt: skip
_OF_ATTEMPT: dict[str, tuple[type, ...]] = {
    "started_at": (str,), "latency_s": _NUMBER, "reply": (str,), "http_status": (int,), "error": (str,), "retry_after_s": _NUMBER, "max_tokens": (int,),
    "model_served": (str,), "fingerprint": (str,), "prompt_tokens": (int,), "completion_tokens": (int,), "cost_usd": _NUMBER,
}  # fmt: skip


@dataclass(frozen=True)
class Calls:
    """What calls.jsonl holds, or all files of calls of a run. `warnings` say in words which lines could not be read."""

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


def read_lines(lines: Iterable[bytes], *, name: str = "calls.jsonl") -> Calls:
    """The records of the lines of calls.jsonl, or of a file of that `name`.

    Returns
    -------
    Calls
        One record per key, in the order in which the keys first appear. A call that was not finished and was made again is
        one record with the attempts of both: they may all have been billed. A torn last line is dropped. A damaged line
        before it is left out too, with its number in `warnings`: its call counts as missing and is asked again on resume.
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
    return Calls(list(kept.values()), tuple(_warnings(damaged, number, name)))


def merged(files: Sequence[Calls]) -> Calls:
    """Several files of one run as one: one record per key, in the order in which the calls were first made.

    A call may stand in several: it was left half way in one and made again in another, or two processes made it that did not know of each other.
    The first reply that ended it counts; all that was tried and paid for beside it stands before that, once.
    """
    if len(files) == 1:
        return files[0]
    by_key: dict[str, list[CallRecord]] = {}
    for calls in files:
        for record in calls.records:
            by_key.setdefault(record.key, []).append(record)
    records = [found[0] if len(found) == 1 else _across(found) for found in by_key.values()]
    return Calls(sorted(records, key=_begun), tuple(warning for calls in files for warning in calls.warnings))


def _begun(record: CallRecord) -> str:
    return record.attempts[0].started_at


def _across(found: Sequence[CallRecord]) -> CallRecord:
    finished = [record for record in found if is_finished(record)]
    last = min(finished, key=lambda record: record.last.started_at) if finished else max(found, key=lambda record: record.last.started_at)
    others = {attempt: None for record in found for attempt in record.attempts if attempt not in last.attempts}
    return replace(last, attempts=(*sorted(others, key=lambda attempt: attempt.started_at), *last.attempts))


def record_of(line: bytes) -> CallRecord | None:
    """The record of a line; None where the line is no whole record."""
    try:
        data = json.loads(line)
        given = data.pop("attempts")
        if not _fits(data, _OF_RECORD) or not all(_fits(attempt, _OF_ATTEMPT) for attempt in given):
            return None
        attempts = tuple([Attempt(**attempt) for attempt in given])
        record = CallRecord(**{"seed_sent": None, **data, "attempts": attempts})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        # Cut JSON, bytes that are no UTF-8, a JSON value that is no record, a field too many or too few.
        return None
    return record if attempts and record.format_version <= FORMAT_VERSION and record.replicate >= 0 else None


def _fits(data: dict[str, object], types: dict[str, tuple[type, ...]]) -> bool:
    """Whether every value is of the type that its field holds; true is no number. `seed_sent` may be null."""
    for name, value in data.items():
        if not isinstance(value, types[name]) or value is True or value is False:
            if value is None and name == "seed_sent":
                continue
            return False
    return True


def is_finished(record: CallRecord) -> bool:
    """Whether a call needs no further request.

    Parameters
    ----------
    record : CallRecord

    Returns
    -------
    bool
        False when its last attempt brought no reply, or a reply that was cut at the limit that we sent, and no attempt
        with a larger limit was made: a run that was ended in between owes it that attempt.
    """
    last = record.last
    if last.reply is None:
        return False
    if last.max_tokens is None or not _is_cut(last.reply):
        return True
    return any(a.max_tokens is not None and a.max_tokens < last.max_tokens and a.reply is not None and _is_cut(a.reply) for a in record.attempts)


def _is_cut(reply: str) -> bool:
    try:
        finish = json.loads(reply)["choices"][0]["finish_reason"]
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return False
    return isinstance(finish, str) and finish.casefold() in _CUT


def _joined(before: CallRecord | None, record: CallRecord) -> CallRecord:
    """What a key stands for after one more line: a finished call is final, and an attempt that is stored again is no second one."""
    if before is None:
        return record
    if is_finished(before):
        return before
    if all(attempt in before.attempts for attempt in record.attempts):
        return before
    # The line of a call on its way holds the first attempts of the line that it ends with.
    shared = next(n for n in range(min(len(before.attempts), len(record.attempts)), -1, -1) if not n or before.attempts[-n:] == record.attempts[:n])
    return replace(record, attempts=before.attempts + record.attempts[shared:])


def _warnings(damaged: list[int], n_lines: int, name: str) -> Iterator[str]:
    for number in damaged:
        if number == n_lines:
            yield f"{name} ends in a line that was cut off (line {number}); its call is asked again"
        else:
            yield f"{name} line {number} is damaged and was left out; its call is asked again"
