"""Claims of a rationale marked where they stand: in the rationale, in the texts that were judged, and word by word where a quote differs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from judgeaudit.report import fields
from judgeaudit.report.marks import passage, visible
from judgeaudit.report.pieces import Shown

STATES = {
    "fabricated": "fabricated", "altered": "altered", "false": "wrong", "misattributed": "misattributed", "near": "nearly verbatim", "normalised": "typeset otherwise",
    "exact": "verbatim", "true": "true", "unchecked": "not checked",
}  # fmt: skip
"""States of a claim in words, the worst first; each has a colour, a line and a sign of its own."""

KINDS = {"quote": "quote", "number": "number", "count": "count", "absence": "called missing", "presence": "said to be there", "name": "name"}

_MAX_MARKED = 0.5
"""Largest share of a text that is marked for a claim that is no quote: a count is of a whole text, which needs no colour."""
_MAX_TOKENS = 400
_TOKENS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of a text, with the number and the state of the claim that it belongs to."""

    start: int
    end: int
    number: int
    state: str


def state_of(claim: Mapping[str, Any]) -> str:
    """A claim's state; one that is unknown counts as not checked."""
    state = fields.word(claim, "state")
    return state if state in STATES else "unchecked"


def worst_of(states: Sequence[str]) -> str:
    """The worst of some states."""
    return min(states, key=list(STATES).index)


@dataclass(frozen=True, slots=True)
class Spots:
    """Where some claims stand in a text, as far as it is shown, and the numbers of those that stand in what is left out."""

    shown: tuple[Spot, ...]
    left_out: tuple[int, ...]


def in_rationale(claims: Sequence[tuple[int, Mapping[str, Any]]], rationale: Shown) -> Spots:
    """Where a rationale makes numbered claims; nowhere where the words there are others."""
    places = [(n, claim, fields.place(claim, "claim_start"), fields.place(claim, "claim_end"), fields.word(claim, "text")) for n, claim in claims]
    return _spots([(n, claim, start, end, said) for n, claim, start, end, said in places if start is not None and end is not None], rationale)


def in_source(claims: Sequence[tuple[int, Mapping[str, Any]]], body: Shown) -> Spots:
    """Where a source has what numbered claims are about. A fabricated quote has no such place; what comes nearest to it is shown beside it."""
    places = []
    for n, claim in claims:
        start, end, kind = fields.place(claim, "start"), fields.place(claim, "end"), fields.word(claim, "kind")
        if state_of(claim) == "fabricated" or start is None or end is None:
            continue
        if not (kind in ("count", "number") and end - start > _MAX_MARKED * body.length):
            places.append((n, claim, start, end, fields.word(claim, "nearest") or None if kind == "quote" else None))
    return _spots(places, body)


def _spots(places: Sequence[tuple[int, Mapping[str, Any], int, int, str | None]], body: Shown) -> Spots:
    """Marks for claims at places of the whole text, where that has the words that are expected there (None: any)."""
    fitting = [one for one in places if one[2] < one[3] <= body.length and (one[4] is None or body.agrees(*one[2:4], one[4]))]
    found = [Spot(part.first, part.last, n, state_of(claim)) for n, claim, start, end, _ in fitting for part in body.parts(start, end)]
    return Spots(tuple(found), tuple(n for n, _, start, end, _ in places if body.leaves_out(start, end)))


def with_claims(text: str, spots: Sequence[Spot], gaps: Sequence[tuple[int, int]] = ()) -> Markup:
    """A text with the stretches of claims marked: coloured, underlined and signed by state, numbered, and said in words for those who do not see it.

    Where stretches overlap, the common part has the numbers of all of them and the look of the worst. Gaps are those of `marks.passage`.
    """
    bounds = sorted({0, len(text), *(edge for spot in spots for edge in (spot.start, spot.end))})
    parts: list[Markup] = []
    for start, end in pairwise(bounds):
        over = [spot for spot in spots if spot.start <= start and end <= spot.end]
        parts.append(_mark(visible(text[start:end]), over) if over else passage(text, start, end, gaps))
    return Markup("").join(parts)


def _mark(words: Markup, over: Sequence[Spot]) -> Markup:
    worst = worst_of([spot.state for spot in over])
    numbers = ",".join(str(spot.number) for spot in over)
    said = "; ".join(f"claim {spot.number}: {STATES[spot.state]}" for spot in over)
    return Markup('<mark class="claim {}" data-n="{}"><bdi class="sr">[{}] </bdi>{}</mark>').format(worst, numbers, said, words)


def difference(claim: Mapping[str, Any]) -> Markup | None:
    """A quote against the words of the source: struck out what the source has, underlined what the quote says instead. None where nothing differs."""
    said, nearest = fields.word(claim, "text"), fields.word(claim, "nearest")
    if state_of(claim) not in ("near", "altered") or not said or not nearest:
        return None
    old, new = _tokens(nearest), _tokens(said)
    if max(len(old), len(new)) > _MAX_TOKENS:
        return None
    runs = list(_runs(old, new))
    if all(equal for equal, _, _ in runs):
        return None
    return Markup("").join(visible(words) if equal else _changed(source, words) for equal, source, words in runs)


def _runs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[bool, str, str]]:
    """Whether a run is the same in both, what the source has and what the quote says. Blanks between two changed words belong to the change."""
    codes = SequenceMatcher(None, [_folded(t) for t in old], [_folded(t) for t in new], autojunk=False).get_opcodes()
    runs = [(tag == "equal", "".join(old[a:b]), "".join(new[c:d])) for tag, a, b, c, d in codes]
    pending = ["", ""]
    for place, (equal, source, words) in enumerate(runs):
        if equal and not (not words.strip() and 0 < place < len(runs) - 1):
            if any(pending):
                yield False, pending[0], pending[1]
            pending = ["", ""]
            yield True, source, words
        else:
            pending[0] += source
            pending[1] += words
    if any(pending):
        yield False, pending[0], pending[1]


def _changed(source: str, words: str) -> Markup:
    """A change, with the blanks around it outside of its marks."""
    before, after = (source or words)[:1].isspace(), (source or words)[-1:].isspace()
    gone = Markup('<del><bdi class="sr">[the text has] </bdi>{}</del>').format(visible(source.strip())) if source.strip() else Markup("")
    new = Markup('<ins><bdi class="sr">[the quote says] </bdi>{}</ins>').format(visible(words.strip())) if words.strip() else Markup("")
    return Markup("{}{}{}{}{}").format(" " if before else "", gone, " " if gone and new else "", new, " " if after else "")


def _tokens(text: str) -> list[str]:
    return _TOKENS.findall(text)


def _folded(token: str) -> str:
    return " " if token.isspace() else unicodedata.normalize("NFKC", token).casefold()
