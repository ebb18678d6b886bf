"""Texts of an item among fields that people named as they liked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judgeaudit.importers.fields import any_text

_NAMES: dict[str, tuple[str, ...]] = {
    "input": ("input", "prompt", "question", "instruction", "query", "user_input"),
    "response": ("response", "answer", "output", "completion", "generation", "reply"),
    "response_a": ("response_a", "response_1", "response1", "answer_a", "output_1", "completion_a"),
    "response_b": ("response_b", "response_2", "response2", "answer_b", "output_2", "completion_b"),
    "reference": ("reference", "expected_output", "expected", "ground_truth", "target"),
    "context": ("context", "contexts", "document", "retrieved_contexts"),
}


def item_texts(fields: Mapping[str, Any]) -> dict[str, str]:
    """input, response and so on, by the usual names of fields; a single text without such a name (and no address) is what is judged."""
    folded = {name.casefold().replace(" ", "_").replace("-", "_"): value for name, value in fields.items()}
    found: dict[str, str] = {}
    for slot, names in _NAMES.items():
        text = next((any_text(folded[name]) for name in names if folded.get(name) is not None), None)
        if text is not None:
            found[slot] = text
    texts = [value for value in fields.values() if isinstance(value, str) and ("://" not in value or " " in value.strip())]
    return found or ({"response": any_text(texts[0]) or ""} if len(texts) == 1 else {})
