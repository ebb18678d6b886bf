"""What is called a review reviews something, and decision and routing say the same of each judged system."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.analyses.calibration import calibration
from judgeaudit.api.apply import apply_calibration
from judgeaudit.domain.results import Decision, Estimate
from judgeaudit.thresholds import ROUTING_REVIEW_SHARE
from tests.core.analyses_builder import input_of, rubric_of, said
from tests.core.test_decision_explain import decided, open_kappa, routing
from tests.core.test_decision_rules import good, number, replaced

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
RUBRIC = judgeaudit.Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})
P, F = "pass", "fail"
OTHER = {P: F, F: P}
Cells = dict[tuple[str, str], int]
"""Items by gold and verdict."""

GOOD: Cells = {(P, P): 196, (P, F): 4, (F, P): 4, (F, F): 196}
CHANCE: Cells = {(P, P): 30, (P, F): 30, (F, P): 31, (F, F): 29}


def judged(systems: dict[str, Cells], *, replicates: int = 3, unlabelled: tuple[str, ...] = ()) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Verdicts, the same in each replicate, and gold of the systems that are labelled."""
    rows, gold = [], []
    for system, cells in systems.items():
        for (truth, verdict), n in cells.items():
            for _ in range(n):
                item = f"{system}{len(rows)}"
                rows += [{"item_id": item, "judge": "j", "label": verdict, "replicate": r, "system": system} for r in range(replicates)]
                gold += [] if system in unlabelled else [{"item_id": item, "annotator": "h", "label": truth}]
    return pd.DataFrame(rows), pd.DataFrame(gold)


def both(frame: pd.DataFrame, gold: pd.DataFrame) -> tuple[Decision, dict[Any, set[str]]]:
    """The decision, and the routes of each system's verdicts by the same calibration."""
    found = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW)
    assert found.audit is not None
    routed = apply_calibration(found.data, frame, now=NOW).frame()
    return found.audit.data.decisions[0], {system: set(of["route"]) for system, of in routed.groupby("system")}


def test_a_rule_that_accepts_everything_makes_up_for_no_open_limit() -> None:
    """0.9 % of 2,000 fail; it is right on 98.85 %, always saying pass on 99.1 %, each time with the same confidence."""
    frame, gold = judged({"": {(P, P): 1962, (P, F): 20, (F, P): 3, (F, F): 15}})
    found = judgeaudit.calibrate(frame.drop(columns="system"), gold, RUBRIC, embedder="none", now=NOW).audit
    assert found is not None
    decision = found.data.decisions[0]
    assert decision.decision == "not_enough_data"
    assert decision.review is None
    assert any("makes up for nothing: it leaves 0 % of items to a person" in reason for reason in decision.reasons)
    assert not any("where it is sure" in text.casefold() for text in (*decision.reasons, *decision.findings, *decision.would_change))


def trivial(difference: float, p: float | None) -> dict[str, Any]:
    return {"judge": "a", "criterion": "c", "label": P, "difference": difference, "p": p, "share": 0.9, "accuracy": 0.9 + difference}


def with_auroc(*auroc: Estimate) -> list[Estimate]:
    return [*(one for one in open_kappa() if one.name != "auroc"), *auroc]


@pytest.mark.parametrize(
    ("estimates", "rule", "beside", "why"),
    [
        (open_kappa(), {"coverage": 1.0}, None, "leaves 0 % of items"),
        (open_kappa(), {"coverage": 0.96}, None, "leaves 4 % of items"),
        (with_auroc(number("calibration.auroc", 0.6, 0.5, 0.7, variant="stated")), {}, None, "AUROC 0.60 (0.50 to 0.70; a coin: 0.5)"),
        (with_auroc(number("calibration.auroc", None, variant="stated")), {}, None, "AUROC not measured"),
        (with_auroc(number("calibration.auroc", 0.8, 0.7, 0.9, variant="margin")), {}, None, "AUROC not measured"),
        (open_kappa(), {}, trivial(-0.01, 0.01), 'always answering "pass" is right on 90 %'),
        (open_kappa(), {}, trivial(0.02, 0.2), "not shown to be right more often"),
        (open_kappa(), {}, trivial(0.0, None), "not shown to be right more often"),
    ],
)
def test_each_reason_why_a_rule_is_no_review(estimates: list[Estimate], rule: dict[str, Any], beside: dict[str, Any] | None, why: str) -> None:
    blocks = {} if beside is None else {"trivial": [beside]}
    found = decided(estimates, routing=[{**routing(0.9), **rule}], **blocks)
    assert (found.decision, found.review) == ("not_enough_data", None)
    (reason,) = [text for text in found.reasons if "makes up for nothing" in text]
    assert why in reason
    assert not any("makes up for nothing" in text for text in found.findings), "what is open comes first"


def test_a_rule_that_leaves_enough_of_a_judge_that_knows_is_a_review() -> None:
    assert ROUTING_REVIEW_SHARE == 0.05
    found = decided(open_kappa(), routing=[{**routing(0.9), "coverage": 0.95}], trivial=[trivial(0.05, 0.01)])
    assert found.decision == "deploy_with_review"
    assert "few are wrong where it is sure" in found.reasons[0]


def test_of_systems_with_rules_of_their_own_all_that_they_accept_counts() -> None:
    own = [{"system": name, "threshold": 0.9, "coverage": share, "n_items": 100, "tested": True} for name, share in (("A", 1.0), ("B", 0.8))]
    for coverage, word in ((0.97, "not_enough_data"), (0.9, "deploy_with_review")):
        row = {**routing(0.8), "coverage": coverage, "of_systems": own}
        assert decided(open_kappa(), routing=[row]).decision == word


def test_beside_another_review_a_rule_that_accepts_everything_is_not_named() -> None:
    flips = replaced(good(), number("consistency.flip_rate", 0.05, 0.01, 0.15))
    whole = decided(flips, routing=[{**routing(0.9), "coverage": 1.0}])
    assert whole.review is not None
    assert "accept when" not in whole.review
    part = decided(flips, routing=[routing(0.9)])
    assert part.review is not None
    assert "accept when confidence >= 0.9" in part.review


def test_what_is_not_sure_where_it_is_right_is_not_promised_for_later_either() -> None:
    failing = replaced(with_auroc(number("calibration.auroc", 0.6, 0.45, 0.7, variant="stated")), number("calibration.cohen_kappa", 0.3, 0.2, 0.4))
    assert not any("Where it is sure" in text for text in decided(failing, routing=[routing(0.9)]).would_change)
    knows = replaced(open_kappa(), number("calibration.cohen_kappa", 0.3, 0.2, 0.4))
    assert any("Where it is sure" in text for text in decided(knows, routing=[routing(0.9)]).would_change)


def test_the_judge_is_held_against_the_commonest_label_item_by_item() -> None:
    """30 pass, 10 fail. Right where pass is wrong: 8, wrong where pass is right: 2. McNemar: p = 2 (1 + 10 + 45) / 2^10."""
    gold = [P] * 30 + [F] * 10
    found = calibration(input_of(said("a", [P] * 28 + [F] * 10 + [P] * 2), gold=gold))
    (row,) = found.analysis.blocks["trivial"]
    assert (row["label"], row["n_items"], row["test"]) == (P, 40, "mcnemar")
    assert row["difference"] == pytest.approx(6 / 40)
    assert row["p"] == pytest.approx(2 * 56 / 1024)


def test_on_an_interval_scale_no_answer_is_the_commonest() -> None:
    rubric = rubric_of({"level": "interval", "low": 1, "high": 5, "step": 1})
    assert "trivial" not in calibration(input_of(said("a", ["1", "2", "3"]), rubric, gold=["1", "2", "3"])).analysis.blocks


def test_a_system_on_which_the_judge_guesses_is_reviewed_and_the_other_is_accepted() -> None:
    decision, routes = both(*judged({"A": GOOD, "B": CHANCE}))
    assert (decision.decision, decision.review) == ("deploy_with_review", "verdicts on system B (c)")
    assert "not shown to carry any information" in decision.reasons[0]
    assert "-0.02 on its 120 labelled items (0 is a coin)" in decision.reasons[0]
    assert decision.findings[0].startswith("Verdicts of j on system B (c) may not go unread")
    assert any("more labels may show that it does; if not, another prompt or model" in text for text in decision.would_change)
    assert routes == {"A": {"accept"}, "B": {"review"}}


def test_a_system_where_always_the_same_is_nearly_always_right_is_reviewed_too() -> None:
    """3 % of B fail and the judge finds none of them: its own rule would accept everything, as that of any constant would."""
    decision, routes = both(*judged({"A": GOOD, "B": {(P, P): 97, (F, P): 3}}))
    assert (decision.decision, decision.review) == ("deploy_with_review", "verdicts on system B (c)")
    assert routes == {"A": {"accept"}, "B": {"review"}}


def test_without_any_confidence_the_systems_results_count_all_the_same() -> None:
    decision, _ = both(*judged({"A": GOOD, "B": CHANCE}, replicates=2))
    assert (decision.decision, decision.review) == ("deploy_with_review", "verdicts on system B (c)")


def test_a_system_without_labels_is_reviewed_where_systems_differ() -> None:
    frame, gold = judged({"A": GOOD, "B": CHANCE, "C": GOOD}, unlabelled=("C",))
    decision, routes = both(frame, gold)
    assert decision.review == "verdicts on system B (c); verdicts on system C (c)"
    assert any("no item of this one is labelled" in reason for reason in decision.reasons)
    assert routes == {"A": {"accept"}, "B": {"review"}, "C": {"review"}}


def test_a_system_with_too_few_labels_for_a_rule_is_reviewed_where_systems_differ() -> None:
    decision, routes = both(*judged({"A": GOOD, "B": {(P, P): 7, (P, F): 3, (F, P): 5, (F, F): 5}}))
    assert (decision.decision, decision.review) == ("deploy_with_review", "verdicts on system B (c)")
    assert "20 labels of its own are fewer than the 30 that a routing rule takes" in decision.reasons[0]
    assert routes == {"A": {"accept"}, "B": {"review"}}


def test_systems_that_are_alike_are_deployed() -> None:
    decision, routes = both(*judged({"A": GOOD, "B": GOOD}))
    assert (decision.decision, decision.review) == ("deploy", None)
    assert routes == {"A": {"accept"}, "B": {"accept"}}
