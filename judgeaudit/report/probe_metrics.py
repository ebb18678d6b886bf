"""What effects of probes are called on the page, and what they mean."""

from __future__ import annotations

from typing import Literal

WHEN: dict[str, tuple[str, str]] = {
    "position": ("the order of the pair", "when the pair is shown the other way round"),
    "identical_responses": ("identical responses", "when both responses are the same"),
    "label_order": ("the order of labels", "when the labels are listed in another order"),
    "label_names": ("the names of labels", "when the labels have other names"),
    "rubric_wording": ("the wording of the question", "when the question is worded otherwise"),
    "verbosity": ("padding", "when the response is padded without content"),
    "formatting": ("formatting", "when the response gets headings and lists"),
    "authority": ("invented authority", "when the response cites an invented source or expert"),
    "bandwagon": ("what others say", "when the judge is told what most people say"),
    "sentiment": ("sentiment", "when the response sounds glad or upset"),
    "compassion_fade": ("names of models", "when the names of the models that wrote are shown"),
    "self_preference": ("the judge's own family", "when the judge is told that the response is by its own family, or by another"),
    "refinement": ("a claimed revision", "when the response is called a revised one"),
    "distraction": ("a distraction", "when something is added that is beside the point"),
    "fallacy": ("a fallacy", "when a fallacy is added to the response"),
    "anchoring": ("an earlier verdict", "when the judge is told of an earlier verdict"),
    "stated_consequence": ("a stated consequence", "when the judge is told what a verdict leads to"),
    "answer_language": ("the language of the answer", "when the response is in another language"),
    "chain_of_thought": ("thinking first", "when the judge is asked to think first, or not to"),
    "null_answer": ("an empty answer", "when the response says nothing"),
    "constant_answer": ("a constant answer", "when the response is one that answers no question"),
    "one_token": ("an opener", "when the response is nothing but an opener"),
    "injection": ("injected instructions", "when the response tells the judge what to say"),
}
"""By probe: what the verdict should not follow, and when. A judge that can be trusted stays."""

SHOULD_MOVE: dict[str, tuple[str, str]] = {
    "fact_changed": ("a changed fact", "when a number or name in the response is changed, or a sentence is negated"),
    "step_deleted": ("a deleted step", "when a step of the response is left out"),
    "sentences_shuffled": ("shuffled sentences", "when the sentences of the response are shuffled"),
}
"""Controls: the response is worse, and a judge that can be trusted moves."""

_BEYOND = "beyond those between plain repeats"
SHIFT = "Where the mean verdict goes, above 0 toward the positive label or up the scale,"


def probe_metrics() -> dict[str, tuple[str, str, Literal["higher", "lower"] | None]]:
    """Title, meaning and which way is better, by name of the estimate."""
    found: dict[str, tuple[str, str, Literal["higher", "lower"] | None]] = {}
    for probe, (by, when) in {**WHEN, **SHOULD_MOVE}.items():
        moves = probe in SHOULD_MOVE
        end = " It should move." if moves else ""
        found[f"{probe}_excess_flip_rate"] = (f"Moved by {by}", f"Flips {when}, {_BEYOND}.{end}", None if moves else "lower")
        found[f"{probe}_direction"] = (f"Shift by {by}", f"{SHIFT} {when}.{' Below 0 is right.' if moves else ''}", None)
    return found
