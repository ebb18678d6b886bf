"""Verdicts of one judge on one criterion as Inspect's `precomputed_scores`: JSON lines of id, value, epoch, explanation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any


def inspect_jsonl(rows: Iterable[Mapping[str, Any]]) -> str:
    """Scores that Inspect reads beside a log.

    Parameters
    ----------
    rows : iterable of mapping
        Rows of a ratings table, plain ones, of one judge and criterion. A row without a verdict has no score and is left out, as Inspect wants it.

    Returns
    -------
    str
        One object a line; epochs count from 1.
    """
    lines = []
    for row in rows:
        if row["status"] != "ok":
            continue
        score: dict[str, Any] = {"id": row["item_id"], "value": row["label"] if row["label"] is not None else row["score"], "epoch": row["replicate"] + 1}
        if row.get("rationale"):
            score["explanation"] = row["rationale"]
        score["metadata"] = {"judge": row["judge"], "criterion": row["criterion"]}
        lines.append(json.dumps(score, ensure_ascii=False) + "\n")
    return "".join(lines)
