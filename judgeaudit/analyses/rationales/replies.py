"""A rationale that is a judge's whole reply as JSON, alone, in a code fence or after prose: read as what it says, never as text with quotation marks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judgeaudit.domain.reasons import VERDICT_FIELDS, Told, field_name, has_known_field, plain_text, read_told
from judgeaudit.domain.verdicts import Reason
from judgeaudit.text.surrogates import encodable

_DECODER = json.JSONDecoder(strict=False)
_FENCED = re.compile(r"```[A-Za-z0-9]*[ \t]*\r?\n?(.*?)(?:```|\Z)\s*", re.DOTALL)
_STARTS = re.compile(r"(?:\A|\n|:|```[A-Za-z0-9]*)[ \t]*(?P<at>[\[{])")
_MOST_STARTS = 50
_ANY_OBJECT = re.compile(r"\[?\s*\{\s*(?:\"[^\"\n]{1,60}\"|'[^'\n]{1,60}')\s*:")
_OBJECT = re.compile(
    r"\[?\s*\{\s*[\"'\u201c]?(?:reasons?|label|verdict|score|rationale|explanation|justification|reasoning|aspect|finding|quotes?|evidences?|citations?)"
    r"[\"'\u201d]?\s*:",
    re.IGNORECASE,
)
"""How a reply begins, also one that was cut, or written as Python writes its objects."""
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)(?:\"|\Z)|(?<!\w)'((?:[^'\\]|\\.)*)(?:'|\Z)", re.DOTALL)
_IS_KEY = re.compile(r"\s*:")
_THEIRS = re.compile(r"\b(?:response|reply|answer|output|text|summary|item|assistant|candidate|input|document|article)s?\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:my|here|final|evaluation|verdict|judg\w*|assessment|result)\b", re.IGNORECASE)


def read_prose(text: str, label: str | None = None) -> tuple[Told, bool]:
    """A rationale's text with the reply in it, if it is or holds one.

    Parameters
    ----------
    text : str
    label : str, optional
        The verdict: JSON inside prose is the judge's own reply where it gives that verdict, or reasons.

    Returns
    -------
    told : Told
        Prose as it is where there is no reply: JSON of the judged item that a rationale contains stays what it is.
    loose : bool
        There is JSON that is no reply with known fields, or that is broken; of its texts all that is no single word is the prose.
    """
    if "{" not in text and not text.startswith("["):
        return Told(text), False
    bare = unfenced(text)
    value = _load(bare)
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        bare = value.strip()  # JSON that was put into JSON once more; any other JSON string is a sentence in quotation marks
        value = _load(bare)
    if isinstance(value, Mapping) or (isinstance(value, list) and any(isinstance(one, (str, Mapping)) for one in value)):
        try:
            told = read_told(value)
            return (clean(told), False) if told is not None else (Told(_prose_of(value)), bool(value))
        except RecursionError:
            return Told(), True
    return _pieces(bare if _ANY_OBJECT.match(bare) else text, label)


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    told: Told
    loose: bool = False


def _pieces(text: str, label: str | None) -> tuple[Told, bool]:
    """Prose with replies in it: they are taken out of it, and what they say comes in their place."""
    found = list(_replies(text, label))
    if not found:
        return Told(text), False
    said, at = [], 0
    for piece in found:
        said += [_rest(text[at : piece.start]), piece.told.rationale]
        at = piece.end
    said.append(_rest(text[at:]))
    reasons = tuple(reason for piece in found for reason in piece.told.reasons)
    unread = dict.fromkeys(name for piece in found for name in piece.told.unread)
    return Told("\n".join(part for part in said if part), reasons, tuple(unread)), any(piece.loose for piece in found)


def _replies(text: str, label: str | None) -> Iterator[_Piece]:
    at = 0
    for _ in range(_MOST_STARTS):
        start = _STARTS.search(text, at)
        if start is None:
            return
        place = start.start("at")
        at = place + 1
        try:
            value, end = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            begins = _ANY_OBJECT if place == 0 else _OBJECT
            if begins.match(text, place) and not _is_theirs(text, place):
                yield _Piece(place, len(text), Told(_salvaged(text[place:])), loose=True)
                return
            continue
        at = end
        if _is_reply(value, label) and not _is_theirs(text, place) and (told := _told(value)) is not None:
            yield _Piece(place, end, told)


def _is_reply(value: Any, label: str | None) -> bool:
    """Whether JSON inside prose is what the judge says itself: it gives reasons, or the verdict beside something else that is known."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, Mapping) and _is_reply(one, label) for one in value)
    if not isinstance(value, Mapping):
        return False
    plain = {field_name(name): one for name, one in value.items()}
    if isinstance(plain.get("reasons"), (list, Mapping)) or {"finding", "aspect"} & set(plain):
        return _told(value) is not None
    verdicts = {plain_text(plain[name]).casefold() for name in VERDICT_FIELDS if name in plain}
    return label is not None and label.strip().casefold() in verdicts and has_known_field(value)


def _is_theirs(text: str, place: int) -> bool:
    """Whether the line before JSON says that it is from a judged text."""
    before = text[max(0, place - 200) : place].rstrip().removesuffix("```json").removesuffix("```").rstrip().rpartition("\n")[2]
    return _THEIRS.search(before) is not None and _OWN.search(before) is None


def _told(value: Any) -> Told | None:
    """What JSON says, if a field of it is known."""
    try:
        told = read_told(value)
    except RecursionError:
        return None
    return None if told is None else clean(told)


def clean(told: Told) -> Told:
    """The same, so that it can be written as UTF-8."""
    reasons = tuple(Reason(encodable(one.aspect), encodable(one.finding), encodable(one.quote), encodable(one.explanation)) for one in told.reasons)
    return Told(encodable(told.rationale), reasons, tuple(map(encodable, told.unread)))


def _load(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None


def unfenced(text: str) -> str:
    """What stands in a code fence, where the text is nothing else."""
    fenced = _FENCED.fullmatch(text)
    return (fenced[1] if fenced else text).strip()


def _rest(text: str) -> str:
    """What stands around a reply, without the marks of its fence."""
    return re.sub(r"\A\s*```|```[A-Za-z0-9]*\s*\Z", "", text).strip()


def _prose_of(value: Any) -> str:
    """The texts of JSON line by line, without single words: they are categories."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        return "\n".join(text for one in value if (text := _prose_of(one)))
    return encodable(value.strip()) if isinstance(value, str) and (len(value.split()) > 1 or not value.isascii()) else ""


def _salvaged(text: str) -> str:
    """The values of broken JSON, as far as they can be told from its names."""
    values = [_unescaped(one[1] if one[1] is not None else one[2]) for one in _STRING.finditer(text) if not _IS_KEY.match(text, one.end())]
    return _prose_of(values)


def _unescaped(text: str) -> str:
    try:
        return str(_DECODER.decode(f'"{text}"'))
    except ValueError:
        return text.replace('\\"', '"').replace("\\'", "'").replace("\\n", "\n")
