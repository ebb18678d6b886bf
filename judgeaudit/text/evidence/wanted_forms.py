"""What kind of thing is said to be missing: a word, a name, a figure, a phrase, the answer to a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from judgeaudit.text.evidence.term_index import content_words
from judgeaudit.text.evidence.topics import is_topic
from judgeaudit.text.evidence.wanted_kinds import EXAMPLE, KINDS
from judgeaudit.text.evidence.wanted_words import NOUNS, OPENERS, TEXT_NOUNS, VAGUE
from judgeaudit.text.quotes import Quote

MOST_WORDS = 12
ADDRESSED = (
    r"(?:users?|customers?|readers?|clients?|patients?|students?|them|him|her|people|applicants?|candidates?|buyers?"
    r"|visitors?|travell?ers?|guests?|parents?"
    r"|participants?|attendees?|tenants?|employees?|passengers?|owners?|beginners?|recipients?|child(?:ren)?|kids?|teachers?"
    r"|public|viewers?|listeners?|drivers?|workers?|voters?|residents?|us|me|anyone|one|someone)"
)
"""Whom a text speaks to."""

_LEAD = re.compile(
    r"(?:(?:the|an?|no|any|its|their|his|her|your|this|these|those|either|even|single|one|of|some|actual"
    r"|such)\s+){0,4}(?:(?:words?|terms?|phrases?"
    r"|names?|expressions?|strings?|functions?"
    r"|methods?|variables?|commands?|symbols?|keywords?|links?|urls?|acronyms?|abbreviations?|number|figure"
    r"|value)\s+(?=[\"'“‘`«「*]))?",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"(?:(?:the|any|its|their|potential|prospective)\s+)?{ADDRESSED}\s+(?=to\s|that\s|about\s|how\s|when\s|what\s|why\s"
    rf"|who\s|which\s"
    r"|where\s|of\s|against\s|with\s)(?:to|about|of|against|with)?\s*",
    re.IGNORECASE,
)
_IN = (
    r"(?:in|within|to|for|from|of|by|throughout|inside)\s+(?:(?:the|its|their|his|her|this|that|either|any|entire|whole|own"
    r"|final|given)\s+){0,3}"
    rf"(?:{TEXT_NOUNS}|users?|customers?|readers?|boards?|teams?|staff|clients?|patients?|audience|public|management|recipients?"
    rf"|end)(?:\s*\(?(?:[aAbB12])\)?(?!\w))?|(?:in|with|from)\s+it|in\s+(?:total|fact)"
)
_TAIL = re.compile(rf"\s+(?:at all|anywhere|whatsoever|even once|once|either|as well|here|too|itself|already|there|yet|{_IN})\Z", re.IGNORECASE)
_QUALIFIED = re.compile(
    r"(?:\s|\A)(?:\w{3,14}ly(?!\w)|in (?:\w+ )?(?:detail|depth|full|particular|general|time|advance|passing)|by name"
    r"|at length|at first|first|enough"
    r"|upfront|up front|until\b.{0,60}|again"
    r"|twice|more than once|consistently|(?:in|at|before|after) the (?:first|last|second|opening|final|beginning|end"
    r"|start)\b.{0,60}|early on|anymore"
    r"|any more|any longer|on its own)\Z",
    re.IGNORECASE,
)
_NOT_ADVERBS = frozenset(["family", "only", "july", "italy", "supply", "reply", "assembly", "anomaly", "monopoly", "butterfly", "jelly", "italy", "early"])
_WORDS = re.compile(r"\w+(?:['’-]\w+)*")
_CAPITAL = re.compile(r"[A-Z][\w'’.-]+(?:\s+(?:of|the|de|van|von|and|&)\s+[A-Z][\w'’.-]+|\s+[A-Z][\w'’.-]+){0,5}\Z")
_FIGURE = re.compile(r"[$€£¥]?\d[\d.,:/]{0,15}\s?(?:%|[€$]|percent|st|nd|rd|th)?(?:[\s-]?[a-z]{1,12}){0,2}\Z|[A-Z]{2,5}-?\d+\Z", re.IGNORECASE)
_SYMBOL = re.compile(
    r"https?://\S+\Z|\S+@\S+\.\S+\Z|\w+_\w+(?:\(\))?\Z|\w+\(\)\Z|[a-z]+[A-Z]\w+\Z|\w+\.(?:py|js|ts|json|csv|txt|md|html|yaml"
    r"|yml|sh|com|org|net|io)\Z"
)
_KIND = re.compile(
    rf"(?:{'|'.join(f'(?:{whole})' for whole, _, _ in KINDS)}|{EXAMPLE.pattern[:-2]})(?:\s+(?:for|of|to|about|at)\s.{{1,60}})?\Z",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"\b(?:of|on|for|between|with|to|from|in|about|by|how|that)\b", re.IGNORECASE)
_QUOTE_MARKS = "\"'“”‘’`«»「」*"
_ASKED = re.compile(r"(?:(?:at|from|by|until|since|on|in|to|for|of|with)\s+)?(?:who|whom|whose|where|when|why|how|what|which|whether)\b", re.IGNORECASE)
_FRAME = re.compile(
    r"(?:(?:the|an?|any|its|this)\s+)?(?:role|issue|question|matter|topic|subject|possibility|existence|presence|idea|concept"
    r"|notion|option|theme|point|fact"
    r"|case|part|risk|danger|details?|aspect)s?\s+of\s+(?=\w)",
    re.IGNORECASE,
)
_HEAVY = re.compile(r"(?:(?:the|an?|any|its|this)\s+)?(?:role|possibility|option|part|risk|danger|details?|aspect|case)s?\s+of\s", re.IGNORECASE)
"""Frames that say something of their own: of the role of a border is not told where the border is."""
_FOR_PEOPLE = re.compile(rf"(?<=\w)\s+{ADDRESSED}\Z", re.IGNORECASE)
_CUT_OFF = re.compile(r"\b(?:for|of|to|on|in|at|with|about|from|by|between|against)\Z", re.IGNORECASE)
_COMPLEMENT = re.compile(r"\s(?:of|for)\s.+\Z", re.IGNORECASE)
_LAST = re.compile(
    r"(?<=\w)\s+(?:information|info|details?|data|guidance|advice|instructions?|concerns?|considerations?|issues?|aspects?|factors?|topics?)\Z", re.IGNORECASE
)


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


def read_thing(text: str, start: int, end: int, quotes: Sequence[Quote]) -> Wanted | None:
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
    whole = raw if _HEAVY.match(raw) else ""
    raw, start = _framed(raw, start)
    term = re.sub(r"\b(of|for|on|about|in|to)\s+any\s+", r"\1 ", raw)
    words = _WORDS.findall(raw)
    if not words:
        return None
    if len(words) == 2 and words[0].lower() in ("word", "term", "name", "acronym"):
        return Wanted(start, start + len(raw), words[1], "word")
    return Wanted(start, start + len(raw), term.strip(_QUOTE_MARKS), *_form(term), shared=whole if whole != raw else "")


def _framed(raw: str, start: int) -> tuple[str, int]:
    """A thing without what only says that it is one: "the role of the sun", "allergen information", "pregnant users"."""
    frame = _FRAME.match(raw)
    if frame is not None:
        raw, start = raw[frame.end() :], start + frame.end()
        article = re.match(r"(?:the|an?|any|its)\s+", raw, re.IGNORECASE)
        if article is not None:
            raw, start = raw[article.end() :], start + article.end()
    for pattern in (_LAST, _FOR_PEOPLE):
        last = pattern.search(raw)
        if (
            last is not None
            and not _CUT_OFF.search(raw[: last.start()])
            and not is_topic(raw)
            and not any(word in VAGUE for word in raw[: last.start()].lower().split())
        ):
            raw = raw[: last.start()]
    return raw, start


@lru_cache(maxsize=20_000)
def _form(raw: str) -> tuple[str, str]:
    """What kind of thing it is, and why it is left open."""
    words = _WORDS.findall(raw)
    first, lower = words[0].lower(), [word.lower() for word in words]
    if first == "that":
        return "clause", ""
    if _ASKED.match(raw):
        return "asked", ""
    if _KIND.match(raw):
        return "kind", ""
    if is_topic(raw):
        return "phrase", ""
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


def with_heads(text: str, found: Sequence[Wanted]) -> Iterator[Wanted]:
    """Things in a list whose last may lend them its noun, or whose first its adjective or its preposition."""
    for n, one in enumerate(found):
        last, common = found[-1], one.form in ("phrase", "kind", "name")
        words, more = one.term.split(), last.term.split()
        bare = one.form == "phrase" and last.form == "phrase" and n < len(found) - 1
        article = _has_article(text, one.start)
        if bare and len(words) == 1 and len(more) == 2 and not _LAST.search(last.term) and not _has_article(text, last.start):
            yield replace(one, doubt=one.doubt or last.doubt, shared=f"{one.term} {more[-1]}")
        elif (
            n == len(found) - 2
            and one.form in ("phrase", "kind")
            and not one.doubt
            and not one.shared
            and not _PREPOSITION.search(one.term)
            and (of := _COMPLEMENT.search(last.term)) is not None
            and last.form in ("phrase", "kind")
            and not _has_article(text, last.start)
        ):
            yield replace(one, shared=one.term + of[0])
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
