"""Stock phrases: the wording that a judge repeats whatever the item is. It is no reason, and must not count as agreement."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

GRAM = 4
"""Words of the runs that are counted (ours): shorter ones are grammar, longer ones miss stock phrases with a changing word."""

MIN_ITEMS = 3
"""Items whose rationales must share a run before it can be called stock (ours)."""

SHARE = 0.6
"""Share of rationales that hold a run from which it is stock, each item weighing alike (ours). Above a half, so that what a judge says of every
other item, or in every other repeat ("clearly stated", "never mentioned"), stays a reason."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Boilerplate:
    """Runs of `GRAM` words that a judge uses on most items. Without any, nothing is stock."""

    grams: frozenset[tuple[str, ...]] = frozenset()


def learn_boilerplate(texts: Iterable[tuple[str, str]]) -> Boilerplate:
    """The stock phrases of one judge.

    Parameters
    ----------
    texts : iterable of (item id, rationale)
        Of an item with several rationales, each counts for its part of the item.

    Returns
    -------
    Boilerplate
        Runs that stand in at least `SHARE` of the rationales, and in those of `MIN_ITEMS` items. Numbers are words: "says 14 days" and
        "says 30 days" are two runs.

    Notes
    -----
    A reason that is true of most items is stock by this rule, too; so a caller that is left with nothing must compare the whole
    texts. Linear in the number of words.
    """
    of_item: dict[str, list[str]] = defaultdict(list)
    for item, text in texts:
        of_item[item].append(text)
    shares: dict[tuple[str, ...], float] = defaultdict(float)
    n_items = Counter[tuple[str, ...]]()
    for same in of_item.values():
        counts = Counter(gram for text in same for gram in set(_grams(text)))
        n_items.update(counts.keys())
        for gram, n in counts.items():
            shares[gram] += n / len(same)
    least = SHARE * len(of_item) - 1e-9
    return Boilerplate(frozenset(gram for gram, share in shares.items() if share >= least and n_items[gram] >= MIN_ITEMS))


def stock_spans(text: str, boilerplate: Boilerplate) -> tuple[tuple[int, int], ...]:
    """Where stock phrases stand in a text: (start, end) in order, not overlapping."""
    if not boilerplate.grams:
        return ()
    words = _words(text)
    stock = [False] * len(words)
    for n in range(len(words) - GRAM + 1):
        if tuple(word for word, _, _ in words[n : n + GRAM]) in boilerplate.grams:
            stock[n : n + GRAM] = [True] * GRAM
    spans: list[tuple[int, int]] = []
    for n, (_, start, end) in enumerate(words):
        if stock[n] and n and stock[n - 1]:
            spans[-1] = (spans[-1][0], end)
        elif stock[n]:
            spans.append((start, end))
    return tuple(spans)


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with blanks where the spans are, so that every other offset stays."""
    parts = []
    position = 0
    for start, end in spans:
        parts += [text[position:start], " " * (end - start)]
        position = end
    return "".join([*parts, text[position:]])


def _grams(text: str) -> Iterator[tuple[str, ...]]:
    words = [word for word, _, _ in _words(text)]
    return (tuple(words[n : n + GRAM]) for n in range(len(words) - GRAM + 1))


def _words(text: str) -> list[tuple[str, int, int]]:
    """Words in lower case with their place; each wide character is one."""
    if _WIDE.search(text) is None:
        return [(m[0].lower(), m.start(), m.end()) for m in _WORD.finditer(text)]
    return [(m[0].lower(), m.start(), m.end()) for m in re.finditer(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+", text)]
