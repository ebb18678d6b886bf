"""Two runs on the same items: shifts, tests, transitions and cases, worked by hand or by SciPy."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest
from analyses_builder import one, rubric_of, texts
from drift_builder import drift_of, runs

from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts import piece
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT
from judgeaudit.analyses.drifts.verdicts import verdicts
from judgeaudit.analyses.parts import parts
from judgeaudit.domain.results import AnalysisOutput

GRADES: dict[str, Any] = {"level": "ordinal", "labels": ["1", "2", "3"]}
COLOURS: dict[str, Any] = {"level": "nominal", "labels": ["red", "green", "blue"]}
POINTS: dict[str, Any] = {"level": "interval", "low": 0, "high": 10}
P, F = "pass", "fail"


def found(old: Any, new: Any, scale: Any = None, **more: Any) -> AnalysisOutput:
    return drift(drift_of(*runs(old, new), rubric_of(scale) if scale else None, **more))[0]


def table(counts: list[list[int]], labels: list[str]) -> tuple[list[list[str]], list[list[str]]]:
    """Two runs with one verdict each whose table of transitions is `counts`."""
    cells = [(old, new) for row, old in zip(counts, labels, strict=True) for n, new in zip(row, labels, strict=True) for _ in range(n)]
    return [[old for old, _ in cells]], [[new for _, new in cells]]


def deciding(old: Any, new: Any, scale: Any = None, **more: Any) -> tuple[piece.Tested, ...]:
    given = drift_of(*runs(old, new), rubric_of(scale) if scale else None, **more)
    return verdicts(next(iter(parts(given.data, "drift"))), given).tested


def test_two_labels_once_each_is_mcnemar_s_exact_test() -> None:
    output = found(*table([[40, 9], [2, 29]], [P, F]))
    p = 2 * sum(comb(11, k) for k in range(3)) / 2**11  # 9 and 2 of 11 that changed
    assert one(output, "marginal_shift", group=P).value == pytest.approx((2 - 9) / 80)
    assert one(output, "marginal_shift", group=F).value == pytest.approx((9 - 2) / 80)
    assert one(output, "mcnemar_p").value == pytest.approx(p)
    (decides,) = deciding(*table([[40, 9], [2, 29]], [P, F]))
    assert (decides.measure, decides.group, decides.p) == ("marginal_shift", P, pytest.approx(p))
    assert one(output, "same_verdict_share").value == pytest.approx(69 / 80)
    assert one(output, "churn").value == pytest.approx(11 / 80)
    (row,) = output.analysis.blocks["transitions"]
    assert row["labels"] == [P, F, "no verdict"]
    assert row["counts"] == [[40, 9, 0], [2, 29, 0], [0, 0, 0]]


def test_the_interval_of_a_shift_of_two_labels_is_tango_s() -> None:
    # Tango 1998, section 6.1: 44 pairs, of which one has the class in one column only; 95 % interval (-0.118, 0.061) as recomputed there.
    (decides,) = deciding(*table([[43, 1], [0, 0]], [P, F]))
    assert decides.inner_low == pytest.approx(-0.096, abs=5e-4)
    assert decides.effect == pytest.approx(-1 / 44)


def test_an_item_counts_once_whatever_its_replicates() -> None:
    # Item 0: pass in 2 of 2, then in 1 of 4; item 1 never passes; item 2 always.
    output = found([[P, F, P], [P, F, P]], [[F, F, P], [P, F, P], [F, F, P], [F, F, P]])
    shift = one(output, "marginal_shift", group=P)
    assert shift.value == pytest.approx(-0.75 / 3)
    assert shift.n_items == 3
    assert one(output, "same_verdict_share").value == pytest.approx((0.25 + 1 + 1) / 3)


def test_shares_of_three_labels_are_held_together_by_stuart_s_test() -> None:
    counts = [[20, 6, 4], [1, 20, 2], [1, 2, 20]]
    output = found(*table(counts, ["red", "green", "blue"]), COLOURS)
    n = np.array(counts, dtype=float)
    d = (n.sum(axis=1) - n.sum(axis=0))[:2]
    s = np.diag(n.sum(axis=1) + n.sum(axis=0) - 2 * np.diag(n)) - (n + n.T - 2 * np.diag(np.diag(n)))
    statistic = float(d @ np.linalg.solve(s[:2, :2], d))
    assert one(output, "stuart_maxwell_p").value == pytest.approx(np.exp(-statistic / 2))  # chi-squared with 2 df
    off = [(6, 1), (4, 1), (2, 2)]
    symmetry = sum((a - b) ** 2 / (a + b) for a, b in off)
    from scipy.stats import chi2

    assert one(output, "bowker_p").value == pytest.approx(chi2.sf(symmetry, 3))
    assert [e.value for e in output.estimates if e.name == "marginal_shift"] == pytest.approx([-8 / 76, 5 / 76, 3 / 76])
    decide = deciding(*table(counts, ["red", "green", "blue"]), COLOURS)
    assert [one.group for one in decide] == ["red", "green", "blue"]
    red = 2 * sum(comb(12, k) for k in range(3)) / 2**12  # 10 items left red, 2 became it
    assert decide[0].p == pytest.approx(red)


def test_on_grades_the_mean_decides_and_shares_stand_beside_it() -> None:
    old, new = table([[10, 5, 0], [0, 10, 5], [0, 0, 10]], ["1", "2", "3"])
    output = found(old, new, GRADES)
    assert one(output, "marginal_shift").value == pytest.approx(10 / 40)
    assert one(output, "marginal_shift", group="1").value == pytest.approx(-5 / 40)
    (decides,) = deciding(old, new, GRADES)
    assert (decides.group, decides.margin) == (None, pytest.approx(0.05 * 2))
    assert decides.p == pytest.approx(2 / 2**10)
    assert one(output, "paired_permutation_p").value == pytest.approx(2 / 2**10)


def test_scores_shift_in_points_of_the_scale() -> None:
    old, new = [["1", "2", "3", "4", "5", "6"]], [["2", "3", "4", "5", "6", "7.5"]]
    output = found(old, new, POINTS)
    shift = one(output, "marginal_shift")
    assert shift.value == pytest.approx(6.5 / 6)
    assert one(output, "paired_permutation_p").value == pytest.approx(2 / 2**6)
    assert not [e for e in output.estimates if e.name in ("mcnemar_p", "stuart_maxwell_p", "bowker_p")]
    assert one(output, "version_icc").value is not None


def test_without_a_rubric_the_margin_is_a_share_of_the_baseline_s_range() -> None:
    old, new = [["1", "2", "3", "5"]], [["1", "2", "3", "9"]]
    rows = runs(old, new)
    for row in (*rows[0], *rows[1]):
        row["score"], row["label"] = float(row["label"]), None
    given = drift_of(*rows, rubric_of({"level": "interval", "low": 1, "high": 9}), prompt_known=False)
    part = next(iter(parts(given.data, "drift")))
    made = verdicts(part, given)
    assert made.tested[0].margin == pytest.approx(0.05 * 4)
    assert "range of the baseline's scores, 1 to 5" in next(e for e in made.estimates if e.name == "marginal_shift").method
    declared = drift_of(*rows, rubric_of({"level": "interval", "low": 1, "high": 9}))
    assert verdicts(next(iter(parts(declared.data, "drift"))), declared).tested[0].margin == pytest.approx(0.05 * 8)


def test_missing_verdicts_are_counted_and_never_filled_in() -> None:
    old = [[P, P, "!refused", P, F], [P, F, "!refused", None, F]]
    new = [[P, F, P, "!unparsable", F], [None, F, P, "!unparsable", F]]
    output = found(old, new)
    assert one(output, "marginal_shift", group=P).n_items == 3
    assert one(output, "marginal_shift", group=P).value == pytest.approx((0 - 0.5 + 0) / 3)
    assert "2 of 5 anchors of c do not count for a: 1 have no verdict in the baseline, 1 none now" in texts(output)
    (row,) = output.analysis.blocks["transitions"]
    assert row["labels"][2:] == ["no majority", "no verdict"]
    assert row["counts"][2:] == [[0, 1, 0, 0], [1, 0, 0, 0]], "one is tied in the baseline and one has no verdict"
    assert row["counts"][0][3] == 1


def test_nothing_in_common_is_undefined_in_words() -> None:
    output, answers = drift(drift_of(*runs([["!refused", "!refused"]], [[P, F]])))
    assert one(output, "marginal_shift", group=P).undefined == "no item has a verdict of both versions"
    assert one(output, "same_verdict_share").undefined == "no item has a verdict of both versions"
    assert answers[0].answer == "inconclusive"
    shifts = [measure for measure in answers[0].measures if measure.measure != "answered_shift"]
    assert [(measure.answer, measure.effect) for measure in shifts] == [("inconclusive", None)] * len(shifts)


def test_labels_of_one_run_only_are_said() -> None:
    output = found([["red", "red", "green"]], [["red", "blue", "green"]], COLOURS)
    assert "a gave 'blue' on c in the current run, and never in the baseline" in texts(output)
    assert "never now" not in texts(output)


def test_flipped_anchors_come_worst_first_with_what_was_said() -> None:
    old = [[P, P, P, F], [P, P, P, F], [P, F, P, F]]
    new = [[F, P, F, F], [F, P, F, F], [P, P, F, F]]
    output = found(old, new, gold=[P, P, P, F])
    cases = [case for case in output.cases if case.flag == "flipped_anchor"]
    assert [case.item_id for case in cases] == ["i2", "i0"]
    assert cases[0].detail == "pass x3 -> fail x3 (gold pass)"
    assert cases[1].detail == "pass x3 -> fail x2, pass x1 (gold pass)"
    assert cases[0].replicates == (0, 1, 2)
    assert "note: a says something else now about 2 of 4 anchors of c: pass -> fail 2." in texts(output)
    single = found([[P, F]], [[F, F]])
    assert [case.detail for case in single.cases] == ["pass -> fail"]


def test_whole_clusters_move_together() -> None:
    n, size = 12, 5
    clusters = {f"i{k}": f"c{k // size}" for k in range(n * size)}
    old = [[P] * (n * size)]
    new = [[F if k // size < 6 else P for k in range(n * size)]]
    output = found(old, new, clusters=clusters)
    (decides,) = deciding(old, new, clusters=clusters)
    assert decides.p == pytest.approx(2 / 2**6), "six clusters, not thirty items"
    assert one(output, "mcnemar_p").undefined == "items share inputs (clusters), which the test cannot take: see the p value of the shift"
    alone = deciding(old, new)[0]
    assert alone.low is not None
    assert decides.low is not None
    assert decides.low < alone.low
    assert decides.detect is not None
    assert alone.detect is not None
    assert (decides.detect(0.05) or 1.0) > (alone.detect(0.05) or 1.0), "clusters are worth fewer items"


def test_same_seed_same_bytes_whatever_the_order_of_rows() -> None:
    rng = np.random.default_rng(1)
    old, new = ([[str(rng.integers(1, 4)) for _ in range(40)] for _ in range(3)] for _ in range(2))
    rows = runs(old, new)
    straight = drift(drift_of(*rows, rubric_of(GRADES)))
    turned = drift(drift_of(rows[0][::-1], rows[1][::-1], rubric_of(GRADES)))
    assert straight[1] == turned[1]
    assert straight[0].estimates == turned[0].estimates
    assert sorted(map(str, straight[0].cases)) == sorted(map(str, turned[0].cases))


def test_names_of_versions_are_those_that_patterns_carry() -> None:
    assert {name for name, _ in drift_of(*runs([[P]], [[P]])).data.patterns["c"].columns} == {BASELINE, CURRENT}
