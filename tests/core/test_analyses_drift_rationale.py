"""Rationales of two versions: by hand, by going through all splits, and by how often a judge that did not change is said to give other reasons."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, rubric_of, texts
from drift_builder import drift_of
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.corrected import corrected
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT
from judgeaudit.analyses.drifts.likeness import likeness
from judgeaudit.analyses.drifts.rationale import rationale

P, F = "pass", "fail"
WORDS = {"east": (1.0, 0.0, 0.0), "north": (0.0, 1.0, 0.0), "up": (0.0, 0.0, 1.0)}


def embed(said: Sequence[str]) -> NDArray[np.float32]:
    """A unit vector for each text: the direction that it names, and a little of its own."""
    rows = []
    for text in said:
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        row = np.random.default_rng(seed).normal(size=8) * 0.3
        row[:3] += sum((np.array(WORDS[word]) for word in text.split() if word in WORDS), np.zeros(3))
        rows.append(row / np.linalg.norm(row))
    return np.array(rows, dtype=np.float32).reshape(-1, 8)


def said(judge: str, *replicates: Sequence[str | None], labels: Sequence[str] | None = None, **more: Any) -> list[Row]:
    """A row for each rationale; the same labels in each replicate."""
    return [
        {"item_id": f"i{n}", "judge": judge, "criterion": "c", "replicate": r, "status": "ok", "label": labels[n] if labels else P, "rationale": text, **more}
        for r, one_run in enumerate(replicates)
        for n, text in enumerate(one_run)
    ]


def given(old: Sequence[Row], new: Sequence[Row], **more: Any) -> Any:
    from dataclasses import replace

    found = drift_of(old, new, **{name: more.pop(name) for name in ("rubric", "strata", "clusters", "seed", "gold") if name in more})
    return replace(found, data=replace(found.data, **{"embed": embed, "embedder": "three directions", **more}))


def two(output: Any, name: str, variant: str | None = None, group: str | None = None, stratum: str | None = None) -> Any:
    (found,) = (e for e in output.estimates if (e.name, e.variant, e.group, e.stratum) == (name, variant, group, stratum))
    return found


def run(word: str, n: int, mark: str) -> list[str]:
    return [f"{word} {mark}{place}" for place in range(n)]


def test_reasons_that_moved_together_are_seen_with_one_replicate() -> None:
    output = rationale(given(said(BASELINE, run("east", 30, "a")), said(CURRENT, run("north", 30, "b"))))
    (finding,) = output.findings
    assert (finding.severity, finding.criterion) == ("serious", "c")
    assert "gives other reasons than in the baseline for the same verdicts on c" in finding.text
    mmd = two(output, "rationale_mmd_p", "same_verdict")
    assert (mmd.value, mmd.n_items, mmd.n_ratings) == (pytest.approx(1 / 1001), 30, 60)
    assert "labels permuted within items" in mmd.method
    assert "three directions" in mmd.method
    assert "how much reasons vary by themselves is not known" in two(output, "rationale_similarity_drop", "same_verdict").undefined
    assert two(output, "rationale_similarity", "same_verdict", "within versions").undefined is not None
    row = next(row for row in output.blocks["rationales"] if row["which"] == "same_verdict")
    assert (row["decides"], row["n_items"], row["n_before"], row["n_now"], row["similarity_within"]) == (True, 30, 30, 30, None)


def test_anchors_whose_reasons_are_least_alike_are_cases() -> None:
    old, new = run("east", 30, "a"), run("north", 30, "b")
    rows = [said(BASELINE, old), said(CURRENT, new)]
    output = rationale(given(*rows))
    alike = {f"i{n}": float(embed([a])[0] @ embed([b])[0]) for n, (a, b) in enumerate(zip(old, new, strict=True))}
    assert output.findings
    assert {case.flag for case in output.cases} == {"changed_reasons"}
    assert [case.item_id for case in output.cases] == sorted(alike, key=alike.__getitem__)[:5]
    case = output.cases[0]
    assert (case.analysis, case.judge, case.criterion) == ("drift", "a", "c")
    assert case.detail == f"rationales of the two versions are alike by {min(alike.values()):.2f}"
    assert "cases changed_reasons" in output.findings[0].text
    strata = {f"i{n}": "x" if n < 15 else "y" for n in range(30)}
    in_strata = rationale(given(*rows, strata=strata))
    assert len(in_strata.cases) == 5, "of a criterion with its strata together"
    same = rationale(given(rows[0], said(CURRENT, run("east", 30, "a"))))
    assert not same.cases


def test_reasons_that_moved_each_in_its_own_way_are_seen_with_replicates() -> None:
    """Every item goes from one of three directions to another, so that all directions are as common as before."""
    names = list(WORDS)
    old = [[f"{names[n % 3]} a{r}{n}" for n in range(30)] for r in range(3)]
    new = [[f"{names[(n + 1) % 3]} b{r}{n}" for n in range(30)] for r in range(3)]
    output = rationale(given(said(BASELINE, *old), said(CURRENT, *new)))
    drop = two(output, "rationale_similarity_drop", "same_verdict")
    vectors = [embed([text for r in range(3) for text in side[r]]).astype(float).reshape(3, 30, 8) for side in (old, new)]
    cross = np.mean([(vectors[0][r, n] @ vectors[1][s, n]) for n in range(30) for r in range(3) for s in range(3)])
    inside = np.mean([(v[r, n] @ v[s, n]) for v in vectors for n in range(30) for r, s in combinations(range(3), 2)])
    assert drop.value == pytest.approx(inside - cross, abs=1e-6)
    assert drop.low < drop.value < drop.high
    assert two(output, "rationale_similarity", "same_verdict", "between versions").value == pytest.approx(cross, abs=1e-6)
    assert two(output, "rationale_similarity", "same_verdict", "within versions").value == pytest.approx(inside, abs=1e-6)
    assert drop.p_adjusted < 0.01
    assert [finding.severity for finding in output.findings] == ["serious"]


def test_other_reasons_for_other_verdicts_are_no_change_of_reasons() -> None:
    """East is why things pass and north is why they fail: half of the verdicts flipped, and nothing else."""
    first, second = [P] * 40, [P] * 20 + [F] * 20
    old = said(BASELINE, run("east", 40, "a"), labels=first)
    new = said(CURRENT, [f"{'east' if label == P else 'north'} b{n}" for n, label in enumerate(second)], labels=second)
    output = rationale(given(old, new))
    assert two(output, "rationale_mmd_p").value < 0.01
    same = two(output, "rationale_mmd_p", "same_verdict")
    assert (same.n_items, same.value > 0.05) == (20, True)
    assert output.findings == ()


def test_the_verdict_with_most_pairs_is_compared() -> None:
    # i0: pass twice and fail once before, pass once and fail twice now: two pairs either way, and the lower code counts.
    old = [*said(BASELINE, ["east a"], ["east b"], labels=[P]), *said(BASELINE, ["north c"], labels=[F])]
    new = [*said(CURRENT, ["east d"], labels=[P]), *said(CURRENT, ["north e"], ["north f"], labels=[F])]
    for place, row in enumerate([*old, *new]):
        row["replicate"] = place % 3
    output = rationale(given(old, new))
    assert two(output, "rationale_mmd_p", "same_verdict").n_ratings == 3
    assert two(output, "rationale_mmd_p").n_ratings == 6


def test_identical_rationales_are_no_change() -> None:
    old = run("east", 20, "a")
    output = rationale(given(said(BASELINE, old, old), said(CURRENT, old, old)))
    assert two(output, "rationale_mmd_p", "same_verdict").value == 1.0
    drop = two(output, "rationale_similarity_drop", "same_verdict")
    assert drop.value == pytest.approx(0.0, abs=1e-9)
    assert drop.p_adjusted == 1.0
    assert drop.low < 0 < drop.high
    assert output.findings == ()


@pytest.mark.parametrize(("k_old", "k_new"), [(1, 1), (2, 2), (1, 4)])
def test_a_judge_that_did_not_change_is_hardly_ever_said_to_give_other_reasons(k_old: int, k_new: int) -> None:
    rng = np.random.default_rng(7)
    found, n = 0, 100
    for _ in range(n):

        def draw(k: int) -> list[list[str]]:
            return [[f"{rng.choice(list(WORDS))} {rng.integers(10**9)}" for _ in range(12)] for _ in range(k)]

        found += bool(rationale(given(said(BASELINE, *draw(k_old)), said(CURRENT, *draw(k_new)))).findings)
    assert found <= 11, "binomial(100, 0.05) is above 11 in one of 200"


def test_p_of_the_drop_is_that_of_all_splits() -> None:
    rng = np.random.default_rng(3)
    vectors = [[row / np.linalg.norm(row, axis=1, keepdims=True) for row in rng.normal(size=(3, size, 4))] for size in (2, 3)]
    old, new = vectors

    def excess(a: Any, b: Any) -> float:
        inside = [np.mean([x @ y for x, y in combinations(side, 2)]) for side in (a, b)]
        return float(np.mean(inside) - np.mean(a @ b.T))

    outcomes = []
    for a, b in zip(old, new, strict=True):
        rows = np.vstack([a, b])
        outcomes.append([excess(rows[list(chosen)], rows[[n for n in range(5) if n not in chosen]]) for chosen in combinations(range(5), 2)])
    observed = sum(excess(a, b) for a, b in zip(old, new, strict=True))
    sums = np.array([x + y + z for x in outcomes[0] for y in outcomes[1] for z in outcomes[2]])
    found = likeness(old, new, ["a", "b", "c"], np.random.default_rng(1), 0.95)
    assert found.drop == pytest.approx(observed / 3)
    assert found.p == pytest.approx((sums >= observed - 1e-9).mean(), abs=0.035)


@pytest.mark.parametrize(
    ("old", "new", "embedder", "reason"),
    [
        ("east", "east", None, "nobody made one"),
        (None, "east", embed, "the baseline has no rationales"),
        ("east", None, embed, "the current run has no rationales"),
        (None, None, embed, "no verdict has a rationale"),
    ],
)
def test_what_cannot_be_compared_is_undefined_in_words(old: str | None, new: str | None, embedder: Any, reason: str) -> None:
    output, _ = drift(given(said(BASELINE, [old] * 12), said(CURRENT, [new] * 12), embed=embedder, no_embedder="nobody made one"))
    for name in ("rationale_mmd_p", "rationale_similarity_drop"):
        assert {e.undefined for e in output.estimates if e.name == name} == {reason}
    assert ("whether its reasons changed cannot be told" in texts(output)) == ((old is None) != (new is None))
    assert "other reasons" not in texts(output)
    assert ("warning: Whether the reasons of a changed was not measured: nobody made one." in texts(output)) == (embedder is None)


def test_no_verdict_in_common_is_undefined_in_words() -> None:
    output = rationale(given(said(BASELINE, run("east", 12, "a"), labels=[P] * 12), said(CURRENT, run("north", 12, "b"), labels=[F] * 12)))
    assert two(output, "rationale_mmd_p", "same_verdict").undefined == "no item has rationales of both versions for the same verdict"
    assert two(output, "rationale_mmd_p").value < 0.01
    assert output.findings == (), "verdicts changed, and reasons with them"


def test_of_continuous_scores_all_rationales_decide() -> None:
    rng = np.random.default_rng(2)
    scores = [[{"score": value, "label": None} for value in rng.random(20)] for _ in (0, 1)]
    sides = [said(name, run(word, 20, "a")) for name, word in ((BASELINE, "east"), (CURRENT, "north"))]
    rows = [[{**row, **score} for row, score in zip(side, of_side, strict=True)] for side, of_side in zip(sides, scores, strict=True)]
    output = rationale(given(*rows, rubric=rubric_of({"level": "interval", "low": 0, "high": 1})))
    assert "gives other reasons than in the baseline on c" in output.findings[0].text


def test_large_inputs_are_drawn_from_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "MAX_DRIFT_VECTORS", 50)
    asked: list[str] = []

    def watched(given_texts: Sequence[str]) -> NDArray[np.float32]:
        asked.extend(given_texts)
        return embed(given_texts)

    data = given(said(BASELINE, run("east", 200, "a")), said(CURRENT, run("north", 200, "b")), embed=watched)
    first, second = rationale(data), rationale(data)
    mmd = two(first, "rationale_mmd_p", "same_verdict")
    assert mmd.n_items == 25
    assert "25 of 200 items drawn at random" in mmd.method
    assert len(asked) == 100, "50 for each of two runs"
    assert first == second


def test_strata_are_a_family_of_their_own() -> None:
    strata = {f"i{n}": "x" if n < 20 else "y" for n in range(40)}
    now = [f"{'north' if n < 20 else 'east'} b{n}" for n in range(40)]
    output = rationale(given(said(BASELINE, run("east", 40, "a")), said(CURRENT, now), strata=strata))
    inside = two(output, "rationale_mmd_p", "same_verdict", stratum="x")
    assert inside.p_adjusted == pytest.approx(min(1.0, inside.value * 2 * 2))
    assert [finding.text.count(" in x (") for finding in output.findings] == [0, 1]
    assert two(output, "rationale_mmd_p", "same_verdict", stratum="y").p_adjusted > 0.05


def test_corrected_by_hand() -> None:
    assert corrected([(None, 0.01), (None, 0.04), (None, None)]) == [pytest.approx(0.02), pytest.approx(0.04), None]
    assert corrected([(None, 0.01), ("x", 0.01), ("y", 0.02)]) == [pytest.approx(0.02), pytest.approx(0.04), pytest.approx(0.04)]
    assert corrected([(None, 0.9), ("x", None)]) == [0.9, None]


def test_with_the_embedded_model_other_reasons_are_told_from_other_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two runs of one judge that words its reason anew each time, and a run that gives another reason for the same verdicts."""
    from judgeaudit.embedding import load_embedder

    monkeypatch.setenv("JUDGEAUDIT_CACHE", str(tmp_path))
    model = load_embedder("default")
    things = ("kettle", "ladder", "violin", "tent", "printer", "saddle", "drill", "blender", "globe", "anchor", "compass", "mirror")
    refund = ("The reply about the {} states the refund window of 30 days.", "For the {} it names 30 days for refunds, as the policy does.")
    tone = ("The reply about the {} is polite and thanks the customer.", "For the {} it has a friendly tone and an apology.")

    def run_of(forms: tuple[str, str], seed: int) -> list[list[str]]:
        rng = np.random.default_rng(seed)
        return [[forms[int(rng.integers(2))].format(thing) for thing in things] for _ in range(2)]

    old = said(BASELINE, *run_of(refund, 1))
    same = rationale(given(old, said(CURRENT, *run_of(refund, 2)), embed=model, embedder="default"))
    assert same.findings == ()
    other = rationale(given(old, said(CURRENT, *run_of(tone, 3)), embed=model, embedder="default"))
    assert [finding.severity for finding in other.findings] == ["serious"]
    assert two(other, "rationale_similarity_drop", "same_verdict").low > 0


def test_a_real_judge_asked_again_three_weeks_later_gives_the_same_reasons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shared: Path) -> None:
    """gpt-4 at temperature 0 on the same prompts: 76 of 80 judgments have other words, and nothing was changed."""
    import json

    from judgeaudit.embedding import load_embedder

    path = shared / "data" / "arena_bench_v1" / "rejudged_pairs.jsonl"
    monkeypatch.setenv("JUDGEAUDIT_CACHE", str(tmp_path))
    pairs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = [pair for pair in pairs if all((one["score"] or 0) >= 1 for one in pair["runs"])]
    sides = [
        [{**row, "score": float(pair["runs"][n]["score"]), "label": None} for row, pair in zip(said(judge, [p["runs"][n]["judgment"] for p in pairs]), pairs, strict=True)]
        for n, judge in enumerate((BASELINE, CURRENT))
    ]  # fmt: skip
    rubric = rubric_of({"level": "interval", "low": 1, "high": 10, "step": 1})
    output = rationale(given(*sides, rubric=rubric, embed=load_embedder("default"), embedder="default"))
    assert two(output, "rationale_mmd_p").n_items == 80
    assert two(output, "rationale_mmd_p", "same_verdict").n_items == 51, "the README counts the same score in .6375 of the 80"
    assert output.findings == ()
