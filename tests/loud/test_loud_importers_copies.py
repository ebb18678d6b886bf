"""One call that stands in a file several times is one call: whatever its number, whatever stamp a batch gave it, also after an import."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import judgeaudit
from judgeaudit.cli import app
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import VerdictsError

N = 40
STAMP = "2024-01-01T00:00:00Z"
WORDS = "because of {n}"


def rows(*, times: str = STAMP, words: str = WORDS, replicates: int = 3, fresh: frozenset[tuple[int, int]] = frozenset(), **more: Any) -> list[dict[str, Any]]:
    """`replicates` rows for each item; `fresh` are the (item, replicate) in which the judge chose other words (no other reason)."""
    return [
        {"item_id": f"i{n}", "judge": "j", "label": "ny"[n % 2], "replicate": r, "created_at": times.format(n=n, r=r),
         "rationale": words.format(n=n, r=r) + (" indeed" * r if (n, r) in fresh else ""), **more}
        for n in range(N) for r in range(replicates)
    ]  # fmt: skip


def with_latencies(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with a latency of each item: the same again in every row of it."""
    return [{**row, "latency_s": 0.5 + int(row["item_id"][1:]) / 100} for row in given]


def table(path: Path, given: list[dict[str, Any]]) -> Path:
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(given), path)
    elif path.suffix == ".csv":
        pd.DataFrame(given).to_csv(path, index=False)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    return path


def flip_rate(found: judgeaudit.Audit) -> Estimate:
    return next(one for one in found.data.estimates if one.name == "flip_rate")


def said(found: judgeaudit.Audit, words: str) -> list[str]:
    return [one.severity for analysis in found.data.analyses for one in analysis.findings if words in one.text]


def gold() -> pd.DataFrame:
    return pd.DataFrame({"item_id": [f"i{n}" for n in range(N)], "annotator": "p", "label": ["ny"[n % 2] for n in range(N)]})


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
def test_copies_with_one_stamp_for_the_whole_table_and_the_same_latencies_are_copies(tmp_path: Path, suffix: str) -> None:
    found = judgeaudit.audit(table(tmp_path / f"v{suffix}", with_latencies(rows())), gold=gold(), embedder="none")
    assert flip_rate(found).value is None
    assert said(found, f"{2 * N} of {3 * N} rows are copies") == ["serious"]
    assert [one.decision for one in found.data.decisions] != ["deploy"]


def test_one_run_that_is_a_copy_of_another_is_left_out_and_real_runs_stay(tmp_path: Path) -> None:
    third = frozenset((n, 2) for n in range(N))
    found = judgeaudit.audit(table(tmp_path / "v.jsonl", with_latencies(rows(fresh=third))), embedder="none")
    assert said(found, f"{N} of {3 * N} rows are copies") == ["serious"]
    assert flip_rate(found).n_ratings == 2 * N


def test_a_counted_table_refuses_them_too(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="are copies of a call"):
        judgeaudit.audit(table(tmp_path / "v.parquet", with_latencies(rows())), engine="local", embedder="none")


@pytest.mark.parametrize(
    "changes",
    [
        {"times": "2024-01-0{r}T00:00:00Z".replace("{r}", "{r}1")},  # a stamp of its own for each run
        {"times": ""},
        {"fresh": frozenset((n, r) for n in range(N) for r in (1, 2))},
    ],
    ids=["a stamp for each run", "no times", "other words"],
)
def test_a_judge_that_was_asked_again_is_not_accused(tmp_path: Path, changes: dict[str, Any]) -> None:
    found = judgeaudit.audit(table(tmp_path / "v.jsonl", rows(**changes)), gold=gold(), embedder="none")
    assert flip_rate(found).value == 0
    assert said(found, "copies") == []
    assert not any("copies" in reason for one in found.data.decisions for reason in one.reasons)


@pytest.mark.parametrize(
    "changes",
    [
        {},  # one stamp for the whole table is that of a batch
        {"times": "2024-01-01"},  # a day is no time of a call
        {"words": "looks good"},  # nor do words that stand at every item tell one
        {"fresh": frozenset((n, r) for n in range(3) for r in (1, 2))},  # nearly all
    ],
    ids=["one stamp", "a day", "stock words", "nearly all"],
)
def test_what_may_be_copies_is_kept_said_and_never_deployed(tmp_path: Path, changes: dict[str, Any]) -> None:
    found = judgeaudit.audit(table(tmp_path / "v.jsonl", rows(**changes)), gold=gold(), embedder="none")
    assert flip_rate(found).n_ratings == 3 * N
    assert said(found, "cannot be told from copies") == ["serious"]
    (decision,) = found.data.decisions
    assert decision.decision == "deploy_with_review"
    assert any("copies" in reason for reason in decision.reasons)


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
@pytest.mark.parametrize("times", [STAMP, "2024-01-01T00:00:{n:02}Z"])
def test_an_import_keeps_how_many_copies_it_left_out(tmp_path: Path, suffix: str, times: str) -> None:
    done = judgeaudit.import_verdicts(table(tmp_path / "in.jsonl", with_latencies(rows(times=times))), out=tmp_path / f"v{suffix}")
    assert done.verdicts is not None
    assert done.read.table.num_rows == N
    assert done.read.table["copies_left_out"].to_pylist() == [2] * N
    again = judgeaudit.import_verdicts(done.verdicts, out=tmp_path / f"again{suffix}")
    assert again.verdicts is not None
    for path in (done.verdicts, again.verdicts):
        found = judgeaudit.audit(path, gold=gold(), embedder="none")
        assert said(found, f"{2 * N} copies of its {N} rows were left out when the file was made") == ["serious"]
        assert flip_rate(found).value is None
    larger = judgeaudit.audit(table(tmp_path / "p.parquet", pd.read_parquet(_parquet(done.verdicts)).to_dict("records")), engine="local", embedder="none")
    assert said(larger, f"{2 * N} copies of its {N} rows were left out") == ["serious"]


def _parquet(path: Path) -> Path:
    written = judgeaudit.import_verdicts(path, out=path.with_name(f"{path.stem}-as.parquet")).verdicts
    assert written is not None
    return written


def test_copies_that_two_files_share_are_counted_too(tmp_path: Path) -> None:
    times = "2024-01-01T00:00:{n:02}Z"
    files = [table(tmp_path / f"{n}.jsonl", rows(times=times, replicates=1, system=f"s{n}")) for n in range(2)]
    done = judgeaudit.import_verdicts(files, out=tmp_path / "v.jsonl")
    assert done.read.table["copies_left_out"].to_pylist() == [1] * N


def test_labels_alone_are_repeats_where_the_user_says_so(tmp_path: Path) -> None:
    """Nothing in the file tells a judge that never flips from an export that was written twice: whoever knows says it."""
    path = table(tmp_path / "v.csv", [{"item_id": row["item_id"], "judge": "j", "label": row["label"]} for row in rows()])
    plain = judgeaudit.audit(path, embedder="none")
    assert flip_rate(plain).value is None
    assert said(plain, "--repeats") == ["serious"]
    told = judgeaudit.audit(path, repeats=True, embedder="none")
    assert (flip_rate(told).value, flip_rate(told).n_ratings) == (0, 3 * N)
    assert said(told, f"{2 * N} of {3 * N} rows count as repeats because it was said") == ["note"]
    assert flip_rate(judgeaudit.audit(pd.read_csv(path), repeats=True, embedder="none")).value == 0
    mapped = judgeaudit.audit(path, repeats=True, columns={"label": "label"}, embedder="none")
    assert flip_rate(mapped).value == 0


def test_repeats_are_said_on_the_command_line_of_audit_and_import(tmp_path: Path) -> None:
    path = table(tmp_path / "v.csv", [{"item_id": row["item_id"], "judge": "j", "label": row["label"]} for row in rows()])
    done = CliRunner().invoke(app, ["import", str(path), "--repeats", "--out", str(tmp_path / "v.jsonl")])
    assert done.exit_code == 0, done.output
    assert f"wrote {3 * N} verdicts" in done.output
    written = [json.loads(line)["replicate"] for line in (tmp_path / "v.jsonl").read_text().splitlines()]
    assert written == [0, 1, 2] * N
    done = CliRunner().invoke(app, ["audit", str(path), "--repeats", "--embedder", "none", "--out", str(tmp_path / "a")])
    assert done.exit_code == 0, done.output
    estimates = json.loads((tmp_path / "a" / "audit.json").read_text())["estimates"]
    assert next(one["value"] for one in estimates if one["name"] == "flip_rate") == 0


def test_what_the_time_shows_to_be_a_copy_stays_one_whatever_is_said(tmp_path: Path) -> None:
    given = [{name: value for name, value in row.items() if name != "replicate"} for row in rows(times="2024-01-01T00:00:{n:02}Z")]
    found = judgeaudit.audit(table(tmp_path / "v.jsonl", given), repeats=True, embedder="none")
    assert flip_rate(found).value is None
    assert said(found, f"{2 * N} of {3 * N} rows are copies") == ["serious"]
