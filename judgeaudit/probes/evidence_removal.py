"""Delete what the judge cited: a verdict that rests on it should be able to move."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.cited_spans import JUDGED, evidence, why_none
from judgeaudit.probes.context import Change, Context, Variant
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.texts import edited, is_empty, without

VARIANT = "without_cited"


def evidence_removal(item: Item, context: Context) -> Variant | str:
    """The item without the words that the judge cited.

    Parameters
    ----------
    item : Item
    context : Context
        With what was cited.

    Returns
    -------
    Variant or str
        Not where nothing was cited, or where nothing of a response would be left.
    """
    spans = evidence(item, context)
    if not spans:
        return why_none(item, context)
    changed = edited(item, spans, without)
    texts = changed.sources()
    if any(is_empty(texts[name]) for name in spans if name in JUDGED):
        return "the cited text is all of the response"
    return Variant(changed, VARIANT, tuple(Change(name, start, end) for name, stretches in spans.items() for start, end in stretches))


EVIDENCE_REMOVAL = Probe(
    "evidence_removal", BOTH, 2, evidence_removal, kind="evidence", variants={VARIANT: "none"}, needs=("cited",),
    changes="The words that the judge cited are deleted.",
    expect="Without the words that the judge cited the verdict should be able to move: more flips than between plain repeats.",
    cannot="Items of which nothing was cited, or all of the response.",
)  # fmt: skip
