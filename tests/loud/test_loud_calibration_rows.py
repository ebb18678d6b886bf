"""Rows that look like repeats and are none: copies of an export, pairs in the other order, labels of slots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import judgeaudit
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import GoldError
from judgeaudit.importers.gold import gold_from_frame, read_gold
from judgeaudit.importers.interchange import read_verdicts, table_from_frame
from judgeaudit.importers.rubric_yaml import read_rubric

N = 60
PAIRS = "name: r\nmode: pairwise\ncriteria:\n  - name: c\n    question: which?\n    scale: {level: nominal, labels: [response_a, response_b, tie]}\n"
POINTS = "name: r\ncriteria:\n  - name: c\n    question: ok?\n    scale: {level: nominal, labels: [pass, fail]}\n"


def once(**columns: Any) -> pd.DataFrame:
    rng = np.random.default_rng(7)
    labels = np.where(rng.random(N) < 0.6, "pass", "fail")
    return pd.DataFrame({"item_id": [f"i{n}" for n in range(N)], "judge": "J", "label": labels, **columns})


def confidences() -> np.ndarray[Any, Any]:
    return np.round(np.random.default_rng(8).random(N), 3)


def audited(frame: pd.DataFrame, tmp_path: Path, rubric: str = POINTS) -> judgeaudit.Audit:
    (tmp_path / "r.yaml").write_text(rubric)
    return judgeaudit.audit(frame, tmp_path / "r.yaml", embedder="none")


def flip_rate(found: judgeaudit.Audit) -> Any:
    return next(one for one in found.data.estimates if one.name == "flip_rate")


def findings(found: judgeaudit.Audit) -> list[tuple[str, str]]:
    return [(one.severity, one.text) for analysis in found.data.analyses for one in analysis.findings]


def said(found: judgeaudit.Audit, words: str) -> list[str]:
    return [severity for severity, text in findings(found) if words in text]


# Copies of an export.


@pytest.mark.parametrize("column", ["confidence", "rationale", "created_at", "latency_s"])
def test_a_doubled_export_is_no_repeat(tmp_path: Path, column: str) -> None:
    values = confidences()
    texts = {"rationale": [f"because {value}" for value in values], "created_at": [f"2026-01-01T00:{n:02}:00Z" for n in range(N)]}
    frame = once(**{column: texts.get(column, values)})
    found = audited(pd.concat([frame, frame]), tmp_path)
    assert flip_rate(found).value is None
    assert "one replicate" in flip_rate(found).undefined
    assert said(found, f"{N} of {2 * N} rows are copies") == ["serious"]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_copies_are_found_in_every_format(tmp_path: Path, suffix: str) -> None:
    frame = once(confidence=confidences(), note=[f"n{n}" for n in range(N)])
    twice, path = pd.concat([frame, frame]), tmp_path / f"v.{suffix}"
    if suffix == "csv":
        twice.to_csv(path, index=False)
    elif suffix == "jsonl":
        twice.to_json(path, orient="records", lines=True)
    else:
        pq.write_table(pa.Table.from_pandas(twice, preserve_index=False), path)
    assert read_verdicts(path, drop_copies=True).num_rows == N
    assert read_verdicts(path).num_rows == 2 * N
    # one column that nobody reads tells the rows apart
    changed = pd.concat([frame, frame.assign(note="again")])
    assert table_from_frame(changed, drop_copies=True).num_rows == 2 * N
    if suffix == "jsonl":
        changed.to_json(path, orient="records", lines=True)
    elif suffix == "csv":
        changed.to_csv(path, index=False)
    else:
        pq.write_table(pa.Table.from_pandas(changed, preserve_index=False), path)
    assert read_verdicts(path, drop_copies=True).num_rows == 2 * N


def test_repeats_with_rounded_confidences_stay(tmp_path: Path) -> None:
    """A judge that says 0.9 twice is no copy while other items differ: dropping equal pairs would raise the flip rate."""
    confidence = np.round(confidences(), 1)
    again = confidence.copy()
    again[:5] = np.round(1 - again[:5], 1)
    found = audited(pd.concat([once(confidence=confidence), once(confidence=again)]), tmp_path)
    assert flip_rate(found).value == 0
    assert flip_rate(found).n_items == N
    assert said(found, "copies") == said(found, "is assumed") == []


def test_numbered_replicates_are_replicates(tmp_path: Path) -> None:
    frame = once(confidence=confidences())
    found = audited(pd.concat([frame.assign(replicate=n) for n in (0, 1)]), tmp_path)
    assert flip_rate(found).value == 0
    assert said(found, "copies") == said(found, "is assumed") == []


def test_copies_among_repeats_are_left_out_where_the_time_tells(tmp_path: Path) -> None:
    runs = [once(created_at=[f"2026-01-0{day}T00:{n:02}:00Z" for n in range(N)]) for day in (1, 2)]
    found = audited(pd.concat([*runs, runs[0][:10]]), tmp_path)
    assert said(found, f"10 of {2 * N + 10} rows are copies") == ["serious"]
    assert flip_rate(found).n_ratings == 2 * N


def test_a_date_is_no_time_of_a_call(tmp_path: Path) -> None:
    """Asked three times on one day: dropping repeats that agree would leave those that differ."""
    days = [f"2026-01-0{1 + n % 5}" for n in range(N)]
    flipped = once(created_at=days)
    flipped.loc[:4, "label"] = np.where(flipped.loc[:4, "label"] == "pass", "fail", "pass")
    found = audited(pd.concat([once(created_at=days), once(created_at=days), flipped]), tmp_path)
    assert flip_rate(found).n_ratings == 3 * N
    assert said(found, "are copies") == []


def test_labels_alone_that_differ_somewhere_are_taken_as_repeats_and_said(tmp_path: Path) -> None:
    again = once()
    again.loc[0, "label"] = "fail" if again.loc[0, "label"] == "pass" else "pass"
    found = audited(pd.concat([once(), again]), tmp_path)
    assert flip_rate(found).value == pytest.approx(1 / N)
    assert said(found, f"{N} of {2 * N} rows are about an item, judge and criterion of an earlier row") == ["warning"]
    assert said(found, "is assumed") == ["warning"]
    assert said(found, "left out") == []


@pytest.mark.parametrize("times", [2, 3])
def test_labels_alone_that_are_all_the_same_show_no_second_call(tmp_path: Path, times: int) -> None:
    """Nothing tells a judge that never flips from an export that was written twice: what is not known is not measured."""
    found = audited(pd.concat([once()] * times), tmp_path)
    assert flip_rate(found).value is None
    assert said(found, f"{(times - 1) * N} of {times * N} rows say the same as an earlier row") == ["serious"]
    assert said(found, "is assumed") == said(found, "rows are copies") == []


def test_another_judge_that_flips_shows_that_all_were_asked_again(tmp_path: Path) -> None:
    steady, other = once(), once().assign(judge="K")
    changed = other.assign(label=np.where(other["label"] == "pass", "fail", "pass"))
    found = audited(pd.concat([steady, steady, other, changed]), tmp_path)
    assert {one.judge: one.value for one in found.data.estimates if one.name == "flip_rate"} == {"J": 0, "K": 1}


def test_a_single_run_says_nothing_of_this(tmp_path: Path) -> None:
    assert said(audited(once(confidence=confidences()), tmp_path), "rows are") == []


# Pairs in the other order.


def pairs(shown: str = "names", *, judge: str = "J", biased: bool = False) -> pd.DataFrame:
    """Each pair in both orders; labels name responses, or slots as they were shown."""
    rng = np.random.default_rng(9)
    first = np.where(rng.random(N) < 0.5, "response_a", "response_b")
    other = np.where(first == "response_a", "response_b", "response_a")
    if biased:
        first, other = np.full(N, "response_a"), np.full(N, "response_b")
        second = other
    else:
        second = other if shown == "slots" else first
    frame = pd.DataFrame({"item_id": [f"i{n}" for n in range(N)], "judge": judge, "label": first, "order": "ab"})
    return pd.concat([frame, frame.assign(label=second, order="ba")])


def test_the_other_order_is_no_repeat(tmp_path: Path) -> None:
    found = audited(pairs(), tmp_path, PAIRS)
    assert flip_rate(found).value is None
    assert said(found, f"{N} of {2 * N} verdicts are about pairs in the other order") == ["note"]
    bias = next(analysis for analysis in found.data.analyses if analysis.name == "bias")
    assert bias.status == "measured"
    rows = bias.blocks["probes"]
    assert [(row["probe"], row["n_items"]) for row in rows] == [("position", N)]


def test_consistency_is_of_the_plain_order_alone(tmp_path: Path) -> None:
    """Asked twice in each order, a judge that always takes the first slot never flips, and moves with every swap."""
    frame = pairs(biased=True)
    found = audited(pd.concat([frame.assign(replicate=n) for n in (0, 1)]), tmp_path, PAIRS)
    assert flip_rate(found).value == 0
    moved = next(one for one in found.data.estimates if one.name == "position_excess_flip_rate")
    assert moved.value == pytest.approx(1.0)


def test_which_row_comes_first_decides_nothing() -> None:
    frame = pairs()
    ways = [table_from_frame(one).select(["item_id", "order", "probe"]).to_pylist() for one in (frame, frame[::-1])]
    assert sorted(map(str, ways[0])) == sorted(map(str, ways[1]))


def test_a_column_probe_wins() -> None:
    frame = pairs().assign(probe=["tone"] * N + [None] * N)
    assert table_from_frame(frame)["probe"].to_pylist() == ["tone"] * N + [None] * N


@pytest.mark.parametrize("orders", [("1", "2"), ("ab", "ab"), ("first", "second")])
def test_a_column_order_that_is_none_changes_nothing(orders: tuple[str, str]) -> None:
    frame = pairs().assign(order=np.repeat(orders, N))
    table = table_from_frame(frame)
    assert table["probe"].null_count == 2 * N
    assert set(table["replicate"].to_pylist()) == {0, 1}


def test_one_order_only_is_plain() -> None:
    frame = pairs()
    assert table_from_frame(frame[frame["order"] == "ba"])["probe"].null_count == N


def test_a_judge_that_saw_only_the_other_order_is_plain_too() -> None:
    one, other = pairs(), pairs(judge="K")
    table = table_from_frame(pd.concat([one, other[other["order"] == "ba"]])).to_pandas()
    assert table[table["judge"] == "K"]["probe"].isna().all()


# Labels of slots.


def test_labels_of_slots_are_noticed(tmp_path: Path) -> None:
    found = audited(pairs("slots"), tmp_path, PAIRS)
    assert said(found, f"names the other response in {N} of {N} verdicts on swapped pairs") == ["serious"]


@pytest.mark.parametrize("frame", [pairs(), pairs(biased=True)], ids=["steady", "always the first slot"])
def test_other_judges_are_not_blamed(tmp_path: Path, frame: pd.DataFrame) -> None:
    assert said(audited(frame, tmp_path, PAIRS), "names the other response") == []


def _rubric(tmp_path: Path, text: str) -> Rubric:
    (tmp_path / "r.yaml").write_text(text)
    return read_rubric(tmp_path / "r.yaml").rubric


@pytest.mark.parametrize("orders", [["ab", "ba"], ["ba", "ba"]])
def test_gold_of_pairs_that_were_turned_around_is_refused(tmp_path: Path, orders: list[str]) -> None:
    gold = pd.DataFrame({"item_id": ["i0", "i1"], "annotator": "h", "label": "response_a", "order": orders})
    rubric = _rubric(tmp_path, PAIRS)
    with pytest.raises(GoldError, match="labels that name the responses"):
        gold_from_frame(gold, rubric)
    gold.to_csv(tmp_path / "g.csv", index=False)
    with pytest.raises(GoldError, match="column 'order' with"):
        read_gold(tmp_path / "g.csv", rubric)


def test_gold_in_one_order_and_of_single_answers_is_read(tmp_path: Path) -> None:
    gold = pd.DataFrame({"item_id": ["i0", "i1"], "annotator": "h", "label": "response_a", "order": "ab"})
    assert len(gold_from_frame(gold, _rubric(tmp_path, PAIRS))) == 2
    gold = gold.assign(label="pass", order=["1", "2"])
    assert len(gold_from_frame(gold, _rubric(tmp_path, POINTS))) == 2
