"""Every rationale held against what its judge was shown, item by item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judgeaudit.analyses.evidences.field_words import REMARK, field_parts
from judgeaudit.analyses.evidences.prompt_words import prompt_words, shown_texts, shows_input
from judgeaudit.analyses.evidences.quote_fields import QuoteField, quote_fields
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationales.repeats import Key
from judgeaudit.analyses.rationales.rows import Said
from judgeaudit.domain.evidence import FOUND_STATES, EvidenceClaim
from judgeaudit.domain.items import Item
from judgeaudit.domain.verdicts import Reason
from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.language import language_of
from judgeaudit.text.evidence.quote_states import LEAST_WORDS, size
from judgeaudit.text.evidence.quotes import READ, check_quote
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.unknown import left_open
from judgeaudit.text.normalise import fold


@dataclass(frozen=True, slots=True)
class Checked:
    """One verdict, and the claims of its rationale. `read` says whether its item's texts were there to hold them against."""

    said: Said
    read: bool
    claims: tuple[EvidenceClaim, ...] = ()
    language: str = ""


def check_rationale(rationale: str, reasons: Sequence[Reason], sources: Sources) -> tuple[EvidenceClaim, ...]:
    """The claims of a rationale, those of its quote fields among them.

    Parameters
    ----------
    rationale : str
        As people read it; offsets count in it.
    reasons : sequence of Reason
        What stands in a reason's quote field is evidence, however short it is and whatever the sentence beside it says.
    sources : Sources

    Returns
    -------
    tuple of EvidenceClaim
        In the order in which they stand there. What a sentence quotes and a quote field holds too counts once. A quote field that the
        rationale does not show has both offsets at its end.
    """
    fields, rest = quote_fields(rationale, reasons)
    given = left_open([claim for field in fields for claim in _of_field(field, sources)], sources)
    words = {fold(field.text).text for field in fields}
    free = [claim for claim in check_claims(rest, sources) if claim.kind != "quote" or fold(claim.text).text not in words]
    unread = language_of(rationale) not in ("", *READ)
    free = [replace(claim, decided=False) if claim.kind == "quote" and (unread or _too_short(claim)) else claim for claim in free]
    kept = [replace(claim, text=rationale[claim.claim_start : claim.claim_end]) for claim in free] if fields else free
    return tuple(sorted((*given, *kept), key=lambda claim: (claim.claim_start, claim.claim_end)))


def _of_field(field: QuoteField, sources: Sources) -> list[EvidenceClaim]:
    """The claims of a quote field: one, or where it does not stand in a text as a whole, those of the quotes that it lists or labels."""
    whole = check_quote(field.text, sources, start=field.start, end=field.end, field=True)
    parts = field_parts(field.text) if whole.wrong else ()
    if whole.state == "fabricated" and REMARK.match(field.text):
        return [replace(whole, state="unchecked", why="it reads as a remark of the judge, and not as a quote")]
    if not parts or parts == ((0, len(field.text)),):
        return [whole]
    shift = field.start if field.end > field.start else None
    claims = [
        check_quote(field.text[start:end], sources, start=field.start if shift is None else shift + start, end=field.end if shift is None else shift + end, field=True)
        for start, end in parts
    ]  # fmt: skip
    return claims if any(not claim.wrong for claim in claims) else [whole]


def _too_short(claim: EvidenceClaim) -> bool:
    """Whether a quote could only be found, by chance too, or left open."""
    return claim.state in FOUND_STATES and size(claim.text) < LEAST_WORDS and not any(character.isdigit() for character in claim.text)


def check_all(data: AnalysisInput, said: Mapping[Key, Sequence[Said]]) -> dict[Key, tuple[Checked, ...]]:
    """Every verdict with its claims, in the order of `said`.

    Notes
    -----
    Item after item, so that the texts of one item are prepared once for all judges and criteria that were shown the same prompt, and are
    let go before the next. A rationale that comes back word for word is read once. Linear in the number of rationales.
    """
    shown, asked = _prompts(data, said), {judge: shows_input(data, judge) for _, judge in said}
    of_item: dict[str, list[tuple[Key, int]]] = {}
    for key, rows in said.items():
        for place, one in enumerate(rows):
            of_item.setdefault(one.item, []).append((key, place))
    found: dict[Key, list[Checked]] = {key: [Checked(one, read=False) for one in rows] for key, rows in said.items()}
    for name, places in of_item.items():
        item = data.items.get(name)
        if item is not None:
            desk = _Desk(item)
            for key, place in places:
                found[key][place] = desk.check(said[key][place], shown[key], unknown=("input",) if item.input is None and asked[key[1]] else ())
    return {key: tuple(rows) for key, rows in found.items()}


def _prompts(data: AnalysisInput, said: Mapping[Key, Sequence[Said]]) -> dict[Key, str]:
    criteria = {criterion.name: criterion for criterion in data.rubric.criteria}
    return {(name, judge): prompt_words(data, criteria[name], judge) for name, judge in said}


class _Desk:
    """One item's texts, and what was read against them so far."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.sources: dict[tuple[str, tuple[str, ...]], Sources] = {}
        self.read: dict[tuple[tuple[str, tuple[str, ...]], str, tuple[Reason, ...]], Checked] = {}

    def check(self, said: Said, prompt: str, *, unknown: tuple[str, ...]) -> Checked:
        shown = (prompt, unknown)
        key = (shown, said.text, said.reasons)
        known = self.read.get(key)
        if known is None:
            if shown not in self.sources:
                self.sources[shown] = Sources(shown_texts(self.item, prompt), unknown=unknown)
            claims = check_rationale(said.text, said.reasons, self.sources[shown]) if said.text else ()
            known = self.read[key] = Checked(said, True, claims, language_of(said.text))
        return Checked(said, True, known.claims, known.language)
