"""Small exports of tracing, annotation and benchmark tools, written by hand after their documentation, and how the tests read them."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

from judgeaudit.importers.foreign import Reading, start_of


def module(name: str) -> Any:
    return importlib.import_module(f"judgeaudit.importers.formats.{name}")


def read(name: str, path: Path) -> tuple[list[dict[str, Any]], Reading]:
    """Rows without their empty cells, and the reading."""
    reading = Reading()
    rows = [{key: value for key, value in row.items() if value is not None} for row in module(name).read(path, reading)]
    return rows, reading


def recognised(path: Path) -> list[str]:
    """The formats of this file that take the file for theirs."""
    start = start_of(path)
    return [name for name in SAMPLES if module(name).recognise(start)]


def put(folder: Path, name: str, content: object) -> Path:
    """A file with text, bytes, or a value as JSON."""
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def lines(*entries: object) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


FASTCHAT = {
    "question_id": 81, "model": "llama", "judge": ["gpt-4", "single-v1"], "user_prompt": "[Instruction]\nGrade.\n\n[Question]\nWhy?\n\n"
    "[The Start of Assistant's Answer]\nBecause.\n[The End of Assistant's Answer]", "judgment": "Short. Rating: [[7]]", "score": 7, "turn": 1, "tstamp": 1718408533.5,
}  # fmt: skip
FASTCHAT_PAIR = {
    "question_id": 81, "model_1": "llama", "model_2": "qwen", "g1_winner": "model_1", "g2_winner": "tie", "judge": ["gpt-4", "pair-v2"],
    "g1_user_prompt": "[User Question]\nWhy?\n\n[The Start of Assistant A's Answer]\nOne.\n[The End of Assistant A's Answer]\n\n"
    "[The Start of Assistant B's Answer]\nTwo.\n[The End of Assistant B's Answer]",
    "g1_judgment": "A. [[A]]", "g2_user_prompt": "(the other way round)", "g2_judgment": "Both. [[C]]", "turn": 1, "tstamp": 1718408533.5,
}  # fmt: skip
ALPACA = {
    "instruction": "Name a colour.", "output_1": "Red", "generator_1": "base", "dataset": "helpful", "output_2": "Blue", "generator_2": "mine",
    "annotator": "gpt4_turbo", "preference": 2.0, "price_per_example": 0.02, "time_per_example": 0.6,
    "raw_completion": {"concise_explanation": "M is nicer", "ordered_models": [{"model": "M", "rank": 1}]},
}  # fmt: skip
LANGFUSE = {
    "id": "s1", "traceId": "t1", "observationId": None, "name": "correctness", "source": "EVAL", "dataType": "CATEGORICAL", "value": 1.0, "stringValue": "correct",
    "comment": "It is right.", "timestamp": "2026-01-02T03:04:05.000Z", "metadata": {"model": "gpt-5"}, "authorUserId": None, "updatedAt": "2026-01-02T03:04:05.000Z",
}  # fmt: skip
MLFLOW = {
    "assessment_id": "a-1", "assessment_name": "correctness", "trace_id": "tr-1", "source": {"source_type": "LLM_JUDGE", "source_id": "gpt-5"},
    "create_time": "2026-01-02T03:04:05Z", "feedback": {"value": "yes"}, "rationale": "It is right.", "metadata": {"mlflow.assessment.judgeCost": "0.01"}, "valid": True,
}  # fmt: skip
PHOENIX = {
    "id": "x1", "span_id": "67f6740bbe1ddc3f", "name": "correctness", "annotator_kind": "LLM",
    "result": {"label": "correct", "score": 1.0, "explanation": "It is right."}, "metadata": {"model": "gpt-5"}, "identifier": "", "created_at": "2026-01-02T03:04:05Z",
}  # fmt: skip
PHOENIX_RUN = {
    "example_id": "e1", "repetition_number": 1, "input": {"q": "Why?"}, "reference_output": {"a": "So."}, "output": "Because.", "error": None, "trace_id": "t1",
    "annotations": [{"name": "correctness", "annotator_kind": "LLM", "label": "correct", "score": 1.0, "explanation": "Right.", "error": None, "metadata": {}}],
}  # fmt: skip
ARGILLA = {
    "id": "r1", "status": "completed", "_server_id": "u", "fields": {"prompt": "Why?", "answer": "Because."}, "metadata": {}, "vectors": {},
    "suggestions": {"quality": {"value": "good", "score": 0.9, "agent": "gpt-5"}}, "responses": {"quality": [{"value": "good", "user_id": "u1"}]},
}  # fmt: skip
ARGILLA_FLAT = {
    "id": "r1", "prompt": "Why?", "answer": "Because.", "quality.responses": ["good", "bad", "good"], "quality.responses.users": ["u1", "u2", "u3"],
    "quality.responses.status": ["submitted", "draft", "discarded"], "quality.suggestion": "bad", "quality.suggestion.score": 0.5, "quality.suggestion.agent": "gpt-5",
}  # fmt: skip
LABEL_STUDIO = {
    "id": 7, "data": {"question": "Why?", "answer": "Because."},
    "annotations": [{"id": 1, "completed_by": 3, "was_cancelled": False, "result": [{"from_name": "verdict", "to_name": "t", "type": "choices", "value": {"choices": ["good"]}}]}],
    "predictions": [{"model_version": "gpt-5", "score": 0.8, "result": [{"from_name": "verdict", "to_name": "t", "type": "choices", "value": {"choices": ["bad"]}}]}],
}  # fmt: skip
LABEL_STUDIO_MIN = {
    "question": "Why?", "id": 7, "verdict": "good", "annotator": 3, "annotation_id": 1, "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z",
    "lead_time": 1.5,
}  # fmt: skip

SAMPLES: dict[str, list[tuple[str, object]]] = {
    "fastchat": [("single.jsonl", lines(FASTCHAT, FASTCHAT)), ("pair.jsonl", lines(FASTCHAT_PAIR))],
    "alpaca_eval": [("annotations.json", [ALPACA])],
    "trec": [("judge.txt", "q1 0 p1 3\nq1 0 p2 0\n")],
    "langfuse": [("scores.json", {"data": [LANGFUSE], "meta": {"page": 1}}), ("scores.jsonl", lines(LANGFUSE, LANGFUSE))],
    "mlflow": [
        ("assessments.json", [MLFLOW]),
        ("trace.json", {"info": {"trace_id": "tr-1", "request_preview": "Why?", "assessments": [MLFLOW]}, "data": {"spans": []}}),
        ("traces.jsonl", lines({"trace_id": "tr-1", "request": "Why?", "response": "So.", "assessments": [MLFLOW]}, {"trace_id": "tr-2", "assessments": []})),
    ],
    "phoenix": [("annotations.json", {"data": [PHOENIX], "next_cursor": None}), ("experiment.json", [PHOENIX_RUN])],
    "argilla": [("records.json", [ARGILLA]), ("flat.jsonl", lines(ARGILLA_FLAT))],
    "label_studio": [("tasks.json", [LABEL_STUDIO]), ("min.json", [LABEL_STUDIO_MIN])],
}
"""Files of every format by name: file name and content."""
