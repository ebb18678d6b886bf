"""What is asked of a text by a name, and the forms of words that prove it: "a sign-off" is "kind regards"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from judgeaudit.text.evidence.term_concepts import CONCEPTS
from judgeaudit.text.evidence.term_index import Index, content_words
from judgeaudit.text.evidence.term_trust import SURE_ROWS, TIES

_MOST_PLACES = 100


@dataclass(frozen=True, slots=True)
class Proof:
    """A form that proves a thing, or hints at it, `strict` where the name is the whole of what is missing; `tie`: what its sentence has to speak of."""

    form: str
    strict: bool
    sure: bool
    tie: str = ""


@lru_cache(maxsize=1)
def _concepts() -> dict[tuple[str, ...], list[Proof]]:
    """Names of things by their lemmas, to the forms that prove them."""
    table: dict[tuple[str, ...], list[Proof]] = {}
    for names, form in CONCEPTS:
        sure, tie = names[0] in SURE_ROWS, TIES.get(names[0], "")
        for name in names:
            table.setdefault(_key(name.removeprefix("!")), []).append(Proof(form, name.startswith("!"), sure, tie))
    return table


_ASKED = re.compile(r"(?:who|whom|when|where|what|how|why|which)\b", re.IGNORECASE)


def _key(name: str) -> tuple[str, ...]:
    """The content words of a name, with a mark where they ask: "when it is open" is more than "open"."""
    words = tuple(content_words(name))
    return ("?", *words) if _ASKED.match(name) else words


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


_OWNED = re.compile(r"['’]s?\s|s['’]\s")
"""A possessor before a thing: "the creature's lifespan"."""


@lru_cache(maxsize=20_000)
def forms_of(term: str) -> tuple[Proof, ...]:
    """The forms of a thing, without what before its name is no matter: "a formal greeting"; with a possessor, hints."""
    table = _concepts()
    words = content_words(term)
    whole = table.get(_key(term)) or (table.get(tuple(words)) if len(words) > 1 else None)
    if whole is not None:
        return tuple(whole)
    weak = _WEAK.match(term)
    bare = table.get(tuple(content_words(term[weak.end() :])), []) if weak is not None else []
    owned = weak is not None and _OWNED.search(weak[0]) is not None
    return tuple(replace(one, sure=one.sure and not owned) for one in bare if not one.strict)


def find_forms(term: str, index: Index, *, sure: bool = False) -> Iterator[tuple[int, int, int]]:
    """Where a text has what a name asks for: start, end, and the number of the word it begins at.

    Parameters
    ----------
    term : str
    index : Index
    sure : bool
        Only what proves the thing, not what hints at it.

    Example
    -------
    >>> from judgeaudit.text.evidence.term_index import index_text
    >>> list(find_forms("a sign-off", index_text("It works. Kind regards, Eva")))
    [(15, 22, 3)]
    """
    for proof in forms_of(term):
        if sure and not proof.sure:
            continue
        for match in islice(_compiled(proof.form).finditer(index.text), _MOST_PLACES):
            if match.end() > match.start() and index.spans and not (sure and proof.tie and not _is_tied(proof.tie, index, match.span())):
                yield match.start(), match.end(), min(bisect_left(index.spans, (match.start(), 0)), len(index.spans) - 1)


def _is_tied(tie: str, index: Index, span: tuple[int, int]) -> bool:
    return _compiled(tie).search(index.sentence(*span)) is not None
