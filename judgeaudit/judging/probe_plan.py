"""Which calls the probes of a rubric make: those that need nothing but the items, and those that need what a judge cited. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from judgeaudit.domain.calls import CallSpec, EffectiveParameters, ProbeCalls, Prompt
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion, Judge, Rubric
from judgeaudit.errors import RubricError
from judgeaudit.judging.plan import ProbeOf, asked_with, call_spec, order_shown, prompt_for, seed_for
from judgeaudit.judging.prompts import digest
from judgeaudit.probes import PROBES, Context, Probe, Spans, Variant, variants_of
from judgeaudit.probes.picked import picked

Cited = Mapping[tuple[str, str], Mapping[str, Spans]]
"""What each (judge, criterion) cited of each item whose plain verdicts are all there; an item that is not named still waits for some."""

Shown = tuple[Variant, ...] | str

NOT_SHOWN = "the judge's own prompt does not show what is changed"
NAMES_LABELS = "the judge's own prompt names the labels itself"


@dataclass(frozen=True, slots=True)
class ProbePlan:
    """Calls of probes, and how many there are of each probe, judge and criterion; `rows` also say of which items there are none, and why."""

    specs: tuple[CallSpec, ...]
    rows: tuple[ProbeCalls, ...]


def plan_probes(
    rubric: Rubric, items: Sequence[Item], parameters: Mapping[str, EffectiveParameters], cited: Cited | None, stage: Literal[1, 2], *,
    gold: Collection[str] = (),
) -> ProbePlan:  # fmt: skip
    """The calls of the rubric's probes of one stage: every judge, criterion, item, variant and replicate.

    Parameters
    ----------
    rubric : Rubric
        Its `probe_items` limits the items; see `asked_items`.
    items : sequence of Item
    parameters : mapping of judge name to EffectiveParameters
    cited : mapping of (judge, criterion) to mapping of item id to Spans, optional
        For stage 2. An item is named once all its plain verdicts of that judge and criterion are there: the same stored calls always
        give the same plan, and a call that was planned stays planned.
    stage : {1, 2}
    gold : collection of item ids
        Items with gold labels.

    Returns
    -------
    ProbePlan
        Item by item; empty where the rubric has no probe of that stage.

    Raises
    ------
    RubricError
        A probe of the other mode.

    Notes
    -----
    A probe's replicate sends the seed of the plain replicate of the same number. Probe, variant and all that it shows are part of the key.
    """
    check_modes(rubric)
    probes = [probe for probe in PROBES if probe.name in rubric.probes and probe.stage == stage]
    if not probes:
        return ProbePlan((), ())
    work = _Planning(rubric, items, parameters, cited or {}, stage)
    asked = asked_items(rubric, items, probes, gold)
    for item in items:
        of_item = [probe for probe in probes if item.id in asked[probe.name]]
        shared = {probe.name: variants_of(probe, item, work.shared) for probe in of_item if stage == 1 and "criterion" not in probe.needs}
        for criterion in rubric.criteria:
            for probe in of_item:
                work.plan(item, criterion, probe, shared.get(probe.name))
    return ProbePlan(tuple(work.specs), work.rows(probes))


def check_modes(rubric: Rubric) -> None:
    """Refuse probes that the mode of the rubric has no items for.

    Raises
    ------
    RubricError
    """
    for probe in PROBES:
        if probe.name in rubric.probes and rubric.mode not in probe.modes:
            raise RubricError(f"the probe {probe.name!r} is for {probe.modes[0]} rubrics, and this one is {rubric.mode}", fix="take it out of probes:")


def asked_items(rubric: Rubric, items: Sequence[Item], probes: Sequence[Probe], gold: Collection[str]) -> dict[str, frozenset[str]]:
    """The ids of the items that each probe is made of, by its name: with `probe_items` that many, by stratum; gold items first where a probe needs gold."""
    context = Context(rubric, items)
    any_item, with_gold = picked(context, rubric.probe_items), picked(context, rubric.probe_items, first=gold)
    return {probe.name: with_gold if "gold" in probe.needs else any_item for probe in probes}


@dataclass
class _Planning:
    """One pass over the items."""

    rubric: Rubric
    items: Sequence[Item]
    parameters: Mapping[str, EffectiveParameters]
    cited: Cited
    stage: Literal[1, 2]
    specs: list[CallSpec] = field(default_factory=list)
    calls: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    waiting: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    reasons: dict[tuple[str, str, str], Counter[str]] = field(default_factory=dict)
    plain: dict[str, str] = field(default_factory=dict)
    plain_of: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        self.shared = Context(self.rubric, self.items)
        self.of_criterion = {criterion.name: Context(self.rubric, self.items, "", criterion.name) for criterion in self.rubric.criteria}
        for context in self.of_criterion.values():  # sorted once
            context.__dict__.update(ring=self.shared.ring, place=self.shared.place)
        self.contexts = {of: Context(self.rubric, self.items, *of, cited) for of, cited in self.cited.items()}
        self.asked = {judge.name: asked_with(judge, self.parameters[judge.name]) for judge in self.rubric.judges}
        self.alike = {judge.name: _prompted(self.rubric, judge, self.parameters[judge.name]) for judge in self.rubric.judges}
        self.own = {judge.name: _own_words(self.rubric, judge) for judge in self.rubric.judges}

    def plan(self, item: Item, criterion: Criterion, probe: Probe, shared: Shown | None) -> None:
        """The calls of one probe about one item and criterion, the judges in turn."""
        if shared is None and self.stage == 1:
            shared = variants_of(probe, item, self.of_criterion[criterion.name])
        made: list[tuple[Judge, Variant, Prompt, ProbeOf]] = []
        prompts: dict[tuple[str, int], tuple[Prompt, ProbeOf]] = {}
        for judge in self.rubric.judges:
            found = shared if shared is not None else self._perturbed(item, criterion, probe, judge)
            if found is None:
                continue
            place = (probe.name, judge.name, criterion.name)
            if not isinstance(found, str):
                found = self._seen(item, criterion, judge, found, probe, prompts, made)
            if isinstance(found, str):
                self.reasons.setdefault(place, Counter())[found] += 1
            else:
                self.calls[place] += len(found) * self.rubric.replicates
        for replicate in range(self.rubric.replicates):
            for judge, variant, prompt, of in made:
                seed, order = seed_for(self.rubric, self.parameters[judge.name], replicate), variant.order or order_shown(self.rubric)
                self.specs.append(call_spec(variant.item, criterion, judge, prompt, replicate, seed, order=order, asked=self.asked[judge.name], of=of))

    def _seen(
        self, item: Item, criterion: Criterion, judge: Judge, found: tuple[Variant, ...], probe: Probe,
        prompts: dict[tuple[str, int], tuple[Prompt, ProbeOf]], made: list[tuple[Judge, Variant, Prompt, ProbeOf]],
    ) -> Shown:  # fmt: skip
        """The variants that a judge's prompt shows it, put into `made`; or why it shows none. Judges who are asked alike share their prompts."""
        parameters, own = self.parameters[judge.name], self.own[judge.name]
        seen = []
        why = NOT_SHOWN
        for variant in found:
            if own is not None and _names_labels(own, criterion, variant):
                why = NAMES_LABELS
                continue
            key = (self.alike[judge.name], id(variant))
            if key not in prompts:
                prompt = prompt_for(
                    self.rubric, variant.criterion or criterion, variant.item, judge, parameters, order=variant.order, note=variant.note, reasons=variant.reasons
                )  # fmt: skip
                prompts[key] = prompt, _probe_of(probe, variant, criterion)
            prompt, of = prompts[key]
            if own is None or probe.stage == 2 or prompt.prompt_hash != self._plain_hash(item, criterion, judge):
                made.append((judge, variant, prompt, of))
                seen.append(variant)
        return tuple(seen) or why

    def _plain_hash(self, item: Item, criterion: Criterion, judge: Judge) -> str:
        """The hash of the plain prompt; kept for one item and criterion."""
        if self.plain_of != (item.id, criterion.name):
            self.plain, self.plain_of = {}, (item.id, criterion.name)
        alike = self.alike[judge.name]
        if alike not in self.plain:
            self.plain[alike] = prompt_for(self.rubric, criterion, item, judge, self.parameters[judge.name]).prompt_hash
        return self.plain[alike]

    def _perturbed(self, item: Item, criterion: Criterion, probe: Probe, judge: Judge) -> Shown | None:
        """None where the verdicts that it needs are not all there."""
        context = self.contexts.get((judge.name, criterion.name))
        if context is None or item.id not in context.cited:
            self.waiting[probe.name, judge.name, criterion.name] += 1
            return None
        return variants_of(probe, item, context)

    def rows(self, probes: Sequence[Probe]) -> tuple[ProbeCalls, ...]:
        """What was planned, by probe, judge and criterion."""
        places = [(probe.name, judge.name, criterion.name) for probe in probes for judge in self.rubric.judges for criterion in self.rubric.criteria]
        return tuple(ProbeCalls(*place, self.calls[place], self.waiting[place], dict(sorted(self.reasons.get(place, {}).items()))) for place in places)


def _probe_of(probe: Probe, variant: Variant, criterion: Criterion) -> ProbeOf:
    """What tells a variant's calls from others, and the criterion as a `python:` judge, which sees no prompt, is handed it: the note in its question."""
    texts = variant.item.sources()
    if variant.criterion is None and not variant.note:
        return ProbeOf(probe.name, variant.name, digest(texts))
    asked = variant.criterion or criterion
    if variant.note:
        asked = asked.model_copy(update={"question": f"{asked.question}\n\n{variant.note}"})
    shown = {"texts": texts, "question": asked.question, "labels": asked.scale.labels, "descriptions": asked.label_descriptions}
    return ProbeOf(probe.name, variant.name, digest(shown), asked)


def _prompted(rubric: Rubric, judge: Judge, parameters: EffectiveParameters) -> str:
    """The same for judges who are sent the same prompts."""
    reply = judge.reply or rubric.reply
    return digest([judge.system, judge.prompt, reply.model_dump(), parameters.schema_mode, judge.kind == "local"])


def _own_words(rubric: Rubric, judge: Judge) -> str | None:
    """The user's own prompt of a judge; None where ours shows all that there is to see, or the judge is handed the item itself."""
    template = judge.prompt if judge.prompt is not None else rubric.prompt
    system = judge.system if judge.system is not None else rubric.system
    return None if judge.kind == "python" or (template is None and system is None) else f"{template or ''}\n{system or ''}"


def _names_labels(own: str, criterion: Criterion, variant: Variant) -> bool:
    """Whether a prompt speaks of the labels by name, where a variant calls or lists them otherwise."""
    labels = criterion.scale.labels
    if variant.criterion is None or labels is None or variant.criterion.scale.labels == labels:
        return False
    return re.search(rf"(?<!\w)(?:{'|'.join(map(re.escape, labels))})(?!\w)", own, re.IGNORECASE) is not None
