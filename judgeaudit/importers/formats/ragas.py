"""Results of Ragas: the rows of `EvaluationResult.to_pandas()` as CSV, JSON or JSONL, or `EvaluationResult.scores`. One verdict for each metric of a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.entries import entries
from judgeaudit.importers.entry_values import as_number
from judgeaudit.importers.exact_json import NumberText
from judgeaudit.importers.fields import any_text, digest, number, text
from judgeaudit.importers.foreign import Reading, Start, json_document

TITLE = "Ragas results (.csv, .json, .jsonl)"
JUDGE = "ragas"
_IDS = ("item_id", "id", "sample_id")
_DATA = (
    "user_input question response answer multi_responses reference ground_truth ground_truths retrieved_contexts contexts reference_contexts "
    "reference_tool_calls rubrics"
)
_JUDGED = tuple(_DATA.split())
"""Columns of the data set, now and before Ragas 0.2, that say which item a row is."""
_OTHERS = "index retrieved_context_ids reference_context_ids persona_name query_style query_length synthesizer_name evolution_type metadata episode_done"
_MODEL = (
    "faithfulness answer_relevancy response_relevancy context_precision context_recall context_entity_recall context_relevancy answer_correctness "
    "factual_correctness llm_context_precision_with_reference llm_context_precision_without_reference llm_context_recall noise_sensitivity "
    "noise_sensitivity_relevant noise_sensitivity_irrelevant nv_accuracy nv_context_relevance nv_response_groundedness summary_score "
    "agent_goal_accuracy topic_adherence harmfulness maliciousness coherence correctness conciseness aspect_critic rubrics_score "
    "domain_specific_rubrics instance_rubrics helpfulness sql_semantic_equivalence llm_sql_equivalence multi_modal_faithfulness "
    "multi_modal_relevance faithfulness_with_hhem"
)
_BY_MODEL = frozenset(_MODEL.split())
_PROGRAM = (
    "bleu_score rouge_score chrf_score exact_match string_present semantic_similarity answer_similarity non_llm_string_similarity "
    "non_llm_context_precision_with_reference non_llm_context_recall id_based_context_precision id_based_context_recall tool_call_accuracy tool_call_f1 "
    "quoted_spans_alignment data_compare_score"
)
_BY_PROGRAM = frozenset(_PROGRAM.split())
"""Metrics of Ragas that ask no model for a verdict."""


def recognise(start: Start) -> bool:
    """Columns of Ragas' data sets, or a list of objects with its metrics alone."""
    names = frozenset(start.keys) | frozenset(start.header)
    if "user_input" in names and not names.isdisjoint(_JUDGED[2:]):
        return True
    metrics = {_base(name) for name in names}
    if {"question", "answer"} <= names and ("contexts" in names or not metrics.isdisjoint(_BY_MODEL)):
        return True
    return start.is_list and bool(metrics) and metrics <= _BY_MODEL | _BY_PROGRAM


def _base(metric: str) -> str:
    """A metric without its settings: `factual_correctness(mode=f1)`."""
    return metric.partition("(")[0].strip()


def read(path: Path, reading: Reading) -> Iterator[dict[str, Any]]:
    """The verdicts of one file.

    A metric is a column of numbers that is no column of the data set. Rows have no ids: an item is named by its own id column, by a digest of
    what the data set says of it, or where the file holds metrics alone by the number of its row from 0.
    """
    rows = list(_rows(path, reading))
    names = list(dict.fromkeys(name for _, row in rows for name in row))
    identity = next((name for name in _IDS if name in names), None)
    metrics = [name for name in names if name != identity and _is_metric(name, rows, reading)]
    if not metrics:
        raise VerdictsError("no column holds numbers of a metric", where=path.name, fix="name what `EvaluationResult.to_pandas()` gave")
    reading.note(f'Ragas does not say which model judged, so the judge is called "{JUDGE}"')
    for place, (where, row) in enumerate(rows):
        judged = {name: row[name] for name in _JUDGED if row.get(name) is not None}
        own = text(row.get(identity), where, identity) if identity else None
        kind, item_id = (str(identity), own) if own else ("digest", digest(judged)) if judged else ("row", str(place))
        reading.named("ragas", kind, item_id, where)
        reading.item(item_id, **_texts(judged))
        for name in metrics:
            if _base(name) in _BY_PROGRAM:
                reading.skip("not_judged", f"{where} {name}")
                continue
            score = number(row.get(name), where, name)
            if score is None:
                reading.skip("unscored", f"{where} {name}")
                reading.note("Ragas writes NaN where a metric failed")
                continue
            yield {"item_id": item_id, "judge": JUDGE, "criterion": any_text(name), "score": score, "status": "ok", "where": where}


def _rows(path: Path, reading: Reading) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a file: also of one by columns, as pandas writes JSON by itself."""
    found = entries(path, reading, what="Ragas result")
    first = next(found, None)
    if first is None:
        return
    values = list(first[1].values())
    if not values or not all(isinstance(one, dict) for one in values) or "user_input" not in first[1]:
        yield first
        yield from found
        return
    columns = json_document(path, what="Ragas result")
    places = dict.fromkeys(place for column in columns.values() for place in column)
    for place in places:
        yield f"{path.name}: row {any_text(place)}", {name: column.get(place) for name, column in columns.items()}


def _is_metric(name: str, rows: Sequence[tuple[str, dict[str, Any]]], reading: Reading) -> bool:
    if not name or name in _JUDGED or name in _OTHERS.split() or name.startswith("Unnamed:"):
        return False
    values = [row[name] for _, row in rows if row.get(name) is not None]
    if not values:
        return _base(name) in _BY_MODEL
    numbers = all(isinstance(value, NumberText) or as_number(value) is not None for value in values)
    if not numbers:
        reading.note("columns that hold more than numbers are no metrics, and are not read")
    return numbers


def _texts(judged: dict[str, Any]) -> dict[str, Any]:
    """What an item's row says, under the names of an items file."""
    named = {
        "input": ("user_input", "question"),
        "response": ("response", "answer"),
        "reference": ("reference", "ground_truth"),
        "context": ("retrieved_contexts", "contexts"),
    }
    found = {into: next((judged[name] for name in of if name in judged), None) for into, of in named.items()}
    context = found["context"]
    if isinstance(context, list):
        found["context"] = "\n\n".join(any_text(one) or "" for one in context) or None
    return {name: any_text(value) for name, value in found.items()}
