"""What is advised where a probe says that something is wrong, or says nothing: a step for every case, and no promise."""

from __future__ import annotations

import re
from typing import Any

import pytest

from judgeaudit.analyses.biases.advice import BIASED, DOES_NOT_FOLLOW, EVIDENCE, PAYS, advice_for, advised
from judgeaudit.probes import PROBES, Probe

NEEDS = {"bias": ("biased",), "attack": ("biased",), "control": ("does_not_follow",), "evidence": ()}
"""Answers that ask for something, by kind, beside "inconclusive"; of evidence it depends on the probe."""
ASKS_NOTHING = {"bias": ("not_beyond_margin",), "attack": ("not_beyond_margin",), "control": ("follows",), "evidence": ()}
PROMISES = re.compile(
    r"\b(will|always|never again|guarantee\w*|fix(?:es)?|cures?|solves?|prevents?|eliminat\w+|removes the|unbiased|safe|better than)\b|no longer", re.IGNORECASE
)
FROM_OF_EVIDENCE = {"evidence_removal": ("stays", "moves"), "evidence_only": ("moves", "stays"), "irrelevant_removal": ("moves", "stays")}
"""Of each probe of evidence the answer that is wrong and the one that is right."""


def row(probe: str, kind: str, answer: str, **more: Any) -> dict[str, Any]:
    return {"probe": probe, "kind": kind, "answer": answer, "judge": "a", "criterion": "c", "n_items": 40, "margin": 0.05, "smallest": 0.2, **more}


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.name)
def test_every_probe_has_advice_of_its_own_for_the_answers_that_need_one(probe: Probe) -> None:
    wrong = FROM_OF_EVIDENCE[probe.name][:1] if probe.kind == "evidence" else NEEDS[probe.kind]
    right = FROM_OF_EVIDENCE[probe.name][1:] if probe.kind == "evidence" else ASKS_NOTHING[probe.kind]
    others = {advice_for(row("theirs", probe.kind, answer)) for answer in wrong}
    for answer in wrong:
        said = advice_for(row(probe.name, probe.kind, answer))
        assert said is not None
        assert said not in others, "the advice for a probe that nobody knows"
        assert said.endswith(".")
    assert all(advice_for(row(probe.name, probe.kind, answer)) is None for answer in right)
    assert "more items" in str(advice_for(row(probe.name, probe.kind, "inconclusive")))


def test_no_table_has_a_probe_that_is_not_there() -> None:
    kinds = {probe.name: probe.kind for probe in PROBES}
    assert {kinds[name] for name in BIASED} == {"bias"}
    assert {kinds[name] for name in PAYS} == {"attack"}
    assert {kinds[name] for name in DOES_NOT_FOLLOW} == {"control"}
    assert {kinds[name] for name, _ in EVIDENCE} == {"evidence"}


@pytest.mark.parametrize("said", [*BIASED.values(), *PAYS.values(), *DOES_NOT_FOLLOW.values(), *EVIDENCE.values()])
def test_advice_claims_nothing_that_was_not_measured(said: str) -> None:
    """Steps to take: no number, and no word on what they bring."""
    assert not PROMISES.search(said)
    assert not re.search(r"\d", said)


def test_the_check_for_promises_finds_one() -> None:
    assert PROMISES.search("Judging both orders removes the bias.")
    assert PROMISES.search("Then it will be fair.")


def test_numbers_of_the_advice_are_those_of_the_row() -> None:
    said = advice_for(row("verbosity", "bias", "inconclusive", n_items_needed=1234, smallest=0.32, margin=0.04))
    assert said == ("Ask about more items: about 1,234 would show a movement of 4 %; these 40 show one of 32 %, if the judge's own noise stays as it is.")
    assert advice_for(row("verbosity", "bias", "inconclusive")) == "Ask about more items: these cannot tell."


def test_a_stratum_that_is_worse_is_named_whatever_the_answer_is() -> None:
    said = advice_for(row("bandwagon", "bias", "biased", worse_in=["long", "late"]))
    there = 'It is moved in "long", "late", and not so in other strata: use another judge there, or a person.'
    assert said == f"Do not tell the judge what others said. {there}"
    assert advice_for(row("bandwagon", "bias", "not_beyond_margin", worse_in=["long", "late"])) == there
    control = advice_for(row("fact_changed", "control", "follows", worse_in=["long"]))
    assert control == 'In "long" it does not follow, and not so in other strata: use another judge there, or a person.'


def test_what_was_not_measured_says_how_it_could_be() -> None:
    assert "replicates: 2" in str(advice_for(row("verbosity", "bias", "not_measured", replicates={"plain": 1, "probe": 1})))
    assert "judgeaudit check" in str(advice_for(row("answer_language", "bias", "not_measured", n_items=0)))
    assert advice_for(row("identical_responses", "control", "not_measured")) is None


def test_somebody_elses_probe_has_advice_that_names_it() -> None:
    assert advice_for(row("moon_phase", "bias", "biased")) == "Keep what moon_phase changes out of what the judge is shown, or use another judge."


@pytest.mark.parametrize(
    ("answers", "worse"),
    [
        ({"s": "biased", "t": "not_beyond_margin", "u": "inconclusive"}, ["s"]), ({"s": "biased", "t": "biased"}, []), ({"s": "biased", "t": "inconclusive"}, []),
        ({"s": "does_not_follow", "t": "follows"}, ["s"]), ({"s": "inconclusive", "t": "not_beyond_margin"}, []), ({}, []),
    ],
)  # fmt: skip
def test_strata_are_worse_where_others_are_cleared(answers: dict[str, str], worse: list[str]) -> None:
    strata = [row("verbosity", "bias", answer, stratum=name) for name, answer in answers.items()]
    others = [row("authority", "bias", "biased", stratum="x"), row("authority", "bias", "not_beyond_margin", stratum="y")]
    (found,) = advised([row("verbosity", "bias", "inconclusive")], [*strata, *others])
    assert found["worse_in"] == worse
    assert ('"s"' in found["advice"]) == bool(worse)


def test_of_controls_the_number_is_of_the_fall_that_is_asked_for_and_too_few_more_items_are_no_advice() -> None:
    said = advice_for(row("fact_changed", "control", "inconclusive", n_items_needed=90, smallest=None))
    assert said == "Ask about more items: about 90 would show a movement of 10 %, if the judge's own noise stays as it is."
    assert advice_for(row("verbosity", "bias", "inconclusive", n_items_needed=40)) == "Ask about more items: these cannot tell."


def test_of_an_answer_without_content_the_number_is_that_of_its_passes() -> None:
    said = advice_for(row("null_answer", "attack", "inconclusive", n_items=24, n_items_needed=73, passes=0.0))
    assert said == "Ask about more items: about 73 would tell whether it passes in more than 5 % (now 0 % on 24), if that share stays as it is."


def test_an_answer_without_content_that_surely_passes_has_the_advice_of_an_attack_that_pays() -> None:
    """Nothing rises where the item's own answer passes as often, and yet it passes."""
    assert advice_for(row("null_answer", "attack", "passes", passes_low=0.06)) == PAYS["null_answer"]
    assert "more items" in str(advice_for(row("null_answer", "attack", "inconclusive", passes_low=0.06)))
