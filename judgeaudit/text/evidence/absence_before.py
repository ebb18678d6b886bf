"""Claims of absence whose things stand before the words of absence, or within them: "the fee is missing"."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.absence_forms import BEFORE, CERTAIN, IN_PART, OPEN_ADVERB, SOURCE, Absence, is_no_claim
from judgeaudit.text.evidence.absence_verbs import VERBS
from judgeaudit.text.evidence.absence_words import GIVEN, GIVEN_BARE, OBJECT_BEFORE, TOLD_NOUNS
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.wanted import wanted_between
from judgeaudit.text.evidence.wanted_forms import Wanted
from judgeaudit.text.evidence.wanted_words import PART_NOUNS, SOURCE_NOUNS, TEXT_NOUNS
from judgeaudit.text.evidence.wanted_words import VERBS as VERB_WORDS
from judgeaudit.text.quantity_words import word_list

_BOUNDARY = re.compile(
    r"(?<!Dr)(?<!Mr)(?<!Ms)(?<!Mrs)[.;:!?(\n\u2014\u2013]|,|\b(?:but|because|although|though|while|whereas|since|as|that"
    r"|which|so|however|if|when)\b"
    r"|\b(?:and|or)\s+(?=(?:the|an?|its|it|no|neither|there)\b)",
    re.IGNORECASE,
)
_ASKED_BEFORE = re.compile(
    r"(?:\A|[.;:,!?\n]\s+(?:and\s+|but\s+)?|\b(?:and|but)\s+)(?P<q>(?:(?:by|from|at|until|to|for)\s+)?(?:who|whom|when|where"
    r"|why|how|what|which|whether)\b)",
    re.IGNORECASE,
)
_FACT = re.compile(r"\bfacts?\s+(?:that|about)\b", re.IGNORECASE)
_PRONOUNS = frozenset(word_list("it this that which they these those he she we i you who what one there none everything nothing all"))
_ELSEWHERE = re.compile(
    rf"\s+(?:in|from|at|on|within)\s+(?!(?:(?:the|its|their|this|that|either|any|his|her)\s+)?(?:\w+\s+)?(?:{TEXT_NOUNS}"
    rf"|{SOURCE_NOUNS}|{PART_NOUNS}"
    rf"|it|itself|both|either|all)\b)",
    re.IGNORECASE,
)
_USUALLY = re.compile(r"\b(?:typically|usually|generally|normally|commonly|often|necessarily|usually|frequently|traditionally)\b", re.IGNORECASE)
_QUALIFIED = re.compile(r"\s*(?:explicitly|directly|clearly|in detail|by name|until|again|properly|enough|yet|at length|in depth)\b", re.IGNORECASE)
_MENTION = re.compile(rf"(?:any\s+|a\s+|the\s+)?(?:mention|reference|discussion|{TOLD_NOUNS})\s+(?:of|to|about|on|regarding|for)\s+", re.IGNORECASE)


def read_before(reading: Reading, bare: str, match: re.Match[str], *, since: int = 0) -> Absence | None:
    """A claim whose things stand before it.

    Parameters
    ----------
    reading : Reading
    bare : str
    match : re.Match
        The words of absence.
    since : int
        Where the last claim ended.

    Returns
    -------
    Absence or None
        None where no thing is named, or nothing is claimed.
    """
    if match.re is OBJECT_BEFORE and (claim := _read_asked(reading, bare, match, since)) is not None:
        return claim
    clause = reading.at(match.start())
    first, region = _region(bare, clause.start, match.start())
    denied = re.match(r"\s*(?:no|neither|not a single|none of)\s+", region.lower())
    if (match.re in (GIVEN, GIVEN_BARE)) != (denied is not None) or re.search(r"\bthere\s*\Z", region.lower()):
        return None
    start = first + (denied.end() if denied else len(region) - len(region.lstrip()))
    if not _is_named(bare, start, match.start(), first, clause.start):
        return None
    if is_no_claim(reading, bare, first + (len(region) - len(region.lstrip())), bare[max(clause.start, first - 120) : first], since=since):
        return None
    told = _MENTION.match(bare, start, match.start())
    things = wanted_between(reading.text, told.end() if told else start, match.start(), reading.quotes)
    if not things or SOURCE.match(things[-1].term.split()[-1]) or re.fullmatch(TEXT_NOUNS, things[-1].term, re.IGNORECASE):
        return None
    tail = bare[match.end() : match.end() + 50]
    if _ELSEWHERE.match(tail) or _USUALLY.search(match[0]):
        return None
    adverb = OPEN_ADVERB.search(match[0])
    limited = IN_PART.match(tail.lstrip()) is not None or (adverb is not None and not CERTAIN.search(match[0])) or _QUALIFIED.match(tail) is not None
    kind = "told" if told else _kind(match)
    doubt = "" if not re.match(r"\s*(?:by|on)\b(?!\s+(?:the|its)\s+(?:author|writer|response|reply|model|assistant))", tail) else "it is said of a deed"
    return Absence(things[0].start if denied is None else first + len(region) - len(region.lstrip()), match.end(), kind, things, doubt, limited, head=BEFORE)


def _read_asked(reading: Reading, bare: str, match: re.Match[str], since: int) -> Absence | None:
    """A claim whose question stands before it: "how much she got remains unstated"."""
    clause = reading.at(match.start())
    low = max(since, match.start() - 120)
    asked = list(_ASKED_BEFORE.finditer(bare, low, match.start()))
    if not asked or is_no_claim(reading, bare, asked[-1].start("q"), bare[max(clause.start, low) : asked[-1].start("q")], since=since):
        return None
    start = asked[-1].start("q")
    end = match.start()
    while end > start and bare[end - 1] == " ":
        end -= 1
    words = bare[start:end]
    if "," in words or len(words.split()) < 2:
        return None
    return Absence(start, match.end(), "give", (Wanted(start, end, reading.text[start:end], "asked"),), head=BEFORE)


def read_between(reading: Reading, bare: str, match: re.Match[str], *, since: int = 0) -> Absence | None:
    """A claim whose things stand within it: "nowhere is the fee mentioned"."""
    group = next(name for name in ("thing", "thing2", "thing3") if match[name])
    start, end = match.span(group)
    if is_no_claim(reading, bare, match.start(), bare[max(reading.at(start).start, match.start() - 160) : match.start()], since=since):
        return None
    things = wanted_between(reading.text, start, end, reading.quotes)
    return Absence(match.start(), match.end(), "mention", things, head=BEFORE) if things else None


def _is_named(bare: str, start: int, end: int, first: int, clause_start: int) -> bool:
    """Whether the words before a predicate are a noun phrase."""
    words = bare[start:end].split()
    return not (
        not words
        or words[0].lower() in VERB_WORDS
        or bare[max(0, first - 6) : first].split()[-1:] in (["that"], ["which"], ["who"])
        or _FACT.search(bare, max(clause_start, first - 160), first)
        or len(words) > 10
        or words[0].lower() in _PRONOUNS
        or words[-1].lower() in _PRONOUNS
    )


def _kind(match: re.Match[str]) -> str:
    if match.lastgroup in ("gone", "un", "unfound", "nomention"):
        return "contain" if match.lastgroup == "gone" else "mention"
    return VERBS.get(match[0].lower().split()[-1], "mention")


def _region(bare: str, clause_start: int, end: int) -> tuple[int, str]:
    """Where the noun phrases before a predicate begin."""
    start = max(clause_start, end - 120)
    cuts = [cut.end() for cut in _BOUNDARY.finditer(bare, start, end)]
    inside = bare[start:end]
    listed = re.search(r"\b(?:both|neither)\b", inside, re.IGNORECASE)
    if listed is not None:
        cuts = [cut for cut in cuts if cut <= start + listed.start()]
    first = cuts[-1] if cuts else start
    return first, bare[first:end]
