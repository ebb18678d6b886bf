"""Names that a rationale says a text has: people, places, organisations, addresses, identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from rapidfuzz import fuzz, process

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.name_words import KINDS_OF_NAMES, NO_NAMES, SPEECH, TITLES, TOLD, USE
from judgeaudit.text.evidence.people import has_other_first_name, other_title
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.term_index import index_text, lemma
from judgeaudit.text.evidence.term_words import STOP
from judgeaudit.text.evidence.terms import Standing, find_term

Span = tuple[int, int]
Near = tuple[str, int, int, str]

SYMBOL = re.compile(
    r"https?://[^\s,;)\]\"'”<>]{2,200}|www\.[\w-]{1,60}\.[\w./-]{2,100}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,40}"
    r"|[A-Za-z_]\w{0,60}_\w{1,60}(?:\(\))?|[a-z]{1,30}[A-Z]\w{1,60}(?:\(\))?|[A-Za-z_]\w{1,60}(?:\.\w{1,60}){0,4}\(\)|[\w-]{1,60}\.(?:py|js|ts|json"
    r"|csv|txt|md|html|ya?ml|sh|sql|pdf|docx?|xlsx?|com|org|net|io)"
    r"|[A-Z]{2,6}-\d{2,10}|#\d{3,12}"
)
"""Addresses, code symbols, file names and reference numbers."""

_NAME = re.compile(
    r"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.?\s)?(?:[A-Z][\w'’-]{1,30}|[A-Z]\.)(?:\s(?:(?:of|the|de|da|del|van|von|der|al|bin|la)\s){0,2}(?:[A-Z][\w'’-]{1,30}"
    r"|[A-Z]\.)){0,5}"
)
_VERB = re.compile(rf"\b(?:(?P<told>{TOLD})|(?P<cites>{SPEECH})|{USE})\b", re.IGNORECASE)
_STOP = re.compile(
    r"[.!?][\"'”’)]?(?=\s|\Z)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bProf\.)|[;:\n]|\((?!\))|\b(?:but|because|although|though|while|whereas"
    r"|which|instead|rather|unlike|like|than|should|could|would|not|if|unless|similar|compared"
    r"|contrary|correct|actual|real|actually|such|whereby|without|despite|where|since|whose)\b|n['’]t\b"
)
_BEFORE = re.compile(
    r"\b(?:not|never|no|nor|neither|without|cannot|fails?\s+to|should|could|would|must|might|may|if|unless|to|lacks?|instead\s+of|rather\s+than|i"
    r"|we)\s+(?:\w+\s+)?\Z|n['’]t\s+(?:\w+\s+)?\Z",
    re.IGNORECASE,
)
_CANDIDATE = re.compile(
    r"(?<=[\w,’'\"(] )(?!(?:Output|Response|Assistant|Answer|Option|Model|AI|I)\b)[A-Z][\w.]|[_@]|https?:|\(\)|www\.|[A-Z]-\d|#\d{3}|[a-z][A-Z]"
    r"|\w\.(?=(?:py|js|ts|json|csv|txt|md|html|ya?ml|sh|sql"
    r"|pdf|docx?|xlsx?|com|org|net|io)\b)"
)
_ADDRESS = re.compile(
    r"(?<![\w@/.])(?:https?://[^\s,;)\]\"'”<>]{2,200}|www\.[\w-]{1,60}\.[\w./-]{2,100}|[\w.+-]{1,64}@[\w-]{1,64}\.\w[\w.-]{1,40}|[\w-]{1,60}\.(?:py|js"
    r"|ts|json|csv|txt|md|html|ya?ml|sql|pdf|docx?|xlsx?)\b"
    r"|(?!ISO|RFC|UTF|COVID|CVE)[A-Z]{2,6}-\d{3,10}\b|#\d{3,12}\b)"
)
_WISHED = re.compile(
    r"\b(?:not|never|no|without|e\.g\.|such\s+as|like|for\s+example|instead|should|could|would"
    r"|rather|correct|must|might|may|if|than)\b|n['’]t\b",
    re.IGNORECASE,
)
_DOUBLED = re.compile(r"(.)\1")
_OURS = re.compile(r"(?:response|output|answer|assistant|option|model|candidate)s?_", re.IGNORECASE)
_ADJECTIVE = re.compile(r"\A\S+(?:[aeiy]an|ese|ish|esque)\Z")
_MOST_CLAIMS = 500
"""Of one rationale: more is no rationale."""
_REACH = 110
_WIDEST = {"cites": 6, "told": 14}
_NEAR = 75.0


def check_names(reading: Reading, sources: Sources, taken: Sequence[Span]) -> list[EvidenceClaim]:
    """Names that a text is said to have.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    taken : sequence of (start, end)
        Stretches of the rationale that are accounted for.

    Returns
    -------
    list of EvidenceClaim
        Only of names after a verb of citing, in a clause about a text: true where the name stands in a source, false where no source has it.
        What the rationale knows of the world, suggests or compares is no claim.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "Ask Dr. Smith in Berlin."})
    >>> reading = read_rationale("The response mentions Dr. Smyth and refers to Berlin.", sources)
    >>> [(claim.text, claim.state, claim.nearest) for claim in check_names(reading, sources, [])]
    [('Dr. Smyth', 'false', 'Smith'), ('Berlin', 'true', 'Berlin')]
    """
    bare = reading.bare or reading.text
    claims: list[EvidenceClaim] = []
    used = Stretches(taken)
    for start, end in islice(_cited(reading, bare), _MOST_CLAIMS):
        if not used.meets(start, end):
            used.add(start, end)
            claim = _held(reading, sources, start, end)
            if claim is not None:
                claims.append(claim)
    return claims


def _cited(reading: Reading, bare: str) -> Iterator[Span]:
    """Names after a verb of citing, within its clause."""
    yield from _addresses(reading, bare)
    for verb in _verbs(bare):
        start = verb.end()
        stop = _STOP.search(bare, start, start + _REACH)
        end = stop.start() if stop else min(len(bare), start + _REACH)
        if start >= end or _BEFORE.search(bare[max(0, verb.start() - 24) : verb.start()]) or not _asserts(reading, verb.start()):
            continue
        yield from (
            (match.start(), match.end()) for match in SYMBOL.finditer(bare, start, end) if not bare[match.start() - 1].isalnum() and not _OURS.match(match[0])
        )
        if verb.lastgroup is not None:
            yield from _names(bare, start, end, _WIDEST[verb.lastgroup])


def _addresses(reading: Reading, bare: str) -> Iterator[Span]:
    """Addresses, files and reference numbers, which need no verb."""
    for match in _ADDRESS.finditer(bare):
        before = bare[max(0, match.start() - 60) : match.start()]
        if not _WISHED.search(before) and _asserts(reading, match.start()):
            yield match.start(), match.start() + len(match[0].rstrip(".,;:!?"))


def _names(bare: str, start: int, end: int, widest: int) -> Iterator[Span]:
    """Capitalised names of a stretch, each not far from the verb or the name before it."""
    for match in _NAME.finditer(bare, start, end):
        after = bare[match.end() : match.end() + 1]
        if len(bare[start : match.start()].split()) > widest or after.isalnum() or after in ("_", "@", "(") or bare[match.start() - 1] in "@/._-`":
            continue
        if _ADJECTIVE.search(match[0]) and bare[match.end() : match.end() + 2].strip().islower():
            continue
        yield from _trimmed(bare, *match.span())
        start = match.end()


def _verbs(bare: str) -> Iterator[re.Match[str]]:
    """Verbs of citing, only where something like a name follows."""
    at = 0
    for candidate in _CANDIDATE.finditer(bare):
        first = max(at, candidate.start() - _REACH)
        if first < candidate.start():
            yield from _VERB.finditer(bare, first, candidate.start())
            at = candidate.start()


def _asserts(reading: Reading, start: int) -> bool:
    return bool(reading.places_at(start, start)) and reading.mood_at(start) == "asserted"


def _trimmed(bare: str, start: int, end: int) -> Iterator[Span]:
    """A name without a possessive ending and the words at its ends that are none."""
    words = [(start + m.start(), start + m.end()) for m in re.finditer(r"\S+", bare[start:end])]
    while words and _is_common(bare[slice(*words[0])]):
        words.pop(0)
    while words and (_is_common(bare[slice(*words[-1])]) or bare[slice(*words[-1])].islower()):
        words.pop()
    if not words:
        return
    first, last = words[0][0], words[-1][1]
    name = bare[first:last]
    for ending in ("'s", "’s", "'", "’"):
        if name.endswith(ending):
            last -= len(ending)
            break
    if last - first > 2 and bare[first:last].rstrip(".") not in TITLES:
        yield first, last


def _is_common(word: str) -> bool:
    bare = re.sub(r"['’]s?\Z", "", word).rstrip(".")
    if bare.isupper() and len(bare) > 1 and bare.lower() in STOP:
        return False  # the WHO
    return bare.lower() in NO_NAMES or len(bare) < 2 or (bare.isupper() and len(bare) > 6) or (len(bare) > 6 and bare.endswith("ly"))


def _held(reading: Reading, sources: Sources, start: int, end: int) -> EvidenceClaim | None:
    name = reading.text[start:end]
    found = _find(name, sources)
    title = other_title(name, sources) if found is not None else ""
    if found is not None and not title:
        where, standing = found
        nearest = sources.texts[where][standing.start : standing.end]
        return EvidenceClaim("name", name, "true", where, standing.start, standing.end, nearest, f"it stands in the {where.replace('_', ' ')}", start, end)
    if found is not None:
        return EvidenceClaim("name", name, "false", None, None, None, title, f"the text has {title}", start, end)
    wrong = _missing_part(name, sources)
    if wrong is None:
        return None
    near = nearest_word(wrong, sources)
    why = f"'{wrong}' stands in none of the texts" + (f"; the nearest is '{near[3]}'" if near else "")
    source, first, last, text = near or (None, None, None, None)
    return EvidenceClaim("name", name, "false", source, first, last, text, why, start, end)


def _find(name: str, sources: Sources) -> tuple[str, Standing] | None:
    """Where a name stands, as it is, without its title, in another spelling; a symbol only as it is."""
    if SYMBOL.fullmatch(name):
        return find_symbol(name, sources, tuple(sources.texts))
    forms = [name, re.sub(r"\(\)\Z|\Ahttps?://(?:www\.)?|/\Z", "", name), re.sub(r"\A(?:Dr|Mr|Mrs|Ms|Prof|St)\.?\s", "", name)]
    forms += [forms[-1].replace(pair, pair[0]) for pair in ("ue", "oe", "ae")]
    for where, text in sources.texts.items():
        for form in dict.fromkeys(forms):
            standing = find_term(form, text)
            if standing is not None:
                return where, standing
    return None


def find_symbol(symbol: str, sources: Sources, places: Sequence[str]) -> tuple[str, Standing] | None:
    """Where an address or an identifier stands: a whole one, of a call its name, of an address its end without the scheme."""
    bare = re.sub(r"\([^()]{0,80}\)\Z|\Ahttps?://(?:www\.)?|[/.]\Z", "", symbol)
    pattern = re.compile(rf"(?<![\w])(?:{re.escape(symbol)}|{re.escape(bare)})(?!\w)", re.IGNORECASE)
    for name in places:
        match = pattern.search(sources.texts[name])
        if match is not None:
            return name, Standing(*match.span(), "exact")
    return None


def _missing_part(name: str, sources: Sources) -> str | None:
    """The word of a name that no text has, None where the name may be there in another form."""
    if SYMBOL.fullmatch(name):
        return name
    words: list[str] = [word for word in re.findall(r"[\w’'-]+", name) if word[0].isupper() and word.rstrip(".") not in TITLES and len(word) > 1]
    if name.isupper() and any(_may_spell(name, text) for text in sources.texts.values()):
        return None
    absent = [word for word in words if not _has(word, sources)]
    if not absent:
        return None
    if len(absent) == 1 and len(words) > 1 and absent[0] == words[-2] and has_other_first_name(words[-1], sources):
        return absent[0]
    last = words[-1].lower() in KINDS_OF_NAMES
    if len(absent) < len(words) and not (absent[0] == words[0] if last else len(words) == 2 and absent[0] == words[-1] and nearest_word(absent[0], sources)):
        return None
    return absent[0]


def _may_spell(acronym: str, text: str) -> bool:
    """Whether the letters of an acronym stand in order in one or two capitalised words (KHM for Kunsthistorisches Museum)."""
    pattern = r"\w{0,20}\s?\w{0,20}?".join(re.escape(letter) for letter in acronym[:6] if letter.isalpha())
    match = re.search(rf"\b{acronym[0]}[a-z]", text) if acronym[0].isalpha() else None
    return match is not None and re.search(rf"\b{pattern}", text[match.start() : match.start() + 2_000], re.IGNORECASE) is not None


def _has(word: str, sources: Sources) -> bool:
    """Whether a text has a word, or one that it is a part or a form of (Spain for Spanish)."""
    bare, root = lemma(word), lemma(word)[: max(4, len(lemma(word)) - 3)]
    for text in sources.texts.values():
        if find_term(word, text, apart=False) is not None or any(
            known.startswith(root) and abs(len(known) - len(bare)) > 1 for known in _by_start(text).get(root[:3], ())
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
