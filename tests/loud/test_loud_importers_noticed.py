"""What readers notice of rows and columns is said, and the same whether a table is held, counted or read a piece at a time."""

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
from judgeaudit import thresholds
from judgeaudit.cli import app
from judgeaudit.domain.results import Finding
from judgeaudit.errors import VerdictsError

N = 40


def rows(**more: Any) -> list[dict[str, Any]]:
    """One verdict on each of forty items; `more` are columns with a value for every row, or a function of its number."""
    return [
        {"item_id": f"i{n}", "judge": "j", "replicate": 0, "label": "ny"[n % 2], **{name: one(n) if callable(one) else one for name, one in more.items()}} for n in range(N)
    ]  # fmt: skip


def lines(path: Path, given: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    return path


def findings(found: judgeaudit.Audit, words: str) -> list[Finding]:
    return [one for analysis in found.data.analyses for one in analysis.findings if words in one.text]


def imported(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["import", *arguments])
    assert done.exit_code == 0, done.output
    return str(done.output)


def parts(folder: Path, **columns: list[pa.Array]) -> Path:
    """A folder of parts a, b ... of which each has these columns in its own type."""
    folder.mkdir()
    for n in range(len(next(iter(columns.values())))):
        given = {"item_id": [f"i{k}" for k in range(N)], "judge": ["j"] * N, "replicate": [n] * N, "label": ["ny"[k % 2] for k in range(N)]}
        pq.write_table(pa.table({**given, **{name: values[n] for name, values in columns.items()}}), folder / f"{'abc'[n]}.parquet")
    return folder


@pytest.mark.parametrize("engine", [None, "local"])
@pytest.mark.parametrize(
    ("column", "values", "said"),
    [
        ("item_id", [pa.array([f"{k:03}" for k in range(N)]), pa.array(range(N)), pa.array([float(k) for k in range(N)])], "numbers in {b} and 1 more and text in {a}"),
        ("label", [pa.array([k % 2 == 0 for k in range(N)]), pa.array([k % 2 for k in range(N)]), pa.nulls(N)], "numbers in {b} and truth values in {a}"),
        ("item_id", [pa.array([f"{k}" for k in range(N)]), pa.array(range(N)).cast(pa.decimal128(21, 2)), pa.array(range(N))], "decimal128(21, 2) in {b} and numbers in {c} and text in {a}"),
    ],
)  # fmt: skip
def test_a_column_that_parts_hold_in_two_types_is_said_with_their_names(
    tmp_path: Path, engine: str | None, column: str, values: list[pa.Array], said: str
) -> None:
    folder = parts(tmp_path / "parts", **{column: values})
    found = judgeaudit.audit(folder, engine=engine, embedder="none")
    (one,) = findings(found, f"The column {column} holds ")
    named = {name: str(folder / f"{name}.parquet") for name in "abc"}
    assert said.format(**named) in one.text
    assert one.severity == "warning"


@pytest.mark.parametrize("engine", [None, "local"])
def test_types_that_are_written_alike_are_no_finding(tmp_path: Path, engine: str | None) -> None:
    words = pa.array(["ny"[k % 2] for k in range(N)])
    folder = parts(
        tmp_path / "parts",
        item_id=[pa.array(range(N)), pa.array(range(N), pa.int32()), pa.array([float(k) for k in range(N)])],
        label=[words, words.dictionary_encode(), words.cast(pa.large_string())],
        latency_s=[pa.array([1] * N), pa.array(["1.5"] * N), pa.array([0.5] * N)],
    )
    assert findings(judgeaudit.audit(folder, engine=engine, embedder="none"), "holds ") == []


def test_import_names_them_for_a_folder_and_for_files(tmp_path: Path) -> None:
    folder = parts(tmp_path / "parts", item_id=[pa.array([f"{k:03}" for k in range(N)]), pa.array(range(N))])
    files = [str(folder / "a.parquet"), str(folder / "b.parquet")]
    for given in ([str(folder)], files):
        said = imported(*given, "--out", str(tmp_path / "v.jsonl")).replace("\n", "")
        assert f"The column item_id holds numbers in {files[1]} and text in {files[0]}" in said


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_a_value_for_every_row_takes_no_place_of_what_the_file_says(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = pd.DataFrame(rows(judge=lambda n: "ab"[n % 2]))
    path = tmp_path / f"v{suffix}"
    if suffix == ".parquet":
        given.to_parquet(path, index=False)
    else:
        path.write_text(given.to_csv(index=False) if suffix == ".csv" else given.to_json(orient="records", lines=True))
    with pytest.raises(VerdictsError, match="the file has a column 'judge' of its own, which says 'a', 'b'"):
        judgeaudit.import_verdicts(path, out=tmp_path / "x.jsonl", fixed=["judge=x"])
    for source in (path, given):
        with pytest.raises(VerdictsError, match="'judge' of its own"):
            judgeaudit.audit(source, fixed={"judge": "x"}, embedder="none")
    if suffix != ".parquet":
        monkeypatch.setattr(thresholds, "MOST_HELD_BYTES", 0)
        with pytest.raises(VerdictsError, match="'judge' of its own"):
            judgeaudit.audit(path, fixed={"judge": "x"}, embedder="none")


@pytest.mark.parametrize("says", ["", " ", "x", None])
def test_a_column_that_is_empty_or_says_the_same_is_filled(tmp_path: Path, says: str | None) -> None:
    done = judgeaudit.import_verdicts(lines(tmp_path / "v.jsonl", rows(judge=says)), out=tmp_path / "out.jsonl", fixed=["judge=x"])
    assert done.read.table["judge"].to_pylist() == ["x"] * N


def test_import_counts_rows_by_status_and_calls_no_row_without_a_verdict_one(tmp_path: Path) -> None:
    given = rows()
    given[0] |= {"label": None}
    given[1] |= {"label": None, "status": "error"}
    given[2] |= {"label": None, "score": float("nan")}
    path = lines(tmp_path / "v.jsonl", given)
    said = imported(str(path), "--out", str(tmp_path / "out.jsonl"))
    assert f"{path}: 40 rows: 37 verdicts, 1 error, 2 unparsable (jsonl)" in said.replace("\n", "")
    assert f"wrote 40 rows to {tmp_path / 'out.jsonl'}: 37 verdicts, 1 error, 2 unparsable" in said.replace("\n", "")
    only = imported(str(lines(tmp_path / "w.jsonl", given[:1])), "--out", str(tmp_path / "w.csv"))
    assert "wrote 1 rows" in only
    assert "0 verdicts, 1 unparsable" in only


COSTS = {
    "latency_s": lambda n: -1.0 if n < 3 else float("inf") if n == 3 else 2.0,
    "cost_usd": lambda n: -1.0 if n < 5 else 1e12 if n == 5 else 0.5,
    "prompt_tokens": lambda n: -7 if n == 0 else 10,
}
SAID = "Numbers that cannot be are left out: cost_usd in 6 rows, latency_s in 4 rows, prompt_tokens in 1 rows."


@pytest.mark.parametrize("how", ["held", "streamed", "local", "frame"])
def test_negative_and_infinite_numbers_are_said_and_in_no_sum(tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source: Any = tmp_path / "v.csv"
    pd.DataFrame(rows(**COSTS)).to_csv(source, index=False)
    if how == "streamed":
        monkeypatch.setattr(thresholds, "MOST_HELD_BYTES", 0)
    elif how == "local":
        source = tmp_path / "v.parquet"
        pd.DataFrame(rows(**COSTS)).to_parquet(source, index=False)
    elif how == "frame":
        source = pd.DataFrame(rows(**COSTS))
    found = judgeaudit.audit(source, engine="local" if how == "local" else None, embedder="none")
    assert [one.severity for one in findings(found, SAID)] == ["warning"]
    (judge,) = found.data.judges
    assert judge.cost is not None
    assert (judge.cost.known_usd, judge.cost.unknown_calls) == (0.5 * (N - 6), 6)
    assert judge.latency_median_s == pytest.approx(2.0, rel=1e-3)
    assert judge.prompt_tokens == 10 * (N - 1)


def test_import_says_them_too(tmp_path: Path) -> None:
    pd.DataFrame(rows(**COSTS)).to_csv(tmp_path / "v.csv", index=False)
    assert SAID in imported(str(tmp_path / "v.csv"), "--out", str(tmp_path / "out.csv")).replace("\n", "")


@pytest.mark.parametrize("engine", [None, "local"])
def test_times_that_cannot_be_read_are_counted(tmp_path: Path, engine: str | None) -> None:
    odd = ["25/10/2026 2:30", "2026-02-31T00:00:00Z", "2026-10-25T02:30:00Z", "1761359400", "2026-10-25"]
    pd.DataFrame(rows(created_at=lambda n: odd[n % 5])).to_parquet(tmp_path / "v.parquet", index=False)
    found = judgeaudit.audit(tmp_path / "v.parquet", engine=engine, embedder="none")
    (one,) = findings(found, "created_at is no time that can be read in 16 of 40 rows")
    assert one.severity == "warning"
    assert findings(judgeaudit.audit(lines(tmp_path / "v.jsonl", rows(created_at="2026-10-25T02:30:00Z")), embedder="none"), "no time that can be read") == []


@pytest.mark.parametrize("streamed", [False, True])
def test_rows_without_any_value_are_counted_as_left_out(tmp_path: Path, streamed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [json.dumps(row) for row in rows()]
    path = tmp_path / "v.jsonl"
    path.write_text("\n".join([*texts[:2], "{}", *texts[2:], '{"note": "x"}']) + "\n")
    table = tmp_path / "v.csv"
    table.write_text("item_id,judge,label\n" + "".join(f"i{n},j,{'ny'[n % 2]}\n" for n in range(N)) + ",,\n")
    for source in (path, table):
        done = imported(str(source), "--out", str(tmp_path / "out.jsonl")).replace("\n", "")
        assert "rows without any value" in done
    if streamed:
        monkeypatch.setattr(thresholds, "MOST_HELD_BYTES", 0)
    (one,) = findings(judgeaudit.audit(path, embedder="none"), "left out while reading")
    assert one.text == f"left out while reading: 2 rows without any value ({path}:3, {path}:42)"
    (one,) = findings(judgeaudit.audit(table, embedder="none"), "left out while reading")
    assert one.text == f"left out while reading: 1 rows without any value ({table}: row 42)"


def test_rows_without_any_value_are_counted_in_parts_too(tmp_path: Path) -> None:
    path = tmp_path / "v.parquet"
    pd.DataFrame([*rows(), dict.fromkeys(rows()[0])]).to_parquet(path, index=False)
    held, counted = (findings(judgeaudit.audit(path, engine=engine, embedder="none"), "left out while reading") for engine in (None, "local"))
    assert [one.text for one in held] == [one.text for one in counted] == [f"left out while reading: 1 rows without any value ({path}: row 41)"]


@pytest.mark.parametrize(
    "given",
    [
        pd.DataFrame(rows()).rename(columns={"label": "Label"}),
        pd.DataFrame(rows()).rename(columns={"label": " label "}),
        pd.DataFrame(rows()).rename(columns={"judge": "grader"}),
        pd.DataFrame(rows()).assign(replicate=pd.Series([0] * 7 + [None] + [0] * 32, dtype="Int64")),
        pd.DataFrame([dict.fromkeys(rows()[0]), *rows()]).assign(replicate=pd.Series([None, 0, None] + [0] * 38, dtype="Int64")),
    ],
    ids=["Label", "blanks", "another name", "one empty replicate", "after a row without any value"],
)
def test_a_counted_table_is_refused_in_the_words_of_a_held_one(tmp_path: Path, given: pd.DataFrame) -> None:
    path = tmp_path / "v.parquet"
    given.to_parquet(path, index=False)
    said = []
    for engine in (None, "local"):
        with pytest.raises(VerdictsError) as raised:
            judgeaudit.audit(path, engine=engine, embedder="none")
        said.append((raised.value.what, raised.value.where))
    assert said[0] == said[1]
    assert "Label" not in given or said[0][0].startswith("the column 'label' is missing")
