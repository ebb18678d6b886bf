"""The quotes of a rationale: which of them are evidence, and whether they stand where it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.domain.evidence import FOUND_STATES, EvidenceClaim
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.language import language_of
from judgeaudit.text.evidence.quote_moods import heard, is_answered, is_of_style, is_within_wish, mends, wishes
from judgeaudit.text.evidence.quote_places import VERBATIM, VERBATIM_STATES, elsewhere, is_placed, misplaced, placed, says_it
from judgeaudit.text.evidence.quote_states import LEAST_WORDS, Standing, lacks_denial, says_little, size, standing
from judgeaudit.text.evidence.quote_words import (
    ARTICLE,
    CONTRASTED,
    DEFINES,
    DENIED,
    MANNER,
    OF_REFERENCE,
    OPENS,
    QUOTED,
    SAID_AFTER,
    SAYS,
    TERM,
    TITLE,
    WISHED,
)
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.quotes import Quote

READ = frozenset(("en", "de", "fr", "es", "zh", "ja"))
"""Languages whose rationales are read for what they claim; of others only what stands in the sources is said."""

_LEAD = 70
_TOO_SHORT = "too short to check"


def check_quotes(reading: Reading, sources: Sources, taken: Sequence[tuple[int, int]]) -> list[EvidenceClaim]:
    """The quotes of a rationale that are offered as evidence.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    taken : sequence of (start, end)
        Stretches that other claims account for.

    Returns
    -------
    list of EvidenceClaim
        Of nested quotes the outer one. Scare quotes, titles, terms, suggestions and what is quoted as absent are none.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "Delivery takes 3 days."})
    >>> [claim.state for claim in check_quotes(read_rationale('It says "delivery takes 3 days", not "delivery is free of charge".', sources), sources, [])]
    ['normalised']
    """
    found: list[EvidenceClaim] = []
    used = Stretches(taken)
    last = 0
    for quote in reading.quotes:
        if quote.start < last or used.meets(quote.start, quote.end) or _is_code(quote) or _is_key(reading.text, quote):
            continue
        claim = _claim(reading, sources, quote)
        if claim is not None:
            found.append(claim)
            last = quote.end
        elif reading.mood_at(quote.start) == "suggested" or wishes(_before(reading, quote)):
            last = quote.end  # what a suggested wording quotes is suggested too
    return found


def check_quote(text: str, sources: Sources, *, start: int = 0, end: int | None = None, field: bool = False) -> EvidenceClaim:
    """A quote that is evidence without doubt, such as the quote field of a structured reason.

    Parameters
    ----------
    text : str
    sources : Sources
    start, end : int
        Where it stands in the rationale.
    field : bool
        It stands in a field of its own.

    Returns
    -------
    EvidenceClaim

    Example
    -------
    >>> check_quote("refunds are free of charge", Sources({"response": "Delivery takes 3 days."})).state
    'fabricated'
    """
    place = (start, start + len(text) if end is None else end)
    if says_little(text) or not size(text):
        return _made(text, place, Standing("unchecked", None, None, None, None, why=_TOO_SHORT))
    found = standing(text, sources)
    if found.state == "fabricated":
        found = _doubted(text, found, sources, field=field)
    return _made(text, place, found)


def _is_code(quote: Quote) -> bool:
    """Code symbols are names, and fenced code is mostly what the judge would write."""
    return quote.marks == "```" or (quote.marks == "``" and not any(character.isspace() for character in quote.text))


def _is_key(text: str, quote: Quote) -> bool:
    """The name of a field in an object that a program printed ({'accuracy': 3}): its own word, and none of the item's."""
    before, after = text[max(0, quote.start - _LEAD) : quote.start].rstrip(), text[quote.end : quote.end + _LEAD].lstrip()
    return after.startswith(":") and before.endswith(("{", ",")) and text.count("{", 0, quote.start) > text.count("}", 0, quote.start)


def _claim(reading: Reading, sources: Sources, quote: Quote) -> EvidenceClaim | None:
    text, place = quote.text, (quote.start, quote.end)
    if quote.marks == ">":
        text = re.sub(r"\n[ \t]{0,3}>[ \t]?", "\n", text)
    before = _before(reading, quote)
    n = size(text)
    places = reading.places_at(quote.start, quote.end)
    mood, sure = heard(reading, quote, before, words=n, placed=bool(places), least=LEAST_WORDS)
    if mood == "denied" or CONTRASTED.search(before) or is_within_wish(before) or not any(character.isalnum() for character in text):
        return None
    negated = bool(DENIED.search(before)) or is_of_style(reading, quote, before)
    found = standing(text, sources, negated=negated)
    if (not sure or is_answered(before)) and found.state not in VERBATIM_STATES and not _is_misread(found):
        return None
    if not sure and n > 1 and not says_little(text):
        return _made(text, place, found)  # asked for, or spoken of beside what is missing: no word of where
    if n < LEAST_WORDS:
        return _few(reading, sources, quote, text, before, mood, places, found)
    if found.state not in FOUND_STATES and (mood != "asserted" or _is_own(reading, quote, before, found)):
        return None
    if found.state == "near" and mends(before, mood):
        return None  # a better wording is mostly close to the one that it mends
    if places and mood == "asserted" and found.state != "fabricated" and found.source not in places:
        found = placed(reading, sources, quote, places, before, text, found, negated=negated)
    if found.state == "fabricated":
        found = _doubted(text, found, sources)
        why = _left_open(reading, sources, quote, places, before) if found.state == "fabricated" else ""
        if why:
            return _made(text, place, Standing("unchecked", None, None, None, found.nearest, why=why))
    return _made(text, place, found)


def _before(reading: Reading, quote: Quote) -> str:
    """The words before a quote in its clause, the insides of other quotes blanked."""
    return (reading.bare or reading.text)[max(0, reading.at(quote.start).start, quote.start - _LEAD) : quote.start]


def _few(reading: Reading, sources: Sources, quote: Quote, text: str, before: str, mood: str, places: Sequence[str], found: Standing) -> EvidenceClaim | None:
    """A quote of few words, looked up in the source that is named first."""
    place, n = (quote.start, quote.end), size(text)
    if places and n > 1 and found.source is not None and found.source not in places:
        inside, clear = standing(text, sources, places), is_placed(reading, sources, quote, places, before)
        verbatim = found.state in VERBATIM_STATES
        if inside.state in VERBATIM_STATES or (verbatim and clear and lacks_denial(inside) and not is_of_style(reading, quote, before)):
            found = inside
        elif n == LEAST_WORDS - 1 and mood == "asserted" and verbatim and clear and VERBATIM.search(before) and says_it(reading, quote, places):
            return _made(text, place, misplaced(inside, elsewhere(text, sources, found, places), places, before, said=True))
    return _short(text, place, found, before, mood, n)


def _left_open(reading: Reading, sources: Sources, quote: Quote, places: Sequence[str], before: str) -> str:
    """Why a quote that stands nowhere is not called invented, "" where it is."""
    if not _is_evidence(reading, quote, places, before):
        return "nothing says that it is quoted from a text"
    if not places and "reference" not in sources.texts and OF_REFERENCE.search(before):
        return "it is said to stand in a text that is not here"
    return "the rationale's language is not read" if reading.language and reading.language not in READ else ""


def _short(text: str, place: tuple[int, int], found: Standing, before: str, mood: str, n: int) -> EvidenceClaim | None:
    """A quote of few words: found, altered in its number or by a denial, or too short to say anything of."""
    number = any(character.isdigit() for character in text) or (n == LEAST_WORDS - 1 and _one_change(found))
    if found.state in FOUND_STATES and found.state != "near" and not says_little(text) and (n > 1 or number):
        return _made(text, place, found)
    if n == LEAST_WORDS - 1 and mood == "asserted" and found.state == "altered" and QUOTED.search(before) and _one_exchange(found):
        return _made(text, place, found)
    if number and n > 1 and mood == "asserted" and found.state == "altered" and _one_change(found):
        return _made(text, place, found) if not WISHED.search(before) else None
    if mood != "asserted":
        return None
    return _made(text, place, Standing("unchecked", None, None, None, found.nearest, why=_TOO_SHORT))


def _is_misread(found: Standing) -> bool:
    """Whether a source has a quote but for a name, a number, a date or a "not": close enough that it was read there."""
    return found.state == "altered" and all(edit.matters in ("number", "name", "date", "unit", "negation") and edit.quoted for edit in found.edits)


def _one_exchange(found: Standing) -> bool:
    """Whether one word that matters stands for another."""
    return len(found.edits) == 1 and found.edits[0].quoted != "" != found.edits[0].source


def _one_change(found: Standing) -> bool:
    if len(found.edits) != 1:
        return False
    edit = found.edits[0]
    return (edit.matters in ("number", "unit") and edit.quoted != "" != edit.source) or (edit.matters == "negation" and "" in (edit.quoted, edit.source))


def _is_named(before: str, text: str, n: int) -> bool:
    """Whether the words before make a quote a title or a term."""
    if TITLE.search(before):
        return True
    return bool(TERM.search(before)) and n < 7 and not text.rstrip().endswith((".", "!", "?")) and not OPENS.search(before)


def _is_own(reading: Reading, quote: Quote, before: str, found: Standing) -> bool:
    """Whether the words around a quote that stands nowhere make it the judge's: a title, a term, a manner of speaking, a wish."""
    exchanged = found.state == "altered" and any(edit.matters in ("number", "name", "date", "unit", "negation") for edit in found.edits)
    if not exchanged and (_is_named(before, quote.text, size(quote.text)) or _describes(reading, quote, before)):
        return True  # a title with another name in it is the text's title, misquoted
    return wishes(before)


def _describes(reading: Reading, quote: Quote, before: str) -> bool:
    """Whether a quote is an adjective of the judge's: a "better safe than sorry" tone."""
    if DEFINES.match(reading.text, quote.end) and before.rstrip(" \"'\u201c\u201e\u00ab").lower().endswith("what"):
        return True
    return ARTICLE.search(before) is not None and MANNER.match(reading.text, quote.end) is not None


def _doubted(text: str, found: Standing, sources: Sources, *, field: bool = False) -> Standing:
    """An invented quote, unless it is a translation; a short one only in a field of its own."""
    own = language_of(text)
    others = {language_of(body[:2000]) for name, body in sources.texts.items() if name != "rubric" and body.strip()}
    if own and others and "" not in others and own not in others and size(text) >= LEAST_WORDS:
        return Standing("unchecked", None, None, None, found.nearest, why="it is in another language than every source: perhaps a translation")
    if not field and size(text) < LEAST_WORDS and not any(character.isdigit() for character in text):
        return Standing("unchecked", None, None, None, found.nearest, why=_TOO_SHORT)
    return found


def _is_evidence(reading: Reading, quote: Quote, places: Sequence[str], before: str) -> bool:
    """Whether a quote is offered as taken from a text: it is said where, or that something says it."""
    if places or quote.marks == ">" or SAYS.search(before) or before.rstrip("\"'\u201c\u201e\u00ab\u300c` ").endswith(("(", "\uff08")):
        return True
    after = reading.text[quote.end + 1 : quote.end + 40]
    return not before.strip(" \"'\u201c\u201e\u00ab\u300c`*-") or bool(SAID_AFTER.match(after))


def _made(text: str, place: tuple[int, int], found: Standing) -> EvidenceClaim:
    return EvidenceClaim("quote", text, found.state, found.source, found.start, found.end, found.nearest, found.why, *place, found.edits)
