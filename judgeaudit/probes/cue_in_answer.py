"""Cues that stand in the judged text itself: the response, letter for letter, and a sentence more."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judgeaudit.domain.items import Item
from judgeaudit.probes.code import ends_in_code
from judgeaudit.probes.context import Change, Context, Made
from judgeaudit.probes.edits import about, after, text_of, varied
from judgeaudit.probes.phrases import NO_WORDS, Phrases, language
from judgeaudit.probes.texts import is_empty

OPEN_CODE = "the response ends within a block of code"


def with_words(item: Item, context: Context, probe: str, words: Mapping[str, Phrases], where: Callable[[Item, str, str], Change]) -> Made:
    """The item with words of its own language before or after its response (of a pair: one of them).

    Parameters
    ----------
    item : Item
    context : Context
    probe : str
        Its name decides, with the seed and the item's id, which response of a pair.
    words : mapping of variant to Phrases
    where : `edits.after` or `edits.before`

    Returns
    -------
    tuple of Variant or str
        One for each of `words`. Not where the response is empty, or in a language that there are no words in, or ends within code, which words after it
        would be part of.
    """
    source, which = about(item, context, probe)
    if is_empty(text_of(item, source)):
        return "the response is empty"
    if where is after and ends_in_code(text_of(item, source)):
        return OPEN_CODE
    spoken = language(item, source)
    found = tuple(varied(item, f"{name}{which}", where(item, source, said[spoken])) for name, said in words.items() if spoken in said)
    return found or NO_WORDS
