"""Columns that are ours but for their case are named with what reads them, and a probe of marks only is no probe."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

import judgeaudit
from judgeaudit.cli import app
from judgeaudit.importers.near_columns import nearly_ours


def table(probe: str = "Probe", variant: str = "Variant", name: str = "") -> pd.DataFrame:
    plain = [{"item_id": f"i{n}", "judge": "j", "replicate": r, "label": "yn"[n % 2], probe: name, variant: ""} for n in range(20) for r in (0, 1)]
    return pd.DataFrame([*plain, *({**row, "replicate": row["replicate"] + 2, probe: "formatting", variant: "list"} for row in plain)])


def told(audit: judgeaudit.Audit) -> str:
    return "\n".join(f"{one.severity}: {one.text}" for analysis in audit.data.analyses for one in analysis.findings)


@pytest.mark.parametrize(("probe", "variant"), [("Probe", "Variant"), ("PROBE", "variant_"), ("perturbation", "Probe variant")])
@pytest.mark.parametrize("kind", ["csv", "jsonl", "frame", "parquet"])
def test_columns_of_probes_in_another_case_are_named_with_the_map_that_reads_them(tmp_path: Path, probe: str, variant: str, kind: str) -> None:
    frame = table(probe, variant)
    path = tmp_path / f"v.{kind}"
    if kind == "csv":
        frame.to_csv(path, index=False)
    elif kind == "jsonl":
        frame.to_json(path, orient="records", lines=True)
    elif kind == "parquet":
        frame.to_parquet(path)
    said = told(judgeaudit.audit(frame if kind == "frame" else path, embedder="none"))
    assert f"--map probe={probe}, --map " + (f"'variant={variant}'" if " " in variant else f"variant={variant}") in said
    assert "warning: Columns that look like ours are not read" in said
    assert "count as plain repeats until then" in said


def test_a_table_that_is_counted_says_it_too(tmp_path: Path) -> None:
    table().to_parquet(tmp_path / "v.parquet")
    said = told(judgeaudit.audit(tmp_path / "v.parquet", engine="local", embedder="none"))
    assert "warning: Columns that look like ours are not read" in said
    assert "--map probe=Probe, --map variant=Variant" in said


def test_import_says_it_and_the_map_reads_them(tmp_path: Path) -> None:
    table().to_csv(tmp_path / "v.csv", index=False)
    found = CliRunner().invoke(app, ["import", str(tmp_path / "v.csv"), "--out", str(tmp_path / "w.parquet")])
    assert found.exit_code == 0, found.output
    assert "--map probe=Probe" in " ".join(found.output.split())
    done = CliRunner().invoke(
        app, ["import", str(tmp_path / "v.csv"), "--map", "probe=Probe", "--map", "variant=Variant", "--out", str(tmp_path / "x.parquet")]
    )
    assert done.exit_code == 0, done.output
    assert "look like ours" not in " ".join(done.output.split())
    assert pd.read_parquet(tmp_path / "x.parquet")["probe"].eq("formatting").sum() == 40


def test_our_own_names_and_columns_that_are_there_are_not_named() -> None:
    assert nearly_ours(["item_id", "judge", "label", "probe", "Probe", "note", "problem"]) == {}
    assert nearly_ours(["item_id", "judge", "label", "Order"]) == {"order": "Order"}


@pytest.mark.parametrize("marks", ["-", ".", "--", "?"])
def test_a_probe_of_marks_only_is_no_probe(marks: str) -> None:
    """The plain rows stay plain: what is measured is what it is with an empty cell."""
    with_marks, empty = (judgeaudit.audit(table("probe", "variant", name), embedder="none").data for name in (marks, ""))
    rows = [row for analysis in with_marks.analyses for row in analysis.blocks.get("probes", [])]
    assert [row["probe"] for row in rows] == ["formatting"]
    assert rows[0]["n_items"] == 20
    numbers = [[(one.name, one.value) for one in audit.estimates] for audit in (with_marks, empty)]
    assert numbers[0] == numbers[1]
