"""A margin that no probe and no criterion has is said before anything is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import judgeaudit
from judgeaudit.probes.margin_names import margin_warnings
from tests.core.analyses_builder import rubric_of


def warned(margins: dict[str, Any], probes: tuple[str, ...] = ("position", "verbosity")) -> list[str]:
    return margin_warnings(rubric_of(probes=probes, margins=margins))


@pytest.mark.parametrize("name", ["bias.verbosty", "verbosity", "Bias.Verbosity", "bias.verbosity_excess_fliprate", "bias.Verbosity"])
def test_a_misspelt_margin_is_told_with_the_name_that_counts(name: str) -> None:
    (said,) = warned({name: 0.1})
    assert repr(name) in said
    assert "write bias.verbosity if that is meant" in said


def test_a_margin_of_a_probe_that_is_not_asked_is_told() -> None:
    (said,) = warned({"bias.anchoring": 0.1})
    assert "anchoring is not among probes" in said
    (said,) = warned({"bias.zzz": 0.1}, probes=())
    assert "no probes are asked" in said


def test_margins_that_count_are_not_told() -> None:
    assert warned({"bias.verbosity": 0.1, "bias.position_excess_flip_rate": 0.1, "c": 0.1}) == []


RUBRIC = """name: r
probes: [verbosity]
margins: {bias.verbosty: 0.1}
replicates: 2
criteria:
  - {name: c, question: "Is it good?", scale: {level: nominal, labels: [pass, fail]}}
judges:
  - {name: j, model: "python:graders:judge"}
items: items.jsonl
"""


def test_check_and_run_say_it_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    (tmp_path / "items.jsonl").write_text('{"id": "i0", "input": "What is it?", "response": "It is a tree, and it is tall."}\n', encoding="utf-8")
    calls = tmp_path / "calls"
    (tmp_path / "graders.py").write_text(
        f"def judge(item, criterion, *, seed, replicate):\n    __import__('pathlib').Path({str(calls)!r}).write_text('x')\n    return {{'label': 'pass'}}\n",
        encoding="utf-8",
    )
    assert any("bias.verbosty" in text for text in judgeaudit.check(tmp_path / "rubric.yaml").warnings)
    said: list[tuple[str, bool]] = []
    judgeaudit.run(tmp_path / "rubric.yaml", out=tmp_path / "out", embedder="none", on_warning=lambda text: said.append((text, calls.exists())))
    assert [asked for text, asked in said if "bias.verbosty" in text] == [False]
    assert calls.exists()
