"""Labels without a rationale: the same again at the same moment is one call, and what several replies to one request say are several."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import VerdictsError

N = 40
FLIPPED = 7
"""Items on which the judge says something else in its third call."""


def calls(times: str = "2024-01-01T{r:02}:{m:02}:{s:02}.{n:03}Z", **more: Any) -> pd.DataFrame:
    """Three calls on each of forty items: labels and times alone."""
    return pd.DataFrame([
        {"item_id": f"i{n}", "judge": "j", "replicate": r, "label": "ny"[(n + (r == 2 and n < FLIPPED)) % 2],
         "created_at": times.format(n=n, r=r, m=n // 20, s=n % 20 + 1), **{name: values[r] for name, values in more.items()}}
        for n in range(N) for r in range(3)
    ])  # fmt: skip


def twice(given: pd.DataFrame) -> pd.DataFrame:
    """The rows and then again, under numbers of their own."""
    return pd.concat([given, given.assign(replicate=given.replicate + 3)])


def written(path: Path, given: pd.DataFrame) -> Path:
    if path.suffix == ".parquet":
        given.to_parquet(path, index=False)
    elif path.suffix == ".csv":
        given.to_csv(path, index=False)
    else:
        given.to_json(path, orient="records", lines=True)
    return path


def flips(found: judgeaudit.Audit) -> Estimate:
    return next(one for one in found.data.estimates if one.name == "flip_rate")


def said(found: judgeaudit.Audit, words: str) -> list[str]:
    return [one.severity for analysis in found.data.analyses for one in analysis.findings if words in one.text]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_labels_that_were_appended_again_under_new_numbers_are_one_call_each(tmp_path: Path, suffix: str) -> None:
    once = judgeaudit.audit(written(tmp_path / f"a{suffix}", calls()), embedder="none")
    found = judgeaudit.audit(path := written(tmp_path / f"b{suffix}", twice(calls())), embedder="none")
    assert (flips(found).value, flips(found).n_ratings) == (flips(once).value, 3 * N)
    # a pair of calls in three flips on two of three pairs of an item
    assert flips(found).value == pytest.approx(FLIPPED * 2 / 3 / N)
    assert said(found, f"{3 * N} of {6 * N} rows are copies") == ["serious"]
    assert said(once, "copies") == []
    # the first row of a verdict counts those of all calls that gave it
    assert sum(judgeaudit.import_verdicts(path, out=tmp_path / "out.jsonl").read.table["copies_left_out"].drop_null().to_pylist()) == 3 * N


def test_a_counted_table_refuses_them(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="are copies of a call"):
        judgeaudit.audit(written(tmp_path / "v.parquet", twice(calls())), engine="local", embedder="none")


@pytest.mark.parametrize(
    ("times", "more"),
    [
        ("2024-01-01T00:{m:02}:{s:02}Z", {}),  # three replies to one request: some say something else at the same time
        ("2024-01-01T00:{m:02}:{s:02}Z", {"latency_s": (1.1, 1.2, 1.3)}),
        ("2024-01-01T00:00:07Z", {}),  # a batch
        ("2024-01-01", {}),
    ],
    ids=["replies to one request", "other latencies", "a batch", "a day"],
)
@pytest.mark.parametrize("engine", [None, "local"])
def test_labels_of_other_calls_are_not_accused(tmp_path: Path, times: str, more: dict[str, Any], engine: str | None) -> None:
    found = judgeaudit.audit(written(tmp_path / "v.parquet", calls(times, **more)), engine=engine, embedder="none")
    assert (flips(found).value, flips(found).n_ratings) == (pytest.approx(FLIPPED * 2 / 3 / N), 3 * N)
    assert said(found, "copies of another") == said(found, "cannot be told from copies") == []


@pytest.mark.parametrize("engine", [None, "local"])
def test_the_same_label_at_the_same_moment_under_another_seed_is_a_doubt(tmp_path: Path, engine: str | None) -> None:
    again = calls().assign(seed_sent=1)
    found = judgeaudit.audit(
        written(tmp_path / "v.parquet", pd.concat([again, again.assign(replicate=again.replicate + 3, seed_sent=2)])), engine=engine, embedder="none"
    )
    assert flips(found).n_ratings == 6 * N
    assert said(found, "cannot be told from copies") == ["serious"]


def test_one_judge_with_several_replies_to_a_request_hides_no_copies_of_another(tmp_path: Path) -> None:
    several = calls("2024-01-01T00:{m:02}:{s:02}Z").assign(judge="k")
    found = judgeaudit.audit(written(tmp_path / "v.csv", pd.concat([twice(calls()), several])), embedder="none")
    assert said(found, f"{3 * N} of {9 * N} rows are copies") == ["serious"]


@pytest.mark.parametrize("engine", [None, "local"])
def test_a_clock_that_many_items_share_tells_no_call_in_a_sample_either(tmp_path: Path, engine: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four items at one second a sample mostly has one: a time of its own, it seems, and the same label again under another seed."""
    monkeypatch.setattr(thresholds, "SAMPLE_ITEMS", 30)
    given = pd.DataFrame(
        [{"item_id": f"i{n}", "judge": "j", "replicate": r, "seed_sent": r, "label": "ny"[n % 2], "created_at": f"2024-01-01T00:{n // 240:02}:{n // 4 % 60:02}.5Z"} for n in range(400) for r in range(2)]
    )  # fmt: skip
    found = judgeaudit.audit(written(tmp_path / "v.parquet", given), engine=engine, embedder="none")
    assert flips(found).n_ratings == 800
    assert said(found, "cannot be told from copies") == []
