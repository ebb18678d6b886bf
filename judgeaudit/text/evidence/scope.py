"""Which sources the words around a stretch name: '"X", says the response', 'the policy says "X"'."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.text.evidence.mentions import Mention

_MARKS = "\"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f`*_ "
_NEAR = 28
"""Characters within which an object ("contradicts the policy: ...") speaks for what follows."""
_TURNS = re.compile(
    r",\s*(?:the|its)\s+(?:mention|use|inclusion|reference|phrase|statement|word)\b|\b(?:and|but|not|no|never|fails|lacks|omits|without|by)\b", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"[\"'\u201d\u2019\u00bb\u300d\u300f`*\u201c)\]]{0,4}[,;.]?\s*(?:\(|\u2014|\u2013|-)?\s*(?:(?:is|are|was|were|does|do|not|only|never|also|which"
    r"|that|as|stated|written|found|mentioned"
    r"|given|listed|appears?|appear|said|stands?|comes?|taken|directly|verbatim|nowhere|anywhere|present|quoted|says|states|claims|writes|notes"
    r"|reads|according|part|absent|missing"
    r"|the|exact|phrase|wording|sentence|copied|used|included|include|explicitly|clearly|what|to|per|see|cf|contradicts|contradicted|supported)\s+){0,7}"
    r"(?:(?:in|from|of|by|per|under|within|to|at|on)\s+)?(?:(?:the|its)\s+)?(?:\w+\s+(?:of|in|line|sentence|paragraph)\s+)?\Z",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"(?:\b(?:in|from|by|per|under|within|says|states|claims|writes|notes|reads|of|as|what|to)\s+(?:in\s+)?|\(\s*|[,\u2014\u2013-]\s*)\Z", re.IGNORECASE
)
_PREPOSED = re.compile(r"(?:\b(?:in|from|by|per|under|within|of|as|what)\s+(?:in\s+)?|\()\Z", re.IGNORECASE)
_PASSIVE = re.compile(
    r"\b(?:mentioned|found|stated|present|included|given|listed|there|appear|appears|provided|written|contained|discussed|said|absent|missing"
    r"|specified|covered|named|explained"
    r"|used|cited|quoted|supported|addressed|described|indicated|nowhere|anywhere|part|exist|exists|occur|occurs)\s+(?:(?:anywhere|explicitly"
    r"|directly|at\s+all)\s+){0,2}"
    r"(?:in|from|by|within|of)\s+(?:\w+\s+(?:of|in)\s+)?\Z",
    re.IGNORECASE,
)
_INTO = re.compile(r"\b(?:contradict|support|relevant|irrelevant|in\s+(?:response|reply|answer))\w*\s", re.IGNORECASE)


def names_before(bare: str, mentions: Sequence[Mention], start: int) -> tuple[str, ...]:
    """What the mentions before a stretch say of it, the nearest last.

    Parameters
    ----------
    bare : str
        The rationale, the insides of quotes blanked.
    mentions : sequence of Mention
        Of the clause and before the stretch.
    start : int

    Returns
    -------
    tuple of str

    Example
    -------
    >>> names_before("In the policy, xx", [Mention(3, 13, ("context",), "subject")], 15)
    ('context',)
    """
    names: tuple[str, ...] = ()
    for mention in mentions:
        gap = bare[mention.end : start]
        if mention.role in ("subject", "pronoun"):
            names = mention.names
        elif mention.role == "beside":
            names = union(names, mention.names)
        elif not gap.strip(_MARKS):
            names = mention.names or names
        elif len(gap) <= _NEAR and not _TURNS.search(gap):
            names = union(names, mention.names)
    return names


def names_after(bare: str, mentions: Sequence[Mention], end: int, *, led: bool = False) -> tuple[str, ...]:
    """What the first mention after a stretch says of it, where it speaks of where that stands.

    Parameters
    ----------
    bare : str
    mentions : sequence of Mention
        Of the clause and after the stretch.
    end : int
    led : bool
        Whether the words before say who speaks: then another subject after a comma speaks of what follows.

    Returns
    -------
    tuple of str

    Example
    -------
    >>> names_after("xx, says the response", [Mention(9, 21, ("response",), "object")], 2)
    ('response',)
    """
    if not mentions or not mentions[0].names or mentions[0].start - end > 80:
        return ()
    first = mentions[0]
    between = bare[end : first.start]
    if not _BETWEEN.match(between) or _INTO.search(between) or (led and not _PREPOSED.search(between)):
        return ()
    speaks = not led and first.role == "subject" and first.said and not between.strip(_MARKS + ",").rstrip()
    return first.names if speaks or _PREPOSITION.search(between) else ()


def names_inside(bare: str, mentions: Sequence[Mention], start: int) -> tuple[str, ...]:
    """Where something is said to be missing, or to be: "is not mentioned in the policy".

    Parameters
    ----------
    bare : str
    mentions : sequence of Mention
        Of the clause, from the start of the stretch.
    start : int

    Returns
    -------
    tuple of str

    Example
    -------
    >>> names_inside("is not mentioned in the policy", [Mention(20, 30, ("context",), "beside")], 0)
    ('context',)
    """
    if not mentions or not mentions[0].names or mentions[0].start - start > 120:
        return ()
    return mentions[0].names if _PASSIVE.search(bare, start, mentions[0].start) else ()


def union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Both, each name once.

    Example
    -------
    >>> union(("input", "context"), ("context", "response"))
    ('input', 'context', 'response')
    """
    return first + tuple(name for name in second if name not in first)
