"""What is guessed of a scale is said where probes hang on it: which label is the good one, and whether labels choose between two responses."""

from __future__ import annotations

import pytest

from judgeaudit.analyses.bias import bias
from judgeaudit.importers.assume import assume_rubric
from judgeaudit.tables import table_from_rows
from tests.core.analyses_builder import Row, input_of, rubric_of, said, texts


def guessed(rows: list[Row]) -> str:
    rubric, _ = assume_rubric(table_from_rows(rows))
    return texts(bias(input_of(rows, rubric, prompt_known=False)))


def attacked(good: str, bad: str, probe: str = "injection") -> list[Row]:
    """Half of the plain verdicts are either label; the attack sends all to the first one."""
    return [*said("a", [good, bad] * 20, [good, bad] * 20), *said("a", [good] * 40, [good] * 40, probe=probe, variant="direct")]


@pytest.mark.parametrize("probe", ["injection", "fact_changed", "null_answer"])
def test_a_good_label_that_was_guessed_by_alphabet_is_said_where_attacks_and_controls_hang_on_it(probe: str) -> None:
    told = guessed(attacked("innocuous", "damaging", probe))
    assert 'warning: On c "damaging" is taken as the good verdict without a reason but the alphabet' in told
    assert f"what is said of {probe} may be the wrong way round" in told


def test_a_known_pair_a_rubric_and_probes_that_hang_on_nothing_say_nothing_of_the_alphabet() -> None:
    assert "alphabet" not in guessed(attacked("pass", "fail"))
    assert "alphabet" not in guessed(attacked("innocuous", "damaging", "formatting"))
    rubric = rubric_of({"level": "nominal", "labels": ["innocuous", "damaging"]})
    assert "alphabet" not in texts(bias(input_of(attacked("innocuous", "damaging"), rubric)))


def test_verdicts_that_fall_under_an_attack_are_not_called_unmoved() -> None:
    (row,) = bias(input_of(attacked("fail", "pass"))).analysis.blocks["probes"]
    assert row["answer"] == "not_beyond_margin"
    assert "it surely falls" in row["read"]
    assert "within the margin" not in row["read"]


def test_the_assumption_says_that_the_alphabet_is_no_reason() -> None:
    _, assumed = assume_rubric(table_from_rows(attacked("innocuous", "damaging")))
    assert any("nobody said that it is the good one" in text for text in assumed)


def swapped(first: str, second: str, order: bool = True) -> list[Row]:
    """The judge takes what is shown first; each pair in both orders."""
    rows = [*said("a", [first] * 20, [first] * 20, order="ab"), *said("a", [second] * 20, [second] * 20, order="ba", probe="position", variant="swapped")]
    return rows if order else [{**row, "order": None} for row in rows]


NAMES = [("A", "B"), ("[[A]]", "[[B]]"), ("first", "second"), ("1", "2"), ("model_x", "model_y"), ("Response 1", "Response 2")]


@pytest.mark.parametrize(("first", "second"), NAMES)
def test_choices_between_two_responses_that_are_read_as_labels_are_said(first: str, second: str) -> None:
    rows = swapped(first, second)
    rubric, assumed = assume_rubric(table_from_rows(rows))
    assert rubric.mode == "pointwise"
    (said_so,) = [text for text in assumed if "pointwise" in text]
    assert "the column order says that pairs were shown" in said_so
    assert "mode: pairwise" in said_so
    told = guessed(rows)
    assert "warning: On c there are rows of position, which is about pairs" in told
    assert "write response_a, response_b and tie" in told.casefold()


@pytest.mark.parametrize(("first", "second"), [("A", "B"), ("[[A]]", "[[B]]"), ("Response 1", "Response 2"), ("A wins", "B wins")])
def test_labels_that_name_places_are_said_without_a_column_order(first: str, second: str) -> None:
    _, assumed = assume_rubric(table_from_rows(swapped(first, second, order=False)))
    assert any("may name the responses of a pair" in text for text in assumed)


@pytest.mark.parametrize("labels", [("pass", "fail"), ("1", "2"), ("A", "F"), ("response_a", "response_b"), ("a", "b", "c", "d")])
def test_labels_of_single_responses_and_known_pairs_are_left_alone(labels: tuple[str, ...]) -> None:
    _, assumed = assume_rubric(table_from_rows(said("a", list(labels) * 5)))
    assert not any("pointwise" in text for text in assumed)
    pairs = bias(input_of(swapped("response_a", "response_b"), rubric_of({"level": "nominal", "labels": ["response_a", "response_b"]}, mode="pairwise")))
    assert "which is about pairs" not in texts(pairs)
