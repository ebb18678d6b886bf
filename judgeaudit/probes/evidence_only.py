"""Keep only what the judge cited of the judged text: evidence that carries the verdict should keep it."""

from __future__ import annotations

from collections.abc import Sequence

from judgeaudit.domain.items import Item
from judgeaudit.probes.cited_spans import JUDGED, why_none
from judgeaudit.probes.context import Change, Context, Variant
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.texts import Span, edited, is_empty, merged, without

VARIANT = "cited_only"
GAP = " [...] "


def evidence_only(item: Item, context: Context) -> Variant | str:
    """The item with only the cited words left of what is judged; its other texts are whole.

    Parameters
    ----------
    item : Item
    context : Context
        With what was cited.

    Returns
    -------
    Variant or str
        Not where nothing was cited of a response (of one of a pair), or where all of them were cited.
    """
    texts = item.sources()
    judged = [name for name in JUDGED if name in texts]
    cited = context.cited.get(item.id, {})
    if not any(cited.values()):
        return why_none(item, context)
    spans = {name: merged(cited.get(name, ())) for name in judged}
    if not all(spans.values()):
        return "nothing cited of what is judged" if not any(spans.values()) else "cited of one response only"
    if all(is_empty(without(texts[name], spans[name])) for name in judged):
        return "the cited text is all of the response"
    changes = [Change(name, start, end) for name in judged for start, end in _others(texts[name], spans[name])]
    return Variant(edited(item, spans, _kept), VARIANT, tuple(changes))


def _kept(text: str, spans: Sequence[Span]) -> str:
    return GAP.join(text[start:end].strip() for start, end in merged(spans))


def _others(text: str, spans: Sequence[Span]) -> list[Span]:
    """What is left out: the stretches between the cited ones."""
    ends = [0, *(place for span in spans for place in span), len(text)]
    return [(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True) if start < end]


EVIDENCE_ONLY = Probe(
    "evidence_only", BOTH, 2, evidence_only, kind="evidence", variants={VARIANT: "none"}, needs=("cited",),
    changes="Of what is judged only the words that the judge cited are left.",
    expect="With nothing but the words that the judge cited the verdict should stay: no more flips than between plain repeats.",
    cannot="Items of which nothing was cited (of a pair: of one response), or all of the response.",
)  # fmt: skip
