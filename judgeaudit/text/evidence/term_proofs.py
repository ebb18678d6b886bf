"""What is asked of a text by a name, and the forms of words that prove it: "a sign-off" is "kind regards"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from judgeaudit.text.evidence.term_concepts import CONCEPTS
from judgeaudit.text.evidence.term_index import Index, content_words

_MOST_PLACES = 100


@lru_cache(maxsize=1)
def _concepts() -> dict[tuple[str, ...], list[tuple[str, bool]]]:
    """Names of things by their lemmas, to the forms that prove them, and whether the name is the whole of what is missing."""
    table: dict[tuple[str, ...], list[tuple[str, bool]]] = {}
    for names, form in CONCEPTS:
        for name in names:
            table.setdefault(tuple(content_words(name.removeprefix("!"))), []).append((form, name.startswith("!")))
    return table


@lru_cache(maxsize=512)
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


_WEAK = re.compile(
    r"(?:(?:clear|proper|formal|polite|brief|short|simple|friendly|warm|explicit|appropriate|suitable|concrete|personal"
    r"|sincere|single|specific|exact"
    r"|detailed|basic|general|possible|potential|important|actual|kind|any|the|an?|its|his|her|their|main|real|key|relevant"
    r"|necessary|useful|\w+['’]s?)\s+)+",
    re.IGNORECASE,
)


def forms_of(term: str) -> list[str]:
    """The forms of a thing, without what before its name is no matter: "the creature's lifespan", "a formal greeting"."""
    table = _concepts()
    whole = table.get(tuple(content_words(term)))
    if whole is not None:
        return [form for form, _ in whole]
    weak = _WEAK.match(term)
    bare = table.get(tuple(content_words(term[weak.end() :])), []) if weak is not None else []
    return [form for form, strict in bare if not strict]


def find_forms(term: str, index: Index) -> Iterator[tuple[int, int, int]]:
    """Where a text has what a name asks for: start, end, and the number of the word it begins at.

    Example
    -------
    >>> from judgeaudit.text.evidence.term_index import index_text
    >>> list(find_forms("a sign-off", index_text("It works. Kind regards, Eva")))
    [(15, 22, 3)]
    """
    for form in forms_of(term):
        for match in islice(_compiled(form).finditer(index.text), _MOST_PLACES):
            if match.end() > match.start() and index.spans:
                yield match.start(), match.end(), min(bisect_left(index.spans, (match.start(), 0)), len(index.spans) - 1)
