"""Readers of the user's files: rubric, items, gold and verdicts. Text stays text, and a mistake is named with file, row and fix."""

IMPORTERS: dict[str, str] = {
    "jsonl": "judgeaudit.importers.interchange:read_jsonl",
    "csv": "judgeaudit.importers.interchange:read_csv",
    "parquet": "judgeaudit.importers.interchange:read_parquet",
}
"""Formats of verdicts by name: `module:function`, imported when it is used. Each takes a path and gives a ratings table."""
