"""What one judge said about one item on one criterion, all replicates together, as far as evidence goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from judgeaudit.analyses.evidences.checked import Checked
from judgeaudit.domain.evidence import INVENTED_STATES, EvidenceClaim
from judgeaudit.text.normalise import fold

FLAGS = ("fabricated_quote", "altered_quote", "misattributed_quote", "wrong_number", "false_absence", "false_presence", "invented_name")
"""Case flags of single claims, the worst first."""

_QUOTE_FLAGS = {"fabricated": "fabricated_quote", "altered": "altered_quote", "misattributed": "misattributed_quote"}
_OTHER_FLAGS = {"number": "wrong_number", "count": "wrong_number", "absence": "false_absence", "presence": "false_presence", "name": "invented_name"}
_NOT_THERE = frozenset(("fabricated_quote", "altered_quote", "false_presence", "invented_name"))
_SHARED = 0.5
"""Share of the shorter of two located quotes that must lie in the other for both to be one piece of evidence (ours)."""


def flag_of(claim: EvidenceClaim) -> str | None:
    """The case flag of a wrong claim; None of one that holds or was not checked."""
    if not claim.wrong:
        return None
    return _QUOTE_FLAGS.get(claim.state) if claim.kind == "quote" else _OTHER_FLAGS[claim.kind]


def is_invented(claim: EvidenceClaim) -> bool:
    """Whether it is a quote that nobody wrote as it stands there."""
    return claim.kind == "quote" and claim.state in INVENTED_STATES


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of evidence of an item, and the replicates that cite it; `claim` is how the first of them does."""

    claim: EvidenceClaim
    replicates: tuple[int, ...]


@dataclass(frozen=True)
class Account:
    """All verdicts of a judge on an item.

    Attributes
    ----------
    contradicted : frozenset of int
        Replicates whose rationale argues against their verdict, as the analysis of rationales says.
    unstable_reasons : str or None
        How the reasons change under a stable verdict, as it says; None where they do not, or nobody looked.
    reasons_compared : bool
        Whether it compared this judge's reasons.
    """

    criterion: str
    judge: str
    item: str
    rows: tuple[Checked, ...]
    contradicted: frozenset[int] = frozenset()
    unstable_reasons: str | None = None
    reasons_compared: bool = False

    @cached_property
    def stable(self) -> bool | None:
        """Whether all of at least two verdicts are equal; None where the judge was asked once."""
        return len({row.said.code for row in self.rows}) == 1 if len(self.rows) > 1 else None

    @property
    def looked_at(self) -> bool:
        """Whether evidence was checked, or reasons were compared."""
        return (
            any(claim.counted for _, claim in self.checked)
            or self.trapped
            or self.unstable_reasons is not None
            or (self.reasons_compared and self.n_rationales > 1)
        )

    @property
    def trapped(self) -> bool:
        """Whether a stable verdict rests on evidence that is not there, or on reasons that change."""
        return bool(self.stable) and (self.invents or self.unstable_reasons is not None)

    @property
    def invents(self) -> bool:
        """Whether evidence is cited that is not there: a quote that nobody wrote, a thing, a name."""
        return not _NOT_THERE.isdisjoint(self.claim_flags)

    @cached_property
    def n_rationales(self) -> int:
        return sum(bool(row.said.text) for row in self.rows)

    @cached_property
    def checked(self) -> tuple[tuple[int, EvidenceClaim], ...]:
        """Replicate and claim of all that was held against the texts."""
        return tuple((row.said.replicate, claim) for row in self.rows for claim in row.claims if claim.checked)

    @cached_property
    def quotes(self) -> tuple[tuple[int, EvidenceClaim], ...]:
        """Replicate and claim of the quotes of which a share is wrong."""
        return tuple((replicate, claim) for replicate, claim in self.checked if claim.kind == "quote" and claim.counted)

    @cached_property
    def invented(self) -> tuple[Piece, ...]:
        """Distinct fabricated and altered quotes, the most repeated first."""
        return self.pieces(is_invented)

    @cached_property
    def cited(self) -> tuple[Piece, ...]:
        """Distinct quotes: those that stand in the texts by where they stand, invented ones by their words."""
        return self.pieces(lambda claim: claim.kind == "quote" and claim.checked)

    def flagged(self, flag: str) -> tuple[Piece, ...]:
        """Distinct wrong claims of one flag."""
        return self.pieces(lambda claim: flag_of(claim) == flag) if flag in self.claim_flags else ()

    @cached_property
    def claim_flags(self) -> frozenset[str | None]:
        """Flags of single claims that the item has; most have none, and are done with at once."""
        return frozenset(flag_of(claim) for _, claim in self.checked if claim.wrong)

    def pieces(self, wanted: Callable[[EvidenceClaim], bool]) -> tuple[Piece, ...]:
        """Distinct pieces of evidence of one sort, those of the most replicates first, then as they come."""
        groups = _grouped([(replicate, claim) for replicate, claim in self.checked if wanted(claim)])
        pieces = [Piece(group[0][1], tuple(dict.fromkeys(replicate for replicate, _ in group))) for group in groups]
        return tuple(sorted(pieces, key=lambda piece: (-len(piece.replicates), piece.replicates[0], piece.claim.claim_start)))

    def row(self, replicate: int) -> Checked:
        """The verdict of a replicate."""
        return next(row for row in self.rows if row.said.replicate == replicate)


def _grouped(claims: Sequence[tuple[int, EvidenceClaim]]) -> Iterator[list[tuple[int, EvidenceClaim]]]:
    """Claims about the same stretch of a text (with the same change, where it was altered), or with the same words where they are of no stretch."""
    by_words: dict[tuple[str, str], list[tuple[int, EvidenceClaim]]] = {}
    by_source: dict[tuple[str, str], list[tuple[int, EvidenceClaim]]] = {}
    for replicate, claim in claims:
        changed = "; ".join(f"{edit.quoted} for {edit.source}" for edit in claim.edits if edit.matters)
        placed = claim.source is not None and claim.start is not None and claim.end is not None
        if claim.kind == "quote" and placed and (not is_invented(claim) or (claim.state == "altered" and changed)):
            by_source.setdefault((claim.source or "", changed), []).append((replicate, claim))
        else:
            by_words.setdefault((claim.kind, fold(claim.text).text.strip(" .,;:!?")), []).append((replicate, claim))
    yield from by_words.values()
    for located in by_source.values():
        yield from _overlapping(located)


def _overlapping(located: Sequence[tuple[int, EvidenceClaim]]) -> Iterator[list[tuple[int, EvidenceClaim]]]:
    """Quotes of one source whose stretches share most of the shorter one, the longest first as what the others are held against."""
    groups: list[tuple[int, int, list[tuple[int, EvidenceClaim]]]] = []
    for replicate, claim in sorted(located, key=lambda one: (_span(one[1])[0], -_span(one[1])[1], one[0])):
        start, end = _span(claim)
        if groups and min(end, groups[-1][1]) - start >= _SHARED * min(end - start, groups[-1][1] - groups[-1][0]):
            groups[-1][2].append((replicate, claim))
        else:
            groups.append((start, end, [(replicate, claim)]))
    for _, _, group in groups:
        yield sorted(group, key=lambda one: (one[0], one[1].claim_start))


def _span(claim: EvidenceClaim) -> tuple[int, int]:
    return claim.start or 0, claim.end or 0
