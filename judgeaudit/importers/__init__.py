"""Readers of the user's files: rubric, items, gold and verdicts. Text stays text, and a mistake is named with file, row and fix."""

IMPORTERS: dict[str, str] = {
    "inspect": "judgeaudit.importers.formats.inspect_log:read",
    "promptfoo": "judgeaudit.importers.formats.promptfoo:read",
    "lm_eval": "judgeaudit.importers.formats.lm_eval:read",
    "deepeval": "judgeaudit.importers.formats.deepeval:read",
    "ragas": "judgeaudit.importers.formats.ragas:read",
    "langfuse": "judgeaudit.importers.formats.langfuse:read",
    "mlflow": "judgeaudit.importers.formats.mlflow:read",
    "phoenix": "judgeaudit.importers.formats.phoenix:read",
    "openai_evals": "judgeaudit.importers.formats.openai_evals:read",
    "fastchat": "judgeaudit.importers.formats.fastchat:read",
    "alpaca_eval": "judgeaudit.importers.formats.alpaca_eval:read",
    "trec": "judgeaudit.importers.formats.trec:read",
    "argilla": "judgeaudit.importers.formats.argilla:read",
    "label_studio": "judgeaudit.importers.formats.label_studio:read",
    "csv": "judgeaudit.importers.tabular:read",
    "jsonl": "judgeaudit.importers.tabular:read",
    "json": "judgeaudit.importers.tabular:read",
    "parquet": "judgeaudit.importers.tabular:read",
    "excel": "judgeaudit.importers.tabular:read",
    "wide": "judgeaudit.importers.tabular:read",
}
"""Formats of verdicts by name: `module:function`, imported when it is used. Those under `formats` recognise themselves by content."""
