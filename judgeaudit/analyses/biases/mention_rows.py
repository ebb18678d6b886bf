"""Moved verdicts as the page shows them: what was changed, what was said before and after, and whether the cue is mentioned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.biases.moved import Movement
from judgeaudit.analyses.biases.moved_said import Account
from judgeaudit.analyses.biases.shown_cue import NOTHING_KNOWN, cut, shown_as
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import tally
from judgeaudit.analyses.probe_cues import estimate_name
from judgeaudit.analyses.probe_orders import POSITION
from judgeaudit.domain.results import Case, Span
from judgeaudit.domain.shown_orders import AB, BA, order_of
from judgeaudit.probes import Variant
from judgeaudit.text.cue_words import UNKNOWN, Mention

UNMENTIONED, MOVED = "moved_unmentioned", "moved_by_probe"
AROUND = 40
"""Characters beside an insertion that stand for its place."""

_SAYS = {True: "the rationale mentions it", False: "the rationale does not mention it", None: "whether the rationale mentions it is not known"}


@dataclass(frozen=True, slots=True)
class Read:
    """What moved of one item under one variant: of each moved verdict its rationale and whether it mentions the cue; and what the judge was shown, if known."""

    account: Account
    mentions: tuple[Mention, ...]
    variant: Variant | None

    @property
    def movement(self) -> Movement:
        return self.account.movement

    @property
    def told(self) -> tuple[Mention, str]:
        """The rationale that stands for all: one that mentions the cue, else one of which nobody can say, else any."""
        rank = {True: 0, None: 1, False: 2}
        pairs = [(mention, text) for mention, text in zip(self.mentions, self.account.moved, strict=True) if text]
        return min(pairs, key=lambda pair: rank[pair[0].mentioned], default=(UNKNOWN, ""))


def rows_of(read: Sequence[Read], data: AnalysisInput) -> list[dict[str, Any]]:
    """Rows of the block `moved` (or `unmoved`): the strongest movements, with texts where the audit keeps any."""
    return [_row(one, data) for one in _strongest(read)[: thresholds.MAX_MOVED_SHOWN]]


def cases_of(read: Sequence[Read], data: AnalysisInput, flag: str = "") -> Iterator[Case]:
    """A case of every row, its flag (where none is given) by whether the rationale mentions the cue; spans say where the item was changed."""
    for one in _strongest(read)[: thresholds.MAX_MOVED_SHOWN]:
        movement, shown = one.movement, one.movement.shown
        codes = shown.plain[movement.pattern]
        replicates = tuple(replicate for replicate, code in zip(shown.replicates, codes, strict=True) if not np.isnan(code))
        plain, under = _tallies(movement)
        how = f"{shown.name} ({movement.variant})" if movement.variant else shown.name
        mention, rationale = one.told
        says = "" if flag else f"; {_SAYS[mention.mentioned] if rationale else 'no rationale'}"
        yield Case(
            analysis="bias", flag=flag or (UNMENTIONED if mention.mentioned is False else MOVED), judge=shown.judge, criterion=shown.part.criterion,
            item_id=movement.item, replicates=replicates, detail=f"as it is: {plain}; under {how}: {under}{says}", spans=_spans(one, data),
        )  # fmt: skip


def _strongest(read: Sequence[Read]) -> list[Read]:
    return sorted(read, key=lambda one: one.movement.strength)


def _tallies(movement: Movement) -> tuple[str, str]:
    shown = movement.shown
    return tally(shown.plain[movement.pattern], shown.part.scale), tally(shown.probe[movement.pattern], shown.part.scale)


def _row(one: Read, data: AnalysisInput) -> dict[str, Any]:
    movement, shown = one.movement, one.movement.shown
    plain, under = _tallies(movement)
    told = shown_as(one.variant, data.items.get(movement.item)) if data.texts else dict(NOTHING_KNOWN)
    before = _plain_rationale(one.account) if data.texts else None
    mention, rationale = one.told
    after = (rationale or None) if data.texts else None
    return {
        "probe": estimate_name(shown.name), "variant": movement.variant, "judge": shown.judge, "criterion": shown.part.criterion, "item_id": movement.item,
        "plain": plain, "under": under, "toward": movement.toward, "order": one.account.order, "swapped": _swapped(one.account, shown.name), **told,
        "rationale_plain": None if before is None else cut(before), "rationale_probe": None if after is None else cut(after),
        "mentioned": mention.mentioned, "mention": cut(mention.words) if data.texts else "",
        "n_rationales": sum(bool(text) for text in one.account.moved), "n_unmentioned": sum(each.mentioned is False for each in one.mentions),
    }  # fmt: skip


def _swapped(account: Account, probe: str) -> bool:
    """Whether a pair was shown in another order than plainly."""
    return (order_of(account.order) or (BA if probe == POSITION else AB)) != (order_of(account.plain_order) or AB)


def _plain_rationale(account: Account) -> str | None:
    return next((text for text in account.plain if text), None)


def _spans(one: Read, data: AnalysisInput) -> tuple[Span, ...]:
    """Where the item was changed: what was taken out, or the words beside what was put in."""
    item = data.items.get(one.movement.item)
    if one.variant is None or item is None or not data.texts:
        return ()
    sources = item.sources()
    found = []
    for change in one.variant.changes:
        text = sources.get(change.source, "")
        start, end = (change.start, change.end) if change.start < change.end else (max(0, change.start - AROUND), min(len(text), change.end + AROUND))
        end = min(end, start + thresholds.MAX_TEXT)
        if text[start:end]:
            found.append(Span(source=change.source, start=start, end=end, text=text[start:end]))
    return tuple(found)
