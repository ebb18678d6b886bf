"""The documentation of the statistics is what the registry says, and its numbers are those that the functions give."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from judgeaudit import stats
from judgeaudit.stats.registry import FAMILIES

ROOT = Path(__file__).resolve().parents[1]
GUIDE = (ROOT / "docs" / "which_number.md").read_text(encoding="utf-8")
SCREEN = 60
"""Lines that a screen holds."""


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_statistics", ROOT / "docs" / "make_statistics.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


MAKE = generator()
PAGE = MAKE.PAGE.read_text(encoding="utf-8")


def test_the_page_is_up_to_date() -> None:
    assert MAKE.page() == PAGE, "run python docs/make_statistics.py"


def test_the_page_can_be_checked_from_a_shell() -> None:
    done = subprocess.run([sys.executable, "docs/make_statistics.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert (done.returncode, done.stdout) == (0, "docs/statistics.md is up to date\n"), done.stdout + done.stderr


@pytest.mark.parametrize("statistic", stats.STATISTICS, ids=lambda s: s.name)
def test_every_statistic_has_every_field_and_fits_on_a_screen(statistic: stats.Statistic) -> None:
    said = MAKE.read_docstring(statistic.fn.__doc__ or "")
    for field in (said.summary, said.use, said.weakness, said.undefined, said.texts["Notes"], said.texts["References"], said.texts["Examples"]):
        assert len(field.strip()) > 10
    assert statistic.kind in MAKE.INTERVALS
    assert statistic.columns in MAKE.DATA
    assert statistic.question.endswith("?")
    text = MAKE.entry(statistic, lambda name: "")
    for field in ("- **Data.**", "- **Use.**", "- **Weakness.**", "- **Undefined.**", "- **Interval.**", "**Formula.**", "**Source.**", "**Check.**"):
        assert field in text, field
    assert text.count("\n") < SCREEN
    assert text in re.sub(r"- \*\*Simulated\.\*\*.*\n", "", PAGE)


def test_every_family_stands_in_the_contents_and_every_link_leads_somewhere() -> None:
    headings = {MAKE._anchor(title) for title in re.findall(r"^##+ (.*)$", PAGE, flags=re.MULTILINE)}
    links = re.findall(r"\]\(#([^)]+)\)", PAGE)
    assert set(links) == headings
    assert {MAKE._anchor(title) for family, title in FAMILIES.items() if any(s.family == family for s in stats.STATISTICS)} <= headings
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE + GUIDE):
        assert "://" in target or (ROOT / "docs" / target).exists(), target


def test_a_docstring_is_taken_apart() -> None:
    said = MAKE.read_docstring("""Agreement.

    Use it often. Known weakness: it is
    blind.

    Returns
    -------
    Estimate
        0 to 1. Undefined when there are no ratings.

    Notes
    -----
    One.

    Two.
    """)
    assert (said.summary, said.use, said.weakness, said.undefined) == ("Agreement.", "Use it often.", "It is blind.", "When there are no ratings.")
    assert said.texts["Notes"].split("\n\n") == ["One.", "Two."]


# The guide.


def numbers_of_the_guide() -> list[list[float]]:
    (block,) = re.findall(r"^```python\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL)
    done = subprocess.run([sys.executable, "-c", block], cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    return [ast.literal_eval(line) for line in done.stdout.splitlines()]


def test_the_guide_s_numbers_are_those_of_its_snippet() -> None:
    rows = [[float(cell) for cell in row.split("|")] for row in re.findall(r"^\| \d+, \d+, \d+, \d+ \|(.*)\|$", GUIDE, flags=re.MULTILINE)]
    assert len(rows) == 4
    assert numbers_of_the_guide() == rows


# The same tables computed elsewhere (kappa and alpha by hand and with krippendorff 0.9, AC1 with irrCAC 0.4.4), to the digits of the guide.
PARADOX = [[0.85, 0.6995, 0.7008, 0.7007], [0.85, 0.3182, 0.3177, 0.8080], [0.944, -0.0234, -0.0247, 0.9408], [0.998, 0.499, None, 0.998]]


def test_the_guide_s_numbers_are_those_that_independent_tools_give() -> None:
    for found, expected in zip(numbers_of_the_guide(), PARADOX, strict=True):
        for one, two in zip(found, expected, strict=False):
            assert two is None or one == pytest.approx(two, abs=0.00056)


def test_the_guide_names_statistics_that_exist_and_leaves_few_out() -> None:
    table = GUIDE.split("## ")[0]
    named = set(re.findall(r"`(\w+)`", table)) - {"expected_if_calibrated", "k"}
    registered = {statistic.name for statistic in stats.STATISTICS}
    assert named <= registered
    assert len(registered - named) < len(registered) / 2


def test_the_guide_fits_on_a_page() -> None:
    assert GUIDE.count("\n") < 110
