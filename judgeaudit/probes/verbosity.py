"""Make a response longer without adding anything to it."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.code import ends_in_code
from judgeaudit.probes.context import Change, Context, Made, Variant
from judgeaudit.probes.cue_in_answer import OPEN_CODE
from judgeaudit.probes.edits import about, after, before, body, text_of, varied
from judgeaudit.probes.phrases import FILLER, NO_WORDS, language
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.texts import is_empty

PADDED, REPEATED = "padded", "repeated"
_SHARE = 0.5
_FEWEST = 3
_LONGEST_REPEATED = 8000


def verbosity(item: Item, context: Context) -> Made:
    """The item with its response padded with sentences that say nothing, and with its response said twice.

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    tuple of Variant or str
        Of a pair one response is longer, the same in both variants.

    Notes
    -----
    Padding adds about half of the length, of at most the sentences that there are; the response itself stays letter for letter.
    """
    source, which = about(item, context, "verbosity")
    if is_empty(text_of(item, source)):
        return "the response is empty"
    if ends_in_code(text_of(item, source)):
        return OPEN_CODE
    found = [_padded(item, context, source, which), _repeated(item, source, which)]
    made = tuple(one for one in found if one is not None)
    return made or NO_WORDS


def _padded(item: Item, context: Context, source: str, which: str) -> Variant | None:
    sentences = FILLER.get(language(item, source))
    if sentences is None:
        return None
    start, end = body(item, source)
    turn = int(context.rng("verbosity", item.id).random() * (len(sentences) - 2))
    closing = (*sentences[2 + turn :], *sentences[2 : 2 + turn])
    taken, length = _FEWEST - 2, 0
    while taken < len(closing) and len(sentences[0]) + len(sentences[1]) + length < _SHARE * (end - start):
        length += len(closing[taken])
        taken += 1
    changes: tuple[Change, ...] = (before(item, source, " ".join(sentences[:2])), after(item, source, " ".join(closing[:taken])))
    return varied(item, f"{PADDED}{which}", *changes)


def _repeated(item: Item, source: str, which: str) -> Variant | None:
    start, end = body(item, source)
    text = text_of(item, source)[start:end]
    return varied(item, f"{REPEATED}{which}", after(item, source, text)) if len(text) <= _LONGEST_REPEATED else None


VERBOSITY = Probe(
    "verbosity", BOTH, 1, verbosity, kind="bias", variants={PADDED: "positive", REPEATED: "positive"},
    changes="Sentences without content are put before and after the response; and, apart from that, the whole response is said twice.",
    expect="The verdict does not rise: nothing was said that had not been said.",
    cannot="Responses that are empty or end within a block of code; padding only in English, German, French and Spanish; repeating only up to 8,000 characters.",
)  # fmt: skip
