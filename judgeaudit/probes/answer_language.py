"""Show a response in another language, where somebody translated it: no rule can."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.edits import about, instead, text_of, varied
from judgeaudit.probes.record import BOTH, Probe

VARIANT = "translated"


def answer_language(item: Item, context: Context) -> Made:
    """The item with the translation of its response that its own columns hold (of a pair: of one of them).

    Parameters
    ----------
    item : Item
        With `translation` (of a pair `translation_a`, `translation_b`) among its metadata.
    context : Context

    Returns
    -------
    Variant or str
        Not where there is none, or it is the response itself.
    """
    source, which = about(item, context, "answer_language")
    words = item.metadata.get(f"translation{which}")
    if not isinstance(words, str) or not words.strip():
        return f"no translation of the response: a column translation{which} would give one"
    if words.strip() == text_of(item, source).strip():
        return "its translation is the response itself"
    return varied(item, f"{VARIANT}{which}", instead(item, source, words))


ANSWER_LANGUAGE = Probe(
    "answer_language", BOTH, 1, answer_language, kind="bias", variants={VARIANT: "none"},
    changes="The response is shown in the translation that the items file has of it.",
    expect="The verdict stays, unless the criterion asks for a language.",
    cannot="Items without a translation (a column `translation`, of pairs `translation_a` and `translation_b`): nothing is translated here.",
)  # fmt: skip
