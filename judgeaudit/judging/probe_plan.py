"""Which calls the probes of a rubric make: those that need nothing but the items, and those that need what a judge cited. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from judgeaudit.domain.calls import CallSpec, EffectiveParameters, ProbeCalls
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion, Judge, Rubric
from judgeaudit.judging.plan import ProbeOf, asked_with, call_spec, order_shown, prompt_for, seed_for
from judgeaudit.judging.prompts import digest
from judgeaudit.probes import PROBES, Context, Probe, Spans, Variant

Cited = Mapping[tuple[str, str], Mapping[str, Spans]]
"""What each (judge, criterion) cited of each item whose plain verdicts are all there; an item that is not named still waits for some."""


@dataclass(frozen=True, slots=True)
class ProbePlan:
    """Calls of probes, and how many there are of each probe, judge and criterion; `rows` also say of which items there are none, and why."""

    specs: tuple[CallSpec, ...]
    rows: tuple[ProbeCalls, ...]


def plan_probes(rubric: Rubric, items: Sequence[Item], parameters: Mapping[str, EffectiveParameters], cited: Cited | None, stage: Literal[1, 2]) -> ProbePlan:
    """The calls of the rubric's probes of one stage: every judge, criterion, item and replicate.

    Parameters
    ----------
    rubric : Rubric
    items : sequence of Item
    parameters : mapping of judge name to EffectiveParameters
    cited : mapping of (judge, criterion) to mapping of item id to Spans, optional
        For stage 2. An item is named once all its plain verdicts of that judge and criterion are there: the same stored calls always
        give the same plan, and a call that was planned stays planned.
    stage : {1, 2}

    Returns
    -------
    ProbePlan
        Item by item; empty where the rubric has no probe of that stage.

    Notes
    -----
    A probe's replicate sends the seed of the plain replicate of the same number. Probe, variant and the changed texts are part of the key.
    """
    probes = [probe for probe in PROBES if probe.name in rubric.probes and probe.stage == stage and rubric.mode in probe.modes]
    if not probes:
        return ProbePlan((), ())
    work = _Planning(rubric, items, parameters, cited or {}, stage)
    for item in items:
        shared = {probe.name: probe.perturb(item, work.shared) for probe in probes} if stage == 1 else {}
        for criterion in rubric.criteria:
            for probe in probes:
                work.plan(item, criterion, probe, shared.get(probe.name))
    return ProbePlan(tuple(work.specs), work.rows(probes))


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

    def __post_init__(self) -> None:
        self.shared = Context(self.rubric, self.items)
        self.contexts = {of: Context(self.rubric, self.items, *of, cited) for of, cited in self.cited.items()}
        self.asked = {judge.name: asked_with(judge, self.parameters[judge.name]) for judge in self.rubric.judges}

    def plan(self, item: Item, criterion: Criterion, probe: Probe, shared: Variant | str | None) -> None:
        """The calls of one probe about one item and criterion, the judges in turn."""
        shown = [(judge, found) for judge in self.rubric.judges if (found := shared or self._perturbed(item, criterion, probe, judge)) is not None]
        made = []
        for judge, variant in shown:
            place = (probe.name, judge.name, criterion.name)
            if isinstance(variant, str):
                self.reasons.setdefault(place, Counter())[variant] += 1
                continue
            of = ProbeOf(probe.name, variant.name, digest(variant.item.sources()))
            made.append((judge, variant.item, prompt_for(self.rubric, criterion, variant.item, judge, self.parameters[judge.name]), of))
            self.calls[place] += self.rubric.replicates
        for replicate in range(self.rubric.replicates):
            for judge, changed, prompt, of in made:
                seed = seed_for(self.rubric, self.parameters[judge.name], replicate)
                asked, order = self.asked[judge.name], order_shown(self.rubric)
                self.specs.append(call_spec(changed, criterion, judge, prompt, replicate, seed, order=order, asked=asked, of=of))

    def _perturbed(self, item: Item, criterion: Criterion, probe: Probe, judge: Judge) -> Variant | str | None:
        """None where the verdicts that it needs are not all there."""
        context = self.contexts.get((judge.name, criterion.name))
        if context is None or item.id not in context.cited:
            self.waiting[probe.name, judge.name, criterion.name] += 1
            return None
        return probe.perturb(item, context)

    def rows(self, probes: Sequence[Probe]) -> tuple[ProbeCalls, ...]:
        """What was planned, by probe, judge and criterion."""
        places = [(probe.name, judge.name, criterion.name) for probe in probes for judge in self.rubric.judges for criterion in self.rubric.criteria]
        return tuple(ProbeCalls(*place, self.calls[place], self.waiting[place], dict(sorted(self.reasons.get(place, {}).items()))) for place in places)
