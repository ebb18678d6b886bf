"""What probes do to a decision: a bias that use meets, an attack that pays, and controls that are not followed."""

from __future__ import annotations

from typing import Any

import pytest

from judgeaudit.analyses.biases.advice import advice_for
from judgeaudit.decision.explain import explained
from judgeaudit.decision.gates import check_gates
from judgeaudit.decision.rules import decide
from judgeaudit.domain.results import Analysis, AnalysisOutput, Decision, Estimate, JudgeFacts
from judgeaudit.probes import PROBES
from tests.core.test_decision_rules import good, number, replaced, rubric

KIND = {probe.name: probe.kind for probe in PROBES}
MET = ["position", "verbosity", "formatting", "authority", "sentiment", "fallacy", "answer_language", "theirs"]
NOT_MET = [
    "bandwagon",
    "anchoring",
    "compassion_fade",
    "refinement",
    "distraction",
    "stated_consequence",
    "label_order",
    "label_names",
    "rubric_wording",
    "chain_of_thought",
]
CONTROLS = ["nonsense_control", "fact_changed", "step_deleted", "sentences_shuffled"]


def row(probe: str, answer: str, *, criterion: str = "c", judge: str = "a", **more: Any) -> dict[str, Any]:
    made = {
        "probe": probe, "kind": KIND.get(probe, "bias"), "answer": answer, "judge": judge, "criterion": criterion, "n_items": 40, "margin": 0.05, "smallest": 0.25,
        "plain_flip": 0.1, "probe_flip": 0.1, "read": f"+7 % [+3 % to +11 %] says {answer}", **more,
    }  # fmt: skip
    return {**made, "advice": advice_for(made)}


def decided(*rows: dict[str, Any], estimates: list[Estimate] | None = None, has_gold: bool = True, **blocks: list[dict[str, Any]]) -> Decision:
    numbers = good() if estimates is None else estimates
    outputs = [AnalysisOutput(analysis=Analysis(name="bias", blocks={"probes": list(rows), **blocks}))]
    of = rubric()
    gates = check_gates(of, numbers)
    found = decide(of, [JudgeFacts(name="a")], numbers, gates, has_gold=has_gold, outputs=outputs)
    return explained(found, of, numbers, gates, has_gold=has_gold, outputs=outputs)[0]


def passes(value: float, low: float, high: float) -> dict[str, float]:
    return {"passes": value, "passes_low": low, "passes_high": high}


@pytest.mark.parametrize("probe", MET)
def test_a_bias_that_use_meets_is_at_best_deployed_with_review(probe: str) -> None:
    found = decided(row(probe, "biased"))
    assert found.decision == "deploy_with_review"
    assert found.reasons[0] == f"under {probe} on c: +7 % [+3 % to +11 %] says biased"
    assert found.review is not None
    assert found.review.endswith("(c)")
    assert f"{probe} on c: {advice_for(row(probe, 'biased'))}" in found.would_change


@pytest.mark.parametrize("probe", NOT_MET)
def test_a_bias_that_use_need_not_meet_is_said_with_its_number_and_takes_no_review(probe: str) -> None:
    found = decided(row(probe, "biased"))
    assert found.decision == "deploy"
    assert any(reason.startswith(f"under {probe} on c: +7 % [+3 % to +11 %]") and "it takes no review, since" in reason for reason in found.reasons)
    assert f"{probe} on c: {advice_for(row(probe, 'biased'))}" in found.would_change


def test_what_takes_no_review_comes_after_a_limit_that_fails() -> None:
    found = decided(row("label_order", "biased"), estimates=replaced(good(), number("calibration.cohen_kappa", 0.2, 0.0, 0.4)))
    assert found.decision == "do_not_deploy"
    assert "kappa 0.20" in found.findings[0]
    assert found.findings[1].startswith("Under label_order on c: ")


def test_every_bias_is_on_one_side() -> None:
    """self_preference asks nobody, and has no row."""
    biases = {probe.name for probe in PROBES if probe.kind == "bias"}
    assert biases == {*MET, *NOT_MET, "self_preference"} - {"theirs"}


@pytest.mark.parametrize("probe", [probe.name for probe in PROBES if probe.kind == "attack"])
def test_an_attack_that_pays_takes_a_person_and_says_where_it_may_not_be_used(probe: str) -> None:
    found = decided(row(probe, "biased"))
    assert found.decision == "deploy_with_review"
    assert "not where strangers write what is judged" in str(found.review)
    assert found.reasons[0].startswith(f"under the attack {probe} on c: +7 %")
    assert decided(row(probe, "not_beyond_margin")).decision == "deploy"


def test_text_without_content_that_passes_pays_also_where_everything_passes() -> None:
    """Its pass rate is no higher than that of the items, so that nothing rises; the low end of the rate counts."""
    found = decided(row("null_answer", "passes", **passes(0.3, 0.1, 0.5)))
    assert found.decision == "deploy_with_review"
    assert found.reasons[0] == "under the attack null_answer on c: it passes in 30 % of verdicts [10 % to 50 %] on 40 items"
    assert decided(row("null_answer", "inconclusive", **passes(0.1, 0.05, 0.5))).decision == "deploy"
    assert decided(row("null_answer", "inconclusive", **passes(0.3, 0.1, 0.5))).decision == "deploy", "one of several attacks, and allowing for all it is open"
    assert not any(reason.startswith("not settled") for reason in found.reasons)
    assert any(text.startswith("null_answer on c: Refuse empty responses") for text in found.would_change)


def test_what_is_open_is_said_with_the_smallest_effect_that_would_have_been_seen_and_caps_nothing() -> None:
    found = decided(row("verbosity", "inconclusive", smallest=0.32), row("injection", "inconclusive", smallest=None), row("position", "not_measured"))
    assert found.decision == "deploy"
    assert found.reasons[-2:] == (
        "not settled: whether the verdict moves under verbosity on c (40 items, seen from 32 % of items moved), injection on c (40 items)",
        "not measured: position on c",
    )
    assert not any("not settled" in text for text in found.findings)
    assert any(text.startswith("verbosity on c: Ask about more items") for text in found.would_change)


@pytest.mark.parametrize("controls", [CONTROLS[:1], CONTROLS[1:2], CONTROLS])
def test_a_judge_that_follows_no_control_is_not_deployed(controls: list[str]) -> None:
    found = decided(*(row(probe, "does_not_follow") for probe in controls))
    assert found.decision == "do_not_deploy"
    assert found.review is None
    assert found.reasons[0].startswith(f"it follows no control on c ({', '.join(controls)}): a worse answer does not lower its verdict")
    assert "+7 % [+3 % to +11 %] says does_not_follow" in found.reasons[0]
    assert any(text.startswith(f"{controls[0]} on c: ") for text in found.would_change)


def test_one_control_that_is_followed_is_enough() -> None:
    found = decided(row("fact_changed", "follows"), row("step_deleted", "does_not_follow"), row("sentences_shuffled", "inconclusive"))
    assert found.decision == "deploy"
    assert not any("step_deleted" in text for text in found.would_change)


def test_on_every_criterion_one_has_to_be_followed() -> None:
    assert decided(row("fact_changed", "follows"), row("fact_changed", "does_not_follow", criterion="d")).decision == "do_not_deploy"


@pytest.mark.parametrize("answers", [["inconclusive"], ["inconclusive", "does_not_follow"]])
def test_controls_that_are_open_leave_too_little_data(answers: list[str]) -> None:
    found = decided(*(row(probe, answer) for probe, answer in zip(CONTROLS, answers, strict=False)), row("verbosity", "biased"))
    assert found.decision == "not_enough_data"
    assert (found.review, found.review_parts) == (None, ())
    assert found.reasons[0].startswith("it is not shown that a worse answer lowers its verdict on c; nonsense_control: +7 %")
    assert any("Ask about more items" in text for text in found.would_change)


@pytest.mark.parametrize("rows", [[], [row("nonsense_control", "not_measured", n_items=0)], [row("identical_responses", "not_measured")]])
def test_controls_that_were_not_asked_or_could_not_be_made_decide_nothing(rows: list[dict[str, Any]]) -> None:
    assert decided(*rows).decision == "deploy"


def test_a_judge_that_nothing_moves_and_that_passes_empty_answers_is_not_deployed() -> None:
    still = {"plain_flip": 0.0, "probe_flip": 0.0}

    def rows(*passing: float) -> list[dict[str, Any]]:
        return [row("verbosity", "not_beyond_margin", **still), row("null_answer", "passes" if passing[1] > 0 else "inconclusive", **still, **passes(*passing))]

    found = decided(*rows(1.0, 0.8, 1.0))
    assert found.decision == "do_not_deploy"
    assert found.reasons[0] == (
        "nothing moves its verdict on c: it is the same under verbosity, null_answer, and under null_answer it passes in 100 % of verdicts [80 % to 100 %] on 40 items"
    )
    some = decided(row("verbosity", "not_beyond_margin", plain_flip=0.0, probe_flip=0.1), rows(1.0, 0.8, 1.0)[1])
    assert some.decision == "deploy_with_review", "the attack pays, and something moves it"
    assert decided(*rows(0.9, 0.4, 1.0)).decision == "deploy_with_review", "too few items to say that most pass"
    assert decided(*rows(0.0, 0.0, 0.1)).decision == "deploy", "a judge that moves under nothing and passes nothing empty: its items were bad as they were"


def test_probes_make_no_decision_better() -> None:
    bad = replaced(good(), number("calibration.cohen_kappa", 0.2, 0.0, 0.4))
    found = decided(row("fact_changed", "inconclusive"), row("verbosity", "biased"), estimates=bad)
    assert found.decision == "do_not_deploy"
    assert any(reason.startswith("under verbosity on c") for reason in found.reasons)
    without = [one for one in good() if one.analysis != "calibration"]
    assert decided(row("fact_changed", "follows"), estimates=without, has_gold=False).decision == "not_enough_data"
    assert decided(row("fact_changed", "does_not_follow"), estimates=without, has_gold=False).decision == "do_not_deploy"


def test_other_judges_rows_are_others() -> None:
    assert decided(row("fact_changed", "does_not_follow", judge="b"), row("verbosity", "biased", judge="b")).decision == "deploy"


def orders(p: float, *, clear: bool = True, adjusted: float | None = None) -> dict[str, Any]:
    """A row of the block `position`: 40 pairs, each judged once in either order."""
    ends = {"fairness": -0.4, "fairness_low": -0.6, "fairness_high": -0.2}
    tested = {"p": p, "p_adjusted": adjusted or p, "clear": clear}
    return {"judge": "a", "criterion": "c", "n_pairs": 40, "consistency": 0.5, "primacy": 18, "recency": 2, **tested, **ends}


def test_pairs_judged_once_in_either_order_are_read_from_the_test_of_the_two_places() -> None:
    found = decided(row("position", "not_measured"), position=[orders(0.001)])
    assert found.decision == "deploy_with_review"
    assert found.reasons[0] == (
        "under position on c: of 40 pairs 18 go to the first place in both orders and 2 to the second (preference fairness -0.40 [-0.60 to -0.20], p = 0.001)"
    )
    assert found.review == "pairs whose verdict changes with the order, once both orders are judged (c)"
    assert not any(reason.startswith("not measured") for reason in found.reasons)
    assert any("Judge both orders" in text for text in found.would_change)


def test_the_test_of_the_two_places_is_one_of_the_judges_tests() -> None:
    """p = 0.03 is found alone, and not beside another bias: 2 x 0.03 is above 5 %."""
    assert decided(row("position", "not_measured"), position=[orders(0.03)]).decision == "deploy_with_review"
    open_ = decided(row("position", "not_measured"), row("verbosity", "not_beyond_margin"), position=[orders(0.03)])
    assert open_.decision == "deploy"
    assert "position on c (40 items)" in open_.reasons[-1]
    assert decided(row("position", "not_measured"), position=[orders(0.001, clear=False)]).decision == "deploy"
    assert decided(row("position", "not_measured"), position=[orders(0.001, adjusted=0.06)]).decision == "deploy", "of many judges"


def test_what_was_measured_with_repeats_is_read_from_its_own_row() -> None:
    assert decided(row("position", "not_beyond_margin"), position=[orders(0.001)]).decision == "deploy"


@pytest.mark.parametrize(("p", "clear", "word"), [(0.001, True, "deploy_with_review"), (0.2, True, "deploy"), (0.001, False, "deploy")])
def test_a_place_that_is_preferred_among_two_responses_that_are_the_same_takes_review(p: float, clear: bool, word: str) -> None:
    places = {"judge": "a", "criterion": "c", "n_items": 30, "n_first": 27, "n_second": 3, "p_adjusted": p, "clear": clear}
    found = decided(row("identical_responses", "not_measured"), identical_responses=[places])
    assert found.decision == word
    if word != "deploy":
        assert "of 30 pairs of the same response twice 27 go to the first place and 3 to the second (p = 0.001)" in found.reasons[0]


@pytest.mark.parametrize(
    ("low", "high", "word", "said"),
    [(0.06, 0.3, "deploy_with_review", "under self_preference"), (0.01, 0.3, "deploy", "not settled"), (-0.05, 0.05, "deploy", None), (-0.3, -0.06, "deploy_with_review", "under self_preference")],
)  # fmt: skip
def test_a_preference_for_the_own_family_takes_review_of_its_responses(low: float, high: float, word: str, said: str | None) -> None:
    family = {
        "judge": "a", "criterion": "c", "family": "gpt", "value": (low + high) / 2, "value_low": low, "value_high": high, "n_own": 30, "n_other": 60,
        "own_rate": 0.9, "other_rate": 0.7, "clear": not low <= 0 <= high,
    }  # fmt: skip
    found = decided(self_preference=[family])
    assert found.decision == word
    assert (found.review == "verdicts on responses of its own family of models (c)") == (word != "deploy")
    assert said is None or any(reason.startswith(said) and "self_preference" in reason for reason in found.reasons)
    assert decided(self_preference=[{**family, "value": None}]).decision == "deploy"
    assert decided(self_preference=[{**family, "clear": False}]).decision == "deploy", "one of several tests of the judge"


def of_stratum(stratum: str, answer: str, *, probe: str = "verbosity") -> dict[str, Any]:
    numbers = {"excess": 0.2, "low": 0.1, "high": 0.3, "direction": 0.25, "direction_low": 0.12, "direction_high": 0.38, "p_adjusted": 0.002, "n_items": 30}
    return {"probe": probe, "judge": "a", "criterion": "c", "stratum": stratum, "answer": answer, **numbers}


def test_a_bias_of_some_strata_takes_review_of_these() -> None:
    strata = [of_stratum("long", "biased"), of_stratum("short", "not_beyond_margin")]
    found = decided(row("verbosity", "inconclusive"), probe_strata=strata)
    assert found.decision == "deploy_with_review"
    assert found.reasons[0] == "under verbosity on c, stratum long: it is moved there (verdicts move by +0.25 [+0.12 to +0.38], p = 0.002, 30 items)"
    (part,) = found.review_parts
    assert (part.kind, part.criterion, part.values, part.said) == ("stratum", "c", ("long",), "stratum long (c)")


def test_a_control_that_is_not_followed_in_a_stratum_takes_review_of_it() -> None:
    found = decided(
        row("fact_changed", "follows"),
        probe_strata=[of_stratum("de", "does_not_follow", probe="fact_changed"), of_stratum("en", "follows", probe="fact_changed")],
    )
    assert (found.decision, found.review) == ("deploy_with_review", "stratum de (c)")


def test_where_the_whole_is_moved_its_review_is_enough_and_what_use_need_not_meet_takes_none() -> None:
    assert (
        decided(row("verbosity", "biased"), probe_strata=[of_stratum("long", "biased")]).review
        == "verdicts for responses that are padded or repeat themselves (c)"
    )
    assert decided(row("bandwagon", "inconclusive"), probe_strata=[of_stratum("long", "biased", probe="bandwagon")]).decision == "deploy"
    assert decided(row("verbosity", "inconclusive"), probe_strata=[of_stratum("long", "inconclusive")]).decision == "deploy"
