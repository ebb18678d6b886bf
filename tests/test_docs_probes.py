"""The guide to probes says of each what its record says."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgeaudit.probes import PROBES, Probe

LINES = (Path(__file__).resolve().parents[1] / "docs" / "probes.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.name)
def test_the_guide_says_what_a_probe_does(probe: Probe) -> None:
    (line,) = [line for line in LINES if line.startswith(f"| `{probe.name}` ")]
    assert all(f"| {said} |" in line for said in (probe.changes, probe.expect, probe.cannot))
    assert all(f"`{variant}`" in line for variant in probe.variants)
    assert ("| both |" if len(probe.modes) == 2 else f"| {probe.modes[0]} |") in line


def test_the_guide_names_no_other_probe() -> None:
    assert sum(line.startswith("| `") for line in LINES) == len(PROBES)
