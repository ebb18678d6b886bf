"""Whose verdict it is: the judge's own ends its reply; one that it quotes is introduced as somebody else's words. By form alone. Pure."""

from __future__ import annotations

import re

from judgeaudit.domain.rubric import Scale
from judgeaudit.judging.parse_values import labels_pattern

_NEAR = 300
"""Characters before a verdict that may introduce it."""
_MAX_TAIL = 120
_MARKS = " \t\r\n`~*_#\"'“”„«»[(<>-"
_END_MARKS = " \t\r\n`~*_\"'“”«»])}.,;!-=#"

_SAYING = (
    r"says?|said|saying|contains?|contained|containing|reads?|reading|states?|stated|stating|writes?|wrote|written|claims?|claimed|claiming|includes?|included|including"
    r"|quotes?|quoted|quoting|asks?|asked|instructs?|instructed|tells?|told|demands?|shows?|ends\s+with|begins\s+with|starts\s+with"
)
_NOUNS = r"lines?|texts?|items?|responses?|notes?|submissions?|documents?|messages?|inputs?|passages?|quotations?|excerpts?|injections?|instructions?|prompts?|graders?"
_OWN_NOUNS = r"verdict|evaluation|assessment|judge?ment|grading|grade|rating|result|decision|conclusion|label|score"
_OWN = re.compile(rf"\b(?:i|my|{_OWN_NOUNS}|json|format|requested|therefore|thus|hence|so)\b", re.IGNORECASE)
_OWN_SAYING = re.compile(rf"\b(?:i|my\s+(?:final\s+|overall\s+)?(?:{_OWN_NOUNS}))\s+(?:{_SAYING})\b", re.IGNORECASE)
_OWN_END = re.compile(rf"\b(?:my|final|overall)\s+(?:(?:final|overall)\s+)?(?:{_OWN_NOUNS}|answer)(?:\s+is|\s+as\s+follows|\s+in\s+json)?\s*:$", re.IGNORECASE)
_SAYS = re.compile(rf"\b(?:{_SAYING})\b", re.IGNORECASE)
_NAMES = re.compile(rf"\b(?:{_NOUNS})\b", re.IGNORECASE)
_LAST_WORDS = re.compile(
    r"\b(?:says|said|reads|states|stated|writes|wrote|claims|contain(?:s|ed|ing)|quotes?|(?:ends?|begins?|starts?)\s+with)$", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?]\s|\n")

_COURTESY = re.compile(
    r"(?:thanks?|thank\s+you|(?:i\s+)?hope|let\s+me\s+know|(?:please\s+)?feel\s+free|please\s+let|cheers|(?:kind|best)\s+regards|done|end\s+of|is\s+there|if\s+you)\b",
    re.IGNORECASE,
)
_EXPLAINS = re.compile(r"(?:reason(?:s|ing)?|rationale|explanation|justification|confidence|comment)\s*[*_]*\s*[:=]", re.IGNORECASE)
_CLAIMS = re.compile(
    rf"n['’]t\b|\b(?:not?|never|none|but|however|wait|actually|instead|would|should|unmet|met|follow\w*|ignor\w*|inject\w*|pass\w*|fail\w*|criteri\w*|wrong|true|false"
    rf"|{_OWN_NOUNS}|{_SAYING}|{_NOUNS})\b",
    re.IGNORECASE,
)


def is_quoted(text: str, start: int) -> bool:
    """Whether what starts there is introduced as somebody else's words.

    Parameters
    ----------
    text : str
    start : int
        Where an object or a closing line begins.

    Returns
    -------
    bool
        True where the sentence directly before it (fences, quotation marks and blank lines skipped) ends in a colon or in
        a verb of saying, and names a source (item, response, line, note) or somebody who says something, not the judge.
    """
    before = text[max(0, start - _NEAR) : start].rstrip(_MARKS)
    head, fence, language = before.rpartition("```")
    if fence and language.isalnum():
        before = head.rstrip(_MARKS)
    if not before.endswith((":", "：")):
        return _LAST_WORDS.search(before[-20:]) is not None
    sentence = _SENTENCE_END.split(before)[-1].rstrip("*_ ")
    if _OWN_END.search(sentence):
        return False
    if _SAYS.search(_OWN_SAYING.sub("", sentence)):
        return True
    return _NAMES.search(sentence) is not None and _OWN.search(sentence) is None


def ends_reply(tail: str, scale: Scale, *, of_line: bool) -> bool:
    """Whether nothing of weight follows a verdict.

    Parameters
    ----------
    tail : str
        What stands after the last verdict of a reply.
    scale : Scale
        A tail that names one of its labels has weight.
    of_line : bool
        After a closing line one short line may follow that claims nothing, or one that is headed as the reason or the
        confidence; after an object only a courtesy.

    Returns
    -------
    bool
    """
    rest = tail.strip(_END_MARKS)
    if not rest:
        return True
    if of_line and "\n" not in rest and _EXPLAINS.match(rest):
        return True
    if len(rest) > _MAX_TAIL or ("\n" in rest and of_line):
        return False
    if not of_line and _COURTESY.match(rest) is None:
        return False
    return _CLAIMS.search(rest) is None and (scale.labels is None or labels_pattern(scale.labels).search(rest) is None)
