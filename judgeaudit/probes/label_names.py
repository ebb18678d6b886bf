"""Call the labels by other names; verdicts are mapped back before they are stored."""

from __future__ import annotations

import re
from string import ascii_uppercase

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion
from judgeaudit.probes.context import Context, Made, Variant
from judgeaudit.probes.record import BOTH, Probe

LETTERS, TURNED = "letters", "letters_turned"
_OF_PAIR = ("response_x", "response_y")


def label_names(item: Item, context: Context) -> Made:
    """The item as it is, asked about with labels A, B ... in their order, and with the same letters from last to first.

    Parameters
    ----------
    item : Item
    context : Context
        With the criterion.

    Returns
    -------
    tuple of Variant or str
        Of a pair one variant: its responses are called x and y. Not where the scale has no labels, or the question itself names one.
    """
    asked = context.asked
    if asked.scale.labels is None:
        return "the scale has no labels"
    if all(len(label) == 1 for label in asked.scale.labels):
        return "the labels are single letters or digits already"
    if len(asked.scale.labels) > len(ascii_uppercase):
        return "more labels than letters"
    words = "|".join(re.escape(label) for label in asked.scale.labels)
    if re.search(rf"(?<!\w)(?:{words})(?!\w)", asked.question, re.IGNORECASE):
        return "the question names a label"
    names = (LETTERS,) if context.pairwise else (LETTERS, TURNED)
    return tuple(Variant(item, name, criterion=renamed(asked, name, pairwise=context.pairwise)) for name in names)


def other_names(criterion: Criterion, variant: str, *, pairwise: bool) -> tuple[str, ...]:
    """What each label of the scale is called under a variant, in the order of the scale."""
    labels = criterion.scale.labels or ()
    if pairwise:
        return (*_OF_PAIR, *labels[2:])
    letters = tuple(ascii_uppercase[: len(labels)])
    return letters[::-1] if variant == TURNED else letters


def renamed(criterion: Criterion, variant: str, *, pairwise: bool) -> Criterion:
    """The criterion with its labels called otherwise, each described by its own name."""
    labels = criterion.scale.labels or ()
    names = other_names(criterion, variant, pairwise=pairwise)
    told = criterion.label_descriptions
    meant = {name: f"{label}: {told[label]}" if label in told else label for name, label in zip(names, labels, strict=True)}
    if pairwise:
        meant = {name: told[label] for name, label in zip(names, labels, strict=True) if label in told}
    return criterion.model_copy(update={"scale": criterion.scale.model_copy(update={"labels": names}), "label_descriptions": meant})


LABEL_NAMES = Probe(
    "label_names", BOTH, 1, label_names, kind="bias", variants={LETTERS: "none", TURNED: "none"}, needs=("criterion",),
    changes="The labels are called A, B ... (in their order, and turned around), each with its own name as its meaning; responses of a pair x and y.",
    expect="The verdict stays: what a label is called says nothing about the item.",
    cannot="Scales without labels; questions that name a label; judges whose own prompt does not take the labels from the rubric.",
)  # fmt: skip
