"""Rows that are alike and computed with once, against each of them by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from judgeaudit.domain.rubric import Scale
from judgeaudit.errors import VerdictsError
from judgeaudit.importers.parquet_parts import label_batches, labels_in, parts_of
from judgeaudit.scale.here import _ahead
from judgeaudit.stats import gwet_ac, krippendorff_alpha
from judgeaudit.stats.kernels import ratings_check, run_rows
from judgeaudit.stats.kernels.draws import group_rows
from judgeaudit.tables import PatternCounter, PatternCounts, table_from_rows
from judgeaudit.tables.item_sample import _constant, encoded_ids

GROUPED = {
    "few whole numbers": np.array([[1.0, 3.0], [np.nan, 2.0], [1.0, 3.0], [2.0, np.nan], [np.nan, 2.0], [-1.0, 3.0]]),
    "fractions": np.array([[0.5, 3.0], [0.25, 2.0], [0.5, 3.0], [np.nan, np.nan]]),
    "numbers far apart": np.array([[1e9, 0.0], [0.0, 1e9], [1e9, 0.0], [np.nan, 0.0]]),
    "nothing given": np.full((3, 2), np.nan),
    "no rows": np.zeros((0, 2)),
    "more numbers than are taken as they are": np.array([[1.0, 30.0], [np.nan, 7.0], [30.0, 1.0], [1.0, 30.0], [7.0, np.nan], [np.nan, 7.0]]),
    "a column with nothing": np.array([[np.nan, 2.0], [np.nan, 1.0], [np.nan, np.nan], [np.nan, 2.0]]),
    "too many columns for one number": np.tile(np.arange(12.0)[:, None] % 5, (1, 40)),
}


@pytest.mark.parametrize("ratings", GROUPED.values(), ids=GROUPED)
def test_distinct_rows_are_those_of_sorting_them_one_by_one(ratings: np.ndarray) -> None:
    rows = [tuple(-np.inf if np.isnan(x) else x for x in row) for row in ratings]
    wanted = sorted(set(rows))
    first, pattern_of = group_rows(ratings[np.newaxis])
    assert first.tolist() == [rows.index(row) for row in wanted]
    assert pattern_of.tolist() == [wanted.index(row) for row in rows]


def test_ratings_laid_out_by_column_are_the_same_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings_check, "LONG_COLUMN", 4)
    ratings = np.array([[[1.0, np.nan], [2.0, 3.0], [1.0, 1.0], [5.0, 2.0]], [[0.0, 1.0], [np.nan, np.nan], [4.0, 4.0], [1.0, 2.0]]])
    laid_out = ratings_check.by_column(ratings)
    np.testing.assert_array_equal(laid_out, ratings)
    assert laid_out[0, :, 1].flags.c_contiguous
    assert not ratings[0, :, 1].flags.c_contiguous


@pytest.mark.parametrize(
    ("values", "constant"),
    [(["a", "a", "a"], True), (["a", None, "a"], False), ([None, None], True), (["a", "b", "a"], False), (["a", "b"], False), ([], False), ([0.5, 0.5], False)],
)
def test_a_column_of_one_value_is_encoded_as_any_other(values: list[Any], constant: bool) -> None:
    kind = pa.float64() if values and isinstance(values[0], float) else pa.string()
    encoded = encoded_ids(pa.array(values, kind))
    assert encoded.to_pylist() == values
    assert encoded.dictionary.to_pylist() == list(dict.fromkeys(values))
    assert _constant(pa.array(values, kind)) is constant


@pytest.mark.parametrize("level", ["nominal", "ordinal"])
def test_a_coefficient_of_distinct_rows_is_that_of_all_rows(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    ratings = rng.integers(1, 5, (3, 400, 4)).astype(float)
    ratings[rng.random(ratings.shape) < 0.1] = np.nan
    options = {"level": level, "labels": range(1, 5), "n_resamples": 200}
    for statistic in (krippendorff_alpha, gwet_ac):
        found = []
        for many in (10**9, 10):
            monkeypatch.setattr(run_rows, "MANY_ROWS", many)
            found.append(statistic(ratings, rng=np.random.default_rng(1), **options))
        one, other = found
        assert [one.value, one.low, one.high] == pytest.approx([other.value, other.low, other.high], abs=1e-12)
        assert (one.n_items, one.n_ratings, one.method) == (other.n_items, other.n_ratings, other.method)


def patterns_of(rows: list[dict[str, object]], **beside: Any) -> PatternCounts:
    counter = PatternCounter({"tone": Scale(labels=("a", "b", "c"))}, beside=True)
    counter.add(table_from_rows([{"criterion": "tone", "status": "ok", **row} for row in rows]))
    return counter.counts(**beside)["tone"]


def some_rows(**more: object) -> list[dict[str, object]]:
    rng = np.random.default_rng(8)
    return [
        {"item_id": f"{i:03d}", "judge": judge, "replicate": r, "label": "abc"[rng.integers(0, 3)], **more}
        for i in range(80) for judge in ("one", "two") for r in range(2) if rng.random() < 0.9
    ]  # fmt: skip


def test_one_judge_alone_has_its_own_cells_gold_and_stratum_of_every_item() -> None:
    gold = {("tone", f"{i:03d}"): float(i % 3 + 1) for i in range(0, 80, 4)}
    whole = patterns_of(some_rows(), gold=gold, strata={f"{i:03d}": "xy"[i % 2] for i in range(60)})
    for judge in ("one", "two"):
        alone, which = whole.alone(judge)
        assert alone.judges == (judge,)
        assert len(alone.counts) < len(whole.counts)
        assert np.array_equal(alone.cells(judge)[which], whole.cells(judge))
        assert np.array_equal(alone.gold[which], whole.gold, equal_nan=True)
        assert tuple(alone.strata[n] for n in which) == whole.strata
        assert np.array_equal(alone.cells(judge)[alone.pattern_of_item], whole.cells(judge)[whole.pattern_of_item])
        assert alone.counts.tolist() == np.bincount(alone.pattern_of_item).tolist()


def test_thinned_items_stand_for_all_that_are_alike() -> None:
    rows = some_rows()
    for row in rows:
        row["system"] = f"s{int(str(row['item_id'])) % 2}"
    whole = patterns_of(rows)
    thin = whole.thinned()
    assert thin.times is not None
    kinds = Counter(zip(whole.pattern_of_item.tolist(), whole.systems or (), strict=True))
    assert dict(zip(zip(thin.pattern_of_item.tolist(), thin.systems or (), strict=True), thin.times.tolist(), strict=True)) == dict(kinds)
    assert thin.n_items == whole.n_items == 80
    first = np.asarray([system == "s0" for system in thin.systems or ()])
    assert thin.n_of(first) == sum(system == "s0" for system in whole.systems or ()) == 40


def test_items_with_confidences_or_clusters_of_their_own_are_not_thinned() -> None:
    sure = patterns_of(some_rows(confidence=0.5))
    shared = patterns_of(some_rows(), clusters={"000": "c", "001": "c"})
    assert sure.thinned() is sure
    assert shared.thinned() is shared


def test_a_step_ahead_gives_the_same_in_the_same_order_and_its_error_where_it_is() -> None:
    def made() -> Iterator[int]:
        yield from range(4)
        raise VerdictsError("torn", where="part", fix="write it again")

    ahead = _ahead(made())
    assert [next(ahead) for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(VerdictsError, match="torn"):
        next(ahead)
    assert list(_ahead(iter([5, 6, 7]))) == [5, 6, 7]
    assert list(_ahead(iter([]))) == []


@pytest.mark.parametrize("column", ["text", "dictionary", "whole numbers", "truth values"])
def test_labels_of_distinct_rows_are_counted_like_all_rows(tmp_path: Path, column: str) -> None:
    rng = np.random.default_rng(4)
    label = {
        "text": pa.array([["Yes", "yes", "no", None, ""][n] for n in rng.integers(0, 5, 500)]),
        "dictionary": pa.array([["Yes", "yes", "no", None][n] for n in rng.integers(0, 4, 500)]).dictionary_encode(),
        "whole numbers": pa.array(rng.integers(1, 6, 500)),
        "truth values": pa.array(rng.random(500) < 0.4),
    }[column]
    table = pa.table({"item_id": [f"{i}" for i in range(500)], "judge": ["j"] * 500, "criterion": ["one", "two"] * 250, "label": label})
    pq.write_table(table, tmp_path / "part.parquet")
    (part,) = parts_of(str(tmp_path / "part.parquet"))
    wanted: dict[str, Counter[str]] = {}
    for batch, _ in label_batches(part, "verdict"):
        for row in batch.to_pylist():
            if row["status"] == "ok":
                wanted.setdefault(row["criterion"], Counter())[row["label"]] += 1
    found = labels_in(part, "verdict")
    assert list(found) == ["one", "two"]
    assert {name: one.labels for name, one in found.items()} == wanted
    assert all(isinstance(n, int) for one in found.values() for n in one.labels.values())


def test_the_order_in_which_pairs_were_shown_is_seen_in_parts_too(tmp_path: Path) -> None:
    rows = {"item_id": ["a", "b"], "judge": ["j", "j"], "label": ["A", "B"], "order": ["ab", None]}
    for name, table in (("with", pa.table(rows)), ("without", pa.table({key: values for key, values in rows.items() if key != "order"}))):
        pq.write_table(table, tmp_path / f"{name}.parquet")
        (part,) = parts_of(str(tmp_path / f"{name}.parquet"))
        assert labels_in(part, "verdict")["verdict"].ordered is (name == "with")
