"""Fields of a block's row, whatever stands there: blocks are JSON that another version, or another program, may have written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def number(row: Mapping[str, Any], name: str) -> float | None:
    """A finite number; None where there is none."""
    value = row.get(name)
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) else None


def whole(row: Mapping[str, Any], name: str) -> int:
    """A count; 0 where there is none."""
    value = row.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def place(row: Mapping[str, Any], name: str) -> int | None:
    """An offset or a replicate; None where there is none."""
    value = row.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def word(row: Mapping[str, Any], name: str) -> str:
    """A text or a number as text; empty where there is neither."""
    value = row.get(name)
    return str(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else ""


def words(row: Mapping[str, Any], name: str) -> list[str]:
    """A list of texts; empty where there is none."""
    value = row.get(name)
    return [str(text) for text in value if isinstance(text, (str, int))] if isinstance(value, (list, tuple)) else []


def rows(row: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """A list of rows; what is no row is left out."""
    value = row.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, (list, tuple)) else []


def mapping(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A row within a row; empty where there is none."""
    value = row.get(name)
    return value if isinstance(value, dict) else {}
