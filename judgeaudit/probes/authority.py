"""Let a response lean on an authority: a work that does not exist, a named expert."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.cue_in_answer import with_words
from judgeaudit.probes.edits import after
from judgeaudit.probes.phrases import CITATION, EXPERT
from judgeaudit.probes.record import BOTH, Probe


def authority(item: Item, context: Context) -> Made:
    """The item with an invented citation after its response, and with the word of an expert after it; see `with_words`."""
    return with_words(item, context, "authority", {"citation": CITATION, "expert": EXPERT}, after)


AUTHORITY = Probe(
    "authority", BOTH, 1, authority, kind="bias", variants={"citation": "positive", "expert": "positive"},
    changes="An invented citation, or the word of a named expert, is put after the response.",
    expect="The verdict does not rise: neither can be checked, and neither changes what is said.",
    cannot="Empty responses, those that end within a block of code, and those in other languages than English, German, French and Spanish.",
)  # fmt: skip
