"""Claims that a certain word, symbol or address is in a text, held against that text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.name_search import SYMBOL, find_symbol, has_word, is_unknown, nearest_word
from judgeaudit.text.evidence.presence_things import find_things
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.term_index import content_words
from judgeaudit.text.evidence.terms import Standing, find_term
from judgeaudit.text.quotes import Quote

Span = tuple[int, int]

_MOST_WORDS = 3
_VERBS = (
    r"(?:mentions?|mentioned|recommends?|suggests?|proposes?|introduces?|advertises?|promotes?|praises?|greets\s+(?:\w+\s+){1,2}as|signed(?:\s+(?:by"
    r"|as|off\s+as))?"
    r"|given\s+as|reads|(?:opens|starts|begins|ends|closes)\s+with|entitled|headed|addresses\s+(?:\w+\s+){1,2}as|names?|cites?|cited|includes?"
    r"|included|contains?|contained|uses?|used|using|calls|invokes?"
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
_PART = re.compile(r"\b(?:the|its|an?|['’]s)\s+(?:greeting|salutation|signature|sign-off)\s+(?:reads\s+|is\s+)?\Z", re.IGNORECASE)
"""A part of the text that holds a name."""
_CITED = re.compile(rf"\b{_VERBS}\s+(?:(?:the|a|an|its|exact|literal|same|single|actual|also|explicitly)\s+){{0,3}}(?:{_NOUNS}\s+)?\Z", re.IGNORECASE)
_STANDS = re.compile(
    rf"\s*(?:{_NOUNS}\s+)?(?:also\s+|clearly\s+|even\s+)?(?:appears?|occurs?|shows?\s+up|(?:is|are|was)\s+(?:also\s+"
    rf"|explicitly\s+)?(?:mentioned|used"
    rf"|present|there|included|called|named|cited|written"
    r"|found|imported|defined))(?:\s+\w{2,14}ly)?(?:\s+(?:in|on|at|without|too|so|throughout|often|again|there|here|twice|once|several|three|\d+)\b"
    r"|\s*[.,;:!?)]"
    r"|\s*\Z|\s+(?:and|but)\b)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\s*(?:[.,;:!?)]|\Z|\w{2,14}ly\b|(?:and|or|but|in|on|at|to|for|as|from|with|once|twice|several|which|when|where|that"
    r"|while|because|instead|rather|account|plan|tier|package|button|tab|menu|option|page|section|heading|label|category|mode|feature|setting|folder"
    r"|field|column"
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
_REFUSED = re.compile(
    r"\s*(?:(?!which|that|who)\w+\s+)?(?:is\s+(?:what|how|where|the|better|preferred|faster|safer|available|needed|required)\b|(?:is|was|are|were|does"
    r"|do|did|has)\s*(?:not|never|n['’]t)\b|never\b|(?:would|should|could|might)\b)",
    re.IGNORECASE,
)
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
    return [claim for claim in [*claims, *find_things(reading, sources, used)] if claim is not None]


_RECOMMENDS = re.compile(
    r"\b(?:recommends?|recommending|suggests?|suggesting|proposes?|advises?|tells?|asks?|instructs?|tips?|advice|suggestion|recommendation|hints?"
    r"|uses?|using|runs?|running"
    r"|mentions?|refers?\s+to|relies\s+on|names?)\s+(?:(?:to|the|a|an|user|reader|customer|them|her|him|us|use|using|run|running|call|calling|try"
    r"|trying|with|of|on|about|about"
    r"|command|function|column|flag|option|type|typing|install|installing|add|adding|set|setting|enter|entering|execute|executing)\s+){0,5}\Z",
    re.IGNORECASE,
)
"""How code is said to be in a text, right before it."""


_SAID = re.compile(r"\b(?:says?|writes?|reads|(?:opens|starts|begins|ends|closes)\s+with)\s+(?:(?:the|a|an|also|even)\s+){0,2}\Z", re.IGNORECASE)
"""After these stands a quote: fewer than four words of it may be put in other words."""
_DENSE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]")


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
    if _DENSE.search(quote.text) or (_SAID.search(before) and not code and not quote.text.istitle()):
        return False
    if code and _RECOMMENDS.search(before) and not _OURS.search(near):
        return True
    if _STANDS.match(after) and (_LABELLED.search(before) or code):
        return True
    if quote.text.istitle() and _PART.search(before):
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
    if " " in word and not _is_clear(word, sources):
        return EvidenceClaim(
            "presence", reading.text[start:end], "unchecked", why=f"not '{word}', but words of it stand there", claim_start=start, claim_end=end
        )
    near = nearest_word(word, sources) if _SYMBOL.fullmatch(word) or " " not in word else None
    why = f"'{word}' stands nowhere in the {where}" + (f"; the nearest is '{near[3]}'" if near else "")
    source, first, last, text = near or (None, None, None, None)
    return EvidenceClaim("presence", reading.text[start:end], "false", source, first, last, text, why, start, end)


_DEAR = re.compile(r"\A(?:Dear|Hi|Hello|Hey)\s")


def _is_clear(words: str, sources: Sources) -> bool:
    """Whether some word of several is in no text: of a name all, of others one that says something."""
    words = _DEAR.sub("", words)
    known = [has_word(word, sources) for word in re.findall(r"[\w'’-]{2,}", words) if not word.isdigit()]
    return is_unknown(words, sources) if words.istitle() else not all(known)


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
