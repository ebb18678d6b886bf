"""The rubric that is guessed for verdicts without one, and what is said about it."""

from typing import Any

import pytest

from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import VerdictsError
from judgeaudit.importers.assume import assume_rubric
from judgeaudit.tables import table_from_rows


def assume(*labels: str | None, **more: Any) -> tuple[Rubric, tuple[str, ...]]:
    rows = [
        {"item_id": str(n), "judge": "m", "criterion": "c", "replicate": 0, "label": one, "status": "ok" if one else "unparsable", **more}
        for n, one in enumerate(labels)
    ]
    return assume_rubric(table_from_rows(rows))


def scored(*scores: float, **more: Any) -> tuple[Rubric, tuple[str, ...]]:
    return assume_rubric(table_from_rows([{"item_id": "i", "judge": "m", "criterion": "c", "score": one, "status": "ok", **more} for one in scores]))


@pytest.mark.parametrize(
    ("labels", "wanted"),
    [
        (("fail", "pass"), ("pass", "fail")),
        (("no", "yes"), ("yes", "no")),
        (("False", "True"), ("True", "False")),
        (("incorrect", "correct"), ("correct", "incorrect")),
        (("bad", "good"), ("good", "bad")),
        (("0", "1"), ("1", "0")),
        (("response_b", "response_a"), ("response_a", "response_b")),
        (("zeta", "Alpha"), ("Alpha", "zeta")),
        (("c", "a", "B"), ("a", "B", "c")),
        (("7", "good"), ("7", "good")),
        (("007", "x"), ("007", "x")),
        (("Pass", "pass ", "Pass", "FAIL", "fail", "fail"), ("Pass", "fail")),
    ],
)
def test_text_labels_are_nominal_with_the_positive_one_first(labels: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    rubric, said = assume(*labels)
    scale = rubric.criteria[0].scale
    assert (rubric.name, scale.level, scale.labels) == ("assumed", "nominal", wanted)
    assert ", ".join(wanted) in said[0]
    assert "no rubric was given" in said[0]
    if len(wanted) == 2:
        assert f"{wanted[0]!r} is the positive class" in said[0]
        assert scale.code(wanted[0]) == 1.0


@pytest.mark.parametrize(
    ("labels", "wanted"),
    [(("pass",), ("pass", "fail")), (("No",), ("yes", "No")), (("1",), ("1", "0")), (("x",), ("x", "not x")), (("response_b",), ("response_a", "response_b"))],
)
def test_one_label_gets_a_partner_and_it_is_said(labels: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    rubric, said = assume(*labels)
    assert rubric.criteria[0].scale.labels == wanted
    assert f"{labels[0]!r} is the only label that occurs" in said[0]


def test_numbers_are_interval_from_the_data_and_it_is_said() -> None:
    for rubric, said in (scored(3, 1.5, 9), assume("3", "1.5", "9")):
        scale = rubric.criteria[0].scale
        assert (scale.level, scale.low, scale.high, scale.step) == ("interval", 1.5, 9.0, None)
        assert "interval, from 1.5 to 9, the lowest and highest that occur" in said[0]


def test_one_number_still_makes_a_scale() -> None:
    rubric, said = scored(4, 4)
    assert (rubric.criteria[0].scale.low, rubric.criteria[0].scale.high) == (4.0, 5.0)
    assert "only 4 occurs" in said[0]


def test_labels_go_before_scores_and_it_is_said() -> None:
    rubric, said = assume("a", "b", score=0.5)
    assert rubric.criteria[0].scale.labels == ("a", "b")
    assert "scores beside them are not read" in said[1]


def test_only_rows_with_a_verdict_count() -> None:
    rubric, _ = assume("pass", "fail", None)
    assert rubric.criteria[0].scale.labels == ("pass", "fail")
    rubric, said = assume(None)
    assert rubric.criteria[0].scale.labels == ("pass", "fail")
    assert "no row has a label or score" in said[0]
    table = table_from_rows([{"criterion": "c", "label": "yes", "status": "ok"}, {"criterion": "c", "label": "perhaps", "status": "off_scale"}])
    assert assume_rubric(table)[0].criteria[0].scale.labels == ("yes", "no")


@pytest.mark.parametrize("labels", [("response_b", "Response_A", "tie"), ("tie", "response_b"), ("response_a", "response_b")])
def test_names_of_responses_make_it_pairwise(labels: tuple[str, ...]) -> None:
    rubric, said = assume(*labels)
    assert rubric.mode == "pairwise"
    assert [label.casefold() for label in rubric.criteria[0].scale.labels or ()] == ["response_a", "response_b", "tie"][: 3 if "tie" in labels else 2]
    assert "pairwise" in said[-1]


def test_each_criterion_has_its_own_scale_in_the_order_of_the_table() -> None:
    rows = [
        {"criterion": name, "label": label, "score": score, "status": "ok"}
        for name, label, score in (("tone", "b", None), ("fact", None, 2.0), ("tone", "a", None), ("fact", None, 1.0))
    ]
    rubric, said = assume_rubric(table_from_rows(rows))
    assert [(c.name, c.scale.level) for c in rubric.criteria] == [("tone", "nominal"), ("fact", "interval")]
    assert rubric.mode == "pointwise"
    assert ["'tone'" in said[0], "'fact'" in said[1]] == [True, True]


def test_a_column_of_texts_is_no_scale() -> None:
    with pytest.raises(VerdictsError, match=r"column label: criterion 'c' has 101 different labels"):
        assume(*(f"text {n}" for n in range(101)))


@pytest.mark.parametrize(
    ("labels", "wanted"),
    [
        (("pass", "Pass", "PASS ", " pass", "pass", "fail"), "criterion 'c': 4 spellings are read as 'pass': ' pass', 'PASS ', 'Pass', 'pass'"),
        (("straße", "STRASSE", "x", "straße"), "criterion 'c': 2 spellings are read as 'straße': 'STRASSE', 'straße'"),
        (("1", "01", "1.0", "2"), "criterion 'c': 3 spellings are read as 1: '01', '1', '1.0'"),
    ],
)
def test_spellings_that_are_read_as_one_are_said(labels: tuple[str, ...], wanted: str) -> None:
    assert wanted in assume(*labels)[1]


@pytest.mark.parametrize("apart", [("caf\u00e9", "cafe\u0301"), ("pass", "pa\u200bss"), ("\uff50ass", "pass")], ids=["composed", "zero width", "full width"])
def test_labels_that_look_the_same_and_are_two_are_said(apart: tuple[str, str]) -> None:
    rubric, said = assume(*apart, "other")
    assert len(rubric.criteria[0].scale.labels or ()) == 3
    (one,) = [text for text in said if "look the same and are kept apart" in text]
    assert all(text.isascii() or ascii(text) in one for text in apart)


def test_one_spelling_of_each_label_is_not_worth_a_word() -> None:
    assert len(assume("pass", "fail", "pass")[1]) == len(assume("3", "1.5", "3")[1]) == 1
