"""Logs of a judge in production, as files: production rows with new items each day, and anchors that are judged again."""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from judgeaudit.stats.kernels.change_betting import GapGroup

START = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
N_ANCHORS = 120


def clock(day: float = 0.0) -> Any:
    """A clock that stands at noon of a day of the stream."""
    return lambda: START + datetime.timedelta(days=day)


def when(day: float) -> str:
    return (START + datetime.timedelta(days=day)).isoformat()


def verdict(item: str, label: str, day: float, **more: Any) -> dict[str, Any]:
    """One row; `more` wins."""
    return {
        "item_id": item,
        "judge": "j",
        "criterion": "right",
        "label": label,
        "created_at": when(day),
        "stratum": "a",
        "rationale": f"{item} is {label}",
        **more,
    }


def own_label(anchor: int) -> str:
    """What an anchor is: 7 of 10 pass."""
    return "pass" if anchor * 7 % 10 < 7 else "fail"


def production(n: int, day: int, *, rate: float = 0.7, seed: int = 0, **more: Any) -> list[dict[str, Any]]:
    """Rows of new items, half of them in each stratum; stratum b passes 20 points less often than a."""
    draw = random.Random(1000 * day + seed)
    rows = []
    for index in range(n):
        stratum = "ab"[index % 2]
        passes = draw.random() < rate + (0.1 if stratum == "a" else -0.1)
        rows.append(verdict(f"p{day}-{index}", "pass" if passes else "fail", day, **{"stratum": stratum, **more}))
    return rows


def anchors(which: Iterable[int], day: float, *, turned: Iterable[int] = (), replicate: int | None = None, **more: Any) -> list[dict[str, Any]]:
    """Rows of anchors; those in `turned` have the other label."""
    other, rows = {"pass": "fail", "fail": "pass"}, []
    for anchor in which:
        label = own_label(anchor)
        given = {"stratum": "ab"[anchor % 2], **({} if replicate is None else {"replicate": replicate}), **more}
        rows.append(verdict(f"anchor{anchor}", other[label] if anchor in set(turned) else label, day, **given))
    return rows


def write(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def baseline(folder: Path, *, replicates: int = 3, n_production: int = 600) -> Path:
    """600 production items and 120 anchors with three replicates each."""
    rows = production(n_production, 0)
    for replicate in range(replicates):
        rows += anchors(range(N_ANCHORS), 0, replicate=replicate)
    return write(folder / "baseline.jsonl", [{"replicate": 0, **row} for row in rows])


def gold(folder: Path) -> Path:
    path = folder / "gold.csv"
    lines = [f"anchor{anchor},ann,{own_label(anchor)}" for anchor in range(N_ANCHORS)]
    path.write_text("item_id,annotator,label\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def batch(folder: Path, day: int, *, rate: float = 0.7, turned: Iterable[int] = (), n_anchors: int = 30, n_production: int = 300) -> Path:
    """A day of the stream: 300 production items and 30 anchors in turn."""
    chosen = [(30 * (day - 1) + index) % N_ANCHORS for index in range(n_anchors)]
    return write(folder / f"day{day}.jsonl", production(n_production, day, rate=rate) + anchors(chosen, day, turned=turned))


FAILING = tuple(anchor for anchor in range(N_ANCHORS) if own_label(anchor) == "fail")


def gap_group(shift: float, variance: float, gaps: np.ndarray, last: np.ndarray, high: np.ndarray | None = None, since: np.ndarray | None = None) -> GapGroup:
    """Anchors of weight 1 beside rows; `since` has visits and sums of gaps since the alarm."""
    some = np.zeros((len(gaps), 2)) if since is None else since
    kinds = np.zeros(len(gaps), dtype=bool) if high is None else high
    return GapGroup(shift, variance, gaps, np.ones(len(gaps)), last, kinds, some[:, 0], some[:, 1])
