"""`make probe`: the embedded judge under five probes, small enough to wait for."""

from __future__ import annotations

import re
from pathlib import Path

from judgeaudit.importers.rubric_yaml import read_rubric
from judgeaudit.probes import PROBES
from tests.cli.test_cli_run import judgeaudit

ROOT = Path(__file__).resolve().parents[2]
RUBRIC = ROOT / "rubrics" / "probes_refund.yaml"
CALLS = {"label_order": 20, "fallacy": 20, "refinement": 20, "nonsense_control": 20, "null_answer": 40}
"""10 items, 2 replicates, and the variants that docs/probes.md names."""


def test_five_probes_of_three_kinds_on_one_embedded_judge() -> None:
    rubric = read_rubric(RUBRIC).rubric
    assert rubric.probes == tuple(CALLS)
    kinds = [probe.kind for name in rubric.probes for probe in PROBES if probe.name == name]
    assert sorted(kinds) == ["attack", "bias", "bias", "bias", "control"]
    assert [judge.kind for judge in rubric.judges] == ["local"]
    assert rubric.replicates >= 2, "with one plain verdict the judge's own noise is not known"
    assert (rubric.probe_items or 0) >= 10, "below ten items an effect has no interval"


def test_check_shows_calls_and_cost_of_each_probe(tmp_path: Path) -> None:
    done = judgeaudit("check", str(RUBRIC), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "24 items x 1 criterion x 2 replicates x 1 judge = 48 calls" in done.stdout
    assert f"probes add {sum(CALLS.values())} calls, no cost (runs on this machine)" in done.stdout
    found = {name: int(n) for name, n in re.findall(r"^  (\w+) +(\d+) calls, no cost", done.stdout, flags=re.MULTILINE)}
    assert found == CALLS
    assert "does not show" not in done.stdout, "the prompt shows all that the probes change"
    assert not list(tmp_path.iterdir()), "nothing is written"


def test_make_probe_runs_it_and_is_told_of() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = makefile.split("\nprobe:")[1].split("\n\n")[0]
    assert "judgeaudit run rubrics/probes_refund.yaml" in recipe
    assert all(f"\t{code})" in recipe for code in (0, 1, 3)), "a gate that fails is no broken command"
    assert "probe" in makefile.split(".PHONY:")[1].splitlines()[0].split()
    for name in ("README.md", "CONTRIBUTING.md", "docs/probes.md", "rubrics/README.md"):
        assert "make probe" in (ROOT / name).read_text(encoding="utf-8"), name
