"""Phoenix annotations of spans, traces and sessions (API pages, data frames), and downloaded experiments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judgeaudit.importers.entries import entries, inner_start
from judgeaudit.importers.entry_values import identity, inner_mapping, is_number, label_text, moment, objects, optional_identity, structure
from judgeaudit.importers.fields import Texts, any_text, number, text, whole
from judgeaudit.importers.foreign import Reading, Start

TITLE = "Phoenix annotations and experiments (JSON, JSONL, CSV)"
WHAT = "Phoenix export"

_IDS = ("span_id", "context.span_id", "trace_id", "session_id")
"""What an annotation may be about, the narrowest first."""
_RUN = {"example_id", "repetition_number"}
_PREFIX, _KIND = "annotation_", "_annotator_kind"
_FIELDS = ("label", "score", "explanation", "error", "metadata", "start_time")
_JUDGE_KEYS = ("judge", "judge_model", "model", "model_name", "llm", "evaluator")
"""Keys of an annotation's metadata under which people note who judged."""
_NO_JUDGE = "annotations do not say which model judged: the judge is called LLM"
_NO_KIND = "annotations that do not say who gave them are taken as a judge's, since they have an explanation column"
_RERUN = "repetitions of an experiment are replicates: each repetition ran the task again, and judged what came out"

Row = dict[str, Any]


def recognise(start: Start) -> bool:
    """Whether entries are annotations, evaluations of spans, or runs of an experiment."""
    names = [set(start.keys), set(inner_start(start, "data").keys), set(start.header)]
    return any(
        keys >= _RUN
        or ("annotator_kind" in keys and not keys.isdisjoint(_IDS))
        or (not keys.isdisjoint(_IDS[:2]) and keys >= {"label", "score", "explanation"})
        for keys in names
    )


def read(path: Path, reading: Reading) -> Iterator[Row]:
    """Each annotation of a judge; those of people are gold, those of code are left out.

    Notes
    -----
    The item is the span (else the trace, the session, or the example of an experiment). An identifier names the judge where several
    annotations have it: Phoenix wants a new one for each repeated annotation of a span.
    """
    named, base = _first_pass(path)
    seen: set[str] = set()
    texts = Texts(reading)
    for where, entry in entries(path, reading, what=WHAT, wraps=("data",)):
        if entry.keys() >= _RUN:
            yield from _run(entry, where, reading, texts, base)
            continue
        key = optional_identity(entry, "id", where)
        if key is not None and key in seen:
            reading.skip("duplicate", where)
            continue
        seen.update([key] if key else [])
        yield from _annotation(_flat(entry, where), _item(entry, where, reading), where, reading, named)


def _first_pass(path: Path) -> tuple[frozenset[str], int]:
    """Identifiers that several annotations share, and the lowest repetition number: 1 in Phoenix, 0 in files that count otherwise."""
    found: Counter[str] = Counter()
    lowest: int | None = None
    for where, entry in entries(path, Reading(), what=WHAT, wraps=("data",)):
        found.update([one] if (one := optional_identity(entry, "identifier", where)) else [])
        n = whole(entry.get("repetition_number"), where, "repetition_number")
        lowest = n if lowest is None or (n is not None and n < lowest) else lowest
    return frozenset(name for name, times in found.items() if times > 1), 1 if lowest is None else lowest


def _item(entry: Row, where: str, reading: Reading) -> str:
    name = next((name for name in _IDS if entry.get(name)), "span_id")
    item = identity(entry, name, where)
    document = text(entry.get("document_position"), where, "document_position")
    kind = name.removeprefix("context.")
    return reading.named("phoenix", kind if document is None else f"{kind}/document", item if document is None else f"{item}/{document}", where)


def _flat(entry: Row, where: str) -> Row:
    """An annotation with its result beside its other fields: as an object in the API, with dotted names in data frames."""
    result = inner_mapping(entry, "result", where)
    for name in ("label", "score", "explanation"):
        result.setdefault(name, entry.get(f"result.{name}", entry.get(name)))
    return {**entry, **result, "name": entry.get("annotation_name") or entry.get("name")}


def _annotation(one: Row, item: str, where: str, reading: Reading, named: frozenset[str], **shared: Any) -> Iterator[Row]:
    kind = (text(one.get("annotator_kind") or one.get("kind"), where, "annotator_kind") or "").upper()
    criterion = optional_identity(one, "name", where)
    label, score = label_text(one.get("label"), where, "label"), number(one.get("score"), where, "score")
    if not kind:
        reading.note(_NO_KIND)
    if kind == "CODE":
        reading.skip("not_judged", where)
    elif kind == "HUMAN":
        said = label if label is not None else text(one.get("score"), where, "score") if score is not None else None
        if said is None:
            reading.skip("unscored", where)
        else:
            who = optional_identity(one, "user_id", where) or optional_identity(one, "identifier", where) or "HUMAN"
            reading.person(item, who, said, criterion)
    else:
        trouble = text(one.get("error"), where, "error")
        status = "error" if trouble else "unparsable" if label is None and score is None else "ok"
        yield {
            "item_id": item,
            "judge": _judge(one, where, reading, named),
            "criterion": criterion,
            "rationale": text(one.get("explanation"), where, "explanation") or trouble,
            "created_at": moment(one, "created_at", where) or moment(one, "start_time", where),
            "status": status,
            **({"label": label, "score": score} if status == "ok" else {}),
            **shared,
            "where": where,
        }


def _judge(one: Row, where: str, reading: Reading, named: frozenset[str]) -> str:
    metadata = structure(one.get("metadata"), where)
    for name in _JUDGE_KEYS if isinstance(metadata, dict) else ():
        if isinstance(metadata.get(name), str) and not is_number(metadata[name]) and metadata[name].strip():
            return identity(metadata, name, where)
    identifier = optional_identity(one, "identifier", where)
    if identifier is not None and identifier in named:
        return identifier
    reading.note(_NO_JUDGE)
    return "LLM"


def _run(entry: Row, where: str, reading: Reading, texts: Texts, base: int) -> Iterator[Row]:
    """The annotations of one run of an experiment's task on one example."""
    item = identity(entry, "example_id", where)
    repetition = whole(entry.get("repetition_number"), where, "repetition_number")
    if entry.get("error"):
        reading.skip("error", where)
        return
    answer = texts.add(item, input=any_text(entry.get("input")), response=any_text(entry.get("output")), reference=any_text(entry.get("reference_output")))
    if repetition not in (None, base):
        reading.note(_RERUN)
    for n, one in enumerate(_of_run(entry, where), 1):
        replicate = 0 if repetition is None else repetition - base
        for row in _annotation(one, item, f"{where}: annotation {n}", reading, frozenset(), replicate=replicate):
            yield {**row, **answer}


def _of_run(entry: Row, where: str) -> list[Row]:
    """A run's annotations: a list in the JSON download, columns `annotation_<name>_label` in the CSV one."""
    if "annotations" in entry:
        return objects(entry, "annotations", where)
    names = [name[len(_PREFIX) : -len(_KIND)] for name in entry if name.startswith(_PREFIX) and name.endswith(_KIND)]
    rows = [
        {"name": name, "annotator_kind": entry.get(f"{_PREFIX}{name}{_KIND}"), **{field: entry.get(f"{_PREFIX}{name}_{field}") for field in _FIELDS}}
        for name in names
    ]
    return [row for row in rows if row["annotator_kind"] is not None]
