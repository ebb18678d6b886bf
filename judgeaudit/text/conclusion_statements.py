"""The sentences of a rationale, ready for reading conclusions: quotations blanked, and what is not the judge's own word marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

QUOTED = re.compile(
    r'"[^"\n]{0,600}"|“[^”]{0,600}”|„[^“”]{0,600}[“”]|«[^»]{0,600}»|‘[^’\n]{0,300}’(?!\w)|(?<!\w)\'[^\'\n]{0,300}\'(?!\w)|`[^`\n]{0,600}`|「[^」]{0,600}」'
)
_END = re.compile(r"[.!?](?=[\s\"'”*)\]]|$)[\"'”*)\]]{0,4}|[。！？]|\n+|;\s")
CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|so|consequently|accordingly|overall|in conclusion|to conclude|in summary|in sum|to sum up|ultimately|as a "
    r"result|on balance|all in all"
    r"|for (?:this|these|that) reasons?|final(?:ly)?|i conclude|my (?:verdict|conclusion|decision|judge?ment|choice)|daher|deshalb|somit|also"
    r"|insgesamt|donc|ainsi|par conséquent"
    r"|por (?:lo )?tanto|en conclusión|quindi|pertanto|portanto|daarom|dus|dlatego|zatem|поэтому|следовательно|итак)\b|因此|所以|综上|总之|したがって|よって|結論",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"\b(?:if|unless|whether|when|whenever|could|might|would (?:have|be|pass|fail|need)|would've|should(?: have)?|must|needs? to|in order to"
    r"|to (?:pass|fail|receive|earn|get|be|deserve|meet|satisfy)"
    r"|argu(?:e|ed|able|ably)|claims?|claimed|some (?:would|may|might|people|readers)|one (?:would|may|might|could)|may|perhaps|almost|nearly"
    r"|initially|at first"
    r"|at first glance|a (?:response|reply|text|summary|answer) that|any|each|every|the (?:user|customer|author|student) (?:says|thinks|asks"
    r"|wants)|seems?|appears?|suppose"
    r"|consider(?:ed|ing) (?:a|whether)|tempt(?:ed|ing)|hesitat\w{0,5}|wenn|falls|ob|si|se|gdyby|jeśli|если)\b|如果|应该|是否|もし|べき",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(r"\s*(?:if|unless|had\s+(?:it|they|the)|even\s+if|were\s+(?:it|the))\b", re.IGNORECASE)
_SUPPOSITION = re.compile(
    r"\b(?:if|unless|would|could|might|argu(?:e|es|ed|ably)|claims?|whether|says?|writes|to\s+(?:pass|fail|meet|satisfy)|an?\s+\w{1,20}\s+that)\b",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(r"\bwould(?:n['’]t)?\s+(?:\w+\s+)?$|^\s*(?:when|although|though|while)\b[^,]{0,160}$", re.IGNORECASE)
_WISH_TO_SAY = re.compile(
    r"\b(?:i|we)(?:\s+would|['’]d)\s+(?:rate|give|assign|score|grade|choose|pick|prefer|say|go|select|mark|label|judge|call|classify|consider|deem|vote)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """`shown` is the sentence with quotations blanked, as long as `source[start:end]`; `weight` 2 where it concludes, else 1."""

    shown: str
    start: int
    end: int
    weight: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A place of the scale that a sentence argues for (None: no place), its sign, and how much it weighs."""

    place: int | None
    sign: int
    start: int
    end: int
    weight: int


def sentences(text: str) -> Iterator[Sentence]:
    """Sentences with quotations blanked; questions are left out. Linear in the length of the text."""
    shown = QUOTED.sub(
        lambda match: " " * len(match[0]) if len(match[0].split()) > 2 or len(match[0]) > 24 or ":" in match[0] else " " + match[0][1:-1] + " ", text
    )
    start = 0
    for match in [*_END.finditer(shown), None]:
        end = match.end() if match else len(shown)
        part = shown[start:end]
        if part.strip(" \t\n.!*#-") and not part.rstrip().endswith(("?", "？")):
            yield Sentence(part, start, end, 2 if CONCLUDES.search(part, 0, 160) else 1)
        start = end


def is_open(sentence: str, at: int) -> bool:
    """Whether what stands at a place is a condition, a wish, somebody else's word, or only nearly so."""
    first = max(0, at - 160)
    before = _WISH_TO_SAY.sub(lambda match: " " * len(match[0]), sentence[first : at + 12])[: at - first]
    clause = re.split(r"[,:—–]|\bbut\b|\bhowever\b", before)[-1] if before else ""
    return OPEN.search(clause) is not None or _SUPPOSES.match(sentence) is not None or _ONLY_IF.search(before) is not None


def supposes(sentence: str) -> bool:
    """Whether a sentence is a condition, a wish, or tells what somebody says."""
    return _SUPPOSES.match(sentence) is not None or _SUPPOSITION.search(_WISH_TO_SAY.sub(" ", sentence)) is not None
