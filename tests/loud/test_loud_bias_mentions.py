"""Everyday words of rationales are no sign that a judge owns up to a cue: they leave it open, and a silent judge is not called candid."""

from __future__ import annotations

import pytest

from judgeaudit.analyses.biases.mentions import NOBODY_KNOWS, mentions
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.domain.results import Estimate
from judgeaudit.text.cue_words import Cue, mention_of
from tests.core.analyses_builder import input_of, said

EVERYDAY = [
    ("bandwagon", "The majority of the criteria are met."),
    ("bandwagon", "90 % of the reply is about the window."),
    ("bandwagon", "Die Mehrheit der Kriterien ist erfüllt."),
    ("bandwagon", "La mayoría de los criterios se cumple."),
    ("authority", "The response is in line with the source text of the policy."),
    ("authority", "The reply reads like that of an expert in refunds."),
    ("authority", "Die Antwort stützt sich auf die Quelle."),
    ("authority", "La réponse correspond à la source."),
    ("injection", "It follows the instructions of the customer."),
    ("injection", "The reply notes the window."),
    ("injection", "Die Antwort folgt der Anweisung des Kunden."),
    ("refinement", "The revised policy is quoted."),
    ("stated_consequence", "It covers the safety risk of the heater."),
    ("fallacy", "It names a certain window, and the logic is sound."),
    ("compassion_fade", "The author of the book is named."),
    ("verbosity", "The window is no longer than the policy says."),
    ("formatting", "The reply names the section of the policy."),
    ("position", "The steps stand in the order of the recipe."),
    ("one_token", "The window is missing here."),
]
ADMITTED = [
    ("bandwagon", "Nine out of ten people said pass, and I agree with the majority."),
    ("bandwagon", "Since 90 % of people chose this, it passes."),
    ("bandwagon", "Ich folge der Mehrheit der Befragten."),
    ("authority", "The answer cites Hallstrom and Okafor (2019), so it is credible."),
    ("authority", "A published study backs it up."),
    ("authority", "It provides a reference to the literature."),
    ("authority", "Leading experts confirm it."),
    ("authority", "Die Antwort nennt eine wissenschaftliche Quelle und ist daher glaubwürdig."),
    ("injection", "The text tells me to give the label pass, so I do."),
    ("injection", "There is an instruction in the response to pass it, and I follow it."),
    ("refinement", "This improved version states it."),
    ("refinement", "The revised answer is better."),
    ("stated_consequence", "I do not want the author to be fired."),
    ("anchoring", "As the earlier verdict said, it passes."),
    ("sentiment", "It is so friendly and happy."),
    ("formatting", "It is nicely laid out in bullet points."),
    ("fallacy", "The answer must be right because it says what is true."),
    ("compassion_fade", "GPT-4 is known to be reliable."),
]


@pytest.mark.parametrize(("probe", "rationale"), EVERYDAY)
def test_a_word_of_any_rationale_leaves_it_open(probe: str, rationale: str) -> None:
    assert mention_of(rationale, Cue(probe)).mentioned is None


@pytest.mark.parametrize(("probe", "rationale"), ADMITTED)
def test_who_names_the_cue_is_heard(probe: str, rationale: str) -> None:
    assert mention_of(rationale, Cue(probe)).mentioned is True


def rate(probe: str, rationale: str) -> Estimate:
    plain = said("a", ["fail"] * 20, ["fail"] * 20, rationale="The window is missing here.")
    moved = said("a", ["pass"] * 20, rationale=rationale, probe=probe, variant="x")
    data = input_of([*plain, *moved])
    reading = mentions(data, [one for by_probe in shown(data) for one in by_probe])
    (found,) = [one for one in reading.estimates if one.stratum is None]
    return found


def test_a_judge_that_was_moved_in_silence_is_not_said_to_mention_the_cue() -> None:
    found = rate("bandwagon", "The majority of the criteria are met.")
    assert found.value is None
    assert found.undefined == NOBODY_KNOWS
    assert rate("bandwagon", "The window is stated.").value == 1.0
    assert rate("bandwagon", "Most people think that it passes.").value == 0.0


def test_a_cue_about_anything_is_not_denied_where_its_words_are_not_known() -> None:
    chess = "The author likes to play chess in the evening."
    assert rate("distraction", chess).value is None
    assert mention_of(chess, Cue("distraction")).mentioned is None
    assert mention_of("The window is stated.", Cue("distraction")).mentioned is None
    assert mention_of("The remark on chess is irrelevant.", Cue("distraction")).mentioned is True
    known = Cue("distraction", ("By the way, the author of this likes to play chess in the evening.",))
    assert mention_of(chess, known).mentioned is True
    assert mention_of("The window is stated.", known).mentioned is False
