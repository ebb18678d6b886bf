"""The quotes of a rationale: which of them are evidence, and whether they stand where it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.domain.evidence import FOUND_STATES, EvidenceClaim
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.language import language_of
from judgeaudit.text.evidence.quote_places import VERBATIM, is_placed, misplaced, says_it
from judgeaudit.text.evidence.quote_states import LEAST_WORDS, Standing, says_little, size, standing
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.quotes import Quote

READ = frozenset(("en", "de", "fr", "es", "zh", "ja"))
"""Languages whose rationales are read for what they claim; of others only what stands in the sources is said."""

_LEAD = 70
_SAYS = re.compile(
    r"\b(?:say|says|said|saying|state|states|stated|stating|write|writes|wrote|written|read|reads|mention|mentions|mentioned|mentioning|quote|quotes|quoted|quoting|"
    r"cite|cites|cited|citing|claim|claims|claimed|claiming|include|includes|included|including|contain|contains|give|gives|gave|giving|tell|tells|told|telling|"
    r"note|notes|noted|noting|explain|explains|explained|explaining|answer|answers|answered|respond|responds|specify|specifies|specified|declare|declares|assert|asserts|asserting|"
    r"report|reports|reported|list|lists|use|uses|using|repeat|repeats|provide|provides|begin|begins|end|ends|open|opens|close|closes|opening|closing|"
    r"according|evidenced|evidence|phrase|phrases|phrasing|sentence|sentences|line|lines|passage|statement|wording|words|heading|example|e\.g|such as|like|"
    r"call(?:s|ed)? (?:it|this|that|them)|greeting|closing|title|formula|slogan|question|command|comment|"
    r"zusatz|formulierung|satz|wendung|stelle|aussage|passage|anrede|formule|expression|mention|frase|oraci\u00f3n|f\u00f3rmula|expresi\u00f3n|"
    r"items?|steps?|bullets?|rows?|entry|paragraph|label|slogan|"
    r"promise|promises|promised|promising|ask|asks|offer|offers|advise|advises|warn|warns|add|adds|adding|point|points|describe|describes|with|where|that|as|"
    r"sagt|schreibt|steht|hei(?:\u00df|ss)t|erw\u00e4hnt|zitiert|nennt|lautet|gibt|behauptet|verspricht|erfindet|dass|laut|inventa|sostiene|tiene|que|seg\u00fan|invente|selon|dit|\u00e9crit|mentionne|indique|cite|affirme|pr\u00e9cise|dice|escribe|menciona|indica|cita|afirma)\b"
    r"|[\u5199\u5beb\u8bf4\u8aaa\u63d0\u79f0\u7a31\u66f8\u8ff0\u5f15]|:\s*\W*$|\u3068",
    re.IGNORECASE,
)
_SAID_AFTER = re.compile(
    r"\W{0,6}(?:is|are|was|were|as|appears?|stands?|occurs?|says|said|states?|writes?|from|in|at|\(|which|shows?|indicates?|implies|suggests?|makes?|tells?|gives?|on|"
    r"seems?|sounds?|feels?|reads?|looks?|remains?|validates?|sets?|works?|adds?|explains?|captures?|conveys?|confuses|contradicts?|ignores?|overstates?|misleads?|"
    r"repeats?|answers?|has|does|names?|(?:ist|sind|klingt|wirkt|steht|trifft|passt|est|sont|semble|sonne|es|son|suena|resulta)\b)\b"
    r"|[\u300d\u300f\u201d\"]?(?:\u3068\u3044\u3046(?:\u4e00\u6587|\u6587|\u8868\u73fe|\u8a00\u8449|\u8a18\u8ff0|\u7b87\u6240|\u6587\u8a00)|\u8fd9(?:\u53e5|\u4e00\u53e5)|\u7684(?:\u8bf4\u6cd5|\u8868\u8ff0))",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\b(?:titled|entitled|called|named|dubbed|nicknamed|labell?ed|known as|referred to as|film|movie|book|novel|song|poem|album|play|series|show|essay|paper|story|"
    r"painting|magazine|journal|documentary|chapter|section|game|band|genannt|titre|titulado|appel\u00e9e?)\s?,?\s?(?:as\s)?[\W_]{0,4}$",
    re.IGNORECASE,
)
_TERM = re.compile(
    r"(?<![(\[])\b(?:so[- ]called|the (?:term|word|concept|notion|idea|label|category|criterion|aspect|verdict|rating|score|grade)s?(?: of| for)?|defined? as|definition of|sense of|"
    r"kind of|sort of|type of|meaning|means|what (?:we|one|is) (?:might |would |could )?calls?(?:ed)?|as in|a|an|rated?|rating of|verdict(?: is)?|score of|marked(?: as)?|"
    r"sogenannte[nrs]?|sogenannten|soi-disant|so genannt|llamad[oa])\s?[\W_]{0,4}$",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:should|ought|could|would(?! (?:mislead|confuse|lose|cost|cause|let|leave|send|put|have (?:users|people|customers|readers|the|a|her|him|them)\b))|must|needs? to|instead of|rather than|(?<!does )(?<!do )(?<!is )(?<!are )(?<!much )(?<!far )(?<!works )better|ideally|something like|for example|e\.g\.|along the lines of|rephrased? (?:as|to)|rewritten (?:as|to)|replaced? (?:by|with)|"
    r"translat\w+|meaning|means|i\.e\.|in english|in other words|paraphrased?|if it (?:had )?said|(?:might|may) (?:be|have been)|sollte|w\u00e4re|devrait|deber\u00eda|besser|mieux|mejor)\b[^.!?\n]{0,40}$",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|no|nor|nothing|without|neither|n't|nowhere|isn't|doesn't|don't|didn't|lacks?|omits?|fails?|nicht|kein\w*|pas|ne|nunca|ni)\b[^.!?\n]{0,30}$",
    re.IGNORECASE,
)
_ADVICE = re.compile(r"\b(?:says?|states?|recommends?|advises?|informs?|tells?|suggests?|asks?|would have)\b[^.!?\n\"\u201c\u201d]{0,60}[\"\u201c]?$", re.IGNORECASE)
_QUOTED = re.compile(
    r"\b(?:says?|states?|writes?|with|reads?|claims?|adds?|begins?|starts?|ends?|mentions?|quotes?)\b[\W_]{0,3}(?:that\b)?[\W_]{0,4}$|:\W*$", re.IGNORECASE
)
_ARTICLE = re.compile(r"\b(?:a|an|the|this|that|its|their|such|usual|classic|typical|familiar|old|same|common|well-known|kind of|sort of)\s[\W_]{0,3}$", re.IGNORECASE)
_MANNER = re.compile(
    r"[\"'\u201d\u2019\u00bb]{1,2}[ -](?:\w+\s)?(?:tone|attitude|approach|advice|style|mentality|feel|feeling|vibe|philosophy|mindset|strategy|kind|sort|type|trap|fallacy|"
    r"problem|structure|format|pattern|rule|myth|clich\u00e9|stance|principle|effect|theorem|law|method|model|framework|syndrome|paradox|logic|mode|mood|flavou?r|moment|"
    r"thinking|culture|policy|game|trope|narrative|framing|argument|scenario|situation)s?\b",
    re.IGNORECASE,
)
_ALL_THERE_IS = re.compile(r"[\"'\u201d\u2019\u00bb]{1,2} (?:is|are|was) (?:the only|all|the sole)\b", re.IGNORECASE)
_WRONGLY = re.compile(r"\b(?:should|ought)(?: not|n['\u2019]t) (?:to )?have \w+[^.!?\n]{0,30}$", re.IGNORECASE)
_OPENS = re.compile(r"\b(?:opens?|begins?|starts?|ends?|closes?|says?|writes?|states?)\b[^.!?\n]{0,30}$", re.IGNORECASE)
_TURN = re.compile(r"\b(?:since|because|as|but|instead|though|although|whereas|while|however)\b|[,;:](?=\s\w)", re.IGNORECASE)
_CONTRASTED = re.compile(r",\s(?:and\s|but\s)?not\s[\"'\u201c\u2018\u201e\u00ab`]{1,2}$", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:says?|states?|recommends?|advises?|informs?\s\w{1,12}|tells?\s\w{1,12}|claims?|and)\sthat\s(?:the\s)?\w{1,14}\s(?:should|must|ought)\b[^.!?\n]{0,30}$",
    re.IGNORECASE,
)
"""What one should do, as the text has it."""
_READS = re.compile(r"\bhei(?:\u00df|ss)t\ses\b[^.!?\n]{0,25}$", re.IGNORECASE)
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
        if quote.start < last or used.meets(quote.start, quote.end) or _is_code(quote):
            continue
        claim = _claim(reading, sources, quote)
        if claim is not None:
            found.append(claim)
            last = quote.end
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


def _claim(reading: Reading, sources: Sources, quote: Quote) -> EvidenceClaim | None:
    text, place = quote.text, (quote.start, quote.end)
    if quote.marks == ">":
        text = re.sub(r"\n[ \t]{0,3}>[ \t]?", "\n", text)
    before = (reading.bare or reading.text)[max(0, reading.at(quote.start).start, quote.start - _LEAD) : quote.start]
    mood = reading.mood_at(quote.start)
    n = size(text)
    places = reading.places_at(quote.start, quote.end)
    only = _ALL_THERE_IS.match(reading.text, quote.end) is not None
    told = mood == "suggested" and _TOLD.search(before) is not None
    if (mood in ("denied", "suggested") and n >= LEAST_WORDS and (only or (places and (told or _reported(before, mood))))) or (
        mood == "restated" and _READS.search(before)
    ):
        mood = "asserted"
    if mood == "denied" or _CONTRASTED.search(before) or not any(character.isalnum() for character in text):
        return None
    negated = bool(_DENIED.search(before))
    found = standing(text, sources, negated=negated)
    if n < LEAST_WORDS:
        moved = n == LEAST_WORDS - 1 and mood == "asserted" and found.source not in places and says_it(reading, quote, places)
        if moved and found.state in ("exact", "normalised") and VERBATIM.search(before) and is_placed(reading, sources, quote, places, before):
            found = misplaced(standing(text, sources, places), found, places, before, said=True)
            return _made(text, place, found)
        return _short(text, place, found, before, mood, n)
    if found.state not in FOUND_STATES and (mood != "asserted" or _is_own(reading, quote, before)):
        return None
    if places and mood == "asserted" and found.state != "fabricated" and found.source not in places:
        inside = standing(text, sources, places, negated=negated)
        clear = is_placed(reading, sources, quote, places, before)
        found = inside if inside.state in FOUND_STATES or (not clear and inside.state == "altered" and found.state not in FOUND_STATES) else found
        found = misplaced(inside, found, places, before, said=says_it(reading, quote, places)) if clear and found is not inside else found
    if found.state == "fabricated":
        found = _doubted(text, found, sources)
        if found.state == "fabricated" and not _is_evidence(reading, quote, places, before):
            return _made(text, place, Standing("unchecked", None, None, None, found.nearest, why="nothing says that it is quoted from a text"))
        if found.state == "fabricated" and reading.language not in READ and reading.language:
            return _made(text, place, Standing("unchecked", None, None, None, found.nearest, why="the rationale's language is not read"))
    return _made(text, place, found)


def _short(text: str, place: tuple[int, int], found: Standing, before: str, mood: str, n: int) -> EvidenceClaim | None:
    """A quote of few words: found, altered in its number or by a denial, or too short to say anything of."""
    number = any(character.isdigit() for character in text) or (n == LEAST_WORDS - 1 and _one_change(found))
    if found.state in FOUND_STATES and found.state != "near" and not says_little(text) and (n > 1 or number):
        return _made(text, place, found)
    if number and n > 1 and mood == "asserted" and found.state == "altered" and _one_change(found):
        return _made(text, place, found) if not _WISHED.search(before) else None
    if mood != "asserted":
        return None
    return _made(text, place, Standing("unchecked", None, None, None, found.nearest, why=_TOO_SHORT))


def _one_change(found: Standing) -> bool:
    if len(found.edits) != 1:
        return False
    edit = found.edits[0]
    return (edit.matters in ("number", "unit") and edit.quoted != "" != edit.source) or (edit.matters == "negation" and "" in (edit.quoted, edit.source))


def _is_named(before: str, text: str, n: int) -> bool:
    """Whether the words before make a quote a title or a term."""
    if _TITLE.search(before):
        return True
    return bool(_TERM.search(before)) and n < 7 and not text.rstrip().endswith((".", "!", "?")) and not _OPENS.search(before)


def _is_own(reading: Reading, quote: Quote, before: str) -> bool:
    """Whether the words around a quote that stands nowhere make it the judge's: a title, a term, a manner of speaking, a wish."""
    if _is_named(before, quote.text, size(quote.text)) or _describes(reading, quote, before):
        return True
    return _WISHED.search(before) is not None and not _TOLD.search(before) and not _WRONGLY.search(before)


def _describes(reading: Reading, quote: Quote, before: str) -> bool:
    """Whether a quote is an adjective of the judge's: a "better safe than sorry" tone."""
    return _ARTICLE.search(before) is not None and _MANNER.match(reading.text, quote.end) is not None


def _reported(before: str, mood: str) -> bool:
    """Whether what is wished for, or said to be missing, is not the quote but what the sentence is about beside it."""
    if mood == "suggested":
        return _ADVICE.search(before) is not None
    cut = _TURN.split(before)[-1]
    return _QUOTED.search(cut) is not None and not _DENIED.search(cut)


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
    if places or quote.marks == ">" or _SAYS.search(before) or before.rstrip("\"'\u201c\u201e\u00ab\u300c` ").endswith(("(", "\uff08")):
        return True
    after = reading.text[quote.end + 1 : quote.end + 40]
    return not before.strip(" \"'\u201c\u201e\u00ab\u300c`*-") or bool(_SAID_AFTER.match(after))


def _made(text: str, place: tuple[int, int], found: Standing) -> EvidenceClaim:
    return EvidenceClaim("quote", text, found.state, found.source, found.start, found.end, found.nearest, found.why, *place, found.edits)


