"""Anchors that were changed are never compared with: whatever is edited in their folder is named, by everything that reads it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import judgeaudit
from judgeaudit.api.anchors import anchor_warnings, check_anchors
from judgeaudit.api.freeze import freeze_anchors
from judgeaudit.api.prompt_digest import prompt_digests
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RunError
from judgeaudit.monitoring.anchors import digests_of_criteria
from tests.cli.test_cli_anchors import write_project


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("frozen")
    write_project(folder, items=12)
    found = freeze_anchors(folder / "r.yaml", out=folder / "a")
    assert found.exit_code == 0
    return folder / "a"


@pytest.fixture
def anchors(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "a"))


def edit(path: Path, change: Callable[[Any], None]) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def _set(place: list[Any], value: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for step in place[:-1]:
            data = data[step]
        data[place[-1]] = value

    return change


CHANGES = [
    ("inputs.json", _set(["items", 3, "response"], "Another answer."), "item 'i03': its text changed"),
    ("inputs.json", lambda data: data["items"].pop(), "item 'i11': it was removed"),
    ("inputs.json", _set(["gold", 0, "label"], "pass"), "gold: item 'i00': its labels changed"),
    ("inputs.json", _set(["gold"], None), "there was gold, and there is none now"),
    ("run.json", _set(["rubric", "criteria", 0, "question"], "Is it polite?"), "criterion 'fee' changed"),
    ("run.json", _set(["rubric", "judges", 0, "system"], "Be strict."), "judge 'shaky': its prompt for 'fee' changed"),
    ("run.json", _set(["rubric", "judges", 0, "model"], "python:judges:other"), "the model was python:judges:shaky and is python:judges:other"),
    ("run.json", _set(["parameters", "shaky", "effective", "temperature"], 2), "judge 'shaky': temperature was"),
    ("run.json", _set(["rubric", "mode"], "pointwise "), "its 'rubric' is no rubric"),
    ("anchors.json", _set(["noise", 0, "value"], 0.0), "changed after the anchors were frozen"),
    ("anchors.json", _set(["format_version"], 2), "format_version 2"),
]


@pytest.mark.parametrize(("name", "change", "said"), CHANGES)
def test_whatever_is_edited_is_named(anchors: Path, name: str, change: Callable[[Any], None], said: str) -> None:
    edit(anchors / name, change)
    with pytest.raises(RunError) as caught:
        check_anchors(anchors)
    assert said in str(caught.value)


def test_an_edited_verdict_is_named_and_so_is_one_that_was_taken_away(anchors: Path) -> None:
    path = anchors / "calls.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"i05"' in line)
    path.write_text("".join([*lines[:at], lines[at].replace("pass", "fail"), *lines[at + 1 :]]), encoding="utf-8")
    with pytest.raises(RunError, match="item 'i05': its stored verdicts changed"):
        check_anchors(anchors)
    path.write_text("".join([*lines[:at], *lines[at + 1 :]]), encoding="utf-8")
    with pytest.raises(RunError, match="item 'i05': its stored verdicts changed"):
        check_anchors(anchors)


def test_an_audit_refuses_changed_anchors_and_takes_unchanged_ones(anchors: Path, tmp_path: Path) -> None:
    assert judgeaudit.audit(anchors, out=tmp_path / "o").data.incomplete == ()
    edit(anchors / "inputs.json", _set(["items", 0, "input"], "?"))
    with pytest.raises(RunError, match="these anchors are not what was frozen"):
        judgeaudit.audit(anchors, out=tmp_path / "o2")


def test_what_was_moved_is_unchanged_and_a_run_that_was_never_frozen_is_none(anchors: Path, tmp_path: Path) -> None:
    check_anchors(anchors)
    (anchors / "anchors.json").unlink()
    check_anchors(anchors)
    check_anchors(tmp_path / "nowhere")
    assert anchor_warnings(anchors) == ()


def test_strata_and_metadata_change_no_verdict(anchors: Path) -> None:
    edit(anchors / "inputs.json", _set(["items", 0, "stratum"], "long"))
    check_anchors(anchors)


def test_expired_anchors_are_said_and_not_refused(anchors: Path) -> None:
    check_anchors(anchors)
    assert anchor_warnings(anchors, now=datetime.now(UTC)) == ()
    assert "expired" in anchor_warnings(anchors, now=datetime(2099, 1, 1, tzinfo=UTC))[0]


def test_wordings_of_a_probe_are_no_part_of_what_anchors_were_asked() -> None:
    """Frozen anchors and calibrations outlive a version that gives rubrics new fields, and a rubric that is given paraphrases for a probe."""
    rubric = Rubric.model_validate(
        {
            "name": "r",
            "criteria": [{"name": "tone", "question": "Is it kind?", "scale": {"labels": ["yes", "no"]}}],
            "judges": [{"name": "j", "model": "python:m:f"}],
        }
    )
    with_more = Rubric.model_validate({**rubric.model_dump(), "criteria": [{**rubric.criteria[0].model_dump(), "paraphrases": ["Is the tone kind?"]}]})
    assert digests_of_criteria(rubric.criteria) == digests_of_criteria(with_more.criteria)
    assert prompt_digests(rubric, ("j",)) == prompt_digests(with_more, ("j",))
    assert set(rubric.criteria[0].as_asked()) == {"name", "question", "kind", "aspects", "scale", "label_descriptions"}
