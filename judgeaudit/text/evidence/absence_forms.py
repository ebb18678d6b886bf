"""What every claim of absence has in common: of what it is said, and whether it is one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judgeaudit.text.evidence.absence_words import REPORTED, WISHED
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.wanted_forms import Wanted
from judgeaudit.text.evidence.wanted_words import PART_NOUNS, SOURCE_NOUNS, TEXT_NOUNS

BEFORE = "..."
"""The head of a claim whose things stand before it: it is said of no noun."""
READER = "reader"
"""The head of a claim about what somebody is not told: by the judged text."""
TEXT = re.compile(rf"(?:{TEXT_NOUNS}|it|they|this|one|first|second|former|latter|a|b|1|2|these|those|both|neither|sentence)\Z", re.IGNORECASE)
SOURCE = re.compile(rf"(?:{SOURCE_NOUNS})\Z", re.IGNORECASE)
PART = re.compile(rf"(?:{PART_NOUNS})\Z", re.IGNORECASE)
IN_PART = re.compile(
    rf"\b(?:in|at|from)\s+(?:the|its)\s+(?:\w+\s+)?(?:{PART_NOUNS})\b|\b(?:initially|at first|upfront|first(?:ly)?|until"
    rf"|in turn \d|(?:first|second"
    rf"|third|last|final|opening|closing)\s+(?:{PART_NOUNS}))\b",
    re.IGNORECASE,
)
OPEN_ADVERB = re.compile(
    r"\b(?:explicitly|directly|clearly|specifically|fully|adequately|properly|correctly|accurately|sufficiently|only|just"
    r"|merely|simply|necessarily"
    r"|exactly|always|really|thoroughly|completely|entirely"
    r"|precisely|consistently|effectively|strictly|truly)\b",
    re.IGNORECASE,
)
CERTAIN = re.compile(r"\b(?:simply|just|entirely|completely)\b", re.IGNORECASE)
_FILLERS = re.compile(
    r"(?:\s*(?:\b(?:and|but|also|even|still|\w{2,14}ly|however|therefore|thus|clearly|though|then|which|that|who|or|simply"
    r"|because|since|as|although"
    r"|while|so|yet|itself|both|neither|either|all)\b|[,;:*_\"'(\u2014-]))*\s*\Z",
    re.IGNORECASE,
)
_HEAD = re.compile(r"([\w'’-]+)(?:\s*[(\[]?[abAB12][)\]]?)?\s*\Z")
_ANOTHER = re.compile(r"\b(?:and|but|or|which)\b|,", re.IGNORECASE)
_DOUBLE = re.compile(r"(?:\bnot\s+|n['’]t\s+|\bnever\s+|\bno\s+|\bwithout\s+|\bhardly\s+|\brather than\s+|\binstead of\s+)(?:\w+\s+)?\Z", re.IGNORECASE)
_BLAMED = re.compile(
    r"\b(?:can|could|might|may|should|must)\s+be\s+\w+ed\s+(?:down\s+)?(?:for|because)\b|\b(?:would|could|might)\s+have\s+(?:helped|been)\b", re.IGNORECASE
)
_UNTRUE = re.compile(
    r"\b(?:(?:not|n['’]t|never|hardly|no longer)\s+(?:\w+ly\s+)?(?:true|correct|right|accurate|fair|the case)|false|untrue|wrong|incorrect|inaccurate"
    r"|mistaken|unfair)\s+(?:to\s+(?:say|claim|state)\s+)?that\s[^.;!?\n]{0,60}\Z|n['’]t\s+(?:true|correct|the case)\s+that\s[^.;!?\n]{0,60}\Z",
    re.IGNORECASE,
)
"""Before a claim that is denied: "it is not true that the reply does not mention rain"."""
_RESTATED = re.compile(
    r"(?:\A|[.;!?\n]\s*)[\W_]*(?:criteri(?:on|a)|requirements?|rules?|rubric|constraints?|conditions?|task|instructions?|question|prompt|claim)"
    r"(?:\s+\w{1,3})?[*_]*\s?:[*_]*\s[^.;!?\n]{0,60}\Z",
    re.IGNORECASE,
)
"""Before the wording of a criterion."""
_SENTENCE_ENDS = re.compile(r"[.!?](?=\s|\Z|[\"”')])|\n")
_NOT_ONLY = re.compile(r"(?:\bnot|n['’]t|\bnever)\s+(?:just|only|merely|simply|solely|exclusively)\b", re.IGNORECASE)
_TURN = re.compile(r"[;:]|,\s(?:but|and|while|whereas|however)\b|\b(?:but|however|whereas|while|because|since)\b")
_OF_DEED = re.compile(r"\b(?:for|by|of|in|despite|from|at)\s+(?:\w+ly\s+)?\Z", re.IGNORECASE)


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


def is_no_claim(reading: Reading, bare: str, start: int, before: str, *, since: int = 0) -> bool:
    """A wish, a condition, a report of what somebody says, or a double negation.

    Parameters
    ----------
    reading : Reading
    bare : str
        The rationale, the insides of quotes blanked.
    start : int
        Where the words of absence begin.
    before : str
        What stands before them in their clause.
    since : int
        Where the last claim ended: "does not say who must file, and gives no link" wishes for nothing.

    Returns
    -------
    bool
    """
    blamed = _BLAMED.search(bare[max(since, start - 60) : start]) is not None
    lead = bare[max(0, start - 120) : start]
    if (" that " in lead and _UNTRUE.search(lead)) or (":" in lead and _RESTATED.search(lead)) or _NOT_ONLY.search(bare, start, start + 24):
        return True
    if reading.mood_at(start) in ("suggested", "conditional") and not blamed:
        return True
    if _DOUBLE.search(bare[max(since, start - 20) : start]):
        return True
    reported = REPORTED.search(before)
    if reported is not None and not _ANOTHER.search(before, reported.end()) and not re.search(r"\b(?:i|we)\s+\Z", before[: reported.start()].lower()):
        return True
    sentence = bare[max(0, since, start - 200) : start]
    cut = max(sentence.rfind(mark) for mark in (". ", "! ", "? ", "\n"))
    near = _TURN.split(_BLAMED.sub(" ", sentence[cut + 1 :]))[-1]
    return WISHED.search(near) is not None


def is_asked(bare: str, end: int) -> bool:
    """Whether the sentence of a claim is a question: "It does not mention 50%? Yes it does."."""
    match = _SENTENCE_ENDS.search(bare, end, end + 120)
    return match is not None and match[0].startswith("?")


def subject(before: str) -> tuple[str, bool]:
    """The noun that a claim is said of, in lower case, "" where none stands before it; and whether of each of two."""
    each = re.search(r"\b(?:neither|none)\b(?:\s+\w+){0,4}\s*\Z", before, re.IGNORECASE) is not None
    bare = before
    for _ in range(3):
        cut = _FILLERS.search(bare[-60:])
        if cut is None or not cut[0].strip():
            break
        if ":" in cut[0]:
            return "", each
        bare = bare[: len(bare) - len(cut[0])]
    if not bare.strip() or bare.rstrip()[-1] in ",;:" or _OF_DEED.search(bare):
        return "", each
    head = _HEAD.search(bare.rstrip(" *_"))
    if head is not None and head[1].lower() in ("its", "the") and bare == before:
        return "", each
    if head is None or bare != before:
        return (head[1].lower() if head is not None and PART.match(head[1]) else ""), each
    return head[1].lower(), each
