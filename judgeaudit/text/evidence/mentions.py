"""Names of the judge's sources in one clause, and the part they play in it: who speaks, where something stands, what is spoken of."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from judgeaudit.text.evidence import place_words as of

Role = Literal["subject", "beside", "object", "pronoun"]
Word = tuple[str, int, int]
"""A word in lower case, its start and end."""
Slots = dict[int, tuple[int, tuple[str, ...]]]
"""Start of "Response A" and the like to its end and what it names."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of sources in a rationale.

    `names` are the sources, () where it is not clear which; `role` is subject (what follows is about it), beside ("in the policy": it may be
    about it too), object ("contradicts the policy": only what stands right after) or pronoun. `said`: a verb of saying follows. `topic`: the next
    sentences may go on about it. `refer` is "other", "this" or "same" (in this clause) where
    the name depends on what was spoken of before.
    """

    start: int
    end: int
    names: tuple[str, ...]
    role: Role
    said: bool = False
    topic: bool = True
    refer: str = ""


_HEADING = re.compile(r"[*_\"')\]\s]{0,4}:")
_STOP = re.compile(r"[,;:.!?(\u2014\u2013-]")
_AND = re.compile(r",?\s+(?:and|or|nor|und|et|y)\s+", re.IGNORECASE)


def read_mentions(text: str, words: list[Word], names: tuple[str, ...], judged: tuple[str, ...], slots: Slots) -> list[Mention]:
    """Names of sources in one clause, in order.

    Parameters
    ----------
    text : str
        The whole rationale with the insides of quotes blanked.
    words : list of Word
        Of the clause.
    names, judged : tuple of str
        Of the sources.
    slots : dict
        See `Slots`; of the whole rationale.

    Returns
    -------
    list of Mention

    Example
    -------
    >>> words = [("the", 0, 3), ("policy", 4, 10), ("says", 11, 15)]
    >>> [(m.names, m.role, m.said) for m in read_mentions("the policy says", words, ("response", "context"), ("response",), {})]
    [(('context',), 'subject', True)]
    """
    found: list[Mention] = []
    covered = -1
    for at, (word, start, _) in enumerate(words):
        if start < covered or not (word in of.NAMING or "'" in word or "\u2019" in word or start in slots or word in names):
            continue
        mention: Mention | None = None
        if start in slots:
            covered, which = slots[start]
            last = at
            while last + 1 < len(words) and words[last + 1][1] < covered:
                last += 1
            mention = _placed(text, words, at, last, Mention(start, covered, which, "subject"))
        elif word in of.PRONOUNS:
            mention = _pronoun(words, at)
        elif word != "other":
            mention = _noun(text, words, at, names, judged)
        elif at and words[at - 1][0] == "the" and ((follows := _next(words, at)) in ("", "one") or follows in of.VERBS or follows in of.SAYS):
            mention = Mention(words[at - 1][1], words[at][2], (), "subject", _verb(words, at)[1], refer="other")
        if mention is not None:
            found.append(_joined(text, found[-1], mention) if found else mention)
    return found


def _joined(text: str, last: Mention, mention: Mention) -> Mention:
    """A mention with the one that "and" joins to it: both are spoken of."""
    if _AND.fullmatch(text, last.end, mention.start) is None or last.role == "pronoun" or mention.role == "pronoun":
        return mention
    return replace(mention, names=last.names + tuple(n for n in mention.names if n not in last.names), role=last.role, topic=last.topic)


def _next(words: list[Word], at: int) -> str:
    return words[at + 1][0] if at + 1 < len(words) else ""


def _verb(words: list[Word], at: int) -> tuple[bool, bool]:
    """Whether a verb follows, and whether it is one of saying that is not denied."""
    following = [word for word, _, _ in words[at + 1 : at + 8]]
    if following[:4] == ["on", "the", "other", "hand"]:
        following = following[4:]
    elif following[:2] in (["in", "contrast"], ["by", "contrast"]):
        following = following[2:]
    helped = False
    for word in following[:4]:
        if word in of.SAYS:
            return True, True
        if word in of.AUXILIARIES:
            helped = True
        elif word in of.VERBS or (len(word) > 3 and word[-1] == "s" and word[-2] not in "su" and word not in of.NOT_VERBS):
            return True, False
        elif not (word.endswith("ly") or word in of.ADVERBS):
            return helped, False
    return helped, False


def _pronoun(words: list[Word], at: int) -> Mention | None:
    word, start, end = words[at]
    before = words[at - 1][0] if at else ""
    embedded = before in of.SAYS or (before in of.EMBEDS and at > 1 and words[at - 2][0] in of.SAYS)
    if embedded:
        return None
    following = [w for w, _, _ in words[at + 1 : at + 4]]
    if (
        word in ("it", "it's")
        and any(w in of.EMPTY_IT for w in following)
        and (word == "it's" or following[0] in ("is", "was", "should", "must", "can", "may"))
    ):
        return None
    if word in ("its", "their"):
        return Mention(start, end, (), "pronoun", topic=False)
    return Mention(start, end, (), "pronoun", _verb(words, at)[1])


def _noun(text: str, words: list[Word], at: int, names: tuple[str, ...], judged: tuple[str, ...]) -> Mention | None:
    word, start, end = words[at]
    bare = word[:-2] if word.endswith(("'s", "\u2019s")) else word.rstrip("'\u2019")
    elided = bare.startswith(("l'", "l\u2019"))
    bare = bare[2:] if elided else bare
    kind = of.KIND.get(bare) or ("named" if bare in names else "")
    first, determiner, adjectives = _phrase(text, words, at)
    if bare in of.SAID_BEFORE and any(a in of.BEFORE for a in adjectives):
        return _placed(text, words, first, at, Mention(words[first][1], end, of.resolve("talk", names, judged), "subject"))
    if bare in of.VOICES:  # somebody in one of the texts
        return Mention(start, end, (), "subject", topic=False) if _verb(words, at)[1] else None
    if bare in ("fact", "facts") and _next(words, at) in ("that", "about", "of", "regarding") and first and words[first - 1][0] in of.FACT_AFTER:
        return Mention(start, end, of.resolve("fact", names, judged), "beside", topic=False)
    if not kind or _is_fact_that(bare, _next(words, at)):
        return None
    determiner = "l" if elided else determiner
    if (bare in ("fact", "facts") and not determiner) or (bare in ("context", "knowledge") and determiner in ("this", "that", "its")):
        return None
    if any(a in of.REFERENCE for a in adjectives) or (bare in of.REFERENCE and determiner):
        if "reference" not in names:
            return None
        kind = "reference"
    elif any(a in of.NOT_SHOWN for a in adjectives):
        return None
    heading = _HEADING.match(text, end) is not None
    if not determiner and not _stands_alone(text, words, first, at, bare, heading):
        return None
    plural = bare in of.MANY or determiner in of.QUANTIFIERS
    which = (bare,) if kind == "named" else judged if kind == "judged" and plural else of.resolve(kind, names, judged)
    refer = ""
    if kind == "judged" and len(judged) > 1 and not plural:
        refer = "other" if "other" in adjectives else "this" if determiner in ("this", "that", "its") else "same"
        if heading and refer == "same":
            return None
    elif "other" in adjectives:
        return None
    if kind == "judged" and bare in of.OF_PEOPLE and _owner(determiner) in of.PEOPLE:
        which = of.resolve("input", names, judged)
    placed = _placed(text, words, first, at, Mention(words[first][1], end, which, "subject", refer=refer))
    return None if placed.role == "object" and bare in of.PEOPLE else placed


def _owner(determiner: str) -> str:
    """Who "the user's message" belongs to."""
    return determiner.rstrip("s").rstrip("'\u2019") if determiner.endswith(("'s", "\u2019s", "s'", "s\u2019")) else ""


def _is_fact_that(bare: str, following: str) -> bool:
    if bare in ("fact", "facts"):
        return following in ("that", "of", "is", "remains")
    return bare in ("list", "history", "terms", "description", "explanation", "code", "context", "knowledge", "story") and following == "of"


def _phrase(text: str, words: list[Word], at: int) -> tuple[int, str, list[str]]:
    """Where the noun's phrase begins, its determiner, and what stands between, the nearest first."""
    adjectives: list[str] = []
    for first in range(at - 1, max(-1, at - 5), -1):
        before = words[first][0]
        if not text[words[first][2] : words[first + 1][1]].isspace() or before in of.CONJUNCTIONS or before in of.PREPOSITIONS:
            break
        if before in of.DETERMINERS or before.endswith(("'s", "s'", "\u2019s", "s\u2019")):
            return first, before, adjectives
        if before in of.VERBS or before in of.SAYS or before in of.EMBEDS or before in ("a", "an"):
            break
        adjectives.append(before)
    shown = adjectives if adjectives and (adjectives[0] in of.REFERENCE or adjectives[0] in of.NOT_SHOWN) else []
    return at - len(shown), "", shown


def _stands_alone(text: str, words: list[Word], first: int, at: int, bare: str, heading: bool) -> bool:
    """Whether a noun without a determiner is a name: "Response is terse", "per policy", "reference answer"."""
    if heading:
        return True
    if first == 0 or _STOP.search(text, words[first - 1][2], words[first][1]):
        following = _next(words, at)
        return following != "to" and (_verb(words, at)[0] or (first == 0 and following == ""))
    before = words[first - 1][0]
    return (
        before in ("per", "under", "laut", "selon", "seg\u00fan", "unlike")
        or (before == "to" and first > 1 and words[first - 2][0] == "according")
        or first < at
    )


def _placed(text: str, words: list[Word], first: int, last: int, mention: Mention) -> Mention:
    """A mention with its role, by what stands before and after."""
    verb, said = _verb(words, last)
    before = words[first - 1][0] if first else ""
    earlier = words[first - 2][0] if first > 1 else ""
    stop = first == 0 or _STOP.search(text, words[first - 1][2], mention.start) is not None
    follows = [w for w, _, _ in words[last + 1 : last + 3]]
    if (
        before in of.AGAINST
        or (before in ("as", "like") and not verb)
        or (before in ("in", "by") and earlier in ("as", "like", "than"))
        or (before in ("to", "with", "of", "than") and earlier in of.AGAINST_TO)
    ):
        return replace(mention, names=(), role="object", topic=False)
    if len(follows) == 2 and follows[0] in ("which", "that", "who") and follows[1] in of.SAYS:
        return replace(mention, role="subject", said=True, topic=stop or before in of.CONJUNCTIONS)
    if stop or _HEADING.match(text, mention.end):
        return replace(mention, said=said)
    if before in of.CONJUNCTIONS:
        coordinated = before in ("and", "or", "und", "et", "y") and not verb
        return replace(mention, role="beside" if coordinated else "subject", said=said)
    if before in of.EMBEDS:
        inside = earlier in of.SAYS
        return replace(mention, role="beside" if inside else "subject", said=said and not inside, topic=not inside)
    if before in of.PREPOSITIONS:
        return _after_preposition(text, words, first, mention, before, earlier)
    if words[last][0].endswith(("'s", "\u2019s")):
        return replace(mention, role="beside", topic=False)
    relates = before in of.RELATES or before in of.SAYS
    return replace(mention, role="subject" if verb and not relates else "object", said=said and not relates, topic=not relates)


def _after_preposition(text: str, words: list[Word], first: int, mention: Mention, before: str, earlier: str) -> Mention:
    if before == "to" and earlier == "according":
        leads = first < 3 or _STOP.search(text, words[first - 3][2], words[first - 2][1]) is not None
        return replace(mention, role="subject" if leads else "beside", topic=False)
    if before in of.TOWARD or (before == "by" and earlier not in of.SAYS):
        return replace(mention, role="object", topic=False)
    leads = first < 2 or _STOP.search(text, words[first - 2][2], words[first - 1][1]) is not None
    return replace(mention, role="subject" if leads else "beside", topic=leads)
