"""What a rationale says is not there, thing by thing: "X, Y or any Z in the reply" is X, Y and Z."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from judgeaudit.text.evidence.wanted_forms import Wanted, read_thing, with_heads
from judgeaudit.text.evidence.wanted_words import STOPPERS, VERBS
from judgeaudit.text.quotes import Quote

REACH = 240
"""Characters after the words of absence in which what is absent is named."""

GOES_ON = "more is said of it than code can look up"
"""Why a thing is left open that the text goes on about."""

_SENTENCE_END = re.compile(r"(?<!Dr)(?<!Mr)(?<!Ms)(?<!Mrs)(?<!St)(?<!Prof)(?<!\b[A-Z])[.!?;\n](?=\s|\Z)")
_TOKEN = re.compile(
    r"https?://[^\s,;)\]\"'”]{1,200}|[\w.+-]{1,64}@[\w-]{1,64}\.\w[\w.-]{1,40}"
    r"|(?:Dr|Mr|Mrs|Ms|St|Prof|Jr|Sr|vs|e\.g|i\.e|a\.m|p\.m)\.|(?:[A-Z]\.){2,5}"
    r"|[$€£¥]?\d+(?:[.,:/]\d+)*(?:st|nd|rd|th)?[%€$]?(?:-\w+)*|(?:[$€£¥]?\w+)(?:['’_.:-]\w+)*(?:\(\))?|\n|\S"
)
_AS = re.compile(r"\s+as\s+(?!(?:well|it|they|he|she|we|you|there|required|requested|asked|instructed|needed|such|to|this|expected|of)\b)", re.IGNORECASE)
"""After a thing that is looked at in one way: "does not mention clouds as reflecting sunlight"."""
_JOINTS = frozenset(["and", "or", "nor", "/", ",", "&"])
_ASKED = frozenset(["that", "who", "whom", "whose", "where", "when", "how", "which", "whether", "what", "why"])
"""Words that begin a clause in place of a thing."""
_BEFORE_ASKED = frozenset(["at", "from", "by", "until", "since", "on", "in", "to", "for", "of", "with"])
_FINITE = frozenset(
    ["is", "are", "was", "were", "has", "have", "does", "do", "did", "isn't", "aren't", "wasn't", "weren't", "doesn't", "don't", "goes", "isn’t", "doesn’t"]
)
_DENYING_WORDS = (
    "fails forgets omits neglects drops skips overlooks leaves lacks ignores misses makes does doesn't never forgoes stops stays remains avoids merely"
)
_DENYING = frozenset(_DENYING_WORDS.split())
_HARD = frozenset([".", ";", ":", "!", "?", "(", ")", "\n", "but", "because", "which", "although", "though", "whereas", "making", "leaving", ","])


def wanted_after(text: str, start: int, quotes: Sequence[Quote]) -> tuple[Wanted, ...]:
    """What is named from an offset on."""
    near = _near(quotes, start)
    protected = _inside(near)
    stop = next((end.end() for end in _SENTENCE_END.finditer(text, start, start + REACH) if not any(a <= end.start() < b for a, b in protected)), start + REACH)
    limit, quotes = min(len(text), stop), near
    pieces, open_end = _pieces(text, start, limit, protected)
    found = [one for first, last in pieces if (one := read_thing(text, first, last, quotes)) is not None]
    open_end = open_end or (bool(pieces) and _AS.match(text, pieces[-1][1], limit) is not None)
    if open_end and found:
        last = found[-1]
        found[-1] = Wanted(last.start, last.end, last.term, last.form, last.doubt or GOES_ON, last.shared)
    return tuple(with_heads(text, found))


def wanted_between(text: str, start: int, end: int, quotes: Sequence[Quote]) -> tuple[Wanted, ...]:
    """What is named before an offset, back to the start of its noun phrases."""
    quotes = _near(quotes, start)
    pieces, _ = _pieces(text, start, end, _inside(quotes))
    return tuple(with_heads(text, [one for first, last in pieces if (one := read_thing(text, first, last, quotes)) is not None]))


def _near(quotes: Sequence[Quote], start: int) -> Sequence[Quote]:
    first = bisect_left(quotes, start, key=lambda quote: quote.start)
    return quotes[first : bisect_left(quotes, start + REACH, key=lambda quote: quote.start)]


def _inside(quotes: Sequence[Quote]) -> list[tuple[int, int]]:
    return [(quote.start - 1, quote.end + 1) for quote in quotes]


def _tokens(text: str, start: int, limit: int, protected: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Words, marks and quotations; a quotation is one token."""
    if not protected:
        yield from (match.span() for match in _TOKEN.finditer(text, start, limit))
        return
    at = start
    while at < limit:
        quote = next((span for span in protected if span[0] <= at < span[1]), None)
        if quote is not None:
            yield at, quote[1]
            at = quote[1]
            continue
        match = _TOKEN.search(text, at, limit)
        if match is None:
            return
        ahead = next((span for span in protected if span[0] < match.end() and span[1] > match.start()), None)
        if ahead is not None and ahead[0] > at:
            at = max(ahead[0], at + 1) if ahead[0] >= match.start() or ahead[0] > at else match.end()
            if match.end() <= ahead[0]:
                yield match.span()
            continue
        yield match.span()
        at = match.end()


def _pieces(text: str, start: int, limit: int, protected: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], bool]:
    """Stretches of the things named, and whether the last goes on in a way that is not read."""
    tokens = [(first, last, text[first:last].lower()) for first, last in _tokens(text, start, limit, protected)]
    words = [word for _, _, word in tokens[:2]]
    if words[:1] == ["the"] and text[start : start + 13].lower() == "the fact that":
        tokens = tokens[2:]
        words = ["that"]
    if words and (words[0] in _ASKED or (words[0] in _BEFORE_ASKED and words[-1] in _ASKED - {"that"})):
        stop = next((n for n, (_, _, word) in enumerate(tokens) if word in _HARD or (word in _JOINTS and _is_clause_next(tokens, n))), len(tokens))
        return [(tokens[0][0], tokens[max(0, stop - 1)][1])], False
    pieces: list[tuple[int, int]] = []
    first = last = -1
    comma, joined, goes_on = 0, False, False
    for n, (begin, end, word) in enumerate(tokens):
        if word in _JOINTS:
            if first < 0 and word == ",":
                break
            joined = joined or word != ","
            if first < 0:
                continue
            if "between" in text[first:last].lower().split() and word == "and":
                continue
            if _is_clause_next(tokens, n):
                break
            pieces.append((first, last))
            comma = comma or (len(pieces) if word == "," else 0)
            first = -1
        elif word == "such" and first >= 0 and tokens[n + 1 : n + 2] and tokens[n + 1][2] == "as":
            first, joined = -1, True
        elif word == "as" and first < 0 and tokens[max(0, n - 1)][2] == "such":
            continue
        elif word in STOPPERS or not (len(word) > 1 or word.isalnum() or word in "$€£"):
            goes_on = word in "'’\"“”*_[{<=+" and first >= 0
            break
        elif first >= 0 and (word in VERBS or word == "that"):
            goes_on = True
            break
        else:
            first, last = begin if first < 0 else first, end
    if first >= 0:
        pieces.append((first, last))
    return (pieces if joined or not comma else pieces[:comma]), goes_on


def _has_verb(tokens: Sequence[tuple[int, int, str]], first: int) -> bool:
    """Whether a verb follows before the next comma or conjunction: "no link, and the fee is not given"."""
    for _, _, word in tokens[first + 1 : first + 9]:
        if word in _JOINTS or word in _HARD or word in _ASKED:
            return False
        if word in _FINITE:
            return True
    return False


_DETERMINER_WORDS = "a an the to on that its it with no for by user into only as their"
_DETERMINERS = frozenset(_DETERMINER_WORDS.split())


def _is_clause_next(tokens: Sequence[tuple[int, int, str]], n: int) -> bool:
    """Whether a conjunction or comma begins another clause, rather than another thing."""
    after = [word for _, _, word in tokens[n + 1 : n + 5]]
    if after[:1] in (["and"], ["or"], ["nor"]):
        after = after[1:]
    if not after:
        return True
    if (
        after[0] in STOPPERS
        or after[0] in VERBS
        or after[0] in ("it", "this", "therefore", "not", "there", "never", "its", "instead", "overall", "with", "in", "nothing")
    ):
        return after[0] != "its"
    if after[0] in ("for", "by", "without", "of") and len(after) > 1 and (after[1] in ("not", "never") or after[1].endswith("ing")):
        return True
    if _has_verb(tokens, n + 1):
        return True
    if len(after) > 1 and after[1] in _DENYING and after[0] in ("a", "b", "response", "it", "output", "answer", "reply", "text", "this", "also", "even"):
        return True
    if after[0] in _DENYING:
        return True
    if after[0].endswith("ly") and len(after) > 1 and (after[1] in VERBS or after[1].endswith("s")):
        return True
    determined = len(after) > 1 and after[1] in _DETERMINERS
    return determined and after[0].endswith(("s", "ing", "ed")) and after[1] not in ("for", "with", "by") and after[0] not in ("its", "this")
