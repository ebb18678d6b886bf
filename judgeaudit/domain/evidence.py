"""What a rationale says it saw, and what became of it when that was looked up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["quote", "number", "count", "absence", "presence", "name"]
State = Literal["exact", "normalised", "near", "altered", "fabricated", "misattributed", "true", "false", "unchecked"]

FOUND_STATES: tuple[State, ...] = ("exact", "normalised", "near")
"""States of a quote that stands where the rationale says it does."""

INVENTED_STATES: tuple[State, ...] = ("fabricated", "altered")
"""States of a quote whose words are not the source's."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One difference between a quote and the source's words: `quoted` stands where the source has `source`; either may be empty.

    `matters` says what differs where that changes what is said: "number", "date", "name", "negation", "unit" or "meaning"; "" where it does not.
    """

    quoted: str
    source: str
    matters: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceClaim:
    """One statement of a rationale about the texts that were judged, checked by code.

    Attributes
    ----------
    kind : str
        quote; number (one that the texts give), count (something counted in them, or worked out from their numbers); absence, presence; name.
    text : str
        The claim as it stands in the rationale, `rationale[claim_start:claim_end]`.
    state : str
        Of a quote: exact, normalised (the same words, typeset otherwise or shortened), near (other words that change nothing, see `edits`), altered (a
        number, date, name, negation or unit differs), fabricated, misattributed (it stands only in another source than the rationale says).
        Of the rest: true or false. unchecked: too short, no statement about the texts, or in doubt; `why` says which.
    source : str or None
        Name of the source with what the claim was held against.
    start, end : int or None
        Offsets in that source.
    nearest : str or None
        The closest stretch of any source, as it stands there.
    why : str
        One sentence for people.
    claim_start, claim_end : int
        Offsets in the rationale.
    edits : tuple of Edit
        Of near and altered quotes.
    decided : bool
        False of a claim that can only be found or left open: a quote that is too short or in a sentence of a language that is not read, and what may be
        of a text that is not known (an item without its input):
        what is found of such quotes says nothing about the others, so they count in no rate.
    """

    kind: Kind
    text: str
    state: State
    source: str | None = None
    start: int | None = None
    end: int | None = None
    nearest: str | None = None
    why: str = ""
    claim_start: int = 0
    claim_end: int = 0
    edits: tuple[Edit, ...] = ()
    decided: bool = True

    @property
    def checked(self) -> bool:
        """Whether the claim was held against the sources."""
        return self.state != "unchecked"

    @property
    def counted(self) -> bool:
        """Whether it belongs to the claims of which a share is wrong."""
        return self.checked and self.decided

    @property
    def wrong(self) -> bool:
        """Whether the sources speak against it."""
        return self.state in ("altered", "fabricated", "misattributed", "false")
