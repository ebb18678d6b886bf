"""Verdicts with everything that is counted in a table that is not held: strata, clusters, systems, confidences, statuses, probes, a row that is there twice."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from judgeaudit.tables import RATINGS_SCHEMA

N_ITEMS, N_PARTS = 150, 5


def rich_rows(n_items: int = N_ITEMS) -> list[dict[str, Any]]:
    """Two judges, two criteria, three replicates, in the order in which a judge works."""
    rng = np.random.default_rng(3)
    rows: list[dict[str, Any]] = []
    for i in range(n_items):
        truth = int(rng.integers(0, 2))
        for criterion in ("tone", "facts"):
            for judge in ("b-judge", "a-judge"):
                if rng.random() < 0.03:
                    continue
                for replicate in range(3):
                    rows.append(_row(i, judge, criterion, replicate, truth, rng))
                if i % 5 == 0:
                    rows.append({**rows[-1], "probe": "verbosity", "variant": "long"})
    return [*rows, dict(rows[5])]


def _row(i: int, judge: str, criterion: str, replicate: int, truth: int, rng: np.random.Generator) -> dict[str, Any]:
    answered = rng.random() > 0.03
    return {
        "item_id": f"{i:04d}", "judge": judge, "criterion": criterion, "replicate": replicate, "status": "ok" if answered else "refused",
        "label": ("pass", "fail")[truth if rng.random() < 0.8 else 1 - truth] if answered else None,
        "confidence": float(np.round(rng.random() / 2 + 0.5, 2)) if judge == "a-judge" else None,
        "stratum": "abc"[i % 3] if i % 7 else None, "cluster": f"k{i // 3}" if i < N_ITEMS // 2 else None, "system": f"s{i % 2}",
        "model_served": "m-1" if rng.random() < 0.7 else "m-2", "latency_s": float(rng.exponential()), "cost_usd": 0.001, "prompt_tokens": 5,
        "completion_tokens": 2, "rationale": f"because of {i} and {truth}", "probe": None, "variant": None,
    }  # fmt: skip


def write_parts(folder: Path, rows: list[dict[str, Any]], n_parts: int = N_PARTS, *, columns: tuple[str, ...] | None = None) -> Path:
    """The rows as a folder of Parquet parts, cut wherever it comes."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in RATINGS_SCHEMA.names if any(name in row for row in rows) and (columns is None or name in columns)]
    table = pa.table({name: pa.array([row.get(name) for row in rows], RATINGS_SCHEMA.field(name).type) for name in names})
    step = -(-table.num_rows // n_parts)
    for n in range(n_parts):
        pq.write_table(table.slice(n * step, step), folder / f"part-{n}.parquet")
    return folder


def write_gold(path: Path, n_items: int = N_ITEMS) -> Path:
    """Gold of every second item on both criteria."""
    rng = np.random.default_rng(9)
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["item_id", "annotator", "criterion", "label"])
        out.writerows([f"{i:04d}", "p", criterion, ("pass", "fail")[int(rng.integers(0, 2))]] for i in range(0, n_items, 2) for criterion in ("tone", "facts"))
    return path
