"""Numbers on rationales that once depended on the order of repeats, counted stock phrases as reasons, or blamed one judge for another."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

import judgeaudit
from judgeaudit.analyses.rationales.compare import RationalePair, Space, compare_pairs
from judgeaudit.analyses.rationales.reading import Reading
from judgeaudit.api.result import Audit
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Rubric

FEE = "The delivery fee of forty euros was left out of the invoice."
TONE = "Greeting words sound hostile towards this loyal customer."
DATE = "Its deadline for sending back parcels contradicts our handbook."
FIRST = ("invoice", "greeting", "warranty", "parcel", "voucher", "passport", "harbour", "library", "battery", "garden", "ticket", "salary")
SECOND = ("sounds hostile", "was never signed", "arrived broken", "lacks a stamp", "names nobody", "costs too much", "looks outdated", "was copied")

Row = dict[str, object]


@pytest.fixture(autouse=True)
def by_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only equal texts are the same reason: what counts here is which pairs are compared, not how."""

    def strict(readings: Sequence[Reading], space: Space, pairs: NDArray[np.int64]) -> list[RationalePair]:
        found = compare_pairs(readings, space, pairs)
        differ = [readings[i].text != readings[j].text for i, j in pairs]
        other = {"decision": "different", "score": 0.1, "why": ("content",)}
        return [replace(one, **other) if d and one.decision != "contradicting" else one for one, d in zip(found, differ, strict=True)]

    monkeypatch.setattr("judgeaudit.analyses.rationales.channels.compare_pairs", strict)


def rows(items: int, k: int, said: Callable[[int, int], str], *, judge: str = "j", label: str = "fail") -> list[Row]:
    return [
        {"item_id": f"i{i}", "judge": judge, "criterion": "c", "replicate": r, "label": label, "rationale": said(i, r)} for i in range(items) for r in range(k)
    ]


def rubric(**more: object) -> Rubric:
    scale = {"level": "nominal", "labels": ["pass", "fail"]}
    return Rubric.model_validate({"name": "t", "criteria": [{"name": "c", "question": "?", "scale": scale}], **more})


def audited(said: Sequence[Row], **more: object) -> Audit:
    return judgeaudit.audit(pd.DataFrame(said), rubric(**more), embedder="none")


def number(audit: Audit, name: str, judge: str = "j") -> Estimate:
    (found,) = (e for e in audit.data.estimates if (e.analysis, e.name, e.judge, e.stratum, e.group, e.variant) == ("rationale", name, judge, None, None, None))
    return found


def findings(audit: Audit) -> list[str]:
    return [finding.text for analysis in audit.data.analyses for finding in analysis.findings]


def of_item(i: int) -> str:
    """A reason that no other item has."""
    return f"The {FIRST[i % 12]} {SECOND[i // 12 % 8]}."


@pytest.mark.parametrize("arranged", [lambda r: r < 15, lambda r: r % 2 == 0], ids=["blocks", "in turns"])
def test_many_repeats_are_not_judged_by_their_neighbours(arranged: Callable[[int], bool]) -> None:
    """15 of 30 give one reason and 15 another: 2 x 105 of 435 pairs agree, 0.483, in whatever order they stand."""
    found = audited(rows(40, 30, lambda i, r: FEE if arranged(r) else TONE) + rows(1, 2, lambda i, r: DATE, judge="other"))
    # two reasons for everything: stock phrases, as far as anybody can tell; the item's own share is in the block
    assert number(found, "rationale_pair_stability").value is None
    found = audited(rows(40, 30, lambda i, r: of_item(i if arranged(r) else i + 48)))
    stability = number(found, "rationale_pair_stability")
    assert stability.value == pytest.approx(210 / 435, abs=0.03)  # 40 x 66 pairs: a standard error of 0.009
    assert "2640 of 17400 pairs compared, drawn at random" in stability.method
    dominant = number(found, "rationale_dominant_share")
    assert "k = 12 of up to 30 replicates, drawn at random" in dominant.method
    assert dominant.value == pytest.approx(0.603, abs=0.04)  # E max(X, 12 - X) / 12 with X hypergeometric(30, 15, 12)


def test_up_to_twelve_repeats_every_pair_counts() -> None:
    found = audited(rows(4, 12, lambda i, r: of_item(i if r < 6 else i + 48)))
    assert number(found, "rationale_pair_stability").value == pytest.approx(30 / 66)
    assert "all 264 pairs compared" in number(found, "rationale_pair_stability").method
    assert "k = 12" in number(found, "rationale_dominant_share").method
    assert number(found, "rationale_dominant_share").value == pytest.approx(0.5)


def test_what_is_drawn_does_not_depend_on_the_order_of_rows_or_on_other_judges() -> None:
    said = rows(6, 20, lambda i, r: of_item(i if r % 3 else i + 48))
    shuffled = said + rows(6, 2, lambda i, r: of_item(i + 24), judge="another")
    random.Random(3).shuffle(shuffled)
    for name in ("rationale_pair_stability", "rationale_dominant_share", "unstable_rationale_rate"):
        assert number(audited(said), name) == number(audited(shuffled), name)


def two(shift: int) -> list[Row]:
    """Two judges, two reasons each in two of four replicates; the second judge's replicates are numbered from another one on."""
    first = rows(5, 4, lambda i, r: of_item(i if r < 2 else i + 48), judge="a")
    return first + rows(5, 4, lambda i, r: of_item(i if (r + shift) % 4 < 2 else i + 48), judge="b")


def test_replicates_of_two_judges_have_no_partners() -> None:
    found = [number(audited(two(shift)), "rationale_pair_stability", "a|b") for shift in range(4)]
    assert [e.value for e in found] == [0.5] * 4  # each reason of one has two of the other's four
    assert all("all 80 pairs compared" in e.method for e in found)


def test_more_pairs_of_two_judges_are_drawn_and_counted() -> None:
    said = rows(30, 6, lambda i, r: of_item(i if r < 3 else i + 48), judge="a") + rows(30, 6, lambda i, r: of_item(i if r < 3 else i + 48), judge="b")
    found = number(audited(said), "rationale_pair_stability", "a|b")
    assert "750 of 1080 pairs compared, drawn at random" in found.method
    assert found.value == pytest.approx(0.5, abs=0.05)
    turned = judgeaudit.audit(pd.DataFrame(said), rubric(judges=[{"model": "b"}, {"model": "a"}]), embedder="none")
    assert number(turned, "rationale_pair_stability", "b|a").value == found.value


GATES = {"rationale.rationale_pair_stability": {"min": 0.5}, "rationale.unstable_rationale_rate": {"max": 0.5}, "rationale.numeric_agreement": {"min": 0.1}}


def test_stock_phrases_pass_no_gate_and_are_not_stable() -> None:
    found = audited(rows(30, 3, lambda i, r: "The reply answers all 3 questions and is helpful."), gates=GATES)
    for name in ("rationale_pair_stability", "rationale_dominant_share", "unstable_rationale_rate", "numeric_agreement", "polarity_agreement"):
        assert number(found, name).value is None
        assert "two rationales of different items are called the same as often: stock phrases, no reasons" in str(number(found, name).undefined)
    assert {gate.status for gate in found.data.gates} == {"not_measured"}
    assert found.exit_code == 3
    block = next(a for a in found.data.analyses if a.name == "rationale").blocks
    assert {row["rationale_stable"] for row in block["items"]} == {None}
    corners = ("stable_stable", "stable_unstable", "unstable_stable", "unstable_unstable", "no_rationale")
    assert [block["quadrant"][0][name] for name in corners] == [0, 0, 0, 0, 30]
    assert any("stock phrases, no reasons" in text for text in findings(found))


def test_stock_phrases_of_one_judge_are_no_agreement_with_another() -> None:
    said = rows(6, 3, lambda i, r: "The reply is helpful.", judge="a") + rows(6, 3, lambda i, r: of_item(i), judge="b")
    found = audited(said)
    assert "stock phrases" in str(number(found, "rationale_pair_stability", "a|b").undefined)
    assert number(found, "rationale_pair_stability", "b").value == 1.0
    (between,) = next(a for a in found.data.analyses if a.name == "rationale").blocks["between"]
    assert (between["same_verdict"], between["same_reason"], between["other_reason"]) == (6, 0, 0)
    assert not [case for case in found.data.cases if case.flag == "same_verdict_other_reasons"]


def test_a_gate_on_rationales_is_about_judges_and_not_about_what_two_of_them_share() -> None:
    said = rows(40, 3, lambda i, r: of_item(i), judge="a") + rows(40, 3, lambda i, r: of_item(i + 48), judge="b")
    found = audited(said, gates={"rationale.rationale_pair_stability": {"min": 0.75}})
    assert [(gate.judge, gate.status) for gate in found.data.gates] == [("a", "pass"), ("b", "pass")]
    assert found.exit_code == 0
    assert number(found, "rationale_pair_stability", "a|b").value == 0.0
    assert len([case for case in found.data.cases if case.flag == "same_verdict_other_reasons"]) == 40
    assert all("a|b" not in reason for decision in found.data.decisions for reason in decision.reasons)


def test_a_contradiction_is_named_only_where_numbers_or_polarity_show_it() -> None:
    said = rows(3, 4, lambda i, r: f"The {FIRST[i]} has {100 + 61 * i + 37 * r} words, above the limit.")
    cases = [case for case in audited(said).data.cases if case.analysis == "rationale"]
    assert len(cases) == 3
    for case in cases:
        assert "contradict each other" in case.detail
        assert "numbers" in case.detail


def test_a_contradiction_without_either_is_a_likelihood_and_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def likely(readings: Sequence[object], space: object, pairs: Sequence[object]) -> list[RationalePair]:
        return [RationalePair("contradicting", 0.1, {}, ("content",)) for _ in pairs]

    monkeypatch.setattr("judgeaudit.analyses.rationales.channels.compare_pairs", likely)
    found = audited(rows(3, 2, lambda i, r: of_item(i + 48 * r)))
    details = [case.detail for case in found.data.cases if case.analysis == "rationale"]
    assert details == ["2 of 2 verdicts are fail; 0 of 1 pairs of rationales give the same reason (content differs)"] * 3


@pytest.mark.parametrize(("items", "told"), [(9, False), (10, True)])
def test_numbers_that_disagree_on_a_few_items_are_no_advice(items: int, told: bool) -> None:
    found = audited(rows(items, 2, lambda i, r: f"The {FIRST[i]} has {100 + 61 * i + 37 * r} words, above the limit."))
    assert number(found, "numeric_agreement").value == 0.0
    assert any("do not ask a judge" in text for text in findings(found)) == told


def test_every_item_stands_in_one_corner() -> None:
    said = rows(4, 3, lambda i, r: of_item(i)) + rows(9, 3, lambda i, r: of_item(i + 12 * r))[12:24]
    said += [{**row, "label": ("pass", "fail", "fail")[int(str(row["replicate"]))]} for row in rows(10, 3, lambda i, r: of_item(i))[24:]]
    said += rows(11, 3, lambda i, r: "")[30:]
    quadrant = next(a for a in audited(said).data.analyses if a.name == "rationale").blocks["quadrant"][0]
    corners = ("stable_stable", "stable_unstable", "unstable_stable", "unstable_unstable", "no_rationale")
    assert [quadrant[name] for name in corners] == [4, 4, 2, 0, 1]
