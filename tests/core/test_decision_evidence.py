"""What invented evidence does to a decision: at best deployed with review."""

from __future__ import annotations

from typing import Any

from test_decision_rules import good, number, replaced, rubric

from judgeaudit.decision.gates import check_gates
from judgeaudit.decision.rules import decide
from judgeaudit.domain.results import Analysis, AnalysisOutput, Decision, Estimate, JudgeFacts
from judgeaudit.thresholds import INVENTED_EVIDENCE_LIMIT


def row(item: str, risk: str = "critical", judge: str = "a", flags: tuple[str, ...] = ("fabricated_quote", "trapped")) -> dict[str, Any]:
    return {"judge": judge, "criterion": "c", "item_id": item, "risk": risk, "flags": list(flags)}


def decided(estimates: list[Estimate], rows: list[dict[str, Any]] | None = None, *, gates: dict[str, Any] | None = None, has_gold: bool = True) -> Decision:
    of = rubric(gates)
    outputs = [AnalysisOutput(analysis=Analysis(name="evidence", blocks={"triage": rows or []}))]
    return decide(of, [JudgeFacts(name="a")], estimates, check_gates(of, estimates, judges=["a"]), has_gold=has_gold, outputs=outputs)[0]


def rate(value: float | None, low: float | None = None, high: float | None = None, **more: Any) -> Estimate:
    return number("evidence.invented_quote_rate", value, low, high, **more)


def test_invented_quotes_above_the_limit_are_reviewed() -> None:
    found = decided([*good(), rate(0.12, 0.06, 0.2)], [row("i1"), row("i2", "high", flags=("altered_quote",)), row("i3", "medium", flags=("wrong_number",))])
    assert found.decision == "deploy_with_review"
    assert found.reasons[0] == "it quotes what nobody wrote: 12 % of the quotes checked on c are fabricated or altered [0.06, 0.2], above the limit of 0.05"
    assert found.reasons[1] == "it passes 1 item in every repeat on a quote that is fabricated or altered"
    assert found.review == "items whose evidence is invented or altered (2 here), first of all those that pass (triage.csv)"


def test_the_low_end_counts() -> None:
    assert INVENTED_EVIDENCE_LIMIT == 0.05
    assert decided([*good(), rate(0.12, 0.05, 0.3)]).decision == "deploy"
    assert decided([*good(), rate(None)]).decision == "deploy"


def test_one_trapped_pass_is_reviewed() -> None:
    found = decided([*good(), rate(0.01, 0.0, 0.04)], [row("i1"), row("i1"), row("i2", "high")])
    assert found.decision == "deploy_with_review"
    assert found.review == "items that pass on a quote that is fabricated or altered (1 here; triage.csv)"


def test_other_risks_and_other_judges_change_nothing() -> None:
    estimates = [*good(), rate(0.2, 0.1, 0.3, judge="b"), rate(0.2, 0.1, 0.3, stratum="s")]
    assert decided(estimates, [row("i1", "high"), row("i2", judge="b")]).decision == "deploy"


def test_it_never_makes_a_decision_better() -> None:
    bad = replaced(good(), number("calibration.cohen_kappa", 0.2, 0.0, 0.4))
    found = decided([*bad, rate(0.2, 0.1, 0.3)], [row("i1")])
    assert found.decision == "do_not_deploy"
    assert found.review is None
    assert any("quotes what nobody wrote" in reason for reason in found.reasons)
    assert decided([e for e in good() if e.analysis != "calibration"], [row("i1")], has_gold=False).decision == "not_enough_data"


def test_gates_on_evidence() -> None:
    gates = {"evidence.fabricated_quote_rate": {"max": 0.02}}
    fails = number("evidence.fabricated_quote_rate", 0.2, 0.1, 0.3)
    undefined = number("evidence.fabricated_quote_rate", None)
    holds = number("evidence.fabricated_quote_rate", 0.0, 0.0, 0.01)
    assert decided([*good(), fails], gates=gates).decision == "do_not_deploy"
    assert decided([*good(), holds], gates=gates).decision == "deploy"
    assert decided([*good(), undefined], gates=gates).decision != "deploy"
    assert check_gates(rubric(gates), [undefined])[0].status == "not_measured"
    count = {"evidence.quotes_checked": {"min": 30}}
    assert [check_gates(rubric(count), [number("evidence.quotes_checked", n, n, n)])[0].status for n in (30.0, 29.0)] == ["pass", "fail"]
