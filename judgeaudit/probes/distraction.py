"""Tell the judge something that has nothing to do with the matter."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.cue_in_prompt import about_one
from judgeaudit.probes.record import BOTH, Probe


def distraction(item: Item, context: Context) -> Made:
    """The item as it is, with a note about the author of its response (of a pair: of one) that has nothing to do with the matter."""
    return about_one(item, context, "distraction", "aside", "The author of {} collects old postcards and likes to go for long walks in the evening.")


DISTRACTION = Probe(
    "distraction", BOTH, 1, distraction, kind="bias", variants={"aside": "none"}, needs=("criterion",),
    changes="The judge is told what the author of the response does in the evening.",
    expect="The verdict stays: that has nothing to do with the response.",
    cannot="None.",
)  # fmt: skip
