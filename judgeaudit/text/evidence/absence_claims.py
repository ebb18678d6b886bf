"""The stretches of a rationale that say something is not in a text, with the things they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from judgeaudit.text.evidence.absence_words import ANCHOR, GIVEN, MENTION_OF, OBJECT_AFTER, OBJECT_BEFORE, REPORTED, VERBS, WISHED
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.wanted import Wanted, wanted_after, wanted_between
from judgeaudit.text.evidence.wanted_words import PART_NOUNS, SOURCE_NOUNS, TEXT_NOUNS
from judgeaudit.text.evidence.wanted_words import VERBS as VERB_WORDS
from judgeaudit.text.quantity_words import word_list

_BOUNDARY = re.compile(
    r"(?<!Dr)(?<!Mr)(?<!Ms)(?<!Mrs)[.;:!?(\n\u2014\u2013]|,|\b(?:but|because|although|though|while|whereas|since|as|that|which|so|however|if|when)\b"
    r"|\b(?:and|or)\s+(?=(?:the|an?|its|it|no|neither|there)\b)",
    re.IGNORECASE,
)
_FILLERS = re.compile(
    r"(?:\s*(?:\b(?:and|but|also|even|still|\w{2,14}ly|however|therefore|thus|clearly|though|then|which|that|who|or|simply|because|since|as|although"
    r"|while|so|yet|itself|both|neither|either|all)\b|[,;:*_\"'(\u2014-]))*\s*\Z",
    re.IGNORECASE,
)
BEFORE = "..."
"""The head of a claim whose things stand before it: it is said of no noun."""
_OTHER_TEXT = re.compile(
    r"\b(?:conversation|history|previous|prior|fact|facts|prompt|question|instruction|instructions|dialogue|context|user|passage|policy|article|rubric)\b",
    re.IGNORECASE,
)
_FACT = re.compile(r"\bfacts?\s+(?:that|about)\b", re.IGNORECASE)
_WORD_START = re.compile(r"(?<![\w'’])\w")
_ANOTHER = re.compile(r"\b(?:and|but|or|which)\b|,", re.IGNORECASE)
_PEOPLE = frozenset(["speaker", "author", "writer", "student", "user", "customer", "narrator", "reviewer", "agent", "he", "she", "they"])
_TOLD = re.compile(r"\b(?:advice|information|info|warnings?|statements?|tips?|reminders?|notes?)\b", re.IGNORECASE)
_HEAD = re.compile(r"([\w'’-]+)(?:\s*[(\[]?[abAB12][)\]]?)?\s*\Z")
TEXT = re.compile(rf"(?:{TEXT_NOUNS}|it|they|this|one|first|second|former|latter|a|b|1|2|these|those|both|neither|sentence)\Z", re.IGNORECASE)
SOURCE = re.compile(rf"(?:{SOURCE_NOUNS})\Z", re.IGNORECASE)
_PART = re.compile(rf"(?:{PART_NOUNS})\Z", re.IGNORECASE)
_IN_PART = re.compile(
    rf"\b(?:in|at|from)\s+(?:the|its)\s+(?:\w+\s+)?(?:{PART_NOUNS})\b|\b(?:initially|at first|upfront|first(?:ly)?|until|in turn \d|(?:first|second"
    rf"|third|last|final|opening|closing)\s+(?:{PART_NOUNS}))\b",
    re.IGNORECASE,
)
_DOUBLE = re.compile(r"(?:\bnot\s+|n['’]t\s+|\bnever\s+|\bno\s+|\bwithout\s+|\bhardly\s+|\brather than\s+|\binstead of\s+)(?:\w+\s+)?\Z", re.IGNORECASE)
_PRONOUNS = frozenset(word_list("it this that which they these those he she we i you who what one there none everything nothing all"))
_OPEN_ADVERB = re.compile(
    r"\b(?:explicitly|directly|clearly|specifically|fully|adequately|properly|correctly|accurately|sufficiently|only|just|merely|simply|necessarily"
    r"|exactly|always|really|thoroughly|completely|entirely"
    r"|precisely|consistently|effectively|strictly|truly)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    rf"\s+(?:in|from|at|on|within)\s+(?!(?:(?:the|its|their|this|that|either|any|his|her)\s+)?(?:\w+\s+)?(?:{TEXT_NOUNS}|{SOURCE_NOUNS}|{PART_NOUNS}"
    rf"|it|itself|both|either)\b)",
    re.IGNORECASE,
)
_USUALLY = re.compile(r"\b(?:typically|usually|generally|normally|commonly|often|necessarily|usually|frequently|traditionally)\b", re.IGNORECASE)
_THERE = re.compile(rf"\s+(?:in|within|anywhere|at all|here)\b(?:.{{0,30}}\b(?:{TEXT_NOUNS}|it)\b)?", re.IGNORECASE)
_CERTAIN = re.compile(r"\b(?:simply|just|entirely|completely)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Absence:
    """A claim that things are not there: the verb's kind (`told`: advice, a warning about it), the things, and why it is left open ("" where it is not).

    `limited`: it is about a part of a text, or qualified, so that a thing that stands in the text does not refute it; `each`: said of each of
    several texts by itself (neither); `head`: the noun that it is said of.
    """

    start: int
    end: int
    kind: str
    things: tuple[Wanted, ...]
    doubt: str = ""
    limited: bool = False
    each: bool = False
    head: str = ""


def find_absences(reading: Reading) -> Iterator[Absence]:
    """Claims of absence, in order of the way they are put.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.evidence.sources import Sources
    >>> reading = read_rationale("It lacks a greeting and never mentions Paris or the fee.", Sources({"response": "Hi."}))
    >>> [(claim.kind, [thing.term for thing in claim.things]) for claim in find_absences(reading)]
    [('give', ['greeting']), ('mention', ['Paris', 'fee'])]
    """
    bare = reading.bare or reading.text
    used = 0
    for anchor in ANCHOR.finditer(bare):
        match = _around(OBJECT_AFTER, bare, anchor, used)
        claim = _after(reading, bare, match) if match is not None else None
        if claim is None:
            match = _around(OBJECT_BEFORE, bare, anchor, used) or _given_after(bare, anchor)
            claim = _before(reading, bare, match) if match is not None else None
        if claim is not None:
            used = claim.end
            yield claim


def _around(pattern: re.Pattern[str], bare: str, anchor: re.Match[str], used: int) -> re.Match[str] | None:
    """A match that begins at most three words before an anchor, and reaches to it."""
    start = anchor.start()
    starts = [word.start() for word in _WORD_START.finditer(bare, max(used, start - 40), start)][-4:]
    for at in dict.fromkeys([*starts, *([start] if start >= used else [])]):
        match = pattern.match(bare, at)
        if match is not None and match.end() >= anchor.end():
            return match
    return None


def _given_after(bare: str, anchor: re.Match[str]) -> re.Match[str] | None:
    """What says of "no ..." and "neither ... nor ..." that it is given."""
    if anchor[0].lower() not in ("no", "neither", "none"):
        return None
    return GIVEN.search(bare, anchor.end(), anchor.end() + 100)


def _after(reading: Reading, bare: str, match: re.Match[str]) -> Absence | None:
    """A claim whose things follow it."""
    kind = _kind(match)
    start, end = match.span()
    if match.lastgroup in ("no", "there", "bare", "lack") and not _denies(bare, match):
        return None
    mention = MENTION_OF.match(bare, end)
    if mention is not None:
        kind, end = "told" if _TOLD.search(mention[0]) else "mention", mention.end()
    before = _before_in_clause(reading, bare, start)
    if _is_no_claim(reading, bare, start, before):
        return None
    if kind == "act":
        things = _act(reading.text, match)
    else:
        things = wanted_after(reading.text, _skip(bare, end), reading.quotes)
        if kind == "use" and not all(thing.form in ("word", "symbol") for thing in things):
            return None
    if not things:
        return None
    return _claim(reading, bare, match, kind, things, before)


def _skip(bare: str, at: int) -> int:
    while at < len(bare) and bare[at] == " ":
        at += 1
    return at


def _kind(match: re.Match[str]) -> str:
    group = match.lastgroup or ""
    if group in ("lack", "there"):
        return "contain" if not match[0].lower().startswith("lack") else "give"
    if group in ("silent", "bare", "ignore"):
        return "mention"
    verb = " ".join(match[group].lower().split())
    return VERBS.get(verb, "contain")


def _denies(bare: str, match: re.Match[str]) -> bool:
    """Whether words that are also used otherwise are a claim here."""
    word, start = match[0].lower(), match.start()
    before = bare[max(0, start - 24) : start].lower()
    if word.startswith("there"):
        return not word.endswith("any") or "n't" in word or "n’t" in word or " not " in word
    if word == "missing":  # "the missing fee"; "it gives the date, missing the fee"
        return before.rstrip().endswith((",", "while", "but"))
    if word == "lack":
        return re.search(r"\b(?:they|both|outputs|responses|answers|replies|and|also|which)\s*\Z", before) is not None
    if word.startswith(("lacking", "left", "omitted", "lacked")) and re.search(r"\b(?:is|are|was|were|be|been)\s+(?:\w+\s+)?\Z", before):
        return word.startswith("lacking")
    return True


def _before_in_clause(reading: Reading, bare: str, start: int) -> str:
    clause = reading.at(start)
    return bare[max(clause.start, start - 160) : start]


def _is_no_claim(reading: Reading, bare: str, start: int, before: str) -> bool:
    """A wish, a condition, a report of what somebody says, or a double negation."""
    if reading.mood_at(start) in ("suggested", "conditional"):
        return True
    if _DOUBLE.search(bare[max(0, start - 20) : start]):
        return True
    reported = REPORTED.search(before)
    if reported is not None and not _ANOTHER.search(before, reported.end()) and not re.search(r"\b(?:i|we)\s+\Z", before[: reported.start()].lower()):
        return True
    sentence = bare[max(0, start - 200) : start]
    cut = max(sentence.rfind(mark) for mark in (". ", "! ", "? ", "\n"))
    near = sentence[cut + 1 :]
    wished = next(WISHED.finditer(re.split(r"[;:]|,\s(?:but|and|while|whereas|however)\b|\b(?:but|however|whereas|while|because|since)\b", near)[-1]), None)
    return wished is not None


def _act(text: str, match: re.Match[str]) -> tuple[Wanted, ...]:
    """The deed as the thing: apologise, thank, greet."""
    group = match.lastgroup or "a"
    start, end = match.span(group)
    return (Wanted(start, end, text[start:end], "kind"),)


def _claim(reading: Reading, bare: str, match: re.Match[str], kind: str, things: tuple[Wanted, ...], before: str) -> Absence:
    start, end = match.span()
    last = max(end, things[-1].end)
    head, each = _subject(before)
    limited = bool(_PART.match(head) and not TEXT.match(head)) or _IN_PART.search(before[-60:]) is not None
    limited = limited or _IN_PART.match(bare, _skip(bare, last), last + 50) is not None
    adverb = _OPEN_ADVERB.search(match[0])
    limited = limited or (adverb is not None and not _CERTAIN.search(adverb[0]))
    world = match.lastgroup == "there" and kind != "mention" and not _THERE.match(bare, things[-1].end)
    if world and not all(thing.form in ("kind", "word", "symbol", "name") for thing in things):
        return Absence(start, last, kind, things, "it may be said of the world", limited, each, head)
    if match.lastgroup in ("there", "bare") and _OTHER_TEXT.search(bare, max(0, start - 200), start) and not _THERE.match(bare, last):
        return Absence(start, last, kind, things, "another text is spoken of before it", limited, each, head)
    known = not head or match.lastgroup == "silent" or TEXT.match(head) or (SOURCE.match(head) and bool(reading.places_at(start, end))) or limited
    known = known and not (head in _PEOPLE and re.search(r"\bha(?:s|ve|d)\Z", match[0], re.IGNORECASE))
    doubt = "" if known else f"it is said of '{head}', not of a text"
    return Absence(start, last, kind, things, doubt, limited, each, head)


def _subject(before: str) -> tuple[str, bool]:
    """The noun that a claim is said of, in lower case, "" where none stands before it; and whether of each of two."""
    each = re.search(r"\b(?:neither|none)\b(?:\s+\w+){0,4}\s*\Z", before, re.IGNORECASE) is not None
    bare = before
    for _ in range(3):
        cut = _FILLERS.search(bare[-60:])
        if cut is None or not cut[0].strip():
            break
        bare = bare[: len(bare) - len(cut[0])]
    if not bare.strip() or bare.rstrip()[-1] in ",;:":
        return "", each
    head = _HEAD.search(bare.rstrip(" *_"))
    if head is None or bare != before:
        return (head[1].lower() if head is not None and _PART.match(head[1]) else ""), each
    return head[1].lower(), each


def _before(reading: Reading, bare: str, match: re.Match[str]) -> Absence | None:
    """A claim whose things stand before it."""
    clause = reading.at(match.start())
    first, region = _region(bare, clause.start, match.start())
    low = region.lower()
    denied = re.match(r"\s*(?:no|neither|not a single|none of)\s+", low)
    if (match.re is GIVEN) != (denied is not None) or re.search(r"\bthere\s*\Z", low):
        return None
    start = first + (denied.end() if denied else len(region) - len(region.lstrip()))
    words = bare[start : match.start()].split()
    if (
        not words
        or words[0].lower() in VERB_WORDS
        or bare[max(0, first - 6) : first].split()[-1:] in (["that"], ["which"], ["who"])
        or _FACT.search(bare, max(clause.start, first - 160), first)
    ):
        return None
    if len(words) > 10 or words[0].lower() in _PRONOUNS or words[-1].lower() in _PRONOUNS:
        return None
    if _is_no_claim(reading, bare, first + (len(region) - len(region.lstrip())), bare[max(clause.start, first - 120) : first]):
        return None
    things = wanted_between(reading.text, start, match.start(), reading.quotes)
    if not things or SOURCE.match(things[-1].term.split()[-1]) or re.fullmatch(TEXT_NOUNS, things[-1].term, re.IGNORECASE):
        return None
    tail = bare[match.end() : match.end() + 50]
    if _ELSEWHERE.match(tail) or _USUALLY.search(match[0]):
        return None
    limited = _IN_PART.match(tail.lstrip()) is not None or (_OPEN_ADVERB.search(match[0]) is not None and not _CERTAIN.search(match[0]))
    limited = limited or re.match(r"\s*(?:explicitly|directly|clearly|in detail|by name|until|again|properly|enough|yet)\b", tail, re.IGNORECASE) is not None
    kind = "contain" if match.lastgroup in ("gone", "un") else _given_kind(match)
    doubt = "" if not re.match(r"\s*(?:by|on)\b", tail) else "it is said of a deed"
    return Absence(things[0].start if denied is None else first + len(region) - len(region.lstrip()), match.end(), kind, things, doubt, limited, head=BEFORE)


def _given_kind(match: re.Match[str]) -> str:
    word = match[0].lower().split()[-1]
    return VERBS.get(word, "mention")


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
