"""The example rubrics as a user meets them: valid, complete, and with judges that run without a key."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.importers.gold import read_gold
from judgeaudit.importers.items import read_items
from judgeaudit.importers.rubric_yaml import LoadedRubric, read_rubric

ROOT = Path(__file__).resolve().parents[2]
RUBRICS = ROOT / "rubrics"
STARTER = ROOT / "judgeaudit" / "starter"
FILES = [RUBRICS / "refund_reply.yaml", RUBRICS / "support_pairs.yaml", STARTER / "rubric.yaml"]


def _module(path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _verdicts(loaded: LoadedRubric, items: tuple[Item, ...], judge: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    _, module, function = next(j.model for j in loaded.rubric.judges if j.name == judge).split(":")
    ask = getattr(_module(loaded.folder / f"{module}.py", monkeypatch), function)
    return {item.id: ask(item, loaded.rubric.criteria[0], seed=1, replicate=0) for item in items}


def _load(path: Path) -> tuple[LoadedRubric, tuple[Item, ...], dict[str, str]]:
    loaded = read_rubric(path)
    assert loaded.items_path is not None
    assert loaded.gold_path is not None
    items = read_items(loaded.items_path, loaded.rubric.mode)
    return loaded, items, {label.item_id: label.label for label in read_gold(loaded.gold_path, loaded.rubric)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_rubric_items_and_gold_are_valid_and_fit_together(path: Path) -> None:
    loaded, items, gold = _load(path)
    assert set(gold) == {item.id for item in items}
    labels = loaded.rubric.criteria[0].scale.labels
    assert labels is not None
    assert set(gold.values()) == set(labels)
    assert loaded.rubric.replicates >= 3
    assert "coverage.answered_rate" in loaded.rubric.gates


def test_the_faults_are_metadata_and_no_part_of_what_a_judge_is_shown() -> None:
    for path, fields in (
        (FILES[0], {"kind", "policy_window", "stated_window", "fault", "fault_note"}),
        (FILES[1], {"faulty", "key_fact", "fault", "fault_note"}),
    ):
        for item in _load(path)[1]:
            assert set(item.metadata) == fields
            assert item.metadata["fault_note"] not in " ".join(item.sources().values())


@pytest.mark.parametrize(
    ("path", "judge", "wrong"),
    [
        (FILES[0], "rule", {"reworded-8"}),
        (FILES[1], "facts", {"pair-06", "pair-07"}),
        (FILES[1], "longer", {f"pair-{n:02}" for n in (1, 2, 4, 5, 8, 9, 13, 14, 19, 20)}),
        (FILES[2], "my-rule", {"item-4"}),
    ],
    ids=["rule", "facts", "longer", "my-rule"],
)
def test_rule_judges_are_wrong_where_the_readme_says_and_quote_what_stands_there(
    path: Path, judge: str, wrong: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded, items, gold = _load(path)
    verdicts = _verdicts(loaded, items, judge, monkeypatch)
    assert {item_id for item_id, verdict in verdicts.items() if verdict["label"] != gold[item_id]} == wrong
    for item in items:
        (reason,) = verdicts[item.id]["reasons"]
        assert set(reason) == {"aspect", "finding", "quote", "explanation"}
        assert reason["finding"] in ("met", "unmet")
        assert any(reason["quote"] in text for name, text in item.sources().items() if name.startswith("response"))
    if judge in ("rule", "facts", "my-rule"):
        assert sum(bool(verdict["reasons"][0]["quote"]) for verdict in verdicts.values()) >= len(items) / 2


@pytest.mark.parametrize("judge", ["facts", "longer"])
def test_pair_rules_follow_the_shown_order(judge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, items, _ = _load(FILES[1])
    swapped = tuple(item.model_copy(update={"response_a": item.response_b, "response_b": item.response_a}) for item in items)
    other = {"response_a": "response_b", "response_b": "response_a", "tie": "tie"}
    straight, turned = (_verdicts(loaded, shown, judge, monkeypatch) for shown in (items, swapped))
    assert {key: other[verdict["label"]] for key, verdict in straight.items()} == {key: verdict["label"] for key, verdict in turned.items()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_commented_judge_is_a_judge(path: Path) -> None:
    """A user takes the # away; what stands behind it must be valid."""
    text = path.read_text(encoding="utf-8")
    lines = re.findall(r"^  # - (.*)$", text, flags=re.MULTILINE)
    assert len(lines) >= 4
    rubric = Rubric.model_validate(yaml.safe_load(re.sub(r"^  # - ", "  - ", text, flags=re.MULTILINE)))
    assert len(rubric.judges) == len(read_rubric(path).rubric.judges) + len(lines)


def test_the_starter_is_small_and_names_no_file_outside_itself() -> None:
    names = {entry.name for entry in STARTER.iterdir() if entry.is_file()}
    assert names == {"rubric.yaml", "items.jsonl", "gold.csv", "my_judge.py"}
    loaded = read_rubric(STARTER / "rubric.yaml")
    assert (loaded.rubric.items, loaded.rubric.gold) == ("items.jsonl", "gold.csv")


def test_items_are_plain_json_lines_in_utf8() -> None:
    for path in (RUBRICS / "refund_reply.jsonl", RUBRICS / "support_pairs.jsonl", STARTER / "items.jsonl"):
        raw = path.read_bytes()
        assert not raw.startswith(b"\xef\xbb\xbf")
        assert b"\r" not in raw
        assert all(isinstance(json.loads(line), dict) for line in raw.decode("utf-8").splitlines())
