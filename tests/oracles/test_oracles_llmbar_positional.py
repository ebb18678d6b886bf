"""LLMBar (Zeng et al., ICLR 2024) through `judgeaudit.audit`: both orders of all 58 configurations against the authors' statistics.json, cell by cell.

The authors count a reply that could not be parsed as a verdict of its own: wrong, the same as another one that could not be parsed, and part of every
denominator. A pairwise scale has a place for a third verdict, and as such it is handed in here. Left out instead (`status: unparsable`), it is in no
denominator: then their counts are ours and the pairs without a verdict in either order together.
"""

from __future__ import annotations

import csv
import json
from functools import cache
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Rubric
from tests.research import research

CELLS = {"GPT-4": 50, "ChatGPT": 50, "ChatGPT-0301": 50, "LLaMA2": 50, "PaLM2": 40, "Falcon": 50}
"""Configurations times subsets of each evaluator: 58 times 5."""

Cell = tuple[str, str]
"""Strategy and subset."""


def rubric(*labels: str) -> Rubric:
    return Rubric.model_validate({"name": "llmbar", "mode": "pairwise", "criteria": [{"name": "better", "question": "q?", "scale": {"labels": labels}}]})


def verdicts(evaluator: str) -> list[dict[str, str]]:
    with research("llmbar", "verdicts_all.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["evaluator"] == evaluator]


def table(evaluator: str, *, unparsed: str) -> pd.DataFrame:
    """A judge for each strategy; the swapped order as its probe `position`. Without a label for unparsed replies they have a status."""
    rows: list[dict[str, Any]] = []
    for row in verdicts(evaluator):
        about = {"item_id": f"{row['subset']} {row['item_index']}", "judge": row["strategy"], "criterion": "better", "replicate": 0, "stratum": row["subset"]}
        for column, probe, variant, order in (("winner_noswap", "", "", "ab"), ("winner_swap", "position", "swapped", "ba")):
            label = row[column] or unparsed
            rows.append({**about, "probe": probe, "variant": variant, "order": order, "label": label, "status": "ok" if label else "unparsable"})
    return pd.DataFrame(rows)


def gold(evaluator: str) -> pd.DataFrame:
    labels = {f"{row['subset']} {row['item_index']}": row["label"] for row in verdicts(evaluator)}
    return pd.DataFrame([{"item_id": item, "annotator": "authors", "label": label} for item, label in labels.items()])


@cache
def audited(evaluator: str, unparsed: str = "unparsed") -> judgeaudit.Audit:
    labels = ("1", "2", unparsed) if unparsed else ("1", "2")
    return judgeaudit.audit(table(evaluator, unparsed=unparsed), rubric(*labels), gold=gold(evaluator), texts=False)


def numbers(audit: judgeaudit.Audit, name: str) -> dict[Cell, Estimate]:
    """Of every strategy and subset."""
    return {(str(e.judge), e.stratum): e for e in audit.data.estimates if e.name == name and e.stratum is not None and e.group is None}


@cache
def published(evaluator: str) -> dict[Cell, dict[str, int]]:
    """Counts of the authors: right in the first order, right in both, the same in both, and items."""
    found = {}
    for cell in json.loads(research("llmbar", "statistics_all.json").read_text(encoding="utf-8")):
        if cell["evaluator"] == evaluator:
            counts = {name: [int(n) for n in cell[name].partition("=")[0].split("/")] for name in ("correct_False", "correct_both", "equal")}
            n_items = {of for _, of in counts.values()}
            found[cell["strategy"], cell["subset"]] = {**{name: n for name, (n, _) in counts.items()}, "n": n_items.pop()}
            assert not n_items
    return found


def both_unparsed(evaluator: str) -> dict[Cell, int]:
    """Pairs whose reply could be parsed in neither order."""
    found: dict[Cell, int] = {}
    for row in verdicts(evaluator):
        where = (row["strategy"], row["subset"])
        found[where] = found.get(where, 0) + (not row["winner_noswap"] and not row["winner_swap"])
    return found


@pytest.mark.parametrize(("evaluator", "n_cells"), CELLS.items())
def test_positional_agreement_and_accuracy_of_every_cell_are_the_published_ones(evaluator: str, n_cells: int) -> None:
    """`equal`, `correct_False`, and `correct_both`, which is what the orders agree on less what of that is wrong: whole counts, no tolerance but rounding."""
    audit = audited(evaluator)
    consistency, accuracy, wrong = (numbers(audit, name) for name in ("position_consistency", "accuracy", "stable_wrong_rate"))
    assert len(consistency) == n_cells
    for where, one in consistency.items():
        cell = published(evaluator)[where]
        assert one.n_items == cell["n"]
        assert one.value == pytest.approx(cell["equal"] / cell["n"], abs=1e-9), where
        assert accuracy[where].value == pytest.approx(cell["correct_False"] / cell["n"], abs=1e-9), where
        assert one.value is not None
        assert wrong[where].value is not None
        assert wrong[where].n_items == cell["equal"]
        assert one.value * (1 - wrong[where].value) == pytest.approx(cell["correct_both"] / cell["n"], abs=1e-9), where


def test_all_58_configurations_are_there() -> None:
    assert sum(CELLS.values()) == 58 * 5


@pytest.mark.parametrize("evaluator", ["PaLM2", "LLaMA2"])
def test_left_out_unparsed_replies_explain_all_that_differs(evaluator: str) -> None:
    """PaLM2 has most replies that could not be parsed: on GPTInst, Vanilla_NoRules two in both orders and two in one."""
    found = numbers(audited(evaluator, unparsed=""), "position_consistency")
    neither = both_unparsed(evaluator)
    assert len(found) == CELLS[evaluator]
    assert sum(neither.values()) > 0
    for where, one in found.items():
        assert one.value is not None
        assert one.value * one.n_items + neither[where] == pytest.approx(published(evaluator)[where]["equal"], abs=1e-6), where


def test_chatgpt_on_neighbor_is_stable_and_wrong() -> None:
    """Its 134 verdicts (Vanilla): 96 survive the swap, and 7 pairs are right in both orders, so that 89 of the 96 are wrong."""
    audit = audited("ChatGPT")
    consistency, accuracy, wrong = (numbers(audit, name)["Vanilla", "Neighbor"] for name in ("position_consistency", "accuracy", "stable_wrong_rate"))
    cell = published("ChatGPT")["Vanilla", "Neighbor"]
    assert (cell["equal"], cell["correct_both"], cell["n"]) == (96, 7, 134)
    assert consistency.low is not None
    assert accuracy.high is not None
    assert consistency.low > 0.5 > accuracy.high, "it agrees with itself more often than not, and is right less often than a coin"
    assert consistency.low > accuracy.high
    assert (wrong.value, wrong.n_items) == (pytest.approx(89 / 96), 96)
    texts = [finding.text for analysis in audit.data.analyses for finding in analysis.findings if finding.judge == "Vanilla" and finding.severity == "serious"]
    said = [text for text in texts if text.startswith('Vanilla is stable and wrong on better, stratum "Neighbor"')]
    assert len(said) == 1
    assert "survives the swap on 96 of 134 pairs with gold, and 89 of these are not what gold says" in said[0]


def test_the_decision_reads_the_place_that_is_preferred_where_each_pair_was_judged_once_in_either_order() -> None:
    """Without repeats flips beyond noise are not known, and the exact test of the two places is."""
    decision = next(one for one in audited("ChatGPT").data.decisions if one.judge == "Vanilla")
    pairs = [(row["winner_noswap"], row["winner_swap"]) for row in verdicts("ChatGPT") if row["strategy"] == "Vanilla"]
    first, second = pairs.count(("1", "2")), pairs.count(("2", "1"))
    said = [reason for reason in decision.reasons if reason.startswith("under position on better: of 419 pairs")]
    assert len(said) == 1
    assert f"{first} go to the first place in both orders and {second} to the second" in said[0]
    assert not any(reason.startswith("not measured: position") for reason in decision.reasons)


def test_every_strategy_of_chatgpt_is_stable_and_wrong_on_neighbor_and_none_of_gpt4() -> None:
    """What the orders agree on and is right, `correct_both / equal`: 5 to 29 % for ChatGPT; above a half for GPT-4 in every strategy."""
    for evaluator, wrong in (("ChatGPT", True), ("GPT-4", False)):
        cells = {where: cell for where, cell in published(evaluator).items() if where[1] == "Neighbor" and not where[0].startswith("Rating")}
        assert len(cells) == 10
        assert all((2 * cell["correct_both"] < cell["equal"]) == wrong for cell in cells.values())
        rows = next(analysis.blocks["stable_wrong"] for analysis in audited(evaluator).data.analyses if analysis.name == "bias")
        found = {row["judge"] for row in rows if row["stratum"] == "Neighbor" and row["clear"]}
        assert found == ({where[0] for where in cells} if wrong else set())
