"""Answered calls, statuses, length, latency and cost of two versions: by hand, by printed example, and by how often nothing is called a change."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, one, texts
from drift_builder import drift_of, runs

from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT
from judgeaudit.analyses.drifts.replies import replies
from judgeaudit.analyses.parts import parts
from judgeaudit.domain.drift import DriftAnswer, DriftMeasure
from judgeaudit.stats.kernels.hodges_lehmann import hodges_lehmann

P, F, R = "pass", "fail", "!refused"


def measure(answer: DriftAnswer, name: str, stratum: str | None = None) -> DriftMeasure:
    (found,) = (one for one in answer.measures if (one.measure, one.stratum) == (name, stratum))
    return found


def rows_of(judge: str, column: str, *replicates: Sequence[float | str | None], **more: Any) -> list[Row]:
    """A row for each value, all with the verdict "pass"."""
    return [
        {"item_id": f"i{n}", "judge": judge, "criterion": "c", "replicate": r, "status": "ok", "label": P, column: value, **more}
        for r, values in enumerate(replicates)
        for n, value in enumerate(values)
    ]


def block(output: Any, what: str, stratum: str | None = None) -> dict[str, Any]:
    (found,) = (row for row in output.analysis.blocks["replies"] if (row["what"], row["stratum"]) == (what, stratum))
    return dict(found)


def test_answered_calls_by_hand() -> None:
    # 3 of 20 items refused before, 8 now, 2 of them both times: 6 went from verdict to refusal, 1 back. McNemar: 2 (1 + 7) / 2^7.
    old = [[R] * 3 + [P] * 17]
    new = [[P] + [R] * 8 + [F] * 11]
    output, (answer,) = drift(drift_of(*runs(old, new)))
    assert one(output, "answered_shift").value == pytest.approx(-5 / 20)
    assert one(output, "refused_shift").value == pytest.approx(5 / 20)
    assert one(output, "unparsable_shift").value == 0.0
    assert measure(answer, "answered_shift").p == pytest.approx(16 / 128)
    assert measure(answer, "answered_shift").n_items == 20
    row = block(output, "answered")
    assert (row["before"], row["now"], row["kind"]) == (pytest.approx(17 / 20), pytest.approx(12 / 20), "rate")
    assert (block(output, "refused")["before"], block(output, "refused")["now"]) == (pytest.approx(0.15), pytest.approx(0.4))


def test_with_replicates_an_item_counts_once() -> None:
    # Item 0: 1 of 2 answered, then 2 of 2. Item 1: 2 of 2, then 0 of 2. Item 2: both all.
    old = [[P, P, P], [R, P, P]]
    new = [[P, R, P], [P, R, P]]
    output, _ = drift(drift_of(*runs(old, new)))
    assert one(output, "answered_shift").value == pytest.approx((0.5 - 1 + 0) / 3)
    assert one(output, "answered_shift").n_items == 3


def test_refusals_are_drift_and_none_is_equivalence() -> None:
    output, (answer,) = drift(drift_of(*runs([[P] * 400], [[P] * 360 + [R] * 40])))
    assert measure(answer, "answered_shift").answer == "drifted"
    assert answer.answer == "drifted"
    assert "gives a verdict less often by 10.0 percentage points" in answer.sentence
    assert "10 % of its calls on c are refused now, 0 % in the baseline" in texts(output)
    output, (answer,) = drift(drift_of(*runs([[P] * 400], [[P] * 400])))
    assert (measure(answer, "answered_shift").answer, answer.answer) == ("equivalent", "equivalent")
    assert "refused" not in texts(output)


def test_calls_that_were_planned_and_never_made_are_not_answered() -> None:
    old, new = runs([[P] * 10], [[P] * 6])
    output, _ = drift(drift_of(old, new))
    assert one(output, "answered_shift").n_items == 6
    from dataclasses import replace

    given = drift_of(old, new)
    planned = replace(given, data=replace(given.data, planned={(BASELINE, "c"): 10, (CURRENT, "c"): 10}))
    assert one(drift(planned)[0], "answered_shift").value == pytest.approx(-0.4)


def test_a_version_without_any_row_is_undefined_in_words() -> None:
    output, (answer,) = drift(drift_of(*runs([[P] * 12], [[]])))
    assert one(output, "answered_shift").undefined == "no item was asked of both versions"
    assert answer.answer == "inconclusive"
    assert block(output, "answered")["before"] is None


def test_hodges_lehmann_of_the_printed_example() -> None:
    # Hollander & Wolfe 1973, table 3.1 (depression scale of nine patients), examples 3.3 and 3.4: -0.46, and -0.786 to -0.010 at 96 %.
    x = np.array([1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30])
    y = np.array([0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29])
    value, low, high = hodges_lehmann(y - x, 0.95)
    assert value == pytest.approx(-0.46)
    assert [low, high] == pytest.approx([-0.786, -0.010])


def test_hodges_lehmann_of_many_is_the_median_of_all_averages() -> None:
    rng = np.random.default_rng(1)
    for values in (rng.normal(size=1501), rng.integers(-2, 3, 1502).astype(float)):
        rows, columns = np.triu_indices(len(values))
        averages = np.sort((values[rows] + values[columns]) / 2)
        value, low, high = hodges_lehmann(values, 0.95)
        n = len(values)
        away = 1.959964 * (n * (n + 1) * (2 * n + 1) / 24) ** 0.5
        assert value == pytest.approx(float(np.median(averages)), abs=1e-9)
        assert low == pytest.approx(averages[int(n * (n + 1) / 4 - away) - 1], abs=1e-9)
        assert high == pytest.approx(averages[len(averages) - int(n * (n + 1) / 4 - away)], abs=1e-9)


@pytest.mark.parametrize("n", [5, 6, 8, 10])
def test_ends_are_where_all_sign_patterns_put_them(n: int) -> None:
    sums = np.array([sum(rank for rank, sign in enumerate(signs, 1) if sign) for signs in product((0, 1), repeat=n)])
    place = max((k for k in range(1, n * n) if (sums <= k - 1).mean() <= 0.025), default=0)
    values = np.random.default_rng(n).normal(size=n)
    rows, columns = np.triu_indices(n)
    averages = np.sort((values[rows] + values[columns]) / 2)
    _, low, high = hodges_lehmann(values, 0.95)
    expected = (None, None) if place < 1 else (pytest.approx(averages[place - 1]), pytest.approx(averages[-place]))
    assert (low, high) == expected
    assert (place < 1) == (n == 5)


def test_ratios_by_hand() -> None:
    cost = [1.0, 2.0, 3.0, 4.0, 5.0]
    output, _ = drift(drift_of(rows_of(BASELINE, "cost_usd", cost), rows_of(CURRENT, "cost_usd", [2 * one for one in cost])))
    found = one(output, "cost_ratio")
    assert found.value == pytest.approx(2.0)
    assert (found.low, found.n_items, found.n_ratings) == (None, 5, 10)
    assert "no interval: 5 items, too few" in found.method
    row = block(output, "cost of a call")
    assert (row["before"], row["now"], row["unit"]) == (pytest.approx(3.0), pytest.approx(6.0), "USD")
    assert "times what it was" not in texts(output), "five items"


def test_a_ratio_that_is_sure_and_large_is_said() -> None:
    rng = np.random.default_rng(2)
    tokens = rng.integers(80, 120, 60)
    before, now = rows_of(BASELINE, "completion_tokens", tokens.tolist()), rows_of(CURRENT, "completion_tokens", (3 * tokens).tolist())
    output, (answer,) = drift(drift_of(before, now))
    assert one(output, "completion_tokens_ratio").value == pytest.approx(3.0)
    assert "note: a: the length of replies on c is 3 times what it was in the baseline" in texts(output)
    assert answer.answer == "equivalent", "length is no part of the answer"
    output, _ = drift(drift_of(before, rows_of(CURRENT, "completion_tokens", (tokens + 1).tolist())))
    low = one(output, "completion_tokens_ratio").low
    assert low is not None
    assert low > 1.0
    assert "times what it was" not in texts(output), "one token in a hundred is no news"


def test_what_has_no_ratio_says_why() -> None:
    output, _ = drift(drift_of(rows_of(BASELINE, "cost_usd", [0.0] * 8), rows_of(CURRENT, "cost_usd", [1.0] * 8)))
    assert one(output, "cost_ratio").undefined == "every cost_usd in the baseline is 0"
    assert one(output, "latency_ratio").undefined == "no latency_s in the baseline"
    output, _ = drift(drift_of(rows_of(BASELINE, "latency_s", [1.0] * 8), rows_of(CURRENT, "cost_usd", [1.0] * 8)))
    assert one(output, "latency_ratio").undefined == "no latency_s now"
    halves = rows_of(BASELINE, "latency_s", [1.0, None]), rows_of(CURRENT, "latency_s", [None, 1.0])
    assert one(drift(drift_of(*halves))[0], "latency_ratio").undefined == "no item has a latency_s of both versions"


def test_rationales_are_those_of_verdicts_and_probes_are_left_out() -> None:
    before = rows_of(BASELINE, "rationale", ["four"] * 6)
    refused = {"item_id": "i0", "judge": CURRENT, "criterion": "c", "replicate": 1, "status": "refused", "label": None, "rationale": "x" * 500}
    probe = {"item_id": "i1", "judge": CURRENT, "criterion": "c", "replicate": 0, "status": "ok", "label": P, "rationale": "x" * 500, "probe": "verbosity"}
    output, _ = drift(drift_of(before, [probe, *rows_of(CURRENT, "rationale", ["four four"] * 6), refused]))
    assert one(output, "rationale_length_ratio").value == pytest.approx(9 / 4)


def test_as_many_replicates_of_each_item_as_both_versions_have() -> None:
    # The second call of the baseline has no partner: 1 -> 2, and not sqrt(1 x 8) -> 2.
    output, _ = drift(drift_of(rows_of(BASELINE, "latency_s", [1.0] * 6, [8.0] * 6), rows_of(CURRENT, "latency_s", [2.0] * 6)))
    assert one(output, "latency_ratio").value == pytest.approx(2.0)
    assert one(output, "latency_ratio").n_ratings == 12


def test_latency_that_did_not_change_is_hardly_ever_called_changed() -> None:
    rng = np.random.default_rng(3)
    outside = 0
    for _ in range(300):
        own = rng.normal(size=25)
        old, new = (np.exp(own + rng.exponential(2.0, (k, 25))) for k in (1, 4))
        given = drift_of(rows_of(BASELINE, "latency_s", *old.tolist()), rows_of(CURRENT, "latency_s", *new.tolist()))
        (piece,) = (replies(part, given) for part in parts(given.data, "drift"))
        (found,) = (estimate for estimate in piece.estimates if estimate.name == "latency_ratio")
        assert found.low is not None
        assert found.high is not None
        outside += not found.low <= 1 <= found.high
    assert outside <= 24, "binomial(300, 0.05) is above 24 in one of 100"
    assert outside >= 4, "an interval that is never wrong is too wide"


def test_strata_and_clusters() -> None:
    strata = {f"i{n}": "x" if n < 8 else "y" for n in range(16)}
    before, now = rows_of(BASELINE, "latency_s", [1.0] * 16), rows_of(CURRENT, "latency_s", [4.0] * 8 + [1.0] * 8)
    output, (answer,) = drift(drift_of(before, now, strata=strata))
    assert one(output, "latency_ratio", stratum="x").value == pytest.approx(4.0)
    assert one(output, "latency_ratio", stratum="y").value == pytest.approx(1.0)
    assert one(output, "latency_ratio").value == pytest.approx(2.0), "half of the pairs' averages are of one of each"
    assert measure(answer, "answered_shift", "x").n_items == 8
    clusters = {f"i{n}": "all" if n < 10 else f"own{n}" for n in range(16)}
    found = one(drift(drift_of(before, now, clusters=clusters))[0], "latency_ratio")
    assert "means of 7 clusters" in found.method
    assert found.value == pytest.approx(1.0), "six clusters of seven did not move"


def test_statuses_without_a_change_are_hardly_ever_named() -> None:
    rng = np.random.default_rng(4)
    named = 0
    for _ in range(150):
        old, new = ([[R if u < 0.2 else "!truncated" if u < 0.3 else P for u in rng.random(40)]] for _ in (0, 1))
        given = drift_of(*runs(old, new))
        (piece,) = (replies(part, given) for part in parts(given.data, "drift"))
        named += bool(piece.findings)
    assert named <= 14, "binomial(150, 0.05) is above 14 in one of 50"
