from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from judgeaudit import stats
from judgeaudit.errors import VerdictsError
from tests.contracts.reading_exports import put, read
from tests.research import research


def test_lines_are_verdicts_of_the_file(tmp_path: Path) -> None:
    rows, reading = read("trec", put(tmp_path, "Olz-exp.txt", "q1 0 p1 3\r\n\r\nq1\t0\tp2  0\nq2 Q0 007 1.5"))
    assert rows == [
        {"item_id": "q1/p1", "judge": "Olz-exp", "cluster": "q1", "status": "ok", "label": "3", "score": 3.0, "where": "Olz-exp.txt:1"},
        {"item_id": "q1/p2", "judge": "Olz-exp", "cluster": "q1", "status": "ok", "label": "0", "score": 0.0, "where": "Olz-exp.txt:3"},
        {"item_id": "q2/007", "judge": "Olz-exp", "cluster": "q2", "status": "ok", "label": "1.5", "score": 1.5, "where": "Olz-exp.txt:4"},
    ]
    assert reading.notes == {"the file does not say who judged: the judge is called by its name": 1}


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("q1 0 p1\nq1 0 p2 1\n", "the line has 3 fields, not 4"),
        ("q1 0 p1 good\n", "the grade 'good' is not a number"),
        ("q1 0 p1 1 x\n", "5 fields"),
        ("q1 0 p1 1_0\n", "1_0"),
    ],
)
def test_other_lines_are_errors(tmp_path: Path, content: str, what: str) -> None:
    with pytest.raises(VerdictsError, match=what) as raised:
        read("trec", put(tmp_path, "judge.txt", content))
    assert raised.value.where == "judge.txt:1"


def test_a_torn_line_and_a_grade_that_is_none(tmp_path: Path) -> None:
    rows, reading = read("trec", put(tmp_path, "judge.txt", "q1 0 p1 nan\nq1 0 p2"))
    assert [(row["item_id"], row["status"], row.get("label")) for row in rows] == [("q1/p1", "unparsable", None)]
    assert reading.skipped == {"torn": 1}


def test_a_line_of_ten_megabytes_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="longer than 64 KiB"):
        read("trec", put(tmp_path, "judge.txt", "q1 0 p1 1\n" + "x" * 10_000_000))


def test_the_33_submissions_of_the_llmjudge_challenge() -> None:
    folder = research("llmjudge_trec", "submissions", "scores")
    grades: Counter[str] = Counter()
    for path in sorted(folder.glob("*.txt")):
        rows, reading = read("trec", path)
        assert len(rows) == len({row["item_id"] for row in rows}) == 4423
        assert len({row["cluster"] for row in rows}) == 25
        assert {row["judge"] for row in rows} == {path.stem}
        assert reading.skipped == {}
        grades.update(row["label"] for row in rows)
    # awk '{n[$4]++} END {for (g in n) print g, n[g]}' scores/*.txt
    assert grades == {"0": 71292, "1": 33928, "2": 29312, "3": 11424, "5": 2, "10": 1}


@pytest.mark.parametrize(
    ("submission", "kappa", "alpha"),
    [("h2oloo-fewself", 0.2774, 0.4958), ("willia-umbrela1", 0.2863, 0.4918), ("Olz-gpt4o", 0.2625, 0.5020), ("TREMA-4prompts", 0.1829, 0.2888)],
)
def test_the_published_agreement_comes_out_of_the_rows(submission: str, kappa: float, alpha: float) -> None:
    # Rahmani et al. 2025, LLMJudge (arXiv 2502.13908): Cohen's kappa and Krippendorff's alpha of each submission with the assessors.
    judged, _ = read("trec", research("llmjudge_trec", "submissions", "scores", f"{submission}.txt"))
    assessed, _ = read("trec", research("llmjudge_trec", "gold", "llmjudge_test_qrel_idx.txt"))
    gold = {row["item_id"]: row["score"] for row in assessed}
    ratings = np.array([[row["score"], gold[row["item_id"]]] for row in judged])
    assert stats.cohen_kappa(ratings, level="nominal", labels=(0, 1, 2, 3)).value == pytest.approx(kappa, abs=5e-5)
    assert stats.krippendorff_alpha(ratings, level="ordinal", labels=(0, 1, 2, 3)).value == pytest.approx(alpha, abs=5e-5)
