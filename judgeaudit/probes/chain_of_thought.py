"""Ask for the verdict at once, and for steps before it."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made, Variant
from judgeaudit.probes.record import BOTH, Probe

OFF, ON = "off", "on"
_AT_ONCE = "Give your verdict at once, without any reasons."
_STEPS = "Before you decide, think step by step: what is asked, what the material says about it, and what follows. Decide only then."


def chain_of_thought(item: Item, context: Context) -> Made:
    """The item as it is, asked about without reasons, and with steps before the verdict."""
    return Variant(item, OFF, note=_AT_ONCE, reasons=False), Variant(item, ON, note=_STEPS)


CHAIN_OF_THOUGHT = Probe(
    "chain_of_thought", BOTH, 1, chain_of_thought, kind="bias", variants={OFF: "none", ON: "none"},
    changes="The judge is asked for its verdict at once, without reasons, and apart from that for steps before it.",
    expect="The verdict stays; where it moves, accuracy against gold says which way of asking is the better one.",
    cannot="None: but models that always think before they answer do so here too.",
)  # fmt: skip
