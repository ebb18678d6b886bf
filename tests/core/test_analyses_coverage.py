"""How many verdicts there are of how many asked for."""

from __future__ import annotations

import pytest
from analyses_builder import input_of, one, rubric_of, said, texts

from judgeaudit.analyses.coverage import coverage


def test_planned_calls_that_were_never_made_count_as_not_answered() -> None:
    rows = said("a", ["pass", "fail", None, None], ["pass", None, None, None])
    found = coverage(input_of(rows, item_ids=["i0", "i1", "i2", "i3"], planned={("a", "c"): 8}))
    answered = one(found, "answered_rate")
    assert answered.value == pytest.approx(3 / 8)
    assert (answered.n_items, answered.n_ratings) == (4, 8)
    assert one(found, "absent_rate").value == pytest.approx(5 / 8)
    assert found.analysis.blocks["statuses"][0]["absent"] == 5
    assert found.analysis.blocks["statuses"][0]["ok"] == 3
    assert "5 never made" in texts(found)


def test_without_a_plan_the_rows_are_the_denominator() -> None:
    found = coverage(input_of(said("a", ["pass", "!refused", None], ["pass", None, None]) + said("b", ["pass", "pass", "pass"])))
    answered = one(found, "answered_rate")
    assert answered.value == pytest.approx(0.5)
    assert (answered.n_items, answered.n_ratings) == (2, 3)
    assert not [e for e in found.estimates if e.name == "absent_rate"]


def test_p22_replicates_are_not_new_items() -> None:
    """Per-item passes of 10 [10, 10, 10, 10, 0]: 0.8, Wilson on five items (0.3755, 0.9638), not on fifty (0.6696, 0.8876). Case P22."""
    rows = said("a", *[["pass", "pass", "pass", "pass", "!refused"]] * 10)
    answered = one(coverage(input_of(rows)), "answered_rate")
    assert answered.value == pytest.approx(0.8)
    assert (answered.low, answered.high) == pytest.approx((0.3755, 0.9638), abs=5e-5)
    assert (answered.n_items, answered.n_ratings) == (5, 50)


def test_p22_a_perfect_rate_still_has_an_interval() -> None:
    """20 of 20: Wilson's low end is 0.8389. Case P22."""
    answered = one(coverage(input_of(said("a", ["pass"] * 20))), "answered_rate")
    assert answered.value == 1.0
    assert answered.low == pytest.approx(0.8389, abs=5e-5)


def test_every_status_has_a_rate_of_its_own_and_they_sum_to_one() -> None:
    labels = ["pass", "!unparsable", "!ambiguous", "perhaps", "!refused", "!truncated", "!too_long", "!error", "fail", "pass"]
    found = coverage(input_of(said("a", labels)))
    rates = {e.name: e.value for e in found.estimates}
    assert rates["answered_rate"] == pytest.approx(0.3)
    for name in ("unparsable", "ambiguous", "off_scale", "refused", "truncated", "too_long", "error"):
        assert rates[f"{name}_rate"] == pytest.approx(0.1)
    assert found.analysis.blocks["table"]["off_scale"] == 1
    assert "not on the scale and count as off_scale: 1" in texts(found)


def test_bounds_say_what_the_missing_verdicts_could_change() -> None:
    """6 pass, 2 fail, 2 missing of 10: pass is between 6/10 and 8/10, fail between 2/10 and 4/10."""
    found = coverage(input_of(said("a", ["pass"] * 6 + ["fail"] * 2 + ["!refused"] * 2)))
    bounds = {row["label"]: (row["low"], row["high"], row["missing_share"]) for row in found.analysis.blocks["bounds"]}
    assert bounds == {"pass": pytest.approx((0.6, 0.8, 0.2)), "fail": pytest.approx((0.2, 0.4, 0.2))}
    assert "serious: a gave no verdict on c in 2 of 10 calls (20 %): 2 refused" in texts(found)


def test_bounds_of_a_mean_score_use_the_ends_of_the_scale() -> None:
    rubric = rubric_of({"level": "interval", "low": 0, "high": 10})
    found = coverage(input_of(said("a", ["4", "6", "!error", "!error"]), rubric))
    assert found.analysis.blocks["bounds"] == [{"judge": "a", "criterion": "c", "label": "mean score", "low": 2.5, "high": 7.5, "missing_share": 0.5}]


def test_little_missing_gives_no_bounds_and_no_finding() -> None:
    found = coverage(input_of(said("a", ["pass"] * 99 + ["!error"])))
    assert found.analysis.blocks["bounds"] == []
    assert texts(found) == ""


def test_a_judge_that_was_planned_and_never_answered_has_rates_too() -> None:
    found = coverage(input_of(said("a", ["pass", "pass"]), planned={("a", "c"): 2, ("b", "c"): 2}))
    assert one(found, "answered_rate", "b").value == 0.0
    assert one(found, "answered_rate", "b").n_items == 2
    assert [row["judge"] for row in found.analysis.blocks["statuses"]] == ["a", "b"]


def test_strata_have_rates_of_their_own() -> None:
    rows = [{**row, "stratum": "odd" if int(row["item_id"][1:]) % 2 else "even"} for row in said("a", ["pass", "!error", "pass", "!error"])]
    found = coverage(input_of(rows))
    assert one(found, "answered_rate").value == 0.5
    assert one(found, "answered_rate", stratum="even").value == 1.0
    assert one(found, "answered_rate", stratum="odd").value == 0.0
    assert one(found, "answered_rate", stratum="odd").n_items == 2


def test_duplicates_and_conflicts_of_the_table_are_warned_about() -> None:
    found = coverage(input_of([*said("a", ["pass", "pass"]), *said("a", ["fail"])]))
    assert found.analysis.blocks["table"]["duplicates"] == 1
    assert found.analysis.blocks["table"]["conflicts"] == 1
    assert "warning: Rows for an item, judge, criterion and replicate that was already there: 1, 1 of them with another verdict" in texts(found)


def test_rows_of_probes_that_come_again_are_said_too() -> None:
    rows = [*said("a", ["pass", "fail"]), *said("a", ["pass", "fail"], probe="tone"), *said("a", ["pass", "fail"], probe="tone", variant="rude")]
    again = [*said("a", ["fail"], probe="tone"), *said("a", ["pass"], probe="tone", order="ba"), *said("a", ["!refused"], probe="tone", variant="rude")]
    output = coverage(input_of([*rows, *again]))
    told = "warning: Rows for an item, judge, criterion, replicate, probe and variant that was already there: 3, 2 of them with another verdict"
    assert f"{told} (the first is kept): i0 / a / c / replicate 0 / tone, i0 / a / c / replicate 0 / tone, i0 / a / c / replicate 0 / tone rude." in texts(
        output
    )
    assert (output.analysis.blocks["table"]["probe_duplicates"], output.analysis.blocks["table"]["probe_conflicts"]) == (3, 2)
    assert "already there" not in texts(coverage(input_of(rows)))


def test_clustered_items_are_worth_fewer() -> None:
    rows = [{**row, "cluster": f"p{int(row['item_id'][1:]) // 5}"} for row in said("a", ["pass"] * 10 + ["!error"] * 10)]
    clustered, plain = one(coverage(input_of(rows)), "answered_rate"), one(coverage(input_of(said("a", ["pass"] * 10 + ["!error"] * 10))), "answered_rate")
    assert clustered.value == plain.value == 0.5
    assert clustered.low is not None
    assert plain.low is not None
    assert clustered.low < plain.low
    assert clustered.n_items == 20
