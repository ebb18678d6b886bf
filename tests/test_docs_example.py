"""The example notebook: its cells run, and give what it shows."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = json.loads((ROOT / "docs" / "example.ipynb").read_text(encoding="utf-8"))
FIX = "run python docs/make_example.py"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_example", ROOT / "docs" / "make_example.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def outputs(kind: str) -> list[str]:
    found: list[Any] = [one["data"] for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code" for one in cell["outputs"] if "data" in one]
    return ["".join(data[kind]) for data in found if kind in data]


def test_cells_run_and_give_the_outputs_that_are_stored() -> None:
    make = generator()
    assert make.settled(make.as_text(make.executed())) == make.settled(make.as_text(NOTEBOOK)), FIX


def test_times_are_no_difference_and_numbers_are() -> None:
    make = generator()
    assert make.settled("at 2026-01-02T03:04:05.678+00:00, 0.5") == make.settled("at 2027-11-12 13:14:15, 0.5")
    assert make.settled("0.5") != make.settled("0.6")


def test_it_is_a_notebook_of_format_4_5() -> None:
    """What nbformat's schema asks of a notebook with such cells; validated by it when it was made."""
    assert set(NOTEBOOK) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in NOTEBOOK["cells"]}) == len(NOTEBOOK["cells"])
    for cell in NOTEBOOK["cells"]:
        assert {"cell_type", "id", "metadata", "source"} <= set(cell)
        assert (cell["cell_type"] == "code") == ("outputs" in cell) == ("execution_count" in cell)


def test_it_shows_what_it_promises() -> None:
    plain, shown = "\n".join(outputs("text/plain")), "\n".join(outputs("text/html"))
    assert "flipped_verdict" in plain
    assert "gpt-4o drifted" in plain
    assert "calibration.cohen_kappa" in shown
    assert "True" in outputs("text/plain")
    assert "<script" not in shown
    assert str(ROOT) not in json.dumps(NOTEBOOK)
    assert "/tmp" not in json.dumps(NOTEBOOK)
