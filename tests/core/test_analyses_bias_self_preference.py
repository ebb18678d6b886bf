"""Self-preference at equal gold, against Wataoka et al.'s formula worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import pytest

from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.biases.self_preference import self_preference
from judgeaudit.domain.items import Item
from judgeaudit.domain.names import ESTIMATE_NAMES
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.rates import wilson
from tests.core.analyses_builder import Row, input_of, rubric_of, said

P, F = "pass", "fail"
A, B, TIE = "response_a", "response_b", "tie"
PAIR = rubric_of({"level": "nominal", "labels": [A, B, TIE]}, mode="pairwise")
JUDGE = "openai/gpt-4o"
ASKED = rubric_of(probes=["self_preference"])


def read(rows: list[Row], rubric: Any = None, **more: Any) -> Reading:
    return self_preference(input_of(rows, rubric, **more), [])


def found(reading: Reading, *, group: str | None = None, stratum: str | None = None) -> Estimate:
    (one,) = [e for e in reading.estimates if (e.name, e.group, e.stratum) == ("self_preference_excess", group, stratum)]
    return one


def by_system(labels: Sequence[str], systems: Sequence[str | None], judge: str = JUDGE) -> list[Row]:
    return [{**row, "system": system} for row, system in zip(said(judge, labels), systems, strict=True)]


# (own family, gold pass): 4 of 5 pass; (other, gold pass): 2 of 4; (own, gold fail): 1 of 2; (other, gold fail): 0 of 3.
SYSTEMS = ["gpt-4-turbo"] * 5 + ["claude-3-opus"] * 4 + ["gpt-4-turbo"] * 2 + ["claude-3-opus"] * 3
VERDICTS = [P, P, P, P, F, P, P, F, F, P, F, F, F, F]
GOLD = [P] * 9 + [F] * 5


def test_the_equal_opportunity_difference_is_what_a_hand_counts() -> None:
    """P(Y'=1 | S=1, Y=1) - P(Y'=1 | S=0, Y=1) = 4/5 - 2/4; among gold fail 1/2 - 0/3. The ends add squares of the distances to Wilson's."""
    reading = read(by_system(VERDICTS, SYSTEMS), gold=GOLD)
    one = found(reading)
    assert one.value == pytest.approx(4 / 5 - 2 / 4)
    assert one.n_items == 9
    (low, high), (low_other, high_other) = wilson(0.8, 5, 0.95), wilson(0.5, 4, 0.95)
    assert one.low == pytest.approx(0.3 - sqrt((0.8 - low) ** 2 + (high_other - 0.5) ** 2))
    assert one.high == pytest.approx(0.3 + sqrt((high - 0.8) ** 2 + (0.5 - low_other) ** 2))
    assert found(reading, group=P).value == one.value
    assert found(reading, group=F).value == pytest.approx(1 / 2)
    (row,) = reading.blocks["self_preference"]
    assert (row["family"], row["n_own"], row["n_other"]) == ("gpt", 5, 4)


def test_replicates_are_averaged_within_the_item() -> None:
    rows = [{**row, "system": "gpt-4" if row["item_id"] == "i0" else "claude-3"} for row in said(JUDGE, [P, P], [F, P], [F, P])]
    assert found(read(rows, gold=[P, P])).value == pytest.approx(1 / 3 - 1)


def test_the_family_is_that_of_the_judges_model_and_writers_stand_in_items_too() -> None:
    items = [Item(id=f"i{n}", input="q", response="r", metadata={"model": name}) for n, name in enumerate(SYSTEMS)]
    reading = read(said("mine", VERDICTS), gold=GOLD, items=items, models={"mine": JUDGE})
    assert found(reading).value == pytest.approx(0.3)
    other = read(said("mine", VERDICTS), gold=GOLD, items=items, models={"mine": "anthropic/claude-sonnet-4"})
    assert found(other).value == pytest.approx(2 / 4 - 4 / 5)


# Pairs: gpt-4 against claude-3. Gold prefers gpt-4 in five pairs, of which the judge follows 4; claude-3 in four, of which it follows 1.
SIDES = [("gpt-4", "claude-3")] * 3 + [("claude-3", "gpt-4")] * 6
PAIR_GOLD = [A, A, A, B, B, A, A, A, A]
PAIR_VERDICTS = [A, A, B, B, B, A, B, B, TIE]


def pairs(sides: Sequence[tuple[str, str]] = SIDES) -> list[Item]:
    return [Item(id=f"i{n}", input="q", response_a="x", response_b="y", metadata={"model_a": a, "model_b": b}) for n, (a, b) in enumerate(sides)]


def test_of_pairs_it_is_the_difference_of_two_recalls() -> None:
    """Own is better and chosen: i0 i1 i3 i4 of i0..i4. Other is better and chosen: i5 of i5..i8 (a tie is not chosen)."""
    reading = read(said(JUDGE, PAIR_VERDICTS), PAIR, gold=PAIR_GOLD, items=pairs())
    assert found(reading).value == pytest.approx(4 / 5 - 1 / 4)
    assert found(reading).n_items == 9
    # gold response_a: own in i0..i2, 2 of 3 chosen; other in i5..i8, 1 of 4. gold response_b: own alone.
    assert found(reading, group=A).value == pytest.approx(2 / 3 - 1 / 4)
    assert found(reading, group=B).value is None


def test_pairs_of_one_family_and_gold_ties_do_not_count() -> None:
    sides = [*SIDES, ("gpt-4", "gpt-3.5-turbo"), ("claude-3", "gemini-pro"), ("gpt-4", "claude-3"), ("gpt-4", "human")]
    reading = read(said(JUDGE, [*PAIR_VERDICTS, A, A, A, A]), PAIR, gold=[*PAIR_GOLD, A, A, TIE, A], items=pairs(sides))
    assert found(reading).value == pytest.approx(4 / 5 - 1 / 4)
    assert found(reading).n_items == 9


def test_an_ordered_scale_passes_above_its_middle() -> None:
    rubric = rubric_of({"level": "ordinal", "labels": ["bad", "poor", "good", "best"]})
    rows = by_system(["good", "poor", "best", "poor"], ["gpt-4", "gpt-4", "claude-3", "claude-3"])
    reading = read(rows, rubric, gold=["good", "best", "good", "best"])
    assert found(reading).value == 0.0
    assert found(reading, group="good").value == 0.0, "one of one, and one of one"
    assert found(reading, group="best").value == 0.0


@pytest.mark.parametrize(
    ("judge", "systems", "gold", "why"),
    [
        ("mine", ["gpt-4", "claude-3"], [P, P], "nobody knows which family of models mine is of"),
        (JUDGE, ["gpt-4", "claude-3"], None, "no gold"),
        (JUDGE, [None, None], [P, P], "says who wrote"),
        (JUDGE, ["claude-3", "claude-3"], [P, P], "no response of its own family (gpt)"),
        (JUDGE, ["gpt-4", "gpt-4"], [P, P], "no response of another family"),
    ],
)
def test_where_it_cannot_be_had_it_is_undefined_in_words(judge: str, systems: list[str | None], gold: Any, why: str) -> None:
    reading = read(by_system([P, P], systems, judge), ASKED, gold=gold)
    one = found(reading)
    assert one.value is None
    assert why in (one.undefined or "")
    assert [finding.severity for finding in reading.findings] == ["note"]
    assert why in reading.findings[0].text
    assert not read(by_system([P, P], systems, judge), gold=gold).estimates, "nobody asked for it"


def test_pairs_in_which_gold_prefers_one_side_alone_are_undefined_in_words() -> None:
    rubric = PAIR.model_copy(update={"probes": ("self_preference",)})
    one = found(read(said(JUDGE, [A, A]), rubric, gold=[A, A], items=pairs(SIDES[:2])))
    assert "does gold prefer the other" in (one.undefined or "")
    other = found(read(said(JUDGE, [B, B]), rubric, gold=[B, B], items=pairs(SIDES[:2])))
    assert "does gold prefer its own" in (other.undefined or "")


def test_strata_have_numbers_of_their_own() -> None:
    rows = by_system([P, P, F, P], ["gpt-4", "claude-3", "gpt-4", "claude-3"])
    for row in rows:
        row["stratum"] = "north" if row["item_id"] in ("i0", "i1") else "south"
    reading = read(rows, gold=[P] * 4)
    assert [found(reading, stratum=s).value for s in (None, "north", "south")] == [-0.5, 0.0, -1.0]


def test_a_judge_that_prefers_its_own_is_said_to() -> None:
    systems = ["gpt-4"] * 40 + ["claude-3"] * 40
    reading = read(by_system([P] * 40 + [P] * 8 + [F] * 32, systems), gold=[P] * 80)
    (one,) = reading.findings
    assert one.severity == "serious"
    assert "responses of its own family (gpt) the good verdict more often than those of others at equal gold on c: 100 % against 20 %" in one.text
    fair = read(by_system([P, F] * 40, systems), gold=[P] * 80)
    assert not fair.findings
    against = read(by_system([P] * 8 + [F] * 32 + [P] * 40, systems), gold=[P] * 80)
    assert "less often" in against.findings[0].text


def test_rows_of_probes_do_not_count() -> None:
    rows = [*by_system(VERDICTS, SYSTEMS), *said(JUDGE, [F] * 14, probe="verbosity", variant="padded")]
    assert found(read(rows, gold=GOLD)).value == pytest.approx(0.3)


def test_the_name_is_declared() -> None:
    assert "self_preference_excess" in ESTIMATE_NAMES["bias"]


def test_it_is_measured_without_any_probe_and_where_no_probe_could_be_made() -> None:
    rows = by_system(VERDICTS, SYSTEMS)
    for not_applicable in ({}, {("evidence_removal", JUDGE, "c"): {"nothing cited": 14}}):
        output = bias(input_of(rows, ASKED, gold=GOLD, not_applicable=not_applicable))
        assert output.analysis.status == "measured"
        assert [e.value for e in output.estimates if e.name == "self_preference_excess" and e.group is None] == [pytest.approx(0.3)]
        assert output.analysis.blocks["self_preference"][0]["family"] == "gpt"
