"""Committed results of simulations: one line for each row, under one line of column names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

Row = TypeVar("Row")


def read_rows(path: Path, kind: type[Row]) -> tuple[dict[str, Any], list[Row]]:
    """What was run, and what was found."""
    about = json.loads(path.read_text(encoding="utf-8"))
    columns, rows = about.pop("columns"), about.pop("found")
    return about, [kind(**dict(zip(columns, row, strict=True))) for row in rows]


def write_rows(about: dict[str, Any], found: Sequence[Any], path: Path, page: str) -> None:
    """The rows as JSON, and beside them the page for people."""
    head = json.dumps(about | {"columns": [one.name for one in fields(found[0])]}, indent=2)[:-2]
    lines = ",\n".join(json.dumps(list(asdict(one).values())) for one in found)
    path.write_text(f'{head},\n  "found": [\n{lines}\n  ]\n}}\n', encoding="utf-8")
    path.with_suffix(".md").write_text(page, encoding="utf-8")
