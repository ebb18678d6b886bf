"""The score that a rationale states by itself, on a scale of numbers without labels."""

from __future__ import annotations

import math
import re

from judgeaudit.text.conclusion_pointwise import THING
from judgeaudit.text.conclusion_statements import is_open, sentences

_NUMBER = r"(?P<score>-?\d{1,6}(?:\.\d{1,4})?)(?:\s*(?P<of>/|out\s+of)\s*(?P<top>\d{1,6}(?:\.\d{1,4})?))?(?![\w%]|[.,/]\d)"
_WORD = r"(?:score|rating|grade|mark)"
_STATED = re.compile(
    rf"(?:(?:^|(?<=[.;:,(\n*]))[\s*_#>-]{{0,6}}(?:therefore,?\s+|so\s+|thus,?\s+|overall,?\s+)?"
    rf"(?:(?:my|the|its|an?|overall|final|total)\s+){{0,3}}{_WORD}(?:\s+(?:is|of|would\s+be))?[\s:=*_]{{1,6}}"
    rf"|\b(?:i|we|i['’]d|would|therefore|thus|hence|and|so)\s+(?:would\s+)?(?:rate|give|assign|award|score|grade|mark)\s+(?:{THING}\s+)?"
    rf"(?:(?:as|with|at|to\s+be)\s+)?(?:an?\s+|the\s+)?(?:(?:overall\s+|final\s+)?{_WORD}\s+of\s+)?"
    rf"|\b(?:deserves?|earns?|receives?|gets|merits?|warrants?)\s+(?:an?\s+|the\s+)?(?:overall\s+|final\s+)?(?:{_WORD}\s+of\s+)?"
    rf"|\b(?:i|we)\s+(?:give|assign|award)\s+(?:{THING}\s+)?(?:an?\s+){_WORD}\s+of\s+)[\"'“*_]{{0,3}}{_NUMBER}",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"^[\s*_#>\"'“(\[{{-]{{0,8}}(?:{_WORD}\s*[:=]?\s*)?{_NUMBER}[\s*_.!\"'”)\]}}]{{0,8}}$", re.IGNORECASE)
_UNSURE = re.compile(
    r"\s*(?:or|to|and|-|–)\s*\d|\s*(?:if|unless)\b|\s+(?:days?|words?|points?\s+(?:less|more|off)|sources?|tests?|right|correct)\b", re.IGNORECASE
)
_NEGATED = re.compile(r"\b(?:not|never|n['’]t|cannot|no)\b[^,;.]{0,30}$|n['’]t\s[^,;.]{0,30}$", re.IGNORECASE)


def stated_score(text: str, *, low: float | None = None, high: float | None = None) -> float | None:
    """The score that a text gives the judged thing, in words of its own: "Rating: 3", "I give it a score of 2 out of 10".

    Parameters
    ----------
    text : str
        A rationale, without the score that was returned beside it.
    low, high : float, optional
        Ends of the scale. A score outside them, or out of another top ("4/5" on a scale up to 10), is none. Without `high` a score written "4/5" is
        none either, as a ratio of counts is written the same way.

    Returns
    -------
    float or None
        None where no score is stated, where it is wished, conditional, negated or a range, and where two differ. Linear in the length of the text.

    Example
    -------
    >>> stated_score("It is wrong throughout. I give it a score of 2 out of 10.", high=10)
    2.0
    """
    found: set[float] = set()
    for sentence in sentences(text):
        for pattern in (_STATED, _ALONE):
            for match in pattern.finditer(sentence.shown):
                score = _score(match, sentence.shown, low, high)
                if score is None:
                    return None
                found.add(score)
    return found.pop() if len(found) == 1 else None


def _score(match: re.Match[str], shown: str, low: float | None, high: float | None) -> float | None:
    score, start = float(match["score"]), match.start()
    if is_open(shown, start) or _UNSURE.match(shown, match.end()) or _NEGATED.search(shown[max(0, start - 40) : match.start("score")]):
        return None
    if match["of"] and high is None and match["of"] == "/":
        return None
    if match["of"] and high is not None and not math.isclose(float(match["top"]), high):
        return None
    if (low is not None and score < low) or (high is not None and score > high):
        return None
    return score
