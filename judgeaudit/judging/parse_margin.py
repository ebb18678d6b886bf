"""How much likelier the label that a reply gives was than any other, by the log probabilities of the reply's tokens. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judgeaudit.domain.rubric import Criterion, Reply, Scale
from judgeaudit.judging.parse_fields import verdict_fields
from judgeaudit.judging.parse_lines import ClosingLine, closing_lines, encloses
from judgeaudit.judging.parse_quotes import is_quoted
from judgeaudit.judging.parse_scan import FENCE, find_objects, load, members, split_reasoning
from judgeaudit.judging.parse_values import DECORATION, read_value

VERY_UNLIKELY = -1000.0
"""A log probability below is no measurement: providers write -9999 for tokens that they did not rank."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a reply: its bytes and its log probability (NaN where that is no measurement)."""

    text: bytes
    logprob: float
    entry: Mapping[str, Any]

    def listed(self) -> dict[bytes, float]:
        """What was listed in its place with what log probability, itself included."""
        others = self.entry.get("top_logprobs")
        read = [_token(other) for other in others] if isinstance(others, list) else []
        known = {one.text: one.logprob for one in read if one is not None and one.logprob > VERY_UNLIKELY}
        return {**known, self.text: self.logprob}


@dataclass(frozen=True, slots=True)
class _Step:
    """One token of the label. `along`: log probability of going on as the reply did; `at_once`: of the rest of the label in one token instead.

    `rival` is that of the likeliest label that parts here; None where none does.
    """

    along: float
    at_once: float
    rival: float | None


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a token makes of what is written of a label: the labels that it goes on with or ends, and how many bytes of them are there then."""

    labels: frozenset[str]
    length: int
    logprob: float


def read_margin(logprobs: object, text: str, label: str, criterion: Criterion, reply: Reply) -> float | None:
    """Log probability of the label that a reply gives minus that of the likeliest other label of the scale.

    Parameters
    ----------
    logprobs : JSON value
        `choices[0].logprobs` of a chat completion: `content` lists the tokens with `token`, `logprob`, `bytes` (optional) and `top_logprobs`.
    text : str
        The content of the same reply.
    label : str
        The declared label that was read from it.
    criterion, reply
        As in `parse.parse_reply`.

    Returns
    -------
    float or None
        In nats; negative where another label was likelier. None where nothing says: no log probabilities or none of other tokens, tokens that do
        not make up the text, a label whose place in the text is not found, a scale of numbers. Never raises for any JSON value.

    Notes
    -----
    The label is read where the reply first gives it itself: in the verdict field of its object, after the colon of its closing line, or as the
    whole text. Its probability is the product over its tokens; other spellings that are listed beside them (another case, a blank or quotation
    mark before it, the whole label in one token) are added. A rival's is that of its first token where it parts from the label, the most that it
    can be: every spelling of the whole rival, and where none is listed the likeliest piece of it. What begins no declared label does not count.
    Where no rival is listed, each is at most as likely as the least likely token that is listed: the margin is taken to that, and is at least so
    large. Nothing is said where the label's own token is no likelier than that.
    """
    content = logprobs.get("content") if isinstance(logprobs, dict) else None
    tokens = [token for token in map(_token, content) if token is not None] if isinstance(content, list) else []
    labels = criterion.scale.labels
    if labels is None or not tokens or len(tokens) < len(content or ()):
        return None
    start = _label_start(text, label, criterion.scale, reply)
    if start is None:
        return None
    data = text.encode("utf-8", "surrogatepass")
    at = b"".join(token.text for token in tokens).rfind(data)  # before it may stand reasoning, after it a token that ends the turn
    if at < 0:
        return None
    return _margin(_steps(tokens, at + len(text[:start].encode("utf-8", "surrogatepass")), label, labels))


def _margin(steps: Sequence[_Step] | None) -> float | None:
    """The least of the margins to the labels that part at each step."""
    margins: list[float] = []
    given = 0.0
    for step in reversed(steps or ()):
        given = min(0.0, _added([step.along + given, step.at_once]))
        margins += [] if step.rival is None else [given - step.rival]
    return min(margins, default=None)


def _steps(tokens: Sequence[Token], at: int, label: str, labels: Sequence[str]) -> list[_Step] | None:
    """The label token by token, up to its end and where it has parted from every other one; None where it never does, or nothing is known of a rival."""
    spelled = {one: one.casefold().encode("utf-8", "surrogatepass") for one in labels}
    together = frozenset(labels) - {label}
    steps: list[_Step] = []
    written, end = b"", 0
    for token in tokens:
        start, end = end, end + len(token.text)
        if end <= at:
            continue
        before, inside = token.text[: max(0, at - start)], token.text[max(0, at - start) :]
        own = _reading(written, inside, spelled, token.logprob)
        if label not in own.labels or math.isnan(token.logprob) or _without_marks(before):
            return None
        listed = [_reading(written, text, spelled, logprob) for text, logprob in token.listed().items() if text != token.text]
        parting = together - own.labels
        rival = _likeliest(own, listed, parting, spelled) if parting else None
        if parting and rival is None:
            return None
        steps.append(_step(own, listed, rival, label, together, len(spelled[label])))
        together &= own.labels
        if not together and own.length >= len(spelled[label]):
            return steps
        written += inside
    return None


def _step(own: _Reading, listed: Sequence[_Reading], rival: float | None, label: str, together: frozenset[str], length: int) -> _Step:
    mine = [one for one in listed if label in one.labels]
    same = [one for one in mine if min(one.length, length) == min(own.length, length) and one.labels & together == own.labels & together]
    at_once = [one.logprob for one in mine if one.length >= length and not one.labels & together and one not in same]
    return _Step(_added([own.logprob, *(one.logprob for one in same)]), _added(at_once) if at_once else -math.inf, rival)


def _likeliest(own: _Reading, listed: Sequence[_Reading], parting: frozenset[str], spelled: Mapping[str, bytes]) -> float | None:
    """Log probability of the likeliest label that parts here; the least of those listed where that is all that is known; None where it is not."""
    known = []
    for label in parting:
        by_length: dict[int, list[float]] = {}
        for one in listed:
            if label in one.labels:
                by_length.setdefault(min(one.length, len(spelled[label])), []).append(one.logprob)
        whole = by_length.get(len(spelled[label]))
        known += [_added(whole)] if whole else [_added(logprobs) for logprobs in by_length.values()]
    if known:
        return min(0.0, max(known))
    least = min((one.logprob for one in listed), default=own.logprob)
    return least if least < own.logprob else None


def _reading(written: bytes, text: bytes, spelled: Mapping[str, bytes], logprob: float) -> _Reading:
    """Marks before a label do not count; a token without text ends the turn."""
    form = _folded(written + (text or b"\n"))
    labels = _begun(form, spelled)
    if not labels and not written:
        form = _folded(_without_marks(text))
        labels = _begun(form, spelled)
    return _Reading(labels, len(form), logprob)


def _begun(form: bytes, spelled: Mapping[str, bytes]) -> frozenset[str]:
    """The labels that begin like this, and the longest one that is over in it."""
    if not form:
        return frozenset()
    ended = [label for label, whole in spelled.items() if form.startswith(whole) and _ends(form[len(whole) :])]
    longest = max(ended, key=lambda label: len(spelled[label]), default=None)
    return frozenset(label for label, whole in spelled.items() if label == longest or whole.startswith(form))


def _without_marks(text: bytes) -> bytes:
    return text.decode("utf-8", "surrogateescape").lstrip(DECORATION).encode("utf-8", "surrogateescape")


def _ends(rest: bytes) -> bool:
    """Whether a label is over where this follows it: nothing, blanks, or a mark."""
    following = rest.decode("utf-8", "surrogateescape").lstrip(" \t")[:1]
    return not (following.isalnum() or following == "_")


def _folded(text: bytes) -> bytes:
    """Case does not count; parts of a character that a token cuts in two stay what they are."""
    return text.decode("utf-8", "surrogateescape").casefold().encode("utf-8", "surrogateescape")


def _added(logprobs: Sequence[float]) -> float:
    """Log of the sum of probabilities."""
    most = max(logprobs)
    return most + math.log(sum(math.exp(one - most) for one in logprobs))


def _token(entry: object) -> Token | None:
    """One entry of the list; None where it is none. No probability is above one, but for rounding."""
    text = entry.get("token") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not isinstance(text, str):
        return None
    given, own = entry.get("logprob"), entry.get("bytes")
    logprob = math.nan
    if isinstance(given, (int, float)) and not isinstance(given, bool) and VERY_UNLIKELY < given < 1e-3:
        logprob = min(0.0, float(given))
    if isinstance(own, list) and own and all(type(one) is int and 0 <= one < 256 for one in own):
        return Token(bytes(own), logprob, entry)
    return Token(text.encode("utf-8", "surrogatepass"), logprob, entry)


def _label_start(text: str, label: str, scale: Scale, reply: Reply) -> int | None:
    """Where a reply first gives this label itself, as `parse` reads it; None where that is not found."""
    if reply.format != "text" and isinstance(load(text.strip().removeprefix("\ufeff")), dict):
        return next(_in_object(text, text.index("{"), label, scale, reply), None)
    rest, _, _ = split_reasoning(text)
    places = [] if reply.format == "text" else [*_in_objects(rest, label, scale, reply)]
    if reply.format != "json":
        places += _in_lines(rest, label, scale, reply)
    first = min(places, default=None)
    if first is None and reply.closing is None and reply.format != "json":
        fenced = FENCE.fullmatch(rest)
        first = _after_marks(rest, fenced.start(1) if fenced is not None else 0, label)
    if first is None or not text.endswith(rest[first:]):
        return None
    return len(text) - len(rest) + first


def _in_objects(text: str, label: str, scale: Scale, reply: Reply) -> Iterator[int]:
    for one in find_objects(text):
        if one.alone and not is_quoted(text, one.start):
            yield from _in_object(text, one.start, label, scale, reply)


def _in_object(text: str, start: int, label: str, scale: Scale, reply: Reply) -> Iterator[int]:
    """Places of the label in the verdict fields of the object that starts there."""
    for value, place in _field_places(text, start, reply):
        if read_value(value, scale).label == label and (found := _after_marks(text, place, label)) is not None:
            yield found


def _field_places(text: str, start: int, reply: Reply) -> Iterable[tuple[Any, int]]:
    if reply.label is None and reply.score is None:
        return [(value, place) for name, value, place in members(text, start) if verdict_fields({name: value}, reply)]
    found = (_at_path(text, start, path) for path in (reply.label, reply.score) if path is not None)
    return [one for one in found if one is not None]


def _at_path(text: str, start: int, path: str) -> tuple[Any, int] | None:
    """A value at a dotted path through objects, and where it starts; a key that is spelled like the whole path goes first."""
    own = {name: (value, place) for name, value, place in members(text, start)}
    if path in own:
        return own[path]
    head, _, tail = path.partition(".")
    value, place = own.get(head, (None, 0))
    return _at_path(text, place, tail) if tail and isinstance(value, dict) else None


def _in_lines(text: str, label: str, scale: Scale, reply: Reply) -> Iterator[int]:
    lines, _ = closing_lines(text, reply.closing)
    for line in lines:
        place = _value_start(text, line, reply)
        if place >= 0 and not is_quoted(text, line.start) and read_value(line.value, scale).label == label:
            found = _after_marks(text, place, label)
            if found is not None:
                yield found


def _value_start(text: str, line: ClosingLine, reply: Reply) -> int:
    """Where the value of a closing line starts; -1 where marks were taken out of its midst."""
    if encloses(reply.closing):
        return text.find(line.value, line.start + len((reply.closing or "").strip()), line.end)
    return text.rfind(line.value, line.start, line.end)


def _after_marks(text: str, place: int, label: str) -> int | None:
    """The first place from there on where the label stands, with nothing but marks before it."""
    folded = label.casefold()
    while text[place : place + len(label)].casefold() != folded:
        if place >= len(text) or text[place] not in DECORATION:
            return None
        place += 1
    return place
