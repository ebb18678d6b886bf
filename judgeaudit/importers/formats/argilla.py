"""Argilla records: responses of people, and suggestions of models. Nested and flat exports, and those of version 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.entries import entries, inner_start
from judgeaudit.importers.entry_values import as_number, identity, inner_mapping, is_number, label_text, objects, optional_identity, structure
from judgeaudit.importers.fields import any_text, listing, text
from judgeaudit.importers.foreign import Reading, Start
from judgeaudit.importers.item_texts import item_texts
from judgeaudit.importers.problems import shorten

TITLE = "Argilla records (JSON, JSONL)"
WHAT = "Argilla export"

_WRAPS = ("items", "records")
_IDS = ("id", "external_id", "_server_id")
_FLAT, _SUGGESTED, _OLD = ".responses", ".suggestion", "-suggestion"
_LEFT_OUT = {"draft": "draft", "discarded": "discarded", "pending": "draft"}
_NO_STATUS = "the file does not say whether responses were submitted: those of records that are not pending are taken"
_NO_AGENT = "suggestions that do not name an agent are taken as verdicts of the judge 'suggestion'"
_SEVERAL = "several choices in one answer are one label: the list of them"

Row = dict[str, Any]
Response = tuple[str, Any, str | None, str | None]
"""Question, value, user, status."""
Suggestion = tuple[str, Any, Any, str | None]
"""Question, value, score, agent."""


def recognise(start: Start) -> bool:
    """Whether entries are records with responses or suggestions."""
    for keys in (start.keys, *(inner_start(start, name).keys for name in _WRAPS)):
        if "fields" in keys and not keys.isdisjoint(("responses", "suggestions", "_server_id")):
            return True
        if any(key.endswith((".responses", ".responses.users", ".responses.status", ".suggestion.agent", "-suggestion-metadata")) for key in keys):
            return True
    return False


def read(path: Path, reading: Reading) -> Iterator[Row]:
    """Each suggestion, as a verdict of the agent that made it; submitted responses are gold.

    Notes
    -----
    The item is the record, the criterion the question. Drafts and discarded responses are left out. Where the export does not say which
    response was submitted (nested exports of version 2 do not), those of pending records count as drafts.
    """
    for where, entry in entries(path, reading, what=WHAT, wraps=_WRAPS):
        name = next((name for name in _IDS if entry.get(name) is not None), "id")
        item = reading.named("argilla", name, identity(entry, name, where), where)
        reading.item(item, **item_texts(inner_mapping(entry, "fields", where) if "fields" in entry else entry))
        record_status = _word(text(entry.get("status"), where, "status"))
        for question, value, user, status in _responses(entry, where):
            _respond(item, question, value, user, _word(status), record_status, where, reading)
        for question, value, score, agent in _suggestions(entry, where):
            yield from _suggest(item, question, value, score, agent, where, reading)


def _word(status: str | None) -> str | None:
    """`submitted`, also where it is written as an enumeration's `ResponseStatus.submitted`."""
    return status.rsplit(".", 1)[-1].casefold().strip() or None if status else None


def _respond(item: str, question: str, value: Any, user: str | None, status: str | None, record: str | None, where: str, reading: Reading) -> None:
    if status is None:
        reading.note(_NO_STATUS)
        status = "draft" if record == "pending" else "submitted"
    if status in _LEFT_OUT:
        reading.skip(_LEFT_OUT[status], where)
        return
    if status not in ("submitted", "completed"):
        raise VerdictsError(f"the response's status {shorten(status)} is not known", where=where, fix="one of submitted, draft, discarded")
    label = label_of(value, where, question, reading)
    if label is None:
        reading.skip("unscored", where)
    else:
        reading.person(item, user or "annotator", label, question)


def _suggest(item: str, question: str, value: Any, score: Any, agent: str | None, where: str, reading: Reading) -> Iterator[Row]:
    if value is None:
        return
    if agent is None:
        reading.note(_NO_AGENT)
    row: Row = {"item_id": item, "judge": agent or "suggestion", "criterion": question, "where": where}
    sure = as_number(score)
    if sure is not None and 0 <= sure <= 1:
        row["confidence"] = sure
    label = label_of(value, where, question, reading)
    if label is None:
        yield row | {"status": "unparsable"}
    elif is_number(value):
        yield row | {"status": "ok", "score": as_number(value)}
    else:
        yield row | {"status": "ok", "label": label}


def label_of(value: Any, where: str, name: str, reading: Reading) -> str | None:
    """An answer as one label: a text or number as it is, one choice of a list, several as a JSON list; None for marked spans and for nothing."""
    if isinstance(value, dict):
        value = value.get("value")
    if not isinstance(value, list):
        return label_text(value, where, name)
    if any(isinstance(one, dict) and "start" in one for one in value):
        return None
    if len(value) > 1:
        reading.note(_SEVERAL)
        return any_text(value)
    return label_of(value[0], where, name, reading) if value and not isinstance(value[0], list) else None


def _responses(entry: Row, where: str) -> Iterator[Response]:
    responses = structure(entry.get("responses"), where)
    if isinstance(responses, list):  # as the server's own API has them: one object for each user, with all answers
        for one in objects(entry, "responses", where):
            for question, value in inner_mapping(one, "values", where).items():
                yield _question(question, where), value, optional_identity(one, "user_id", where), text(one.get("status"), where, "status")
    elif responses is not None:
        for question, given in inner_mapping(entry, "responses", where).items():
            yield from _given({question: given}, question, where)
    for name, given in entry.items():
        if name.endswith(_FLAT) and name != _FLAT:
            yield from _flat(entry, name, where)
        elif f"{name}{_OLD}" in entry and isinstance(given, list):
            yield from _given(entry, name, where)


def _given(entry: Row, question: str, where: str) -> Iterator[Response]:
    """Answers to one question as a list of objects with value, user and perhaps status."""
    for one in objects(entry, question, where):
        yield _question(question, where), one.get("value"), optional_identity(one, "user_id", where), text(one.get("status"), where, "status")


def _flat(entry: Row, name: str, where: str) -> Iterator[Response]:
    """Answers to one question as three lists of the same length: values, users, statuses."""
    question = _question(name[: -len(_FLAT)], where)
    values, users, statuses = (listing(structure(entry.get(f"{name}{end}"), where), where, f"{name}{end}") for end in ("", ".users", ".status"))
    for n, value in enumerate(values):
        user = optional_identity({"users": _at(users, n)}, "users", where)
        yield question, value, user, text(_at(statuses, n), where, f"{name}.status")


def _at(values: Sequence[Any], n: int) -> Any:
    return values[n] if n < len(values) else None


def _question(name: str, where: str) -> str:
    return identity({"question": name}, "question", where)


def _suggestions(entry: Row, where: str) -> Iterator[Suggestion]:
    suggestions = structure(entry.get("suggestions"), where)
    if isinstance(suggestions, list):
        for one in objects(entry, "suggestions", where):
            question = one.get("question_name") or one.get("question_id") or one.get("question")
            yield identity({"question": question}, "question", where), one.get("value"), one.get("score"), optional_identity(one, "agent", where)
    elif suggestions is not None:
        for question, one in inner_mapping(entry, "suggestions", where).items():
            made = one if isinstance(one, dict) else {"value": one}
            yield _question(question, where), made.get("value"), made.get("score"), optional_identity(made, "agent", where)
    for name, value in entry.items():
        if name.endswith(_SUGGESTED):
            agent = optional_identity(entry, f"{name}.agent", where)
            yield _question(name[: -len(_SUGGESTED)], where), value, entry.get(f"{name}.score"), agent
        elif name.endswith(_OLD):
            said = inner_mapping(entry, f"{name}-metadata", where)
            yield _question(name[: -len(_OLD)], where), value, said.get("score"), optional_identity(said, "agent", where)
