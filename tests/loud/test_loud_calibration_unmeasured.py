"""What was asked for and could not be measured somewhere never passes in silence; and no number of items or cluster is made up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit import stats
from judgeaudit.decision.checks import Check, checks_of, items_needed
from judgeaudit.decision.gates import check_gates, hold
from judgeaudit.decision.layers import through_layers
from judgeaudit.domain.results import Decision, Estimate, GateResult, JudgeFacts
from judgeaudit.domain.rubric import Gate, Rubric
from tests.core.test_decision_explain import decided
from tests.core.test_decision_rules import good, number, rubric

P, F = "pass", "fail"
NO_GOLD = "no item has both a gold label and a verdict"
KAPPA = "calibration.cohen_kappa"


def strata(n: dict[str, int], *, labelled: tuple[str, ...]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Items in strata, three equal verdicts each, half pass; one of 50 is wrong where a stratum is labelled, every second one elsewhere."""
    rows, gold = [], []
    for stratum, size in n.items():
        for place in range(size):
            item, truth = f"{stratum}{place}", (P, F)[place % 2]
            wrong = place % 50 == 7 if stratum in labelled else place % 4 < 2
            verdict = {P: F, F: P}[truth] if wrong else truth
            rows += [
                {"item_id": item, "judge": "j", "label": verdict, "replicate": r, "stratum": stratum, "latency_s": 1.0, "cost_usd": 0.001} for r in range(3)
            ]
            gold += [{"item_id": item, "annotator": "h", "label": truth}] if stratum in labelled else []
    return pd.DataFrame(rows), pd.DataFrame(gold)


def audited(frame: pd.DataFrame, gold: pd.DataFrame, **more: Any) -> judgeaudit.AuditResult:
    of = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": [P, F]}}], **more})
    found = judgeaudit.calibrate(frame, gold, of, embedder="none").audit
    assert found is not None
    return found


def test_a_stratum_without_gold_is_reviewed() -> None:
    decision = audited(*strata({"A": 400, "B": 120}, labelled=("A",))).data.decisions[0]
    assert (decision.decision, decision.review) == ("deploy_with_review", "c, stratum B")
    assert decision.reasons[0] == f"cohen kappa ({KAPPA}) on c is not known in stratum B: {NO_GOLD}; min 0.6 is asked for"
    assert f"Cohen kappa on c, stratum B has to be measured: {NO_GOLD}." in decision.would_change
    assert audited(*strata({"A": 400, "B": 120}, labelled=("A", "B"))).data.decisions[0].decision == "deploy"


def test_a_gate_that_could_not_be_measured_in_a_stratum_is_reviewed_there_and_its_exit_code_stays() -> None:
    found = audited(*strata({"A": 400, "B": 2}, labelled=("A",)), gates={KAPPA: {"min": 0.7}})
    decision = found.data.decisions[0]
    assert (decision.decision, decision.review) == ("deploy_with_review", "c, stratum B")
    assert found.exit_code == 3


@pytest.mark.parametrize("layers", [["online"], ["own_items", "online"]])
def test_a_layer_of_items_without_gold_is_reviewed(layers: list[str]) -> None:
    decision = audited(*strata({"own": 400, "online": 120}, labelled=("own",)), layers=layers).data.decisions[0]
    assert (decision.decision, decision.review) == ("deploy_with_review", "c, stratum online")


@pytest.mark.parametrize(
    ("estimate", "word"),
    [
        (number(KAPPA, None, stratum="s"), "deploy_with_review"),
        (number(KAPPA, 1.0, stratum="s", n_items=2), "deploy_with_review"),
        (number(KAPPA, 0.4, 0.0, 0.7, stratum="s"), "deploy_with_review"),
        (number(KAPPA, 0.5, 0.1, 0.7, stratum="s"), "deploy"),
        (number("consistency.flip_rate", None, stratum="s"), "deploy_with_review"),
        (number("coverage.answered_rate", None, stratum="s"), "deploy_with_review"),
        (number("coverage.answered_rate", 1.0, 0.86, 1.0, stratum="s"), "deploy"),
    ],
)
def test_every_default_limit_in_a_stratum(estimate: Estimate, word: str) -> None:
    found = decided([*good(), estimate])
    assert (found.decision, found.review) == (word, "c, stratum s" if word != "deploy" else None)


def test_of_very_many_strata_the_first_are_named() -> None:
    found = decided([*good(), *(number(KAPPA, None, stratum=f"s{n:03}") for n in range(100))])
    assert found.review is not None
    assert found.review.endswith("c, stratum s011; 88 more strata")
    assert found.reasons[0].startswith(f"cohen kappa ({KAPPA}) on c is not known in strata s000, s001")
    assert " and 88 more: undefined" in found.reasons[0]


def test_a_gate_that_is_open_in_a_stratum_is_still_not_enough_data() -> None:
    asked = rubric({KAPPA: {"min": 0.6}})
    assert decided([*good(), number(KAPPA, 0.7, 0.4, 0.9, stratum="s")], of=asked).decision == "not_enough_data"
    assert decided([*good(), number(KAPPA, None, stratum="s")], of=asked).decision == "deploy_with_review"
    whole = [one for one in good() if one.name != "cohen_kappa"]
    assert decided([*whole, number(KAPPA, None), number(KAPPA, None, stratum="s")], of=asked).decision == "not_enough_data"


def own_items(*kappas: Estimate) -> Decision:
    """After the layer own items, of a judge that holds every limit and has public items too."""
    of = rubric().model_copy(update={"layers": ("own_items",)})
    measured = [one.about(stratum=name) for name in ("public", "a", "b") for one in good() if one.name != "cohen_kappa"]
    before = Decision(judge="a", decision="deploy", reasons=("all holds",))
    return through_layers([before], of, [JudgeFacts(name="a")], [*good(), *measured, *kappas], personal={})[0]


def test_own_items_of_which_one_stratum_is_not_known_are_reviewed_there() -> None:
    held, unknown = number(KAPPA, 0.8, 0.7, 0.9, stratum="a"), number(KAPPA, None, stratum="b")
    found = own_items(held, unknown)
    assert (found.decision, found.review) == ("deploy_with_review", "c, stratum b")
    assert found.layers[0].status == "not_measured"
    assert own_items(held, held.about(stratum="b")).decision == "deploy"
    assert own_items(unknown.about(stratum="a"), unknown).decision == "not_enough_data", "nowhere measured"
    assert own_items(held, number(KAPPA, 0.7, 0.5, 0.9, stratum="b")).decision == "not_enough_data", "open with an interval"


def kappa_of(n: int, labels: tuple[int, ...]) -> Check:
    """Cohen's kappa of a judge that is right on all of n items, held against at least 0.6."""
    gold = np.resize(np.array(labels, dtype=np.float64), n)
    found = stats.cohen_kappa(np.stack([gold, gold], axis=1)[None], level="nominal", n_resamples=100, rng=np.random.default_rng(1))
    estimate = found.about(analysis="calibration", name="cohen_kappa", judge="a", criterion="c")
    return Check(result=hold(KAPPA, Gate(min=0.6), estimate), estimate=estimate, gate=Gate(min=0.6))


@pytest.mark.parametrize("n", [10, 12, 14])
def test_perfect_agreement_on_few_items_takes_as_many_as_its_bound_does(n: int) -> None:
    """Half of chance pairs differ: 1 - u / 0.5 reaches 0.6 at u = 0.2, and u = 3.8415 / (n + 3.8415) is that at n = 15.4."""
    text = items_needed(kappa_of(n, (0, 1)))
    assert text == f"about 16 items (now {n}) would settle cohen kappa ({KAPPA}) on c, if the value stays as it is"


def test_clusters_are_named_where_the_verdicts_have_them_only() -> None:
    bound = {"method": "mean over 100 items; Wilson interval on 100 items, worth 60.0 independent ones", "n_items": 100}
    apart = number("coverage.answered_rate", 0.93, 0.84, 0.97, **bound)
    gate = Gate(min=0.9)
    check = Check(result=hold("coverage.answered_rate", gate, apart), estimate=apart, gate=gate)
    assert "cluster" not in str(items_needed(check))
    linked = apart.about(method="Wilson interval on 100 items in 60 clusters, worth 60.0 independent ones")
    assert ", in clusters that make them worth " in str(items_needed(Check(result=check.result, estimate=linked, gate=gate)))
    other = apart.about(method="Wilson interval on as many clusters as would be as uncertain if each were -1 or 1")
    assert "worth" not in str(items_needed(Check(result=check.result, estimate=other, gate=gate)))


RATE = "calibration.corrected_rate_rogan_gladen"


def test_a_gate_on_a_systems_number_says_which_system() -> None:
    of = rubric({RATE: {"min": 0.65}})
    rates = [number(RATE, value, value - 0.1, value + 0.01, group=P, variant=name) for value, name in ((0.7, "A"), (0.4, "B"), (0.72, None))]
    results = [gate for gate in check_gates(of, rates) if gate.value is not None]
    assert [(gate.variant, gate.of_what, gate.status) for gate in results] == [
        ("A", "system A", "inconclusive"), ("B", "system B", "fail"), (None, "", "inconclusive"),
    ]  # fmt: skip
    checks = [check for check in checks_of("a", of, [*good(), *rates], check_gates(of, [*good(), *rates]), has_gold=True) if check.result.metric == RATE]
    assert [check.estimate for check in checks] == rates, "each limit with its own number"
    assert "on c, pass, system B," in checks[1].sentence()
    found = decided([*good(), *rates], of=of)
    assert found.decision == "do_not_deploy"
    assert any("system B" in text for text in found.reasons)
    assert any("system B" in text for text in found.findings)


def test_the_confidence_that_a_gate_is_about_is_said_too() -> None:
    assert GateResult(metric="calibration.auroc", status="pass", limit="min 0.6", variant="margin").of_what == "margin"
