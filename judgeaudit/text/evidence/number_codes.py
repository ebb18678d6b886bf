"""Numbers that are no amounts: telephone numbers, results of games and votes, numbered things ("platform 4"), values in code ("n=5")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.number_words import NOT_OF_A_TEXT, STATES, WORLD
from judgeaudit.text.evidence.said_again import mood_of
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.quantity_numbers import fold
from judgeaudit.text.quantity_words import word_list

Span = tuple[int, int]

MOST_CODES = 50
"""Codes of a rationale that are looked up, of each kind. Keeps the cost bounded."""

LEAST_DIGITS, SAME_END = 7, 7
"""Digits of a telephone number, and how many at its end are the same where one is written without its prefix (ours)."""

_NUMBER = re.compile(r"(?<![\w.,])\+?\(?[0-9][0-9()/ .-]{5,24}[0-9](?![\w]|[.,][0-9])")
_CALLED = re.compile(
    r"\b(?:phone|telephone|tel|call(?:s|ing)?|dial(?:ling)?|hotline|helpline|fax|isbn|mobile|iban|ring|telefon\w{0,6}|téléphone|teléfono)\b[^.;\n]{0,30}$"
)
_SCORE = re.compile(r"(?<![\w.,/-])(?P<a>[0-9]{1,3})(?: ?- ?| to | ?: ?)(?P<b>[0-9]{1,3})(?![\w%]|[-.,/:][0-9])")
_PLAYED = re.compile(
    r"\b(?:vot(?:e|es|ed|ing)|score[sd]?|won|win|wins|lost|los(?:es?|ing)|beat|beats|draw|drew|result|defeat\w{0,3}|victory|match|game|tally)\b[^.;\n]{0,30}$"
)
_PLAIN = re.compile(
    r"(?<![\w.,:/-])[0-9]{1,4}(?:\.[0-9]{1,3}){0,3}(?![\w%]|[.,:/-][0-9]| ?(?:%|days?|weeks?|months?|years?|hours?|minutes?|euros?|dollars?|-))"
)
_LABEL = re.compile(r"(?<!\w)([^\W\d_]{3,9}|art\.|sec\.|ch\.|§) ?$")
_LABELS = frozenset(
    word_list(
        "week platform gate room terminal track floor chapter article section zone bus route line flight unit module lesson act scene stage grade class day month "
        "year volume figure table appendix exit bay hall court lane woche gleis zimmer kapitel artikel semaine quai chambre chapitre andén capítulo artículo "
        "art. sec. ch. §"
    )
)
_POWER = re.compile(r"(?<![\w.,])(?P<m>[0-9]{1,6}(?:\.[0-9]{1,9})?)(?: ?[x×·*] ?10 ?(?:\^|\*\*)? ?|e)(?P<p>[-+]?[0-9]{1,3})(?!\w|[.,][0-9])")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SHORT = {"art.": "article", "sec.": "section", "§": "section", "ch.": "chapter", "artikel": "article", "artículo": "article"}
_ASSIGNED = re.compile(r"(?<![\w.])(?P<name>[a-z_][\w]{0,30}) ?= ?(?P<n>-?[0-9]+(?:\.[0-9]+)?)(?![\w.])")
_SETS = re.compile(r"\b(?:default\w{0,2}|sets?|has|have|uses?|defines?|signature|initiali[sz]es?|passes)\b[^.;\n]{0,30}$")
_TRIED = re.compile(r"\b(?:for|if|when|suppose|say|try|case|input|test|calls?|calling|would|should|could|e\.g|like|assume|assuming|let|given)\b[^.;\n]{0,20}$")


def find_codes(reading: Reading, sources: Sources, taken: Sequence[Span]) -> list[EvidenceClaim]:
    """Numbers of a rationale that are no amounts, looked up as they are written.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    taken : sequence of (start, end)

    Returns
    -------
    list of EvidenceClaim
        kind "number"; false only where the rationale says that a text has it, and a text has another of the same kind.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "Call 0800-123-456. The vote was 7 to 2. Trains leave from platform 1."})
    >>> reading = read_rationale("It gives the phone number 0800-123-465, says the vote was 7-2 and names platform 4.", sources)
    >>> [(claim.text, claim.state) for claim in find_codes(reading, sources, [])]
    [('0800-123-465', 'false'), ('7-2', 'true'), ('platform 4', 'false')]
    """
    folded = fold(reading.bare or reading.text)
    if not any(c.isdigit() for c in reading.text):
        return []
    used, found = Stretches(taken), []
    for read in (_called, _scored, _labelled, _assigned, _scientific):
        for start, end, state, why in read(reading, sources, folded)[:MOST_CODES]:
            if not used.meets(start, end):
                used.add(start, end)
                found.append(EvidenceClaim("number", reading.text[start:end], state, why=why, claim_start=start, claim_end=end))
    return sorted(found, key=lambda claim: claim.claim_start)


_Found = tuple[int, int, State, str]


def _said(reading: Reading, folded: str, start: int, end: int) -> bool:
    """Whether a text is said to have what stands here."""
    before = folded[max(reading.at(start).start, start - 120) : start]
    after = folded[end : end + 30]
    return (
        mood_of(reading, start) == "asserted"
        and STATES.search(before) is not None
        and WORLD.search(before) is None
        and NOT_OF_A_TEXT.search(before[-60:]) is None
        and NOT_OF_A_TEXT.search(after) is None
    )


def _state(reading: Reading, folded: str, span: Span, *, held: bool, others: bool) -> tuple[State, str]:
    if held:
        return "true", "a text has it"
    if others and _said(reading, folded, *span):
        return "false", "no text has it, only others of its kind"
    return "unchecked", "it is not said to stand in a text, or they have none of its kind"


def _called(reading: Reading, sources: Sources, folded: str) -> list[_Found]:
    found: list[_Found] = []
    for m in _NUMBER.finditer(folded):
        digits, before = _digits(m[0]), folded[max(0, m.start() - 40) : m.start()]
        if len(digits) < LEAST_DIGITS or not (m[0][0] in "+(" or _CALLED.search(before) is not None):
            continue
        known = [one for text in sources.texts.values() for one in _numbers(fold(text))]
        held = any(
            one == digits or (min(len(one), len(digits)) >= SAME_END and (one.endswith(digits.lstrip("0")) or digits.endswith(one.lstrip("0"))))
            for one in known
        )
        held = held or any(m[0].strip() in fold(text) for text in sources.texts.values())
        found.append((*m.span(), *_state(reading, folded, m.span(), held=held, others=any(abs(len(one) - len(digits)) <= 3 for one in known))))
    return found


def _digits(text: str) -> str:
    return re.sub(r"[^0-9]", "", text)


@lru_cache(maxsize=64)
def _numbers(folded: str) -> tuple[str, ...]:
    return tuple(digits for m in _NUMBER.finditer(folded) if len(digits := _digits(m[0])) >= LEAST_DIGITS)


def _scored(reading: Reading, sources: Sources, folded: str) -> list[_Found]:
    found: list[_Found] = []
    for m in _SCORE.finditer(folded):
        if _PLAYED.search(folded, max(0, m.start() - 50), m.start()) is None:
            continue
        known = {(one["a"], one["b"]) for text in sources.texts.values() for one in _SCORE.finditer(fold(text))}
        held = (m["a"], m["b"]) in known or (m["b"], m["a"]) in known
        found.append((*m.span(), *_state(reading, folded, m.span(), held=held, others=any({m["a"], m["b"]} & set(one) for one in known))))
    return found


def _labelled(reading: Reading, sources: Sources, folded: str) -> list[_Found]:
    found: list[_Found] = []
    for start, end, label, number in _labels(folded):
        known = {one[3] for text in sources.texts.values() for one in _labels(fold(text)) if one[2] == label}
        state, why = _state(reading, folded, (start, end), held=number in known, others=bool(known))
        anywhere = state == "false" and any(
            re.search(rf"(?<![\w.,]){re.escape(number)}(?![\w%]|[.,][0-9])", text) is not None for text in sources.texts.values()
        )
        if state != "unchecked" and not anywhere:
            found.append((start, end, state, why))
    return found


@lru_cache(maxsize=64)
def _labels(folded: str) -> tuple[tuple[int, int, str, str], ...]:
    """Numbered things of a text: where they stand, what they are, and their number."""
    found = []
    for m in _PLAIN.finditer(folded):
        label = _LABEL.search(folded, max(0, m.start() - 12), m.start())
        if label is not None and label[1] in _LABELS:
            found.append((label.start(), m.end(), _SHORT.get(label[1], label[1]), m[0]))
    return tuple(found)


def _assigned(reading: Reading, sources: Sources, folded: str) -> list[_Found]:
    found: list[_Found] = []
    folded = fold(reading.text)  # those in back-ticks too
    for m in _ASSIGNED.finditer(folded) if "=" in folded else ():
        before = folded[max(0, m.start() - 60) : m.start()]
        if _SETS.search(before) is None or _TRIED.search(before) is not None or mood_of(reading, m.start()) != "asserted" or WORLD.search(before) is not None:
            continue
        known = {one["n"] for text in sources.texts.values() for one in _ASSIGNED.finditer(fold(text)) if one["name"] == m["name"]}
        if known:
            held = m["n"] in known
            found.append((*m.span(), "true" if held else "false", "a text has it" if held else f"the texts have {m['name']} = {', '.join(sorted(known))}"))
    return found


def _scientific(reading: Reading, sources: Sources, folded: str) -> list[_Found]:
    """ "6.022 x 10^23": the number before the power alone says little."""
    found: list[_Found] = []
    for m in _POWER.finditer(folded.translate(_RAISED)):
        known = {(float(one["m"]), int(one["p"])) for text in sources.texts.values() for one in _POWER.finditer(fold(text).translate(_RAISED))}
        held = (float(m["m"]), int(m["p"])) in known
        found.append((*m.span(), *_state(reading, folded, m.span(), held=held, others=any(float(m["m"]) == one[0] for one in known))))
    return found
