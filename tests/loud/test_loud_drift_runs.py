"""Runs that do not belong together as they stand: what is missing, doubled, misplaced or on no scale must not pass as a stable judge."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit import Audit
from judgeaudit.errors import GoldError
from judgeaudit.exporters.junit import junit_xml
from judgeaudit.report.markdown import markdown_text, render_markdown
from judgeaudit.stats.kernels.score_range import score_range
from tests.core.drift_files import rows, write_fees


def compared(old: Any, new: Any, **more: Any) -> Audit:
    given = [pd.DataFrame(one) if isinstance(one, list) else one for one in (old, new)]
    return judgeaudit.drift(*given, **{"embedder": "none", **more})


def texts(found: Audit) -> str:
    return "\n".join(finding.text for finding in found.data.analyses[0].findings)


def answers(found: Audit) -> dict[str, str]:
    return {one.judge: one.answer for one in found.data.drift}


def scored(scores: list[float], *, moved: float = 0.0, first: float | None = None) -> list[dict[str, Any]]:
    """One score for each item, twice; the first item's, where given, is not moved."""
    said = [one + moved for one in scores]
    said = said if first is None else [first, *said[1:]]
    return [{"item_id": f"i{n}", "judge": "j", "criterion": "right", "replicate": r, "score": float(score)} for n, score in enumerate(said) for r in range(2)]


GRADES = [float(1 + n % 10) for n in range(100)]


def test_one_score_far_outside_does_not_set_the_margin() -> None:
    """All 99 others are 1.5 lower: of a range of 9 that is far beyond 5 %, of one of 9,998 it is nothing."""
    found = compared(scored(GRADES, first=9999), scored(GRADES, moved=-1.5, first=9999))
    assert answers(found) == {"j": "drifted"}
    shift = next(one for one in found.data.drift[0].measures if one.measure == "marginal_shift")
    assert shift.margin == pytest.approx(0.05 * 9)
    assert "1 to 10 (without 2 far outside of it: 9999). Declare it (--rubric)" in texts(found)


def test_where_the_scores_do_not_tell_their_range_nothing_is_equivalent() -> None:
    same = scored([5.0] * 97 + [999.0] * 3)
    found = compared(same, same)
    assert answers(found) == {"j": "inconclusive"}
    assert "those of the baseline do not tell its range" in texts(found)
    scale = {"level": "interval", "low": 0, "high": 1000}
    rubric = judgeaudit.Rubric.model_validate({"name": "r", "criteria": [{"name": "right", "question": "?", "scale": scale}]})
    assert answers(compared(same, same, rubric=rubric)) == {"j": "equivalent"}


@pytest.mark.parametrize(
    ("scores", "ends"),
    [
        ([*range(1, 11), 9999], (1, 10)), ([1] * 5 + [2] * 5 + [3] * 5 + [999], (1, 3)), ([3] * 20 + [1, 2, 999], (1, 3)), ([0] + [1] * 99, (0, 1)), ([5] * 9, None),
        ([10] * 95 + [999] * 5, None), ([1, 2] * 10, (1, 2)), ([*np.linspace(0, 1, 50).tolist(), -1000], (0, 1)),
    ],
)  # fmt: skip
def test_the_range_of_scores_without_a_declared_scale(scores: list[float], ends: tuple[float, float] | None) -> None:
    assert score_range(np.asarray(scores, dtype=float)) == ends


def test_gold_on_another_scale_is_refused(tmp_path: Path) -> None:
    """Nobody said `good` or `bad`: accuracy would be 0 in both runs, and would not have changed."""
    path = tmp_path / "g.csv"
    path.write_text("item_id,annotator,label\n" + "".join(f"i{n:03d},ann,{('good', 'bad')[n % 2]}\n" for n in range(40)), encoding="utf-8")
    with pytest.raises(GoldError, match="not on the scale"):
        compared(rows(40), rows(40), gold=path)


def test_a_judge_that_is_gone_is_not_one_that_did_not_change() -> None:
    found = compared(rows(300) + rows(300, judge="b"), rows(300))
    assert answers(found) == {"j": "equivalent", "b": "inconclusive"}
    assert found.exit_code == 3
    assert "Nothing can be said of b: 'b' is in the baseline only" in render_markdown(found.data)
    assert b'errors="1"' in junit_xml(found.data)
    assert compared(rows(300) + rows(300, judge="b"), rows(300), judges=["j"]).exit_code == 0, "the user said who is compared"


def test_items_that_are_missing_now_may_be_those_that_failed() -> None:
    found = compared(rows(300), rows(150))
    assert answers(found) == {"j": "inconclusive"}
    assert "150 of 300 items of the baseline (50 %) have no row of j on right now" in texts(found)
    assert compared(rows(300), rows(299)).exit_code == 0, "one of 300 is within the margin, whatever became of it"
    assert compared(rows(300), rows(150) + rows(150, first=900)).exit_code == 0, "with production of its own the current run tells which are anchors"


def test_an_item_is_in_the_stratum_of_the_baseline() -> None:
    """All turned items are in B of the baseline, and the current run swaps A and B."""
    old = [{**row, "stratum": "AB"[int(row["item_id"][1:]) % 2]} for row in rows(300)]
    new = [{**row, "stratum": "BA"[int(row["item_id"][1:]) % 2]} for row in rows(300, turned=range(1, 61, 2))]
    found = compared(old, new)
    flips = {one.stratum: (one.effect, one.n_items) for one in found.data.drift[0].measures if one.measure == "excess_flip_rate"}
    assert flips == {None: (pytest.approx(0.1), 300), "A": (0.0, 150), "B": (pytest.approx(0.2), 150)}
    assert "300 items have another stratum in the current run than in the baseline" in texts(found)


def test_two_strata_of_an_item_in_one_run_are_said() -> None:
    old = [{**row, "stratum": "AB"[row["replicate"]]} for row in rows(40)]
    assert "baseline: 40 items have verdicts in two strata" in texts(compared(old, rows(40)))


def test_an_error_that_grew_has_grown() -> None:
    """Gold is the old score; now all are one point off."""
    gold = pd.DataFrame({"item_id": [f"i{n}" for n in range(100)], "annotator": "a", "label": [f"{one:g}" for one in GRADES]})
    found = compared(scored(GRADES), scored([one + (1 if one < 10 else -1) for one in GRADES]), gold=gold)
    assert found.estimate("drift.mae_shift", judge="j").value == pytest.approx(1.0)


def test_a_judge_that_began_to_contradict_itself_has_drifted() -> None:
    """60 of 300 items are split one to one now: no verdict is turned beyond noise, since the judge's own noise is the floor."""
    new = rows(300)
    for row in new:
        if row["replicate"] and int(row["item_id"][1:]) < 60:
            row["label"] = {"pass": "fail", "fail": "pass"}[row["label"]]
    found = compared(rows(300), new)
    (drifted,) = [one for one in found.data.drift[0].measures if one.answer == "drifted"]
    assert (drifted.measure, drifted.effect) == ("noise_shift", pytest.approx(0.2))
    assert "two verdicts on one item differ more often by 20.0 percentage points" in found.data.drift[0].sentence
    assert "pass -> no majority 30" in texts(found)
    (matrix,) = found.data.analyses[0].blocks["transitions"]
    assert matrix["labels"] == ["pass", "fail", "no majority", "no verdict"]
    assert sum(line[3] for line in matrix["counts"]) == 0, "every call gave a verdict"


def test_a_log_that_was_appended_to_is_not_compared_with_itself() -> None:
    old = rows(300, day=1)
    later = [{**row, "replicate": row["replicate"] + 2} for row in rows(300, turned=range(50), day=9)]
    for newer in (later, rows(300, turned=range(50), day=9)):
        found = compared(old, old + newer)
        assert found.estimate("drift.excess_flip_rate", judge="j").value == pytest.approx(50 / 300)
        assert "600 of 1,200 rows of the current run are rows of the baseline" in texts(found)
    assert "stands in the baseline, too" in texts(compared(old, old[::-1]))
    assert "rows of the baseline" not in texts(compared(old, rows(300, turned=range(50), day=1))), "the time of a day is too coarse to tell"


def test_a_floor_that_is_declared_does_not_replace_one_that_was_measured() -> None:
    old, new = rows(600), rows(600, turned=range(120))
    found = compared(old, new, noise_floor=0.2)
    assert answers(found) == {"j": "drifted"}
    assert "The noise floor of 0.2 that was declared is not used on right" in texts(found)


def test_scores_beside_labels_are_named() -> None:
    old, new = ([{**row, "score": score} for row in rows(60)] for score in (1.0, 2.0))
    assert "scores beside them are not compared (1 on average in the baseline, 2 on average now)" in texts(compared(old, new))


def test_prices_and_times_that_are_none_are_left_out() -> None:
    odd = [{**row, "cost_usd": 1e308, "latency_s": float("nan")} for row in rows(40)]
    found = compared(odd, odd)
    assert found.data.judges[0].cost is None
    assert found.data.judges[0].latency_p95_s is None
    dear = compared([{**row, "cost_usd": 0.001} for row in rows(60)], [{**row, "cost_usd": 5.0} for row in rows(60)])
    (finding,) = [one for one in dear.data.analyses[0].findings if "cost of a call" in one.text]
    assert (finding.severity, "is 5,000 times" in finding.text) == ("warning", True)


def test_a_run_that_is_not_whole_is_never_green(tmp_path: Path) -> None:
    judgeaudit.run(write_fees(tmp_path, n=12), out=tmp_path / "run")
    shutil.copytree(tmp_path / "run", tmp_path / "part")
    calls = tmp_path / "part" / "calls.jsonl"
    lines = calls.read_text(encoding="utf-8").splitlines(keepends=True)
    calls.write_text("".join(["{{" + line for line in lines[:5]] + lines[5:]), encoding="utf-8")
    for pair, side in (((tmp_path / "run", tmp_path / "part"), "current run"), ((tmp_path / "part", tmp_path / "run"), "baseline")):
        found = compared(*pair)
        assert found.exit_code == 4
        assert f"**Incomplete:** {side}: 5 of 24 planned calls were not made" in render_markdown(found.data)
        assert "5 lines of calls.jsonl are damaged and left out (1, 2, 3 ...)" in texts(found)
        assert b'errors="0"' not in junit_xml(found.data).splitlines()[1]


def test_few_anchors_could_have_seen_nothing() -> None:
    found = compared(rows(9), rows(9, turned=range(9)))
    assert {one.detectable for one in found.data.drift[0].measures} == {None}


def test_a_made_up_rubric_gives_no_heading() -> None:
    text = render_markdown(compared(rows(40), rows(40)).data)
    assert text.startswith("## j: ")
    assert markdown_text("right: 5 (of 9), a.b :smile: [x](y)") == "right: 5 (of 9), a.b \\:smile: \\[x\\]\\(y)"


def test_a_plan_for_more_tests_never_takes_fewer_anchors() -> None:
    plan = judgeaudit.plan_anchors(shift=0.9)
    assert all(one.corrected >= one.alone for one in plan.lines)


def test_a_run_is_frozen_with_its_rubric(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from judgeaudit.cli.commands import app

    done = CliRunner().invoke(app, ["anchors", "--resume", str(tmp_path)])
    assert done.exit_code != 0
    assert "judgeaudit anchors RUBRIC --resume" in json.dumps([done.output, str(getattr(done.exception, "fix", ""))])
