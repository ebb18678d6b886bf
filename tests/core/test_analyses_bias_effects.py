"""Effects of probes beyond flips: toward the cue or away, on the score, how often an attack passes. Counted by hand, or with SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import chi2

from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.analyses.probe_effects import allowing_for_unseen, excess
from judgeaudit.domain.results import PROBE_METRIC, AnalysisOutput, Estimate
from judgeaudit.domain.rubric import Rubric
from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval, interval_p
from tests.core.analyses_builder import Row, input_of, rubric_of, said

P, F = "pass", "fail"
A, B, TIE = "response_a", "response_b", "tie"


def probed(probe: str, *replicates: Any, judge: str = "a", **more: Any) -> list[Row]:
    return said(judge, *replicates, probe=probe, **more)


def found(output: AnalysisOutput, name: str, *, variant: str | None = None, stratum: str | None = None) -> Estimate:
    (one,) = [e for e in output.estimates if (e.name, e.variant, e.stratum) == (name, variant, stratum)]
    return one


def pairs(*labels: str) -> Rubric:
    return rubric_of({"level": "nominal", "labels": list(labels)}, mode="pairwise")


def test_direction_has_the_sign_of_the_cue_and_the_score_has_none() -> None:
    """Told that most fail it, two of four passes go; told that most pass it, one of no fails goes: toward the cue by (2 + 0) of 8 verdicts."""
    rows = [*said("a", [P] * 4, [P] * 4), *probed("bandwagon", [F, F, P, P], variant="most_negative"), *probed("bandwagon", [P] * 4, variant="most_positive")]
    output = bias(input_of(rows))
    assert found(output, "bandwagon_direction").value == 0.25
    assert found(output, "bandwagon_direction", variant="most_negative").value == 0.5
    assert found(output, "bandwagon_score_shift").value == -0.25
    assert found(output, "bandwagon_score_shift", variant="most_negative").value == -0.5
    assert PROBE_METRIC.fullmatch("bias.bandwagon_score_shift")


def test_a_control_that_lowers_the_verdict_has_a_direction_above_0() -> None:
    output = bias(input_of([*said("a", [P, P], [P, F]), *probed("fact_changed", [F, F], variant="number")]))
    assert found(output, "fact_changed_direction").value == pytest.approx((1 + 0.5) / 2)
    assert found(output, "fact_changed_score_shift").value == pytest.approx(-0.75)


def test_a_file_that_names_no_variant_is_read_as_the_probe_is_meant() -> None:
    output = bias(input_of([*said("a", [F, F], [F, F]), *probed("verbosity", [P, F]), *probed("theirs", [P, F])]))
    assert found(output, "verbosity_direction").value == 0.5
    assert "sign of the cue" in found(output, "verbosity_direction").method
    assert found(output, "theirs_direction").value == 0.5
    assert "sign of the cue" not in found(output, "theirs_direction").method


def test_of_a_pair_direction_is_movement_to_the_response_that_the_cue_speaks_for() -> None:
    """i0: padded a, B to A: 1. i1: padded b, A to tie: a half. i2: padded a, stays B: 0. i3: padded b, B to A: -1 (away)."""
    rows = [
        *said("a", [B, A, B, B], [B, A, B, B]), *probed("verbosity", [A, None, B, None], variant="padded_a"),
        *probed("verbosity", [None, TIE, None, A], variant="padded_b"),
    ]  # fmt: skip
    output = bias(input_of(rows, pairs(A, B, TIE)))
    assert found(output, "verbosity_direction").value == pytest.approx((1 + 0.5 + 0 - 1) / 4)
    assert found(output, "verbosity_direction", variant="padded_b").value == pytest.approx(-0.25)
    assert found(output, "verbosity_score_shift").undefined == "a comparison of two responses has no positive label"


def test_a_worse_response_of_a_pair_speaks_for_the_other_and_a_swap_for_neither() -> None:
    rows = [*said("a", [A, A], [A, A]), *probed("fact_changed", [B, A], variant="number_a"), *probed("position", [B, B], variant="swapped", order="ba")]
    output = bias(input_of(rows, pairs(A, B)))
    assert found(output, "fact_changed_direction").value == 0.5
    assert found(output, "position_direction").undefined == "a comparison of two responses has no positive label"
    assert found(output, "position_excess_flip_rate").value == 1.0


def test_scores_move_in_points() -> None:
    rubric = rubric_of({"level": "ordinal", "labels": ["1", "2", "3", "4", "5"]})
    rows = [*said("a", ["3", "4"], ["3", "2"]), *probed("anchoring", ["1", "2"], variant="low"), *probed("anchoring", ["5", "3"], variant="high")]
    output = bias(input_of(rows, rubric))
    assert found(output, "anchoring_direction").value == pytest.approx(((2 + 2) / 2 + (1 + 0) / 2) / 2)
    assert found(output, "anchoring_score_shift").value == pytest.approx(((-2 + 2) / 2 + (-1 + 0) / 2) / 2)


def test_attacks_have_a_pass_rate() -> None:
    rows = [*said("a", [P, F, F], [P, F, F]), *probed("null_answer", [P, P, F], variant="empty"), *probed("null_answer", [F, P, F], variant="blank")]
    output = bias(input_of(rows))
    assert found(output, "null_answer_pass_rate").value == 0.5
    assert found(output, "null_answer_pass_rate", variant="empty").value == pytest.approx(2 / 3)
    assert not [e for e in output.estimates if e.name == "verbosity_pass_rate"]


def test_of_a_pair_an_attack_passes_where_the_attacked_response_is_preferred() -> None:
    rows = [
        *said("a", [A, B, A], [A, B, A]),
        *probed("injection", [A, None, TIE], variant="direct_a"),
        *probed("injection", [None, B, None], variant="direct_b"),
    ]
    assert found(bias(input_of(rows, pairs(A, B, TIE))), "injection_pass_rate").value == pytest.approx(2 / 3)


def test_items_that_flip_one_way_or_not_are_held_against_mcnemar() -> None:
    """Six of twenty items flip: McNemar's statistic is 36 / 6, and 0 lies outside the interval of just that level."""
    rows = [*said("a", [P] * 20, [P] * 20), *probed("authority", [F] * 6 + [P] * 14)]
    (one,) = [one for probes in shown(input_of(rows)) for one in probes]
    assert excess(one).p == pytest.approx(float(chi2.sf(6, 1)))
    estimate = excess(one).estimate
    assert estimate.value == pytest.approx(0.3)
    assert "Tango" in estimate.method
    assert estimate.low is not None
    assert estimate.high is not None
    assert [_score_of_six(estimate.low), _score_of_six(estimate.high)] == pytest.approx([1.959964, -1.959964], abs=1e-3)


def _score_of_six(difference: float) -> float:
    """Tango's statistic of 6 and 0 of 20 items were `difference` true: the share of the other way is the likeliest, found by search."""

    def unlikely(other: float) -> float:
        return -6 * np.log(other + difference) - 14 * np.log(1 - 2 * other - difference)

    other = minimize_scalar(unlikely, bounds=(1e-12, (1 - difference) / 2 - 1e-9), method="bounded", options={"xatol": 1e-10}).x
    return float((6 - 20 * difference) / np.sqrt(20 * (2 * other + difference - difference**2)))


def test_items_that_all_flip_are_as_sure_as_so_many_items_make_it() -> None:
    rows = [*said("a", [P] * 15, [P] * 15), *probed("authority", [F] * 15)]
    output = bias(input_of(rows))
    one = found(output, "authority_excess_flip_rate")
    assert one.value == 1.0
    assert one.low is not None
    assert 0.5 < one.low < 1
    assert one.high == 1.0


def test_p_is_below_a_level_just_where_the_interval_of_that_level_leaves_0_out() -> None:
    rng = np.random.default_rng(4)
    checked = 0
    for _ in range(400):
        n = int(rng.integers(10, 60))
        values = rng.choice([-2 / 3, -1 / 3, 0, 1 / 3, 1], size=n, p=rng.dirichlet(np.ones(5)))
        change = allowing_for_unseen(MeanChange(values.round(12), np.ones(n, dtype=np.int64), None, 1.0, 1.0))
        p = interval_p(change)
        for level in (0.2, 0.05, 0.005):
            low, high, _ = change_interval(change, 1 - level)
            if abs(p - level) > 1e-6:
                assert (p < level) is not (low <= 0 <= high), (p, level, low, high)
                checked += 1
    assert checked > 1000


def test_few_items_that_moved_a_little_allow_for_one_that_moved_wholly() -> None:
    """Kish's number of k equal values is k: up to `FEW_MOVED` (8) the reach, 1; of 16, by (8 / 16)^2 = 1/4 of the way in squares."""
    ones = np.ones(100, dtype=np.int64)

    def rare(k: int) -> float:
        values = np.where(np.arange(100) < k, 0.2, 0.0)
        return allowing_for_unseen(MeanChange(values, ones, None, 1.0, 0.0)).rare

    assert [rare(0), rare(3), rare(8)] == pytest.approx([1.0, 1.0, 1.0])
    assert rare(16) == pytest.approx((0.04 + 0.96 / 4) ** 0.5)
    assert rare(80) == pytest.approx((0.04 + 0.96 / 100) ** 0.5)


def test_items_of_a_cluster_count_together() -> None:
    """Thirty items in ten clusters, whole clusters flip: the interval is that of ten, and wider than that of thirty."""
    rows = [*said("a", [P] * 30, [P] * 30), *probed("authority", [F] * 9 + [P] * 21)]
    alone = found(bias(input_of(rows)), "authority_excess_flip_rate")
    for row in rows:
        row["cluster"] = f"k{int(row['item_id'][1:]) // 3}"
    together = found(bias(input_of(rows)), "authority_excess_flip_rate")
    assert alone.value == together.value == pytest.approx(0.3)
    assert alone.low is not None
    assert alone.high is not None
    assert together.low is not None
    assert together.high is not None
    assert together.high - together.low > 1.4 * (alone.high - alone.low)


def test_the_order_of_rows_and_another_judge_change_nothing() -> None:
    rng = np.random.default_rng(9)
    rows = [*said("a", *(rng.choice([P, F], 40).tolist() for _ in range(3))), *probed("authority", rng.choice([P, F], 40).tolist())]
    plain = bias(input_of(rows)).analysis.blocks["probes"]
    mixed = [*said("b", [P] * 40, [F] * 40), *probed("authority", [F] * 40, judge="b"), *[rows[place] for place in rng.permutation(len(rows))]]
    assert [row for row in bias(input_of(mixed)).analysis.blocks["probes"] if row["judge"] == "a"] == plain
