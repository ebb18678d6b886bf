"""Made-up files for `drift.py`: two runs on the same items, and a stream of verdicts, drawn with a fixed seed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rationale_texts import LABELS, QUESTION, made_up

STRATA = ("billing", "delivery", "returns", "account", "other")
REPLICATES, SHARE_OF_ANCHORS, SHARE_WITH_GOLD, NOISE, MOVED = 5, 0.9, 0.1, 0.05, 0.01
"""Verdicts of each judge on an item; items of a run that the other has too; anchors with gold; verdicts that flip by themselves; items that moved."""

START = np.datetime64("2026-03-01T00:00:00")
DAY = 86_400


@dataclass(frozen=True)
class Runs:
    """Two runs of as many verdicts each: items x judges x `REPLICATES`."""

    items: int
    judges: int
    rationales: bool = False

    @property
    def n(self) -> int:
        return self.items * self.judges * REPLICATES

    @property
    def n_anchors(self) -> int:
        return round(SHARE_OF_ANCHORS * self.items)

    @property
    def suffix(self) -> str:
        return "jsonl" if self.rationales else "csv"

    def __str__(self) -> str:
        texts = ", rationales and item texts" if self.rationales else ""
        judges = "a judge" if self.judges == 1 else f"{self.judges} judges"
        return f"two runs of {self.n:,} verdicts ({self.items:,} items, {judges}, {REPLICATES} replicates, {self.suffix}{texts})"


def write_runs(folder: Path, size: Runs) -> None:
    """Rubric, items with their strata, gold on a tenth of the anchors, and `baseline` and `current`."""
    rng = np.random.default_rng(1)
    alone = size.items - size.n_anchors
    n = size.items + alone
    items, said = made_up(n, judges=1, replicates=2 * REPLICATES) if size.rationales else ([], [])
    if items:
        _write_lines(folder / "items.jsonl", ({**item, "stratum": STRATA[k % len(STRATA)]} for k, item in enumerate(items)))
    names = [f"judge-{k + 1}" for k in range(size.judges)]
    good = rng.random(n) < 0.6
    if said:
        # By what both runs say: gold that leans on one of them would show the other to be worse.
        good = np.array([row["label"] == LABELS[0] for row in said]).reshape(n, 2 * REPLICATES).mean(axis=1) > 0.5
    scale = {"level": "nominal", "labels": list(LABELS)}
    rubric = {"name": "benchmark", "criteria": [{"name": "complete", "question": QUESTION, "scale": scale}], **({"items": "items.jsonl"} if items else {})}
    (folder / "rubric.yaml").write_text(json.dumps(rubric), encoding="utf-8")
    with_gold = np.flatnonzero(rng.random(size.n_anchors) < SHARE_WITH_GOLD)
    gold = ({"item_id": f"i{k}", "annotator": "a", "label": LABELS[int(good[k] == (rng.random() < 0.1))]} for k in with_gold.tolist())
    _write_table(folder / "gold.csv", gold)
    for version, first in (("baseline", 0), ("current", alone)):
        # Items of one run only stand at the ends: the first of the baseline, the last of the current run.
        numbers = np.arange(first, first + size.items)
        _write_table(folder / f"{version}.{size.suffix}", _verdicts(rng, numbers, names, good, said, now=version == "current"))


def _verdicts(
    rng: np.random.Generator, numbers: NDArray[np.int64], names: list[str], good: NDArray[np.bool_], said: list[dict[str, Any]], *, now: bool
) -> Iterable[dict[str, Any]]:  # fmt: skip
    """Rows of one run, as a log has them: when, how long, what it cost. A hundredth of the items moved in the current run, either way."""
    moved = np.random.default_rng(2).random(len(good)) < (MOVED if now else 0.0)
    when = START + np.timedelta64(90 if now else 0, "D")
    step = 0
    for k in numbers.tolist():
        for name in names:
            for replicate in range(REPLICATES):
                row: dict[str, Any] = {"item_id": f"i{k}", "judge": name, "criterion": "complete", "replicate": replicate, "stratum": STRATA[k % len(STRATA)]}
                if said:
                    drawn = said[2 * REPLICATES * k + replicate + REPLICATES * now]
                    row |= {"label": drawn["label"], "rationale": drawn["rationale"]}
                else:
                    row["label"] = LABELS[int(bool(good[k] != moved[k]) == (rng.random() < NOISE))]
                row |= {
                    "latency_s": round(0.5 + rng.exponential(), 3), "prompt_tokens": 400 + k % 97, "completion_tokens": int(rng.integers(60, 120)),
                    "cost_usd": 0.0002, "created_at": f"{when + np.timedelta64(step, 's')}Z",
                }  # fmt: skip
                step += 1
                yield row


def _write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row) + "\n")


def _write_table(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """CSV or JSONL, by the suffix."""
    import pandas as pd

    if path.suffix == ".jsonl":
        _write_lines(path, rows)
    else:
        pd.DataFrame(rows).to_csv(path, index=False)


N_ANCHORS, ANCHOR_REPLICATES, PRODUCTION, HISTORY_DAYS = 300, 3, 5_000, 27
"""Of the baseline of a stream; and the days, all within the window, that its history is spread over."""


def stream(n: int, *, first: int, day: float, days: float) -> dict[str, list[Any]]:
    """Columns of n verdicts that no item of the history has, and one on each anchor; `first` numbers the items, `day` is counted from the start."""
    rng = np.random.default_rng(first)
    return _columns(rng, [f"p{k}" for k in range(first, first + n - N_ANCHORS)] + [f"a{k}" for k in range(N_ANCHORS)], 1, day, days)


def stream_baseline() -> dict[str, list[Any]]:
    """Columns of what a stream is held against: production, and anchors judged more than once."""
    rng = np.random.default_rng(0)
    production = _columns(rng, [f"b{k}" for k in range(PRODUCTION)], 1, 0, 1)
    anchors = _columns(rng, [f"a{k}" for k in range(N_ANCHORS)], ANCHOR_REPLICATES, 0, 1)
    return {name: production[name] + anchors[name] for name in production}


def _columns(rng: np.random.Generator, items: list[str], replicates: int, day: float, days: float) -> dict[str, list[Any]]:
    n = len(items) * replicates
    seconds = np.sort(rng.integers(int(day * DAY), int((day + days) * DAY), n))
    return {
        "item_id": [item for item in items for _ in range(replicates)],
        "judge": ["judge-1"] * n,
        "criterion": ["complete"] * n,
        "replicate": list(range(replicates)) * len(items),
        "label": np.array(LABELS)[(rng.random(n) < 0.4).astype(int)].tolist(),
        "stratum": [STRATA[k % len(STRATA)] for k in range(len(items)) for _ in range(replicates)],
        "created_at": [f"{when}Z" for when in (START + seconds.astype("timedelta64[s]")).tolist()],
    }
