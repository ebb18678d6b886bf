"""Names that are tied to a text by something else than a verb: "the reference to X", "his wife X", "X's objections are fair"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judgeaudit.text.evidence.name_words import PARTS_OF_TEXTS, ROLES, SAYINGS, THING_NOUNS

_NAME = r"(?:(?:Dr|Mr|Mrs|Ms|Prof|St|Captain|Professor|Sir|Lady)\.?\s)?(?:[A-Z][\w'’.-]{1,30})(?:\s[A-Z][\w'’.-]{1,30}){0,3}"
_NOUN = re.compile(
    rf"(?:{PARTS_OF_TEXTS}|{PARTS_OF_TEXTS.title()})\s(?:of|to|from|about|on|at|by|regarding|concerning|with|that|in)\s(?=[^.!?;:\n]{{0,60}}?[A-Z`])"
)
"""A part of the text, and what it is of. Each of these begins with a letter, by which the search is quick; what goes before is looked at then."""
_NOUN_BEHIND = re.compile(
    r"(?:\b(?:[Tt]he|[Ii]ts|[Aa]n?|[Hh]is|[Tt]heir|[Tt]hat|[Tt]his)\s|['’]s\s|(?:\A|[.!?;:,(]\s)(?!(?:In|On|By|At|For|With|From|As|To|Per|Under)\s))"
    r"(?:[\w-]{2,20}\s){0,2}\Z"
)
_THING = re.compile(rf"(?:{THING_NOUNS})\s(?:of|to\suse|about|on|at|regarding)\s(?=(?:using\s|use\s)?[a-z])")
_THING_BEHIND = re.compile(r"(?:\b(?:[Tt]he|[Ii]ts|[Aa]n?)\s|['’]s\s)(?:[\w-]{2,20}\s)?\Z")
_ROLE = re.compile(rf"(?:{ROLES}),?\s(?={_NAME})")
_ROLE_BEHIND = re.compile(r"\b(?:[Hh]is|[Hh]er|[Tt]heir|[Tt]he|[Ii]ts|[A-Z][\w-]{1,20}['’]s)\s(?:[a-z-]{2,15}\s)?\Z")
_OF_PEOPLE = re.compile(r"(?:his|her|His|Her)\s(?:[a-z-]{2,15}\s){1,4}(?:in|of|at|from|with|for|to|near|as)\s(?:the\s)?(?=[A-Z])")
_CALLED = re.compile(r"(?:called|named|by\sthe\sname\sof|by\sa\scertain|by\sone)\s(?=[A-Z])")
_CALLED_BEHIND = re.compile(r"\b(?:an?|the|another|some)\s(?:[a-z-]{2,20}\s){1,3}\Z")
_FOLLOWED = ((_NOUN, _NOUN_BEHIND, 6), (_ROLE, _ROLE_BEHIND, 0), (_OF_PEOPLE, re.compile(""), 0), (_CALLED, _CALLED_BEHIND, 0))
_LED = (
    (
        re.compile(rf"['’]s\s(?:[a-z-]{{2,15}}\s){{0,2}}(?:{SAYINGS})\b"),
        re.compile(rf"(?:(?:[.!?;:,]\s|\A)(?:[Tt]he\s)?|\band\s)(?P<name>{_NAME})\Z"),
        False,
    ),
    (
        re.compile(r"(?:quotes?|quotation|reports?|study|citation|reference|anecdote|poll|survey|article|hashtag|link)\b"),
        re.compile(rf"\b(?:[Aa]n?|[Tt]he)\s(?P<name>{_NAME})\s\Z"),
        False,
    ),
    (
        re.compile(r"(?:named|mentioned|cited|listed|credited|quoted|thanked|referenced|recommended|featured|introduced)\b"),
        re.compile(rf"(?:[.!?;,]\s|\A|\band\s)(?P<name>{_NAME})\s(?:is|was|are|were)\s(?:also\s|even\s|\w+ly\s)?\Z"),
        True,
    ),
)
"""What follows a name, what it is with what goes before it, and whether the name may begin the sentence: there a single word may be any word."""
_BEHIND = 70
_SUBJECT = re.compile(
    r"(?:(?:\A|[.!?;:,]\s|\b(?:and|but|that|also)\s)(?:[Ii]t|[Tt]hey|[Bb]oth)|\b(?:[Tt]he|[Tt]his)\s(?:response|reply|answer|e-?mail|letter|text|essay"
    r"|summary|story"
    r"|poem|article|review|code|script|report|agent|assistant|author|writer|message|note|post|speech|invitation|translation|reviewer|closing|opening"
    r"|ending|conclusion|introduction|signature|greeting|caption|headline|heading|footer)|\b[AB]|\([ab]\))"
    r"\s(?:(?:also|even|then|is|was|are|were|has|have|just|only|simply|\w{3,14}ly)\s){0,3}\Z"
)
"""What the verb of citing is said of: the judged text, also where nothing else says so."""
_DENIED = re.compile(
    r"\b(?:no|not|never|without|lacks?|lacking|omits?|omitting|fails?|missing|missed|instead|rather|expected|expects?|want(?:s|ed)?|needs?|avoids?|drops?|"
    r"ignores?|should|would|could|might|may|must|if|unless|like|unlike|such\s+as|than|remind\w*|recalls?|echo\w*|any|nor|neither|think|lacked|forgets?|"
    r"skips?|leaves\s+out|despite|whether|for\s+(?:example|instance)|e\.g)\b|n['’]t\b",
    re.IGNORECASE,
)
_MISSED = re.compile(
    r"[^.!?;\n]{0,80}?\b(?:would|could|should|might|may|is\s+(?:missing|absent|lacking|needed)|are\s+(?:missing|absent|lacking)|"
    r"(?:is|was|are|were|does|do)(?:\s+not|n['’]t)\s+(?:present|mentioned|there|appear|given|included|found|made|named|credited|quoted|cited)|"
    r"(?:remains?|is|are|goes|go)\s+(?:un\w+ed|left\s+out)|nowhere|never)\b",
    re.IGNORECASE,
)
"""What is said after it of a thing that is not there."""
_PROPOSED = re.compile(r"(?:suggestion|recommendation|tip|advice)s?\s", re.IGNORECASE)
"""What the text suggests is no wish of the judge's."""
_ROOM = 60


@dataclass(frozen=True, slots=True)
class Link:
    """Where names may follow, `text[start:end]`; `widest` is how many words may stand before the first, `whole` whether no word of it may be known."""

    start: int
    end: int
    widest: int
    whole: bool = True
    moods: tuple[str, ...] = ("asserted",)


def find_links(bare: str, windows: Sequence[tuple[int, int]] | None = None) -> Iterator[Link]:
    """Stretches whose names the text is said to have.

    Parameters
    ----------
    bare : str
        The rationale, the insides of quotes blanked.
    windows : sequence of (start, end), optional
        Where names are, with room before them; all of it otherwise.

    Yields
    ------
    Link
        What is missing, wished for or compared is none.

    Example
    -------
    >>> said = "The reference to Philipp Reis is welcome, his wife Morag too. There is no mention of Bell."
    >>> [said[link.start : link.end][:12] for link in find_links(said)]
    ['Philipp Reis', 'Morag too']
    """
    for pattern, behind, widest in _FOLLOWED:
        for start, match in (one for window in windows or ((0, len(bare)),) for one in _with_behind(pattern, behind, bare, window)):
            end = phrase_end(bare, match.end())
            if not is_denied(bare, start, match.end(), end):
                moods = ("asserted", "suggested") if _PROPOSED.search(match[0]) else ("asserted",)
                yield Link(match.end(), end, widest, whole=pattern is not _ROLE, moods=moods)
    for pattern, behind, opens in _LED:
        for match in pattern.finditer(bare):
            name = behind.search(bare, max(0, match.start() - _BEHIND), match.start())
            if name is None or (opens and not (" " in name["name"] or name["name"].isupper())):
                continue
            if not is_denied(bare, name.start(), name.start("name"), match.end()):
                yield Link(name.start("name"), name.end("name"), 0)


def find_parts(bare: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Parts of the text that speak of a common thing, "the remark on ", with where they begin.

    Example
    -------
    >>> [match[0] for _, match in find_parts("The remark on dress codes is odd.")]
    ['remark on ']
    """
    for start, match in _with_behind(_THING, _THING_BEHIND, bare, (0, len(bare))):
        if not is_denied(bare, start, match.end(), phrase_end(bare, match.end())):
            yield start, match


def _with_behind(pattern: re.Pattern[str], behind: re.Pattern[str], bare: str, window: tuple[int, int]) -> Iterator[tuple[int, re.Match[str]]]:
    for match in pattern.finditer(bare, *window):
        if bare[max(0, match.start() - 1) : match.start()].isalnum():
            continue
        before = behind.search(bare, max(0, match.start() - _BEHIND), match.start())
        if before is not None:
            yield match.start(), match


def tells(bare: str, verb: int) -> bool:
    """Whether the verb at an offset is said of a judged text by the words right before it.

    Example
    -------
    >>> tells("It is signed by Eva.", 6), tells("Rumour has it that one signed by Eva sold.", 23)
    (True, False)
    """
    return _SUBJECT.search(bare, max(0, verb - 50), verb) is not None


def phrase_end(bare: str, start: int) -> int:
    """Where the phrase ends: at a verb or a mark, or out of reach."""
    stop = _END.search(bare, start, start + _ROOM + 40)
    return stop.start() if stop else min(len(bare), start + _ROOM)


_END = re.compile(
    r"[,;:!?()\n\u2013\u2014]|\.(?=\s|\Z)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bProf\.)|\s(?:is|are|was|were|has|have|gets?"
    r"|gives?|adds?|raises?|comes?|"
    r"makes?|which|who|but|while|although|though|because|would|could|should|seems?|feels?|helps?|shows?|fits?|works?|serves?|lends?|does|do|will|"
    r"might|may|like|as|than)\b"
)


def is_denied(bare: str, start: int, first: int, end: int) -> bool:
    """Whether what a phrase names is missing, wished for or compared, by the words before it or after it."""
    begin = max(bare.rfind(mark, max(0, start - 90), start) for mark in (". ", "; ", "! ", "? ", "\n")) + 1
    return _DENIED.search(bare, max(begin, start - 90), first) is not None or _MISSED.match(bare, end) is not None
