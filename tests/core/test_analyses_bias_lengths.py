"""Length: what 100 tokens more move, under the probe and after the fact at equal gold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.biases.lengths import lengths
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.domain.items import Item
from judgeaudit.domain.names import ESTIMATE_NAMES
from judgeaudit.domain.results import Estimate
from judgeaudit.probes import Context, variants_of
from judgeaudit.probes.verbosity import VERBOSITY
from tests.core.analyses_builder import Row, input_of, rubric_of, said

P, F = "pass", "fail"
A, B, TIE = "response_a", "response_b", "tie"
PAIR = rubric_of({"level": "nominal", "labels": [A, B, TIE]}, mode="pairwise")
SCORES = rubric_of({"level": "interval", "low": 0, "high": 10})
ASKED = rubric_of(probes=["verbosity"])
SHIFT, EFFECT = "verbosity_shift_per_100_tokens", "length_effect_per_100_tokens"


def read(rows: list[Row], rubric: Any = None, **more: Any) -> Reading:
    data = input_of(rows, rubric, **more)
    return lengths(data, [one for of_judge in shown(data) for one in of_judge] if any(row.get("probe") for row in rows) else [])


def found(reading: Reading, name: str, *, stratum: str | None = None, judge: str = "a") -> Estimate:
    (one,) = [e for e in reading.estimates if (e.name, e.stratum, e.judge) == (name, stratum, judge)]
    return one


def items_of(tokens: Sequence[int]) -> list[Item]:
    """Responses of so many tokens of four letters."""
    return [Item(id=f"i{n}", input="q", response="abc " * size) for n, size in enumerate(tokens)]


def pairs_of(a: Sequence[int], b: Sequence[int]) -> list[Item]:
    return [Item(id=f"i{n}", input="q", response_a="abc " * one, response_b="xyz " * two) for n, (one, two) in enumerate(zip(a, b, strict=True))]


def test_the_effect_at_equal_gold_is_the_slope_with_an_intercept_for_each_gold_label() -> None:
    """By hand. Gold pass: lengths 100, 200, 300, verdicts 0, 1, 1: deviations -1, 0, 1 by -2/3, 1/3, 1/3: 1 over 2. Gold fail: 100, 300, verdicts 0, 0:
    deviations -1, 1: 0 over 2. Together 1/4 for 100 tokens."""
    reading = read(said("a", [F, P, P, F, F]), gold=[P, P, P, F, F], items=items_of([100, 200, 300, 100, 300]))
    one = found(reading, EFFECT)
    assert one.value == pytest.approx(1 / 4)
    assert one.n_items == 5
    assert "four bytes" in one.method or "4 bytes" in one.method


def test_it_is_the_coefficient_of_an_ordinary_regression_with_dummies() -> None:
    rng = np.random.default_rng(5)
    n = 60
    size, gold = rng.integers(20, 400, n), rng.integers(0, 2, n)
    score = np.clip(3 + 2 * gold + size / 100 + rng.normal(0, 1, n), 0, 10).round(3)
    rows = [{"item_id": f"i{i}", "judge": "a", "criterion": "c", "replicate": 0, "score": s, "status": "ok"} for i, s in enumerate(score)]
    reading = read(rows, SCORES, gold=[["2", "8"][g] for g in gold], items=items_of(size.tolist()))
    design = np.column_stack([size / 100, gold == 0, gold == 1]).astype(float)
    expected = np.linalg.lstsq(design, score, rcond=None)[0][0]
    one = found(reading, EFFECT)
    assert one.value == pytest.approx(expected)
    assert one.low is not None
    assert one.high is not None
    assert one.low < expected < one.high
    assert one.low > 0


def test_of_pairs_it_is_the_difference_of_lengths_that_counts() -> None:
    """Gold a: a longer by 100, 0, -100 tokens, credit for a 1, 1/2, 0: a half for 100 tokens."""
    reading = read(said("a", [A, TIE, B]), PAIR, gold=[A, A, A], items=pairs_of([200, 100, 100], [100, 100, 200]))
    assert found(reading, EFFECT).value == pytest.approx(1 / 2)


def test_a_judge_that_follows_gold_has_no_effect_of_length_though_good_answers_are_longer() -> None:
    gold = [P] * 20 + [F] * 20
    reading = read(said("a", gold), gold=gold, items=items_of([*range(300, 320), *range(100, 120)]))
    one = found(reading, EFFECT)
    assert one.value == 0.0
    assert one.low is None
    assert "no interval" in one.method
    assert not reading.findings


def test_scores_of_many_gold_values_are_compared_within_tenths_of_gold() -> None:
    n = 40
    rows = [{"item_id": f"i{i}", "judge": "a", "criterion": "c", "replicate": 0, "score": float(i % 10), "status": "ok"} for i in range(n)]
    reading = read(rows, SCORES, gold=[f"{i / 4:.2f}" for i in range(n)], items=items_of([50 + 7 * i for i in range(n)]))
    assert "gold in 10 classes" in found(reading, EFFECT).method


def test_a_judge_that_prefers_long_responses_at_equal_gold_is_said_to() -> None:
    size = [*range(50, 450, 10)] * 2
    gold = [P] * 40 + [F] * 40
    verdicts = [P if tokens > 250 else F for tokens in size]
    reading = read(said("a", verdicts), gold=gold, items=items_of(size))
    (one,) = reading.findings
    assert one.severity == "warning"
    assert "At equal gold a prefers longer responses on c: +" in one.text
    assert " % of verdicts for 100 tokens" in one.text
    (row,) = reading.blocks["lengths"]
    assert row["effect"] == found(reading, EFFECT).value
    assert row["token"] == "a token is 4 bytes of UTF-8"


@pytest.mark.parametrize(
    ("gold", "items", "why"),
    [
        (None, items_of([10, 20]), "no gold"),
        ([P, P], [], "texts of the items are not known"),
        ([P, P], items_of([10, 10]), "as long"),
        ([P, F], items_of([10, 20]), "as long"),
    ],
)
def test_where_it_cannot_be_had_it_is_undefined_in_words(gold: Any, items: list[Item], why: str) -> None:
    one = found(read(said("a", [P, F]), ASKED, gold=gold, items=items), EFFECT)
    assert one.value is None
    assert why in (one.undefined or "")
    if gold is None or not items:
        assert not read(said("a", [P, F]), gold=gold, items=items).estimates, "nobody asked for it"


def test_labels_without_order_have_no_effect_of_length() -> None:
    rubric = rubric_of({"level": "nominal", "labels": ["x", "y", "z"]}, probes=["verbosity"])
    one = found(read(said("a", ["x", "y"]), rubric, gold=["x", "x"], items=items_of([10, 20])), EFFECT)
    assert one.undefined == "the scale has no order and no positive label"


def test_strata_have_numbers_of_their_own() -> None:
    rows = said("a", [F, P, P, F])
    for row in rows:
        row["stratum"] = "north" if row["item_id"] in ("i0", "i1") else "south"
    reading = read(rows, gold=[P] * 4, items=items_of([100, 200, 100, 200]))
    assert [found(reading, EFFECT, stratum=s).value for s in (None, "north", "south")] == [0.0, 1.0, -1.0]


ENGLISH = [Item(id=f"i{n}", input="What is the refund window?", response="You may return it within thirty days. " * (n + 1)) for n in range(12)]


def added(rubric: Any, item: Item, variant: str) -> float:
    """Tokens of the shown response less those of the item's."""
    made = variants_of(VERBOSITY, item, Context(rubric, ENGLISH))
    assert not isinstance(made, str)
    (one,) = [each for each in made if each.name == variant]
    sources = [source for source in ("response", "response_a", "response_b") if source in item.sources()]
    return sum(len(one.item.sources()[source].encode()) - len(item.sources()[source].encode()) for source in sources) / 4


def test_the_shift_is_measured_against_the_tokens_that_the_probe_added() -> None:
    """Eight of twelve rise under `padded`, three under `repeated`; the tokens are those of the shown texts less those of the items."""
    padded, repeated = [P] * 8 + [F] * 4, [P] * 3 + [F] * 9
    rows = [*said("a", [F] * 12), *said("a", padded, probe="verbosity", variant="padded"), *said("a", repeated, probe="verbosity", variant="repeated")]
    one = found(read(rows, items=ENGLISH), SHIFT)
    more = [[added(rubric_of(), item, variant) for item in ENGLISH] for variant in ("padded", "repeated")]
    assert one.value == pytest.approx(100 * (8 + 3) / (sum(more[0]) + sum(more[1])))
    assert one.n_items == 12
    assert one.low is not None
    assert one.high is not None
    assert one.value is not None
    assert one.low < one.value < one.high


def test_of_pairs_the_shift_is_toward_the_longer_response() -> None:
    items = [Item(id=item.id, input="q", response_a=item.response, response_b=item.response) for item in ENGLISH]
    made = [VERBOSITY.perturb(item, Context(PAIR, items)) for item in items]
    longer = [one[0].name[-1] for one in made if isinstance(one, tuple)]
    assert set(longer) == {"a", "b"}
    rows = said("a", [TIE] * 12)
    for n, which in enumerate(longer):
        about = {"item_id": f"i{n}", "judge": "a", "criterion": "c", "replicate": 0, "status": "ok", "label": A if which == "a" else B}
        rows.append({**about, "probe": "verbosity", "variant": f"padded_{which}"})
    one = found(read(rows, PAIR, items=items), SHIFT)
    tokens = sum(added(PAIR, item, f"padded_{which}") for item, which in zip(items, longer, strict=True))
    assert one.value == pytest.approx(100 * 12 * 0.5 / tokens)


def test_a_judge_that_padding_never_moves_has_an_interval_all_the_same() -> None:
    rows = [*said("a", [P, F] * 6), *said("a", [P, F] * 6, probe="verbosity", variant="padded")]
    one = found(read(rows, items=ENGLISH), SHIFT)
    assert one.value == 0
    assert one.low is not None
    assert one.high is not None
    assert one.low < 0 < one.high


def test_without_items_or_with_somebody_elses_variants_the_shift_is_undefined_in_words() -> None:
    rows = [*said("a", [P, F]), *said("a", [P, P], probe="verbosity", variant="padded")]
    assert "texts of the items are not known" in (found(read(rows), SHIFT).undefined or "")
    theirs = [*said("a", [P] * 12), *said("a", [P] * 12, probe="verbosity", variant="theirs")]
    assert "theirs" in (found(read(theirs, items=ENGLISH), SHIFT).undefined or "")


def test_names_are_declared() -> None:
    assert {SHIFT, EFFECT} <= set(ESTIMATE_NAMES["bias"])


def test_lengths_that_hardly_differ_say_nothing_of_100_tokens() -> None:
    gold = [P] * 20 + [F] * 20
    reading = read(said("a", [P, F] * 20), ASKED, gold=gold, items=items_of([100, 101, 102, 103] * 10))
    one = found(reading, EFFECT)
    assert one.value is None
    assert one.undefined == "at equal gold the lengths differ by 1.1 tokens (standard deviation): too little to say what 100 tokens do"
    assert not reading.findings
