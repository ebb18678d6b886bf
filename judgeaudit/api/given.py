"""What Python callers hand over: told before anything is read that it is none of what is taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import GoldError, ItemsError, RubricError


def labels_of(gold: Any) -> Sequence[GoldLabel]:
    """Gold labels that are given one by one; a GoldError where something else is among them."""
    labels = _all_of(gold, GoldLabel)
    if labels is None:
        raise GoldError(
            f"expected gold labels, got {_name(gold)}", where="gold", fix="pass a path, a data frame with item_id, annotator, label, or a list of GoldLabel"
        )
    return labels


def items_of(items: Any) -> Sequence[Item]:
    """Items that are given one by one; an ItemsError where something else is among them."""
    found = _all_of(items, Item)
    if found is None:
        raise ItemsError(f"expected items, got {_name(items)}", where="items", fix="pass a path or a list of Item")
    return found


def check_rubric(rubric: Any) -> None:
    """RubricError for what is neither a path nor a Rubric."""
    if not isinstance(rubric, (str, Path, Rubric)):
        raise RubricError(f"expected a rubric, got {_name(rubric)}", where="rubric", fix="pass a path to a YAML file, or Rubric(...)")


def _all_of(values: Any, kind: type) -> tuple[Any, ...] | None:
    try:
        found = tuple(values)
    except TypeError:
        return None
    return found if all(isinstance(one, kind) for one in found) else None


def _name(value: Any) -> str:
    inner = next((one for one in value), None) if isinstance(value, (list, tuple)) else None
    return f"a {type(value).__name__}" + ("" if inner is None else f" of {type(inner).__name__}")
