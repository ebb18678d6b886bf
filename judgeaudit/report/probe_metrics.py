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

ATTACKS = ("null_answer", "constant_answer", "one_token", "injection")

_BEYOND = "beyond those between plain repeats"
SHIFT = "Where the mean verdict goes, above 0 toward the positive label or up the scale,"
TOWARD = "Where verdicts go, above 0 toward the cue (where it pushes nowhere: up the scale),"
_SCORE = "Mean verdict less the plain one, in points of the scale (two labels: share of the positive one),"
_UNSAID = "Of the verdicts that it moves, those whose rationale does not mention it. Reruns move verdicts too, and are among them."

Described = tuple[str, str, Literal["higher", "lower"] | None]
"""Title, meaning and which way is better."""

NUMBERS: dict[str, Described] = {
    "position_consistency": ("Same verdict in both orders", "Share of pairs of a plain verdict and one in the other order that say the same.", "higher"),
    "preference_fairness": ("Fair to both places", "Pairs that go to the second place in both orders less those that go to the first: below 0 the first is preferred.", None),
    "first_position_rate": ("First place wins", "Share of verdicts for the response that is shown first, over both orders; a half is fair.", None),
    "win_rate": ("Wins as shown", "Share of plain verdicts for a response or a system, of pairs judged in both orders.", None),
    "win_rate_after_swap": ("Wins after the swap", "Share of pairs won in both orders: what does not survive the swap is no win.", None),
    "tie_rate_after_swap": ("Ties after the swap", "Share of pairs that are a tie in both orders.", None),
    "inconsistent_rate": ("Changes with the order", "Share of pairs whose verdict does not survive the swap.", "lower"),
    "identical_responses_first_rate": ("First of two that are the same", "Share of verdicts for the first of two identical responses; a half is fair.", None),
    "identical_responses_decided_rate": ("Prefers one of two that are the same", "Share of verdicts on two identical responses that are no tie.", "lower"),
    "self_preference_excess": ("Prefers its own family", "How much more often good responses of the judge's own family of models pass than those of others.", None),
    "verbosity_shift_per_100_tokens": ("100 empty tokens more", "How far 100 tokens without content move the verdict.", None),
    "length_effect_per_100_tokens": ("100 tokens more, at equal gold", "How far the verdict is higher for 100 tokens more, among responses that gold calls equal.", None),
    "length_controlled_win_rate": ("Wins at equal length", "Share of wins that is left between responses of the same length.", None),
    "stable_wrong_rate": ("The same in both orders, and wrong", "Of pairs with the same verdict in both orders, those that gold calls wrong.", "lower"),
}  # fmt: skip
"""Numbers that are of no single probe's flips."""


def probe_metrics() -> dict[str, Described]:
    """Title, meaning and which way is better, by name of the estimate."""
    found = dict(NUMBERS)
    for probe, (by, when) in {**WHEN, **SHOULD_MOVE}.items():
        moves = probe in SHOULD_MOVE
        end = " It should move." if moves else ""
        found[f"{probe}_excess_flip_rate"] = (f"Moved by {by}", f"Flips {when}, {_BEYOND}.{end}", None if moves else "lower")
        found[f"{probe}_direction"] = (f"Shift by {by}", f"{TOWARD} {when}.{' Above 0 the verdict falls, as it should.' if moves else ''}", None)
        found[f"{probe}_score_shift"] = (f"Score under {by}", f"{_SCORE} {when}.", None)
        if not moves:
            found[f"{probe}_unmentioned_rate"] = (f"No word of {by}", _UNSAID, "lower")
        if probe in ATTACKS:
            found[f"{probe}_pass_rate"] = (
                f"Passes as {by}" if probe != "injection" else "Passes with injected instructions",
                f"Share of good verdicts {when}.",
                "lower",
            )
    return found


def theirs(name: str) -> Described | None:
    """An effect of somebody else's probe: nothing that should matter is changed, so the verdict should stay."""
    for suffix, (title, meaning, better) in _THEIRS.items():
        probe = name.removesuffix(suffix)
        if probe != name:
            return title.format(probe.replace("_", " ")), meaning, better
    return None


_THEIRS: dict[str, Described] = {
    "_excess_flip_rate": ("Moved by {}", "Flips under the probe beyond those between plain repeats.", "lower"),
    "_unmentioned_rate": ("No word of {}", _UNSAID, "lower"),
    "_score_shift": ("Score under {}", f"{_SCORE} under the probe.", None),
    "_direction": ("Shift by {}", f"{SHIFT} under the probe.", None),
}
