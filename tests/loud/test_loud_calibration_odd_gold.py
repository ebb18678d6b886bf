"""Odd gold of several annotators beside odd tables: everything is said, nothing is NaN, and the order of rows changes nothing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.gold import adjudicate
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.results import AnalysisOutput
from tests.core.analyses_builder import input_of, rubric_of
from tests.loud.test_loud_analyses_silent_failures import SCALES, random_rows


def odd_gold(rng: random.Random, rows: list[dict[str, Any]]) -> list[GoldLabel]:
    """One to five annotators, each on items of their own choice: alike, at random, abstaining, twice, on items that nobody judged."""
    texts = [row["label"] for row in rows if row["label"] is not None and row.get("status", "ok") == "ok"] or [rows[0]["label"]]
    items = [*sorted({row["item_id"] for row in rows}), "nobody judged this"]
    always = rng.choice(texts)
    labels = []
    for annotator in range(rng.randint(1, 5)):
        kind = rng.choice(["random", "random", "constant", "scarce", "abstains"])
        for item in items:
            if rng.random() < (0.9 if kind == "scarce" else 0.2):
                continue
            for _ in range(2 if rng.random() < 0.1 else 1):
                label = always if kind == "constant" else rng.choice(texts)
                empty = kind == "abstains" or rng.random() < 0.05
                labels.append(
                    GoldLabel(item_id=item, annotator=f"p{annotator}", label="" if empty else label, criterion="c", status="abstained" if empty else "ok")
                )
    return labels


@pytest.mark.parametrize("seed", range(60))
def test_odd_gold_gives_valid_json_and_never_nan(seed: int) -> None:
    rng = random.Random(1000 + seed)
    scale = SCALES[sorted(SCALES)[seed % len(SCALES)]]
    rows = random_rows(rng, scale)
    if seed % 3 == 0:
        rows = [{**row, "cluster": f"t{len(row['item_id']) + ord(row['item_id'][-1]) % 3}"} for row in rows]
    labels = odd_gold(rng, rows)
    rubric = rubric_of(scale, annotators=rng.choice([None, "crowd"]))
    items = {row["item_id"] for row in rows}

    def audited(labels: list[GoldLabel], rows: list[dict[str, Any]]) -> AnalysisOutput:
        return calibration(input_of(rows, rubric, gold=adjudicate(labels, rubric, items), n_resamples=60))

    found = audited(labels, rows)
    text = json.dumps(found.model_dump(mode="json"), allow_nan=False)
    assert AnalysisOutput.model_validate_json(text) == found
    back = audited(labels[::-1], rows[::-1])
    for name in ("people", "ceiling", "relative", "alt_test", "judge_pairs", "panel"):
        assert back.analysis.blocks.get(name) == found.analysis.blocks.get(name), name
    for estimate in found.estimates:
        assert estimate.low is None or estimate.low <= (estimate.value or 0.0) <= (estimate.high or 0.0), estimate
