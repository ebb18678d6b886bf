"""How often a term stands in a text, where a rationale says so: 'the word "refund" appears three times'."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.count_phrases import quantities_of
from judgeaudit.text.evidence.count_words import DEMANDS
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.tolerance import Verdict, holds
from judgeaudit.text.quantity_numbers import cjk_value, fold
from judgeaudit.text.quantity_words import SMALL

MOST_SAID = 100
"""Stated occurrences of a rationale that are counted again. Keeps the cost bounded."""

_NUMBER = r"(?:[0-9]{1,3}|[^\W\d_]{2,12}(?:[ -][^\W\d_]{2,6})?)"
_ONCE = {
    "once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4, "fünfmal": 5, "sechsmal": 6, "siebenmal": 7, "achtmal": 8,
    "a single time": 1, "une fois": 1, "une seule fois": 1, "una vez": 1, "una sola vez": 1,
}  # fmt: skip
_TIMES = rf"(?P<once>{'|'.join(_ONCE)})\b|(?P<n>{_NUMBER}) ?(?:times\b|x\b|×|mal\b|fois\b|veces\b|separate times\b)"
_BOUND = (
    r"(?P<bound>(?:about|around|roughly|over|more than|at least|at most|up to|fewer than|less than|no more than|no fewer than|"
    r"mindestens|au moins|al menos|mehr als|plus de|más de) )?"
)
_SOFT = r"(?:(?:only|just|exactly|precisely|a total of|as many as|no fewer than|not|nur|seulement|solo|genau) ){0,2}"
_MARK = r" ?[\"'“”„‘’«»‹›`*」』]{1,3}"
_SHOWS = (
    r"(?:appears?|occurs?|shows up|comes up|turns up|crops up|features?|recurs|(?:is|are|was|gets|being) (?:used|mentioned|repeated|"
    r"written|included|named|stated|present|found|said|"
    r"invoked|there)|used|mentioned|repeated|appearing|occurring|kommt|erscheint|steht|taucht|wird|apparaît|figure|est utilisé|"
    r"revient|aparece|se repite|se usa|figura)"
)
_SHOWN_AFTER = re.compile(
    rf"{_MARK},?(?: [^\W\d_]{{2,12}}){{0,3}},? {_SHOWS} (?:[^\W\d_]{{3,14}}ly |a total of |im text |in the (?:response|reply|text|answer|"
    rf"email|output) )?{_BOUND}{_SOFT}(?:{_TIMES})"
)
_DIRECTLY_AFTER = re.compile(rf"{_MARK},? {_SOFT}{_BOUND}{_SOFT}(?:{_TIMES})")
_DENSE_AFTER = re.compile(
    r"[」』”\"』’]{1,2}[^\n。，、「『“\"]{0,12}?(?P<bound>至少|超过|約|约)?(?P<n>[0-9]{1,3}|[一二三四五六七八九十两]{1,3})(?:次|回|遍|度)"
)
_COUNT_OF = re.compile(
    r"(?P<n>[0-9]{1,3}|[a-z]{3,12}) (?:occurrences?|mentions?|instances?|uses|repetitions?|appearances?) of (?:the )?(?:(?:word|"
    r"term|phrase|name|expression) )?[\"'“„‘«`*]{1,3} ?$"
)
_USES = re.compile(
    r"\b(?:mentions?|mentioning|mentioned|uses?|using|used|repeats?|repeating|says?|saying|contains?|includes?|writes?|names?|"
    r"invokes?|employs?|has|cites?|enthält|verwendet|nennt|"
    r"utilise|mentionne|répète|contient|usa|menciona|repite|contiene)(?: (?:the|das|le|la|el))?(?: (?:word|words|term|phrase|name|"
    r"expression|wort|mot|palabra|exact phrase))? [\"'“„‘«‹`*]{1,3} ?$"
)
_PART = re.compile(
    r" ?,? (?:in|within|on|at|per|inside) (?:(?:the|its|a|each|every|one|two) (?!response|reply|text|answer|email|output|message|"
    r"essay|summary|entire|whole|story|poem|letter)|\w+ing )"
)
_WORDED = re.compile(
    rf"\bthe (?:word|term|name) (?P<term>[^\W\d_][\w-]{{1,30}}) {_SHOWS} (?:[^\W\d_]{{3,14}}ly )?{_BOUND}{_SOFT}(?:{_TIMES})|"
    rf"\b(?:uses|mentions|repeats|contains|says) the (?:word|term|name) "
    rf"(?P<term2>[^\W\d_][\w-]{{1,30}}) {_BOUND.replace('bound', 'bound2')}{_SOFT}(?:{_TIMES.replace('once>', 'once2>').replace('<n>', '<n2>')})"
)
_BOUNDS = {
    "about": "about", "around": "about", "roughly": "about", "約": "about", "约": "about", "over": "more",
    "more than": "more", "mehr als": "more", "plus de": "more", "más de": "more",
    "超过": "more", "at least": "over", "no fewer than": "over", "mindestens": "over",
    "au moins": "over", "al menos": "over", "至少": "over", "at most": "under", "up to": "under",
    "no more than": "under", "fewer than": "fewer", "less than": "fewer",
}  # fmt: skip
_RELATIVE = re.compile(r"\b(?:which|that)\b")
"""After these the term is what a response is about, and counted perhaps in another text."""

_NO_TERM = frozenset(("that", "which", "is", "it", "only", "count", "limit", "counts", "and", "or", "just", "at", "more"))
_APART = re.compile(r"(?<=\w) (?='(?:s|m|d|t|re|ve|ll)\b|n't\b)")
_STEM = re.compile(r"(?:ies|es|s|ed|d|ing|y|e)$")
_TRIGGER = re.compile(
    r"times\b|once\b|twice\b|thrice\b|\d ?[x×]|mal\b|fois\b|veces\b|\bvez\b|occurrence|mention|instance|uses of|repetition|appearance|single time|[次回遍度]"
)


@dataclass(frozen=True, slots=True)
class _Said:
    term: str
    value: float
    bound: str
    start: int
    end: int
    text: str


def check_occurrences(reading: Reading, sources: Sources) -> list[EvidenceClaim]:
    """Stated numbers of occurrences of a word or phrase, counted again.

    Parameters
    ----------
    reading : Reading
    sources : Sources

    Returns
    -------
    list of EvidenceClaim
        kind "count". A term counts with and without its other cases and endings, and within longer words: false only outside of all.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "A refund is late. Refunds take time."})
    >>> [(c.text, c.state) for c in check_occurrences(read_rationale('The word "refund" appears five times.', sources), sources)]
    [('"refund" appears five times', 'false')]
    """
    folded = fold(reading.bare or reading.text)
    if _TRIGGER.search(folded) is None:
        return []
    said = [*_quoted(reading, folded), *_worded(reading, folded)]
    return [claim for one in said[:MOST_SAID] if (claim := _checked(reading, sources, one)) is not None]


def occurrences(text: str, term: str) -> tuple[int, int]:
    """The fewest and the most times that a term may be said to stand in a text.

    Example
    -------
    >>> occurrences("Refund or refunds? A refund.", "refund")
    (1, 3)
    """
    term = _joined(" ".join(term.strip(" .,;:!?").split()))
    flat = _joined(" ".join(text.split()))
    if not term:
        return 0, len(flat)
    whole = re.compile(rf"(?<!\w){re.escape(term)}(?!\w)") if term[0].isascii() else re.compile(re.escape(term))
    stem = _STEM.sub("", term.casefold()) if len(term) > 4 else term.casefold()
    folded = flat.casefold().replace("’", "'")
    loose = folded.count(stem.replace("’", "'") if len(stem) > 2 else term.casefold())
    return min(len(whole.findall(flat)), loose), loose


def _joined(text: str) -> str:
    """A text without the blanks that tokenised texts have in contractions: he 's, do n't."""
    return _APART.sub("", text.replace("’", "'"))


def _quoted(reading: Reading, folded: str) -> list[_Said]:
    found = []
    last = -1
    for quote in reading.quotes:
        if quote.start < last or quote.end - quote.start > 80:
            continue
        last = quote.end
        after, before = folded[quote.end : quote.end + 90], folded[max(0, quote.start - 60) : quote.start]
        m = _SHOWN_AFTER.match(after) or _DENSE_AFTER.match(after)
        uses = _USES.search(before)
        if m is None and uses is not None:
            m = _DIRECTLY_AFTER.match(after)
        if m is not None and _PART.match(folded, quote.end + m.end()) is None:
            value = _value(m)
            if value is not None:
                start = quote.start - len(quote.marks[:1]) if uses is None else quote.start - len(before) + uses.start()
                found.append(_Said(quote.text, value, _BOUNDS.get((m["bound"] or "").strip(), ""), start, quote.end + m.end(), m[0]))
            continue
        counted = _COUNT_OF.search(before)
        if counted is not None and (number := _number(counted["n"])) is not None:
            start = quote.start - len(before) + counted.start()
            bound = next((q.bound for q in quantities_of(reading.bare or reading.text) if q.start == start), "")
            found.append(_Said(quote.text, number, bound, start, quote.end + len(quote.marks[1:2]), ""))
    return found


def _worded(reading: Reading, folded: str) -> list[_Said]:
    found = []
    for m in _WORDED.finditer(folded):
        if (m["term"] or m["term2"]) in _NO_TERM:
            continue
        term, once, n = m["term"] or m["term2"], m["once"] or m["once2"], m["n"] or m["n2"]
        value = float(_ONCE[once]) if once else _number(n)
        if value is not None and _PART.match(folded, m.end()) is None:
            at = m.start("term") if m["term"] else m.start("term2")
            found.append(_Said(reading.text[at : at + len(term)], value, _BOUNDS.get((m["bound"] or m["bound2"] or "").strip(), ""), m.start(), m.end(), ""))
    return found


def _value(m: re.Match[str]) -> float | None:
    once = m.groupdict().get("once")
    return float(_ONCE[once]) if once else _number(m["n"])


def _number(word: str) -> float | None:
    if word.isdigit():
        return float(word)
    if word in ("no", "several", "many", "multiple"):
        return None
    small = SMALL.get(word.replace("-", " "), SMALL.get(word.split()[-1]))
    return float(small) if small is not None else cjk_value(word) if not word.isascii() else None


def _checked(reading: Reading, sources: Sources, said: _Said) -> EvidenceClaim | None:
    clause = reading.at(said.start)
    before = fold((reading.bare or reading.text)[max(clause.start, said.start - 60) : said.start])
    if reading.mood_at(said.start) in ("suggested", "conditional", "outside") or DEMANDS.search(before) is not None:
        return None
    places = tuple(name for name in reading.places_at(said.start, said.end) if name in sources.texts)
    names = places or (tuple(name for name in sources.texts if name != "rubric") if said.value else sources.judged)
    term = said.term if said.value else said.term.casefold()  # "Rain" is there where "rain" is said not to be
    ranges = {name: occurrences(sources.texts[name] if said.value else sources.texts[name].casefold(), term) for name in names}
    verdicts = {name: _verdict(said, counted) for name, counted in ranges.items()}
    state: State = "unchecked"
    elsewhere = [name for name in sources.texts if name not in names and name != "rubric"] if _RELATIVE.search(said.text) else []
    if all(verdict == "false" for verdict in verdicts.values()):
        borne_out = any(_verdict(said, occurrences(sources.texts[name], said.term)) == "true" for name in elsewhere)
        state = "unchecked" if borne_out else "false"
    elif "true" in verdicts.values():
        state = "true"
    judged = [name for name in names if name in sources.judged] or list(names)
    name = next((name for name in judged if verdicts[name] == state), judged[0])
    low, high = ranges[name]
    number = f"{low}" if low == high else f"{low} to {high}"
    why = f'the {name} has "{said.term}" {number} times{f", not {said.value:g}" if state == "false" else ""}'
    text = reading.text[said.start : said.end]
    return EvidenceClaim("count", text, state, name if state != "unchecked" else None, why=why, claim_start=said.start, claim_end=said.end)


def _verdict(said: _Said, counted: tuple[int, int]) -> Verdict:
    if said.value == 0:
        return "true" if counted[1] == 0 else "false" if counted[0] else "unclear"
    if said.bound in ("more", "fewer"):
        shifted = said.value + (1 if said.bound == "more" else -1)
        return holds(shifted, shifted, "over" if said.bound == "more" else "under", counted, "occurrence")
    return holds(said.value, said.value, said.bound, counted, "occurrence")
