"""One response in both places: what is preferred then is a place."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from judgeaudit.analyses.biases.identical import identical
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.domain.names import ESTIMATE_NAMES
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Rubric
from tests.core.analyses_builder import input_of, rubric_of, said

A, B, TIE = "response_a", "response_b", "tie"
PAIR = rubric_of({"level": "nominal", "labels": [A, B, TIE]}, mode="pairwise")
NO_TIE = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")


def read(*replicates: list[Any], rubric: Rubric = PAIR) -> Reading:
    plain = [A] * len(replicates[0])
    data = input_of([*said("a", plain), *said("a", *replicates, probe="identical_responses", variant="identical")], rubric)
    return identical(data, [one for of_judge in shown(data) for one in of_judge])


def found(reading: Reading, name: str) -> Estimate:
    (one,) = [e for e in reading.estimates if e.name == name]
    return one


def told(reading: Reading) -> list[tuple[str, str]]:
    return [(one.severity, one.text) for one in reading.findings]


def test_what_is_decided_and_where_are_counted_by_hand() -> None:
    """Of eight: four first, one second, three ties. Decided 5 of 8; first 4 + 3 halves of 8."""
    reading = read([A] * 4 + [B] + [TIE] * 3)
    assert found(reading, "identical_responses_decided_rate").value == pytest.approx(5 / 8)
    assert found(reading, "identical_responses_first_rate").value == pytest.approx(5.5 / 8)
    (row,) = reading.blocks["identical_responses"]
    assert (row["n_items"], row["n_first"], row["n_second"]) == (8, 4, 1)
    assert row["p"] == pytest.approx(2 * sum(comb(5, k) for k in range(2)) / 2**5)


def test_replicates_are_averaged_within_the_item() -> None:
    """i0: first, first, tie; i1: second alone."""
    reading = read([A, B], [A, None], [TIE, None])
    assert found(reading, "identical_responses_decided_rate").value == pytest.approx((2 / 3 + 1) / 2)
    assert found(reading, "identical_responses_first_rate").value == pytest.approx((2.5 / 3 + 0) / 2)
    assert found(reading, "identical_responses_first_rate").n_items == 2


def test_a_judge_that_says_tie_is_said_nothing_of() -> None:
    assert not read([TIE] * 30).findings


def test_a_judge_that_prefers_a_place_is_serious() -> None:
    ((severity, text),) = told(read([A] * 27 + [TIE] * 3))
    assert severity == "serious"
    assert "a prefers one of two responses that are the same in 90 % of verdicts on c: the first place in 27 of 30 items, the second in 0" in text


def test_a_judge_that_decides_at_random_is_a_warning_where_it_could_say_tie_and_nothing_where_it_could_not() -> None:
    ((severity, text),) = told(read([A, B] * 15))
    assert severity == "warning"
    assert "though it could say 'tie'" in text
    assert not read([A, B] * 15, rubric=NO_TIE).findings
    assert found(read([A, B] * 15, rubric=NO_TIE), "identical_responses_decided_rate").undefined is not None


def test_without_a_verdict_or_without_pairs_it_is_undefined_in_words() -> None:
    assert found(read(["!refused"]), "identical_responses_first_rate").undefined == "no verdict under the probe"
    data = input_of([*said("a", ["pass"]), *said("a", ["pass"], probe="identical_responses")])
    reading = identical(data, [one for of_judge in shown(data) for one in of_judge])
    assert "two responses" in (found(reading, "identical_responses_first_rate").undefined or "")


def test_names_are_declared() -> None:
    assert {"identical_responses_first_rate", "identical_responses_decided_rate"} <= set(ESTIMATE_NAMES["bias"])
