"""What is counted part by part, against the same counted at once or by other means."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from scale_builder import rich_rows

from judgeaudit.domain.rubric import Scale
from judgeaudit.tables import ItemSample, PatternCounter, PatternCounts, Tallies, merged, table_from_rows
from judgeaudit.tables.distinct import distinct_numbers, distinct_rows

SCALES = {"tone": Scale(labels=("pass", "fail")), "facts": Scale(labels=("pass", "fail"))}
ROWS = rich_rows(60)
TABLE = table_from_rows(ROWS)
GOLD = {("tone", f"{i:04d}"): float(i % 4 < 2) for i in range(0, 60, 2)}


def counted(table: pa.Table) -> PatternCounter:
    counter = PatternCounter(SCALES, beside=True)
    for batch in table.to_batches(max_chunksize=37):
        counter.add(batch)
    return counter


def by_item(counts: PatternCounts) -> dict[str, tuple[object, ...]]:
    """All that is known of each item, whatever the order."""
    return {
        item: (
            tuple(counts.patterns[n].tolist()), repr(float(counts.gold[n])), counts.strata[n], counts.clusters[i], (counts.systems or ())[i],
            tuple(map(repr, (counts.numbers or {})["confidence"][i].tolist())),
        )
        for i, (item, n) in enumerate(zip(counts.item_ids, counts.pattern_of_item, strict=True))
    }  # fmt: skip


@pytest.mark.parametrize("n_parts", [1, 2, 7])
def test_parts_that_share_no_item_add_up_to_the_whole(n_parts: int) -> None:
    ids = TABLE["item_id"].to_pylist()
    of_part = [int(item) * 31 % n_parts for item in ids]
    parts = [counted(TABLE.filter(pa.array([p == n for p in of_part]))).part() for n in range(n_parts)]
    whole = PatternCounter(SCALES, beside=True)
    whole.add(TABLE)
    wanted = whole.counts(gold=GOLD, strata={"0000": "z"}, clusters={"0059": "guessed", "0058": "guessed"})
    for name in SCALES:
        found = merged([part[name] for part in parts], gold=GOLD, strata={"0000": "z"}, clusters={"0059": "guessed", "0058": "guessed"})
        assert by_item(found) == by_item(wanted[name])
        assert found.columns == wanted[name].columns
        assert found.item_ids == tuple(sorted(found.item_ids))
        # the same distinct patterns in the same order, and so the same resamples
        assert np.array_equal(found.patterns, wanted[name].patterns)
        assert np.array_equal(found.counts, wanted[name].counts)


def test_a_judge_or_label_that_one_part_lacks_is_no_other_judge_or_label() -> None:
    rows = [
        {"item_id": "1", "judge": "b", "criterion": "tone", "replicate": 0, "label": "fail"},
        {"item_id": "2", "judge": "a", "criterion": "tone", "replicate": 1, "label": "pass"},
    ]
    parts = [counted(table_from_rows([row])).part()["tone"] for row in rows]
    found = merged(parts, judges=("b",))
    assert found.columns == (("b", 0), ("a", 1))
    assert found.values.tolist() == [0.0, 1.0]
    assert found.codes("b")[found.pattern_of_item][:, 0].tolist()[0] == 0.0  # "fail" is the second label
    assert found.codes("a")[found.pattern_of_item][:, 0].tolist()[1] == 1.0
    assert np.isnan(found.codes("a")[found.pattern_of_item][0]).all()


def test_distinct_rows_are_those_of_numpy() -> None:
    rng = np.random.default_rng(0)
    for number in range(60):
        rows = rng.integers(-9, 6, (number, 3)).astype(np.int32)
        if number % 10 == 9:  # too many values for one number of 63 bits
            rows = rng.integers(-(2**31), 2**31 - 1, (50, 4)).astype(np.int32)
        found, which, counts = distinct_rows(rows)
        wanted, where, times = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        assert np.array_equal(found, wanted)
        assert np.array_equal(which, where.ravel())
        assert np.array_equal(counts, times)
        numbers = rng.choice([-1e300, 0.0, -0.0, 0.5, 1 / 3], (number + 1, 3)) if number % 2 else rng.random((40, 9))
        distinct, n_each = distinct_numbers(numbers)
        wanted_numbers, wanted_n = np.unique(numbers, axis=0, return_counts=True)
        assert np.array_equal(distinct, wanted_numbers)
        assert np.array_equal(n_each, wanted_n)


def sample_of(table: pa.Table, n_items: int, *, chunk: int = 50, seed: int = 1) -> ItemSample:
    sample = ItemSample(n_items, seed)
    for batch in table.to_batches(max_chunksize=chunk):
        sample.add(pa.Table.from_batches([batch]))
    return sample


def test_a_sample_has_all_rows_of_its_items_in_whatever_order_they_come() -> None:
    strata = {f"{i:04d}": "abc"[i % 3] for i in range(60)}
    counts = Counter(strata.values())
    first = sample_of(TABLE, 9).table(strata, counts)
    chosen = set(first["item_id"].to_pylist())
    assert len(chosen) == 9
    assert Counter(strata[item] for item in chosen) == {"a": 3, "b": 3, "c": 3}
    assert first.num_rows == sum(row["item_id"] in chosen for row in ROWS)
    order = np.random.default_rng(5).permutation(TABLE.num_rows)
    again = sample_of(TABLE.take(pa.array(order)), 9, chunk=11).table(strata, counts)
    assert set(again["item_id"].to_pylist()) == chosen
    assert set(sample_of(TABLE, 9, seed=2).table(strata, counts)["item_id"].to_pylist()) != chosen
    halves = sample_of(TABLE.slice(0, 300), 9)
    halves.merge(sample_of(TABLE.slice(300), 9))
    assert halves.table(strata, counts).equals(first)


def test_every_item_is_drawn_about_as_often() -> None:
    """Over 400 seeds each of 60 items is drawn 9 times in 60: 60 on average, and beyond 60 +- 4.5 standard deviations once in 2,000 such tests."""
    times: Counter[str] = Counter()
    for seed in range(400):
        times.update(set(sample_of(TABLE, 9, chunk=10_000, seed=seed).table({}, {"": 60})["item_id"].to_pylist()))
    spread = (400 * 0.15 * 0.85) ** 0.5
    assert all(abs(times[f"{i:04d}"] - 60) < 4.5 * spread for i in range(60))


def test_tallies_of_parts_add_up() -> None:
    whole, first, second = Tallies(), Tallies(), Tallies()
    whole.add(TABLE)
    first.add(TABLE.slice(0, 100))
    second.add(TABLE.slice(100))
    first.merge(second)
    for tallies in (whole, first):
        of_judge = [row for row in ROWS if row["judge"] == "a-judge"]
        one = tallies.judges["a-judge"]
        assert one.rows == len(of_judge)
        assert tallies.values("model_served")["a-judge"] == Counter(row["model_served"] for row in of_judge)
        assert one.tokens == {"prompt_tokens": 5 * len(of_judge), "completion_tokens": 2 * len(of_judge)}
        assert sum(one.costs) == pytest.approx(0.001 * len(of_judge))
        seconds = sorted(row["latency_s"] for row in of_judge)
        assert one.latency(0.5) == pytest.approx(seconds[(len(seconds) - 1) // 2], rel=0.02)
        slow = one.latency(0.95)
        assert slow is not None
        assert any(abs(slow - value) / value < 0.001 for value in seconds)
        assert tallies.probes == {row["probe"] for row in ROWS if row.get("probe")}
        assert not tallies.unnumbered
        assert tallies.replicates == {0, 1, 2}
    assert all(low <= high for low, high in pairwise(whole.judges["a-judge"].latency(share) or 0.0 for share in (0.1, 0.5, 0.9)))
