"""Wrong evidence of two versions: by hand, and by how often a judge that did not change is said to invent more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, rubric_of
from drift_builder import drift_of

from judgeaudit import thresholds
from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.evidence import SIGNS, evidence
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import Estimate

REPLY = "Dear customer, your parcel left our warehouse on Monday and will arrive within three working days. You may send it back."
REAL = 'The reply says "your parcel left our warehouse on Monday".'
FAKE = 'The reply says "we apologise for every inconvenience and refund all shipping fees at once".'
NONE = "The reply is good."


def said(judge: str, *replicates: Sequence[str | None], **more: Any) -> list[Row]:
    return [
        {"item_id": f"i{n}", "judge": judge, "criterion": "c", "replicate": r, "status": "ok", "label": "pass", "rationale": text, **more}
        for r, one_run in enumerate(replicates)
        for n, text in enumerate(one_run)
    ]


def given(old: Sequence[Row], new: Sequence[Row], *, texts: bool = True, **more: Any) -> Any:
    found = drift_of(old, new, **more)
    names = {row["item_id"] for row in (*old, *new)}
    items = {name: Item(id=name, input="Where is my parcel?", response=REPLY) for name in sorted(names)} if texts else {}
    return replace(found, data=replace(found.data, items=items))


def one(output: Any, name: str, stratum: str | None = None) -> Estimate:
    found: Estimate
    (found,) = (e for e in output.estimates if (e.name, e.stratum) == (name, stratum))
    return found


def test_more_invented_quotes_by_hand() -> None:
    # 2 of 20 before, the same 2 and 8 others now: 8 items went one way. McNemar: 2 / 2^8.
    old, new = [FAKE] * 2 + [REAL] * 18, [FAKE] * 10 + [REAL] * 10
    output = evidence(given(said(BASELINE, old), said(CURRENT, new)))
    for name in ("wrong_evidence_shift", "fabricated_quote_shift"):
        found = one(output, name)
        assert found.value == pytest.approx(8 / 20)
        assert found.low is not None
        assert found.low > 0
        assert found.p_adjusted == pytest.approx(3 * 2 / 256), "three kinds were seen at all: wrong, fabricated, cited"
    assert one(output, "wrong_number_shift").value == 0.0
    assert one(output, "wrong_number_shift").p_adjusted is None
    assert one(output, "cited_evidence_shift").value == 0.0
    assert [(finding.severity, finding.text) for finding in output.findings] == [
        ("serious", "a: 50 % of its rationales on c cite something that is not there as they say now, 10 % in the baseline (p = 0.023, corrected)."),
        ("serious", "a: 50 % of its rationales on c have a fabricated quote now, 10 % in the baseline (p = 0.023, corrected)."),
    ]
    row = next(row for row in output.blocks["evidence"] if row["what"] == "fabricated_quote")
    assert (row["before"], row["now"], row["shift"], row["n_items"]) == (pytest.approx(0.1), pytest.approx(0.5), pytest.approx(0.4), 20)
    assert row["p"] == pytest.approx(2 / 256)


def test_an_item_counts_with_the_mean_over_its_rationales() -> None:
    old = said(BASELINE, [REAL, FAKE], [FAKE, FAKE])
    new = said(CURRENT, [FAKE, REAL], [FAKE, None])
    found = one(evidence(given(old, new)), "wrong_evidence_shift")
    assert found.value == pytest.approx(((1 - 0.5) + (0 - 1)) / 2)
    assert (found.n_items, found.n_ratings) == (2, 7)


def test_items_with_the_same_verdicts_are_told_apart() -> None:
    """One pattern of verdicts, twelve items: the pair of each item counts, and not a mean of the pattern."""
    old, new = [FAKE] * 6 + [REAL] * 6, [REAL] * 6 + [FAKE] * 6
    found = one(evidence(given(said(BASELINE, old), said(CURRENT, new))), "wrong_evidence_shift")
    assert (found.value, found.n_items) == (0.0, 12)
    assert found.low is not None
    assert found.high is not None
    assert found.low < -0.2 < 0.2 < found.high, "six items went each way"


def test_a_judge_that_stops_quoting_does_not_look_better() -> None:
    output = evidence(given(said(BASELINE, [REAL] * 20), said(CURRENT, [NONE] * 20)))
    assert one(output, "wrong_evidence_shift").value == 0.0
    assert one(output, "cited_evidence_shift").value == -1.0
    assert [finding.severity for finding in output.findings] == ["serious"]
    assert "0 % of its rationales on c cite anything that could be checked now, 100 % in the baseline" in output.findings[0].text
    better = evidence(given(said(BASELINE, [FAKE] * 20), said(CURRENT, [REAL] * 20)))
    assert {finding.severity for finding in better.findings} == {"note"}


@pytest.mark.parametrize(
    ("old", "new", "texts", "reason"),
    [
        (REAL, REAL, False, "evidence was not checked: no item texts; give the items (--items FILE)"),
        (None, REAL, True, "the baseline has no rationales"),
        (REAL, None, True, "the current run has no rationales"),
        (None, None, True, "no verdict has a rationale"),
    ],
)
def test_what_cannot_be_checked_is_undefined_in_words(old: str | None, new: str | None, texts: bool, reason: str) -> None:
    output, _ = drift(given(said(BASELINE, [old] * 12), said(CURRENT, [new] * 12), texts=texts))
    names = {sign.name for sign in SIGNS}
    assert {e.undefined for e in output.estimates if e.name in names} == {reason}
    assert {e.name for e in output.estimates} >= names


def test_no_item_in_common_is_undefined_in_words() -> None:
    output = evidence(given(said(BASELINE, [REAL, None]), said(CURRENT, [None, REAL])))
    assert one(output, "wrong_evidence_shift").undefined == "no item has rationales of both versions that could be held against its texts"


def test_what_its_own_prompt_says_was_shown_to_the_judge() -> None:
    rule = "Only replies that promise a replacement within a fortnight are good enough for us"
    rubric = rubric_of(judges=[{"name": "a", "model": "openai/a", "system": f"{rule}."}])
    old, new = said(BASELINE, [REAL] * 12), said(CURRENT, [f'The reply says "{rule}".'] * 12)
    assert one(evidence(given(old, new, rubric=rubric)), "fabricated_quote_shift").value == 0.0, "it was shown, if not in the reply"
    assert one(evidence(given(old, new)), "fabricated_quote_shift").value == 1.0


def test_a_judge_that_did_not_change_is_hardly_ever_said_to_invent_more() -> None:
    rng = np.random.default_rng(5)
    found, n = 0, 100
    for _ in range(n):
        old, new = ([[FAKE if u < 0.25 else NONE if u < 0.5 else REAL for u in rng.random(16)] for _ in range(k)] for k in (1, 3))
        found += bool(evidence(given(said(BASELINE, *old), said(CURRENT, *new))).findings)
    assert found <= 11, "binomial(100, 0.05) is above 11 in one of 200"


def test_large_inputs_are_drawn_from_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "MAX_DRIFT_EVIDENCE", 30)
    data = given(said(BASELINE, [REAL] * 60), said(CURRENT, [FAKE] * 60))
    first = evidence(data)
    assert first == evidence(data)
    found = one(first, "wrong_evidence_shift")
    assert (found.n_items, found.value) == (15, 1.0)
    assert "15 of 60 items drawn at random" in found.method


def test_of_large_inputs_some_rationales_of_each_item_are_read() -> None:
    # 60 items, 40 rationales of each version: 4,800, of which 1,200 may be read: 1,200 / (2 x 60) = 10 of each version, and so all items.
    old = said(BASELINE, *[[REAL] * 60 for _ in range(40)])
    new = said(CURRENT, *[[FAKE if r < 8 else REAL] * 60 for r in range(40)])
    found = one(evidence(given(old, new)), "fabricated_quote_shift")
    assert (found.n_items, found.value, found.n_ratings) == (60, pytest.approx(8 / 10), 60 * 2 * 10)
    assert "60 of 60 items drawn at random, at most 10 rationales of each version" in found.method
    shared = one(evidence(replace(given(old, new), n_judges=2)), "fabricated_quote_shift")
    assert (shared.n_items, shared.n_ratings) == (60, 60 * 2 * 5), "two judges: half as many of each"


def test_a_draw_holds_every_stratum_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "MAX_DRIFT_EVIDENCE", 2 * 30)
    strata = {f"i{n}": "x" if n < 20 else "y" for n in range(60)}
    output = evidence(given(said(BASELINE, [REAL] * 60), said(CURRENT, [FAKE] * 60), strata=strata))
    assert [one(output, "wrong_evidence_shift", stratum).n_items for stratum in (None, "x", "y")] == [30, 10, 20]


def test_strata_and_few_items() -> None:
    strata = {f"i{n}": "x" if n < 8 else "y" for n in range(24)}
    old, new = said(BASELINE, [REAL] * 24), said(CURRENT, [FAKE] * 8 + [REAL] * 16)
    output = evidence(given(old, new, strata=strata))
    assert one(output, "wrong_evidence_shift", "x").value == 1.0
    assert one(output, "wrong_evidence_shift", "y").value == 0.0
    assert not any(" in x " in finding.text for finding in output.findings), "eight items"
