"""How rows of a file are read for the monitor: values on the scale, times, which rows are the same, what is late."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit.domain.rubric import Scale
from judgeaudit.monitoring.batches import OFF_SCALE, Rows, place_of, row_digest, rows_of, seconds_of, sift
from judgeaudit.tables import table_from_rows

LABELS = Scale(level="nominal", labels=("pass", "fail", "unsure"))
ORDERED = Scale(level="ordinal", labels=("bad", "fair", "good"))
POINTS = Scale(level="interval", low=1, high=5, step=1)
FINE = Scale(level="interval", low=0, high=10)


@pytest.mark.parametrize(
    ("said", "scale", "label", "n", "place"),
    [
        ("pass", LABELS, "pass", 2, 1),
        (" Fail ", LABELS, "pass", 2, 0),
        ("maybe", LABELS, "pass", 2, OFF_SCALE),
        ("", LABELS, "pass", 2, OFF_SCALE),
        ("fair", ORDERED, None, 3, 1),
        ("good", ORDERED, None, 3, 2),
        ("5", POINTS, None, 5, 4),
        ("9", POINTS, None, 5, OFF_SCALE),
        ("-1", POINTS, None, 5, OFF_SCALE),
        ("2.5", FINE, None, 1001, 250),
        ("10.01", FINE, None, 1001, OFF_SCALE),
        ("word", FINE, None, 1001, OFF_SCALE),
        ("inf", FINE, None, 1001, OFF_SCALE),
    ],
)
def test_places_on_the_scale(said: str, scale: Scale, label: str | None, n: int, place: int) -> None:
    assert place_of(said, scale, label, n_points=n) == place


def test_times_in_all_writings_are_one_time() -> None:
    for text in ("2026-03-01T12:00:00Z", "2026-03-01T13:00:00+01:00", "2026-03-01 12:00:00", "1772366400", "1772366400000"):
        assert seconds_of(text) == 1_772_366_400
    assert all(np.isnan(seconds_of(text)) for text in ("", "yesterday", "nan", "inf"))


def test_digests_differ_by_each_part_and_never_by_a_split() -> None:
    base = ("i", "j", "c", 0, "t")
    others = [
        ("i2", "j", "c", 0, "t"),
        ("i", "j2", "c", 0, "t"),
        ("i", "j", "c2", 0, "t"),
        ("i", "j", "c", 1, "t"),
        ("i", "j", "c", 0, "t2"),
        ("ij", "", "c", 0, "t"),
    ]
    assert len({row_digest(*one) for one in (base, *others)}) == 7
    assert row_digest(*base) == row_digest(*base)
    assert -(2**63) <= row_digest(*base) < 2**63


def test_rows_of_the_watched_judge_only() -> None:
    common = {"criterion": "c", "replicate": 0, "status": "ok"}
    rows = [
        {**common, "item_id": "1", "judge": "j", "label": "pass"},
        {**common, "item_id": "2", "judge": "k", "label": "pass"},
        {**common, "item_id": "3", "judge": "j", "label": "pass", "criterion": "d"},
        {**common, "item_id": "4", "judge": "j", "label": "pass", "probe": "position"},
        {**common, "item_id": "5", "judge": "j", "label": None, "status": "refused"},
    ]
    found = rows_of(table_from_rows(rows), judge="j", criterion="c", scale=LABELS, label="pass", n_points=2)
    assert (found.items, found.elsewhere, found.places.tolist(), found.words) == (["1", "5"], 3, [1, -1], ["pass", "refused"])


def rows_at(days: list[float], digests: list[int]) -> Rows:
    n = len(days)
    return Rows(["x"] * n, [""] * n, np.ones(n, dtype=np.int64), np.array(days) * 86_400.0, np.array(digests, dtype=np.int64), [""] * n, [None] * n, 2)


def test_sifting_keeps_the_first_of_each_observation() -> None:
    found = sift(rows_at([100, 100, 101, 60], [1, 1, 2, 3]), {2}, newest=100, window_days=30, today=105)
    assert (found.new.tolist(), found.repeats, found.late, found.newest) == ([0], 2, 1, 100)


def test_the_edge_of_the_window_is_within_it() -> None:
    found = sift(rows_at([70, 69], [1, 2]), set(), newest=100, window_days=30, today=105)
    assert (found.new.tolist(), found.late) == ([0], 1)


def test_undated_rows_are_of_the_newest_day_and_the_future_is_today() -> None:
    undated = sift(rows_at([float("nan")], [1]), set(), newest=100, window_days=30, today=900)
    assert (undated.days.tolist(), undated.newest, undated.late) == ([100], 100, 0)
    future = sift(rows_at([5_000], [1]), set(), newest=100, window_days=30, today=105)
    assert (future.days.tolist(), future.newest) == ([105], 105)
    first = sift(rows_at([float("nan")], [1]), set(), newest=-1, window_days=30, today=105)
    assert (first.days.tolist(), first.newest) == ([105], -1)
