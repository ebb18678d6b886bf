"""Files from which the readers' fuzz starts: small ones of every format made by hand, and the real samples where they are beside the checkout."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from judgeaudit.importers import IMPORTERS
from judgeaudit.importers.columns import Columns, columns_of
from tests.contracts.import_rows import zipped
from tests.contracts.reading_exports import SAMPLES, lines

REAL = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "eval_formats"
LARGEST = 300_000
"""Bytes of a real sample above which it is left out: reading it takes longer than it teaches."""

_PROMPTFOO = {
    "testIdx": 0, "promptIdx": 0, "vars": {"q": "Why?"}, "prompt": {"raw": "Answer: Why?"}, "provider": {"id": "vendor:m", "label": ""},
    "testCase": {"vars": {"q": "Why?"}, "options": {"provider": {"text": "vendor:grader"}}}, "response": {"output": "Because."}, "failureReason": 0,
    "gradingResult": {"pass": True, "score": 1, "componentResults": [
        {"pass": True, "score": 0.9, "reason": "kind", "assertion": {"type": "llm-rubric", "value": "Is polite", "metric": "tone"}, "tokensUsed": {"prompt": 3}},
        {"pass": False, "score": 0, "reason": "too long", "assertion": {"type": "g-eval", "value": ["Is short"]}},
        {"pass": False, "score": 0, "reason": "no", "assertion": {"type": "human"}},
        {"pass": True, "score": 1, "reason": "", "assertion": {"type": "contains", "value": "B"}}]},
}  # fmt: skip
_LM_EVAL = {
    "doc_id": 0, "doc": {"q": "?"}, "target": "56", "arguments": {"gen_args_0": {"arg_0": "Q: 7*8?"}}, "resps": [["56", "57"]], "filtered_resps": [["56", "57"]],
    "filter": "none", "metrics": ["acc", "f1"], "doc_hash": "a1", "prompt_hash": "b1", "acc": [1.0, 0.0], "f1": 0.5,
}  # fmt: skip
_DEEPEVAL = {
    "testCases": [{"name": "007", "input": "Why?", "actualOutput": "Because.", "expectedOutput": "So.", "context": ["c"], "metricsData": [
        {"name": "Tone", "threshold": 0.5, "success": True, "score": 0.9, "reason": "kind", "evaluationModel": "vendor/judge", "evaluationCost": 0.01, "inputTokenCount": 5},
        {"name": "Broken", "success": False, "score": None, "error": "late", "evaluationModel": None}]}],
    "conversationalTestCases": [{"name": "talk", "turns": [{"role": "user", "content": "Hi"}], "metricsData": [{"name": "Tone", "success": False, "score": 0.1}]}],
    "metricsScores": [], "hyperparameters": {"model": "vendor/answerer"},
}  # fmt: skip
_RAGAS = [
    {"user_input": "who?", "retrieved_contexts": ["c1", "c2"], "response": "he", "reference": "him", "faithfulness": 1.0, "answer_relevancy": 0.25},
    {"user_input": "when?", "retrieved_contexts": ["c3"], "response": "now", "reference": "then", "faithfulness": None, "answer_relevancy": 0.5},
]
_SPEC = {
    "spec": {"completion_fns": ["gpt-answer", "gpt-grade"], "eval_name": "demo.dev.v0", "base_eval": "demo", "split": "dev", "run_id": "r",
             "run_config": {"eval_spec": {"cls": "evals.elsuite.modelgraded.classify:ModelBasedClassify", "args": {"modelgraded_spec": "fact"}}}},
}  # fmt: skip
_GRADING = [{"role": "user", "content": "Grade."}, {"role": "assistant", "content": "GRADE: C", "model": "served-1"}]
_INSPECT_SAMPLES = [
    {"id": 7, "epoch": epoch, "input": "Why?", "target": "So.", "output": {"choices": [{"message": {"role": "assistant", "content": "Because."}}]},
     "scores": {"qa": {"value": value, "explanation": "fine", "metadata": {"grading": _GRADING},
                       "history": [{"value": value, "explanation": "fine"}, {"value": "I", "provenance": {"author": "ana", "timestamp": "2026-01-02T03:04:05Z"}}]},
                "rubric": {"value": {"tone": 3, "facts": float("nan")}}}}
    for epoch, value in ((1, "C"), (2, "I"))
]  # fmt: skip
_INSPECT = {
    "version": 2, "status": "success",
    "eval": {"task": "demo", "model": "vendor/answerer", "dataset": {"sample_ids": [7, 8]}, "model_roles": {"grader": {"model": "vendor/grader"}}, "scorers": [{"name": "qa"}]},
}  # fmt: skip


def _event(sort: str, **data: Any) -> dict[str, Any]:
    return {
        "run_id": "r",
        "event_id": 0,
        "sample_id": "demo.dev.0",
        "type": sort,
        "data": data,
        "created_by": "",
        "created_at": "2026-01-02 03:04:05.678901+00:00",
    }


def _members() -> dict[str, bytes]:
    return {"header.json": json.dumps(_INSPECT).encode()} | {f"samples/7_epoch_{n}.json": json.dumps(one).encode() for n, one in enumerate(_INSPECT_SAMPLES, 1)}


def _table() -> list[dict[str, Any]]:
    return [
        {"ticket": f"00{n}", "judge": "m", "grade": ("pass", "fail")[n % 2], "score": n / 2, "replicate": 0, "rationale": "because", "reasons": [{"quote": "x"}],
         "created_at": f"2026-01-0{n + 1}", "response": "text", "gpt": "pass", "claude": "fail", "order": "swapped" if n == 3 else "original"}
        for n in range(4)
    ]  # fmt: skip


def _csv(rows: list[dict[str, Any]]) -> bytes:
    cells = [list(rows[0]), *[[value if isinstance(value, str) else json.dumps(value) for value in row.values()] for row in rows]]
    return "".join(",".join('"' + cell.replace('"', '""') + '"' if set(cell) & set(',"\n') else cell for cell in row) + "\r\n" for row in cells).encode()


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), stream)
    return stream.getvalue()


def _excel(rows: list[dict[str, Any]]) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(list(rows[0]))
    for row in rows:
        book.active.append([json.dumps(value) if isinstance(value, list) else value for value in row.values()])
    stream = io.BytesIO()
    book.save(stream)
    return _undated(stream)


def _undated(book: io.BytesIO) -> bytes:
    """A workbook without the time at which it was made, so that the same seed gives the same files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(book) as dated, zipfile.ZipFile(stream, "w") as made:
        for name in dated.namelist():
            member = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            made.writestr(member, re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2026-01-01T00:00:00Z", dated.read(name)), zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def own_seeds() -> dict[str, list[tuple[str, bytes]]]:
    """Files made by hand."""
    rows = _table()
    jsonl, document = lines(*rows).encode(), json.dumps(rows).encode()
    seeds = {
        name: [(file, content.encode() if isinstance(content, str) else json.dumps(content).encode()) for file, content in SAMPLES[name]] for name in SAMPLES
    }
    seeds |= {
        "inspect": [
            ("log.json", json.dumps({**_INSPECT, "samples": _INSPECT_SAMPLES}).encode()), ("log.eval", zipped(_members())), ("zstd.eval", zipped(_members(), method=93)),
        ],
        "promptfoo": [
            ("out.json", json.dumps({"evalId": "e", "results": {"version": 3, "results": [_PROMPTFOO, _PROMPTFOO], "stats": {}}, "config": {}}).encode()),
            ("out.jsonl", lines(_PROMPTFOO, {**_PROMPTFOO, "testIdx": 1}).encode()),
        ],
        "lm_eval": [("samples_task_2026-01-02T03-04-05.678901.jsonl", lines(_LM_EVAL, {**_LM_EVAL, "doc_hash": "a2", "acc": True}).encode())],
        "deepeval": [("run.json", json.dumps(_DEEPEVAL).encode())],
        "ragas": [("result.json", json.dumps(_RAGAS).encode()), ("result.jsonl", lines(*_RAGAS).encode()), ("result.csv", _csv(_RAGAS))],
        "openai_evals": [
            ("log.jsonl", lines(_SPEC, _event("sampling", prompt=[{"role": "user", "content": "Why?"}], sampled=["So."]), _event("sampling", prompt="Grade", sampled=["A"]),
                                _event("metrics", choice="A", score=1.0), _event("match", correct=True, expected="x", picked="x", sampled="x"),
                                {"final_report": {"score": 1.0}, "run_id": "r"}).encode()),
        ],
        "csv": [("v.csv", _csv(rows))], "jsonl": [("v.jsonl", jsonl)], "json": [("v.json", document)], "parquet": [("v.parquet", _parquet(rows))],
        "excel": [("v.xlsx", _excel(rows))], "wide": [("w.csv", _csv(rows)), ("w.jsonl", jsonl), ("w.json", document)],
    }  # fmt: skip
    return {name: seeds[name] for name in IMPORTERS}


_FOLDERS = {
    "inspect": "inspect_ai", "promptfoo": "promptfoo", "lm_eval": "lm_eval/generated_dummy", "deepeval": "deepeval", "openai_evals": "openai_evals", "fastchat": "fastchat_mtbench",
    "label_studio": "label_studio",
}  # fmt: skip


def seeds_of(name: str) -> list[tuple[str, bytes]]:
    """Files of a format by name and content: the ones made by hand, and small real ones."""
    folder = REAL / _FOLDERS.get(name, "nowhere")
    real = [
        path for path in sorted(folder.rglob("*.*")) if path.suffix in (".json", ".jsonl", ".eval") and not path.name.startswith(("judge_prompts", "results_"))
    ]
    return [*own_seeds()[name], *((path.name, path.read_bytes()) for path in real if path.stat().st_size <= LARGEST)]


def columns(name: str) -> Columns | None:
    """What `--map` and `--set` say of a table; nothing of a log."""
    if ".formats." in IMPORTERS[name]:
        return None
    if name == "wide":
        return columns_of({"item_id": "ticket", "judge": "gpt,claude"}, wide=True)
    return columns_of({"item_id": "ticket", "label": "grade"})
