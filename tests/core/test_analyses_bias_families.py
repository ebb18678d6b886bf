"""What accuses a judge is corrected for how often it was looked for: places and families of models among its probes, and strata among themselves."""

from __future__ import annotations

from typing import Any

import pytest
from scipy.stats import chi2

from judgeaudit.analyses.bias import bias
from judgeaudit.domain.results import AnalysisOutput
from tests.core.analyses_builder import Row, input_of, rubric_of, said, texts

P, F = "pass", "fail"
A, B = "response_a", "response_b"
PAIR = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")


def rows_of(output: AnalysisOutput, block: str = "probes") -> dict[str, dict[str, Any]]:
    return {row.get("probe", row.get("judge")): row for row in output.analysis.blocks[block]}


def by_stratum(output: AnalysisOutput) -> dict[str, str]:
    return {row["stratum"]: row["answer"] for row in output.analysis.blocks["probe_strata"]}


def with_strata(rows: list[Row], size: int) -> list[Row]:
    return [{**row, "stratum": f"s{int(row['item_id'][1:]) // size}"} for row in rows]


# Which place is preferred


def pairs(*probes: str, first: int, n: int = 40) -> list[Row]:
    """`first` of n pairs go to the first place in both orders, once each; nothing else moves under other probes."""
    plain = [A, B] * (n // 2)
    turned = [(B if one == A else A) if place < first and one == A else one for place, one in enumerate(plain)]
    return [*said("a", plain), *said("a", turned, probe="position", variant="swapped"), *(row for name in probes for row in said("a", plain, probe=name))]


def test_the_exact_test_of_the_places_is_one_of_the_judges_tests() -> None:
    """Six of six votes to the first place: 2 / 2^6 alone. Beside probes that are tested too it is one of so many."""
    alone = rows_of(bias(input_of(pairs(first=12), PAIR)), "position")["a"]
    assert alone["p"] == alone["p_adjusted"] == pytest.approx(2 / 2**6)
    among = rows_of(bias(input_of(pairs("verbosity", "authority", first=12), PAIR)), "position")["a"]
    assert among["p"] == pytest.approx(2 / 2**6)
    assert among["p_adjusted"] == pytest.approx(3 * 2 / 2**6)


def test_a_place_that_is_preferred_by_one_of_many_tests_is_no_finding() -> None:
    prefers = "prefers the response that is shown first"
    assert prefers in texts(bias(input_of(pairs(first=20), PAIR)))
    assert rows_of(bias(input_of(pairs(first=20), PAIR)), "position")["a"]["p"] == pytest.approx(2 / 2**10)
    many = [f"mine_{n}" for n in range(30)]
    assert prefers not in texts(bias(input_of(pairs(*many, first=20), PAIR)))


def test_the_place_and_the_flips_of_position_are_two_tests_where_there_are_repeats() -> None:
    plain, turned = [A, B] * 20, [B if place < 12 and place % 2 == 0 else one for place, one in enumerate([A, B] * 20)]
    rows = [*said("a", plain, plain), *said("a", turned, turned, probe="position", variant="swapped")]
    output = bias(input_of(rows, PAIR))
    assert rows_of(output, "position")["a"]["p_adjusted"] == pytest.approx(2 * 2 / 2**6)
    flips = rows_of(output)["position"]
    assert flips["n_tests"] == 2
    assert flips["p_adjusted"] == pytest.approx(min(1.0, 2 * flips["p"]))


def test_probes_of_answers_have_no_test_beside_them() -> None:
    moved = [P] * 10 + [F] * 30
    output = bias(input_of([*said("a", [F] * 40, [F] * 40), *said("a", moved, probe="authority")]))
    assert rows_of(output)["authority"]["n_tests"] == 1
    assert rows_of(output)["authority"]["p_adjusted"] == pytest.approx(2 * chi2.sf(10, 1))


# The judge's own family of models


def written(*probes: str, judge: str = "openai/gpt-4o") -> list[Row]:
    """Of 50 good responses of its own family 40 pass, of 50 of another 30: (0.8 - 0.6) / sqrt(0.7 0.3 2 / 50) = 2.18."""
    labels = [P] * 40 + [F] * 10 + [P] * 30 + [F] * 20
    systems = ["gpt-4-turbo"] * 50 + ["claude-3-opus"] * 50
    plain = [{**row, "system": systems[int(row["item_id"][1:])]} for row in said(judge, labels)]
    return [*plain, *(row for name in probes for row in said(judge, labels, probe=name))]


def test_a_preference_for_the_own_family_is_one_of_the_judges_tests() -> None:
    own = "gives responses of its own family (gpt) the good verdict more often"
    gold = [P] * 100
    assert own in texts(bias(input_of(written(), gold=gold)))
    assert own not in texts(bias(input_of(written("authority", "verbosity", "sentiment", "fallacy"), gold=gold)))


def test_and_the_others_are_corrected_for_it() -> None:
    gold = [P] * 100
    counted = rows_of(bias(input_of(written("authority", "verbosity"), gold=gold)))["authority"]["n_tests"]
    unknown = rows_of(bias(input_of(written("authority", "verbosity", judge="mine"), gold=gold)))["authority"]["n_tests"]
    without = rows_of(bias(input_of(written("authority", "verbosity"))))["authority"]["n_tests"]
    assert (counted, unknown, without) == (3, 2, 2)


# Strata


def test_an_answer_without_content_passes_in_a_stratum_at_the_level_of_all_of_them() -> None:
    """Wilson's low end of 5 of 40 is 0.0546 at 5 % and 0.0440 at 5 % over four places; of 7 of 40 it is 0.0726 there."""
    five, seven = [P] * 5 + [F] * 35, [P] * 7 + [F] * 33
    alone = bias(input_of(with_strata([*said("a", five, five), *said("a", five, probe="null_answer", variant="empty")], 40)))
    assert by_stratum(alone) == {"s0": "passes"}
    four = [*five, *seven, *five, *([F] * 40)]
    output = bias(input_of(with_strata([*said("a", four, four), *said("a", four, probe="null_answer", variant="empty")], 40)))
    found = by_stratum(output)
    assert (found["s0"], found["s1"], found["s2"]) == ("inconclusive", "passes", "inconclusive")
    assert "lets null_answer pass in s1" in texts(output)


def test_so_does_one_of_several_such_attacks_on_the_whole() -> None:
    five = [P] * 5 + [F] * 35
    attacks = [("null_answer", "empty"), ("constant_answer", "fluent"), ("one_token", "colon")]
    for n, expected in ((1, "passes"), (3, "inconclusive")):
        rows = [row for probe, variant in attacks[:n] for row in said("a", five, probe=probe, variant=variant)]
        found = rows_of(bias(input_of([*said("a", five, five), *rows])))
        assert found["null_answer"]["answer"] == expected
        assert found["null_answer"]["passes_low"] == pytest.approx(0.0545950025), "the interval stays that of one number"


def test_a_control_is_not_followed_in_a_stratum_at_the_level_of_all_of_them() -> None:
    """Of n good verdicts none falls: the score interval ends at z^2 / (n + z^2), below a tenth from 35 items at 5 % and from 57 at 5 % over four strata."""
    for size, n_strata, expected in ((45, 1, "does_not_follow"), (45, 4, "inconclusive"), (70, 4, "does_not_follow")):
        good = [P] * size * n_strata
        rows = with_strata([*said("a", good, good), *said("a", good, probe="fact_changed", variant="number")], size)
        assert set(by_stratum(bias(input_of(rows))).values()) == {expected}, (size, n_strata)


def test_of_a_whole_criterion_each_control_is_one_statement() -> None:
    """Nothing is decided from one of them: only where none is followed is a judge said not to read."""
    good = [P] * 45
    rows = [
        *said("a", good, good),
        *(row for name in ("fact_changed", "step_deleted", "sentences_shuffled") for row in said("a", good, probe=name, variant="x")),
    ]
    assert {row["answer"] for row in rows_of(bias(input_of(rows))).values()} == {"does_not_follow"}
