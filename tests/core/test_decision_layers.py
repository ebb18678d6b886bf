"""The layered funnel: cheap checks first, stop at the first that fails; what was asked for and not measured is never a pass."""

from __future__ import annotations

from typing import Any

import pytest

from judgeaudit.api.personal import personal_data_of
from judgeaudit.decision.layers import PersonalShare, through_layers
from judgeaudit.domain.results import Cost, Decision, DecisionWord, Estimate, JudgeFacts
from judgeaudit.domain.rubric import Rubric
from judgeaudit.tables import table_from_rows

ALL = ("pre_screen", "own_items", "online", "operations")
CHEAP = JudgeFacts(name="a", finished=100, latency_p95_s=2.0, cost=Cost(known_usd=0.1))


def rubric(*layers: str, gates: dict[str, Any] | None = None) -> Rubric:
    asked = [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]
    return Rubric.model_validate({"name": "r", "criteria": asked, "layers": list(layers), "gates": gates or {}})


def number(metric: str, value: float, low: float, high: float, stratum: str | None = None) -> Estimate:
    analysis, name = metric.split(".")
    return Estimate(analysis=analysis, name=name, judge="a", criterion="c", stratum=stratum, value=value, low=low, high=high, n_items=100)


def good(stratum: str | None = None) -> list[Estimate]:
    return [
        number("coverage.answered_rate", 1.0, 0.96, 1.0, stratum),
        number("coverage.refused_rate", 0.0, 0.0, 0.04, stratum),
        number("consistency.flip_rate", 0.01, 0.0, 0.05, stratum),
        number("calibration.cohen_kappa", 0.8, 0.7, 0.9, stratum),
    ]


def everywhere() -> list[Estimate]:
    return [one for stratum in (None, "public", "online", "billing") for one in good(stratum)]


def replaced(estimates: list[Estimate], new: Estimate) -> list[Estimate]:
    return [new if (one.analysis, one.name, one.stratum) == (new.analysis, new.name, new.stratum) else one for one in estimates]


def after(
    layers: tuple[str, ...], estimates: list[Estimate], *, decision: DecisionWord = "deploy", facts: JudgeFacts = CHEAP, personal: PersonalShare | None = None,
    gates: dict[str, Any] | None = None,
) -> Decision:  # fmt: skip
    before = Decision(judge="a", decision=decision, reasons=("all holds",))
    found = through_layers([before], rubric(*layers, gates=gates), [facts], estimates, personal={} if personal is None else {"a": personal})
    return found[0]


def statuses(decision: Decision) -> dict[str, str]:
    return {one.layer: one.status for one in decision.layers}


def test_without_layers_nothing_changes() -> None:
    assert after((), everywhere()) == Decision(judge="a", decision="deploy", reasons=("all holds",))


def test_a_judge_that_comes_through_all_layers_is_deployed() -> None:
    found = after(ALL, everywhere(), personal=PersonalShare(100, 0))
    assert found.decision == "deploy"
    assert statuses(found) == dict.fromkeys(ALL, "pass")


def test_it_stops_at_the_first_layer_that_fails() -> None:
    found = after(ALL, replaced(everywhere(), number("calibration.cohen_kappa", 0.2, 0.1, 0.3, "public")))
    assert found.decision == "do_not_deploy"
    assert statuses(found) == {"pre_screen": "fail", "own_items": "not_reached", "online": "not_reached", "operations": "not_reached"}
    assert "pre-screen on public items" in found.reasons[0]
    assert "0.2 [0.1, 0.3]" in found.reasons[0]


def test_layers_are_gone_through_in_their_own_order_whatever_the_rubric_says() -> None:
    assert list(statuses(after(tuple(reversed(ALL)), everywhere()))) == list(ALL)


@pytest.mark.parametrize("layer", ["pre_screen", "online"])
def test_a_layer_that_was_asked_for_and_not_measured_is_no_pass(layer: str) -> None:
    found = after((layer,), good())
    assert found.decision == "not_enough_data"
    assert statuses(found) == {layer: "not_measured"}
    assert "stratum" in found.reasons[0]


def test_own_items_are_all_items_where_none_are_marked_public_or_online() -> None:
    assert statuses(after(("own_items",), good())) == {"own_items": "pass"}
    failing = [*good("public"), *good("billing"), *good(None)]
    failing = replaced(failing, number("calibration.cohen_kappa", 0.2, 0.1, 0.3, "public"))
    assert statuses(after(("own_items",), failing)) == {"own_items": "pass"}, "public items do not count there"
    failing = replaced(failing, number("calibration.cohen_kappa", 0.2, 0.1, 0.3, "billing"))
    assert statuses(after(("own_items",), failing)) == {"own_items": "fail"}


def test_a_layer_that_is_not_settled_allows_no_deploy() -> None:
    found = after(("own_items",), replaced(good(), number("calibration.cohen_kappa", 0.65, 0.5, 0.8)))
    assert (found.decision, statuses(found)) == ("not_enough_data", {"own_items": "inconclusive"})


def test_a_gate_of_the_rubric_takes_the_place_of_the_default_limit() -> None:
    estimates = replaced(good(), number("consistency.flip_rate", 0.15, 0.12, 0.18))
    assert statuses(after(("own_items",), estimates)) == {"own_items": "fail"}
    assert statuses(after(("own_items",), estimates, gates={"consistency.flip_rate": {"max": 0.2}})) == {"own_items": "pass"}


@pytest.mark.parametrize(
    ("facts", "status", "said"),
    [
        (CHEAP.model_copy(update={"latency_p95_s": 31.0}), "fail", "31 s"),
        (CHEAP.model_copy(update={"latency_p95_s": None}), "not_measured", "latency"),
        (CHEAP.model_copy(update={"cost": Cost(known_usd=6.0)}), "fail", "$0.06"),
        (CHEAP.model_copy(update={"cost": None}), "not_measured", "cost_usd"),
        (CHEAP.model_copy(update={"cost": Cost(known_usd=0.0, unknown_calls=3, lower_bound=True)}), "not_measured", "3 of 100"),
    ],
)
def test_operations_hold_latency_and_cost(facts: JudgeFacts, status: str, said: str) -> None:
    found = after(("operations",), good(), facts=facts)
    assert statuses(found) == {"operations": status}
    assert said in found.layers[0].reasons[0]


def test_refusals_and_personal_data_fail_operations() -> None:
    assert statuses(after(("operations",), replaced(good(), number("coverage.refused_rate", 0.2, 0.1, 0.3)))) == {"operations": "fail"}
    found = after(("operations",), good(), personal=PersonalShare(100, 2, ("e-mail",)))
    assert statuses(found) == {"operations": "fail"}
    assert "2 of 100 items carry personal data (e-mail)" in found.layers[0].reasons[0]
    assert statuses(after(("operations",), good(), personal=PersonalShare(100, 1))) == {"operations": "pass"}


def test_a_no_stays_a_no() -> None:
    found = after(("own_items",), good(), decision="do_not_deploy")
    assert (found.decision, statuses(found)) == ("do_not_deploy", {"own_items": "pass"})


def test_personal_data_counts_items_of_each_judge_in_any_replicate() -> None:
    rows = [
        {"judge": "a", "item_id": "1", "rationale": "Mail x@acme.org."}, {"judge": "a", "item_id": "1", "rationale": "fine"},
        {"judge": "a", "item_id": "2", "rationale": "fine"}, {"judge": "b", "item_id": "1", "rationale": None},
        {"judge": "c", "item_id": "1", "rationale": "ok", "reasons": '[{"explanation": "+49 30 901820"}]'},
    ]  # fmt: skip
    assert personal_data_of(table_from_rows(rows)) == {"a": PersonalShare(2, 1, ("e-mail",)), "c": PersonalShare(1, 1, ("phone",))}


def test_an_unknown_layer_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="unknown layer 'onlin'; nearest is 'online'"):
        rubric("onlin")
