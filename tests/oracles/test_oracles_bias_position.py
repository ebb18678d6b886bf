"""Position on LLMBar: the authors' positional agreement of all their configurations, and Shi et al.'s counts by plain loops."""

from __future__ import annotations

import csv
import json
from collections import Counter
from functools import cache
from math import comb
from typing import Any

import pytest

from judgeaudit.analyses.biases.position import position
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.domain.rubric import Rubric
from tests.core.analyses_builder import Row, input_of
from tests.research import research

NAMES = {"1": "response_a", "2": "response_b"}
RUBRIC = Rubric.model_validate({
    "name": "llmbar", "mode": "pairwise", "criteria": [{"name": "better", "question": "q?", "scale": {"labels": ["response_a", "response_b"]}}],
})  # fmt: skip


def verdicts() -> list[dict[str, str]]:
    with research("llmbar", "verdicts_all.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rows() -> list[Row]:
    found = []
    for one in verdicts():
        about = {
            "item_id": f"{one['subset']}-{one['item_index']}", "judge": f"{one['evaluator']}|{one['strategy']}", "criterion": "better", "replicate": 0,
            "stratum": one["subset"],
        }  # fmt: skip
        for column, probe in (("winner_noswap", None), ("winner_swap", "position")):
            label = NAMES.get(one[column])
            found.append({**about, "label": label, "status": "ok" if label else "unparsable", "probe": probe})
    return found


@cache
def found() -> Reading:
    data = input_of(rows(), RUBRIC, n_resamples=0)
    return position(data, [one for of_judge in shown(data) for one in of_judge])


def test_positional_agreement_is_the_published_one_in_all_290_cells() -> None:
    """`equal` counts a pair with one unparsed verdict as a disagreement and one with two as an agreement; position_consistency is of the pairs with both."""
    silent = Counter((f"{one['evaluator']}|{one['strategy']}", one["subset"]) for one in verdicts() if not one["winner_noswap"] + one["winner_swap"])
    assert silent.total() > 0
    published = {
        (f"{one['evaluator']}|{one['strategy']}", one["subset"]): tuple(int(n) for n in one["equal"].partition("=")[0].split("/"))
        for one in json.loads(research("llmbar", "statistics_all.json").read_text(encoding="utf-8"))
    }  # fmt: skip
    cells = {(str(e.judge), e.stratum): e for e in found().estimates if e.name == "position_consistency" and e.stratum is not None}
    assert len(cells) == 290
    assert len({judge for judge, _ in cells}) == 58
    for key, one in cells.items():
        assert one.value is not None, key
        equal, n = published[key]
        assert round(one.value * one.n_items, 9) == equal - silent[key], key
        assert one.n_items <= n - silent[key]


@cache
def counted() -> dict[str, Counter[str]]:
    """Pairs by what Shi et al. call them, in slots: the second order's winner is turned back into the place where it stood."""
    kinds = {("1", "1"): "consistent", ("2", "2"): "consistent", ("1", "2"): "primacy", ("2", "1"): "recency"}
    by_judge: dict[str, Counter[str]] = {}
    for one in verdicts():
        kind = kinds.get((one["winner_noswap"], one["winner_swap"]))
        if kind is not None:
            by_judge.setdefault(f"{one['evaluator']}|{one['strategy']}", Counter())[kind] += 1
    return by_judge


def test_preference_fairness_and_its_exact_test_are_those_of_the_counts() -> None:
    block: list[dict[str, Any]] = found().blocks["position"]
    for row in block:
        n = counted()[row["judge"]]
        p, r = n["primacy"], n["recency"]
        assert (row["n_consistent"], row["primacy"], row["recency"]) == (n["consistent"], p, r)
        raw = r * (r / (p + r)) - p * (p / (p + r)) if p + r else 0.0
        assert row["fairness"] == pytest.approx(raw / n.total())
        tail = sum(comb(p + r, k) for k in range(min(p, r) + 1)) / 2 ** (p + r)
        assert row["p"] == pytest.approx(min(1.0, 2 * tail))


def test_falcon_and_chatgpt_are_what_the_paper_says() -> None:
    """Table 4 and section 4 of Zeng et al. 2024: Falcon's positional agreement on Natural is 14 %, from its preference for a place; GPT-4's is 91 %."""
    by_name = {(e.judge, e.stratum, e.name): e for e in found().estimates if e.group is None}
    assert by_name["Falcon|CoT", "Natural", "position_consistency"].value == pytest.approx(0.14, abs=0.01)
    assert by_name["GPT-4|CoT", "Natural", "position_consistency"].value == pytest.approx(0.91, abs=0.01)
    falcon = by_name["Falcon|CoT", "Natural", "preference_fairness"]
    assert falcon.low is not None
    assert falcon.high is not None
    assert falcon.low > 0 or falcon.high < 0
    serious = {f.judge for f in found().findings if f.severity == "serious"}
    assert "Falcon|CoT" in serious
    assert "GPT-4|CoT" not in serious
