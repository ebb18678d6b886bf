"""One decision for each judge, by rules that can be read out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from judgeaudit.decision.gates import check_gates
from judgeaudit.decision.rules import decide
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Decision, Estimate, JudgeFacts
from judgeaudit.domain.rubric import Rubric


def rubric(gates: dict[str, Any] | None = None, criteria: Sequence[str] = ("c",)) -> Rubric:
    asked = [{"name": name, "question": "q?", "scale": {"labels": ["pass", "fail"]}} for name in criteria]
    return Rubric.model_validate({"name": "r", "criteria": asked, "gates": gates or {}})


def number(
    metric: str, value: float | None, low: float | None = None, high: float | None = None, *, judge: str | None = "a", criterion: str = "c", **more: Any
) -> Estimate:
    analysis, name = metric.split(".")
    given: dict[str, Any] = {"n_items": 100, "ci_level": 0.95, "method": "Wilson interval on 100 items" if name.endswith("rate") else "", **more}
    return Estimate(
        analysis=analysis,
        name=name,
        judge=judge,
        criterion=criterion,
        value=value,
        low=low,
        high=high,
        undefined="undefined" if value is None else None,
        **given,
    )


def good(judge: str = "a", criterion: str = "c") -> list[Estimate]:
    """A judge that holds every default limit."""
    return [
        number("coverage.answered_rate", 1.0, 0.96, 1.0, judge=judge, criterion=criterion),
        number("consistency.flip_rate", 0.01, 0.0, 0.05, judge=judge, criterion=criterion),
        number("calibration.cohen_kappa", 0.8, 0.7, 0.9, judge=judge, criterion=criterion),
    ]


def replaced(estimates: list[Estimate], *new: Estimate) -> list[Estimate]:
    keys = {(e.analysis, e.name, e.judge, e.criterion) for e in new}
    return [e for e in estimates if (e.analysis, e.name, e.judge, e.criterion) not in keys] + list(new)


def decided(
    estimates: list[Estimate], *, of: Rubric | None = None, has_gold: bool = True, judge: str = "a", stopped: str | None = None, cases: Sequence[Case] = ()
) -> Decision:
    of = of or rubric()
    outputs = [AnalysisOutput(analysis=Analysis(name="any"), cases=tuple(cases))]
    return decide(of, [JudgeFacts(name=judge, stopped=stopped)], estimates, check_gates(of, estimates), has_gold=has_gold, outputs=outputs)[0]


def test_everything_holds_is_deploy_with_the_numbers() -> None:
    found = decided(good())
    assert found.decision == "deploy"
    assert any("0.8 [0.7, 0.9]" in reason for reason in found.reasons)


def test_without_gold_nothing_is_deployed() -> None:
    found = decided([e for e in good() if e.analysis != "calibration"], has_gold=False)
    assert found.decision == "not_enough_data"
    assert "no gold labels" in found.reasons[0]


def test_without_gold_a_failing_limit_is_still_a_no() -> None:
    estimates = replaced([e for e in good() if e.analysis != "calibration"], number("consistency.flip_rate", 0.4, 0.3, 0.5))
    assert decided(estimates, has_gold=False).decision == "do_not_deploy"


def test_gold_without_any_calibration_number_is_not_deployed() -> None:
    assert decided([e for e in good() if e.analysis != "calibration"], has_gold=True).decision == "not_enough_data"


@pytest.mark.parametrize(
    "bad", [number("coverage.answered_rate", 0.5, 0.4, 0.6), number("consistency.flip_rate", 0.3, 0.2, 0.4), number("calibration.cohen_kappa", 0.2, 0.0, 0.4)]
)
def test_any_default_limit_that_fails_is_do_not_deploy(bad: Estimate) -> None:
    found = decided(replaced(good(), bad))
    assert found.decision == "do_not_deploy"
    assert len(found.reasons) == 1
    assert found.reasons[0].startswith("fails: ")
    assert f"({bad.analysis}.{bad.name}) on c" in found.reasons[0]
    assert f"{bad.value:g}" in found.reasons[0]


def test_a_gate_takes_the_place_of_the_default_limit() -> None:
    estimates = replaced(good(), number("calibration.cohen_kappa", 0.2, 0.1, 0.3))
    assert decided(estimates, of=rubric({"calibration.cohen_kappa": {"min": 0.05}})).decision == "deploy"
    assert decided(good(), of=rubric({"calibration.cohen_kappa": {"min": 0.95}})).decision == "do_not_deploy"


def test_another_judges_trouble_is_not_this_ones() -> None:
    estimates = good("a") + replaced(good("b"), number("calibration.cohen_kappa", 0.1, 0.0, 0.2, judge="b"))
    both = decide(rubric(), [JudgeFacts(name="a"), JudgeFacts(name="b")], estimates, (), has_gold=True)
    assert [d.decision for d in both] == ["deploy", "do_not_deploy"]


def test_the_majoritys_numbers_do_not_decide() -> None:
    assert decided([*good(), number("calibration.cohen_kappa", 0.1, 0.0, 0.2, judge="a#majority")]).decision == "deploy"


def test_one_criterion_open_is_reviewed_by_name() -> None:
    estimates = good(criterion="c") + replaced(good(criterion="d"), number("calibration.cohen_kappa", 0.6, 0.4, 0.8, criterion="d"))
    found = decided(estimates, of=rubric(criteria=("c", "d")))
    assert found.decision == "deploy_with_review"
    assert found.review == "criterion d"
    assert "every limit holds on c; not on d" in found.reasons[0]


def test_a_criterion_without_gold_is_reviewed_by_name() -> None:
    estimates = good(criterion="c") + replaced(good(criterion="d"), number("calibration.cohen_kappa", None, criterion="d"))
    found = decided(estimates, of=rubric(criteria=("c", "d")))
    assert (found.decision, found.review) == ("deploy_with_review", "criterion d")


def test_a_failing_criterion_is_a_no_whatever_the_other_says() -> None:
    estimates = good(criterion="c") + replaced(good(criterion="d"), number("calibration.cohen_kappa", 0.1, 0.0, 0.2, criterion="d"))
    assert decided(estimates, of=rubric(criteria=("c", "d"))).decision == "do_not_deploy"


def test_only_consistency_open_is_review_of_what_flips() -> None:
    estimates = replaced(good(), number("consistency.flip_rate", 0.08, 0.04, 0.15))
    cases = [
        Case(analysis="consistency", flag="flipped_verdict", judge=judge, criterion="c", item_id=item) for judge, item in [("a", "x"), ("a", "y"), ("b", "z")]
    ]
    found = decided(estimates, cases=cases)
    assert found.decision == "deploy_with_review"
    assert found.review is not None
    assert "flips between replicates (2 here)" in found.review


def test_few_items_that_were_all_answered_are_no_reason_against_it() -> None:
    """24 of 24 answered: Wilson's low end is 0.862, so min 0.9 is open; what gets no verdict goes to a person anyway."""
    found = decided(replaced(good(), number("coverage.answered_rate", 1.0, 0.862, 1.0, n_items=24)))
    assert found.decision == "deploy_with_review"
    assert found.review is not None
    assert "or that get none" in found.review


def test_one_replicate_is_not_consistency_that_a_review_could_mend() -> None:
    found = decided(replaced(good(), number("consistency.flip_rate", None)))
    assert found.decision == "not_enough_data"


def test_calibration_open_is_not_enough_data_with_the_items_it_would_take() -> None:
    """kappa .7 with low end .5 on 100 items against min .6: twice the distance, so four times the items."""
    found = decided(replaced(good(), number("calibration.cohen_kappa", 0.7, 0.5, 0.9)))
    assert found.decision == "not_enough_data"
    assert any("about 400 items (now 100)" in reason for reason in found.reasons)


def test_items_needed_for_a_rate_follow_wilson() -> None:
    """20 of 20 against min 0.9: Wilson's low end n / (n + 3.8415) reaches 0.9 at n = 35."""
    found = decided(replaced(good(), number("coverage.answered_rate", 1.0, 0.8389, 1.0, n_items=20)))
    assert any("about 35 items (now 20)" in reason for reason in found.reasons)


def test_a_value_at_the_limit_is_not_a_matter_of_items() -> None:
    found = decided(replaced(good(), number("calibration.cohen_kappa", 0.6, 0.4, 0.8)))
    assert any("no number of items will settle it" in reason for reason in found.reasons)


def test_a_judge_without_a_verdict_is_not_enough_data() -> None:
    found = decided(replaced(good(), number("coverage.answered_rate", 0.0, 0.0, 0.04)))
    assert (found.decision, found.reasons) == ("not_enough_data", ("it gave no verdict",))


def test_a_judge_without_any_row_is_not_enough_data() -> None:
    assert decided(good("a"), judge="b").decision == "not_enough_data"


def test_a_stopped_judge_is_not_enough_data_and_says_why() -> None:
    found = decided(good(), stopped="401: key refused")
    assert found.decision == "not_enough_data"
    assert "401: key refused" in found.reasons[0]


def test_calls_that_were_never_made_are_not_held_against_the_judge() -> None:
    estimates = [*replaced(good(), number("coverage.answered_rate", 0.5, 0.4, 0.6)), number("coverage.absent_rate", 0.5, 0.4, 0.6)]
    found = decided(estimates)
    assert found.decision == "not_enough_data"
    assert "50 % of its planned calls were never made" in found.reasons[0]


def test_another_model_that_answered_is_at_best_review() -> None:
    mismatch = Case(analysis="identity", flag="served_model_mismatch", judge="a", detail="asked for x, served by y in 3 of 3 calls")
    found = decided(good(), cases=[mismatch])
    assert found.decision == "deploy_with_review"
    assert "served by y" in found.reasons[0]
    assert found.review is not None
    assert "which model answers" in found.review
    bad = decided(replaced(good(), number("calibration.cohen_kappa", 0.1, 0.0, 0.2)), cases=[mismatch])
    assert bad.decision == "do_not_deploy"
    assert any("served by y" in reason for reason in bad.reasons)


def test_a_stratum_that_fails_a_default_limit_is_reviewed() -> None:
    found = decided([*good(), number("calibration.cohen_kappa", 0.1, 0.0, 0.3, stratum="hard")])
    assert found.decision == "deploy_with_review"
    assert found.review == "c, stratum hard"


def test_a_stratum_that_is_open_under_a_default_limit_does_not_stop_it() -> None:
    assert decided([*good(), number("calibration.cohen_kappa", 0.7, 0.3, 0.9, stratum="small")]).decision == "deploy"


def test_a_stratum_that_fails_a_gate_is_a_no() -> None:
    estimates = [*good(), number("calibration.cohen_kappa", 0.1, 0.0, 0.3, stratum="hard")]
    assert decided(estimates, of=rubric({"calibration.cohen_kappa": {"min": 0.6}})).decision == "do_not_deploy"


def test_judges_that_differ_are_reviewed_where_they_differ() -> None:
    estimates = [*good("a"), *good("b"), number("agreement.cohen_kappa", 0.1, 0.0, 0.2, judge="a|b")]
    found = decided(estimates, of=rubric({"agreement.cohen_kappa": {"min": 0.5}}))
    assert found.decision == "deploy_with_review"
    assert found.review == "items on which a|b differ"


def test_a_rule_judge_is_a_judge_like_any_other() -> None:
    assert decided(good("python:checks:judge"), judge="python:checks:judge").decision == "deploy"
