"""What may be concluded about people from how many items: the alternative annotator test, alpha of people, and the interval of the ceiling."""

from __future__ import annotations

import numpy as np
import pytest
from analyses_builder import one, rubric_of, said, texts
from test_analyses_calibration_people import crowd, found_of, noisy, words

from judgeaudit.decision.plain_words import replace_words
from judgeaudit.domain.results import AnalysisOutput, Audit, RubricFacts
from judgeaudit.report.calibration_lines import place_said, standings

# Fewer than 30 items: the published rule is printed, and nothing is concluded from it


@pytest.mark.parametrize("n", [12, 29])
def test_below_30_items_nothing_says_that_a_judge_can_stand_in_for_a_person(n: int) -> None:
    people, truth, rng = crowd(n, wrong=0.0)
    found = found_of(people, said("a", noisy(rng, truth, 0.0)))
    assert one(found, "alt_test_winning_rate").value == 1.0
    assert "Wilcoxon's calls annotators replaceable too often" in one(found, "alt_test_winning_rate").method
    rows = found.analysis.blocks["alt_test"]
    assert [(row["passes"], row["note"]) for row in rows] == [(None, f"too few items: 30 of an annotator are needed, {n} are there")] * 3
    assert f"whether it could take a person's place is not known (too few items: 30 of an annotator are needed, {n} are there)" in texts(found)
    assert "so it could take" not in texts(found)
    (text,) = replace_words(rows, found.analysis.blocks["relative"])
    assert text.startswith(f'Whether it can stand in for an annotator on "c" is not known: too few items: 30 of an annotator are needed, {n} are there')
    assert "passes" not in text
    (standing,) = standings(audit_of(found))
    assert standing.passes is None
    assert place_said(standing) == f"whether it could take a person's place is not known: too few items: 30 of an annotator are needed, {n} are there"


def audit_of(found: AnalysisOutput) -> Audit:
    return Audit(
        judgeaudit_version="0", rubric=RubricFacts(name="r", mode="pointwise", criteria=()), analyses=(found.analysis,), estimates=found.estimates
    )  # fmt: skip


def test_a_judge_that_fails_on_few_items_is_not_refused_by_it_either() -> None:
    people, truth, rng = crowd(20)
    found = found_of(people, said("a", noisy(rng, truth, 0.5)))
    assert {row["passes"] for row in found.analysis.blocks["alt_test"]} == {None}
    assert "should not take a person's place" not in texts(found)


def test_30_items_are_enough() -> None:
    people, truth, rng = crowd(30, wrong=0.0)
    found = found_of(people, said("a", noisy(rng, truth, 0.0)))
    assert [(row["passes"], row["note"]) for row in found.analysis.blocks["alt_test"]] == [(True, "")] * 3
    assert "so it could take a person's place" in texts(found)


def test_annotators_with_few_items_do_not_decide_for_those_with_many() -> None:
    """x and y have 100 items and the judge guesses; v, w and z have 12, on which it is right with everybody: three of five by rank, none by means."""
    people, truth, rng = crowd(112, names="xy")
    judge = [*noisy(rng, truth[:100], 0.5), *("pass" if t else "fail" for t in truth[100:])]
    last: list[str | None] = [None] * 100
    people = {name: [*given[:100], *judge[100:]] for name, given in people.items()}
    people |= {name: [*last, *judge[100:]] for name in "vwz"}
    found = found_of(people, said("a", judge))
    rows = found.analysis.blocks["alt_test"]
    assert {row["annotator"]: (row["test"], row["rejected"]) for row in rows} == {
        "v": ("wilcoxon", True), "w": ("wilcoxon", True), "x": ("t", False), "y": ("t", False), "z": ("wilcoxon", True),
    }  # fmt: skip
    assert one(found, "alt_test_winning_rate").value == pytest.approx(0.6)
    assert {(row["passes"], row["note"]) for row in rows} == {(None, "too few items: 3 of 5 annotators have fewer than 30, and decide whether it passes")}


# Alpha of people, and the interval of the ceiling


def test_alpha_of_people_takes_any_labels_and_no_judge() -> None:
    """Krippendorff 2011, "Computing Krippendorff's alpha-reliability", example C: alpha 0.743 nominal, 0.815 ordinal, 0.849 interval."""
    given = {"A": "123321412---", "B": "1233224125--", "C": "-33323422513", "D": "12332441251-"}
    people = {who: [None if c == "-" else c for c in codes] for who, codes in given.items()}
    for scale, alpha in (
        ({"level": "nominal", "labels": list("12345")}, 0.743), ({"level": "ordinal", "labels": list("12345")}, 0.815),
        ({"level": "interval", "low": 1, "high": 5, "step": 1}, 0.849),
    ):  # fmt: skip
        found = found_of(people, said("a", ["1"] * 12), rubric_of(scale))
        assert one(found, "human_ceiling_alpha", None).value == pytest.approx(alpha, abs=5e-4)


def test_alpha_of_one_annotator_is_undefined_in_words() -> None:
    found = found_of({"x": words("pppfff")}, said("a", ["pass"] * 6))
    assert one(found, "human_ceiling_alpha", None).undefined == "one annotator (x): nothing says how far people agree"


def test_the_interval_of_the_ceiling_is_wide_where_a_label_is_rare_and_says_so() -> None:
    """100 items both times; 8 of 100 off the commonest label in place of half."""
    rng = np.random.default_rng(4)
    even, rare = np.arange(100) % 2 == 0, np.arange(100) % 12 == 0
    found = [
        one(found_of({who: noisy(rng, truth, 0.05) for who in "xyz"}, said("a", noisy(rng, truth, 0.05))), "human_ceiling_kappa", None)
        for truth in (even, rare)
    ]
    assert "labels other than the commonest are worth" not in found[0].method
    assert "labels other than the commonest are worth 1" in found[1].method
    assert found[1].high - found[1].low > 2 * (found[0].high - found[0].low)
