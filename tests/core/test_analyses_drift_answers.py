"""Three answers: Holm's correction, strata, margins, and what is never called equivalent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from analyses_builder import one, rubric_of, said
from drift_builder import drift_of, runs

from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.answers import answered, overall
from judgeaudit.analyses.drifts.piece import Tested as Measure
from judgeaudit.domain.drift import DriftAnswer

P, F = "pass", "fail"
GIVEN = drift_of(*runs([[P]], [[P]]))


def of(p: float | None, inner: tuple[float, float] = (-0.1, 0.1), *, n_items: int = 100, stratum: str | None = None, **more: Any) -> Measure:
    effect = (inner[0] + inner[1]) / 2
    return Measure(
        "marginal_shift", "c", stratum, 0.05, n_items, group=P, effect=effect, low=inner[0] - 0.02, high=inner[1] + 0.02, inner_low=inner[0], inner_high=inner[1],
        p=p, **more,
    )  # fmt: skip


def answer(*tested: Measure) -> DriftAnswer:
    return answered(GIVEN, tested, n_anchors=100)


def test_p_values_of_whole_criteria_are_one_family() -> None:
    found = answer(of(0.01), of(0.02), of(0.04))
    assert [m.p_adjusted for m in found.measures] == pytest.approx([0.03, 0.04, 0.04])
    assert [m.answer for m in found.measures] == ["drifted"] * 3
    assert [m.answer for m in answer(of(0.02), of(0.02), of(0.04)).measures] == ["inconclusive"] * 3, "three times .02 is .06"
    assert [m.p for m in found.measures] == [0.01, 0.02, 0.04], "raw p values stay as they are"


def test_strata_share_alpha_with_the_whole() -> None:
    found = answer(of(0.012), of(0.02), of(0.01, stratum="x"), of(0.2, stratum="y"))
    assert [m.p_adjusted for m in found.measures] == pytest.approx([0.048, 0.048, 0.04, 0.4])
    assert [m.stratum for m in found.measures] == [None, None, "x", "y"]


def test_a_stratum_that_drifted_makes_the_judge_drifted() -> None:
    within = (-0.01, 0.01)
    assert answer(of(0.9, within), of(0.001, stratum="x")).answer == "drifted"
    assert answer(of(0.9, within), of(0.9, stratum="x")).answer == "equivalent", "an undecided stratum does not undo the whole"


def test_a_shift_within_the_margin_is_equivalent_however_sure_it_is() -> None:
    found = answer(of(1e-9, (0.01, 0.03)))
    assert (found.answer, found.measures[0].reason) == ("equivalent", "the 90 % interval lies within the margin")
    assert answer(of(0.5, (-0.05, 0.01))).answer == "inconclusive", "the margin itself is not within it"
    assert answer(of(0.5, (-0.049, 0.049))).answer == "equivalent"


def test_what_is_never_equivalent() -> None:
    assert answer().answer == "inconclusive"
    assert answer(Measure("marginal_shift", "c", None, 0.05, 0, undefined="no item")).answer == "inconclusive"
    assert answer(of(1.0, (0.0, 0.0), n_items=9)).answer == "inconclusive"
    assert "9 anchors, fewer than 10" in answer(of(1.0, (0.0, 0.0), n_items=9)).measures[0].reason
    assert answer(of(1e-9, (0.4, 0.6), n_items=9)).answer == "inconclusive", "nor drifted"
    one_open = answer(of(0.9, (-0.01, 0.01)), Measure("accuracy_shift", "c", None, 0.05, 0, undefined="no gold"))
    assert (one_open.answer, [m.answer for m in one_open.measures]) == ("inconclusive", ["equivalent", "inconclusive"])
    assert overall(()) == "inconclusive"


def test_a_measure_without_p_never_drifted() -> None:
    assert answer(of(None, (0.4, 0.6))).answer == "inconclusive"
    assert answer(of(None, (0.0, 0.01))).answer == "equivalent"


def test_detectable_is_at_the_level_of_a_first_rejection() -> None:
    levels: list[float] = []

    def detect(level: float) -> float:
        levels.append(level)
        return 0.1

    answer(of(0.5, detect=detect), of(0.5), of(None))
    answer(of(0.5, detect=detect), of(0.5, stratum="x"))
    assert levels == pytest.approx([0.05 / 2, 0.05 / 2 / 1])


def test_sentences_say_what_happened_in_plain_words() -> None:
    old, new = [[P] * 150 + [F] * 50], [[P] * 110 + [F] * 90]
    output, (found,) = drift(drift_of(*runs(old, new), names=("old-model", "new-model")))
    assert found.answer == "drifted"
    assert found.sentence.startswith("new-model (in the baseline old-model) drifted: on c it says 'pass' less often by 20.0 percentage points")
    assert output.analysis.findings[0].text == found.sentence
    assert output.analysis.findings[0].severity == "serious"
    assert (found.judge, found.was, found.n_anchors) == ("new-model", "old-model", 200)
    same = [[P] * 150 + [F] * 50] * 3
    _, (quiet,) = drift(drift_of(*runs(same, same)))
    assert (
        quiet.sentence
        == "a judges as it did in the baseline: on 200 anchors every change that was measured lies within the margin (5.0 percentage points on c)."
    )
    _, (few,) = drift(drift_of(*runs([[P] * 5], [[P] * 5])))
    assert "cannot be told on 5 anchors" in few.sentence
    assert "5 anchors, fewer than 10" in few.sentence


def test_flips_that_cancel_are_drift() -> None:
    """16 % of verdicts change, half each way: the pass rate stays, and so does nothing else. Noise 2 %, three replicates."""
    rng = np.random.default_rng(5)
    truth = np.arange(260) % 2 == 0
    moved = truth.copy()
    moved[:42] = ~moved[:42]

    def run(values: Any) -> list[list[str]]:
        return [[P if v != (rng.random() < 0.02) else F for v in values] for _ in range(3)]

    output, (found,) = drift(drift_of(*runs(run(truth), run(moved))))
    by_name = {m.measure: m for m in found.measures}
    assert found.answer == "drifted"
    assert by_name["excess_flip_rate"].answer == "drifted"
    assert by_name["excess_flip_rate"].effect == pytest.approx(0.16 * 0.96**2, abs=0.03)
    assert by_name["marginal_shift"].answer != "drifted"
    assert one(output, "excess_flip_rate").p_adjusted == by_name["excess_flip_rate"].p_adjusted
    detectable = [e for e in output.estimates if e.name == "min_detectable_shift"]
    assert {("marginal_shift", P), ("excess_flip_rate", None)} <= {(e.variant, e.group) for e in detectable}


def test_criteria_and_strata_answer_for_themselves() -> None:
    rubric = rubric_of().model_copy(update={"criteria": tuple(rubric_of().criterion("c").model_copy(update={"name": name}) for name in ("c", "d"))})
    steady, half = [P] * 60 + [F] * 60, [P] * 30 + [F] * 90
    rows = [
        [*said(judge, *[c] * 3, criterion="c"), *said(judge, *[steady] * 3, criterion="d")]
        for judge, c in (("baseline", steady), ("current", half))
    ]  # fmt: skip
    strata = {f"i{n}": "early" if n < 60 else "late" for n in range(120)}
    _, (found,) = drift(drift_of(*rows, rubric, strata=strata))
    answers = {(m.criterion, m.stratum): m.answer for m in found.measures if m.measure == "marginal_shift"}
    assert answers[("c", None)] == answers[("c", "early")] == "drifted"
    assert answers[("c", "late")] == answers[("d", None)] == "equivalent"
    assert found.answer == "drifted"
