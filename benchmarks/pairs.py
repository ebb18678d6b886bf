"""The labelled pairs of rationales (`rationale_pairs.jsonl`) as the program reads them. Shared by `rationale_pairs.py` and `fit_rationales.py`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from judgeaudit.analyses.rationales.features import FEATURES, features
from judgeaudit.analyses.rationales.reading import Reading, read_rationale
from judgeaudit.analyses.rationales.space import Embed, Reasons, Space, build_space
from judgeaudit.domain.verdicts import Reason, readable
from judgeaudit.text.boilerplate import Boilerplate, learn_boilerplate

FILE = Path(__file__).with_name("rationale_pairs.jsonl")
MORE = Path(__file__).with_name("rationale_tuning.jsonl")
"""More pairs for the fit, written after the others: no part of the benchmark."""


@dataclass(frozen=True)
class Pair:
    """One row of the file. `group` is the item: pairs of one item never stand on both sides of a split."""

    row: dict[str, Any]
    first: Reading
    second: Reading

    @property
    def label(self) -> str:
        return str(self.row["label"])

    @property
    def kind(self) -> str:
        return str(self.row["kind"])

    @property
    def group(self) -> str:
        return item_text(self.row)


def read_pairs(path: Path = FILE, *, split: str | None = None) -> list[Pair]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [_pair(row) for row in rows if split is None or row["split"] == split]


def item_text(row: dict[str, Any]) -> str:
    return "\n".join(row["item"].values())


def said(side: str | dict[str, Any]) -> tuple[str, tuple[Reason, ...]]:
    """A side of a pair as text and reasons."""
    if isinstance(side, str):
        return side, ()
    reasons = tuple(Reason(**{name: str(value) for name, value in reason.items()}) for reason in side["reasons"])
    return readable(reasons), reasons


def _pair(row: dict[str, Any]) -> Pair:
    stock = _stock(row)
    sources = {**row["item"], "rubric": row["criterion"]}
    first, second = (
        read_rationale(*said(row[side]), sources=sources, boilerplate=stock, aspects=row["aspects"], pairwise="response_a" in row["item"])
        for side in ("first", "second")
    )
    return Pair(row, first, second)


def _stock(row: dict[str, Any]) -> Boilerplate:
    if not row.get("baseline"):
        return Boilerplate()
    others = [(str(n), said(side)[0]) for n, side in enumerate(row["baseline"])]
    return learn_boilerplate([*others, ("this", said(row["first"])[0]), ("this", said(row["second"])[0])])


def space_of(pairs: Sequence[Pair], embed: Embed | None, tuned: Reasons | None = None) -> tuple[list[Reading], Space]:
    """All readings (2n and 2n + 1 are pair n), and their vectors."""
    readings = [reading for pair in pairs for reading in (pair.first, pair.second)]
    items = [pair.row["id"] for pair in pairs for _ in range(2)]
    texts = {pair.row["id"]: item_text(pair.row) for pair in pairs}
    return readings, build_space(readings, items=items, item_texts=texts, embed=embed, tuned=tuned)


def feature_table(pairs: Sequence[Pair], embed: Embed | None, tuned: Reasons | None = None) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Features of all pairs, shape (n, len(FEATURES))."""
    readings, space = space_of(pairs, embed, tuned)
    rows = [features((readings[2 * n], readings[2 * n + 1]), (2 * n, 2 * n + 1), space)[0] for n in range(len(pairs))]
    return np.array(rows).reshape(-1, len(FEATURES))
