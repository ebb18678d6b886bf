"""Show another item's response in place of the item's own: a control that must fail."""

from __future__ import annotations

from judgeaudit.domain.items import Item, render_text
from judgeaudit.probes.cited_spans import JUDGED
from judgeaudit.probes.context import Change, Context, Variant
from judgeaudit.probes.record import BOTH, Probe

VARIANT = "other_response"
_MOST_TRIED = 200


def nonsense_control(item: Item, context: Context) -> Variant | str:
    """The item with the response (of a pair: both) of another item, which was asked something else.

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    Variant or str
        Not where no other item has another input and another response.

    Notes
    -----
    Whose response it is depends on the seed and the ids; items that are added move few of the others. Each item lends its response about once.
    """
    names = [name for name in JUDGED if getattr(item, name) is not None]
    own = {name: render_text(getattr(item, name)) for name in names}
    asked = render_text(item.input)
    start = context.place.get(item.id, 0)
    for step in range(1, min(len(context.ring), _MOST_TRIED)):
        other = context.ring[(start + step) % len(context.ring)]
        theirs = {name: getattr(other, name) for name in names}
        if None in theirs.values() or render_text(other.input) == asked or any(render_text(theirs[name]) == own[name] for name in names):
            continue
        changes = tuple(Change(name, 0, len(own[name]), render_text(theirs[name])) for name in names)
        return Variant(item.model_copy(update=theirs), VARIANT, changes)
    return "only one item" if len(context.ring) < 2 else "no other item with another input and another response"


NONSENSE_CONTROL = Probe(
    "nonsense_control", BOTH, 1, nonsense_control, kind="control", variants={VARIANT: "negative"}, needs=("items",),
    changes="The response (of a pair: both) is another item's, which was asked something else.",
    expect="Another item's response must fail: hardly any verdict with the positive label.",
    cannot="Items without another item that has another input and another response.",
)  # fmt: skip
