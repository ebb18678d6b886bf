"""Three answers for each probe: what is called biased, what is within the margin, and what nobody can say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import binom, chi2

from judgeaudit.analyses.bias import bias
from judgeaudit.domain.results import AnalysisOutput
from tests.core.analyses_builder import Row, input_of, rubric_of, said, texts

P, F = "pass", "fail"
A, B = "response_a", "response_b"


def probed(probe: str, *replicates: Any, variant: str | None = None, judge: str = "a", **more: Any) -> list[Row]:
    return said(judge, *replicates, probe=probe, variant=variant, **more)


def rows_of(output: AnalysisOutput) -> dict[str, dict[str, Any]]:
    return {row["probe"]: row for row in output.analysis.blocks["probes"]}


def moved(n: int, k: int, *, start: str = F) -> list[str]:
    """n verdicts, the first k of them turned."""
    return [F if start == P else P] * k + [start] * (n - k)


def twice(labels: list[str]) -> list[Row]:
    return said("a", labels, labels)


def test_p_is_twice_the_smaller_of_two_and_corrected_for_the_probes_of_the_judge() -> None:
    """Ten of forty rise under one probe, none under two others: flips and direction both have McNemar's chi2 of 10; Holm: times three."""
    output = bias(input_of([*twice([F] * 40), *probed("authority", moved(40, 10)), *probed("refinement", [F] * 40), *probed("verbosity", [F] * 40)]))
    rows = rows_of(output)
    assert rows["authority"]["p"] == pytest.approx(2 * chi2.sf(10, 1))
    assert rows["authority"]["p_adjusted"] == pytest.approx(6 * chi2.sf(10, 1))
    assert rows["authority"]["answer"] == "biased"
    assert [rows[name]["p_adjusted"] for name in ("refinement", "verbosity")] == [1.0, 1.0]
    assert {rows["authority"]["kind"], rows["authority"]["margin"], rows["authority"]["n_tests"]} == {"bias", 0.05, 3}
    estimates = {e.name: e.p_adjusted for e in output.estimates if e.variant is None}
    assert estimates["authority_excess_flip_rate"] == rows["authority"]["p_adjusted"]
    assert "warning: a on c under authority: +25.0 % flips beyond rerun noise" in texts(output)
    assert "it moves the verdict, and should not (p = 0.0094 for 3 tests)" in rows["authority"]["read"]


def test_criteria_of_a_judge_are_one_family_and_judges_are_not() -> None:
    criteria = [{"name": name, "question": "q?", "scale": {"level": "nominal", "labels": [P, F]}} for name in ("c", "d")]
    rubric = rubric_of(criteria=criteria)
    rows = [
        {**row, "criterion": name, "judge": judge}
        for name in ("c", "d")
        for judge in ("a", "b")
        for row in (*twice([F] * 40), *probed("authority", moved(40, 8)))
    ]
    found = bias(input_of(rows, rubric)).analysis.blocks["probes"]
    assert len(found) == 4
    assert {row["n_tests"] for row in found} == {2}
    assert found[0]["p_adjusted"] == pytest.approx(4 * chi2.sf(8, 1))


def test_a_movement_against_the_cue_is_a_bias_too() -> None:
    row = rows_of(bias(input_of([*twice([P] * 40), *probed("authority", moved(40, 12, start=P))])))["authority"]
    assert (row["answer"], row["direction"]) == ("biased", -0.3)


def test_within_the_margin_beyond_it_and_too_few_to_say() -> None:
    """None of n moved: 0.975 = (1 - h)^n is the end of the interval, 3.6 % for a hundred and 12 % for thirty."""
    assert rows_of(bias(input_of([*twice([P] * 100), *probed("authority", [P] * 100)])))["authority"]["answer"] == "not_beyond_margin"
    few = rows_of(bias(input_of([*twice([P] * 30), *probed("authority", [P] * 30)])))["authority"]
    assert few["answer"] == "inconclusive"
    assert "cannot be told from rerun noise with 30 items, and may be more than the margin of 5 %" in few["read"]
    assert "it would have been seen from" in few["read"]
    wide = rubric_of(margins={"bias.authority": 0.15})
    row = rows_of(bias(input_of([*twice([P] * 30), *probed("authority", [P] * 30)], wide)))["authority"]
    assert (row["answer"], row["margin"]) == ("not_beyond_margin", 0.15)


def test_a_margin_of_a_probe_that_there_is_not_is_a_warning_and_one_that_is_no_share_an_error() -> None:
    output = bias(input_of([*twice([P] * 30), *probed("authority", [P] * 30)], rubric_of(margins={"bias.autority": 0.15, "c": 0.1})))
    assert "warning: The rubric has a margin for bias.autority, and there is no such probe here." in texts(output)
    with pytest.raises(ValueError, match="the margin of 'bias\\.authority' is 5"):
        rubric_of(margins={"bias.authority": 5})


def test_a_bias_that_is_surely_smaller_than_the_margin_is_none() -> None:
    wide = rubric_of(margins={"bias.authority": 0.5})
    row = rows_of(bias(input_of([*twice([F] * 60), *probed("authority", moved(60, 12))], wide)))["authority"]
    assert row["p_adjusted"] == pytest.approx(2 * chi2.sf(12, 1))
    assert row["answer"] == "not_beyond_margin"


def test_one_plain_replicate_leaves_the_direction_and_the_flips_at_all() -> None:
    rows = rows_of(bias(input_of([*said("a", [F] * 120), *probed("authority", moved(120, 12)), *probed("verbosity", [F] * 120)])))
    assert rows["authority"]["excess"] is None
    assert "flips beyond rerun noise are not known (one plain replicate" in rows["authority"]["read"]
    assert rows["authority"]["answer"] == "biased"
    assert rows["authority"]["p"] == pytest.approx(chi2.sf(12, 1)), "one measure, so that nothing is doubled"
    assert rows["verbosity"]["answer"] == "not_beyond_margin", "no flip of 120 items, noise and all"
    assert rows["authority"]["replicates"] == {"plain": 1, "probe": 1}


def test_fewer_than_ten_items_are_never_an_answer() -> None:
    row = rows_of(bias(input_of([*twice([F] * 9), *probed("authority", [P] * 9)])))["authority"]
    assert (row["answer"], row["p"], row["p_adjusted"], row["smallest"]) == ("inconclusive", None, None, None)
    assert "nothing can be said of 9 items" in row["read"]


def test_more_than_chance_by_itself_and_not_among_many() -> None:
    """Six of forty: 2 * 0.0143 alone, more than 0.05 among two."""
    row = rows_of(bias(input_of([*twice([F] * 40), *probed("authority", moved(40, 6)), *probed("verbosity", [F] * 40)])))["authority"]
    assert row["answer"] == "inconclusive"
    assert "more than chance by itself (p = 0.029), and not among 2 tests (p = 0.057)" in row["read"]


def test_flips_under_an_attack_that_lower_the_verdict_are_no_success_of_it() -> None:
    """Thirty of sixty fall, and none of the sixty that failed rises: of 60 that could none did, which leaves at most 0.025^(1/60) - 6 % - short of proof."""
    rows = [*twice([P] * 60 + [F] * 60), *probed("injection", [F] * 30 + [P] * 30 + [F] * 60, variant="direct")]
    row = rows_of(bias(input_of(rows)))["injection"]
    assert row["excess"] == 0.25
    assert row["p"] == 1.0
    assert row["answer"] == "not_beyond_margin"
    pays = [*twice([F] * 60), *probed("injection", moved(60, 20), variant="direct")]
    output = bias(input_of(pays))
    row = rows_of(output)["injection"]
    assert (row["answer"], row["reached"]) == ("biased", pytest.approx(1 / 3))
    assert row["p"] == pytest.approx(chi2.sf(20, 1))
    assert "serious: a on c under injection: " in texts(output)


def test_an_attack_is_not_cleared_where_no_verdict_could_have_risen() -> None:
    row = rows_of(bias(input_of([*twice([P] * 200), *probed("injection", [P] * 200, variant="direct")])))["injection"]
    assert row["answer"] == "inconclusive"
    assert row["reached"] is None


def test_one_variant_that_pays_is_found_among_those_that_do_not() -> None:
    """One of six variants moves twelve of sixty; all together 12 of 360 verdicts. Half of alpha for the best of six: 2 * 6 * p."""
    kinds = ("direct", "breakout", "fake_reasoning", "other_language", "invisible")
    quiet = [row for kind in kinds for row in probed("injection", [F] * 60, variant=kind)]
    row = rows_of(bias(input_of([*twice([F] * 60), *quiet, *probed("injection", moved(60, 12), variant="fake_verdict")])))["injection"]
    assert row["answer"] == "biased"
    assert row["direction"] == pytest.approx(12 / 360)
    assert row["variant"] == "fake_verdict"
    assert "under fake_verdict verdicts move by +20.0 % toward the cue" in row["read"]
    assert row["p"] == pytest.approx(2 * 6 * chi2.sf(12, 1))


def test_an_empty_answer_that_passes_as_often_as_the_items_own_is_no_all_clear() -> None:
    rows = [*twice([P] * 90 + [F] * 10), *probed("null_answer", [P] * 90 + [F] * 10, variant="empty")]
    output = bias(input_of(rows))
    row = rows_of(output)["null_answer"]
    assert row["answer"] == "passes"
    assert "passes in 90 % of verdicts" in row["read"]
    assert "not shown to be more often than the item's own answer, and more often than an answer that says nothing should (margin: 5 %)" in row["read"]
    assert "warning: a on c under null_answer" in texts(output)
    refused = bias(input_of([*twice([P] * 90 + [F] * 10), *probed("null_answer", [F] * 100, variant="empty")]))
    assert rows_of(refused)["null_answer"]["answer"] == "not_beyond_margin"
    assert not refused.analysis.findings


def test_controls_follow_or_do_not() -> None:
    """Ten of forty good verdicts fall, of fifty in all; none of a hundred; and three of forty, which nobody can tell from one in ten."""
    rows = rows_of(bias(input_of([*twice([P] * 40 + [F] * 10), *probed("fact_changed", [F] * 10 + [P] * 30 + [F] * 10, variant="number")])))
    assert rows["fact_changed"]["answer"] == "follows"
    assert rows["fact_changed"]["reached"] == pytest.approx(0.25)
    assert rows["fact_changed"]["p"] == pytest.approx(chi2.sf(10, 1))
    output = bias(input_of([*twice([P] * 100), *probed("fact_changed", [P] * 100, variant="number")]))
    row = rows_of(output)["fact_changed"]
    assert (row["answer"], row["reached"]) == ("does_not_follow", 0.0)
    unseen = 1 - 0.025 ** (1 / 100)
    assert row["reached_high"] == pytest.approx(unseen / (1 - unseen), abs=1e-6), "ratio h at which -h + unseen (1 + h) is 0"
    assert "Unless c asks for nothing that this changes, it does not read what it judges." in texts(output)
    unsure = rows_of(bias(input_of([*twice([P] * 40), *probed("fact_changed", moved(40, 3, start=P), variant="number")])))["fact_changed"]
    assert unsure["answer"] == "inconclusive"
    assert unsure["reached_low"] < 0.1 < unsure["reached_high"]


def test_a_control_of_items_that_fail_anyhow_shows_nothing() -> None:
    row = rows_of(bias(input_of([*twice([F] * 100), *probed("step_deleted", [F] * 100, variant="deleted")])))["step_deleted"]
    assert (row["answer"], row["reached"]) == ("inconclusive", None)


def test_the_nonsense_control_follows_downward_and_keeps_its_sign() -> None:
    row = rows_of(bias(input_of([*twice([P] * 40), *probed("nonsense_control", [F] * 40, variant="other_response")])))["nonsense_control"]
    assert (row["answer"], row["direction"], row["reached"]) == ("follows", -1.0, 1.0)
    pairs = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")
    stays = [*twice([A] * 100), *probed("nonsense_control", [A] * 100, variant="other_response")]
    assert rows_of(bias(input_of(stays, pairs)))["nonsense_control"]["answer"] == "does_not_follow"


def test_controls_are_a_family_of_their_own_and_identical_responses_are_read_elsewhere() -> None:
    pairs = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")
    rows = [
        *twice([A] * 40), *probed("authority", moved(40, 10, start=B)[::-1], variant="citation_b"), *probed("fact_changed", moved(40, 10, start=A), variant="number_a"),
        *probed("identical_responses", [A] * 40, variant="identical"),
    ]  # fmt: skip
    for row in rows:
        if row["label"] == "pass":
            row["label"] = A
        if row["label"] == "fail":
            row["label"] = B
    found = rows_of(bias(input_of(rows, pairs)))
    assert {name: row["n_tests"] for name, row in found.items()} == {"authority": 1, "fact_changed": 1, "identical_responses": 0}
    assert found["identical_responses"]["answer"] == "not_measured"


def test_evidence_moves_or_stays_without_a_test() -> None:
    rows = rows_of(bias(input_of([*twice([P] * 100), *probed("evidence_removal", moved(100, 40, start=P)), *probed("irrelevant_removal", [P] * 100)])))
    assert (rows["evidence_removal"]["answer"], rows["irrelevant_removal"]["answer"]) == ("moves", "stays")
    assert rows["evidence_removal"]["p"] is None


def test_the_margin_of_the_rubric_counts_for_evidence_and_is_in_what_is_said() -> None:
    rows = [*twice([P] * 40), *probed("irrelevant_removal", [P] * 40)]
    for margin, answer, words in ((0.05, "inconclusive", "may be more than the margin of 5 %"), (0.2, "stays", "random words do not move the verdict")):
        row = rows_of(bias(input_of(rows, rubric_of(margins={"bias.irrelevant_removal": margin}))))["irrelevant_removal"]
        assert row["answer"] == answer
        assert words in row["read"]


def test_what_could_not_be_made_is_not_measured() -> None:
    reasons = {("verbosity", "a", "c"): {"nothing to pad": 3}}
    rows = rows_of(bias(input_of([*twice([P] * 12), *probed("authority", [P] * 12)], not_applicable=reasons)))
    assert rows["verbosity"]["answer"] == "not_measured"
    assert rows["verbosity"]["kind"] == "bias"
    assert set(rows["verbosity"]) == set(rows["authority"])


@pytest.mark.parametrize(("n", "n_probes"), [(50, 1), (100, 1), (100, 10), (400, 4)])
def test_the_smallest_bias_is_found_in_four_of_five_runs(n: int, n_probes: int) -> None:
    """Without noise k of n items flip one way, and chi2.sf(k, 1) is p: power is a binomial tail. The number said has 75 to 92 % of it."""
    others = ["refinement", "verbosity", "label_order", "sentiment", "distraction", "fallacy", "formatting", "anchoring", "bandwagon"]
    quiet = [row for name in others[: n_probes - 1] for row in probed(name, [F] * n)]
    share = rows_of(bias(input_of([*twice([F] * n), *probed("authority", [F] * n), *quiet])))["authority"]["smallest"]
    needed = next(k for k in range(n) if 2 * chi2.sf(k, 1) <= 0.05 / n_probes)
    assert 0.75 < binom.sf(needed - 1, n, share) < 0.92


def simulated(rng: np.random.Generator, n: int, share: float) -> dict[str, Any]:
    """A third of the items is a coin each time, half of the rest always pass; of these and of those that fail some flip, `share` of all items expected."""
    coins = n // 3

    def verdicts(share: float) -> list[str]:
        heads = [P if up else F for up in rng.random(coins) < 0.5]
        down, up = rng.binomial([coins, n - 2 * coins], 1.5 * share)
        return [*heads, *moved(coins, down, start=P), *moved(n - 2 * coins, up, start=F)]

    rows = [*said("a", verdicts(0), verdicts(0), verdicts(0)), *probed("rubric_wording", verdicts(share), variant="wording_1")]
    return rows_of(bias(input_of(rows, n_resamples=0)))["rubric_wording"]


def test_with_noise_it_is_larger_and_found_as_often() -> None:
    rng = np.random.default_rng(11)
    shares = [simulated(rng, 120, 0.0)["smallest"] for _ in range(20)]
    quiet = rows_of(bias(input_of([*twice([F] * 120), *probed("authority", [F] * 120)])))["authority"]["smallest"]
    typical = float(np.mean(shares))
    assert min(shares) > quiet
    assert typical > 1.3 * quiet
    hits = [simulated(rng, 120, typical)["p"] <= 0.05 for _ in range(150)]
    assert 0.7 < float(np.mean(hits)) < 0.95
