"""The rubric: scales and their codes, and mistakes that are named with their fix."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from judgeaudit.domain.rubric import Adjudication, Criterion, Gate, Judge, Reply, Rubric, Scale

C = {"name": "c", "question": "q?", "scale": {"level": "nominal", "labels": ["pass", "fail"]}}


def rubric(**more: Any) -> Rubric:
    return Rubric.model_validate({"name": "r", "criteria": [C], **more})


def test_two_labels_have_the_first_as_the_positive_class() -> None:
    scale = Scale(labels=("pass", "fail"))
    assert scale.two_labels
    assert scale.codes == (0.0, 1.0)
    assert (scale.code("pass"), scale.code("fail")) == (1.0, 0.0)
    assert (scale.label(1.0), scale.label(0.0)) == ("pass", "fail")


def test_ordinal_codes_run_from_one_worst_to_best_also_with_two_labels() -> None:
    assert Scale(level="ordinal", labels=("poor", "fair", "good")).codes == (1.0, 2.0, 3.0)
    two = Scale(level="ordinal", labels=("bad", "good"))
    assert not two.two_labels
    assert (two.code("bad"), two.code("good"), two.label(2.0)) == (1.0, 2.0, "good")


def test_labels_that_look_like_numbers_keep_the_rubrics_order() -> None:
    scale = Scale(level="ordinal", labels=tuple(str(n) for n in range(1, 11)))
    assert scale.code("10") == 10.0
    assert scale.code("9") == 9.0


@pytest.mark.parametrize("labels", [("pass", "fail"), ("a", "b", "c")])
@pytest.mark.parametrize("level", ["nominal", "ordinal"])
def test_code_and_label_are_inverse(level: Any, labels: tuple[str, ...]) -> None:
    scale = Scale(level=level, labels=labels)
    assert scale.codes is not None
    assert sorted(scale.code(label) for label in labels) == list(scale.codes)
    for label in labels:
        code = scale.code(label)
        assert code is not None
        assert scale.label(code) == label


@pytest.mark.parametrize("text", [" Pass ", "PASS", "pass"])
def test_case_and_blanks_do_not_matter(text: str) -> None:
    assert Scale(labels=("pass", "fail")).code(text) == 1.0


@pytest.mark.parametrize("text", ["passable", "pas", "", "pass fail", "1"])
def test_a_label_is_whole_or_nothing(text: str) -> None:
    assert Scale(labels=("pass", "fail")).code(text) is None


@pytest.mark.parametrize(
    ("text", "code"), [("1", 1.0), ("10", 10.0), ("7.0", 7.0), ("7.5", None), ("0", None), ("11", None), ("nan", None), ("inf", None), ("seven", None)]
)
def test_scores_must_be_points_of_an_interval_scale(text: str, code: float | None) -> None:
    assert Scale(level="interval", low=1, high=10, step=1).code(text) == code


def test_decimal_steps_give_the_declared_points() -> None:
    scale = Scale(level="interval", low=0, high=1, step=0.1)
    assert scale.codes == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    assert scale.code("0.3") == 0.3
    assert scale.code("0.35") is None


def test_a_scale_without_steps_is_continuous() -> None:
    scale = Scale(level="interval", low=0, high=1)
    assert scale.codes is None
    assert scale.code("0.123") == 0.123


@pytest.mark.parametrize(
    ("scale", "says"),
    [
        ({"level": "nominal", "labels": [True, False]}, 'put it in quotes: "true"'),
        ({"level": "nominal", "labels": [1, 2]}, 'put it in quotes: "1"'),
        ({"level": "nominal", "labels": ["pass"]}, "at least two labels"),
        ({"level": "nominal", "labels": ["pass", "Pass"]}, "differ only by case"),
        ({"level": "nominal", "labels": ["pass", ""]}, "must not be empty"),
        ({"level": "nominal", "labels": ["pass ", "fail"]}, "blanks around it"),
        ({"level": "nominal", "low": 1, "high": 2, "labels": ["a", "b"]}, "belong to an interval scale"),
        ({"level": "interval", "labels": ["a", "b"]}, "no labels"),
        ({"level": "interval", "low": 1}, "needs low and high"),
        ({"level": "interval", "low": 2, "high": 1}, "low must be below high"),
        ({"level": "interval", "low": 1, "high": 2, "step": 0}, "greater than 0"),
        ({"level": "ratio", "low": 1, "high": 2}, "nominal"),
    ],
)
def test_a_wrong_scale_is_refused_with_what_is_wrong(scale: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Scale.model_validate(scale)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"gates": {"consistency.fliprate": {"max": 0.1}}}, "nearest is 'consistency.flip_rate'"),
        ({"criteria": [C, C]}, "'c' twice"),
        ({"judges": [{"model": "m"}, {"model": "m"}]}, "'m' twice"),
        ({"judges": [{"model": "m", "name": "a|b"}]}, "stand for pairs and majorities"),
        ({"judges": [{"model": "m", "name": "a#majority"}]}, "stand for pairs and majorities"),
        ({"judges": [{"model": "m", "params": {"seed": 1}}]}, "seed or seeds of the rubric"),
        ({"judges": [{"model": "python:only_module"}]}, "python:package.module:function"),
        ({"judges": [{"model": "local/nothing"}]}, "not an embedded model"),
        ({"seeds": [1, 2], "replicates": 3}, "one seed for each replicate"),
        ({"seeds": [1, 1], "replicates": 2}, "same seed twice"),
        ({"probes": ["nothing like it"]}, "there are: evidence_removal"),
        ({"prices": {"x": {"input": 1, "output": 1}}}, "no judge of this rubric"),
        ({"unknown_key": 1}, "Extra inputs are not permitted"),
        ({"replicates": 0}, "greater than or equal to 1"),
    ],
)
def test_a_wrong_rubric_is_refused_with_what_is_wrong(more: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError) as refused:
        rubric(**more)
    assert says in str(refused.value)


@pytest.mark.parametrize("gate", [{}, {"max": float("nan")}, {"min": float("inf")}, {"min": 0.9, "max": 0.1}])
def test_a_gate_needs_a_finite_limit(gate: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Gate.model_validate(gate)


def test_replicate_r_sends_seed_plus_r_or_the_r_th_of_seeds() -> None:
    assert [rubric(seed=7).sent_seed(r) for r in range(3)] == [7, 8, 9]
    assert [rubric(seeds=[11, 5, 8], replicates=3).sent_seed(r) for r in range(3)] == [11, 5, 8]


def test_a_judge_is_named_by_its_name_else_its_model() -> None:
    judges = rubric(judges=[{"model": "openai/gpt-x"}, {"model": "python:m:f", "name": "rule"}]).judges
    assert [judge.name for judge in judges] == ["openai/gpt-x", "rule"]
    assert [judge.kind for judge in judges] == ["litellm", "python"]
    assert Judge(model="local/smollm2-135m").kind == "local"


def test_a_pairwise_rubric_may_leave_the_scale_out() -> None:
    made = Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "q?"}]})
    assert made.criteria[0].scale.labels == ("response_a", "response_b", "tie")


@pytest.mark.parametrize("scale", [{"level": "ordinal", "labels": ["a", "b"]}, {"level": "nominal", "labels": ["a", "b", "c", "d"]}])
def test_a_pairwise_scale_names_two_responses_and_perhaps_a_tie(scale: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="pairwise scale"):
        Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "q?", "scale": scale}]})


def test_an_adjudicator_needs_a_name_and_a_name_needs_the_rule() -> None:
    assert Adjudication.model_validate({"rule": "adjudicator", "annotator": "eve"}).annotator == "eve"
    assert Adjudication.model_validate("majority").rule == "majority"
    with pytest.raises(ValidationError):
        Adjudication.model_validate("adjudicator")
    with pytest.raises(ValidationError):
        Adjudication.model_validate({"annotator": "eve"})


def test_a_reply_names_fields_only_where_it_is_json() -> None:
    assert Reply.model_validate({"format": "json", "label": "verdict.label"}).label == "verdict.label"
    with pytest.raises(ValidationError, match="format: json"):
        Reply.model_validate({"label": "verdict"})


def test_descriptions_are_of_labels_that_exist() -> None:
    with pytest.raises(ValidationError, match="not a label of the scale"):
        Criterion.model_validate({**C, "label_descriptions": {"passed": "good"}})


def test_criterion_by_name() -> None:
    assert rubric().criterion("c").question == "q?"
    with pytest.raises(KeyError):
        rubric().criterion("nothing")
