"""Effects of probes net of rerun noise, against tables counted by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.bias import bias, estimate_name
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import CASE_FLAGS, ESTIMATE_NAMES, PROBE_METRIC, AnalysisOutput, Estimate
from tests.core.analyses_builder import Row, input_of, rubric_of, said, texts


def probed(probe: str, *replicates: Any, judge: str = "a", **more: Any) -> list[Row]:
    return said(judge, *replicates, probe=probe, **more)


def found(output: AnalysisOutput, name: str, *, judge: str = "a", stratum: str | None = None, variant: str | None = None) -> Estimate:
    (one,) = [e for e in output.estimates if (e.name, e.judge, e.stratum, e.variant) == (name, judge, stratum, variant)]
    return one


P, F = "pass", "fail"
# Items i0..i3. Plain: i0 PPP, i1 PPF, i2 FFF, i3 P alone. Probe: i0 FFF, i1 PFF, i2 FFF, i3 F.
PLAIN = [[P, P, F, P], [P, P, F, None], [P, F, F, None]]
PROBE = [[F, P, F, F], [F, F, F, None], [F, F, F, None]]


def test_the_excess_flip_rate_is_what_a_hand_counts() -> None:
    """Pairs of one replicate number are left out. i0: cross 6/6, within 0: +1. i1: plain PPF, probe PFF: of six pairs P0-F1, P0-F2, P1-F2, F2-P0 differ, and
    two thirds within: 0. i2: 0. i3 has one plain verdict."""
    output = bias(input_of([*said("a", *PLAIN), *probed("evidence_removal", *PROBE)]))
    one = found(output, "evidence_removal_excess_flip_rate")
    assert one.value == pytest.approx((1 + (4 / 6 - 2 / 3) + 0) / 3)
    assert one.n_items == 3
    assert one.n_ratings == 18
    assert one.low is None
    assert "fewer than 10" in one.method
    (row,) = output.analysis.blocks["probes"]
    assert row["plain_flip"] == pytest.approx((0 + 2 / 3 + 0) / 3)
    assert row["probe_flip"] == pytest.approx((1 + 4 / 6 + 0) / 3)
    assert row["excess"] == one.value
    assert row["n_items"] == 4
    assert "no interval" in row["read"]
    assert "should be able to move" in row["expect"]


def test_the_direction_counts_items_with_one_plain_verdict_too() -> None:
    """i0 1 to 0, i1 2/3 to 1/3, i2 0 to 0, i3 1 to 0: mean of -1, -1/3, 0, -1."""
    output = bias(input_of([*said("a", *PLAIN), *probed("evidence_removal", *PROBE)]))
    one = found(output, "evidence_removal_direction")
    assert one.value == pytest.approx((-1 - 1 / 3 + 0 - 1) / 4)
    assert one.n_items == 4


def test_one_replicate_leaves_the_excess_undefined_in_words() -> None:
    output = bias(input_of([*said("a", [P, F]), *probed("evidence_removal", [F, F]), *probed("irrelevant_removal", [P, F])]))
    one = found(output, "evidence_removal_excess_flip_rate")
    assert one.value is None
    assert one.undefined == "one plain replicate: how much the verdict moves by itself is not known"
    assert found(output, "evidence_necessity").value == 0.5, "the noise is in both probes, and falls out"
    assert not output.cases


def test_necessity_compares_the_two_removals_on_the_same_items() -> None:
    """i0: removal 6/6, random 0; i1: removal 4/6, random PPF against PPF 4/6 too; i2 only removal."""
    random = [[P, P, None, None], [P, P, None, None], [P, F, None, None]]
    output = bias(input_of([*said("a", *PLAIN), *probed("evidence_removal", *PROBE), *probed("irrelevant_removal", *random)]))
    one = found(output, "evidence_necessity")
    assert one.value == pytest.approx((1 + (4 - 4) / 6) / 2)
    assert one.n_items == 2


def test_cases_name_the_items() -> None:
    rows = [
        *said("a", [P, P, F], [P, P, F]), *probed("evidence_removal", [F, P, F], [F, P, P]), *probed("irrelevant_removal", [P, F, F], [P, F, F]),
        *probed("nonsense_control", [F, P, F], [F, P, F]),
    ]  # fmt: skip
    output = bias(input_of(rows))
    assert [(case.flag, case.item_id, case.replicates, case.detail) for case in output.cases] == [
        ("insensitive_to_evidence", "i1", (0, 1), "as it is: pass x2; without the words that it cites: pass x2"),
        ("moved_by_irrelevant_removal", "i1", (0, 1), "as it is: pass x2; without random words: fail x2"),
        ("passes_nonsense", "i1", (0, 1), "as it is: pass x2; with another item's response: pass x2"),
    ]
    assert {case.flag for case in output.cases} <= set(CASE_FLAGS)


def control(n: int, passing: int) -> list[Row]:
    plain = [P] * n
    shown = [P] * passing + [F] * (n - passing)
    return [*said("a", plain, plain), *probed("nonsense_control", shown, shown)]


def test_a_judge_whose_control_passes_as_often_is_serious_and_one_whose_control_fails_is_not() -> None:
    output = bias(input_of(control(20, 20)))
    assert found(output, "nonsense_control_pass_rate").value == 1.0
    (serious,) = output.analysis.findings
    assert serious.severity == "serious"
    assert "unless c asks for nothing that depends on the question" in serious.text
    good = bias(input_of(control(20, 0)))
    assert found(good, "nonsense_control_pass_rate").value == 0.0
    assert good.analysis.findings == ()
    some = bias(input_of(control(20, 5)))
    assert [one.severity for one in some.analysis.findings] == ["note"]
    unsure = bias(input_of(control(6, 4)))
    assert [one.severity for one in unsure.analysis.findings] == ["warning"]


def test_where_nothing_passes_the_control_shows_nothing() -> None:
    output = bias(input_of([*said("a", [F] * 12, [F] * 12), *probed("nonsense_control", [F] * 12)]))
    assert [one.severity for one in output.analysis.findings] == ["note"]


def test_an_ordinal_scale_moves_in_points_and_passes_above_its_middle() -> None:
    rubric = rubric_of({"level": "ordinal", "labels": ["bad", "poor", "good", "best"]})
    rows = [*said("a", ["best", "good"], ["best", "poor"]), *probed("nonsense_control", ["bad", "good"])]
    output = bias(input_of(rows, rubric))
    assert found(output, "nonsense_control_direction").value == pytest.approx(((1 - 4) + (3 - 2.5)) / 2)
    assert found(output, "nonsense_control_pass_rate").value == 0.5


def test_an_interval_scale_counts_scores() -> None:
    rubric = rubric_of({"level": "interval", "low": 0, "high": 10})
    rows = [{"item_id": f"i{n}", "judge": "a", "criterion": "c", "replicate": r, "score": s, "status": "ok", "probe": p}
            for n in range(2) for r, s, p in ((0, 8.0, None), (1, 8.0, None), (0, 3.5 + n, "evidence_removal"))]  # fmt: skip
    output = bias(input_of(rows, rubric))
    assert found(output, "evidence_removal_direction").value == pytest.approx(-4.0)
    assert found(output, "evidence_removal_excess_flip_rate").value == 1.0


def test_three_nominal_labels_and_pairs_have_no_direction() -> None:
    rubric = rubric_of({"level": "nominal", "labels": ["x", "y", "z"]})
    output = bias(input_of([*said("a", ["x"], ["x"]), *probed("nonsense_control", ["y"])], rubric))
    assert found(output, "nonsense_control_direction").undefined == "the scale has no order and no positive label"
    assert found(output, "nonsense_control_pass_rate").value is None
    assert found(output, "nonsense_control_excess_flip_rate").value == 1.0
    pair = rubric_of({"level": "nominal", "labels": ["response_a", "response_b"]}, mode="pairwise")
    output = bias(input_of([*said("a", ["response_a"], ["response_a"]), *probed("nonsense_control", ["response_a"])], pair))
    assert found(output, "nonsense_control_direction").undefined == "a comparison of two responses has no positive label"


A, B, TIE = "response_a", "response_b", "tie"


def paired(plain: list[str], shown: list[str], *labels: str) -> AnalysisOutput:
    rubric = rubric_of({"level": "nominal", "labels": list(labels)}, mode="pairwise")
    return bias(input_of([*said("a", plain, plain), *probed("nonsense_control", shown, shown)], rubric))


def test_the_control_of_pairs_counts_what_is_preferred() -> None:
    """Six of twelve verdicts under the control are no tie."""
    output = paired([A, B, A, B, A, B], [A, TIE, TIE, A, B, TIE], A, B, TIE)
    one = found(output, "nonsense_control_decided_rate")
    assert one.value == 0.5
    assert one.n_items == 6
    assert not [f for f in output.analysis.findings if "another question" in f.text]
    assert found(paired([A] * 6, [B] * 6, A, B), "nonsense_control_decided_rate").undefined is not None


def test_a_pairwise_verdict_that_never_follows_the_responses() -> None:
    both = paired([A, B, A, B, A], [A, B, A, B, A], A, B)
    (serious,) = both.analysis.findings
    assert serious.severity == "serious"
    assert "on all 5 items" in serious.text
    assert "unless" not in serious.text, "plain verdicts differ from item to item, and follow none of the responses"
    assert sorted((case.flag, str(case.item_id)) for case in both.cases) == [("unmoved_by_other_responses", f"i{n}") for n in range(5)]
    assert {case.detail for case in both.cases if case.item_id == "i1"} == {"as it is: response_b x2; with both responses of another item: response_b x2"}
    assert {case.flag for case in both.cases} <= set(CASE_FLAGS)
    assert not paired([A, B, A, B, A], [A, B, A, B, B], A, B).analysis.findings
    assert not paired([A, B, A, B], [A, B, A, B], A, B).analysis.findings


def test_somebody_elses_probes_are_measured_each_variant_and_all_together() -> None:
    rows = [*said("a", [P, P], [P, P]), *probed("Tone shift", [F, P], variant="rude"), *probed("Tone shift", [P, P], variant="kind")]
    output = bias(input_of(rows))
    values = {e.variant: e.value for e in output.estimates if e.name == "tone_shift_excess_flip_rate"}
    assert values == {None: pytest.approx(0.25), "kind": 0.0, "rude": 0.5}
    assert [row["probe"] for row in output.analysis.blocks["probes"]] == ["tone_shift"]
    assert PROBE_METRIC.fullmatch(f"bias.{estimate_name('9 lives!')}_direction")


def test_strata_get_numbers_of_their_own_and_judges_do_not_mix() -> None:
    rows = [*said("a", [P, P], [P, P]), *said("b", [F, F], [F, F]), *probed("evidence_only", [F, P]), *probed("evidence_only", [F, F], judge="b")]
    for row in rows:
        row["stratum"] = "north" if row["item_id"] == "i0" else "south"
    output = bias(input_of(rows))
    name = "evidence_only_excess_flip_rate"
    assert [found(output, name, stratum=s).value for s in (None, "north", "south")] == [0.5, 1.0, 0.0]
    assert found(output, name, judge="b").value == 0.0


def test_probe_rows_that_gave_no_verdict_and_items_without_plain_ones_are_left_out() -> None:
    output = bias(input_of([*said("a", [P, P, None], [P, P, None]), *probed("evidence_only", ["!refused", F, F])]))
    assert found(output, "evidence_only_excess_flip_rate").n_items == 1
    output = bias(input_of([*said("a", [P], [P]), *probed("evidence_only", [None, F])]))
    assert found(output, "evidence_only_excess_flip_rate").undefined == "no item has a plain verdict and one of the probe"


def test_what_could_not_be_made_is_said() -> None:
    reasons = {("evidence_removal", "a", "c"): {"nothing cited": 3}, ("evidence_only", "a", "c"): {"nothing cited": 1}}
    output = bias(input_of([*said("a", [P, P], [P, P]), *probed("evidence_only", [F, P])], not_applicable=reasons))
    rows = {row["probe"]: row for row in output.analysis.blocks["probes"]}
    assert rows["evidence_only"]["not_applicable"] == {"nothing cited": 1}
    assert rows["evidence_removal"]["n_items"] == 0
    assert rows["evidence_removal"]["read"] == "not measured: the probe has no verdict"
    assert ["Ask the judge for quotes." in one.text for one in output.analysis.findings] == [True]


def test_a_probe_whose_calls_failed_says_so() -> None:
    same = [P] * 6
    output = bias(input_of([*said("a", same, same), *probed("evidence_removal", ["!error"] * 6), *probed("evidence_only", [P, P, P, "!refused", P, P])]))
    told = texts(output)
    assert "a gave no verdict under evidence_removal on c in 6 of 6 calls (100 %): 6 error. Nothing can be said of its effect." in told
    assert "a gave no verdict under evidence_only on c in 1 of 6 calls (17 %): 1 refused. Its effect is that on the answered ones" in told


def test_a_verdict_that_never_moves_without_its_evidence_is_a_warning_even_of_few_items() -> None:
    same = [P] * 8
    rows = [*said("a", same, same), *probed("evidence_removal", same), *probed("irrelevant_removal", same)]
    told = texts(bias(input_of(rows)))
    assert "warning: Without the words that it cites a gives the same verdict on c on all 8 items: it may not rest on what it quotes." in told
    moved = [*said("a", same, same), *probed("evidence_removal", [F, *same[1:]]), *probed("irrelevant_removal", same)]
    assert "it may not rest on what it quotes" not in texts(bias(input_of(moved)))


def test_without_probes_nothing_is_measured() -> None:
    output = bias(input_of(said("a", [P], [P])))
    assert output.analysis.status == "not_measured"
    assert "list probes:" in (output.analysis.reason or "")
    assert not output.estimates


def test_intervals_do_not_collapse_where_nothing_moved() -> None:
    same = [P] * 30
    one = found(bias(input_of([*said("a", same, same), *probed("irrelevant_removal", same, same)])), "irrelevant_removal_excess_flip_rate")
    assert one.value == 0
    assert one.low is not None
    assert one.high is not None
    assert -0.2 < one.low < 0 < one.high < 0.2


def test_names_are_declared() -> None:
    assert {"evidence_necessity", "nonsense_control_pass_rate", "nonsense_control_decided_rate"} <= set(ESTIMATE_NAMES["bias"])


def simulated(rng: np.random.Generator, n: int, moved_by: float) -> AnalysisOutput:
    """A judge that passes item i with a share of its own, and under the probe with that share less `moved_by`, never below 0."""
    share = rng.uniform(moved_by, 1, n)
    rows = []
    for replicate in range(3):
        plain = [P if u < s else F for u, s in zip(rng.random(n), share, strict=True)]
        probe = [P if u < s - moved_by else F for u, s in zip(rng.random(n), share, strict=True)]
        rows += [{**row, "replicate": replicate} for row in (*said("a", plain), *probed("evidence_removal", probe))]
    return bias(input_of(rows, n_resamples=0))


def test_a_noisy_judge_that_nothing_moves_has_no_excess_and_a_moved_one_has_its_own() -> None:
    """By hand, with p' = p - d: p (1 - p') + (1 - p) p' - 2 p (1 - p) is d (2 p - 1), and the mean of p is (1 + d) / 2."""
    rng = np.random.default_rng(3)
    for moved_by in (0.0, 0.4):
        values = [found(simulated(rng, 300, moved_by), "evidence_removal_excess_flip_rate").value for _ in range(12)]
        expected = moved_by * ((1 + moved_by) - 1)
        mean = float(np.mean([value for value in values if value is not None]))
        assert abs(mean - expected) < 4 * float(np.std(values, dtype=float)) / math.sqrt(12) + 1e-9


def test_a_verdict_that_moves_only_in_its_share_is_not_said_to_stay() -> None:
    """Plain PF and probe FF on every item: pairs differ as often as before, and the share of passes falls by a half."""
    n = 40
    plain = [[P, F][i % 2] for i in range(n)]
    other = [[F, P][i % 2] for i in range(n)]
    rows = [*said("a", *([plain, other] * 5)), *probed("evidence_removal", [F] * n)]
    output = bias(input_of(rows))
    excess = found(output, "evidence_removal_excess_flip_rate")
    assert excess.value is not None
    assert abs(excess.value) < 0.06
    (row,) = output.analysis.blocks["probes"]
    assert row["direction"] == -0.5
    assert "the share of positive verdicts changes" in row["read"]
    assert not output.analysis.findings


def test_texts_of_items_are_not_needed() -> None:
    rows = [*said("a", [P], [P]), *probed("evidence_only", [F])]
    assert bias(input_of(rows)).estimates == bias(input_of(rows, items=[Item(id="i0", input="q", response="r")])).estimates
