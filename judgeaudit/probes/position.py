"""Show a pair in the other order; the verdict is mapped back before it is stored."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made, Variant
from judgeaudit.probes.record import PAIRWISE, Probe

VARIANT = "swapped"


def position(item: Item, context: Context) -> Made:
    """The pair with `response_b` shown first.

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    Variant or str
        Not where both responses are the same: there is nothing to swap.
    """
    texts = item.sources()
    if texts["response_a"] == texts["response_b"]:
        return "both responses are the same"
    return Variant(item, VARIANT, order="ba")


POSITION = Probe(
    "position", PAIRWISE, 1, position, kind="bias", variants={VARIANT: "none"},
    changes="The responses of a pair change places; the verdict is mapped back to the response that it names.",
    expect="It prefers the same response in both orders, as often as it repeats itself in one.",
    cannot="Pairs of two responses that are the same.",
)  # fmt: skip
