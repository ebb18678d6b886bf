"""Common things that a text is said to have, of which no word and no everyday name stands in any text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.absence_kinds import find_kind
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.name_links import find_parts
from judgeaudit.text.evidence.presence_words import ABSTRACT, PROVABLE
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.term_index import content_words, lemma
from judgeaudit.text.evidence.terms import find_term
from judgeaudit.text.evidence.topics import find_related
from judgeaudit.text.evidence.wanted import GOES_ON, wanted_after
from judgeaudit.text.evidence.wanted_forms import Wanted

_SUBJECT = re.compile(
    r"(?:\b(?i:it|response|reply|answer|text|e-?mail|letter|essay|summary|poem|story|article|script|code|expression|query|minutes|agent|assistant|also"
    r"|and|which)"
    r"|\b[AB]|\([ab]\))\s+(?:(?:also|even|helpfully|wrongly|rightly)\s+){0,2}\Z"
)
_MENTIONS = re.compile(
    r"(?:mentions|brings\s+up|brings\s+in|discusses|refers\s+to|warns\s+of|warns\s+about|warns\s+against|advertises|proposes|recommends|praises"
    r"|throws\s+in)\s+(?=[a-z])"
)
_HAS = re.compile(
    r"(?:includes|contains|offers|provides|gives|uses|features|adds|has|opens\s+with|ends\s+with|starts\s+with|begins\s+with|closes\s+with)\s+"
    r"(?:(?:an?|the|several|two|three|some|many|clickable|proper)\s+)?(?:\w+ed\s+)?(?=[a-z])"
)
_DENIED = re.compile(
    r"\b(?:not|never|no|nor|neither|without|cannot|instead\s+of|rather\s+than|lacks?|omits?|missing|should|could|would|must|might|may|if|another"
    r"|better)\b|n['’]t\b"
    r"|\b(?:i|we|you|one)['’]d\b",
    re.IGNORECASE,
)
_SET_OUT = re.compile(
    r"(?:is|are)\s+(?:also\s+)?(?:set\s+out|laid\s+out|presented|shown|formatted|organi[sz]ed|summari[sz]ed)\s+(?:in|as)\s+(?:an?\s+)(?:\w+ed\s+)?(?=[a-z])"
)
_KINDS = re.compile(
    r"(?:[\w-]+\s){0,2}(?:hyper|sub|web|tele)?(?:links?|urls?|tables?|phone|hotlines?|numbers?|e-?mails?|bullets?|bulleted|lists?|emojis?|emoticons?"
    r"|lines?|question|exclamation"
    r"|head(?:ing|er)s?|code|greet\w*|salutations?|apolog\w+|site|page|address\w*|marks?|tabular)\b",
    re.IGNORECASE,
)
"""Words of the kinds: only where one of these stands it is read what the thing is."""
_HEAD = re.compile(r"\s(?:for|from|in|of|to|at|by|with)\s")
_OF = re.compile(r"\s(?:to|of|with|for)\s")
_ABOUT = re.compile(
    r"(?:statistic|figure|joke|anecdote|section|paragraph|quote|tip|warning|note|line|stanza|sentence|verse|pun|riddle|recipe|table|chart)s?\s(?:about"
    r"|on|regarding|concerning)\s(?:(?:the|an?)\s)?"
)
_NAMED = re.compile(r",?\s(?:called\s|named\s)?[A-Z]")
_SHORT_OF = re.compile(r"(?:mention|reference|remark|tip)s?\s")
"""After these one word names the thing; an anecdote of a knot may be told without it."""
_WHOLE = re.compile(r"\s*(?:[,.;]|\Z|\b(?:which|as|is|are|was|were|adds?)\b)")
_VAGUE = re.compile(r"(?:ity|ness|ance|ence|ism|tion|sion|ment|ing|ive|al|ous|ure|ful|ly|acy|able|ship|hood|th)s?\b", re.IGNORECASE)
_VAGUE_BEFORE = re.compile(r"(?:ity|ness|ance|ence|ism|ive|al|ous|ful|ly|acy|able|th)\b", re.IGNORECASE)
"""Endings of what is no thing, of the head of a phrase and of the words before it."""
_PARTS = re.compile(
    r" (?:mention|reference|nod|hint|allusion|note|remark|tip|anecdote|aside|warning|advice|suggestion|recommendation|digression|joke|section|passage)"
)
"""Quickly looked for: most rationales speak of none."""
_MOST_WORDS = 4


def find_things(reading: Reading, sources: Sources, used: Stretches) -> Iterator[EvidenceClaim]:
    """Things that a text is said to have and that stand nowhere.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    used : Stretches
        What is accounted for; the claims are added.

    Yields
    ------
    EvidenceClaim
        All false: of a thing that is there, the words rarely are the same.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "We refund the lamp."})
    >>> [claim.text for claim in find_things(read_rationale("It includes a table and mentions the dress code.", sources), sources, Stretches([]))]
    ['table', 'dress code']
    """
    if reading.language not in ("en", ""):
        return
    bare = reading.bare or reading.text
    for match in _HAS.finditer(bare):
        if _is_of_text(bare, match) and not _is_denied(reading, bare, match):
            if _KINDS.match(bare, match.end()):
                yield from _kinds(reading, sources, match.end(), used)
            if _ABOUT.search(bare, match.end(), match.end() + 60):
                yield from _tails(reading, sources, match.end(), used)
    for match in _SET_OUT.finditer(bare):
        if not _is_denied(reading, bare, match):
            yield from _kinds(reading, sources, match.end(), used)
    for match in _MENTIONS.finditer(bare):
        if _is_of_text(bare, match) and not _is_denied(reading, bare, match):
            yield from _nowhere(reading, sources, match.end(), used)
    for start, match in find_parts(bare) if _PARTS.search(bare) else ():
        if reading.mood_at(start) in ("asserted", "suggested"):
            yield from _nowhere(reading, sources, match.end(), used, least=1 if _SHORT_OF.match(match[0]) else 2)


def _is_of_text(bare: str, match: re.Match[str]) -> bool:
    return _SUBJECT.search(bare, max(0, match.start() - 50), match.start()) is not None


def _is_denied(reading: Reading, bare: str, match: re.Match[str]) -> bool:
    return _DENIED.search(bare[max(0, match.start() - 40) : match.start()]) is not None or reading.mood_at(match.start()) != "asserted"


def _kinds(reading: Reading, sources: Sources, start: int, used: Stretches) -> Iterator[EvidenceClaim]:
    """A table, a link: where a text that has one shows it."""
    places = tuple(name for name in reading.places_at(start, start) if name in sources.texts) or sources.judged
    for thing in wanted_after(reading.text, start, reading.quotes)[:1]:
        found = [find_kind(_OF.split(thing.term)[0], sources.texts[name]) for name in places]
        known = [one for one in found if one is not None and one[0] in PROVABLE]
        if len(known) != len(places) or any(one[1] is not None for one in known) or used.meets(thing.start, thing.end):
            continue
        like = PROVABLE[known[0][0]]
        if like is None or not any(like.search(sources.texts[name]) for name in places):
            used.add(thing.start, thing.end)
            yield _false(reading, thing, f"there is no {known[0][0]} in the {' or the '.join(places)}".replace("_", " "))


def _nowhere(reading: Reading, sources: Sources, start: int, used: Stretches, *, least: int = 1) -> Iterator[EvidenceClaim]:
    """A thing of which no word stands anywhere."""
    bare = reading.bare or reading.text
    for thing in wanted_after(reading.text, start, reading.quotes)[:1]:
        several = len(content_words(thing.term)) > 1
        whole = _WHOLE.match(bare, thing.end) or (several and bare.startswith(" and ", thing.end))  # of one word: "a random and odd idea"
        if thing.form != "phrase" or thing.shared or thing.doubt not in ("", GOES_ON) or not whole or len(content_words(thing.term)) < least:
            continue
        if _NAMED.match(bare, thing.end):  # "an app, Strava": the name is looked up
            continue
        if not used.meets(thing.start, thing.end) and _is_nowhere(thing.term, sources):
            used.add(thing.start, thing.end)
            yield _false(reading, thing, f"no word of '{thing.term}' stands in any of the texts")


def _tails(reading: Reading, sources: Sources, start: int, used: Stretches) -> Iterator[EvidenceClaim]:
    """What a thing is about: "a statistic about car crashes"."""
    for thing in wanted_after(reading.text, start, reading.quotes)[:1]:
        cut = _ABOUT.search(thing.term)
        if cut and thing.doubt in ("", GOES_ON) and not used.meets(thing.start, thing.end) and _is_nowhere(thing.term[cut.end() :], sources):
            used.add(thing.start, thing.end)
            yield _false(reading, thing, f"no word of '{thing.term[cut.end() :]}' stands in any of the texts")


def _false(reading: Reading, thing: Wanted, why: str) -> EvidenceClaim:
    return EvidenceClaim("presence", reading.text[thing.start : thing.end], "false", why=why, claim_start=thing.start, claim_end=thing.end)


def _is_nowhere(term: str, sources: Sources) -> bool:
    head = _HEAD.split(term, maxsplit=1)[0]
    tokens = re.findall(r"[\w'’-]+", head)
    if not tokens or not head.islower():  # names are looked up as names
        return False
    if any(token.lower() in ABSTRACT or lemma(token) in ABSTRACT or _VAGUE_BEFORE.search(token) for token in tokens) or _VAGUE.search(tokens[-1]):
        return False
    words = content_words(term)
    if not words or len(words) > _MOST_WORDS or not all(word.isalpha() and len(word) > 2 for word in words):
        return False
    root = 4 if len(words) == 1 else 5  # a helpdesk may be help@...
    return not any(
        find_term(word, text, apart=False) or find_related(word, text) or word[:root] in text.lower() for word in words for text in sources.texts.values()
    )
