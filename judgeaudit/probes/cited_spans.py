"""Where the words that a judge cited stand in the texts of an item."""

from __future__ import annotations

from collections.abc import Sequence

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Spans
from judgeaudit.probes.texts import Span, merged
from judgeaudit.text.boundaries import is_whole

JUDGED = ("response", "response_a", "response_b")
_FIRST = (*JUDGED, "context")
_REST = ("reference", "input")
_LEAST_CHARACTERS = 8
"""Shorter words stand in many places by chance: only the place that was cited counts."""
_MOST_PLACES = 1000

NOWHERE = ""
"""Stands among a judge's cited texts, without stretches, where it cited words that none of them has."""

NOTHING_CITED = "nothing cited"
NOT_THERE = "what is cited stands in none of its texts"


def why_none(item: Item, context: Context) -> str:
    """Why there is nothing to remove or to keep: nothing was cited, or only words that are not there."""
    return NOT_THERE if NOWHERE in context.cited.get(item.id, {}) else NOTHING_CITED


def evidence(item: Item, context: Context) -> Spans:
    """The places that must go for the cited words to be gone.

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    Spans
        Wherever the cited words stand in the responses and the context; in the reference, and after it in the input, only where none
        of them stands in an earlier text. Empty where nothing was cited.
    """
    texts = item.sources()
    cited = {name: spans for name, spans in context.cited.get(item.id, {}).items() if name in texts}
    words = {texts[name][start:end] for name, spans in cited.items() for start, end in spans}
    for names in (_FIRST, *((name,) for name in _REST)):
        found = {name: merged([*cited.get(name, ()), *_places(texts[name], words)]) for name in names if name in texts}
        found = {name: spans for name, spans in found.items() if spans}
        if found:
            return found
    return {}


def _places(text: str, words: Sequence[str] | set[str]) -> list[Span]:
    found: list[Span] = []
    for one in words:
        if len(one) < _LEAST_CHARACTERS:
            continue
        at = text.find(one)
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            if is_whole(text, at, at + len(one)):
                found.append((at, at + len(one)))
            at = text.find(one, at + len(one))
    return found
