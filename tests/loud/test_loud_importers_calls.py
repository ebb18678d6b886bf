"""Rows that differ in anything that the file says of a call are two calls; a time that many items share tells none; what is not known is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.importing import copies_line
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import VerdictsError

N = 40
OF_CALLS: dict[str, tuple[Any, Any, Any]] = {
    "latency_s": (0.5, 0.6, 0.7), "confidence": (0.5, 0.6, 0.7), "cost_usd": (0.01, 0.02, 0.03), "completion_tokens": (50, 51, 52), "prompt_tokens": (9, 8, 7),
    "fingerprint": ("f0", "f1", "f2"), "model_served": ("m0", "m1", "m2"), "reasoning": ("a", "b", "c"),
}  # fmt: skip
"""Values of a column in the three calls on an item."""


def rows(*, times: str = "2024-01-01T00:{m:02}:{s:02}Z", replicate: bool = True, **calls: Any) -> list[dict[str, Any]]:
    """Three rows for each of forty items, with one label, rationale and time; `calls` are values of columns in the three."""
    return [
        {"item_id": f"i{n}", "judge": "j", "label": "ny"[n % 2], "rationale": f"because of {n}", "created_at": times.format(n=n, m=n // 20, s=7 + n % 20)}
        | ({"replicate": r} if replicate else {}) | {name: values[r] for name, values in calls.items()}
        for n in range(N) for r in range(3)
    ]  # fmt: skip


def bare(**calls: Any) -> list[dict[str, Any]]:
    """Three rows for each item with nothing but a label, the same again, and these columns."""
    return [{"item_id": f"i{n}", "judge": "j", "label": "ny"[n % 2]} | {name: values[r] for name, values in calls.items()} for n in range(N) for r in range(3)]


def written(path: Path, given: list[dict[str, Any]]) -> Path:
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    elif path.suffix == ".csv":
        pd.DataFrame(given).to_csv(path, index=False)
    else:
        pd.DataFrame(given).to_parquet(path, index=False)
    return path


def flips(found: judgeaudit.Audit) -> Estimate:
    return next(one for one in found.data.estimates if one.name == "flip_rate")


def said(found: judgeaudit.Audit, words: str) -> list[str]:
    return [one.severity for analysis in found.data.analyses for one in analysis.findings if words in one.text]


def audited(source: Any, **options: Any) -> judgeaudit.Audit:
    return judgeaudit.audit(source, embedder="none", **options)


@pytest.mark.parametrize("name", OF_CALLS)
def test_a_row_that_differs_in_what_belongs_to_a_call_is_another_call(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "v.jsonl", rows(**{name: OF_CALLS[name]}))
    assert judgeaudit.import_verdicts(path, out=tmp_path / "out.jsonl").read.table.num_rows == 3 * N
    found = audited(path)
    assert (flips(found).value, flips(found).n_ratings) == (0, 3 * N)
    assert said(found, "copies") == []


def test_a_counted_table_keeps_them_as_a_held_one_does(tmp_path: Path) -> None:
    path = written(tmp_path / "v.parquet", rows(**OF_CALLS))
    assert flips(audited(path, engine="local")).n_ratings == flips(audited(path)).n_ratings == 3 * N
    with pytest.raises(VerdictsError, match="are copies of a call"):
        audited(written(tmp_path / "c.parquet", rows(latency_s=(0.5, 0.5, 0.5))), engine="local")


def test_the_same_again_in_every_column_is_one_call_whatever_its_number(tmp_path: Path) -> None:
    found = audited(written(tmp_path / "v.jsonl", rows(**{name: values[:1] * 3 for name, values in OF_CALLS.items()})))
    assert flips(found).value is None
    assert said(found, f"{2 * N} of {3 * N} rows are copies") == ["serious"]


def test_a_judge_whose_calls_were_one_batch_hides_no_copies_of_another(tmp_path: Path) -> None:
    batch = [{**row, "judge": "k", "created_at": "2024-01-01T00:00:07Z"} for row in rows(latency_s=(0.5, 0.6, 0.7))]
    found = audited(written(tmp_path / "v.jsonl", rows() + batch))
    assert said(found, f"{2 * N} of {6 * N} rows are copies") == ["serious"]


def test_what_a_row_does_not_say_does_not_make_it_another_call(tmp_path: Path) -> None:
    found = audited(written(tmp_path / "v.jsonl", rows(latency_s=(0.5, None, 0.5), cost_usd=(None, 0.1, 0.1))))
    assert said(found, f"{2 * N} of {3 * N} rows are copies") == ["serious"]


@pytest.mark.parametrize(
    "given",
    [
        rows(seed_sent=(1, 2, 3)),
        rows(times="2024-01-01T00:{n:02}:00Z"),  # a clock of minutes, also where every item has a minute of its own
        rows(times="2024-01-01T00:0{m}:07Z"),  # twenty items each
        rows(times="2024-01-01T00:0{m}Z"),
    ],
    ids=["seeds", "a minute for each item", "twenty items at one time", "minutes"],
)
@pytest.mark.parametrize("engine", [None, "local"])
def test_what_proves_neither_one_call_nor_two_is_kept_and_said(tmp_path: Path, given: list[dict[str, Any]], engine: str | None) -> None:
    found = audited(written(tmp_path / "v.parquet", given), engine=engine)
    assert flips(found).n_ratings == 3 * N
    assert said(found, "cannot be told from copies") == ["serious"]


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
@pytest.mark.parametrize(
    ("name", "mapped", "values"),
    [
        ("run", "replicate", (0, 1, 2)),
        ("seed", "seed_sent", (4, 5, 6)),
        ("timestamp", "created_at", ("2024-01-01T00:00:07Z", "2024-01-01T00:01:07Z", "2024-01-01T00:02:07Z")),
    ],
)
def test_columns_that_are_not_read_tell_calls_apart_and_are_named(tmp_path: Path, suffix: str, name: str, mapped: str, values: Any) -> None:
    path = written(tmp_path / f"v{suffix}", bare(**{name: values}))
    done = judgeaudit.import_verdicts(path, out=tmp_path / "out.jsonl")
    assert done.read.table.num_rows == 3 * N
    assert f"--map {mapped}={name}" in (copies_line(done.read.table) or "")
    for found in (audited(path), audited(pd.DataFrame(bare(**{name: values})))):
        assert flips(found).n_ratings == 3 * N
        assert said(found, f"differ in columns that are not: {name}. ") == ["serious"]
    clear = audited(path, columns={mapped: name})
    assert flips(clear).n_ratings == 3 * N
    assert said(clear, "columns that are not") == []


def test_a_number_of_each_row_of_the_file_tells_no_calls_apart(tmp_path: Path) -> None:
    found = audited(written(tmp_path / "v.csv", [{"": n, **row} | {"row": n} for n, row in enumerate(bare())]))
    assert flips(found).value is None
    assert said(found, "were left out") == ["serious"]


def test_a_mapped_number_alone_does_not_make_two_calls(tmp_path: Path) -> None:
    given = [{**row, "run": n % 3} for n, row in enumerate(rows(replicate=False))]
    found = audited(written(tmp_path / "v.jsonl", given), columns={"replicate": "run"})
    assert said(found, f"{2 * N} of {3 * N} rows are copies") == ["serious"]


def test_numbered_rows_with_requests_of_their_own_are_kept_and_said(tmp_path: Path) -> None:
    given = [{**row, "request_id": f"q{n}"} for n, row in enumerate(rows())]
    path = written(tmp_path / "v.jsonl", given)
    assert judgeaudit.import_verdicts(path, out=tmp_path / "out.jsonl").read.table.num_rows == 3 * N
    found = audited(path)
    assert flips(found).n_ratings == 3 * N
    assert said(found, "differ in columns that are not: request_id. ") == ["serious"]
