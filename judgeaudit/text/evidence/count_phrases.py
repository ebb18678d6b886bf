"""What a rationale counts: the phrases with a number of words, sentences, bullets ..., and whether all of a text is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judgeaudit.text.evidence import count_words as words
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.count_listed import is_not_of_one, is_of_code, subject_of
from judgeaudit.text.evidence.count_scope import TOKEN, Scope, is_part, scope_of
from judgeaudit.text.evidence.said_again import mood_of, turns
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.quantities import Quantity, find_quantities
from judgeaudit.text.quantity_numbers import fold
from judgeaudit.text.quantity_words import word_list

_REACH = 160
_SEGMENT = re.compile(
    r"\b(?:limit|cap|maximum|requirement|constraint|minimum|target|restriction)\b(?= (?:with|at|by|because|since|as)\b)|[;:(—–]|, "
    r"(?!\d)|\b(?:but|while|whereas|although|though|because|yet|however)\b"
)
_EACH = re.compile(r"\b(?:both|each of the (?:two )?(?:responses|outputs|answers|replies)|each (?:response|output|answer|reply)|all)\b")
_GIVEN = re.compile(r"\b(?:provid|giv|gave|stat|claim|report|calculat|answer|correct|sa[iy]|list|identif|return|output)\w{0,5}\b[^.;]{0,40}$")
"""Words after which a word count is what a response answers, not its own."""

_LISTS = re.compile(
    r"(?<!below )(?<!above )(?<!after )(?<!before )(?<!of )(?<!in )\b(?:the|its|a|this|that) (?:[\w-]{1,14} )?(?:list|enumeration) (?:has|contains|runs to|consists of|includes|comprises|shows|counts) (?=(?:\w+ ){0,2}$)"
)
"""A list that has so many entries: what is counted is the list, whatever it is part of."""

_OWNED = re.compile(r"(?:'s|s') (?:\w{1,12} )?$")


@dataclass(frozen=True, slots=True)
class CountPhrase:
    """A number of something countable in a rationale.

    `noun` is as `count_range` knows it ("" where it is another thing, then `what`); `scope` is whole (all of a text), definite ("the three
    paragraphs"), ordinal (a part by its number: `unit`, `at`), part or subset (something else than the whole), unclear. `weak`: by a verb that takes
    parts as well ("uses three words"). `listed`: things that the items of a list may be; `every`: of both responses. `owned`: "Output B's
    six steps", where the owner may be another text than the sentence is about. `subject`: what "has" or "lists" them, where that is plain.
    """

    noun: str
    what: str
    value: float
    upper: float
    bound: str
    start: int
    end: int
    scope: Scope
    listed: bool = False
    weak: bool = False
    owned: bool = False
    every: bool = False
    unit: str = ""
    at: int = 0
    subject: str = ""


@lru_cache(maxsize=64)
def quantities_of(text: str) -> tuple[Quantity, ...]:
    """`find_quantities`, remembered for the last texts.

    Example
    -------
    >>> [q.text for q in quantities_of("It has 12 words.")]
    ['12']
    """
    return find_quantities(text)


def free_of(quantities: Sequence[Quantity], taken: Sequence[tuple[int, int]]) -> list[Quantity]:
    """Quantities that touch none of the stretches.

    Example
    -------
    >>> [q.text for q in free_of(quantities_of("It has 12 words, 3 lines."), [(7, 15)])]
    ['3']
    """
    used = Stretches(taken)
    return [q for q in quantities if not used.meets(q.start, q.end)]


def find_counts(reading: Reading) -> list[CountPhrase]:
    """The count phrases of a rationale that are no demands.

    Parameters
    ----------
    reading : Reading

    Returns
    -------
    list of CountPhrase
        In order; what the texts are asked to have ("the 50-word limit") is left out.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.evidence.sources import Sources
    >>> reading = read_rationale("It has 97 words, but at most 50 words are allowed.", Sources({"response": "Hi."}))
    >>> [(phrase.noun, phrase.value, phrase.scope) for phrase in find_counts(reading)]
    [('word', 97.0, 'whole')]
    """
    bare = reading.bare or reading.text
    folded = fold(bare)
    found = [phrase for q in quantities_of(bare) if (phrase := _of_quantity(reading, folded, q)) is not None]
    if "singl" in folded or "einzig" in folded or " seul" in folded or " sol" in folded:
        found += [phrase for m in words.SINGLE.finditer(folded) if (phrase := _of_single(reading, folded, m)) is not None]
    return sorted(found, key=lambda phrase: phrase.start)


def _of_quantity(reading: Reading, folded: str, q: Quantity) -> CountPhrase | None:
    if q.unit or q.kind not in ("count", "number") or q.value < 0 or q.value != int(q.value):
        return None
    start = q.start - 8 if folded[max(0, q.start - 8) : q.start] == "between " else q.start
    noun, stop, hyphen = _noun_after(folded, q.end, reading.language, q.value)
    if not noun:
        noun, said = _noun_before(folded, start)
        stop = q.end
        if noun and (q.what.endswith(("limit", "minimum")) or _is_demand(reading, folded, start, q.end, noun)):
            return None
        if noun and _GIVEN.search(_before(reading, folded, said)) is not None:
            return None
        if noun:
            return _made(q, noun, "", start, stop, "part" if is_part(_before(reading, folded, said)) else "whole")
        return _of_listed(reading, folded, q, start)
    before = _before(reading, folded, start)
    head, stop = _head(folded, stop) if hyphen else ("", stop)
    if _is_limit(folded, q, stop, noun) or _is_demand(reading, folded, start, stop, noun) or is_not_of_one(folded, before, start, stop):
        return None
    after = folded[stop : stop + 48]
    if noun == "line" and is_of_code(before, after):
        noun, before, after = "code line", "it has ", ""
    if noun in ("point", "item", "bullet", "step") and _LISTS.search(before) is not None:
        noun, before = "item" if noun == "point" else noun, "it has "
    scope, unit, at = scope_of(before, after, noun, head, hyphen)
    every, owned = _EACH.search(before) is not None, _OWNED.search(before) is not None
    return _made(q, noun, q.what, start, stop, scope, every=every, owned=owned, unit=unit, at=at, subject=subject_of(before))


def _made(
    q: Quantity,
    noun: str,
    what: str,
    start: int,
    end: int,
    scope: Scope | Literal["weak"],
    *,
    every: bool = False,
    owned: bool = False,
    unit: str = "",
    at: int = 0,
    subject: str = "",
) -> CountPhrase:
    upper, weak = q.value if q.upper is None else q.upper, scope == "weak"
    plain: Scope = "whole" if scope == "weak" else scope
    return CountPhrase(noun, what, q.value, upper, q.bound, start, end, plain, weak=weak, owned=owned, every=every, unit=unit, at=at, subject=subject)


def _noun_after(folded: str, end: int, language: str, value: float) -> tuple[str, int, bool]:
    """The counted noun right after a number, its end, and whether a hyphen joins it."""
    if folded[end : end + 1] >= "⺀":
        m = words.COUNTED_DENSE.match(folded, end)
        return (words.DENSE_NOUNS[m["noun"]], m.end(), False) if m is not None else ("", end, False)
    m = words.COUNTED_AFTER.match(folded, end)
    if m is None:
        return "", end, False
    noun = words.COUNTED.get(m["noun"].replace("-", " "), "")
    if m["gap"] != "-" and m["noun"] == noun and value != 1 and noun != "zeichen":
        return "", end, False  # "four line items"
    if not noun:
        keys = [key for key in words.COUNTED if key.partition(":")[0] == m["noun"]]
        noun = next((words.COUNTED[key] for key in keys if key.endswith(f":{language}")), "")
    return noun, m.end(), m["gap"] == "-" and m["long"] is None


def _noun_before(folded: str, start: int) -> tuple[str, int]:
    """The counted noun of "word count:", and where that begins."""
    if "count" not in folded and "number of" not in folded and "length" not in folded and "total" not in folded and "s: " not in folded:
        return "", start
    m = words.COUNT_BEFORE.search(folded, max(0, start - 80), start)
    return (m["noun"] or (m["noun2"] or m["noun3"]).split()[0].rstrip("s"), m.start()) if m is not None else ("", start)


def _head(folded: str, end: int) -> tuple[str, int]:
    """The noun after "190-word", over at most two adjectives."""
    m = re.compile(r" (?:[a-z-]{2,14} ){0,2}?([a-z-]{3,14})\b").match(folded, end)
    found = m
    while (
        found is not None
        and found[1] not in words.HEADS
        and found[1] not in words.PARTS
        and found[1] not in ("limit", "cap", "maximum", "minimum", "requirement")
    ):
        following = re.compile(r" ([a-z-]{3,14})\b").match(folded, found.end())
        if following is None or found.end() - end > 30:
            break
        found = following
    return ("", end) if m is None or found is None else (found[1], found.end())


def _before(reading: Reading, folded: str, start: int) -> str:
    """The words of the clause before an offset."""
    clause = reading.at(start)
    return folded[max(clause.start if clause.start <= start else 0, start - _REACH) : start]


def _is_limit(folded: str, q: Quantity, stop: int, noun: str) -> bool:
    if noun == "question":
        return False
    limit = q.what.endswith(("limit", "minimum"))
    return limit and not (words.EXCEEDS_AFTER.match(folded, stop) and not words.DEMANDED_AFTER.match(folded, stop))


def _is_demand(reading: Reading, folded: str, start: int, stop: int, noun: str) -> bool:
    before = _before(reading, folded, start)
    cuts = sorted([*(m.end() for m in _SEGMENT.finditer(before)), *turns(before)])
    segment = before[cuts[-1] :] if cuts else before
    if words.DEMANDED_AFTER.match(folded, stop) is not None or words.DEMANDED_BEFORE.search(before) is not None:
        return True
    wanted = words.DEMANDS.search(segment)
    if wanted is not None and not (noun in ("question", "question mark") and wanted[0].startswith("ask")):
        return not (wanted[0] in ("not", "no", "n't") and re.search(r"\b(?:no|not) (?:more|less|fewer|only|just) ?(?:than )?$", segment) is not None)
    return mood_of(reading, start) in ("suggested", "conditional", "outside")


_LISTING = re.compile(
    r"\b(?:lists?|listing|gives?|giving|provides?|providing|offers?|offering|names?|includes?|presents?|suggests?|enumerates?|has|with|"
    r"recommends?|covers?|describes?|proposes?|highlights?|outlines?|identifies|there (?:are|were)|"
    r"contains?|supplies|generates?|(?:list|selection|choice|set|overview|total) of|nennt|enthält|"
    r"listet|énumère|enumera) (?:(?:only|just|exactly|a total of|precisely|at least|more than|fewer than|over|about|the user with|a list of|all) ){0,2}$"
)
_LISTED_AFTER = re.compile(
    r" (?:[\w-]{1,14} ){1,3}(?:are|were) (?:\w{2,12}ly )?(?:listed|named|given|recommended|suggested|presented|offered|provided|proposed|enumerated)\b"
)
_PLAINLY = frozenset(
    word_list("specific clear different distinct concrete practical good simple key main common possible useful helpful detailed general actionable separate")
)


def _of_listed(reading: Reading, folded: str, q: Quantity, start: int) -> CountPhrase | None:
    """ "lists five reasons": things that the items of a list may be."""
    nouns = q.what.split()
    while len(nouns) > 1 and nouns[0] in _PLAINLY:
        nouns = nouns[1:]
    if not nouns or len(nouns) > 2 or len(nouns[-1]) < 3 or q.value > 40 or q.value < 2:
        return None
    before = _before(reading, folded, start)
    if not _is_listing(folded, before, q.end) or _is_demand(reading, folded, start, q.end, nouns[-1]) or is_part(before):
        return None
    noun_end = folded.find(nouns[-1][: max(3, len(nouns[-1]) - 2)], q.end, q.end + 48)
    if noun_end < 0:
        return None
    end = noun_end
    while end < len(folded) and folded[end].isalnum():
        end += 1
    after = folded[end : end + 48]
    if (
        words.RELATIVE_AFTER.match(after) is not None
        or re.match(r" (?:that|which|who|not|are|in (?:the|its)|about|with|without|but (?:only|not)|under|within)\b", after) is not None
    ):
        return None
    upper, every = q.value if q.upper is None else q.upper, _EACH.search(before) is not None
    return CountPhrase("", " ".join(nouns), q.value, upper, q.bound, start, end, "whole", listed=True, every=every, subject=subject_of(before))


def _is_listing(folded: str, before: str, end: int) -> bool:
    """Whether a number of things is what a text lists: by the verb before ("lists five"), or after ("five museums are listed")."""
    if _LISTING.search(before) is not None:
        return True
    return (not before.strip() or before.endswith((", ", ". ", "and "))) and _LISTED_AFTER.match(folded, end) is not None


def _of_single(reading: Reading, folded: str, m: re.Match[str]) -> CountPhrase | None:
    noun = words.COUNTED.get(m["noun"], words.COUNTED.get(f"{m['noun']}:{reading.language}", ""))
    start, end = m.start(), m.end()
    if not noun or _is_demand(reading, folded, start, end, noun):
        return None
    before, after = _before(reading, folded, start), folded[end : end + 48]
    if words.RESTRICTED_AFTER.match(after) is not None or is_part(before):
        return None
    tokens = TOKEN.findall(before[-60:])
    while tokens and tokens[-1] in words.SOFT:
        tokens.pop()
    last = tokens[-1] if tokens else ""
    if last not in ("is", "are", "was", "in", "of", "consists", "contains", "has", "with", "est", "ist", "es", "en", "aus") or (
        last == "of" and tokens[-2:-1] != ["consists"]
    ):
        return None
    return CountPhrase(noun, noun, 1.0, 1.0, "", start, end, "whole", every=_EACH.search(before) is not None)
