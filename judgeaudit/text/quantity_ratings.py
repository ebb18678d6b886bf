"""Numbers by which a judge states its verdict once more: "Rating: 2", "I give it 7 out of 10"."""

from __future__ import annotations

import re

_NEAR = 64
_NAMED = re.compile(
    r"(?:\x02|[\n.;:,(*_>\"'-] ?|\b(?:an?|the|my|its|this|with|therefore|so|is|overall|final) )(?:overall |final |total ){0,2}(?:rating|score|grade|mark)"
    r"[ :=*_]{1,6}(?:is |of |was |would be )?[*_\"']{0,3}$"
)
_GIVEN = re.compile(
    r"\b(?:(?:i|we|i'd|would|and|so|therefore) (?:rate|rated|give|gave|score|scored|grade|graded|assign|award|mark)(?: (?:it|this|that|(?:the |this )\w{1,20}))?"
    r"(?: (?:as|at|with))?(?: (?:an?|the))?|\b(?:deserves|earns|merits|warrants)(?: (?:an?|the))?)(?: (?:overall )?(?:rating|score|grade|mark) of)? [*_\"']{0,3}$"
)
_BEFORE_BARE = re.compile(r"(?:\x02|[\n.;]) ?[*_\"']{0,3}$")
_AFTER_BARE = re.compile(r"[*_\"']{0,3} ?(?:\x03|[\n.;])")
_USUAL = re.compile(r"(?:/|out of) ?(?:5|10|100|five|ten)$")
_ITS_NOUNS = frozenset(
    ("", "rating", "score", "grade", "mark", "star", "point", "overall score", "overall rating", "final score", "final grade", "final rating")
)


def is_rating(folded: str, start: int, end: int, kind: str, what: str) -> bool:
    """Whether a number is the judge's own rating of the judged thing.

    Parameters
    ----------
    folded : str
        The text, lower-case.
    start, end : int
        Where the number stands.
    kind, what : str
        As of a quantity.

    Returns
    -------
    bool
        True after "rating:", "the score is" and "I give it", and for a ratio that is a whole sentence and out of 5, 10 or 100 ("4/5."). A score of something else ("the credit
        score of 700", "F1 score") is none.
    """
    if kind not in ("ratio", "count", "number", "percent") or what not in _ITS_NOUNS:
        return False
    before = folded[max(0, start - _NEAR) : start] if start > _NEAR else "\x02" + folded[:start]
    if _NAMED.search(before) is not None or _GIVEN.search(before) is not None:
        return True
    bare = kind == "ratio" and not what and _USUAL.search(folded[start:end]) is not None
    return bare and _BEFORE_BARE.search(before) is not None and _AFTER_BARE.match(folded[end : end + 8] + "\x03") is not None
