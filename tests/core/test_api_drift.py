"""`judgeaudit.drift`: two runs in, one answer for each judge out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit import Audit, GoldLabel, Rubric
from judgeaudit.errors import OptionError
from tests.core.drift_files import rows, write, write_fees, write_gold
from tests.research import research

THIRTY = range(0, 60, 2)


def compared(old: list[dict[str, Any]], new: list[dict[str, Any]], **more: Any) -> Audit:
    return judgeaudit.drift(pd.DataFrame(old), pd.DataFrame(new), **{"embedder": "none", **more})


def word(found: Audit) -> str:
    (answer,) = found.data.drift
    return answer.answer


def texts(found: Audit) -> str:
    return "\n".join(finding.text for finding in found.data.analyses[0].findings)


def test_a_judge_that_says_the_same_is_equivalent() -> None:
    found = compared(rows(300), rows(300, day=9))
    assert word(found) == "equivalent"
    assert found.exit_code == 0
    assert found.data.decisions == ()


def test_turned_verdicts_drift_by_their_share() -> None:
    """30 of 300 anchors went from pass to fail: the share of pass is 0.1 lower, and the judge is right on 0.1 fewer."""
    gold = [GoldLabel(item_id=f"i{i:03d}", annotator="a", label=("pass", "fail")[i % 2], criterion="right") for i in range(300)]
    rubric = Rubric.model_validate(
        {"name": "r", "criteria": [{"name": "right", "question": "?", "scale": {"labels": ["pass", "fail"]}}], "margins": {"right": 0.02}}
    )
    found = compared(rows(300), rows(300, turned=THIRTY, day=9), gold=gold, rubric=rubric)
    assert word(found) == "drifted"
    assert found.exit_code == 1
    effects = {one.measure: one.effect for one in found.data.drift[0].measures}
    assert effects["marginal_shift"] == pytest.approx(-0.1)
    assert effects["accuracy_shift"] == pytest.approx(-0.1)
    assert found.estimate("drift.churn", judge="j").value == pytest.approx(0.1)
    assert {one.margin for one in found.data.drift[0].measures} == {0.02}
    assert [case.detail for case in found.data.cases if case.flag == "flipped_anchor"] == ["pass x2 -> fail x2 (gold pass)"] * 30


def test_flips_that_cancel_are_drift_although_the_rate_stays() -> None:
    found = compared(rows(300), rows(300, turned=range(48), day=9))
    assert word(found) == "drifted"
    by = {one.measure: one for one in found.data.drift[0].measures}
    assert by["marginal_shift"].effect == pytest.approx(0.0)
    assert by["excess_flip_rate"].answer == "drifted"
    assert by["excess_flip_rate"].effect == pytest.approx(0.16)


def test_a_flipped_anchor_is_shown_with_what_both_versions_said() -> None:
    found = compared(rows(300), rows(300, turned=THIRTY, day=9))
    text = next(one for one in found.data.texts if one.item_id == "i000")
    assert {(reply["judge"], reply["rationale"]) for reply in text.replies} == {
        ("j (baseline)", "Answer 0 names the fee."),
        ("j (current)", "Answer 0 lacks the fee."),
    }
    assert not compared(rows(300), rows(300, turned=THIRTY), texts=False).data.texts


def test_the_page_shows_both_rationales(tmp_path: Path) -> None:
    found = compared(rows(300), rows(300, turned=THIRTY, day=9), out=tmp_path / "o")
    page = (tmp_path / "o" / "audit.html").read_text(encoding="utf-8")
    assert "j (baseline)" in page
    words = re.sub("<[^>]*>", "", page)
    assert "Answer 0 [for or against] lacks the fee." in words, "what differs is marked"
    assert "Answer 0 [for or against] names the fee." in words
    assert found.data.drift[0].sentence.replace("'", "&#39;") in page


def test_items_of_one_run_only_are_production_and_never_anchors() -> None:
    """40 anchors; production went from all items as they were to a quarter of them turned."""
    found = compared(rows(40) + rows(200, first=500), rows(40) + rows(200, first=800, turned=range(800, 900, 2)))
    assert found.data.drift[0].n_anchors == 40
    assert found.data.run["n_items"] == 40
    assert "200 only in the baseline, 200 only in the current run count as production" in texts(found)
    assert found.estimate("drift.production_shift", judge="j").value == pytest.approx(-0.25)
    assert found.estimate("drift.judge_share_of_shift", judge="j").value == pytest.approx(0.0)


def test_judges_are_matched_by_name_each_with_its_own_answer() -> None:
    found = compared(rows(300) + rows(300, judge="k") + rows(20, judge="gone"), rows(300, turned=THIRTY) + rows(300, judge="k") + rows(20, judge="come"))
    assert {one.judge: one.answer for one in found.data.drift} == {"j": "drifted", "k": "equivalent", "gone": "inconclusive"}
    assert found.exit_code == 1
    assert "'gone' is in the baseline only" in texts(found)
    assert "'come' is in the current run only" in texts(found)
    assert [facts.name for facts in found.data.judges] == ["j", "k"]


def test_a_judge_may_be_named_otherwise_now() -> None:
    old, new = rows(300) + rows(300, judge="k"), rows(300, judge="j=2") + rows(300, judge="k")
    found = compared(old, new, judges=["j=j=2"])
    assert [(one.was, one.judge, one.answer) for one in found.data.drift] == [("j", "j=2", "equivalent")]
    assert "'k' in both runs is not compared" in texts(found)
    assert compared(old, new, judges={"j": "j=2", "k": "k"}).exit_code == 0
    alone = compared(rows(300), rows(300, judge="other"))
    assert (alone.data.drift[0].was, alone.data.drift[0].judge) == ("j", "other")
    assert "The judge is called j in the baseline and other now" in texts(alone)


def test_without_a_rubric_the_scale_is_that_of_both_runs() -> None:
    """Nobody in the baseline says `unsure`: it is a label of the scale all the same, and no verdict is off it."""
    new = rows(300, day=9)
    for row in new[:80]:
        row["label"] = "unsure"
    found = compared(rows(300), new)
    assert found.data.rubric.criteria[0]["labels"] == ["fail", "pass", "unsure"]
    shifts = {one.group: one.effect for one in found.data.drift[0].measures if one.measure == "marginal_shift"}
    assert shifts["unsure"] == pytest.approx(40 / 300)
    assert any("no rubric was given" in guess for guess in found.data.rubric.assumed)


def test_margins_come_from_the_rubric_then_the_option_then_the_default() -> None:
    rubric = Rubric.model_validate({"name": "r", "criteria": [{"name": "right", "question": "?", "scale": {"labels": ["pass", "fail"]}}]})
    assert {one.margin for one in compared(rows(40), rows(40), rubric=rubric).data.drift[0].measures} == {0.05}
    assert {one.margin for one in compared(rows(40), rows(40), rubric=rubric, margin=0.2).data.drift[0].measures} == {0.2}
    own = rubric.model_copy(update={"margins": {"right": 0.1}})
    found = compared(rows(40), rows(40), rubric=own, margin=0.2)
    assert {one.margin for one in found.data.drift[0].measures} == {0.1}
    assert "The margins of the rubric count on right" in texts(found)


def test_strata_of_the_items_file_answer_for_themselves(tmp_path: Path) -> None:
    """The turned items are all of one stratum, where they are 60 of 150."""
    items = [{"id": f"i{i:03d}", "input": "?", "response": f"r{i}", "stratum": "hard" if i < 150 else "easy"} for i in range(300)]
    path = write(tmp_path / "items.jsonl", items)
    found = compared(rows(300), rows(300, turned=range(0, 120, 2)), items=path)
    effects = {(one.stratum, one.measure): one.effect for one in found.data.drift[0].measures}
    assert effects["hard", "marginal_shift"] == pytest.approx(-0.4)
    assert effects["easy", "marginal_shift"] == pytest.approx(0.0)
    assert effects[None, "marginal_shift"] == pytest.approx(-0.2)


def test_a_run_directory_says_how_the_judge_was_asked(tmp_path: Path) -> None:
    """A file is read by the rubric of the run directory beside it; a changed question is a changed prompt."""
    rubric = write_fees(tmp_path)
    judgeaudit.run(rubric, out=tmp_path / "old")
    rubric.write_text(rubric.read_text(encoding="utf-8").replace("Is the fee named?", "Is the fee named, in euros?"), encoding="utf-8")
    judgeaudit.run(rubric, out=tmp_path / "new")
    found = judgeaudit.drift(tmp_path / "old", tmp_path / "new", out=tmp_path / "o")
    assert word(found) == "equivalent"
    causes = {row["what"]: row for row in found.data.analyses[0].blocks["causes"]}
    assert causes["prompt of right"]["changed"] is True
    assert causes["model asked for"]["before"] == "python:fees:judge"
    assert causes["provider"]["changed"] is False
    beside = judgeaudit.drift(tmp_path / "old", pd.DataFrame(rows(120)), embedder="none")
    assert beside.data.rubric.assumed == ()
    assert word(beside) == "drifted"


def test_now_asks_the_judge_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """120 items; once the file `lenient` is there the judge passes the 40 that only perhaps name a fee."""
    rubric = write_fees(tmp_path)
    judgeaudit.run(rubric, out=tmp_path / "old")
    monkeypatch.chdir(tmp_path)
    same = judgeaudit.drift(tmp_path / "old", now=True, out=tmp_path / "same")
    assert same.data.drift[0].n_anchors == 120
    assert same.exit_code == 0
    assert all(one.effect == pytest.approx(0.0) for one in same.data.drift[0].measures)
    (tmp_path / "lenient").write_text("", encoding="utf-8")
    found = judgeaudit.drift(tmp_path / "old", rubric=rubric, now=True, out=tmp_path / "later")
    assert word(found) == "drifted"
    assert {one.measure: one.effect for one in found.data.drift[0].measures}["marginal_shift"] == pytest.approx(1 / 3)
    assert (tmp_path / "later" / "now" / "run.json").is_file()
    assert len([case for case in found.data.cases if case.flag == "flipped_anchor"]) == 40


def test_an_interrupted_now_is_continued_and_incomplete_until_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rubric = write_fees(tmp_path)
    judgeaudit.run(rubric, out=tmp_path / "old")
    monkeypatch.chdir(tmp_path)
    part = judgeaudit.drift(tmp_path / "old", now=True, out=tmp_path / "o", max_calls=100)
    assert part.exit_code == 4
    assert part.data.incomplete
    whole = judgeaudit.drift(tmp_path / "old", now=True, out=tmp_path / "o")
    assert not whole.data.incomplete
    assert whole.data.drift[0].n_anchors == 120


def test_gold_of_a_file_counts_on_anchors(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "g.csv", 300)
    old, new = write(tmp_path / "old.jsonl", rows(300)), write(tmp_path / "new.jsonl", rows(300, turned=THIRTY))
    found = judgeaudit.drift(old, new, gold=gold, embedder="none")
    assert {one.measure: one.effect for one in found.data.drift[0].measures}["accuracy_shift"] == pytest.approx(-0.1)


def test_a_declared_noise_floor_stands_in_for_replicates() -> None:
    """One verdict each, 45 of 300 changed: 15 points, of which 10 are declared to be noise."""
    found = compared(rows(300, replicates=1), rows(300, turned=range(45), replicates=1), noise_floor=0.1)
    assert {one.measure: one.effect for one in found.data.drift[0].measures}["excess_flip_rate"] == pytest.approx(0.05)
    said = "Each run has one verdict of j on an item"
    assert said not in texts(found)
    assert said in texts(compared(rows(300, replicates=1), rows(300, turned=range(45), replicates=1)))
    assert said not in texts(compared(rows(30, replicates=1), rows(30, day=2)))


def test_the_same_runs_give_the_same_bytes() -> None:
    first, second = (compared(rows(60), rows(60, turned=(0, 2))).to_json() for _ in range(2))
    assert first == second


@pytest.mark.parametrize("margin", [0.0, 1.0, -0.1, float("nan")])
def test_a_margin_is_a_share(margin: float) -> None:
    with pytest.raises(OptionError, match="margin"):
        compared(rows(20), rows(20), margin=margin)


@pytest.mark.parametrize(
    ("old", "new", "n_changed", "answer"),
    [("instruct0", "instruct1", 10, "equivalent"), ("reason0", "reason1", 4, "equivalent"), ("instruct0", "reason0", 671, "inconclusive")],
)
def test_real_reruns_of_one_prompt_are_equivalent_and_another_prompt_is_not(old: str, new: str, n_changed: int, answer: str) -> None:
    """LLMJudge challenge (Rahmani et al. 2024), grades 0..3 of 4,423 pairs. Shares of equal grades counted with awk: 0.9977, 0.9991, 0.8483."""
    trec = research("llmjudge_trec", "submissions", "scores")
    runs = []
    for name in (old, new):
        lines = [line.split() for line in (trec / f"NISTRetrieval-{name}.txt").read_text(encoding="utf-8").splitlines()]
        runs.append([{"item_id": f"{query}/{passage}", "judge": "nist", "label": grade} for query, _, passage, grade in lines])
    scale = {"level": "ordinal", "labels": ["0", "1", "2", "3"]}
    rubric = Rubric.model_validate({"name": "trec", "criteria": [{"name": "relevance", "question": "How relevant?", "scale": scale}]})
    found = compared(*runs, rubric=rubric)
    assert word(found) == answer
    assert found.estimate("drift.same_verdict_share", judge="nist").value == pytest.approx(1 - n_changed / 4423)
