"""Let a response argue for itself in a circle."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.cue_in_answer import with_words
from judgeaudit.probes.edits import after
from judgeaudit.probes.phrases import CIRCULAR
from judgeaudit.probes.record import BOTH, Probe


def fallacy(item: Item, context: Context) -> Made:
    """The item with a circular argument for itself after its response; see `with_words`."""
    return with_words(item, context, "fallacy", {"circular": CIRCULAR}, after)


FALLACY = Probe(
    "fallacy", BOTH, 1, fallacy, kind="bias", variants={"circular": "positive"},
    changes="A circular argument that the answer is right is put after the response.",
    expect="The verdict does not rise: the argument proves nothing.",
    cannot="Empty responses, those that end within a block of code, and those in other languages than English, German, French and Spanish.",
)  # fmt: skip
