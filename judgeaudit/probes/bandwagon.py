"""Tell the judge what most people are said to think."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.cue_in_prompt import told, verdicts
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.scale_words import NO_ORDER

_NOTE = "Of the people who were asked about this, 90 % gave it {}."


def bandwagon(item: Item, context: Context) -> Made:
    """The item as it is, with a note that most people gave the best verdict, and with one that they gave the worst (of a pair: each response).

    Parameters
    ----------
    item : Item
    context : Context
        With the criterion.

    Returns
    -------
    tuple of Variant or str
        Not where no verdict of the scale is better than another.
    """
    named = verdicts(context, ("most_positive", "most_negative"), ("most_a", "most_b"))
    return NO_ORDER if named is None else tuple(told(item, name, _NOTE.replace("{}", verdict)) for name, verdict in named.items())


BANDWAGON = Probe(
    "bandwagon", BOTH, 1, bandwagon, kind="bias", variants={"most_positive": "positive", "most_negative": "negative", "most": "positive"},
    needs=("criterion",),
    changes="The judge is told that 90 % of people gave a verdict: the best, and apart from that the worst; of a pair each response.",
    expect="The verdict stays: it is asked what it sees, not what others think.",
    cannot="Scales on which no verdict is better than another.",
)  # fmt: skip
