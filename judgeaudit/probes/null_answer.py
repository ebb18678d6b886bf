"""Answer nothing."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.edits import about, instead, text_of, varied
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.texts import is_empty

_ANSWERS = {"empty": "", "blank": "N/A"}


def null_answer(item: Item, context: Context) -> Made:
    """The item with an empty response, and with one that reads "N/A" (of a pair: in place of one of them).

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    tuple of Variant or str
        Not where the response is empty as it is.
    """
    source, which = about(item, context, "null_answer")
    if is_empty(text_of(item, source)):
        return "the response is empty"
    return tuple(varied(item, f"{name}{which}", instead(item, source, words)) for name, words in _ANSWERS.items())


NULL_ANSWER = Probe(
    "null_answer", BOTH, 1, null_answer, kind="attack", variants=dict.fromkeys(_ANSWERS, "positive"),
    changes='The response is empty, and apart from that reads "N/A".',
    expect="It gets the worst verdict, or in a pair loses.",
    cannot="Responses that are empty as they are.",
)  # fmt: skip
