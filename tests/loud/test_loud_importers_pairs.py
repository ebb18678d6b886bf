"""Tables of pairs without a rubric: the texts beside the verdicts are read, and the next command that an import names works as it stands."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import judgeaudit
from judgeaudit.cli import app

SAID = "parcels arrive within three working days"


def pairs(folder: Path, labels: str = "AB") -> Path:
    path = folder / "v.jsonl"
    texts = {"input": "When?", "response_a": f"Hello, {SAID}.", "response_b": "No idea."}
    rows = [{"item_id": f"i{n}", "judge": "j", "label": labels[n % 2], "rationale": f'Response A says "{SAID}".', **texts} for n in range(12)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def quotes(found: judgeaudit.Audit) -> float | None:
    return next(one.value for one in found.data.estimates if one.name == "quotes_checked" and one.judge == "j")


def test_the_next_command_of_an_import_of_pairs_works_as_printed(tmp_path: Path) -> None:
    printed = run("import", str(pairs(tmp_path)), "--out", str(tmp_path / "o.jsonl"))
    line = next(one for one in printed.replace("\n", " ").split("next: judgeaudit ") if one.startswith("audit"))
    assert "--items" in line
    run(*shlex.split(line), "--embedder", "none", "--out", str(tmp_path / "audit"))
    kept = json.loads((tmp_path / "audit" / "audit.json").read_text())
    assert next(one["value"] for one in kept["estimates"] if one["name"] == "quotes_checked") == 12


@pytest.mark.parametrize("labels", ["AB", "yn"])
def test_texts_of_pairs_beside_their_verdicts_are_read_by_the_audit_itself(tmp_path: Path, labels: str) -> None:
    assert quotes(judgeaudit.audit(pairs(tmp_path, labels), embedder="none")) == 12


def test_items_of_pairs_may_be_named_without_a_rubric(tmp_path: Path) -> None:
    items = tmp_path / "items.csv"
    items.write_text("id,input,response_a,response_b\n" + "".join(f'i{n},When?,"Hello, {SAID}.",No idea.\n' for n in range(12)))
    verdicts = tmp_path / "v.jsonl"
    verdicts.write_text(
        "".join(json.dumps({"item_id": f"i{n}", "judge": "j", "label": "AB"[n % 2], "rationale": f'A says "{SAID}".'}) + "\n" for n in range(12))
    )
    assert quotes(judgeaudit.audit(verdicts, items=items, embedder="none")) == 12
