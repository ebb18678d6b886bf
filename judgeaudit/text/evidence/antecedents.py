"""What "it", "this response", "the other one" and a clause without a subject stand for, and what a clause is about by its own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judgeaudit.text.evidence import place_words as of
from judgeaudit.text.evidence.mentions import Mention, Word
from judgeaudit.text.evidence.scope import union

_CONTINUES = of.words_of(
    "additionally also furthermore moreover however specifically then finally instead besides similarly overall it its it's they their this these "
    "that he she "
    "says states mentions claims gives provides contains includes lacks omits fails lists uses names does doesn't never no missing es sie elle il "
    "zudem außerdem auch "
    "allerdings además también aussi également cependant"
)
_EXAMPLE = of.words_of("example instance")
_SKIPPED = of.words_of("also then only simply instead still just never and but even additionally furthermore moreover thus")


def resolved(read: Sequence[Mention], current: tuple[str, ...], judged: tuple[str, ...]) -> list[Mention]:
    """Mentions of a clause with what the unclear ones stand for.

    Parameters
    ----------
    read : sequence of Mention
    current : tuple of str
        What was spoken of before the clause.
    judged : tuple of str

    Returns
    -------
    list of Mention

    Example
    -------
    >>> [m.names for m in resolved([Mention(0, 2, (), "pronoun", said=True)], ("context",), ("response",))]
    [('context',)]
    """
    found: list[Mention] = []
    subject: tuple[str, ...] | None = None
    for at, mention in enumerate(read):
        if mention.role == "pronoun":
            mention = replace(mention, names=_antecedent(subject, current, judged, begins=mention.said and at == 0))
        elif mention.refer == "this":
            mention = replace(mention, names=current if len(current) == 1 and current[0] in judged else ())
        elif mention.refer == "same" and subject and set(subject) <= set(judged):
            mention = replace(mention, names=subject)
        elif mention.refer == "other":
            known = subject or current
            rest = tuple(name for name in judged if name not in known)
            mention = replace(mention, names=rest if len(known) == 1 and known[0] in judged and len(judged) == 2 else ())
        if mention.role == "subject":
            subject = mention.names
        found.append(mention)
    return found


def _antecedent(subject: tuple[str, ...] | None, current: tuple[str, ...], judged: tuple[str, ...], *, begins: bool) -> tuple[str, ...]:
    only = judged if len(judged) == 1 else ()
    if subject is None:
        return current or (only if begins else ())
    if not subject or all(name in judged for name in subject):
        return subject
    return union(subject, current or only)  # "while the policy says X, it says Y"


def without_subject(words: Sequence[Word], start: int, current: tuple[str, ...]) -> list[Mention]:
    """The subject that a clause shares with the one before: "... is short, but omits the date".

    Example
    -------
    >>> [m.names for m in without_subject([("also", 10, 14), ("omits", 15, 20)], 10, ("response",))]
    [('response',)]
    """
    for word, _, _ in words[:4]:
        if word in of.SAYS or word in of.VERBS:
            return [Mention(start, start, current, "pronoun", word in of.SAYS)]
        if word not in _SKIPPED and not word.endswith("ly"):
            return []
    return []


def carries(words: Sequence[Word]) -> bool:
    """Whether a sentence goes on about what the one before spoke of.

    Example
    -------
    >>> carries([("however", 0, 7), ("it", 8, 10)]), carries([("the", 0, 3), ("tone", 4, 8)])
    (True, False)
    """
    return bool(words) and (words[0][0] in _CONTINUES or (words[0][0] == "for" and len(words) > 1 and words[1][0] in _EXAMPLE))


def own_places(found: Sequence[Mention]) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """The places of a clause by its own words, and those that later clauses carry on; None where it has none.

    Example
    -------
    >>> own_places([Mention(0, 12, ("response",), "subject"), Mention(23, 33, ("context",), "object")]), own_places([])
    ((('response',), ('response',)), (None, None))
    """
    strong = [m for m in found if m.role != "object"]
    places: tuple[str, ...] = ()
    for mention in strong or found:
        places = union(places, mention.names)
    topics = [m.names for m in strong if m.role == "subject" and m.topic]
    clear = any(m.role == "subject" for m in strong)
    topic = topics[-1] if topics else places if strong and places else None
    return (places if places or clear else None), topic
