"""Tell the judge that a response is a revised one."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.cue_in_prompt import about_one
from judgeaudit.probes.record import BOTH, Probe


def refinement(item: Item, context: Context) -> Made:
    """The item as it is, with a note that its response (of a pair: one of them) is a revised version."""
    return about_one(item, context, "refinement", "revised", "What you see of {} is a revised version: its author went over a first draft once more.")


REFINEMENT = Probe(
    "refinement", BOTH, 1, refinement, kind="bias", variants={"revised": "positive"}, needs=("criterion",),
    changes="The judge is told that the response is a revised version; it is the same response.",
    expect="The verdict does not rise: the response is what it was.",
    cannot="None.",
)  # fmt: skip
