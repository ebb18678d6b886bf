"""What keeps a judge that holds every limit from a deploy without review: a risk that is not shown at any confidence, gold that contradicts itself."""

from __future__ import annotations

from typing import Any

import pytest

from judgeaudit.thresholds import DEPLOY_COVERAGE, GOLD_CONFLICT_SHARE, MAX_RISK
from tests.core.test_decision_explain import decided, routing
from tests.core.test_decision_rules import good, number, replaced


def rule(threshold: float | None, **more: Any) -> dict[str, Any]:
    return {**routing(threshold), "tested": True, **more}


def test_a_risk_that_is_not_shown_at_any_confidence_takes_review_of_every_verdict() -> None:
    assert DEPLOY_COVERAGE == 0
    found = decided(good(), routing=[rule(None)])
    assert (found.decision, found.review) == ("deploy_with_review", "every verdict on c")
    assert found.reasons[0] == (
        "single verdicts on c may not go unread: that at most 15 % of them are wrong is not shown even where confidence is highest, however well it agrees as a whole"
    )
    assert found.findings[0].startswith("Single verdicts on c may not go unread")
    assert "would let some of its verdicts go unread" in " ".join(found.would_change)
    assert not any("another matter" in text for text in (*found.findings, *found.reasons))


def test_a_rule_that_accepts_something_lets_a_judge_be_deployed() -> None:
    assert decided(good(), routing=[rule(0.9)]).decision == "deploy"


@pytest.mark.parametrize("rows", [[], [{**routing(None), "tested": False}]])
def test_without_a_confidence_or_labels_to_test_it_nothing_speaks_against_a_deploy(rows: list[dict[str, Any]]) -> None:
    """A single run without stated confidence has no row; 20 labelled items with one are too few to test any threshold."""
    assert decided(good(), routing=rows).decision == "deploy"


def test_of_several_sources_the_chosen_one_counts() -> None:
    rows = [rule(None, chosen=False), {**rule(0.666), "source": "replicates"}]
    assert decided(good(), routing=rows).decision == "deploy"


def test_where_systems_differ_a_system_that_abstains_is_reviewed_by_name() -> None:
    own = [{"system": name, "threshold": at, "coverage": at and 0.6, "n_items": 100, "tested": True} for name, at in (("A", 0.9), ("B", None))]
    found = decided(good(), routing=[rule(0.8, of_systems=own)])
    assert (found.decision, found.review) == ("deploy_with_review", "every verdict on c, B")
    few = [own[0], {**own[1], "tested": False}]
    assert decided(good(), routing=[rule(0.8, of_systems=few)]).decision == "deploy"


def test_what_fails_still_decides_and_is_said_first() -> None:
    found = decided(replaced(good(), number("calibration.cohen_kappa", 0.2, 0.0, 0.4)), routing=[rule(None)])
    assert found.decision == "do_not_deploy"
    assert found.reasons[0].startswith("fails: ")
    assert not any("go unread" in text for text in found.reasons)


@pytest.mark.parametrize(
    ("twice", "contradicted", "word"), [(100, 25, "deploy_with_review"), (100, 24, "deploy"), (9, 9, "deploy"), (10, 5, "deploy_with_review")]
)
def test_gold_that_contradicts_itself_is_reviewed_before_a_deploy(twice: int, contradicted: int, word: str) -> None:
    """Labels each wrong with probability .15, as accepted verdicts may be, differ in 2 * .15 * .85 = 25.5 %."""
    assert pytest.approx(2 * MAX_RISK * (1 - MAX_RISK), abs=0.01) == GOLD_CONFLICT_SHARE
    found = decided(good(), gold=[{"criterion": "c", "labelled_twice": twice, "contradicted": contradicted}])
    assert found.decision == word
    if word != "deploy":
        assert found.review == "the gold labels of c, by somebody else, before the numbers are relied on"
        assert f"of {twice} items that one person labelled twice or more, {contradicted} got different labels" in found.reasons[0]
        assert "Gold has to be labelled anew" in " ".join(found.would_change)


def test_an_older_audit_without_these_counts_is_read() -> None:
    assert decided(good(), gold=[{"criterion": "c", "conflicts": 60}]).decision == "deploy"


def test_asked_once_nobody_knows_which_items_flip_and_the_first_advice_is_to_ask_three_times() -> None:
    """Docs: not measured is not open. A review has to name what is reviewed; labels do not tell which items would flip, nor does a routing rule."""
    asked_once = replaced(good(), number("consistency.flip_rate", None))
    for rows in ([], [rule(0.9)]):
        found = decided(
            asked_once,
            routing=rows,
            more_labels=[{"judge": "a", "criterion": "c", "n_more": 50, "metric": "accuracy", "half_width": 0.012, "half_width_then": 0.011}],
        )
        assert found.decision == "not_enough_data"
        assert "judge each item three times (replicates: 3)" in found.would_change[0]
        assert not any("more labels on" in text for text in found.would_change)
    thrice = replaced(good(), number("consistency.flip_rate", 0.05, 0.01, 0.15))
    assert decided(thrice).decision == "deploy_with_review"
