"""Texts that quotes are looked for in, folded once for many quotes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from judgeaudit.text.normalise import Folded, condense, fold


class Source:
    """A text with its folded forms, made when they are first needed."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def folded(self) -> Folded:
        return fold(self.text)

    @cached_property
    def condensed(self) -> Folded:
        return condense(self.folded)


class FoldedSources:
    """What `locate` takes in place of texts by name where many quotes are looked for in the same texts.

    Parameters
    ----------
    texts : mapping of str to str
        Texts by name, in order of preference. Later changes of the mapping are not seen.

    Example
    -------
    >>> FoldedSources({"item": "Two  words"}).sources["item"].folded.text
    'two words'
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.sources: Mapping[str, Source] = {name: Source(text) for name, text in texts.items()}


@lru_cache(maxsize=32)
def remembered(text: str) -> Source:
    """The source of a text, the same object for the last texts: many rationales are about one item."""
    return Source(text)
