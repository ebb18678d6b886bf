"""The snippet of docs/calibration.md prints what stands beside it, and the numbers of the page are those of the simulations."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.simulations.selective import read_results

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "calibration.md").read_text(encoding="utf-8")
SELECTIVE = PAGE.split("## Selective use")[1].split("\n## ")[0]


def test_the_snippet_prints_what_stands_beside_it() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", SELECTIVE, flags=re.MULTILINE | re.DOTALL)
    done = subprocess.run([sys.executable, "-W", "error", "-c", block], cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"^print.*  # (.*)$", block, flags=re.MULTILINE)


def test_the_sentence_is_that_of_the_snippet() -> None:
    assert "confidence >= 0.95: covers 38 % of items" in SELECTIVE
    assert "0.95 [0.385, 0.136, 0.179]" in SELECTIVE


def test_what_was_simulated_is_what_is_said() -> None:
    _, found = read_results()
    assert f"broke it in {100 * max(one.broken for one in found):.1f} % at most" in SELECTIVE
    assert f"broke it in up to {100 * max(one.observed for one in found):.0f} %" in SELECTIVE
    assert all(one.published == 1 for one in found if one.shape == "useless")
    assert f"{len({one.shape for one in found})} kinds of confidence" in SELECTIVE
    often = next(one for one in found if one.shape == "useless, often right" and one.n == 200)
    assert f"in {100 * often.answered:.0f} % of calibrations with 30" in SELECTIVE


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)", PAGE):
        assert "://" in target or (ROOT / "docs" / target).exists(), target
