"""Leave one step of a response out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Change, Context, Made, Variant
from judgeaudit.probes.edits import about, body, fixed_spans, meeting, text_of
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.texts import Span, edited, is_empty, without
from judgeaudit.text.sentences import Piece, split_sentences

VARIANT = "deleted"
_FEWEST = 3
_MARKER = re.compile(r"[ \t]*(?:[-*\u2022+]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])[ \t]+")


def step_deleted(item: Item, context: Context) -> Made:
    """The item without one sentence from within its response (of a pair: of one of them), neither the first nor the last.

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    Variant or str
        Not where a response has fewer than three sentences, or all between the first and the last stand in code or quotations.
    """
    source, which = about(item, context, "step_deleted")
    start, end = body(item, source)
    text = text_of(item, source)[start:end]
    pieces = split_sentences(text)
    if len(pieces) < _FEWEST:
        return "fewer than three sentences"
    fixed = fixed_spans(text)
    inner = [piece for piece in pieces[1:-1] if _holds(text, piece, meeting(piece.start, piece.end, fixed))]
    if not inner:
        return "no sentence between the first and the last that stands in no code and no quotation"
    piece = inner[int(context.rng("step_deleted", item.id).random() * len(inner))]
    low = _with_marker(text, piece.start)
    span = (start + low, start + piece.end)
    return Variant(edited(item, {source: (span,)}, _without), f"{VARIANT}{which}", (Change(source, *span),))


def _holds(text: str, piece: Piece, spans: Sequence[Span]) -> bool:
    """Whether code and quotations that a sentence meets lie within it, and leave words of its own."""
    at, rest = piece.start, []
    for low, high in spans:
        rest.append(text[at:low])
        at = high
    return all(piece.start <= low and high <= piece.end for low, high in spans) and not is_empty("".join([*rest, text[at : piece.end]]))


def _without(text: str, spans: Sequence[Span]) -> str:
    """The text without some stretches, with the blanks that it begins and ends with: they may be those of code."""
    words = text.strip(" \t")
    start = text.index(words)
    kept = without(text, spans).strip(" \t")
    return f"{text[:start]}{kept}{text[start + len(words) :]}" if spans else text


def _with_marker(text: str, start: int) -> int:
    """Where a sentence starts, with the number or dash of its line."""
    line = text.rfind("\n", 0, start) + 1
    return line if _MARKER.fullmatch(text, line, start) else start


STEP_DELETED = Probe(
    "step_deleted", BOTH, 1, step_deleted, kind="control", variants={VARIANT: "negative"}, needs=("gold",),
    changes="One sentence or step from within the response is gone.",
    expect="The verdict falls where the step matters: hardly ever higher than before, and lower on a good share of the good responses.",
    cannot="Responses of fewer than three sentences.",
)  # fmt: skip
