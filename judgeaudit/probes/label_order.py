"""List the labels in the other order."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion
from judgeaudit.probes.context import Context, Made, Variant
from judgeaudit.probes.record import POINTWISE, Probe

VARIANT = "reversed"


def label_order(item: Item, context: Context) -> Made:
    """The item as it is, the labels from last to first.

    Parameters
    ----------
    item : Item
    context : Context
        With the criterion.

    Returns
    -------
    Variant or str
        Not where the scale has no labels.
    """
    shown = reversed_labels(context.asked)
    if shown is None:
        return "the scale has no labels"
    note = "The labels are listed from best to worst." if context.asked.scale.level == "ordinal" else ""
    return Variant(item, VARIANT, criterion=shown, note=note)


def reversed_labels(criterion: Criterion) -> Criterion | None:
    """The criterion with its labels from last to first; None where it has none. Listed downward an ordinal scale reads as a nominal one."""
    scale = criterion.scale
    if scale.labels is None:
        return None
    labels = scale.labels[::-1]
    told = {label: criterion.label_descriptions[label] for label in labels if label in criterion.label_descriptions}
    return criterion.model_copy(update={"scale": scale.model_copy(update={"level": "nominal", "labels": labels}), "label_descriptions": told})


LABEL_ORDER = Probe(
    "label_order", POINTWISE, 1, label_order, kind="bias", variants={VARIANT: "none"}, needs=("criterion",),
    changes="The labels are listed from last to first; their names and meanings stay.",
    expect="The verdict stays: which label is named first says nothing about the item.",
    cannot="Scales without labels; judges whose own prompt does not take the labels from the rubric.",
)  # fmt: skip
