"""What a judge was shown under a probe, worked out again from the item and the rubric: the same seed makes the same variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judgeaudit import thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion
from judgeaudit.probes import Context, Variant, probe_of, variants_of
from judgeaudit.text.cue_words import Cue

NOTHING_KNOWN: Mapping[str, Any] = {"changes": [], "note": "", "shown_criterion": ""}


class Cues:
    """The variants of a run's items, each made once."""

    def __init__(self, data: AnalysisInput) -> None:
        self._data = data
        self._contexts: dict[str, Context] = {}
        self._made: dict[tuple[str, str, str], tuple[Variant, ...]] = {}

    def variant(self, probe: str, variant: str, item: str, criterion: str) -> Variant | None:
        """The item as this variant shows it; None where items or rubric are not known, and for probes of somebody else or of the second stage."""
        key = (probe, item, criterion)
        if key not in self._made:
            self._made[key] = self._variants(*key)
        return next((one for one in self._made[key] if one.name == variant), None)

    def _variants(self, probe: str, item: str, criterion: str) -> tuple[Variant, ...]:
        known, given = probe_of(probe), self._data.items.get(item)
        if known is None or known.stage != 1 or given is None or not self._data.prompt_known or self._data.rubric.mode not in known.modes:
            return ()
        context = self._contexts.setdefault(criterion, Context(self._data.rubric, tuple(self._data.items.values()), "", criterion))
        made = variants_of(known, given, context)
        return () if isinstance(made, str) else made

    def cue(self, probe: str, variant: str, item: str, criterion: str) -> Cue:
        """What the variant brought in, and what was there before it."""
        shown = self.variant(probe, variant, item, criterion)
        asked = next(one for one in self._data.rubric.criteria if one.name == criterion)
        given = self._data.items.get(item)
        texts = given.sources().values() if given is not None else ()
        known = (*texts, *(_words_of(asked) if self._data.prompt_known else ()))
        return Cue(probe, () if shown is None else tuple(text for text in (*(one.put for one in shown.changes), shown.note) if text), known)


def _words_of(criterion: Criterion) -> tuple[str, ...]:
    described = (f"{label} {words}" for label, words in criterion.label_descriptions.items())
    return (criterion.question, *(aspect.name for aspect in criterion.aspects), *(criterion.scale.labels or ()), *described)


def shown_as(variant: Variant | None, item: Item | None) -> dict[str, Any]:
    """The part of a row of the block `moved` that says what was changed; long texts are cut."""
    if variant is None or item is None:
        return dict(NOTHING_KNOWN)
    asked = variant.criterion
    labels = () if asked is None else asked.scale.labels or ()
    return {
        "changes": [{"source": one.source, "start": one.start, "end": one.end, "put": cut(one.put)} for one in variant.changes],
        "note": cut(variant.note), "shown_criterion": "" if asked is None else cut("\n".join(line for line in (asked.question, " / ".join(labels)) if line)),
    }  # fmt: skip


def cut(text: str) -> str:
    """A text, or its beginning."""
    return text if len(text) <= thresholds.MAX_TEXT else f"{text[: thresholds.MAX_TEXT]} ... (cut)"
