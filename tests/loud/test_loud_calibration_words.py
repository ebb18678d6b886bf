"""Sentences of a calibration that a hostile reader took at their word: each says what the data show, and no more."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import pytest

from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.gold import Gold, adjudicate
from judgeaudit.decision.explain import explained
from judgeaudit.decision.gates import check_gates
from judgeaudit.decision.plain_words import corrected_words, replace_words
from judgeaudit.decision.routing import review_words
from judgeaudit.decision.rules import decide
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.results import Analysis, AnalysisOutput, Decision, Estimate, JudgeFacts
from judgeaudit.report.calibration import _short
from judgeaudit.report.calibration_confidence import _rule
from judgeaudit.report.calibration_lines import Standing, ceiling_said, correction_of
from tests.core.analyses_builder import input_of, one, rubric_of, said, texts
from tests.core.test_decision_rules import good, number, replaced, rubric

P, F = "pass", "fail"


def picked_by_class() -> AnalysisOutput:
    """2,000 items of which half pass; the judge is right on 92 % of each class. 200 of those that pass and 800 that fail have gold."""
    verdicts = [P] * 184 + [F] * 16 + [P] * 64 + [F] * 736 + [P] * 736 + [F] * 64 + [P] * 16 + [F] * 184
    return calibration(input_of(said("a", verdicts), gold=[P] * 200 + [F] * 800 + [None] * 1000))


def test_labels_chosen_by_class_give_the_rate_of_all_items() -> None:
    """The 1,000 without gold pass at 80 %, all 2,000 at 50 %: (200 + 800) / 2,000."""
    found = picked_by_class()
    rows = {row["method"]: row for row in found.analysis.blocks["corrected"]}
    assert rows["raw"]["value"] == pytest.approx(0.5)
    assert rows["rogan_gladen_all"]["value"] == pytest.approx(0.5)
    assert rows["rogan_gladen_all"]["low"] < 0.5 < rows["rogan_gladen_all"]["high"]
    assert "of the 1,000 without a label" in rows["rogan_gladen_all"]["note"]
    assert one(found, "corrected_rate_all_items", group=P).value == pytest.approx(0.5)
    rest = one(found, "corrected_rate_rogan_gladen", group=P)
    assert (rest.value, rest.n_items) == (pytest.approx(0.8), 1000)
    assert rest.method.startswith("of the 1,000 judged items without gold: ")
    assert rows["rogan_gladen"]["note"].startswith("of the 1,000 judged items without gold: ")


def test_labels_chosen_by_class_headline_no_other_correction() -> None:
    found = picked_by_class()
    rows = found.analysis.blocks["corrected"]
    assert all(row["picked"] for row in rows)
    assert "The true share of all 2,000 is 50 %" in texts(found)
    assert "these labels alone say" not in texts(found)
    assert corrected_words(rows) == [], "the judge's own rate is right"
    by_method = {row["method"]: row for row in rows}
    assert correction_of(by_method)["method"] == "rogan_gladen_all"
    assert correction_of({"ppi": by_method["ppi"]}) == {}
    assert correction_of({"rogan_gladen": by_method["rogan_gladen"]}) == {}, "the rate of the other half is no headline"


def test_gold_of_one_label_leaves_agreement_beyond_chance_open() -> None:
    found = calibration(input_of(said("a", [P] * 134 + [F] * 16), gold=[P] * 150))
    kappa = one(found, "cohen_kappa")
    assert kappa.value is None
    assert str(kappa.undefined).startswith("every labelled item with a verdict is 'pass'")
    assert "label items that are 'fail'" in str(kappa.undefined)
    others = [estimate for estimate in good() if estimate.name != "cohen_kappa"]
    assert kappa.judge == "a"
    decision = decided([*others, kappa])
    assert decision.decision == "not_enough_data"
    assert "label items that are 'fail'" in decision.would_change[0]


def test_a_judge_that_says_the_opposite_has_its_labels_swapped() -> None:
    found = calibration(input_of(said("a", [F] * 40 + [P] * 40 + [P] * 40), gold=[P] * 40 + [F] * 40 + [None] * 40))
    assert "serious: The labels of a on c look swapped: it says the opposite of people on 100 % of labelled items" in texts(found)
    assert "no information" not in texts(found)
    decision = decided(replaced(good(), number("calibration.cohen_kappa", -0.83, -0.95, -0.64)))
    assert decision.decision == "do_not_deploy"
    assert "as if its labels were swapped" in " ".join(decision.findings)
    assert "swapped" in decision.would_change[0]


def test_a_judge_that_errs_on_hard_items_is_not_called_swapped() -> None:
    """Right on 40 % of each class: worse than a coin, and no sign of a wrong mapping."""
    found = calibration(input_of(said("a", [P] * 80 + [F] * 120 + [F] * 80 + [P] * 120), gold=[P] * 200 + [F] * 200))
    assert "swapped" not in texts(found)
    assert "a carries no information on c" in texts(found)
    assert "swapped" not in " ".join(decided(replaced(good(), number("calibration.cohen_kappa", -0.2, -0.3, -0.1))).findings)


def test_a_verdict_asked_once_needs_repeats_and_no_labels() -> None:
    flips = Estimate.missing("one replicate: the judge was asked once").about(analysis="consistency", name="flip_rate", judge="a", criterion="c")
    row = {"judge": "a", "criterion": "c", "metric": "accuracy", "n_labels": 150, "half_width": 0.012, "n_more": 50, "half_width_then": 0.011}
    decision = decided(replaced(good(), flips), more_labels=[row])
    assert "judge each item three times (replicates: 3)" in decision.would_change[0]
    assert not any("more labels on" in text for text in decision.would_change)


def test_a_majority_that_holds_the_limit_is_the_first_remedy() -> None:
    single = replaced(good(), number("consistency.flip_rate", 0.204, 0.172, 0.241))
    best = number("calibration.cohen_kappa", 0.968, 0.916, 0.991).about(judge="a#majority")
    routing = {
        "judge": "a", "criterion": "c", "source": "replicates", "max_risk": 0.15, "delta": 0.1, "threshold": 0.666, "coverage": 1.0, "chosen": True,
    }  # fmt: skip
    decision = decided([*single, best], routing=[routing])
    assert decision.decision == "do_not_deploy"
    assert decision.would_change[0].startswith("The majority of its repeats was measured here too and agrees with people well enough on c (cohen kappa 0.97")
    assert not any("Where it is sure" in text for text in decision.would_change), "the rule covers everything"
    assert not any("majority" in text for text in decided(single).would_change)


def test_standing_in_for_a_person_names_epsilon_and_both_agreements() -> None:
    tests = [{"judge": "a", "criterion": "c", "epsilon": 0.2, "rejected": True, "passes": True}] * 2
    relative = {"judge": "a", "criterion": "c", "judge_human_kappa": 0.78, "difference": -0.22}
    (text,) = replace_words(tests, [relative])
    assert "at most 0.2 worse than 2 of 2 of them" in text
    assert "it agrees with them at kappa 0.78, they with each other at 1.00" in text
    assert "as well as" not in text


def test_a_right_score_says_how_near_it_has_to_be() -> None:
    """On a scale from 0 to 100 without steps a score within a tenth of the range is right."""
    gold = [str(n % 100 + 0.25) for n in range(60)]
    rows = [
        {**row, "confidence": 0.9, "label": str(float(row["label"]) + (30 if n % 2 and float(row["label"]) < 60 else 0))}
        for n, row in enumerate(said("a", [str(text) for text in gold]))
    ]
    found = calibration(input_of(rows, rubric_of({"level": "interval", "low": 0, "high": 100}), gold=gold))
    assert "is right (within 10 of gold) on" in texts(found)
    assert "within 10 of gold" not in texts(calibration(input_of(said("a", [P, F] * 20), gold=[P, F] * 20)))


def test_ties_of_a_panel_stay_in_the_denominator_that_is_said() -> None:
    """Four judges, right on 80 of 100 and two against two on 20: 100 % of those that it decides are 80 % of all."""
    right, other = [P, F] * 50, [F, P] * 50
    runs = {name: right[:80] + (right if name in "ab" else other)[80:] for name in "abcd"}
    found = calibration(input_of([row for name, run in runs.items() for row in said(name, run)], gold=right))
    assert "20 of 100 gold items are tied or undecided and have no verdict, so that it is right on 80 % of all of them" in texts(found)


def test_a_deploy_beside_a_rule_that_accepts_nothing_says_what_each_is_about() -> None:
    routing = {"judge": "a", "criterion": "c", "source": "stated", "max_risk": 0.15, "delta": 0.1, "threshold": None, "coverage": None, "chosen": True}
    decision = decided(good(), routing=[routing])
    assert decision.decision == "deploy"
    assert "at most 15 % of its single verdicts are wrong is not shown at any confidence" in decision.would_change[0]
    assert "kappa" in decision.findings[0]
    assert decision.findings[1].startswith("Deploy is about agreement as a whole; single verdicts on c are another matter")
    accepts = {**routing, "threshold": 0.9, "coverage": 0.5}
    assert not any("another matter" in text for text in decided(good(), routing=[accepts]).findings)


def by_people(**labels: list[str]) -> Gold:
    given = [GoldLabel(item_id=f"i{n}", annotator=who, label=label, criterion="c") for who, of in labels.items() for n, label in enumerate(of)]
    return adjudicate(given, rubric_of(), [f"i{n}" for n in range(max(map(len, labels.values())))])


def test_the_routing_promise_leaves_out_disputed_items_and_says_so() -> None:
    easy, hard = [P, F] * 50, [P, F] * 50
    gold = by_people(x=easy + hard, y=easy + [F, P] * 50)
    found = calibration(input_of(said("a", easy + [P] * 100, confidence=0.9), gold=gold))
    (row,) = found.analysis.blocks["routing"]
    assert row["disputed"] == pytest.approx(0.5)
    assert "on items on which people agree (50 % of labelled items are disputed, and nothing is promised of such)" in row["sentence"]
    assert (
        review_words(row)
        == "c: accept when confidence >= 0.9: covers 100 % of the 200 judged items, and nothing is promised of such as people disagree on (50 % of the labelled)"
    )
    agreed = calibration(input_of(said("a", easy, confidence=0.9), gold=by_people(x=easy, y=easy)))
    assert "covers 100 % of the 100 judged items, " in agreed.analysis.blocks["routing"][0]["sentence"]


def test_one_shared_item_says_nothing_of_people() -> None:
    given = [GoldLabel(item_id=f"i{n}", annotator="x" if n < 50 else "y", label=[P, F][n % 2], criterion="c") for n in range(100)]
    gold = adjudicate([*given, GoldLabel(item_id="i0", annotator="y", label=F, criterion="c")], rubric_of(), [f"i{n}" for n in range(100)])
    found = calibration(input_of(said("a", [P, F] * 50), gold=gold))
    (row,) = found.analysis.blocks["ceiling"]
    assert row["kappa"] is None
    assert ceiling_said(row).startswith("how far people agree is not known: 1 shared item, fewer than 10")
    assert "hardly agree" not in texts(found)
    blocks = found.analysis.blocks
    assert replace_words(blocks["alt_test"], blocks["relative"]) == []
    assert all(one["share_of_ceiling"] is None for one in blocks["relative"])


def test_a_label_that_no_gold_item_has_is_reviewed() -> None:
    of = rubric_of({"level": "nominal", "labels": ["a", "b", "c3"]})
    found = calibration(input_of(said("a", ["a", "b"] * 50 + ["c3"] * 10), of, gold=["a", "b"] * 50))
    assert "warning: a says 'c3' (10 items) on c, and no gold item is that: how often it is right there is not known" in texts(found)
    decision = decided(good(), untested=list(found.analysis.blocks["untested"]))
    assert (decision.decision, decision.review) == ("deploy_with_review", 'verdicts "c3" on c')
    assert 'No gold item of c is "c3"' in decision.findings[0]
    assert "untested" not in calibration(input_of(said("a", ["a", "b"] * 50), of, gold=["a", "b"] * 50)).analysis.blocks


def test_items_that_are_needed_are_counted_in_clusters() -> None:
    """12 independent clusters of 20: the limit of 0.9 takes z^2 * 9 = 34.6 of them, 692 items."""
    z = NormalDist().inv_cdf(0.975)
    method = "Wilson interval on 240 items in 12 clusters, worth 12.0 independent ones"
    answered = number("coverage.answered_rate", 1.0, 12 / (12 + z**2), 1.0, n_items=240, method=method)
    flips = number("consistency.flip_rate", 0.0, 0.0, z**2 / (12 + z**2), n_items=240, method=method)
    changes = " ".join(decided(replaced(good(), answered, flips)).would_change)
    assert changes.count("About 692 items (now 240, in clusters that make them worth 12) would settle") == 2


@pytest.mark.parametrize(("n_other", "serious"), [(60, True), (59, False), (9, False)])
def test_an_annotator_who_contradicts_himself(n_other: int, serious: bool) -> None:
    """Labelled twice: 120 items, or 9."""
    twice = 120 if n_other > 9 else 9
    labels = [GoldLabel(item_id=f"i{n}", annotator="x", label=[P, F][n % 2], criterion="c") for n in range(200)]
    labels += [GoldLabel(item_id=f"i{n}", annotator="x", label=[P, F][(n + (n < n_other)) % 2], criterion="c") for n in range(twice)]
    gold = adjudicate(labels, rubric_of(), [f"i{n}" for n in range(200)])
    assert gold.repeated == {("c", "x"): (twice, n_other)}
    found = texts(calibration(input_of(said("a", [P, F] * 100), gold=gold)))
    assert ("serious: x agrees with himself or herself on 60 of 120 items of c labelled twice or more" in found) is serious


def test_the_least_to_spare_is_of_the_room_there_is() -> None:
    """Kappa .763 leaves .163 of .4 (41 %), a flip rate of .008 leaves .092 of .1 (92 %)."""
    numbers = replaced(good(), number("consistency.flip_rate", 0.0, 0.0, 0.008), number("calibration.cohen_kappa", 0.9, 0.763, 0.95))
    changes = decided(replaced(numbers, number("coverage.answered_rate", 1.0, 0.99, 1.0))).would_change
    assert any("The limit with the least to spare is calibration.cohen_kappa" in text for text in changes)


def test_the_page_lets_nothing_go_unread_that_the_decision_forbids() -> None:
    rule = {"judge": "a", "criterion": "c", "source": "stated", "max_risk": 0.15, "threshold": 0.9, "coverage": 0.65, "chosen": True, "sentence": "accept it"}
    standing = Standing("a", "c", {}, {}, (), {}, rule)
    assert _short(standing)["unread"] == "65 %"
    short = _short(standing, forbidden=True)
    assert (short["unread"], short["accepts"], short["limit"]) == ("nothing: the decision is do not deploy", False, "")
    shown = _rule(rule, [], forbidden=True)
    assert (shown["accepts"], shown["sentence"]) == (False, "the decision is do not deploy and forbids this rule: accept it")


def decided(estimates: list[Estimate], **blocks: list[dict[str, Any]]) -> Decision:
    of = rubric()
    outputs = [AnalysisOutput(analysis=Analysis(name="calibration", blocks=blocks))]
    gates = check_gates(of, estimates)
    found = decide(of, [JudgeFacts(name="a")], estimates, gates, has_gold=True, outputs=outputs)
    return explained(found, of, estimates, gates, has_gold=True, outputs=outputs)[0]
