"""Put the sentences of a response into another order."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Change, Context, Made
from judgeaudit.probes.edits import about, body, fixed_spans, meeting, text_of, varied
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.text.sentences import Piece, split_sentences

VARIANT = "shuffled"
_FEWEST = 3


def sentences_shuffled(item: Item, context: Context) -> Made:
    """The item with the sentences of its response (of a pair: of one of them) in an order that the seed and the item's id decide.

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    Variant or str
        Not where fewer than three different sentences can change places.

    Notes
    -----
    Sentences trade places; line breaks and marks of lists stay where they are. A sentence that shares a place with code or with a quotation
    that goes beyond it stays too.
    """
    source, which = about(item, context, "sentences_shuffled")
    start, end = body(item, source)
    text = text_of(item, source)[start:end]
    fixed = fixed_spans(text)
    pieces = [
        piece for piece in split_sentences(text) if all(piece.start <= low and high <= piece.end for low, high in meeting(piece.start, piece.end, fixed))
    ]  # fmt: skip
    if len({piece.text for piece in pieces}) < _FEWEST:
        return "fewer than three different sentences that can change places"
    changes = (Change(source, start + old.start, start + old.end, new.text) for old, new in zip(pieces, _shuffled(pieces, context, item), strict=True))
    return varied(item, f"{VARIANT}{which}", *changes)


def _shuffled(pieces: list[Piece], context: Context, item: Item) -> list[Piece]:
    rng = context.rng("sentences_shuffled", item.id)
    drawn = [rng.random() for _ in pieces]
    found = [pieces[n] for n in sorted(range(len(pieces)), key=drawn.__getitem__)]
    same = all(one.text == other.text for one, other in zip(found, pieces, strict=True))
    return found[1:] + found[:1] if same else found


SENTENCES_SHUFFLED = Probe(
    "sentences_shuffled", BOTH, 1, sentences_shuffled, kind="control", variants={VARIANT: "negative"}, needs=("gold",),
    changes="The sentences of the response stand in another order.",
    expect="The verdict falls where the order matters, as in steps and arguments; hardly ever is it higher than before.",
    cannot="Responses of fewer than three different sentences.",
)  # fmt: skip
