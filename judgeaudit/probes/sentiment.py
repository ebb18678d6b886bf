"""Give a response a mood."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.cue_in_answer import with_words
from judgeaudit.probes.edits import before
from judgeaudit.probes.phrases import ANGRY, CHEERFUL
from judgeaudit.probes.record import BOTH, Probe


def sentiment(item: Item, context: Context) -> Made:
    """The item with a cheerful sentence before its response, and with an angry one; see `with_words`."""
    return with_words(item, context, "sentiment", {"cheerful": CHEERFUL, "angry": ANGRY}, before)


SENTIMENT = Probe(
    "sentiment", BOTH, 1, sentiment, kind="bias", variants={"cheerful": "positive", "angry": "negative"},
    changes="A cheerful or an angry sentence is put before the response.",
    expect="The verdict stays, unless the criterion asks about tone.",
    cannot="Empty responses, and those in other languages than English, German, French and Spanish.",
)  # fmt: skip
