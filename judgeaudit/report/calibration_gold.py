"""What the section on calibration holds about gold itself: confusion matrices, the judge that never looks, and which labels count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.summary import block

COUNTS = (
    ("zero", "Items without"), ("one", "One label"), ("two_plus", "Two or more"), ("disputed", "Disputed"), ("conflicts", "Conflicts"),
    ("unknown_items", "Unknown"), ("not_judged", "Not judged"),
)  # fmt: skip
LISTS = (
    ("disputed", "Disputed"), ("conflicts", "In conflict"), ("abstained", "Abstentions only"), ("not_judged", "With gold, judged by no judge"),
    ("no_gold", "Judged, without gold"),
)  # fmt: skip


def confusions(audit: Audit) -> list[dict[str, Any]]:
    """Confusion matrices with the share of each cell within its row of verdicts, in words and as a shade from 0 to 9."""
    return [
        {
            "judge": formats.judge_name(fields.word(row, "judge")),
            "criterion": fields.word(row, "criterion"),
            "labels": fields.words(row, "labels"),
            "lines": lines,
        }
        for row in block(audit, "calibration", "confusion")
        if (lines := _lines(row))
    ]


def _lines(row: dict[str, Any]) -> list[dict[str, Any]]:
    missing, counts = _whole_numbers(row.get("missing")), row.get("counts")
    lines = []
    for i, (label, line) in enumerate(zip(fields.words(row, "labels"), counts if isinstance(counts, (list, tuple)) else (), strict=False)):
        numbers = _whole_numbers(line)
        given = sum(numbers)
        cells = [(f"{n:,}", round(9 * n / (given or 1)), i == j, formats.percent(n / given) if given else "") for j, n in enumerate(numbers)]
        lines.append({"label": label, "cells": cells, "missing": f"{missing[i] if i < len(missing) else 0:,}"})
    return lines


def _whole_numbers(values: Any) -> list[int]:
    return [fields.whole({"n": value}, "n") for value in values] if isinstance(values, (list, tuple)) else []


def baselines(audit: Audit) -> list[dict[str, str]]:
    """What always saying the commonest gold label would reach, beside each judge."""
    return [
        {
            "judge": fields.word(row, "judge"), "criterion": fields.word(row, "criterion"), "label": fields.word(row, "label"),
            "share": formats.number_or_undefined(fields.number(row, "share")), "accuracy": formats.number_or_undefined(fields.number(row, "accuracy")),
        }
        for row in block(audit, "calibration", "baseline")
    ]  # fmt: skip


def gold_rows(audit: Audit) -> list[dict[str, Any]]:
    """How many items have no, one and several labels on each criterion, and which do not count: title and number."""
    rows = block(audit, "calibration", "gold")
    known = [(name, title) for name, title in COUNTS if name != "not_judged" or any(_size(row, name) for row in rows)]
    return [{"criterion": fields.word(row, "criterion"), "counts": [(title, formats.integer(_size(row, name))) for name, title in known]} for row in rows]


def _size(row: dict[str, Any], name: str) -> int:
    """A count, whether the row holds the number or lists the items."""
    return len(fields.words(row, name)) or fields.whole(row, name)


def gold_lists(audit: Audit) -> list[tuple[str, str, list[str]]]:
    """Gold items that do not count, by criterion and reason; unknown items once."""
    rows: Sequence[dict[str, Any]] = block(audit, "calibration", "gold")
    found = [(fields.word(row, "criterion"), title, fields.words(row, f"{name}_listed")) for row in rows for name, title in LISTS]
    unknown = [("", "Not among the judged items", fields.words(row, "unknown_items_listed")) for row in rows[:1]]
    return [(criterion, title, ids) for criterion, title, ids in (*found, *unknown) if ids]
