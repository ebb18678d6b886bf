"""Does a name stand in the texts: as it is, without its title, in another spelling; and what of it no text has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz import fuzz, process

from judgeaudit.text.evidence.name_words import KINDS_OF_NAMES, OTHER_NAMES, TITLES
from judgeaudit.text.evidence.people import has_other_first_name
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.term_index import index_text, lemma
from judgeaudit.text.evidence.terms import Standing, find_term

Span = tuple[int, int]
Near = tuple[str, int, int, str]

SYMBOL = re.compile(
    r"https?://[^\s,;)\]\"'”<>]{2,200}|www\.[\w-]{1,60}\.[\w./-]{2,100}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,40}"
    r"|[A-Za-z_]\w{0,60}_\w{1,60}(?:\(\))?|[a-z]{1,30}[A-Z]\w{1,60}(?:\(\))?|[A-Za-z_]\w{1,60}(?:\.\w{1,60}){0,4}\(\)|[\w-]{1,60}\.(?:py|js|ts|json"
    r"|csv|txt|md|html|ya?ml|sh|sql|pdf|docx?|xlsx?|com|org|net|io)"
    r"|[A-Z]{2,6}-\d{2,10}|#\d{3,12}|(?:ISO|IEC|DIN|EN|RFC|PEP|IEEE|ANSI|ASTM|CVE|BS|IFRS|IAS|SOC|NIST|COVID|UTF)[ -]\d[\d.-]{0,12}\d"
    r"|(?<![\w@.])@[A-Za-z]\w{2,40}|(?<![\w#&])#[A-Za-z]\w{2,40}|(?<![\w-])--[a-z][a-z\d-]{1,40}"
)
"""Addresses, code symbols, file names and reference numbers."""

_DOUBLED = re.compile(r"(.)\1")
_NEAR = 75.0
_LAWS = frozenset(("Act", "Directive", "Convention", "Regulation", "Treaty", "Regulations", "Code", "Bill"))
"""Names of laws are made of common words."""


def find_name(name: str, sources: Sources) -> tuple[str, Standing] | None:
    """Where a name stands, as it is, without its title, in another spelling; a symbol only as it is."""
    if SYMBOL.fullmatch(name):
        return find_symbol(name, sources, tuple(sources.texts))
    forms = [name, re.sub(r"\(\)\Z|\Ahttps?://(?:www\.)?|/\Z", "", name), re.sub(r"\A(?:Dr|Mr|Mrs|Ms|Prof|St)\.?\s", "", name)]
    forms += [forms[-1].replace(pair, pair[0]) for pair in ("ue", "oe", "ae")]
    forms += [forms[-1].replace(".", "")] if re.fullmatch(r"(?:[A-Z]\.){2,5}", name) else []
    forms += [f"{name}s", name.removesuffix("s")] if name.isupper() or name[:-1].isupper() else []
    forms += OTHER_NAMES.get(forms[2], ())
    for where, text in sources.texts.items():
        for form in dict.fromkeys(forms):
            standing = find_term(form, text)
            if standing is not None:
                return where, standing
    return None


def find_symbol(symbol: str, sources: Sources, places: Sequence[str]) -> tuple[str, Standing] | None:
    """Where an address or an identifier stands: a whole one, of a call its name, of an address its end without the scheme."""
    bare = re.sub(r"\([^()]{0,80}\)\Z|\Ahttps?://(?:www\.)?|[/.]\Z", "", symbol)
    code = re.fullmatch(r"([A-Z]{2,6})[ -](\d[\d.-]*)", symbol)
    loose = rf"|{code[1]}(?:[/ ][A-Z]{{2,6}}){{0,2}}[-\W]{{0,2}}(?:nos?\.?\s)?{re.escape(code[2])}" if code else ""
    pattern = re.compile(rf"(?<!\w)(?:{re.escape(symbol)}|{re.escape(bare)}{loose})(?!\w)", re.IGNORECASE)
    for name in places:
        match = pattern.search(sources.texts[name])
        if match is not None:
            return name, Standing(*match.span(), "exact")
    return None


def missing_part(name: str, sources: Sources) -> str | None:
    """The word of a name that no text has, None where the name may be there in another form."""
    if SYMBOL.fullmatch(name):
        return name
    words: list[str] = [word for word in re.findall(r"[\w’'-]+", name) if word[0].isupper() and word.rstrip(".") not in TITLES and len(word) > 1]
    if name.isupper() and any(_may_spell(name, text) for text in sources.texts.values()):
        return None
    absent = [word for word in words if not has_word(word, sources)]
    if not absent:
        law = len(words) > 2 and words[-1] in _LAWS and not _is_capital(words[0], sources)
        return words[0] if law else None
    if len(absent) == 1 and len(words) > 1 and absent[0] == words[-2] and has_other_first_name(words[-1], sources):
        return absent[0]
    if absent[0] == words[0] and len(words) > 1 and not any(_is_capital(word, sources) for word in words[1:] if word not in absent):
        return absent[0]  # Apple Pay, where "pay" is only a verb
    last = words[-1].lower() in KINDS_OF_NAMES
    if len(absent) < len(words) and not (absent[0] == words[0] if last else len(words) == 2 and absent[0] == words[-1] and nearest_word(absent[0], sources)):
        return None
    return absent[0]


def _is_capital(word: str, sources: Sources) -> bool:
    """Whether a text has a word as part of a name, or in a form that may be one."""
    return any(re.search(rf"\b{re.escape(word[:4])}", text) is not None or text.islower() for text in sources.texts.values())


def is_unknown(name: str, sources: Sources) -> bool:
    """Whether no word of a name stands in any text, in no form.

    Example
    -------
    >>> is_unknown("Tom Hill", Sources({"response": "Ask Tom."})), is_unknown("Eva Berg", Sources({"response": "Ask Tom."}))
    (False, True)
    """
    if SYMBOL.fullmatch(name):
        return True
    words = [word for word in re.findall(r"[\w’'-]+", name) if word[0].isupper() and word not in TITLES]
    return bool(words) and not any(has_word(word, sources) for word in words)


def _may_spell(acronym: str, text: str) -> bool:
    """Whether the letters of an acronym stand in order in one or two capitalised words (KHM for Kunsthistorisches Museum)."""
    pattern = r"\w{0,20}\s?\w{0,20}?".join(re.escape(letter) for letter in acronym[:6] if letter.isalpha())
    match = re.search(rf"\b{acronym[0]}[a-z]", text) if acronym[0].isalpha() else None
    return match is not None and re.search(rf"\b{pattern}", text[match.start() : match.start() + 2_000], re.IGNORECASE) is not None


def has_word(word: str, sources: Sources) -> bool:
    """Whether a text has a word, or one that it is a part or a form of (Spain for Spanish)."""
    bare, root = lemma(word), lemma(word)[: max(4, len(lemma(word)) - 3)]
    others = OTHER_NAMES.get(word, ())
    for text in sources.texts.values():
        if (
            any(other in text for other in others)
            or find_term(word, text, apart=False) is not None
            or any(known.startswith(root) and abs(len(known) - len(bare)) > 1 for known in _by_start(text).get(root[:3], ()))
        ):
            return True
        if len(bare) > 3 and (bare in text.lower() or _DOUBLED.sub(r"\1", bare) in {_DOUBLED.sub(r"\1", known) for known in _by_start(text).get(root[:3], ())}):
            return True
    return False


@lru_cache(maxsize=64)
def _by_start(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in index_text(text).places:
        found.setdefault(word[:3], []).append(word)
    return found


@lru_cache(maxsize=64)
def _words(text: str) -> dict[str, Span]:
    """Names and symbols of a text to where they stand."""
    found: dict[str, Span] = {}
    for match in re.finditer(rf"{SYMBOL.pattern}|\w[\w'’-]{{2,40}}", text[:100_000]):
        found.setdefault(match[0], match.span())
    return found


def nearest_word(word: str, sources: Sources) -> Near | None:
    """The word of any text that is most like a word: source, start, end, text; None where none is alike."""
    best: tuple[float, Near] | None = None
    for name, text in sources.texts.items():
        words = _words(text)
        hit = process.extractOne(word, words.keys(), scorer=fuzz.ratio, score_cutoff=min(100.0, max(_NEAR, best[0] + 0.01 if best else 0.0)))
        if hit is not None:
            best = hit[1], (name, *words[hit[0]], hit[0])
    return best[1] if best else None
