"""Runs of unequal length, few clusters, undecided gold, missing verdicts: numbers that once looked better than the data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from judgeaudit import stats
from judgeaudit.analyses import adjudicate, check_overlap
from judgeaudit.analyses.agreement import agreement
from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.coverage import coverage
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.errors import NothingInCommonError
from tests.core.analyses_builder import gold_of, input_of, one, rubric_of, said, texts

TRUTH = ["pass" if n % 2 else "fail" for n in range(100)]
FLIPPED = {"pass": "fail", "fail": "pass"}


def wrong_where(labels: list[str], wrong: Any) -> list[str]:
    return [FLIPPED[label] if wrong(n) else label for n, label in enumerate(labels)]


def test_short_perfect_runs_do_not_make_a_judge_good() -> None:
    """60 of 100 right, and seven more runs of the same 36 right items: it was once accurate in .95."""
    right_on = {n for n in range(60) if n % 10 < 6}
    first = wrong_where(TRUTH, lambda n: n % 10 >= 6)
    again: list[str | None] = [TRUTH[n] if n in right_on else None for n in range(100)]
    found = calibration(input_of(said("a", first, *[again] * 7), gold=list(TRUTH)))
    assert one(found, "accuracy").value == 0.6
    assert one(found, "accuracy").n_items == 100
    assert one(found, "sensitivity", group="pass").value == one(found, "specificity", group="pass").value == 0.6
    alone = calibration(input_of(said("a", first), gold=list(TRUTH)))
    for name in ("cohen_kappa", "krippendorff_alpha", "gwet_ac", "balanced_accuracy", "mcc"):
        assert one(found, name).value == one(alone, name).value
        assert (one(found, name).low, one(found, name).high) == pytest.approx((one(alone, name).low, one(alone, name).high), abs=0.1)
        assert "mean over 1 of 8 runs, 7 left out (covering less than 80% of the items of the fullest run)" in one(found, name).method


def test_a_stray_row_of_a_second_replicate_moves_nothing_much() -> None:
    stray: list[str | None] = ["pass", *[None] * 99]  # wrong on i0
    found = calibration(input_of(said("a", list(TRUTH), stray), gold=list(TRUTH)))
    assert one(found, "accuracy").value == pytest.approx(99.5 / 100)
    assert one(found, "cohen_kappa").value == 1.0


def test_an_item_counts_once_however_often_it_was_judged() -> None:
    """Two items judged 21 times and right, 98 once and 59 of them right."""
    runs: list[list[str | None]] = [wrong_where(TRUTH, lambda n: n >= 61)]
    runs += [["fail", "pass", *[None] * 98]] * 20
    assert one(calibration(input_of(said("a", *runs), gold=list(TRUTH))), "accuracy").value == 0.61


def test_complete_runs_still_give_the_mean_over_runs() -> None:
    runs = [[[1.0, 1], [0, 0], [1, 0]], [[1, 1], [1, 0], [0, 0]], [[0, 1], [1, 0], [1, 0]]]
    assert stats.accuracy(runs).value == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)


def test_a_run_of_four_fifths_counts_and_one_of_less_does_not() -> None:
    table = np.array([[n % 2, (n // 2) % 2] for n in range(20)], dtype=float)
    perfect = np.where(np.arange(20) < 16, np.arange(20) % 2, np.nan)
    second = np.column_stack([perfect, perfect])
    both = stats.cohen_kappa(np.stack([table, second]))
    assert both.value == pytest.approx((stats.cohen_kappa(table).value + 1.0) / 2)
    second[15] = np.nan
    assert stats.cohen_kappa(np.stack([table, second])).value == stats.cohen_kappa(table).value


def test_point_and_resamples_use_the_same_runs() -> None:
    """A run that loses its one other label in a resample is not quietly left out there."""
    one_other = np.array([[1.0, 1.0]] * 19 + [[0.0, 0.0]])
    varied = np.array([[1.0, 1.0]] * 10 + [[0.0, 0.0]] * 10)
    found = stats.krippendorff_alpha(np.stack([one_other, varied]), level="nominal", n_resamples=1000, rng=np.random.default_rng(1), interval="percentile")
    assert found.low is None
    assert "resamples of 20 items are undefined" in found.method


def test_where_each_run_holds_one_label_that_is_the_reason() -> None:
    first: list[str | None] = ["pass"] * 12 + [None] * 12
    second: list[str | None] = [None] * 12 + ["fail"] * 12
    found = one(calibration(input_of(said("a", first, second), gold=["pass"] * 12 + ["fail"] * 12)), "cohen_kappa")
    assert found.undefined is not None
    assert "no run holds both labels" in found.undefined
    same = one(calibration(input_of(said("a", ["pass"] * 12, ["pass"] * 12), gold=["pass"] * 12)), "cohen_kappa")
    assert same.undefined is not None
    assert "every labelled item with a verdict is 'pass'" in same.undefined, "gold of one label measures nothing, whatever the judge says"


def test_every_verdict_counts_between_judges_asked_unequally_often() -> None:
    """A rule asked once against a judge that differs from it in four of five replicates: .2, and not the first replicate's 1.0."""
    other = wrong_where(TRUTH, lambda n: True)
    data = input_of(said("a", TRUTH, *[other] * 4) + said("rule", TRUTH))
    for judge in ("a|rule", None):
        found = one(agreement(data), "observed_agreement", judge)
        assert found.value == pytest.approx(0.2)
        assert "rule (1)" in found.method


def test_a_judge_that_always_says_pass_has_half_and_no_interval_to_one() -> None:
    pairs = np.array([[1.0, 1.0]] * 57 + [[1.0, 0.0]] * 3)
    found = stats.balanced_accuracy(pairs, labels=(0, 1), n_resamples=2000, rng=np.random.default_rng(1))
    assert found.value == 0.5
    assert found.high is None or found.high < 0.8
    rare = stats.balanced_accuracy(np.vstack([pairs[:57], pairs[-1:]]), labels=(0, 1), n_resamples=2000, rng=np.random.default_rng(1))
    assert rare.low is not None
    assert rare.high is not None
    assert rare.low <= 0.5
    assert rare.high > 0.9, "one item of a class says next to nothing about its recall"
    plain = stats.balanced_accuracy(np.vstack([pairs[:57], pairs[-1:]]), labels=(0, 1), n_resamples=2000, rng=np.random.default_rng(1), interval="percentile")
    assert plain.low is None
    assert "a gold class has no item with a verdict" in plain.method


def test_a_gold_class_without_any_verdict_is_not_left_out_of_balanced_accuracy() -> None:
    found = calibration(input_of(said("a", ["pass"] * 10 + ["!refused"] * 10), gold=["pass"] * 10 + ["fail"] * 10))
    undefined = one(found, "balanced_accuracy").undefined
    assert undefined is not None
    assert "no verdict on any item whose gold label is fail" in undefined


def test_the_same_judge_twice_is_worth_one_and_a_bound_above() -> None:
    wrong = wrong_where(TRUTH, lambda n: n % 5 == 0)[:40]
    found = one(agreement(input_of(said("a", wrong) + said("b", wrong), gold=list(TRUTH[:40]))), "effective_judges", None)
    assert found.value == found.low == 1.0
    assert found.high is not None
    assert 1.01 < found.high < 2.0


def test_missing_verdicts_on_gold_items_bound_accuracy() -> None:
    """40 right, 10 of 50 refused: accuracy is somewhere in .8 to 1."""
    said_all = [label if n % 5 else "!refused" for n, label in enumerate(TRUTH[:50])]
    found = calibration(input_of(said("a", said_all), gold=list(TRUTH[:50])))
    assert found.analysis.blocks["bounds"] == [{"judge": "a", "criterion": "c", "low": 0.8, "high": 1.0, "missing_share": 0.2}]
    assert "Were every missing verdict wrong it would be 0.800, were every one right 1.000" in texts(found)
    one_of_100 = calibration(input_of(said("a", [*TRUTH[:99], "!refused"]), gold=list(TRUTH)))
    assert one_of_100.analysis.blocks["bounds"] == []


def test_bounds_count_each_item_once() -> None:
    # i0: right, missing: .5 to 1. i1: wrong, missing: 0 to .5. i2: right, and no second call: 1.
    found = calibration(input_of(said("a", ["pass", "fail", "pass"], ["!error", "!error", None]), gold=["pass"] * 3))
    (bounds,) = found.analysis.blocks["bounds"]
    assert (bounds["low"], bounds["high"]) == pytest.approx((0.5, 2.5 / 3))
    assert bounds["missing_share"] == pytest.approx(2 / 5)


def test_calls_that_nobody_planned_are_not_missing() -> None:
    """Replicate numbers that run on over the file: 300 rows are 300 calls, not 30,000."""
    rows = [{**row, "replicate": 3 * n + r} for r in range(3) for n, row in enumerate(said("a", TRUTH))]
    found = calibration(input_of(rows, gold=list(TRUTH)))
    assert "no verdict" not in texts(found)
    assert found.analysis.blocks["confusion"][0]["missing"] == [0, 0]
    planned = calibration(input_of(said("a", TRUTH), gold=list(TRUTH), planned={("a", "c"): 200}))
    assert "no verdict on c in 100 of 200 calls on gold items" in texts(planned)
    assert coverage(input_of(rows)).analysis.blocks["statuses"][0]["absent"] == 0


def test_items_that_a_judge_has_no_row_for_are_said() -> None:
    data = input_of(said("a", TRUTH[:50]) + said("b", TRUTH))
    assert "warning: a has verdicts on 50 of 100 items of c: 50 have no row of this judge" in texts(coverage(data))
    assert "b has verdicts" not in texts(coverage(data))
    with_items = input_of(said("a", TRUTH[:50]), items=[Item(id=f"i{n}", input="q", response="r") for n in range(200)])
    assert "a has verdicts on 50 of 200 items of c" in texts(coverage(with_items))
    refused = input_of(said("a", ["!refused", "pass", None]) + said("b", TRUTH[:3]))
    assert "a has verdicts on 1 of 3 items of c: 1 have no row of this judge" in texts(coverage(refused))


def test_a_judge_or_criterion_without_a_row_is_said() -> None:
    rubric = rubric_of()
    two = rubric.model_copy(update={"criteria": (*rubric.criteria, rubric.criteria[0].model_copy(update={"name": "d"}))})
    assert "No row is about the criterion 'd'" in texts(coverage(input_of(said("a", TRUTH[:4]), two)))
    rows = said("a", TRUTH[:4]) + said("b", TRUTH[:4]) + said("b", TRUTH[:4], criterion="d")
    assert "a has verdicts on 0 of 4 items of d: 4 have no row of this judge" in texts(coverage(input_of(rows, two)))


TEN = {"level": "interval", "low": 1, "high": 10, "step": 1}


@pytest.mark.parametrize("shift", [0, 1])
def test_a_gold_mean_halfway_between_two_points_is_decided_by_nobody(shift: int) -> None:
    """Annotators say n and n + 1, the judge n: right or wrong was once a matter of whether n is even."""
    scores = [shift + 2 * (n % 4) + 1 for n in range(20)]
    labels = [GoldLabel(item_id=f"i{n}", annotator=who, label=str(s + more), criterion="c") for n, s in enumerate(scores) for who, more in (("x", 0), ("y", 1))]
    labels += [GoldLabel(item_id=f"i{n}", annotator="x", label="5", criterion="c") for n in (20, 21)]
    rubric = rubric_of(TEN)
    gold = adjudicate(labels, rubric, [f"i{n}" for n in range(22)])
    found = calibration(input_of(said("a", [*map(str, scores), "5", "6"]), rubric, gold=gold))
    assert (one(found, "accuracy").value, one(found, "accuracy").n_items) == (0.5, 2)
    assert one(found, "cohen_kappa").n_items == one(found, "gwet_ac").n_items == 2
    assert "20 items left out, whose mean lies halfway between two points" in one(found, "accuracy").method
    assert one(found, "mae").value == pytest.approx((20 * 0.5 + 1) / 22)
    only = adjudicate(labels[:40], rubric, [f"i{n}" for n in range(20)])
    undefined = one(calibration(input_of(said("a", list(map(str, scores))), rubric, gold=only)), "accuracy").undefined
    assert undefined is not None
    assert "halfway" in undefined


def test_gold_that_decides_nothing_is_there_all_the_same() -> None:
    labels = [GoldLabel(item_id=f"i{n}", annotator=who, label=label, criterion="c") for n in range(20) for who, label in (("x", "pass"), ("y", "fail"))]
    rubric = rubric_of()
    found = calibration(input_of(said("a", TRUTH[:20]), rubric, gold=adjudicate(labels, rubric, [f"i{n}" for n in range(20)])))
    assert found.analysis.reason == "20 items have gold, none decided: 20 disputed"
    assert one(found, "accuracy").undefined == "20 items have gold, none decided: 20 disputed"


def test_a_table_of_probes_only_says_so() -> None:
    data = input_of(said("a", TRUTH[:6], probe="position", variant="swapped"), gold=gold_of(TRUTH[:6], rubric_of()))
    with pytest.raises(NothingInCommonError, match=r"every row is a probe row \(6 of 6\)"):
        check_overlap(data)


def test_what_rounding_leaves_over_is_zero() -> None:
    pairs = [[1.0, 1], [1, 2], [2, 1], [2, 2], [1, 3], [3, 1], [3, 3], [2, 3], [3, 2]]  # independent: kappa is 0
    for found in (stats.cohen_kappa(np.array(pairs) / 10, labels=(0.1, 0.2, 0.3), level="interval"), stats.mean_shift([[0.1 + 0.2, 0.3]])):
        assert found.value == 0.0
        assert str(found.value) == "0.0"


@pytest.mark.parametrize(("n_clusters", "size"), [(2, 30), (4, 20), (12, 10)])
def test_few_clusters_hold_what_they_promise(n_clusters: int, size: int) -> None:
    """True accuracy .8, intraclass correlation 2/3. With the variance of few clusters taken at its word .79, .81 and .90."""
    rng = np.random.default_rng(1)
    clusters, hits = np.repeat(np.arange(n_clusters), size), 0
    for _ in range(1000):
        right = rng.random(len(clusters)) < rng.beta(0.4, 0.1, n_clusters)[clusters]
        found = stats.accuracy(np.column_stack([right, np.ones(len(right))]), clusters=clusters)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 0.8 <= found.high
    assert hits >= 920  # 930 less one standard error of a thousand simulations
