"""Which verdicts a person looks at first: risks, their order, and the sentence that says why."""

from __future__ import annotations

from typing import Any

import pytest
from evidence_builder import NOWHERE, account, claim

from judgeaudit.analyses.evidences.accounts import Account
from judgeaudit.analyses.evidences.passes import passes_of
from judgeaudit.analyses.evidences.triage import Concern, concern_of
from judgeaudit.domain.rubric import Criterion

PASS_FAIL = Criterion.model_validate({"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}})


def concern(one: Account, *, texts: bool = True, passes: Any = None) -> Concern | None:
    return concern_of(one, passes or passes_of(PASS_FAIL, "pointwise"), stratum=None, texts=texts)


def found(one: Account, **more: Any) -> Concern:
    made = concern(one, **more)
    assert made is not None
    return made


UNSTABLE = {"unstable_reasons": "3 of 3 verdicts are pass; 0 of 3 pairs ..."}
FABRICATED, ALTERED, MISPLACED = [claim()], [claim("altered")], [claim("misattributed")]


@pytest.mark.parametrize(
    ("one", "risk"),
    [
        (account("ppp", [FABRICATED]), "critical"),
        (account("ppp", [ALTERED] * 3), "critical"),
        (account("fff", [FABRICATED]), "high"),
        (account("ppf", [FABRICATED]), "high"),
        (account("p", [FABRICATED]), "high"),
        (account("ppp", **UNSTABLE), "high"),
        (account("ffp", [FABRICATED]), "medium"),
        (account("f", [FABRICATED]), "medium"),
        (account("fff", **UNSTABLE), "medium"),
        (account("ppp", [MISPLACED]), "high"),
        (account("ppp", [[claim("false", "count")]]), "high"),
        (account("fff", [MISPLACED]), "medium"),
        (account("fff", [[claim("false", "count")]]), "medium"),
        (account("fff", [[claim("false", "absence")]]), "medium"),
        (account("fff", [[claim("false", "presence")]]), "high"),
        (account("fff", [[claim("false", "name")]]), "high"),
        (account("ppp", [[claim("false", "name")]]), "critical"),
        (account("ppp", [[claim("false", "presence")]]), "critical"),
        (account("pf", [[claim("false", "name")]]), "high"),
        (account("ppp", contradicted=frozenset({1})), "medium"),
        (account("fff", contradicted=frozenset({1})), "low"),
    ],
)
def test_risks(one: Account, risk: str) -> None:
    assert found(one).risk == risk


@pytest.mark.parametrize("states", [["exact"], ["normalised"], ["near"], ["true"], ["unchecked"], []])
def test_evidence_that_is_there_is_no_concern(states: list[str]) -> None:
    assert concern(account("ppp", [[claim(state) for state in states]] * 3)) is None


def test_whether_an_unstable_item_passes_goes_by_the_replicates_that_invent() -> None:
    assert found(account("pff", [FABRICATED])).passes is True
    assert found(account("fpp", [FABRICATED])).passes is False


def test_flags_and_trapped() -> None:
    both = account("ppp", [[*FABRICATED, claim("false", "absence", "no fee")], ALTERED], contradicted=frozenset({2}), **UNSTABLE)
    assert found(both).flags == (
        "fabricated_quote", "altered_quote", "false_absence", "trapped", "stable_verdict_unstable_rationale", "verdict_rationale_contradiction",
    )  # fmt: skip
    assert "trapped" not in found(account("pf", [FABRICATED])).flags
    assert "trapped" not in found(account("p", [FABRICATED])).flags
    assert "trapped" not in found(account("ppp", [MISPLACED])).flags
    assert "trapped" not in found(account("ppp", [[claim("false", "count")]])).flags
    assert "trapped" in found(account("ppp", [[claim("false", "name")]])).flags
    assert "trapped" in found(account("fff", **UNSTABLE)).flags


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (account("ppppp", [FABRICATED] * 3), f'passes in 5 of 5 repeats, in 3 of them on a quote that stands nowhere: "{NOWHERE}"'),
        (account("ff", [ALTERED]), f'is judged fail in 2 of 2 repeats, in 1 of them on a quote that was altered: "{NOWHERE}"'),
        (account("p", [FABRICATED]), f'passes in the one call that was made on a quote that stands nowhere: "{NOWHERE}"'),
        (account("ppp", **UNSTABLE), "passes in 3 of 3 repeats for reasons that change from repeat to repeat"),
        (
            account("ppf", [[claim("false", "absence", "names no fee")]]),
            'passes in some repeats and not in others (pass x2, fail x1), in 1 of them calling something missing that is there: "names no fee"',
        ),
        (account("ff", contradicted=frozenset({0})), "is judged fail in 2 of 2 repeats with a rationale that argues against the verdict in 1 of 2"),
    ],
)
def test_the_reason_is_one_sentence(one: Account, sentence: str) -> None:
    assert found(one).reason == sentence


def test_without_texts_nothing_is_quoted() -> None:
    made = found(account("ppp", [[claim(nearest="Delivery takes 3 days")]]), texts=False)
    row = made.row(1, texts=False)
    assert made.reason == "passes in 3 of 3 repeats, in 1 of them on a quote that stands nowhere"
    assert (row["quote"], row["nearest"]) == (None, None)


def test_the_row_has_what_the_contract_says() -> None:
    row = found(account("ppp", [FABRICATED, [claim("altered", text="the fee is 2,000 €", nearest="The fee is 1,000 €")], FABRICATED])).row(1, texts=True)
    assert row == {
        "rank": 1, "risk": "critical", "judge": "a", "criterion": "c", "stratum": None, "item_id": "i0", "verdict": "pass", "stable": True, "passes": True,
        "flags": ["fabricated_quote", "altered_quote", "trapped"], "reason": row["reason"], "replicates": [0, 1, 2], "quote": NOWHERE, "nearest": None,
    }  # fmt: skip


def test_order_is_risk_then_repeated_inventions_then_replicates_then_item() -> None:
    made = [
        found(account("fff", contradicted=frozenset({0}), item="i1")),
        found(account("ppp", [FABRICATED], item="i2")),
        found(account("ppp", [FABRICATED, FABRICATED], item="i9")),
        found(account("ppp", [FABRICATED, [claim(text="another one that is nowhere")], [claim(text="and a third one of the kind")]], item="i5")),
        found(account("ppp", [FABRICATED] * 3, item="i3")),
        found(account("ppp", [FABRICATED], item="i10")),
        found(account("fff", [FABRICATED] * 3, item="i0")),
    ]
    assert [one.account.item for one in sorted(made, key=lambda one: one.order)] == ["i3", "i9", "i5", "i10", "i2", "i0", "i1"]


@pytest.mark.parametrize(
    ("scale", "passing"),
    [
        ({"labels": ["pass", "fail"]}, ["pass"]),
        ({"labels": ["fail", "pass"]}, ["pass"]),
        ({"labels": ["x", "y"]}, ["x"]),
        ({"labels": ["good", "bad", "unclear"]}, ["good"]),
        ({"labels": ["x", "y", "z"]}, []),
        ({"level": "ordinal", "labels": ["1", "2", "3", "4", "5"]}, ["4", "5"]),
        ({"level": "ordinal", "labels": ["poor", "fair", "good", "great"]}, ["good", "great"]),
    ],
)
def test_which_labels_pass(scale: dict[str, Any], passing: list[str]) -> None:
    criterion = Criterion.model_validate({"name": "c", "question": "q?", "scale": scale})
    passes = passes_of(criterion, "pointwise")
    labels = criterion.scale.labels or ()
    assert [label for label in labels if passes(label, criterion.scale.code(label) or 0.0)] == passing


def test_a_label_that_nobody_knows_is_neither_and_pairwise_lets_nothing_through() -> None:
    three = Criterion.model_validate({"name": "c", "question": "q?", "scale": {"labels": ["good", "bad", "unclear"]}})
    assert passes_of(three, "pointwise")("unclear", 3.0) is None
    falling = Criterion.model_validate({"name": "c", "question": "q?", "scale": {"level": "ordinal", "labels": ["good", "fair", "poor"]}})
    assert [passes_of(falling, "pointwise")(label, code) for label, code in (("good", 1.0), ("fair", 2.0), ("poor", 3.0))] == [True, False, False]
    assert passes_of(PASS_FAIL, "pairwise")("pass", 1.0) is None
    points = Criterion.model_validate({"name": "c", "question": "q?", "scale": {"level": "interval", "low": 1, "high": 10}})
    assert [passes_of(points, "pointwise")("", score) for score in (5.0, 5.5, 6.0)] == [False, False, True]
    assert found(account("ppp", [FABRICATED]), passes=passes_of(PASS_FAIL, "pairwise")).risk == "high"
