"""An anchor is the text that was judged and not its id: another text is no changed judge."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from judgeaudit.api.freeze import freeze_anchors
from judgeaudit.api.monitor import monitor_init, monitor_update
from judgeaudit.errors import VerdictsError
from tests.cli.test_cli_anchors import write_project


def run_of(folder: Path, name: str, edited: Sequence[int]) -> Path:
    """The frozen run as one that was made later, with another response of some items."""
    shutil.copytree(folder / "a", folder / name)
    (folder / name / "anchors.json").unlink()
    path = folder / name / "inputs.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    for place in edited:
        data["items"][place]["response"] = "Edited."
    path.write_text(json.dumps(data), encoding="utf-8")
    return folder / name


def test_anchors_with_another_text_are_refused_and_the_state_is_as_it_was(tmp_path: Path) -> None:
    write_project(tmp_path, items=8)
    freeze_anchors(tmp_path / "r.yaml", out=tmp_path / "a")
    state = tmp_path / "w.db"
    assert monitor_init(state, tmp_path / "a").n_anchors == 8
    assert monitor_update(state, run_of(tmp_path, "same", [])).checks[-1].rows == 24
    before, other = state.read_bytes(), run_of(tmp_path, "other", [3, 5])
    with pytest.raises(VerdictsError, match="2 anchors have another text than in the baseline: 'i03', 'i05'"):
        monitor_update(state, other)
    assert state.read_bytes() == before
