"""What a count is of, by the words around it: code, a part under a heading, both texts; and lists within a sentence ("three options: a, b or c")."""

from __future__ import annotations

import re
from functools import lru_cache

from judgeaudit.text.evidence.listing import list_under

_SENTENCE = re.compile(r"[^.!?\n]{1,600}")
_NAMED = r"[^\W\d_]{{0,4}}(?: [\w-]{{1,14}}){{0,3}}(?:: ?| ?[(]| (?:are|were|include|includes|concern|concerned|namely) (?:the )?)(?P<rest>.{{3,400}})$"
_ITEM = re.compile(r",? (?:and|or|und|oder) ")
_OPEN = re.compile(r"\b(?:etc|such as|e\.g|for example|like|among|including|so on|more|others)\b")
_LONGEST_ITEM = 8
_BEFORE_HEADING = re.compile(
    r"(?:^|[.;:,] |\b(?:and|while|but|whereas) )(?:and |while |but )?(?:the |its |under )?(?P<subject>[^.;:,]{3,40}?)(?: section| part| list| heading)? "
    r"(?:has|have|contains?|lists?|includes?|gives?|consists of|offers|shows|holds|comprises) (?:(?:only|just|exactly|about|over|at least|a total of) ){0,2}$"
)


_CODE_BEFORE = re.compile(
    r"\b(?:code|snippet|script|query|program|function|implementation)(?: block)? (?:is|has|takes|needs|spans|runs to|contains) (?:\w+ ){0,2}$"
)
_CODE_AFTER = re.compile(r" of (?:code|sql|python|javascript|typescript|java|c|bash|html|css|shell|rust|go)\b")

_TOGETHER = re.compile(r"\b(?:together|combined|between them)\b")
_CONCLUDED = re.compile(r"\b(?:so|hence|thus|therefore|making|i\.e\.|which makes),? $")
_IN = re.compile(r"in (?:only |just )?")
_DEFINES = re.compile(r",? (?:the \w+|it|this) (?:defines|greets|apologi[sz]es|thanks|refers|mentions|introduces|dismisses)\b")


def is_of_code(before: str, after: str) -> bool:
    """Whether lines are said of code: those of the code are counted.

    Example
    -------
    >>> is_of_code("the query has ", " of sql."), is_of_code("the reply has ", ".")
    (True, False)
    """
    return _CODE_BEFORE.search(before) is not None or (
        _CODE_AFTER.match(after) is not None and re.search(r"\b(?:has|is|with|in|contains) (?:\w+ )?$", before) is not None
    )


def is_not_of_one(folded: str, before: str, start: int, stop: int) -> bool:
    """Whether a number is of both texts together, is concluded, or is of what one sentence says: "in only 20 words it defines it".

    Example
    -------
    >>> text = "both answers together have 13 sentences"
    >>> is_not_of_one(text, text[:27], 27, 39)
    True
    """
    if _TOGETHER.search(before) is not None or _CONCLUDED.search(folded, max(0, start - 16), start) is not None:
        return True
    return _IN.fullmatch(before[-10:]) is not None and _DEFINES.match(folded, stop) is not None


def subject_of(before: str) -> str:
    """What the words before a number say that it is the number of: the subject of "has", "lists" ...; "" where none is plain.

    Example
    -------
    >>> subject_of("it is clear, and day 2 has ")
    'day 2'
    """
    m = _BEFORE_HEADING.search(before[-90:])
    return m["subject"].strip() if m is not None else ""


def subject_list(text: str, subject: str) -> tuple[int, int] | None:
    """How long the list is whose line above begins with the subject of a count; None where there is none, or several.

    Example
    -------
    >>> subject_list("**Day 1**\\n- a\\n- b\\n\\n**Day 2 (Sat)**\\n- c\\n- d\\n- e", "day 2")
    (3, 3)
    """
    return list_under(text, subject) if len(subject) > 3 and subject in text.casefold() else None


@lru_cache(maxsize=256)
def prose_list(text: str, noun: str) -> tuple[int, int] | None:
    """How many things a sentence enumerates that names them before: "three options: a refund, a voucher or a repair".

    Returns
    -------
    tuple of int, or None
        Fewest and most; None where no sentence, or more than one, enumerates them, or it leaves the list open.

    Example
    -------
    >>> prose_list("We offer three options: a refund, a voucher or a repair. You pay nothing.", "option")
    (3, 3)
    """
    stem = noun.split()[-1]
    if len(stem) < 4 or "," not in text:
        return None
    named = re.compile(rf"\b{re.escape(stem[:-1])}{_NAMED.format()}", re.IGNORECASE)
    found = [sizes for m in _SENTENCE.finditer(text) if (one := named.search(m[0])) is not None and (sizes := _size(one["rest"])) is not None]
    return found[0] if len(found) == 1 else None


def _size(rest: str) -> tuple[int, int] | None:
    rest = re.sub(r"\([^)]{0,80}\)", "", rest).rstrip(" )")
    if "," not in rest or _OPEN.search(rest.casefold()) is not None or ";" in rest or ":" in rest:
        return None
    pieces = [piece.strip() for piece in rest.split(",")]
    last = [piece for piece in _ITEM.split(f", {pieces[-1]}".replace(", and ", " and ").replace(", or ", " or ")) if piece.strip(" ,")]
    inner = sum(len(_ITEM.findall(piece)) for piece in pieces[:-1])
    closed = _ITEM.search(f" {pieces[-1]} ") is not None or re.match(r"(?:and|or|und|oder) ", pieces[-1]) is not None
    if not closed or any(not piece or len(piece.split()) > _LONGEST_ITEM for piece in pieces):
        return None
    size = len(pieces) - 1 + max(1, len(last))
    return size, size + inner
