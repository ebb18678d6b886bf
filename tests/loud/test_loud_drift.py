"""What must never pass as a stable judge: runs that cannot be compared, and comparisons of nothing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit import Audit, Item
from judgeaudit.errors import GoldError, JudgeAuditError, NothingInCommonError, OptionError, RubricError, VerdictsError
from tests.core.drift_files import rows, write, write_fees


def compared(old: Any, new: Any, **more: Any) -> Audit:
    given = [pd.DataFrame(one) if isinstance(one, list) else one for one in (old, new)]
    return judgeaudit.drift(*given, **{"embedder": "none", **more})


def texts(found: Audit) -> str:
    return "\n".join(finding.text for finding in found.data.analyses[0].findings)


def test_nothing_in_common_is_an_error_that_shows_ids_of_both() -> None:
    with pytest.raises(NothingInCommonError, match=r"'i000'.*'i900'") as caught:
        compared(rows(40), rows(40, first=900))
    assert caught.value.exit_code == 3


def test_one_judge_without_a_common_item_is_inconclusive_beside_one_with_them() -> None:
    found = compared(rows(300) + rows(40, judge="k"), rows(300) + rows(40, judge="k", first=900))
    assert {one.judge: one.answer for one in found.data.drift} == {"j": "equivalent", "k": "inconclusive"}
    assert found.exit_code == 3
    assert "Nothing can be said of k" in texts(found)


@pytest.mark.parametrize("which", [0, 1])
def test_a_run_that_is_not_there(tmp_path: Path, which: int) -> None:
    here = write(tmp_path / "a.jsonl", rows(20))
    paths = [here, here]
    paths[which] = tmp_path / "none.jsonl"
    with pytest.raises(VerdictsError, match=("the baseline is missing", "the current run is missing")[which]):
        compared(*paths)


def test_no_current_run_at_all() -> None:
    with pytest.raises(OptionError, match="no current run"):
        judgeaudit.drift(pd.DataFrame(rows(20)))


@pytest.mark.parametrize("which", [0, 1])
def test_an_empty_file(tmp_path: Path, which: int) -> None:
    paths = [write(tmp_path / "a.jsonl", rows(20)), write(tmp_path / "b.jsonl", rows(20))]
    paths[which].write_text("", encoding="utf-8")
    with pytest.raises(VerdictsError, match=paths[which].name):
        compared(*paths)


def test_other_criteria_are_named() -> None:
    new = [{**row, "criterion": "polite"} for row in rows(40)]
    with pytest.raises(VerdictsError, match="'right' only in the baseline; 'polite' only in the current run"):
        compared(rows(40), new)
    more = rows(40) + [{**row, "criterion": "polite"} for row in rows(40)]
    with pytest.raises(VerdictsError, match="'polite' only in the current run"):
        compared(rows(40), more)


def test_a_criterion_of_the_rubric_that_one_run_lacks_is_never_equivalent() -> None:
    scale = {"labels": ["pass", "fail"]}
    rubric = judgeaudit.Rubric.model_validate({"name": "r", "criteria": [{"name": name, "question": "?", "scale": scale} for name in ("right", "polite")]})
    both = rows(300) + [{**row, "criterion": "polite"} for row in rows(300)]
    assert compared(both, both, rubric=rubric).exit_code == 0
    assert compared(both, rows(300), rubric=rubric).exit_code == 3
    assert compared(rows(300), both, rubric=rubric).exit_code == 3


def test_labels_of_another_scale_are_no_drift() -> None:
    with pytest.raises(VerdictsError, match="no label in common: fail, pass in the baseline, no, yes in the current run"):
        compared(rows(40), rows(40, labels=("yes", "no")))


def test_scores_against_labels() -> None:
    scores = [{**row, "label": None, "score": float(row["label"] == "pass")} for row in rows(40)]
    with pytest.raises(VerdictsError, match="fail, pass in the baseline, scores in the current run"):
        compared(rows(40), scores)


def test_a_judge_that_now_says_one_label_only_has_drifted_and_is_no_other_scale() -> None:
    """All fail before, all pass now: no label in common, and the worst drift there is."""
    old, new = ([{**row, "label": label} for row in rows(60)] for label in ("fail", "pass"))
    found = compared(old, new)
    assert found.exit_code == 1


def test_run_directories_on_another_scale(tmp_path: Path) -> None:
    rubric = write_fees(tmp_path, n=12)
    judgeaudit.run(rubric, out=tmp_path / "old")
    rubric.write_text(rubric.read_text(encoding="utf-8").replace("labels: [pass, fail]", "labels: [pass, fail, unsure]"), encoding="utf-8")
    judgeaudit.run(rubric, out=tmp_path / "new")
    with pytest.raises(RubricError, match="criterion 'right' has another scale"):
        compared(tmp_path / "old", tmp_path / "new")


def test_judges_that_do_not_match() -> None:
    with pytest.raises(OptionError, match=r"'a', 'b'.*'c', 'd'") as caught:
        compared(rows(20, judge="a") + rows(20, judge="b"), rows(20, judge="c") + rows(20, judge="d"))
    assert "OLD=NEW" in str(caught.value)


@pytest.mark.parametrize(
    ("judges", "said"),
    [
        (["x=j"], "the baseline has no judge 'x'"), (["j=x"], "the current run has no judge 'x'"), (["x"], "the baseline has no judge 'x'"),
        (["j=j", "k=j"], "'j' of the current run is named twice"), (["j=j", "j=k"], "'j' of the baseline is named twice"),
    ],
)  # fmt: skip
def test_a_pair_of_judges_that_is_none(judges: Sequence[str], said: str) -> None:
    both = rows(20) + rows(20, judge="k")
    with pytest.raises(OptionError, match=re.escape(said)):
        compared(both, both, judges=judges)


def test_probe_rows_never_count_and_are_said() -> None:
    """Every verdict on a changed item is turned: as repeats they would make half of all verdicts flips."""
    probes = [{**row, "probe": "position", "variant": "swapped"} for row in rows(300, turned=range(300))]
    found = compared(rows(300), rows(300) + probes)
    assert found.exit_code == 0
    assert "600 rows of the current run are rows of probes" in texts(found)
    with pytest.raises(VerdictsError, match="every row of the current run is a row of a probe"):
        compared(rows(300), probes)


def test_the_same_file_twice_is_said_before_anybody_believes_it(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", rows(300))
    copy = tmp_path / "b.jsonl"
    shutil.copy(path, copy)
    for other in (path, copy):
        found = compared(path, other)
        assert found.exit_code == 0
        (finding,) = [one for one in found.data.analyses[0].findings if "byte for byte" in one.text]
        assert finding.severity == "serious"
        assert "nothing was compared" in finding.text
    later = write(tmp_path / "c.jsonl", rows(300, day=2))
    assert "byte for byte" not in texts(compared(path, later))


def test_a_baseline_that_is_the_newer_one() -> None:
    said = "The baseline's last call (2026-03-09 08:00 UTC) is later than that of the current run (2026-03-01 08:00 UTC)"
    assert said in texts(compared(rows(40, day=9), rows(40)))
    assert "wrong way round" not in texts(compared(rows(40), rows(40, day=9)))
    zone = [{**row, "created_at": "2026-03-01T09:30:00+02:00"} for row in rows(40)]
    assert "wrong way round" in texts(compared(rows(40), zone))


def test_scores_that_are_no_number_are_no_verdicts() -> None:
    """All scores NaN now: no verdict in common, and never equivalent."""
    old = [{**row, "label": None, "score": float(n % 7)} for n, row in enumerate(rows(60))]
    found = compared(old, [{**row, "score": float("nan")} for row in old])
    answers = {one.measure: one.answer for one in found.data.drift[0].measures}
    assert answers["answered_shift"] == "drifted"
    assert answers["marginal_shift"] == "inconclusive"
    half = [{**row, "score": float("nan") if n % 2 else row["score"]} for n, row in enumerate(old)]
    assert "NaN" not in compared(old, half).to_json()


def test_labels_off_the_scale_are_said() -> None:
    rubric = judgeaudit.Rubric.model_validate({"name": "r", "criteria": [{"name": "right", "question": "?", "scale": {"labels": ["pass", "fail"]}}]})
    new = rows(60)
    new[0]["label"] = "maybe"
    assert "1 verdicts of j on items of both runs are not on the scale" in texts(compared(rows(60), new, rubric=rubric))


def test_two_rows_of_one_replicate_are_said() -> None:
    """One of 120 rows stands there twice, the second time with the other verdict."""
    twice = rows(60)
    twice.append({**twice[0], "label": "fail"})
    found = compared(rows(60), twice)
    assert "1 rows of j have the item, criterion and replicate of an earlier row, 1 of them with another verdict" in texts(found)
    assert found.estimate("drift.churn", judge="j").value == 0.0


def test_the_same_id_with_another_text_is_refused(tmp_path: Path) -> None:
    rubric = write_fees(tmp_path, n=12)
    judgeaudit.run(rubric, out=tmp_path / "old")
    path = tmp_path / "items.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("The fee is 3 euros.", "The fee is 4 euros."), encoding="utf-8")
    judgeaudit.run(rubric, out=tmp_path / "new")
    with pytest.raises(VerdictsError, match="1 items have another text in the current run than in the baseline: 'i003'"):
        compared(tmp_path / "old", tmp_path / "new")


def test_gold_about_no_anchor_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text("item_id,annotator,label\nelsewhere,a,pass\n", encoding="utf-8")
    with pytest.raises(NothingInCommonError):
        compared(rows(40), rows(40), gold=path)
    with pytest.raises(GoldError):
        compared(rows(40), rows(40), gold=3)


def test_now_needs_a_run_directory_a_folder_and_no_second_run(tmp_path: Path) -> None:
    old = write(tmp_path / "a.jsonl", rows(20))
    with pytest.raises(OptionError, match="only the items of a run directory"):
        judgeaudit.drift(old, now=True, out=tmp_path / "o")
    with pytest.raises(OptionError, match="the baseline is missing"):
        judgeaudit.drift(tmp_path / "nowhere", now=True, out=tmp_path / "o")
    with pytest.raises(OptionError, match="--now makes the current run"):
        judgeaudit.drift(old, old, now=True, out=tmp_path / "o")
    judgeaudit.run(write_fees(tmp_path, n=12), out=tmp_path / "run")
    with pytest.raises(OptionError, match="need a folder"):
        judgeaudit.drift(tmp_path / "run", now=True)


def test_the_audit_of_a_run_directory_is_not_written_over(tmp_path: Path) -> None:
    judgeaudit.run(write_fees(tmp_path, n=12), out=tmp_path / "run")
    with pytest.raises(OptionError, match="its own audit would be lost"):
        judgeaudit.drift(tmp_path / "run", tmp_path / "run", out=tmp_path / "run")


@pytest.mark.parametrize(("margins", "said"), [({"right": 2.0}, "margin of 'right' is 2"), ({"wrong": 0.1}, "'wrong', which is no criterion")])
def test_margins_that_are_none(margins: dict[str, float], said: str) -> None:
    criteria = [{"name": "right", "question": "?", "scale": {"labels": ["pass", "fail"]}}]
    with pytest.raises(JudgeAuditError, match=said):
        compared(rows(20), rows(20), rubric=judgeaudit.Rubric.model_validate({"name": "r", "criteria": criteria, "margins": margins}))


def test_a_run_directory_without_calls_is_no_baseline(tmp_path: Path) -> None:
    judgeaudit.run(write_fees(tmp_path, n=12), out=tmp_path / "run")
    (tmp_path / "run" / "calls.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(VerdictsError, match="the baseline has no verdict"):
        compared(tmp_path / "run", rows(12))


def test_items_that_are_given_beside_verdicts_are_read() -> None:
    items = [Item(id=f"i{i:03d}", input="?", response="r", stratum="st"[i < 20]) for i in range(40)]
    assert {one.stratum for one in compared(rows(40), rows(40), items=items).data.drift[0].measures} == {None, "s", "t"}


def test_what_is_missing_of_a_stored_run_is_said(tmp_path: Path) -> None:
    """12 items, two calls each; the last 4 calls are gone."""
    judgeaudit.run(write_fees(tmp_path, n=12), out=tmp_path / "run")
    calls = tmp_path / "run" / "calls.jsonl"
    lines = calls.read_text(encoding="utf-8").splitlines(keepends=True)
    shutil.copytree(tmp_path / "run", tmp_path / "part")
    (tmp_path / "part" / "calls.jsonl").write_text("".join(lines[:-4]), encoding="utf-8")
    assert "current run: it is incomplete: 4 of 24 planned calls were not made" in texts(compared(tmp_path / "run", tmp_path / "part"))
