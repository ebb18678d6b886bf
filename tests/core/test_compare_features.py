"""The numbers of a pair: never other for the other order, always in range; the stored combination obeys its bounds."""

from __future__ import annotations

import ast
import json
import math
import zlib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgeaudit.analyses.rationales.compare import SIGNALS, RationalePair, build_space, compare_pairs
from judgeaudit.analyses.rationales.features import FEATURES, features
from judgeaudit.analyses.rationales.reading import Reading, read_rationale
from judgeaudit.analyses.rationales.space import Embed, Space
from judgeaudit.analyses.rationales.weights import model
from judgeaudit.domain.verdicts import Reason, readable
from judgeaudit.embedding import load_embedder, load_reasons

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
REAL = [
    "The refund window is missing.", "It never says how long refunds are possible.", "The summary has 152 words, over the limit of 150.",
    "The summary has 197 words.", 'It quotes "thirty days", which the policy does not say.', "Response A is better, because it cites its source.",
    "Response B is better; A has no source.", "Der Ton ist unhöflich, aber der Preis stimmt.", "价格是错误的。", "pass", "🙂", "",
    "The price is wrong.\n- the fee of $20 is not named\n- the tone is polite",
]  # fmt: skip
ITEM = "The customer asks for the refund window. Refunds are possible within thirty days; the fee is $20."


def hashed(texts: Sequence[str]) -> Any:
    """Sums of one fixed random direction for each word: near where words are shared."""
    rows = [sum(np.random.default_rng(zlib.crc32(word.encode())).normal(size=24) for word in text.split()) for text in texts]
    return np.array([row / np.linalg.norm(row) for row in rows], dtype=np.float32)


class Related:
    """As an embedder that reads two rows as a relation."""

    def __call__(self, texts: Sequence[str]) -> Any:
        return hashed(texts)

    def relation(self, first: Any, second: Any) -> Any:
        return np.stack([(first * second).sum(axis=1) - 1, np.abs(first - second).max(axis=1)], axis=1).astype(np.float32)


def space_of(readings: Sequence[Reading], embed: Embed | None, tuned: Any = None) -> Space:
    return build_space(readings, items=["i"] * len(readings), item_texts={"i": ITEM}, embed=embed, tuned=tuned)


BASES: dict[str, tuple[Embed | None, Any]] = {"words": (None, None), "embedded": (hashed, None), "tuned": (hashed, Related())}
EXPLANATIONS = ["The price is wrong.", "The refund window is missing.", "It is rude.", "It has 152 words and is too long.", "It has 14 words.", ""]
CLAUSES = st.sampled_from([*EXPLANATIONS, "A is better than B.", "Response B is better.", "Pass.", "价格错误。", '"thirty days" is wrong.', "🙂"])
FREE = st.one_of(st.lists(CLAUSES, max_size=4).map(" ".join), st.text(max_size=30)).map(lambda text: read_rationale(text, sources={"item": ITEM}))
LISTED = st.lists(
    st.builds(
        Reason, st.sampled_from(["price", "window", "tone", ""]), st.sampled_from(["met", "unmet"]), st.sampled_from(["", "thirty days"]),
        st.sampled_from(EXPLANATIONS),
    ),
    min_size=1, max_size=4,
).map(lambda reasons: read_rationale(readable(reasons), reasons, sources={"item": ITEM}))  # fmt: skip
READINGS = st.one_of(FREE, LISTED)


def check(found: RationalePair, back: RationalePair, first: Reading, second: Reading) -> None:
    assert found.decision == back.decision
    assert found.score == pytest.approx(back.score, abs=1e-9)
    assert found.why == back.why
    assert 0 <= found.score <= 1
    assert tuple(found.signals) == SIGNALS
    assert all(value is None or 0 <= value <= 1 for value in found.signals.values()), found.signals
    assert set(found.why) <= {"numbers", "polarity", "evidence", "criteria", "content"}
    assert bool(found.why) == (found.decision != "same")
    if first.text == second.text and not first.structured and not second.structured:
        assert (found.decision, found.score) == (("same", 1.0) if first.reasons else ("different", 0.0))


@pytest.mark.parametrize("basis", BASES)
@given(first=READINGS, second=READINGS)
@settings(max_examples=60, deadline=None)
def test_order_never_matters(basis: str, first: Reading, second: Reading) -> None:
    embed, tuned = BASES[basis]
    forward, backward = space_of([first, second], embed, tuned), space_of([second, first], embed, tuned)
    if first.reasons and second.reasons:
        row, signals = features((first, second), (0, 1), forward)
        back, as_well = features((second, first), (1, 0), forward)
        other, _ = features((second, first), (0, 1), backward)
        assert row.shape == (len(FEATURES),)
        assert np.isfinite(row).all()
        assert np.abs(row - back).max() <= 1e-9
        assert np.abs(row - other).max() <= 1e-9
        assert signals.numbers_apart == as_well.numbers_apart
    pairs = np.array([[0, 1], [1, 0]])
    found, back_again = compare_pairs([first, second], forward, pairs)
    check(found, back_again, first, second)
    check(found, compare_pairs([second, first], backward, pairs)[0], first, second)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Reading], Space]:
    """Sentences, and pairs of the benchmark, in the space of the real models."""
    folder = tmp_path_factory.mktemp("vectors")
    rows = [json.loads(line) for line in (BENCHMARKS / "rationale_pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    short = [row for row in rows if len(json.dumps([row["first"], row["second"]])) < 330][::29][:6]
    readings = [read_rationale(text, sources={"item": ITEM}) for text in REAL]
    readings += [_read(row[side]) for row in short for side in ("first", "second")]
    return readings, space_of(readings, load_embedder("default", cache_dir=folder), load_reasons(cache_dir=folder))


def _read(side: Any) -> Reading:
    if isinstance(side, str):
        return read_rationale(side)
    reasons = [Reason(**reason) for reason in side["reasons"]]
    return read_rationale(readable(reasons), reasons)


def test_order_never_matters_between_real_rationales(real: tuple[list[Reading], Space]) -> None:
    readings, space = real
    pairs = np.array(list(combinations(range(len(readings)), 2)))
    found, back = compare_pairs(readings, space, pairs), compare_pairs(readings, space, pairs[:, ::-1])
    for (i, j), one, other in zip(pairs, found, back, strict=True):
        check(one, other, readings[i], readings[j])
        if readings[i].reasons and readings[j].reasons:
            row, _ = features((readings[i], readings[j]), (i, j), space)
            reverse, _ = features((readings[j], readings[i]), (j, i), space)
            assert np.isfinite(row).all()
            assert np.abs(row - reverse).max() <= 1e-9


def test_a_real_rationale_is_the_same_as_itself(real: tuple[list[Reading], Space]) -> None:
    readings, space = real
    own = np.array([[n, n] for n in range(len(readings))])
    for reading, found in zip(readings, compare_pairs(readings, space, own), strict=True):
        assert (found.decision, found.score) == (("same", 1.0) if reading.reasons else ("different", 0.0))


def test_signals_by_hand() -> None:
    texts = ["The fee of $20 is wrong.", "The fee of $25 is wrong.", "The tone is polite.", "The fee of $20 is correct."]
    readings = [read_rationale(text) for text in texts]
    numbers, none, polarity = compare_pairs(readings, Space(), np.array([[0, 1], [2, 2], [0, 3]]))
    assert numbers.signals["numbers"] == 0
    assert none.signals == {"embedding": None, "matched_reasons": None, "numbers": None, "polarity": 1.0, "evidence": None, "criteria": None}
    assert polarity.signals["numbers"] == 1
    assert polarity.signals["polarity"] == 0


def test_evidence_and_criteria_by_hand() -> None:
    def listed(*reasons: Reason) -> Reading:
        return read_rationale(readable(reasons), reasons, sources={"item": ITEM})

    first = listed(Reason("window", "met", "within thirty days", "It is there."))
    second = listed(Reason("window", "met", "thirty days", "One finds it."))
    third = listed(Reason("fee", "met", "the fee is $20", "It is named."))
    overlapping, apart = compare_pairs([first, second, third], Space(), np.array([[0, 1], [0, 2]]))
    assert overlapping.signals["evidence"] == pytest.approx(len("thirty days") / len("within thirty days"))
    assert overlapping.signals["criteria"] == 1
    assert apart.signals["evidence"] == 0
    assert apart.signals["criteria"] == 0


def stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("judgeaudit.analyses.rationales").joinpath("weights.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def bounds() -> dict[str, Any]:
    """The signs that `fit_rationales.py` allows: its constants, without what it imports."""
    tree = ast.parse((BENCHMARKS / "fit_rationales.py").read_text(encoding="utf-8"))
    constants: list[ast.stmt] = [
        node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper()
    ]
    known: dict[str, Any] = {"FEATURES": FEATURES}
    exec(compile(ast.Module(constants, []), "fit_rationales.py", "exec"), known)  # our own file, a few dicts
    return {"same": known["SAME"], "against": known["AGAINST"]}


def test_all_six_models_are_there() -> None:
    assert set(stored()) == {f"{form}, {basis}" for form in ("text", "structured") for basis in ("tuned", "embedded", "words")}


def weights() -> Iterator[tuple[str, str, dict[str, float]]]:
    for name, sides in stored().items():
        for side in ("same", "against"):
            yield name, side, sides[side]


def test_weights_obey_their_bounds_and_name_features(bounds: dict[str, Any]) -> None:
    for name, side, values in weights():
        signs = bounds[side].get(name.split(",")[0], bounds[side])
        if side == "same" and (name.endswith("embedded") or name.startswith("structured")):
            signs = {**signs, "words": 1, "bag": 1}
        assert set(values) - {"offset"} <= set(signs) <= set(FEATURES), (name, side)
        for feature, value in values.items():
            assert math.isfinite(value), (name, side, feature)
            assert value * signs.get(feature, 0) >= 0, f"{name}, {side}: {feature} is {value}"


def test_each_model_is_read_as_it_is_stored() -> None:
    model.cache_clear()
    for name, sides in stored().items():
        form, basis = name.split(", ")
        read = model(form, basis)
        assert 0 < read.threshold < 1
        assert read.same_offset == sides["same"]["offset"]
        assert {n: w for n, w in zip(FEATURES, read.same, strict=True) if w} == {n: w for n, w in sides["same"].items() if n != "offset" and w}
        assert {n: w for n, w in zip(FEATURES, read.against, strict=True) if w} == {n: w for n, w in sides["against"].items() if n != "offset" and w}
