"""Langfuse scores: pages of the API (v2, v3), the table's CSV or JSON export, and files in a bucket."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judgeaudit.importers.entries import entries, inner_start
from judgeaudit.importers.entry_values import as_number, identity, inner_mapping, is_number, label_text, mark, moment, optional_identity, structure
from judgeaudit.importers.fields import number, text
from judgeaudit.importers.foreign import Reading, Start
from judgeaudit.importers.parts import Parts

TITLE = "Langfuse scores (API, table export or bucket: JSON, JSONL, CSV)"
WHAT = "Langfuse export"

_CAMEL = {
    "trace_id": "traceId", "observation_id": "observationId", "session_id": "sessionId", "dataset_run_id": "datasetRunId", "data_type": "dataType",
    "string_value": "stringValue", "author_user_id": "authorUserId", "updated_at": "updatedAt", "created_at": "createdAt", "evaluator_id": "evaluatorId",
}  # fmt: skip
"""Names in files of a bucket, as the API has them."""
_SUBJECTS = ("traceId", "sessionId", "observationId", "datasetRunId", "subject")
_KINDS = {"trace": "traceId", "observation": "observationId", "session": "sessionId", "experiment": "datasetRunId"}
"""Kinds of a v3 score's subject."""
_JUDGE_KEYS = ("judge", "judge_model", "judgeModel", "model", "evaluator", "evaluator_name")
"""Keys of a score's metadata under which people note who judged."""
_NO_JUDGE = "scores do not say which model judged: the judge is called by the score's source (EVAL or API)"
_API = "scores that came through the API are taken as a judge's, unless Langfuse says that a person gave them"

Row = dict[str, Any]


def recognise(start: Start) -> bool:
    """Whether entries are scores: a name, a value and a source, of a trace or a session."""
    names = [set(start.keys), set(inner_start(start, "data").keys), set(start.header)]
    return any(
        {"name", "value", "source"} <= {_CAMEL.get(name, name) for name in keys} and any(_CAMEL.get(name, name) in _SUBJECTS for name in keys) for keys in names
    )


def read(path: Path, reading: Reading) -> Iterator[Row]:
    """Each score of a judge; those of people (source ANNOTATION) are gold.

    Notes
    -----
    The item is the trace; where one judge scored several observations of a trace, the observation too. A score that is there twice, or in an
    older version, counts once.
    """
    newest, parts = _first_pass(path)
    for n, (where, entry) in enumerate(_scores(path, reading)):
        known = newest.get(text(entry.get("id"), where, "id") or "")
        if known is not None and known[1] != n:
            reading.skip("duplicate" if known[2] == mark(entry, where) else "overridden", where)
            continue
        kind = (text(entry.get("dataType"), where, "dataType") or "").upper()
        if kind == "CORRECTION":
            reading.skip("correction", where)
        elif kind == "TEXT":
            reading.skip("unscored", where)
        elif (part := _part(entry, where)) is None:
            reading.skip("not_judged", where)
        else:
            name, whole, observation = part
            item = parts.item(whole, observation)
            yield from _row(entry, reading.named("langfuse", name if item == whole else f"{name}/observationId", item, where), kind, where, reading)


def _scores(path: Path, reading: Reading) -> Iterator[tuple[str, Row]]:
    for where, entry in entries(path, reading, what=WHAT, wraps=("data", "scores")):
        yield where, {_CAMEL.get(name, name): value for name, value in entry.items()}


def _first_pass(path: Path) -> tuple[dict[str, tuple[str, int, str]], Parts]:
    """The newest version of every score by its id (when, place in the file, digest), and traces with several scored observations."""
    newest: dict[str, tuple[str, int, str]] = {}
    parts = Parts()
    for n, (where, entry) in enumerate(_scores(path, Reading())):
        key = text(entry.get("id"), where, "id")
        if key:
            when = text(entry.get("updatedAt"), where, "updatedAt") or text(entry.get("timestamp"), where, "timestamp") or ""
            if key not in newest or when > newest[key][0]:
                newest[key] = (when, n, mark(entry, where))
        part = _part(entry, where)
        if part is not None:
            parts.add(*part[1:], (text(entry.get("name"), where, "name") or "", text(entry.get("source"), where, "source") or ""))
    return newest, parts


def _part(entry: Row, where: str) -> tuple[str, str, str | None] | None:
    """What a score is about: the kind of id, the trace (else the session), and its observation; None for a score of a whole dataset run."""
    subject = inner_mapping(entry, "subject", where)
    kind = text(subject.get("kind") or subject.get("type"), where, "subject.kind") or ""
    named = _KINDS.get(kind.casefold())
    known = {**subject, **({named: subject.get("id")} if named else {}), **{name: value for name, value in entry.items() if value is not None}}
    observation = optional_identity(known, "observationId", where)
    for name in ("traceId", "sessionId"):
        whole = optional_identity(known, name, where)
        if whole is not None:
            return name, whole, observation if name == "traceId" else None
    if observation is not None:
        return "observationId", observation, None
    return None if optional_identity(known, "datasetRunId", where) else ("traceId", identity(entry, "traceId", where), None)


def _row(entry: Row, item: str, kind: str, where: str, reading: Reading) -> Iterator[Row]:
    criterion = identity(entry, "name", where)
    label, score = _value(entry, kind, where)
    source = (text(entry.get("source"), where, "source") or "").upper()
    if source == "ANNOTATION":
        said = label if label is not None else text(entry.get("value"), where, "value") if score is not None else None
        annotator = optional_identity(entry, "authorUserId", where) or optional_identity(entry, "authorUserName", where) or "annotator"
        if said is None:
            reading.skip("unscored", where)
        else:
            reading.person(item, annotator, said, criterion)
        return
    if source == "API":
        reading.note(_API)
    row: Row = {
        "item_id": item,
        "judge": _judge(entry, source, where, reading),
        "criterion": criterion,
        "rationale": text(entry.get("comment"), where, "comment"),
        "created_at": moment(entry, "timestamp", where) or moment(entry, "createdAt", where),
        "where": where,
    }
    yield row | ({"status": "unparsable"} if label is None and score is None else {"status": "ok", "label": label, "score": score})


def _value(entry: Row, kind: str, where: str) -> tuple[str | None, float | None]:
    """Label or score. A category's text counts and not its number; a truth value is "true" or "false"."""
    value, said = entry.get("value"), label_text(entry.get("stringValue"), where, "stringValue")
    if kind == "BOOLEAN" or (not kind and isinstance(value, bool)):
        words = [one for one in (said, label_text(value, where, "value")) if one]
        return next((("true" if word.casefold() in ("true", "1", "1.0") else "false") for word in words), None), None
    if kind == "NUMERIC" or (not kind and not said and (is_number(value) or as_number(value) is not None)):
        return None, number(value, where, "value")
    return said or label_text(value, where, "value"), None


def _judge(entry: Row, source: str, where: str, reading: Reading) -> str:
    metadata = structure(entry.get("metadata"), where)
    noted = metadata if isinstance(metadata, dict) else {}
    evaluator = optional_identity(entry, "evaluatorId", where)
    for name in _JUDGE_KEYS:
        if isinstance(noted.get(name), str) and not is_number(noted[name]) and noted[name].strip():
            return identity(noted, name, where)
    if evaluator is None:
        reading.note(_NO_JUDGE)
    return evaluator or source or "EVAL"
