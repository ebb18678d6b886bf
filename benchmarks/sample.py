"""The made-up rubric, items and reply of the benchmarks, and how a result is held against its target."""

from __future__ import annotations

import json
from typing import Any

REASONS = [
    {"aspect": "refund window", "finding": "met", "quote": "within 30 days of delivery", "explanation": "The reply names the window that the policy gives."},
    {"aspect": "refund window", "finding": "met", "quote": "for a full refund", "explanation": "It says what the customer gets back."},
]
CONTENT = json.dumps({"reasons": REASONS, "label": "pass", "confidence": 0.9})
REPLICATES = 5


def rubric_of(judges: list[dict[str, Any]]) -> dict[str, Any]:
    scale = {"level": "nominal", "labels": ["pass", "fail"]}
    question = "Does the reply state the refund window that the policy gives?"
    criteria = [{"name": "refund_window", "question": question, "scale": scale}]
    return {"name": "benchmark", "criteria": criteria, "judges": judges, "replicates": REPLICATES}


def item_of(number: int) -> dict[str, str]:
    return {
        "id": f"i{number}",
        "input": f"Can I still return order {number}?",
        "context": "Lamps can be returned for a full refund within 30 days of delivery.",
        "response": f"Yes, order {number} can be returned for a full refund within 30 days of delivery.",
    }


def verdict(name: str, value: float, *, unit: str, at_least: float | None = None, at_most: float | None = None) -> bool:
    limit, word = (at_least, "at least") if at_least is not None else (at_most, "at most")
    assert limit is not None
    good = value >= limit if at_least is not None else value <= limit
    print(f"  {name}: {value:.2f}{unit}, target {word} {limit:g}{unit}: {'met' if good else 'MISSED'}")
    return good
