"""MLflow assessments: by themselves, or on traces as `mlflow traces get` and `search_traces` write them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judgeaudit.importers.entries import entries, inner_start
from judgeaudit.importers.entry_values import as_number, identity, inner_mapping, is_number, label_text, moment, objects, optional_identity, structure
from judgeaudit.importers.fields import any_text, text
from judgeaudit.importers.foreign import Reading, Start
from judgeaudit.importers.parts import Parts

TITLE = "MLflow assessments (JSON or JSONL: assessments or traces)"
WHAT = "MLflow export"

_VALUES = ("feedback", "expectation", "issue")
_REFERENCES = frozenset({"expected_response", "expected_output", "expected_answer", "ground_truth", "reference"})
"""Names of expectations that are a reference answer rather than a label."""
_META = "mlflow.assessment."
_UNSPECIFIED = "assessments whose source is not given are taken as a judge's"
_NO_PERSON = "expectations that a model or code gave are no labels by people: they are left out"
_UNSIGNED = "expectations whose source is not given are taken as a person's"
_PEOPLE = ("HUMAN", "SOURCE_TYPE_UNSPECIFIED")
"""Sources of expectations that are labels by people: MLflow takes a person for the source where none is named."""
_LISTS = "an assessment whose value is a list is no single verdict: it counts as unparsable"

Row = dict[str, Any]


@dataclass
class _Seen:
    """What a first pass finds: overridden assessments, names of feedback, and traces with several assessed spans."""

    overridden: set[str] = field(default_factory=set)
    judged: set[str] = field(default_factory=set)
    parts: Parts = field(default_factory=Parts)


def recognise(start: Start) -> bool:
    """Whether entries are assessments or traces with assessments."""
    for one in (start, inner_start(start, "assessments"), inner_start(start, "traces"), inner_start(start, "data")):
        keys = set(one.keys) | set(one.header)
        if keys >= {"assessment_name", "source"} or keys >= {"trace_id", "assessments"} or (keys >= {"name", "source"} and keys & set(_VALUES)):
            return True
        if "info" in keys and ("data" in keys or '"assessments"' in one.text) and ('"trace_id"' in one.text or '"request_id"' in one.text):
            return True
    return False


def read(path: Path, reading: Reading) -> Iterator[Row]:
    """Each feedback of a judge; that of people is gold.

    Notes
    -----
    The item is the trace; where one judge assessed several spans of a trace, the span too. Overridden assessments are left out, and so is feedback of
    code. An expectation of a person is gold where judges give feedback of the same name; whoever gave it, it is a reference answer where its name says so.
    """
    seen = _first_pass(path)
    for where, one in _assessments(path, reading):
        name = _name(one, where)
        item = seen.parts.item(identity(one, "trace_id", where), optional_identity(one, "span_id", where))
        if _valid(one, where, seen):
            if one.get("feedback") is not None:
                yield from _feedback(one, item, name, where, reading, several=len(seen.judged) > 1)
            elif one.get("expectation") is not None:
                _expectation(one, item, name, where, reading, judged=name in seen.judged)
            else:
                reading.skip("not_judged" if one.get("issue") is not None else "unscored", where)
        else:
            reading.skip("overridden", where)


def _assessments(path: Path, reading: Reading) -> Iterator[tuple[str, Row]]:
    """Each assessment, with its trace's id where it does not say it; texts of traces are noted on the way."""
    for where, entry in entries(path, reading, what=WHAT, wraps=("traces", "data")):
        trace = inner_mapping(entry, "info", where) or entry
        if "assessments" not in trace and "info" not in entry:
            yield where, entry
            continue
        trace_id = trace.get("trace_id") or trace.get("request_id")
        if trace_id:
            _note_texts(identity({"trace_id": trace_id}, "trace_id", where), trace, entry, where, reading)
        for n, one in enumerate(objects(trace, "assessments", where), 1):
            yield f"{where}: assessment {n}", one if one.get("trace_id") else {**one, "trace_id": trace_id}


def _note_texts(trace_id: str, trace: Row, entry: Row, where: str, reading: Reading) -> None:
    data = structure(entry.get("data"), where)
    whole = data if isinstance(data, dict) else entry
    asked, answered = (whole.get(name) or entry.get(name) or trace.get(f"{name}_preview") for name in ("request", "response"))
    reading.item(trace_id, input=any_text(asked), response=any_text(answered))


def _first_pass(path: Path) -> _Seen:
    seen = _Seen()
    for where, one in _assessments(path, Reading()):
        overrides = optional_identity(one, "overrides", where)
        if overrides:
            seen.overridden.add(overrides)
        source, _ = _source(one, where)
        if one.get("feedback") is not None:
            if source not in ("HUMAN", "CODE"):
                seen.judged.add(_name(one, where))
            seen.parts.add(identity(one, "trace_id", where), optional_identity(one, "span_id", where), (_name(one, where), source))
    return seen


def _name(one: Row, where: str) -> str:
    return identity({"assessment_name": one.get("assessment_name") or one.get("name") or "feedback"}, "assessment_name", where)


def _source(one: Row, where: str) -> tuple[str, str | None]:
    """Kind of source and its id. AI_JUDGE is the old name of LLM_JUDGE."""
    source = inner_mapping(one, "source", where)
    kind = (text(source.get("source_type"), where, "source_type") or "SOURCE_TYPE_UNSPECIFIED").upper()
    return "LLM_JUDGE" if kind == "AI_JUDGE" else kind, optional_identity(source, "source_id", where)


def _valid(one: Row, where: str, seen: _Seen) -> bool:
    return text(one.get("valid"), where, "valid") not in ("false", "False") and (optional_identity(one, "assessment_id", where) or "") not in seen.overridden


def _feedback(one: Row, item: str, name: str, where: str, reading: Reading, *, several: bool) -> Iterator[Row]:
    source, who = _source(one, where)
    feedback = inner_mapping(one, "feedback", where)
    if source == "CODE":
        reading.skip("not_judged", where)
        return
    value = feedback.get("value")
    values = {f"{name}.{key}" if several else key: each for key, each in value.items()} if isinstance(value, dict) else {name: value}
    if source == "HUMAN":
        for criterion, each in values.items():
            _person(item, who or "HUMAN", each, criterion, where, reading)
        return
    if source != "LLM_JUDGE":
        reading.note(_UNSPECIFIED)
    trouble = inner_mapping(feedback, "error", where) or inner_mapping(one, "error", where)
    row = {"item_id": item, "judge": who or source, "where": where, **_call(one, where)}
    if trouble:
        said = text(trouble.get("error_message") or trouble.get("error_code"), where, "error_message")
        yield row | {"criterion": name, "status": "error", "rationale": row["rationale"] or said}
        return
    for criterion, each in values.items():
        yield row | {"criterion": criterion} | _verdict(each, where, reading)


def _verdict(value: Any, where: str, reading: Reading) -> Row:
    if isinstance(value, (list, dict)):
        reading.note(_LISTS)
        return {"status": "unparsable"}
    if is_number(value):
        score = as_number(value)
        return {"status": "ok", "score": score} if score is not None and abs(score) < float("inf") else {"status": "unparsable"}
    label = label_text(value, where, "value")
    return {"status": "ok", "label": label} if label else {"status": "unparsable"}


def _call(one: Row, where: str) -> Row:
    """What the file says about the judge's call."""
    metadata = inner_mapping(one, "metadata", where)
    cost, asked, answered = (as_number(metadata.get(_META + name)) for name in ("judgeCost", "judgeInputTokens", "judgeOutputTokens"))
    return {
        "rationale": text(one.get("rationale"), where, "rationale"),
        "created_at": moment(one, "create_time", where) or moment(one, "create_time_ms", where),
        "cost_usd": cost,
        "prompt_tokens": _whole(asked),
        "completion_tokens": _whole(answered),
    }


def _whole(value: float | None) -> int | None:
    return int(value) if value is not None and 0 <= value < 2**31 else None


def _person(item: str, annotator: str, value: Any, criterion: str, where: str, reading: Reading) -> None:
    label = None if isinstance(value, (list, dict)) else label_text(value, where, "value")
    if label:
        reading.person(item, annotator, label, criterion)
    else:
        reading.skip("unscored", where)


def _expectation(one: Row, item: str, name: str, where: str, reading: Reading, *, judged: bool) -> None:
    expectation = inner_mapping(one, "expectation", where)
    value = expectation.get("value")
    if value is None:
        value = structure(inner_mapping(expectation, "serialized_value", where).get("value"), where)
    source, who = _source(one, where)
    if judged and source not in _PEOPLE:
        reading.note(_NO_PERSON)
        reading.skip("not_judged", where)
    elif judged:
        if source != "HUMAN":
            reading.note(_UNSIGNED)
        _person(item, who or "HUMAN", value, name, where, reading)
    elif name in _REFERENCES:
        reading.items.setdefault(item, {"id": item}).setdefault("reference", any_text(value))
    else:
        reading.skip("not_judged", where)
