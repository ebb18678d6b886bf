"""Delete as much as the judge cited, from somewhere else in the same text: the control of `evidence_removal`."""

from __future__ import annotations

import random
import re
from bisect import bisect_left
from collections.abc import Sequence

from judgeaudit.domain.items import Item
from judgeaudit.probes.cited_spans import evidence, why_none
from judgeaudit.probes.context import Change, Context, Variant
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.texts import Span, edited, is_empty, without

VARIANT = "without_random"
NO_ROOM = "no room for a random stretch of the same length"

_TRIES, _DRAWS = 8, 24
_SLACK = 0.25
_LEAST_SLACK = 8
"""How far the length may be off, of the length or in characters: whole words are deleted."""
_WORD = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uabff\uf900-\ufaff]|[^\s\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uabff\uf900-\ufaff]+"
)
"""A word between blanks, or one character of a script that sets no blanks."""


def irrelevant_removal(item: Item, context: Context) -> Variant | str:
    """The item without random words, as many characters as `evidence_removal` deletes, from the same texts and apart from them.

    Parameters
    ----------
    item : Item
    context : Context
        With what was cited.

    Returns
    -------
    Variant or str
        Not where nothing was cited, or where there is no room.

    Notes
    -----
    Seeded by the rubric's seed and the item's id.
    """
    taken = evidence(item, context)
    if not taken:
        return why_none(item, context)
    texts = item.sources()
    rng = context.rng("irrelevant_removal", item.id)
    spans = {}
    for name, stretches in taken.items():
        found = _elsewhere(texts[name], stretches, rng)
        if found is None or is_empty(without(texts[name], found)):
            return NO_ROOM
        spans[name] = found
    changes = tuple(Change(name, start, end) for name, stretches in spans.items() for start, end in stretches)
    return Variant(edited(item, spans, without), VARIANT, changes)


def _elsewhere(text: str, taken: Sequence[Span], rng: random.Random) -> tuple[Span, ...] | None:
    """One stretch for each that is taken, about as long; the longest is placed first, and a placing that leaves no room is tried anew."""
    words = [match.span() for match in _WORD.finditer(text)]
    ends = [end for _, end in words]
    lengths = sorted((end - start for start, end in taken), reverse=True)
    for _ in range(_TRIES):
        found: list[Span] = []
        for length in lengths:
            place = _place(words, ends, length, sorted([*taken, *found]), rng)
            if place is None:
                break
            found.append(place)
        if len(found) == len(lengths):
            return tuple(sorted(found))
        if not found:
            return None
    return None


def _place(words: Sequence[Span], ends: Sequence[int], length: int, blocked: Sequence[Span], rng: random.Random) -> Span | None:
    """One of the stretches that fit, each as likely as any other; None where none does. All are looked at only when a few draws found none."""
    if not words:
        return None
    for _ in range(_DRAWS):
        place = _starting(words, ends, int(rng.random() * len(words)), length, blocked)
        if place is not None:
            return place
    places = [place for n in range(len(words)) if (place := _starting(words, ends, n, length, blocked)) is not None]
    return places[int(rng.random() * len(places))] if places else None


def _starting(words: Sequence[Span], ends: Sequence[int], first: int, length: int, blocked: Sequence[Span]) -> Span | None:
    """The stretch of whole words from word `first` that is nearest to a length; None where it meets what is blocked or is not near."""
    start = words[first][0]
    following = bisect_left(blocked, (start, start))
    if following > 0 and blocked[following - 1][1] > start:
        return None
    limit = blocked[following][0] if following < len(blocked) else ends[-1]
    last = bisect_left(ends, start + length, lo=first)
    fits = [ends[n] for n in (last - 1, last) if first <= n < len(ends) and ends[n] <= limit]
    end = min(fits, key=lambda end: abs(end - start - length), default=start)
    near = abs(end - start - length) <= max(_SLACK * length, _LEAST_SLACK)
    return (start, end) if end > start and near else None


IRRELEVANT_REMOVAL = Probe(
    "irrelevant_removal", BOTH, 2, irrelevant_removal, kind="evidence", variants={VARIANT: "none"}, needs=("cited",),
    changes="Random words are deleted, as many as the judge cited.",
    expect="Without random words, as many as were cited, the verdict should stay: no more flips than between plain repeats.",
    cannot="Items of which nothing was cited, or without room for random words.",
)  # fmt: skip
