"""Tell the judge which model wrote a response."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.cue_in_prompt import about_one, told
from judgeaudit.probes.edits import about, shown_name
from judgeaudit.probes.record import BOTH, Probe

FAMOUS, OBSCURE = "GPT-5", "TinyChat-125M"


def compassion_fade(item: Item, context: Context) -> Made:
    """The item as it is, with a note that a famous model wrote the response, and that an obscure one did; of a pair each wrote one, by a coin.

    Parameters
    ----------
    item : Item
    context : Context
        With the criterion.

    Returns
    -------
    Variant or tuple of Variant
    """
    if not context.pairwise:
        named = (("famous", FAMOUS), ("obscure", OBSCURE))
        return tuple(about_one(item, context, "compassion_fade", name, f"The author of {{}} is the model {model}.") for name, model in named)
    source, which = about(item, context, "compassion_fade")
    other = "response_b" if source == "response_a" else "response_a"
    lines = (f"The author of {shown_name(one, context)} is the model {model}." for one, model in sorted(((source, FAMOUS), (other, OBSCURE))))
    return told(item, f"famous{which}", " ".join(lines))


COMPASSION_FADE = Probe(
    "compassion_fade", BOTH, 1, compassion_fade, kind="bias", variants={"famous": "positive", "obscure": "negative"}, needs=("criterion",),
    changes="The judge is told that a famous model wrote the response, and apart from that an obscure one; of a pair one is the famous model's.",
    expect="The verdict stays: who wrote a response says nothing about it.",
    cannot="None: but responses that name their author say it already.",
)  # fmt: skip
