"""Claims that a certain word, symbol or address is in a text, held against that text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.absence_kinds import find_kind
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.name_search import SYMBOL, find_symbol, nearest_word
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.term_index import content_words
from judgeaudit.text.evidence.terms import Standing, find_term
from judgeaudit.text.evidence.topics import find_related
from judgeaudit.text.evidence.wanted import wanted_after
from judgeaudit.text.quotes import Quote

Span = tuple[int, int]

_MOST_WORDS = 3
_VERBS = (
    r"(?:mentions?|mentioned|names?|cites?|cited|includes?|included|contains?|contained|uses?|used|using|calls|invokes?"
    r"|imports?|references?"
    r"|referenced|links?\s+to|linked\s+to|refers?\s+to"
    r"|lists?|writes?|brings?\s+up|mentioning|including|containing|citing|naming|referencing|defines?|returns?|says?|repeats?"
    r"|repeatedly\s+uses)"
)
_NOUNS = (
    r"(?:words?|terms?|phrases?|expressions?|names?|functions?|methods?|class(?:es)?|variables?|commands?|urls?|links?"
    r"|identifiers?|strings?|keywords?"
    r"|modules?|library|libraries|packages?|files?"
    r"|parameters?|flags?|options?|hashtags?|fields?|headers?|endpoints?|columns?|tables?|keys?)"
)
_LABELLED = re.compile(rf"\b{_NOUNS}\s+(?:called\s+|named\s+|like\s+)?\Z", re.IGNORECASE)
_CITED = re.compile(rf"\b{_VERBS}\s+(?:(?:the|a|an|its|exact|literal|same|single|actual|also|explicitly)\s+){{0,3}}(?:{_NOUNS}\s+)?\Z", re.IGNORECASE)
_STANDS = re.compile(
    rf"\s*(?:{_NOUNS}\s+)?(?:also\s+|clearly\s+|even\s+)?(?:appears?|occurs?|shows?\s+up|(?:is|are|was)\s+(?:also\s+"
    rf"|explicitly\s+)?(?:mentioned|used"
    rf"|present|there|included|called|named|cited|written"
    r"|found|imported|defined))(?:\s+\w{2,14}ly)?(?:\s+(?:in|on|at|there|here|twice|once|several|three|\d+)\b|\s*[.,;:!?)]"
    r"|\s*\Z|\s+(?:and|but)\b)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\s*(?:[.,;:!?)]|\Z|\w{2,14}ly\b|(?:and|or|but|in|on|at|to|for|as|from|with|once|twice|several|which|when|where|that"
    r"|while|because|instead|rather"
    r"|without|after|before|function|method|command)\b)",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|no|nor|neither|without|cannot|instead\s+of|rather\s+than|lacks?|omits?|missing|should|could|would|must"
    r"|might|may|if|another"
    r"|better)\b|n['’]t\b|\b(?:i|we|you|one)['’]d\b",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"\b(?:like|such\s+as|e\.g\.|for\s+example|instead|than|raises?|throws?|correct|replac(?:e|ed|ing)\s+(?:it\s+)?(?:by"
    r"|with)|prefer|named|called"
    r"|criterion|aspect|label|with\s+a|using\s+a)\W+(?:\w+\s+)?\Z",
    re.IGNORECASE,
)
_SYMBOL = re.compile(rf"{SYMBOL.pattern}|[A-Za-z_]\w{{1,60}}(?:\.[A-Za-z_]\w{{1,60}}){{1,4}}")
_USED = re.compile(r"\b(?:uses|calls|imports|invokes|defines|returns)\s+(?:the\s+)?(?:\w+\s+)?\Z", re.IGNORECASE)
_REFUSED = re.compile(r"\s*(?:\w+\s+)?(?:(?:is|was|are|were|does|do|did|has)\s*(?:not|never|n['’]t)\b|never\b|(?:would|should|could|might)\b)", re.IGNORECASE)
_MENTIONS = re.compile(
    r"\b(?:it|response|reply|answer|text|essay|summary|poem|also|and|which|[AB]|\([ab]\))\s+(?:also\s+|even\s+)?(?:mentions"
    r"|brings\s+up|discusses|refers\s+to)\s+(?=(?:an?"
    r"|the)\s+[a-z])"
)
_HAS = re.compile(
    r"\b(?:it|response|reply|answer|text|email|e-mail|letter|essay|summary|also|and|which|[AB]|\([ab]\))\s+(?:also\s+|even\s+"
    r"|helpfully\s+)?(?:includes|contains|offers"
    r"|provides|gives|uses|features|adds|is\s+(?:also\s+)?(?:set\s+out|laid\s+out|presented)\s+in)\s+(?:an?|the|several|two"
    r"|three|some|many)\s+(?:\w+ed\s+)?(?=[a-z])",
    re.IGNORECASE,
)
_PROVABLE = frozenset(["link", "table", "phone number", "e-mail address", "bullet point", "numbered list", "emoji", "subject line", "question mark"])
"""Kinds of which a text that has one shows it."""
_WHOLE = re.compile(r"\s*(?:[,.;]|\Z|\b(?:which|as)\b)")
_VAGUE = re.compile(r"(?:ity|ness|ance|ence|ism|tion|sion|ment|ing|ive|al|ous|ure|ful|ly|acy|able)s?\b", re.IGNORECASE)
_CODE = frozenset(["``", "```"])


def check_presence(reading: Reading, sources: Sources, taken: Sequence[Span]) -> list[EvidenceClaim]:
    """Claims that a quoted word, a code symbol or an address stands in a text.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    taken : sequence of (start, end)
        Stretches of the rationale that are accounted for.

    Returns
    -------
    list of EvidenceClaim
        false where it stands in no text that the claim may be about. Quotations of more than three words are quotes, and words like "is" are too
        common to be evidence: neither is claimed here.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "Call `get_user` for a refund."})
    >>> reading = read_rationale("It calls `get_users()`, and the word 'refund' appears.", sources)
    >>> [(claim.text, claim.state) for claim in check_presence(reading, sources, [])]
    [('get_users()', 'false'), ('refund', 'true')]
    """
    claims, spoken_for = [], Stretches(taken)
    for quote in reading.quotes:
        if len(quote.text.split()) <= _MOST_WORDS and not spoken_for.meets(quote.start, quote.end) and _is_claim(reading, quote):
            claims.append(_held(reading, sources, quote))
    used = Stretches([*taken, *((claim.claim_start, claim.claim_end) for claim in claims if claim is not None)])
    return [claim for claim in [*claims, *_things(reading, sources, used)] if claim is not None]


def _things(reading: Reading, sources: Sources, used: Stretches) -> Iterator[EvidenceClaim]:
    """Common things that a text is said to mention, of which no word and no everyday name stands in any text."""
    bare = reading.bare or reading.text
    for match in _HAS.finditer(bare):
        start = match.end()
        places = tuple(name for name in reading.places_at(start, start) if name in sources.texts) or sources.judged
        if _DENIED.search(bare[max(0, match.start() - 40) : match.start()]) or reading.mood_at(match.start()) != "asserted":
            continue
        for thing in wanted_after(reading.text, start, reading.quotes)[:1]:
            found = [find_kind(thing.term.split(" to ")[0], sources.texts[name]) for name in places]
            known = [one for one in found if one is not None and one[0] in _PROVABLE]
            if known and all(one[1] is None for one in known) and not used.meets(thing.start, thing.end):
                used.add(thing.start, thing.end)
                why = f"there is no {known[0][0]} in the {' or the '.join(places)}".replace("_", " ")
                yield EvidenceClaim("presence", reading.text[thing.start : thing.end], "false", why=why, claim_start=thing.start, claim_end=thing.end)
    for match in _MENTIONS.finditer(bare):
        start = match.end()
        if (
            _DENIED.search(bare[max(0, match.start() - 40) : match.start()])
            or reading.mood_at(match.start()) != "asserted"
            or not reading.places_at(start, start)
        ):
            continue
        for thing in wanted_after(reading.text, start, reading.quotes)[:1]:
            ends = _WHOLE.match(bare, thing.end)
            if thing.form == "phrase" and not thing.doubt and ends and not used.meets(thing.start, thing.end) and _is_nowhere(thing.term, sources):
                used.add(thing.start, thing.end)
                why = f"no word of '{thing.term}' stands in any of the texts"
                yield EvidenceClaim("presence", reading.text[thing.start : thing.end], "false", why=why, claim_start=thing.start, claim_end=thing.end)


def _is_nowhere(term: str, sources: Sources) -> bool:
    words = content_words(term)
    if not words or len(words) > 3 or not all(word.isalpha() and len(word) > 2 for word in words) or _VAGUE.search(term):
        return False
    return not any(
        find_term(word, text, apart=False) or find_related(word, text) or word[:5] in text.lower() for word in words for text in sources.texts.values()
    )


def _is_claim(reading: Reading, quote: Quote) -> bool:
    """Whether a short quotation is said to stand in a text."""
    text, code = reading.bare or reading.text, quote.marks in _CODE
    if not code and (len(quote.text) < 4 or not content_words(quote.text)):
        return False
    if len(quote.text) < 3 or "\n" in quote.text:
        return False
    clause = reading.at(quote.start)
    before = text[max(clause.start, quote.start - 90) : quote.start].rstrip("\"'“‘`«「*")
    after = text[quote.end : quote.end + 60].lstrip("\"'”’`»」*")
    near = before[-70:]
    if _DENIED.search(near) or _REFUSED.match(after) or reading.mood_at(quote.start) not in ("asserted", "restated"):
        return False
    if code and _SYMBOL.fullmatch(quote.text) and not quote.text[0].isdigit() and not _OURS.search(near):
        return True
    if _STANDS.match(after) and (_LABELLED.search(before) or code):
        return True
    cited = _CITED.search(before)
    return cited is not None and (_LABELLED.search(before) is not None or _ENDS.match(after) is not None)


def _held(reading: Reading, sources: Sources, quote: Quote) -> EvidenceClaim | None:
    word = quote.text.strip().rstrip(".,;:")
    places = tuple(name for name in reading.places_at(quote.start, quote.end) if name in sources.texts) or tuple(sources.texts)
    found = _stands(word, sources, places)
    start, end = quote.start, quote.start + len(quote.text.rstrip(".,;:"))
    if found is not None:
        name, standing = found
        nearest = sources.texts[name][standing.start : standing.end]
        state: State = "true" if standing.sure else "unchecked"
        return EvidenceClaim("presence", reading.text[start:end], state, name, standing.start, standing.end, nearest, f"it stands in the {name}", start, end)
    elsewhere = _stands(word, sources, tuple(sources.texts))
    where = " or ".join(name.replace("_", " ") for name in places)
    used = quote.marks in _CODE and _USED.search((reading.bare or reading.text)[max(0, start - 40) : start].rstrip("`"))
    if elsewhere is not None and not (used and reading.places_at(start, end)):
        why = f"it stands in the {elsewhere[0].replace('_', ' ')}, not in the {where}"
        return EvidenceClaim("presence", reading.text[start:end], "unchecked", why=why, claim_start=start, claim_end=end)
    near = nearest_word(word, sources) if _SYMBOL.fullmatch(word) or " " not in word else None
    why = f"'{word}' stands nowhere in the {where}" + (f"; the nearest is '{near[3]}'" if near else "")
    source, first, last, text = near or (None, None, None, None)
    return EvidenceClaim("presence", reading.text[start:end], "false", source, first, last, text, why, start, end)


def _stands(word: str, sources: Sources, places: Sequence[str]) -> tuple[str, Standing] | None:
    """Where a word stands, as it is or inflected; of a call, its name will do."""
    if _SYMBOL.fullmatch(word):
        return find_symbol(word, sources, places)
    bare = re.sub(r"\([^()]{0,80}\)\Z", "", word)
    for name in places:
        for form in dict.fromkeys((word, bare)):
            standing = find_term(form, sources.texts[name], apart=False)
            if standing is not None:
                return name, standing
    return None
