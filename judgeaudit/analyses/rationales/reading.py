"""What one rationale says, taken apart once so that it can be compared with many others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judgeaudit.analyses.rationales.words import content_words
from judgeaudit.domain.verdicts import Reason
from judgeaudit.text.boilerplate import Boilerplate, blank, stock_spans
from judgeaudit.text.locate import Located, locate
from judgeaudit.text.polarity import polarity
from judgeaudit.text.quantities import Quantity, find_quantities
from judgeaudit.text.quotes import find_quotes
from judgeaudit.text.sentences import split_clauses

MIN_CONTENT = 2
"""Content words below which a text without its stock phrases is compared whole: nothing but stock phrases is left (ours)."""

_FINDINGS = {"met": 1, "unmet": -1}


@dataclass(frozen=True, slots=True)
class StatedReason:
    """One reason of a rationale.

    `text` is `rationale[start:end]` (or the reason's own words, with start and end -1, where the rationale does not hold it); `core` is
    `text` without stock phrases. `sign`: 1 speaks for the judged thing, -1 against it, 0 neither. `words` are stems of its content.
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


@dataclass(frozen=True, slots=True)
class Reading:
    """One rationale, taken apart. `core` is its text without stock phrases; `structured`: the judge listed its reasons itself."""

    text: str
    core: str
    reasons: tuple[StatedReason, ...]
    words: frozenset[str]
    structured: bool = False

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """Quantities of all reasons."""
        return tuple(quantity for reason in self.reasons for quantity in reason.quantities)

    @property
    def located(self) -> tuple[Located, ...]:
        """Where its quotes stand in the sources."""
        return tuple(place for reason in self.reasons for place in reason.located)

    @property
    def signs(self) -> frozenset[int]:
        """The signs of the reasons that evaluate."""
        return frozenset(reason.sign for reason in self.reasons if reason.sign)


def read_rationale(text: str, reasons: Sequence[Reason] = (), *, sources: Mapping[str, str] | None = None, boilerplate: Boilerplate | None = None) -> Reading:
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

    Returns
    -------
    Reading
        With at least one reason, unless there is no text at all.
    """
    stock = boilerplate or Boilerplate()
    stated = tuple(_structured(text, reason, sources or {}, stock) for reason in reasons) if reasons else tuple(_free(text, sources or {}, stock))
    said = text if text.strip() or not reasons else "\n".join(reason.text for reason in stated)
    core = _core(said, stock) if not reasons else " ".join(reason.core for reason in stated)
    return Reading(said, core, stated, frozenset().union(*(reason.words for reason in stated)), structured=bool(reasons))


def _structured(text: str, reason: Reason, sources: Mapping[str, str], stock: Boilerplate) -> StatedReason:
    said = reason.explanation or reason.quote or reason.aspect or reason.finding
    start = text.find(said) if said else -1
    core = _core(reason.explanation, stock)
    shown = f"{reason.aspect}: {core}" if reason.aspect and core else core or reason.aspect or reason.quote
    located = locate(reason.quote, sources) if reason.quote.strip() else ()
    sign = _FINDINGS.get(reason.finding.casefold(), 0) or polarity(reason.finding).sign or polarity(reason.explanation).sign
    return StatedReason(
        said, shown, start, start + len(said) if start >= 0 else -1, reason.aspect, sign, content_words(shown), find_quantities(reason.explanation),
        located + _quoted(reason.explanation, sources),
    )  # fmt: skip


def _free(text: str, sources: Mapping[str, str], stock: Boilerplate) -> list[StatedReason]:
    spans = stock_spans(text, stock)
    bare = blank(text, spans) if len(content_words(blank(text, spans))) >= MIN_CONTENT else text
    stated = []
    for clause in split_clauses(text):
        core = " ".join(bare[clause.start : clause.end].split())
        words = content_words(core)
        if not words:
            continue
        stated.append(
            StatedReason(
                clause.text, core, clause.start, clause.end, "", polarity(clause.text).sign, words, find_quantities(bare[clause.start : clause.end]),
                _quoted(clause.text, sources),
            )
        )  # fmt: skip
    if stated or not text.strip():
        return stated
    return [StatedReason(text, text, 0, len(text), "", polarity(text).sign, content_words(text), find_quantities(text), _quoted(text, sources))]


def _core(text: str, stock: Boilerplate) -> str:
    """The text without stock phrases; the whole text where nothing else is left."""
    bare = " ".join(blank(text, stock_spans(text, stock)).split())
    return bare if len(content_words(bare)) >= MIN_CONTENT else text


def _quoted(text: str, sources: Mapping[str, str]) -> tuple[Located, ...]:
    if not sources:
        return ()
    return tuple(place for quote in find_quotes(text) for place in locate(quote.text, sources))
