"""Real drift and real absence of it, through `judgeaudit.drift`: answers, noise floors and smallest shifts; and the table that docs/drift.md shows."""

from __future__ import annotations

import csv
import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from benchmarks import real_drift as real
from judgeaudit.domain.drift import DriftMeasure
from judgeaudit.domain.results import Audit
from tests.cli.test_cli_audit import judgeaudit
from tests.research import research

TREC = real.DATA / "llmjudge_trec" / "submissions" / "scores"


@pytest.fixture(scope="module")
def audits() -> dict[str, Audit]:
    """Every case, compared once."""
    for name in ("llmbar", "arena_bench_v1", "llmjudge_trec"):
        research(name)
    return {case.name: real.compared(case) for case in real.CASES}


def of(audits: dict[str, Audit], *words: str) -> Audit:
    (found,) = (audit for name, audit in audits.items() if all(word in name for word in words))
    return found


def measure(audit: Audit, name: str) -> DriftMeasure:
    """The measure of that name on the whole criterion; of several labels the first."""
    return next(one for one in audit.drift[0].measures if one.measure == name)


@pytest.mark.parametrize(
    ("strategy", "answer", "same", "n", "before", "now", "lost", "won"),
    [
        # The data's README, "Drift 0301 -> 0613"; the answers follow from McNemar's exact p, held against .05 below.
        ("CoT", "inconclusive", 0.823, 418, 0.4498, 0.4019, 47, 27),
        ("Vanilla", "drifted", 0.8305, 419, 0.4893, 0.4057, 53, 18),
        ("Swap_CoT", "drifted", 0.7722, 417, 0.4700, 0.4101, 60, 35),
    ],
)
def test_gpt_35_from_0301_to_0613(
    audits: dict[str, Audit], strategy: str, answer: str, same: float, n: int, before: float, now: float, lost: int, won: int
) -> None:
    from scipy.stats import binomtest

    audit = of(audits, f"LLMBar, {strategy}:")
    alike = real.estimate(audit, "same_verdict_share")
    assert (alike.value, alike.n_items) == (pytest.approx(same, abs=5e-4), n)
    assert real.estimate(audit, "version_accuracy", "baseline").value == pytest.approx(before, abs=5e-5)
    assert real.estimate(audit, "version_accuracy", "current").value == pytest.approx(now, abs=5e-5)
    assert sum(case.flag == "flipped_anchor" for case in audit.cases) == round((1 - same) * n)
    found = measure(audit, "accuracy_shift")
    assert found.effect == pytest.approx((won - lost) / n)
    p = binomtest(won, won + lost).pvalue
    assert found.p == pytest.approx(p)
    assert found.p_adjusted is not None
    assert p <= found.p_adjusted <= 4 * p
    # 80 % power at .05 / 3 (three measures are tested): more where only the flips that cancel are noise, less where all are.
    assert found.detectable is not None
    assert _power(n, 2 * min(lost, won) / n, found.detectable, 0.05 / 3) > 0.78
    assert _power(n, (lost + won) / n, found.detectable, 0.05 / 3) < 0.82
    assert audit.drift[0].answer == answer
    served = [row for row in audit.analyses[0].blocks["causes"] if row["what"] == "served model"]
    assert [(row["changed"], "0301" in row["before"], "0613" in row["after"]) for row in served] == [(True, True, True)]


def _power(n: int, noise: float, shift: float, level: float) -> float:
    """Drawn: how often McNemar's exact test finds `shift`, on top of `noise` that goes half each way."""
    from scipy.stats import binom

    drawn = np.random.default_rng(1).multinomial(n, [noise / 2 + shift, noise / 2, 1 - noise - shift], 4000)
    p = 2 * binom.cdf(drawn[:, :2].min(axis=1), drawn[:, :2].sum(axis=1), 0.5)
    return float((p < level).mean())


def test_of_one_verdict_each_the_noise_floor_is_undefined_and_says_why(audits: dict[str, Audit]) -> None:
    for audit in (of(audits, "LLMBar, CoT"), of(audits, "Arena-bench"), of(audits, "once and once again")):
        noise = real.estimate(audit, "noise_floor")
        assert noise.value is None
        assert "one replicate of each version" in (noise.undefined or "")
        assert measure(audit, "churn").answer != "drifted"


def test_the_same_judge_three_weeks_later_is_not_called_drifted(audits: dict[str, Audit]) -> None:
    """The README's own figures: 80 pairs with two scores, .6375 the same, mean difference -.025 on a scale of 1 to 10."""
    from scipy.stats import norm

    audit = of(audits, "Arena-bench")
    alike, shift = real.estimate(audit, "same_verdict_share"), measure(audit, "marginal_shift")
    assert (alike.value, alike.n_items) == (pytest.approx(0.6375), 80)
    assert shift.effect == pytest.approx(-0.025)
    assert shift.answer == "equivalent"
    rows = [json.loads(line)["runs"] for line in (real.DATA / "arena_bench_v1" / "rejudged_pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    changes = [now["score"] - before["score"] for before, now in rows if before["score"] is not None and now["score"] is not None]
    # Drawn: the seen changes with random signs, and items that move one step up; the sum against what signs give it, at .05 / 2 (two tests).
    assert shift.detectable is not None
    rng = np.random.default_rng(1)
    drawn = rng.choice(changes, (4000, 80)) * rng.choice([-1, 1], (4000, 80)) + (rng.random((4000, 80)) < shift.detectable)
    power = (drawn.sum(axis=1) > norm.isf(0.05 / 4) * np.sqrt((drawn**2).sum(axis=1))).mean()
    assert 0.75 < power < 0.9
    assert audit.drift[0].answer == "inconclusive", "36 % of the scores changed, and with one each nobody knows how many do so by themselves"


@pytest.mark.parametrize(("name", "flips"), [("instruct", 13), ("reason", 5)])
def test_trec_run_again_is_equivalent(audits: dict[str, Audit], name: str, flips: int) -> None:
    """13 and 5 of 4,423 pairs flip in three runs; the noise floor is how often the first two differ, 80 % power sees less than a point."""
    runs = [dict(_grades(f"{name}{n}")) for n in range(3)]
    assert sum(len({run[item] for run in runs}) > 1 for item in runs[0]) == flips
    audit = of(audits, f"TREC, {name} run again")
    noise = real.estimate(audit, "noise_floor")
    assert noise.value == pytest.approx(sum(runs[0][item] != runs[1][item] for item in runs[0]) / 4423)
    across = sum((runs[0][item] != runs[2][item]) + (runs[1][item] != runs[2][item]) for item in runs[0]) / 2 / 4423
    excess = measure(audit, "excess_flip_rate")
    assert excess.effect == pytest.approx(across - noise.value)
    assert audit.drift[0].answer == "equivalent"
    assert all(one.answer == "equivalent" for one in audit.drift[0].measures)
    assert excess.detectable is not None
    assert 0 < excess.detectable < 0.005


def test_another_prompt_is_found_where_the_noise_is_known(audits: dict[str, Audit]) -> None:
    """instruct0 and reason0 agree on .8483 (README). One run each cannot say how much of that is noise; three runs each can."""
    once, thrice = of(audits, "another prompt", "then"), of(audits, "another prompt", "three runs")
    assert real.estimate(once, "same_verdict_share").value == pytest.approx(0.8483, abs=5e-5)
    assert once.drift[0].answer == "inconclusive"
    runs = {name: dict(_grades(name)) for name in ("instruct0", "instruct1", "instruct2", "reason0", "reason1", "reason2")}
    old, new = (sorted(name for name in runs if name.startswith(kind)) for kind in ("instruct", "reason"))

    def differ(pairs: list[tuple[str, str]]) -> float:
        return sum(runs[a][item] != runs[b][item] for a, b in pairs for item in runs[a]) / len(pairs) / 4423

    across = differ([(a, b) for a in old for b in new])
    floor = (differ([*combinations(old, 2)]) + differ([*combinations(new, 2)])) / 2
    assert real.estimate(thrice, "noise_floor").value == pytest.approx(floor)
    assert measure(thrice, "excess_flip_rate").effect == pytest.approx(across - floor)
    assert thrice.drift[0].answer == "drifted"
    assert measure(thrice, "marginal_shift").answer == "equivalent", "the flips cancel: the mean grade hides them"


def _grades(name: str) -> list[tuple[str, str]]:
    fields = (line.split() for line in (TREC / f"NISTRetrieval-{name}.txt").read_text(encoding="utf-8").splitlines())
    return [(f"{one[0]}-{one[2]}", one[3]) for one in fields if one]


def test_the_table_of_the_docs_is_what_comes_out(audits: dict[str, Audit]) -> None:
    text = real.DOCS.read_text(encoding="utf-8")
    shown = text.split(real.MARKS[0])[1].split(real.MARKS[1])[0].strip().splitlines()
    assert shown[2:] == [real.line(case, audits[case.name]) for case in real.CASES], "run benchmarks/real_drift.py --write"
    long = real.estimate(of(audits, "LLMBar, CoT"), "rationale_length_ratio")
    assert f"{long.value:.2f} times as long, {long.low:.2f} to {long.high:.2f}" in text


def _mixed(path: Path, easy: int, day: int) -> Path:
    """40 anchors, and 400 items of which `easy` are easy (all pass) and the rest hard (a quarter passes)."""
    anchors = [("k" + str(n), "easy" if n % 2 else "hard", n % 2 or n % 8 == 0) for n in range(40)]
    fresh = [(f"p{day}-{n}", "easy" if n < easy else "hard", n < easy or n % 4 == 0) for n in range(400)]
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(["item_id", "judge", "criterion", "replicate", "label", "stratum"])
        for item, stratum, good in anchors + fresh:
            out.writerows([item, "j", "c", replicate, "pass" if good else "fail", stratum] for replicate in (0, 1))
    return path


def test_a_pure_mix_shift_is_no_drift_and_the_mix_is_named(tmp_path: Path) -> None:
    """From 200 to 320 easy items of 400: .625 pass, then .85; each stratum passes as before (1 and .25), and so do the anchors."""
    _mixed(tmp_path / "old.csv", 200, 1)
    _mixed(tmp_path / "new.csv", 320, 2)
    done = judgeaudit("drift", "old.csv", "new.csv", "--embedder", "none", "--margin", "0.2", "--out", "o", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads((tmp_path / "o" / "audit.json").read_text(encoding="utf-8"))
    assert [one["answer"] for one in data["drift"]] == ["equivalent"]
    (row,) = (one for one in data["analyses"][0]["blocks"]["causes"] if one["what"] == "mix of items")
    assert (row["changed"], row["before"], row["after"]) == (True, "easy 50 %, hard 50 %", "easy 80 %, hard 20 %")
    (share,) = data["analyses"][0]["blocks"]["shares"]
    assert [share[name]["value"] for name in ("total", "mix", "judge", "system")] == pytest.approx([0.225, 0.225, 0, 0], abs=1e-9)
    said = " ".join(done.stdout.split())
    assert "the mix of items +22.5 points" in said
    assert "easy 50 %, hard 50 % -> easy 80 %, hard 20 %" in said
