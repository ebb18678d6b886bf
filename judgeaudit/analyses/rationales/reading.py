"""What one rationale says, taken apart once so that it can be compared with many others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.rationales.words import content_words
from judgeaudit.domain.verdicts import Reason
from judgeaudit.text.boilerplate import Boilerplate, blank, stock_spans
from judgeaudit.text.conclusion import conclude
from judgeaudit.text.locate import Located, locate
from judgeaudit.text.polarity import polarity
from judgeaudit.text.quantities import Quantity, find_quantities
from judgeaudit.text.quotes import find_quotes
from judgeaudit.text.sentences import Piece, split_clauses
from judgeaudit.text.slots import Slot, find_slots

MIN_CONTENT = 2
"""Content words below which a text without its stock phrases is compared whole: nothing but stock phrases is left (ours)."""

NAMED_FROM = 0.5
"""Share of an aspect's words from which a clause names it (ours)."""

MIN_SAID = 3
"""Words from which an evaluation without content words ("It is correct.") is a reason, and no bare verdict (ours)."""

MAX_REASONS = 40
"""Reasons of a free text (ours): where there are more clauses, neighbours count as one, so that two long texts can be matched at all."""

_OUTPUTS = ("response_a", "response_b", "tie")
_FINDINGS = {"met": 1, "unmet": -1}


@dataclass(frozen=True, slots=True)
class StatedReason:
    """One reason of a rationale.

    `text` is `rationale[start:end]` (or the reason's own words, with start and end -1, where the rationale does not hold it); `core` is
    `text` without stock phrases. `sign`: 1 speaks for the judged thing (the first of two), -1 against it, 0 neither. `words` are stems of its content.
    `finding`: 1 met or -1 unmet, where a listed reason says so itself; `wording`: the sign of its explanation, whatever the finding.
    `side`: 1 or 2 where it is about the first or second of two outputs, else 0.
    """

    text: str
    core: str
    start: int
    end: int
    aspect: str
    sign: int
    words: frozenset[str]
    quantities: tuple[Quantity, ...]
    located: tuple[Located, ...]
    finding: int = 0
    wording: int = 0
    side: int = 0


@dataclass(frozen=True)
class Reading:
    """One rationale, taken apart. `core` is its text without stock phrases; `structured`: the judge listed its reasons itself.
    `favours`: the output that it argues for, "first" or "second" by their own names, where it compares two and says so."""

    text: str
    core: str
    reasons: tuple[StatedReason, ...]
    words: frozenset[str]
    structured: bool = False
    favours: str | None = None

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Quantities of all reasons, but for ordinals: "the third question" and "question 4" are no measurements of one thing."""
        return tuple(quantity for of_side in self.quantities_by_side for quantity in of_side)

    @cached_property
    def quantities_by_side(self) -> tuple[tuple[Quantity, ...], ...]:
        """Quantities of reasons about neither output, the first, and the second: numbers of two outputs are not about one thing."""
        return tuple(tuple(q for r in self.reasons if r.side == side for q in r.quantities if q.kind != "ordinal") for side in range(3))

    @cached_property
    def located(self) -> tuple[Located, ...]:
        """Where its quotes stand in the sources."""
        return tuple(place for reason in self.reasons for place in reason.located)

    @cached_property
    def signs(self) -> frozenset[int]:
        """The signs of the reasons that evaluate."""
        return frozenset(reason.sign for reason in self.reasons if reason.sign)

    @cached_property
    def aspects(self) -> tuple[str, ...]:
        """Aspects that its reasons name, in lower case, each once."""
        return tuple(dict.fromkeys(reason.aspect.casefold() for reason in self.reasons if reason.aspect))

    @cached_property
    def order(self) -> tuple[str, list[tuple[str, str, int]]]:
        """Tells which of two different readings comes first, whatever order they are given in."""
        return self.text, [(reason.core, reason.aspect, reason.sign) for reason in self.reasons]

    @cached_property
    def plain(self) -> list[tuple[str, str, int]]:
        """What it says but for case, blanks and a last full stop; listed reasons in any order."""
        if not self.structured:
            return [(_plain(self.text), "", 0)]
        lines = [(_plain(line), "", 0) for line in self.text.splitlines()]  # the quotes, too, stand in them
        return sorted([*lines, *((_plain(reason.text), _plain(reason.aspect), reason.sign) for reason in self.reasons)])

    @cached_property
    def sign_of_reason(self) -> NDArray[np.int64]:
        """Shape (n_reasons,)."""
        return np.array([reason.sign for reason in self.reasons], dtype=np.int64)

    @cached_property
    def weight_of_reason(self) -> NDArray[np.float64]:
        """How much each reason counts, shape (n_reasons,): the root of its content words."""
        return np.sqrt(np.array([max(1, len(reason.words)) for reason in self.reasons], dtype=np.float64))


def read_rationale(
    text: str,
    reasons: Sequence[Reason] = (),
    *,
    sources: Mapping[str, str] | None = None,
    boilerplate: Boilerplate | None = None,
    aspects: Sequence[str] = (),
    pairwise: bool = False,
) -> Reading:
    """A rationale, taken apart into its reasons.

    Parameters
    ----------
    text : str
        The rationale as people read it.
    reasons : sequence of Reason
        The reasons as a structured reply gave them; without any they are the clauses of `text`.
    sources : mapping of source name to text, optional
        What the judge saw: quotes are looked up in it.
    boilerplate : Boilerplate, optional
        Stock phrases of this judge; they are no content.
    aspects : sequence of str
        Aspects of the criterion, by name: a clause that uses the words of one names it.
    pairwise : bool
        Two outputs were compared, so that a lone A or B names one.

    Returns
    -------
    Reading
        Without any reason where the text says nothing: blank, punctuation, emoji, or the bare verdict.
    """
    stock = boilerplate or Boilerplate()
    if reasons:
        stated = tuple(_structured(text, reason, sources or {}, stock) for reason in reasons)
        said = text if text.strip() else "\n".join(reason.text for reason in stated)
        core, slots = " ".join(reason.core for reason in stated), find_slots(said, lone=pairwise)
    else:
        bare, slots = _bare(text, stock), find_slots(text, lone=pairwise)
        stated = tuple(_free(text, text if bare is None else bare, slots, sources or {}, aspects))
        said, core = text, _as_core(text, bare)
    words = frozenset[str]().union(*(reason.words for reason in stated))
    return Reading(said, core, stated, words, structured=bool(reasons), favours=_favours(said, slots) or _leaning(stated))


def _structured(text: str, reason: Reason, sources: Mapping[str, str], stock: Boilerplate) -> StatedReason:
    said = reason.explanation or reason.quote or reason.aspect or reason.finding
    start = text.find(said) if said else -1
    core = _as_core(reason.explanation, _bare(reason.explanation, stock))
    shown = f"{reason.aspect}: {core}" if reason.aspect and core else core or reason.aspect or reason.quote
    located = locate(reason.quote, sources) if reason.quote.strip() else ()
    finding = _FINDINGS.get(reason.finding.casefold(), 0)
    wording = polarity(reason.explanation).sign
    sign = finding or polarity(reason.finding).sign or wording
    return StatedReason(
        said, shown, start, start + len(said) if start >= 0 else -1, reason.aspect, sign, content_words(shown), find_quantities(reason.explanation),
        located + _quoted(reason.explanation, sources), finding, wording,
    )  # fmt: skip


def _free(text: str, bare: str, slots: Sequence[Slot], sources: Mapping[str, str], aspects: Sequence[str]) -> list[StatedReason]:
    """The clauses of a text that have content in `bare`, which is as long."""
    named = [(aspect, content_words(aspect)) for aspect in aspects]
    stated = []
    for clause in _clauses(text):
        core = " ".join(bare[clause.start : clause.end].split())
        words = content_words(core)
        if not words:
            continue
        side = _side(slots, clause)
        sign = _sign(clause.text) * (-1 if side == 2 else 1)
        stated.append(
            StatedReason(
                clause.text, core, clause.start, clause.end, _named(words, named), sign, words, _quantities(bare[clause.start : clause.end]),
                _quoted(clause.text, sources), side=side,
            )
        )  # fmt: skip
    if stated:
        return stated
    whole = StatedReason(text, text, 0, len(text), "", polarity(text).sign, frozenset(), find_quantities(text), _quoted(text, sources))
    says = whole.quantities or whole.located or (whole.sign and len(text.split()) >= MIN_SAID)
    return [whole] if says else []


def _clauses(text: str) -> tuple[Piece, ...]:
    """The clauses of a text, neighbours joined where there are more than `MAX_REASONS`."""
    clauses = split_clauses(text)
    step = -(-len(clauses) // MAX_REASONS)
    if step <= 1:
        return clauses
    ends = [(clauses[n].start, clauses[min(n + step, len(clauses)) - 1].end) for n in range(0, len(clauses), step)]
    return tuple(Piece(text[start:end], start, end) for start, end in ends)


def _named(words: frozenset[str], aspects: Sequence[tuple[str, frozenset[str]]]) -> str:
    """The aspect most of whose words a clause uses; "" where it uses less than half of any."""
    shares = [(len(words & stems) / len(stems), aspect) for aspect, stems in aspects if stems]
    share, aspect = max(shares, default=(0.0, ""))
    return aspect if share >= NAMED_FROM else ""


def _side(slots: Sequence[Slot], clause: Piece) -> int:
    """Which of two outputs a clause is about. A fault of the second speaks for the first, whose side all signs are given for."""
    first = next((slot for slot in slots if clause.start <= slot.start < clause.end), None)
    return 0 if first is None else 1 + first.place


def _leaning(stated: Sequence[StatedReason]) -> str | None:
    """The output that all evaluating clauses speak for, where each of them names one."""
    signs = {reason.sign if reason.side else 0 for reason in stated if reason.sign}
    return {1: "first", -1: "second"}.get(signs.pop()) if len(signs) == 1 else None


def _favours(text: str, slots: Sequence[Slot]) -> str | None:
    if not slots:
        return None
    label = conclude(text, _OUTPUTS, mode="pairwise").label
    return {_OUTPUTS[0]: "first", _OUTPUTS[1]: "second"}.get(label or "")


# Repeats of one judge say many clauses word for word again, and those of an item are read one after the other.
@lru_cache(maxsize=1024)
def _sign(clause: str) -> int:
    return polarity(clause).sign


@lru_cache(maxsize=1024)
def _quantities(clause: str) -> tuple[Quantity, ...]:
    return find_quantities(clause)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".") or text


def _bare(text: str, stock: Boilerplate) -> str | None:
    """The text with blanks where its stock phrases are, as long as before; None where nothing else is left."""
    bare = blank(text, stock_spans(text, stock))
    return bare if len(content_words(bare)) >= MIN_CONTENT else None


def _as_core(text: str, bare: str | None) -> str:
    """The text without stock phrases; the whole text where nothing else is left."""
    return text if bare is None else " ".join(bare.split())


def _quoted(text: str, sources: Mapping[str, str]) -> tuple[Located, ...]:
    if not sources:
        return ()
    return tuple(place for quote in find_quotes(text) for place in locate(quote.text, sources))
