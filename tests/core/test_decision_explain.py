"""The three findings that weigh most, what would change a decision, and the part that the routing rule leaves to a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.decision.explain import explained
from judgeaudit.decision.gates import check_gates
from judgeaudit.decision.layers import through_layers
from judgeaudit.decision.rules import decide
from judgeaudit.domain.results import Analysis, AnalysisOutput, Decision, Estimate, JudgeFacts
from judgeaudit.domain.rubric import Rubric
from tests.core.test_decision_rules import good, number, replaced, rubric


def routing(threshold: float | None, *, source: str = "stated", chosen: bool = True, criterion: str = "c") -> dict[str, Any]:
    return {
        "judge": "a", "criterion": criterion, "source": source, "max_risk": 0.15, "delta": 0.1, "threshold": threshold, "chosen": chosen,
        "coverage": None if threshold is None else 0.71, "risk": None, "risk_bound": None, "n_items": 200, "sentence": "", "curve": [],
    }  # fmt: skip


def decided(estimates: list[Estimate], *, of: Rubric | None = None, has_gold: bool = True, **blocks: list[dict[str, Any]]) -> Decision:
    of = of or rubric()
    outputs = [AnalysisOutput(analysis=Analysis(name="calibration", blocks=blocks))]
    gates = check_gates(of, estimates)
    found = decide(of, [JudgeFacts(name="a")], estimates, gates, has_gold=has_gold, outputs=outputs)
    return explained(found, of, estimates, gates, has_gold=has_gold, outputs=outputs)[0]


def said(decision: Decision) -> str:
    return " ".join(decision.findings)


def test_a_deploy_says_what_holds_in_plain_words() -> None:
    found = decided(good())
    assert len(found.findings) == 3
    assert found.findings[0].startswith("Beyond what guessing would give, it agrees with people substantially")
    assert "Asked again about the same item, it gives another verdict 1 % of the time" in said(found)
    assert "least to spare" in found.would_change[0]


def test_what_fails_comes_before_what_holds() -> None:
    found = decided(replaced(good(), number("consistency.flip_rate", 0.31, 0.2, 0.4)))
    assert found.decision == "do_not_deploy"
    assert found.findings[0] == (
        'Asked again about the same item, it gives another verdict 31 % of the time on "c" (20 % to 40 % is plausible). '
        "That is not enough: at most 10 % is asked for."
    )
    assert found.would_change[0].startswith("Flip rate on c has to be at most 0.1")


def test_a_rate_that_the_judge_gets_wrong_is_a_finding() -> None:
    rows = [
        {"judge": "a", "criterion": "c", "system": None, "label": "pass", "method": "raw", "value": 0.62, "low": 0.58, "high": 0.66},
        {"judge": "a", "criterion": "c", "system": None, "label": "pass", "method": "ppi", "value": 0.5, "low": 0.45, "high": 0.55},
    ]
    found = decided(good(), corrected=rows)
    assert found.findings[0].endswith('it reports "pass" on 62 % of the items; with its known errors taken out it is 50 % (45 % to 55 %).')
    inside = [rows[0], {**rows[1], "low": 0.4, "high": 0.7}]
    assert "known errors" not in said(decided(good(), corrected=inside))


def test_no_better_than_the_commonest_label_is_said() -> None:
    rows = [{"judge": "a", "criterion": "c", "label": "pass", "share": 0.9, "accuracy": 0.9}]
    assert 'Always answering "pass" would be right on 90 %' in said(decided(good(), baseline=rows))
    assert "Always answering" not in said(decided(good(), baseline=[{**rows[0], "accuracy": 0.95}]))


def test_without_gold_the_first_finding_says_so_and_how_to_get_on() -> None:
    found = decided([one for one in good() if one.analysis != "calibration"], has_gold=False)
    assert found.findings[0].startswith("There are no gold labels")
    assert any("judgeaudit budget" in text for text in found.would_change)


def open_kappa() -> list[Estimate]:
    """Kappa may be below its limit; either confidence is shown to be higher where the judge is right."""
    known = [number("calibration.auroc", 0.8, 0.7, 0.9, variant=source) for source in ("stated", "replicates")]
    return [*replaced(good(), number("calibration.cohen_kappa", 0.65, 0.5, 0.8)), *known]


def test_a_routing_rule_makes_an_open_default_limit_a_review() -> None:
    found = decided(open_kappa(), routing=[routing(0.91)])
    assert found.decision == "deploy_with_review"
    assert found.review == "c: accept when confidence >= 0.91: covers 71 % of items; a person reads the rest"
    assert "at most 15 % of the verdicts accepted, with 90 % certainty" in found.reasons[0]


def test_a_routing_rule_makes_up_for_nothing_else() -> None:
    assert decided(open_kappa()).decision == "not_enough_data", "no rule"
    assert decided(open_kappa(), routing=[routing(None)]).decision == "not_enough_data", "abstains on everything"
    by_chance = replaced(good(), number("calibration.cohen_kappa", 0.3, -0.1, 0.7))
    assert decided(by_chance, routing=[routing(0.9)]).decision == "not_enough_data", "may be no better than guessing"
    failing = replaced(good(), number("calibration.cohen_kappa", 0.3, 0.2, 0.4))
    assert decided(failing, routing=[routing(0.9)]).decision == "do_not_deploy"
    gated = rubric({"calibration.cohen_kappa": {"min": 0.6}})
    assert decided(open_kappa(), of=gated, routing=[routing(0.9)]).decision == "not_enough_data", "a gate of the user's own is not waived"


def test_the_chosen_source_is_the_one_that_counts() -> None:
    rows = [routing(None, chosen=False), routing(0.8, source="replicates")]
    review = decided(open_kappa(), routing=rows).review
    assert review is not None
    assert "the share of its repeats that agree >= 0.8" in review


def test_more_labels_are_offered_where_data_are_few() -> None:
    row = {"judge": "a", "criterion": "c", "metric": "cohen_kappa", "n_labels": 50, "half_width": 0.15, "n_more": 100, "half_width_then": 0.087}
    found = decided(open_kappa(), more_labels=[row])
    assert any(text.startswith("About ") and "items (now 100) would settle" in text for text in found.would_change)
    assert "100 more labels on c would narrow cohen kappa from ±0.15 to ±0.087." in found.would_change


def test_findings_are_of_the_judge_alone() -> None:
    rows: Sequence[dict[str, Any]] = [{"judge": "b", "criterion": "c", "label": "pass", "share": 0.9, "accuracy": 0.1}]
    assert "Always answering" not in said(decided(good(), baseline=list(rows)))


def test_a_failed_layer_is_the_first_finding_and_the_first_thing_to_change() -> None:
    of = rubric().model_copy(update={"layers": ("own_items",)})
    estimates = replaced(good(), number("calibration.cohen_kappa", 0.3, 0.2, 0.4))
    gates = check_gates(of, estimates)
    before = through_layers(decide(of, [JudgeFacts(name="a")], estimates, gates, has_gold=True), of, [JudgeFacts(name="a")], estimates, personal={})
    found = explained(before, of, estimates, gates, has_gold=True, outputs=[])[0]
    assert found.findings[0].startswith("It fails the layer own items")
    assert found.would_change[0].startswith("It has to come through the layer own items")
