"""The drift analysis on published tables and on real reruns: the figures of the papers and of the data's own README."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput, Side
from judgeaudit.analyses.gold import Gold
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.drift import DriftAnswer
from judgeaudit.domain.results import AnalysisOutput, Estimate
from judgeaudit.domain.rubric import Rubric
from judgeaudit.tables import PatternCounter, empty_table, table_from_rows
from tests.research import research

Found = tuple[AnalysisOutput, DriftAnswer]


def compared(old: dict[str, str | None], new: dict[str, str | None], labels: list[str], *, level: str = "nominal", gold: dict[str, str] | None = None) -> Found:
    """Two runs with one verdict of each item; None: it could not be read."""
    rubric = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"level": level, "labels": labels}}]})
    scale = rubric.criterion("c").scale
    codes = {("c", item): code for item, label in (gold or {}).items() if (code := scale.code(label)) is not None}
    rows = [
        {"item_id": item, "judge": name, "criterion": "c", "replicate": 0, "label": label, "status": "unparsable" if label is None else "ok"}
        for name, said in ((BASELINE, old), (CURRENT, new))
        for item, label in said.items()
    ]
    table = table_from_rows(rows)
    counter = PatternCounter({"c": scale}, judges=(BASELINE, CURRENT))
    counter.add(table)
    data = AnalysisInput(rubric=rubric, patterns=counter.counts(gold=codes), table=table, gold=Gold(codes=codes) if gold else None, n_resamples=0)
    output, answers = drift(DriftInput(data, Side("judge", table, empty_table()), Side("judge", table, empty_table()), {"c": 0.05}))
    return output, answers[0]


def of_table(counts: list[list[int]]) -> Found:
    cells = [(i, j) for i, row in enumerate(counts) for j, n in enumerate(row) for _ in range(n)]
    labels = [str(k + 1) for k in range(len(counts))]
    return compared(*({f"i{n}": labels[cell[side]] for n, cell in enumerate(cells)} for side in (0, 1)), labels)


def one(found: Found, name: str, group: str | None = None) -> Estimate:
    (estimate,) = (e for e in found[0].estimates if (e.name, e.group) == (name, group))
    return estimate


def test_stuart_s_vision_table() -> None:
    # Stuart 1953 and 1955: 7,477 women, right eye and left eye in four grades; statistics 11.96 and 19.11, p of the first .0075.
    from scipy.stats import chi2

    found = of_table([[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]])
    assert one(found, "stuart_maxwell_p").value == pytest.approx(chi2.sf(11.956570, 3), rel=1e-5)
    assert one(found, "bowker_p").value == pytest.approx(chi2.sf(19.106550, 6), rel=1e-5)
    assert one(found, "marginal_shift", "1").value == pytest.approx((1907 - 1976) / 7477)
    assert found[0].analysis.blocks["transitions"][0]["counts"][0] == [1520, 266, 124, 66, 0]


def test_agresti_s_prime_minister() -> None:
    # Agresti 2002, table 10.1: 944 of 1,600 approve at first, 880 later; exact p 3.7e-5 (statsmodels). 95 % interval -.04 -+ .0187 (his Wald's).
    found = of_table([[794, 150], [86, 570]])
    assert one(found, "mcnemar_p").value == pytest.approx(3.715936e-5, rel=1e-5)
    shift = one(found, "marginal_shift", "1")
    assert shift.value == pytest.approx(-0.04)
    assert (shift.low, shift.high) == (pytest.approx(-0.0587, abs=5e-4), pytest.approx(-0.0213, abs=5e-4))
    assert found[1].measures[0].p == pytest.approx(3.715936e-5, rel=1e-5)


LLMBAR = [
    # The README's "Drift 0301 -> 0613": same verdict, items, accuracy before and now, right to wrong, wrong to right.
    ("CoT", 0.823, 418, 0.4498, 0.4019, 47, 27),
    ("Vanilla", 0.8305, 419, 0.4893, 0.4057, 53, 18),
    ("Swap_CoT", 0.7722, 417, 0.4700, 0.4101, 60, 35),
]


@pytest.mark.parametrize(("strategy", "same", "n", "before", "now", "lost", "won"), LLMBAR, ids=[row[0] for row in LLMBAR])
def test_llmbar_from_0301_to_0613(strategy: str, same: float, n: int, before: float, now: float, lost: int, won: int) -> None:
    path = research("llmbar", "verdicts_all.csv")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["strategy"] == strategy and row["evaluator"] in ("ChatGPT", "ChatGPT-0301")]
    said: dict[str, dict[str, str | None]] = {"ChatGPT": {}, "ChatGPT-0301": {}}
    gold = {}
    for row in rows:
        item = f"{row['subset']} {row['item_index']}"
        said[row["evaluator"]][item] = row["winner_noswap"] or None
        gold[item] = row["label"]
    found = compared(said["ChatGPT-0301"], said["ChatGPT"], ["1", "2"], gold=gold)
    assert (one(found, "same_verdict_share").value, one(found, "same_verdict_share").n_items) == (pytest.approx(same, abs=5e-4), n)
    assert one(found, "version_accuracy", "baseline").value == pytest.approx(before, abs=5e-5)
    assert one(found, "version_accuracy", "current").value == pytest.approx(now, abs=5e-5)
    (row_of,) = found[0].analysis.blocks["accuracy"]
    assert (row_of["right_to_wrong"], row_of["wrong_to_right"]) == (lost, won)
    from scipy.stats import binomtest

    assert one(found, "accuracy_mcnemar_p").value == pytest.approx(binomtest(won, lost + won).pvalue)
    assert one(found, "accuracy_shift").value == pytest.approx((won - lost) / n)
    assert found[1].answer != "equivalent", "the README counts what changed"
    assert len([case for case in found[0].cases if case.flag == "flipped_anchor"]) == round((1 - same) * n)


def grades(name: str) -> dict[str, str | None]:
    path = research("llmjudge_trec", "submissions", "scores", f"NISTRetrieval-{name}.txt")
    fields = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {f"{field[0]} {field[2]}": field[3] for field in fields if field}


TREC: list[tuple[str, str, float]] = [
    # The README's exact agreement run to run, 4,423 pairs each; the last is another prompt.
    ("instruct0", "instruct1", 0.9977), ("instruct0", "instruct2", 0.9977), ("instruct1", "instruct2", 0.9986),
    ("reason0", "reason1", 0.9991), ("reason0", "reason2", 0.9993), ("reason1", "reason2", 0.9993),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "same"), TREC, ids=[f"{a}-{b}" for a, b, _ in TREC])
def test_trec_reruns_are_equivalent(first: str, second: str, same: float) -> None:
    found = compared(grades(first), grades(second), ["0", "1", "2", "3"], level="ordinal")
    assert (one(found, "same_verdict_share").value, one(found, "same_verdict_share").n_items) == (pytest.approx(same, abs=5e-5), 4423)
    assert found[1].answer == "equivalent"
    counts: list[list[Any]] = found[0].analysis.blocks["transitions"][0]["counts"]
    assert sum(map(sum, counts)) == 4423


def test_another_prompt_is_not_called_equivalent() -> None:
    found = compared(grades("instruct0"), grades("reason0"), ["0", "1", "2", "3"], level="ordinal")
    assert one(found, "same_verdict_share").value == pytest.approx(0.8483, abs=5e-5)
    assert found[1].answer == "inconclusive", "15 % changed; with one run each nobody knows how much changes by itself"
