"""Tell the judge of an earlier verdict."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.cue_in_prompt import told, verdicts
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.scale_words import NO_ORDER

_NOTE = "In an earlier review this was given {}."


def anchoring(item: Item, context: Context) -> Made:
    """The item as it is, with a note of an earlier verdict: the best, and the worst (of a pair: each response).

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
    named = verdicts(context, ("high", "low"), ("high_a", "high_b"))
    return NO_ORDER if named is None else tuple(told(item, name, _NOTE.replace("{}", verdict)) for name, verdict in named.items())


ANCHORING = Probe(
    "anchoring", BOTH, 1, anchoring, kind="bias", variants={"high": "positive", "low": "negative"}, needs=("criterion",),
    changes="The judge is told of an earlier verdict: the best, and apart from that the worst; of a pair each response.",
    expect="The verdict stays: an earlier verdict is no evidence.",
    cannot="Scales on which no verdict is better than another.",
)  # fmt: skip
