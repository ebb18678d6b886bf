"""The one reduction of a ratings table: counts of distinct patterns. Expected values are counted by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from judgeaudit.domain.rubric import Scale
from judgeaudit.domain.verdicts import STATUSES
from judgeaudit.tables import ABSENT, CELL_STATUS, RATINGS_SCHEMA, PatternCounter, PatternCounts, empty_table, table_from_rows

PASS_FAIL = Scale(level="nominal", labels=("pass", "fail"))
ONE_TO_TEN = Scale(level="interval", low=1, high=10, step=1)
MOODS = Scale(level="ordinal", labels=("poor", "fair", "good"))


def row(item: str, judge: str, label: str | None, *, replicate: int = 0, criterion: str = "c", status: str = "ok", **more: Any) -> dict[str, Any]:
    return {"item_id": item, "judge": judge, "criterion": criterion, "replicate": replicate, "label": label, "status": status, **more}


def counted(rows: list[dict[str, Any]], *, scales: dict[str, Scale] | None = None, **options: Any) -> PatternCounts:
    counter = PatternCounter(scales or {"c": PASS_FAIL})
    counter.add(table_from_rows(rows))
    return counter.counts(**options)["c"]


def as_dict(counts: PatternCounts) -> dict[tuple[str, str, int], float | str]:
    """Every cell by item, judge and replicate: what a reader of the table would see."""
    out: dict[tuple[str, str, int], float | str] = {}
    for place, item in enumerate(counts.item_ids):
        for (judge, replicate), cell in zip(counts.columns, counts.patterns[counts.pattern_of_item[place]], strict=True):
            out[item, judge, replicate] = float(counts.values[cell]) if cell >= 0 else "absent" if cell == ABSENT else CELL_STATUS[int(cell)]
    return out


def test_identical_items_are_one_pattern_with_their_number() -> None:
    counts = counted([row(f"i{n}", judge, "pass" if n else "fail") for n in range(4) for judge in ("a", "b")])
    assert sorted(counts.counts.tolist()) == [1, 3]
    assert counts.n_items == 4
    assert counts.judges == ("a", "b")
    common = int(np.argmax(counts.counts))
    assert counts.items_with(common) == ("i1", "i2", "i3")


def test_first_label_of_two_is_the_positive_class() -> None:
    counts = counted([row("x", "a", "pass"), row("y", "a", "FAIL ")])
    assert as_dict(counts) == {("x", "a", 0): 1.0, ("y", "a", 0): 0.0}


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_a_stream_of_batches_counts_like_one_batch(size: int) -> None:
    rng = np.random.default_rng(7)
    rows = [
        row(
            f"i{rng.integers(9)}",
            f"j{rng.integers(3)}",
            ["pass", "fail", "maybe"][rng.integers(3)],
            replicate=int(rng.integers(4)),
            stratum="s" if n % 2 else None,
        )
        for n in range(80)
    ]
    table = table_from_rows(rows)
    whole, streamed = PatternCounter({"c": PASS_FAIL}), PatternCounter({"c": PASS_FAIL})
    whole.add(table)
    for batch in table.to_batches(max_chunksize=size):
        streamed.add(batch)
    assert as_dict(streamed.counts()["c"]) == as_dict(whole.counts()["c"])
    assert streamed.facts().n_duplicates == whole.facts().n_duplicates
    assert streamed.facts().n_conflicts == whole.facts().n_conflicts
    assert streamed.facts().n_off_scale == whole.facts().n_off_scale
    assert sorted(streamed.counts()["c"].counts.tolist()) == sorted(whole.counts()["c"].counts.tolist())
    by_hand: dict[tuple[str, str, int], str] = {}
    for r in rows:
        by_hand.setdefault((r["item_id"], r["judge"], r["replicate"]), r["label"])
    seen = {key: value for key, value in as_dict(whole.counts()["c"]).items() if value != "absent"}
    assert seen == {key: {"pass": 1.0, "fail": 0.0, "maybe": "off_scale"}[label] for key, label in by_hand.items()}


def test_a_repeated_row_is_counted_and_the_first_is_kept() -> None:
    rows = [row("x", "a", "pass"), row("x", "a", "pass"), row("x", "a", "fail"), row("y", "a", "fail")]
    counter = PatternCounter({"c": PASS_FAIL})
    counter.add(table_from_rows(rows))
    facts = counter.facts()
    assert (facts.n_rows, facts.n_duplicates, facts.n_conflicts) == (4, 2, 1)
    assert facts.duplicates[0] == "x / a / c / replicate 0"
    assert as_dict(counter.counts()["c"])["x", "a", 0] == 1.0


def test_a_repeat_in_a_later_batch_is_found_too() -> None:
    counter = PatternCounter({"c": PASS_FAIL})
    counter.add(table_from_rows([row("x", "a", "pass")]))
    counter.add(table_from_rows([row("x", "a", "fail")]))
    assert (counter.facts().n_duplicates, counter.facts().n_conflicts) == (1, 1)


def test_a_label_off_the_scale_is_a_status_and_never_a_code() -> None:
    counter = PatternCounter({"c": PASS_FAIL})
    counter.add(table_from_rows([row("x", "a", "passable"), row("y", "a", None), row("z", "a", "pass")]))
    assert counter.facts().n_off_scale == 2
    cells = as_dict(counter.counts()["c"])
    assert (cells["x", "a", 0], cells["y", "a", 0], cells["z", "a", 0]) == ("off_scale", "off_scale", 1.0)
    assert any("passable" in example for example in counter.facts().off_scale)


@pytest.mark.parametrize("status", [status for status in STATUSES if status != "ok"])
def test_every_status_is_a_cell_of_its_own_and_has_no_code(status: str) -> None:
    counts = counted([row("x", "a", None, status=status), row("y", "a", "pass")])
    assert as_dict(counts)["x", "a", 0] == status
    assert np.isnan(counts.codes("a")[counts.pattern_of_item[0]]).all()


def test_a_label_beside_a_status_other_than_ok_is_not_read() -> None:
    counts = counted([row("x", "a", "pass", status="truncated")])
    assert as_dict(counts) == {("x", "a", 0): "truncated"}


def test_probe_rows_are_never_replicates() -> None:
    counter = PatternCounter({"c": PASS_FAIL})
    counter.add(table_from_rows([row("x", "a", "pass"), row("x", "a", "fail", replicate=1, probe="position"), row("x", "a", "pass", replicate=2, probe="")]))
    counts = counter.counts()["c"]
    assert counts.columns == (("a", 0), ("a", 2))
    assert counter.facts().n_probe_rows == 1


def test_scores_of_an_interval_scale_are_codes_and_text_scores_too() -> None:
    rows = [row("x", "a", None, score=7.0), row("y", "a", "7"), row("z", "a", None, score=7.5), row("w", "a", None, score=11.0)]
    counts = counted(rows, scales={"c": ONE_TO_TEN})
    assert as_dict(counts) == {("x", "a", 0): 7.0, ("y", "a", 0): 7.0, ("z", "a", 0): "off_scale", ("w", "a", 0): "off_scale"}


def test_ordinal_codes_follow_the_rubric_and_not_the_alphabet() -> None:
    counts = counted([row("x", "a", "poor"), row("y", "a", "good"), row("z", "a", "fair")], scales={"c": MOODS})
    assert as_dict(counts) == {("x", "a", 0): 1.0, ("y", "a", 0): 3.0, ("z", "a", 0): 2.0}
    assert counts.values.tolist() == [1.0, 2.0, 3.0]


def test_planned_items_without_a_row_are_there_and_absent_for_every_criterion() -> None:
    counter = PatternCounter({"c": PASS_FAIL, "d": PASS_FAIL}, item_ids=(item for item in ["x", "y"]))
    counter.add(table_from_rows([row("x", "a", "pass"), row("x", "a", "pass", criterion="d")]))
    both = counter.counts()
    assert as_dict(both["c"]) == {("x", "a", 0): 1.0, ("y", "a", 0): "absent"}
    assert as_dict(both["d"]) == {("x", "a", 0): 1.0, ("y", "a", 0): "absent"}


def test_planned_items_alone_are_patterns_without_columns() -> None:
    counts = PatternCounter({"c": PASS_FAIL}, item_ids=["x", "y"]).counts()["c"]
    assert (counts.n_items, counts.judges, counts.counts.tolist()) == (2, (), [2])


def test_a_criterion_that_the_rubric_does_not_have_is_left_out() -> None:
    counter = PatternCounter({"c": PASS_FAIL})
    counter.add(table_from_rows([row("x", "a", "pass", criterion="other")]))
    assert counter.counts() == {}


def test_strata_split_patterns_and_rows() -> None:
    counts = counted([row("x", "a", "pass", stratum="long"), row("y", "a", "pass", stratum="short"), row("z", "a", "pass")])
    assert counts.stratum_names == ("long", "short")
    assert sorted(counts.counts.tolist()) == [1, 1, 1]
    weights = counts.rows().counts
    assert weights is not None
    assert weights.sum() == 3
    assert counts.items_with(int(counts.rows("long").index[0])) == ("x",)


def test_strata_of_the_items_file_win_over_the_tables_own() -> None:
    counts = counted([row("x", "a", "pass", stratum="old"), row("y", "a", "pass", stratum="old")], strata={"x": "new"})
    assert counts.stratum_names == ("new", "old")


def test_clusters_give_one_row_per_item_and_no_counts() -> None:
    rows = [row(item, "a", "pass", cluster=cluster) for item, cluster in [("x", "p"), ("y", "p"), ("z", "q"), ("w", None)]]
    counts = counted(rows)
    assert counts.clusters == ("p", "p", "", "")
    found = counts.rows()
    assert found.counts is None
    assert found.clusters is not None
    assert len(found.index) == 4
    assert sorted(np.bincount(found.clusters)) == [1, 1, 2], "x and y are one cluster, the others stand alone"


def test_items_that_share_no_cluster_are_counted_as_patterns() -> None:
    counts = counted([row("x", "a", "pass", cluster="p"), row("y", "a", "pass", cluster="q")])
    assert counts.rows().clusters is None
    assert counts.counts.tolist() == [2]


def test_gold_travels_with_the_pattern_and_is_nan_where_there_is_none() -> None:
    counts = counted([row("x", "a", "pass"), row("y", "a", "pass"), row("z", "a", "pass")], gold={("c", "x"): 1.0, ("c", "y"): 0.0, ("other", "z"): 1.0})
    gold = {item: counts.gold[counts.pattern_of_item[i]] for i, item in enumerate(counts.item_ids)}
    assert (gold["x"], gold["y"]) == (1.0, 0.0)
    assert np.isnan(gold["z"])
    assert counts.counts.tolist() == [1, 1, 1]


def test_codes_of_one_judge_have_its_replicates_in_order() -> None:
    counts = counted([row("x", "b", "fail", replicate=1), row("x", "a", "pass"), row("x", "b", "pass", replicate=0)])
    assert counts.replicates("b") == (0, 1)
    assert counts.codes("b").tolist() == [[1.0, 0.0]]
    assert counts.codes("a").tolist() == [[1.0]]


def test_ids_stay_text() -> None:
    counts = counted([row("007", "a", "pass"), row("7", "a", "fail"), row("NA", "a", "pass")])
    assert set(counts.item_ids) == {"007", "7", "NA"}


def test_no_rows_give_no_counts() -> None:
    counter = PatternCounter({"c": PASS_FAIL})
    counter.add(empty_table())
    assert counter.counts() == {}
    assert counter.facts().n_rows == 0


def test_a_table_from_rows_has_the_schema_and_nulls_for_what_is_missing() -> None:
    table = table_from_rows([{"item_id": "x", "judge": "a", "unknown": 1}])
    assert table.schema.equals(RATINGS_SCHEMA)
    assert table["label"].to_pylist() == [None]


def test_many_columns_and_items_grow_without_losing_a_cell() -> None:
    counter = PatternCounter({"c": PASS_FAIL})
    expected = {}
    for item in range(23):
        rows = []
        for judge in range(item % 5 + 1):
            label = "pass" if (item + judge) % 3 else "fail"
            rows.append(row(f"i{item}", f"j{judge}", label, replicate=item % 4))
            expected[f"i{item}", f"j{judge}", item % 4] = 1.0 if label == "pass" else 0.0
        counter.add(table_from_rows(rows))
    assert {key: value for key, value in as_dict(counter.counts()["c"]).items() if value != "absent"} == expected
