"""The shift of the production score, taken apart: by hand, always adding up, and how often the intervals hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, one, rubric_of, texts
from drift_builder import drift_of, runs

from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.production import Scored
from judgeaudit.analyses.drifts.standardised import Parts, standardised
from judgeaudit.domain.results import AnalysisOutput

P, F = "pass", "fail"


def of(values: Any, strata: Any, names: str = "i") -> Scored:
    clusters = np.array([f"{names}{n}" for n in range(len(values))], dtype=object)
    return Scored(np.array(values, dtype=float), np.array(strata, dtype=object), clusters)


def repeat(share: float, n: int) -> list[float]:
    hits = round(share * n)
    return [1.0] * hits + [0.0] * (n - hits)


def amounts(found: Parts) -> list[float | None]:
    return [found.total.value, found.judge.value, found.system.value, found.mix.value]


def test_the_three_parts_by_hand() -> None:
    # Weights .5 and .5 before, .2 and .8 now; means .8 and .4 before, .7 and .2 now; the judge changed by -.1 and -.05 on the anchors.
    before = of(repeat(0.8, 50) + repeat(0.4, 50), ["x"] * 50 + ["y"] * 50)
    now = of(repeat(0.7, 20) + repeat(0.2, 80), ["x"] * 20 + ["y"] * 80)
    anchors = of([-1.0] * 4 + [0.0] * 36 + [-1.0] * 2 + [0.0] * 38, ["x"] * 40 + ["y"] * 40)
    found = standardised(before, now, anchors, reach=1.0)
    mix = 0.2 * 0.8 + 0.8 * 0.4 - 0.6
    judge = 0.2 * -0.1 + 0.8 * -0.05
    system = 0.2 * (0.7 - 0.8 + 0.1) + 0.8 * (0.2 - 0.4 + 0.05)
    assert amounts(found) == pytest.approx([0.3 - 0.6, judge, system, mix])
    assert sum(part or 0.0 for part in amounts(found)[1:]) == pytest.approx(found.total.value)


def test_a_pure_change_of_the_mix_is_the_mix_s() -> None:
    before = of(repeat(0.9, 100) + repeat(0.3, 100), ["easy"] * 100 + ["hard"] * 100)
    now = of(repeat(0.9, 40) + repeat(0.3, 160), ["easy"] * 40 + ["hard"] * 160)
    anchors = of([0.0] * 100, ["easy", "hard"] * 50)
    found = standardised(before, now, anchors, reach=1.0)
    assert amounts(found) == pytest.approx([-0.18, 0.0, 0.0, -0.18])
    assert found.mix.high is not None
    assert found.mix.high < 0
    assert found.apart is None


def production(where: list[tuple[str, int, float]], names: str) -> list[Row]:
    """Rows on items of one run: strata with how many items and which share passes."""
    rows = []
    for stratum, n, share in where:
        for place, hit in enumerate(repeat(share, n)):
            about = {"item_id": f"{names}-{stratum}-{place}", "judge": "a", "criterion": "c", "replicate": 0, "status": "ok", "stratum": stratum or None}
            rows.append({**about, "label": P if hit else F})
    return rows


def asked(before: list[tuple[str, int, float]], now: list[tuple[str, int, float]], *, moved: int = 0, strata: tuple[str, ...] = ("x", "y")) -> AnalysisOutput:
    old = [[P] * 100]
    new = [[F] * moved + [P] * (100 - moved)]
    of_items = {f"i{n}": strata[n % len(strata)] for n in range(100)}
    return drift(drift_of(*runs(old, new), production=(production(before, "old"), production(now, "new")), strata=of_items))[0]


def test_estimates_and_block_of_a_whole_run() -> None:
    output = asked([("x", 100, 0.8), ("y", 100, 0.4)], [("x", 100, 0.7), ("y", 100, 0.3)], moved=10)
    values = {name: one(output, name, group=P).value for name in ("production_shift", "judge_share_of_shift", "system_share_of_shift", "mix_share_of_shift")}
    assert list(values.values()) == pytest.approx([-0.1, -0.1, 0.0, 0.0])
    (row,) = output.analysis.blocks["shares"]
    assert (row["before"], row["now"]) == (pytest.approx(0.6), pytest.approx(0.5))
    assert [stratum["stratum"] for stratum in row["strata"]] == ["x", "y"]
    assert row["judge"]["low"] < -0.1 < row["judge"]["high"]


def test_what_cannot_be_told_apart_is_said() -> None:
    small = asked([("x", 100, 0.5), ("y", 100, 0.5)], [("x", 100, 0.51), ("y", 100, 0.51)], moved=3)
    assert "cannot be told apart: the interval of the judge's part is as wide as the whole change" in texts(small)
    assert small.analysis.blocks["shares"][0]["told_apart"] is False
    alone = asked([("", 200, 0.8)], [("", 200, 0.4)], strata=("",))
    assert one(alone, "mix_share_of_shift", group=P).undefined == "no strata: what the mix of items did cannot be told from what the judged system did"
    assert one(alone, "system_share_of_shift", group=P).value == pytest.approx(-0.4)


def test_strata_without_anchors_or_without_a_past() -> None:
    output = asked([("x", 100, 0.8), ("z", 100, 0.4)], [("x", 100, 0.8), ("z", 100, 0.4)], moved=10)
    judge = one(output, "judge_share_of_shift", group=P)
    assert "fewer than 2 anchors in z: the change of all anchors together stands in" in judge.method
    assert judge.value == pytest.approx(-0.1)
    fresh = asked([("x", 100, 0.8)], [("x", 100, 0.8), ("new", 100, 0.4)], moved=10)
    undefined = one(fresh, "system_share_of_shift", group=P).undefined
    assert undefined is not None
    assert "no production item of new before" in undefined
    assert one(fresh, "mix_share_of_shift", group=P).undefined == undefined
    assert one(fresh, "judge_share_of_shift", group=P).value is not None


def test_without_production_there_is_nothing_to_explain() -> None:
    output = asked([], [("x", 10, 0.5)])
    assert (
        one(output, "production_shift", group=P).undefined
        == "no item of the baseline alone: every item is an anchor, so that there is no production score to explain"
    )


def test_scores_and_three_labels() -> None:
    scale = {"level": "nominal", "labels": ["red", "green", "blue"]}
    rows = [[{"item_id": f"{n}{name}", "judge": "a", "criterion": "c", "replicate": 0, "status": "ok", "label": label} for n, label in enumerate(labels)]
            for name, labels in (("o", ["red", "green"]), ("n", ["blue", "green"]))]  # fmt: skip
    output = drift(drift_of(*runs([["red"] * 20], [["red"] * 20]), rubric_of(scale), production=(rows[0], rows[1])))[0]
    assert [one(output, "production_shift", group=label).value for label in scale["labels"]] == pytest.approx([-0.5, 0.0, 0.5])


def test_intervals_hold() -> None:
    """Two strata; the judge changed by -.08 on items that pass, the system by -.05, the mix from .5 to .35."""
    rng, n_simulations = np.random.default_rng(2), 400
    passes, weights = {"x": (0.8, 0.75), "y": (0.4, 0.35)}, (0.5, 0.35)
    judge_change = {name: -0.08 * after for name, (_, after) in passes.items()}
    w1 = {"x": weights[1], "y": 1 - weights[1]}
    anchor_change = {name: -0.08 * before for name, (before, _) in passes.items()}
    judge = sum(w1[name] * anchor_change[name] for name in w1)
    mix = (weights[1] - weights[0]) * (passes["x"][0] - passes["y"][0])
    total = sum(w1[name] * (passes[name][1] + judge_change[name]) for name in w1) - sum(0.5 * passes[name][0] for name in w1)
    truth = {"total": total, "judge": judge, "mix": mix, "system": total - judge - mix}
    missed = dict.fromkeys(truth, 0)
    for _ in range(n_simulations):
        strata = [np.where(rng.random(n) < w, "x", "y") for n, w in ((400, weights[0]), (400, weights[1]), (260, 0.5))]
        before = rng.random(400) < np.array([passes[s][0] for s in strata[0]])
        now = (rng.random(400) < np.array([passes[s][1] for s in strata[1]])) & (rng.random(400) >= 0.08)
        old = rng.random(260) < np.array([passes[s][0] for s in strata[2]])
        change = -1.0 * (old & (rng.random(260) < 0.08))
        found = standardised(of(before, strata[0]), of(now, strata[1]), of(change, strata[2]), reach=1.0)
        for name, value in truth.items():
            part = getattr(found, name)
            missed[name] += not part.low <= value <= part.high
    for name, n in missed.items():
        assert n / n_simulations <= 0.05 + 3 * (0.05 * 0.95 / n_simulations) ** 0.5, name
