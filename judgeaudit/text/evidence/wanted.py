"""What a rationale says is not there, thing by thing: "X, Y or any Z in the reply" is X, Y and Z."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judgeaudit.text.evidence.term_index import content_words
from judgeaudit.text.evidence.wanted_words import EXAMPLE, KINDS, NOUNS, OPENERS, STOPPERS, TEXT_NOUNS, VAGUE, VERBS
from judgeaudit.text.quotes import Quote

REACH = 240
"""Characters after the words of absence in which what is absent is named."""
MOST_WORDS = 12

_SENTENCE_END = re.compile(r"(?<!Dr)(?<!Mr)(?<!Ms)(?<!Mrs)(?<!St)(?<!Prof)(?<!\b[A-Z])[.!?;\n](?=\s|\Z)")
_TOKEN = re.compile(
    r"https?://[^\s,;)\]\"'”]{1,200}|[\w.+-]{1,64}@[\w-]{1,64}\.\w[\w.-]{1,40}"
    r"|(?:Dr|Mr|Mrs|Ms|St|Prof|Jr|Sr|vs|e\.g|i\.e|a\.m|p\.m)\.|(?:[A-Z]\.){2,5}"
    r"|[$€£¥]?\d+(?:[.,:/]\d+)*(?:st|nd|rd|th)?[%€$]?(?:-\w+)*|(?:[$€£¥]?\w+)(?:['’_.:-]\w+)*(?:\(\))?|\n|\S"
)
_LEAD = re.compile(
    r"(?:(?:the|an?|no|any|its|their|his|her|your|this|these|those|either|even|single|one|of|some|actual|such)\s+){0,4}(?:(?:words?|terms?|phrases?"
    r"|names?|expressions?|strings?|functions?"
    r"|methods?|variables?|commands?|symbols?|keywords?|links?|urls?|acronyms?|abbreviations?|number|figure|value)\s+(?=[\"'“‘`«「*]))?",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?:(?:the|any|its)\s+)?(?:users?|customers?|readers?|clients?|patients?|students?|them|him|her|people)\s+(?=to\s|that\s|about\s|how\s|when\s"
    r"|where\s|of\s)(?:to|about|of)?\s*",
    re.IGNORECASE,
)
_IN = (
    r"(?:in|within|to|for|from|of|by|throughout|inside)\s+(?:(?:the|its|their|his|her|this|that|either|any|entire|whole|own|final|given)\s+){0,3}"
    rf"(?:{TEXT_NOUNS}|users?|customers?|readers?|boards?|teams?|staff|clients?|patients?|audience|public|management|recipients?"
    rf"|end)(?:\s*\(?(?:[aAbB12])\)?(?!\w))?|(?:in|with|from)\s+it|in\s+(?:total|fact)"
)
_TAIL = re.compile(rf"\s+(?:at all|anywhere|whatsoever|even once|once|either|as well|here|too|itself|already|there|yet|{_IN})\Z", re.IGNORECASE)
_QUALIFIED = re.compile(
    r"(?:\s|\A)(?:\w{3,14}ly(?!\w)|in (?:\w+ )?(?:detail|depth|full|particular|general|time|advance|passing)|by name|at length|at first|first|enough"
    r"|upfront|up front|until\b.{0,60}|again"
    r"|twice|more than once|consistently|(?:in|at|before|after) the (?:first|last|second|opening|final|beginning|end|start)\b.{0,60}|early on|anymore"
    r"|any more|any longer|on its own)\Z",
    re.IGNORECASE,
)
_NOT_ADVERBS = frozenset(["family", "only", "july", "italy", "supply", "reply", "assembly", "anomaly", "monopoly", "butterfly", "jelly", "italy", "early"])
_WORDS = re.compile(r"\w+(?:['’-]\w+)*")
_CAPITAL = re.compile(r"[A-Z][\w'’.-]+(?:\s+(?:of|the|de|van|von|and|&)\s+[A-Z][\w'’.-]+|\s+[A-Z][\w'’.-]+){0,5}\Z")
_FIGURE = re.compile(r"[$€£¥]?\d[\d.,:/]{0,15}\s?(?:%|[€$]|percent|st|nd|rd|th)?(?:[\s-]?[a-z]{1,12}){0,2}\Z|[A-Z]{2,5}-?\d+\Z", re.IGNORECASE)
_SYMBOL = re.compile(
    r"https?://\S+\Z|\S+@\S+\.\S+\Z|\w+_\w+(?:\(\))?\Z|\w+\(\)\Z|[a-z]+[A-Z]\w+\Z|\w+\.(?:py|js|ts|json|csv|txt|md|html|yaml|yml|sh|com|org|net|io)\Z"
)
_KIND = re.compile(
    rf"(?:{'|'.join(f'(?:{whole})' for whole, _, _ in KINDS)}|{EXAMPLE.pattern[:-2]})(?:\s+(?:for|of|to|about|at)\s.{{1,60}})?\Z",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"\b(?:of|on|for|between|with|to|from|in|about|by|how|that)\b", re.IGNORECASE)
_JOINTS = frozenset(["and", "or", "nor", "/", ",", "&"])
_ASKED = frozenset(["that", "who", "where", "when", "how", "which", "whether", "what"])
"""Words that begin a clause in place of a thing."""
_HARD = frozenset([".", ";", ":", "!", "?", "(", ")", "\n", "but", "because", "which", "although", "though", "whereas", "making", "leaving", ","])
_QUOTE_MARKS = "\"'“”‘’`«»「」*"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that is said to be absent, `rationale[start:end]`.

    Attributes
    ----------
    term : str
        Without article and marks.
    form : str
        word (quoted), name, figure, symbol (code, address), phrase (common words), whole (a phrase that is looked for as it is),
        clause (that ...), asked (who, when, how many ...).
    doubt : str
        Why code cannot decide it, "" where it may.
    shared : str
        The longer form that it may be short for: "return policy" of "return or refund policy".
    """

    start: int
    end: int
    term: str
    form: str
    doubt: str = ""
    shared: str = ""


def wanted_after(text: str, start: int, quotes: Sequence[Quote]) -> tuple[Wanted, ...]:
    """What is named from an offset on."""
    near = _near(quotes, start)
    protected = _inside(near)
    stop = next((end.end() for end in _SENTENCE_END.finditer(text, start, start + REACH) if not any(a <= end.start() < b for a, b in protected)), start + REACH)
    limit, quotes = min(len(text), stop), near
    pieces, open_end = _pieces(text, start, limit, protected)
    found = [one for first, last in pieces if (one := _read(text, first, last, quotes)) is not None]
    if open_end and found:
        last = found[-1]
        found[-1] = Wanted(last.start, last.end, last.term, last.form, last.doubt or "more is said of it than code can look up", last.shared)
    return tuple(_with_heads(text, found))


def wanted_between(text: str, start: int, end: int, quotes: Sequence[Quote]) -> tuple[Wanted, ...]:
    """What is named before an offset, back to the start of its noun phrases."""
    quotes = _near(quotes, start)
    pieces, _ = _pieces(text, start, end, _inside(quotes))
    return tuple(_with_heads(text, [one for first, last in pieces if (one := _read(text, first, last, quotes)) is not None]))


def _near(quotes: Sequence[Quote], start: int) -> Sequence[Quote]:
    first = bisect_left(quotes, start, key=lambda quote: quote.start)
    return quotes[first : bisect_left(quotes, start + REACH, key=lambda quote: quote.start)]


def _inside(quotes: Sequence[Quote]) -> list[tuple[int, int]]:
    return [(quote.start - 1, quote.end + 1) for quote in quotes]


def _tokens(text: str, start: int, limit: int, protected: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Words, marks and quotations; a quotation is one token."""
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
    if tokens and tokens[0][2] in _ASKED:
        stop = next((n for n, (_, _, word) in enumerate(tokens) if word in _HARD), len(tokens))
        return [(tokens[0][0], tokens[stop - 1][1])], False
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
    if after[0].endswith("ly") and len(after) > 1 and (after[1] in VERBS or after[1].endswith("s")):
        return True
    determined = len(after) > 1 and after[1] in (
        "a",
        "an",
        "the",
        "to",
        "on",
        "that",
        "its",
        "it",
        "with",
        "no",
        "for",
        "by",
        "user",
        "into",
        "only",
        "as",
        "their",
    )
    return determined and after[0].endswith(("s", "ing", "ed")) and after[1] not in ("for", "with", "by") and after[0] not in ("its", "this")


def _read(text: str, start: int, end: int, quotes: Sequence[Quote]) -> Wanted | None:
    """One thing, without the words around it that do not matter."""
    told = _TOLD.match(text, start, end)
    start = told.end() if told else start
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    quoted = next((quote for quote in quotes if start <= quote.start <= start + 2 and quote.end <= end), None)
    if quoted is not None:
        rest = text[quoted.end + 1 : end].strip(" .,")
        plain = not rest or _TAIL.fullmatch(" " + rest) or rest.lower() in ("word", "function", "term", "name", "phrase", "method", "symbol")
        return Wanted(start, min(quoted.end + 1, len(text)), quoted.text, "word", "" if plain else "more is said of it than code can look up")
    raw = text[start:end].rstrip()
    while (tail := _TAIL.search(raw)) is not None:
        raw = raw[: tail.start()].rstrip()
    words = _WORDS.findall(raw)
    if not words:
        return None
    if len(words) == 2 and words[0].lower() in ("word", "term", "name", "acronym"):
        return Wanted(start, start + len(raw), words[1], "word")
    return Wanted(start, start + len(raw), raw.strip(_QUOTE_MARKS), *_form(raw, words))


def _form(raw: str, words: Sequence[str]) -> tuple[str, str]:
    """What kind of thing it is, and why it is left open."""
    first, lower = words[0].lower(), [word.lower() for word in words]
    if _KIND.match(raw):
        return "kind", ""
    if first == "that":
        return "clause", ""
    if first in ("who", "where", "when") or lower[:2] in (["how", "many"], ["how", "much"], ["how", "long"]):
        return "asked", ""
    if len(words) > MOST_WORDS:
        return "phrase", "too much is said at once"
    qualified = _QUALIFIED.search(raw)
    if qualified is not None and qualified[0].strip().lower() not in _NOT_ADVERBS:
        return "phrase", f"'{qualified[0].strip()}' leaves it open"
    opened = next((word for word in lower if word in OPENERS), None)
    if opened is not None:
        return "phrase", f"'{opened}' leaves it open"
    if first in ("to", "in", "on", "for", "with", "by", "from", "at", "of", "as"):
        return "phrase", "no thing is named"
    if _SYMBOL.match(raw):
        return "symbol", ""
    if _FIGURE.match(raw):
        return "figure", ""
    if (_CAPITAL.match(raw) and not raw.isupper()) or (raw.isupper() and 1 < len(raw) < 7):
        return "name", ""
    vague = next((word for word in lower if word in VAGUE), None)
    if vague in NOUNS and len(content_words(raw)) > 1 and not any(word in VAGUE - NOUNS for word in lower):
        return "whole", ""
    return "phrase", f"'{vague}' is for people to judge" if vague else ""


def _with_heads(text: str, found: Sequence[Wanted]) -> Iterator[Wanted]:
    """Things in a list whose last may lend them its noun, or whose first its adjective or its preposition."""
    for n, one in enumerate(found):
        last, common = found[-1], one.form in ("phrase", "kind", "name")
        words, more = one.term.split(), last.term.split()
        bare = one.form == "phrase" and last.form == "phrase" and n < len(found) - 1
        article = _has_article(text, one.start)
        if bare and len(words) == 1 and len(more) == 2 and not _has_article(text, last.start):
            yield replace(one, doubt=one.doubt or last.doubt, shared=f"{one.term} {more[-1]}")
        elif (
            n > 0 and common and (found[0].doubt or found[0].form == "whole") and not one.doubt and not (article and not _PREPOSITION.search(found[n - 1].term))
        ):
            yield replace(one, doubt=found[0].doubt or "it may belong to what is said before it")
        elif (
            n > 0
            and not one.doubt
            and any(_PREPOSITION.search(other.term) for other in found[:n])
            and not (article and " or " in text[found[n - 1].end : one.start])
        ):
            yield replace(one, doubt="it may belong to what is said before it")
        else:
            yield one


def _has_article(text: str, start: int) -> bool:
    return re.search(r"\b(?:the|an?|any|its|their)\s+\Z", text[max(0, start - 8) : start], re.IGNORECASE) is not None
