"""Names that a rationale says a text has: people, places, organisations, addresses, identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.name_links import find_links, tells
from judgeaudit.text.evidence.name_search import SYMBOL, find_name, is_unknown, missing_part, nearest_word
from judgeaudit.text.evidence.name_words import NO_NAMES, SPEECH, TITLES, TOLD, USE
from judgeaudit.text.evidence.people import other_title
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.term_words import STOP

Span = tuple[int, int]

_NAME = re.compile(
    r"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.?\s)?(?:(?:[A-Z]\.){2,5}|[A-Z][\w'’-]{1,30}|[A-Z]\.)(?:(?<!['’]s)\s(?:(?:of|the|de|da|del|van|von|der|al|bin"
    r"|la)\s){0,2}(?:[A-Z][\w'’-]{1,30}"
    r"|[A-Z]\.)){0,5}"
)
_VERB = re.compile(rf"(?:{SPEECH}|{USE})\b")
_SPEECH, _TOLD = re.compile(SPEECH), re.compile(TOLD)
_STOP = re.compile(
    r"[.!?][\"'”’)]?(?=\s|\Z)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bProf\.)"
    r"|[;\n]|:(?!//)|\((?!\))|\b(?:but|because|although|though|while|whereas"
    r"|which|instead|rather|unlike|like|than|should|could|would|not|if|unless|similar|compared"
    r"|contrary|correct|actual|real|actually|such|whereby|without|despite|where|since|whose)\b|n['’]t\b"
)
_BEFORE = re.compile(
    r"\b(?:not|never|no|nor|neither|without|cannot|fails?\s+to|should|could|would|must|might|may|if|unless|to|lacks?|instead\s+of|rather\s+than|i"
    r"|we|people|you|one|others|experts|critics|historians|scholars|readers)\s+(?:\w+\s+)?\Z|n['’]t\s+(?:\w+\s+)?\Z",
    re.IGNORECASE,
)
_CANDIDATE = re.compile(
    r"(?<=[\w,’'\"(] )(?:--[a-z]|@[A-Za-z]|#[A-Za-z])|(?<=[\w,’'\"(] )(?!(?:Output|Response|Assistant|Answer|Option|Model|AI|I)\b)[A-Z][\w.]|[_@]"
    r"|https?:|\(\)|www\.|[A-Z]-\d|#\d{3}|[a-z][A-Z]"
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
_OURS = re.compile(r"(?:response|output|answer|assistant|option|model|candidate)s?_", re.IGNORECASE)
_ADJECTIVE = re.compile(r"\A\S+(?:[aeiy]an|ese|ish|esque)\Z")
_GLUED = ("@", "/", ".", "_", "-", "`")
_A_KIND = re.compile(r",\s(?:an?|both|all)\s\Z")
""""Lindqvist, a Swede": what somebody is."""
_LIKE = re.compile(r"-(?:like|style|esque|inspired|based|type|era|themed|friendly)\Z")
_STYLE = re.compile(r"(?:-(?:like|style|esque|inspired|based|type|era)|['’]s)?\s?(?:feel|style|touch|flavou?r|vibe|spirit|format|notation|scheme|syntax|-)\b")
"""What a text is like, or written in, has no need to be named there."""
_BY_NAME = re.compile(
    r"(?:\b(?:[Rr]esponse|[Oo]utput|[Aa]nswer|[Rr]eply|[Ss]ummary|[Aa]ssistant|[Oo]ption)\s\(?[ABab12]\)?|(?:\A|[.!?]\s)[AB])"
    r"\s(?:(?:also|even|explicitly|only|\w{3,14}ly)\s){0,2}(?:mentions|names|cites|quotes|lists|includes|contains|references|refers\sto)\s(?:the\s)?\Z"
)
"""One of two responses is said to have what follows at once: with words between the name may only say what those are about."""
_MOST_CLAIMS = 500
"""Of one rationale: more is no rationale."""
_REACH = 110
_ROOM = 40
_WIDEST = {"cites": 6, "told": 14}


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
    candidates = [match.start() for match in _CANDIDATE.finditer(bare)]
    claims: list[EvidenceClaim] = []
    used = Stretches(taken)
    for start, end in islice(_cited(reading, bare, candidates), _MOST_CLAIMS):
        if not used.meets(start, end):
            used.add(start, end)
            claim = _held(reading, sources, start, end, _named_place(reading, bare, start))
            if claim is not None:
                claims.append(claim)
    for start, end, whole in islice(_linked(reading, bare, candidates), _MOST_CLAIMS):
        if not used.meets(start, end) and (not whole or is_unknown(reading.text[start:end], sources) or find_name(reading.text[start:end], sources)):
            used.add(start, end)
            claim = _held(reading, sources, start, end)
            if claim is not None:
                claims.append(claim)
    return claims


def _cited(reading: Reading, bare: str, candidates: Sequence[int]) -> Iterator[Span]:
    """Names after a verb of citing, within its clause."""
    yield from _addresses(reading, bare)
    for verb in _verbs(bare, candidates):
        start = verb.end()
        stop = _STOP.search(bare, start, start + _REACH)
        end = stop.start() if stop else min(len(bare), start + _REACH)
        if (
            start >= end
            or _general(bare, verb)
            or _BEFORE.search(bare[max(0, verb.start() - 24) : verb.start()])
            or not (_asserts(reading, verb.start()) or (tells(bare, verb.start()) and reading.mood_at(start) == "asserted"))
        ):
            continue
        yield from (
            (match.start(), match.end())
            for match in SYMBOL.finditer(bare, start, end)
            if not bare[match.start() - 1].isalnum() and not _STYLE.match(bare, match.end()) and not _OURS.match(match[0])
        )
        if _SPEECH.match(verb[0] + ","):
            yield from _names(bare, start, end, _WIDEST["told" if _TOLD.match(verb[0] + ",") else "cites"])


def _named_place(reading: Reading, bare: str, start: int) -> str:
    """The one response of two that is said to have the name at an offset, by name: "Response A mentions ..."."""
    if len(reading.judged) < 2 or not _BY_NAME.search(bare, max(0, start - 80), start):
        return ""
    places = reading.places_at(start, start)
    return places[0] if len(places) == 1 and places[0] in reading.judged else ""


def _linked(reading: Reading, bare: str, candidates: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Names that something else than a verb ties to a text, and whether no word of them may be known: these need no clause that names the text."""
    if reading.language not in ("en", ""):
        return
    windows = tuple(_windows(candidates))
    for link in find_links(bare, windows) if windows else ():
        for start, end in _names(bare, link.start, link.end, link.widest):
            if reading.mood_at(start) in link.moods:
                yield start, end, link.whole


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
        if (
            len(bare[start : match.start()].split()) > widest
            or after.isalnum()
            or after in ("_", "@", "(")
            or bare[max(0, match.start() - 1) : match.start()] in _GLUED
        ):
            continue
        if _ADJECTIVE.search(match[0]) and bare[match.end() : match.end() + 2].strip().islower():
            continue
        if _STYLE.match(bare, match.end()) or _LIKE.search(match[0]) or _A_KIND.search(bare, max(0, match.start() - 6), match.start()):
            continue
        yield from _trimmed(bare, *match.span())
        start = match.end()


def _general(bare: str, verb: re.Match[str]) -> bool:
    """Whether a verb says what people do: "what they call this in Britain"."""
    return verb[0].lower() in ("call", "say") and bare[max(0, verb.start() - 5) : verb.start()].lower() == "they "


def _verbs(bare: str, candidates: Sequence[int]) -> Iterator[re.Match[str]]:
    """Verbs of citing, only where something like a name follows."""
    at = 0
    for candidate in candidates:
        first = max(at, candidate - _REACH)
        if first < candidate:
            yield from (verb for verb in _VERB.finditer(bare, first, candidate) if not bare[max(0, verb.start() - 1) : verb.start()].isalnum())
            at = candidate


def _windows(candidates: Sequence[int]) -> Iterator[Span]:
    """Stretches before what may be a name, and a little of that."""
    at = 0
    for candidate in candidates:
        if candidate > at:
            yield max(at, candidate - _REACH), candidate + _ROOM
            at = candidate


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


def _is_nowhere_in(name: str, sources: Sources, places: Sequence[str]) -> bool:
    texts = Sources({place: sources.texts[place] for place in places if place in sources.texts})
    return find_name(name, texts) is None and is_unknown(name, texts)


def _held(reading: Reading, sources: Sources, start: int, end: int, place: str = "") -> EvidenceClaim | None:
    name = reading.text[start:end]
    found = find_name(name, sources)
    title = other_title(name, sources) if found is not None else ""
    if found is not None and not title:
        where, standing = found
        if place and where not in (place, "input") and _is_nowhere_in(name, sources, (place, "input")):
            why = f"it stands in the {where}, not in the {place}".replace("_", " ")
            return EvidenceClaim(
                "name", name, "false", where, standing.start, standing.end, sources.texts[where][standing.start : standing.end], why, start, end
            )
        nearest = sources.texts[where][standing.start : standing.end]
        return EvidenceClaim("name", name, "true", where, standing.start, standing.end, nearest, f"it stands in the {where.replace('_', ' ')}", start, end)
    if found is not None:
        return EvidenceClaim("name", name, "false", None, None, None, title, f"the text has {title}", start, end)
    wrong = missing_part(name, sources)
    if wrong is None:
        return None
    near = nearest_word(wrong, sources)
    why = f"'{wrong}' stands in none of the texts" + (f"; the nearest is '{near[3]}'" if near else "")
    source, first, last, text = near or (None, None, None, None)
    return EvidenceClaim("name", name, "false", source, first, last, text, why, start, end)
