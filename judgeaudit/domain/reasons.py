"""Names under which judges give reasons and quotes, and the one reading of them: of live replies, of files, and of what Python hands in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from judgeaudit.domain.verdicts import FINDINGS, REASON_FIELDS, Reason

VERDICT_FIELDS = ("label", "verdict", "score")
RATIONALE_FIELDS = ("rationale", "reason", "explanation", "justification", "reasoning")
QUOTE_FIELDS = ("quote", "quotes", "quotation", "quotations", "excerpt", "excerpts")
"""What stands in them is a quote, whatever it looks like."""
EVIDENCE_FIELDS = ("evidence", "evidences", "supporting_evidence", "citation", "citations")
"""Quotes for some judges, and for others sentences about the texts or names of places in them; `_is_account` tells them apart."""
QUOTING = ("quote", "evidence")
"""Parts that hold quotes, see `part_of`."""
UNREAD = "unread_fields"
"""In a stored list of reasons: an object with the names of fields that were not read, and no reason."""

_OTHER_FIELDS = ("reasons", "confidence", UNREAD)
_INSIDE_QUOTES = (*QUOTE_FIELDS, *EVIDENCE_FIELDS, "text", "content", "span", "value")
_DEEPEST = 20
_LONG_WORD = 12
"""Characters above which a text without blanks is prose in a script that sets none."""

_MARKED = re.compile(
    r'"[^"]{1,400}"|\u201c[^\u201c\u201d]{1,400}\u201d|\u201e[^\u201c\u201d\u201e]{1,400}[\u201c\u201d]|\u00ab[^\u00ab\u00bb]{1,400}\u00bb|\u300c[^\u300c\u300d]{1,400}\u300d'
)
_SAYS = (
    r"(?:states?|says?|mentions?|gives?|names?|contains?|includes?|provides?|explains?|describes?|lists?|cites?|claims?|notes?|shows?|uses?|offers?|lacks?|fails?"
    r"|omits?|addresses|answers|covers|refers?|does|do|never|clearly|correctly|explicitly|only|also)\b"
)
_ABOUT = re.compile(
    r"(?:(?:the|both|this|no|neither|die|der|das|la|le|les|el|los|il) )?(?:(?:first|second|assistant|model|candidate|user|agent)(?:['\u2019]s)? )?"
    r"(?:responses?|repl(?:y|ies)|answers?|texts?|outputs?|summar(?:y|ies)|messages?|articles?|passages?|authors?|writers?|assistant|candidate|model|agent"
    r"|antwort|zusammenfassung|r[\u00e9e]ponse|respuesta)(?: [ab12])?,? \w+|it " + _SAYS + r"|\u8be5?\u56de[\u7b54\u590d]",
    re.IGNORECASE,
)
"""How a sentence about a judged text begins."""
_PLACE = re.compile(
    r"[\W\d_]*|[^\s\u3040-\u30ff\u3400-\u9fff]+|(?:the )?(?:section|sec|page|pp?|lines?|sentences?|paragraphs?|para|chapter|clause|source|doc(?:ument)?|policy|item|rule|turn|message|"
    r"response|reply|answer|context|input)s?\W*(?:\d[\d.]*|[A-Z]|[ivx]+)?\W?(?:,? \w+){0,2}",
    re.IGNORECASE,
)
"""Names of a place, which are no words from it; a single word is too short to tell."""


@dataclass(frozen=True, slots=True)
class Told:
    """What an object says for its verdict: prose, reasons, and names of the fields that hold text and were not read."""

    rationale: str = ""
    reasons: tuple[Reason, ...] = ()
    unread: tuple[str, ...] = ()


LONGEST_REMEMBERED = 100
"""Characters of a name up to which how it is compared is remembered: names are foreign text."""


def field_name(name: object) -> str:
    """A field's name as it is compared.

    Example
    -------
    >>> field_name("Supporting-Evidence ")
    'supporting_evidence'
    """
    text = str(name)
    return _compared(text) if len(text) <= LONGEST_REMEMBERED else _as_compared(text)


def _as_compared(text: str) -> str:
    return re.sub(r"[\W_]+", "_", text.casefold()).strip("_")


_compared = lru_cache(maxsize=4096)(_as_compared)  # the same few names come back in every reply


def part_of(name: object) -> str | None:
    """Which part of a reason a field is: one of `REASON_FIELDS`, "evidence", or None where it is none."""
    plain = field_name(name)
    if plain in RATIONALE_FIELDS:
        return "explanation"
    if plain in QUOTE_FIELDS:
        return "quote"
    if plain in EVIDENCE_FIELDS:
        return "evidence"
    return plain if plain in REASON_FIELDS else None


def plain_text(value: Any) -> str:
    """A value as people write it, without the marks of JSON: lists line by line, objects as `name: text`."""
    if isinstance(value, str):
        return value.strip()
    if value is None or isinstance(value, bool) or value == []:
        return ""
    if isinstance(value, list):
        return "\n".join(text for text in map(plain_text, value) if text)
    if isinstance(value, Mapping):
        return "\n".join(f"{name}: {text}" for name, one in value.items() if (text := plain_text(one)))
    return str(value)


def has_known_field(value: Mapping[str, Any]) -> bool:
    """Whether an object is what a judge says for a verdict, by its names."""
    return any(part_of(name) is not None or field_name(name) == "reasons" for name in value)


def read_reasons(value: Any, as_text: Callable[[Any], str] = plain_text) -> Told:
    """Reasons, however they are listed.

    Parameters
    ----------
    value : anything
        A list of objects and texts, one object, or what stands there instead, which becomes `rationale`.
    as_text : function of a value to text

    Returns
    -------
    Told
        One reason for each quote: the first has the explanation, the others the same aspect.
    """
    if isinstance(value, Mapping):
        if not any(map(part_of, value)) and "reasons" in map(field_name, value):
            return read_reasons(next(one for name, one in value.items() if field_name(name) == "reasons"), as_text)
        value = [value] if has_known_field(value) else value
    if not isinstance(value, list):
        return Told(as_text(value))
    reasons: list[Reason] = []
    unread: list[str] = []
    for one in value:
        if isinstance(one, Mapping):
            reasons += _of_object(one, as_text)
            unread += unread_fields(one, as_text)
        elif text := as_text(one):
            reasons.append(Reason(explanation=text))
    return Told("", tuple(reasons), tuple(dict.fromkeys(unread)))


def read_quotes(value: Mapping[str, Any], as_text: Callable[[Any], str] = plain_text) -> tuple[Reason, ...]:
    """Quotes that an object gives beside its reasons, as reasons of their own."""
    found = []
    for name, one in value.items():
        if (part := part_of(name)) in QUOTING:
            found += [_quoting(text, part) for text in _texts(one, as_text)]
    return tuple(found)


def unread_fields(value: Mapping[str, Any], as_text: Callable[[Any], str] = plain_text) -> list[str]:
    """Names of an object's fields that hold prose and that nobody reads; those that were stored as such before, too. A single word is a category."""
    named = (*VERDICT_FIELDS, *_OTHER_FIELDS)
    found = [str(name) for name, one in value.items() if field_name(name) not in named and part_of(name) is None and _holds_text(one)]
    stored = value.get(UNREAD)
    return [*found, *(as_text(one) for one in (stored if isinstance(stored, list) else ()) if isinstance(one, str))]


def read_told(value: Any, depth: int = 0) -> Told | None:
    """What a judge's whole reply says for its verdict; None where no field of it is known.

    Parameters
    ----------
    value : anything that JSON holds
        An object with known fields, a list of reasons, or one of them inside an object whose own names say nothing.
    """
    if depth > _DEEPEST:
        return None
    if isinstance(value, list):
        known = bool(value) and all(isinstance(one, str) or (isinstance(one, Mapping) and has_known_field(one)) for one in value)
        return _merged([_of_reply(one) if _is_whole(one) else read_reasons([one]) for one in value]) if known else None
    if not isinstance(value, Mapping):
        return None
    if has_known_field(value):
        return _of_reply(value)
    inner = [told for one in value.values() if (told := read_told(one, depth + 1)) is not None]
    return _merged([*inner, Told(unread=tuple(unread_fields({k: v for k, v in value.items() if isinstance(v, str)})))]) if inner else None


def _of_reply(value: Mapping[str, Any]) -> Told:
    prose = [plain_text(one) for name, one in value.items() if part_of(name) == "explanation"]
    listed = [read_reasons(one) for name, one in value.items() if field_name(name) == "reasons"]
    return _merged([Told("\n".join(filter(None, prose))), *listed, Told("", read_quotes(value), tuple(unread_fields(value)))])


def _is_whole(value: Any) -> bool:
    return isinstance(value, Mapping) and "reasons" in map(field_name, value)


def _merged(parts: list[Told]) -> Told:
    reasons = tuple(reason for part in parts for reason in part.reasons)
    unread = dict.fromkeys(name for part in parts for name in part.unread)
    return Told("\n".join(part.rationale for part in parts if part.rationale), reasons, tuple(unread))


def _of_object(value: Mapping[str, Any], as_text: Callable[[Any], str]) -> list[Reason]:
    parts: dict[str, list[str]] = {"aspect": [], "finding": [], "explanation": []}
    quotes: list[Reason] = []
    for name, one in value.items():
        part = part_of(name)
        if part in QUOTING:
            quotes += [_quoting(text, part) for text in _texts(one, as_text)]
        elif part is not None and (text := as_text(one)):
            parts[part].append(text)
    aspect, finding, explanation = ("\n".join(texts) for texts in parts.values())
    said = "\n".join(text for text in (explanation, *(one.explanation for one in quotes)) if text)
    given = [one.quote for one in quotes if one.quote]
    first = Reason(aspect, FINDINGS.get(finding.casefold(), finding), given[0] if given else "", said)
    return [one for one in (first, *(Reason(aspect, "", quote, "") for quote in given[1:])) if one != Reason()]


def _quoting(text: str, part: str) -> Reason:
    return Reason(explanation=text) if part == "evidence" and _is_account(text) else Reason(quote=text)


def _is_account(text: str) -> bool:
    """Whether a text that is called evidence tells of a text, and is not taken from it: an account that is read as a quote is a false accusation."""
    bare = text.strip()
    marked = _MARKED.search(bare)
    return _ABOUT.match(bare) is not None or _PLACE.fullmatch(bare) is not None or (marked is not None and (marked.start() > 0 or marked.end() < len(bare)))


def _texts(value: Any, as_text: Callable[[Any], str]) -> Iterator[str]:
    """Every text of a field that holds quotes, in lists and in objects such as `{"text": ..., "source": ...}`."""
    if isinstance(value, list):
        for one in value:
            yield from _texts(one, as_text)
    elif isinstance(value, Mapping):
        for name in value:
            if field_name(name) in _INSIDE_QUOTES:
                yield from _texts(value[name], as_text)
    elif not isinstance(value, (int, float)) and (text := as_text(value)):  # a number is the number of a source
        yield text


def _holds_text(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_holds_text, value))
    if isinstance(value, Mapping):
        return any(map(_holds_text, value.values()))
    return isinstance(value, str) and (len(value.split()) > 1 or (not value.isascii() and len(value) > _LONG_WORD))


def stored(reasons: tuple[Mapping[str, str], ...], unread: tuple[str, ...]) -> str | None:
    """Reasons as a ratings table holds them; None without any."""
    listed: list[Mapping[str, Any]] = [*reasons, *([{UNREAD: list(unread)}] if unread else [])]
    return json.dumps(listed, ensure_ascii=False) if listed else None
